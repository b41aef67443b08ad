"""Edits on the statements of blocks: insert, remove, replace, move, wrap, dedent."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Union, cast

import libcst as cst

from tffix.rewriting import edits as e
from tffix.rewriting import template
from tffix.rewriting.blocks import (
    Body,
    Item,
    Lines,
    Statement,
    around,
    attach,
    leading,
    pieces,
    portable,
    split_leading,
    tail_lines,
    with_leading,
)
from tffix.rewriting.errors import RefusedError

_STATEMENT = cst.SimpleStatementLine(body=[cst.Pass()])
_DEFINITION = cst.FunctionDef(cst.Name("_"), cst.Parameters(), cst.SimpleStatementSuite(body=[cst.Pass()]))


class _Moving:
    """Statements on their way to another place, which ``marker`` holds meanwhile, and what stays in their own."""

    def __init__(self, first: cst.CSTNode) -> None:
        # A definition is held by one, so that it gets the blank lines of one.
        self.marker = (
            _DEFINITION.deep_clone() if isinstance(first, (cst.FunctionDef, cst.ClassDef)) else _STATEMENT.deep_clone()
        )
        self.items: dict[cst.CSTNode, list[Item]] = {}
        self.place: list[Item] = [self.marker]
        self.replacement: list[Item] = []


_New = Union[e.Insert, _Moving]
_Resolved = Union[cst.BaseStatement, cst.FlattenSentinel[cst.BaseStatement]]
_Entries = list[tuple[cst.CSTNode, list[Item]]]


class BlockEdits:
    """The edits on statements of one region; ``make`` gives the new statements of an edit."""

    def __init__(
        self, make: Callable[[e.ReplaceStatement | e.Insert], list[Item]], at_start: bool, at_end: bool
    ) -> None:
        self.wanted: set[cst.CSTNode] = set()
        self.resolved: dict[cst.CSTNode, list[Item]] = {}
        self.moved: list[_Moving] = []
        self._make = make
        self._at_start = at_start
        self._at_end = at_end
        self._replaced: dict[cst.CSTNode, e.ReplaceStatement | e.Remove] = {}
        self._before: dict[cst.CSTNode, list[_New]] = defaultdict(list)
        self._after: dict[cst.CSTNode, list[_New]] = defaultdict(list)
        self._leaving: dict[cst.CSTNode, _Moving] = {}
        self._wraps: list[tuple[list[cst.CSTNode], str]] = []
        self._dedented: dict[cst.CSTNode, cst.CSTNode] = {}
        self._behind: dict[cst.CSTNode, list[Item]] = {}
        self._keys: set[cst.CSTNode] = set()
        self._seen: set[cst.CSTNode] = set()

    # -- planning ---------------------------------------------------------------------------------------------------

    def replace(self, node: cst.CSTNode, edit: e.ReplaceStatement | e.Remove) -> None:
        if self._replaced.setdefault(node, edit) is not edit:
            raise RefusedError("a statement is replaced twice")
        self._keys.add(node)

    def insert(self, anchor: cst.CSTNode, edit: e.Insert) -> None:
        self._at(anchor, edit.where, edit)

    def move(
        self, edit: e.Move, nodes: Sequence[cst.CSTNode], anchor: cst.CSTNode, left: Mapping[str, list[cst.CSTNode]]
    ) -> None:
        if anchor in nodes:
            raise RefusedError("a statement cannot be moved next to itself")
        moving = self._leave(nodes)
        markers: dict[str, list[Item]] = {name: [self._leave(statements).marker] for name, statements in left.items()}
        moving.place = template.statements(edit.template, {}, {"body": [moving.marker]})
        moving.replacement = template.statements(edit.replacement, {}, markers)
        self._at(anchor, edit.where, moving)

    def _leave(self, nodes: Sequence[cst.CSTNode]) -> _Moving:
        moving = _Moving(nodes[0])
        self.moved.append(moving)
        self._leaving.update(dict.fromkeys(nodes, moving))
        self._keys.update(nodes)
        return moving

    def wrap(self, nodes: list[cst.CSTNode], header: str) -> None:
        self._wraps.append((nodes, header))
        self._keys.update(nodes)

    def dedent(self, nodes: Sequence[cst.CSTNode], owner: cst.CSTNode) -> None:
        for node in nodes:
            self._dedented[node] = owner
        self._behind[owner] = []
        self._keys.update((*nodes, owner))

    def _at(self, anchor: cst.CSTNode, where: str, new: _New) -> None:
        (self._before if where == "before" else self._after)[anchor].append(new)
        self._keys.add(anchor)

    def check(self) -> None:
        """Raises RefusedError if a statement was not met in a block (the ``elif`` of an ``if`` is in none)."""
        if not self._keys <= self._seen:
            raise RefusedError("a statement cannot be taken out of its place")

    # -- the pass ---------------------------------------------------------------------------------------------------

    def rebuilt(self, original: Body, updated: cst.CSTNode) -> cst.CSTNode:
        """``updated`` with the edits on its statements carried out."""
        keys = [key for key, _ in pieces(original, original)]
        mine = self._keys.intersection(keys)
        wanted = self.wanted.intersection(keys)
        if not mine and not wanted:
            return updated
        nested = not isinstance(original, cst.Module)
        entries: _Entries = []
        found = self._pieces(original, updated)
        for key, statement in found:
            is_first = key is found[0][0] and (nested or self._at_start)
            items = self._entry(key, statement, top=not nested, is_first=is_first)
            if key in wanted:
                self.resolved[key] = portable(items)
            entries.append((key, items))
        self._seen |= mine
        if not mine:
            return updated
        end = self._dedent(entries, updated)
        previous = [None, *(self._leaving.get(key) for key, _ in entries)]
        entries = [
            (key, self._staying(key, items, before)) for before, (key, items) in zip(previous, entries, strict=False)
        ]
        for nodes, text in self._wraps:
            if nodes[0] in mine:
                entries = self._wrapped(entries, nodes, text)
        items = [item for _, entry in entries for item in entry]
        if isinstance(updated, cst.SimpleStatementSuite):
            return cst.IndentedBlock(body=attach(items, (), nested=True)[0])
        assert isinstance(updated, (cst.IndentedBlock, cst.Module))
        followed = not nested and not self._at_end
        body, footer = attach(items, end, nested=nested, start=found[0][1], followed=followed)
        if isinstance(updated, cst.Module) and entries:
            updated = updated.with_changes(header=updated.header[: self._header_length(updated)])
        return updated.with_changes(body=body, footer=footer)

    def _header_length(self, module: cst.Module) -> int:
        """How many of the first lines describe the file and not its first statement."""
        count = 0
        while self._at_start and count < len(module.header) and module.header[count].comment is not None:
            count += 1
        return count

    def _pieces(self, original: Body, updated: cst.CSTNode) -> list[tuple[cst.CSTNode, Statement]]:
        found = pieces(original, updated)
        if isinstance(original, cst.Module) and found:
            key, first = found[0]
            assert isinstance(updated, cst.Module)
            lines = [*updated.header[self._header_length(updated) :], *leading(first)]
            found[0] = key, with_leading(first, lines)
        return found

    def _entry(self, key: cst.CSTNode, statement: Statement, *, top: bool, is_first: bool) -> list[Item]:
        items: list[Item] = [statement]
        edit = self._replaced.get(key)
        if isinstance(edit, e.Remove):
            items = _removed(key, statement)
        elif edit is not None:
            items = _replaced(key, statement, self._make(edit), self.wanted)
        before = [item for new in self._before.get(key, ()) for item in self._new(new)]
        after = [item for new in self._after.get(key, ()) for item in self._new(new)]
        return around(items, before, [*self._behind.get(key, ()), *after], top=top, is_first=is_first)

    def _new(self, new: _New) -> list[Item]:
        return new.place if isinstance(new, _Moving) else self._make(new)

    def _staying(self, key: cst.CSTNode, items: list[Item], previous: _Moving | None) -> list[Item]:
        moving = self._leaving.get(key)
        if moving is None:
            return items
        if moving is previous:
            # What stands between two statements that move together moves with them.
            moving.items[key] = portable(items)
            return []
        place = next(index for index, item in enumerate(items) if not isinstance(item, cst.EmptyLine))
        above, own = split_leading(leading(cast(Statement, items[place])))
        replacement = [] if moving.items else moving.replacement
        statement = with_leading(cast(Statement, items[place]), own)
        moving.items[key] = portable([*items[:place], statement, *items[place + 1 :]])
        return [*above, *replacement]

    def _wrapped(self, entries: _Entries, nodes: Sequence[cst.CSTNode], text: str) -> _Entries:
        """``entries`` with those of ``nodes``, and what was inserted at them, below the header ``text``."""
        keys = [key for key, _ in entries]
        if any(node not in keys for node in nodes):
            raise RefusedError("the statements to indent are not of one block")
        first, last = keys.index(nodes[0]), keys.index(nodes[-1])
        between = [key for key in keys[first : last + 1] if key in nodes or key not in self._gone()]
        if between != list(nodes):
            raise RefusedError("the statements to indent do not follow each other")
        inside = [item for _, items in entries[first : last + 1] for item in items]
        return [*entries[:first], (nodes[0], [_compound(inside, text)]), *entries[last + 1 :]]

    def _gone(self) -> set[cst.CSTNode]:
        """The statements that leave their block."""
        removed = {key for key, edit in self._replaced.items() if isinstance(edit, e.Remove)}
        return removed | self._leaving.keys()

    def _dedent(self, entries: _Entries, block: cst.CSTNode) -> Lines:
        """Take the statements that leave the block out of ``entries``, with the lines at its end; those that stay."""
        end: Lines = getattr(block, "footer", ())
        taken = [entry for entry in entries if entry[0] in self._dedented]
        if not taken:
            return end
        if entries[-len(taken) :] != taken:
            raise RefusedError("only the last statements of a block can be moved out of it")
        behind = self._behind[self._dedented[taken[0][0]]]
        behind.extend(portable([*(item for _, items in taken for item in items), *end]))
        del entries[-len(taken) :]
        return ()


def _removed(key: cst.CSTNode, statement: Statement) -> list[Item]:
    """What is left of a statement: its comments."""
    beside = _beside(statement)
    comment = [] if beside.comment is None else [cst.EmptyLine(comment=beside.comment)]
    return [*leading(statement), *comment, *tail_lines(key, ())]


def _replaced(key: cst.CSTNode, old: Statement, new: list[Item], carried: Iterable[cst.CSTNode]) -> list[Item]:
    place = next((index for index, item in enumerate(new) if not isinstance(item, cst.EmptyLine)), None)
    if place is None:
        return [*_removed(key, old), *new]
    first = cast(Statement, new[place])
    lines = [*leading(old), *leading(first)]
    beside = cst.TrailingWhitespace() if _takes_suite(key, carried) else _beside(old)
    if beside.comment is not None:
        if _beside(first).comment is None:
            first = _with_beside(first, beside)
        else:
            lines.append(cst.EmptyLine(comment=beside.comment))
    elif isinstance(old, cst.SimpleStatementLine) and len(new) == 1 and isinstance(first, cst.SimpleStatementLine):
        first = first.with_changes(trailing_whitespace=old.trailing_whitespace)
    first = with_leading(first, lines)
    return [*new[:place], first, *new[place + 1 :], *tail_lines(key, carried)]


def _takes_suite(key: cst.CSTNode, carried: Iterable[cst.CSTNode]) -> bool:
    """Whether the statements on the line of a header, and so the comment beside them, are carried elsewhere."""
    body = getattr(key, "body", None)
    if not isinstance(body, cst.SimpleStatementSuite):
        return False
    nodes = set(carried)
    return any(small in nodes for small in body.body)


def _beside(statement: Statement) -> cst.TrailingWhitespace:
    """The end of the first line of a statement, or of the header of a compound one."""
    if isinstance(statement, cst.SimpleStatementLine):
        return statement.trailing_whitespace
    body = getattr(statement, "body", None)
    if isinstance(body, cst.IndentedBlock):
        return body.header
    if isinstance(body, cst.SimpleStatementSuite):
        return body.trailing_whitespace
    return getattr(statement, "whitespace_after_colon", None) or cst.TrailingWhitespace()


def _with_beside(statement: Statement, end: cst.TrailingWhitespace) -> Statement:
    if isinstance(statement, cst.SimpleStatementLine):
        return statement.with_changes(trailing_whitespace=end)
    body = getattr(statement, "body", None)
    if isinstance(body, cst.IndentedBlock):
        return statement.with_changes(body=body.with_changes(header=end))
    return with_leading(statement, [*leading(statement), cst.EmptyLine(comment=end.comment)])


def _compound(inside: list[Item], text: str) -> Statement:
    """The compound statement with the header ``text`` around ``inside``; blank lines above it stay above."""
    place = next((index for index, item in enumerate(inside) if not isinstance(item, cst.EmptyLine)), None)
    if place is None:
        raise RefusedError("there is nothing to indent")
    first = cast(Statement, inside[place])
    loose = cast("list[cst.EmptyLine]", inside[:place])
    above, own = split_leading(leading(first))
    body, footer = attach(portable([with_leading(first, own), *inside[place + 1 :]]), (), nested=True)
    compound: Statement = template.header(text)
    return with_leading(
        compound.with_changes(body=cst.IndentedBlock(body=body, footer=footer)),
        [*loose, *above, *leading(compound)],
    )


class Resolver(cst.CSTTransformer):
    """Puts moved statements where their markers stand."""

    def __init__(self, moved: Sequence[_Moving]) -> None:
        super().__init__()
        self._moved = {_key(moving.marker): moving for moving in moved}

    def visit_SimpleStatementLine(self, node: cst.SimpleStatementLine) -> bool:
        return False  # there is no statement in it

    def leave_SimpleStatementLine(
        self, original_node: cst.SimpleStatementLine, updated_node: cst.SimpleStatementLine
    ) -> _Resolved:
        return self._resolved(original_node, updated_node)

    def leave_FunctionDef(self, original_node: cst.FunctionDef, updated_node: cst.FunctionDef) -> _Resolved:
        return self._resolved(original_node, updated_node)

    def _resolved(self, original: Statement, updated: Statement) -> _Resolved:
        moving = self._moved.get(_key(original))
        if moving is None:
            return updated
        body, _ = attach([item for items in moving.items.values() for item in items], (), nested=False)
        body[0] = with_leading(body[0], [*leading(updated), *leading(body[0])])
        # A moved statement may hold the place of another one.
        return cst.FlattenSentinel([cast(cst.BaseStatement, item.visit(self)) for item in body])


def _key(marker: cst.CSTNode) -> cst.CSTNode:
    """The part of a marker that stays the same when lines are added above it."""
    return (
        marker.body[0] if isinstance(marker, cst.SimpleStatementLine) else cst.ensure_type(marker, cst.FunctionDef).name
    )
