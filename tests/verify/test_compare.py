from __future__ import annotations

import math
from dataclasses import replace

import pytest

from tests.verify.helpers import curve, recording
from tffix.verify.compare import differences, paired_first_steps, relative_difference


def test_equal_curves_are_equal_bit_for_bit() -> None:
    (found,) = differences(recording([3.0, 2.0]), recording([3.0, 2.0]))
    assert (found.parted, found.largest, found.final) == (None, 0.0, (2.0, 2.0))
    assert found.within(0)


def test_the_step_at_which_curves_part() -> None:
    (found,) = differences(recording([3.0, 2.0, 1.0]), recording([3.0, 2.0001, 1.5]))
    assert found.parted == 2
    assert found.largest == pytest.approx(1 / 3)
    assert found.largest_at == 3
    assert found.first_beyond(1e-3) == 3
    assert not found.within(0.3)
    assert found.within(0.34)


def test_weights_part_where_losses_do_not() -> None:
    before = recording([3.0, 2.0])
    steps = before.curves[0].steps
    after = replace(
        before, curves=(replace(before.curves[0], steps=(steps[0], replace(steps[1], weights="x", size=2))),)
    )
    (found,) = differences(before, after)
    assert (found.parted, found.largest, found.weights) == (2, 0.0, 0.5)
    assert not found.within(1e-3)


def test_another_number_of_steps_is_never_equal() -> None:
    (found,) = differences(recording([3.0, 2.0]), recording([3.0]))
    assert not found.within(1.0)


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        (1.0, 1.0, 0.0),
        (1.0, 2.0, 0.5),
        (math.nan, math.nan, 0.0),
        (math.inf, math.inf, 0.0),
        (math.inf, -math.inf, math.inf),
        (1.0, math.nan, math.inf),
        (None, None, 0.0),
        (None, 1.0, math.inf),
        (0.0, 0.0, 0.0),
    ],
)
def test_relative_differences(first: float | None, second: float | None, expected: float) -> None:
    assert relative_difference(first, second, 0.0) == expected


def test_a_loss_near_zero_is_related_to_a_typical_one() -> None:
    assert relative_difference(1e-9, 2e-9, 1e-3) == pytest.approx(1e-6)


def first_steps(*pairs: tuple[float, float]) -> list[tuple[object, object]]:
    made = []
    for pair in pairs:
        sides = []
        for loss in pair:
            made_curve = curve([loss])
            step = replace(made_curve.steps[0], gradient=loss)
            sides.append(recording(curves=(replace(made_curve, steps=(step,)),)))
        made.append(tuple(sides))
    return made  # type: ignore[return-value]


def test_first_losses_around_each_other_are_another_stream() -> None:
    found = paired_first_steps(first_steps((1.0, 1.1), (1.0, 0.9), (1.0, 1.05), (1.0, 0.94)))  # type: ignore[arg-type]
    assert found is not None
    assert found.another_stream


def test_first_losses_to_one_side_are_another_computation() -> None:
    found = paired_first_steps(first_steps((1.0, 0.5), (1.2, 0.61), (0.9, 0.44), (1.1, 0.55)))  # type: ignore[arg-type]
    assert found is not None
    assert not found.another_stream
    assert found.mean < 0


def test_two_seeds_say_nothing() -> None:
    assert paired_first_steps(first_steps((1.0, 0.5), (1.0, 0.5))) is None  # type: ignore[arg-type]
