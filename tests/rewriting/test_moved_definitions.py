"""A definition that is moved stands apart from what it comes to stand between."""

from __future__ import annotations

from textwrap import dedent

from tffix.rewriting.edits import Move

from .helpers import applied, statement


def test_out_of_a_loop() -> None:
    source = dedent("""\
        a
        for x in y:
            # about f
            @g
            def f():
                b

            f()
    """)
    expected = dedent("""\
        a


        # about f
        @g
        def f():
            b


        for x in y:
            f()
    """)
    assert applied(source, lambda m: Move((statement(m, "def f"),), statement(m, "for x"))) == expected


def test_out_of_a_loop_in_a_function() -> None:
    source = dedent("""\
        def g():
            a
            for x in y:
                def f():
                    b
                f()
    """)
    expected = dedent("""\
        def g():
            a

            def f():
                b

            for x in y:
                f()
    """)
    assert applied(source, lambda m: Move((statement(m, "def f"),), statement(m, "for x"))) == expected
