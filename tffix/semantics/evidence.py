"""What the uses of a name show about its value: the target of ``tape.gradient`` is a tensor."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from tffix.semantics.kinds_table import Kind
from tffix.semantics.scopes import Binding, BindingKind
from tffix.semantics.syntax import receiver

if TYPE_CHECKING:
    from tffix.semantics.module import Module

_MAX_DEPTH = 10


def collect(module: Module, evidence: dict[Binding, Kind]) -> None:
    """Fill ``evidence`` with the kinds that uses show, for bindings whose values say nothing themselves.

    An object of a class defined in the file is what that class says: having ``apply_gradients`` makes no Keras
    optimizer of it.
    """
    for call in module.calls("gradient"):
        target = call.args[0] if call.args else None
        tape = receiver(call)
        if tape is not None and module.kind(tape) is Kind.TAPE and isinstance(target, ast.Name):
            _note(module, target, Kind.TENSOR, evidence)
    for call in module.calls("apply_gradients"):
        optimizer = receiver(call)
        if isinstance(optimizer, ast.Name) and not _is_own(module, optimizer):
            _note(module, optimizer, Kind.OPTIMIZER, evidence)


def _note(module: Module, name: ast.Name, kind: Kind, evidence: dict[Binding, Kind]) -> None:
    for binding in module.bindings(name):
        evidence.setdefault(binding, kind)


def _is_own(module: Module, expression: ast.expr | None, depth: int = 0) -> bool:
    """Whether a value can be an object of a class that is defined in the file."""
    if expression is None or depth > _MAX_DEPTH:
        return False
    values: list[ast.expr | None]
    if isinstance(expression, ast.Name):
        values = [value for binding in module.bindings(expression) for value in _values(module, binding)]
    elif isinstance(expression, ast.IfExp):
        values = [expression.body, expression.orelse]
    elif isinstance(expression, ast.Call):
        made_by = module.definition(expression.func)
        if isinstance(made_by, ast.ClassDef):
            return True
        values = [*module.returned(made_by)] if isinstance(made_by, ast.FunctionDef) else []
    else:
        values = [binding.value for binding in module.origins(expression)]
    return any(_is_own(module, value, depth + 1) for value in values)


def _values(module: Module, binding: Binding) -> list[ast.expr | None]:
    """What a name is given: the value of an assignment, or the arguments of all calls for a parameter."""
    if binding.kind is BindingKind.ASSIGN and not binding.path:
        return [binding.value]
    return module.parameters.arguments_here(binding.node) if isinstance(binding.node, ast.arg) else []
