#!/usr/bin/env bash
# Writes tools/requirements-test.lock anew from tools/requirements-test.in: the newest versions that
# fit, with the hashes of all their files. Needs a network.
set -euo pipefail
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
/usr/bin/python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check pip-tools
"$work/venv/bin/pip-compile" --quiet --upgrade --generate-hashes --strip-extras --allow-unsafe \
  --no-header --no-emit-index-url --no-emit-find-links --no-emit-options \
  --output-file requirements-test.lock requirements-test.in
