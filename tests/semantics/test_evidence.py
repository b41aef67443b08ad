from __future__ import annotations

import pytest

from tffix.semantics.kinds_table import Kind

from .helpers import argument_of, module_of

OWN = """
import tensorflow as tf
from elsewhere import make

class Own:
    def apply_gradients(self, pairs): pass

class Extended(tf.keras.optimizers.Adam):
    pass

class Schedule(tf.keras.optimizers.schedules.LearningRateSchedule):
    pass

def build():
    return Own()

def train(optimizer):
    optimizer.apply_gradients([])
    probe(optimizer)

"""


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        ("make()", Kind.OPTIMIZER),
        ("Extended()", Kind.OPTIMIZER),
        ("Own()", Kind.UNKNOWN),
        ("build()", Kind.UNKNOWN),
        ("Own() if make() else make()", Kind.UNKNOWN),
    ],
)
def test_apply_gradients_shows_an_optimizer_unless_the_file_has_its_class(value: str, kind: Kind) -> None:
    module = module_of(f"{OWN}one = {value}\ntwo = one\ntwo.apply_gradients([])\nprobe(two)\n")
    assert module.kind(argument_of(module, index=1)) is kind


@pytest.mark.parametrize(("value", "kind"), [("make()", Kind.OPTIMIZER), ("Own()", Kind.UNKNOWN)])
def test_arguments_of_all_calls_count_for_a_parameter(value: str, kind: Kind) -> None:
    module = module_of(f"{OWN}step = tf.function(train)\nstep({value})\n")
    assert module.kind(argument_of(module)) is kind


def test_schedule_is_no_optimizer() -> None:
    module = module_of(f"{OWN}probe(Schedule())\n")
    assert module.kind(argument_of(module, index=1)) is Kind.UNKNOWN
