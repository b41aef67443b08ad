"""Writing a suppression into the code, where it silences one finding and no other."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Iterator

from tffix.engine.finding import Analysis, Hit
from tffix.engine.parsing import UnparsableError
from tffix.semantics.module import Module

_WIDE = 100
"""A comment beside the code that makes the line longer than this goes above it instead."""


def suppressed(analysis: Analysis, hit: Hit, reason: str, again: Callable[[str], Analysis]) -> str | None:
    """The text in which a comment with ``reason`` silences ``hit``; ``None`` if no comment does only that.

    Args:
        analysis: the text as it is.
        hit: what to silence.
        reason: one line for the readers of the code.
        again: analyses a text.
    """
    comment = f"# tffix: ignore[{hit.codemod.code}] {' '.join(reason.split())}".rstrip()
    return next(
        (text for text in _candidates(analysis.module, hit, comment) if _works(analysis, hit, again, text)), None
    )


def _candidates(module: Module, hit: Hit, comment: str) -> Iterator[str]:
    try:
        statement = module.statement(hit.node)
    except (KeyError, ValueError):
        return
    lines = dict.fromkeys((hit.finding.line, statement.lineno, hit.finding.end_line))
    beside = [_beside(module, line, comment) for line in lines]
    short = [text for text, width in beside if width <= _WIDE]
    yield from short
    yield from (_above(module, line, comment) for line in lines)
    yield from (text for text, width in beside if width > _WIDE)


def _beside(module: Module, line: int, comment: str) -> tuple[str, int]:
    """The text with ``comment`` at the end of ``line``, and how wide the line is then."""
    text = module.tree.line(line)
    code = text.rstrip()
    new = f"{code}  {comment}"
    return _with_line(module, line, new + text[len(text.rstrip("\r\n")) :]), len(new)


def _above(module: Module, line: int, comment: str) -> str:
    text = module.tree.line(line)
    indent = text[: len(text) - len(text.lstrip(" \t"))]
    end = text[len(text.rstrip("\r\n")) :] or "\n"
    return _with_line(module, line, indent + comment + end + text)


def _with_line(module: Module, line: int, new: str) -> str:
    starts, data = module.tree.line_starts, module.data
    end = starts[line] if line < len(starts) else len(data)
    return (data[: starts[line - 1]] + new.encode("utf-8") + data[end:]).decode("utf-8")


def _works(analysis: Analysis, hit: Hit, again: Callable[[str], Analysis], text: str) -> bool:
    """Whether ``hit`` is gone in ``text``, the code is the same, and the other codemods find what they found."""
    try:
        after = again(text)
    except UnparsableError:
        return False
    if after.errors or ast.dump(after.module.root) != ast.dump(analysis.module.root):
        return False
    gone = _counted(analysis)
    gone.subtract(_counted(after))
    return gone[_name(hit)] == 1 and all(count == 0 or name == _name(hit) for name, count in gone.items())


def _counted(analysis: Analysis) -> Counter[tuple[str, str]]:
    return Counter(_name(hit) for hit in analysis.hits)


def _name(hit: Hit) -> tuple[str, str]:
    return hit.codemod.code, hit.finding.message
