"""Calls that are written in another way: their arguments by the parameters of the table, and the new text."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping

from tffix.codemod import Match
from tffix.rewriting.edits import Edit, NameArgument, Remove, RemoveArgument, Replace
from tffix.semantics.kinds_table import Kind
from tffix.semantics.module import Module
from tffix.semantics.syntax import has_starred, single_target

from ._match import Search, no_name, with_names
from ._table import Row

_PLACE = re.compile(r"\{(\w+)\}")
_MARK = "_part_"

UNKNOWN_ARGUMENTS = "its arguments are not the ones that the new form knows; rewrite the call by hand"


def bound(call: ast.Call, row: Row) -> dict[str, ast.expr] | None:
    """The arguments of ``call`` by the parameters of ``row``; ``None`` when one of them is not known there."""
    if has_starred(call.args) or len(call.args) > len(row.parameters):
        return None
    found = dict(zip(row.parameters, call.args, strict=False))
    for keyword in call.keywords:
        if keyword.arg is None or keyword.arg not in row.parameters or keyword.arg in found:
            return None
        found[keyword.arg] = keyword.value
    is_known = "-" not in found and all(row.allows(name, value) for name, value in found.items())
    return found if is_known else None


def rendered(template: str, given: Mapping[str, ast.expr]) -> str | None:
    """``template`` without the arguments that are not given; ``None`` when one is needed elsewhere."""
    missing = {name for name in _PLACE.findall(template) if name not in given}
    if not missing:
        return template
    tree = ast.parse(_PLACE.sub(rf"{_MARK}\1", template), mode="eval").body
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            node.args = [value for value in node.args if _name(value) not in missing]
            node.keywords = [keyword for keyword in node.keywords if _name(keyword.value) not in missing]
    text = re.sub(rf"{_MARK}(\w+)", r"{\1}", ast.unparse(tree))
    return None if missing.intersection(_PLACE.findall(text)) else text


def over_lines(template: str) -> str:
    """``template``, if it is one call, with each argument on a line of its own."""
    tree = ast.parse(_PLACE.sub(rf"{_MARK}\1", template), mode="eval").body
    if not isinstance(tree, ast.Call) or not isinstance(tree.func, ast.Name):
        return template
    arguments = [ast.unparse(value) for value in tree.args]
    arguments += [f"{keyword.arg}={ast.unparse(keyword.value)}" for keyword in tree.keywords]
    if len(arguments) < 2:
        return template
    text = "".join(f"\n    {argument}," for argument in arguments)
    return re.sub(rf"{_MARK}(\w+)", r"{\1}", f"{tree.func.id}({text}\n)")


def _name(value: ast.expr) -> str:
    return value.id.removeprefix(_MARK) if isinstance(value, ast.Name) else ""


def rewritten_call(search: Search, call: ast.Call, row: Row, root: str, *, safe: bool = True) -> Iterator[Match]:
    """The finding for a call that a ``call`` row says how to write."""
    module = search.module
    given = bound(call, row)
    if given is not None and isinstance(call.func, ast.Attribute):
        given["self"] = call.func.value
    text = None if given is None else rendered(row.new, given)
    if given is None or text is None:
        yield from search.unfixed(call, row, UNKNOWN_ARGUMENTS)
        return
    written = with_names(module, text, root, call)
    if written is None:
        yield from search.unfixed(call, row, no_name(root))
        return
    template, imports = written
    parts = {name: given[name] for name in _PLACE.findall(template)}
    edit: Edit = Replace(call, template, parts)
    if template in (f"{{{name}}}" for name in row.parameters):
        (part,) = parts.values()
        edit = _passed_on(module, call, part)
    yield search.match(call, row, (edit,), imports, safe=safe)


def _passed_on(module: Module, call: ast.Call, part: ast.expr) -> Edit:
    """The edit that puts the argument ``part`` in place of the call, without leaving ``x if c else x`` or ``x = x``."""
    outer: ast.expr = call
    holder = module.parent(outer)
    if isinstance(holder, ast.IfExp) and _is_alike(holder.orelse if holder.body is outer else holder.body, part):
        outer = holder
        holder = module.parent(outer)
    target = single_target(holder)
    if not isinstance(holder, ast.Assign) or target is None or not _is_alike(target, part):
        return Replace(outer, "{x}", {"x": part})
    condition = module.parent(holder)
    is_alone = isinstance(condition, ast.If) and condition.body == [holder] and not condition.orelse
    if is_alone and isinstance(condition, ast.If) and isinstance(condition.test, (ast.Name, ast.Attribute)):
        return Remove(condition)
    return Remove(holder)


def _is_alike(first: ast.expr, second: ast.expr) -> bool:
    return isinstance(first, ast.Name) and isinstance(second, ast.Name) and first.id == second.id


def moved_arguments(search: Search, call: ast.Call, row: Row, *, safe: bool) -> Iterator[Match]:
    """The finding for a call whose arguments a ``signature`` row moves."""
    assert isinstance(call.func, ast.Attribute)
    method = row.new.partition("(")[0]
    is_renamed = method != row.last
    if not is_renamed and not (call.args and search.module.kind(call.args[0]) is Kind.STRING):
        return
    given = bound(call, row)
    if given is None or any(keyword.arg == "x" for keyword in call.keywords):
        yield from search.unfixed(call, row, UNKNOWN_ARGUMENTS)
        return
    edits: list[Edit] = [Replace(call.func, f"{{self}}.{method}", {"self": call.func.value})] if is_renamed else []
    by_place = set(map(id, call.args))
    for old, new in zip(row.parameters, row.new_parameters, strict=True):
        value = given.get(old)
        if value is None:
            continue
        if new == "-":
            edits.append(RemoveArgument(call, value))
        elif new.endswith("=") if id(value) in by_place else new.rstrip("=") != old:
            edits.append(NameArgument(call, value, new.rstrip("=")))
    yield search.match(call, row, tuple(edits), safe=safe)
