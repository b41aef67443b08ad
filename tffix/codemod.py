"""What a codemod is: its metadata, what it finds, and how its fixes are described.

A codemod is one file under ``codemods/`` that defines ``CODEMOD = Codemod(...)``.  Its ``find`` reads the
semantic model of one file and yields a :class:`Match` for each place where the pattern occurs.  A match has
either a :class:`Fix` or a reason why it has none; never both, never neither.

Nothing here imports libcst: a file without findings never pays for it.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import ast

    from tffix.rewriting.edits import Edit
    from tffix.semantics.module import Module


class Applicability(enum.Enum):
    """How far a fix can be trusted."""

    SAFE = "safe"
    """Behaviour is kept, or code that failed is repaired in the one obvious way."""
    UNSAFE = "unsafe"
    """Right in most cases; a person should look at it."""
    MANUAL = "manual"
    """Only reported, with advice."""


def least(*levels: Applicability) -> Applicability:
    """How far something can be trusted whose parts can be trusted as far as ``levels`` say."""
    return max(levels, key=list(Applicability).index, default=Applicability.SAFE)


class Contract(enum.Enum):
    """What training before and after the fix must show."""

    EQUIVALENT = "equivalent"
    """The same loss curve, bit for bit."""
    TOLERANCE = "tolerance"
    """The same loss curve up to rounding."""
    REPAIR = "repair"
    """Broken before; trains after."""
    NONE = "none"
    """Nothing that computes is changed."""


@dataclass(frozen=True)
class Fix:
    """Edits that are applied together or not at all.

    ``imports`` are modules the new code needs under their own name (``"sys"``); one that is already bound where it
    is needed is reused.  ``applicability`` may be lower than that of the codemod, never higher.
    """

    edits: tuple[Edit, ...]
    imports: tuple[str, ...] = ()
    applicability: Applicability = Applicability.SAFE


@dataclass(frozen=True)
class Match:
    """One place where a codemod applies.

    ``node`` is where the finding is shown.  Exactly one of ``fix`` and ``reason`` is given: ``reason`` says, for the
    author of the code, why there is no automatic fix and what to do instead.
    """

    node: ast.AST
    message: str
    fix: Fix | None = None
    reason: str | None = None

    def __post_init__(self) -> None:
        if (self.fix is None) == (self.reason is None):
            raise ValueError("a match has either a fix or a reason")


class Option(NamedTuple):
    """A setting of one codemod, read from ``[tool.tffix.<name>]``; one of type ``float`` may be given as an integer."""

    default: str | float | bool
    help: str
    choices: tuple[str, ...] = ()


Options = Mapping[str, object]
Find = Callable[["Module", Options], Iterator[Match]]


@dataclass(frozen=True)
class Codemod:
    """The metadata of a codemod and the function that finds its matches.

    ``words`` is the prefilter: for every group at least one word must occur in the file's bytes, or the codemod
    cannot apply.  One that begins with a dot is an attribute, or a name imported from TensorFlow or Keras.
    ``targets`` lists the Keras generations for which the rewrite is right.  ``example`` names the corpus case shown by
    ``tffix explain`` and the docs.  ``default`` is false for codemods that must be selected by name.  ``last`` codemods
    run after the suppressions of a file have been matched against its findings.
    """

    code: str
    name: str
    summary: str
    applicability: Applicability
    contract: Contract
    words: tuple[tuple[str, ...], ...]
    find: Find
    example: str
    targets: tuple[int, ...] = (2, 3)
    options: Mapping[str, Option] = field(default_factory=dict)
    default: bool = True
    last: bool = False
    page: str = ""
    """Markdown: the docstring of the codemod's file, filled in by the registry."""
