"""The result of a fix in the user's editor, checked before it counts."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

from tffix.engine.files import encode
from tffix.review.answers import Hunk
from tffix.review.patch import hunks, patched
from tffix.review.stage import Proposal, Stage
from tffix.source import SourceError

_LINE_ARGUMENT = {
    "vi",
    "vim",
    "nvim",
    "view",
    "nano",
    "pico",
    "emacs",
    "emacsclient",
    "jed",
    "joe",
    "mg",
    "kak",
    "micro",
}
"""Editors that take ``+LINE`` before the file."""


class EditError(Exception):
    """The edited text does not count; the message says why."""


def edited(stage: Stage, proposal: Proposal) -> tuple[Hunk, ...] | None:
    """What the user makes of the file with the fix of ``proposal``; ``None`` if that is left as it is.

    Raises:
        EditError: there is no editor, it failed, or its result does not compile or lost a comment.
    """
    text = _in_editor(proposal.after, Path(stage.path).name, proposal.spot.finding.line)
    if text == proposal.after:
        return None
    if text == stage.text:
        raise EditError("The file is as it was before the fix: press n to refuse it.")
    _check(stage, text)
    found = hunks(stage.text, text)
    if patched(stage.text, found) != text:
        raise EditError("The edit cannot be kept: it could not be told where it belongs.")
    return found


def _in_editor(text: str, name: str, line: int) -> str:
    command = _editor()
    with tempfile.TemporaryDirectory(prefix="tffix-") as folder:
        path = Path(folder) / name
        path.write_bytes(text.encode("utf-8"))
        place = [f"+{line}"] if Path(command[0]).name in _LINE_ARGUMENT else []
        # The pipe on stdin holds answers, which are not for the editor.
        stdin = None if sys.stdin.isatty() else subprocess.DEVNULL
        try:
            status = subprocess.run([*command, *place, str(path)], stdin=stdin, check=False).returncode
        except (OSError, ValueError) as error:
            raise EditError(f"The editor {shlex.join(command)!r} cannot be run: {error}. Set EDITOR.") from None
        if status != 0:
            raise EditError(f"The editor ended with status {status}: nothing was changed.")
        try:
            return path.read_bytes().decode("utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise EditError(f"The edited file cannot be read: {error}") from None


def _editor() -> list[str]:
    for name in ("VISUAL", "EDITOR"):
        try:
            command = shlex.split(os.environ.get(name, ""))
        except ValueError as error:
            raise EditError(f"{name} is no command: {str(error).lower()}.") from None
        if command:
            return command
    return ["vi"]


def _check(stage: Stage, text: str) -> None:
    from tffix.rewriting.checks import lost_comments

    try:
        compile(text, "<edited>", "exec", dont_inherit=True)
    except SyntaxError as error:
        raise EditError(f"Not kept: line {error.lineno} of the edited file is no Python ({error.msg}).") from None
    except (ValueError, RecursionError, MemoryError) as error:
        raise EditError(f"Not kept: the edited file is no Python ({error}).") from None
    lost = lost_comments(stage.text, text)
    if lost:
        raise EditError(f"Not kept: the comment {lost[0]!r} would be lost.")
    source = stage.source
    try:
        encode(source, source.encode(source.text), text)
    except SourceError as error:
        raise EditError(f"Not kept: {error}.") from None
