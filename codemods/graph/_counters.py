"""Python numbers outside of a traced function that the function counts up: it does so once for each trace."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tffix.semantics.graph import Via
from tffix.semantics.kinds_table import Kind
from tffix.semantics.scopes import Binding
from tffix.semantics.tree import FUNCTION_TYPES, terminal_name

from ._frozen import is_about_tracing, is_in_graph

if TYPE_CHECKING:
    from tffix.semantics.module import Module

_TRACES = re.compile(r"trac(e|ing)|compil|追踪", re.IGNORECASE)


@dataclass(frozen=True)
class Counter:
    """A number outside of traced code, with the statements that count it up there.

    ``others`` are the other places that give it a value, ``reads`` those that read it.
    """

    target: ast.Name | ast.Attribute
    updates: tuple[ast.AugAssign, ...]
    others: tuple[Binding, ...]
    reads: tuple[ast.expr, ...]


def counters(module: Module) -> Iterator[Counter]:
    """The counters of the file that certainly are Python numbers, by their first update."""
    found: dict[tuple[object, str], list[ast.AugAssign]] = {}
    for statement in module.nodes(ast.AugAssign):
        key = _key(module, statement.target)
        if key is not None and is_in_graph(module, statement) and not _is_keras_call(module, statement):
            found.setdefault(key, []).append(statement)
    for updates in found.values():
        target = updates[0].target
        assert isinstance(target, (ast.Name, ast.Attribute))
        counter = _counter(module, target, updates)
        if counter is not None and not _is_meant(module, target, updates):
            yield counter


def _is_keras_call(module: Module, node: ast.AST) -> bool:
    return module.context(node).via is Via.KERAS_CALL


def _key(module: Module, target: ast.expr) -> tuple[object, str] | None:
    """What an assignment from inside of a function changes outside of it."""
    if isinstance(target, ast.Name):
        binding = module.scopes.by_node.get(target)
        if binding is None or binding.scope is module.scopes.around(target):
            return None
        owner = binding.scope.node
        is_traced = isinstance(owner, FUNCTION_TYPES) and module.function_context(owner).is_graph
        return None if is_traced else (binding.scope, target.id)
    if isinstance(target, ast.Attribute):
        owner_class = module.self_class(target.value)
        return None if owner_class is None else (owner_class, target.attr)
    return None


def _is_meant(module: Module, target: ast.Name | ast.Attribute, updates: list[ast.AugAssign]) -> bool:
    name = target.id if isinstance(target, ast.Name) else target.attr
    if _TRACES.search(name) or any(is_about_tracing(module, update) for update in updates):
        return True
    if any(_is_in_test(module, update) for update in updates):
        return True
    return any(_asks_for(module, name, update) for update in updates)


def _is_in_test(module: Module, node: ast.AST) -> bool:
    """Whether a test counts, which asserts how often a function is traced."""
    return any(isinstance(outer, ast.FunctionDef) and outer.name.startswith("test") for outer in module.ancestors(node))


def _asks_for(module: Module, name: str, update: ast.AugAssign) -> bool:
    """Whether a condition on the counter itself guards the update: something that is to be traced once."""
    tests = (outer.test for outer in ancestors_within(module, update) if isinstance(outer, ast.If))
    return any(
        isinstance(node, (ast.Name, ast.Attribute)) and terminal_name(node) == name
        for test in tests
        for node in ast.walk(test)
    )


def _counter(module: Module, target: ast.Name | ast.Attribute, updates: list[ast.AugAssign]) -> Counter | None:
    bindings, reads = _bindings_and_reads(module, target)
    stores = {update.target for update in updates}
    others = [binding for binding in bindings if binding.node not in stores]
    is_number = bool(others) and all(
        binding.value is not None and not binding.path and module.kind(binding.value) is Kind.NUMBER
        for binding in others
    )
    if not is_number or any(module.kind(update.value) is not Kind.NUMBER for update in updates):
        return None
    return Counter(target, tuple(updates), tuple(others), tuple(reads))


def _bindings_and_reads(module: Module, target: ast.Name | ast.Attribute) -> tuple[list[Binding], list[ast.expr]]:
    if isinstance(target, ast.Name):
        scope = module.scopes.by_node[target].scope
        names = [
            name
            for name in module.tree.names(target.id)
            if isinstance(name.ctx, ast.Load) and module.scopes.owner(name.id, module.scopes.around(name)) is scope
        ]
        return scope.all(target.id), [*names]
    owner = module.self_class(target.value)
    assert owner is not None
    reads = [node for node in module.attributes(target.attr) if isinstance(node.ctx, ast.Load)]
    return module.attribute_bindings(owner, target.attr), [*reads]


def ancestors_within(module: Module, node: ast.AST) -> Iterator[ast.AST]:
    """The nodes around ``node`` in its function, the innermost first."""
    function = module.function(node)
    for outer in module.ancestors(node):
        if outer is function:
            return
        yield outer
