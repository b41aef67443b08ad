"""Build a monorepo of real packages, to run tffix on.

    python bench/monorepo.py TARGET

Each package of ``bench/monorepo-manifest.txt`` is downloaded at its pinned version and unpacked into a folder of its
own under TARGET, as it is shipped: nothing is installed or imported.  (``pip`` reads the metadata of a source
distribution through its build backend; wheels, which are nearly all of the list, run no code.)  The tree becomes one
git commit, so that the output of ``tffix apply --dry-run`` can be checked with ``git apply``.

A package that is already there is not downloaded again, so an interrupted build goes on where it stopped.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MANIFEST = Path(__file__).with_name("monorepo-manifest.txt")
PYTHONS = ("3.14", "3.13", "3.12", "3.11", "3.10")
"""The interpreters whose wheels are tried, newest first; fixed, so that the tree does not depend on who builds it."""
PLATFORMS = ("manylinux_2_28_x86_64", "manylinux_2_27_x86_64", "manylinux2014_x86_64")
IDENTITY = {
    "GIT_AUTHOR_NAME": "monorepo",
    "GIT_AUTHOR_EMAIL": "monorepo@example.org",
    "GIT_AUTHOR_DATE": "2026-01-01T00:00:00Z",
    "GIT_COMMITTER_NAME": "monorepo",
    "GIT_COMMITTER_EMAIL": "monorepo@example.org",
    "GIT_COMMITTER_DATE": "2026-01-01T00:00:00Z",
}


class UnavailableError(Exception):
    """A package cannot be had; the message says why."""


@dataclass(frozen=True)
class Package:
    """One line of the manifest."""

    name: str
    version: str
    sdist: bool = False

    @property
    def folder(self) -> str:
        return f"{self.name}-{self.version}"


def read_manifest(path: Path) -> list[Package]:
    """The packages listed in ``path``: ``name==version``, with ``sdist`` behind it where the wheel is not wanted."""
    packages = []
    for line in path.read_text(encoding="utf-8").splitlines():
        requirement, _, kind = line.partition("#")[0].strip().partition(" ")
        if requirement:
            name, _, version = requirement.partition("==")
            packages.append(Package(name, version, sdist=kind.strip() == "sdist"))
    return packages


def download(package: Package, into: Path) -> Path:
    """Download the archive of ``package``.

    Raises:
        UnavailableError: no archive of this version could be had.
    """
    base = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", str(into)]
    requirement = f"{package.name}=={package.version}"
    if package.sdist:
        attempts = [[*base, "--no-binary=:all:", "--ignore-requires-python", requirement]]
    else:
        platforms = [f"--platform={platform}" for platform in PLATFORMS]
        wheel = [*base, "--only-binary=:all:", "--ignore-requires-python", *platforms]
        attempts = [[*wheel, f"--python-version={python}", requirement] for python in PYTHONS]
    errors = ""
    for attempt in attempts:
        run = subprocess.run(attempt, capture_output=True, text=True, check=False)
        if run.returncode == 0:
            return next(path for path in into.iterdir() if path.is_file())
        errors = run.stderr
    lines = [line for line in errors.splitlines() if line.startswith("ERROR")]
    raise UnavailableError(lines[-1] if lines else "pip download failed")


def unpack(archive: Path, into: Path) -> None:
    """Unpack a wheel or a source distribution; members that would land outside ``into`` are refused or renamed."""
    if archive.suffix in (".whl", ".zip"):
        with zipfile.ZipFile(archive) as wheel:
            wheel.extractall(into)
    else:
        with tarfile.open(archive) as sdist:
            sdist.extractall(into, filter="data")


def add_package(package: Package, target: Path) -> None:
    """Put ``package`` into ``target``, wholly or not at all."""
    with tempfile.TemporaryDirectory(prefix=".monorepo-", dir=target) as scratch:
        downloads, content = Path(scratch, "download"), Path(scratch, "content")
        downloads.mkdir()
        content.mkdir()
        unpack(download(package, downloads), content)
        content.rename(target / package.folder)


def commit(target: Path) -> None:
    """Make ``target`` a git repository of one commit that holds every file byte for byte."""

    def git(*arguments: str) -> str:
        command = ["git", "-C", str(target), *arguments]
        return subprocess.run(
            command, env={**os.environ, **IDENTITY}, check=True, stdout=subprocess.PIPE, text=True
        ).stdout

    if not (target / ".git").exists():
        git("init", "--quiet", "--initial-branch=main")
        git("config", "gc.auto", "0")
    # What the packages ship as .gitattributes and .gitignore must neither alter a byte nor hide a file.
    (target / ".git" / "info" / "attributes").write_text("* -text\n", encoding="utf-8")
    git("add", "--all", "--force")
    if git("status", "--porcelain"):
        amend = ["--amend"] if (target / ".git" / "refs" / "heads" / "main").exists() else []
        git("commit", "--quiet", *amend, "--message", "The packages as they are shipped")


def python_files(folder: Path) -> Iterator[Path]:
    """Every ``.py`` file below ``folder``."""
    return (path for path in folder.rglob("*.py") if path.is_file())


@dataclass
class Counts:
    """How many Python files there are, how many are not empty, and how many mention tensorflow or keras."""

    files: int = 0
    with_code: int = 0
    mentions: int = 0

    def add(self, other: Counts) -> None:
        self.files += other.files
        self.with_code += other.with_code
        self.mentions += other.mentions

    def __str__(self) -> str:
        return (
            f"{self.files:,} Python files ({self.with_code:,} not empty), {self.mentions:,} mention tensorflow or keras"
        )


def count(folder: Path) -> Counts:
    """Count the Python files below ``folder``."""
    counts = Counts()
    for path in python_files(folder):
        data = path.read_bytes()
        counts.add(Counts(1, bool(data), b"tensorflow" in data or b"keras" in data))
    return counts


def check_target(target: Path) -> str | None:
    """Why ``target`` cannot be the folder to build in, or ``None``."""
    if target == ROOT or ROOT in target.parents:
        return f"{target} lies inside the checkout; give a folder outside it"
    if target.exists() and not target.is_dir():
        return f"{target} is not a folder"
    if target.is_dir() and any(target.iterdir()) and not (target / ".monorepo").exists():
        return f"{target} holds something else; give a new or an empty folder"
    return None


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("target", type=Path, help="the folder to build in, outside the checkout")
    target: Path = parser.parse_args().target.resolve()
    if problem := check_target(target):
        parser.error(problem)
    target.mkdir(parents=True, exist_ok=True)
    (target / ".monorepo").touch()
    for leftover in target.glob(".monorepo-*"):
        shutil.rmtree(leftover)

    packages, missing, total = read_manifest(MANIFEST), {}, Counts()
    for package in packages:
        try:
            if not (target / package.folder).exists():
                add_package(package, target)
        except UnavailableError as error:
            missing[package.folder] = str(error)
            continue
        counts = count(target / package.folder)
        total.add(counts)
        print(f"{package.folder:34} {counts}", flush=True)
    commit(target)
    for folder, reason in missing.items():
        print(f"{folder:36} could not be had: {reason}")
    print(f"{len(packages) - len(missing)} packages, {total}")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
