#!/usr/bin/env bash
# Runs a command as a named phase and says how long it took:  tools/phase.sh NAME COMMAND...
set -uo pipefail
name=$1
shift
echo "== $name"
start=$SECONDS
"$@"
status=$?
[ $status = 0 ] || echo "== $name FAILED after $((SECONDS - start)) s (exit code $status)" >&2
[ $status != 0 ] || echo "== $name: done in $((SECONDS - start)) s"
exit $status
