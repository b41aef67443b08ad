from __future__ import annotations

import pytest

from tffix.semantics.graph import UNKNOWN, Context, Mode, Via
from tffix.semantics.kinds_table import Kind

from .helpers import argument_of, module_of

HEAD = "from tensorflow import keras\nmodel = keras.Sequential([])\n"
LOSS = "def f(y, p):\n    probe(p)\n    return y - p\n"


def context_of(source: str) -> Context:
    module = module_of(HEAD + source)
    return module.context(module.calls("probe")[0])


@pytest.mark.parametrize(
    "source",
    [
        LOSS + "model.compile('sgd', f)",
        LOSS + "model.compile(optimizer='sgd', loss=f)",
        LOSS + "model.compile(loss={'a': f, 'b': 'mse'})",
        LOSS + "model.compile(loss='mse', metrics=['mae', f])",
        LOSS + "model.compile(loss=f, metrics=[[f]])",
        "model.compile(loss=lambda y, p: probe(p))",
    ],
)
def test_a_loss_given_to_compile_is_traced_by_fit(source: str) -> None:
    context = context_of(source)
    assert (context.mode, context.via) == (Mode.UNKNOWN, Via.KERAS_STEP)
    module = module_of(HEAD + source)
    assert module.kind(argument_of(module)) is Kind.TENSOR


@pytest.mark.parametrize(
    ("source", "kind"),
    [
        ("class L(keras.losses.Loss):\n    def call(self, y, p):\n        probe(p)", Kind.TENSOR),
        ("class M(keras.metrics.Metric):\n    def update_state(self, y, p, w=None):\n        probe(y)", Kind.TENSOR),
        ("class M(keras.metrics.Metric):\n    def update_state(self, y, p, w=None):\n        probe(w)", Kind.UNKNOWN),
        ("class M(keras.metrics.Metric):\n    def merge_state(self, metrics):\n        probe(metrics)", Kind.UNKNOWN),
    ],
)
def test_losses_and_metrics_compare_tensors(source: str, kind: Kind) -> None:
    module = module_of(HEAD + source)
    assert module.kind(argument_of(module)) is kind


@pytest.mark.parametrize(
    "source",
    [
        LOSS + "model.compile(optimizer=f)",
        LOSS + "model.compile(f, 'mse')",
        LOSS + "other.compile(loss=f)",
        LOSS + "model.fit(loss=f)",
        LOSS + "model.compile(loss=wrapped(f))",
        LOSS + "model.compile(loss=f)\nregister(f)",
    ],
)
def test_other_uses_say_nothing(source: str) -> None:
    assert context_of(source) == UNKNOWN
