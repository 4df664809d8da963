#!/usr/bin/env bash
# clang-tidy over the project's own sources, as .clang-tidy says:  tools/tidy.sh BUILD_DIR JOBS [FILE...]
set -euo pipefail
cd "$(dirname "$0")/.."
build=$1 jobs=$2
shift 2
if [ $# -gt 0 ]; then
  files=("$@")
else
  mapfile -t files < <(git ls-files 'src/*.cc' | grep -v '_test\.cc$')
fi
printf '%s\n' "${files[@]}" |
  xargs -P "$jobs" -n 1 clang-tidy -p "$build" --quiet --warnings-as-errors='*' \
    --extra-arg=-Wno-unknown-warning-option  # the build's flags are GCC's
