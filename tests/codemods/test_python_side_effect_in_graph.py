"""python-side-effect-in-graph: what is drawn in place of what, and the cases before and after under TensorFlow."""

from __future__ import annotations

import ast
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tffix.codemods.graph._draws import NoDrawError, draw
from tffix.codemods.graph._frozen import CLOCKS, DATES, DRAWS, frozen_calls

from tffix.config.settings import Settings
from tffix.engine import fix_file
from tffix.semantics.module import Module

CORPUS = Path(__file__).parents[2] / "corpus" / "python-side-effect-in-graph"
SETTINGS = Settings(codes=frozenset(["TF102"]), unsafe_fixes=True, keras=3)
IMPORTS = "import datetime\nimport random\nimport time\n\nimport numpy as np\nimport tensorflow as tf\n"


def drawn(expression: str) -> str:
    module = Module(f"{IMPORTS}\n\ndef f(x, n):\n    return {expression}\n")
    call = next(node.value for node in module.nodes(ast.Return))
    assert isinstance(call, ast.Call)
    qualified = module.qualified(call.func)
    assert qualified is not None
    found = draw(module, call, qualified)
    return found.written(None).format(**{name: module.segment(part) for name, part in found.parts.items()})


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("np.random.normal()", "tf.random.normal(())"),
        ("np.random.normal(1.0, 2.0, (3, 4))", "tf.random.normal((3, 4), 1.0, 2.0)"),
        ("np.random.normal(size=5, scale=2.0)", "tf.random.normal([5], stddev=2.0)"),
        ("np.random.standard_normal(x.shape)", "tf.random.normal(x.shape)"),
        ("np.random.randn(2, n)", "tf.random.normal([2, n])"),
        ("np.random.randn(*x.shape)", "tf.random.normal(x.shape)"),
        ("np.random.rand()", "tf.random.uniform(())"),
        ("np.random.random((2, 3))", "tf.random.uniform((2, 3))"),
        ("np.random.uniform(-1, 1, [2])", "tf.random.uniform([2], -1, 1)"),
        ("np.random.uniform(high=2.0)", "tf.random.uniform((), maxval=2.0)"),
        ("np.random.randint(4)", "tf.random.uniform((), 0, 4)"),
        ("np.random.randint(1, high=4, size=(2,))", "tf.random.uniform((2,), 1, 4)"),
        ("random.random()", "tf.random.uniform(())"),
        ("random.uniform(a=1, b=2)", "tf.random.uniform((), 1, 2)"),
        ("random.randint(1, 6)", "tf.random.uniform((), 1, 7)"),
        ("random.randint(1, n)", "tf.random.uniform((), 1, n + 1)"),
        ("random.gauss(0, 2)", "tf.random.normal((), 0, 2)"),
    ],
)
def test_the_same_distribution_and_shape(expression: str, expected: str) -> None:
    assert drawn(expression) == expected


@pytest.mark.parametrize(
    "expression",
    [
        "np.random.choice([1, 2])",
        "random.shuffle(x)",
        "np.random.normal([0.0, 1.0], 1.0)",
        "np.random.normal(0.0, 1.0, n)",
        "np.random.normal(*x)",
        "np.random.randint(4, dtype=np.uint8)",
    ],
)
def test_not_certainly_the_same(expression: str) -> None:
    with pytest.raises(NoDrawError, match="; "):
        drawn(expression)


@pytest.mark.parametrize("name", sorted(CLOCKS | DATES | DRAWS))
def test_every_call_is_found(name: str) -> None:
    written = name.replace("numpy.", "np.")
    module = Module(f"{IMPORTS}\n\n@tf.function\ndef f(x):\n    return {written}()\n")
    assert [found for _, found in frozen_calls(module)] == [name]


# -- under TensorFlow ------------------------------------------------------------------------------------------------


def program(name: str, *, fixed: bool) -> dict[str, Any]:
    # AutoGraph reads the source of functions from their file.
    path = CORPUS / name / ("after.py" if fixed else "before.py")
    space: dict[str, Any] = {"__name__": "__main__"}
    exec(compile(path.read_bytes(), path, "exec"), space)
    return space


def random_number(space: dict[str, Any]) -> object:
    return tuple(float(value) for value in space["numbers"]()[:2])


def brightness(space: dict[str, Any]) -> object:
    return tuple(float(image.numpy().mean()) for image, _ in space["dataset"].unbatch().take(2))


def clock(space: dict[str, Any]) -> object:
    return float(space["when"]())


@pytest.mark.slow
@pytest.mark.tensorflow
@pytest.mark.parametrize(
    ("name", "observe"), [("result-of-the-function", random_number), ("time-that-is-returned", clock)]
)
def test_it_is_frozen_before_and_moves_after(name: str, observe: Callable[[dict[str, Any]], object]) -> None:
    pytest.importorskip("tensorflow")
    before, after = program(name, fixed=False), program(name, fixed=True)
    assert observe(before) == observe(before)
    assert observe(after) != observe(after)


@pytest.mark.slow
@pytest.mark.tensorflow
def test_an_augmentation_is_the_same_for_all_before() -> None:
    pytest.importorskip("tensorflow")
    name = "random-numbers-in-an-augmentation"
    before, after = brightness(program(name, fixed=False)), brightness(program(name, fixed=True))
    assert isinstance(before, tuple)
    assert isinstance(after, tuple)
    assert before[0] == before[1]
    assert after[0] != after[1]


@pytest.mark.slow
@pytest.mark.tensorflow
def test_counters_count_calls_after(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("tensorflow")
    program("counter-that-is-global", fixed=False)
    assert capsys.readouterr().out == "1 0.5\n"
    program("counter-that-is-global", fixed=True)
    assert capsys.readouterr().out == "3 1.5\n"


def test_inside_of_an_f_string_nothing_is_drawn() -> None:
    text = f"{IMPORTS}\n\n@tf.function\ndef f(x: tf.Tensor):\n    return tf.strings.join([f'{{random.random()}}'])\n"
    result = fix_file(text.encode(), "f.py", SETTINGS)
    assert result.after is None
    assert [finding.reason for finding in result.findings] == [
        "a text needs its value; draw it outside, or print it with tf.print"
    ]
