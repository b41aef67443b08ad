"""Models that send a value through many blocks, one after the other: how many, and what each holds."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from tffix.semantics.kinds_table import Kind
from tffix.semantics.module import Module
from tffix.semantics.scopes import BindingKind
from tffix.semantics.syntax import default, is_false
from tffix.semantics.training_mode import DROPOUT_ARGUMENTS, SWITCHED
from tffix.semantics.tree import DEF_TYPES

_CHANGING = SWITCHED | {"dropout"}
"""Layers and functions that give, or update, something else when they run a second time."""


@dataclass(frozen=True)
class Chain:
    """``for block in self.blocks: x = block(x)`` with ``count`` blocks that ``block`` makes."""

    loop: ast.For
    call: ast.Call
    block: ast.Call
    count: int


def chain(module: Module, loop: ast.For, fewest: int) -> Chain | None:
    """The chain that ``loop``, in the ``call`` of a layer or model, sends a value through; with ``fewest`` blocks or
    more.
    """
    function = module.function(loop)
    owner = None if function is None else module.parent(function)
    if not isinstance(owner, ast.ClassDef) or getattr(function, "name", "") not in ("call", "__call__"):
        return None
    if module.class_kind(owner) not in (Kind.MODEL, Kind.LAYER):
        return None
    for statement in loop.body:
        blocks = _passed_through(module, loop, statement)
        made = None if blocks is None else _made(module, owner, blocks)
        if made is not None and isinstance(statement, ast.Assign) and isinstance(statement.value, ast.Call):
            block, number = made
            count = _number(module, number)
            if count is not None and count >= fewest:
                return Chain(loop, statement.value, block, count)
    return None


def hindrance(module: Module, block: ast.Call) -> str | None:
    """What makes it wrong to compute the block again, as it is written; ``None`` where the file shows nothing."""
    local = module.definition(block.func)
    if not isinstance(local, ast.ClassDef):
        return None
    for node in module.definitions.reachable(local, classes=True):
        if not isinstance(node, ast.Call):
            continue
        name = module.keras_path(node.func) or module.qualified(node.func) or ""
        last = name.rpartition(".")[2]
        is_random = name.startswith(("tensorflow.random.", "random.")) and not last.startswith("stateless")
        if last in _CHANGING or is_random:
            return last
        if any(keyword.arg in DROPOUT_ARGUMENTS and not is_false(keyword.value) for keyword in node.keywords):
            return f"{last}(dropout=...)" if last else "dropout"
    return None


def _passed_through(module: Module, loop: ast.For, statement: ast.stmt) -> ast.Attribute | None:
    """``self.blocks``, whose element ``statement`` calls with the value that the last one gave."""
    if not isinstance(statement, ast.Assign) or not isinstance(statement.value, ast.Call):
        return None
    target, call = statement.targets[0], statement.value
    target = target.elts[0] if isinstance(target, (ast.Tuple, ast.List)) and target.elts else target
    first = call.args[0] if call.args else None
    if not isinstance(target, ast.Name) or not isinstance(first, ast.Name) or first.id != target.id:
        return None
    if isinstance(call.func, ast.Subscript) and isinstance(call.func.slice, ast.Name):
        is_index = isinstance(loop.target, ast.Name) and loop.target.id == call.func.slice.id
        return call.func.value if is_index and isinstance(call.func.value, ast.Attribute) else None
    iterated, element = loop.iter, loop.target
    if isinstance(iterated, ast.Call) and module.qualified(iterated.func) == "builtins.enumerate" and iterated.args:
        iterated = iterated.args[0]
        element = element.elts[-1] if isinstance(element, ast.Tuple) else element
    same = isinstance(call.func, ast.Name) and isinstance(element, ast.Name) and call.func.id == element.id
    return iterated if same and isinstance(iterated, ast.Attribute) else None


def _made(module: Module, owner: ast.ClassDef, blocks: ast.Attribute) -> tuple[ast.Call, ast.expr] | None:
    """The call that makes each of the blocks, and the expression for their number."""
    if module.self_class(blocks.value) is not owner:
        return None
    bound = module.attribute_bindings(owner, blocks.attr)
    value = bound[0].value if len(bound) == 1 else None
    if isinstance(value, ast.ListComp) and isinstance(value.elt, ast.Call) and len(value.generators) == 1:
        number = None if value.generators[0].ifs else _range(module, value.generators[0].iter)
        return None if number is None else (value.elt, number)
    if isinstance(value, ast.List) and not value.elts:
        return _appended(module, owner, blocks.attr)
    return None


def _appended(module: Module, owner: ast.ClassDef, name: str) -> tuple[ast.Call, ast.expr] | None:
    found = []
    for call in module.calls("append"):
        place = call.func.value if isinstance(call.func, ast.Attribute) else None
        if isinstance(place, ast.Attribute) and place.attr == name and module.self_class(place.value) is owner:
            found.append(call)
    statement = module.statement(found[0]) if len(found) == 1 else None
    loop = None if statement is None else module.parent(statement)
    number = _range(module, loop.iter) if isinstance(loop, ast.For) else None
    made = found[0].args[0] if number is not None and found[0].args else None
    return (made, number) if isinstance(made, ast.Call) and number is not None else None


def _range(module: Module, iterable: ast.expr) -> ast.expr | None:
    """``n`` of ``range(n)``."""
    if isinstance(iterable, ast.Call) and module.qualified(iterable.func) == "builtins.range":
        return iterable.args[0] if len(iterable.args) == 1 else None
    return None


def _number(module: Module, expression: ast.expr) -> int | None:
    """The integer that ``expression`` is, also as the default of a parameter."""
    for _ in range(4):
        value = module.value(expression, attributes=True)
        if isinstance(value, ast.Constant):
            return value.value if isinstance(value.value, int) else None
        binding = module.binding(value)
        if binding is None or binding.kind is not BindingKind.PARAMETER or not isinstance(binding.node, ast.arg):
            return None
        function = module.tree.function_of(binding.node)
        given = default(function, binding.node) if isinstance(function, DEF_TYPES) else None
        if given is None:
            return None
        expression = given
    return None
