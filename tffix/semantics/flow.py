"""Reaching definitions: which bindings of a name a use can see, followed statement by statement.

One abstract run over the structured statements of a scope.  The state maps each name to the set of bindings that can
hold at this point; branches are joined, loops run until nothing changes, and whatever a ``try`` body binds may or may
not hold in its handlers.  Bodies of inner functions are not followed: what they read can be any binding.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from tffix.semantics.scopes import Binding, BindingKind, Scope, Scopes
from tffix.semantics.tree import DEF_TYPES

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Reaching = frozenset[Binding]
State = dict[str, Reaching] | None
"""``None``: this point cannot be reached.  A state belongs to one path and is changed in place; branches copy it."""

_NOTHING: Reaching = frozenset()
_UNBOUND = Binding("", BindingKind.OTHER, ast.Pass(), None)  # type: ignore[arg-type]
"""Stands for "not bound on this path"."""


class _Loop:
    """The states in which a loop is left early."""

    def __init__(self) -> None:
        self.breaks: list[State] = []
        self.continues: list[State] = []


class Flow:
    """The reaching definitions of one scope (module, class body or function)."""

    def __init__(self, scope: Scope, scopes: Scopes) -> None:
        self._scope = scope
        self._scopes = scopes
        self._tree = scopes.tree
        self._loops: list[_Loop] = []
        self._names: dict[ast.AST, list[ast.Name]] = {}
        self.reaching: dict[ast.Name, Reaching] = {}
        """For each name read (or augmented) in the scope's own code: the bindings it can see there."""
        self.maybe_unbound: set[ast.Name] = set()
        """Names read where, on some path, nothing was bound."""
        self.final: State = None
        """What holds at the end of the scope."""
        node = scope.node
        bindings = [binding for found in scope.bindings.values() for binding in found]
        state: State = {b.name: frozenset([b]) for b in bindings if isinstance(b.node, ast.arg)}
        if isinstance(node, ast.Lambda):
            self._expression(node.body, state)
        elif isinstance(node, (ast.Module, ast.ClassDef, *DEF_TYPES)):
            self.final = self._block(node.body, state)

    # -- statements ----------------------------------------------------------------------------------------------

    def _block(self, statements: Sequence[ast.stmt], state: State) -> State:
        for statement in statements:
            state = self._statement(statement, state)
        return state

    def _statement(self, statement: ast.stmt, state: State) -> State:
        if isinstance(statement, ast.If):
            self._expression(statement.test, state)
            state = self._walrus(statement.test, state)
            return _join([self._block(statement.body, _copy(state)), self._block(statement.orelse, state)])
        if isinstance(statement, (ast.For, ast.AsyncFor)):
            self._expression(statement.iter, state)
            return self._loop(statement, state)
        if isinstance(statement, ast.While):
            return self._loop(statement, state)
        if isinstance(statement, (ast.With, ast.AsyncWith)):
            for item in statement.items:
                self._expression(item.context_expr, state)
                if item.optional_vars is not None:
                    state = self._store(item.optional_vars, state)
            return self._block(statement.body, state)
        if isinstance(statement, ast.Try) or type(statement).__name__ == "TryStar":
            return self._try(statement, state)  # type: ignore[arg-type]
        if isinstance(statement, ast.Match):
            return self._match(statement, state)
        if isinstance(statement, (ast.Return, ast.Raise)):
            self._children(statement, state)
            return None
        if isinstance(statement, (ast.Break, ast.Continue)):
            if self._loops:
                ends = self._loops[-1].breaks if isinstance(statement, ast.Break) else self._loops[-1].continues
                ends.append(state)
            return None
        return self._simple(statement, state)

    def _simple(self, statement: ast.stmt, state: State) -> State:
        if isinstance(statement, ast.Assign):
            self._expression(statement.value, state)
            for target in statement.targets:
                state = self._store(target, state)
        elif isinstance(statement, ast.AugAssign):
            self._expression(statement.value, state)
            if isinstance(statement.target, ast.Name) and self._is_own(statement.target):
                self._read(statement.target, state)
            state = self._store(statement.target, state)
        elif isinstance(statement, ast.AnnAssign):
            if statement.value is not None:
                self._expression(statement.value, state)
                state = self._store(statement.target, state)
        elif isinstance(statement, ast.Delete):
            for target in statement.targets:
                state = self._store(target, state)
        elif isinstance(statement, (*DEF_TYPES, ast.ClassDef)):
            self._children(statement, state)
            state = self._bind(statement, state)
        elif isinstance(statement, (ast.Import, ast.ImportFrom)):
            for alias in statement.names:
                state = self._bind(alias, state)
        else:
            self._children(statement, state)
        return self._walrus(statement, state)

    def _loop(self, loop: ast.For | ast.AsyncFor | ast.While, state: State) -> State:
        endless = isinstance(loop, ast.While) and isinstance(loop.test, ast.Constant) and bool(loop.test.value)
        head = state
        while True:
            frame = _Loop()
            self._loops.append(frame)
            start = _copy(head)
            if isinstance(loop, ast.While):
                self._expression(loop.test, head)
                start = self._walrus(loop.test, start)
            else:
                start = self._store(loop.target, start)
            end = self._block(loop.body, start)
            self._loops.pop()
            merged = _join([head, end, *frame.continues])
            if merged == head:
                break
            head = merged
        after = None if endless else self._block(loop.orelse, _copy(head))
        return _join([after, *frame.breaks])

    def _try(self, statement: ast.Try, state: State) -> State:
        before = _copy(state)
        interrupted = self._with_any(statement.body, state)
        ends = [self._block(statement.orelse, self._block(statement.body, state))]
        for handler in statement.handlers:
            start = _copy(interrupted)
            if handler.type is not None:
                self._expression(handler.type, start)
            if handler.name:
                start = self._bind(handler, start)
            ends.append(self._block(handler.body, start))
        after = _join(ends)
        if not statement.finalbody:
            return after
        whole = [*statement.body, *statement.orelse, *(s for h in statement.handlers for s in h.body)]
        self._block(statement.finalbody, self._with_any(whole, before))
        return self._block(statement.finalbody, after)

    def _match(self, statement: ast.Match, state: State) -> State:
        self._expression(statement.subject, state)
        ends = [state]
        for case in statement.cases:
            start = _copy(state)
            for node in ast.walk(case.pattern):
                if node in self._scopes.by_node:
                    start = self._bind(node, start)
            if case.guard is not None:
                self._expression(case.guard, start)
            ends.append(self._block(case.body, start))
        return _join(ends)

    def _with_any(self, statements: Iterable[ast.stmt], state: State) -> State:
        """``state`` with everything the statements bind added: they may have been left at any point."""
        if state is None:
            return None
        result = dict(state)
        stack: list[ast.AST] = list(statements)
        while stack:
            node = stack.pop()
            binding = self._scopes.by_node.get(node)
            if binding is not None and binding.scope is self._scope:
                result[binding.name] = result.get(binding.name, _NOTHING) | {binding}
            stack.extend(self._tree.inline_children(node))
        return result

    # -- names ---------------------------------------------------------------------------------------------------

    def _children(self, node: ast.AST, state: State) -> None:
        for child in self._tree.inline_children(node):
            self._expression(child, state)

    def _expression(self, node: ast.AST, state: State) -> None:
        # Loops are run again, so what an expression reads is looked for once.
        names = self._names.get(node)
        if names is None:
            names, below = self._tree.loaded_inline(node, self._scope.bindings)
            names += filter(self._is_own, below)
            self._names[node] = names
        for name in names:
            self._read(name, state)

    def _is_own(self, name: ast.Name) -> bool:
        return self._scopes.owner(name.id, self._scopes.around(name)) is self._scope

    def _read(self, name: ast.Name, state: State) -> None:
        if state is None:
            self.reaching.setdefault(name, _NOTHING)
            return
        found = state.get(name.id, _NOTHING)
        if not found or _UNBOUND in found:
            self.maybe_unbound.add(name)
        self.reaching[name] = self.reaching.get(name, _NOTHING) | (found - {_UNBOUND})

    def _store(self, target: ast.expr, state: State) -> State:
        if isinstance(target, ast.Name):
            return self._bind(target, state)
        if isinstance(target, (ast.Tuple, ast.List)):
            for element in target.elts:
                state = self._store(element, state)
            return state
        if isinstance(target, ast.Starred):
            return self._store(target.value, state)
        self._children(target, state)
        return state

    def _walrus(self, node: ast.AST, state: State) -> State:
        if state is None or not self._tree.nodes(ast.NamedExpr):
            return state
        if not isinstance(node, (*DEF_TYPES, ast.ClassDef)):
            for child in ast.walk(node):
                if isinstance(child, ast.NamedExpr):
                    state = self._bind(child.target, state)
        return state

    def _bind(self, node: ast.AST, state: State) -> State:
        binding = self._scopes.by_node.get(node)
        if state is None or binding is None or binding.scope is not self._scope:
            return state
        state[binding.name] = frozenset([binding])
        return state


def _copy(state: State) -> State:
    return None if state is None else dict(state)


def _join(states: Iterable[State]) -> State:
    live = [state for state in states if state is not None]
    if not live:
        return None
    if len(live) == 1:
        return live[0]
    result: dict[str, Reaching] = {}
    for name in {name for state in live for name in state}:
        found = _NOTHING
        for state in live:
            found |= state.get(name, frozenset([_UNBOUND]))
        result[name] = found
    return result
