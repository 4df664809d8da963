#!/usr/bin/env bash
# Builds llama.cpp's own batched benchmark, once, for bench/generation_bench:
#
#   tools/llama/build_bench.sh [SOURCE SOURCE_STAMP LIBRARIES PREFIX]
#
# The arguments are those of build_server.sh; without them, what lies below .deps. PREFIX gets
# llama-batched-bench. Where PREFIX/stamp names this source, the libraries' build and this script,
# nothing is done. Not optimised: what takes time when it runs is in the libraries.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
deps=$here/../../.deps
[ $# -gt 0 ] || set -- "$deps/llama/source" "$deps/stamps/llama-cpp-python" "$deps/llama/lib" \
  "$deps/llama-bench"
source=$(cd "$1" && pwd)
libraries=$(cd "$3" && pwd)
mkdir -p "$4"
prefix=$(cd "$4" && pwd)
exec 9>"$prefix/lock"
flock 9  # worktrees may share .deps
identity=$(cat "$2" "$libraries/../stamp" "$0" "$here/bench/CMakeLists.txt" | sha256sum)
[ "$(cat "$prefix/stamp" 2>/dev/null)" != "$identity" ] || exit 0

launcher=()
if command -v ccache >/dev/null; then
  launcher=(-DCMAKE_C_COMPILER_LAUNCHER=ccache -DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
fi
build=$prefix/build
rm -rf "$build" "$prefix/stamp"
started=$SECONDS
echo "   building llama.cpp's benchmark (${JOBS:-$(nproc)} at a time)"
cmake -S "$here/bench" -B "$build" -G Ninja "${launcher[@]}" \
  -DLLAMA_SOURCE="$source" -DLLAMA_LIBRARIES="$libraries" -DBUILD_SHARED_LIBS=OFF \
  -DCMAKE_BUILD_TYPE=Release -DCMAKE_C_FLAGS_RELEASE="-O0 -DNDEBUG" \
  -DCMAKE_CXX_FLAGS_RELEASE="-O0 -DNDEBUG" >"$prefix/configure.log" 2>&1 ||
  { tail -n 20 "$prefix/configure.log" >&2; exit 1; }
cmake --build "$build" --parallel "${JOBS:-$(nproc)}" --target llama-batched-bench \
  >"$prefix/build.log" 2>&1 || { tail -n 40 "$prefix/build.log" >&2; exit 1; }
cp "$(find "$build" -name llama-batched-bench -type f)" "$prefix/llama-batched-bench"
strip "$prefix/llama-batched-bench"
rm -rf "$build"
echo "$identity" >"$prefix/stamp"
echo "   llama.cpp's benchmark built in $((SECONDS - started)) s"
