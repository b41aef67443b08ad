"""The parts of print-in-graph; whole files are in ``corpus/print-in-graph``."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tffix.codemods.graph._code import Code
from tffix.codemods.graph._format import Text, Value, take_apart
from tffix.codemods.graph._spec import parse

from tffix.semantics.module import Module

CASES = Path(__file__).parents[2] / "corpus" / "print-in-graph"
VALUES: dict[str, object] = {"a": 1.5, "b": -2, "s": "text"}
_TEXT = st.text(alphabet="ab {}%'\"\\\n损", max_size=6)
_NAMES = {"as_string": "as_string", "cast": "cast", "float64": "f64", "int64": "i64", "fill": '"-"'}


# -- taking strings apart ------------------------------------------------------------------------------------------


def reassembled(expression: str) -> str | None:
    """The text of the pieces of ``expression``, put together again."""
    module = Module(expression)
    statement = module.root.body[0]
    assert isinstance(statement, ast.Expr)
    pieces = take_apart(module, statement.value)
    return None if pieces is None else "".join(map(written, pieces))


def evaluated(expression: str, **names: object) -> Any:
    return eval(expression, VALUES | names)


def written(piece: Text | Value) -> str:
    if isinstance(piece, Text):
        return piece.text
    value = evaluated(ast.unparse(piece.node))
    if piece.percent:
        return f"%{piece.spec}" % (value,)
    value = {"s": str, "r": repr, "a": ascii}.get(piece.conversion, lambda x: x)(value)
    return format(value, piece.spec)


@pytest.mark.parametrize(
    "expression",
    [
        "'plain'",
        "f'{a}'",
        "f'a={a:.2f} {b:+d}{{}} {s!r:>8}'",
        "f'{a=}, {b = :>5}'",
        "f'{a}' 'implicit %s' f' {b}'",
        "'%s and %5.1f%%' % (s, a)",
        "'%(x)s %(y)+.1e' % {'x': b, 'y': a}",
        "'%r' % 3",
        "'{} {!r} {:>6}'.format(a, s, b)",
        "'{1} {0} {1} {name:.1f}'.format(a, b, name=a)",
        "'a' + str(a) + ('b' + repr(s)) + format(a, '.3e') + format(b)",
        "', '.join(['a', str(a), 'c' + s])",
        "str('x' + s)",
        "'%s' % f'{a}'",
    ],
)
def test_pieces_give_the_same_text(expression: str) -> None:
    assert reassembled(expression) == evaluated(expression)


@given(_TEXT, _TEXT)
def test_any_text_around_a_value_is_kept(before: str, after: str) -> None:
    for template in (before.replace("%", "%%") + "%s" + after.replace("%", "%%"), before + "%d"):
        expression = f"{template!r} % (b,)"
        try:
            expected = evaluated(expression)
        except (ValueError, TypeError):
            continue
        assert reassembled(expression) in (expected, None)
    escaped = before.replace("{", "{{").replace("}", "}}") + "{:.1f}" + after.replace("{", "{{").replace("}", "}}")
    assert reassembled(f"{escaped!r}.format(a)") == evaluated(f"{escaped!r}.format(a)")


@pytest.mark.parametrize(
    "expression",
    [
        "f'{a:{b}}'",
        "'%*d' % (b, b)",
        "'%s' % unknown",
        "'%s %s' % (a,)",
        "'%s' % (a, b)",
        "'%s' % (*a,)",
        "'%(x)s' % unknown",
        "'100%' % ()",
        "'{0.real}'.format(a)",
        "'{a[0]}'.format(a=s)",
        "'{:{}}'.format(a, b)",
        "'{} {}'.format(a)",
        "'{'.format(a)",
        "'{}'.format(*a)",
        "'{x}'.format(**a)",
        "a + b",
        "template.format(a)",
        "str(a, 'utf-8')",
        "', '.join(parts)",
    ],
)
def test_what_is_not_understood_is_left_whole(expression: str) -> None:
    assert reassembled(expression) is None


# -- number formats ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("spec", "percent", "code"),
    [
        (".4f", False, "as_string(cast(x, f64), precision=4)"),
        (".4F", True, "as_string(cast(x, f64), precision=4)"),
        ("f", False, "as_string(cast(x, f64), precision=6)"),
        ("8.2e", True, "as_string(cast(x, f64), precision=2, scientific=True, width=8)"),
        (".3g", False, "as_string(cast(x, f64), precision=3, shortest=True)"),
        (".1%", False, "as_string(cast(x, f64) * 100, precision=1)"),
        ("d", False, "as_string(cast(x, i64))"),
        ("i", True, "as_string(cast(x, i64))"),
        (">8.2f", False, "as_string(cast(x, f64), precision=2, width=8)"),
        ("<8.2f", False, 'as_string(cast(x, f64), precision=2, width=8, fill="-")'),
        ("-8.2f", True, 'as_string(cast(x, f64), precision=2, width=8, fill="-")'),
        ("08.2f", False, 'as_string(cast(x, f64), precision=2, width=8, fill="-")'),
        ("0=8.2f", False, 'as_string(cast(x, f64), precision=2, width=8, fill="-")'),
        ("+.2f", True, 'as_string(cast(x, f64), precision=2, fill="-")'),
        (" d", False, 'as_string(cast(x, i64), fill="-")'),
        ("-.2f", False, "as_string(cast(x, f64), precision=2)"),
    ],
)
def test_number_format(spec: str, percent: bool, code: str) -> None:
    number = parse(spec, percent=percent)
    assert number is not None
    assert number.as_string("x", _NAMES) == code


@pytest.mark.parametrize(
    "spec", ["", ".4", "5", ",.2f", "_d", "^8.2f", "*<8.2f", "0>8.2f", "+08.2f", "#x", "x", "8.1%"]
)
def test_format_without_an_equal(spec: str) -> None:
    assert parse(spec, percent=False) is None


@pytest.mark.parametrize("spec", ["x", "c", "5s", "+08.2f", "#.3f", ".3d"])
def test_percent_format_without_an_equal(spec: str) -> None:
    assert parse(spec, percent=True) is None


@pytest.mark.tensorflow
@pytest.mark.parametrize("percent", [False, True])
def test_tensorflow_writes_the_same_text(percent: bool) -> None:
    tf = pytest.importorskip("tensorflow")
    specs = [".0f", ".2f", "f", "9.3f", "09.3f", "+.2f", " .2f", ".3e", "12.2e", "g", ".3g", "d", "6d", "06d", "+d"]
    specs += ["-9.3f|", "-6d|"] if percent else ["<9.3f", ">9.3f", "=9.3f", "0=9.3f", ".1%", "<6d", "z"]
    names = {"as_string": "tf.strings.as_string", "cast": "tf.cast", "float64": "tf.float64", "int64": "tf.int64"}
    different = []
    for spec in (spec.rstrip("|") for spec in specs):
        number = parse(spec, percent=percent)
        if number is None:
            continue
        for value in (0.0, 3.14159265, -2.5, 1234567.875, 1e-7) if number.type != "d" else (0, 7, -7, 123456789):
            code = number.as_string("x", {**names, "fill": repr(number.fill)})
            actual = evaluated(code, tf=tf, x=tf.constant(value)).numpy().decode()
            x = tf.constant(value).numpy().item()
            expected = f"%{spec}" % x if percent else format(x, spec).removesuffix("%")
            if actual != expected:
                different.append((spec, value, actual, expected))
    assert different == []


WRITTEN = {
    "concatenation-of-strings": "range: 0 to 3\nscaled by 3.00\nlow / 0 / 3\n",
    "separator-between-arguments-taken-apart": (
        "distance | 1.41 | angle | 0\ndistance=1.41421354\tangle=0\n'1.41421354' \"0\"\n"
    ),
    "str-format-with-positions-and-names": (
        "step 0: loss=0.750 norm=+5.59e-01\n0.75 0.75 0.559017\n0.75      |000000.6|75%|0.559017\n"
    ),
    "numpy-call-fails-in-a-graph": "call 1 loss 1\nloss 1.00 1.000, call 1\n",
    "stderr-end-and-flush": "total=3; total 3.0total 3\n",
    "name-of-a-variable-is-a-label": "scale:0 1\nscale:0 = 1.00, norm = 1.00\n",
}


@pytest.mark.tensorflow
@pytest.mark.slow
def test_the_rewritten_cases_write_their_text() -> None:
    pytest.importorskip("tensorflow")
    paths = [str(CASES / name / "after.py") for name in WRITTEN]
    # tf.print writes past Python's own buffer.
    code = f"import runpy\nfor p in {paths!r}:\n    runpy.run_path(p)\n    print('\\0', end='', flush=True)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=True)
    assert dict(zip(WRITTEN, run.stdout.split("\0"), strict=False)) == WRITTEN


# -- writing code --------------------------------------------------------------------------------------------------


@given(st.text(alphabet=st.one_of(st.sampled_from("'\"\\\n\t{}\x00\u2028损"), st.characters())), st.sampled_from("'\""))
def test_any_literal_is_the_text(text: str, quote: str) -> None:
    module = Module(f"print({quote}x{quote})")
    template = Code(module, module.calls("print")[0]).literal(text)
    assert ast.literal_eval(template.format()) == text
