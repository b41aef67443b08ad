"""Comments that silence findings: ``# tffix: ignore[TF101] reason``, ``# tffix: ignore-file``, ``# noqa: TF101``.

A comment beside code holds for the findings that begin or end on its line, and for the whole statement when it stands
on the statement's first or last line.  A comment of its own holds for the statement right below it, or, inside a
statement, for the line below.  Of a compound statement only the header is meant, never its body.
"""

from __future__ import annotations

import ast
import re
import tokenize
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from io import StringIO
from typing import TYPE_CHECKING

from tffix.codemod import Codemod

if TYPE_CHECKING:
    from tffix.semantics.module import Module

_TFFIX = re.compile(r"#\s*tffix:\s*(?P<kind>[\w-]*)[ \t]*(?:\[(?P<words>[^\]]*)\])?(?P<rest>[^#]*)")
_NOQA = re.compile(
    r"#\s*noqa\b(?::\s*(?P<words>[A-Z]+[0-9]+(?:(?:\s*,\s*|\s+)[A-Z]+[0-9]+)*)?)?(?P<rest>[^#]*)", re.IGNORECASE
)
_LINE_END = re.compile(r"\r\n|\r")


class CommentsError(Exception):
    """The comments of a file cannot be told from its code."""


@dataclass
class Directive:
    """One suppression in a comment.

    ``kind`` is ``ignore``, ``ignore-file``, ``noqa``, or ``unknown`` for what cannot be understood.  ``words`` are its
    codes, prefixes or names; none means all codemods.  ``span`` is its part of the comment's text, with the reason,
    ``words_span`` that of the words.  ``used`` collects the words that suppressed something (``""`` for "all").
    """

    kind: str
    words: tuple[str, ...]
    span: tuple[int, int]
    words_span: tuple[int, int]
    used: set[str] = field(default_factory=set)

    def matching(self, codemod: Codemod) -> str | None:
        """The word that covers ``codemod``, ``""`` if the directive covers all, ``None`` if it does not."""
        if self.kind == "unknown":
            return None
        if not self.words:
            return ""
        return next((word for word in self.words if _names(word, codemod)), None)


@dataclass
class Comment:
    """A comment with suppressions.  ``target`` is the line it speaks of: its own, or the next one with code."""

    text: str
    start: int
    line: int
    column: int
    own_line: bool
    target: int
    directives: tuple[Directive, ...]

    @property
    def end(self) -> int:
        """The end of the comment, in bytes of the UTF-8 text."""
        return self.start + len(self.text.encode())

    def without(self, unused: Mapping[int, Collection[str]]) -> str:
        """The comment's text without the words ``unused`` of its directives (by index); may be empty.

        A directive that loses all its words goes with its reason.
        """
        text = self.text
        for index in sorted(unused, key=lambda index: self.directives[index].span, reverse=True):
            directive = self.directives[index]
            kept = [word for word in directive.words if word not in unused[index]]
            if kept:
                start, end = directive.words_span
                separator = ", " if re.search(r"\s", text[start:end]) else ","
                text = text[:start] + separator.join(kept) + text[end:]
            else:
                start, end = directive.span
                text = (text[:start] + text[end:]) if text[end:] else text[:start].rstrip()
        return text

    @property
    def node(self) -> ast.expr:
        """A node that stands where the comment stands, to show a finding at."""
        node = ast.Constant(self.text)
        node.lineno = node.end_lineno = self.line
        node.col_offset, node.end_col_offset = self.column, self.column + len(self.text.encode())
        return node


@dataclass
class Suppressions:
    """All suppressions of one file, and which of them were used."""

    comments: tuple[Comment, ...] = ()
    _known: tuple[Codemod, ...] = ()
    _ran: frozenset[str] = frozenset()
    _off_target: frozenset[str] = frozenset()

    @classmethod
    def read(cls, module: Module) -> Suppressions:
        """Collect the suppressions of a file; a file without the words for it is not tokenized.

        Raises:
            CommentsError: the comments cannot be told from the code.
        """
        lowered = module.data.lower()
        if b"tffix:" not in lowered and b"noqa" not in lowered:
            return cls()
        try:
            return cls(tuple(_comments(module)))
        except (tokenize.TokenError, SyntaxError) as error:
            raise CommentsError(str(error)) from None

    def covers(self, module: Module, node: ast.AST, codemod: Codemod) -> bool:
        """Whether a finding of ``codemod`` at ``node`` is suppressed; marks what suppressed it as used."""
        if not self.comments:
            return False
        lines = _lines_of(module, node)
        found = False
        for comment in self.comments:
            for directive in comment.directives:
                word = directive.matching(codemod)
                # The finding that a suppression is unused is silenced by its own code only.
                if word is None or (codemod.last and word not in (codemod.code, codemod.name)):
                    continue
                beside = comment.target in lines and not (comment.own_line and directive.kind == "noqa")
                if directive.kind == "ignore-file" or beside:
                    directive.used.add(word)
                    found = True
        return found

    def judge(self, known: Iterable[Codemod], ran: Iterable[str], off_target: Iterable[str]) -> None:
        """Say which codemods there are, which ran, and which do not apply to the Keras generation (codes).

        A suppression of what did not run is not unused.
        """
        self._known = tuple(codemod for codemod in known if not codemod.last)
        self._ran = frozenset(ran)
        self._off_target = frozenset(off_target)

    def unused(self, directive: Directive) -> tuple[str, ...]:
        """The words of ``directive`` that suppressed nothing, although all they cover ran; ``("",)`` for "all"."""
        if directive.kind == "unknown":
            return ()
        if directive.words:
            return tuple(w for w in directive.words if w not in directive.used and self._all_ran(w))
        # A bare noqa may be meant for another tool.
        return ("",) if directive.kind != "noqa" and not directive.used and self._all_ran("") else ()

    def unknown(self, directive: Directive) -> tuple[str, ...]:
        """The words of ``directive`` that are no codemod's; those of a ``noqa`` may be another tool's."""
        if directive.kind == "noqa":
            return ()
        return tuple(w for w in directive.words if not any(_names(w, codemod) for codemod in self._known))

    def _all_ran(self, word: str) -> bool:
        covered = [codemod for codemod in self._known if not word or _names(word, codemod)]
        if len(covered) > 1:
            covered = [codemod for codemod in covered if codemod.default and codemod.code not in self._off_target]
        return bool(covered) and all(codemod.code in self._ran for codemod in covered)


def _lines_of(module: Module, node: ast.AST) -> frozenset[int]:
    """The lines on which a comment speaks of ``node``."""
    if not hasattr(node, "lineno"):
        return frozenset({1})
    own = {node.lineno, node.end_lineno}  # type: ignore[attr-defined]
    try:
        statement = module.statement(node)
    except ValueError:
        return frozenset(own)
    first, last = _header(statement)
    if _body_line(statement) is None:
        return frozenset({first, last, *own})
    header = range(first, last + 1)
    return frozenset(header) if node is statement else frozenset({*header, *own})


def _header(statement: ast.stmt) -> tuple[int, int]:
    """The first and last line of a statement; of a compound one, decorators included, without its body."""
    decorators = getattr(statement, "decorator_list", [])
    first = min([statement.lineno, *(decorator.lineno for decorator in decorators)])
    below = _body_line(statement)
    if below is None:
        return first, statement.end_lineno or statement.lineno
    return first, max(statement.lineno, below - 1)


def _body_line(statement: ast.stmt) -> int | None:
    """The line on which the body of a compound statement begins; ``None`` for a simple statement."""
    if isinstance(statement, ast.Match):
        return statement.cases[0].pattern.lineno
    body = getattr(statement, "body", None)
    return _header(body[0])[0] if isinstance(body, list) else None


def _names(word: str, codemod: Codemod) -> bool:
    return codemod.name == word.lower() or codemod.code.startswith(word.upper())


def _comments(module: Module) -> Iterator[Comment]:
    pending: list[tuple[str, int, int]] = []
    text_line = 0
    for token in _tokens(module.text):
        line, column = token.start
        if token.type == tokenize.COMMENT:
            if line == text_line:
                comment = _comment(module, token.string, line, column, line, own_line=False)
                if comment:
                    yield comment
            else:
                pending.append((token.string, line, column))
        elif token.type not in (tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT):
            yield from _placed(module, pending, line)
            pending = []
            text_line = token.end[0]
    yield from _placed(module, pending, 0)


def _placed(module: Module, pending: Sequence[tuple[str, int, int]], target: int) -> Iterator[Comment]:
    """Comments of their own speak of the code right below, other comments between or not."""
    below = target
    for text, line, column in reversed(pending):
        if below - line != 1:
            target = 0
        below = line
        comment = _comment(module, text, line, column, target, own_line=True)
        if comment:
            yield comment


def _comment(module: Module, text: str, line: int, column: int, target: int, *, own_line: bool) -> Comment | None:
    directives = tuple(_directives(text))
    if not directives:
        return None
    start = module.tree.line_starts[line - 1]
    end = start + 4 * column  # a character is four bytes at most
    before = module.data[start:end].decode("utf-8", "ignore")[:column].encode()
    return Comment(text, start + len(before), line, len(before), own_line, target, directives)


def _directives(text: str) -> Iterator[Directive]:
    for match in _TFFIX.finditer(text):
        words = tuple(word.strip() for word in (match["words"] or "").split(",") if word.strip())
        understood = match["kind"] in ("ignore", "ignore-file") and (words or match["words"] is None)
        kind = match["kind"] if understood and not match["rest"].startswith("[") else "unknown"
        yield Directive(kind, words, match.span(), match.span("words"))
    for match in _NOQA.finditer(text):
        words = tuple(re.split(r"[,\s]+", match["words"])) if match["words"] else ()
        yield Directive("noqa", words, match.span(), match.span("words"))


def _tokens(text: str) -> Iterator[tokenize.TokenInfo]:
    # Lines are counted as ast counts them: a lone carriage return ends one, which StringIO would not see.
    return tokenize.generate_tokens(StringIO(_LINE_END.sub("\n", text)).readline)
