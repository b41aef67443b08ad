"""Lists outside of a traced function to which the function appends."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tffix.semantics.graph import Via
from tffix.semantics.module import Module
from tffix.semantics.syntax import receiver

from ._lists import Append, GrownList, as_append, is_empty_list


def is_outside(module: Module, grown: GrownList) -> bool:
    """Whether traced code appends to a list that is made, and read, outside of the trace."""
    return all(_is_traced(module, append.statement) for append in grown.appends) and not any(
        module.context(node).is_graph for node in (grown.definition, *grown.uses)
    )


def appends_to_attributes(module: Module) -> Iterator[tuple[Append, str]]:
    """The same for lists that are attributes of ``self``: the first append to each, with the attribute as written."""
    seen = set()
    for call in module.calls("append"):
        target = receiver(call)
        owner = module.self_class(target.value) if isinstance(target, ast.Attribute) else None
        if not isinstance(target, ast.Attribute) or owner is None or (owner, target.attr) in seen:
            continue
        append = as_append(module, target)
        if append is not None and _is_traced(module, append.statement) and _is_eager(module, owner, target.attr):
            seen.add((owner, target.attr))
            yield append, module.segment(target)


def _is_eager(module: Module, owner: ast.ClassDef, name: str) -> bool:
    """Whether an attribute is an empty list at first, and all that makes or reads it is outside of traced code."""
    bindings = module.attribute_bindings(owner, name)
    reads = [
        node for node in module.attributes(name) if isinstance(node.ctx, ast.Load) and as_append(module, node) is None
    ]
    return (
        bool(bindings)
        and bool(reads)
        and all(is_empty_list(module, binding) for binding in bindings)
        and not any(module.context(node).is_graph for node in (*(binding.node for binding in bindings), *reads))
    )


def _is_traced(module: Module, node: ast.AST) -> bool:
    context = module.context(node)
    return context.is_graph and not (context.via is Via.KERAS_STEP and b"run_eagerly" in module.data)
