"""Who calls a training step, and how often."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from tffix.semantics.module import Module
from tffix.semantics.tree import DEF_TYPES, DefNode

from ._sites import is_loop_of_training

_MAX_DEPTH = 3


@dataclass(frozen=True)
class Calls:
    """The calls of a step in this file.

    ``is_repeated``: some loop calls it often.  ``is_certain``: it is used in no other way, and no other function can be
    meant by them.
    """

    calls: tuple[ast.Call, ...]
    is_repeated: bool
    is_certain: bool


def calls_of(module: Module, function: DefNode) -> Calls | None:
    """The calls of ``function``; ``None`` when it is passed on, or when some of its calls are part of a graph."""
    calls, is_complete = module.definitions.calls_of(function)
    if not is_complete or any(module.context(call).is_graph for call in calls):
        return None
    is_certain = module.is_local(function) and all(module.definition(call.func) is function for call in calls)
    return Calls(tuple(calls), _is_repeated(module, function), is_certain)


def _is_repeated(module: Module, function: DefNode, depth: int = 0) -> bool:
    """Whether a loop of this file runs ``function`` again and again, by itself or through its callers."""
    for call in module.definitions.calls_of(function)[0]:
        if is_loop_of_training(module, call):
            return True
        caller = module.function(call)
        if caller is function or depth >= _MAX_DEPTH or not isinstance(caller, DEF_TYPES):
            continue
        if _is_repeated(module, caller, depth + 1):
            return True
    return False


def is_made_again(module: Module, function: DefNode) -> bool:
    """Whether a function inside of another one is defined anew for each round of some loop."""
    if module.tree.is_in_loop(function):
        return True
    outer = module.function(function)
    return isinstance(outer, DEF_TYPES) and _is_repeated(module, outer)
