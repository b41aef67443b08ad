"""A small tree to migrate in this process, with the codemods of the engine's tests."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

import pytest
from click.testing import CliRunner, Result

from tests.engine.codemods import codemod, rename, report
from tests.migrate.monorepo import git
from tffix import registry
from tffix.cli import cli
from tffix.codemod import Applicability

CODEMODS = (
    codemod("TF901", rename("old", "new")),
    codemod("TF902", rename("risky", "safe"), applicability=Applicability.UNSAFE),
    codemod("TF903", report("manual", "think about it"), applicability=Applicability.MANUAL),
)
Write = Callable[..., Path]


class Migrate(Protocol):
    """Runs ``tffix migrate`` with arguments, and checks the exit code."""

    def __call__(self, *arguments: str, code: int = 0) -> Result: ...


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder outside of any repository, which is the working directory."""
    monkeypatch.setattr(registry, "codemods", lambda: CODEMODS)
    folder = tmp_path / "tree"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


@pytest.fixture
def repository(tree: Path) -> Path:
    """The same with git, and nothing committed."""
    git(tree, "init", "--quiet")
    return tree


@pytest.fixture
def write(tree: Path) -> Write:
    """Writes a file that imports keras and holds ``text``."""

    def write(name: str, text: str = "old()\n", *, head: str = "import keras\n") -> Path:
        path = tree / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(head + text, encoding="utf-8")
        return path

    return write


@pytest.fixture
def migrate(tree: Path) -> Migrate:
    def run(*arguments: str, code: int = 0) -> Result:
        result = CliRunner().invoke(cli, ["migrate", *arguments])
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        assert result.exit_code == code, result.output
        return result

    return run
