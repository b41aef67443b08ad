"""What a codemod's author uses to test it: a corpus of cases, one folder each.

    corpus/<codemod-name>/<why-this-case-exists>/
        before.py     the file as tffix finds it
        after.py      the file as tffix leaves it; without it the file must stay untouched
        case.toml     what else holds for the case (optional)

Every key of ``case.toml`` is optional: ``keras`` (2 or 3: the target, given explicitly), ``unsafe`` (unsafe fixes are
applied), ``options`` (a table: the codemod's options), ``reason`` (some finding that is left has this text in its
reason), ``findings`` (how many findings are left; by default none, or at least one where a reason is given), ``run``
(both files are programs that train: ``tffix verify --corpus`` runs them), ``replicas`` (on so many logical devices),
``before_replicas`` (before on so many).

    import pytest
    from tffix.testing import case_folders, check_case, read_case

    @pytest.mark.parametrize("folder", case_folders("corpus"), ids=str)
    def test_case(folder: Path) -> None:
        check_case(read_case(folder))
"""

from __future__ import annotations

import difflib
import io
import re
import sys
import tokenize
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from tffix.codemod import Codemod
from tffix.config.settings import Generation, Settings
from tffix.engine import check_file, fix_file
from tffix.registry import codemods, find
from tffix.results import FileResult, Finding

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

_FILES = {"before.py", "after.py", "case.toml"}
_SUPPRESSION = re.compile(r"tffix:\s*ignore|\bnoqa\b")


@dataclass(frozen=True)
class Case:
    """One case of a corpus; the module's docstring says what the fields mean."""

    codemod: str
    name: str
    before: bytes
    after: bytes | None = None
    keras: Generation | None = None
    unsafe: bool = False
    options: Mapping[str, object] = field(default_factory=dict)
    reason: str | None = None
    findings: int | None = None
    run: bool = False
    replicas: int = 1
    before_replicas: int | None = None

    def __str__(self) -> str:
        return f"{self.codemod}/{self.name}"

    @property
    def changes(self) -> bool:
        """Whether the case is one that a fix rewrites."""
        return self.after is not None


def case_folders(folder: str | Path) -> list[Path]:
    """The folder of every case below ``folder``, in the order of their names; none is read."""
    return [case for case in sorted(Path(folder).glob("*/*/")) if case.is_dir() and case.name != "__pycache__"]


def cases(folder: str | Path) -> list[Case]:
    """Read every case below ``folder``, in the order of their names.

    Raises:
        ValueError: one of them cannot be read; see :func:`read_case`.
    """
    return [read_case(case) for case in case_folders(folder)]


def read_case(folder: Path) -> Case:
    """Read the case in ``folder``.

    Raises:
        ValueError: it has no ``before.py``, a file that means nothing, or an unknown key in its ``case.toml``.
    """
    present = {path.name for path in folder.iterdir() if path.name != "__pycache__"}
    if unknown := sorted(present - _FILES):
        raise ValueError(f"{folder}: a case has no file named {unknown[0]}")
    if "before.py" not in present:
        raise ValueError(f"{folder}: before.py is missing")
    try:
        toml = tomllib.loads((folder / "case.toml").read_text(encoding="utf-8")) if "case.toml" in present else {}
        return Case(
            codemod=folder.parent.name,
            name=folder.name,
            before=(folder / "before.py").read_bytes(),
            after=(folder / "after.py").read_bytes() if "after.py" in present else None,
            **toml,
        )
    except (TypeError, tomllib.TOMLDecodeError) as error:
        raise ValueError(f"{folder / 'case.toml'}: {error}") from error


def check_case(case: Case) -> None:
    """Check everything a case promises.

    The text after the fix is the expected one, with LF and with CRLF line ends; a second run changes nothing; all
    comments are kept; both texts compile; the findings that are left are those the case names.  Only the case's own
    codemod is selected for that.  With all codemods selected nothing fails either.

    Raises:
        AssertionError: something differs; the message holds a unified diff where texts do.
    """
    codemod = find(case.codemod)
    _compile(case, case.before, "before.py")
    settings = _settings(case, codemod, unsafe=case.unsafe)
    _check_fix(case, settings, case.before, case.after)
    if b"\r" not in case.before:
        _check_fix(case, settings, _crlf(case.before), None if case.after is None else _crlf(case.after))
    _check_reports(case, settings)
    if case.after is not None:
        _compile(case, case.after, "after.py")
        _check_comments(case, case.before, case.after)
        if case.unsafe:
            _check_unsafe_is_needed(case, codemod)
    _check_with_all_codemods(case)


def _settings(case: Case, codemod: Codemod, *, unsafe: bool) -> Settings:
    # A codemod that runs last judges what the others found: it needs them.
    codes = {other.code for other in codemods()} if codemod.last else {codemod.code}
    return Settings(
        codes=frozenset(codes),
        unsafe_fixes=unsafe,
        keras=case.keras or 3,
        keras_explicit=case.keras is not None,
        options={codemod.name: case.options} if case.options else {},
    )


# -- checks ----------------------------------------------------------------------------------------------------------


def _check_fix(case: Case, settings: Settings, before: bytes, after: bytes | None) -> None:
    expected = before if after is None else after
    result = _fix(case, before, settings)
    _same_text(
        case, expected, before if result.after is None else result.after, "the fix does not give what is expected"
    )
    _same_findings(case, result)
    again = _fix(case, expected, settings)
    _same_text(case, expected, expected if again.after is None else again.after, "a second run changes the result")


def _check_reports(case: Case, settings: Settings) -> None:
    result = check_file(case.before, _path(case), settings)
    _fail_if(result.error is not None, case, f"check fails: {result.error}")
    _fail_if(result.after is not None, case, "check rewrites the file")
    _fail_if(case.changes and not result.findings, case, "check reports nothing where apply changes something")


def _same_findings(case: Case, result: FileResult) -> None:
    left = [finding for finding in result.findings if not finding.fixed]
    listed = "".join(f"\n  {_describe(finding)}" for finding in left)
    if case.reason is not None:
        found = any(case.reason in (finding.reason or "") for finding in left)
        _fail_if(not found, case, f"no finding is left with the reason {case.reason!r}; left are:{listed or ' none'}")
    if case.findings is not None or case.reason is None:
        expected = case.findings or 0
        _fail_if(len(left) != expected, case, f"{len(left)} findings are left, {expected} expected:{listed}")


def _check_unsafe_is_needed(case: Case, codemod: Codemod) -> None:
    result = _fix(case, case.before, _settings(case, codemod, unsafe=False))
    _fail_if(result.after == case.after, case, "the case says unsafe = true, but its fixes are all safe")


def _check_with_all_codemods(case: Case) -> None:
    codes = frozenset(codemod.code for codemod in codemods())
    settings = Settings(codes=codes, unsafe_fixes=True, keras=case.keras or 3, keras_explicit=case.keras is not None)
    result = _fix(case, case.before, settings)
    if result.after is not None:
        _compile(case, result.after, "the result of all codemods")
        again = _fix(case, result.after, settings)
        second = result.after if again.after is None else again.after
        _same_text(case, result.after, second, "a second run of all codemods changes the result")


def _check_comments(case: Case, before: bytes, after: bytes) -> None:
    lost = _comments(before) - _comments(after)
    kept = [comment for comment in lost if not _SUPPRESSION.search(comment)]
    _fail_if(bool(kept), case, f"a comment is lost: {', '.join(kept)}")


def _comments(data: bytes) -> Counter[str]:
    tokens = tokenize.tokenize(io.BytesIO(data).readline)
    return Counter(token.string for token in tokens if token.type == tokenize.COMMENT)


def _fix(case: Case, data: bytes, settings: Settings) -> FileResult:
    result = fix_file(data, _path(case), settings)
    _fail_if(result.error is not None, case, f"the file is not handled: {result.error}")
    return result


def _compile(case: Case, data: bytes, what: str) -> None:
    try:
        compile(data, what, "exec", dont_inherit=True)
    except SyntaxError as error:
        raise AssertionError(f"{case}: {what} does not compile: {error}\n{data.decode('utf-8', 'replace')}") from error


# -- messages --------------------------------------------------------------------------------------------------------


def _same_text(case: Case, expected: bytes, actual: bytes, message: str) -> None:
    if expected != actual:
        lines = difflib.unified_diff(_lines(expected), _lines(actual), "expected", "actual", lineterm="")
        raise AssertionError(f"{case}: {message}\n" + "\n".join(lines))


def _lines(data: bytes) -> list[str]:
    """The lines of ``data``, with what the eye would miss made visible."""
    lines = data.decode("utf-8", "backslashreplace").split("\n")
    if lines[-1] == "":
        lines.pop()
    else:
        lines[-1] += "\\ no newline at the end"
    return [line.replace("\r", "\\r").replace("\ufeff", "\\ufeff").replace("\f", "\\f") for line in lines]


def _describe(finding: Finding) -> str:
    return (
        f"{finding.line}:{finding.column} {finding.code} {finding.message} [{finding.reason or finding.applicability}]"
    )


def _fail_if(condition: bool, case: Case, message: str) -> None:
    if condition:
        raise AssertionError(f"{case}: {message}")


def _path(case: Case) -> str:
    return f"{case}/before.py"


def _crlf(data: bytes) -> bytes:
    return data.replace(b"\n", b"\r\n")
