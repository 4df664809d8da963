"""Puts the wheels of tools/deps.lock where the build looks for them.

    fetch_deps.py LOCK DEPS_DIR

Every wheel is downloaded by name with pip, verified against its sha256 and unpacked below DEPS_DIR
in one step (a folder is either complete or absent). A stamp holds the hash of what was unpacked:
with all stamps in place nothing is downloaded and no network is needed.
"""

import hashlib
import json
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path


def sha256_of(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def identity(wheel: dict) -> str:
    """Changes whenever the unpacked folder would: the file's hash and the rules of unpacking."""
    rules = json.dumps([wheel["target"], wheel["extract"]])
    return wheel["sha256"] + " " + hashlib.sha256(rules.encode()).hexdigest()[:16] + "\n"


def download(wheel: dict, folder: Path) -> Path:
    """The verified wheel file, from `folder` when it is there already."""
    path = folder / wheel["file"]
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        requirement = f"{wheel['name']}=={wheel['version']}"
        print(f"   downloading {requirement}", flush=True)
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"]
        command += ["--disable-pip-version-check", "--only-binary=:all:", *wheel["pip"]]
        if subprocess.run([*command, "--dest", str(folder), requirement]).returncode != 0:
            sys.exit(f"setup: pip could not download {requirement}; is there a network?")
    if not path.exists():
        sys.exit(f"setup: the registry gave another file than {wheel['file']}")
    if (found := sha256_of(path)) != wheel["sha256"]:
        path.unlink()
        sys.exit(f"setup: {wheel['file']} has sha256 {found}, deps.lock says {wheel['sha256']}")
    return path


def unpack(wheel: dict, archive: Path, deps: Path) -> None:
    target = deps / wheel["target"]
    fresh = target.with_name(target.name + ".new")
    shutil.rmtree(fresh, ignore_errors=True)
    with zipfile.ZipFile(archive) as file:
        for prefix, folder in wheel["extract"]:
            names = [n for n in file.namelist() if n.startswith(prefix) and not n.endswith("/")]
            if not names:
                sys.exit(f"setup: {archive.name} holds nothing below {prefix}")
            for name in names:
                destination = fresh / folder / name.removeprefix(prefix)
                destination.parent.mkdir(parents=True, exist_ok=True)
                with file.open(name) as source, destination.open("wb") as copy:
                    shutil.copyfileobj(source, copy)
    shutil.rmtree(target, ignore_errors=True)
    fresh.rename(target)


def main() -> None:
    lock, deps = Path(sys.argv[1]), Path(sys.argv[2])
    for wheel in tomllib.loads(lock.read_text())["wheel"]:
        stamp = deps / "stamps" / wheel["name"]
        if stamp.exists() and stamp.read_text() == identity(wheel):
            if (deps / wheel["target"]).is_dir():
                continue
        unpack(wheel, download(wheel, deps / "wheels"), deps)
        stamp.parent.mkdir(parents=True, exist_ok=True)
        stamp.write_text(identity(wheel))
        print(f"   {wheel['name']} {wheel['version']} -> {deps.name}/{wheel['target']}", flush=True)


if __name__ == "__main__":
    main()
