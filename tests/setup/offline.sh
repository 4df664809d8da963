#!/usr/bin/env bash
# With everything in place the set-up needs no network: runs it where there is none.
#   offline.sh CHECKOUT      skipped (77) where a network cannot be taken away
set -euo pipefail
cd "$1"
if [ ! -f .deps/venv/assay-requirements.sha256 ]; then
  echo "the set-up for tests has not been run"
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
