#!/usr/bin/env bash
# Builds one of llama.cpp's own programs, once: `llama-server` for the tests of endpoints,
# `llama-batched-bench` for bench/generation_bench.
#
#   tools/llama/build_program.sh NAME [SOURCE SOURCE_STAMP LIBRARIES]
#
# SOURCE and SOURCE_STAMP are as for build.sh, whose PREFIX/lib is LIBRARIES here; without them, what lies
# below .deps. The program goes to .deps/NAME/NAME. Where .deps/NAME/stamp names this source, the
# libraries' build and this script, nothing is done. Not optimised: what takes time when it runs is in
# the libraries. tools/setup.sh test builds the server.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
deps=$here/../../.deps
program=$1
shift
[ $# -gt 0 ] || set -- "$deps/llama/source" "$deps/stamps/llama-cpp-python" "$deps/llama/lib"
source=$(cd "$1" && pwd)
libraries=$(cd "$3" && pwd)
mkdir -p "$deps/$program"
prefix=$(cd "$deps/$program" && pwd)
exec 9>"$prefix/lock"
flock 9  # worktrees may share .deps
identity=$(cat "$2" "$libraries/../stamp" "$0" "$here/programs/CMakeLists.txt" | sha256sum)
[ "$(cat "$prefix/stamp" 2>/dev/null)" != "$identity" ] || exit 0

launcher=()
if command -v ccache >/dev/null; then
  launcher=(-DCMAKE_C_COMPILER_LAUNCHER=ccache -DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
fi
build=$prefix/build
rm -rf "$build" "$prefix/stamp"
started=$SECONDS
echo "   building llama.cpp's $program ($(nproc) at a time)"
cmake -S "$here/programs" -B "$build" -G Ninja "${launcher[@]}" \
  -DLLAMA_SOURCE="$source" -DLLAMA_LIBRARIES="$libraries" -DBUILD_SHARED_LIBS=OFF \
  -DCMAKE_BUILD_TYPE=Release -DCMAKE_C_FLAGS_RELEASE="-O0 -DNDEBUG" \
  -DCMAKE_CXX_FLAGS_RELEASE="-O0 -DNDEBUG" >"$prefix/configure.log" 2>&1 ||
  { tail -n 20 "$prefix/configure.log" >&2; exit 1; }
cmake --build "$build" --parallel "$(nproc)" --target "$program" >"$prefix/build.log" 2>&1 ||
  { tail -n 40 "$prefix/build.log" >&2; exit 1; }
cp "$(find "$build" -name "$program" -type f)" "$prefix/$program"
strip "$prefix/$program"
rm -rf "$build"
echo "$identity" >"$prefix/stamp"
echo "   llama.cpp's $program built in $((SECONDS - started)) s"
