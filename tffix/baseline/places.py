"""Where findings stand, told by the code and not by its line numbers."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tffix.engine.parsing import without_warnings
from tffix.results import Finding
from tffix.source import Source, SourceError

_LINE_END = re.compile(r"\r\n|\r|\n")
_POSITION = ("lineno", "col_offset", "end_lineno", "end_col_offset")
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
# How a string was written, and what a name is used for, which its place says.
_SAYS_NOTHING = frozenset({"ctx", "kind", "type_comment"})
# What stands below or above the header of a compound statement.
_AROUND_HEADERS = frozenset({"body", "orelse", "finalbody", "handlers", "cases", "decorator_list"})


class Place(NamedTuple):
    """Where a finding stands.

    ``scope`` is the dotted name of the function or class around it, empty at the top level.  ``text`` is its own code
    as people read it.  ``content`` is that code as Python reads it, however it is formatted, and ``statement`` that of
    the statement it is in; of a compound statement the header.  ``first`` and ``last`` are the lines of the finding; of
    a compound statement those of its header and decorators.
    """

    scope: str
    text: str
    content: str
    statement: str
    first: int
    last: int


@without_warnings()
def places(data: bytes, findings: Sequence[Finding]) -> list[Place | None]:
    """The place of each of ``findings`` in the file ``data``; ``None`` if the file is no longer what they are about."""
    try:
        code = _Code(Source.decode(data).text)
        return [code.place(finding) for finding in findings]
    except (SourceError, SyntaxError, ValueError, RecursionError, MemoryError):
        return [None] * len(findings)


class _Code:
    """One text, its statements and its scopes."""

    def __init__(self, text: str) -> None:
        self._lines = _LINE_END.split(text)
        self._statements: list[ast.stmt] = []
        self._scopes: list[tuple[int, int, str]] = []
        self._collect(ast.parse(text))

    def place(self, finding: Finding) -> Place | None:
        if finding.end_line > len(self._lines):
            return None
        # Columns count characters here, and bytes there.
        at = (finding.line, self._bytes(finding.line, finding.column))
        end = (finding.end_line, self._bytes(finding.end_line, finding.end_column))
        statement = self._around(finding)
        node = None if statement is None else _node_at(statement, (*at, *end))
        first, last = (finding.line, finding.end_line)
        if isinstance(node, ast.stmt) and _is_compound(node):
            first, last = _header(node)
        text = self._text(finding, last)
        content = text if node is None else shape(node)
        around = content if statement is None else shape(statement)
        return Place(self._scope(finding), text, content, around, first, last)

    def _collect(self, tree: ast.Module) -> None:
        waiting: list[tuple[ast.AST, str]] = [(tree, "")]
        while waiting:
            node, scope = waiting.pop()
            if isinstance(node, ast.stmt):
                self._statements.append(node)
            if isinstance(node, _SCOPES):
                scope = f"{scope}.{node.name}" if scope else node.name
                self._scopes.append((node.lineno, node.end_lineno or node.lineno, scope))
            waiting += ((child, scope) for child in ast.iter_child_nodes(node) if not isinstance(child, ast.expr))

    def _around(self, finding: Finding) -> ast.stmt | None:
        """The innermost statement around ``finding``, unless that is in none, as a comment."""
        around = [
            statement
            for statement in self._statements
            if _header(statement)[0] <= finding.line and finding.end_line <= (statement.end_lineno or 0)
        ]
        innermost = max(around, key=lambda statement: (statement.lineno, statement.col_offset), default=None)
        if innermost is None or finding.line > _header(innermost)[1]:
            return None
        return innermost

    def _scope(self, finding: Finding) -> str:
        around = [
            (first, name) for first, last, name in self._scopes if first < finding.line and finding.end_line <= last
        ]
        return max(around)[1] if around else ""

    def _text(self, finding: Finding, last: int) -> str:
        lines = self._lines[finding.line - 1 : last]
        if last == finding.end_line:
            lines[-1] = lines[-1][: finding.end_column - 1]
        lines[0] = lines[0][finding.column - 1 :]
        return " ".join(" ".join(lines).split())

    def _bytes(self, line: int, column: int) -> int:
        return len(self._lines[line - 1][: column - 1].encode())


def _node_at(statement: ast.stmt, place: tuple[int, int, int, int]) -> ast.AST | None:
    """The innermost node of ``statement``, without the statements in it, that stands at ``place``."""
    found = None
    waiting: list[ast.AST] = [statement]
    while waiting:
        node = waiting.pop()
        if tuple(getattr(node, name, None) for name in _POSITION) == place:
            found = node
        waiting += (child for child in ast.iter_child_nodes(node) if not isinstance(child, ast.stmt))
    return found


def shape(node: ast.AST) -> str:
    """``node`` as Python reads it; the same in every version of Python that tffix runs on."""
    return "".join(_shape(node))


def _shape(node: object) -> Iterator[str]:
    if isinstance(node, ast.AST):
        yield f"{type(node).__name__}("
        for name, value in ast.iter_fields(node):
            if isinstance(node, ast.JoinedStr):
                # The first releases of Python 3.12 have empty pieces in it.
                value = [piece for piece in value if not (isinstance(piece, ast.Constant) and piece.value == "")]
            is_around = name in _AROUND_HEADERS and isinstance(value, list)
            # What is not there has no field in an older Python.
            if name not in _SAYS_NOTHING and not is_around and value is not None and value != []:
                yield f"{name}="
                yield from _shape(value)
        yield ")"
    elif isinstance(node, list):
        yield "["
        for item in node:
            yield from _shape(item)
            yield ","
        yield "]"
    else:
        yield repr(node)


def _is_compound(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Match) or isinstance(getattr(statement, "body", None), list)


def _header(statement: ast.stmt) -> tuple[int, int]:
    """The first and last line of a statement; of a compound one with its decorators, and without what is in it."""
    first = min([statement.lineno, *(decorator.lineno for decorator in getattr(statement, "decorator_list", ()))])
    if not _is_compound(statement):
        return first, statement.end_lineno or statement.lineno
    if isinstance(statement, ast.Match):
        return first, max(statement.lineno, statement.cases[0].pattern.lineno - 1)
    inner = statement.body[0]  # type: ignore[attr-defined]
    below = min([inner.lineno, *(decorator.lineno for decorator in getattr(inner, "decorator_list", ()))])
    return first, max(statement.lineno, below - 1)
