"""Runs ctest and closes with what a person wants to know: failures and skips by name, and counts.

    run_tests.py BUILD_DIR [CTEST_ARGUMENT...]

The last line printed is "N passed, N failed, N skipped"; the exit code is 0 only if nothing failed
and something ran.
"""

import re
import subprocess
import sys
import time
import xml.etree.ElementTree as ElementTree
from pathlib import Path


def run_ctest(build: Path, arguments: list[str]) -> tuple[int, Path]:
    report = (build / "test-report.xml").absolute()
    report.unlink(missing_ok=True)
    command = ["ctest", "--test-dir", str(build), "--output-on-failure", "--no-tests=error"]
    command += ["--test-output-size-passed", "1000000"]  # ctest would cut what skips are read from
    command += ["--output-junit", str(report), *arguments]
    return subprocess.run(command).returncode, report


def skip_reason(case: ElementTree.Element) -> str:
    """The reason that the test printed: GTEST_SKIP's message, or an oracle's last line."""
    output = case.findtext("system-out") or ""
    if match := re.search(r": Skipped\n(.+)", output):
        return match[1].strip()
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    return lines[-1] if lines else "no reason given"


def skipped_inside(case: ElementTree.Element) -> list[str]:
    """What a test that passed as a whole left out: skips of Python's unittest inside it."""
    output = case.findtext("system-out") or ""
    found = re.findall(r"^(\w+) .*\.\.\. skipped ['\"](.*)['\"]$", output, re.MULTILINE)
    return [f"{case.get('name')}/{name}: {reason}" for name, reason in found]


def main() -> int:
    print("== tests", flush=True)
    start = time.monotonic()
    code, report = run_ctest(Path(sys.argv[1]), sys.argv[2:])
    if not report.exists():
        print("ctest wrote no report", file=sys.stderr)
        return code or 1
    passed, failed, skipped = 0, [], []
    for case in ElementTree.parse(report).iter("testcase"):
        name = case.get("name", "")
        if case.find("skipped") is not None:
            skipped.append(f"{name}: {skip_reason(case)}")
        elif case.get("status") == "run":
            passed += 1
            skipped += skipped_inside(case)
        else:
            failed.append(name)
    for title, names in (("Skipped", skipped), ("Failed", failed)):
        if names:
            print(f"\n{title} ({len(names)}):")
            print("\n".join(f"  {name}" for name in names))
    print(f"\n== tests: done in {time.monotonic() - start:.0f} s")
    print(f"{passed} passed, {len(failed)} failed, {len(skipped)} skipped", flush=True)
    return 1 if failed or code != 0 or passed == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
