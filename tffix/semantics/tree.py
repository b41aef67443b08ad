"""The syntax tree of a file with what every question starts from: parents, byte spans, nodes by type and name."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterator

_LINE_END = re.compile(rb"\r\n|\r|\n")
_BODIES = ("body", "orelse", "finalbody", "handlers", "cases")

FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
ScopeNode = ast.Module | ast.ClassDef | FunctionNode | ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp
FUNCTION_TYPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
SCOPE_TYPES = (
    ast.Module,
    ast.ClassDef,
    ast.FunctionDef,
    ast.AsyncFunctionDef,
    ast.Lambda,
    ast.ListComp,
    ast.SetComp,
    ast.DictComp,
    ast.GeneratorExp,
)
LOOP_TYPES = (ast.For, ast.AsyncFor, ast.While)

N = TypeVar("N", bound=ast.AST)


class Tree:
    """One parse and one walk of a file.

    Raises ``SyntaxError``, ``ValueError`` (NUL bytes), ``RecursionError`` or ``MemoryError`` (nesting), as
    ``ast.parse`` does.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.data = text.encode("utf-8")
        self.root = ast.parse(text)
        self._parents: dict[ast.AST, ast.AST] = {}
        self._by_type: dict[type[ast.AST], list[ast.AST]] = {}
        self._calls: dict[str, list[ast.Call]] = {}
        self._walk()
        self._starts: list[int] | None = None

    def _walk(self) -> None:
        # By hand and in source order: several times faster than ast.NodeVisitor, and deep trees cannot overflow it.
        parents, by_type, calls = self._parents, self._by_type, self._calls
        leaf = (ast.expr_context, ast.operator, ast.unaryop, ast.cmpop, ast.boolop)
        stack: list[ast.AST] = [self.root]
        while stack:
            node = stack.pop()
            by_type.setdefault(type(node), []).append(node)
            if type(node) is ast.Call:
                name = terminal_name(node.func)
                if name is not None:
                    calls.setdefault(name, []).append(node)
            children: list[ast.AST] = []
            for field in node._fields:
                value = getattr(node, field, None)
                if isinstance(value, ast.AST):
                    if not isinstance(value, leaf):
                        parents[value] = node
                        children.append(value)
                elif isinstance(value, list):
                    for item in value:
                        if isinstance(item, ast.AST) and not isinstance(item, leaf):
                            parents[item] = node
                            children.append(item)
            children.reverse()
            stack.extend(children)

    def nodes(self, kind: type[N]) -> list[N]:
        """All nodes of exactly this type, parents before children, in source order."""
        return self._by_type.get(kind, [])  # type: ignore[return-value]

    def calls(self, name: str) -> list[ast.Call]:
        """All calls whose function is the name ``name`` or an attribute ``....name``."""
        return self._calls.get(name, [])

    def parent(self, node: ast.AST) -> ast.AST | None:
        """The node that holds ``node``; ``None`` for the module."""
        return self._parents.get(node)

    def ancestors(self, node: ast.AST) -> Iterator[ast.AST]:
        """The nodes around ``node``, from the inside out."""
        current = self._parents.get(node)
        while current is not None:
            yield current
            current = self._parents.get(current)

    def statement(self, node: ast.AST) -> ast.stmt:
        """The innermost statement that holds ``node`` (or is it)."""
        current: ast.AST | None = node
        while current is not None and not isinstance(current, ast.stmt):
            current = self._parents.get(current)
        if current is None:
            raise ValueError("a module is in no statement")
        return current

    def block(self, statement: ast.stmt) -> list[ast.stmt]:
        """The list of siblings that ``statement`` is one of."""
        owner = self._parents[statement]
        for name in _BODIES:
            body = getattr(owner, name, None)
            if isinstance(body, list) and any(item is statement for item in body):
                return body
        raise ValueError("not a statement of its parent")

    def function(self, node: ast.AST) -> FunctionNode | None:
        """The innermost function or lambda around ``node``, itself excluded.

        Decorators, defaults and annotations belong to the scope outside.
        """
        for inner, outer in self._steps(node):
            if isinstance(outer, FUNCTION_TYPES) and in_function_body(outer, inner):
                return outer
        return None

    def scope(self, node: ast.AST) -> ScopeNode:
        """The innermost scope whose names ``node`` sees, itself excluded."""
        for inner, outer in self._steps(node):
            if isinstance(outer, FUNCTION_TYPES):
                if in_function_body(outer, inner):
                    return outer
            elif isinstance(outer, ast.ClassDef):
                if inner in outer.body:
                    return outer
            elif isinstance(outer, SCOPE_TYPES) and not self._is_first_iterable(outer, inner, node):
                return outer
        return self.root

    def _is_first_iterable(self, outer: ast.AST, inner: ast.AST, node: ast.AST) -> bool:
        """Whether ``node`` is in the first iterable of a comprehension, which is evaluated outside of it."""
        if not isinstance(inner, ast.comprehension) or outer.generators[0] is not inner:  # type: ignore[attr-defined]
            return False
        return self.contains(inner.iter, node)

    def _steps(self, node: ast.AST) -> Iterator[tuple[ast.AST, ast.AST]]:
        outer = self._parents.get(node)
        while outer is not None:
            yield node, outer
            node, outer = outer, self._parents.get(outer)

    def contains(self, outer: ast.AST, node: ast.AST) -> bool:
        """Whether ``node`` is ``outer`` or inside it."""
        current: ast.AST | None = node
        while current is not None:
            if current is outer:
                return True
            current = self._parents.get(current)
        return False

    # -- text ---------------------------------------------------------------------------------------------------

    @property
    def line_starts(self) -> list[int]:
        """The byte offset at which each line begins; LF, CR LF and CR end a line, as for Python."""
        if self._starts is None:
            self._starts = [0, *(match.end() for match in _LINE_END.finditer(self.data))]
        return self._starts

    def offset(self, line: int, column: int) -> int:
        """The byte offset of an ``ast`` position (line from 1, column in UTF-8 bytes)."""
        return self.line_starts[line - 1] + column

    def span(self, node: ast.AST) -> tuple[int, int]:
        """The bytes ``start, end`` of ``node`` in :attr:`data`; decorators are outside, as in ``ast``."""
        return (
            self.offset(node.lineno, node.col_offset),  # type: ignore[attr-defined]
            self.offset(node.end_lineno, node.end_col_offset),  # type: ignore[attr-defined]
        )

    def segment(self, node: ast.AST) -> str:
        """The source text of ``node``."""
        start, end = self.span(node)
        return self.data[start:end].decode("utf-8")

    def position(self, line: int, column: int) -> tuple[int, int]:
        """An ``ast`` position for people: line and column from 1, the column in characters."""
        start = self.line_starts[line - 1]
        return line, len(self.data[start : start + column].decode("utf-8", "replace")) + 1


def terminal_name(expression: ast.expr) -> str | None:
    """``c`` of ``a.b.c`` or ``c``; ``None`` for anything else."""
    if type(expression) is ast.Attribute:
        return expression.attr
    if type(expression) is ast.Name:
        return expression.id
    return None


def in_function_body(function: FunctionNode, child: ast.AST) -> bool:
    """Whether ``child``, directly below ``function``, belongs to its inner scope."""
    if isinstance(function, ast.Lambda):
        return child is function.body
    return any(child is statement for statement in function.body)
