"""The syntax tree of a file with what every question starts from: parents, byte spans, nodes by type and name."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterator

_LINE_END = re.compile(rb"\r\n|\r|\n")
_BODIES = ("body", "orelse", "finalbody", "handlers", "cases")

DefNode = ast.FunctionDef | ast.AsyncFunctionDef
FunctionNode = DefNode | ast.Lambda
ScopeNode = ast.Module | ast.ClassDef | FunctionNode | ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp
DEF_TYPES = (ast.FunctionDef, ast.AsyncFunctionDef)
FUNCTION_TYPES = (*DEF_TYPES, ast.Lambda)
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
_SCOPED = frozenset([*SCOPE_TYPES, ast.comprehension]) - {ast.Module}
_CHILDLESS = frozenset([ast.Name, ast.Constant, ast.alias, ast.Pass, ast.Break, ast.Continue])
_LEAVES = (ast.expr_context, ast.operator, ast.unaryop, ast.cmpop, ast.boolop)
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
        self._children: dict[ast.AST, list[ast.AST]] = {}
        self._scopes: dict[ast.AST, ScopeNode] = {}
        self._by_type: dict[type[ast.AST], list[ast.AST]] = {}
        self._calls: dict[str, list[ast.Call]] = {}
        self._names: dict[str, list[ast.Name]] = {}
        self._attributes: dict[str, list[ast.Attribute]] = {}
        self._walk()
        self._starts: list[int] | None = None

    def _walk(self) -> None:
        # By hand and in source order: several times faster than ast.NodeVisitor, and deep trees cannot overflow it.
        parents, scopes, by_type = self._parents, self._scopes, self._by_type
        stack: list[tuple[ast.AST, ScopeNode]] = [(self.root, self.root)]
        while stack:
            node, scope = stack.pop()
            kind = type(node)
            if kind is ast.Name:
                self._names.setdefault(node.id, []).append(node)  # type: ignore[attr-defined, arg-type]
            elif kind is ast.Attribute:
                self._attributes.setdefault(node.attr, []).append(node)  # type: ignore[attr-defined, arg-type]
            elif kind is ast.Call:
                name = terminal_name(node.func)  # type: ignore[attr-defined]
                if name is not None:
                    self._calls.setdefault(name, []).append(node)  # type: ignore[arg-type]
            by_type.setdefault(kind, []).append(node)
            scopes[node] = scope
            if kind in _CHILDLESS:
                self._children[node] = []
                continue
            children: list[ast.AST] = []
            for field in node._fields:
                value = getattr(node, field, None)
                if isinstance(value, list):
                    children += [item for item in value if isinstance(item, ast.AST) and not isinstance(item, _LEAVES)]
                elif isinstance(value, ast.AST) and not isinstance(value, _LEAVES):
                    children.append(value)
            self._children[node] = children
            for child in reversed(children):
                parents[child] = node
                stack.append((child, scope if kind not in _SCOPED else self._scope_below(node, child, scope)))

    def _scope_below(self, node: ast.AST, child: ast.AST, scope: ScopeNode) -> ScopeNode:
        """The scope of ``child``, right below ``node``, which is seen from ``scope``."""
        if isinstance(node, FUNCTION_TYPES):
            return node if in_function_body(node, child) else scope
        if isinstance(node, ast.ClassDef):
            return node if any(child is statement for statement in node.body) else scope
        if isinstance(node, ast.comprehension):
            # The first iterable is evaluated outside of the comprehension.
            outer = self._parents[node]
            first = child is node.iter and outer.generators[0] is node  # type: ignore[attr-defined]
            return self._scopes[outer] if first else scope
        return node  # type: ignore[return-value]

    def nodes(self, kind: type[N]) -> list[N]:
        """All nodes of exactly this type, parents before children, in source order."""
        return self._by_type.get(kind, [])  # type: ignore[return-value]

    def calls(self, name: str) -> list[ast.Call]:
        """All calls whose function is the name ``name`` or an attribute ``....name``."""
        return self._calls.get(name, [])

    def names(self, name: str) -> list[ast.Name]:
        """All names ``name``, read or written, in source order."""
        return self._names.get(name, [])

    def attributes(self, *names: str) -> list[ast.Attribute]:
        """All attributes ``....name`` of these names, read or written; for each name in source order."""
        return [attribute for name in names for attribute in self._attributes.get(name, [])]

    def children(self, node: ast.AST) -> list[ast.AST]:
        """The nodes directly below ``node``, in source order; contexts and operators are left out."""
        return self._children[node]

    def inline_children(self, node: ast.AST) -> list[ast.AST]:
        """The children of ``node`` that are evaluated where it stands: not the bodies of functions it defines."""
        children = self._children[node]
        if isinstance(node, FUNCTION_TYPES):
            return [child for child in children if not in_function_body(node, child)]
        return children

    def inline_nodes(self, *nodes: ast.AST) -> Iterator[ast.AST]:
        """``nodes`` and all below them that is evaluated where they stand, in source order."""
        stack = list(reversed(nodes))
        while stack:
            node = stack.pop()
            yield node
            stack.extend(reversed(self.inline_children(node)))

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
        scope = self.scope(node)
        while not isinstance(scope, ast.Module):
            if isinstance(scope, FUNCTION_TYPES):
                return scope
            scope = self._scopes[scope]
        return None

    def function_of(self, parameter: ast.arg) -> FunctionNode:
        """The function that ``parameter`` belongs to."""
        return self._parents[self._parents[parameter]]  # type: ignore[return-value]

    def is_in_loop(self, node: ast.AST) -> bool:
        """Whether a ``for`` or ``while`` of the function (or module) that ``node`` is in runs it again and again."""
        for outer in self.ancestors(node):
            if isinstance(outer, (*FUNCTION_TYPES, ast.ClassDef)):
                return False
            if isinstance(outer, LOOP_TYPES):
                return True
        return False

    def scope(self, node: ast.AST) -> ScopeNode:
        """The innermost scope whose names ``node`` sees, itself excluded."""
        return self._scopes[node]

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

    def line(self, number: int) -> str:
        """The text of line ``number`` (from 1), its line end included."""
        starts = self.line_starts
        return self.data[starts[number - 1] : starts[number] if number < len(starts) else None].decode("utf-8")

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
