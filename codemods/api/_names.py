"""Dotted names of the table where they are read, called, or given to ``Dataset.apply``."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tffix.codemod import Match
from tffix.rewriting.edits import Replace, escaped
from tffix.semantics.module import Module
from tffix.semantics.shims import is_shim

from ._calls import UNKNOWN_ARGUMENTS, bound, over_lines, rendered, rewritten_call
from ._match import Search, no_name, spelled
from ._table import Row, full

_INSIDE_APPLY = "it is not given to `apply` directly; call the method of the dataset"
_REPLACING = ("patch", "object", "setattr")
"""The functions by which tests put something else in the place of a name."""


def names(search: Search) -> Iterator[Match]:
    """The findings at attributes such as ``tf.data.experimental.AUTOTUNE``."""
    module = search.module
    reported: set[str] = set()
    for last in filter(search.table.last_names.__contains__, module.tree.attribute_names):
        for node in module.attributes(last):
            found = _named(search, node)
            if found is None or not search.wants(found[0]) or found[0].old in reported:
                continue
            if _is_read(module, node) and not is_shim(module, node):
                yield from _at(search, node, *found)
                if found[0].fix == "none":
                    reported.add(found[0].old)  # once is enough where there is nothing to apply


def calls(search: Search) -> Iterator[Match]:
    """The findings at calls by a name that was imported, such as ``cardinality(dataset)``."""
    module = search.module
    for row in search.table.called:
        for call in module.calls(row.last) if search.wants(row) and search.occurs(row) else ():
            if isinstance(call.func, ast.Name):
                found = search.table.named(module.qualified(call.func) or "")
                if found is not None and found[0] is row and not is_shim(module, call):
                    yield from _call(search, call, *found)


def _named(search: Search, node: ast.Attribute) -> tuple[Row, str] | None:
    base = search.module.qualified(node.value)
    # Not the qualified name of the node: that is the same for old and new spellings of a thing.
    return None if base is None else search.table.named(f"{base}.{node.attr}")


def _is_read(module: Module, node: ast.Attribute) -> bool:
    """Whether the name is read, and nobody puts something else in its place."""
    if any(_is_replaced(call, node.attr) for name in _REPLACING for call in module.calls(name)):
        return False
    return all(isinstance(other.ctx, ast.Load) for other in module.attributes(node.attr) if _is_alike(other, node))


def _is_replaced(call: ast.Call, name: str) -> bool:
    """Whether a test replaces the name: ``patch("tensorflow.config.name")``, ``setattr(tf.config, "name", new)``."""
    texts = [one.value for one in call.args if isinstance(one, ast.Constant) and isinstance(one.value, str)]
    return any(text.rpartition(".")[2] == name for text in texts)


def _is_alike(first: ast.Attribute, second: ast.Attribute) -> bool:
    return first is second or ast.dump(first.value) == ast.dump(second.value)


def _at(search: Search, node: ast.Attribute, row: Row, root: str) -> Iterator[Match]:
    module = search.module
    if row.fix == "none":
        yield from search.unfixed(node, row)
    elif row.kind == "value":
        yield search.match(node, row, (Replace(node, escaped(row.new)),))
    elif row.kind in ("call", "apply"):
        holder = module.parent(node)
        if isinstance(holder, ast.Call) and holder.func is node:
            yield from _call(search, holder, row, root)
        else:
            yield from search.unfixed(node, row, UNKNOWN_ARGUMENTS)
    elif row.kind == "name":
        new = spelled(module, full(row.new, root), node, node.value)
        if new is None:
            yield from search.unfixed(node, row, no_name(root))
        else:
            yield search.match(node, row, (Replace(node, new.template, new.parts),), new.imports)


def _call(search: Search, call: ast.Call, row: Row, root: str) -> Iterator[Match]:
    if row.kind == "call":
        yield from rewritten_call(search, call, row, root)
        return
    outer = search.module.parent(call)
    is_applied = isinstance(outer, ast.Call) and outer.args == [call] and not outer.keywords
    if not is_applied or not isinstance(outer.func, ast.Attribute) or outer.func.attr != "apply":  # type: ignore[union-attr]
        yield from search.unfixed(call, row, _INSIDE_APPLY)
        return
    assert isinstance(outer, ast.Call)
    assert isinstance(outer.func, ast.Attribute)
    given = bound(call, row)
    text = None if given is None else rendered(row.new, given)
    if given is None or text is None:
        yield from search.unfixed(call, row, UNKNOWN_ARGUMENTS)
        return
    parts: dict[str, ast.AST] = {
        "self": outer.func.value,
        **{name: given[name] for name in given if f"{{{name}}}" in text},
    }
    if call.end_lineno != call.lineno:
        text = over_lines(text)
    yield search.match(outer, row, (Replace(outer, f"{{self}}.{text}", parts),))
