"""Containers outside of a traced function that the function puts tensors into."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from tffix.semantics.kinds_table import Kind
from tffix.semantics.scopes import BindingKind
from tffix.semantics.symbolic import Symbolic
from tffix.semantics.syntax import argument_values
from tffix.semantics.tree import FUNCTION_TYPES

from ._frozen import is_about_tracing, is_in_graph

if TYPE_CHECKING:
    from tffix.semantics.module import Module

_METHODS = ("append", "extend", "insert", "add", "update", "setdefault", "appendleft")
_CONTAINERS = (ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp)
_MAKERS = frozenset(
    [
        "builtins.dict",
        "builtins.list",
        "builtins.set",
        "collections.OrderedDict",
        "collections.defaultdict",
        "collections.deque",
    ]
)


def stores(module: Module) -> Iterator[ast.expr]:
    """The containers outside, each where traced code first puts a tensor into it."""
    symbolic = Symbolic(module)
    seen: set[str] = set()
    for place, container, values in _candidates(module):
        base = _base(container)
        if base is None or module.segment(base) in seen or not module.context(place).is_graph:
            continue
        if not any(map(symbolic.holds, values)) or not is_in_graph(module, place):
            continue
        if _is_outside(module, base) and not is_about_tracing(module, place):
            seen.add(module.segment(base))
            yield container


def _candidates(module: Module) -> list[tuple[ast.AST, ast.expr, list[ast.expr]]]:
    """The statements that put something into a container: the statement, the container, what is put there."""
    found: list[tuple[ast.AST, ast.expr, list[ast.expr]]] = []
    for name in _METHODS:
        for call in module.calls(name):
            if not isinstance(call.func, ast.Attribute) or not isinstance(module.parent(call), ast.Expr):
                continue
            # A list that is appended to by its own name is reported by list-in-graph.
            if name != "append" or isinstance(call.func.value, ast.Subscript):
                values = argument_values(call)
                written = [v for value in values for v in (value.values if isinstance(value, ast.Dict) else [value])]
                found.append((call, call.func.value, written))
    for subscript in module.nodes(ast.Subscript):
        holder = module.parent(subscript)
        if isinstance(subscript.ctx, ast.Store) and isinstance(holder, ast.Assign):
            found.append((holder, subscript.value, [holder.value]))
    return sorted(found, key=lambda item: module.span(item[0]))


def _base(container: ast.expr) -> ast.Name | ast.Attribute | None:
    while isinstance(container, ast.Subscript):
        container = container.value
    return container if isinstance(container, (ast.Name, ast.Attribute)) else None


def _is_outside(module: Module, base: ast.Name | ast.Attribute) -> bool:
    """Whether a container is certainly made, and read, where no graph is traced, and read nowhere else."""
    bindings = module.origins(base)
    if not bindings:
        return False
    for binding in bindings:
        value = binding.value
        is_made = isinstance(value, _CONTAINERS) or (
            isinstance(value, ast.Call) and module.qualified(value.func) in _MAKERS
        )
        if binding.kind is not BindingKind.ASSIGN or binding.path or not is_made:
            return False
        function = module.function(binding.node)
        if isinstance(function, FUNCTION_TYPES) and module.function_context(function).is_graph:
            return False
    reads = [read for read in _reads(module, base) if not _is_put(module, read)]
    return bool(reads) and not any(module.context(read).is_graph or module.context(read).via for read in reads)


def _reads(module: Module, base: ast.Name | ast.Attribute) -> list[ast.expr]:
    if isinstance(base, ast.Attribute):
        return [node for node in module.attributes(base.attr) if isinstance(node.ctx, ast.Load)]
    binding = module.binding(base)
    return [] if binding is None else [use for use in module.uses(binding) if isinstance(use.ctx, ast.Load)]


def _is_put(module: Module, read: ast.expr) -> bool:
    """Whether a read is only there to put something into the container."""
    node: ast.AST | None = read
    holder = module.parent(read)
    while isinstance(holder, ast.Subscript) and holder.value is node:
        if isinstance(holder.ctx, ast.Store):
            return True
        node, holder = holder, module.parent(holder)
    is_method = isinstance(holder, ast.Attribute) and holder.attr in _METHODS
    return is_method and module.kind(read) is not Kind.TENSOR
