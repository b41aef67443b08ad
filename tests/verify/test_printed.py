from __future__ import annotations

import pytest

from tffix.verify.printed import compare, symbols


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("loss: 0.33333334", "loss: 0.333333343"),
        ("loss: tf.Tensor(0.5, shape=(), dtype=float32)", "loss: 0.5"),
        ("[1. 2.]", "[1 2]"),
        ("loss nan", "loss nan"),
        ('m Tensor("Mean:0", shape=(), dtype=float32)\nm 2', "m 2"),
        ("m <tf.Tensor 'add_3:0' shape=(2, 4) dtype=int32> 2", "m 2"),
        ("\r 1/9 ━━━ 1s 2ms/step - loss: 0.5\b\b\r 9/9 ━━━ 1s 9ms/step - loss: 0.1\nend 3", "9/9 1s 3ms/step\nend 3"),
        ("x1 layer_2 3e-5", "x1 layer_3 0.00003"),
    ],
)
def test_the_same_numbers(before: str, after: str) -> None:
    found = compare(before, after, 0.0)
    assert found is not None
    assert found.differ_at is None


def test_the_first_that_differs_is_named() -> None:
    found = compare("epoch 1: 0.5\nepoch 2: 0.4", "epoch 1: 0.5\nepoch 2: 0.3", 1e-4)
    assert found is not None
    assert str(found) == "the numbers printed differ, first 0.4 -> 0.3 (number 4)"


def test_fewer_numbers_differ() -> None:
    found = compare("1 2 3", "1 2", 0.0)
    assert found is not None
    assert str(found) == "3 numbers are printed before, 2 after"


def test_text_without_numbers_says_nothing() -> None:
    assert compare("done", "done", 0.0) is None


def test_symbols() -> None:
    assert symbols('loss: Tensor("mul:0", shape=(), dtype=float32)')
    assert not symbols("loss: tf.Tensor(0.5, shape=(), dtype=float32)")
