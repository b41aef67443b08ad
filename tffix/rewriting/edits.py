"""The edits a fix is made of: plain descriptions on ``ast`` nodes.

Nothing here imports libcst.  :mod:`tffix.rewriting.apply` carries the edits out on the concrete tree, where
comments, layout and indentation live.

Code is given as templates: ``"tf.cast({x}, tf.float64)"`` with ``parts={"x": node}`` puts the source of ``node`` in
place of ``{x}`` (comments and layout of the part travel along; parentheses are added where precedence needs them).
Literal braces are doubled, as in ``str.format``.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, Union

Parts = Mapping[str, ast.AST]


def escaped(text: str) -> str:
    """``text`` as it stands for itself in a template."""
    return text.replace("{", "{{").replace("}", "}}")


@dataclass(frozen=True)
class Replace:
    """Put the expression ``template`` in place of the expression ``node``."""

    node: ast.expr
    template: str
    parts: Parts = field(default_factory=dict)


@dataclass(frozen=True)
class ReplaceStatement:
    """Put the statements of ``template`` in place of ``node``; its comments above and beside it stay.

    A part that is a statement stands on a line of its own (``{body}``) and may be given as a list through
    ``blocks``: the statements travel with their comments and are indented as the template indents the placeholder.
    """

    node: ast.stmt
    template: str
    parts: Parts = field(default_factory=dict)
    blocks: Mapping[str, tuple[ast.stmt, ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class SetKeyword:
    """Give ``call`` the keyword ``name=value``: replaced where it stands, else appended in the layout of the call."""

    call: ast.Call
    name: str
    value: str
    parts: Parts = field(default_factory=dict)


@dataclass(frozen=True)
class NameArgument:
    """Give the argument ``value`` of ``call`` by the keyword ``name``, whether it was given by place or by another."""

    call: ast.Call
    value: ast.expr
    name: str


@dataclass(frozen=True)
class RemoveArgument:
    """Take the argument ``value`` out of ``call``, with its keyword if it has one."""

    call: ast.Call
    value: ast.expr


@dataclass(frozen=True)
class AppendElement:
    """Put the expression ``template`` at the end of ``node``, a list with elements, in its layout."""

    node: ast.List
    template: str


@dataclass(frozen=True)
class AppendCall:
    """Make ``node`` into ``node.method(arguments)``, on a line of its own where the chain is written that way."""

    node: ast.expr
    method: str
    arguments: str = ""


@dataclass(frozen=True)
class ReplaceMethod:
    """Make ``call``, which is ``x.old(...)``, into ``x.`` and the call ``template`` (``"shuffle(100)"``).

    The layout of the chain that ``call`` is part of stays.
    """

    call: ast.Call
    template: str


@dataclass(frozen=True)
class AddDecorator:
    """Put ``@decorator`` on ``function``, as the innermost (or outermost) of its decorators."""

    function: ast.FunctionDef | ast.AsyncFunctionDef
    decorator: str
    outermost: bool = False


@dataclass(frozen=True)
class AddParameter:
    """Give ``function`` the parameter ``name=default``, behind all others that can be given by name."""

    function: ast.FunctionDef | ast.AsyncFunctionDef
    name: str
    default: str


@dataclass(frozen=True)
class Rename:
    """Give ``function`` the name ``name`` where it is defined."""

    function: ast.FunctionDef | ast.AsyncFunctionDef
    name: str


@dataclass(frozen=True)
class Insert:
    """Insert the statements of ``template`` before or after the statement ``anchor``, in its block."""

    anchor: ast.stmt
    template: str
    where: Literal["before", "after"] = "before"
    parts: Parts = field(default_factory=dict)


@dataclass(frozen=True)
class Remove:
    """Remove the statement ``node``; comments above and beside it stay (a block left empty gets ``pass``)."""

    node: ast.stmt


@dataclass(frozen=True)
class Move:
    """Move the statements ``nodes`` (siblings, in order), with the comments above and beside each, to ``anchor``.

    There they take the line ``{body}`` of ``template``; the statements of ``replacement`` stand where they stood.
    ``left`` are statements inside of, or between, ``nodes`` that take a line of ``replacement`` (``{name}``) instead.
    """

    nodes: tuple[ast.stmt, ...]
    anchor: ast.stmt
    where: Literal["before", "after"] = "before"
    template: str = "{body}"
    replacement: str = ""
    left: Mapping[str, tuple[ast.stmt, ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class Wrap:
    """Indent the contiguous siblings ``nodes`` below ``header`` (``"with strategy.scope():"``).

    ``inserts`` of other edits anchored at one of ``nodes`` land inside.
    """

    nodes: tuple[ast.stmt, ...]
    header: str


@dataclass(frozen=True)
class Dedent:
    """Move the last statements ``nodes`` of a compound statement's body out of it, to stand right behind it."""

    nodes: tuple[ast.stmt, ...]


@dataclass(frozen=True)
class ReplaceComment:
    """Put ``text`` (which may be empty) in place of the comment at bytes ``start:end`` of the UTF-8 text."""

    start: int
    end: int
    text: str


Edit = Union[
    Replace,
    ReplaceStatement,
    SetKeyword,
    NameArgument,
    RemoveArgument,
    AppendElement,
    AppendCall,
    ReplaceMethod,
    AddDecorator,
    AddParameter,
    Rename,
    Insert,
    Remove,
    Move,
    Wrap,
    Dedent,
    ReplaceComment,
]
