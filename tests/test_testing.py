"""The corpus harness itself: what it reads, and that it fails where it must."""

from __future__ import annotations

from pathlib import Path

import pytest

from tffix import testing
from tffix.codemod import Applicability, Codemod, Contract
from tffix.config.settings import Settings
from tffix.results import FileResult, Finding
from tffix.testing import Case, cases, check_case

CODEMOD = Codemod(
    code="TF999",
    name="bad-is-good",
    summary="",
    applicability=Applicability.SAFE,
    contract=Contract.NONE,
    words=(("bad",),),
    find=lambda module, options: iter(()),
    example="",
)


class Engine:
    """Stands for tffix's engine: replaces ``bad`` by ``good``, and reports ``ugly`` with a reason."""

    replacement = b"good"
    applicability = "safe"

    def check(self, data: bytes, path: str, settings: Settings) -> FileResult:
        return FileResult(path, self._findings(data, path, fixed=False))

    def fix(self, data: bytes, path: str, settings: Settings) -> FileResult:
        allowed = self.applicability == "safe" or settings.unsafe_fixes
        if b"bad" not in data or not allowed:
            return FileResult(path, self._findings(data, path, fixed=False))
        after = data.replace(b"bad", self.replacement)
        return FileResult(path, self._findings(data, path, fixed=True), before=data, after=after)

    def _findings(self, data: bytes, path: str, *, fixed: bool) -> tuple[Finding, ...]:
        bad = Finding("TF999", "bad-is-good", path, 1, 1, 1, 2, "bad", self.applicability, fixed=fixed)
        ugly = Finding("TF999", "bad-is-good", path, 1, 1, 1, 2, "ugly", "manual", reason="it is ugly")
        return (bad,) * (b"bad" in data) + (ugly,) * (b"ugly" in data)


@pytest.fixture
def engine(monkeypatch: pytest.MonkeyPatch) -> Engine:
    engine = Engine()
    monkeypatch.setattr(testing, "check_file", engine.check)
    monkeypatch.setattr(testing, "fix_file", engine.fix)
    monkeypatch.setattr(testing, "find", lambda name: CODEMOD)
    monkeypatch.setattr(testing, "codemods", lambda: (CODEMOD,))
    return engine


def case(before: bytes, after: bytes | None = None, **expected: object) -> Case:
    return Case("bad-is-good", "case", before, after, **expected)  # type: ignore[arg-type]


@pytest.mark.usefixtures("engine")
@pytest.mark.parametrize(
    "held",
    [
        case(b"bad = 1\n", b"good = 1\n"),
        case(b"bad = ugly = 1\n", b"good = ugly = 1\n", reason="is ugly"),
        case(b"fine = 1\n"),
        case(b"ugly = 1\n", reason="ugly"),
        case(b"ugly = 1\n", findings=1),
        case(b"bad = 1\r\n", b"good = 1\r\n"),
        case(b"x = 1  # noqa: bad\n", b"x = 1  # noqa: good\n"),
    ],
)
def test_a_case_that_holds_passes(held: Case) -> None:
    check_case(held)


@pytest.mark.usefixtures("engine")
@pytest.mark.parametrize(
    ("broken", "message"),
    [
        (case(b"bad = 1\n", b"best = 1\n"), "the fix does not give what is expected"),
        (case(b"bad = 1\n"), "the fix does not give what is expected"),
        (case(b"fine = 1\n", b"good = 1\n"), "the fix does not give what is expected"),
        (case(b"ugly = 1\n"), "1 findings are left, 0 expected"),
        (case(b"ugly = 1\n", findings=2), "1 findings are left, 2 expected"),
        (case(b"ugly = 1\n", reason="pretty"), "no finding is left with the reason 'pretty'"),
        (case(b"bad = 1\n", b"good = 1\n", reason="ugly"), "left are: none"),
        (case(b"bad = (\n", b"good = (\n"), "before.py does not compile"),
        (case(b"bad = 1\n", b"good = 1\n", unsafe=True), "its fixes are all safe"),
    ],
)
def test_a_case_that_does_not_hold_fails(broken: Case, message: str) -> None:
    with pytest.raises(AssertionError) as failure:
        check_case(broken)
    assert message in str(failure.value)


def test_the_failure_shows_a_diff(engine: Engine) -> None:
    with pytest.raises(AssertionError) as failure:
        check_case(case(b"bad = 1\n", b"best = 1\n"))
    assert "-best = 1\n+good = 1" in str(failure.value)


@pytest.mark.parametrize(
    ("replacement", "before", "message"),
    [
        (b"bad_bad", b"bad = 1\n", "a second run changes the result"),
        (b"(", b"bad\n", "after.py does not compile"),
        (b"good", b"x = 1  # bad\n", "a comment is lost: # bad"),
    ],
)
def test_a_result_that_breaks_an_invariant_fails(
    engine: Engine, replacement: bytes, before: bytes, message: str
) -> None:
    engine.replacement = replacement
    with pytest.raises(AssertionError) as failure:
        check_case(case(before, before.replace(b"bad", replacement)))
    assert message in str(failure.value)


def test_an_unsafe_fix_needs_the_case_to_say_so(engine: Engine) -> None:
    engine.applicability = "unsafe"
    check_case(case(b"bad = 1\n", b"good = 1\n", unsafe=True))
    check_case(case(b"bad = 1\n", findings=1))
    with pytest.raises(AssertionError):
        check_case(case(b"bad = 1\n", b"good = 1\n"))


def write(folder: Path, **files: str) -> None:
    folder.mkdir(parents=True)
    for name, text in files.items():
        (folder / name.replace("_", ".")).write_text(text, encoding="utf-8")


def test_cases_are_read_in_order_with_what_they_say(tmp_path: Path) -> None:
    write(tmp_path / "b-codemod" / "one", before_py="x\n")
    write(
        tmp_path / "a-codemod" / "two",
        before_py="x\n",
        after_py="y\n",
        case_toml='keras = 2\noptions = {style = "s"}\n',
    )
    first, second = cases(tmp_path)
    assert (str(first), first.after, first.keras, first.options) == ("a-codemod/two", b"y\n", 2, {"style": "s"})
    assert (str(second), second.after, second.keras) == ("b-codemod/one", None, None)


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ({"after_py": "x\n"}, "before.py is missing"),
        ({"before_py": "x\n", "expected_py": "x\n"}, "no file named expected.py"),
        ({"before_py": "x\n", "case_toml": "resaon = 'x'\n"}, "resaon"),
    ],
)
def test_a_malformed_case_is_an_error(tmp_path: Path, files: dict[str, str], message: str) -> None:
    write(tmp_path / "codemod" / "case", **files)
    with pytest.raises(ValueError, match=message):
        cases(tmp_path)
