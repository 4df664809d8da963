#!/usr/bin/env bash
# Fits the default weights of the metric `ensemble`, and says how good they are on sets that they were
# not fitted on.
#
#   tools/models/ensemble.sh DATA WORK
#
# DATA holds eval/begin, eval/q-squared and eval/usr with the files that docs/evaluate.md names; WORK
# takes records and scores, and is made. Fitted on BEGIN's development set, tried on WoW (half of the
# file) and USR persona chat. Writes models/ensemble/ensemble.json and models/manifest.json. Run it anew
# when a model that the scores come from has changed. Needs the program (PROGRAM=build/release/assay).
set -euo pipefail
[ $# -eq 2 ] || { sed -n '5s/^# *//p' "$0" >&2; exit 2; }
root=$(cd "$(dirname "$0")/../.." && pwd)
assay=${PROGRAM:-$root/build/release/assay}
data=$(cd "$1/eval" && pwd) work=$2
weights=$root/models/ensemble/ensemble.json
scores=q2,nli-sentences,overlap,bleu
[ -x "$assay" ] || { echo "ensemble: run make build first ($assay is not there)" >&2; exit 3; }

mkdir -p "$work"
cd "$work"
"$assay" evaluate prepare begin "$data"/begin/begin_dev_{wow,tc}.tsv -o begin.jsonl --overwrite
"$assay" evaluate prepare wow "$data"/q-squared/cross_annotation_half.csv -o wow.jsonl --overwrite
"$assay" evaluate prepare usr "$data"/usr/usr_percona_chat.json -o usr.jsonl --overwrite
for set in begin wow usr; do
  "$assay" score -m $scores --against knowledge $([ $set = usr ] && echo --keep-personal) \
    $set.jsonl -o $set.scores.jsonl --overwrite --restart
done

# Responses to one knowledge stay in one fold.
"$assay" calibrate combine begin.scores.jsonl -s $scores --against knowledge \
  --positive "Fully attributable" --records begin.jsonl --group knowledge -o "$weights" --overwrite
ASSAY_PROGRAM=$assay python3 "$root/tools/make_models_manifest.py"

for set in wow usr; do
  "$assay" calibrate apply "$weights" $set.scores.jsonl -o $set.ensemble.jsonl --overwrite
done
"$assay" evaluate classify wow.scores.jsonl --join e=wow.ensemble.jsonl -s $scores,e:probability \
  --group context
"$assay" evaluate correlate usr.scores.jsonl --join e=usr.ensemble.jsonl -s $scores,e:probability \
  --group context
