"""Lists that start empty and are filled by ``append``, with everything that uses them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from tffix.rewriting.edits import escaped
from tffix.semantics.module import Module
from tffix.semantics.scopes import Binding, BindingKind
from tffix.semantics.syntax import has_starred, literal_element, receiver
from tffix.semantics.tree import LOOP_TYPES, FunctionNode, LoopNode


@dataclass(frozen=True)
class Append:
    """``losses.append(value)`` as a statement."""

    statement: ast.Expr
    value: ast.expr


@dataclass(frozen=True)
class GrownList:
    """A list with its definition ``losses = []``, the appends, and all other uses of the name, in source order."""

    name: str
    binding: Binding
    definition: ast.stmt
    appends: tuple[Append, ...]
    uses: tuple[ast.Name, ...]


def without(module: Module, definition: ast.stmt, names: set[str]) -> str | None:
    """What is left of ``a, b = [], []`` when it no longer defines ``names``; empty when that is nothing.

    ``None`` when the definition cannot be taken apart.
    """
    if isinstance(definition, ast.AnnAssign):
        return ""
    if not isinstance(definition, ast.Assign) or len(definition.targets) != 1:
        return None
    target, value = definition.targets[0], definition.value
    if isinstance(target, ast.Name):
        return ""
    if not isinstance(target, ast.Tuple) or not isinstance(value, ast.Tuple) or len(target.elts) != len(value.elts):
        return None
    pairs = list(zip(target.elts, value.elts, strict=True))
    if has_starred(node for pair in pairs for node in pair):
        return None
    left = [(t, v) for t, v in pairs if not (isinstance(t, ast.Name) and t.id in names)]
    targets = ", ".join(module.segment(t) for t, _ in left)
    values = ", ".join(module.segment(v) for _, v in left)
    return escaped(f"{targets} = {values}") if left else ""


def grown_lists(module: Module) -> Iterator[GrownList]:
    """The lists of a file whose every use certainly means the one definition, by the position of the first append.

    Lists whose appends are all part of larger expressions are left out.
    """
    seen: set[Binding] = set()
    for call in module.calls("append"):
        name = receiver(call)
        binding = module.binding(name) if isinstance(name, ast.Name) else None
        if binding is None or binding in seen or not is_empty_list(module, binding):
            continue
        seen.add(binding)
        found = _grown(module, binding)
        if found is not None:
            yield found


def is_empty_list(module: Module, binding: Binding) -> bool:
    """Whether a binding gives its name (or attribute) a new empty list of its own."""
    value = binding.value
    if binding.kind is not BindingKind.ASSIGN or value is None:
        return False
    statement = module.statement(binding.node)
    if isinstance(statement, ast.Assign) and len(statement.targets) > 1:
        return False
    for index in binding.path:
        element = literal_element(value, index)
        if element is None:
            return False
        value = element
    if isinstance(value, ast.Call):
        return module.qualified(value.func) == "builtins.list" and not value.args and not value.keywords
    return isinstance(value, ast.List) and not value.elts


def _grown(module: Module, binding: Binding) -> GrownList | None:
    appends, uses = [], []
    for name in module.uses(binding):
        if module.bindings(name) != frozenset([binding]):
            return None
        append = as_append(module, name)
        if append is not None:
            appends.append(append)
        else:
            uses.append(name)
    if not appends:
        return None
    definition = module.statement(binding.node)
    return GrownList(binding.name, binding, definition, tuple(appends), tuple(uses))


def as_append(module: Module, name: ast.expr) -> Append | None:
    """The statement ``name.append(value)`` that ``name`` (or an attribute) is part of."""
    method = module.parent(name)
    if not isinstance(method, ast.Attribute) or method.attr != "append":
        return None
    call = module.parent(method)
    if not isinstance(call, ast.Call) or call.func is not method or len(call.args) != 1 or call.keywords:
        return None
    statement = module.parent(call)
    if not isinstance(statement, ast.Expr) or isinstance(call.args[0], ast.Starred):
        return None
    return Append(statement, call.args[0])


def loops_between(module: Module, node: ast.AST, outer: ast.AST | None) -> list[LoopNode]:
    """The loops around ``node`` within its function that do not hold ``outer``, from the inside out."""
    function: FunctionNode | None = module.function(node)
    found: list[LoopNode] = []
    inner = node
    for ancestor in module.ancestors(node):
        if ancestor is function or (outer is not None and module.contains(ancestor, outer)):
            break
        if isinstance(ancestor, LOOP_TYPES) and any(inner is statement for statement in ancestor.body):
            found.append(ancestor)
        inner = ancestor
    return found
