"""What is known of gradient tapes."""

from __future__ import annotations

import ast

import pytest

from tests.semantics.helpers import module_of
from tffix.semantics.tapes import recording, tape_of

HEAD = "import tensorflow as tf\n"


@pytest.mark.parametrize(
    ("arguments", "persistent", "watches"),
    [
        ("", False, True),
        ("persistent=True", True, True),
        ("True", True, True),
        ("False, False", False, False),
        ("persistent=flag", None, True),
        ("watch_accessed_variables=False", False, False),
        ("**options", None, None),
    ],
)
def test_arguments(arguments: str, persistent: bool | None, watches: bool | None) -> None:
    module = module_of(f"{HEAD}with tf.GradientTape({arguments}) as tape:\n    pass\n")
    (tape,) = module.tapes
    assert (tape.persistent, tape.watches_variables) == (persistent, watches)


def test_methods_and_escapes_are_told_apart() -> None:
    module = module_of(
        f"{HEAD}with tf.GradientTape() as tape:\n    tape.watch(x)\n    y = x * x\n"
        "g = tape.gradient(y, x)\nj = tape.jacobian(y, x)\nf(tape)\nm = tape.gradient\ndel tape\n"
    )
    (tape,) = module.tapes
    assert [module.segment(call) for call in tape.methods] == [
        "tape.watch(x)",
        "tape.gradient(y, x)",
        "tape.jacobian(y, x)",
    ]
    assert [module.segment(call) for call in tape.derivatives] == ["tape.gradient(y, x)", "tape.jacobian(y, x)"]
    assert [module.segment(module.statement(name)) for name in tape.escapes] == ["f(tape)", "m = tape.gradient"]


def test_each_tape_of_one_statement_has_its_own_name() -> None:
    module = module_of(
        f"{HEAD}with tf.GradientTape() as a, tf.GradientTape() as b:\n    y = x * x\ng = b.gradient(y, x)\n"
    )
    first, second = module.tapes
    assert (len(first.derivatives), len(second.derivatives)) == (0, 1)


def test_a_name_given_to_two_tapes_means_the_one_that_reaches() -> None:
    module = module_of(
        f"{HEAD}with tf.GradientTape() as tape:\n    y = x\ng = tape.gradient(y, x)\n"
        "with tf.GradientTape() as tape:\n    z = x\nh = tape.gradient(z, x)\n"
    )
    found = [
        tape_of(module, call.func.value) for call in module.calls("gradient") if isinstance(call.func, ast.Attribute)
    ]
    assert found == module.tapes


def test_recording_tapes_from_the_inside_out() -> None:
    module = module_of(
        f"{HEAD}with tf.GradientTape() as outer:\n    with tf.GradientTape() as inner:\n        y = x * x\n"
        "    g = inner.gradient(y, x)\n    def later():\n        return x + 1\n"
    )
    outer, inner = module.tapes
    product, addition = module.nodes(ast.BinOp)
    assert recording(module, product) == [inner, outer]
    assert recording(module, module.calls("gradient")[0]) == [outer]
    assert recording(module, addition) == []


def test_what_makes_the_tape_is_not_recorded() -> None:
    module = module_of(f"{HEAD}with tf.GradientTape(persistent=f(x)) as tape:\n    pass\n")
    assert recording(module, module.calls("f")[0]) == []


@pytest.mark.parametrize(
    ("behind", "expected"),
    [
        ("g = tape.gradient(y, x)", True),
        ("g = tape.gradient(y, x)\ntape = None", True),
        ("f(tape)", False),
        ("g = lambda: tape.gradient(y, x)", False),
        ("def f():\n    return tape.gradient(y, x)", False),
        ("g = [tape.gradient(y, v) for v in (x, x)]", True),
        ("if x:\n    tape = f()\ng = tape.gradient(y, x)", False),
    ],
)
def test_a_tape_is_private_where_it_is_seen_whole(behind: str, expected: bool) -> None:
    module = module_of(f"{HEAD}with tf.GradientTape() as tape:\n    y = x * x\n{behind}\n")
    (tape,) = module.tapes
    assert tape.is_private(module) is expected
    assert tape.name == "tape"


def test_a_tape_of_the_last_turn_is_not_private() -> None:
    module = module_of(
        f"{HEAD}for x in xs:\n    if y is not None:\n        g = tape.gradient(y, x)\n"
        "    with tf.GradientTape() as tape:\n        y = x * x\n"
    )
    assert not module.tapes[0].is_private(module)


def test_a_tape_without_a_name() -> None:
    module = module_of(f"{HEAD}with tf.GradientTape():\n    y = x\n")
    (tape,) = module.tapes
    assert (tape.name, tape.methods) == ("", ())
