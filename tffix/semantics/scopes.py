"""Scopes and bindings: where a name gets a value, and which scope a name belongs to."""

from __future__ import annotations

import ast
import enum
from dataclasses import dataclass, field
from functools import cached_property

from tffix.semantics.syntax import has_starred
from tffix.semantics.tree import COMPREHENSION_TYPES, FUNCTION_TYPES, DefNode, ScopeNode, Tree

Path = tuple[int | None, ...]
"""The indexes that lead to an element through unpacking; ``None`` stands behind a starred target."""


class BindingKind(enum.Enum):
    """How a name gets its value."""

    ASSIGN = "assign"
    """``x = value``, also annotated, by walrus or unpacked (then ``path`` says which element)."""
    AUGMENTED = "augmented"
    FOR = "for"
    """``value`` is the iterable."""
    WITH = "with"
    """``value`` is the context manager."""
    IMPORT = "import"
    FUNCTION = "function"
    CLASS = "class"
    PARAMETER = "parameter"
    DELETE = "delete"
    OTHER = "other"
    """``except ... as``, ``match`` captures, bare annotations."""


@dataclass(eq=False)
class Binding:
    """One place where a name gets (or loses) its value.

    ``value`` is the expression it comes from, ``path`` leads to it through unpacking.  ``qualified`` is the dotted
    name of an import.
    """

    name: str
    kind: BindingKind
    node: ast.AST
    scope: Scope
    value: ast.expr | None = None
    path: Path = ()
    qualified: str | None = None


@dataclass(eq=False)
class Scope:
    """A module, class, function, lambda or comprehension with the names bound in it."""

    node: ScopeNode
    parent: Scope | None
    bindings: dict[str, list[Binding]] = field(default_factory=dict)
    globals: set[str] = field(default_factory=set)
    nonlocals: set[str] = field(default_factory=set)
    remote: dict[str, list[Binding]] = field(default_factory=dict)
    """Bindings made from inner functions through ``global`` or ``nonlocal``: they can happen at any time."""
    stars: list[str] = field(default_factory=list)
    """Modules whose names were imported by ``from ... import *``."""

    def all(self, name: str) -> list[Binding]:
        """All bindings of ``name``, those made from inner functions last."""
        return self.bindings.get(name, []) + self.remote.get(name, [])


class Scopes:
    """All scopes of a file."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.module = Scope(tree.root, None)
        self._scopes: dict[ast.AST, Scope] = {tree.root: self.module}
        self.by_node: dict[ast.AST, Binding] = {}
        """The binding that a target name, alias, argument or definition makes."""
        self._declare()
        self._collect()

    def of(self, node: ScopeNode) -> Scope:
        """The scope that ``node`` opens."""
        scope = self._scopes.get(node)
        if scope is None:
            scope = Scope(node, self.around(node))
            self._scopes[node] = scope
        return scope

    def around(self, node: ast.AST) -> Scope:
        """The scope whose names ``node`` sees."""
        return self.of(self.tree.scope(node))

    def owner(self, name: str, scope: Scope) -> Scope | None:
        """The scope in which ``name``, used in ``scope``, is bound; ``None`` when nowhere in this file."""
        current: Scope | None = scope
        while current is not None:
            if name in current.globals:
                return self.module
            visible = current is scope or not isinstance(current.node, ast.ClassDef)
            if visible and name not in current.nonlocals and (name in current.bindings or name in current.remote):
                return current
            current = current.parent
        return None

    @cached_property
    def _by_name(self) -> dict[str, list[ast.AST]]:
        found: dict[str, list[ast.AST]] = {}
        for node, binding in self.by_node.items():
            found.setdefault(binding.name, []).append(node)
        return found

    def nodes_binding(self, name: str) -> list[ast.AST]:
        """The nodes of this file that bind ``name``, in any scope: see :attr:`by_node`."""
        return self._by_name.get(name, [])

    # -- collecting ----------------------------------------------------------------------------------------------

    def _declare(self) -> None:
        for statement in self.tree.nodes(ast.Global):
            self.around(statement).globals.update(statement.names)
        for nonlocal_statement in self.tree.nodes(ast.Nonlocal):
            self.around(nonlocal_statement).nonlocals.update(nonlocal_statement.names)

    def _collect(self) -> None:
        tree = self.tree
        for name in tree.nodes(ast.Name):
            if not isinstance(name.ctx, ast.Load):
                self._bind_target(name)
        self._collect_imports()
        functions: list[DefNode] = [*tree.nodes(ast.FunctionDef), *tree.nodes(ast.AsyncFunctionDef)]
        for function in functions:
            self._bind(function.name, BindingKind.FUNCTION, function, function)
        for class_definition in tree.nodes(ast.ClassDef):
            self._bind(class_definition.name, BindingKind.CLASS, class_definition, class_definition)
        for argument in tree.nodes(ast.arg):
            self._add(self.of(tree.function_of(argument)), argument.arg, BindingKind.PARAMETER, argument)
        captures: list[ast.ExceptHandler | ast.MatchAs | ast.MatchStar] = [
            *tree.nodes(ast.ExceptHandler),
            *tree.nodes(ast.MatchAs),
            *tree.nodes(ast.MatchStar),
        ]
        for capture in captures:
            if capture.name:
                self._bind(capture.name, BindingKind.OTHER, capture, capture)

    def _collect_imports(self) -> None:
        for import_statement in self.tree.nodes(ast.Import):
            for alias in import_statement.names:
                bound = alias.asname or alias.name.partition(".")[0]
                qualified = alias.name if alias.asname else bound
                self._bind(bound, BindingKind.IMPORT, alias, import_statement, qualified=qualified)
        for from_statement in self.tree.nodes(ast.ImportFrom):
            origin = "." * from_statement.level + (from_statement.module or "")
            for alias in from_statement.names:
                if alias.name == "*":
                    self.around(from_statement).stars.append(origin)
                    continue
                joined = origin + alias.name if origin.endswith(".") else f"{origin}.{alias.name}"
                self._bind(alias.asname or alias.name, BindingKind.IMPORT, alias, from_statement, qualified=joined)

    def _bind_target(self, name: ast.Name) -> None:
        kind, value, path = self._origin(name)
        scope = self.around(name)
        if isinstance(self.tree.parent(name), ast.NamedExpr):
            while isinstance(scope.node, COMPREHENSION_TYPES) and scope.parent is not None:
                scope = scope.parent
        self._add(scope, name.id, kind, name, value, path)

    def _origin(self, name: ast.Name) -> tuple[BindingKind, ast.expr | None, Path]:
        """What a stored name gets its value from."""
        path: list[int | None] = []
        node: ast.AST = name
        holder = self.tree.parent(node)
        while isinstance(holder, (ast.Tuple, ast.List, ast.Starred)):
            if isinstance(holder, ast.Starred):
                path.insert(0, None)
            else:
                index = next(i for i, element in enumerate(holder.elts) if element is node)
                starred = has_starred(holder.elts[: index + 1])
                path.insert(0, None if starred else index)
            node, holder = holder, self.tree.parent(holder)
        found: tuple[BindingKind, ast.expr | None]
        if isinstance(name.ctx, ast.Del):
            found = (BindingKind.DELETE, None)
        elif isinstance(holder, ast.Assign):
            found = (BindingKind.ASSIGN, holder.value)
        elif isinstance(holder, ast.AnnAssign):
            found = (BindingKind.ASSIGN if holder.value else BindingKind.OTHER, holder.value)
        elif isinstance(holder, ast.NamedExpr):
            found = (BindingKind.ASSIGN, holder.value)
        elif isinstance(holder, ast.AugAssign):
            found = (BindingKind.AUGMENTED, holder.value)
        elif isinstance(holder, (ast.For, ast.AsyncFor, ast.comprehension)):
            found = (BindingKind.FOR, holder.iter)
        elif isinstance(holder, ast.withitem):
            found = (BindingKind.WITH, holder.context_expr)
        else:
            found = (BindingKind.OTHER, None)
        return (*found, tuple(path))

    def _bind(
        self, name: str, kind: BindingKind, node: ast.AST, where: ast.AST, *, qualified: str | None = None
    ) -> None:
        self._add(self.around(where), name, kind, node, qualified=qualified)

    def _add(
        self,
        scope: Scope,
        name: str,
        kind: BindingKind,
        node: ast.AST,
        value: ast.expr | None = None,
        path: Path = (),
        *,
        qualified: str | None = None,
    ) -> None:
        target = scope
        if name in scope.globals:
            target = self.module
        elif name in scope.nonlocals:
            target = self._nonlocal_owner(name, scope)
        binding = Binding(name, kind, node, target, value, path, qualified)
        table = target.bindings if target is scope else target.remote
        table.setdefault(name, []).append(binding)
        self.by_node[node] = binding

    def _nonlocal_owner(self, name: str, scope: Scope) -> Scope:
        outer = scope.parent
        while outer is not None and not (isinstance(outer.node, FUNCTION_TYPES) and name not in outer.nonlocals):
            outer = outer.parent
        return outer or self.module


def is_comprehension(scope: Scope) -> bool:
    """Whether the scope is that of a comprehension or generator expression."""
    return isinstance(scope.node, COMPREHENSION_TYPES)
