"""The command line in this process, with three codemods that rename things."""

from __future__ import annotations

import ast
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Protocol

import pytest
from click.testing import CliRunner, Result

from tffix import registry
from tffix.cli import cli
from tffix.codemod import Applicability, Codemod, Contract, Fix, Match, Option, Options
from tffix.rewriting.edits import Replace
from tffix.semantics.module import Module


class Cli(Protocol):
    """Runs ``tffix`` with arguments; gives its exit code, stdout and stderr."""

    def __call__(self, *arguments: str, stdin: bytes | None = None, code: int | None = None) -> Result: ...


def renames(old: str, new: str) -> Callable[[Module, Options], Iterator[Match]]:
    def find(module: Module, options: Options) -> Iterator[Match]:
        for node in module.nodes(ast.Name):
            if node.id == old:
                yield Match(node, f"{old} is {options.get('word', 'obsolete')}", Fix((Replace(node, new),)))

    return find


def hopeless(module: Module, _options: Options) -> Iterator[Match]:
    for node in module.nodes(ast.Name):
        if node.id == "hopeless":
            yield Match(node, "nothing helps", reason="give up")


def codemod(code: str, name: str, find: Callable[[Module, Options], Iterator[Match]], **fields: object) -> Codemod:
    values: dict[str, object] = {
        "applicability": Applicability.SAFE,
        "contract": Contract.EQUIVALENT,
        "words": (),
        "summary": f"summary of {name}",
        "example": "simple",
        "page": f"What {name} does.",
        **fields,
    }
    return Codemod(code=code, name=name, find=find, **values)  # type: ignore[arg-type]


CODEMODS = (
    codemod(
        "TF901",
        "old-name",
        renames("old", "new"),
        options={"word": Option("obsolete", "what old is", ("obsolete", "bad"))},
    ),
    codemod("TF902", "risky-name", renames("risky", "careful"), applicability=Applicability.UNSAFE),
    codemod("TF911", "hopeless-name", hopeless, applicability=Applicability.MANUAL, contract=Contract.NONE),
    codemod("TF921", "rare-name", renames("rare", "common"), default=False),
)


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
