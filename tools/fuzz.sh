#!/usr/bin/env bash
# Fuzzes every target for a while, or those whose names are given:
#   FUZZ_SECONDS=60 tools/fuzz.sh [NAME...]
# New inputs and crashes stay in build/fuzz/work/NAME; a crash belongs into fuzz/corpus/NAME when it
# is fixed.
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=${FUZZ_SECONDS:-60}

fuzz_one() {  # NAME
  local work=build/fuzz/work/$1
  mkdir -p "$work/corpus"
  "build/fuzz/fuzz/${1}_fuzz" -max_total_time="$seconds" -timeout=30 -rss_limit_mb=4096 \
    -print_final_stats=1 -verbosity=0 -artifact_prefix="$work/" "$work/corpus" "fuzz/corpus/$1"
}
export -f fuzz_one
export seconds

names=("$@")
if [ ${#names[@]} = 0 ]; then
  for source in fuzz/*_fuzz.cc; do
    name=$(basename "$source" _fuzz.cc)
    names+=("$name")
  done
fi
for name in "${names[@]}"; do
  tools/phase.sh "fuzz $name for $seconds s" bash -euo pipefail -c 'fuzz_one "$1"' fuzz "$name"
done
