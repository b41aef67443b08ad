from __future__ import annotations

import importlib
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

BENCH = Path(__file__).resolve().parents[2] / "bench"


@pytest.fixture
def real_run(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(BENCH))
    return importlib.import_module("real_run")


@pytest.fixture
def monorepo(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(BENCH))
    return importlib.import_module("monorepo")


def git(folder: Path, *arguments: str) -> None:
    identity = ["-c", "user.name=t", "-c", "user.email=t@example.org"]
    subprocess.run(["git", *identity, *arguments], cwd=folder, check=True, capture_output=True)


def test_a_patch_is_split_into_files(real_run: ModuleType) -> None:
    one = b"--- a/x.py\n+++ b/x.py\n@@ -1 +1 @@\n--- old\n+new\n"
    two = b"--- a/y.py\n+++ b/y.py\n@@ -1 +1 @@\n-old\n+new\n"
    assert real_run.split(one + two) == [one, two]
    assert real_run.split(b"") == []


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("`loss` is set in two branches", "`total` is set in two branches"),
        ("the step on line 12 is conditional", "the step on line 7 is conditional"),
    ],
)
def test_reasons_that_differ_in_names_and_lines_count_as_one(real_run: ModuleType, one: str, other: str) -> None:
    assert real_run.generalized(one) == real_run.generalized(other)


def test_reasons_that_differ_otherwise_stay_apart(real_run: ModuleType) -> None:
    assert real_run.generalized("`a` is read later") != real_run.generalized("`a` is set later")


def test_a_person_s_text_around_the_measured_part_stays(
    real_run: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = tmp_path / "real-runs.md"
    monkeypatch.setattr(real_run, "REPORT", page)
    real_run.write_report("first")
    page.write_text(page.read_text(encoding="utf-8") + "what was learnt\n", encoding="utf-8")
    real_run.write_report("second")
    text = page.read_text(encoding="utf-8")
    assert "second" in text
    assert "first" not in text
    assert text.endswith("what was learnt\n")


def test_a_file_that_no_longer_compiles_is_found(real_run: ModuleType, tmp_path: Path) -> None:
    tree, copy = tmp_path / "tree", tmp_path / "copy"
    for name, before in {"good.py": "x = 1\n", "spoilt.py": "x = 1\n", "python2.py": "print 1\n"}.items():
        (tree / name).parent.mkdir(exist_ok=True)
        (tree / name).write_text(before, encoding="utf-8")
    git(tree, "init", "--quiet")
    git(tree, "add", "--all")
    git(tree, "commit", "--quiet", "--message", "m")
    git(tree, "worktree", "add", "--quiet", "--detach", str(copy))
    for name, after in {"good.py": "x = 2\n", "spoilt.py": "x = (\n", "python2.py": "print 2\n"}.items():
        (copy / name).write_text(after, encoding="utf-8")
    assert real_run.broken_files(tree, copy) == ["spoilt.py"]


STUB = """
import difflib, pathlib, sys
for path in sorted(pathlib.Path().glob("*.py")):
    before = path.read_text().splitlines(True)
    after = [line.replace("bad", sys.argv[1]) for line in before]
    sys.stdout.writelines(difflib.unified_diff(before, after, f"a/{path}", f"b/{path}"))
"""
"""Stands for ``tffix apply --dry-run``."""


@pytest.mark.parametrize(
    ("replacement", "good", "broken", "second"),
    [("good", True, [], 0), ("(", False, ["x.py"], 0), ("bad1", False, [], 1)],
)
def test_a_dry_run_is_applied_and_checked(
    real_run: ModuleType,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    replacement: str,
    good: bool,
    broken: list[str],
    second: int,
) -> None:
    tree, stub = tmp_path / "tree", tmp_path / "stub.py"
    stub.write_text(STUB, encoding="utf-8")
    tree.mkdir()
    (tree / "x.py").write_text("bad\n", encoding="utf-8")
    (tree / "y.py").write_text("fine\n", encoding="utf-8")
    git(tree, "init", "--quiet")
    git(tree, "add", "--all")
    git(tree, "commit", "--quiet", "--message", "m")
    monkeypatch.setattr(real_run, "tffix", lambda *options: [sys.executable, str(stub), replacement])
    applied = real_run.apply_all(tree, "safe fixes")
    assert (applied.files, applied.lines, applied.git_apply) == (1, 2, "clean")
    assert (applied.good, applied.broken, applied.second) == (good, broken, second)
    assert (tree / "x.py").read_text(encoding="utf-8") == "bad\n"


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_memory_of_child_processes_is_measured(real_run: ModuleType, tmp_path: Path) -> None:
    child = "import time; x = bytearray(80_000_000); time.sleep(0.6)"
    parent = f"import subprocess, sys; sys.exit(subprocess.run([sys.executable, '-c', {child!r}]).returncode + 3)"
    measured = real_run.measure([sys.executable, "-c", parent], tmp_path)
    assert measured.exit_code == 3
    assert 70 < measured.peak_single < measured.peak_total


def test_the_manifest_is_read(monorepo: ModuleType, tmp_path: Path) -> None:
    manifest = tmp_path / "manifest.txt"
    manifest.write_text("# users\nkeras-cv==0.9.0\n\ndjango==6.1.3 sdist  # with its tests\n", encoding="utf-8")
    assert monorepo.read_manifest(manifest) == [
        monorepo.Package("keras-cv", "0.9.0"),
        monorepo.Package("django", "6.1.3", sdist=True),
    ]


def test_the_manifest_pins_every_package(monorepo: ModuleType) -> None:
    packages = monorepo.read_manifest(monorepo.MANIFEST)
    assert len(packages) == 34
    assert all(package.version for package in packages)


def test_a_folder_inside_the_checkout_is_refused(monorepo: ModuleType, tmp_path: Path) -> None:
    assert "inside the checkout" in monorepo.check_target(monorepo.ROOT / "mono")
    assert "inside the checkout" in monorepo.check_target(monorepo.ROOT)
    assert monorepo.check_target(tmp_path / "new") is None
    (tmp_path / "thesis.txt").touch()
    assert "holds something else" in monorepo.check_target(tmp_path)
