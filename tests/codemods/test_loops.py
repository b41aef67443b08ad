"""The parts of the codemods for loops over datasets."""

from __future__ import annotations

import ast

import pytest
from tffix.codemods.loops._body import is_graph_body
from tffix.codemods.loops._iterators import draining
from tffix.codemods.loops._wrappers import Effect, is_dataset, leaves, wrapper

from tffix.config.settings import Settings
from tffix.engine import check_file
from tffix.semantics.module import Module

SETUP = """
import itertools
import tensorflow as tf
from itertools import islice
from rich.progress import track
from tqdm.auto import tqdm

data = tf.data.Dataset.range(100)
step = tf.function(lambda x: 2 * x)

def halves(dataset):
    for x in dataset:
        yield x / 2

def some(dataset):
    for x in dataset:
        if x is None:
            return
        yield x

def forever():
    while True:
        yield 1

def numbers():
    for i in range(3):
        yield i

"""


def parsed(code: str) -> Module:
    return Module(SETUP + code + "\n")


def expression(code: str) -> tuple[Module, ast.expr]:
    module = parsed(f"_ = {code}")
    statement = module.root.body[-1]
    assert isinstance(statement, ast.Assign)
    return module, statement.value


# -- wrappers --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "code", ["data", "data.take(3)", "enumerate(data)", "enumerate(data, 1)", "zip(data, data)", "iter(data)"]
)
def test_what_autograph_makes_a_loop_of(code: str) -> None:
    module, node = expression(code)
    assert is_dataset(module, node)
    assert wrapper(module, node) is None


@pytest.mark.parametrize(
    ("code", "effect", "has_fix"),
    [
        ("tqdm(data)", Effect.ENDLESS, True),
        ("tqdm(iterable=data, total=3)", Effect.ENDLESS, True),
        ("track(data)", Effect.ENDLESS, True),
        ("enumerate(tqdm(data))", Effect.ENDLESS, True),
        ("tqdm(enumerate(data))", Effect.ENDLESS, True),
        ("tqdm(tqdm(data))", Effect.ENDLESS, True),
        ("zip(tqdm(data), data)", Effect.ENDLESS, True),
        ("list(data)", Effect.ENDLESS, True),
        ("tuple(data.take(2))", Effect.ENDLESS, True),
        ("zip(itertools.count(), data)", Effect.ENDLESS, True),
        ("itertools.chain(data, data)", Effect.ENDLESS, False),
        ("itertools.cycle(data)", Effect.ENDLESS, False),
        ("(x for x in data)", Effect.ENDLESS, False),
        ("[x for x in data]", Effect.ENDLESS, False),
        ("halves(data)", Effect.ENDLESS, False),
        ("forever()", Effect.ENDLESS, False),
        ("data.as_numpy_iterator()", Effect.RAISES, True),
        ("zip(range(100), data)", Effect.UNROLLED, True),
        ("islice(data, 50)", Effect.UNROLLED, True),
    ],
)
def test_wrappers(code: str, effect: Effect, has_fix: bool) -> None:
    found = wrapper(*expression(code))
    assert found is not None
    assert found.effect is effect
    assert bool(found.template) is has_fix
    assert bool(found.advice) is not has_fix


@pytest.mark.parametrize(
    "code",
    [
        "tqdm(range(3))",
        "tqdm()",
        "tqdm(names)",
        "list(names)",
        "zip(range(3), data)",
        "zip(names, data)",
        "zip(range(3), tqdm(data))",
        "zip(range(1, 100), data)",
        "islice(data, 3)",
        "islice(data, 3, 50)",
        "itertools.count()",
        "some(data)",
        "numbers()",
        "halves(names)",
        "map(str, data)",
        "names.as_numpy_iterator()",
    ],
)
def test_what_ends_or_is_not_known_to_be_a_dataset(code: str) -> None:
    assert wrapper(*expression(code)) is None


# -- leaving a loop --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("step(x)", False),
        ("if x: break", True),
        ("raise ValueError", True),
        ("for y in data: break", False),
        ("for y in data:\n        pass\n    else: break", True),
        ("continue", False),
        ("f = lambda: 1", False),
    ],
)
def test_loops_that_are_left(body: str, expected: bool) -> None:
    module = parsed(f"for x in data:\n    {body}")
    loop = module.root.body[-1]
    assert isinstance(loop, ast.For)
    assert leaves(module, loop) is expected


# -- while -----------------------------------------------------------------------------------------------------------


def drained(code: str) -> bool:
    module = parsed(code)
    return draining(module, module.nodes(ast.While)[-1]) is not None


@pytest.mark.parametrize(
    "code",
    [
        "it = iter(data)\nwhile True: x = next(it)",
        "it = iter(data)\nwhile True: x = it.get_next()",
        "it = iter(data)\nwhile True:\n    try: x = next(it)\n    except StopIteration: break",
        "it = iter(data)\nwhile True:\n    try: x = next(it)\n    except tf.errors.OutOfRangeError: break",
        "it = iter(data)\ni = 0\nwhile i < 9:\n    x = next(it)\n    i += 1",
    ],
)
def test_loops_that_draw_from_a_dataset(code: str) -> None:
    assert drained(code)


@pytest.mark.parametrize(
    "code",
    [
        "while True: x = next(it)",
        "it = iter(names)\nwhile True: x = next(it)",
        "it = iter(data)\nwhile True: x = next(it, None)",
        "it = iter(data)\nwhile True:\n    x = next(it)\n    if x > 3: break",
        "it = iter(data)\nwhile True:\n    try: x = next(it)\n    except Exception: break",
        "it = iter(data)\nwhile True:\n    try: x = next(it)\n    except: break",
        "it = iter(data)\nwhile True:\n    try: x = next(it)\n    except StopIteration: break\n    finally: step(1)",
        "it = iter(data)\nwhile True:\n    x = next(it)\n    y = next(it)",
        "it = iter(data)\nwhile tf.constant(True): x = next(it)",
    ],
)
def test_other_loops(code: str) -> None:
    assert not drained(code)


# -- the body --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "body", "after", "expected"),
    [
        ("total = 0.0", "total += x", "total", True),
        ("total = 0", "total += x", "total", False),
        ("total, n = 0.0, 0", "n += x", "n", False),
        ("best = None", "best = x", "best", False),
        ("", "y = tf.square(x)", "", True),
        ("", "y = tf.square(x)", "y", False),
        ("", "tf.square(x)", "x", False),
        ("", "print(x)", "", False),
        ("ys = []", "ys.append(x)", "ys", False),
    ],
)
def test_bodies(before: str, body: str, after: str, expected: bool) -> None:
    module = parsed(f"def f():\n    {before or 'pass'}\n    for x in data:\n        {body}\n    return {after}")
    loop = module.nodes(ast.For)[-1]
    assert is_graph_body(module, loop, loop.target, loop.body) is expected


# -- the codemods ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "code",
    [
        "@tf.function\ndef f():\n    for x in tqdm(data):\n        pass\n    else:\n        step(1)",
        "@tf.function\ndef f():\n    for x in tqdm(data):\n        print(x)",
    ],
)
def test_a_fix_of_what_may_not_work_is_unsafe(code: str) -> None:
    settings = Settings(frozenset(["TF109"]), keras=3)
    findings = check_file((SETUP + code + "\n").encode(), "file.py", settings).findings
    assert [finding.applicability for finding in findings] == ["unsafe"]


@pytest.mark.parametrize(
    "code",
    [
        "@tf.function(autograph=False)\ndef f():\n    for x in tqdm(data): step(x)",
        "@tf.autograph.experimental.do_not_convert\n@tf.function\ndef f():\n    for x in tqdm(data): step(x)",
        "@unknown\ndef f():\n    for x in tqdm(data): step(x)",
        "def f():\n    for x in tqdm(data): step(x)",
        "def f():\n    for x in tqdm(data): step(x)\ntf.py_function(f, [], [])",
        "@tf.function\ndef f():\n    with tf.init_scope():\n        for x in tqdm(data): step(x)",
    ],
)
def test_code_that_is_not_certainly_converted(code: str) -> None:
    settings = Settings(frozenset(["TF109"]), keras=3)
    assert check_file((SETUP + code + "\n").encode(), "file.py", settings).findings == ()
