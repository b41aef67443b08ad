"""What the tests of the rewriting layer share."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from textwrap import dedent

from tffix.codemod import Fix
from tffix.rewriting.apply import Outcome, apply_fixes
from tffix.rewriting.checks import verify
from tffix.rewriting.edits import Edit
from tffix.semantics.module import Module

Make = Callable[[Module], Edit | Sequence[Edit]]


def fix(module: Module, make: Make, imports: Sequence[str] = ()) -> Fix:
    edits = make(module)
    return Fix(tuple(edits) if isinstance(edits, (list, tuple)) else (edits,), tuple(imports))


def apply(source: str, *makes: Make, imports: Sequence[str] = ()) -> Outcome:
    """One round with one fix for each of ``makes``; every result must pass the checks."""
    module = Module(source)
    outcome = apply_fixes(module, [fix(module, make, imports) for make in makes])
    assert verify(source, outcome.text, outcome.touched) is None
    return outcome


def applied(source: str, *makes: Make, imports: Sequence[str] = ()) -> str:
    outcome = apply(source, *makes, imports=imports)
    assert outcome.refused == {}
    assert outcome.waiting == ()
    return outcome.text


def reason(source: str, make: Make, imports: Sequence[str] = ()) -> str:
    """Why the one fix is refused; the text must be as it was."""
    outcome = apply(source, make, imports=imports)
    assert outcome.text == source
    assert outcome.applied == ()
    return outcome.refused[0]


def call(module: Module, name: str, number: int = 0) -> ast.Call:
    return module.calls(name)[number]


def statement(module: Module, text: str) -> ast.stmt:
    """The first statement whose source begins with ``text``."""
    for node in ast.walk(module.root):
        if isinstance(node, ast.stmt) and module.segment(node).startswith(text):
            return node
    raise AssertionError(f"no statement {text!r}")


def code(text: str) -> str:
    return dedent(text).lstrip("\n")
