"""Puts the wheels and source archives of tools/deps.lock where the build looks for them.

    fetch_deps.py LOCK DEPS_DIR

Every archive is downloaded by name with pip, verified against its sha256 and unpacked below DEPS_DIR
in one step (a folder is either complete or absent). A stamp holds the hash of what was unpacked:
with all stamps in place nothing is downloaded and no network is needed.
"""

import hashlib
import json
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO


def sha256_of(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def identity(wheel: dict) -> str:
    """Changes whenever the unpacked folder would: the file's hash and the rules of unpacking."""
    rules = json.dumps([wheel["target"], wheel["extract"]])
    return wheel["sha256"] + " " + hashlib.sha256(rules.encode()).hexdigest()[:16] + "\n"


def download(wheel: dict, folder: Path) -> Path:
    """The verified archive, from `folder` when it is there already."""
    path = folder / wheel["file"]
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        requirement = f"{wheel['name']}=={wheel['version']}"
        print(f"   downloading {requirement}", flush=True)
        # pip asks a source archive for its metadata, for which it fetches the archive's build tools.
        form = "--no-binary" if path.name.endswith(".tar.gz") else "--only-binary"
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"]
        command += ["--disable-pip-version-check", f"{form}={wheel['name']}", *wheel["pip"]]
        if subprocess.run([*command, "--dest", str(folder), requirement]).returncode != 0:
            sys.exit(f"setup: pip could not download {requirement}; is there a network?")
    if not path.exists():
        sys.exit(f"setup: the registry gave another file than {wheel['file']}")
    if (found := sha256_of(path)) != wheel["sha256"]:
        path.unlink()
        sys.exit(f"setup: {wheel['file']} has sha256 {found}, deps.lock says {wheel['sha256']}")
    return path


def files_of(archive: Path) -> Iterator[tuple[str, IO[bytes]]]:
    """Name and content of every plain file of a wheel or source archive."""
    if archive.name.endswith(".tar.gz"):
        with tarfile.open(archive) as tar:
            for member in tar:
                if member.isfile():
                    yield member.name, tar.extractfile(member)
    else:
        with zipfile.ZipFile(archive) as zipped:
            for name in zipped.namelist():
                if not name.endswith("/"):
                    with zipped.open(name) as content:
                        yield name, content


def unpack(wheel: dict, archive: Path, deps: Path) -> None:
    target = deps / wheel["target"]
    fresh = target.with_name(target.name + ".new")
    shutil.rmtree(fresh, ignore_errors=True)
    missing = {prefix for prefix, _ in wheel["extract"]}
    for name, content in files_of(archive):
        for prefix, folder in wheel["extract"]:
            if not name.startswith(prefix):
                continue
            missing.discard(prefix)
            destination = fresh / folder / name.removeprefix(prefix)
            destination.parent.mkdir(parents=True, exist_ok=True)
            with destination.open("wb") as copy:
                shutil.copyfileobj(content, copy)
            break
    if missing:
        sys.exit(f"setup: {archive.name} holds nothing below {', '.join(sorted(missing))}")
    shutil.rmtree(target, ignore_errors=True)
    fresh.rename(target)


def main() -> None:
    lock, deps = Path(sys.argv[1]), Path(sys.argv[2])
    archives = tomllib.loads(lock.read_text())
    for wheel in archives["wheel"] + archives["sdist"]:
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
