from __future__ import annotations

import ast

import pytest

from tests.rewriting.helpers import Make, applied, apply, call, reason, statement
from tffix.rewriting.edits import (
    AppendCall,
    AppendElement,
    Edit,
    NameArgument,
    RemoveArgument,
    Replace,
    ReplaceMethod,
    SetKeyword,
    escaped,
)
from tffix.semantics.module import Module
from tffix.semantics.syntax import argument_values


def _wrap(template: str):
    def make(module: Module) -> Replace:
        node = call(module, "f")
        return Replace(node, template, {"x": node.args[0]})

    return make


@pytest.mark.parametrize(
    ("source", "template", "expected"),
    [
        ("y = f(a)\n", "g({x}, 1)", "y = g(a, 1)\n"),
        ("y = f(a + b)\n", "{x} * 2", "y = (a + b) * 2\n"),
        ("y = f(a * b)\n", "{x} * 2", "y = a * b * 2\n"),
        ("y = f(a)\n", "2 ** {x}", "y = 2 ** a\n"),
        ("y = f(-a)\n", "{x} ** 2", "y = (-a) ** 2\n"),
        ("y = f(a if b else c)\n", "{x}.m()", "y = (a if b else c).m()\n"),
        ("y = f(lambda: 0)\n", "{x}()", "y = (lambda: 0)()\n"),
        ("y = f(lambda: 0)\n", "g({x})", "y = g(lambda: 0)\n"),
        ("y = f((yield))\n".replace("y =", "def h(): y ="), "g({x})", "def h(): y = g((yield))\n"),
        ("y = f((a, b))\n", "{x} + ()", "y = (a, b) + ()\n"),
        ("y = f((n := 1))\n", "g(k={x})", "y = g(k=(n := 1))\n"),
        ("y = f(3)\n", "{x}.real", "y = (3).real\n"),
        ("y = f(a or b)\n", "not {x}", "y = not (a or b)\n"),
        ("y = f(a < b)\n", "{x} == c", "y = (a < b) == c\n"),
        ("async def h(): return f(await a)\n", "{x}.m", "async def h(): return (await a).m\n"),
        ("y = f(a).z\n", "{x} + 1", "y = (a + 1).z\n"),
        ("y = -f(a)\n", "{x} + 1", "y = -(a + 1)\n"),
        ("y = b - f(a)\n", "{x} - 1", "y = b - (a - 1)\n"),
        ("y = f(a) - b\n", "{x} - 1", "y = a - 1 - b\n"),
        ("y = (f(a))\n", "{x} + 1", "y = (a + 1)\n"),
        ("y = f(a)\n", "{{0: {x}}}", "y = {0: a}\n"),
        ("y = f(x for x in a)\n", "g({x}, 1)", "y = g((x for x in a), 1)\n"),
        ("y = f(*a)\n", "g(0, {x})", "y = g(0, *a)\n"),
        ("y = f('中文', 1)  # 注释\n", "g({x})", "y = g('中文')  # 注释\n"),
        ("y = f(a +\n      b)\n", "{x}", "y = (a +\n      b)\n"),
        ("y = f([\n    1,  # one\n])\n", "{x}", "y = [\n    1,  # one\n]\n"),
        ("@f(a)\ndef g(): pass\n", "h({x})", "@h(a)\ndef g(): pass\n"),
        ("class A:\n    @f(a)\n    def g(self): pass\n", "h({x})", "class A:\n    @h(a)\n    def g(self): pass\n"),
        ("def g(*, k=f(a)): pass\n", "h({x})", "def g(*, k=h(a)): pass\n"),
        ("y = lambda k=f(a): 0\n", "h({x})", "y = lambda k=h(a): 0\n"),
        ("for i in f(a): pass\n", "{x}, 1", "for i in a, 1: pass\n"),
        ("y = [f(a) for _ in b]\n", "{x}, 1", "y = [(a, 1) for _ in b]\n"),
    ],
)
def test_replace(source: str, template: str, expected: str) -> None:
    assert applied(source, _wrap(template)) == expected


def test_a_template_may_take_the_node_it_replaces() -> None:
    source = "y = (\n    # note\n    f(a)\n)\n"
    result = applied(source, lambda m: Replace(call(m, "f"), "tf.cast({x}, 'f')", {"x": call(m, "f")}))
    assert result == "y = (\n    # note\n    tf.cast(f(a), 'f')\n)\n"


def test_parts_of_an_f_string() -> None:
    source = "print(f\"{a!r} {b['k']:>{w}} and {a}\")\n"

    def make(module: Module) -> Replace:
        node = call(module, "print")
        string = node.args[0]
        assert isinstance(string, ast.JoinedStr)
        values = [part for part in string.values if isinstance(part, ast.FormattedValue)]
        return Replace(node, "p({a}, {b})", {"a": values[0].value, "b": values[1].value})

    assert applied(source, make) == "p(a, b['k'])\n"


def test_nothing_is_changed_inside_an_f_string() -> None:
    assert "f-string" in reason('s = f"{f(a)}"\n', _wrap("g({x})"))


def test_a_comment_outside_of_the_parts_is_not_lost() -> None:
    assert "comment" in reason("y = f(a,  # why\n)\n", _wrap("g({x})"))
    assert "comment" in reason("y = f(\n    # why\n    a)\n", _wrap("g({x})"))
    kept = applied("y = f([a,  # why\n])\n", _wrap("g({x})"))
    assert kept == "y = g([a,  # why\n])\n"


def test_a_hash_in_a_string_is_no_comment() -> None:
    assert applied("y = f(a, '#')\n", _wrap("g({x})")) == "y = g(a)\n"


def test_edits_of_one_fix_nest() -> None:
    def make(module: Module):
        outer, inner = call(module, "f"), call(module, "g")
        return [Replace(outer, "h({x})", {"x": inner}), SetKeyword(inner, "k", "{y}", {"y": outer.args[1]})]

    assert applied("z = f(g(1), b)\n", make) == "z = h(g(1, k=b))\n"


def test_an_edit_inside_of_replaced_code_is_refused() -> None:
    def make(module: Module):
        return [Replace(call(module, "f"), "h()"), SetKeyword(call(module, "g"), "k", "1")]

    assert "inside" in reason("z = f(g(1), b)\n", make)


def test_overlapping_fixes_wait() -> None:
    outcome = apply("z = f(f(1))\n", _wrap("g({x})"), lambda m: Replace(call(m, "f", 1), "h()"))
    assert (outcome.text, outcome.applied, outcome.waiting) == ("z = g(f(1))\n", (0,), (1,))


def test_calls_of_one_chain_are_given_keywords_in_one_round() -> None:
    def keyword(number: int):
        return lambda m: SetKeyword(call(m, "map", number), "k", "1")

    assert applied("ds = ds.map(f).map(g)\n", keyword(0), keyword(1)) == "ds = ds.map(f, k=1).map(g, k=1)\n"


def test_identical_edits_are_done_once() -> None:
    make = lambda m: SetKeyword(call(m, "f"), "k", "1")  # noqa: E731
    assert applied("f()\n", make, make) == "f(k=1)\n"


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("f()\n", "f(k=v)\n"),
        ("f(a)\n", "f(a, k=v)\n"),
        ("f(a, )\n", "f(a, k=v, )\n"),
        ("f( a )\n", "f( a, k=v )\n"),
        ("f(k=1)\n", "f(k=v)\n"),
        ("f(a, k=1, b=2)\n", "f(a, k=v, b=2)\n"),
        ("f(k=(  # why\n    1))\n", "f(k=(  # why\n    v))\n"),
        ("f(*a, **b)\n", "f(*a, k=v, **b)\n"),
        ("f(**b)\n", "f(k=v, **b)\n"),
        ("f(x for x in y)\n", "f((x for x in y), k=v)\n"),
        ("f(\n    a,\n    b,\n)\n", "f(\n    a,\n    b,\n    k=v,\n)\n"),
        ("f(\n    a,\n    b\n)\n", "f(\n    a,\n    b,\n    k=v\n)\n"),
        (
            "f(\n    a,  # one\n    b,  # two\n    # end\n)\n",
            "f(\n    a,  # one\n    b,  # two\n    k=v,\n    # end\n)\n",
        ),
        ("f(\n    a,  # one\n    b  # two\n)\n", "f(\n    a,  # one\n    b,  # two\n    k=v\n)\n"),
        ("f(\n    a, b\n)\n", "f(\n    a, b, k=v\n)\n"),
        ("f(a,\n  b)\n", "f(a,\n  b,\n  k=v)\n"),
        ("f(\n    a,  # one\n    **b,  # two\n)\n", "f(\n    a,  # one\n    k=v,\n    **b,  # two\n)\n"),
        ("f(\n)\n", "f(k=v)\n"),
        ("f(  # why\n)\n", "f(  # why\nk=v)\n"),
        ("f(lambda x: (\n    x))\n", "f(lambda x: (\n    x), k=v)\n"),
        ("class A:\n\tf(\n\t\ta,\n\t)\n", "class A:\n\tf(\n\t\ta,\n\t\tk=v,\n\t)\n"),
    ],
)
def test_set_keyword(source: str, expected: str) -> None:
    assert applied(source, lambda m: SetKeyword(call(m, "f"), "k", "v")) == expected
    crlf = applied(source.replace("\n", "\r\n"), lambda m: SetKeyword(call(m, "f"), "k", "v"))
    assert crlf == expected.replace("\n", "\r\n")


def test_set_keyword_keeps_comments_of_the_old_value() -> None:
    assert "comment" in reason("f(k=[1,  # why\n])\n", lambda m: SetKeyword(call(m, "f"), "k", "v"))


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("y = ds\n", "y = ds.m(1)\n"),
        ("y = ds.a().b()\n", "y = ds.a().b().m(1)\n"),
        ("y = (ds.a())\n", "y = (ds.a().m(1))\n"),
        ("y = a if b else c\n", "y = (a if b else c).m(1)\n"),
        ("y = (a if b else c)\n", "y = (a if b else c).m(1)\n"),
        (
            "y = (\n    ds\n    .a()  # one\n    .b()  # two\n)\n",
            "y = (\n    ds\n    .a()  # one\n    .b()  # two\n    .m(1)\n)\n",
        ),
        (
            "y = (\n    ds.\n    a().  # one\n    b()  # two\n)\n",
            "y = (\n    ds.\n    a().  # one\n    b().  # two\n    m(1)\n)\n",
        ),
        ("y = ds \\\n    .a() \\\n    .b()\n", "y = ds \\\n    .a() \\\n    .b() \\\n    .m(1)\n"),
        ("y = ds.a(\n    1,\n    2,\n)\n", "y = ds.a(\n    1,\n    2,\n).m(1)\n"),
        ("y = a + b  # 加\n", "y = (a + b).m(1)  # 加\n"),
    ],
)
def test_append_call(source: str, expected: str) -> None:
    assert applied(source, lambda m: AppendCall(statement(m, "y").value, "m", "1")) == expected  # type: ignore[attr-defined]
    crlf = applied(source.replace("\n", "\r\n"), lambda m: AppendCall(statement(m, "y").value, "m", "1"))  # type: ignore[attr-defined]
    assert crlf == expected.replace("\n", "\r\n")


def test_append_call_inside_of_an_argument() -> None:
    assert applied("fit(ds.a(), 1)\n", lambda m: AppendCall(call(m, "a"), "m")) == "fit(ds.a().m(), 1)\n"


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("y = ds.a(1).b(2, c=3).d()\n", "y = ds.b(2, c=3).a(1).d()\n"),
        ("y = (\n    ds.a(1)  # one\n    .b(2)\n)\n", "y = (\n    ds.b(2)  # one\n    .a(1)\n)\n"),
        ("y = ds.a(1) \\\n    .b(2)\n", "y = ds.b(2) \\\n    .a(1)\n"),
        (
            "y = ds.a(\n    lambda x: x,  # 一\n).b({1: 2})\n",
            "y = ds.b({1: 2}).a(\n    lambda x: x,  # 一\n)\n",
        ),
        (
            "def f():\n    y = (ds.a(1,\n              # two\n              2)\n         .b(3))\n",
            "def f():\n    y = (ds.b(3)\n         .a(1,\n              # two\n              2))\n",
        ),
    ],
)
def test_methods_of_a_chain_change_places(source: str, expected: str) -> None:
    def swap(module: Module) -> tuple[Edit, ...]:
        inner, outer = call(module, "a"), call(module, "b")
        return (
            ReplaceMethod(inner, escaped("b" + module.segment(outer)[len(module.segment(outer.func)) :])),
            ReplaceMethod(outer, escaped("a" + module.segment(inner)[len(module.segment(inner.func)) :])),
        )

    assert applied(source, swap) == expected
    assert applied(source.replace("\n", "\r\n"), swap) == expected.replace("\n", "\r\n")


def test_a_tuple_without_parentheses_in_brackets_has_no_node() -> None:
    source = "y = a[1, 2]\n"
    assert "located" in reason(source, lambda m: Replace(m.nodes(ast.Tuple)[0], "z"))


def test_deep_code_is_refused() -> None:
    source = "y = f(1" + " + 1" * 300 + ")\n"
    assert "deep" in reason(source, _wrap("g({x})"))


def test_code_that_would_not_be_valid_is_refused() -> None:
    assert "valid" in reason("y = f(1)if a else b\n", lambda m: Replace(call(m, "f"), "z"))


def argument(number: int, name: str | None = None) -> Make:
    """The edit of argument ``number`` of ``f``: named, or removed without a ``name``."""

    def make(module: Module) -> Edit:
        node = call(module, "f")
        value = argument_values(node)[number]
        return RemoveArgument(node, value) if name is None else NameArgument(node, value, name)

    return make


@pytest.mark.parametrize(
    ("source", "number", "expected"),
    [
        ("f(a, b)\n", 1, "f(a, n=b)\n"),
        ("f(old=a)\n", 0, "f(n=a)\n"),
        ("f(a, old = b, c=d)\n", 1, "f(a, n = b, c=d)\n"),
        ("f(x for x in y)\n", 0, "f(n=(x for x in y))\n"),
        ("f(\n    old=1,  # one\n    b=2,\n)\n", 0, "f(\n    n=1,  # one\n    b=2,\n)\n"),
    ],
)
def test_name_argument(source: str, number: int, expected: str) -> None:
    assert applied(source, argument(number, "n")) == expected


@pytest.mark.parametrize(
    ("source", "number", "expected"),
    [
        ("f(a)\n", 0, "f()\n"),
        ("f( a, )\n", 0, "f()\n"),
        ("f(a, b)\n", 0, "f(b)\n"),
        ("f(a, k=b)\n", 1, "f(a)\n"),
        ("f(a, k=b, **c)\n", 1, "f(a, **c)\n"),
        ("f(\n    a,\n    k=b\n)\n", 1, "f(\n    a\n)\n"),
        ("f(\n    a,\n    k=b,\n)\n", 1, "f(\n    a,\n)\n"),
        ("f(\n    a,  # one\n    k=b,\n    c=d)\n", 1, "f(\n    a,  # one\n    c=d)\n"),
        ("f(a,\n  k=b)\n", 1, "f(a)\n"),
        ("f(a, k=b,\n  c=d)\n", 1, "f(a,\n  c=d)\n"),
    ],
)
def test_remove_argument(source: str, number: int, expected: str) -> None:
    assert applied(source, argument(number)) == expected


def test_remove_argument_keeps_comments() -> None:
    assert "comment" in reason("f(\n    k=1,  # why\n    c=2,\n)\n", argument(0))
    assert "comment" in reason("f(\n    a,  # one\n    k=1,\n)\n", argument(1))


def test_arguments_named_and_removed_together() -> None:
    edits = lambda m: [argument(0, "x")(m), argument(1)(m), argument(2, "z")(m), argument(3)(m)]  # noqa: E731
    assert applied("f(a, b, c, d=1)\n", edits) == "f(x=a, z=c)\n"


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("x = [a]\n", "x = [a, v]\n"),
        ("x = [a, b]\n", "x = [a, b, v]\n"),
        ("x = [a, b,]\n", "x = [a, b, v,]\n"),
        ("x = [*a]\n", "x = [*a, v]\n"),
        ("x = [\n    a,\n    b,\n]\n", "x = [\n    a,\n    b,\n    v,\n]\n"),
        ("x = [\n    a,\n    b  # two\n]\n", "x = [\n    a,\n    b,  # two\n    v\n]\n"),
        ("x = [\n    a,  # one\n    # end\n]\n", "x = [\n    a,  # one\n    v,\n    # end\n]\n"),
        ("x = [a,\n     b]\n", "x = [a,\n     b,\n     v]\n"),
    ],
)
def test_append_element(source: str, expected: str) -> None:
    assert applied(source, lambda m: AppendElement(m.nodes(ast.List)[0], "v")) == expected
    crlf = applied(source.replace("\n", "\r\n"), lambda m: AppendElement(m.nodes(ast.List)[0], "v"))
    assert crlf == expected.replace("\n", "\r\n")
