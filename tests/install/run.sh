#!/usr/bin/env bash
# Installs a build tree, moves the installed tree, and uses it as a stranger would: the program from
# another folder, and the package from a program of one's own.
#   run.sh BUILD_DIR WORK_DIR VERSION [CMAKE_ARGUMENT...]
set -euo pipefail
build=$1 work=$2 version=$3
shift 3
here=$(cd "$(dirname "$0")" && pwd)

check() {  # DESCRIPTION COMMAND...
  local description=$1
  shift
  "$@" || { echo "failed: $description" >&2; exit 1; }
  echo "ok: $description"
}

rm -rf "$work"
mkdir -p "$work"
work=$(cd "$work" && pwd)
cmake --install "$build" --prefix "$work/first" >"$work/install.log"
mv "$work/first" "$work/moved"
prefix=$work/moved

finds_no_build_path() { ! readelf -d "$1" | grep -E 'R(UN)?PATH' | grep -F "$build"; }
# With the build tree's libraries out of reach, every library must come from the tree or the system.
resolves_all() { ! ldd "$1" | grep -E 'not found|\.deps'; }
says_version() { [ "$(cd / && "$prefix/bin/assay" --version | head -1)" = "assay $version" ]; }
runs_doctor() { (cd / && env -u ASSAY_MODELS "$prefix/bin/assay" doctor); }
has_no_absolute_paths() { ! grep -rn -F "$(dirname "$build")" "$prefix/lib/cmake"; }

check "the program's library path is relative" finds_no_build_path "$prefix/bin/assay"
check "the program finds its libraries" resolves_all "$prefix/bin/assay"
check "the CPU plugin finds its libraries" \
  resolves_all "$(find "$prefix" -name libopenvino_intel_cpu_plugin.so)"
check "the program runs" says_version
check "doctor is content" runs_doctor
check "the package names no folder of the build" has_no_absolute_paths
check "the consumer is configured" \
  cmake -S "$here" -B "$work/consumer" -G Ninja -DCMAKE_PREFIX_PATH="$prefix" "$@"
check "the consumer is built" cmake --build "$work/consumer"
check "the consumer runs" "$work/consumer/consumer" "$prefix/share/assay/models"
rm -rf "$work"
