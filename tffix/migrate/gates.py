"""What a part has to pass: the tests of its owners, and training before and after."""

from __future__ import annotations

import ast
import os
import shlex
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from tffix.engine.parsing import without_warnings
from tffix.migrate.parts import Change, Part
from tffix.migrate.worktree import Worktree
from tffix.verify import process

if TYPE_CHECKING:
    from tffix.verify.runs import Options

_MARKS = ("pyproject.toml", "setup.py", "setup.cfg", ".git")
_DEFINES = (ast.Import, ast.ImportFrom, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Assign, ast.AnnAssign)


@dataclass
class Proof:
    """What was run on a part: ``said`` in a line each, with the ``log``.  ``failed`` says why it does not pass."""

    said: list[str] = field(default_factory=list)
    log: list[str] = field(default_factory=list)
    failed: str | None = None


class Tests:
    """Runs ``command`` by the shell before and after each part, in a worktree.

    ``{package}``, ``{files}`` and ``{part}`` in it stand for the packages and files of the part, and its name.
    """

    def __init__(self, command: str, worktree: Worktree, timeout: float) -> None:
        self._command = command
        self._worktree = worktree
        self._timeout = timeout
        self._before: dict[str, process.Ended] = {}

    def prove(self, part: Part, proof: Proof) -> None:
        """Run the tests of ``part``; the worktree is left as they leave it."""
        command = self._command_for(part)
        if command not in self._before:
            self._worktree.clear()
            self._before[command] = self._run(command)
        before = self._before[command]
        self._worktree.clear()
        self._worktree.make(part.changes)
        after = self._run(command)
        for when, ended in (("before", before), ("after", after)):
            proof.log += [f"$ {command}    ({when}: {_how(ended)}, {ended.seconds:.1f} s)", ended.out, ended.err]
        proof.said.append(f"`{command}`: {_how(before)} before, {_how(after)} after.")
        if _passed(after):
            return
        if _passed(before):
            proof.failed = f"`{command}` passes before the change, and {_how(after)} after it"
        else:
            proof.failed = f"`{command}` {_how(after)}, without the change as well: it proves nothing"

    def _run(self, command: str) -> process.Ended:
        environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
        return process.run(["/bin/sh", "-c", command], self._worktree.root, environment, self._timeout)

    def _command_for(self, part: Part) -> str:
        values = {
            "{package}": _quoted(part.packages),
            "{files}": _quoted([change.path for change in part.changes]),
            "{part}": _quoted([part.name]),
        }
        command = self._command
        for word, value in values.items():
            command = command.replace(word, value)
        return command


class Training:
    """Trains what can be run, as it is and with its fixes, and compares the curves."""

    def __init__(self, root: Path, options: Options) -> None:
        self._root = root
        self._options = options

    def prove(self, part: Part, proof: Proof) -> None:
        """Verify the files of ``part`` that do something when they are run, each with its own change only."""
        scripts = [change for change in part.changes if does_something(change.before)]
        for change in scripts:
            self._verify(change, proof)
        if not scripts:
            proof.said.append("`tffix verify`: no file of it does anything when it is run.")

    def _verify(self, change: Change, proof: Proof) -> None:
        from tffix.reports.output import plain
        from tffix.verify import judge, report, versions
        from tffix.verify.runs import Version
        from tffix.verify.scratch import TooLargeError, source_of
        from tffix.verify.verdict import Promise, Status

        path = self._root / change.path
        title = f"`tffix verify {shlex.quote(change.path)}`"
        promise = Promise.of(versions.contract_of(change.codes))
        try:
            source = source_of(path, working=_working(path, self._root))
            before, after = Version("before", source, change.before), Version("after", source, change.after)
            verdict = judge.judge(before, after, promise, self._options)
        except (TooLargeError, OSError) as error:
            proof.said.append(f"{title}: could not be run: {error}")
            return
        proof.log += [title, *report.summary_lines(verdict, plain)]
        words = {Status.EQUAL: "equal within the contract", Status.DIFFERENT: "NOT equal", Status.NOT_RUN: "not run"}
        proof.said.append(f"{title}: {words[verdict.status]}: {verdict.summary}")
        if verdict.status is Status.DIFFERENT and proof.failed is None:
            proof.failed = f"{title}: not equal within the contract: {verdict.summary}"


@without_warnings()
def does_something(data: bytes) -> bool:
    """Whether a file does more than define things when it is run."""
    try:
        tree = ast.parse(data)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    made: set[str] = set()
    for node in tree.body:
        if not isinstance(node, _DEFINES) and not _is_text(node):
            return True
        if isinstance(node, (ast.Assign, ast.AnnAssign)):
            if _works_on(made, node.value):
                return True
            made |= {
                name.id for name in ast.walk(node) if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Store)
            }
    return False


def _works_on(made: Collection[str], value: ast.expr | None) -> bool:
    """Whether ``value`` is what a method of something that was made here returns, as in ``history = model.fit(x)``."""
    if not isinstance(value, ast.Call) or not isinstance(value.func, ast.Attribute):
        return False
    owner = value.func.value
    return isinstance(owner, ast.Name) and owner.id in made


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _working(path: Path, root: Path) -> Path:
    """The folder that a run of ``path`` gets a copy of: its project, not the whole tree."""
    above = [folder for folder in path.parents if folder.is_relative_to(root)]
    return next((folder for folder in above if any((folder / mark).exists() for mark in _MARKS)), root)


def _quoted(words: Sequence[str]) -> str:
    # A name must not be taken for an option.
    return " ".join(shlex.quote(f"./{word}" if word.startswith("-") else word) for word in words)


def _passed(ended: process.Ended) -> bool:
    return ended.code == 0 and not ended.timed_out


def _how(ended: process.Ended) -> str:
    if ended.timed_out:
        return "runs out of time"
    return "passes" if ended.code == 0 else f"fails with exit code {ended.code}"
