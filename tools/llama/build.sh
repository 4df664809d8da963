#!/usr/bin/env bash
# Builds llama.cpp as static libraries, once for every build of assay:
#
#   tools/llama/build.sh SOURCE SOURCE_STAMP PREFIX       (tools/setup.sh calls it)
#
# SOURCE is the source that tools/fetch_deps.py has unpacked, SOURCE_STAMP the file that says which;
# PREFIX gets include/, lib/ and licenses/. Where PREFIX/stamp names this source and this script,
# nothing is done.
#
# - The processor must have AVX2, FMA, F16C and BMI2 (x86-64-v3): one baseline, so that the same
#   model gives the same bits on every machine. assay asks the processor before it loads a model.
# - No kernels whose sums depend on how many tokens a batch has (tinyBLAS, repacked weights): what
#   is generated for a prompt must not depend on the prompts beside it.
# - No grammar takes all memory (bound_grammars.sh).
# - ggml's own threads rather than OpenMP's: no further run-time library.
set -euo pipefail
source=$(cd "$1" && pwd)
mkdir -p "$3"
prefix=$(cd "$3" && pwd)
exec 9>"$prefix/lock"
flock 9  # worktrees may share .deps
here=$(cd "$(dirname "$0")" && pwd)
identity=$(cat "$2" "$0" "$here/bound_grammars.sh" | sha256sum)
[ "$(cat "$prefix/stamp" 2>/dev/null)" != "$identity" ] || exit 0

launcher=()
if command -v ccache >/dev/null; then
  launcher=(-DCMAKE_C_COMPILER_LAUNCHER=ccache -DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
fi
baseline=()
if [ "$(uname -m)" = x86_64 ]; then
  baseline=(-DGGML_SSE42=ON -DGGML_AVX=ON -DGGML_AVX2=ON -DGGML_FMA=ON -DGGML_F16C=ON -DGGML_BMI2=ON)
fi
build=$prefix/build
rm -rf "$build" "$prefix/stamp"
"$here/bound_grammars.sh" "$source"
started=$SECONDS
echo "   building llama.cpp ($(nproc) at a time)"
cmake -S "$source" -B "$build" -G Ninja "${launcher[@]}" "${baseline[@]}" \
  -DCMAKE_BUILD_TYPE=Release -DLLAMA_BUILD_NUMBER=0 -DLLAMA_BUILD_COMMIT=sdist \
  -DCMAKE_C_FLAGS_RELEASE="-O2 -DNDEBUG" -DCMAKE_CXX_FLAGS_RELEASE="-O2 -DNDEBUG" \
  -DCMAKE_POSITION_INDEPENDENT_CODE=ON -DBUILD_SHARED_LIBS=OFF \
  -DLLAMA_BUILD_COMMON=OFF -DLLAMA_BUILD_TESTS=OFF -DLLAMA_BUILD_TOOLS=OFF \
  -DLLAMA_BUILD_EXAMPLES=OFF -DLLAMA_BUILD_SERVER=OFF -DLLAMA_BUILD_APP=OFF \
  -DLLAMA_BUILD_UI=OFF -DLLAMA_USE_PREBUILT_UI=OFF -DLLAMA_OPENSSL=OFF -DLLAMA_SUBPROCESS=OFF \
  -DGGML_NATIVE=OFF -DGGML_OPENMP=OFF -DGGML_LLAMAFILE=OFF -DGGML_CPU_REPACK=OFF \
  -DGGML_CCACHE=OFF >"$prefix/configure.log" 2>&1 ||
  { tail -n 20 "$prefix/configure.log" >&2; exit 1; }
cmake --build "$build" --parallel "$(nproc)" --target llama >"$prefix/build.log" 2>&1 ||
  { tail -n 40 "$prefix/build.log" >&2; exit 1; }

rm -rf "$prefix/include" "$prefix/lib" "$prefix/licenses"
mkdir -p "$prefix/include" "$prefix/lib" "$prefix/licenses"
cp "$source"/include/llama.h "$source"/ggml/include/{ggml,ggml-alloc,ggml-backend,ggml-cpu,ggml-opt,gguf}.h \
  "$prefix/include/"
find "$build" -name 'lib*.a' -exec cp {} "$prefix/lib/" \;
cp "$source/LICENSE" "$prefix/licenses/llama.cpp.txt"
rm -rf "$build"
echo "$identity" >"$prefix/stamp"
echo "   llama.cpp built in $((SECONDS - started)) s"
