#!/usr/bin/env bash
# Runs an oracle script in the test environment, or skips it (exit code 77) where there is none:
#   run.sh DEPS_DIR SCRIPT [ARGUMENT...]
set -euo pipefail
deps=$1
shift
if [ ! -f "$deps/venv/assay-requirements.sha256" ]; then
  echo "no test environment in $deps/venv; tools/setup.sh test makes it"
  exit 77
fi
# The oracles' own telemetry and model hubs stay untouched.
export HF_HUB_OFFLINE=1 TOKENIZERS_PARALLELISM=false PYTHONDONTWRITEBYTECODE=1
exec "$deps/venv/bin/python" "$@"
