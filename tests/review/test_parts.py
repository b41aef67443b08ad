"""The parts of the review by themselves."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from tests import renames
from tffix import registry
from tffix.codemod import Contract, Match, Options
from tffix.config.settings import Settings
from tffix.engine.files import analyse_text
from tffix.results import Finding
from tffix.review import fixes, view
from tffix.review.answers import Answer, Hunk
from tffix.review.course import choice
from tffix.review.diffview import diff, folded
from tffix.review.idents import changed_lines, idents, lines
from tffix.review.patch import hunks, patched
from tffix.review.question import Question
from tffix.review.scan import Scan
from tffix.review.suppress import suppressed
from tffix.review.verifying import VerifyError, is_script, verify
from tffix.semantics.module import Module
from tffix.verify import judge, versions

SETTINGS = Settings(frozenset({"TF901", "TF902", "TF903", "TF904"}))
TEXT = st.lists(st.sampled_from(["a\n", "b\n", "c\n", "\n"]), max_size=12).map("".join)


@given(TEXT, TEXT)
def test_hunks_make_one_text_of_the_other(before, after):
    assert patched(before, hunks(before, after)) in (after, None)


@given(st.lists(st.booleans(), min_size=1, max_size=30))
def test_hunks_find_their_place_when_lines_are_added_above(changes):
    before = "".join(f"{number}\n" for number in range(len(changes)))
    after = "".join(f"{number}{'!' * change}\n" for number, change in enumerate(changes))
    assert patched("x\ny\n" + before, hunks(before, after)) == "x\ny\n" + after


def test_hunks_do_not_apply_to_changed_lines():
    edits = hunks("a\nb\nc\n", "a\nB\nc\n")
    assert patched("a\nX\nc\n", edits) is None


@given(TEXT, TEXT)
def test_changed_lines_say_what_differs(before, after):
    changed = list(changed_lines(before, after))
    assert bool(changed) is (before != after)
    assert len(lines(after)) - len(lines(before)) == sum(1 if line[0] == "+" else -1 for line in changed)


def test_answers_survive_json():
    answer = Answer("a.py", "TF901:x:0", "d", "edit", hunks=(Hunk(3, ("a\n",), ("b\n",)),))
    assert Answer.from_json(answer.to_json()) == answer


def names(project, text: str) -> list[str]:
    analysis = analyse_text(text, "a.py", SETTINGS)
    return idents(analysis.module, analysis.hits)


def test_names_hold_when_lines_move_and_not_when_the_code_around_changes(project):
    text = "import keras\ndef f():\n    old(1)\nclass C:\n    def m(self):\n        old(1)\nold(1)\nold(1)\n"
    known = names(project, text)
    assert len(set(known)) == 4
    assert names(project, "import keras\n# moved\n\n" + text.removeprefix("import keras\n")) == known
    changed = names(project, text.replace("def f():\n", "def f():\n    x = 1\n"))
    assert changed[1:] == known[1:]
    assert changed[0] != known[0]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("old(1)\n", "old(1)  # tffix: ignore[TF901] why\n"),
        ("old(1)  # here\n", "old(1)  # here  # tffix: ignore[TF901] why\n"),
        ("x = 1; old(1)\n", "x = 1; old(1)  # tffix: ignore[TF901] why\n"),
        ("if True: old(1)\n", "if True: old(1)  # tffix: ignore[TF901] why\n"),
        ("old(1)", "old(1)  # tffix: ignore[TF901] why"),
        ("x = (\n    old(1),\n    2,\n)\n", "x = (\n    old(1),  # tffix: ignore[TF901] why\n    2,\n)\n"),
        (
            "old('''\ntext\n''')\n",
            "# tffix: ignore[TF901] why\nold('''\ntext\n''')\n",
        ),
        (f"x = old({'1' * 80})\n", f"# tffix: ignore[TF901] why\nx = old({'1' * 80})\n"),
        (
            f"if True:\n    x = 1; y = old({'1' * 80})\n",
            f"if True:\n    # tffix: ignore[TF901] why\n    x = 1; y = old({'1' * 80})\n",
        ),
        ("@old\ndef f():\n    pass\n", "@old  # tffix: ignore[TF901] why\ndef f():\n    pass\n"),
    ],
)
def test_where_a_suppression_goes(project, text, expected):
    def analysed(text: str):
        return analyse_text(text, "a.py", SETTINGS)

    analysis = analysed("import keras\n" + text)
    found = suppressed(analysis, analysis.hits[0], "why", analysed)
    assert found == "import keras\n" + expected


def test_a_suppression_that_would_silence_another_finding_is_none(project):
    text = "import keras\nold(old)\n"
    analysis = analyse_text(text, "a.py", SETTINGS)
    assert suppressed(analysis, analysis.hits[0], "why", lambda text: analyse_text(text, "a.py", SETTINGS)) is None


def swapped(old: str, new: str):
    return renames.renames(old, new)


def test_codemods_that_undo_one_another_are_asked_about_once(project, monkeypatch):
    fighting = (
        renames.codemod("TF901", "there", swapped("old", "new")),
        renames.codemod("TF902", "back", swapped("new", "old")),
    )
    monkeypatch.setattr(registry, "codemods", lambda: fighting)
    path = project / "a.py"
    path.write_text("import keras\nold(1)\n")
    stage = fixes.begin("a.py", SETTINGS, (), frozenset())
    stage = fixes.advance(stage, [choice(stage, "a.py", "accept")], SETTINGS, frozenset())
    assert stage.proposal is None
    assert [finding.reason for finding in stage.hopeless] == ["it would undo an earlier fix"]
    rule = Answer("a.py", "TF901:x:0", "", "accept", "safe")
    assert fixes.begin("a.py", SETTINGS, [rule], frozenset()).text == "import keras\nnew(1)\n"


def growing(module: Module, _options: Options) -> Iterator[Match]:
    from tffix.codemod import Fix
    from tffix.rewriting.edits import Replace

    for call in module.calls("old"):
        yield Match(call, "grows", Fix((Replace(call, "old({call})", {"call": call}),)))


def test_a_fix_that_never_comes_to_an_end_is_an_error(project, monkeypatch):
    monkeypatch.setattr(registry, "codemods", lambda: (renames.codemod("TF901", "growing", growing),))
    (project / "a.py").write_text("import keras\nold(1)\n")
    rule = Answer("a.py", "TF901:x:0", "", "accept", "codemod")
    stage = fixes.begin("a.py", SETTINGS, [rule], frozenset())
    assert stage.error is not None
    assert "do not come to an end" in stage.error


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('"""Doc."""\nimport os\nX = 1\ndef f():\n    f()\n', False),
        ("try:\n    import a\nexcept ImportError:\n    a = None\n", False),
        ("if True:\n    X = 1\n", False),
        ("import os\nos.getcwd()\n", True),
        ("if __name__ == '__main__':\n    main()\n", True),
        ("for x in range(3):\n    print(x)\n", True),
    ],
)
def test_what_is_a_script(text, expected):
    assert is_script(text) is expected


def test_verify_holds_the_fix_to_the_contract_of_its_codemod(project, monkeypatch):
    monkeypatch.setattr(versions, "tensorflow_is_installed", lambda: True)
    told = {}

    def judged(before, after, promise, options, watch):
        told.update(before=before, after=after, promise=promise)
        raise OSError("enough")

    monkeypatch.setattr(judge, "judge", judged)
    (project / "a.py").write_text("import keras\nold(1)\n")
    stage = fixes.begin("a.py", SETTINGS, (), frozenset())
    with pytest.raises(VerifyError, match="enough"):
        verify(stage, stage.proposal)
    assert told["before"].text == b"import keras\nold(1)\n"
    assert told["after"].text == b"import keras\nnew(1)\n"
    assert told["promise"].contract is Contract.EQUIVALENT


def question(**fields: object) -> Question:
    finding = Finding("TF901", "old-name", "目录/很长的文件名" * 5 + ".py", 3, 1, 3, 4, "信息很长 " * 30, "unsafe")
    values: dict[str, object] = {
        "finding": finding,
        "before": "x = 1\n" * 5 + f"old({'宽' * 200})\n\tx\n",
        "after": "x = 1\n" * 5 + f"new({'宽' * 200})\n\tx\n",
        "position": 12,
        "total": 87,
        "left": 3,
        "note": "一句话 " * 40,
        "answered": "refuse",
        **fields,
    }
    return Question(**values)  # type: ignore[arg-type]


@pytest.mark.parametrize("width", [20, 40, 60, 61, 100, 160])
def test_no_line_is_wider_than_the_terminal(width):
    shown = question()
    rows = [*view.head(shown, width), *view.body(shown, width), *view.foot(shown, width)]
    assert max(row.cell_len for row in rows) <= width


@given(st.text(st.sampled_from("ab宽　é\u0301"), max_size=30), st.integers(2, 9))
def test_folding_loses_nothing(text, width):
    pieces = folded(Text(text), width)
    assert "".join(piece.plain for piece in pieces) == text
    assert all(cell_len(piece.plain) <= width for piece in pieces)


def test_a_diff_names_the_function_it_is_in():
    before = "class C:\n    def method(self):\n" + "        x = 1\n" * 20 + "        old()\n"
    rows = diff(before, before.replace("old", "new"), 80)
    assert rows[0].plain.strip() == "def method(self):"


def test_only_the_line_numbers_are_dim_and_only_changes_are_underlined():
    rows = diff("import os.path\nx = old(1)\n", "import os.path\nx = new(1)\n", 80)
    console = Console()

    def marked(style: str) -> list[str]:
        return [
            "".join(c for i, c in enumerate(row.plain) if getattr(row.get_style_at_offset(console, i), style))
            for row in rows
        ]

    assert [text.strip() for text in marked("dim")] == ["1", "2", "2"]
    assert marked("underline") == ["", "old", "new"]


def test_a_style_ends_with_its_text():
    console = Console()
    row = view.head(question(), 300)[0]
    assert not row.get_style_at_offset(console, len(row.plain) - 1).bold
    line = view.foot(question(note=""), 300)[0]
    assert [line.get_style_at_offset(console, i).bold for i in (0, 2)] == [True, None]


@pytest.mark.parametrize("width", [20, 60, 100])
def test_the_page_of_a_codemod_is_set_in_the_width_of_the_terminal(width):
    rows = view.document("# A\n\n" + "words that are\nbroken elsewhere " * 9 + "\n\n- `宽" + "宽" * 99 + "`\n", width)
    assert width - 9 < max(row.cell_len for row in rows) <= width
    assert "`" not in "".join(row.plain for row in rows)
    assert sum(row.plain.count("words") for row in rows) == 9


def test_a_scan_passes_an_error_on():
    def results() -> Iterator[int]:
        yield 1
        raise RuntimeError("no workers")

    scan = Scan(results(), ahead=True)
    found: list[int] = []

    def drain() -> None:
        for _ in range(2):
            for result in scan.take(wait=True):
                found[:] = [*found, result]

    with pytest.raises(RuntimeError, match="no workers"):
        drain()
    assert found == [1]
    scan.close()
