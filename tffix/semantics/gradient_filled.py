"""Lists, dictionaries and metrics that get values after they are made."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from tffix.semantics.kinds_table import Kind
from tffix.semantics.names import LIBRARY_ROOTS
from tffix.semantics.syntax import argument_values, names_in, single_target

if TYPE_CHECKING:
    from tffix.semantics.module import Module
    from tffix.semantics.scopes import Binding

_PUTTING = ("append", "extend", "insert")
_READING = ("copy", "count", "get", "index", "items", "keys", "values")
_READERS = (ast.BinOp, ast.Compare, ast.For, ast.comprehension, ast.Return, ast.Starred, ast.FormattedValue, ast.Expr)


def filled(module: Module, binding: Binding) -> list[ast.expr] | None:
    """What is put into the list or dictionary that ``binding`` holds; ``None`` when that is not all to be seen."""
    kind = module.kinds.of_binding(binding)
    if kind is Kind.ARRAY and (binding.value is None or not _holds_objects(binding.value)):
        return []
    if kind not in (Kind.LIST, Kind.DICT, Kind.UNKNOWN, Kind.ARRAY):
        return []
    added: list[ast.expr] = []
    for use in module.uses(binding):
        found = _put_in(module, binding, use, is_container=kind is not Kind.UNKNOWN)
        if found is None:
            return None
        added += found
    return added


def measured(module: Module, metric: ast.expr) -> list[ast.expr]:
    """What the code around ``metric`` adds to it by ``update_state``."""
    bindings = module.origins(metric)
    return [
        value
        for call in module.calls("update_state")
        if module.function(call) is module.function(metric) and isinstance(call.func, ast.Attribute)
        if bindings and module.origins(call.func.value) == bindings
        for value in argument_values(call)
    ]


def _holds_objects(value: ast.expr) -> bool:
    return any(name.id == "object" for name in names_in(value))


def _put_in(module: Module, binding: Binding, use: ast.Name, *, is_container: bool) -> list[ast.expr] | None:
    """What one use of a name puts into its value; ``None`` when it may put in, or move, something unseen."""
    holder = module.parent(use)
    is_here = module.function(use) is module.function(binding.node)
    if isinstance(holder, ast.Attribute):
        return _by_method(module, holder, is_here=is_here, is_container=is_container)
    if isinstance(holder, ast.Subscript):
        if isinstance(holder.ctx, ast.Load):
            return []
        statement = module.parent(holder)
        is_set = isinstance(statement, ast.Assign) and single_target(statement) is holder and is_here
        return [statement.value] if is_set and isinstance(statement, ast.Assign) else None
    if not is_container or _is_only_read(module, holder):
        return []
    if isinstance(holder, ast.Tuple) and isinstance(module.parent(holder), ast.Return):
        return []
    return None


def _by_method(module: Module, attribute: ast.Attribute, *, is_here: bool, is_container: bool) -> list[ast.expr] | None:
    call = module.parent(attribute)
    is_called = isinstance(call, ast.Call) and call.func is attribute
    if attribute.attr in _PUTTING and is_here and is_called and isinstance(call, ast.Call) and call.args:
        return [call.args[-1]]
    if attribute.attr in (*_PUTTING, "update", "setdefault"):
        return None
    return [] if not is_container or (is_called and attribute.attr in _READING) else None


def _is_only_read(module: Module, holder: ast.AST | None) -> bool:
    """Whether what stands around a list leaves it as it is, and keeps no other name for it."""
    if isinstance(holder, ast.Call):
        root = (module.qualified(holder.func) or "").partition(".")[0]
        return root in LIBRARY_ROOTS or module.kind(holder.func) is Kind.LOSS
    return isinstance(holder, _READERS)
