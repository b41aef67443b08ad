"""Which cross-entropy a loss is, and whether it takes logits."""

from __future__ import annotations

import ast
import enum
from dataclasses import dataclass, replace

from tffix.semantics.module import Module
from tffix.semantics.syntax import argument, is_true


class Family(enum.Enum):
    """The cross-entropies, each with the class of Keras."""

    SPARSE = "SparseCategoricalCrossentropy"
    CATEGORICAL = "CategoricalCrossentropy"
    BINARY = "BinaryCrossentropy"

    @property
    def activation(self) -> str:
        """The activation whose results this loss takes for probabilities."""
        return "sigmoid" if self is Family.BINARY else "softmax"

    @property
    def function(self) -> str:
        """The name of the function, which is also how ``compile`` knows it."""
        return {Family.SPARSE: "sparse_categorical_crossentropy", Family.CATEGORICAL: "categorical_crossentropy"}.get(
            self, "binary_crossentropy"
        )


@dataclass(frozen=True)
class Loss:
    """A cross-entropy.

    ``value`` is what names or makes it: a string, the name of a function, or a call.  ``call`` takes ``from_logits``:
    it makes the loss object, or calls the function; ``flag`` is what it is given.
    """

    value: ast.expr
    family: Family
    from_logits: bool
    call: ast.Call | None = None
    flag: ast.expr | None = None

    @property
    def is_object(self) -> bool:
        """Whether it is a loss object."""
        return isinstance(self.value, ast.Call)


_NAMES = {name: family for family in Family for name in (family.value, family.function)}
OF_LOGITS = {
    "tensorflow.nn.sparse_softmax_cross_entropy_with_logits": Family.SPARSE,
    "tensorflow.nn.softmax_cross_entropy_with_logits": Family.CATEGORICAL,
    "tensorflow.nn.sigmoid_cross_entropy_with_logits": Family.BINARY,
}


def loss_of(module: Module, expression: ast.expr) -> Loss | None:
    """The cross-entropy that ``expression`` is; ``None`` for any other loss and where it is not known."""
    value = module.value(expression, attributes=True)
    if isinstance(value, ast.Constant):
        family = _NAMES.get(value.value) if isinstance(value.value, str) else None
        return None if family is None else Loss(value, family, from_logits=False)
    is_made = isinstance(value, ast.Call)
    function = value.func if isinstance(value, ast.Call) else value
    family = _family(module, function)
    if family is None or _is_class(module, function) is not is_made:
        return None
    loss = Loss(value, family, from_logits=False)
    return _flagged(loss, value, position=0) if isinstance(value, ast.Call) else loss


def applied_loss(module: Module, call: ast.Call) -> tuple[Loss, ast.expr] | None:
    """The cross-entropy that ``call`` computes and the predictions it is given."""
    of_logits = OF_LOGITS.get(module.qualified(call.func) or "")
    if of_logits is not None:
        logits = argument(call, "logits", 1)
        return None if logits is None else (Loss(call.func, of_logits, from_logits=True), logits)
    predictions = argument(call, "y_pred", 1)
    if predictions is None or isinstance(predictions, ast.Starred):
        return None
    loss: Loss | None = loss_of(module, call.func)
    if loss is not None and not loss.is_object:
        loss = _flagged(loss, call, position=2)
    return None if loss is None else (loss, predictions)


def _flagged(loss: Loss, call: ast.Call, position: int) -> Loss | None:
    """The loss with the ``from_logits`` that ``call`` gives it; ``None`` when that is not known."""
    if any(keyword.arg is None for keyword in call.keywords):
        return None
    flag = argument(call, "from_logits", position)
    is_literal = flag is None or (isinstance(flag, ast.Constant) and isinstance(flag.value, bool))
    return replace(loss, from_logits=is_true(flag), call=call, flag=flag) if is_literal else None


def _is_class(module: Module, function: ast.expr) -> bool:
    return (module.qualified(function) or "").rpartition(".")[2][:1].isupper()


def _family(module: Module, function: ast.expr) -> Family | None:
    path = module.keras_path(function) or ""
    return _NAMES.get(path.rpartition(".")[2]) if path.startswith(("losses.", "metrics.")) else None
