"""Losses and optimizer steps: from the calls of the script to events of the journal."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from tffix.verify.recorder import tensors
from tffix.verify.recorder.journal import Journal

XLA_NOTE = "steps inside functions that XLA compiles (jit_compile=True) cannot be recorded"


class Optimizers:
    """Patches the methods that apply gradients, and knows the optimizers that were used.

    Only the outermost call is a step: a method that calls that of its base class, and an optimizer inside a
    loss-scaling one, would count it twice.
    """

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._known: dict[int, int] = {}
        self._alive: list[Any] = []
        self._inner: set[int] = set()
        self._scaled: list[tuple[Any, Any]] = []
        self._active = threading.local()

    def patch(self, owner: Any, method: str) -> None:
        """Record the calls of ``owner.method``, which takes gradients."""
        for name in ("scale_loss", "get_scaled_loss"):
            if name in vars(owner):
                self._patch_scaling(owner, name)
        original = vars(owner)[method]

        def apply(optimizer: Any, *args: Any, **kwargs: Any) -> Any:
            inner = getattr(optimizer, "inner_optimizer", None)
            if inner is not None:
                self._inner.add(id(inner))
            if getattr(self._active, "depth", 0) or id(optimizer) in self._inner:
                return original(optimizer, *args, **kwargs)
            arguments = [list(part) if _is_iterator(part) else part for part in args]
            named = {name: list(part) if _is_iterator(part) else part for name, part in kwargs.items()}
            self._active.depth = 1
            try:
                step = self._before(optimizer, *_pairs(optimizer, method, arguments, named))
                result = original(optimizer, *arguments, **named)
                step()
            finally:
                self._active.depth = 0
            return result

        setattr(owner, method, tensors.as_original(apply, original))

    def differentiated(self, target: Any, sources: Any) -> None:
        """A tape has differentiated ``target`` with respect to ``sources``."""
        nest = sys.modules["tensorflow"].nest
        variables = [tensors.variable(source) for source in _flat(sources)]
        keys = frozenset(id(variable) for variable in variables if tensors.is_variable(variable))
        losses = [self._unscaled(tensors.dense(part)) for part in nest.flatten(target)]
        if not keys or not losses:
            return
        replica = tensors.replica()
        try:
            tensors.hand_out(lambda values: self._journal.loss(keys, replica, values), losses)
        except tensors.InXla:
            self._journal.skipped(XLA_NOTE)

    def _before(self, optimizer: Any, gradients: Sequence[Any], variables: Sequence[Any]) -> Callable[[], None]:
        """Look at what will be applied; the function returned records the step once it was."""
        variables = [tensors.variable(variable) for variable in variables]
        if not variables:
            return _nothing
        index = self._index(optimizer, variables)
        names = [_name(variable) for variable in variables]
        missing = [name for name, gradient in zip(names, gradients, strict=False) if gradient is None]
        self._journal.gradients(index, missing)
        keys = frozenset(map(id, variables))
        given = [tensors.dense(gradient) for gradient in gradients if gradient is not None]
        replica = tensors.replica()

        def record() -> None:
            def receive(values: list[Any]) -> None:
                self._journal.step(index, keys, replica, values[: len(given)], values[len(given) :])

            try:
                tensors.hand_out(receive, [*given, *map(tensors.read, variables)])
            except tensors.InXla:
                self._journal.skipped(XLA_NOTE)

        return record

    def _index(self, optimizer: Any, variables: Sequence[Any]) -> int:
        index = self._known.get(id(optimizer))
        if index is None:
            index = self._known[id(optimizer)] = len(self._known)
            # Kept, so that no other object gets its id.
            self._alive.append(optimizer)
            kind = type(getattr(optimizer, "inner_optimizer", optimizer)).__name__
            self._journal.optimizer(index, kind, [*map(_name, variables)], tensors.initial_values(variables))
        return index

    def _patch_scaling(self, owner: Any, name: str) -> None:
        """Remember which loss a scaled one was made from: the unscaled one is what the curve shows."""
        original = vars(owner)[name]

        def scale(optimizer: Any, loss: Any) -> Any:
            scaled = original(optimizer, loss)
            if not callable(loss) and scaled is not loss:
                self._scaled.append((scaled, loss))
                del self._scaled[:-8]
            return scaled

        setattr(owner, name, tensors.as_original(scale, original))

    def _unscaled(self, loss: Any) -> Any:
        found = next((before for after, before in self._scaled if after is loss), None)
        return loss if found is None else self._unscaled(found)


def _pairs(
    optimizer: Any, method: str, args: Sequence[Any], kwargs: dict[str, Any]
) -> tuple[Sequence[Any], Sequence[Any]]:
    """The gradients and the variables of a call of ``apply`` or ``apply_gradients``."""
    if method == "apply":
        gradients = args[0] if args else kwargs.get("grads", [])
        variables = args[1] if len(args) > 1 else kwargs.get("trainable_variables")
        return gradients, variables or getattr(optimizer, "_trainable_variables", None) or []
    pairs = args[0] if args else kwargs.get("grads_and_vars", [])
    return [gradient for gradient, _ in pairs], [variable for _, variable in pairs]


def _flat(sources: Any) -> Iterable[Any]:
    if isinstance(sources, dict):
        sources = list(sources.values())
    if isinstance(sources, (list, tuple)):
        for source in sources:
            yield from _flat(source)
    else:
        yield sources


def _is_iterator(value: Any) -> bool:
    return hasattr(value, "__next__")


def _name(variable: Any) -> str:
    return str(getattr(variable, "path", None) or getattr(variable, "name", "?"))


def _nothing() -> None:
    """There is no step to record."""
