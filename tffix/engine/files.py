"""Check or fix one file that the prefilter did not drop."""

from __future__ import annotations

from collections.abc import Sequence

from tffix.codemod import Applicability, Codemod
from tffix.config.settings import Settings
from tffix.engine.finding import Analysis, analyse, sort_key
from tffix.engine.parsing import UnparsableError, parse, read, without_warnings
from tffix.results import FileResult
from tffix.running.prefilter import selected
from tffix.source import Source, SourceError


@without_warnings()
def check(data: bytes, path: str, settings: Settings, codemods: Sequence[Codemod]) -> FileResult:
    """:func:`~tffix.engine.check_file`, with the codemods to run."""
    try:
        module = parse(read(data).text, path, settings)
    except UnparsableError as error:
        return FileResult(path, error=str(error))
    analysis = analyse(module, codemods, settings)
    return FileResult(path, analysis.findings, error="; ".join(analysis.errors) or None)


@without_warnings()
def fix(data: bytes, path: str, settings: Settings, codemods: Sequence[Codemod]) -> FileResult:
    """:func:`~tffix.engine.fix_file`, with the codemods to run."""
    from tffix.engine.fixing import RewriteError, rewrite  # here: `check` does not need it

    try:
        source = read(data)
        analysis = analyse(parse(source.text, path, settings), codemods, settings)
    except UnparsableError as error:
        return FileResult(path, error=str(error))
    if analysis.errors:
        return FileResult(path, analysis.findings, error="; ".join(analysis.errors))
    try:
        result = rewrite(
            analysis,
            lambda text: analyse(parse(text, path, settings), codemods, settings),
            _allowed(settings),
        )
        after = encode(source, data, result.text)
    except (RewriteError, UnparsableError, SourceError) as error:
        return FileResult(path, analysis.findings, error=str(error))
    findings = tuple(sorted(result.fixed + result.remaining, key=sort_key))
    if after == data:
        return FileResult(path, findings)
    return FileResult(path, findings, before=data, after=after)


@without_warnings()
def analyse_text(text: str, path: str, settings: Settings) -> Analysis:
    """What the selected codemods find in ``text``, with the fixes.

    Raises:
        UnparsableError: ``text`` cannot be analysed.
    """
    return analyse(parse(text, path, settings), selected(settings), settings)


def _allowed(settings: Settings) -> frozenset[str]:
    allowed = (Applicability.SAFE, Applicability.UNSAFE) if settings.unsafe_fixes else (Applicability.SAFE,)
    return frozenset(applicability.value for applicability in allowed)


def encode(source: Source, data: bytes, text: str) -> bytes:
    """The bytes of the file ``data``, read as ``source``, with the new ``text``.

    Raises:
        SourceError: the text cannot be written in the file's encoding.
    """
    if text == source.text:
        return data
    if source.encode(source.text) != data:
        raise SourceError(f"cannot be rewritten: the encoding {source.encoding} does not give back the same bytes")
    return source.encode(text)
