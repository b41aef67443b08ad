"""The parts of list-of-losses, and its cases before and after the fix under TensorFlow."""

from __future__ import annotations

import ast
import contextlib
import io
import re
from pathlib import Path

import pytest
from tffix.codemods.lists._floats import keeps_working, needs_list

from tffix.semantics.module import Module
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
