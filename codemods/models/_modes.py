"""Arguments and parameters that say in which mode a model runs."""

from __future__ import annotations

import ast

from tffix.semantics.module import Module
from tffix.semantics.syntax import named_parameters
from tffix.semantics.tree import DefNode

_PHASES = ("set_learning_phase", "learning_phase", "learning_phase_scope")
_MODES = ("mode", "phase", "test", "is_test", "inference", "deterministic")


def sets_learning_phase(module: Module) -> bool:
    """Whether the file knows of the mode that Keras 2 keeps for all models."""
    return any(module.calls(name) for name in _PHASES)


def sets(module: Module, *attributes: str) -> bool:
    """Whether the file sets one of these attributes: ``trainable``, to switch layers off or on, or ``call``."""
    return any(isinstance(attribute.ctx, ast.Store) for attribute in module.attributes(*attributes))


def is_mode(name: str | None) -> bool:
    """Whether an argument of this name (``None`` for ``**arguments``) may say in which mode the model is to run."""
    return name is None or "train" in name or name in _MODES


def parameter_names(method: DefNode) -> list[str]:
    """The names of all parameters that are no ``*values`` or ``**values``, ``self`` included."""
    return [parameter.arg for parameter in named_parameters(method)]
