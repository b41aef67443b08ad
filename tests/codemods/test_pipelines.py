"""What the codemods for input pipelines say, and how far their fixes can be trusted; whole files are in ``corpus``."""

from __future__ import annotations

import textwrap

import pytest

from tffix.config.settings import Settings
from tffix.engine import check_file, fix_file
from tffix.results import FileResult, Finding

HEAD = "import tensorflow as tf\nimport numpy as np\nfrom tensorflow import keras\n"


def settings(code: str, *, unsafe: bool = False) -> Settings:
    return Settings(codes=frozenset([code]), unsafe_fixes=unsafe)


def findings(code: str, source: str) -> list[Finding]:
    result = check_file((HEAD + textwrap.dedent(source)).encode(), "input.py", settings(code))
    assert result.error is None
    return list(result.findings)


def applicabilities(code: str, source: str) -> list[str]:
    return [finding.applicability for finding in findings(code, source)]


def fixed(code: str, source: str, *, unsafe: bool = False) -> str:
    text = (HEAD + textwrap.dedent(source)).encode()
    result: FileResult = fix_file(text, "input.py", settings(code, unsafe=unsafe))
    assert result.error is None
    return (result.after or text).decode().removeprefix(HEAD)


# -- missing-prefetch --------------------------------------------------------------------------------------------------


def test_the_message_names_a_dataset_whose_end_depends_on_a_condition() -> None:
    (finding,) = findings(
        "TF301",
        """
        ds = tf.data.Dataset.range(9).batch(3)
        if repeat:
            ds = ds.repeat()
        model.fit(ds)
        """,
    )
    assert finding.message.startswith("`ds` ends without prefetch")
    assert finding.applicability == "safe"


def test_a_loop_in_a_graph_is_said_to_wait() -> None:
    (finding,) = findings(
        "TF301",
        """
        ds = tf.data.Dataset.range(9).map(f)

        @tf.function
        def run():
            for x in ds:
                g(x)
        """,
    )
    assert "loop in a graph" in finding.message


@pytest.mark.parametrize(
    ("consumer", "expected"),
    [
        ("for x in ds: f(x)", []),
        ("model.fit(ds)", ["safe"]),
        ("model.predict(ds)", ["safe"]),
        ("strategy.experimental_distribute_dataset(ds)", ["safe"]),
        ("consume(ds)", []),
    ],
)
def test_without_a_batch_only_training_counts(consumer: str, expected: list[str]) -> None:
    assert applicabilities("TF301", f"ds = tf.data.Dataset.range(9).map(f)\n{consumer}") == expected


@pytest.mark.parametrize(
    ("use", "expected"),
    [
        ("", ["safe"]),
        ("plot(ds)", ["safe"]),
        ("print(ds.element_spec)", ["safe"]),
        ("for x in ds.take(1): f(x)", ["safe"]),
        ("labels = [y for _, y in ds.unbatch()]", ["safe"]),
        ("show(ds.map(f))", []),
        ("model.fit(ds.take(100))", []),
        ("both = tf.data.Dataset.zip((ds, ds))", []),
        ("long = tf.data.Dataset.range(1).concatenate(ds)", []),
    ],
)
def test_what_else_a_consumed_dataset_is_used_for(use: str, expected: list[str]) -> None:
    assert applicabilities("TF301", f"ds = tf.data.Dataset.range(9).batch(3)\nmodel.fit(ds)\n{use}") == expected


@pytest.mark.parametrize(
    ("ending", "expected"),
    [
        (".batch(8)", ["unsafe"]),
        (".batch(8).repeat()", ["unsafe"]),
        (".batch(8).map(f)", ["unsafe"]),
        (".batch(8).unbatch()", []),
        (".batch(8).shuffle(3)", []),
        (".map(f)", []),
        (".batch(8).prefetch(1)", []),
    ],
)
def test_a_public_function_must_return_finished_batches(ending: str, expected: list[str]) -> None:
    source = f"def read(files):\n    return tf.data.TFRecordDataset(files){ending}\n"
    assert applicabilities("TF301", source) == expected


def test_a_function_only_this_file_calls_is_safe() -> None:
    source = "def _read(files):\n    return tf.data.TFRecordDataset(files).batch(8)\n\nmodel.fit(_read(names))\n"
    assert applicabilities("TF301", source) == ["safe"]


@pytest.mark.parametrize(
    "switch",
    [
        "options.autotune.enabled = False",
        "options.autotune.enabled = flag",
        "options.experimental_optimization.inject_prefetch = False",
        "options.experimental_optimization.apply_default_optimizations = False",
    ],
)
def test_options_in_the_users_hands_make_it_unsafe(switch: str) -> None:
    source = f"{switch}\nds = tf.data.Dataset.range(9).batch(3)\nmodel.fit(ds)"
    assert applicabilities("TF301", source) == ["unsafe"]


@pytest.mark.parametrize("switch", ["options.autotune.enabled = True", "camera.enabled = False"])
def test_other_options_change_nothing(switch: str) -> None:
    source = f"{switch}\nds = tf.data.Dataset.range(9).batch(3)\nmodel.fit(ds)"
    assert applicabilities("TF301", source) == ["safe"]


@pytest.mark.parametrize(("repeated", "expected"), [("", []), (".repeat(10)", ["safe"])])
def test_a_single_element_needs_no_prefetch(repeated: str, expected: list[str]) -> None:
    source = f"ds = tf.data.Dataset.from_tensors(x).map(f){repeated}\nmodel.fit(ds)"
    assert applicabilities("TF301", source) == expected


def test_one_end_is_reported_once_however_often_it_is_read() -> None:
    source = """
    ds = tf.data.Dataset.range(9).batch(3)
    if repeat:
        ds = ds.repeat()
    model.fit(ds)
    model.evaluate(ds)
    for x in ds:
        f(x)
    """
    assert len(findings("TF301", source)) == 1
    assert fixed("TF301", source).count("prefetch") == 1


# -- serial-map --------------------------------------------------------------------------------------------------------


def mapped(function: str, before: str = "") -> list[str]:
    return applicabilities("TF302", f"{before}\nds = tf.data.Dataset.range(9).map({function})\n")


@pytest.mark.parametrize(
    "function",
    [
        "lambda x: tf.cast(x, tf.float32) / 255.0",
        "lambda x: x * 2",
        "lambda x, y: (tf.one_hot(x, depth=10), y)",
        "lambda *xs: tf.stack(xs)",
        "lambda x: tf.cond(x > 3, lambda: x, lambda: tf.square(x))",
        "lambda x: tf.map_fn(tf.square, x)",
        "lambda x: tf.image.resize(x, [8, 8], method=tf.image.ResizeMethod.BILINEAR)",
        "lambda x: [tf.square(v) for v in (x, x)][0]",
        "lambda x: {'a': tf.square(x), **x}",
        "lambda x: tf.random.stateless_uniform([2], seed=[x, 1])",
        "lambda x: tf.strings.join([x, str(1)])",
        "lambda x: keras.layers.Rescaling(1 / 255)(x)",
        "lambda x: keras.applications.resnet50.preprocess_input(x)",
        "lambda x: x[..., tf.newaxis] * np.pi",
        "tf.math.square",
        "tf.function(lambda x: tf.square(x))",
    ],
)
def test_stateless_functions_are_safe(function: str) -> None:
    assert mapped(function) == ["safe"]


@pytest.mark.parametrize(
    "function",
    [
        "lambda x: tf.random.uniform([])",
        "lambda x: tf.random.shuffle(x)",
        "lambda x: tf.image.random_crop(x, [1])",
        "lambda x: tf.map_fn(tf.image.random_flip_left_right, x)",
        "lambda x: tf.nn.dropout(x, 0.1)",
        "lambda x: tf.cond(x > 3, lambda: tf.random.normal([]), lambda: 0.0)",
        "lambda x, r=tf.random.Generator.from_seed(1): r.uniform([])",
        "lambda x: tf.py_function(f, [x], tf.float32)",
        "lambda x: tf.print(x)",
        "lambda x: print(x) or tf.square(x)",
        "lambda x: tf.square(x) * np.random.rand()",
        "lambda x: keras.layers.RandomFlip()(x)",
        "lambda x: tf.square(model(x))",
        "lambda x: tf.square(x) + unknown",
        "lambda x: tf.square(x) + self.scale",
        "lambda x: x.assign_add(tf.square(1))",
        "lambda x: tf.numpy_function(np.load, [x], tf.float32)",
        "lambda x: tf.io.write_file(x, x)",
        "lambda x: tf.io.gfile.exists(x) and tf.square(x)",
        "lambda x: tf.timestamp() + x",
        "lambda x: open(x).read()",
        "tf.random.normal",
        "functools.partial(f, 1)",
        "Augment()",
        "f",
    ],
)
def test_what_is_not_known_to_be_stateless_is_left_alone(function: str) -> None:
    assert mapped(function) == []


@pytest.mark.parametrize(
    ("captured", "expected"),
    [
        ("size = 3", ["safe"]),
        ("size = np.array([1, 2])", ["safe"]),
        ("size = tf.constant(2)", ["safe"]),
        ("size = [1, (2, 3)]", ["safe"]),
        ("size = {'a': 1}['a']", ["safe"]),
        ("import math\nsize = 2 * math.pi", ["safe"]),
        ("size = int(input())", ["safe"]),
        ("if x:\n    size = 3\nelse:\n    size = 4", ["safe"]),
        ("size = tf.Variable(3)", []),
        ("size = [tf.Variable(3)]", []),
        ("if x:\n    size = 3\nelse:\n    size = tf.Variable(3)", []),
        ("size = load()", []),
        ("from settings import size", []),
        ("for size in sizes(): pass", []),
    ],
)
def test_captured_values_must_be_plain(captured: str, expected: list[str]) -> None:
    assert mapped("lambda x: tf.cast(x, tf.int32) * size", captured) == expected


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ("show(make(ds, 3))", ["safe"]),
        ("show(make(ds, size=tf.constant(3)))", ["safe"]),
        ("show(make(ds, tf.Variable(3)))", []),
        ("show(make(ds, unknown))", []),
        ("show(make(ds, *rest))", []),
        ("def use():\n    return make(ds, 3)", []),
    ],
)
def test_captured_parameters_are_known_only_where_every_call_is(call: str, expected: list[str]) -> None:
    source = (
        "def make(data: tf.data.Dataset, size):\n    return data.map(lambda x: tf.square(x) * size)\n"
        f"ds = tf.data.Dataset.range(9)\n{call}\n"
    )
    assert applicabilities("TF302", source) == expected


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("y = tf.square(x)\n    return y", ["safe"]),
        ("x['a'] = tf.square(x['a'])\n    del x['b']\n    return x", []),
        ("x['a'] = tf.square(x['a'])\n    return x", ["safe"]),
        ("if tf.reduce_sum(x) > 0:\n        x = -x\n    return x", ["safe"]),
        ("parts = []\n    for i in range(3):\n        parts.append(tf.square(x))\n    return parts", ["safe"]),
        ("x.set_shape([3])\n    return tf.square(x)", ["safe"]),
        ("with tf.name_scope('a'):\n        return tf.square(x)", ["safe"]),
        ("def inner(y):\n        return tf.square(y)\n    return inner(x)", ["safe"]),
        ("def inner(y):\n        return tf.random.normal([])\n    return inner(x)", []),
        ("return other(tf.square(x))", ["safe"]),
        ("return noise(tf.square(x))", []),
        ("global seen\n    seen = tf.square(x)\n    return seen", []),
        ("seen.append(x)\n    return tf.square(x)", []),
        ("counts['a'] = 1\n    return tf.square(x)", []),
        ("try:\n        return tf.square(x)\n    except ValueError:\n        return x", []),
        ("import random\n    return tf.square(x) * random.random()", []),
        ("with open('a') as f:\n        return tf.square(x)", []),
    ],
)
def test_the_body_and_what_it_calls_are_read(body: str, expected: list[str]) -> None:
    before = (
        "seen, counts = [], {}\ndef other(x):\n    return x + 1\ndef noise(x):\n    return tf.random.normal([]) + x\n"
        f"def parse(x):\n    {body}\n"
    )
    assert mapped("parse", before) == expected


@pytest.mark.parametrize(
    ("decorator", "expected"), [("@tf.function", ["safe"]), ("@tf.function(jit_compile=False)", ["safe"]), ("@own", [])]
)
def test_decorators_of_unknown_make_hide_the_function(decorator: str, expected: list[str]) -> None:
    assert mapped("parse", f"{decorator}\ndef parse(x):\n    return tf.square(x)\n") == expected


def test_python_code_must_read_something_and_leave_nothing_to_chance() -> None:
    head = "def load(path):\n    return np.load(path)\ndef noisy(path):\n    return np.load(path) + np.random.rand()\n"
    assert mapped("lambda p: tf.numpy_function(load, [p], tf.float32)", head) == ["unsafe"]
    assert mapped("lambda p: tf.numpy_function(noisy, [p], tf.float32)", head) == []
    assert mapped("lambda p: tf.numpy_function(lambda x: x * 2, [p], tf.float32)", head) == []


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ("tf.data.TFRecordDataset, cycle_length=4", ["safe"]),
        ("tf.data.TFRecordDataset, 4", ["safe"]),
        ("lambda f: tf.data.TextLineDataset(f).skip(1).map(lambda x: tf.strings.lower(x)), 4", ["safe", "safe"]),
        ("tf.data.TFRecordDataset, cycle_length=n", ["unsafe"]),
        ("tf.data.TFRecordDataset", []),
        ("tf.data.TFRecordDataset, cycle_length=None", []),
        ("tf.data.TFRecordDataset, cycle_length=tf.data.AUTOTUNE", []),
        ("tf.data.TFRecordDataset, 4, 1, 2", []),
        ("lambda f: tf.data.TFRecordDataset(f).shuffle(9), cycle_length=4", []),
        ("lambda f: tf.data.Dataset.from_generator(g), cycle_length=4", []),
    ],
)
def test_interleave_needs_a_cycle_length(arguments: str, expected: list[str]) -> None:
    found = applicabilities("TF302", f"ds = tf.data.Dataset.list_files('*').interleave({arguments})\n")
    assert found == expected[:1]


# -- fixed-prefetch ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ("prefetch(1)", ["safe"]),
        ("prefetch(buffer_size=10)", ["safe"]),
        ("prefetch(8 * 1024)", ["safe"]),
        ("prefetch(SIZE)", ["unsafe"]),
        ("prefetch(0)", []),
        ("prefetch(-1)", []),
        ("prefetch(True)", []),
        ("prefetch(None)", []),
        ("prefetch(size)", []),
        ("prefetch(tf.data.AUTOTUNE)", []),
        ("prefetch(ALIAS)", []),
        ("prefetch()", []),
    ],
)
def test_only_numbers_are_replaced(call: str, expected: list[str]) -> None:
    head = "SIZE = 4\nALIAS = tf.data.experimental.AUTOTUNE\n"
    assert applicabilities("TF303", f"{head}ds = tf.data.Dataset.range(9).{call}\n") == expected


@pytest.mark.parametrize(
    ("comment", "expected"),
    [
        ("one batch only: memory", "unsafe"),
        ("does not fit in 16 GB", "unsafe"),
        ("2 batches per device", "unsafe"),
        ("显存不足", "unsafe"),
        ("overlap input and training", "safe"),
    ],
)
def test_a_comment_can_say_why_the_number_is_there(comment: str, expected: str) -> None:
    beside = f"ds = tf.data.Dataset.range(9).prefetch(1)  # {comment}\n"
    above = f"# {comment}\nds = tf.data.Dataset.range(9).prefetch(1)\n"
    inside = f"ds = (\n    tf.data.Dataset.range(9)\n    # {comment}\n    .prefetch(1)\n)\n"
    assert [applicabilities("TF303", source) for source in (beside, above, inside)] == [[expected]] * 3


def test_the_three_together_come_to_rest() -> None:
    source = (HEAD + "ds = tf.data.Dataset.range(9).map(lambda x: x * 2).batch(3)\nmodel.fit(ds)\n").encode()
    codes = frozenset(["TF301", "TF302", "TF303"])
    once = fix_file(source, "input.py", Settings(codes=codes)).after
    assert once is not None
    assert once.decode().endswith(
        "map(lambda x: x * 2, num_parallel_calls=tf.data.AUTOTUNE).batch(3).prefetch(tf.data.AUTOTUNE)\nmodel.fit(ds)\n"
    )
    assert fix_file(once, "input.py", Settings(codes=codes)).after is None
