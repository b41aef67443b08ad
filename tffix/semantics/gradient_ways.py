"""What a walk from the target of a gradient back to its sources meets."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field

from tffix.semantics.gradient_ops import Break
from tffix.semantics.scopes import Path
from tffix.semantics.tree import FunctionNode


@dataclass(frozen=True)
class Frame:
    """A function of this file that runs while the tape records, and the call that runs it.

    The outermost frame, without a call, is that of the function that holds the ``with`` statement.
    """

    function: FunctionNode | None
    call: ast.Call | None = None
    outer: Frame | None = None

    def chain(self) -> Iterator[Frame]:
        """The frame itself and those whose calls led to it, from the inside out."""
        current: Frame | None = self
        while current is not None:
            yield current
            current = current.outer


@dataclass(frozen=True)
class Cut:
    """An operation that passes no gradient on to its ``operands``."""

    node: ast.expr
    operands: tuple[ast.expr, ...]
    kind: Break
    frame: Frame


@dataclass
class Way:
    """What the walk from one expression back to the sources meets."""

    carriers: list[ast.expr] = field(default_factory=list)
    """Where a source certainly enters, with a way for its gradient."""
    unknown: list[ast.expr] = field(default_factory=list)
    """What may, for all that is known, carry a gradient of the sources."""
    cuts: list[Cut] = field(default_factory=list)
    """The operations at which the walk ended, nearest to the target."""
    visited: list[tuple[ast.expr, Frame]] = field(default_factory=list)
    """All expressions that were met, each with the frame it runs in."""
    outside: list[ast.expr] = field(default_factory=list)
    """What was computed while the tape did not record, by its name where it has one."""
    assumed: list[ast.Name] = field(default_factory=list)
    """Those among them that are taken to be data, such as parameters, but that could be sources."""

    @property
    def is_broken(self) -> bool:
        """Whether certainly no gradient of any source arrives."""
        return not self.carriers and not self.unknown


Item = tuple[ast.expr, Path, Frame]
"""An expression, the indexes of the element of it that is meant, and the frame it runs in."""
