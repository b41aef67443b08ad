"""Keyword arguments of the table."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tffix.codemod import Fix, Match, least
from tffix.rewriting.edits import Edit, NameArgument, RemoveArgument, Replace
from tffix.semantics.kinds_table import Kind
from tffix.semantics.module import Module
from tffix.semantics.shims import is_shim
from tffix.semantics.syntax import argument

from ._match import Search, no_name, with_names
from ._receivers import is_receiver
from ._table import Row, split

_RATE = "{learning_rate}"
_SETTERS = ("LearningRateScheduler", "ReduceLROnPlateau")

NO_RATE = (
    "its learning rate is not written in the call as a number; give it a schedule such as InverseTimeDecay by hand"
)
SET_LATER = "the learning rate is also set while training, which a schedule does not allow; decide for one of the two"


def arguments(search: Search) -> Iterator[Match]:
    """The findings at calls that give an argument of the table, one for all of them in a call."""
    module = search.module
    found: dict[ast.Call, list[tuple[ast.keyword, Row]]] = {}
    for keyword in module.nodes(ast.keyword):
        for row in search.table.arguments.get(keyword.arg or "", ()):
            call = module.parent(keyword)
            is_meant = search.wants(row) and row.allows(row.last, keyword.value)
            if isinstance(call, ast.Call) and is_meant and _is_call_of(module, call, row):
                found.setdefault(call, []).append((keyword, row))
                break
    for call, mine in found.items():
        if not is_shim(module, call):
            yield from _matches(search, call, mine)


def _is_call_of(module: Module, call: ast.Call, row: Row) -> bool:
    if row.owner:
        is_method = isinstance(call.func, ast.Attribute) and call.func.attr == row.name.rpartition(".")[2]
        return is_method and is_receiver(module, call.func.value, row.owner)  # type: ignore[attr-defined]
    path = module.qualified(call.func)
    if path is None:
        return False
    root, name = split(path)
    if row.name.endswith(".*"):
        return bool(root) and name.startswith(row.name[:-1]) and name.rpartition(".")[2][0].isupper()
    return row.name in (name, f"tf.{name}")


def _matches(search: Search, call: ast.Call, found: list[tuple[ast.keyword, Row]]) -> Iterator[Match]:
    """One match for all arguments of ``call`` that have a fix, and one for each that has none."""
    given = {keyword.arg for keyword in call.keywords}
    fixed: list[Match] = []
    for keyword, row in found:
        if not row.new and row.fix == "none":
            yield from search.unfixed(keyword, row)
        elif "=" in row.new:
            yield from _computed(search, call, keyword, row)
        elif row.new and (row.new in given or (row.new == "learning_rate" and call.args)):
            continue  # which of the two counts is not for us to say
        else:
            edit: Edit = NameArgument(call, keyword.value, row.new) if row.new else RemoveArgument(call, keyword.value)
            fixed.append(search.match(keyword, row, (edit,)))
    if fixed:
        yield _joined(fixed)


def _joined(found: list[Match]) -> Match:
    first, *others = found
    if not others:
        return first
    fixes = [one.fix for one in found if one.fix is not None]
    edits = tuple(edit for fix in fixes for edit in fix.edits)
    level = least(*(fix.applicability for fix in fixes))
    return Match(first.node, "; ".join(one.message for one in found), fix=Fix(edits, (), level))


def _computed(search: Search, call: ast.Call, keyword: ast.keyword, row: Row) -> Iterator[Match]:
    """The argument is made part of the learning rate: ``decay`` becomes a schedule."""
    module = search.module
    if isinstance(keyword.value, ast.Constant) and not keyword.value.value:
        yield search.match(keyword, row, (RemoveArgument(call, keyword.value),))
        return
    rate = argument(call, "learning_rate", 0) or argument(call, "lr")
    if rate is None or module.kind(rate) is not Kind.NUMBER:
        yield from search.unfixed(keyword, row, NO_RATE)
        return
    if _is_set_later(module):
        yield from search.unfixed(keyword, row, SET_LATER)
        return
    name = keyword.arg or ""
    root = split(module.qualified(call.func) or "")[0]
    written = with_names(module, row.new.partition("=")[2], root, call)
    if written is None:
        yield from search.unfixed(keyword, row, no_name(root))
        return
    template, imports = written
    edits: tuple[Edit, ...] = (
        Replace(rate, template, {"learning_rate": rate, name: keyword.value}),
        RemoveArgument(call, keyword.value),
    )
    if any(one.arg == "lr" for one in call.keywords):
        edits = (NameArgument(call, rate, "learning_rate"), *edits)
    yield search.match(keyword, row, edits, imports)


def _is_set_later(module: Module) -> bool:
    """Whether the file sets the learning rate of an optimizer while it trains."""
    if any(module.calls(name) for name in _SETTERS):
        return True
    rates = module.attributes("lr", "learning_rate")
    return any(not isinstance(node.ctx, ast.Load) or _is_assigned(module, node) for node in rates)


def _is_assigned(module: Module, node: ast.Attribute) -> bool:
    holder = module.parent(node)
    if isinstance(holder, ast.Attribute):
        return holder.attr.startswith("assign")
    return isinstance(holder, ast.Call) and getattr(holder.func, "attr", "") == "set_value"
