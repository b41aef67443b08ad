"""The code of findings, whatever its form and whatever the version of Python."""

from __future__ import annotations

import ast

import pytest

from tffix.baseline.places import places, shape
from tffix.results import Finding

MOST = "@d\ndef f(a, *, b: int = 1) -> None:\n    pass\n"


def _shape(text: str) -> str:
    return shape(ast.parse(text).body[0])


def _finding(line: int, column: int, end_line: int, end_column: int) -> Finding:
    return Finding("TF901", "old", "a.py", line, column, end_line, end_column, "message", "safe")


def test_it_is_the_same_in_every_version_of_python():
    # A baseline is written by one Python and read by another: these texts must never change.
    assert _shape(MOST) == (
        "FunctionDef(name='f'args=arguments(args=[arg(arg='a'),]kwonlyargs=[arg(arg='b'annotation=Name(id='int')),]"
        "kw_defaults=[Constant(value=1),])returns=Constant())"
    )
    assert _shape("f'{x:{w}}b'") == (
        "Expr(value=JoinedStr(values=[FormattedValue(value=Name(id='x')conversion=-1format_spec=JoinedStr(values=["
        "FormattedValue(value=Name(id='w')conversion=-1),])),Constant(value='b'),]))"
    )


def test_empty_pieces_of_a_formatted_string_say_nothing():
    with_one = ast.parse("f'{x}'").body[0]
    without = shape(with_one)
    with_one.value.values.append(ast.Constant(""))  # type: ignore[attr-defined]
    assert shape(with_one) == without
    assert _shape("f('')") != _shape("f()")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("x = f(a, 'b')", 'x = (\n    f(\n        a,  # why\n        "b",\n    )\n)'),
        ("if a and b:\n    pass", "if (a\n    and b):\n    x = 1\nelse:\n    y = 2"),
        ("class A(B):\n    x = 1", "@c\nclass A(B):\n    y = 2"),
        ("x = 0x10", "x = 16"),
    ],
)
def test_the_form_says_nothing(one, other):
    assert _shape(one) == _shape(other)


@pytest.mark.parametrize(("one", "other"), [("f(a)", "f(b)"), ("x = f'{a}'", "x = f'{a!r}'"), ("f(1)", "f(True)")])
def test_other_code_is_other_code(one, other):
    assert _shape(one) != _shape(other)


def test_the_innermost_node_counts_and_columns_are_characters():
    (place,) = places("名 = 1; old(名)\n".encode(), [_finding(1, 8, 1, 14)])
    assert place is not None
    assert place.text == "old(名)"
    assert place.content == shape(ast.parse("old(名)").body[0].value)  # type: ignore[attr-defined]
    assert (place.first, place.last) == (1, 1)


def test_a_finding_at_a_function_stands_on_its_header():
    header = "class A:\n    @tf.function\n    @other\n    def f(\n        self,\n    ):\n"
    text = f"{header}        '''Docs.'''\n        return 1\n"
    (place,) = places(text.encode(), [_finding(4, 5, 8, 17)])
    assert place is not None
    assert (place.scope, place.first, place.last) == ("A", 2, 6)
    assert place.text == "def f( self, ):"


def test_a_comment_is_its_own_text():
    (place,) = places(b"def f():\n    x = 1\n    # tffix: ignore\n\n", [_finding(3, 5, 3, 20)])
    assert place is not None
    assert place.content == place.statement == "# tffix: ignore"


def test_what_can_no_longer_be_read_has_no_place():
    assert places(b"def f(:\n", [_finding(1, 1, 1, 2)]) == [None]
    assert places(b"x = 1\n", [_finding(3, 1, 3, 2)]) == [None]
