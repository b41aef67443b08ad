from __future__ import annotations

import ast

import pytest

from tests.rewriting.helpers import applied, apply, code, reason, statement
from tffix.rewriting.edits import (
    AddDecorator,
    AddParameter,
    Dedent,
    Insert,
    Move,
    Remove,
    Replace,
    ReplaceComment,
    ReplaceStatement,
    Wrap,
)
from tffix.semantics.module import Module


def _insert(anchor: str, where="before", template="new()"):
    return lambda m: Insert(statement(m, anchor), template, where)


@pytest.mark.parametrize(
    ("source", "where", "expected"),
    [
        ("a\nb\n", "before", "a\nnew()\nb\n"),
        ("a\nb\n", "after", "a\nb\nnew()\n"),
        ("a\nb", "after", "a\nb\nnew()"),
        ("a\n\n# above\nb  # beside\n\nc\n", "before", "a\n\nnew()\n# above\nb  # beside\n\nc\n"),
        ("a\n\n# above\nb  # beside\n\nc\n", "after", "a\n\n# above\nb  # beside\nnew()\n\nc\n"),
        ("a; b; c\n", "before", "a\nnew()\nb\nc\n"),
        ("a; b; c  # 旁\n", "after", "a\nb\nnew()\nc  # 旁\n"),
        ("if x: b  # beside\n", "before", "if x:\n    new()\n    b  # beside\n"),
        ("if x: a; b\nelse: c\n", "after", "if x:\n    a\n    b\n    new()\nelse: c\n"),
        ("class A:\n\tb\n", "before", "class A:\n\tnew()\n\tb\n"),
        ("def f():\n  if x:\n    b\n    # end\nc\n", "after", "def f():\n  if x:\n    b\n    new()\n    # end\nc\n"),
        ("# license\nb\n", "before", "# license\nnew()\nb\n"),
        ("#!/bin/sh\n# license\n\n# above\nb\n", "before", "#!/bin/sh\n# license\n\nnew()\n# above\nb\n"),
        ("\x0c\nb\n", "before", "\x0c\nnew()\nb\n"),
        ("a\n\x0cb\n", "before", "a\n\x0cnew()\nb\n"),
        ("try:\n    a\nexcept E:\n    b\n", "before", "try:\n    a\nexcept E:\n    new()\n    b\n"),
        ("match x:\n    case 1:\n        b\n", "after", "match x:\n    case 1:\n        b\n        new()\n"),
        ("async def f():\n    b\n", "before", "async def f():\n    new()\n    b\n"),
        ("if x:\n    a\nelif y:\n    b\n", "after", "if x:\n    a\nelif y:\n    b\n    new()\n"),
    ],
)
@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_insert(source: str, where, expected: str, newline: str) -> None:
    result = applied(source.replace("\n", newline), _insert("b", where))
    assert result == expected.replace("\n", newline)


def test_insert_next_to_a_definition_keeps_blank_lines() -> None:
    source = "a\n\n\n# above\ndef b():\n    pass\n\n\nc\n"
    assert applied(source, _insert("def b")) == "a\n\n\nnew()\n\n\n# above\ndef b():\n    pass\n\n\nc\n"
    expected = "a\n\n\n# above\ndef b():\n    pass\n\n\nnew()\n\n\nc\n"
    assert applied(source, _insert("def b", "after")) == expected


def test_insert_a_block_with_the_indentation_of_the_file() -> None:
    source = "if x:\n\ta\nb\n"
    template = "for i in {x}:\n    # comment\n    g(i)"
    result = applied(source, lambda m: Insert(statement(m, "a"), template, "after", {"x": m.nodes(ast.Name)[0]}))
    assert result == "if x:\n\ta\n\tfor i in x:\n\t\t# comment\n\t\tg(i)\nb\n"


def test_two_fixes_insert_at_one_place_in_their_order() -> None:
    assert applied("a\nb\n", _insert("b", template="one"), _insert("b", template="two")) == "a\none\ntwo\nb\n"


def test_refused_places() -> None:
    assert "elif" in reason("if x:\n    a\nelif y:\n    b\n", _insert("elif"))
    assert "docstring" in reason('def f():\n    """b"""\n', _insert('"""b'))


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("a\nb\nc\n", "a\nc\n"),
        ("a\n\nb\n\nc\n", "a\n\nc\n"),
        ("a\n# above\nb  # beside\nc\n", "a\n# above\n# beside\nc\n"),
        ("if x:\n    b\n", "if x:\n    pass\n"),
        ("if x:\n    b  # beside\n", "if x:\n    pass\n    # beside\n"),
        ("if x: b\n", "if x:\n    pass\n"),
        ("a; b; c\n", "a\nc\n"),
        ("def f():\n    b\n\n    c\n", "def f():\n    c\n"),
        ("def f():\n    a\n\n    b\n\n\nc\n", "def f():\n    a\n\n\nc\n"),
        ("a\nb", "a\n"),
    ],
)
def test_remove(source: str, expected: str) -> None:
    assert applied(source, lambda m: Remove(statement(m, "b"))) == expected


def test_remove_with_a_comment_inside_is_refused() -> None:
    assert "comment" in reason("if b:\n    # why\n    c\n", lambda m: Remove(statement(m, "if")))


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("a\n\n# above\nb  # beside\nc\n", "a\n\nwith s:\n    # above\n    b  # beside\nc\n"),
        ("a; b; c\n", "a\nwith s:\n    b\nc\n"),
        ("if x: b  # 旁\n", "if x:\n    with s:\n        b  # 旁\n"),
        ("b = '''\n  text\n'''\n", "with s:\n    b = '''\n  text\n'''\n"),
        ("b = f(\n    1,  # one\n)\n", "with s:\n    b = f(\n        1,  # one\n    )\n"),
        ("def f():\n\tb\n", "def f():\n\twith s:\n\t\tb\n"),
        ("a\nb", "a\nwith s:\n    b"),
    ],
)
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_wrap(source: str, expected: str, newline: str) -> None:
    result = applied(source.replace("\n", newline), lambda m: Wrap((statement(m, "b"),), "with s:"))
    assert result == expected.replace("\n", newline)


def test_wrap_takes_what_is_inserted_at_its_statements() -> None:
    source = "a\n\n# one\nb\n\n# two\nc\nd\n"

    def make(module: Module):
        b, c = statement(module, "b"), statement(module, "c")
        return [Wrap((b, c), "for i in x:"), Insert(b, "new()"), Insert(c, "end()", "after"), Remove(b)]

    assert applied(source, make) == "a\n\nfor i in x:\n    new()\n    # one\n\n    # two\n    c\n    end()\nd\n"


def test_wrap_of_statements_apart_is_refused() -> None:
    make = lambda m: Wrap((statement(m, "a"), statement(m, "c")), "with s:")  # noqa: E731
    assert "follow" in reason("a\nb\nc\n", make)


def test_move() -> None:
    source = code("""
        a

        # about b
        b  # beside b
        c

        def f():
            # about d
            done
    """)
    make = lambda m: Move((statement(m, "b"), statement(m, "c")), statement(m, "done"))  # noqa: E731
    assert applied(source, make) == code("""
        a

        def f():
            # about b
            b  # beside b
            c
            # about d
            done
    """)


def test_move_out_of_a_block_leaves_pass() -> None:
    make = lambda m: Move((statement(m, "b"),), statement(m, "c"), "after")  # noqa: E731
    assert applied("if x: b  # 旁\nc\n", make) == "if x:\n    pass\nc\nb  # 旁\n"


def test_move_with_multi_line_code() -> None:
    make = lambda m: Move((statement(m, "m ="),), statement(m, "c"))  # noqa: E731
    source = 'm = f(\n    1,  # one\n    """\n  text\n""",\n)\nwith s:\n    c\n'
    expected = 'with s:\n    m = f(\n        1,  # one\n        """\n  text\n""",\n    )\n    c\n'
    assert applied(source, make) == expected


def test_dedent() -> None:
    source = code("""
        with s:
            a
            # about b
            b  # beside

            c
        d
    """)
    make = lambda m: Dedent((statement(m, "b"), statement(m, "c")))  # noqa: E731
    assert applied(source, make) == code("""
        with s:
            a
        # about b
        b  # beside

        c
        d
    """)


def test_dedent_of_inner_statements_is_refused() -> None:
    assert "last" in reason("with s:\n    a\n    b\n", lambda m: Dedent((statement(m, "a"),)))


@pytest.mark.parametrize(
    ("source", "innermost", "outermost"),
    [
        ("# c\ndef f(): pass\n", "# c\n@d\ndef f(): pass\n", "# c\n@d\ndef f(): pass\n"),
        ("@a\n# c\ndef f(): pass\n", "@a\n@d\n# c\ndef f(): pass\n", "@d\n@a\n# c\ndef f(): pass\n"),
        (
            "class A:\n    async def f(): pass\n",
            "class A:\n    @d\n    async def f(): pass\n",
            "class A:\n    @d\n    async def f(): pass\n",
        ),
    ],
)
def test_add_decorator(source: str, innermost: str, outermost: str) -> None:
    def make(outermost: bool):
        return lambda m: AddDecorator(
            [*m.nodes(ast.FunctionDef), *m.nodes(ast.AsyncFunctionDef)][0], "d", outermost=outermost
        )

    assert applied(source, make(False)) == innermost
    assert applied(source, make(True)) == outermost


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("()", "(new=None)"),
        ("( )", "(new=None)"),
        ("(self, x)", "(self, x, new=None)"),
        ("(self, x, mask=None)", "(self, x, mask=None, new=None)"),
        ("(self, x: A, mask: B = None,)", "(self, x: A, mask: B = None, new=None,)"),
        ("(self, x, **kwargs)", "(self, x, new=None, **kwargs)"),
        ("(self, **kwargs)", "(self, new=None, **kwargs)"),
        ("(**kwargs)", "(new=None, **kwargs)"),
        ("(self, *xs)", "(self, *xs, new=None)"),
        ("(self, *xs, y, **kwargs)", "(self, *xs, y, new=None, **kwargs)"),
        ("(self, *, y)", "(self, *, y, new=None)"),
        ("(self, *, y=1)", "(self, *, y=1, new=None)"),
        ("(self, x, /)", "(self, x, /, new=None)"),
        ("(self, x, /, y)", "(self, x, /, y, new=None)"),
        ("(self, x,  # one\n      y)", "(self, x,  # one\n      y,\n      new=None)"),
        ("(\n    self,\n    x,  # one\n)", "(\n    self,\n    x,  # one\n    new=None,\n)"),
        ("(\n    self,\n    x,\n    **kwargs,\n)", "(\n    self,\n    x,\n    new=None,\n    **kwargs,\n)"),
        ("(\n    self, x\n)", "(\n    self, x, new=None\n)"),
    ],
)
def test_add_parameter(before: str, after: str) -> None:
    def make(module: Module) -> AddParameter:
        return AddParameter(module.nodes(ast.FunctionDef)[0], "new", "None")

    for rest in (":  # why\n    pass\n", " -> T: pass\n"):
        assert applied(f"@d\ndef f{before}{rest}", make) == f"@d\ndef f{after}{rest}"


def test_replace_statement_keeps_the_comments_around() -> None:
    source = "a\n\n# above\nl.append(x)  # beside\nb\n"

    def make(module: Module) -> ReplaceStatement:
        part = module.calls("append")[0].args[0]
        return ReplaceStatement(statement(module, "l."), "total += {x}\ncount += 1", {"x": part})

    assert applied(source, make) == "a\n\n# above\ntotal += x  # beside\ncount += 1\nb\n"


def test_replace_statement_carries_blocks() -> None:
    source = code("""
        # above
        for x in xs:  # header
            # first
            a  # beside

            if x:
                b
                # inner end
            # end
        c
    """)

    def make(module: Module) -> ReplaceStatement:
        loop = statement(module, "for")
        assert isinstance(loop, ast.For)
        template = (
            "@tf.function\ndef epoch({x}):\n    start()\n    for {x} in {xs}:\n        {body}\n    return 0\nepoch()"
        )
        return ReplaceStatement(loop, template, {"x": loop.target, "xs": loop.iter}, {"body": tuple(loop.body)})

    assert applied(source, make) == code("""
        # above
        @tf.function
        def epoch(x):  # header
            start()
            for x in xs:
                # first
                a  # beside

                if x:
                    b
                    # inner end
            return 0
        epoch()
        # end
        c
    """)


def test_replace_statement_takes_a_one_line_suite() -> None:
    def make(module: Module) -> ReplaceStatement:
        loop = statement(module, "for")
        return ReplaceStatement(loop, "while y:\n    {body}", {}, {"body": tuple(loop.body)})  # type: ignore[attr-defined]

    assert applied("for x in y: a; b  # 旁\n", make) == "while y:\n    a\n    b  # 旁\n"


def test_edits_inside_of_a_carried_block() -> None:
    def make(module: Module):
        loop = statement(module, "for")
        assert isinstance(loop, ast.For)
        print_ = module.calls("print")[0]
        return [
            ReplaceStatement(loop, "while y:\n    {body}", {}, {"body": tuple(loop.body)}),
            Replace(print_, "log({x})", {"x": print_.args[0]}),
            Insert(loop.body[1], "new()"),
        ]

    assert applied("for x in y:\n    print(1)\n    b\n", make) == "while y:\n    log(1)\n    new()\n    b\n"


def test_replace_statement_loses_no_comment() -> None:
    make = lambda m: ReplaceStatement(statement(m, "if"), "c")  # noqa: E731
    assert "comment" in reason("if x:\n    # why\n    b\n", make)


@pytest.mark.parametrize(
    ("source", "text", "expected"),
    [
        ("a  # old\nb\n", "# new", "a  # new\nb\n"),
        ("a  # old\nb\n", "", "a\nb\n"),
        ("if x:\n    # old\n    b\n", "", "if x:\n    b\n"),
        ("a  # old", "", "a"),
        ("中 = 1  # old\r\n", "# 新", "中 = 1  # 新\r\n"),
    ],
)
def test_replace_comment(source: str, text: str, expected: str) -> None:
    from tffix.codemod import Fix
    from tffix.rewriting.apply import apply_fixes

    module = Module(source)
    start = module.data.index(b"# old")
    outcome = apply_fixes(module, [Fix((ReplaceComment(start, start + 5, text),))])
    assert outcome.text == expected
    assert outcome.applied == (0,)


def test_a_comment_waits_while_its_region_is_rewritten() -> None:
    source = "f(a)  # old\n"
    start = source.index("#")
    outcome = apply(source, _insert("f"), lambda m: ReplaceComment(start, start + 5, "# old!"))
    assert (outcome.applied, outcome.waiting) == ((0,), (1,))


def test_everything_outside_of_the_statements_stays_as_it_is() -> None:
    source = (
        "x  =  1 ;  y=2\r\n\r\n\tz = '''\\\n''' if 0 else 1\n".replace("\tz", "z") + "b\n\x0c\nq = {  'a' :1 }\r\n# end"
    )
    assert applied(source, _insert("b")) == source.replace("b\n", "new()\r\nb\n".replace("\r", ""), 1)


def test_code_that_cannot_stand_in_its_new_place_is_refused() -> None:
    source = "def f():\n    return 1\na\n"
    outcome = apply(source, lambda m: Move((statement(m, "return"),), statement(m, "a")), _insert("a"))
    assert "outside function" in outcome.refused[0]
    assert outcome.text == "def f():\n    return 1\nnew()\na\n"


def test_move_into_a_function() -> None:
    source = code('''
        model = f()

        # Train.
        for x in data:
            print(x)

            # Forward.
            b = g(  # beside
                """
          text
        """)
            # Backward.
            c
            # Done.
            print(b)
    ''')
    template = "@tf.function\ndef step(x):\n    {body}\n    return b"
    make = lambda m: Move(  # noqa: E731
        (statement(m, "b"), statement(m, "c")), statement(m, "for"), template=template, replacement="b = step(x)"
    )
    assert applied(source, make) == code('''
        model = f()


        @tf.function
        def step(x):
            # Forward.
            b = g(  # beside
                """
          text
        """)
            # Backward.
            c
            return b


        # Train.
        for x in data:
            print(x)

            b = step(x)
            # Done.
            print(b)
    ''')


def test_move_a_whole_body_into_a_function_of_a_block() -> None:
    source = "def f():\n    for x in y:\n        b; c  # beside\n"
    make = lambda m: Move(  # noqa: E731
        (statement(m, "b"), statement(m, "c")), statement(m, "for"), template="def s():\n    {body}", replacement="s()"
    )
    assert applied(source, make) == code("""
        def f():
            def s():
                b
                c  # beside

            for x in y:
                s()
    """)


def test_move_in_pieces() -> None:
    source = code("""
        for x in y:
            with t:
                a
                # About b.
                b  # beside
            c
            d
            e
    """)
    make = lambda m: Move(  # noqa: E731
        (statement(m, "with"), statement(m, "d")),
        statement(m, "for"),
        template="def s(x):\n    {body}\n    return a",
        replacement="a = s(x)\n{rest}",
        left={"rest": (statement(m, "b"), statement(m, "c"))},
    )
    assert applied(source, make) == code("""
        def s(x):
            with t:
                a
            d
            return a


        for x in y:
            a = s(x)
            # About b.
            b  # beside
            c
            e
    """)


def test_two_functions_before_one_statement() -> None:
    source = "x\nfor y in z:\n    a\n    b\n"
    makes = [
        lambda m: Move((statement(m, "a"),), statement(m, "for"), template="def f():\n    {body}", replacement="f()"),
        lambda m: Move((statement(m, "b"),), statement(m, "for"), template="def g():\n    {body}", replacement="g()"),
    ]
    expected = "x\n\n\ndef f():\n    a\n\n\ndef g():\n    b\n\n\nfor y in z:\n    f()\n    g()\n"
    assert applied(source, lambda m: [make(m) for make in makes]) == expected
