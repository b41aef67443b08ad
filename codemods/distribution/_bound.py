"""Whether a strategy already exists where a scope is to be entered."""

from __future__ import annotations

import ast

from tffix.semantics.module import Module
from tffix.semantics.tree import DEF_TYPES

from ._statements import ends


def is_bound_before(module: Module, receiver: ast.expr, statement: ast.stmt, *, is_used: bool) -> bool:
    """Whether the strategy that ``receiver`` names is certainly bound before ``statement``, under the same name.

    ``is_used`` says that the function of ``statement`` enters its scope itself, so that a strategy bound further out
    exists when it is called.
    """
    if not _means_the_same(module, receiver, statement):
        return False
    bindings = module.origins(receiver)
    nodes = {binding.node for binding in bindings}
    function = module.function(statement)
    if function not in {module.function(node) for node in nodes}:
        early = all(module.span(node) < module.span(statement) for node in nodes)
        return early and (is_used or _is_always_bound(module, nodes))
    homes = {_home(module, node, statement) for node in nodes}
    home = homes.pop()
    return not homes and home is not None and _binds(home, nodes)


def _means_the_same(module: Module, receiver: ast.expr, statement: ast.stmt) -> bool:
    scopes = module.scopes
    if isinstance(receiver, ast.Name):
        here = scopes.owner(receiver.id, scopes.around(statement))
        return here is scopes.owner(receiver.id, scopes.around(receiver))
    here_in, there_in = module.function(statement), module.function(receiver)
    if here_in is there_in:
        return True
    if not isinstance(here_in, ast.FunctionDef) or not isinstance(there_in, ast.FunctionDef):
        return False
    own = [argument.arg for function in (here_in, there_in) for argument in function.args.args[:1]]
    return module.parent(here_in) is module.parent(there_in) and len(own) == 2 and own[0] == own[1]


def _is_always_bound(module: Module, nodes: set[ast.AST]) -> bool:
    """Whether the function, or the module, that binds the strategy does so on every way."""
    tops = set()
    for node in nodes:
        around = [module.statement(node), *module.ancestors(module.statement(node))]
        tops.add(next(one for one in around if isinstance(module.parent(one), (ast.Module, *DEF_TYPES))))
    return len(tops) == 1 and _binds(tops.pop(), nodes)


def _binds(statement: ast.AST, nodes: set[ast.AST]) -> bool:
    """Whether one of ``nodes`` is bound on every way through ``statement``."""
    ways: list[list[ast.stmt]]
    if isinstance(statement, ast.If):
        ways = [statement.body, statement.orelse]
    elif isinstance(statement, ast.Try):
        ways = [[*statement.body, *statement.orelse], *(handler.body for handler in statement.handlers)]
    elif isinstance(statement, ast.With):
        ways = [statement.body]
    else:
        is_simple = not isinstance(statement, (ast.For, ast.While, ast.Match))
        return is_simple and any(node in nodes for node in ast.walk(statement))
    return all(bool(way) and (ends(way[-1]) or any(_binds(one, nodes) for one in way)) for way in ways)


def _home(module: Module, node: ast.AST, statement: ast.stmt) -> ast.stmt | None:
    """The statement before ``statement``, in its block or one around it, that holds ``node``."""
    around: list[ast.AST] = [statement, *module.ancestors(statement)]
    current: ast.stmt | None = module.statement(node)
    while current is not None and not isinstance(current, (*DEF_TYPES, ast.ClassDef)):
        block = module.block(current)
        outer = next((one for one in around if one in block), None)
        if isinstance(outer, ast.stmt):
            return current if block.index(current) < block.index(outer) else None
        current = next((one for one in module.ancestors(current) if isinstance(one, ast.stmt)), None)
    return None
