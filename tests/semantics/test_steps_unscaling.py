"""Training steps of Keras 2 with loss scaling: where the gradients are unscaled, and which clips come before it."""

from __future__ import annotations

import pytest

from tests.semantics.helpers import module_of
from tffix.semantics.steps import Step, steps

STEP = """
import tensorflow as tf
with tf.GradientTape() as tape:
    loss = opt.get_scaled_loss(model(x))
g = tape.gradient(loss, model.trainable_variables)
{middle}
opt.apply_gradients(zip({given}, model.trainable_variables))
"""
UNSCALE = "g = opt.get_unscaled_gradients(g)"
CLIP = "g, _ = tf.clip_by_global_norm(g, 1.0)"


def found(middle: str, given: str = "g", *, unscaling: bool = True) -> list[Step]:
    return list(steps(module_of(STEP.format(middle=middle, given=given)), unscaling=unscaling))


def test_they_are_followed_when_asked_for() -> None:
    assert found(UNSCALE, unscaling=False) == []
    (step,) = found(UNSCALE)
    assert step.unscaling is not None


@pytest.mark.parametrize(
    ("middle", "given", "clips", "scaled"),
    [
        pytest.param(f"{UNSCALE}\n{CLIP}", "g", 1, 0, id="clipped after it"),
        pytest.param(f"{CLIP}\n{UNSCALE}", "g", 1, 1, id="clipped before it"),
        pytest.param(f"{CLIP}\n{UNSCALE}\n{CLIP}", "g", 2, 1, id="both"),
        pytest.param(CLIP, "opt.get_unscaled_gradients(g)", 1, 1, id="in the call"),
        pytest.param("", "opt.get_unscaled_gradients(g)", 0, 0, id="not clipped"),
    ],
)
def test_the_clips_before_it(middle: str, given: str, clips: int, scaled: int) -> None:
    (step,) = found(middle, given)
    assert (len(step.clips), len(step.scaled_clips)) == (clips, scaled)


def test_a_step_without_it() -> None:
    (step,) = found(CLIP)
    assert step.unscaling is None
    assert step.scaled_clips == ()


def test_unscaled_twice_is_not_followed() -> None:
    assert found(f"{UNSCALE}\n{UNSCALE}") == []
