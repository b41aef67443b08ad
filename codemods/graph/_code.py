"""Writes new code as the template of an edit: names, string literals, values, and the layout of a long call."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from tffix.rewriting.edits import escaped
from tffix.semantics.kinds_table import Kind
from tffix.semantics.scopes import BindingKind

from ._format import Text
from ._values import Printed

if TYPE_CHECKING:
    from tffix.semantics.module import Module

_NEEDS_PARENTHESES = (ast.Tuple, ast.NamedExpr, ast.Yield, ast.YieldFrom)
_SIMPLE = (Kind.NUMBER, Kind.BOOL, Kind.STRING)
_OTHER_QUOTE = {'"': "'", "'": '"'}
_MIN_WIDTH, _MAX_WIDTH = 88, 120


class NameTakenError(Exception):
    """A name that the new code needs means something else here; the message says which."""


class Code:
    """Collects the parts and the imports of a template that stands in place of ``call``."""

    def __init__(self, module: Module, call: ast.Call) -> None:
        self._module = module
        self._call = call
        self.parts: dict[str, ast.AST] = {}
        self._imports: set[str] = set()
        found = re.search("[\"']", module.segment(call))
        self._quote = found.group() if found else '"'

    @property
    def needed_imports(self) -> tuple[str, ...]:
        """What must be imported for the template, as :class:`~tffix.codemod.Fix` takes it."""
        return tuple(sorted(self._imports))

    # -- names -----------------------------------------------------------------------------------------------------

    def name(self, qualified: str) -> str:
        """How ``tensorflow.x`` is written here.

        Raises:
            NameTakenError: it cannot be: ``tf`` is something else.
        """
        spelled = self._module.spell(qualified, self._call)
        if spelled is not None:
            return spelled
        if not self._module.is_free("tf", self._call):
            raise NameTakenError("tf")
        self._imports.add("tensorflow as tf")
        return qualified.replace("tensorflow", "tf", 1)

    def sys(self, attribute: str) -> str:
        """``sys.stdout`` or its like.

        Raises:
            NameTakenError: ``sys`` is something else.
        """
        scopes = self._module.scopes
        owner = scopes.owner("sys", scopes.around(self._call))
        bindings = [] if owner is None else owner.all("sys")
        if any(b.kind is not BindingKind.IMPORT or b.qualified != "sys" for b in bindings):
            raise NameTakenError("sys")
        self._imports.add("sys")
        return f"sys.{attribute}"

    # -- values and literals -----------------------------------------------------------------------------------------

    def value(self, node: ast.expr) -> str:
        """The expression ``node``, as a part of the template where it can be one."""
        if any(isinstance(outer, ast.JoinedStr) for outer in self._up_to_call(node)):
            # Inside an f-string positions are only as good as the parser that made them.
            return escaped(source(self._module, node))
        name = f"p{len(self.parts)}"
        self.parts[name] = node
        return f"{{{name}}}"

    def _up_to_call(self, node: ast.expr) -> list[ast.AST]:
        around = []
        for outer in self._module.ancestors(node):
            if outer is self._call:
                break
            around.append(outer)
        return around

    def literal(self, text: str) -> str:
        """A string literal in the quotes that the print uses."""
        return escaped(self._literal(text))

    def chunk(self, pieces: Sequence[Text | Printed]) -> str:
        """One string of texts and Python values."""
        values = [piece for piece in pieces if isinstance(piece, Printed)]
        if not values:
            return self.literal("".join(piece.text for piece in pieces if isinstance(piece, Text)))
        if len(pieces) == 1 and values[0].kind is Kind.STRING and not (values[0].value.spec or _conversion(values[0])):
            return self.value(values[0].node)
        if any(value.value.percent for value in values):
            return self._percent_string(pieces, values)
        return escaped(self._f_string(pieces) or self._format_call(pieces, values))

    def _literal(self, text: str) -> str:
        other = _OTHER_QUOTE[self._quote]
        quote = other if self._quote in text and other not in text else self._quote
        return f"{quote}{_body(text, quote)}{quote}"

    def _f_string(self, pieces: Sequence[Text | Printed]) -> str | None:
        """An f-string that Python 3.10 can read; ``None`` when there is none."""
        inner = "".join(source(self._module, piece.node) for piece in pieces if isinstance(piece, Printed))
        quote = self._quote if self._quote not in inner else _OTHER_QUOTE[self._quote]
        if re.search(rf"[\\\n{{}}{quote}]", inner):
            return None
        body = "".join(
            escaped(_body(piece.text, quote))
            if isinstance(piece, Text)
            else f"{{{source(self._module, piece.node)}{_conversion(piece)}{_spec(piece)}}}"
            for piece in pieces
        )
        return f"f{quote}{body}{quote}"

    def _format_call(self, pieces: Sequence[Text | Printed], values: Sequence[Printed]) -> str:
        texts = [
            escaped(piece.text) if isinstance(piece, Text) else f"{{{_conversion(piece)}{_spec(piece)}}}"
            for piece in pieces
        ]
        arguments = ", ".join(source(self._module, value.node) for value in values)
        return f"{self._literal(''.join(texts))}.format({arguments})"

    def _percent_string(self, pieces: Sequence[Text | Printed], values: Sequence[Printed]) -> str:
        texts = [p.text.replace("%", "%%") if isinstance(p, Text) else f"%{_percent_spec(p)}" for p in pieces]
        arguments = [self._percent_argument(value) for value in values]
        alone = len(values) == 1 and values[0].kind in _SIMPLE and isinstance(values[0].node, (ast.Name, ast.Constant))
        right = arguments[0] if alone else f"({', '.join(arguments)}{',' * (len(arguments) == 1)})"
        return f"{self.literal(''.join(texts))} % {right}"

    def _percent_argument(self, value: Printed) -> str:
        text = self.value(value.node)
        if value.value.spec and not value.value.percent:
            return f"format({text}, {self.literal(value.value.spec)})"
        return text

    # -- layout ------------------------------------------------------------------------------------------------------

    def call(self, function: str, arguments: Sequence[str]) -> str:
        """``function(arguments)``, one argument a line when it is too long for the file's lines."""
        short = f"{function}({', '.join(arguments)})"
        return short if self._fits(short, self._before()) else self._lines(f"{function}(", arguments, ")")

    def join(self, strings: Sequence[str]) -> str:
        """``tf.strings.join`` of the strings, to stand as the first argument of the new call."""
        function = self.name("tensorflow.strings.join")
        short = f"{function}([{', '.join(strings)}])"
        before = self._before()
        margin = before[: len(before) - len(before.lstrip())] + self._step()
        return short if self._fits(short, margin) else self._lines(f"{function}([", strings, "])", self._step())

    def _lines(self, start: str, items: Sequence[str], end: str, margin: str = "") -> str:
        lines = "".join(f"{margin}{self._step()}{item},\n" for item in items)
        return f"{start}\n{lines}{margin}{end}"

    def _fits(self, template: str, before: str) -> bool:
        parts = {name: self._module.segment(node) for name, node in self.parts.items()}
        return "\n" not in template and len(before + template.format(**parts)) <= self._limit()

    def _before(self) -> str:
        """The line up to the call."""
        data, start = self._module.data, self._module.span(self._call)[0]
        return data[data.rfind(b"\n", 0, start) + 1 : start].decode()

    def _limit(self) -> int:
        return min(_MAX_WIDTH, max(_MIN_WIDTH, *map(len, self._module.text.splitlines())))

    def _step(self) -> str:
        found = re.search(r"^(?:def|class|if|for|with|while|@)[^\n]*:\s*\n([ \t]+)\S", self._module.text, re.MULTILINE)
        return found.group(1) if found else "    "


def _body(text: str, quote: str) -> str:
    """``text`` as it stands between ``quote`` and ``quote``."""
    # With a double quote in front, repr takes single quotes around and escapes those.
    body = repr('"' + text)[2:-1]
    if quote == "'":
        return body
    return re.sub(r"\\.|\"", lambda match: {"\\'": "'", '"': '\\"'}.get(match[0], match[0]), body)


def source(module: Module, node: ast.expr) -> str:
    """The code of ``node`` on one line, as the author wrote it where that can be told."""
    text = module.segment(node)
    if not isinstance(node, _NEEDS_PARENTHESES) and "\n" not in text and _is_code_of(text, node):
        return text
    return ast.unparse(node)


def _is_code_of(text: str, node: ast.expr) -> bool:
    try:
        parsed = ast.parse(text, mode="eval").body
    except (SyntaxError, ValueError):
        return False
    return ast.dump(parsed) == ast.dump(node)


def _conversion(piece: Printed) -> str:
    return f"!{piece.value.conversion}" if piece.value.conversion not in ("", "s") else ""


def _percent_spec(piece: Printed) -> str:
    value = piece.value
    return value.spec if value.percent else value.conversion or "s"


def _spec(piece: Printed) -> str:
    if not piece.value.spec:
        return ""
    return f":{piece.value.spec}"
