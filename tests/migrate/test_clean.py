"""Work that is not committed, submodules, and trees without git."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.migrate.conftest import Migrate, Write
from tests.migrate.monorepo import git
from tests.migrate.test_course import HEAD, states


def commit(repository: Path) -> None:
    git(repository, "add", "--all")
    git(repository, "commit", "--quiet", "--message", "Go on")


def test_a_dirty_tree_is_refused_unless_told_otherwise(migrate: Migrate, write: Write, repository: Path) -> None:
    path = write("a.py")
    write("b.py", "manual()\n")
    commit(repository)
    migrate("plan", ".")
    write("b.py", "manual()\nmine()\n")
    result = migrate("run", code=2)
    assert "b.py is changed and not committed: commit or stash the work first, or give --allow-dirty" in result.stderr
    assert path.read_text() == HEAD + "old()\n"
    migrate("run", "--allow-dirty")
    assert path.read_text() == HEAD + "new()\n"


def test_the_ledger_makes_no_tree_dirty(migrate: Migrate, write: Write, repository: Path) -> None:
    write("a.py", "new()\n")
    commit(repository)
    migrate("plan", ".")
    assert git(repository, "status", "--porcelain") == ""


def test_what_the_migration_wrote_does_not_count(migrate: Migrate, write: Write, repository: Path) -> None:
    write("a.py")
    commit(repository)
    migrate("plan", ".")
    migrate("run")
    assert git(repository, "status", "--porcelain") == " M a.py\n"
    new = write("b.py", "x = 1\n")
    git(repository, "add", "b.py")
    git(repository, "commit", "--quiet", "--message", "Add b")
    new.write_text(HEAD + "old()\n")
    assert "b.py is changed" in migrate("run", code=2).stderr
    git(repository, "checkout", "b.py")
    migrate("run")
    write("a.py", "new()\nmine()\n")
    assert "a.py is changed" in migrate("run", code=2).stderr


def test_of_files_that_git_does_not_know_those_count_that_change(
    migrate: Migrate, write: Write, repository: Path
) -> None:
    write("a.py")
    commit(repository)
    (repository / "notes.txt").write_text("mine")
    write("scratch/new.py", "x = 1\n")
    migrate("plan", ".")
    migrate("run")
    write("scratch/unknown.py")
    assert "scratch/unknown.py is changed and not committed" in migrate("run", code=2).stderr


def test_only_what_is_below_the_root_counts(migrate: Migrate, write: Write, repository: Path) -> None:
    path = write("sub/a.py")
    write("other/b.py", "x = 1\n")
    commit(repository)
    write("other/b.py", "x = 2\n")
    migrate("plan", "sub")
    migrate("run", "--root", "sub")
    assert path.read_text() == HEAD + "new()\n"


def test_a_file_that_was_renamed_in_the_index(migrate: Migrate, write: Write, repository: Path) -> None:
    write("sub/a.py", "x = 1\n" * 20)
    write("sub/b.py")
    commit(repository)
    git(repository, "mv", "sub/a.py", "sub/c.py")
    migrate("plan", "sub")
    assert "Error: c.py is changed and not committed" in migrate("run", "--root", "sub", code=2).stderr


def test_git_that_cannot_tell(migrate: Migrate, write: Write, repository: Path) -> None:
    write("a.py")
    migrate("plan", ".")
    (repository / ".git" / "HEAD").write_text("nonsense")
    assert "git cannot tell whether" in migrate("run", code=2).stderr
    migrate("run", "--allow-dirty")


def test_without_a_repository(migrate: Migrate, write: Write, tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write("a.py")
    monkeypatch.setenv("PATH", "")
    migrate("plan", ".")
    migrate("run")
    assert path.read_text() == HEAD + "new()\n"
    migrate("undo")
    assert path.read_text() == HEAD + "old()\n"


def test_submodules_and_other_repositories_inside_are_left_out_and_named(
    migrate: Migrate, write: Write, repository: Path
) -> None:
    write("a.py")
    library = write("../library/lib.py").parent
    git(library, "init", "--quiet")
    commit(library)
    git(repository, "submodule", "--quiet", "add", str(library), "libs/library")
    commit(repository)
    git(repository, "init", "--quiet", "clone")
    write("clone/deep/c.py")
    result = migrate("plan", ".")
    for name in ("clone", "libs/library"):
        assert f"{name} is a repository of its own: it is left out, plan it by itself" in result.stderr
    migrate("run")
    assert states(repository) == {"a.py": "done"}
    assert (repository / "libs/library/lib.py").read_text() == HEAD + "old()\n"
    migrate("plan", "libs/library")
    migrate("run", "--root", "libs/library")
    assert (repository / "libs/library/lib.py").read_text() == HEAD + "new()\n"


def test_a_dirty_submodule_is_nobody_s_concern(migrate: Migrate, write: Write, repository: Path) -> None:
    write("a.py")
    library = write("../library/lib.py").parent
    git(library, "init", "--quiet")
    commit(library)
    git(repository, "submodule", "--quiet", "add", str(library), "library")
    commit(repository)
    write("library/lib.py", "mine()\n")
    migrate("plan", ".")
    migrate("run")


def test_a_git_worktree_is_a_repository_too(migrate: Migrate, write: Write, repository: Path) -> None:
    write("a.py")
    commit(repository)
    other = repository.parent / "other"
    git(repository, "worktree", "add", "--quiet", str(other))
    (other / "a.py").write_text(HEAD + "old()\nmine()\n")
    migrate("plan", str(other))
    assert "a.py is changed" in migrate("run", "--root", str(other), code=2).stderr
