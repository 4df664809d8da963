"""Every relative link of the documents leads to a file:  check_links.py CHECKOUT"""

import re
import subprocess
import sys
from pathlib import Path


def documents(root: Path) -> list[Path]:
    listed = subprocess.run(["git", "-C", str(root), "ls-files", "*.md"], capture_output=True,
                            text=True, check=True).stdout.split()
    return [root / name for name in listed]


def dead_links(document: Path) -> list[str]:
    targets = re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", document.read_text(encoding="utf-8"))
    relative = [t for t in targets if not re.match(r"[a-z]+:", t)]
    return [t for t in relative if not (document.parent / t).exists()]


def main() -> int:
    root = Path(sys.argv[1])
    found = documents(root)
    dead = [f"{d.relative_to(root)}: {t}" for d in found for t in dead_links(d)]
    print("\n".join(dead))
    print(f"{len(found)} documents, {len(dead)} dead links")
    return 1 if dead or not found else 0


if __name__ == "__main__":
    sys.exit(main())
