"""Bring statements into the scope of a strategy, in an order that keeps every use behind its definition."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from tffix.rewriting.edits import Edit, Move, Wrap
from tffix.semantics.module import Module

from ._bound import is_bound_before
from ._statements import ends, is_harmless, names, overlap

_MAX_BETWEEN = 3
"""So many harmless statements between two that need the scope are indented with them."""


class UnplaceableError(Exception):
    """The statements cannot be brought into the scope; the message is the reason of the finding."""


class Placement:
    """Plans the edits for one strategy.

    Args:
        module: the file.
        receiver: an expression that names the strategy.
        scopes: the ``with receiver.scope():`` statements it already has.
        companions: nodes whose statements may be indented with the others.
    """

    def __init__(
        self, module: Module, receiver: ast.expr, scopes: Sequence[ast.With], companions: Sequence[ast.AST] = ()
    ) -> None:
        self._module = module
        self._receiver = receiver
        self._scopes = scopes
        self._companions = {module.statement(node) for node in companions}
        self._name = module.segment(receiver)
        self._header = f"with {self._name}.scope():"

    def edits(self, nodes: Sequence[ast.AST]) -> tuple[Edit, ...]:
        """The edits that bring the statements of ``nodes`` into the scope.

        Raises:
            UnplaceableError: no order of the statements is certainly right.
        """
        scope, block = self._block(nodes)
        wanted = sorted({self._index(node, block) for node in nodes})
        self._check_compounds([block[index] for index in wanted], nodes)
        if scope is None:
            return tuple(self._wrap(block, group) for group in self._groups(block, wanted))
        here = block.index(scope)
        before = self._groups(block, [index for index in wanted if index < here])
        after = self._groups(block, [index for index in wanted if index > here])
        return (*self._into_start(block, before, scope, here), *self._into_end(block, after, scope, here))

    def _into_start(self, block: list[ast.stmt], groups: list[list[int]], scope: ast.With, here: int) -> Iterator[Edit]:
        moved = self._moved(block, groups, here)
        if moved:
            yield Move(tuple(block[index] for index in moved), scope.body[0], "before")
        for group in groups:
            if group[0] not in moved:
                yield self._wrap(block, group)

    def _into_end(self, block: list[ast.stmt], groups: list[list[int]], scope: ast.With, here: int) -> Iterator[Edit]:
        for group in groups:
            first = block[group[0]]
            if group[0] == here + 1 and not ends(scope.body[-1]) and not self._is_apart(scope, first):
                yield Move(tuple(block[index] for index in group), scope.body[-1], "after")
            else:
                yield self._wrap(block, group)

    def _is_apart(self, first: ast.stmt, second: ast.stmt) -> bool:
        """Whether a comment that belongs to neither, such as the title of a section, stands between two statements."""
        start, end = self._module.span(first)[1], self._module.span(second)[0]
        lines = [line.strip() for line in self._module.data[start:end].decode("utf-8").splitlines()]
        last = max((index for index, line in enumerate(lines[:-1]) if index and not line), default=0)
        return any(line.startswith("#") for line in lines[1:last])

    # -- where the statements stand ----------------------------------------------------------------------------------

    def _block(self, nodes: Sequence[ast.AST]) -> tuple[ast.With | None, list[ast.stmt]]:
        for scope in sorted(self._scopes, key=lambda scope: self._distance(scope, nodes[0])):
            block = self._module.block(scope)
            if all(self._find(node, block) is not None for node in nodes):
                return scope, block
        first = min((self._module.statement(node) for node in nodes), key=lambda s: s.lineno)
        block = self._module.block(first)
        if any(self._find(node, block) is None for node in nodes):
            raise UnplaceableError(
                "the statements are spread over branches or functions; bring them together in the scope"
            )
        return None, block

    def _distance(self, scope: ast.With, node: ast.AST) -> int:
        start, end = self._module.span(node)
        return max(self._module.span(scope)[0] - end, start - self._module.span(scope)[1])

    def _find(self, node: ast.AST, block: list[ast.stmt]) -> int | None:
        """The index of the statement of ``block`` that holds ``node``, in the same function."""
        if self._module.function(node) is not self._module.function(block[0]):
            return None
        current: ast.AST | None = node
        while current is not None:
            for index, statement in enumerate(block):
                if statement is current:
                    return index
            current = self._module.parent(current)
        return None

    def _index(self, node: ast.AST, block: list[ast.stmt]) -> int:
        index = self._find(node, block)
        assert index is not None
        return index

    def _check_compounds(self, statements: Sequence[ast.stmt], nodes: Sequence[ast.AST]) -> None:
        needed = {self._module.statement(node) for node in nodes}
        for statement in statements:
            for inner in ast.walk(statement):
                if isinstance(inner, (ast.Return, ast.Yield, ast.YieldFrom, ast.Await)):
                    raise UnplaceableError("it is created in a branch that leaves the function; create it in the scope")
                if not isinstance(inner, ast.stmt) or inner in needed or inner is statement:
                    continue
                if not isinstance(inner, (ast.If, ast.For, ast.Pass)) and not self._is_harmless(inner):
                    raise UnplaceableError(
                        "it is created in a branch or loop together with other work; create it in the scope"
                    )

    # -- groups of statements ----------------------------------------------------------------------------------------

    def _groups(self, block: list[ast.stmt], wanted: Sequence[int]) -> list[list[int]]:
        """``wanted`` as runs of neighbours; a few harmless statements between two belong to the run."""
        groups: list[list[int]] = []
        for index in wanted:
            if groups:
                between = list(range(groups[-1][-1] + 1, index))
                if len(between) <= _MAX_BETWEEN and all(self._may_join(block[i]) for i in between):
                    groups[-1] += [*between, index]
                    continue
            groups.append([index])
        return groups

    def _moved(self, block: list[ast.stmt], groups: list[list[int]], here: int) -> list[int]:
        """The statements before the scope that can move down to its first line; all of the last groups that can."""
        for start in range(len(groups)):
            moved = [index for group in groups[start:] for index in group]
            carried = self._carried(block, moved, here)
            if carried is not None:
                return carried
        return []

    def _carried(self, block: list[ast.stmt], moved: Sequence[int], here: int) -> list[int] | None:
        """``moved`` with the harmless statements that need their results; ``None`` when they cannot move."""
        taken = set(moved)
        written: set[str] = set()
        read: set[str] = set()
        for index in range(min(moved), here):
            statement = block[index]
            uses, binds = names(statement)
            if index not in taken:
                if not self._is_harmless(statement):
                    return None
                if overlap(uses | binds, written):
                    taken.add(index)
                elif overlap(binds, read) or not self._binds_once(statement):
                    return None
            if index in taken:
                written |= binds
                read |= uses
        return None if overlap(written, {self._name}) else sorted(taken)

    def _is_harmless(self, statement: ast.stmt) -> bool:
        return statement in self._companions or is_harmless(self._module, statement)

    def _may_join(self, statement: ast.stmt) -> bool:
        """Whether a statement may go into the scope with its neighbours: not the one that creates the strategy."""
        return self._is_harmless(statement) and not overlap(names(statement)[1], {self._name})

    def _binds_once(self, statement: ast.stmt) -> bool:
        """A called function could read a name before and after it is bound again: its order then matters."""
        scope = self._module.scopes.around(statement)
        attributes = [node.attr for node in self._module.nodes(ast.Attribute) if not isinstance(node.ctx, ast.Load)]
        bound = [name.rpartition(".") for name in names(statement)[1]]
        return all((attributes.count(last) if base else len(scope.all(last))) == 1 for base, _, last in bound)

    # -- the strategy ------------------------------------------------------------------------------------------------

    def _wrap(self, block: list[ast.stmt], group: Sequence[int]) -> Wrap:
        first = block[group[0]]
        entered_in = {self._module.function(scope) for scope in self._scopes}
        is_used = self._module.function(first) in entered_in
        if not is_bound_before(self._module, self._receiver, first, is_used=is_used):
            if entered_in and not is_used:
                raise UnplaceableError(
                    "it is created in another function than the scope is entered in; create it there"
                )
            raise UnplaceableError(
                f"`{self._name}` is not certainly defined there yet, and the statements "
                "cannot move down without a change of order; create the strategy first"
            )
        return Wrap(tuple(block[index] for index in group), self._header)
