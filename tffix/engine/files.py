"""Check or fix one file, given as bytes.  Nothing here reads or writes a disk."""

from __future__ import annotations

from tffix import registry
from tffix.codemod import Applicability, Codemod
from tffix.config.settings import Settings
from tffix.engine.finding import Analysis, analyse, sort_key
from tffix.engine.fixing import RewriteError, rewrite
from tffix.engine.parsing import UnparsableError, parse, read, without_warnings
from tffix.results import FileResult
from tffix.running.prefilter import candidates, mentions_framework
from tffix.source import Source, SourceError


@without_warnings()
def check_file(data: bytes, path: str, settings: Settings) -> FileResult:
    """Find what the selected codemods find in ``data``; nothing is rewritten.

    Args:
        data: the bytes of the file.
        path: the name that stands in findings.
        settings: what holds for this file.
    """
    selected = _selected(settings)
    if not _worth_parsing(data, selected):
        return FileResult(path)
    try:
        module = parse(read(data).text, path, settings)
    except UnparsableError as error:
        return FileResult(path, error=str(error))
    analysis = analyse(module, selected, settings)
    return FileResult(path, analysis.findings, error="; ".join(analysis.errors) or None)


@without_warnings()
def fix_file(data: bytes, path: str, settings: Settings) -> FileResult:
    """Like :func:`check_file`, and apply the fixes that ``settings`` allows.

    The result's findings are those that were fixed and those that remain in the new text.  With an error nothing was
    rewritten, and the findings are those of the file as it is.
    """
    selected = _selected(settings)
    if not _worth_parsing(data, selected):
        return FileResult(path)
    try:
        source = read(data)
        analysis = analyse(parse(source.text, path, settings), selected, settings)
    except UnparsableError as error:
        return FileResult(path, error=str(error))
    if analysis.errors:
        return FileResult(path, analysis.findings, error="; ".join(analysis.errors))
    try:
        result = rewrite(
            analysis,
            lambda text: analyse(parse(text, path, settings), selected, settings),
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
    return analyse(parse(text, path, settings), _selected(settings), settings)


def _selected(settings: Settings) -> tuple[Codemod, ...]:
    return tuple(codemod for codemod in registry.codemods() if codemod.code in settings.codes)


def _worth_parsing(data: bytes, selected: tuple[Codemod, ...]) -> bool:
    # Words cannot be looked for in UTF-16 or binary data: such a file is read, and named in an error.
    return mentions_framework(data) and (b"\0" in data or bool(candidates(data, selected)))


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
