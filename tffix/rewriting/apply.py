"""Carrying fixes out: one round, on one file."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import libcst as cst

from tffix.codemod import Fix
from tffix.rewriting import edits as e
from tffix.rewriting.checks import lost_comments
from tffix.rewriting.conflicts import Taken, method_of, nodes_of, touched_lines, touches
from tffix.rewriting.errors import RefusedError
from tffix.rewriting.imports import import_edits
from tffix.rewriting.preflight import refusal
from tffix.rewriting.regions import Layout, Region, code, indentation, line_end, parse
from tffix.rewriting.spans import line_bounds, line_of, span
from tffix.rewriting.transform import rewrite
from tffix.semantics.module import Module
from tffix.semantics.tree import DefNode


@dataclass(frozen=True)
class Outcome:
    """What a round of :func:`apply_fixes` did; the numbers are indexes into its ``fixes``."""

    text: str
    """The new source."""
    applied: tuple[int, ...]
    """The fixes that were carried out."""
    waiting: tuple[int, ...]
    """Fixes that get in the way of an earlier one: they are for the next round, to be found anew in ``text``."""
    refused: Mapping[int, str]
    """Fixes that cannot be carried out, and why."""
    touched: tuple[tuple[int, int], ...] = field(default=())
    """The lines (first, last; from 1) of the old source that may differ."""


def apply_fixes(module: Module, fixes: Sequence[Fix]) -> Outcome:
    """Carry out as many of ``fixes`` as do not get in each other's way, the first ones first.

    A fix is carried out wholly or not at all; everything outside of the statements it touches stays as it is, byte
    for byte.
    """
    refused: dict[int, str] = {}
    postponed: set[int] = set()
    for number, fix in enumerate(fixes):
        reason = refusal(module, fix)
        if reason is not None:
            refused[number] = reason
    while True:
        plan = _Plan(module, fixes, refused.keys() | postponed)
        try:
            text = plan.carried_out(plan.accepted)
        except _FAILURES:
            _blame(plan, refused, postponed)
            continue
        waiting = tuple(sorted(postponed.union(plan.waiting)))
        return Outcome(text, tuple(plan.accepted), waiting, refused, touched_lines(module, plan.edits(plan.accepted)))


_FAILURES = (RefusedError, SyntaxError, RecursionError, cst.CSTValidationError, cst.ParserSyntaxError)


def _blame(plan: _Plan, refused: dict[int, str], postponed: set[int]) -> None:
    """Refuse the fixes that fail when carried out alone; when none does, let the last one wait."""
    failures = {number: reason for number in plan.accepted if (reason := _failure(plan, number)) is not None}
    refused.update(failures)
    if not failures:
        postponed.add(plan.accepted[-1])


def _failure(plan: _Plan, number: int) -> str | None:
    try:
        plan.carried_out([number])
    except RefusedError as error:
        return str(error)
    except RecursionError:
        return "the code is nested too deep"
    except _FAILURES as error:
        return f"the rewritten code would not be valid: {error}"
    return None


class _Plan:
    """Which fixes go together."""

    def __init__(self, module: Module, fixes: Sequence[Fix], excluded: set[int]) -> None:
        self._module = module
        self._layout = Layout(module)
        self._edits = {
            number: [*import_edits(module, fix), *fix.edits]
            for number, fix in enumerate(fixes)
            if number not in excluded
        }
        self.accepted: list[int] = []
        self.waiting: list[int] = []
        taken = Taken()
        for number, edits in self._edits.items():
            mine = [(edit, touches(module, edit)) for edit in edits]
            if any(taken.clashes(edit, own) for edit, own in mine):
                self.waiting.append(number)
            else:
                self.accepted.append(number)
                for edit, own in mine:
                    taken.add(edit, own)
        self._let_comments_wait()

    def edits(self, numbers: Sequence[int]) -> list[e.Edit]:
        """The edits of these fixes, identical ones once."""
        found: list[e.Edit] = []
        known: dict[tuple[type[e.Edit], int], list[e.Edit]] = {}
        for number in numbers:
            # Within one fix, everything is meant.
            new = [edit for edit in self._edits[number] if edit not in known.get(_key(edit), ())]
            found += new
            for edit in new:
                known.setdefault(_key(edit), []).append(edit)
        return found

    def carried_out(self, numbers: Sequence[int]) -> str:
        """The text after these fixes."""
        module = self._module
        edits = self.edits(numbers)
        pieces: list[tuple[int, int, str]] = []
        indent, newline = indentation(module), line_end(module)
        for region, mine in self._regions(edits):
            index = parse(module, region, indent, newline)
            at_end = not module.data[region.end : line_bounds(module, line_of(module, region.end))[1]].strip()
            tree = rewrite(module, index, mine, at_start=region.start == 0, at_end=at_end)
            new = code(module, region, tree)
            _check(region.source(module), new)
            pieces.append((region.start, region.end, new[len(region.header) :]))
        pieces.extend(_comment_piece(module, edit) for edit in edits if isinstance(edit, e.ReplaceComment))
        data = module.data
        for start, end, new in sorted(pieces, reverse=True):
            data = data[:start] + new.encode("utf-8") + data[end:]
        return data.decode("utf-8")

    def _regions(self, edits: Sequence[e.Edit]) -> Iterator[tuple[Region, list[e.Edit]]]:
        """The regions that ``edits`` lie in, from the first on."""
        ranges = []
        for edit in edits:
            nodes = nodes_of(self._module, edit)
            if nodes:
                ranges.append((self._layout.statement_range([span(self._module, node) for node in nodes]), edit))
        merged: list[tuple[int, int]] = []
        for first, last in sorted(place for place, _ in ranges):
            if merged and (first <= merged[-1][1] or self._layout.adjoin(merged[-1][1], first)):
                merged[-1] = merged[-1][0], max(last, merged[-1][1])
            else:
                merged.append((first, last))
        starts = [low for low, _ in merged]
        inside: list[list[e.Edit]] = [[] for _ in merged]
        for (first, _), edit in ranges:
            inside[bisect_right(starts, first) - 1].append(edit)
        for (low, high), mine in zip(merged, inside, strict=True):
            yield from self._methods(self._layout.region(low, high), mine)

    def _methods(self, region: Region, edits: list[e.Edit]) -> Iterable[tuple[Region, list[e.Edit]]]:
        """Instead of ``region`` those of methods, if all of ``edits`` lie in some."""
        inside: dict[DefNode | None, list[e.Edit]] = defaultdict(list)
        for edit in edits:
            inside[method_of(self._module, edit)].append(edit)
        found = [(method and self._layout.method_region(method), mine) for method, mine in inside.items()]
        methods = [(part, mine) for part, mine in found if part]
        if len(methods) < len(found):
            return [(region, edits)]
        return sorted(methods, key=lambda method: method[0].start)

    def _let_comments_wait(self) -> None:
        """A comment is replaced in the text, so not in a round in which its region is rewritten."""
        regions = [region for region, _ in self._regions(self.edits(self.accepted))]
        for number in list(self.accepted):
            places = [edit.start for edit in self._edits[number] if isinstance(edit, e.ReplaceComment)]
            if any(region.start <= place < region.end for place in places for region in regions):
                self.accepted.remove(number)
                self.waiting.append(number)


def _key(edit: e.Edit) -> tuple[type[e.Edit], int]:
    for name in ("node", "call", "function", "anchor"):
        if (node := getattr(edit, name, None)) is not None:
            return type(edit), id(node)
    return type(edit), 0


def _comment_piece(module: Module, edit: e.ReplaceComment) -> tuple[int, int, str]:
    """The bytes to replace: with an empty text the white space before the comment goes too, or its whole line."""
    if edit.text:
        return edit.start, edit.end, edit.text
    first, last = line_bounds(module, line_of(module, edit.start))
    code_end = len(module.data[first : edit.start].rstrip(b" \t\f")) + first
    if code_end == first and not module.data[edit.end : last].strip():
        return first, last, ""
    return code_end, edit.end, ""


def _check(before: str, after: str) -> None:
    compile(after, "<rewritten>", "exec", dont_inherit=True)
    if lost_comments(before, after):
        raise RefusedError("a comment inside the replaced code would be lost")
