"""What the loss objects of Keras return."""

from __future__ import annotations

import ast
import enum

from tffix.semantics.module import Module
from tffix.semantics.reductions import reduction_of
from tffix.semantics.sources import sources
from tffix.semantics.syntax import has_starred, is_none


class Reduces(enum.Enum):
    """What a loss object returns."""

    BY_ITSELF = "one number for the batch"
    TO_SUM = "a sum"
    NOT = "one number for each example"


class LossObjects:
    """The loss objects that a file makes of the classes of Keras."""

    def __init__(self, module: Module) -> None:
        self._module = module

    def reduces(self, call: ast.Call) -> Reduces | None:
        """What the call of a loss object of Keras returns; ``None`` when it is none, or its reduction not known."""
        found = {self.reduction(maker) for maker in self.constructors(call.func)}
        return found.pop() if len(found) == 1 else None

    def constructors(self, loss: ast.expr) -> list[ast.Call]:
        """The calls of Keras classes that make a loss object; empty when ``loss`` may be anything else."""
        made = sources(self._module, loss)
        calls = [one for one in made if isinstance(one, ast.Call) and self._is_loss_class(one)]
        return calls if len(calls) == len(made) else []

    def _is_loss_class(self, call: ast.Call) -> bool:
        path = self._module.keras_path(call.func) or ""
        return path.startswith("losses.") and path[len("losses.")].isupper() and path != "losses.Loss"

    def reduction(self, maker: ast.Call) -> Reduces | None:
        """What a loss object does with the losses of the examples."""
        if has_starred(maker.args) or any(keyword.arg is None for keyword in maker.keywords):
            return None
        given = self.given(maker)
        if given is None:
            return Reduces.BY_ITSELF
        if is_none(given):
            return Reduces.NOT
        name = _reduction_name(self._module, given)
        if name == "none":
            return Reduces.NOT
        if name == "sum":
            return Reduces.TO_SUM
        return Reduces.BY_ITSELF if name in ("auto", "sum_over_batch_size") else None

    def given(self, maker: ast.Call) -> ast.expr | None:
        """The reduction that a loss object is made with, by name or by position."""
        return reduction_of(self._module.keras_path(maker.func), maker)


def _reduction_name(module: Module, given: ast.expr) -> str | None:
    """``none`` of that string, or of ``tf.keras.losses.Reduction.NONE``."""
    value = module.value(given)
    if isinstance(value, ast.Constant):
        return value.value if isinstance(value.value, str) else None
    path = module.keras_path(value) or module.qualified(value) or ""
    return path.rpartition(".")[2].lower() if "Reduction." in path else None
