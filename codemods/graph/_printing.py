"""The edits that make a ``print`` into ``tf.print`` with the same text."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tffix.codemod import Applicability, Fix
from tffix.rewriting.edits import Edit, Replace, SetKeyword
from tffix.semantics.kinds_table import Kind
from tffix.semantics.syntax import has_starred

from ._code import Code
from ._format import Text, merge
from ._values import Argument, Printed, Role, flatten

if TYPE_CHECKING:
    from tffix.semantics.module import Module

_NAMES = {
    "as_string": "tensorflow.strings.as_string",
    "cast": "tensorflow.cast",
    "float64": "tensorflow.float64",
    "int64": "tensorflow.int64",
}


class NotPrintableError(Exception):
    """``tf.print`` cannot write this; the message says why and what to do."""


@dataclass(frozen=True)
class Layout:
    """What the keywords of a print ask for.

    ``separator`` is ``None`` when it is not a literal.  ``is_plain`` says that ``tf.print`` takes the keywords as they
    are.
    """

    separator: str | None
    stream: ast.expr | None
    kept: tuple[ast.keyword, ...]
    is_plain: bool


def read_layout(module: Module, call: ast.Call) -> Layout:
    """Read the keywords of the print ``call``.

    Raises:
        NotPrintableError: one of them has no equal.
    """
    separator: str | None = " "
    stream: ast.expr | None = None
    kept: list[ast.keyword] = []
    for keyword in call.keywords:
        constant = keyword.value.value if isinstance(keyword.value, ast.Constant) else ...
        if keyword.arg == "flush" or (keyword.arg in ("sep", "end", "file") and constant is None):
            continue
        if keyword.arg == "file":
            stream = _stream(module, keyword.value)
        elif keyword.arg == "sep":
            kept.append(keyword)
            separator = constant if isinstance(constant, str) else None
            if module.kind(keyword.value) is not Kind.STRING:
                raise NotPrintableError(
                    "its separator may be None, which tf.print does not take; write the separator as a literal"
                )
        elif keyword.arg == "end":
            kept.append(keyword)
        else:
            raise NotPrintableError("the keyword arguments of this print are not known here; write them out")
    return Layout(separator, stream, tuple(kept), is_plain=len(kept) == len(call.keywords))


def _stream(module: Module, node: ast.expr) -> ast.expr:
    if module.qualified(node) in ("sys.stdout", "sys.stderr"):
        return node
    raise NotPrintableError(
        'tf.print writes to stdout, stderr or a path, not to a Python file object; give it `output_stream="file://..."`'
    )


class Printing:
    """Builds the fix for one print."""

    def __init__(self, module: Module, call: ast.Call, arguments: Sequence[Argument]) -> None:
        self._call = call
        self._arguments = list(arguments)
        self._layout = read_layout(module, call)
        self._code = Code(module, call)

    def fix(self, applicability: Applicability, alternative: ast.BoolOp | None = None) -> Fix:
        """The fix.

        Args:
            applicability: of the fix.
            alternative: the whole of ``print(x) or y``, if the print stands in one.

        Raises:
            NotPrintableError: there is none.
            NameTakenError: a name it needs is taken.
        """
        formatted = any(value.is_formatted and not value.is_python for a in self._arguments for value in a.values)
        one_each = all(argument.is_python or len(argument.pieces) == 1 for argument in self._arguments)
        edits: tuple[Edit, ...]
        if not formatted and one_each and self._layout.is_plain and alternative is None:
            edits = self._in_place()
        else:
            template = self._template(formatted=formatted, one_each=one_each)
            if alternative is not None:
                rest = " or ".join(map(self._code.value, alternative.values[1:]))
                template = f"({template}, {rest})[1]"
            edits = (Replace(alternative or self._call, template, self._code.parts),)
        return Fix(edits, self._code.needed_imports, applicability)

    def _in_place(self) -> tuple[Edit, ...]:
        code = self._code
        edits: list[Edit] = [Replace(self._call.func, code.name("tensorflow.print"))]
        for argument in self._arguments:
            piece = argument.pieces[0] if argument.pieces else None
            if isinstance(piece, Printed) and not argument.is_python:
                code.parts = {}
                template = self._plain(piece)
                if piece.node is not argument.node or template != "{p0}":
                    edits.append(Replace(argument.node, template, code.parts))
        edits.append(SetKeyword(self._call, "output_stream", code.sys("stdout")))
        return tuple(edits)

    def _template(self, *, formatted: bool, one_each: bool) -> str:
        keep_separator = True
        if formatted:
            values, keep_separator = [self._joined(merge(self._pieces()))], False
        elif one_each:
            values = [self._whole(argument) for argument in self._arguments]
        else:
            values, spaced = self._spread(merge(self._pieces()))
            keep_separator = False
            if not spaced:
                values.append(f"sep={self._code.literal('')}")
        kept = [k for k in self._layout.kept if k.arg != "sep" or keep_separator]
        keywords = [f"{k.arg}={self._code.value(k.value)}" for k in kept]
        stream = self._layout.stream
        keywords.append(f"output_stream={self._code.sys('stdout') if stream is None else self._code.value(stream)}")
        return self._code.call(self._code.name("tensorflow.print"), [*values, *keywords])

    def _pieces(self) -> list[Text | Printed]:
        if self._layout.separator is None:
            raise NotPrintableError(
                "its separator is not a literal, so that the text cannot be taken apart; write it as one"
            )
        if has_starred(argument.node for argument in self._arguments):
            raise NotPrintableError("how many values are printed is not known here; write them out")
        return list(flatten(self._arguments, self._layout.separator))

    def _whole(self, argument: Argument) -> str:
        piece = argument.pieces[0] if argument.pieces else None
        if isinstance(piece, Printed) and not argument.is_python:
            return self._plain(piece)
        return self._code.value(argument.node)

    def _plain(self, piece: Printed) -> str:
        """``piece`` as an argument of its own."""
        text = self._code.value(piece.node)
        if piece.number is None:
            return text
        return f"{self._code.name(_NAMES['cast'])}({text}, {self._code.name(_NAMES['int64'])})"

    # -- several pieces ------------------------------------------------------------------------------------------------

    def _spread(self, pieces: Sequence[Text | Printed]) -> tuple[list[str], bool]:
        """The pieces as arguments, and whether the spaces between them are those that ``tf.print`` writes."""
        groups = _groups(pieces)
        trimmed = _without_spaces(groups)
        return [self._argument(group) for group in (groups if trimmed is None else trimmed)], trimmed is not None

    def _argument(self, group: Sequence[Text | Printed]) -> str:
        first = group[0] if len(group) == 1 else None
        if isinstance(first, Printed) and not first.is_python:
            return self._plain(first)
        return self._code.chunk(group)

    def _joined(self, pieces: Sequence[Text | Printed]) -> str:
        """One string tensor: beside other arguments ``tf.print`` would put it in quotes."""
        strings = [self._string(group) for group in _groups(pieces)]
        return strings[0] if len(strings) == 1 else self._code.join(strings)

    def _string(self, group: Sequence[Text | Printed]) -> str:
        piece = group[0]
        if isinstance(piece, Text) or piece.is_python:
            return self._code.chunk(group)
        text = self._code.value(piece.node)
        if piece.number is not None:
            names = {name: self._code.name(qualified) for name, qualified in _NAMES.items()}
            names["fill"] = self._code.literal(piece.number.fill)
            return piece.number.as_string(text, names)
        inputs = text if piece.role is Role.TENSOR else f"[{text}]"
        return f"{self._code.name('tensorflow.strings.format')}({self._code.literal('{}')}, {inputs})"


Group = list[Text | Printed]


def _groups(pieces: Sequence[Text | Printed]) -> list[Group]:
    """Runs of texts and Python values as one group each, every other value alone."""
    groups: list[Group] = []
    in_chunk = False
    for piece in pieces:
        fixed = isinstance(piece, Text) or piece.is_python
        if fixed and in_chunk:
            groups[-1].append(piece)
        else:
            groups.append([piece])
        in_chunk = fixed
    return groups


def _without_spaces(groups: Sequence[Group]) -> list[Group] | None:
    """The groups without the single space between each two; ``None`` when one is missing."""
    result: list[Group] = []
    last = len(groups) - 1
    for index, group in enumerate(groups):
        start, end = group[0], group[-1]
        if not (isinstance(start, Text) or start.is_python):
            if index and not _is_chunk(groups[index - 1]):
                return None
            result.append(group)
            continue
        left, right = index > 0, index < last
        if left and right and group == [Text(" ")]:
            continue
        if left and not (isinstance(start, Text) and start.text.startswith(" ")):
            return None
        if right and not (isinstance(end, Text) and end.text.endswith(" ")):
            return None
        result.append(_trimmed(group, left=left, right=right))
    return result


def _is_chunk(group: Group) -> bool:
    return isinstance(group[0], Text) or group[0].is_python


def _trimmed(group: Group, *, left: bool, right: bool) -> Group:
    pieces = list(group)
    first = pieces[0]
    if left and isinstance(first, Text):
        pieces[0] = Text(first.text[1:])
    last = pieces[-1]
    if right and isinstance(last, Text):
        pieces[-1] = Text(last.text[:-1])
    kept = [piece for piece in pieces if not isinstance(piece, Text) or piece.text]
    return kept or [Text("")]
