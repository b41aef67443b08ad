"""Reading questions for the semantic model off small sources."""

from __future__ import annotations

import ast
import textwrap

from tffix.semantics.module import Module


def module_of(source: str, **settings: object) -> Module:
    return Module(textwrap.dedent(source), **settings)  # type: ignore[arg-type]


def argument_of(module: Module, function: str = "probe", index: int = 0) -> ast.expr:
    """The first argument of the ``index``-th call of ``function``: what a test asks about."""
    return module.calls(function)[index].args[0]
