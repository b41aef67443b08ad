"""Comments of replaced code that the new code of the same fix repeats."""

from __future__ import annotations

from collections.abc import Callable

from tests.rewriting.helpers import applied, code, reason, statement
from tffix.rewriting.edits import Edit, Insert, ReplaceStatement
from tffix.semantics.module import Module

SOURCE = code("""
    start()
    for x in xs:
        # one step
        step(x)
""")


def make(comment: str) -> Callable[[Module], list[Edit]]:
    def edits(module: Module) -> list[Edit]:
        template = f"def run():\n    for x in xs:\n        {comment}\n        step(x)"
        return [
            Insert(statement(module, "start"), template),
            ReplaceStatement(statement(module, "for"), "run()"),
        ]

    return edits


def test_a_comment_may_go_into_the_new_code() -> None:
    expected = code("""
        def run():
            for x in xs:
                # one step
                step(x)


        start()
        run()
    """)
    assert applied(SOURCE, make("# one step")) == expected


def test_a_comment_that_is_in_no_new_code_is_kept_by_refusing() -> None:
    assert reason(SOURCE, make("# another")) == "a comment inside the replaced code would be lost"
