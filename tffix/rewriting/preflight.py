"""Why a fix cannot be carried out, as far as that shows without the concrete tree."""

from __future__ import annotations

import ast
import tokenize
from collections.abc import Iterator
from string import Formatter
from weakref import WeakKeyDictionary

from tffix.codemod import Fix
from tffix.rewriting import edits as e
from tffix.rewriting.conflicts import dedent_owner, method_span, nodes_of, targets, top_statement
from tffix.rewriting.imports import ImportClashError, import_edits
from tffix.rewriting.spans import (
    Span,
    comments,
    extent,
    is_docstring,
    is_elif,
    line_of,
    outer_string,
    span,
)
from tffix.semantics.module import Module
from tffix.semantics.syntax import argument_number, argument_values

_TAKING = (e.Replace, e.SetKeyword, e.RemoveArgument, e.ReplaceMethod, e.ReplaceStatement, e.Remove)
"""Edits that take code away."""
_NEW_CODE = (e.Insert, e.ReplaceStatement, e.ReplaceMethod)
"""The edits whose templates may hold comments."""
MAX_DEPTH = 200
"""Nesting of the syntax tree beyond which nothing is rewritten.

The parser of libcst recurses on the C stack and kills the process where that ends: with 8 MiB at 800 to 1600 levels,
with the 1 MiB of Windows at an eighth of that for brackets, of which Python itself allows no more than 200.
"""


def refusal(module: Module, fix: Fix) -> str | None:
    """Why ``fix`` cannot be carried out on ``module``; ``None`` when nothing speaks against it.

    The concrete tree may still bring up a reason; it is then in ``Outcome.refused``.
    """
    try:
        import_edits(module, fix)
        new_code = "\n".join(edit.template for edit in fix.edits if isinstance(edit, _NEW_CODE))
        for edit in fix.edits:
            problem = _problem(module, edit, new_code)
            if problem is not None:
                return problem
        if _edits_replaced_code(module, fix):
            return "the code to change is inside of code that is replaced"
    except ImportClashError as clash:
        return str(clash)
    except (tokenize.TokenError, SyntaxError):
        return "the comments of the file cannot be told from its code"
    return None


def _edits_replaced_code(module: Module, fix: Fix) -> bool:
    """Whether an edit of ``fix`` changes code that another one throws away."""
    changed = [(edit, node) for edit in fix.edits for node in targets(edit)]
    for edit in fix.edits:
        if isinstance(edit, (e.Replace, e.ReplaceStatement, e.Remove)):
            taken = [*getattr(edit, "parts", {}).values()]
            taken += [node for block in getattr(edit, "blocks", {}).values() for node in block]
            for other, node in changed:
                inside = other is not edit and node is not edit.node and module.tree.contains(edit.node, node)
                if inside and not any(module.tree.contains(part, node) for part in taken):
                    return True
    return False


def _problem(module: Module, edit: e.Edit, new_code: str) -> str | None:
    if isinstance(edit, e.ReplaceComment):
        return None
    for node in _changed(edit):
        if outer_string(module, node) is not None:
            return "the code to change is inside an f-string"
    for statement in _placed(module, edit):
        if is_elif(module, statement):
            return "an elif cannot be taken apart from its if"
    if isinstance(edit, (e.Insert, e.Move)) and edit.where == "before" and is_docstring(module, edit.anchor):
        return "code before a docstring would make it an ordinary string"
    if isinstance(edit, _TAKING) and _loses_comment(module, edit, new_code):
        return "a comment inside the replaced code would be lost"
    if any(_too_deep(top_statement(module, node)) for node in nodes_of(module, edit)):
        return f"the code is nested more than {MAX_DEPTH} levels deep"
    return None


def _changed(edit: e.Edit) -> tuple[ast.AST, ...]:
    if isinstance(edit, (e.Replace, e.AppendElement, e.AppendCall)):
        return (edit.node,)
    if isinstance(edit, (e.SetKeyword, e.NameArgument, e.RemoveArgument, e.ReplaceMethod)):
        return (edit.call,)
    return ()


def _placed(module: Module, edit: e.Edit) -> Iterator[ast.stmt]:
    """The statements whose place in their block matters for ``edit``."""
    if isinstance(edit, (e.ReplaceStatement, e.Remove)):
        yield edit.node
    elif isinstance(edit, (e.Insert, e.Move)):
        yield edit.anchor
    if isinstance(edit, (e.Move, e.Wrap, e.Dedent)):
        yield from edit.nodes
    if isinstance(edit, e.Dedent):
        yield dedent_owner(module, edit)


def _loses_comment(
    module: Module,
    edit: e.Replace | e.SetKeyword | e.RemoveArgument | e.ReplaceMethod | e.ReplaceStatement | e.Remove,
    new_code: str,
) -> bool:
    """Whether a comment in the replaced code is neither in a part of it that is kept nor in the fix's new code."""
    if isinstance(edit, e.RemoveArgument):
        return bool(comments(module, *_argument_extent(module, edit)))
    if isinstance(edit, e.SetKeyword):
        values = [item.value for item in edit.call.keywords if item.arg == edit.name]
        if not values:
            return False
        start, end = span(module, values[0])
        template = edit.value
    elif isinstance(edit, e.ReplaceMethod):
        start, end = method_span(module, edit)
        template = edit.template
    else:
        start, end = span(module, edit.node)
        template = "" if isinstance(edit, e.Remove) else edit.template
    kept = list(_kept(module, edit, template))
    kept += [place for place in comments(module, start, end) if module.data[slice(*place)].decode() in new_code]
    return any(not any(first <= comment[0] < last for first, last in kept) for comment in comments(module, start, end))


def _argument_extent(module: Module, edit: e.RemoveArgument) -> Span:
    """What goes with an argument: up to the next one, or from the one before to the end of the call."""
    values = sorted(argument_values(edit.call), key=lambda value: span(module, value))
    number = argument_number(edit.call, edit.value)
    if number + 1 == len(values):
        return span(module, values[number - 1] if number else edit.call.func)[1], span(module, edit.call)[1]
    own = next((keyword for keyword in edit.call.keywords if keyword.value is edit.value), edit.value)
    return span(module, own)[0], span(module, values[number + 1])[0]


def _kept(module: Module, edit: e.Edit, template: str) -> Iterator[Span]:
    used = {field for _, field, _, _ in Formatter().parse(template) if field is not None}
    for name, part in getattr(edit, "parts", {}).items():
        if name in used:
            yield extent(module, part) if isinstance(part, ast.stmt) else span(module, part)
    if isinstance(edit, e.ReplaceStatement):
        for name, block in edit.blocks.items():
            if name in used:
                yield from (extent(module, statement) for statement in block)
        body = getattr(edit.node, "body", None)
        if body and isinstance(body[0], ast.stmt):
            # The comment beside the header goes beside the new statement.
            header_line = line_of(module, extent(module, body[0])[0]) - 1
            if header_line >= line_of(module, module.span(edit.node)[0]):
                starts = module.tree.line_starts
                yield _after_code(module, starts[header_line], starts[header_line + 1])


def _after_code(module: Module, start: int, end: int) -> Span:
    found = comments(module, start, end)
    return (found[-1][0], end) if found else (end, end)


_DEEP: WeakKeyDictionary[ast.stmt, bool] = WeakKeyDictionary()


def _too_deep(statement: ast.stmt) -> bool:
    """Whether a statement of the module, which is parsed as a whole, is nested too deep."""
    if statement not in _DEEP:
        level: list[ast.AST] = [statement]
        depth = 0
        while level and depth < MAX_DEPTH:
            level = [child for node in level for child in ast.iter_child_nodes(node)]
            depth += 1
        _DEEP[statement] = bool(level)
    return _DEEP[statement]
