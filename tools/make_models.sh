#!/usr/bin/env bash
# Makes the default models from their data: mix, train, 8 bits, card, manifest. `make models` calls it.
#
#   tools/make_models.sh DATA [nli|qa]...      (default: both)
#
# DATA holds the sets that docs/training.md names, and in dev/ the labelled rows nli.jsonl and qa.jsonl
# that choose the best evaluation and fill the cards (DEV=folder: elsewhere). Everything on the way stays
# in WORK (build/models): stopped at any point, the same command goes on from there. The models go to
# OUT (models/). NLI_OPTIONS, QA_OPTIONS are given to `assay train`; another choice needs another WORK.
set -euo pipefail
[ $# -ge 1 ] || { sed -n '4s/^# *//p' "$0" >&2; exit 2; }
cd "$(dirname "$0")/.."
data=$1
shift
[ $# -gt 0 ] || set -- nli qa
dev=${DEV:-$data/dev} work=${WORK:-build/models} out=${OUT:-models}
program=${PROGRAM:-build/release/assay}
declare -A task=([nli]=pair [qa]=span)
declare -A options=([nli]=${NLI_OPTIONS:---epochs 3} [qa]=${QA_OPTIONS:---epochs 3})

missing() { echo "make_models: $1" >&2; exit 2; }
[ -d "$data" ] || missing "$data is not a folder: name that of the data sets, DATA=folder"
for model in "$@"; do
  [ -n "${task[$model]:-}" ] || missing "$model is no default model: nli, qa"
  [ -f "$dev/$model.jsonl" ] || missing "$dev/$model.jsonl is not there: labelled rows to measure with"
done

mix() {  # MODEL
  local rows=$work/$1.jsonl.gz
  [ ! -f "$rows" ] || return 0
  # Under its last name only when it is whole.
  python3 "tools/models/$1_mix.py" "$data" "$work/$1.part.jsonl.gz"
  mv "$work/$1.part.jsonl.gz" "$rows"
}

train() {  # MODEL
  local resume=() chosen
  [ ! -f "$work/$1/config.json" ] || resume=(--resume)
  read -ra chosen <<<"${options[$1]}"
  "$program" train "${task[$1]}" "$work/$1.jsonl.gz" --eval "dev=$dev/$1.jsonl" "${chosen[@]}" \
    -o "$work/$1" "${resume[@]}"
}

quantise() {  # MODEL
  local made=$work/$1/int8
  [ ! "$made/README.md" -nt "$work/$1/best/model.safetensors" ] || return 0
  PROGRAM=$program tools/quantize.sh "$work/$1/best" "$work/$1.jsonl.gz" "$made" "$dev/$1.jsonl" \
    "tools/models/$1_card.md"
}

ship() {  # MODEL
  mkdir -p "$out/$1"
  cp "$work/$1/int8/"* "$out/$1/"
}

mkdir -p "$work"
for model in "$@"; do
  for step in mix train quantise ship; do
    echo "== $model: $step"
    $step "$model"
  done
done
[ "$out" != models ] || python3 tools/make_models_manifest.py
echo "== models are in $out"
