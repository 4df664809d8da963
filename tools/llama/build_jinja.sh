#!/usr/bin/env bash
# Builds llama.cpp's Jinja engine as a static library, once, for the chat templates of models:
#
#   tools/llama/build_jinja.sh SOURCE SOURCE_STAMP GGML_HEADERS PREFIX     (tools/setup.sh calls it)
#
# SOURCE and SOURCE_STAMP are as for build.sh, whose PREFIX/include is GGML_HEADERS here; PREFIX gets
# include/jinja and lib/libjinja.a. Where PREFIX/stamp names this source and this script, nothing is
# done. The engine lies in llama.cpp's common/, the rest of which (downloads, consoles, the reading of
# arguments) assay does not need.
set -euo pipefail
source=$(cd "$1" && pwd)
headers=$(cd "$3" && pwd)
mkdir -p "$4"
prefix=$(cd "$4" && pwd)
exec 9>"$prefix/lock"
flock 9  # worktrees may share .deps
identity=$(cat "$2" "$0" | sha256sum)
[ "$(cat "$prefix/stamp" 2>/dev/null)" != "$identity" ] || exit 0

launcher=()
if command -v ccache >/dev/null; then launcher=(ccache); fi
rm -rf "$prefix/build" "$prefix/include" "$prefix/lib" "$prefix/stamp"
mkdir -p "$prefix/build" "$prefix/include/jinja" "$prefix/lib"
echo "   building llama.cpp's Jinja engine"
for unit in jinja/lexer jinja/parser jinja/runtime jinja/string jinja/value json unicode; do
  object=$prefix/build/${unit//\//_}.o
  "${launcher[@]}" c++ -std=c++17 -O2 -DNDEBUG -fPIC -w -I"$source/common" -I"$source/vendor" \
    -I"$headers" -c "$source/common/$unit.cpp" -o "$object"
done
ar crs "$prefix/lib/libjinja.a" "$prefix"/build/*.o
cp "$source"/common/jinja/*.h "$prefix/include/jinja/"
rm -rf "$prefix/build"
echo "$identity" >"$prefix/stamp"
