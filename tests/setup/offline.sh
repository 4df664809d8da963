#!/usr/bin/env bash
# With everything in place the set-up needs no network: runs it where there is none.
#   offline.sh CHECKOUT      skipped (77) where a network cannot be taken away
set -euo pipefail
cd "$1"
# Where it was run for other requirements, it would begin to replace the environment.
if [ "$(cat .deps/venv/assay-requirements.sha256 2>/dev/null)" != \
  "$(sha256sum <tools/requirements-test.lock)" ]; then
  echo "the set-up for tests has not been run with these requirements"
  exit 77
fi
if ! unshare --map-root-user --net true 2>/dev/null; then
  echo "unshare cannot make a network namespace here"
  exit 77
fi
before=$(find .deps/stamps -type f -printf '%f %T@\n' | sort)
unshare --map-root-user --net tools/setup.sh test
[ "$before" = "$(find .deps/stamps -type f -printf '%f %T@\n' | sort)" ] ||
  { echo "the set-up did something again" >&2; exit 1; }
