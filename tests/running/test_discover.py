"""Which files a walk finds."""

from __future__ import annotations

import os
import sys
from collections.abc import Collection, Iterable
from pathlib import Path

import pytest

from tffix.config.patterns import Patterns, patterns
from tffix.running.discover import discover


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository that is the working directory."""
    root = tmp_path / "root"
    (root / ".git").mkdir(parents=True)
    monkeypatch.chdir(root)
    return root


def _touch(root: Path, *names: str) -> None:
    for name in names:
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()


def test_python_files_in_sorted_order(tree):
    _touch(tree, "b.py", "a/z.py", "a.py", "a/b/c.pyw", "data.txt", "a/noext")
    assert discover(["."]).files == ["a.py", "a/b/c.pyw", "a/z.py", "b.py"]


def test_names_are_as_the_user_writes_them(tree):
    _touch(tree, "a/x.py")
    assert discover(["./a"]).files == ["a/x.py"]
    assert discover(["a/../a/x.py"]).files == ["a/x.py"]
    assert discover([str(tree)]).files == [str(tree / "a/x.py")]


@pytest.mark.parametrize(
    "name",
    [
        ".git/hooks/x.py",
        ".venv/lib/x.py",
        "venv/lib/x.py",
        "node_modules/x.py",
        "build/lib/x.py",
        "dist/x.py",
        "a/__pycache__/x.py",
        ".tox/x.py",
        "lib/site-packages/x.py",
        "tffix.egg-info/x.py",
    ],
)
def test_default_excludes(tree, name):
    _touch(tree, name, "kept.py")
    assert discover(["."]).files == ["kept.py"]


def test_a_build_folder_that_is_a_package_is_source(tree):
    _touch(tree, "pkg/build/__init__.py", "pkg/build/x.py")
    assert discover(["."]).files == ["pkg/build/__init__.py", "pkg/build/x.py"]


def test_what_is_named_is_always_taken(tree):
    (tree / ".gitignore").write_text("ignored\n*.gen.py\n")
    _touch(tree, "build/x.py", "ignored/y.py", "ignored/z.gen.py", "script")
    named = ["build", "ignored", "script", "ignored/z.gen.py"]
    assert discover(named).files == ["build/x.py", "ignored/y.py", "ignored/z.gen.py", "script"]


def test_nested_gitignore_files(tree):
    (tree / ".gitignore").write_text("# a comment\n*.gen.py\n/top.py\nlogs/\n")
    _touch(tree, "a/.gitignore", "a/b/.gitignore")
    (tree / "a" / ".gitignore").write_text("!keep.gen.py\nlocal.py\n")
    (tree / "a" / "b" / ".gitignore").write_text("*\n!yes.py\n")
    _touch(tree, "top.py", "x.gen.py", "logs/x.py", "logs.py", "local.py")
    _touch(tree, "a/top.py", "a/keep.gen.py", "a/x.gen.py", "a/local.py", "a/logs/x.py", "a/b/yes.py", "a/b/no.py")
    assert discover(["."]).files == ["a/b/yes.py", "a/keep.gen.py", "a/top.py", "local.py", "logs.py"]


def test_a_negation_does_not_reach_into_an_ignored_folder(tree):
    (tree / ".gitignore").write_text("logs/\n!logs/keep.py\n")
    _touch(tree, "logs/keep.py", "a.py")
    assert discover(["."]).files == ["a.py"]


def test_gitignore_files_above_the_named_folder_hold(tree):
    (tree / ".gitignore").write_text("skip.py\n/a/b/only.py\n")
    _touch(tree, "a/b/skip.py", "a/b/only.py", "a/b/x.py")
    assert discover(["a/b"]).files == ["a/b/x.py"]


def test_gitignore_files_above_the_repository_do_not(tree):
    (tree.parent / ".gitignore").write_text("*.py\n")
    _touch(tree, "a.py")
    assert discover(["."]).files == ["a.py"]


def test_info_exclude_holds(tree):
    _touch(tree, ".git/info/exclude", "a.py", "b.py")
    (tree / ".git/info/exclude").write_text("b.py\n")
    assert discover(["."]).files == ["a.py"]


def test_excludes_hold_in_their_folder(tree):
    _touch(tree, "a/x.py", "b/x.py", "b/y.py")

    def excludes(folder: str, names: Collection[str]) -> Iterable[Patterns]:
        yield patterns(("/b/x.py",), str(tree))
        if folder == str(tree / "b"):
            yield patterns(("y.py",), folder)

    assert discover(["."], excludes).files == ["a/x.py"]


def test_a_file_named_twice_is_found_once(tree):
    _touch(tree, "a/x.py")
    assert discover(["a/x.py", "a", ".", str(tree)]).files == ["a/x.py"]


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights")
def test_links_are_not_followed_unless_named(tree, tmp_path):
    _touch(tmp_path, "outside/x.py", "outside.py")
    _touch(tree, "a/x.py")
    (tree / "loop").symlink_to(tree, target_is_directory=True)
    (tree / "a" / "self").symlink_to("self")
    (tree / "out").symlink_to(tmp_path / "outside", target_is_directory=True)
    (tree / "out.py").symlink_to(tmp_path / "outside.py")
    (tree / "twin.py").symlink_to("a/x.py")
    (tree / "dangling.py").symlink_to("nowhere.py")
    found = discover(["."])
    assert found.files == ["a/x.py"]
    assert found.errors == []
    assert discover(["out", "out.py"]).files == ["out.py", "out/x.py"]


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights")
@pytest.mark.parametrize(("target", "reason"), [("self.py", "levels of symbolic links"), ("gone", "no such file")])
def test_a_named_link_that_leads_nowhere_is_an_error(tree, target, reason):
    (tree / "self.py").symlink_to(target)
    ((path, message),) = discover(["self.py"]).errors
    assert path == "self.py"
    assert reason in message


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes")
def test_named_pipes_are_skipped_and_an_error_when_named(tree):
    os.mkfifo(tree / "pipe.py")
    _touch(tree, "a.py")
    found = discover(["."])
    assert (found.files, found.errors) == (["a.py"], [])
    assert discover(["pipe.py"]).errors == [("pipe.py", "is neither a file nor a folder")]


def test_a_missing_path_is_an_error_and_the_rest_is_found(tree):
    _touch(tree, "a.py")
    found = discover(["missing", "a.py"])
    assert found.files == ["a.py"]
    assert found.errors == [("missing", "no such file or directory")]


def test_an_unreadable_folder_is_an_error_and_the_rest_is_found(tree, monkeypatch):
    _touch(tree, "a.py", "locked/b.py")
    scandir = os.scandir

    def refuse(path: str) -> object:
        if path == "locked":
            raise PermissionError(13, "Permission denied")
        return scandir(path)

    monkeypatch.setattr(os, "scandir", refuse)
    found = discover(["."])
    assert found.files == ["a.py"]
    assert found.errors == [("locked", "permission denied")]


@pytest.mark.skipif(sys.platform != "linux", reason="file names are bytes on Linux only")
def test_a_name_that_is_not_utf8(tree):
    with open(os.fsencode(tree) + b"/caf\xe9.py", "wb"):
        pass
    assert [os.fsencode(name) for name in discover(["."]).files] == [b"caf\xe9.py"]


def test_a_tree_deeper_than_the_stack(tree):
    deep = "/".join("d" * 500)
    _touch(tree, f"{deep}/x.py")
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(300)
    try:
        files = discover(["."]).files
    finally:
        sys.setrecursionlimit(limit)
    assert files == [f"{deep}/x.py"]
