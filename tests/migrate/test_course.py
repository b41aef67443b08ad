"""Plan, run, status and undo, over small trees."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from tests.migrate.conftest import Migrate, Write
from tffix.migrate import change
from tffix.migrate.ledger import LedgerError, State, digest, open_ledger
from tffix.migrate.migration import locked
from tffix.migrate.writer import writer
from tffix.running.folder import FolderError

HEAD = "import keras\n"


def states(root: Path) -> dict[str, str]:
    with open_ledger(root) as ledger:
        return {file.path: file.state.value for file in ledger.files()}


def test_a_plan_writes_no_source(migrate: Migrate, write: Write, tree: Path) -> None:
    path = write("a.py", "old()\nrisky()\nmanual()\n")
    write("sub/b.py", "new()\n")
    result = migrate("plan", ".")
    assert f"2 files below {tree}: about to look at 2 of them." in result.stderr
    assert "1 file would change." in result.stdout
    assert path.read_text() == HEAD + "old()\nrisky()\nmanual()\n"
    assert states(tree) == {"a.py": "planned", "sub/b.py": "clean"}
    with open_ledger(tree) as ledger:
        file = ledger.file("a.py")
        assert file is not None
        before, after = ledger.change(file)
        assert (before, after) == (path.read_bytes(), path.read_bytes().replace(b"old", b"new"))
        assert file.before == digest(before)
        found = [(one.code, one.line, one.applicability, one.fixed, one.reason) for one in ledger.findings(file)]
        assert found == [
            ("TF901", 2, "safe", True, None),
            ("TF902", 3, "unsafe", False, None),
            ("TF903", 4, "manual", False, "think about it"),
        ]


def test_a_run_carries_out_and_an_undo_restores(migrate: Migrate, write: Write, tree: Path) -> None:
    first, second = write("a.py"), write("sub/b.py", "old()\nrisky()\n")
    os.chmod(first, 0o755)
    migrate("plan", ".", "--unsafe-fixes")
    assert migrate("status", code=1).stdout.splitlines()[1].split() == ["2", "to", "be", "changed"]
    result = migrate("run")
    assert f"About to change 2 of 2 files below {tree}." in result.stderr
    assert "2 files changed" in result.stdout
    assert (first.read_text(), second.read_text()) == (HEAD + "new()\n", HEAD + "new()\nsafe()\n")
    assert first.stat().st_mode & 0o777 == 0o755
    migrate("status")
    assert "0 files changed" in migrate("run").stdout
    assert "2 files restored, 0 left" in migrate("undo").stdout
    assert (first.read_text(), second.read_text()) == (HEAD + "old()\n", HEAD + "old()\nrisky()\n")
    assert first.stat().st_mode & 0o777 == 0o755


def test_what_was_undone_is_changed_by_another_plan_only(migrate: Migrate, write: Write) -> None:
    path = write("a.py")
    migrate("plan", ".")
    migrate("run")
    migrate("undo")
    assert "0 files changed" in migrate("run").stdout
    assert path.read_text() == HEAD + "old()\n"
    migrate("plan", ".")
    migrate("run")
    assert path.read_text() == HEAD + "new()\n"


def test_what_something_else_took_back_is_as_after_an_undo(migrate: Migrate, write: Write, tree: Path) -> None:
    path = write("a.py")
    write("b.py")
    migrate("plan", ".")
    migrate("run")
    write("a.py")  # a checkout, say
    assert "0 files changed" in migrate("run").stdout
    assert states(tree) == {"a.py": "undone", "b.py": "done"}
    assert f"2 files below {tree}: about to look at 1 of them" in migrate("plan", ".").stderr
    assert "1 file changed" in migrate("run").stdout
    assert path.read_text() == HEAD + "new()\n"
    assert "2 files restored, 0 left" in migrate("undo").stdout


def test_an_undo_leaves_what_was_changed_since(migrate: Migrate, write: Write) -> None:
    changed, gone, other = write("a.py"), write("b.py"), write("c.py")
    migrate("plan", ".")
    migrate("run")
    changed.write_text("mine\n")
    gone.unlink()
    result = migrate("undo", code=1)
    assert "a.py: has been changed since" in result.stderr
    assert "b.py: cannot be read: does not exist" in result.stderr
    assert "1 file restored, 2 left" in result.stdout
    assert (changed.read_text(), other.read_text()) == ("mine\n", HEAD + "old()\n")


def test_a_file_that_changed_since_the_plan_is_planned_again(migrate: Migrate, write: Write, tree: Path) -> None:
    path, solved, broken = write("a.py"), write("b.py"), write("c.py")
    migrate("plan", ".")
    write("a.py", "x = 1\nold()\n")
    write("b.py", "new()\n")
    write("c.py", "old(\n")
    new = write("d.py")
    result = migrate("run", code=2)
    # What stands in b.py is what was to be made of it.
    assert "About to look at 3 files new, or changed since the plan." in result.stderr
    assert "c.py: syntax error on line 2" in result.stderr
    assert (path.read_text(), new.read_text()) == (HEAD + "x = 1\nnew()\n", HEAD + "new()\n")
    assert (solved.read_text(), broken.read_text()) == (HEAD + "new()\n", HEAD + "old(\n")
    assert states(tree) == {"a.py": "done", "b.py": "done", "c.py": "failed", "d.py": "done"}


def test_a_file_that_changes_while_it_is_written(
    migrate: Migrate, write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write("a.py")
    migrate("plan", ".")
    write_bytes = change.write_bytes

    def meanwhile(*arguments: Any, **options: Any) -> None:
        monkeypatch.setattr(change, "write_bytes", write_bytes)
        write("a.py", "x = 1\nold()\n")
        write_bytes(*arguments, **options)

    monkeypatch.setattr(change, "write_bytes", meanwhile)
    assert "1 file changed" in migrate("run").stdout
    assert path.read_text() == HEAD + "x = 1\nnew()\n"


def test_planned_again_only_what_is_new_is_looked_at(migrate: Migrate, write: Write, tree: Path) -> None:
    write("a.py")
    write("b.py")
    migrate("plan", ".")
    write("b.py", "old()\nold()\n")
    write("c.py")
    (tree / "a.py").touch()
    assert f"3 files below {tree}: about to look at 2 of them" in migrate("plan", ".").stderr


def test_what_is_gone_is_not_changed(migrate: Migrate, write: Write, tree: Path) -> None:
    write("a.py")
    write("b.py")
    migrate("plan", ".")
    (tree / "a.py").rename(tree / "moved.py")
    migrate("run")
    assert states(tree) == {"a.py": "gone", "b.py": "done", "moved.py": "done"}
    assert not (tree / "a.py").exists()


def test_other_options_begin_another_plan_as_long_as_nothing_is_changed(migrate: Migrate, write: Write) -> None:
    write("a.py", "old()\nrisky()\n")
    migrate("plan", ".", "--select", "TF902")
    assert "1 file would change" in migrate("plan", ".", "--select", "TF901").stdout
    migrate("run")
    result = migrate("plan", ".", "--select", "TF902", code=2)
    assert "with other options is under way" in result.stderr
    migrate("plan", ".", "--select", "TF902", "--unsafe-fixes", "--restart")
    migrate("run")
    assert "1 file restored" in migrate("undo").stdout


def test_settings_that_change_lead_to_another_look(migrate: Migrate, write: Write, tree: Path) -> None:
    write("a.py", "old()\nrisky()\n")
    migrate("plan", ".")
    (tree / "tffix.toml").write_text("unsafe-fixes = true\n")
    migrate("run")
    assert (tree / "a.py").read_text() == HEAD + "new()\nsafe()\n"


def test_a_run_below_the_root_finds_the_ledger(
    migrate: Migrate, write: Write, tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write("sub/deep/a.py")
    migrate("plan", "sub")
    assert "no migration is planned" in migrate("run", code=2).stderr
    monkeypatch.chdir(tree / "sub" / "deep")
    migrate("run")
    assert states(tree / "sub") == {"deep/a.py": "done"}


def test_two_at_once_do_not_collide(migrate: Migrate, write: Write, tree: Path) -> None:
    write("a.py")
    migrate("plan", ".")
    with locked(tree):
        for command in (["run"], ["undo"], ["plan", "."]):
            result = migrate(*command, code=2)
            assert f"another migration of {tree} is going on (process {os.getpid()})" in result.stderr
        migrate("status", code=1)
    migrate("run")


def test_a_ledger_is_read_while_it_is_written(migrate: Migrate, write: Write, tree: Path) -> None:
    write("a.py")
    migrate("plan", ".")
    with writer(tree) as ledger, ledger._transaction() as execute:
        execute("UPDATE files SET state = ?", [("done",)])
        assert states(tree) == {"a.py": "planned"}
    assert states(tree) == {"a.py": "done"}


def test_status_for_programs(migrate: Migrate, write: Write, tree: Path) -> None:
    write("a.py")
    write("b.py", "old(\n")
    migrate("plan", ".", code=2)
    said = json.loads(migrate("status", "--output-format", "json", code=2).stdout)
    assert said["root"] == str(tree)
    assert (said["files"]["planned"], said["files"]["failed"]) == (1, 1)
    assert said["failed"][0]["path"] == "b.py"


def test_names_cannot_speak_to_the_terminal(migrate: Migrate, write: Write, tree: Path) -> None:
    write("a\x1b[31m\nb/broken.py", "old(\n")
    write("a\x1b[31m\nb/good.py")
    (tree / "a\x1b[31m\nb" / "sub" / ".git").mkdir(parents=True)
    write("a\x1b[31m\nb/sub/other.py")
    for command in (["plan", "."], ["status"], ["run"]):
        said = migrate(*command, code=2).output
        assert "a\\x1b[31m\\nb/broken.py: syntax error" in said
        assert "\x1b" not in said


@pytest.mark.parametrize("damage", [b"", b"no database", b"SQLite format 3\0" + b"\0" * 4000])
def test_a_ledger_that_is_damaged_is_named_and_can_be_dropped(
    migrate: Migrate, write: Write, tree: Path, damage: bytes
) -> None:
    write("a.py")
    migrate("plan", ".")
    (tree / ".tffix" / "migration.db").write_bytes(damage)
    with pytest.raises(LedgerError):
        open_ledger(tree)
    migrate("run", code=2)
    migrate("plan", ".", "--restart")
    migrate("run")


def test_the_folder_of_the_ledger_cannot_be_made(tree: Path) -> None:
    (tree / ".tffix").write_text("a file")
    with pytest.raises(FolderError, match="the migration cannot be kept in"), locked(tree):
        pass


def test_states_of_a_plan_that_was_killed_are_all_open(migrate: Migrate, write: Write, tree: Path) -> None:
    write("a.py")
    write("b.py")
    migrate("plan", ".")
    with writer(tree) as ledger:
        ledger.expect(["a.py"])
        assert ledger.counts() == {State.PENDING: 1, State.PLANNED: 1}
    assert "About to look at 1 file new" in migrate("run").stderr
    assert states(tree) == {"a.py": "done", "b.py": "done"}


def test_the_plan_by_codemod_package_and_owner(migrate: Migrate, write: Write, tree: Path) -> None:
    write("a/one.py", "old()\nold()\nrisky()\nmanual()\n")
    write("a/two.py")
    write("b/three.py", "risky()\n")
    (tree / "CODEOWNERS").write_text("/a/ @org/team-a\n")
    lines = [line.split() for line in migrate("plan", ".", "--unsafe-fixes").stdout.splitlines()]
    for line in (
        ["TF901", "codemod-tf901", "2", "3", "0", "0"],
        ["TF902", "codemod-tf902", "2", "0", "2", "0"],
        ["TF903", "codemod-tf903", "1", "0", "0", "1"],
        ["a", "2"],
        ["b", "1"],
        ["@org/team-a", "2"],
        ["(nobody)", "1"],
    ):
        assert line in lines
    assert lines[-3][:6] == ["2", "of", "the", "fixes", "are", "unsafe:"]
    assert lines[-2][:3] == ["1", "finding", "stays"]
    assert lines[-1][:4] == ["3", "files", "would", "change."]
