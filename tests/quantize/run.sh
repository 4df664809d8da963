#!/usr/bin/env bash
# The way of a trained model to 8 bits, on tiny ones: export, quantise, measure, card.
#   run.sh SOURCE PROGRAM DEPS_DIR WORK_DIR      skipped (77) without the environment of NNCF
#   run.sh SOURCE PROGRAM DEPS_DIR WORK_DIR --update     also writes tests/data/quantized anew
set -euo pipefail
source=$1 program=$2 deps=$3 work=$4
if [ ! -f "$deps/venv-quantize/assay-requirements.sha256" ]; then
  echo "no environment in $deps/venv-quantize; tools/setup.sh quantize makes it"
  exit 77
fi
rm -rf "$work"
mkdir -p "$work"

fail() { echo "failed: $*" >&2; exit 1; }

quantise() {  # HEAD
  local float=$work/$1/best rows=$work/$1/best/rows.jsonl
  python3 "$source/tests/quantize/tiny_checkpoint.py" "$float" "$1"
  PROGRAM=$program "$source/tools/quantize.sh" "$float" "$rows" "$work/$1/out" "$rows" \
    >"$work/$1.log" 2>&1 || { cat "$work/$1.log" >&2; fail "quantising $1"; }
}

# The scores of two measurements are alike: near ties may fall either way.
alike() {  # HEAD NAME NAME
  python3 - "$work/$1/out.work/$2.json" "$work/$1/out.work/$3.json" <<'PYTHON'
import json, sys
first, second = (json.load(open(name)) for name in sys.argv[1:])
names = [name for name in ("accuracy", "exact", "f1", "refused") if name in first]
print(*(f"{name} {first[name]:.3f} {second[name]:.3f}" for name in names), sep=", ")
sys.exit(not names or any(abs(first[name] - second[name]) > 0.05 for name in names))
PYTHON
}

for head in classify span; do
  quantise $head
  alike $head int8 openvino || fail "$head: the engines judge otherwise"
  alike $head int8 float || fail "$head: 8 bits judge otherwise"
  if [ "${5:-}" = --update ]; then
    rm -rf "$source/tests/data/quantized/$head"
    cp -r "$work/$head/out" "$source/tests/data/quantized/$head"
  fi
done
