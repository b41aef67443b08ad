"""From what the command line names to two versions and what they are held to."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterable
from pathlib import Path

from tffix import registry
from tffix.codemod import Contract
from tffix.config.settings import Settings
from tffix.engine import fix_file
from tffix.results import Finding
from tffix.verify.runs import Version
from tffix.verify.scratch import source_of

# The weakest promise of the codemods that fired holds.
_ORDER = (Contract.NONE, Contract.EQUIVALENT, Contract.TOLERANCE, Contract.REPAIR)


class NotFixedError(Exception):
    """There are no two versions of a file: tffix cannot handle it."""


def module_path(module: str, working: Path) -> Path:
    """The file that ``python -m module`` runs from the folder ``working``.

    Raises:
        NotFixedError: there is none.
    """
    stem = working.joinpath(*module.split("."))
    for path in (stem.with_suffix(".py") if stem.name else stem, stem / "__main__.py"):
        if path.is_file():
            return path
    raise NotFixedError(f"no module {module!r} below {working}")


def given(before: Path, after: Path, arguments: tuple[str, ...], *, working: Path) -> tuple[Version, Version]:
    """Two files that the user names."""
    return (
        Version("before", source_of(before, working=working), arguments=arguments),
        Version("after", source_of(after, working=working), arguments=arguments),
    )


def fixed(
    path: Path, settings: Settings, arguments: tuple[str, ...], *, working: Path, module: str | None = None
) -> tuple[Version, Version, tuple[Finding, ...]]:
    """A file as it is, and with its fixes; and the findings, the fixed and the others.

    Raises:
        NotFixedError: the file cannot be read, analysed or fixed.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise NotFixedError(f"{path}: {error.strerror}") from error
    result = fix_file(data, str(path), settings)
    if result.error is not None:
        raise NotFixedError(f"{path}: {result.error}")
    source = source_of(path, working=working)
    before = Version("before", source, module=module, arguments=arguments)
    return before, Version("after", source, result.after, module, arguments), result.findings


def contract_of(codes: Iterable[str]) -> Contract:
    """What the fixes of these codemods promise together."""
    return max((registry.find(code).contract for code in codes), key=_ORDER.index, default=Contract.TOLERANCE)


def tensorflow_is_installed() -> bool:
    """Whether anything can be run at all."""
    return importlib.util.find_spec("tensorflow") is not None
