#!/bin/sh
# How much of Python and Cython the quick tests run: coverage.sh FOLDER [pytest's arguments]. The tree is copied to FOLDER
# and compiled there with PBEM_COVERAGE=1. The tables are printed whether or not a test has failed.
set -eu
folder=$1/tree
shift
rm -rf "$folder"
mkdir -p "$folder"
git ls-files -z --cached --others --exclude-standard | xargs -0 cp --parents -t "$folder"
cd "$folder"
PBEM_COVERAGE=1 python setup.py build_ext --inplace
failed=0
PYTHONPATH="$folder" python -m pytest -q -p no:cacheprovider --timeout 3600 -n 2 --dist loadfile -m "not slow" \
    --cov --cov-report=json --ignore tests/packaging tests "$@" || failed=$?
python bench/coverage_table.py
exit $failed
