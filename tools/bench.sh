#!/usr/bin/env bash
# Runs every benchmark, or those whose names are given:  tools/bench.sh [NAME...]
# Scripts see ASSAY_PROGRAM, the built program, and ASSAY_BENCH_DIR, the folder of the programs.
set -euo pipefail
cd "$(dirname "$0")/.."
build=${BUILD:-build/release}
export ASSAY_PROGRAM=$PWD/$build/assay ASSAY_BENCH_DIR=$PWD/$build/bench

wanted() { [ ${#names[@]} = 0 ] || [[ " ${names[*]} " == *" $1 "* ]]; }

names=("$@")
ran=0
for source in bench/*_bench.cc bench/*_bench.py; do
  file=$(basename "$source")
  name=${file%_bench.*}
  [ -e "$source" ] && wanted "$name" || continue
  case $source in
    *.cc) tools/phase.sh "bench $name" "$build/bench/${name}_bench" ;;
    *.py) tools/phase.sh "bench $name (Python)" .deps/venv/bin/python "$source" ;;
  esac
  ran=$((ran + 1))
done
[ $ran -gt 0 ] || { echo "no benchmark matches: ${names[*]}" >&2; exit 2; }
