"""Rounds of fixes: what is applied, what is left, and what keeps a file from being rewritten."""

from __future__ import annotations

import ast
import codecs
from collections.abc import Iterator
from dataclasses import replace

import pytest

from tffix.codemod import Applicability, Fix, Match, Options
from tffix.engine import fix_file
from tffix.engine.fixing import MAX_ROUNDS
from tffix.rewriting.edits import Replace
from tffix.semantics.module import Module

from .codemods import codemod, find_names, rename, report
from .conftest import Install

KERAS = b"import keras\n"


def test_fixed_and_remaining_findings_stand_once_each(install: Install) -> None:
    settings = install(codemod("TF901", rename("a", "b")), codemod("TF902", report("c")))

    result = fix_file(KERAS + b"c\na\na\n", "m.py", settings)

    assert (result.before, result.after) == (KERAS + b"c\na\na\n", KERAS + b"c\nb\nb\n")
    assert [(f.code, f.line, f.fixed) for f in result.findings] == [
        ("TF902", 2, False),
        ("TF901", 3, True),
        ("TF901", 4, True),
    ]
    assert not result.written


def test_a_fix_may_make_way_for_another(install: Install) -> None:
    settings = install(codemod("TF901", rename("b", "c")), codemod("TF902", rename("a", "b")))

    result = fix_file(KERAS + b"a\n", "m.py", settings)

    assert result.after == KERAS + b"c\n"
    assert [(f.code, f.fixed) for f in result.findings] == [("TF901", True), ("TF902", True)]


def test_a_later_round_looks_at_the_words_of_the_new_text(install: Install) -> None:
    settings = install(
        codemod("TF901", rename("first", "second")), codemod("TF902", rename("second", "third"), words=(("second",),))
    )

    assert fix_file(KERAS + b"first\n", "m.py", settings).after == KERAS + b"third\n"


def test_fixes_that_touch_wait_for_the_next_round(install: Install) -> None:
    def unwrap(module: Module, _options: Options) -> Iterator[Match]:
        for call in module.calls("wrap"):
            yield Match(call, "wrap", fix=Fix((Replace(call, "{x}", {"x": call.args[0]}),)))

    settings = install(codemod("TF901", unwrap))

    result = fix_file(KERAS + b"wrap(wrap(wrap(x)))\n", "m.py", settings)

    assert result.after == KERAS + b"x\n"
    assert len(result.findings) == 3
    assert all(f.fixed for f in result.findings)


def test_unsafe_fixes_wait_to_be_asked_for(install: Install) -> None:
    settings = install(codemod("TF901", rename("a", "b")), codemod("TF902", rename("c", "d", Applicability.UNSAFE)))
    data = KERAS + b"a, c\n"

    safe = fix_file(data, "m.py", settings)
    unsafe = fix_file(data, "m.py", replace(settings, unsafe_fixes=True))

    assert (safe.after, unsafe.after) == (KERAS + b"b, c\n", KERAS + b"b, d\n")
    assert [(f.code, f.applicability, f.fixed) for f in safe.findings] == [
        ("TF901", "safe", True),
        ("TF902", "unsafe", False),
    ]
    assert [f.fixed for f in unsafe.findings] == [True, True]


def test_manual_findings_are_never_fixed(install: Install) -> None:
    settings = install(codemod("TF901", rename("a", "b"), applicability=Applicability.MANUAL))

    result = fix_file(KERAS + b"a\n", "m.py", replace(settings, unsafe_fixes=True))

    assert result.after is None
    assert [(f.applicability, f.fixed) for f in result.findings] == [("manual", False)]


def test_a_suppressed_finding_is_not_fixed(install: Install) -> None:
    settings = install(codemod("TF901", rename("a", "b")))

    result = fix_file(KERAS + b"a  # tffix: ignore[TF901]\na\n", "m.py", settings)

    assert result.after == KERAS + b"a  # tffix: ignore[TF901]\nb\n"
    assert len(result.findings) == 1


def test_nothing_to_fix_leaves_no_bytes(install: Install) -> None:
    settings = install(codemod("TF901", report("a")))

    result = fix_file(KERAS + b"a\n", "m.py", settings)

    assert (result.before, result.after) == (None, None)
    assert len(result.findings) == 1


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param(b"\tx = 1;\ta", b"\tx = 1;\tb", id="no last newline"),
        pytest.param(b"\ty\r\n\ta\n\tz\r\ta\r\n", b"\ty\r\n\tb\n\tz\r\tb\r\n", id="mixed line ends"),
        pytest.param(b"\ty\r\nx = 1\ra\r", b"\ty\r\nx = 1\rb\r", id="lone CR"),
        pytest.param(b"\ty\n\x0c\n\ta\n", b"\ty\n\x0c\n\tb\n", id="form feed"),
        pytest.param(b"\ts = '\x0b\x1c'\n\ta \n", b"\ts = '\x0b\x1c'\n\tb \n", id="odd characters, trailing space"),
    ],
)
@pytest.mark.parametrize(
    "head", [b"", codecs.BOM_UTF8, b"# coding: latin-1\n# \xe9\n"], ids=["plain", "BOM", "latin-1"]
)
def test_every_other_byte_stays(install: Install, head: bytes, before: bytes, after: bytes) -> None:
    settings = install(codemod("TF901", rename("a", "b")))
    frame = head + b"import keras\nif keras:\n"

    result = fix_file(frame + before, "m.py", settings)

    assert result.error is None
    assert result.after == frame + after


def test_text_that_does_not_fit_the_encoding_leaves_the_file(install: Install) -> None:
    settings = install(codemod("TF901", rename("a", "'模'")))

    result = fix_file(b"# coding: latin-1\nimport keras\na\n", "m.py", settings)

    assert result.error == "the character '模' cannot be written in the encoding iso8859-1"
    assert result.after is None
    assert [f.fixed for f in result.findings] == [False]


def test_an_encoding_that_does_not_give_back_the_bytes_leaves_the_file(install: Install) -> None:
    settings = install(codemod("TF901", rename("a", "b")))
    redundant_shift = b"# coding: iso2022_jp\nimport keras\na # \x1b(B\n"

    result = fix_file(redundant_shift, "m.py", settings)

    assert result.error == "cannot be rewritten: the encoding iso2022_jp does not give back the same bytes"
    assert result.after is None


def test_codemods_that_undo_one_another_are_named(install: Install) -> None:
    settings = install(
        codemod("TF901", rename("a", "b")), codemod("TF902", rename("b", "a")), codemod("TF903", rename("c", "d"))
    )

    result = fix_file(KERAS + b"a\nc\n", "m.py", settings)

    assert result.error == (
        "the fixes of TF901 (codemod-tf901) and TF902 (codemod-tf902) undo one another; the file is left as it is"
    )
    assert result.after is None
    assert [(f.code, f.fixed) for f in result.findings] == [("TF901", False), ("TF903", False)]


def test_fixes_that_do_not_come_to_an_end_are_named(install: Install) -> None:
    settings = install(codemod("TF901", find_names("a", lambda node: Fix((Replace(node, "(a, 0)"),)))))

    result = fix_file(KERAS + b"a\n", "m.py", settings)

    assert result.error == (
        f"the fixes of TF901 (codemod-tf901) do not come to an end: {MAX_ROUNDS} rounds were not enough"
    )
    assert result.after is None


def test_a_fix_whose_code_is_not_valid_is_refused_with_the_reason(install: Install) -> None:
    settings = install(
        codemod("TF901", rename("a", "b")), codemod("TF902", find_names("c", lambda n: Fix((Replace(n, "1"),))))
    )

    result = fix_file(KERAS + b"a\nc = 2\n", "m.py", settings)

    assert result.after == KERAS + b"b\nc = 2\n"
    fixed, refused = result.findings
    assert (fixed.code, fixed.fixed) == ("TF901", True)
    assert (refused.code, refused.fixed, refused.applicability) == ("TF902", False, "manual")
    assert refused.reason is not None


def test_a_fix_whose_result_does_not_compile_is_refused_alone(install: Install) -> None:
    settings = install(
        codemod("TF901", rename("a", "b")), codemod("TF902", find_names("c", lambda n: Fix((Replace(n, "(yield)"),))))
    )

    result = fix_file(KERAS + b"a\nc\n", "m.py", settings)

    assert (result.error, result.after) == (None, KERAS + b"b\nc\n")
    fixed, refused = result.findings
    assert (fixed.code, fixed.fixed) == ("TF901", True)
    assert (refused.code, refused.fixed, refused.applicability) == ("TF902", False, "manual")
    assert refused.reason is not None
    assert "'yield' outside function" in refused.reason


def test_a_fix_that_fails_a_check_is_named_alone(install: Install, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = install(codemod("TF901", rename("a", "b")), codemod("TF902", rename("c", "d")))
    monkeypatch.setattr(
        "tffix.rewriting.checks.verify", lambda _before, after, *_, **__: "no d, please" if "d" in after else None
    )

    result = fix_file(KERAS + b"a\nc\n", "m.py", settings)

    assert result.error == "the fix of TF902 (codemod-tf902) failed a check: no d, please; the file is left as it is"
    assert result.after is None
    assert [(f.code, f.fixed) for f in result.findings] == [("TF901", False), ("TF902", False)]


def test_a_file_that_does_not_compile_is_its_own_fault(install: Install) -> None:
    settings = install(codemod("TF901", rename("a", "b")))

    result = fix_file(KERAS + b"a\nreturn 1\n", "m.py", settings)

    assert result.error == "does not compile, so nothing in it is fixed: 'return' outside function (line 3)"
    assert result.after is None
    assert [f.fixed for f in result.findings] == [False]


def test_a_fix_that_cannot_be_built_is_named(install: Install) -> None:
    foreign = ast.parse("foreign").body[0]
    assert isinstance(foreign, ast.Expr)
    settings = install(
        codemod("TF901", rename("a", "b")),
        codemod("TF902", find_names("c", lambda _: Fix((Replace(foreign.value, "{missing}"),)))),
    )

    result = fix_file(KERAS + b"a\nc\n", "m.py", settings)

    assert result.error is not None
    assert "TF902 (codemod-tf902)" in result.error
    assert "TF901" not in result.error
    assert result.after is None


def test_a_codemod_that_fails_keeps_the_file_from_being_rewritten(install: Install) -> None:
    def broken(module: Module, _options: Options) -> Iterator[Match]:
        if any(node.id == "b" for node in module.nodes(ast.Name)):
            raise ValueError("b")
        return iter(())

    settings = install(codemod("TF901", rename("a", "b")), codemod("TF902", broken))

    at_once = fix_file(KERAS + b"a\nb\n", "m.py", settings)
    in_the_second_round = fix_file(KERAS + b"a\n", "m.py", settings)

    for result in (at_once, in_the_second_round):
        assert result.error is not None
        assert result.error.startswith("internal error in TF902 (codemod-tf902): ValueError: b")
        assert result.after is None
        assert [(f.code, f.fixed) for f in result.findings] == [("TF901", False)]


def test_a_second_run_changes_nothing(install: Install) -> None:
    settings = install(codemod("TF901", rename("a", "b")), codemod("TF902", rename("b", "c")))

    first = fix_file(KERAS + b"a\nb\n", "m.py", settings)

    assert first.after is not None
    assert fix_file(first.after, "m.py", settings).after is None
