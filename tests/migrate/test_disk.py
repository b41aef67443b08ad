"""What the disk does: it is full, read-only, has links, and names that differ in their case."""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.migrate.conftest import Migrate, Write
from tests.migrate.monorepo import contents
from tests.migrate.test_course import HEAD, states
from tffix.migrate import writer as writer_module
from tffix.migrate.ledger import LedgerError, open_ledger

NOBODY = 65534


def full(*_: object, **__: object) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_a_full_disk_stops_the_run_and_loses_nothing(
    migrate: Migrate, write: Write, tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in "abcd":
        write(f"{name}.py")
    migrate("plan", ".")
    replace, done = os.replace, []

    def full_after_two(source: str, target: str) -> None:
        if len(done) == 2:
            full()
        done.append(target)
        replace(source, target)

    with monkeypatch.context() as patched:
        patched.setattr(os, "replace", full_after_two)
        result = migrate("run", code=2)
    assert "c.py: cannot be written: no space left on the disk; make room" in result.stderr
    assert states(tree) == {"a.py": "done", "b.py": "done", "c.py": "planned", "d.py": "planned"}
    assert sorted(contents(tree)) == ["a.py", "b.py", "c.py", "d.py"]
    assert "About to change 2 of 4 files" in migrate("run").stderr
    assert {data for data, _ in contents(tree).values()} == {(HEAD + "new()\n").encode()}
    with monkeypatch.context() as patched:
        patched.setattr(os, "replace", full)
        migrate("undo", code=2)
    assert set(states(tree).values()) == {"done"}
    assert "4 files restored" in migrate("undo").stdout


def _with_room_for(pages: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The ledger can grow by so many pages only: SQLite says then what it says of a full disk."""

    class Small(sqlite3.Connection):
        def execute(self, query: str, *values: Any) -> Any:
            if query.startswith("BEGIN"):
                (used,) = super().execute("PRAGMA page_count").fetchone()
                super().execute(f"PRAGMA max_page_count = {used + pages}")
            return super().execute(query, *values)

    connect = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda *given, **options: connect(*given, factory=Small, **options))


def test_a_disk_that_is_full_for_the_ledger(
    migrate: Migrate, write: Write, tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(40):
        write(f"{number}.py", f"old({os.urandom(4000).hex()!r})\n")
    migrate("plan", ".", "--select", "TF903")
    with monkeypatch.context() as patched:
        _with_room_for(10, patched)
        result = migrate("plan", ".", code=2)
        assert "cannot be used: database or disk is full" in result.stderr
    assert set(states(tree).values()) <= {"pending"}
    migrate("plan", ".")
    assert set(states(tree).values()) == {"planned"}


def _half(execute: Any) -> None:
    execute("UPDATE files SET state = ?", [("done",)])
    execute("UPDATE nothing SET state = ?", [("done",)])


def test_what_a_transaction_began_is_not_there_if_it_fails(migrate: Migrate, write: Write, tree: Path) -> None:
    write("a.py")
    migrate("plan", ".")
    with writer_module.writer(tree) as ledger:
        with pytest.raises(LedgerError), ledger._transaction() as execute:
            _half(execute)
        assert states(tree) == {"a.py": "planned"}
        ledger.keep({"still": "writable"})
        assert ledger.meta("still") == "writable"


@pytest.fixture
def shared() -> Iterator[Path]:
    """A folder that another user can get to."""
    folder = Path(tempfile.mkdtemp(prefix="tffix-test-"))
    folder.chmod(0o755)
    yield folder
    for path in (folder, *folder.rglob("*")):
        if path.is_dir():
            path.chmod(0o755)
    shutil.rmtree(folder)


@contextmanager
def somebody(folder: Path) -> Iterator[None]:
    """As a user who owns ``folder`` and is not allowed everything."""
    if os.geteuid() != 0:
        yield
        return
    for path in (folder, *folder.rglob("*")):
        os.chown(path, NOBODY, NOBODY)
    os.setresgid(NOBODY, NOBODY, 0)
    os.setresuid(NOBODY, NOBODY, 0)
    try:
        yield
    finally:
        os.setresuid(0, 0, 0)
        os.setresgid(0, 0, 0)


@pytest.fixture
def imported(migrate: Migrate, write: Write) -> None:
    """Everything is imported: somebody else may not be able to read this Python."""
    write("a.py")
    migrate("plan", ".")
    migrate("run")


@pytest.mark.usefixtures("imported")
def test_read_only_files_and_folders_are_left_and_named(migrate: Migrate, shared: Path) -> None:
    for name in ("a.py", "closed/b.py", "c.py"):
        (shared / name).parent.mkdir(exist_ok=True)
        (shared / name).write_text(HEAD + "old()\n")
    (shared / "c.py").chmod(0o444)
    (shared / "closed").chmod(0o555)
    with somebody(shared):
        migrate("plan", str(shared))
        result = migrate("run", "--root", str(shared), code=2)
    assert "c.py: cannot be written: read-only file" in result.stderr
    assert "closed/b.py: cannot be written: permission denied" in result.stderr
    assert states(shared) == {"a.py": "done", "closed/b.py": "failed", "c.py": "failed"}
    assert (shared / "closed" / "b.py").read_text() == HEAD + "old()\n"
    (shared / "closed").chmod(0o755)
    (shared / "c.py").chmod(0o644)
    with somebody(shared):
        migrate("run", "--root", str(shared))
    assert set(states(shared).values()) == {"done"}


@pytest.mark.usefixtures("imported")
def test_a_root_that_cannot_be_written(migrate: Migrate, shared: Path) -> None:
    shared.chmod(0o555)
    with somebody(shared):
        result = migrate("plan", str(shared), code=2)
    assert f"Error: the migration cannot be kept in {shared}/.tffix: permission denied" in result.stderr


def test_a_symlink_is_neither_followed_nor_replaced(migrate: Migrate, write: Write, tree: Path) -> None:
    outside = tree.parent / "outside.py"
    outside.write_text(HEAD + "old()\n")
    write("a.py")
    (tree / "link.py").symlink_to("a.py")
    (tree / "out.py").symlink_to(outside)
    (tree / "loop").symlink_to(".")
    migrate("plan", ".")
    migrate("run")
    assert states(tree) == {"a.py": "done"}
    assert (tree / "link.py").is_symlink()
    assert outside.read_text() == HEAD + "old()\n"


def test_a_file_or_folder_that_became_a_symlink_since(migrate: Migrate, write: Write, tree: Path) -> None:
    outside = tree.parent / "outside"
    for name in ("a.py", "sub/b.py"):
        write(name)
    migrate("plan", ".")
    shutil.copytree(tree / "sub", outside)
    (tree / "a.py").rename(outside / "a.py")
    (tree / "a.py").symlink_to(outside / "a.py")
    with open_ledger(tree) as ledger:
        files = ledger.files()
    shutil.rmtree(tree / "sub")
    (tree / "sub").symlink_to(outside)
    from tffix.migrate.change import Changing

    with writer_module.writer(tree) as ledger:
        assert [outcome.state.value for outcome in Changing(ledger).carry_out(files)] == ["pending", "pending"]
    migrate("run")
    assert {path.read_text() for path in outside.iterdir()} == {HEAD + "old()\n"}


def test_the_root_is_a_symlink(migrate: Migrate, write: Write, tree: Path) -> None:
    path = write("a.py")
    link = tree.parent / "link"
    link.symlink_to(tree)
    migrate("plan", str(link))
    migrate("run", "--root", str(link))
    assert path.read_text() == HEAD + "new()\n"


def test_a_name_that_changed_in_its_case_only(migrate: Migrate, write: Write, tree: Path) -> None:
    write("pkg/Module.py")
    write("pkg/other.py")
    migrate("plan", ".")
    (tree / "pkg" / "Module.py").rename(tree / "pkg" / "moving.py")
    (tree / "pkg" / "moving.py").rename(tree / "pkg" / "module.py")
    migrate("run")
    assert states(tree) == {"pkg/Module.py": "gone", "pkg/module.py": "done", "pkg/other.py": "done"}
    assert sorted(contents(tree)) == ["pkg/module.py", "pkg/other.py"]
    migrate("undo")
    assert (tree / "pkg" / "module.py").read_text() == HEAD + "old()\n"


def test_files_that_differ_in_their_case_only(migrate: Migrate, write: Write, tree: Path) -> None:
    lower, upper = write("a.py", "old(1)\n"), write("A.py", "old(2)\n")
    if lower.samefile(upper):
        pytest.skip("the file system takes them for one")
    migrate("plan", ".")
    migrate("run")
    assert (lower.read_text(), upper.read_text()) == (HEAD + "new(1)\n", HEAD + "new(2)\n")


def test_files_with_the_same_content_are_files_of_their_own(migrate: Migrate, write: Write, tree: Path) -> None:
    first, second, third = (write(name) for name in ("a.py", "b.py", "sub/c.py"))
    migrate("plan", ".")
    with sqlite3.connect(tree / ".tffix" / "migration.db") as ledger:
        assert ledger.execute("SELECT count(*) FROM contents").fetchone() == (2,)
    migrate("run")
    second.write_text(HEAD + "new()\nmine()\n")
    migrate("undo", code=1)
    assert [path.read_text() for path in (first, second, third)] == [
        HEAD + "old()\n",
        HEAD + "new()\nmine()\n",
        HEAD + "old()\n",
    ]


def test_a_name_that_is_not_utf8(migrate: Migrate, tree: Path) -> None:
    name = os.path.join(os.fsencode(tree), b"\xff.py")
    try:
        Path(os.fsdecode(name)).write_bytes(b"import keras\nold()\n")
    except OSError:
        pytest.skip("the file system takes UTF-8 only")
    migrate("plan", ".")
    migrate("run")
    assert Path(os.fsdecode(name)).read_bytes() == b"import keras\nnew()\n"
    assert states(tree) == {"\udcff.py": "done"}


def test_what_a_crash_left_beside_a_file_is_removed(migrate: Migrate, write: Write, tree: Path) -> None:
    from tffix.migrate.ledger import State
    from tffix.migrate.writer import Outcome

    path = write("a.py")
    migrate("plan", ".")
    with writer_module.writer(tree) as ledger:
        (file,) = ledger.files()
        ledger.settle([Outcome(file, State.WRITING)])
    (tree / f".tffix-{file.id}.tmp").write_text("half of")
    mine = tree / ".tffix-notes.tmp"
    mine.write_text("mine")
    migrate("run")
    assert sorted(contents(tree)) == [".tffix-notes.tmp", "a.py"]
    assert path.read_text() == HEAD + "new()\n"
