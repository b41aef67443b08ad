"""The Python interface: what ``tffix check`` and ``tffix apply`` do, on text in memory."""

from __future__ import annotations

import io
import os
import tokenize
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tffix.results import FileResult, Finding

if TYPE_CHECKING:
    from tffix.config.layer import TargetKeras
    from tffix.config.settings import Settings


class TffixError(Exception):
    """The source could not be analysed or rewritten, or the configuration cannot be used; the message says why."""


@dataclass(frozen=True)
class Config:
    """The options of the command line, by the same names.

    ``options`` maps a codemod's name to its options.  With ``discover`` the configuration files and the project's
    metadata above the file name count as well, below what is given here.
    """

    select: Sequence[str] | None = None
    ignore: Sequence[str] = ()
    extend_select: Sequence[str] = ()
    unsafe_fixes: bool | None = None
    target_keras: TargetKeras | None = None
    options: Mapping[str, Mapping[str, object]] = field(default_factory=dict)
    config_file: str | None = None
    discover: bool = False


@dataclass(frozen=True)
class Result:
    """The new text (the old one if nothing was fixed), and the findings: the fixed ones and those that remain."""

    source: str
    findings: tuple[Finding, ...]


def check_source(source: str, *, filename: str = "<string>", config: Config | None = None) -> tuple[Finding, ...]:
    """The findings in ``source``.

    Args:
        source: Python source text.
        filename: the name that stands in the findings; with ``config.discover`` also where configuration is looked for.
        config: what holds; the defaults if not given.

    Raises:
        TffixError: the source cannot be analysed, or the configuration is wrong.
    """
    from tffix.engine import check_file

    return _checked(check_file(_encode(source), filename, _settings(config or Config(), filename))).findings


def fix_source(source: str, *, filename: str = "<string>", config: Config | None = None) -> Result:
    """Apply the safe fixes to ``source``, and with ``config.unsafe_fixes`` the unsafe ones.

    Takes and raises what :func:`check_source` does; a ``TffixError`` is also raised when a fix fails its checks.
    """
    from tffix.engine import fix_file

    result = _checked(fix_file(_encode(source), filename, _settings(config or Config(), filename)))
    new = source if result.after is None else result.after.decode(_encoding(source))
    return Result(new, result.findings)


def _settings(config: Config, filename: str) -> Settings:
    from tffix.config.errors import ConfigError
    from tffix.config.files import layer_from
    from tffix.config.resolve import Resolver

    given = {
        "select": None if config.select is None else list(config.select),
        "ignore": list(config.ignore),
        "extend-select": list(config.extend_select),
        "unsafe-fixes": config.unsafe_fixes,
        "target-keras": config.target_keras,
        **config.options,
    }
    table = {key: value for key, value in given.items() if value is not None}
    try:
        overrides = layer_from(table, origin="Config", root=os.getcwd())
        return Resolver(overrides, config.config_file, discover=config.discover).settings(filename)
    except ConfigError as error:
        raise TffixError(str(error)) from error


def _encode(source: str) -> bytes:
    try:
        return source.encode(_encoding(source))
    except UnicodeEncodeError as error:
        raise TffixError(f"cannot be encoded as its first lines declare: {error}") from error


def _encoding(source: str) -> str:
    """The encoding in which a file with this text would be read: that of its coding cookie, else UTF-8."""
    head = "".join(source.splitlines(keepends=True)[:2]).encode("utf-8", "replace")
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(head).readline)
    except SyntaxError:
        # An unknown codec: the engine names it.
        return "utf-8"
    return "utf-8" if encoding == "utf-8-sig" else encoding


def _checked(result: FileResult) -> FileResult:
    if result.error is not None:
        raise TffixError(f"{result.path}: {result.error}")
    return result
