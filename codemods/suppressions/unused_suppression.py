"""A comment that silences a finding which is no longer there.

## What it does
Finds the codes in `# tffix: ignore[...]`, `# tffix: ignore-file[...]` and `# noqa: ...` that suppress nothing, and
the codes that no codemod has.

## Why is this bad?
The code was mended, or the comment stands on the wrong line. Left in place it hides the next finding on that line,
and it tells the reader of a fault that does not exist.

## When the fix is safe
Always: only the unused code is removed, or the whole suppression with its reason when nothing of it is left. Other
parts of the comment, such as `# type: ignore`, stay.

## When there is no fix
- No codemod has the code: it may be misspelt.
- The comment is not understood.

## What is left alone
- Codes whose codemod did not run: with `--select TF3` no suppression of TF101 is touched.
- A bare `# noqa`, and the codes of other tools.

## References
- https://docs.astral.sh/ruff/rules/unused-noqa/
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tffix.codemod import Applicability, Codemod, Contract, Fix, Match, Options
from tffix.rewriting.edits import ReplaceComment
from tffix.semantics.module import Module
from tffix.suppression import Comment, Suppressions


def find(module: Module, _options: Options) -> Iterator[Match]:
    suppressions = module.suppressions
    for comment in suppressions.comments:
        yield from _unknown(suppressions, comment)
        unused = {i: words for i, d in enumerate(comment.directives) if (words := suppressions.unused(d))}
        if unused:
            fix = Fix((ReplaceComment(comment.start, comment.end, comment.without(unused)),))
            yield Match(comment.node, _message(unused.values()), fix)


def _unknown(suppressions: Suppressions, comment: Comment) -> Iterator[Match]:
    for directive in comment.directives:
        if directive.kind == "unknown":
            reason = 'there is no such comment; write "# tffix: ignore[CODE]" or "# tffix: ignore-file[CODE]"'
            yield Match(comment.node, "suppression that tffix does not understand", reason=reason)
        for word in suppressions.unknown(directive):
            reason = "it may be misspelt; correct or remove it (`tffix codemods` lists the codes and names)"
            yield Match(comment.node, f"suppression of {word}, which no codemod has", reason=reason)


def _message(unused: Iterable[tuple[str, ...]]) -> str:
    words = [word for group in unused for word in group if word]
    return f"unused suppression of {', '.join(words)}" if words else "unused suppression"


CODEMOD = Codemod(
    code="TF001",
    name="unused-suppression",
    summary="suppression comment that suppresses nothing",
    applicability=Applicability.SAFE,
    contract=Contract.NONE,
    words=(
        ("tffix:", "noqa", "NOQA"),
        # A noqa is judged by the codes of tffix in it.
        ("tffix:", *(f"{prefix}{digit}" for prefix in ("TF", "tf") for digit in range(10))),
    ),
    find=find,
    example="named-code",
    last=True,
)
