"""Runs the commands of README.md as they stand there:  readme_commands.py CHECKOUT PROGRAM

FILE.jsonl is the JSON line that the README shows, FILE.csv is examples/answers.csv.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path


def indented_lines(markdown: str) -> list[str]:
    """Lines of code blocks, those continued with a backslash joined."""
    code = [line[4:] for line in markdown.splitlines() if line.startswith("    ")]
    return re.sub(r"\\\n\s*", "", "\n".join(code)).splitlines()


def main() -> int:
    root, program = Path(sys.argv[1]), Path(sys.argv[2])
    lines = indented_lines((root / "README.md").read_text(encoding="utf-8"))
    records = [line for line in lines if line.startswith("{")]
    commands = [line for line in lines if line.startswith("assay ")]
    if not records or not commands:
        print("README.md shows no record or no command")
        return 1
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        for record in records:
            json.loads(record)
        (work / "FILE.jsonl").write_text("\n".join(records) + "\n", encoding="utf-8")
        shutil.copy(root / "examples" / "answers.csv", work / "FILE.csv")
        environment = dict(os.environ, PATH=f"{program.parent}:{os.environ['PATH']}")
        for command in commands:
            print(f"$ {command}", flush=True)
            if command.startswith("assay score"):
                (work / "OUT.jsonl").unlink(missing_ok=True)
            if subprocess.run(command, shell=True, cwd=work, env=environment).returncode != 0:
                print("failed")
                return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
