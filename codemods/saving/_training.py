"""Which models and optimizers the training steps of a file train, and under which names."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from tffix.semantics.gradient_sources import VARIABLES
from tffix.semantics.kinds_table import Kind
from tffix.semantics.module import Module
from tffix.semantics.sources import sources
from tffix.semantics.steps import steps
from tffix.semantics.syntax import argument, single_target
from tffix.semantics.tree import FunctionNode

_PLAIN = ("optimizers.SGD", "optimizers.experimental.SGD")


@dataclass(frozen=True)
class Trained:
    """What makes a model, and what makes the optimizer that trains it."""

    models: frozenset[ast.expr]
    optimizers: tuple[ast.Call, ...]


def trained(module: Module) -> list[Trained]:
    """The models of the training steps written by hand, as far as all their optimizers are made in the file."""
    found = []
    for step in steps(module):
        given = argument(step.gradient, "sources", 1)
        models = frozenset() if given is None else frozenset(_owners(module, given))
        optimizers = [one for one in sources(module, step.optimizer) if isinstance(one, ast.Call)]
        if models and len(optimizers) == len(sources(module, step.optimizer)):
            found.append(Trained(models, tuple(optimizers)))
    return found


def _owners(module: Module, given: ast.expr) -> list[ast.expr]:
    """What makes the models whose variables ``given`` lists, also of a sum of such lists."""
    found: list[ast.expr] = []
    for source in sources(module, given):
        if isinstance(source, ast.Attribute) and source.attr in VARIABLES:
            found += sources(module, source.value)
        elif isinstance(source, ast.BinOp) and isinstance(source.op, ast.Add):
            found += [*_owners(module, source.left), *_owners(module, source.right)]
    return found


def keeps_state(module: Module, optimizer: ast.Call) -> bool:
    """Whether a Keras optimizer has more state than SGD with a fixed learning rate, which loses nothing."""
    if module.kind(optimizer) is not Kind.OPTIMIZER:
        return False
    if module.keras_path(optimizer.func) not in _PLAIN:
        return True
    rate = argument(optimizer, "learning_rate", 0)
    momentum = argument(optimizer, "momentum", 1)
    is_fixed = rate is None or isinstance(module.value(rate), ast.Constant)
    has_momentum = momentum is not None and not (isinstance(momentum, ast.Constant) and not momentum.value)
    return has_momentum or not is_fixed


def name_before(module: Module, made: ast.expr, place: ast.stmt) -> str | None:
    """The name under which ``place`` certainly has what ``made`` makes: ``optimizer``, ``self.optimizer``."""
    statement = module.statement(made)
    target = single_target(statement)
    if target is None or getattr(statement, "value", None) is not made:
        return None
    if isinstance(target, ast.Attribute):
        return _attribute_before(module, target, place)
    if not isinstance(target, ast.Name) or not _is_before(module, statement, place):
        return None
    scopes = module.scopes
    owner = scopes.owner(target.id, scopes.around(place))
    bindings = [] if owner is None else owner.all(target.id)
    return target.id if owner is scopes.around(target) and len(bindings) == 1 else None


def _attribute_before(module: Module, target: ast.Attribute, place: ast.stmt) -> str | None:
    owner, here = module.self_class(target.value), module.function(place)
    if owner is None or here is None or len(module.origins(target)) != 1 or not isinstance(target.value, ast.Name):
        return None
    if not isinstance(here, (ast.FunctionDef, ast.AsyncFunctionDef)) or module.parent(here) is not owner:
        return None
    made_in = module.function(target)
    is_known = made_in is not here or _is_before(module, module.statement(target), place)
    same_self = bool(here.args.args) and here.args.args[0].arg == target.value.id
    is_made = made_in is here or getattr(made_in, "name", "") == "__init__"
    return f"{target.value.id}.{target.attr}" if is_known and same_self and is_made else None


def _is_before(module: Module, first: ast.stmt, second: ast.stmt) -> bool:
    """Whether ``first`` certainly runs before ``second``: in a block that holds it, or in the module of a function."""
    here: FunctionNode | None = module.function(second)
    if here is not None and module.function(first) is None:
        return first in module.root.body
    around = {one for one in (second, *module.ancestors(second)) if isinstance(one, ast.stmt)}
    block = module.block(first)
    return any(block.index(first) < block.index(one) for one in around if one in block)


_EXITS = ("builtins.exit", "builtins.quit", "sys.exit", "os._exit")


def leads_to(module: Module, first: ast.expr, then: ast.AST) -> bool:
    """Whether the code goes on from ``first`` to ``then``, which stands behind it or in another function."""
    if module.function(first) is not module.function(then):
        return True
    if module.span(first) > module.span(then):
        return False
    inner: ast.AST = module.statement(first)
    for outer in (inner, *module.ancestors(inner)):
        if not isinstance(outer, ast.stmt):
            continue
        if module.contains(outer, then):
            return not (isinstance(outer, ast.If) and _in_other_branch(module, outer, inner, then))
        block = module.block(outer)
        if any(
            _leaves(module, one) for one in block[block.index(outer) + 1 :] if not _reaches(module, one, then, block)
        ):
            return False
        inner = outer
    return True


def _reaches(module: Module, statement: ast.stmt, then: ast.AST, block: list[ast.stmt]) -> bool:
    """Whether ``then`` stands in the block at or before ``statement``."""
    return any(module.contains(one, then) for one in block[: block.index(statement) + 1])


def _in_other_branch(module: Module, branch: ast.If, first: ast.AST, then: ast.AST) -> bool:
    sides = [any(module.contains(one, node) for one in branch.body) for node in (first, then)]
    return sides[0] != sides[1]


def _leaves(module: Module, statement: ast.stmt) -> bool:
    if isinstance(statement, (ast.Return, ast.Raise)):
        return True
    call = statement.value if isinstance(statement, ast.Expr) else None
    return isinstance(call, ast.Call) and module.qualified(call.func) in _EXITS
