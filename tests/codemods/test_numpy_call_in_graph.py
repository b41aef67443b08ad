"""numpy-call-in-graph: every pair of functions on the same data under NumPy and TensorFlow, and what it takes apart."""

from __future__ import annotations

import ast

import pytest

from tffix.config.settings import Settings
from tffix.engine import fix_file
from tffix.semantics.numpy_pairs import NUMBERS, PAIRS

EXPRESSIONS = """
np.mean(x), np.mean(x, 1), np.mean(x, axis=(0, 1), keepdims=True), np.mean(a=x, axis=-1)
np.sum(x), np.sum(x, 0), np.sum(x, axis=1, keepdims=True), np.prod(x, axis=0), np.std(x)
np.std(x, axis=1), np.var(x, 0)
np.max(x), np.max(x, 1, keepdims=True), np.min(x, axis=0), np.amax(x), np.amin(x, (0, 1)), np.max(i, 0)
np.any(x > 1), np.all(x > -9, axis=0), np.any(x > 1, axis=1, keepdims=True)
np.argmax(x), np.argmax(x, 1), np.argmax(x, axis=-1), np.argmin(x), np.argmin(i, axis=0)
np.linalg.norm(x), np.linalg.norm(x, axis=1), np.linalg.norm(x, axis=0, keepdims=True)
np.abs(x), np.absolute(i), np.negative(x), np.sign(x), np.square(x), np.square(i), np.sqrt(p), np.exp(x)
np.expm1(x), np.log(p), np.log1p(p), np.sin(x), np.cos(x), np.tan(x), np.sinh(x), np.cosh(x), np.tanh(x)
np.arcsin(p / 9), np.arccos(p / 9), np.arctan(x), np.arctan2(x, p)
np.floor(x), np.ceil(x), np.rint(h), np.round(h), np.isnan(x), np.isinf(x), np.isfinite(x), np.logical_not(x > 1)
np.maximum(x, 0), np.maximum(0, x), np.maximum(x, p), np.minimum(i, 2), np.minimum(1.0, x)
np.add(x, p), np.add(2, x), np.multiply(x, p), np.multiply(2, x), np.subtract(x, p), np.subtract(x, 1)
np.power(p, 2), np.divide(x, p), np.true_divide(x, 2)
np.equal(i, 2), np.not_equal(i, 2), np.greater(x, p), np.greater_equal(x, 1), np.less(x, p), np.less_equal(i, 2)
np.logical_and(x > 1, p > 2), np.logical_or(x > 1, p > 2), np.matmul(x, w)
np.clip(x, 0, 1), np.clip(x, a_min=-1.0, a_max=1.0), np.clip(i, 1, 3)
np.where(x > 1, x, p), np.where(x > 1, x, 0), np.where(x > 1, x, 0.5)
np.concatenate([x, p]), np.concatenate((x, p), 1), np.concatenate([x, p], axis=-1), np.concatenate((i, i), axis=0)
np.stack([x, p]), np.stack((x, p), 1), np.stack([x, p], axis=-1)
np.expand_dims(x, 0), np.expand_dims(x, axis=-1), np.squeeze(x[:1]), np.squeeze(x[:1], 0), np.squeeze(x[:1], axis=0)
np.reshape(x, -1), np.reshape(x, (3, 2)), np.reshape(x, [6]), np.reshape(x, shape=(1, -1)), np.reshape(x, 6)
np.transpose(x), np.transpose(x, (1, 0)), np.transpose(x, axes=[1, 0])
np.repeat(x, 2), np.repeat(x, 2, axis=0), np.repeat(x, repeats=2, axis=1)
np.cumsum(x), np.cumsum(x, 0), np.cumsum(x, axis=1), np.sort(x), np.sort(x, 0), np.sort(x, axis=-1)
np.zeros_like(x), np.ones_like(i), np.zeros_like(x, dtype=np.int64), np.ones_like(x, np.float32), np.copy(x)
np.float32(i), np.float64(x), np.int32(x), np.int64(x), np.array(x), np.asarray(x, dtype=np.int32), np.array([x, p])
np.sqrt(np.mean(np.square(x - p), axis=1)), np.sum(np.abs(x)) / 2 + np.max(p)
"""
FUNCTION = """\
import numpy as np
import tensorflow as tf




@tf.function(autograph=False, input_signature=[{specs}])
def f(x, p, i, w, h):
    return {expression}
"""
SPECS = ", ".join(
    f"tf.TensorSpec({shape}, tf.{dtype})"
    for shape, dtype in [
        ([2, 3], "float32"),
        ([2, 3], "float32"),
        ([2, 3], "int32"),
        ([3, 2], "float32"),
        ([2, 3], "float32"),
    ]
)
LINES = [ast.parse(line, mode="eval").body for line in EXPRESSIONS.strip().splitlines()]
WRITTEN = [ast.unparse(element) for line in LINES for element in getattr(line, "elts", [line])]
SETTINGS = Settings(codes=frozenset(["TF103"]), unsafe_fixes=True, keras=3)


def rewritten(expression: str) -> str:
    result = fix_file(FUNCTION.format(expression=expression, specs=SPECS).encode(), "pairs.py", SETTINGS)
    assert result.after is not None, [finding.reason for finding in result.findings]
    return result.after.decode()


# -- pairs -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name", sorted({*PAIRS, *NUMBERS} - {"float16", "int8", "int16", "uint8", "uint16", "uint32", "uint64"})
)
def test_every_pair_is_tried(name: str) -> None:
    assert any(f"np.{name}(" in expression for expression in WRITTEN)


@pytest.mark.parametrize("expression", WRITTEN)
def test_no_numpy_is_left(expression: str) -> None:
    assert "np." not in rewritten(expression).rpartition("return ")[2].replace("np.int64", "").replace("np.float32", "")


@pytest.mark.slow
@pytest.mark.tensorflow
@pytest.mark.parametrize("expression", WRITTEN)
def test_both_give_the_same(expression: str) -> None:
    np, _ = pytest.importorskip("numpy"), pytest.importorskip("tensorflow")
    values = {
        "x": np.array([[1.5, -2.0, 0.25], [3.0, 4.5, -1.0]], np.float32),
        "p": np.array([[1.0, 2.0, 0.5], [3.5, 4.0, 1.25]], np.float32),
        "i": np.array([[3, -1, 2], [0, 5, 2]], np.int32),
        "w": np.array([[1.0, 2.0], [0.5, -1.0], [2.0, 0.0]], np.float32),
        "h": np.array([[0.5, 1.5, 2.5], [-0.5, -1.5, 2.4]], np.float32),
    }
    space: dict[str, object] = {}
    exec(rewritten(expression), space)
    function = space["f"]
    assert callable(function)
    expected, got = np.asarray(eval(expression, {"np": np, **values})), function(*values.values()).numpy()
    assert got.shape == expected.shape
    assert got.dtype.kind == expected.dtype.kind
    assert got.dtype == expected.dtype or expected.dtype.kind in "iu"
    np.testing.assert_allclose(got, expected, rtol=1e-6, atol=1e-6)
