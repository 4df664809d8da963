#!/usr/bin/env bash
# The tests of the Python module, in the environment of the oracles.
#   run.sh DEPS_DIR PACKAGE_DIR TESTS_DIR      skipped (77) where that environment is not made
set -euo pipefail
python=$1/venv/bin/python
if [ ! -x "$python" ]; then
  echo "no environment in $1/venv; tools/setup.sh test makes it"
  exit 77
fi
PYTHONPATH=$2 exec "$python" -m pytest -q -p no:cacheprovider "$3"
