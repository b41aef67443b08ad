"""The statements that become a function, and those among them that stay with the caller."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, replace

from tffix.semantics.hybridization import Obstacle, block_obstacles
from tffix.semantics.kinds_table import Kind
from tffix.semantics.module import Module

from ._control import leaving
from ._sites import Site

_STATEFUL = (Kind.MODEL, Kind.LAYER, Kind.OPTIMIZER, Kind.METRIC, Kind.VARIABLE, Kind.TAPE, Kind.LOSS, Kind.STRATEGY)


@dataclass(frozen=True)
class Region:
    """``statements`` of one block; ``left`` are statements in them that can as well be done behind them.

    ``all_obstacles`` are those of all the statements, ``left`` included.
    """

    module: Module
    statements: tuple[ast.stmt, ...]
    left: tuple[ast.stmt, ...]
    all_obstacles: tuple[Obstacle, ...]

    def contains(self, node: ast.AST) -> bool:
        """Whether ``node`` becomes part of the function."""
        contains = self.module.contains
        return any(contains(statement, node) for statement in self.statements) and not self.leaves(node)

    def leaves(self, node: ast.AST) -> bool:
        """Whether ``node`` is in a statement that stays with the caller."""
        return any(self.module.contains(statement, node) for statement in self.left)

    def names(self) -> Iterator[ast.Name]:
        """All names in the code of the function, read or written."""
        stack: list[ast.AST] = list(reversed(self.statements))
        while stack:
            node = stack.pop()
            if any(node is statement for statement in self.left):
                continue
            if isinstance(node, ast.Name):
                yield node
            stack.extend(reversed(list(ast.iter_child_nodes(node))))

    def obstacles(self) -> list[Obstacle]:
        """What keeps the code of the function from running in a graph, certain obstacles first."""
        return [obstacle for obstacle in self.all_obstacles if not self.leaves(obstacle.node)]


def region(module: Module, site: Site) -> Region:
    """The region of a training step, without what is only printed or logged in its middle."""
    all_obstacles = (*leaving(module, site.statements), *block_obstacles(module, site.statements))
    whole = Region(module, site.statements, (), all_obstacles)
    obstacles = [obstacle.node for obstacle in all_obstacles if obstacle.certain]
    left = [
        statement
        for block in (site.statements, *_tape_bodies(module, site.statements))
        for statement in block
        if any(module.contains(statement, node) for node in obstacles) and _only_calls(statement)
    ]
    while left:
        rest = replace(whole, left=tuple(left))
        staying = [statement for statement in left if _can_wait(rest, statement)]
        if len(staying) == len(left):
            return rest
        left = staying
    return whole


def _tape_bodies(module: Module, statements: tuple[ast.stmt, ...]) -> Iterator[list[ast.stmt]]:
    for statement in statements:
        if isinstance(statement, ast.With) and all(module.kind(i.context_expr) is Kind.TAPE for i in statement.items):
            yield statement.body


def _can_wait(region: Region, statement: ast.stmt) -> bool:
    """Whether ``statement`` shows the same behind the step as in its middle: it binds nothing, and reads no state."""
    if [*leaving(region.module, [statement])]:
        return False
    names = [node for node in ast.walk(statement) if isinstance(node, ast.Name)]
    return all(_is_settled(region, statement, name) for name in names)


def _only_calls(statement: ast.stmt) -> bool:
    """Whether a statement is a call, or conditions and contexts around nothing but calls."""
    if isinstance(statement, ast.Expr):
        walrus = any(isinstance(node, (ast.NamedExpr, ast.Yield, ast.Await)) for node in ast.walk(statement))
        return isinstance(statement.value, ast.Call) and not walrus
    if isinstance(statement, (ast.If, ast.With)):
        inner = [*statement.body, *(statement.orelse if isinstance(statement, ast.If) else [])]
        is_named = isinstance(statement, ast.With) and any(item.optional_vars for item in statement.items)
        return not is_named and all(_only_calls(one) for one in inner)
    return False


def _is_settled(region: Region, statement: ast.stmt, name: ast.Name) -> bool:
    """Whether the value of ``name`` in ``statement`` is not changed by the rest of the step."""
    module = region.module
    if not isinstance(name.ctx, ast.Load):
        return False
    if module.qualified(name) is not None:
        return True
    if module.kind(name) in _STATEFUL:
        return False
    others = [other for other in region.names() if other.id == name.id]
    bound = [other for other in others if not isinstance(other.ctx, ast.Load)]
    if bound:
        return all(other.lineno < statement.lineno for other in bound)
    # What both use may be changed by the step, unless it is data.
    return not others or module.kind(name) in (Kind.TENSOR, Kind.NUMBER, Kind.STRING, Kind.ARRAY)
