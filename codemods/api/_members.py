"""Attributes and methods of the table, by the kind of their object."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tffix.codemod import Match
from tffix.rewriting.edits import Rename, Replace
from tffix.semantics.module import Module
from tffix.semantics.shims import is_shim

from ._calls import moved_arguments, rewritten_call
from ._match import Search
from ._receivers import class_kind, is_receiver, is_unknown
from ._table import Row

CLIPPING = ("clip_by_global_norm", "clip_by_norm", "clip_by_value")
CLIPPED = (
    "the unscaled gradients are clipped by hand, and here they would still be scaled; give the optimizer `clipnorm`, "
    "`global_clipnorm` or `clipvalue` instead"
)


def members(search: Search) -> Iterator[Match]:
    """The findings at attributes such as ``optimizer.lr``, and at methods that a subclass overrides."""
    module = search.module
    for last in filter(search.table.members.__contains__, module.tree.attribute_names):
        rows = [row for row in search.table.members[last] if search.wants(row)]
        for node in module.attributes(last) if rows else ():
            yield from _at(search, node, rows)
    for owner in module.nodes(ast.ClassDef):
        yield from _overridden(search, owner)


def _at(search: Search, node: ast.Attribute, rows: list[Row]) -> Iterator[Match]:
    module = search.module
    for row in rows:
        is_known = is_receiver(module, node.value, row.owner)
        if is_known or (row.telling and is_unknown(module, node.value, row.last)):
            if not _is_own(module, node) and not is_shim(module, node):
                yield from _changed(search, node, row, safe=is_known)
            return


def _is_own(module: Module, node: ast.Attribute) -> bool:
    """Whether the object is of a class of this file that has a member of that name itself."""
    owner = module.instance_class(node.value)
    if owner is None:
        return False
    is_defined = module.definitions.method(owner, node.attr) is not None
    return is_defined or bool(module.definitions.instance_bindings(owner, node.attr))


def _changed(search: Search, node: ast.Attribute, row: Row, *, safe: bool) -> Iterator[Match]:
    call = search.module.parent(node)
    if row.kind in ("call", "signature"):
        if not isinstance(call, ast.Call) or call.func is not node:
            return
        if row.last == "get_unscaled_gradients" and any(search.module.calls(name) for name in CLIPPING):
            yield from search.unfixed(node, row, CLIPPED)
        elif row.kind == "call":
            yield from rewritten_call(search, call, row, "", safe=safe)
        else:
            yield from moved_arguments(search, call, row, safe=safe)
    elif row.fix == "none":
        yield from search.unfixed(node, row)
    else:
        yield search.match(node, row, (Replace(node, f"{{x}}.{row.new}", {"x": node.value}),), safe=safe)


def _overridden(search: Search, owner: ast.ClassDef) -> Iterator[Match]:
    """A method that Keras calls, under a name by which it does not call it any more."""
    module = search.module
    methods = {statement.name: statement for statement in owner.body if isinstance(statement, ast.FunctionDef)}
    for name, method in methods.items():
        for row in search.table.members.get(name, ()):
            is_renamed = row.kind == "member" and row.new and row.new not in methods and not method.decorator_list
            if is_renamed and search.wants(row) and _is_class_of(module, owner, row):
                yield search.match(method, row, (Rename(method, row.new), *_own_uses(module, owner, row)))


def _is_class_of(module: Module, owner: ast.ClassDef, row: Row) -> bool:
    return class_kind(module, owner).name == row.owner.upper()


def _own_uses(module: Module, owner: ast.ClassDef, row: Row) -> Iterator[Replace]:
    """The uses of the method on ``self`` and ``super()`` in the class, and on its instances in the file."""
    for node in module.attributes(row.last):
        value = node.value
        is_super = isinstance(value, ast.Call) and module.qualified(value.func) == "builtins.super"
        if module.instance_class(value) is owner or (is_super and module.contains(owner, node)):
            yield Replace(node, f"{{x}}.{row.new}", {"x": value})
