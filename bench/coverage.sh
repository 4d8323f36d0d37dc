#!/bin/sh
# Coverage of Python and Cython by the quick tests: coverage.sh FOLDER [pytest's arguments]. The tree is copied to FOLDER
# and compiled there with PBEM_LINETRACE=1.
set -eu
folder=$1/tree
shift
rm -rf "$folder"
mkdir -p "$folder"
git ls-files -z --cached --others --exclude-standard | xargs -0 cp --parents -t "$folder"
cd "$folder"
PBEM_LINETRACE=1 PBEM_OPTIMISE=1 python setup.py build_ext --inplace
PYTHONPATH="$folder" python -m pytest -q -p no:cacheprovider --timeout 3600 -n 2 --dist loadfile -m "not slow" \
    --cov --cov-report=term:skip-covered --ignore tests/packaging tests "$@"
