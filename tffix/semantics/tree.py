"""The syntax tree of a file with what every question starts from: parents, byte spans, nodes by type and name."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator

_LINE_END = re.compile(rb"\r\n|\r|\n")
_BODIES = ("body", "orelse", "finalbody", "handlers", "cases")

DefNode = ast.FunctionDef | ast.AsyncFunctionDef
FunctionNode = DefNode | ast.Lambda
LoopNode = ast.For | ast.AsyncFor | ast.While
ScopeNode = ast.Module | ast.ClassDef | FunctionNode | ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp
DEF_TYPES = (ast.FunctionDef, ast.AsyncFunctionDef)
FUNCTION_TYPES = (*DEF_TYPES, ast.Lambda)
LOOP_TYPES = (ast.For, ast.AsyncFor, ast.While)
COMPREHENSION_TYPES = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
SCOPE_TYPES = (ast.Module, ast.ClassDef, *FUNCTION_TYPES, *COMPREHENSION_TYPES)
_SCOPED = frozenset([*SCOPE_TYPES, ast.comprehension]) - {ast.Module}
_PLAIN = frozenset(["ctx", "op", "ops", "id", "attr", "names", "kind", "type_comment", "kwd_attrs", "rest", "asname"])
"""Fields that hold no nodes, or only those that say nothing more: contexts and operators."""

N = TypeVar("N", bound=ast.AST)


class _Fields(dict[type[ast.AST], tuple[str, ...]]):
    """For each type of node the fields that can hold nodes, the last first."""

    def __missing__(self, kind: type[ast.AST]) -> tuple[str, ...]:
        plain = _PLAIN - {"names"} if kind in (ast.Import, ast.ImportFrom) else _PLAIN
        fields = () if kind is ast.Constant else tuple(field for field in kind._fields[::-1] if field not in plain)
        self[kind] = fields
        return fields


_FIELDS = _Fields()


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
        self._scopes: dict[ast.AST, ScopeNode] = {self.root: self.root}
        self._by_type: defaultdict[type[ast.AST], list[ast.AST]] = defaultdict(list)
        self._calls: defaultdict[str, list[ast.Call]] = defaultdict(list)
        self._names: defaultdict[str, list[ast.Name]] = defaultdict(list)
        self._attributes: defaultdict[str, list[ast.Attribute]] = defaultdict(list)
        self._walk()
        self._starts: list[int] | None = None

    def _walk(self) -> None:
        # By hand and in source order: several times faster than ast.NodeVisitor, and deep trees cannot overflow it.
        # Scopes and lists of children are made for the nodes that are asked about: those are few.
        parents, by_type = self._parents, self._by_type
        names, attributes, calls = self._names, self._attributes, self._calls
        stack: list[ast.AST] = [self.root]
        pop, push = stack.pop, stack.append
        while stack:
            node: Any = pop()
            kind = node.__class__
            by_type[kind].append(node)
            if kind is ast.Name:
                names[node.id].append(node)
                continue
            if kind is ast.Attribute:
                attributes[node.attr].append(node)
            elif kind is ast.Call:
                name = terminal_name(node.func)
                if name is not None:
                    calls[name].append(node)
            for field in _FIELDS[kind]:
                value = getattr(node, field, None)
                if value.__class__ is list:
                    for child in value[::-1]:
                        if child is not None:
                            parents[child] = node
                            push(child)
                elif isinstance(value, ast.AST):
                    parents[value] = node
                    push(value)

    def _scope_below(self, node: ast.AST, child: ast.AST) -> ScopeNode | None:
        """The scope of ``child``, right below ``node``; ``None`` if it is that of ``node``."""
        if isinstance(node, FUNCTION_TYPES):
            return node if in_function_body(node, child) else None
        if isinstance(node, ast.ClassDef):
            return node if isinstance(child, ast.stmt) else None
        if isinstance(node, ast.comprehension):
            # The first iterable is evaluated outside of the comprehension.
            outer = self._parents[node]
            is_outside = child is node.iter and outer.generators[0] is node  # type: ignore[attr-defined]
            return self.scope(outer) if is_outside else outer  # type: ignore[return-value]
        return node if isinstance(node, COMPREHENSION_TYPES) else None

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

    @property
    def attribute_names(self) -> Iterable[str]:
        """The names of all attributes in the file, in the order of their first."""
        return self._attributes.keys()

    def children(self, node: ast.AST) -> list[ast.AST]:
        """The nodes directly below ``node``, in source order; contexts and operators are left out."""
        known = self._children.get(node)
        if known is None:
            known = self._children[node] = _children(node)
        return known

    def inline_children(self, node: ast.AST) -> list[ast.AST]:
        """The children of ``node`` that are evaluated where it stands: not the bodies of functions it defines."""
        children = self.children(node)
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

    def loaded_inline(self, node: ast.AST, ids: Container[str]) -> tuple[list[ast.Name], list[ast.Name]]:
        """The names of ``ids`` that are read where ``node`` stands; see :meth:`inline_nodes`.

        First those in the scope of ``node``, then those in scopes below it.
        """
        own: list[ast.Name] = []
        below: list[ast.AST] = []
        stack: list[Any] = [node]
        pop, push = stack.pop, stack.append
        while stack:
            current = pop()
            kind = current.__class__
            if kind is ast.Name:
                if current.id in ids and current.ctx.__class__ is ast.Load:
                    own.append(current)
            elif kind in _SCOPED:
                below.append(current)
            else:
                for field in _FIELDS[kind]:
                    value = getattr(current, field, None)
                    if value.__class__ is list:
                        # No key: ``{**other}``.
                        stack += value if None not in value else filter(None, value)
                    elif isinstance(value, ast.AST):
                        push(value)
        names = (found for found in self.inline_nodes(*below) if isinstance(found, ast.Name))
        return own, [name for name in names if name.id in ids and isinstance(name.ctx, ast.Load)]

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
            scope = self.scope(scope)
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
        passed = []
        current = node
        while (found := self._scopes.get(current)) is None:
            passed.append(current)
            parent = self._parents[current]
            found = self._scope_below(parent, current) if parent.__class__ in _SCOPED else None
            if found is not None:
                break
            current = parent
        for node in passed:
            self._scopes[node] = found
        return found

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


def _children(node: ast.AST) -> list[ast.AST]:
    found: list[ast.AST] = []
    for field in _FIELDS[node.__class__][::-1]:
        value = getattr(node, field, None)
        if isinstance(value, list):
            found += [item for item in value if item is not None]
        elif isinstance(value, ast.AST):
            found.append(value)
    return found


def in_function_body(function: FunctionNode, child: ast.AST) -> bool:
    """Whether ``child``, directly below ``function``, belongs to its inner scope."""
    if isinstance(function, ast.Lambda):
        return child is function.body
    return isinstance(child, ast.stmt)
