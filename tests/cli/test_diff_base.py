"""``tffix check --diff-base``: only what stands on lines that have changed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

SPACED = "".join(f"x{n} = {n}\n" for n in range(9))
TEXT = f"import keras\nold(1)\n{SPACED}old(2)\n{SPACED}old(3)\n"


def git(*arguments: str, folder: Path | str = ".") -> str:
    command = ["git", "-c", "user.name=A", "-c", "user.email=a@b", "-c", "protocol.file.allow=always", *arguments]
    done = subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True)
    return done.stdout.strip()


def commit(folder: Path | str = ".") -> str:
    git("add", "-A", folder=folder)
    git("commit", "-q", "-m", "change", "--allow-empty", folder=folder)
    return git("rev-parse", "HEAD", folder=folder)


@pytest.fixture
def base(project, write):
    """The commit in which ``a.py`` holds three findings."""
    write("a.py", TEXT, head="")
    return commit()


@pytest.fixture
def told(tffix):
    """The places of the findings that a check tells."""

    def told(*arguments: str, revision: str = "HEAD", code: int = 1) -> list[str]:
        arguments = arguments or (".",)
        options = ("--diff-base", revision, "--output-format", "concise", "-q")
        lines = tffix("check", *arguments, *options, code=code).stdout.splitlines()
        return [":".join(line.split(":")[:2]) for line in lines]

    return told


def _edit(name: str, *pairs: tuple[str, str]) -> None:
    text = Path(name).read_bytes().decode()
    for old, new in pairs:
        assert old in text
        text = text.replace(old, new)
    Path(name).write_bytes(text.encode())


def test_nothing_has_changed(told, base):
    assert told(code=0) == []


def test_a_changed_line_in_the_work_tree(told, base):
    _edit("a.py", ("old(2)", "old(22)"))
    assert told() == ["a.py:12"]


def test_what_is_staged_or_committed_counts_too(told, base):
    _edit("a.py", ("old(1)", "old(11)"))
    commit()
    _edit("a.py", ("old(2)", "old(22)"))
    git("add", "-A")
    _edit("a.py", ("old(3)", "old(33)"))
    assert told(revision=base) == ["a.py:2", "a.py:12", "a.py:22"]


def test_lines_that_only_moved_down_have_not_changed(told, base):
    _edit("a.py", ("import keras\n", "import keras\n\n\n\n"))
    assert told(code=0) == []


def test_a_line_removed_beside_it_counts(told, base):
    _edit("a.py", ("x8 = 8\nold(2)", "old(2)"))
    assert told() == ["a.py:11"]


def test_a_line_of_a_finding_over_several_lines(told, write):
    write("a.py", "x = 1\ny = (\n    1\n    + old(1)\n)\n")
    base = commit()
    _edit("a.py", ("    1\n", "    2\n"))
    # The name is on a line that is as it was.
    assert told(revision=base, code=0) == []


def test_a_file_that_git_does_not_track(told, base, write):
    write("sub/new.py", "old()\n")
    assert told() == ["sub/new.py:2"]
    assert told("sub") == ["sub/new.py:2"]


def test_an_ignored_file_that_is_named(told, base, write):
    write(".gitignore", b"new.py\n")
    write("new.py", "old()\n")
    assert told("new.py") == ["new.py:2"]


def test_a_file_without_suffix_that_is_named(told, write):
    write("script", TEXT, head="")
    commit()
    _edit("script", ("old(2)", "old(22)"))
    assert told("script") == ["script:12"]


def test_the_index_stays_as_it_is(told, base, write):
    write("new.py", "old()\n")
    before = git("status", "--porcelain"), Path(".git/index").read_bytes()
    told()
    assert (git("status", "--porcelain"), Path(".git/index").read_bytes()) == before


@pytest.mark.parametrize("with_git", [True, False])
def test_a_renamed_file_has_changed_where_its_text_has(told, base, with_git):
    os.makedirs("sub")
    if with_git:
        git("mv", "a.py", "sub/b.py")
    else:
        os.rename("a.py", "sub/b.py")
    _edit("sub/b.py", ("old(3)", "old(33)"))
    assert told() == ["sub/b.py:22"]


def test_from_a_subfolder(told, base, write, monkeypatch):
    write("sub/b.py", TEXT, head="")
    commit()
    _edit("sub/b.py", ("old(2)", "old(22)"))
    _edit("a.py", ("old(2)", "old(22)"))
    monkeypatch.chdir("sub")
    assert told() == ["b.py:12"]
    assert told("../a.py", ".") == ["../a.py:12", "b.py:12"]


def test_in_a_worktree(told, base, monkeypatch):
    git("worktree", "add", "-q", "-b", "other", "../tree")
    monkeypatch.chdir("../tree")
    _edit("a.py", ("old(2)", "old(22)"))
    Path("new.py").write_text("import keras\nold()\n")
    assert told(revision=base) == ["a.py:12", "new.py:2"]


def test_through_a_link_to_the_repository(told, base, project, monkeypatch):
    _edit("a.py", ("old(2)", "old(22)"))
    link = project.parent / "link"
    link.symlink_to(project, target_is_directory=True)
    monkeypatch.chdir(project.parent)
    assert told("link") == ["link/a.py:12"]


def test_what_others_did_meanwhile_does_not_count(told, base):
    git("checkout", "-q", "-b", "feature")
    _edit("a.py", ("old(3)", "old(33)"))
    commit()
    git("checkout", "-q", "-b", "main-of-others", base)
    _edit("a.py", ("old(1)", "fine(1)"))
    commit()
    git("checkout", "-q", "feature")
    assert told(revision="main-of-others") == ["a.py:22"]


def test_in_a_submodule(told, base, project):
    other = project.parent / "other"
    other.mkdir()
    git("init", "-q", folder=other)
    (other / "m.py").write_text(TEXT)
    commit(other)
    git("submodule", "add", "-q", str(other), "sub")
    base = commit()
    _edit("sub/m.py", ("old(2)", "old(22)"))
    assert told(revision=base) == ["sub/m.py:12"]


def test_carriage_returns_alone_are_lines_of_python_only(told, write):
    write("a.py", b"import keras\rold(1)\nx = 1\rold(2)\nold(3)\n")
    base = commit()
    _edit("a.py", ("old(3)", "old(33)"))
    assert told(revision=base) == ["a.py:5"]


def test_crlf(told, write):
    write("a.py", TEXT.replace("\n", "\r\n").encode())
    base = commit()
    _edit("a.py", ("old(2)", "old(22)"))
    assert told(revision=base) == ["a.py:12"]


@pytest.mark.skipif(sys.platform != "linux", reason="names that others do not allow")
@pytest.mark.parametrize("quoted", ["true", "false"])
def test_odd_names(told, base, quoted):
    git("config", "core.quotePath", quoted)
    plain = [b'quo"te.py', b"tab\tname.py", b"with space.py", b"back\\slash.py", b"new\nline.py"]
    names = [*plain, b"caf\xe9.py", "模型.py".encode(), b'caf\xe9 "\xff".py', '模"型.py'.encode()]
    for name in names:
        Path(os.fsdecode(name)).write_text(TEXT)
    base = commit()
    for name in names:
        _edit(os.fsdecode(name), ("old(2)", "old(22)"))
    assert sum(place.endswith(":12") for place in told(revision=base)) == len(names)


def test_settings_of_the_user_change_nothing(told, base):
    for key, value in [
        ("diff.noprefix", "true"),
        ("diff.mnemonicPrefix", "true"),
        ("diff.external", "false"),
        ("diff.context", "5"),
        ("diff.interHunkContext", "9"),
        ("diff.renames", "false"),
        ("diff.relative", "true"),
        ("color.ui", "always"),
        ("core.quotePath", "false"),
    ]:
        git("config", key, value)
    Path(".gitattributes").write_text("*.py -diff\n")
    os.rename("a.py", "b.py")
    _edit("b.py", ("old(2)", "old(22)"))
    assert told() == ["b.py:12"]


def test_a_line_that_looks_like_a_header(told, base):
    _edit("a.py", ("x0 = 0\n", "x0 = '''\n++ b/else.py\n'''\n"), ("old(2)", "old(22)"))
    assert told() == ["a.py:14"]


def test_a_revision_that_git_does_not_know(tffix, base):
    for revision in ("nonsense", "--help", "HEAD:a.py"):
        result = tffix("check", ".", f"--diff-base={revision}", code=2)
        assert f"git does not know the revision {revision!r}" in result.stderr


def test_outside_of_a_repository(tffix, tmp_path):
    (tmp_path / "a.py").write_text(TEXT)
    assert "not in a git repository" in tffix("check", str(tmp_path / "a.py"), "--diff-base", "HEAD", code=2).stderr


def test_the_summary_says_what_is_left_out(tffix, base):
    _edit("a.py", ("old(2)", "old(22)"))
    result = tffix("check", ".", "--diff-base", "HEAD", code=1)
    assert "Found 1 finding in 1 of 1 file." in result.stdout
    assert "2 findings are on lines that have not changed." in result.stdout


def test_together_with_a_baseline(tffix, told, base):
    tffix("check", ".", "--baseline", "b.json", "--update-baseline", code=0)
    _edit("a.py", ("x0 = 0\n", "old()\n"), ("old(2)", "old(  2)"))
    # Both lines have changed; what is on the second is not new.
    assert told(".", "--baseline", "b.json") == ["a.py:3", "a.py:13"]
