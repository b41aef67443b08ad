"""Layers that do something only in training mode: whether a tape ever records them in it."""

from __future__ import annotations

from typing import Any

from tffix.verify.recorder import tensors
from tffix.verify.recorder.journal import Journal


class Modes:
    """Patches the ``call`` of such layers."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal

    def patch(self, owner: Any, rate: str | None = None) -> None:
        """Note the mode in which tapes record layers of the class ``owner``, but for those whose ``rate`` is 0."""
        original = owner.call

        def call(layer: Any, inputs: Any, training: Any = None, **kwargs: Any) -> Any:
            if layer.trainable and (rate is None or getattr(layer, rate, None)) and _is_recorded():
                # A tensor can be either.
                known = training is None or isinstance(training, (bool, int))
                self._journal.mode(layer.name, trains=bool(training) if known else True)
            return original(layer, inputs, training=training, **kwargs)

        owner.call = tensors.as_original(call, original)


def _is_recorded() -> bool:
    from tensorflow.python.eager import record

    return bool(record.could_possibly_record())
