"""What a loop that becomes one of the graph asks of its body."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from tffix.semantics.hybridization import block_obstacles
from tffix.semantics.module import Module
from tffix.semantics.scopes import Binding, BindingKind
from tffix.semantics.syntax import literal_element, names_in


def is_graph_body(module: Module, loop: ast.stmt, target: ast.expr, body: Sequence[ast.stmt]) -> bool:
    """Whether ``body``, with ``target`` bound to an element of a dataset, certainly works as that of a graph loop.

    All that it calls can be in a graph; what it binds is either its own or was a float or a tensor before; and nothing
    is read behind it that only the loop gives a value.
    """
    if block_obstacles(module, body):
        return False
    stored = [name for name in names_in(target, *body) if isinstance(name.ctx, ast.Store)]
    return not any(_breaks(module, loop, name) for name in stored)


def _breaks(module: Module, loop: ast.stmt, name: ast.Name) -> bool:
    """Whether a name set in the loop is read where it may have no value, or one of another type."""
    own = module.scopes.by_node.get(name)
    for use in [] if own is None else module.uses(own):
        before = [binding for binding in module.bindings(use) if not module.contains(loop, binding.node)]
        if not module.contains(loop, use) and not before:
            return True
        if any(_is_unfit(binding) for binding in before):
            return True
    return False


def _is_unfit(binding: Binding) -> bool:
    """Whether the value before the loop is ``None`` or an integer, which a graph does not let become a float."""
    value = binding.value
    if binding.kind is not BindingKind.ASSIGN or value is None:
        return False
    for index in binding.path:
        element = literal_element(value, index)
        if element is None:
            return False
        value = element
    return isinstance(value, ast.Constant) and (value.value is None or isinstance(value.value, (int, str)))
