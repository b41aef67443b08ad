"""The parts of list-of-losses, and its cases before and after the fix under TensorFlow."""

from __future__ import annotations

import ast
import contextlib
import io
import re
from pathlib import Path

import pytest
from tffix.codemods.lists._floats import keeps_working, needs_list
from tffix.codemods.lists._steps import is_graph_safe

from tffix.semantics.module import Module
from tffix.semantics.randomness import draws_random_numbers
from tffix.testing import Case, cases, check_case

CORPUS = Path(__file__).parents[2] / "corpus"
CASES = [case for case in cases(CORPUS) if case.codemod == "list-of-losses"]
RUNNABLE = [case for case in CASES if case.changes and b"matplotlib" not in case.before and b"json" not in case.before]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_case(case: Case) -> None:
    check_case(case)


# -- lists of floats -------------------------------------------------------------------------------------------------


def only_use(code: str) -> tuple[Module, ast.Name]:
    module = Module(f"import json\nimport numpy as np\nimport matplotlib.pyplot as plt\n{code}\n")
    return module, next(name for name in module.nodes(ast.Name) if name.id == "losses")


@pytest.mark.parametrize(
    "code",
    [
        "np.mean(losses)",
        "plt.plot(losses)",
        "axes.plot(losses)",
        "json.dumps({'loss': losses})",
        "json.dumps([losses, 1])",
        "print(losses[-1])",
        "print(f'{losses[-1]:.3f}')",
        "print('%.3f' % losses[-1])",
        "'{:.3f}'.format(losses[-1])",
        "np.mean(losses[-10:])",
        "len(losses)",
        "print(sum(losses) / 2)",
        "mean = sum(losses) / 2\nprint(mean)",
    ],
)
def test_what_works_with_floats_too(code: str) -> None:
    assert keeps_working(*only_use(code))


@pytest.mark.parametrize(
    "code",
    [
        "losses[-1].numpy()",
        "tf.stack(losses)",
        "other(losses)",
        "return_ = losses",
        "sum(losses).numpy()",
        "mean = sum(losses) / 2\nmean.numpy()",
        "mean = sum(losses)\nother(mean)",
        "losses[0] = 1",
        "[loss.numpy() for loss in losses]",
        "losses.extend(more)",
        "np.mean(a=losses)",
    ],
)
def test_what_may_not_work_with_floats(code: str) -> None:
    assert not keeps_working(*only_use(code))


@pytest.mark.parametrize(
    ("code", "expected"), [("plt.plot(losses)", True), ("np.mean(losses[1:])", True), ("np.mean(losses)", False)]
)
def test_which_uses_need_the_list_itself(code: str, expected: bool) -> None:
    assert needs_list(*only_use(code)) is expected


# -- steps -----------------------------------------------------------------------------------------------------------

SETUP = """
import tensorflow as tf

model = tf.keras.Sequential()
loss_fn = tf.keras.losses.MeanSquaredError()
optimizer = tf.keras.optimizers.SGD()
scale = 2.0
"""
BODY = """
    with tf.GradientTape() as tape:
        loss = scale * loss_fn(y, model(x))
    optimizer.apply_gradients(zip(tape.gradient(loss, model.variables), model.variables))
"""


def is_safe(lines: str, decorator: str = "", after: str = "") -> bool:
    module = Module(f"{SETUP}\n{decorator}\ndef step(x, y):{BODY}{lines}\n    return loss\n{after}\n")
    return is_graph_safe(module, module.nodes(ast.FunctionDef)[0])


def test_straight_line_code_of_tensorflow_is_safe() -> None:
    assert is_safe("    loss = tf.identity(loss)")


@pytest.mark.parametrize(
    "line",
    [
        "    print(loss)",
        "    if x:\n        loss = 0",
        "    loss.numpy()",
        "    model.steps = 1",
        "    log(loss)",
        "    history.append(loss)",
        "    global scale",
        "    text = f'{loss}'",
    ],
)
def test_what_an_eager_step_must_not_do(line: str) -> None:
    assert not is_safe(line)


@pytest.mark.parametrize("after", ["scale = 3.0", "for scale in (1, 2):\n    pass", "model.trainable = False"])
def test_what_an_eager_step_reads_must_not_change(after: str) -> None:
    assert not is_safe("", after=after)
    assert is_safe("", "@tf.function", after)


def test_a_traced_step_may_branch_but_not_call_the_unknown() -> None:
    assert is_safe("    if x is None:\n        print(loss)", "@tf.function")
    assert not is_safe("    log(loss)", "@tf.function")


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


# -- under TensorFlow ------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.tensorflow
@pytest.mark.parametrize("case", RUNNABLE, ids=str)
def test_the_same_numbers_are_printed(case: Case) -> None:
    tf = pytest.importorskip("tensorflow")
    before = printed(case, "before.py", tf.keras.utils.set_random_seed)
    after = printed(case, "after.py", tf.keras.utils.set_random_seed)
    assert before
    assert after == pytest.approx(before, rel=1e-5)


def printed(case: Case, name: str, seed: object) -> list[float]:
    assert callable(seed)
    seed(1)
    path = CORPUS / case.codemod / case.name / name
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        exec(compile(path.read_bytes(), path, "exec"), {"__name__": "__main__"})
    return [float(number) for number in re.findall(r"\d+\.\d+", output.getvalue())]
