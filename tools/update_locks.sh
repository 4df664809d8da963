#!/usr/bin/env bash
# Writes tools/requirements-*.lock anew from tools/requirements-*.in: the newest versions that fit,
# with the hashes of all their files. Needs a network.
#
#   tools/update_locks.sh [NAME...]     for instance: tools/update_locks.sh quantize (default: all)
set -euo pipefail
cd "$(dirname "$0")"
names=("$@")
[ ${#names[@]} -gt 0 ] || names=(test quantize)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
/usr/bin/python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check pip-tools
for name in "${names[@]}"; do
  "$work/venv/bin/pip-compile" --quiet --upgrade --generate-hashes --strip-extras --allow-unsafe \
    --no-header --no-emit-index-url --no-emit-find-links --no-emit-options \
    --output-file "requirements-$name.lock" "requirements-$name.in"
done
