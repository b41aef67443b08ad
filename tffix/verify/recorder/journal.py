"""What happened at run time, paired into steps and written as JSON lines."""

from __future__ import annotations

import json
import os
import resource
import sys
import threading
import time
import zlib
from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Any, TextIO

# A gradient that no optimizer ever applies must not fill the memory.
_MAX_PENDING = 10_000
_MAX_NAMES = 20


class Journal:
    """Receives losses and optimizer steps in the order in which they are executed.

    A step takes the losses that were differentiated for its variables since its last step.  The time spent here is
    measured, so that it can be left out of the time of a step.
    """

    def __init__(self, path: str, steps: int | None = None) -> None:
        self._file: TextIO = open(path, "w", encoding="utf-8")  # noqa: SIM115 - open as long as the process runs
        self._pid = os.getpid()
        self._lock = threading.RLock()
        self._limit = steps
        self._pending: defaultdict[int, list[tuple[frozenset[int], float]]] = defaultdict(list)
        self._counts: Counter[tuple[int, int]] = Counter()
        self._first: dict[tuple[int, int], list[int]] = {}
        self._changed: dict[int, set[int]] = defaultdict(set)
        self._names: dict[int, list[str]] = {}
        self._initial: set[int] = set()
        self._modes: dict[str, bool] = {}
        self._own_time = 0.0
        self._ended = False
        self.traces: Counter[str] = Counter()
        self.notes: set[str] = set()
        self.random_ops: set[str] = set()
        self.facts: dict[str, Any] = {}

    def optimizer(self, index: int, name: str, variables: Sequence[str], initial: Sequence[Any] | None) -> None:
        """An optimizer is about to take its first step; ``initial`` are the weights before, where they can be read."""
        self._names[index] = list(variables)
        digests = None if initial is None else [_digest(value) for value in initial]
        if digests is not None:
            self._first[index, 0] = digests
            self._initial.add(index)
        self._write(kind="optimizer", opt=index, name=name, variables=len(variables), initial=_combined(digests))

    def gradients(self, index: int, missing: Sequence[str]) -> None:
        """Variables for which an optimizer got no gradient."""
        if missing:
            self._write(kind="none", opt=index, names=list(missing[:_MAX_NAMES]), count=len(missing))

    def loss(self, keys: frozenset[int], replica: int, values: Sequence[Any]) -> None:
        """A loss was differentiated with respect to the variables ``keys``."""
        started = time.perf_counter()
        with self._lock:
            pending = self._pending[replica]
            if len(pending) < _MAX_PENDING:
                pending.append((keys, sum(_mean(_array(value)) for value in values)))
            self._own_time += time.perf_counter() - started

    def step(
        self, index: int, keys: frozenset[int], replica: int, gradients: Sequence[Any], weights: Sequence[Any]
    ) -> None:
        """An optimizer has applied ``gradients``, and the variables are now ``weights``."""
        started = time.perf_counter()
        with self._lock:
            count = self._counts[index, replica] = self._counts[index, replica] + 1
            if self._limit is not None and count > self._limit:
                self._stop()
            weights = [_array(value) for value in weights]
            digests = [_digest(value) for value in weights]
            first = self._first.setdefault((index, replica), digests)
            pairs = enumerate(zip(first, digests, strict=False))
            self._changed[index].update(at for at, (old, new) in pairs if old != new)
            self._write(
                kind="step",
                opt=index,
                replica=replica,
                loss=self._take(keys, replica),
                gradient=_norm([_array(value) for value in gradients]),
                weights=_combined(digests),
                size=_norm(weights),
                at=started - self._own_time,
            )
            if self._limit is not None and all(count >= self._limit for count in self._counts.values()):
                self._stop()
            self._own_time += time.perf_counter() - started

    def mode(self, layer: str, *, trains: bool) -> None:
        """A tape records ``layer``, which does something only in training."""
        self._modes[layer] = self._modes.get(layer, False) or trains

    def skipped(self, what: str) -> None:
        """Something that cannot be recorded, said once."""
        self.notes.add(what)

    def end(self, status: str, **details: Any) -> None:
        """The run is over."""
        with self._lock:
            if self._ended:
                return
            self._ended = True
            scale = 1 if sys.platform == "darwin" else 1024
            self._write(
                kind="end",
                status=status,
                memory=resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * scale,
                traces=dict(self.traces),
                idle=[layer for layer, trains in self._modes.items() if not trains][:_MAX_NAMES],
                frozen={str(index): self._frozen(index) for index in self._names},
                notes=sorted(self.notes),
                random=sorted(self.random_ops),
                pending=sum(map(len, self._pending.values())),
                **self.facts,
                **details,
            )
            if os.getpid() == self._pid:
                self._file.close()

    def _frozen(self, index: int) -> list[str]:
        """The variables of an optimizer that no step has changed."""
        steps = max((count for (opt, _), count in self._counts.items() if opt == index), default=0)
        if not steps or (steps == 1 and index not in self._initial):
            return []
        changed = self._changed[index]
        return [name for at, name in enumerate(self._names[index]) if at not in changed][:_MAX_NAMES]

    def _take(self, keys: frozenset[int], replica: int) -> float | None:
        pending = self._pending[replica]
        mine = [value for at, value in pending if at & keys]
        self._pending[replica] = [entry for entry in pending if not entry[0] & keys]
        return sum(mine) / len(mine) if mine else None

    def _stop(self) -> None:
        """End the process here: inside a graph there is no way to make the script return."""
        self.end("stopped")
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(0)

    def _write(self, **event: Any) -> None:
        # A process forked by the script inherits the file, but is not the run.
        if os.getpid() == self._pid and not self._file.closed:
            self._file.write(json.dumps(event) + "\n")
            self._file.flush()


def _array(value: Any) -> Any:
    """The NumPy array of an eager tensor; a graph hands over arrays already."""
    return value.numpy() if hasattr(value, "numpy") else value


def _mean(value: Any) -> float:
    return float(value.astype("float64").mean()) if value.size else 0.0


def _norm(values: Sequence[Any]) -> float:
    import numpy as np

    total = 0.0
    for value in values:
        flat = np.ravel(value).astype(np.complex128 if np.iscomplexobj(value) else np.float64)
        total += float(np.vdot(flat, flat).real)
    return float(np.sqrt(total))


def _digest(value: Any) -> int:
    import numpy as np

    return zlib.crc32(np.ascontiguousarray(value).view(np.uint8).reshape(-1).data)


def _combined(digests: Sequence[int] | None) -> str | None:
    if digests is None:
        return None
    return f"{zlib.crc32(b''.join(digest.to_bytes(4, 'little') for digest in digests)):08x}"
