"""The codemods about retracing: their cases, and how often functions are traced before and after."""

from __future__ import annotations

import contextlib
import io
from pathlib import Path

import pytest
from tffix.codemods.retracing._traced import calls, loops_around, traced
from tffix.codemods.retracing._varying import is_integer, is_number, varies

from tffix.semantics.module import Module
from tffix.testing import Case, cases, check_case

CORPUS = Path(__file__).parents[2] / "corpus"
NAMES = ("retrace-python-scalar", "function-in-loop", "retrace-shapes")
CASES = [case for case in cases(CORPUS) if case.codemod in NAMES]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_case(case: Case) -> None:
    check_case(case)


# -- what varies -------------------------------------------------------------------------------------------------------


def probed(code: str) -> tuple[Module, list[bool]]:
    """The module, and for every call of ``probe`` whether its argument is a Python number that varies."""
    module = Module(f"import math\nimport random\nimport numpy as np\nimport tensorflow as tf\n{code}\n")
    arguments = [call.args[0] for call in module.calls("probe")]
    return module, [is_number(module, argument) and varies(module, argument) for argument in arguments]


@pytest.mark.parametrize(
    "code",
    [
        "for i in range(9): probe(i)",
        "for i in range(n): probe(i / n)",
        "for i, x in enumerate(data): probe(i)",
        "i = 0\nwhile i < 9:\n    probe(i)\n    i += 1",
        "r = 1.0\nfor _ in data:\n    r = r * 0.9\n    probe(r)",
        "for i in range(9):\n    if i < 5:\n        a = i / 5\n    else:\n        a = 1.0\n    probe(a)",
        "for _ in data: probe(random.random())",
        "for i in range(9): probe(math.exp(-i))",
        "for i in range(9): probe(min(1.0, i / 5))",
        "for i in range(9):\n    for x in data: probe(i)",
        "for rate in [1.0, 0.5, 0.2, 0.1, 0.05]: probe(rate)",
        "def f(e):\n    for x in data: probe(e)\n\nfor e in range(9): f(e)",
        "def f(e):\n    a = e / 9\n    for x in data: probe(a)\n\nfor e in range(9): f(e)",
        "for i in range(3):\n    for j in range(3): probe(3 * i + j)",
    ],
)
def test_numbers_that_vary(code: str) -> None:
    assert probed(code)[1] == [True]


@pytest.mark.parametrize(
    "code",
    [
        "probe(1.0)",
        "a = 2\nfor _ in data: probe(a)",
        "for i in range(9): pass\nprobe(i)",
        "for i in range(4): probe(i)",
        "for i in range(9): probe(i % 2)",
        "for i in range(9): probe(i // 100)",
        "for i in range(9): probe(1.0 if i < 5 else 0.1)",
        "for i in range(9): probe(i < 5)",
        "for i in range(9):\n    a = 1.0\n    if i > 5:\n        a = 0.5\n    probe(a)",
        "r = 1.0\nfor i in range(99):\n    if i in (30, 60):\n        r *= 0.1\n    probe(r)",
        "for x in data: probe(len(x))",
        "for x in data: probe(x.shape[0])",
        "for i in range(9): probe(np.float32(i))",
        "for i in range(9): probe(tf.constant(i))",
        "for i in range(9): probe(names[i])",
        "for _ in data: probe(random.choice(models))",
        "def f(e):\n    for x in data: probe(e)\n\nfor e in range(3): f(e)",
        "for i in range(9): pass\nelse: probe(i)",
    ],
)
def test_what_does_not_vary_or_is_no_number(code: str) -> None:
    assert probed(code)[1] == [False]


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("for i in range(9): probe(i)", True),
        ("for i in range(9): probe(2 * i + 1)", True),
        ("for i in range(9): probe(i / 2)", False),
        ("i = 0\nwhile i < 9:\n    i += 1\n    probe(i)", True),
        ("i = 0\nwhile i < 9:\n    i += 0.5\n    probe(i)", False),
        ("for i, x in enumerate(data): probe(i)", True),
        ("for i, x in enumerate(data): probe(int(x))", True),
        ("for x in data: probe(x)", False),
    ],
)
def test_integers(code: str, expected: bool) -> None:
    module, _ = probed(code)
    assert is_integer(module, module.calls("probe")[0].args[0]) is expected


# -- where tf.function is applied --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "code",
    [
        "@tf.function\ndef f(x): return x\nf(1)",
        "@tf.function(jit_compile=True)\ndef f(x): return x\nf(1)",
        "from functools import partial\n@partial(tf.function, autograph=False)\ndef f(x): return x\nf(1)",
        "from tensorflow import function\n@function\ndef f(x): return x\nf(1)",
        "from tensorflow import function as graph\n@graph\ndef f(x): return x\nf(1)",
        "def f(x): return x\ng = tf.function(f)\ng(1)",
        "def f(x): return x\ng = tf.function(jit_compile=True)(f)\ng(1)",
        "def f(x): return x\nf = tf.function(f)\nf(1)",
        "def f(x): return x\ntf.function(f)(1)",
        "class A:\n def f(self, x): return x\n def __init__(self): self.g=tf.function(self.f)\n def h(self): self.g(1)",
        "class A:\n    @tf.function\n    def f(self, x): return x\n    def h(self): self.f(1)",
    ],
)
def test_calls_of_traced_functions(code: str) -> None:
    module = Module(f"import tensorflow as tf\n{code}\n")
    (function,) = traced(module)
    assert function.function is not None
    (call,) = calls(module, function)
    assert module.segment(call).endswith("(1)")


@pytest.mark.parametrize(
    ("code", "signature", "compiled"),
    [
        ("@tf.function\ndef f(x): pass", False, False),
        ("@tf.function(input_signature=None)\ndef f(x): pass", False, False),
        ("@tf.function(input_signature=[spec])\ndef f(x): pass", True, False),
        ("@tf.function(reduce_retracing=flag)\ndef f(x): pass", True, False),
        ("@tf.function(**options)\ndef f(x): pass", True, True),
        ("@tf.function(jit_compile=True)\ndef f(x): pass", False, True),
        ("g = tf.function(f, [spec])", True, False),
    ],
)
def test_options(code: str, signature: bool, compiled: bool) -> None:
    (function,) = traced(Module(f"import tensorflow as tf\n{code}\n"))
    assert (function.has_signature, function.is_compiled) == (signature, compiled)


def test_loops_around_a_node_end_at_its_function() -> None:
    module = Module(
        "for a in b:\n    def f():\n        while c:\n            for d in e(1): g(2)\n        else: h(3)\n"
    )
    names = {name: len(loops_around(module, module.calls(name)[0])) for name in "egh"}
    assert names == {"e": 1, "g": 2, "h": 0}


# -- under TensorFlow --------------------------------------------------------------------------------------------------

# Where the first call makes the variables of a model it counts as two.
TRACES = {
    "retrace-python-scalar/weight-is-annealed": ("train_step", 10, 1),
    "retrace-python-scalar/rate-decays-in-every-epoch": ("step", 60, 1),
    "retrace-python-scalar/counter-is-cast-in-the-step": ("regularized", 100, 1),
    "retrace-python-scalar/function-is-wrapped-by-assignment": ("fast_loss", 6, 1),
    "function-in-loop/named-in-the-loop": ("compiled", 1, 1),
    "retrace-shapes/prefix-grows": ("next_logits", 20, 3),
    "retrace-shapes/size-is-drawn-for-every-batch": ("step", None, 3),
    "retrace-shapes/noise-of-another-length": ("energy_fn", 99, 2),
}


@pytest.mark.tensorflow
@pytest.mark.slow
@pytest.mark.parametrize("case", [case for case in CASES if str(case) in TRACES], ids=str)
def test_how_often_a_function_is_traced(case: Case) -> None:
    name, before, after = TRACES[str(case)]
    counts = []
    for text in (case.before, case.after):
        assert text is not None
        names: dict[str, object] = {"__name__": "case"}
        with contextlib.redirect_stdout(io.StringIO()):
            exec(compile(text, str(case), "exec"), names)
        counts.append(names[name].experimental_get_tracing_count())  # type: ignore[attr-defined]
    assert counts[1] == after
    assert counts[0] == before or (before is None and counts[0] > after + 5)
