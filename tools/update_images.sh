#!/usr/bin/env bash
# Draws the pictures of the documents anew, from what the built program prints (run `make demo`
# first).
set -euo pipefail
cd "$(dirname "$0")/.."
results=build/demo/results.jsonl
mkdir -p docs/images
/usr/bin/python3 tools/terminal_svg.py docs/images/explain.svg 96 \
  build/release/assay explain "$results" piano-wrong --metric q2 --input examples/dialogues.jsonl
.deps/venv/bin/python tools/report_image.py build/demo/report.html docs/images/report.webp everest-wrong
