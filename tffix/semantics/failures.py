"""Code that is written for an exception: a ``try`` that catches it, or ``pytest.raises``."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from tffix.semantics.tree import FUNCTION_TYPES

if TYPE_CHECKING:
    from tffix.semantics.module import Module

_QUIET_MANAGERS = frozenset(["scope", "as_default", "device", "name_scope", "open", "tqdm", "trange", "Trace"])
"""The names of context managers that let every exception pass."""


def is_expected_to_fail(module: Module, node: ast.AST, *exceptions: str) -> bool:
    """Whether one of the builtin ``exceptions``, raised by ``node``, may be caught in the same function.

    The failure may be the point there.
    """
    caught = frozenset(f"builtins.{name}" for name in (*exceptions, "Exception", "BaseException"))
    child: ast.AST = node
    for outer in module.ancestors(node):
        if isinstance(outer, FUNCTION_TYPES):
            return False
        if isinstance(outer, ast.Try) and any(child is statement for statement in outer.body):
            if any(_catches(module, handler.type, caught) for handler in outer.handlers):
                return True
        elif isinstance(outer, (ast.With, ast.AsyncWith)):
            if any(not _lets_pass(module, item.context_expr) for item in outer.items):
                return True
        elif type(outer).__name__ == "TryStar":
            return True
        child = outer
    return False


def is_error_asserted(module: Module, node: ast.AST) -> bool:
    """Whether a test says that ``node`` raises an exception: ``with pytest.raises(...)`` or ``self.assertRaises``."""
    managers = [
        item.context_expr
        for outer in module.ancestors(node)
        if isinstance(outer, (ast.With, ast.AsyncWith))
        for item in outer.items
    ]
    called = [manager.func for manager in managers if isinstance(manager, ast.Call)]
    names = [one.attr if isinstance(one, ast.Attribute) else getattr(one, "id", "") for one in called]
    return any(name == "raises" or name.startswith("assertRaises") for name in names)


def _catches(module: Module, kind: ast.expr | None, caught: frozenset[str]) -> bool:
    if kind is None:
        return True
    kinds = kind.elts if isinstance(kind, ast.Tuple) else [kind]
    names = [module.qualified(one) for one in kinds]
    return any(name is None or name in caught for name in names)


def _lets_pass(module: Module, manager: ast.expr) -> bool:
    """Whether a context manager is known not to catch exceptions."""
    called = manager.func if isinstance(manager, ast.Call) else manager
    name = module.qualified(called) or ""
    if name.startswith(("tensorflow.", "builtins.")):
        return True
    attribute = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
    return attribute in _QUIET_MANAGERS or attribute == "stop_recording"
