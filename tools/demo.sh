#!/usr/bin/env bash
# `make demo`: scores the examples and shows what came out.
set -euo pipefail
cd "$(dirname "$0")/.."
assay=${BUILD:-build/release}/assay
examples=examples/dialogues.jsonl
results=build/demo/results.jsonl
mkdir -p build/demo

run() {
  printf '\n$ %s\n' "$*"
  "$@"
}

run "$assay" score "$examples" --metric q2,nli,overlap -o "$results" --overwrite --restart
for id in piano-good piano-wrong; do
  run "$assay" explain "$results" "$id" --metric q2 --input "$examples"
done
printf '\nHow well do the scores tell the two labels of the examples apart?\n\n'
/usr/bin/python3 tools/demo_report.py "$results"
run "$assay" report "$results" --input "$examples" -o build/demo/report.html
cat <<END

A page to open in a browser:                  build/demo/report.html
Results, one JSON line a record and metric:   $results
Explain another record:                       $assay explain $results moon-wrong --metric q2
Score a file of your own:                     $assay score FILE.jsonl --metric q2 -o OUT.jsonl
END
