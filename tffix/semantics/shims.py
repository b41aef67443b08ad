"""Code that copes with several versions by itself is left alone: ``try``, ``hasattr``, a look at the version."""

from __future__ import annotations

import ast

from tffix.semantics.module import Module
from tffix.semantics.syntax import names_in
from tffix.semantics.tree import FUNCTION_TYPES

_ERRORS = frozenset(
    f"builtins.{name}"
    for name in ("ImportError", "ModuleNotFoundError", "AttributeError", "NameError", "TypeError", "ValueError")
)
_BROAD = frozenset(["builtins.Exception", "builtins.BaseException"])


def is_shim(module: Module, node: ast.AST) -> bool:
    """Whether ``node`` is one of several ways that the code tries."""
    child = node
    for outer in module.ancestors(node):
        if isinstance(outer, ast.Try) and _tries(module, outer, child):
            return True
        if isinstance(outer, (ast.If, ast.IfExp, ast.BoolOp)) and _asks(module, outer, child):
            return True
        if isinstance(outer, ast.Call) and module.qualified(outer.func) in ("builtins.getattr", "builtins.hasattr"):
            return True
        if isinstance(outer, FUNCTION_TYPES) and _asks_first(module, outer, node):
            return True
        child = outer
    return False


def _tries(module: Module, outer: ast.Try, child: ast.AST) -> bool:
    """Whether the ``try`` is about what TensorFlow has, with ``child`` in its body or in what happens otherwise."""
    if any(child is statement for statement in outer.finalbody):
        return False
    return any(_is_about_versions(module, handler) for handler in outer.handlers)


def _is_about_versions(module: Module, handler: ast.ExceptHandler) -> bool:
    kinds = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    names = [None if kind is None else module.qualified(kind) for kind in kinds]
    if any(name in _ERRORS for name in names):
        return True
    is_broad = handler.type is None or any(name in _BROAD for name in names)
    return is_broad and any(_is_library(module, node) for node in ast.walk(handler))


def _is_library(module: Module, node: ast.AST) -> bool:
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        return True
    if not isinstance(node, (ast.Name, ast.Attribute)):
        return False
    return (module.qualified(node) or "").partition(".")[0] in ("tensorflow", "keras", "tf_keras")


def _asks(module: Module, outer: ast.If | ast.IfExp | ast.BoolOp, child: ast.AST) -> bool:
    if isinstance(outer, ast.BoolOp):
        return any(value is not child and _is_question(module, value) for value in outer.values)
    return child is not outer.test and _is_question(module, outer.test)


def _asks_first(module: Module, function: ast.AST, node: ast.AST) -> bool:
    """Whether a branch of the function that returns early depends on the version."""
    for statement in getattr(function, "body", []) if not isinstance(function, ast.Lambda) else []:
        if statement.lineno >= node.lineno:  # type: ignore[attr-defined]
            return False
        if isinstance(statement, ast.If) and _is_question(module, statement.test):
            return True
    return False


def _is_question(module: Module, test: ast.expr) -> bool:
    """Whether a condition asks for the version, or for what there is."""
    for node in ast.walk(test):
        if isinstance(node, ast.Call) and module.qualified(node.func) == "builtins.hasattr":
            return True
        if isinstance(node, ast.Attribute) and "version" in node.attr.lower():
            return True
    return any(_is_version(module, name) for name in names_in(test))


def _is_version(module: Module, name: ast.Name) -> bool:
    if "version" in name.id.lower() or name.id.lower() in ("tf2", "is_tf2", "tf_2", "legacy"):
        return True
    value = module.value(name)
    return value is not name and not isinstance(value, ast.Name) and _mentions_version(value)


def _mentions_version(value: ast.expr) -> bool:
    for node in ast.walk(value):
        if isinstance(node, ast.Attribute) and "version" in node.attr.lower():
            return True
        if isinstance(node, ast.Name) and node.id == "hasattr":
            return True
    return False
