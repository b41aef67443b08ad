"""Two recordings, compared in numbers."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass

from tffix.verify.records import Curve, Recording

# A loss near zero has no meaningful relative difference: it is related to a part of the typical loss at least.
_FLOOR = 1e-2
# Student's t, two-sided 1 %, by degrees of freedom.
_T = {2: 9.92, 3: 5.84, 4: 4.60, 5: 4.03, 6: 3.71, 7: 3.50, 8: 3.36, 9: 3.25}
_T_MANY = 3.2
LEAST_PAIRS = 3


@dataclass(frozen=True)
class Difference:
    """How the curves of one optimizer differ.

    ``parted`` is the first step (from 1) after which the loss or a bit of the weights differs; ``largest`` the largest
    relative difference of the losses, in step ``largest_at``; ``weights`` that of the norms of the weights.
    ``same_start`` says whether the weights before the first step were equal, ``None`` if they could not be read.
    """

    name: str
    steps: tuple[int, int]
    parted: int | None
    largest: float
    largest_at: int | None
    weights: float
    final: tuple[float | None, float | None]
    same_start: bool | None
    relative: tuple[float, ...]

    def within(self, tolerance: float) -> bool:
        """Whether the curves are equal; with a tolerance of 0, bit for bit."""
        if self.steps[0] != self.steps[1]:
            return False
        return self.parted is None if tolerance == 0 else max(self.largest, self.weights) <= tolerance

    def first_beyond(self, tolerance: float) -> int | None:
        """The first step (from 1) in which the losses differ by more than ``tolerance``."""
        return next((at for at, value in enumerate(self.relative, start=1) if value > tolerance), None)


def differences(before: Recording, after: Recording) -> list[Difference]:
    """The differences of the curves, paired in the order in which the optimizers took their first step."""
    return [_difference(*pair) for pair in zip(before.curves, after.curves, strict=False)]


def _difference(before: Curve, after: Curve) -> Difference:
    floor = _floor([*before.losses, *after.losses])
    pairs = list(zip(before.steps, after.steps, strict=False))
    relative = [relative_difference(a.loss, b.loss, floor) for a, b in pairs]
    parted = next((at for at, (a, b) in enumerate(pairs, start=1) if (a.loss, a.weights) != (b.loss, b.weights)), None)
    largest = max(relative, default=0.0)
    known = before.initial is not None and after.initial is not None
    return Difference(
        name=before.name,
        steps=(len(before.steps), len(after.steps)),
        parted=parted,
        largest=largest,
        largest_at=relative.index(largest) + 1 if largest > 0 else None,
        weights=max((relative_difference(a.size, b.size, 0.0) for a, b in pairs), default=0.0),
        final=(_last(before), _last(after)),
        same_start=before.initial == after.initial if known else None,
        relative=tuple(relative),
    )


def relative_difference(first: float | None, second: float | None, floor: float) -> float:
    """``|first - second|`` related to the larger of them; infinite if only one is a finite number."""
    if first is None or second is None:
        return 0.0 if first is second else math.inf
    if math.isfinite(first) and math.isfinite(second):
        scale = max(abs(first), abs(second), floor)
        return abs(first - second) / scale if scale else 0.0
    return 0.0 if str(first) == str(second) else math.inf


@dataclass(frozen=True)
class Paired:
    """First steps from equal weights, over several seeds: the mean relative difference and its standard error."""

    pairs: int
    mean: float
    error: float
    another_stream: bool


def paired_first_steps(pairs: Sequence[tuple[Recording, Recording]]) -> Paired | None:
    """Whether first steps differ as those of another random stream do: by chance, around zero.

    Another computation shifts them all to one side.  Both the losses and the gradient norms must speak for chance.

    Returns:
        ``None`` if there are fewer than :data:`LEAST_PAIRS` seeds with a first step.
    """
    losses, gradients = [], []
    for before, after in pairs:
        if before.steps and after.steps:
            first, second = before.curves[0].steps[0], after.curves[0].steps[0]
            losses.append(_signed(first.loss, second.loss))
            gradients.append(_signed(first.gradient, second.gradient))
    if len(losses) < LEAST_PAIRS:
        return None
    by_chance = _around_zero(losses) and _around_zero(gradients)
    error = statistics.stdev(losses) / math.sqrt(len(losses))
    return Paired(len(losses), statistics.mean(losses), error, by_chance)


def _around_zero(values: Sequence[float]) -> bool:
    spread = statistics.stdev(values)
    if spread == 0:
        return values[0] == 0
    return abs(statistics.mean(values)) <= _T.get(len(values) - 1, _T_MANY) * spread / math.sqrt(len(values))


def _signed(first: float | None, second: float | None) -> float:
    if first is None or second is None or not math.isfinite(first) or not math.isfinite(second):
        return math.inf if first != second else 0.0
    scale = max(abs(first), abs(second))
    return (second - first) / scale if scale else 0.0


def _floor(losses: Sequence[float | None]) -> float:
    finite = [abs(loss) for loss in losses if loss is not None and math.isfinite(loss)]
    return _FLOOR * statistics.median(finite) if finite else 0.0


def _last(curve: Curve) -> float | None:
    return curve.steps[-1].loss if curve.steps else None
