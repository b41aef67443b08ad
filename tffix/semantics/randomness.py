"""Random numbers that are drawn from a state which is hidden in the graph."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tffix.semantics.module import Module

_RANDOM = ("tensorflow.random.", "tensorflow.image.random_", "tensorflow.nn.dropout", "tensorflow.nn.experimental.")
_NOT_RANDOM = ("tensorflow.random.set_seed", "tensorflow.random.stateless_", "tensorflow.random.Generator")


def draws_random_numbers(module: Module) -> bool:
    """Whether a function or class of the file draws random numbers from a hidden state.

    Under a fixed seed such an operation starts anew in every graph that is traced, and whenever the graph it is in is
    called from another: moved into a function that runs a whole epoch, it draws the same numbers every epoch.  Layers
    of Keras 3 keep their state in variables.
    """
    return any(is_random(module, call) for call in module.nodes(ast.Call) if module.function(call) is not None)


def is_random(module: Module, call: ast.Call) -> bool:
    """Whether the call draws random numbers from a hidden state."""
    name = module.qualified(call.func) or ""
    return name.startswith(_RANDOM) and not name.startswith(_NOT_RANDOM)
