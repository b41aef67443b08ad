"""Says what is wrong with source that the running Python cannot parse."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import libcst as cst

Version = tuple[int, int]

_MAX_DEPTH = 100
"""libcst overflows the C stack on deep nesting; nobody writes deeper than this by hand."""

_LINE_END = re.compile(r"\r\n|\r|\n")
_PYTHON_2_MESSAGES = {
    "Missing parentheses in call to 'print'": "print statement",
    "Missing parentheses in call to 'exec'": "exec statement",
    "leading zeros in decimal integer literals": "octal number without 0o",
}
_PYTHON_2_LINES = (
    (re.compile(r"^\s*print\s+[^\s=(.,\[]"), "print statement"),
    (re.compile(r"^\s*exec\s+[^\s=(.,\[]"), "exec statement"),
    # Python 3.14 allows `except A, B:`; a name in lower case is a variable, not an exception.
    (re.compile(r"^\s*except\s+[^,:#]+,\s*[a-z_]\w*\s*:"), '"except X, e"'),
    (re.compile(r"^\s*raise\s+[\w.]+\s*,"), '"raise X, message"'),
    (re.compile(r"`[^`]+`"), "backticks"),
    (re.compile(r"<>"), '"<>"'),
    (re.compile(r"\b[uU][rR]['\"]"), "ur'' string"),
    (re.compile(r"\b(?:0[xX][0-9a-fA-F]+|\d+)[lL]\b"), "long integer"),
    (re.compile(r"(?:\bdef\s+\w+\s*\(|\blambda\b)(?:[^:]*,)?\s*\([^()]*\)[^:]*:"), "tuple parameter"),
)


def explain(text: str, error: SyntaxError) -> str:
    """One sentence for ``error``: Python 2, syntax newer than the running Python, or a plain syntax error."""
    line = error.lineno or 1
    old = _python_2(text, error)
    if old:
        return f"is Python 2 code (line {line}: {old}), which tffix does not read"
    needed = _newer_syntax(text)
    if needed:
        (major, minor), what, where = needed
        return (
            f"uses syntax of Python {major}.{minor} (line {where}: {what}): "
            f"run tffix on Python {major}.{minor} or newer"
        )
    return f"syntax error on line {line}: {error.msg}"


def _python_2(text: str, error: SyntaxError) -> str | None:
    for message, what in _PYTHON_2_MESSAGES.items():
        if str(error.msg).startswith(message):
            return what
    lines = _LINE_END.split(text)
    line = lines[error.lineno - 1] if error.lineno and error.lineno <= len(lines) else ""
    for pattern, what in _PYTHON_2_LINES:
        if pattern.search(line):
            return what
    return None


def _newer_syntax(text: str) -> tuple[Version, str, int] | None:
    """The newest Python that ``text`` needs, what for, and on which line, if the running one is older."""
    if _bracket_depth(text) > _MAX_DEPTH:
        return None
    import libcst as cst
    from libcst.metadata import MetadataWrapper, PositionProvider

    try:
        wrapper = MetadataWrapper(cst.parse_module(text), unsafe_skip_copy=True)
        uses = [(version, what, node) for node in _nodes(wrapper.module) for version, what in _needs(node)]
    except (cst.ParserSyntaxError, RecursionError, MemoryError):
        return None
    newer = [use for use in uses if use[0] > sys.version_info[:2]]
    if not newer:
        return None
    version, what, node = max(newer, key=lambda use: use[0])
    return version, what, wrapper.resolve(PositionProvider)[node].start.line


def _bracket_depth(text: str) -> int:
    """An upper bound of the nesting: brackets in strings count too."""
    depth = deepest = 0
    for match in re.finditer(r"[()\[\]{}]", text):
        if match[0] in "([{":
            depth += 1
            deepest = max(deepest, depth)
        else:
            depth = max(0, depth - 1)
    return deepest


def _nodes(root: cst.CSTNode) -> Iterator[cst.CSTNode]:
    stack = [root]
    while stack:
        node = stack.pop()
        yield node
        stack.extend(reversed(node.children))


def _needs(node: cst.CSTNode) -> Iterator[tuple[Version, str]]:
    """The syntax of Python 3.11 and later that ``node`` itself is."""
    import libcst as cst

    if isinstance(node, cst.TryStar):
        yield (3, 11), "except*"
    elif isinstance(node, cst.TypeAlias):
        yield (3, 12), "type alias"
    elif isinstance(node, cst.TypeParameters):
        yield (3, 12), "type parameters"
    elif isinstance(node, cst.TypeParam) and node.default is not None:
        yield (3, 13), "default of a type parameter"
    elif type(node).__name__ == "TemplatedString":
        yield (3, 14), "t-string"
    elif isinstance(node, cst.ExceptHandler) and isinstance(node.type, cst.Tuple) and not node.type.lpar:
        yield (3, 14), "exceptions without parentheses"
    elif isinstance(node, cst.FormattedString):
        yield from _needs_in_f_string(node)
    elif isinstance(node, cst.SubscriptElement) and getattr(node.slice, "star", None):
        yield (3, 11), "unpacking in an index"
    elif isinstance(node, cst.Annotation) and isinstance(node.annotation, cst.StarredElement):
        yield (3, 11), "unpacking in an annotation"


def _needs_in_f_string(node: cst.FormattedString) -> Iterator[tuple[Version, str]]:
    import libcst as cst

    quote = node.quote
    for part in node.parts:
        if not isinstance(part, cst.FormattedStringExpression):
            continue
        code = cst.Module([]).code_for_node(part)
        if quote in code:
            yield (3, 12), "the same quotes inside an f-string"
        elif "\\" in code:
            yield (3, 12), "backslash inside an f-string expression"
        elif "#" in code or (len(quote) == 1 and "\n" in code):
            yield (3, 12), "comment or line break inside an f-string expression"
