"""Comments that silence findings, and those that silence nothing."""

from __future__ import annotations

import importlib
from dataclasses import replace

import pytest

from tffix.codemod import Codemod
from tffix.config.settings import Settings
from tffix.engine import check_file, fix_file

from .codemods import codemod, report
from .conftest import Install

KERAS = "import keras\n"


def _codes(text: str, settings: Settings) -> list[str]:
    result = check_file((KERAS + text).encode(), "m.py", settings)
    assert result.error is None
    return [finding.code for finding in result.findings]


@pytest.fixture
def both(install: Install) -> Settings:
    """Two codemods that find the names ``a`` and ``b``."""
    return install(codemod("TF101", report("a")), codemod("TF301", report("b")))


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("a  # tffix: ignore[TF101] because\n", id="code"),
        pytest.param("a  #tffix:ignore[TF101]\n", id="no spaces"),
        pytest.param("a  # tffix: ignore[ TF999 , codemod-tf101 ]\n", id="name, among others"),
        pytest.param("a  # tffix: ignore[TF1]\n", id="prefix"),
        pytest.param("a, b  # tffix: ignore\n", id="bare"),
        pytest.param("a  # type: ignore # tffix: ignore[TF101]\n", id="behind another directive"),
        pytest.param("a  # tffix: ignore[TF101]  # pylint: disable=all\n", id="before another directive"),
        pytest.param("a, b  # noqa\n", id="bare noqa"),
        pytest.param("a  # NOQA:TF101\n", id="noqa in capitals, without a space"),
        pytest.param("a  # noqa: E501,TF101 it is fine\n", id="noqa with another tool's code"),
        pytest.param("a, b  # noqa: E501 TF101, TF301\n", id="noqa with mixed separators"),
        pytest.param("# tffix: ignore[TF101]\na\n", id="line above"),
        pytest.param("# tffix: ignore[TF101]\n# another remark\na\n", id="line above, a comment between"),
        pytest.param("# tffix: ignore[TF101]\nx = (\n    1,\n    a,\n)\n", id="line above holds for the statement"),
        pytest.param("x = (  # tffix: ignore[TF101]\n    1,\n    a,\n)\n", id="first line of the statement"),
        pytest.param("x = (\n    1,\n    a,\n)  # tffix: ignore[TF101]\n", id="last line of the statement"),
        pytest.param("x = (\n    a,  # tffix: ignore[TF101]\n    1,\n)\n", id="line of the finding"),
        pytest.param("x = (\n    # tffix: ignore[TF101]\n    a,\n    1,\n)\n", id="line above, inside a statement"),
        pytest.param("if a:  # tffix: ignore[TF101]\n    pass\n", id="header of a compound statement"),
        pytest.param("# tffix: ignore[TF101]\nwhile (\n    a\n):\n    pass\n", id="above a header over lines"),
        pytest.param("# tffix: ignore[TF101]\n@a\ndef f():\n    pass\n", id="above a decorator"),
        pytest.param("def f():\n    pass\n# tffix: ignore[TF101]\n\n\nx = 1\na  # noqa\n", id="unattached comment"),
        pytest.param("match a:  # tffix: ignore[TF101]\n    case 1:\n        pass\n", id="header of a match"),
        pytest.param("try:\n    pass\nexcept a:  # tffix: ignore[TF101]\n    pass\n", id="except clause"),
        pytest.param("a\nx = 1\n# tffix: ignore-file[TF101]\n", id="whole file"),
        pytest.param("a\nb\n# tffix: ignore-file generated\n", id="whole file, bare"),
        pytest.param("'模型'; a  # tffix: ignore[TF101] 中文\n", id="Chinese"),
        pytest.param("x = 'l' 'm'\r\na  # tffix: ignore[TF101]\r\n", id="CRLF"),
        pytest.param("x = 1\ra  # tffix: ignore[TF101]\r", id="lone CR"),
        pytest.param("x = 1\n\x0ca  # tffix: ignore[TF101]\n", id="form feed"),
    ],
)
def test_suppressed(both: Settings, text: str) -> None:
    assert _codes(text, both) == []


@pytest.mark.parametrize(
    ("text", "left"),
    [
        pytest.param("a  # tffix: ignore[TF301]\n", ["TF101"], id="another code"),
        pytest.param("a, b  # tffix: ignore[TF101]\n", ["TF301"], id="another finding on the line"),
        pytest.param("x = 'tffix: ignore', a\n", ["TF101"], id="text in a string"),
        pytest.param("x = '''# tffix: ignore-file\n# noqa''', a\n", ["TF101"], id="comment in a string"),
        pytest.param("a  # we noqa this\n", ["TF101"], id="noqa in a sentence"),
        pytest.param("a  # noqa: E501\n", ["TF101"], id="noqa for another tool"),
        pytest.param("a  # tffix: ignroe[TF101]\n", ["TF101"], id="misspelt"),
        pytest.param("a  # tffix: ignore[]\n", ["TF101"], id="no code in the brackets"),
        pytest.param("a  # tffix: ignore[TF101\n", ["TF101"], id="bracket left open"),
        pytest.param("# noqa: TF101\na\n", ["TF101"], id="noqa holds for its own line only"),
        pytest.param("# tffix: ignore\n\na\n", ["TF101"], id="blank line between"),
        pytest.param("# tffix: ignore\nx = 1\na\n", ["TF101"], id="another statement between"),
        pytest.param("a\n# tffix: ignore\n", ["TF101"], id="line below"),
        pytest.param("# tffix: ignore\nif x:\n    a\n", ["TF101"], id="body of a compound statement"),
        pytest.param("def f():  # tffix: ignore\n    a\n", ["TF101"], id="body below a header"),
        pytest.param(
            "x = (\n    1,  # tffix: ignore\n    a,\n    2,\n)\n", ["TF101"], id="another line of a statement"
        ),
    ],
)
def test_not_suppressed(both: Settings, text: str, left: list[str]) -> None:
    assert _codes(text, both) == left


@pytest.fixture
def unused(install: Install) -> Settings:
    """The same two, one that is off by default, one for Keras 2 only, and TF001."""
    return install(
        codemod("TF101", report("a")),
        codemod("TF301", report("b")),
        codemod("TF302", report("c"), default=False),
        codemod("TF401", report("d"), targets=(2,)),
        _unused_suppression(),
    )


def _unused_suppression() -> Codemod:
    module = importlib.import_module("tffix.codemods.suppressions.unused_suppression")
    found: Codemod = module.CODEMOD
    return found


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param("x = 1  # tffix: ignore[TF101]\n", "x = 1\n", id="code"),
        pytest.param("x = 1  # tffix: ignore[TF101] long story\r\n", "x = 1\r\n", id="with its reason, CRLF"),
        pytest.param("x = 1  # tffix: ignore\n", "x = 1\n", id="bare"),
        pytest.param("# tffix: ignore[TF101]\nx = 1\n", "x = 1\n", id="whole line"),
        pytest.param("def f():\n    # tffix: ignore\n    pass\n", "def f():\n    pass\n", id="whole indented line"),
        pytest.param(
            "x = (\n    # tffix: ignore\n    1,\n)\n", "x = (\n    1,\n)\n", id="whole line inside a statement"
        ),
        pytest.param("x = 1\n# tffix: ignore-file[TF1]\n", "x = 1\n", id="whole file"),
        pytest.param("a  # tffix: ignore[TF101, TF301]\n", "a  # tffix: ignore[TF101]\n", id="one of two codes"),
        pytest.param("a  # noqa: E501,TF301,TF101\n", "a  # noqa: E501,TF101\n", id="one code of a noqa"),
        pytest.param("x = 1  # noqa: TF101, E501 why\n", "x = 1  # noqa: E501 why\n", id="other tools' codes stay"),
        pytest.param("x = 1  # noqa: TF101\n", "x = 1\n", id="noqa with nothing left"),
        pytest.param("x = 1  # type: ignore  # tffix: ignore[TF101]\n", "x = 1  # type: ignore\n", id="last part"),
        pytest.param("x = 1  # tffix: ignore[TF101] why # type: ignore\n", "x = 1  # type: ignore\n", id="first part"),
        pytest.param("x = '模'  # 说明 # tffix: ignore[TF101] 中文\n", "x = '模'  # 说明\n", id="Chinese"),
        pytest.param("x = 1\r# tffix: ignore\ry = 2\r", "x = 1\ry = 2\r", id="lone CR"),
    ],
)
def test_unused_suppression_is_removed(unused: Settings, before: str, after: str) -> None:
    result = fix_file((KERAS + before).encode(), "m.py", unused)

    assert result.error is None
    assert result.after is not None
    assert result.after.decode() == KERAS + after
    assert [(f.code, f.fixed) for f in result.findings if f.fixed] == [("TF001", True)]
    assert fix_file(result.after, "m.py", unused).after is None


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("a  # tffix: ignore[TF101]\n", id="used"),
        pytest.param("a\na  # tffix: ignore-file[TF1] both\n", id="used file-wide"),
        pytest.param("x = 1  # noqa\n", id="bare noqa"),
        pytest.param("x = 1  # noqa: E501, T201\n", id="another tool's codes"),
        pytest.param("x = 1  # tffix: ignore[TF401]\n", id="codemod for another Keras"),
        pytest.param("x = 1  # tffix: ignore[TF001]\n", id="silences the report itself"),
        pytest.param("x = '# tffix: ignore[TF101]'\n", id="string"),
    ],
)
def test_no_unused_suppression(unused: Settings, text: str) -> None:
    data = (KERAS + text).encode()

    assert check_file(data, "m.py", unused).findings == ()
    assert fix_file(data, "m.py", unused).after is None


@pytest.mark.parametrize("comment", ["ignore[TF301]", "ignore[TF3]", "ignore", "ignore-file"])
def test_a_suppression_of_what_did_not_run_is_not_unused(unused: Settings, comment: str) -> None:
    selected = replace(unused, codes=frozenset({"TF101", "TF001"}))

    assert check_file((KERAS + f"x = 1  # tffix: {comment}\n").encode(), "m.py", selected).findings == ()


def test_a_codemod_that_is_off_by_default_does_not_save_a_prefix(unused: Settings) -> None:
    selected = replace(unused, codes=unused.codes - {"TF302"})
    text = KERAS + "x = 1  # tffix: ignore[TF3]\ny = 1  # tffix: ignore[TF302]\n"

    assert [f.line for f in check_file(text.encode(), "m.py", selected).findings] == [2]


def test_a_codemod_that_failed_makes_no_suppression_unused(unused: Settings, install: Install) -> None:
    def broken(_module: object, _options: object) -> None:
        raise ValueError

    settings = install(codemod("TF101", broken), _unused_suppression())  # type: ignore[arg-type]

    assert check_file((KERAS + "x = 1  # tffix: ignore[TF101]\n").encode(), "m.py", settings).findings == ()


@pytest.mark.parametrize(
    ("comment", "message"),
    [
        ("# tffix: ignore[TF999]", "suppression of TF999, which no codemod has"),
        ("# tffix: ignore[print-in-grpah]", "suppression of print-in-grpah, which no codemod has"),
        ("# tffix: ignroe[TF101]", "suppression that tffix does not understand"),
        ("# tffix: ignore[TF101", "suppression that tffix does not understand"),
        ("# tffix: ignore[]", "suppression that tffix does not understand"),
        ("# tffix: off", "suppression that tffix does not understand"),
    ],
)
def test_a_suppression_that_cannot_work_is_reported_without_a_fix(unused: Settings, comment: str, message: str) -> None:
    data = (KERAS + f"x = '模'  {comment}\n").encode()

    (finding,) = check_file(data, "m.py", unused).findings
    assert (finding.code, finding.message, finding.applicability) == ("TF001", message, "manual")
    assert (finding.line, finding.column, finding.end_column) == (2, 10, 10 + len(comment))
    assert fix_file(data, "m.py", unused).after is None
