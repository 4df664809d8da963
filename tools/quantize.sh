#!/usr/bin/env bash
# Brings a trained model to 8 bits, measures what that costs, and writes its card.
#
#   tools/quantize.sh FLOAT_FOLDER CALIBRATION OUT [DEV [CARD]]
#
# FLOAT_FOLDER is what `assay train` writes (RUN/best), CALIBRATION the rows it was trained on (JSON
# lines, also gzip), OUT the model folder to write. With DEV (labelled rows) both folders are measured:
# the float one, and the 8-bit one on assay's own kernels, on OpenVINO, and on OpenVINO held to AVX2,
# which gets 8-bit networks wrong (docs/training.md). With CARD (a template of tools/models/) the
# figures become OUT/README.md. What was measured stays in OUT.work/. Needs `tools/setup.sh quantize`
# and the program (PROGRAM=build/release/assay). With MOST_BYTES=N it is an error when OUT weighs more.
set -euo pipefail
usage() { sed -n '2,13s/^# \{0,1\}//p' "$0"; }
case ${1:-} in -h | --help) usage; exit ;; esac
[ $# -ge 3 ] || { usage >&2; exit 2; }
root=$(cd "$(dirname "$0")/.." && pwd)
program=${PROGRAM:-$root/build/release/assay}
python=$root/.deps/venv-quantize/bin/python
float=${1%/} rows=$2 out=${3%/} dev=${4:-} card=${5:-}
work=$out.work

[ -x "$python" ] || { echo "quantize: run tools/setup.sh quantize first" >&2; exit 3; }
[ -x "$program" ] || { echo "quantize: run make build first ($program is not there)" >&2; exit 3; }

measure() {  # NAME FOLDER [VARIABLE=VALUE...]
  local name=$1 folder=$2
  shift 2
  echo "-- $name"
  env "$@" "$program" models measure "$folder" "$dev" --json >"$work/$name.json.new"
  mv "$work/$name.json.new" "$work/$name.json"
}

mkdir -p "$work"
rm -rf "$work/graph"  # of a run that was stopped
"$program" models export "$float" -o "$work/graph"
"$python" "$root/tools/quantize_model.py" "$work/graph" "$rows" "$out"
rm -r "$work/graph"
if [ -n "$dev" ]; then
  measure float "$float"
  measure int8 "$out"
  measure openvino "$out" ASSAY_INT8_ENGINE=openvino
  measure openvino-avx2 "$out" ASSAY_INT8_ENGINE=openvino ONEDNN_MAX_CPU_ISA=AVX2
  "$python" "$root/tools/model_card.py" --float "$float" --measured "$work" --rows "$rows" --dev "$dev" \
    ${card:+--template "$card" --out "$out/README.md"}
fi
bytes=$(cat "$out"/* | wc -c)
echo "$out: $bytes bytes"
if [ -n "${MOST_BYTES:-}" ] && [ "$bytes" -gt "$MOST_BYTES" ]; then
  echo "quantize: $out is larger than $MOST_BYTES bytes" >&2
  exit 1
fi
