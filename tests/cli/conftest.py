"""The command line in this process, with three codemods that rename things."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

import pytest
from click.testing import CliRunner, Result

from tests.renames import CODEMODS
from tffix import registry
from tffix.cli import cli


class Cli(Protocol):
    """Runs ``tffix`` with arguments; gives its exit code, stdout and stderr."""

    def __call__(self, *arguments: str, stdin: bytes | None = None, code: int | None = None) -> Result: ...


@pytest.fixture(autouse=True)
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty repository that is the working directory, and the codemods above."""
    monkeypatch.setattr(registry, "codemods", lambda: CODEMODS)
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    folder = tmp_path / "project"
    folder.mkdir()
    subprocess.run(["git", "init", "--quiet", str(folder)], check=True)
    monkeypatch.chdir(folder)
    return folder


@pytest.fixture
def tffix() -> Cli:
    def run(*arguments: str, stdin: bytes | None = None, code: int | None = None) -> Result:
        result = CliRunner().invoke(cli, list(arguments), input=stdin)
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        if code is not None:
            assert result.exit_code == code, result.output
        return result

    return run


@pytest.fixture
def write(project: Path) -> Callable[..., Path]:
    """Writes a file of the project that imports keras and holds ``text``."""

    def write(name: str, text: str | bytes = "old()\n", *, head: str = "import keras\n") -> Path:
        path = project / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else (head + text).encode())
        return path

    return write
