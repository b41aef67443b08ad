"""Where things stand in the text of a file: spans of nodes, of statements with their comments, and of comments."""

from __future__ import annotations

import ast
import re
import tokenize
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import Generic, TypeVar
from weakref import WeakKeyDictionary

from tffix.semantics.module import Module

Span = tuple[int, int]
T = TypeVar("T")

_QUIET_LINE = re.compile(rb"[ \t\f]*(?:#[^\r\n]*)?(?:\r\n|\r|\n)?")
_COMMENTS: WeakKeyDictionary[Module, list[Span]] = WeakKeyDictionary()


class Places(Generic[T]):
    """Items, found again by where they are."""

    _WIDTH = 256

    def __init__(self) -> None:
        self._items: dict[int, list[T]] = {}

    def add(self, place: Span, item: T) -> None:
        """Note that ``item`` is at ``place``."""
        for bucket in self._buckets(place):
            self._items.setdefault(bucket, []).append(item)

    def near(self, place: Span) -> Iterator[T]:
        """What overlaps or adjoins ``place``; maybe more, and some of it more than once."""
        for bucket in self._buckets(place):
            yield from self._items.get(bucket, ())

    def _buckets(self, place: Span) -> range:
        # What overlaps or adjoins has a byte in common, ends included, and so a bucket.
        return range(place[0] // self._WIDTH, place[1] // self._WIDTH + 1)


def outer_string(module: Module, node: ast.AST) -> ast.JoinedStr | None:
    """The outermost f-string around ``node``, itself excluded."""
    found = None
    for outer in module.ancestors(node):
        if isinstance(outer, ast.JoinedStr):
            found = outer
        elif isinstance(outer, ast.stmt):
            break
    return found


def span(module: Module, node: ast.AST) -> Span:
    """The bytes of ``node``, decorators included; of the whole f-string for a node inside one.

    Before Python 3.12 ``ast`` gives positions inside of f-strings that cannot be relied on.
    """
    target = outer_string(module, node) or node
    start, end = module.span(target)
    decorators = getattr(target, "decorator_list", ())
    if decorators:
        start = module.data.rfind(b"@", 0, module.span(decorators[0])[0])
    return start, end


def line_of(module: Module, offset: int) -> int:
    """The number, from 0, of the line that holds the byte at ``offset``."""
    return bisect_right(module.tree.line_starts, offset) - 1


def line_bounds(module: Module, line: int) -> Span:
    """The bytes of ``line`` (from 0), its line end included."""
    starts = module.tree.line_starts
    return starts[line], starts[line + 1] if line + 1 < len(starts) else len(module.data)


def extent(module: Module, statement: ast.stmt) -> Span:
    """The whole lines of ``statement``, with the blank and comment lines directly above it."""
    start, end = span(module, statement)
    line = line_of(module, start)
    while line > 0:
        first, last = line_bounds(module, line - 1)
        if not _QUIET_LINE.fullmatch(module.data, first, last):
            break
        line -= 1
    return line_bounds(module, line)[0], line_bounds(module, line_of(module, end))[1]


def quiet_end(module: Module, offset: int) -> int:
    """The end of the blank and comment lines that begin with the line at ``offset``."""
    while offset < len(module.data):
        first, last = line_bounds(module, line_of(module, offset))
        if not _QUIET_LINE.fullmatch(module.data, first, last):
            break
        offset = last
    return offset


def is_elif(module: Module, statement: ast.stmt) -> bool:
    """Whether ``statement`` is an ``elif``: an ``If`` in the tree, but not a statement of a block."""
    return isinstance(statement, ast.If) and module.data.startswith(b"elif", module.span(statement)[0])


def is_docstring(module: Module, statement: ast.stmt) -> bool:
    """Whether ``statement`` is the docstring of a module, class or function."""
    owner = module.parent(statement)
    return (
        isinstance(owner, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef))
        and owner.body[0] is statement
        and isinstance(statement, ast.Expr)
        and isinstance(statement.value, ast.Constant)
        and isinstance(statement.value.value, str)
    )


def comments(module: Module, start: int, end: int) -> list[Span]:
    """The spans of the comments that begin in ``start:end``.

    Raises:
        tokenize.TokenError, SyntaxError: the text cannot be split into tokens.
    """
    if module.data.find(b"#", start, end) < 0:
        return []
    known = _COMMENTS.get(module)
    if known is None:
        known = _COMMENTS[module] = list(_find_comments(module.data, module.tree.line_starts))
    return [item for item in known if start <= item[0] < end]


def comment_texts(source: str) -> list[str]:
    """The texts of all comments of ``source``, in order, without white space at their ends."""
    if "#" not in source:
        return []
    data = source.encode("utf-8")
    starts = [0, *(match.end() for match in re.finditer(rb"\r\n|\r|\n", data))]
    return [data[start:end].decode("utf-8").rstrip() for start, end in _find_comments(data, starts)]


def _find_comments(data: bytes, starts: Sequence[int]) -> Iterator[Span]:
    ends = [*starts[1:], len(data)]
    lines = [data[start:end].decode("utf-8") for start, end in zip(starts, ends, strict=True)]
    # tokenize knows no lone carriage return; columns do not depend on how lines end.
    plain = iter([line.rstrip("\r\n") + "\n" if line.endswith(("\r", "\n")) else line for line in lines])
    for token in tokenize.generate_tokens(lambda: next(plain, "")):
        if token.type == tokenize.COMMENT:
            row, column = token.start
            start = starts[row - 1] + len(lines[row - 1][:column].encode("utf-8"))
            yield start, start + len(token.string.encode("utf-8"))
