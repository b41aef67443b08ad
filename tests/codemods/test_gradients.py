"""The codemods for gradients that do not arrive: their cases, and what they take for what."""

from __future__ import annotations

import ast
import textwrap
from pathlib import Path

import pytest
from tffix.codemods.gradients._consumers import EagerConsumers, NeedsArrayError
from tffix.codemods.gradients._predictions import cross_entropy, hardened
from tffix.codemods.gradients._terms import is_term

from tffix.codemod import Applicability
from tffix.semantics.gradient_ops import Break
from tffix.semantics.gradient_paths import Paths
from tffix.semantics.module import Module
from tffix.testing import Case, cases, check_case

CORPUS = Path(__file__).parents[2] / "corpus"
NAMES = ("numpy-in-tape", "unwatched-tensor", "argmax-before-loss", "none-gradients")
CASES = [case for case in cases(CORPUS) if case.codemod in NAMES]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_case(case: Case) -> None:
    check_case(case)


# -- parts -----------------------------------------------------------------------------------------------------------

HEADER = """\
import numpy as np
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(3)])
mse = tf.keras.losses.MeanSquaredError()
scce = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
bce = tf.keras.losses.BinaryCrossentropy()
options = {}
"""


def paths_of(block: str, loss: str = "loss") -> Paths:
    body = textwrap.indent(textwrap.dedent(block), "        ")
    source = f"{HEADER}\ndef step(x, y, other):\n    with tf.GradientTape() as tape:\n{body}\n"
    module = Module(f"{source}    return tape.gradient({loss}, model.trainable_variables)\n")
    (tape,) = module.tapes
    return Paths(module, tape, tape.derivatives[0])


@pytest.mark.parametrize(
    ("block", "expected"),
    [
        ("loss = mse(y, model(x)) + np.mean(model(x))", True),
        ("loss = mse(y, model(x)) - 0.1 * np.mean(model(x)) / 2", True),
        ("loss = mse(y, model(x))\nloss += np.mean(model(x))", True),
        ("extra = np.mean(model(x))\nloss = tf.add(mse(y, model(x)), extra)", True),
        ("loss = sum([mse(y, model(x)), np.mean(model(x))])", True),
        ("loss = mse(y, model(x)) * np.mean(model(x))", False),
        ("loss = mse(y, model(x)) / np.mean(model(x))", False),
        ("loss = mse(np.square(model(x)), model(x))", False),
        ("loss = np.mean(model(x))", False),
        ("extra = np.mean(model(x))\nloss = mse(y, model(x)) * extra + extra", False),
    ],
)
def test_terms_of_a_sum(block: str, expected: bool) -> None:
    paths = paths_of(block)
    (cut,) = [cut for cut in paths.to_target().cuts if cut.kind is Break.NUMPY]
    assert is_term(paths.module, paths, cut) is expected


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ("scce(y, x)", ("sparse", "x", True)),
        ("scce(y_true=y, y_pred=x)", ("sparse", "x", True)),
        ("bce(y, x)", ("binary", "x", False)),
        ("tf.keras.losses.CategoricalCrossentropy(**options)(y, x)", ("categorical", "x", None)),
        ("tf.keras.losses.CategoricalCrossentropy(from_logits=flag)(y, x)", ("categorical", "x", None)),
        ("tf.keras.losses.categorical_crossentropy(y, x, True)", ("categorical", "x", True)),
        ("tf.nn.softmax_cross_entropy_with_logits(logits=x, labels=y)", ("categorical", "x", True)),
        ("mse(y, x)", None),
        ("other(y, x)", None),
        ("scce(y)", None),
    ],
)
def test_cross_entropies(call: str, expected: tuple[str, str, bool | None] | None) -> None:
    module = Module(f"{HEADER}\nresult = {call}\n")
    node = module.nodes(ast.Assign)[-1].value
    assert isinstance(node, ast.Call)
    found = cross_entropy(module, node)
    given = None if found is None else (found.kind, module.segment(found.prediction), found.from_logits)
    assert given == expected


@pytest.mark.parametrize(
    ("block", "soft"),
    [
        ("loss = scce(y, tf.argmax(model(x), axis=-1))", "model(x)"),
        ("p = model(x)\nloss = scce(y, tf.cast(tf.argmax(p, -1), tf.float32))", "p"),
        ("p = model(x)\nq = tf.round(p)\nr = q\nloss = scce(y, q)", "p"),
        ("loss = scce(y, tf.one_hot(np.argmax(model(x), -1), 3))", "model(x)"),
        ("loss = scce(y, tf.cast(model(x) > 0.5, tf.float32))", "model(x)"),
        ("loss = scce(y, tf.cast(model(x) > y, tf.float32))", None),
        ("loss = scce(y, tf.cast(model(x), tf.float32))", None),
        ("loss = scce(y, model(x) + tf.argmax(model(x)))", None),
        ("loss = scce(y, model(x))", None),
    ],
)
def test_what_a_prediction_was_made_from(block: str, soft: str | None) -> None:
    paths = paths_of(block)
    call = paths.module.calls("scce")[0]
    found = hardened(paths.module, paths, call.args[1], paths.frame)
    assert (None if found is None else paths.module.segment(found.soft)) == soft


@pytest.mark.parametrize(
    ("use", "expected"),
    [
        ("loss = mse(y, p)", Applicability.SAFE),
        ("loss = tf.reduce_mean((y - p[:, 0]) ** 2)", Applicability.SAFE),
        ("loss = np.mean(p)", Applicability.SAFE),
        ("print(p.shape, p)\nloss = mse(y, p)", Applicability.SAFE),
        ("loss = other(p)", Applicability.UNSAFE),
        ("self.last = p\nloss = mse(y, p)", Applicability.UNSAFE),
        ("loss = mse(y, p.copy())", "no `.copy`"),
        ("p[0] = 1.0\nloss = mse(y, p)", "cannot be set"),
        ("loss = mse(y, p[np.arange(3), y])", "tf.gather"),
    ],
)
def test_who_takes_a_tensor_for_an_array(use: str, expected: Applicability | str) -> None:
    paths = paths_of(f"p = model(x).numpy()\n{use}")
    call = paths.module.calls("numpy")[0]
    consumers = EagerConsumers(paths.module, paths.tape.derivatives[0], lambda _: False)
    if isinstance(expected, str):
        with pytest.raises(NeedsArrayError, match=expected):
            consumers.check(call)
    else:
        assert consumers.check(call) is expected


def test_what_comes_after_the_derivative_never_saw_an_array() -> None:
    paths = paths_of("loss = np.mean(model(x))")
    source = paths.module.text + "\n"
    module = Module(source.replace("    return tape", "    grads = tape") + "    other(loss)\n    return loss\n")
    consumers = EagerConsumers(module, module.tapes[0].derivatives[0], lambda _: False)
    assert consumers.check(module.calls("mean")[0]) is Applicability.SAFE
