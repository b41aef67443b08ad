"""Which code draws random numbers."""

from __future__ import annotations

import pytest

from tffix.semantics.module import Module
from tffix.semantics.randomness import draws_random_numbers


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ("tf.random.normal([2])", True),
        ("tf.nn.dropout(x, 0.5)", True),
        ("tf.random.stateless_normal([2], [1, 2])", False),
        ("tf.random.set_seed(1)", False),
    ],
)
def test_random_numbers_with_a_hidden_state(call: str, expected: bool) -> None:
    assert draws_random_numbers(Module(f"import tensorflow as tf\ndef f(x):\n    return {call}\n")) is expected
    assert not draws_random_numbers(Module(f"import tensorflow as tf\nx = {call}\n"))
