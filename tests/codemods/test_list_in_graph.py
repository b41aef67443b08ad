"""The parts of list-in-graph, and its cases before and after the fix under TensorFlow."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from tffix.codemods.lists._lists import grown_lists
from tffix.codemods.lists._reductions import reductions

from tffix.semantics.element import Element
from tffix.semantics.elements import Elements
from tffix.semantics.module import Module
from tffix.testing import Case, cases, check_case

CORPUS = Path(__file__).parents[2] / "corpus"
CASES = [case for case in cases(CORPUS) if case.codemod == "list-in-graph"]
SETUP = """
import tensorflow as tf
from tensorflow import keras

model = keras.Model(inputs, outputs)
single = keras.Sequential()
loss_fn = keras.losses.MeanSquaredError()
unreduced = keras.losses.MeanSquaredError(reduction="none")
accuracy = keras.metrics.BinaryAccuracy()
"""


@pytest.mark.parametrize("case", CASES, ids=str)
def test_case(case: Case) -> None:
    check_case(case)


# -- what is known of tensors ----------------------------------------------------------------------------------------


def element(expression: str, setup: str = SETUP) -> Element | None:
    module = Module(f"{setup}\n_ = {expression}\n")
    statement = module.root.body[-1]
    assert isinstance(statement, ast.Assign)
    return Elements(module).of(statement.value)


@pytest.mark.parametrize(
    "expression",
    [
        "loss_fn(y, model(x))",
        "tf.reduce_mean(unreduced(y, model(x)))",
        "tf.reduce_mean(tf.square(y - model(x)))",
        "2 * loss_fn(y, model(x)) + 1",
        "tf.cast(tf.reduce_sum(x), tf.float32)",
        "tf.constant(1.0)",
        "accuracy.result()",
        "-loss_fn(y, model(x)) / 3",
        "tf.stop_gradient(loss_fn(y, model(x)))",
    ],
)
def test_scalars_of_float32(expression: str) -> None:
    assert element(expression) == Element(True, True, "float32")


@pytest.mark.parametrize(
    "expression",
    [
        "unreduced(y, model(x))",
        "keras.losses.mse(y, model(x))",
        "tf.zeros((3,))",
        "tf.reduce_mean(model(x), axis=1)",
        "single(x)",
    ],
)
def test_one_tensor_that_may_have_a_shape(expression: str) -> None:
    found = element(expression)
    assert found is not None
    assert found.single
    assert not found.scalar


@pytest.mark.parametrize("expression", ["model(x)", "model(x) + model(x)", "tf.linalg.svd(x)", "2 * model(x)"])
def test_what_may_be_a_structure_is_not_one_tensor(expression: str) -> None:
    found = element(expression)
    assert found is None or not found.single


@pytest.mark.parametrize("expression", ["x", "3.0", "[loss_fn(y, x)]", "loss_fn(y, x).numpy()", "len(x)", "other(x)"])
def test_what_is_no_tensor_or_not_known(expression: str) -> None:
    assert element(expression) is None


@pytest.mark.parametrize("line", ["keras.mixed_precision.set_global_policy(policy)", "x = x.astype('float64')"])
def test_the_dtype_is_not_known_where_other_floats_are_used(line: str) -> None:
    assert element("loss_fn(y, model(x))", f"{SETUP}\n{line}") == Element(True, True, None)


def test_a_value_computed_from_itself_keeps_its_dtype() -> None:
    loop = "value = tf.constant(3)\nwhile value > 1:\n    value = value // 2"
    assert element("value", f"{SETUP}\n{loop}") == Element(True, True, "int32")


def test_a_value_that_is_no_tensor_on_one_path_is_not_one() -> None:
    assert element("value", f"{SETUP}\nvalue = tf.constant(3)\nif other:\n    value = 'text'") is None


# -- what is done with lists -----------------------------------------------------------------------------------------


def operations(use: str) -> list[str] | None:
    source = f"import numpy as np\nimport tensorflow as tf\nxs = []\nfor x in y:\n    xs.append(x)\n{use}\n"
    module = Module(source)
    found = reductions(module, next(iter(grown_lists(module))).uses)
    return None if found is None else [f"{item.operation.value}: {module.segment(item.node)}" for item in found]


@pytest.mark.parametrize(
    ("use", "expected"),
    [
        ("tf.reduce_mean(xs)", ["mean: tf.reduce_mean(xs)"]),
        ("tf.reduce_mean(tf.stack(xs, axis=0))", ["mean: tf.reduce_mean(tf.stack(xs, axis=0))"]),
        ("1 + sum(xs) / len(xs)", ["mean: sum(xs) / len(xs)"]),
        ("sum(xs) / tf.cast(len(xs), tf.float32)", ["mean: sum(xs) / tf.cast(len(xs), tf.float32)"]),
        ("sum(xs) / 2", ["sum: sum(xs)"]),
        ("(np.mean(xs), tf.add_n(xs))", ["mean: np.mean(xs)", "sum: tf.add_n(xs)"]),
        ("np.average(xs, weights=w)", None),
        ("np.mean(xs[1:])", None),
        ("sum(xs) / len(ys)", ["sum: sum(xs)"]),
        ("len(xs)", None),
        ("tf.reduce_mean(xs, axis=1)", None),
        ("print(xs)", None),
    ],
)
def test_means_and_sums_of_a_list(use: str, expected: list[str] | None) -> None:
    assert operations(use) == expected


@pytest.mark.parametrize("definition", ["xs = ys = []", "xs = [1]", "xs = list(y)", "xs = make()"])
def test_only_a_list_that_starts_empty_and_has_one_name(definition: str) -> None:
    assert not list(grown_lists(Module(f"{definition}\nfor x in y:\n    xs.append(x)\n")))


# -- under TensorFlow ------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.tensorflow
@pytest.mark.parametrize("case", [case for case in CASES if case.changes and b"\n\nprint(" in case.before], ids=str)
def test_it_fails_before_and_runs_after(case: Case) -> None:
    pytest.importorskip("tensorflow")
    with pytest.raises((ValueError, NotImplementedError), match="out of scope|symbolic tf.Tensor"):
        run(case, "before.py")
    run(case, "after.py")


def run(case: Case, name: str) -> None:
    # AutoGraph reads the source of functions from their file.
    path = CORPUS / case.codemod / case.name / name
    exec(compile(path.read_bytes(), path, "exec"), {"__name__": "__main__"})
