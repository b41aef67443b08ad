"""Where findings stand, told by the code and not by its line numbers."""

from __future__ import annotations

import ast
import re
import tokenize
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from io import StringIO
from typing import NamedTuple

from tffix.engine.parsing import without_warnings
from tffix.results import Finding
from tffix.source import Source, SourceError

_LINE_END = re.compile(r"\r\n|\r|\n")
_BEFORE_BRACKET = re.compile(r",([)\]}])")
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


class Place(NamedTuple):
    """Where a finding stands.

    ``scope`` is the dotted name of the function or class around it, empty at the top level.  ``text`` is its own code
    and ``statement`` that of the statement it is in, of a compound one the header; both as a formatter leaves them:
    without white space, comments, optional commas and the choice of quotes.  ``first`` and ``last`` are the lines of
    the finding; of a compound statement those of its header and decorators.
    """

    scope: str
    text: str
    statement: str
    first: int
    last: int


@without_warnings()
def places(data: bytes, findings: Sequence[Finding]) -> list[Place | None]:
    """The place of each of ``findings`` in the file ``data``; ``None`` if the file is no longer what they are about."""
    try:
        code = _Code(Source.decode(data).text)
    except (SourceError, SyntaxError, ValueError, RecursionError, MemoryError):
        return [None] * len(findings)
    return [code.place(finding) for finding in findings]


class _Code:
    """One text and its statements."""

    def __init__(self, text: str) -> None:
        self._lines = _LINE_END.split(text)
        self._statements: list[ast.stmt] = []
        self._scopes: list[tuple[int, int, str]] = []
        self._collect(ast.parse(text), "")
        self._statements.sort(key=lambda statement: statement.lineno)
        self._starts = [statement.lineno for statement in self._statements]
        self._comments: dict[int, int] | None = None

    def place(self, finding: Finding) -> Place | None:
        if finding.end_line > len(self._lines):
            return None
        statement = self._around(finding)
        whole = statement is not None and _is_compound(statement) and self._stands_at(finding, statement)
        first, last = _header(statement) if statement is not None and whole else (finding.line, finding.end_line)
        end = (last, None) if whole else (finding.end_line, finding.end_column - 1)
        text = self._text((finding.line, finding.column - 1), end)
        return Place(self._scope(finding), text, self._line_of(finding, statement), first, last)

    def _collect(self, node: ast.AST, scope: str) -> None:
        waiting = [(node, scope)]
        while waiting:
            node, scope = waiting.pop()
            if isinstance(node, ast.stmt):
                self._statements.append(node)
            if isinstance(node, _SCOPES):
                scope = f"{scope}.{node.name}" if scope else node.name
                self._scopes.append((node.lineno, node.end_lineno or node.lineno, scope))
            waiting += ((child, scope) for child in ast.iter_child_nodes(node) if not isinstance(child, ast.expr))

    def _around(self, finding: Finding) -> ast.stmt | None:
        """The innermost statement around ``finding``."""
        for index in range(bisect_right(self._starts, finding.line) - 1, -1, -1):
            statement = self._statements[index]
            if (statement.end_lineno or statement.lineno) >= finding.end_line:
                return statement
        return None

    def _stands_at(self, finding: Finding, statement: ast.stmt) -> bool:
        # Before a compound statement there is only white space on its line.
        at = (statement.lineno, statement.col_offset + 1, statement.end_lineno)
        return at == (finding.line, finding.column, finding.end_line)

    def _scope(self, finding: Finding) -> str:
        around = [
            (first, name) for first, last, name in self._scopes if first < finding.line and finding.end_line <= last
        ]
        return max(around)[1] if around else ""

    def _line_of(self, finding: Finding, statement: ast.stmt | None) -> str:
        first, last = (finding.line, finding.end_line)
        if statement is not None:
            header = _header(statement) if _is_compound(statement) else (statement.lineno, statement.end_lineno or 0)
            if header[0] <= finding.line <= finding.end_line <= header[1]:
                first, last = header
        return self._text((first, 0), (last, None))

    def _text(self, start: tuple[int, int], end: tuple[int, int | None]) -> str:
        lines = self._lines[start[0] - 1 : end[0]]
        if end[1] is not None:
            lines[-1] = lines[-1][: end[1]]
        bare = [
            line[:at] if (at := self._comment(number)) is not None else line
            for number, line in enumerate(lines, start[0])
        ]
        bare[0], lines[0] = bare[0][start[1] :], lines[0][start[1] :]
        return plain("\n".join(bare)) or plain("\n".join(lines))

    def _comment(self, line: int) -> int | None:
        """Where the comment on ``line`` begins."""
        if "#" not in self._lines[line - 1]:
            return None
        if self._comments is None:
            self._comments = dict(_comments("\n".join(self._lines)))
        return self._comments.get(line)


def plain(code: str) -> str:
    """``code`` without what formatters change."""
    return _BEFORE_BRACKET.sub(r"\1", "".join(code.replace("\\\n", "").split())).replace('"', "'")


def _comments(text: str) -> Iterator[tuple[int, int]]:
    try:
        for token in tokenize.generate_tokens(StringIO(text).readline):
            if token.type == tokenize.COMMENT:
                yield token.start
    except (tokenize.TokenError, SyntaxError):
        return


def _is_compound(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Match) or isinstance(getattr(statement, "body", None), list)


def _header(statement: ast.stmt) -> tuple[int, int]:
    """The first and last line of a compound statement, decorators included, without what is in it."""
    first = min([statement.lineno, *(decorator.lineno for decorator in getattr(statement, "decorator_list", ()))])
    if isinstance(statement, ast.Match):
        return first, max(statement.lineno, statement.cases[0].pattern.lineno - 1)
    inner = statement.body[0]  # type: ignore[attr-defined]
    below = min([inner.lineno, *(decorator.lineno for decorator in getattr(inner, "decorator_list", ()))])
    return first, max(statement.lineno, below - 1)
