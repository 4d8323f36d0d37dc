#!/bin/sh
# The tests of core, and malformed positions, under gcc's address and undefined-behaviour sanitizers: sanitize.sh FOLDER
# [pytest's arguments]. The tree is copied to FOLDER and compiled there with PBEM_SANITIZE=1.
set -eu
folder=$1/tree
shift
rm -rf "$folder"
mkdir -p "$folder"
git ls-files -z --cached --others --exclude-standard | xargs -0 cp --parents -t "$folder"
cd "$folder"
PBEM_SANITIZE=1 python setup.py build_ext --inplace
# The interpreter is not built with the sanitizers, so they are loaded before it; its own small leaks are not ours. What
# they say goes past pytest.
LD_PRELOAD="$(gcc -print-file-name=libasan.so) $(gcc -print-file-name=libubsan.so)" \
ASAN_OPTIONS=detect_leaks=0:abort_on_error=1 UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1 \
PYTHONMALLOC=malloc PYTHONPATH="$folder" PBEM_TEST_FUZZ="${PBEM_TEST_FUZZ:-3000}" \
    python -m pytest -q --capture=sys -p no:cacheprovider --timeout 1800 \
    tests/core tests/rulesets/*/rules tests/rulesets/test_malformed.py "$@"
