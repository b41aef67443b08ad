"""``tffix verify`` of one fix: train the script as it is now and with the fix."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from tffix.review.stage import Proposal, Stage

_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom)
_NAMES = (ast.Assign, ast.AnnAssign, ast.AugAssign)


class VerifyError(Exception):
    """Nothing can be run; the message says why."""


def verify(stage: Stage, proposal: Proposal) -> str:
    """What ``tffix verify`` says of the fix.

    Raises:
        VerifyError: the file is no script, or the two versions cannot be put beside it.
    """
    if not is_script(stage.text):
        raise VerifyError("Nothing to verify: the file only defines things; it is no script.")
    folder = Path(stage.path).resolve().parent
    # Beside the file, so that what it imports and reads is where it expects it.
    try:
        with (
            tempfile.NamedTemporaryFile("wb", dir=folder, prefix=".tffix-before-", suffix=".py") as before,
            tempfile.NamedTemporaryFile("wb", dir=folder, prefix=".tffix-after-", suffix=".py") as after,
        ):
            for file, text in ((before, stage.text), (after, proposal.after)):
                file.write(stage.source.encode(text))
                file.flush()
            names = [os.path.relpath(file.name) for file in (before, after)]
            print(f"tffix verify: training {stage.path} without and with the fix (Ctrl-C calls it off) ...", flush=True)
            output = _run(names)
    except OSError as error:
        raise VerifyError(f"Cannot verify: {error.strerror}") from None
    for name, shown in zip(names, (f"{stage.path} without the fix", "with it"), strict=True):
        output = output.replace(name, shown)
    return output


def is_script(text: str) -> bool:
    """Whether running the file does anything but define names."""
    for node in ast.parse(text).body:
        if isinstance(node, ast.Expr) and not isinstance(node.value, ast.Constant):
            return True
        if isinstance(node, (ast.For, ast.While, ast.With, ast.If)) and not _only_defines(node):
            return True
    return False


def _only_defines(node: ast.stmt) -> bool:
    return all(isinstance(child, (*_DEFINITIONS, *_NAMES, ast.Pass, ast.Raise)) for child in getattr(node, "body", []))


def _run(names: list[str]) -> str:
    command = [sys.executable, "-m", "tffix", "verify", *names, "--color", "never"]
    try:
        result = subprocess.run(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
        )
    except KeyboardInterrupt:
        raise VerifyError("Called off.") from None
    text = result.stdout.decode("utf-8", "replace").strip()
    return f"{text}\n\nexit code {result.returncode}: {_meaning(result.returncode)}"


def _meaning(code: int) -> str:
    return {0: "equal within the bounds", 1: "not equal"}.get(code, "could not be run")
