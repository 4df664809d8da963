#!/usr/bin/env bash
# Makes a machine ready to build assay, and does nothing where it is ready already.
#
#   tools/setup.sh core      system packages, OpenVINO, llama.cpp (built once) and the default models
#   tools/setup.sh train     and LibTorch with a fast BLAS, for `assay train`
#   tools/setup.sh quantize  and the Python environment that brings models to 8 bits
#   tools/setup.sh test      and shells, llama.cpp's server and the Python environment of the oracles,
#                            for the tests
#   tools/setup.sh check     and clang, clang-tidy and gcovr for the long checks, and what `train` brings
#
# System packages come through apt-get (as root or with sudo) and only when one is missing;
# everything else goes below .deps/, pinned by version and sha256 in deps.lock and
# requirements-*.lock. With everything in place it needs no network.
set -euo pipefail
cd "$(dirname "$0")/.."
readonly deps=.deps
readonly python=/usr/bin/python3  # Debian's own, whatever else comes first in PATH

say() { printf '   %s\n' "$*"; }

as_root() {
  if [ "$(id -u)" = 0 ]; then
    "$@"
  elif command -v sudo >/dev/null; then
    sudo "$@"
  else
    echo "setup: need root or sudo to run: $*" >&2
    exit 1
  fi
}

is_installed() {
  [ "$(dpkg-query --show --showformat='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

install_packages() {  # FILE: one Debian package a line
  local wanted missing=() package
  mapfile -t wanted < <(grep -Ev '^(#|$)' "$1")
  if ! command -v dpkg-query >/dev/null; then
    say "this is not a Debian system; make sure that you have: ${wanted[*]}"
    return
  fi
  for package in "${wanted[@]}"; do
    is_installed "$package" || missing+=("$package")
  done
  [ ${#missing[@]} -gt 0 ] || return 0
  say "installing ${#missing[@]} system packages: ${missing[*]}"
  as_root apt-get update -qq
  as_root env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y -qq -o DPkg::Lock::Timeout=600 --no-install-recommends "${missing[@]}" >/dev/null
}

# The pip that downloads: of an environment of its own, so that the system's Python stays as it is.
make_pip() {
  [ -x $deps/pip/bin/pip ] && $deps/pip/bin/python -c '' 2>/dev/null && return
  say "making $deps/pip"
  rm -rf $deps/pip
  "$python" -m venv $deps/pip
}

fetch_artefacts() {
  make_pip
  $deps/pip/bin/python tools/fetch_deps.py tools/deps.lock $deps
}

build_llama() {
  tools/llama/build.sh $deps/llama/source $deps/stamps/llama-cpp-python $deps/llama
  tools/llama/build_jinja.sh $deps/llama/source $deps/stamps/llama-cpp-python $deps/llama/include \
    $deps/llama-jinja
}

build_llama_server() {
  tools/llama/build_program.sh llama-server
}

make_environment() {  # FOLDER LOCK PURPOSE
  local folder=$1 lock=$2 stamp=$1/assay-requirements.sha256
  local identity
  identity=$(sha256sum <"$lock")
  if [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$identity" ] && "$folder/bin/python" -c ''; then
    return
  fi
  say "installing $(grep -c '==' "$lock") Python packages $3 into $folder"
  rm -rf "$folder"
  "$python" -m venv --without-pip "$folder"
  $deps/pip/bin/pip --python "$folder/bin/python" install --quiet --disable-pip-version-check \
    --no-deps --only-binary=:all: --require-hashes --find-links $deps/wheels --requirement "$lock"
  echo "$identity" >"$stamp"
}

case "${1:-}" in
  core | train | quantize | test | check) ;;
  *)
    echo "usage: tools/setup.sh core|train|quantize|test|check" >&2
    exit 2
    ;;
esac
mkdir -p $deps
install_packages tools/packages.txt
case "$1" in train | check) install_packages tools/packages-train.txt ;; esac
case "$1" in test | check) install_packages tools/packages-test.txt ;; esac
[ "$1" != check ] || install_packages tools/packages-check.txt
fetch_artefacts
build_llama
case "$1" in test | check) build_llama_server ;; esac
case "$1" in test | check) make_environment $deps/venv tools/requirements-test.lock "for the tests" ;; esac
[ "$1" != quantize ] || make_environment $deps/venv-quantize tools/requirements-quantize.lock "for 8-bit models"
say "ready ($1)"
