#!/usr/bin/env bash
# Makes the default models from their data: mix, train, 8 bits, card, manifest. `make models` calls it.
#
#   tools/make_models.sh DATA [nli|qa|qg]...      (default: nli qa)
#
# DATA holds the sets that docs/training.md names, and in dev/ the labelled rows nli.jsonl and qa.jsonl
# that choose the best evaluation and fill the cards (DEV=folder: elsewhere). Everything on the way stays
# in WORK (build/models): stopped at any point, the same command goes on from there. The models go to
# OUT (models/). NLI_OPTIONS, QA_OPTIONS are given to `assay train`; another choice needs another WORK.
set -euo pipefail
usage() { sed -n '2,10s/^# \{0,1\}//p' "$0"; }
[ $# -ge 1 ] || { usage >&2; exit 2; }
case $1 in -h | --help) usage; exit ;; esac
cd "$(dirname "$0")/.."
data=$1
shift
[ $# -gt 0 ] || set -- nli qa
dev=${DEV:-$data/dev} work=${WORK:-build/models} out=${OUT:-models}
program=${PROGRAM:-build/release/assay}
declare -A task=([nli]=pair [qa]=span [qg]=seq2seq)
declare -A options=([nli]=${NLI_OPTIONS:---epochs 3} [qa]=${QA_OPTIONS:---epochs 3}
  [qg]="--base $work/qg_base --output-tokens 5000 ${QG_OPTIONS:---epochs 4}")

declare -A sets=([nli]="nli nli_binary factver qa qasrl" [qa]="qa qa_usertext qasrl" [qg]="qa qa_usertext qasrl")

missing() { echo "make_models: $1" >&2; exit 2; }
[ -d "$data" ] || missing "$data is not a folder: name that of the data sets, DATA=folder"
# Everything that is wanting, before hours are spent.
wanting=()
for model in "$@"; do
  [ -n "${task[$model]:-}" ] || missing "$model is no model that this makes: nli, qa, qg"
  rows=$dev/${model/qg/qa}.jsonl  # of qa turned round
  [ -f "$rows" ] || wanting+=("$rows (labelled rows that are not trained on)")
  [ ! -f "$work/$model.jsonl.gz" ] || continue  # mixed already
  for set in ${sets[$model]}; do
    [ -f "$data/$set.jsonl.gz" ] || wanting+=("$data/$set.jsonl.gz")
  done
done
if [ ${#wanting[@]} -gt 0 ]; then
  echo "make_models: these files are not there:" >&2
  printf '%s\n' "${wanting[@]}" | sort -u | sed 's/^/  /' >&2
  missing "docs/training.md says which sets each holds, their fields, and where each set is published"
fi

mix() {  # MODEL
  local rows=$work/$1.jsonl.gz
  [ ! -f "$rows" ] || return 0
  # Under its last name only when it is whole.
  python3 "tools/models/$1_mix.py" "$data" "$work/$1.part.jsonl.gz"
  mv "$work/$1.part.jsonl.gz" "$rows"
}

# A generator of questions needs fewer words, and rows of question answering turned round.
prepare() {  # MODEL
  [ "$1" = qg ] || return 0
  python3 tools/models/qg_dev.py "$dev/qa.jsonl" "$work/qg_dev.jsonl.gz"
  [ -f "$work/qg_base/model.safetensors" ] ||
    .deps/venv-quantize/bin/python tools/models/prune_vocabulary.py .deps/models/all-minilm-l6-v2 \
      "$work/qg_base" "$work/qg.jsonl.gz"
}

train() {  # MODEL
  local resume=() chosen
  [ ! -f "$work/$1/config.json" ] || resume=(--resume)
  read -ra chosen <<<"${options[$1]}"
  local labelled=$dev/$1.jsonl
  [ "$1" != qg ] || labelled=$work/qg_dev.jsonl.gz
  "$program" train "${task[$1]}" "$work/$1.jsonl.gz" --eval "dev=$labelled" "${chosen[@]}" \
    -o "$work/$1" "${resume[@]}"
}

quantise() {  # MODEL
  local made=$work/$1/int8
  [ ! "$made/README.md" -nt "$work/$1/best/model.safetensors" ] || return 0
  if [ "$1" = qg ]; then
    rm -rf "$made"  # of an older network
    "$program" models export "$work/qg/best" -o "$made"
    python3 tools/model_card.py --float "$work/qg/best" --template tools/models/qg_card.md --out "$made/README.md"
    return
  fi
  MOST_BYTES=24000000 PROGRAM=$program tools/quantize.sh "$work/$1/best" "$work/$1.jsonl.gz" "$made" "$dev/$1.jsonl" \
    "tools/models/$1_card.md"
}

ship() {  # MODEL
  mkdir -p "$out/$1"
  cp "$work/$1/int8/"* "$out/$1/"
}

mkdir -p "$work"
for model in "$@"; do
  for step in mix prepare train quantise ship; do
    echo "== $model: $step"
    $step "$model"
  done
done
[ "$out" != models ] || python3 tools/make_models_manifest.py
echo "== models are in $out"
