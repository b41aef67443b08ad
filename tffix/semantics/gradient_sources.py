"""What a gradient is taken with respect to: single tensors and variables, and the variables of models and layers."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tffix.semantics.kinds_table import Kind
from tffix.semantics.syntax import argument, is_none
from tffix.semantics.tree import COMPREHENSION_TYPES, LOOP_TYPES

if TYPE_CHECKING:
    from tffix.semantics.module import Module
    from tffix.semantics.scopes import Binding

VARIABLES = ("trainable_variables", "trainable_weights", "variables", "weights")
"""The attributes of models, layers and modules that list what they are trained by."""
_COMPOUND = (ast.If, ast.For, ast.AsyncFor, ast.While, ast.With, ast.AsyncWith, ast.Try)
Identity = frozenset["Binding"] | tuple[ast.ClassDef, str]
"""Which object a name or an attribute of ``self`` means; two that are equal mean the same one."""


@dataclass(frozen=True)
class Sources:
    """The second argument of ``tape.gradient``.

    ``values`` are the tensors and variables given one by one, ``owners`` the objects all of whose variables are given;
    both as the expressions written there.  ``complete``: there are no others.
    """

    values: tuple[ast.expr, ...]
    owners: tuple[ast.expr, ...]
    complete: bool


def sources_of(module: Module, derivative: ast.Call) -> Sources:
    """What ``tape.gradient(target, sources)`` differentiates with respect to."""
    given = argument(derivative, "sources", 1) or argument(derivative, "source", 1)
    values: list[ast.expr] = []
    owners: list[ast.expr] = []
    complete = given is not None and _collect(module, given, values, owners, 0)
    return Sources(tuple(values), tuple(owners), complete)


def _collect(module: Module, given: ast.expr, values: list[ast.expr], owners: list[ast.expr], depth: int) -> bool:
    if depth > 8:
        return False
    if isinstance(given, (ast.List, ast.Tuple)):
        return all(_collect(module, element, values, owners, depth + 1) for element in given.elts)
    if isinstance(given, ast.Dict):
        return all(_collect(module, element, values, owners, depth + 1) for element in given.values)
    if isinstance(given, ast.Starred):
        return _collect(module, given.value, values, owners, depth + 1)
    if isinstance(given, ast.BinOp) and isinstance(given.op, ast.Add):
        return all(_collect(module, side, values, owners, depth + 1) for side in (given.left, given.right))
    if isinstance(given, ast.Attribute) and given.attr in VARIABLES:
        owners.append(given.value)
        return True
    value = module.value(given) if isinstance(given, ast.Name) else given
    is_list = isinstance(value, (ast.List, ast.Tuple, ast.Dict, ast.BinOp))
    if is_list or (isinstance(value, ast.Attribute) and value.attr in VARIABLES):
        is_kept = not isinstance(given, ast.Name) or not _is_changed(module, given)
        if isinstance(value, ast.BinOp) and module.kind(value) is Kind.TENSOR:
            values.append(given)
            return True
        return _collect(module, value, values, owners, depth + 1) and is_kept
    if isinstance(given, (ast.Name, ast.Attribute)):
        values.append(given)
        # A parameter, or the result of a call, can be a list of variables.
        return depth > 0 or module.kind(given) in (Kind.TENSOR, Kind.VARIABLE)
    return False


def _is_changed(module: Module, name: ast.Name) -> bool:
    """Whether something is appended to the list that ``name`` holds."""
    uses = [use for binding in module.bindings(name) for use in module.uses(binding)]
    holders = [module.parent(use) for use in uses]
    return any(isinstance(holder, (ast.Attribute, ast.AugAssign)) for holder in holders)


def identity(module: Module, expression: ast.expr) -> Identity | None:
    """Which object a name, or an attribute of ``self``, means; ``None`` for other expressions."""
    if isinstance(expression, ast.Name):
        return module.bindings(expression) or None
    if isinstance(expression, ast.Attribute):
        owner = module.self_class(expression.value)
        return None if owner is None else (owner, expression.attr)
    return None


def expects_none(module: Module, derivative: ast.Call) -> bool:
    """Whether the code after ``derivative`` is written for gradients that are ``None``.

    It compares something that comes from the result with ``None``, asks what the result is, asks for zeros instead, or
    says so in a comment: beside the call, above it, or beside a use of the result.
    """
    if argument(derivative, "unconnected_gradients") is not None:
        return True
    statement = module.statement(derivative)
    bound = [module.scopes.by_node.get(target) for target in getattr(statement, "targets", [])]
    uses = [use for binding in bound if binding is not None for use in module.uses(binding)]
    if "None" in module.tree.line(statement.end_lineno or statement.lineno):
        return True
    if any(_says_none(module, one) for one in {statement, *map(module.statement, uses)}):
        return True
    if any(_asks(module, use) for use in uses):
        return True
    results = {name for target in getattr(statement, "targets", []) for name in _names(target)}
    for compare in module.nodes(ast.Compare):
        if not any(is_none(side) for side in (compare.left, *compare.comparators)):
            continue
        if module.function(compare) is not module.function(derivative):
            continue
        if results & _related(module, compare):
            return True
    return False


def _says_none(module: Module, statement: ast.stmt) -> bool:
    """Whether a comment at the end of ``statement``, or above it, says ``None``."""
    if isinstance(statement, _COMPOUND):
        return False
    above = module.tree.line(statement.lineno - 1).strip() if statement.lineno > 1 else ""
    beside = module.tree.line(statement.end_lineno or statement.lineno).partition("#")[2]
    return "None" in beside or (above.startswith("#") and "None" in above)


def _asks(module: Module, use: ast.Name) -> bool:
    """Whether the result itself decides about something: ``if gradient``, ``isinstance(gradient, tf.Tensor)``."""
    holder = module.parent(use)
    if isinstance(holder, ast.Call):
        is_asked = module.qualified(holder.func) == "builtins.isinstance" and len(holder.args) > 1
        return is_asked and (module.qualified(holder.args[1]) or "").endswith("Tensor")
    if isinstance(holder, (ast.If, ast.IfExp, ast.While, ast.Assert)):
        return holder.test is use
    return isinstance(holder, ast.BoolOp) or (isinstance(holder, ast.UnaryOp) and isinstance(holder.op, ast.Not))


def _related(module: Module, compare: ast.Compare) -> set[str]:
    """The names in a comparison, and those that its loop variables run over."""
    found = _names(compare)
    for outer in module.ancestors(compare):
        if isinstance(outer, COMPREHENSION_TYPES):
            found |= {name for generator in outer.generators for name in _names(generator.iter)}
        elif isinstance(outer, LOOP_TYPES) and not isinstance(outer, ast.While):
            found |= _names(outer.iter)
    return found


def _names(node: ast.AST) -> set[str]:
    return {inner.id for inner in ast.walk(node) if isinstance(inner, ast.Name)}
