"""Eager loops over a dataset that a function of their own could run in one graph."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Iterable

from tffix.semantics.hybridization import is_constant
from tffix.semantics.kinds_table import KERAS_KINDS, Kind
from tffix.semantics.module import Module
from tffix.semantics.randomness import is_random
from tffix.semantics.syntax import names_in
from tffix.semantics.tree import DEF_TYPES

_TENSORS = (Kind.TENSOR, Kind.VARIABLE)


# -- preconditions ---------------------------------------------------------------------------------------------------


def passed_names(module: Module, loop: ast.For, values: Iterable[ast.expr]) -> tuple[str, ...] | None:
    """The local names that ``values`` in the loop need besides its own; ``None`` when something cannot be passed."""
    passed: list[str] = []
    for value in values:
        for node in ast.walk(value):
            if isinstance(node, ast.Call) and (module.kind(node) is not Kind.TENSOR or is_random(module, node)):
                return None
            if not isinstance(node, (ast.expr, ast.expr_context, ast.keyword)) or isinstance(node, ast.Starred):
                return None
            if not isinstance(node, ast.Name) or module.qualified(node) is not None:
                continue
            inside = [module.contains(loop, binding.node) for binding in module.bindings(node)]
            if inside and all(inside):
                continue
            if any(inside):
                # What one round leaves to the next, also over the end of the epoch.
                return None
            if not is_constant_global(module, node):
                kind = module.kind(node)
                if kind not in _TENSORS and (kind not in KERAS_KINDS or _is_made_again(module, node)):
                    return None
                passed.append(node.id)
    return tuple(dict.fromkeys(passed))


def _is_made_again(module: Module, name: ast.Name) -> bool:
    """Whether ``name`` is bound to another object again and again, as in every epoch."""
    for binding in module.bindings(name):
        function = module.function(binding.node)
        if isinstance(binding.node, ast.arg):
            continue
        if module.tree.is_in_loop(binding.node):
            return True
        if isinstance(function, DEF_TYPES):
            calls, _ = module.definitions.calls_of(function)
            if any(module.tree.is_in_loop(call) for call in calls):
                return True
    return False


def is_constant_global(module: Module, name: ast.Name) -> bool:
    """Whether ``name`` means one object of the module for good."""
    binding = module.binding(name)
    return binding is not None and binding.scope is module.scopes.module and is_constant(module, binding)


def leaks(module: Module, loop: ast.For) -> bool:
    """Whether a name bound in the loop is read after it."""
    stored = [name for name in names_in(loop) if isinstance(name.ctx, ast.Store)]
    return any(not module.contains(loop, use) for name in stored for use in module.uses_of_target(name))


def may_be_interrupted(module: Module, loop: ast.For) -> bool:
    """Whether errors (or Ctrl-C) in the middle of the loop are handled in the function around it."""
    around = itertools.takewhile(lambda outer: outer is not module.function(loop), module.ancestors(loop))
    return any(isinstance(outer, ast.Try) for outer in around)


# -- the new function ------------------------------------------------------------------------------------------------


def epoch_name(step: str) -> str:
    """``train_epoch`` for ``train_step``, ``run_epoch`` for a bare ``step``."""
    base = step.removesuffix("_step").removesuffix("_batch")
    return "run_epoch" if base in ("step", "batch") else f"{base}_epoch"


def definition_of(module: Module, function: ast.Name) -> ast.stmt | None:
    """The statement of the module, not of a block in it, that last gives ``function`` its name."""
    statements = [module.statement(binding.node) for binding in module.bindings(function)]
    last = max(statements, key=lambda statement: statement.lineno)
    return last if isinstance(module.parent(last), ast.Module) else None


def is_defined(module: Module, name: str, code: str) -> bool:
    """Whether the module has this very function already, made for another loop."""
    wanted = ast.dump(ast.parse(code).body[0])
    return any(function.name == name and ast.dump(function) == wanted for function in module.nodes(ast.FunctionDef))
