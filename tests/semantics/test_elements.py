"""The dtype of tensors whose values are written out."""

from __future__ import annotations

import pytest

from tests.semantics.helpers import argument_of, module_of
from tffix.semantics.elements import Elements


@pytest.mark.parametrize(
    ("value", "dtype"),
    [
        ("3.0", "float32"),
        ("3", "int32"),
        ("[1.0, 2.0]", "float32"),
        ("[[1, 2], [3, -4.0]]", "float32"),
        ("(1, 2)", "int32"),
        ("-1.0", "float32"),
        ("[1, x]", None),
        ("[]", None),
        ("[True, False]", None),
        ("['a']", None),
    ],
)
def test_constant(value: str, dtype: str | None) -> None:
    module = module_of(f"import tensorflow as tf\nprobe(tf.constant({value}))")
    found = Elements(module).of(argument_of(module))
    assert found is not None
    assert found.dtype == dtype


@pytest.mark.parametrize(
    ("value", "dtype"),
    [
        ("tf.random.uniform([2])", "float32"),
        ("tf.random.uniform([2], 0, 9, tf.int32)", "int32"),
        ("tf.random.uniform([2], maxval=9, dtype='int64')", "int64"),
        ("tf.random.stateless_normal([2], seed=(1, 2))", "float32"),
        ("tf.random.uniform([2], dtype=kind)", None),
    ],
)
def test_random_numbers(value: str, dtype: str | None) -> None:
    module = module_of(f"import tensorflow as tf\nprobe({value})")
    found = Elements(module).of(argument_of(module))
    assert found is not None
    assert found.dtype == dtype
