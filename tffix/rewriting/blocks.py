"""Lists of statements with the blank and comment lines between them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Union, cast

import libcst as cst
from libcst.helpers import get_full_name_for_node_or_raise

from tffix.rewriting.imports import is_standard

Statement = Union[cst.SimpleStatementLine, cst.BaseCompoundStatement]
Item = Union[Statement, cst.EmptyLine]
Lines = Sequence[cst.EmptyLine]
Body = Union[cst.Module, cst.IndentedBlock, cst.SimpleStatementSuite]
BODY_TYPES = (cst.Module, cst.IndentedBlock, cst.SimpleStatementSuite)


def leading(statement: Statement) -> Lines:
    """The blank and comment lines above ``statement``."""
    return statement.leading_lines


def with_leading(statement: Statement, lines: Iterable[cst.EmptyLine]) -> Statement:
    """``statement`` with ``lines`` above it."""
    return statement.with_changes(leading_lines=list(lines))


def split_leading(lines: Lines) -> tuple[list[cst.EmptyLine], list[cst.EmptyLine]]:
    """``lines`` up to the last blank one, and the comment directly above the statement."""
    cut = max((index + 1 for index, line in enumerate(lines) if line.comment is None), default=0)
    return list(lines[:cut]), list(lines[cut:])


def is_definition(statement: Item) -> bool:
    return isinstance(statement, (cst.FunctionDef, cst.ClassDef))


def is_import(statement: Item) -> bool:
    return isinstance(statement, cst.SimpleStatementLine) and isinstance(
        statement.body[0], (cst.Import, cst.ImportFrom)
    )


def is_standard_import(statement: Item) -> bool:
    """Whether ``statement``, an import, names a module of the standard library."""
    small = cst.ensure_type(statement, cst.SimpleStatementLine).body[0]
    if isinstance(small, cst.ImportFrom):
        module = None if small.relative else small.module
    else:
        module = cst.ensure_type(small, cst.Import).names[0].name
    return module is not None and is_standard(get_full_name_for_node_or_raise(module))


def pieces(original: Body, updated: cst.CSTNode) -> list[tuple[cst.CSTNode, Statement]]:
    """The statements of a block, each on a line of its own, with the node each of them was.

    ``updated`` is ``original`` after changes inside of its statements.
    """
    if isinstance(original, cst.SimpleStatementSuite):
        assert isinstance(updated, cst.SimpleStatementSuite)
        return list(_lines(original.body, updated.body, (), updated.trailing_whitespace))
    found: list[tuple[cst.CSTNode, Statement]] = []
    for old, new in zip(original.body, updated.body, strict=True):  # type: ignore[attr-defined]
        if isinstance(old, cst.SimpleStatementLine):
            if len(old.body) == 1:
                found.append((old.body[0], new))
            else:
                found.extend(_lines(old.body, new.body, new.leading_lines, new.trailing_whitespace))
        else:
            found.append((old, new))
    return found


def _lines(
    old: Sequence[cst.BaseSmallStatement],
    new: Sequence[cst.BaseSmallStatement],
    lines: Lines,
    trailing: cst.TrailingWhitespace,
) -> Iterable[tuple[cst.CSTNode, Statement]]:
    for index, (before, after) in enumerate(zip(old, new, strict=True)):
        statement = cst.SimpleStatementLine(
            body=[after.with_changes(semicolon=cst.MaybeSentinel.DEFAULT)],
            leading_lines=lines if index == 0 else (),
            trailing_whitespace=trailing if index == len(old) - 1 else cst.TrailingWhitespace(),
        )
        yield before, statement


def attach(
    items: Iterable[Item], footer: Lines, *, nested: bool, start: Statement | None = None, followed: bool = False
) -> tuple[list[Statement], list[cst.EmptyLine]]:
    """The body and footer of a block that consists of ``items``: loose lines go above the statement that follows.

    ``nested`` is false for the body of a module, which may be empty and may begin with blank lines; so may a block that
    already began with the statement ``start``.  ``followed`` says that more code of the block comes behind, which blank
    lines keep apart.
    """
    body: list[Statement] = []
    loose: list[cst.EmptyLine] = []
    for item in items:
        if isinstance(item, cst.EmptyLine):
            loose.append(item)
            continue
        if loose:
            item = with_leading(item, joined(loose, leading(item)))
            loose = []
        if nested and not body and item is not start:
            item = with_leading(item, _without_blank_start(leading(item)))
        body.append(item)
    while loose and loose[-1].comment is None and not followed:
        loose.pop()
    if nested and not body:
        body.append(cst.SimpleStatementLine(body=[cst.Pass()]))
    return body, joined(loose, footer)


def _without_blank_start(lines: Lines) -> list[cst.EmptyLine]:
    start = 0
    while start < len(lines) and lines[start].comment is None:
        start += 1
    return list(lines[start:])


def joined(first: Lines, second: Lines) -> list[cst.EmptyLine]:
    """Both, with the blank lines where they meet no more than those of one of them."""
    end = len(first)
    while end and first[end - 1].comment is None:
        end -= 1
    start = len(second) - len(_without_blank_start(second))
    blank = max(first[end:], second[:start], key=len)
    return [*first[:end], *blank, *second[start:]]


def around(
    statement: list[Item], before: list[Item], after: list[Item], *, top: bool, is_first: bool = False
) -> list[Item]:
    """``statement`` (with its loose lines) between ``before`` and ``after``.

    What is inserted above goes above the comment that belongs to the statement, and takes over the blank lines;
    a definition gets as many as are usual, unless the statement ``is_first`` of its block.
    """
    if before:
        before = _parted(before, top)
        place = next((i for i, item in enumerate(statement) if not isinstance(item, cst.EmptyLine)), None)
        if place is None:
            # Of a removed statement only lines are left.
            above, own = split_leading(cast(Lines, statement))
            statement = [*above, *before, *own]
        else:
            anchor = cast(Statement, statement[place])
            above, own = split_leading(leading(anchor))
            gap = _gap(before[-1], anchor, above, top)
            first = before[0]
            if is_definition(first) and not is_first:
                above = joined(above, _blank(2 if top else 1))
            if isinstance(first, cst.EmptyLine):
                before = [*above, *before]
            else:
                before = [with_leading(first, [*above, *leading(first)]), *before[1:]]
            statement = [*statement[:place], *before, with_leading(anchor, [*gap, *own]), *statement[place + 1 :]]
    if after:
        last = next((item for item in reversed(statement) if not isinstance(item, cst.EmptyLine)), None)
        first = after[0]
        if last is not None and not isinstance(first, cst.EmptyLine):
            gap = _gap(last, first, (), top)
            after = [with_leading(first, joined(gap, leading(first))), *after[1:]]
        statement = [*statement, *after]
    return statement


def _parted(new: list[Item], top: bool) -> list[Item]:
    """``new`` with definitions, and imports of different groups, apart."""
    items = new[:1]
    for first, second in pairwise(new):
        both_imports = is_import(first) and is_import(second)
        if both_imports or (is_definition(second) and not isinstance(first, cst.EmptyLine)):
            statement = cast(Statement, second)
            second = with_leading(statement, joined(_gap(first, second, (), top), leading(statement)))
        items.append(second)
    return items


def _gap(first: Item, second: Item, above: Lines, top: bool) -> list[cst.EmptyLine]:
    """The blank lines between two statements, one of them new."""
    if is_definition(first) or is_definition(second):
        usual = 2 if top else 1
    elif is_import(first) and is_import(second):
        # isort parts the standard library from all else.
        return [] if is_standard_import(first) == is_standard_import(second) else [cst.EmptyLine(indent=False)]
    elif is_import(first):
        usual = 1
    else:
        return []
    blank = [] if is_definition(first) else [line for line in above if line.comment is None]
    return blank or _blank(usual)


def _blank(count: int) -> list[cst.EmptyLine]:
    return [cst.EmptyLine(indent=False) for _ in range(count)]


def portable(items: Iterable[Item]) -> list[Item]:
    """``items`` without white space on blank lines, so that they can be indented otherwise."""
    cleaner = _Cleaner()
    return [cast(Item, item.visit(cleaner)) for item in items]


class _Cleaner(cst.CSTTransformer):
    def leave_EmptyLine(self, original_node: cst.EmptyLine, updated_node: cst.EmptyLine) -> cst.EmptyLine:
        if original_node.comment is not None or "\f" in original_node.whitespace.value:
            return updated_node
        return updated_node.with_changes(indent=False, whitespace=cst.SimpleWhitespace(""))


def tail_lines(statement: cst.CSTNode, carried: Iterable[cst.CSTNode]) -> list[cst.EmptyLine]:
    """The comment lines at the end of a compound statement's last block, and of the last one in it, and so on.

    They stand behind the last statement.  Those of statements that are ``carried`` elsewhere are left out.
    """
    block = _last_block(statement)
    if not isinstance(block, cst.IndentedBlock):
        return []
    last = block.body[-1]
    inner = [] if any(last is item for item in carried) else tail_lines(last, carried)
    return [*inner, *block.footer]


def _last_block(statement: cst.CSTNode) -> cst.CSTNode | None:
    for name in ("finalbody", "orelse", "handlers", "cases"):
        value = getattr(statement, name, None)
        if value:
            return _last_block(value[-1] if isinstance(value, (list, tuple)) else value)
    return getattr(statement, "body", None)
