"""The preconditions of the codemods about tapes, one by one; whole files are in ``corpus``."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from tffix.config.settings import Settings
from tffix.engine import check_file, fix_file
from tffix.testing import case_folders, check_case, read_case

NAMES = ("tape-used-twice", "wide-tape", "unguarded-gradients", "memory-hungry-backward")
FOLDERS = [
    folder
    for folder in case_folders(Path(__file__).parents[2] / "corpus")
    if any(name in folder.parts for name in NAMES)
]
HEAD = "import tensorflow as tf\nx = tf.Variable(3.0)\n"


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: f"{folder.parent.name}/{folder.name}")
def test_case(folder: Path) -> None:
    check_case(read_case(folder))


def fixed(source: str, *codes: str, options: dict[str, dict[str, object]] | None = None) -> str | None:
    """The text after the fixes; ``None`` where there is no finding."""
    settings = Settings(codes=frozenset(codes), unsafe_fixes=True, options=options or {})
    result = fix_file(source.encode(), "train.py", settings)
    assert result.error is None
    assert result.after is not None or not result.findings, result.findings
    return None if result.after is None else result.after.decode()


# -- tape-used-twice -------------------------------------------------------------------------------------------------


def twice(calls: str, arguments: str = "") -> str:
    """A tape of two values, and what is asked of it."""
    return f"{HEAD}with tf.GradientTape({arguments}) as tape:\n    y = x * x\n    z = y * x\n{calls}\nprint(y)\n"


@pytest.mark.parametrize(
    "calls",
    [
        "a = tape.gradient(y, x)\nb = tape.gradient(z, x)",
        "a, b = tape.gradient(y, x), tape.gradient(z, x)",
        "a = tape.gradient(y, x) if x > 0 else None\nb = tape.gradient(z, x)",
        "a = tape.gradient(y, x)\nb = x > 0 and tape.gradient(z, x)",
        "for v in (y, z):\n    print(tape.gradient(v, x))",
        "for v in (y, z):\n    print(v)\nelse:\n    a = tape.gradient(y, x)\nb = tape.gradient(z, x)",
        "a = tape.gradient(y, x)\nwhile x > 0:\n    b = tape.gradient(z, x)",
        "while tape.gradient(y, x) > 0:\n    x.assign_sub(1.0)",
        "a = {n: tape.gradient(v, x) for n, v in zip('yz', (y, z))}",
        "a = [tape.gradient(v, x) for vs in [(y, z)] for v in vs]",
        "try:\n    a = tape.gradient(y, x)\nfinally:\n    b = tape.gradient(z, x)",
        "try:\n    a = tape.gradient(y, x)\n    b = tape.gradient(z, x)\nexcept KeyError:\n    pass",
        "match x:\n    case 1:\n        a = tape.gradient(y, x)\nb = tape.gradient(z, x)",
        "with tf.device('CPU:0'):\n    a = tape.gradient(y, x)\nb = tape.gradient(z, x)",
        "if x > 0:\n    a = tape.gradient(y, x)\n    b = tape.gradient(z, x)",
    ],
)
def test_second_call_that_fails(calls: str) -> None:
    after = fixed(twice(calls), "TF204")
    assert after is not None
    assert after == twice(calls, "persistent=True").replace("\nprint(y)", "\ndel tape\nprint(y)")


@pytest.mark.parametrize(
    "calls",
    [
        "a = tape.gradient([y, z], x)",
        "a = tape.gradient(y, x) if x > 0 else tape.gradient(z, x)",
        "if x > 0:\n    a = tape.gradient(y, x)\nelif x < 0:\n    a = tape.gradient(z, x)",
        "if x > 0:\n    a = tape.gradient(y, x)\nif x < 0:\n    a = tape.gradient(z, x)",
        "a = x > 0 and tape.gradient(y, x)\nb = x < 0 and tape.gradient(z, x)",
        "match x:\n    case 1:\n        a = tape.gradient(y, x)\n    case 2:\n        a = tape.gradient(z, x)",
        "try:\n    a = tape.gradient(y, x)\nexcept ValueError:\n    a = tape.gradient(z, x)",
        "a = tape.gradient(y, x)\ntry:\n    b = tape.gradient(z, x)\nexcept (KeyError, Exception):\n    pass",
        "a = tape.gradient(y, x)\ntry:\n    b = tape.gradient(z, x)\nexcept custom.Error:\n    pass",
        "a = tape.gradient(y, x)\nwith raises(RuntimeError):\n    b = tape.gradient(z, x)",
        "for g in tape.gradient([y], [x]):\n    print(g)",
        "a = [g for g in tape.gradient([y], [x])]",
        "a = (tape.gradient(v, x) for v in (y, z))",
        "a = [tape.gradient(v, x) for v in (y, z) if v > 9]",
        "for v in [y]:\n    a = tape.gradient(v, x)",
        "for _ in range(1):\n    a = tape.gradient(y, x)",
        "for v in (y, z):\n    if v > 9:\n        a = tape.gradient(v, x)",
        "for v in (y, z):\n    a = tape.gradient(v, x)\n    if a > 1:\n        break",
        "def f(v):\n    return tape.gradient(v, x)\na, b = f(y), f(z)",
        "tape = wrap(tape)\na = tape.gradient(y, x)\nb = tape.gradient(z, x)",
        "a = tape.gradient(y, x)\ntape.reset()\nb = tape.gradient(z, x)",
    ],
)
def test_calls_of_which_none_certainly_fails(calls: str) -> None:
    assert fixed(twice(calls), "TF204") is None


@pytest.mark.parametrize(
    ("loop", "fails"),
    [
        ("for v in [y, z]", True),
        ("for v in values", False),
        ("for v in x.trainable_variables", True),
        ("for v in zip([y], [z])", True),
        ("for v in zip(values, values)", False),
        ("for v in range(3)", True),
        ("for v in range(n)", False),
        ("for v in tf.range(3)", False),
        ("while n", False),
        ("while True", True),
    ],
)
def test_loops_in_a_graph(loop: str, fails: bool) -> None:
    body = f"with tf.GradientTape() as tape:\n    y, z = x * x, x\n{loop}:\n    print(tape.gradient(y, x))\n"
    source = f"{HEAD}@tf.function\ndef f(values, n):\n{textwrap.indent(body, '    ')}"
    assert (fixed(source, "TF204") is not None) is fails


def test_return_ends_the_branch() -> None:
    body = (
        "with tf.GradientTape() as t:\n    y = x * x\nif x > 0:\n    return t.gradient(y, x)\nreturn t.gradient(y, x)\n"
    )
    source = f"{HEAD}def f():\n{textwrap.indent(body, '    ')}"
    assert fixed(source, "TF204") is None
    assert fixed(source.replace("return t.gradient(y, x)", "print(t.gradient(y, x))"), "TF204") is not None


@pytest.mark.parametrize(
    "end",
    [
        "return tape.gradient(y, x), tape.gradient(z, x)",
        "a = tape.gradient(y, x)\n    b = tape.gradient(z, x)",
        "a = tape.gradient(y, x)\n    b = tape.gradient(z, x)\n    return a, b",
    ],
)
def test_no_del_where_the_name_goes_away_by_itself(end: str) -> None:
    block = "    with tf.GradientTape() as tape:\n        y = x * x\n        z = y * x\n"
    source = f"{HEAD}\n\ndef f():\n{block}    {end}\n"
    assert fixed(source, "TF204") == source.replace("Tape()", "Tape(persistent=True)")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("global tape\n    ", ""),
        ("", "\n    tape = None\n    del tape"),
        ("for _ in range(2):\n        if tape:\n            continue\n        ", "\n    print(a)"),
    ],
)
def test_no_del_where_the_name_is_used_elsewhere(before: str, after: str) -> None:
    indent = "        " if before.startswith("for") else "    "
    body = (
        f"with tf.GradientTape() as tape:\n{indent}    y = x * x\n{indent}    z = y * x\n"
        f"{indent}a = tape.gradient(y, x)\n{indent}b = tape.gradient(z, x)"
    )
    source = f"{HEAD}\n\ndef f():\n    {before}{body}{after}\n    print(b)\n"
    found = fixed(source, "TF204")
    assert found is None or found == source.replace("Tape()", "Tape(persistent=True)")
    assert (found is None) == before.startswith("for")


# -- wide-tape -------------------------------------------------------------------------------------------------------


def wide(*body: str, head: str = "") -> str:
    block = "".join(f"    {line}\n" for line in ("y = x * x", *body))
    return f"{HEAD}{head}with tf.GradientTape() as tape:\n{block}print(y)\n"


@pytest.mark.parametrize(
    "body",
    [
        ("g = tape.gradient(y, x)",),
        ("g: tf.Tensor = tape.gradient(y, [x])",),
        ("print(tape.gradient((y,), x))",),
        ("g = [v for v in tape.gradient(y, [x])]",),
        ("g = tape.gradient(y, x)", "x.assign_sub(g)", "z = x * x"),
        ("print(y)", "g = tape.jacobian(y, x)"),
    ],
)
def test_what_leaves_the_block(body: tuple[str, ...]) -> None:
    after = fixed(wide(*body), "TF205")
    assert after == wide().replace("print(y)\n", "") + "".join(f"{line}\n" for line in body) + "print(y)\n"


@pytest.mark.parametrize(
    "body",
    [
        ("g = tape.gradient(y * 2, x)",),
        ("g = tape.gradient(y[0], x)",),
        ("g = tape.gradient(x.loss, x)",),
        ("g = tape.gradient(z := y, x)",),
        ("g = [tape.gradient(v, x) for v in (y, y)]",),
        ("g = x > 0 and tape.gradient(y, x)",),
        ("g = tape.gradient(y, x) if x > 0 else None",),
        ("g = lambda: tape.gradient(y, x)",),
        ("tape.watch(x)", "g = tape.gradient(y, x)"),
        ("g = tape.gradient(y, x)", "if g > 0: raise SystemExit((yield))"),
        ("if x > 0: g = tape.gradient(y, x)",),
        ("print(y)",),
        ("g = tape.gradient(*args)",),
    ],
)
def test_what_stays_in_the_block(body: tuple[str, ...]) -> None:
    source = f"def f():\n{textwrap.indent(wide(*body), '    ')}"
    assert fixed(source, "TF205") is None


@pytest.mark.parametrize(
    ("line", "moves"),
    [
        ("print(y)", True),
        ("tf.print(y)", True),
        ("tf.summary.scalar('y', y, step=0)", True),
        ("logging.info('%s', y)", True),
        ("log.info('%s', y)", True),
        ("other.info('%s', y)", False),
        ("mean.update_state(y)", True),
        ("mean(y)", True),
        ("other.update_state(y)", False),
        ("print(z := y)", False),
        ("if y > 1: print(y)", True),
        ("if (z := y) > 1: print(y)", False),
        ("if y > 1: y = y * 2", False),
        ("for _ in y: print(y)", False),
        ("with writer.as_default(): tf.summary.scalar('y', y, step=0)", True),
        ("with writer.as_default() as w: tf.summary.scalar('y', y, step=0)", False),
        ("with tf.device('CPU:0'): print(y)", False),
    ],
)
def test_reports_in_front_of_the_gradient(line: str, moves: bool) -> None:
    head = "import logging\nlog = logging.getLogger(__name__)\nmean = tf.keras.metrics.Mean()\n"
    source = wide(line, head=head) + "g = tape.gradient(y, x)\n"
    assert (fixed(source, "TF205") is not None) is moves


def test_second_derivatives_survive_both_codemods() -> None:
    source = wide("g = tape.gradient(y, x)") + "h = tape.gradient(g, x)\n"
    after = fixed(source, "TF204", "TF205")
    assert after == source.replace("Tape()", "Tape(persistent=True)") + "del tape\n"


def test_two_derivatives_leave_the_block_of_what_becomes_a_persistent_tape() -> None:
    after = fixed(wide("g = tape.gradient(y, x)", "h = tape.gradient(y, [x])"), "TF204", "TF205")
    assert after == wide().replace("Tape()", "Tape(persistent=True)").replace(
        "print(y)\n", "g = tape.gradient(y, x)\nh = tape.gradient(y, [x])\ndel tape\nprint(y)\n"
    )


# -- unguarded-gradients ---------------------------------------------------------------------------------------------


def step(optimizer: str = "tf.keras.optimizers.SGD(0.1)", extra: str = "", between: str = "pass") -> str:
    return (
        f"import tensorflow as tf\n{extra}\noptimizer = {optimizer}\n\ndef step(v):\n"
        "    with tf.GradientTape() as tape:\n        loss = v * v\n    grads = tape.gradient(loss, [v])\n"
        f"    {between}\n"
        "    optimizer.apply_gradients(zip(grads, [v]))\n"
    )


def guarded(source: str, guard: str, clipnorm: float = 1.0) -> str | None:
    return fixed(source, "TF208", options={"unguarded-gradients": {"guard": guard, "clipnorm": clipnorm}})


def reason(source: str, guard: str) -> str | None:
    options = {"unguarded-gradients": {"guard": guard}}
    (finding,) = check_file(source.encode(), "t.py", Settings(codes=frozenset(["TF208"]), options=options)).findings
    assert finding.applicability != "safe"
    return finding.reason


def test_both_guards() -> None:
    check = guarded(step(), "check")
    clip = guarded(step(), "clip", 0.5)
    line = '        loss = tf.debugging.check_numerics(loss, "loss is not finite")\n'
    assert check == step().replace("loss = v * v\n", "loss = v * v\n" + line)
    assert clip == step("tf.keras.optimizers.SGD(0.1, global_clipnorm=0.5)")


@pytest.mark.parametrize("guard", ["check", "clip"])
@pytest.mark.parametrize(
    "source",
    [
        step("tf.keras.optimizers.SGD(0.1, clipnorm=1.0)"),
        step("tf.keras.optimizers.SGD(**settings)"),
        step(between="grads = [tf.clip_by_value(g, -1.0, 1.0) for g in grads]"),
        step(between="norm = tf.debugging.assert_all_finite(grads[0], 'nan')"),
        step(extra="tf.debugging.enable_check_numerics()"),
        step(extra="def is_bad(v): return tf.math.is_nan(v)"),
        step(extra="policy = 'mixed_float16'"),
        step(between="grads = mine(grads)"),
    ],
)
def test_guarded_already(source: str, guard: str) -> None:
    assert guarded(source, guard) is None


@pytest.mark.parametrize(
    ("source", "guard", "part"),
    [
        (step(extra="g = tf.function(f, jit_compile=True)"), "check", "XLA"),
        (step(extra="s = tf.distribute.TPUStrategy()"), "check", "XLA"),
        (step(extra="g = tf.function(f, jit_compile=False)"), "check", None),
        (step(extra="g = tf.function(f, jit_compile=True)"), "clip", None),
        (step(extra="s = tf.distribute.experimental.CentralStorageStrategy()"), "clip", "CentralStorageStrategy"),
        (step("make()"), "clip", "where it is made"),
        (step("make()"), "check", None),
        (step().replace("tape.gradient(loss", "tape.gradient(loss * 2"), "check", "no name"),
    ],
)
def test_reasons(source: str, guard: str, part: str | None) -> None:
    found = reason(source, guard)
    assert found is None if part is None else part in (found or "")
