#!/usr/bin/env bash
# `pip install .` into a fresh environment, then a score from it, far from the source tree.
#   python.sh SOURCE WORK_DIR      skipped (77) where pip cannot fetch what builds the package
set -euo pipefail
source=$1 work=$2
rm -rf "$work"
mkdir -p "$work"
/usr/bin/python3 -m venv "$work/venv"
if ! "$work/venv/bin/pip" download --quiet --no-deps --dest "$work/wheels" scikit-build-core; then
  echo "pip reaches no package registry"
  exit 77
fi
launcher=$(command -v ccache || true)
CXX=/usr/bin/c++ CMAKE_ARGS="${launcher:+-DCMAKE_CXX_COMPILER_LAUNCHER=$launcher}" \
  "$work/venv/bin/pip" install --quiet "$source"
cd "$work"
env -u ASSAY_MODELS "$work/venv/bin/python" - <<'PYTHON'
import assay
records = [{"response": "The ferry takes forty minutes.",
            "knowledge": "The crossing by ferry lasts forty minutes."}]
results = assay.score(records, ["q2", "nli", "overlap"])
assert [result.status for result in results] == ["measured"] * 3, list(results)
print(results)
PYTHON
