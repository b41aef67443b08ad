from __future__ import annotations

import pytest

from tffix.semantics.kinds_table import Kind

from .helpers import argument_of, module_of

HEAD = """
    from tensorflow import keras

    class Net(keras.Model):
        def __init__(self):
            super().__init__()
            self.dense = keras.layers.Dense(1)
            self.seen = keras.metrics.Mean()

        def train_step(self, data):
"""


@pytest.mark.parametrize(
    ("expression", "kind"),
    [
        ("self.dense(data)", Kind.TENSOR),
        ("self.dense", Kind.LAYER),
        ("self(data, training=True)", Kind.TENSOR),
        ("self.compute_loss(y=data, y_pred=data)", Kind.TENSOR),
        ("self.compiled_loss(data, data)", Kind.TENSOR),
        ("self.seen.result()", Kind.TENSOR),
        ("self.summary()", Kind.UNKNOWN),
    ],
)
def test_what_a_method_of_a_model_calls(expression: str, kind: Kind) -> None:
    assert argument_kind(expression) is kind


def argument_kind(expression: str) -> Kind:
    module = module_of(HEAD + f"            probe({expression})\n")
    return module.kind(argument_of(module))
