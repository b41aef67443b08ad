"""A repository to review, in this process and on a terminal."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Protocol

import pytest
from click.testing import CliRunner, Result

from tests.review.codemods import CODEMODS
from tests.review.terminal import Terminal
from tffix import registry
from tffix.cli import cli
from tffix.review import steps

Write = Callable[..., Path]


class Review(Protocol):
    """Runs ``tffix review .`` with answers from a pipe; gives its exit code, stdout and stderr."""

    def __call__(self, answers: str, *arguments: str, code: int | None = None, paths: str = ".") -> Result: ...


class Open(Protocol):
    """Opens ``tffix review .`` on a terminal."""

    def __call__(self, *arguments: str, columns: int = 100, rows: int = 40, **environment: str) -> Terminal: ...


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(registry, "codemods", lambda: CODEMODS)
    # Analyses are kept by path and text: those of other codemods must not be found.
    monkeypatch.setattr(steps, "_recent", [])
    for name in ("NO_COLOR", "FORCE_COLOR", "VISUAL", "EDITOR", "COLUMNS", "LINES"):
        monkeypatch.delenv(name, raising=False)
    folder = tmp_path / "project"
    folder.mkdir()
    subprocess.run(["git", "init", "--quiet", str(folder)], check=True)
    monkeypatch.chdir(folder)
    return folder


@pytest.fixture
def write(project: Path) -> Write:
    def write(name: str, text: str, *, head: str = "import keras\n") -> Path:
        path = project / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(head + text, encoding="utf-8")
        return path

    return write


@pytest.fixture
def review(project: Path) -> Review:
    def review(answers: str, *arguments: str, code: int | None = None, paths: str = ".") -> Result:
        result = CliRunner().invoke(cli, ["review", *paths.split(), "--jobs", "1", *arguments], input=answers)
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        if code is not None:
            assert result.exit_code == code, result.output
        return result

    return review


@pytest.fixture
def terminal(project: Path) -> Iterator[Open]:
    opened: list[Terminal] = []

    def open_(*arguments: str, columns: int = 100, rows: int = 40, **environment: str) -> Terminal:
        given = arguments or (".",)
        opened.append(Terminal(project, *given, "--jobs", "1", columns=columns, rows=rows, environment=environment))
        return opened[-1]

    yield open_
    for one in opened:
        one.process.close(force=True)
