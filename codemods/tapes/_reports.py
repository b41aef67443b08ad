"""Statements that only report: they print, log or count, and nothing that a gradient needs comes out of them."""

from __future__ import annotations

import ast

from tffix.semantics.kinds_table import Kind
from tffix.semantics.module import Module

_FUNCTIONS = frozenset(["builtins.print", "tensorflow.print"])
_LOGGING = ("logging.", "absl.logging.", "tensorflow.summary.")
_LOGGERS = ("logging.getLogger", "absl.logging.get_absl_logger")
_METRIC_METHODS = frozenset(["update_state", "reset_state", "reset_states"])
_LOG_METHODS = frozenset(["debug", "info", "warning", "error", "log"])


def reports(module: Module, statement: ast.stmt) -> bool:
    """Whether ``statement`` only updates metrics, prints or logs, also under a condition or a summary writer."""
    if isinstance(statement, ast.Expr):
        return isinstance(statement.value, ast.Call) and _is_report(module, statement.value)
    if isinstance(statement, ast.If):
        branches = [*statement.body, *statement.orelse]
        return not _binds(statement.test) and all(reports(module, inner) for inner in branches)
    if isinstance(statement, ast.With):
        is_plain = all(item.optional_vars is None and _is_writer(item.context_expr) for item in statement.items)
        return is_plain and all(reports(module, inner) for inner in statement.body)
    return False


def _is_report(module: Module, call: ast.Call) -> bool:
    if _binds(call):
        return False
    name = module.qualified(call.func)
    if name is not None:
        return name in _FUNCTIONS or name.startswith(_LOGGING)
    if module.kind(call.func) is Kind.METRIC:
        return True
    if not isinstance(call.func, ast.Attribute):
        return False
    if call.func.attr in _METRIC_METHODS:
        return module.kind(call.func.value) is Kind.METRIC
    return call.func.attr in _LOG_METHODS and _is_logger(module, call.func.value)


def _is_logger(module: Module, expression: ast.expr) -> bool:
    made = module.value(expression, attributes=True)
    return isinstance(made, ast.Call) and module.qualified(made.func) in _LOGGERS


def _is_writer(manager: ast.expr) -> bool:
    """``writer.as_default()``: the summaries written below it are all that it changes."""
    called = manager.func if isinstance(manager, ast.Call) else None
    return isinstance(called, ast.Attribute) and called.attr == "as_default"


def _binds(expression: ast.expr) -> bool:
    return any(isinstance(node, (ast.NamedExpr, ast.Await, ast.Yield, ast.YieldFrom)) for node in ast.walk(expression))
