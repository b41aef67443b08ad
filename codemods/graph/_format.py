"""Takes the strings that Python formats apart: f-strings, ``%``, ``str.format``, ``+``, ``str()`` and ``format()``.

Only the syntax is looked at here.  What a piece is worth at run time is for the codemod to say.
"""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeVar

from tffix.semantics.kinds_table import Kind
from tffix.semantics.syntax import has_starred

if TYPE_CHECKING:
    from tffix.semantics.module import Module

_PERCENT = re.compile(
    r"%(?:\((?P<key>[^()]*)\))?(?P<spec>[-+ 0#]*(?:\d+|\*)?(?:\.(?:\d+|\*))?)[hlL]?(?P<type>.)",
    re.DOTALL,
)
_CONVERSIONS = {"str": "s", "repr": "r", "ascii": "a"}


@dataclass(frozen=True)
class Text:
    """Literal text."""

    text: str


@dataclass(frozen=True)
class Value:
    """An expression that is turned into text: ``conversion`` is ``s``, ``r``, ``a`` or empty.

    ``spec`` is a format specification; with ``percent`` it is one of the ``%`` operator, its type at the end.
    """

    node: ast.expr
    conversion: str = ""
    spec: str = ""
    percent: bool = False


Piece = Text | Value
V = TypeVar("V")


def take_apart(module: Module, node: ast.expr) -> list[Piece] | None:
    """The pieces that the string ``node`` is built from.

    ``None`` when ``node`` is no string that is built here, or is built in a way that is not understood.
    """
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [Text(node.value)]
    if isinstance(node, ast.JoinedStr):
        return _joined(node)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        return _sum(module, node)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod):
        template = _constant_text(module, node.left)
        return None if template is None else _percent(module, template, node.right)
    if isinstance(node, ast.Call):
        return _call(module, node)
    return None


def merge(pieces: Iterable[Text | V]) -> list[Text | V]:
    """The same pieces, with adjacent texts made one and empty ones left out."""
    merged: list[Text | V] = []
    for piece in pieces:
        last = merged[-1] if merged else None
        if isinstance(piece, Text) and isinstance(last, Text):
            merged[-1] = Text(last.text + piece.text)
        elif not isinstance(piece, Text) or piece.text:
            merged.append(piece)
    return merged


def _constant_text(module: Module, node: ast.expr) -> str | None:
    value = module.value(node)
    return value.value if isinstance(value, ast.Constant) and isinstance(value.value, str) else None


def _joined(node: ast.JoinedStr) -> list[Piece] | None:
    pieces: list[Piece] = []
    for part in node.values:
        if isinstance(part, ast.Constant):
            pieces.append(Text(str(part.value)))
        elif isinstance(part, ast.FormattedValue):
            spec = _constant_spec(part.format_spec)
            if spec is None:
                return None
            pieces.append(Value(part.value, chr(part.conversion) if part.conversion > 0 else "", spec))
        else:
            return None
    return pieces


def _constant_spec(spec: ast.expr | None) -> str | None:
    if spec is None:
        return ""
    if not isinstance(spec, ast.JoinedStr):
        return None
    texts = [part.value for part in spec.values if isinstance(part, ast.Constant)]
    return "".join(map(str, texts)) if len(texts) == len(spec.values) else None


def _sum(module: Module, node: ast.BinOp) -> list[Piece] | None:
    """The operands of ``+``; a whole that is a string proves that each operand is one."""
    left, right = take_apart(module, node.left), take_apart(module, node.right)
    if left is None and right is None:
        return None
    return _operand(node.left, left) + _operand(node.right, right)


def _operand(node: ast.expr, pieces: list[Piece] | None) -> list[Piece]:
    return [Value(node)] if pieces is None else pieces


def _call(module: Module, node: ast.Call) -> list[Piece] | None:
    plain = not node.keywords and not has_starred(node.args)
    name = (module.qualified(node.func) or "").removeprefix("builtins.")
    if plain and name in _CONVERSIONS and len(node.args) == 1:
        return _converted(module, node.args[0], _CONVERSIONS[name])
    if plain and name == "format" and len(node.args) in (1, 2):
        spec = _constant_text(module, node.args[1]) if len(node.args) == 2 else ""
        return None if spec is None else [Value(node.args[0], "", spec)]
    if not isinstance(node.func, ast.Attribute):
        return None
    template = _constant_text(module, node.func.value)
    if template is None:
        return None
    if node.func.attr == "format":
        return _format(template, node)
    if node.func.attr == "join" and plain and len(node.args) == 1:
        return _join(module, template, node.args[0])
    return None


def _converted(module: Module, node: ast.expr, conversion: str) -> list[Piece]:
    inner = take_apart(module, node) if conversion == "s" else None
    return [Value(node, conversion)] if inner is None else inner


def _join(module: Module, separator: str, node: ast.expr) -> list[Piece] | None:
    if not isinstance(node, (ast.List, ast.Tuple)) or has_starred(node.elts):
        return None
    pieces: list[Piece] = []
    for index, item in enumerate(node.elts):
        pieces += [Text(separator)] if index else []
        pieces += _operand(item, take_apart(module, item))
    return pieces


def _format(template: str, node: ast.Call) -> list[Piece] | None:
    named = {keyword.arg: keyword.value for keyword in node.keywords}
    if None in named or has_starred(node.args):
        return None
    pieces: list[Piece] = []
    automatic = 0
    try:
        fields = list(string.Formatter().parse(template))
    except ValueError:
        return None
    for text, name, spec, conversion in fields:
        pieces.append(Text(text))
        if name is None:
            continue
        if name == "":
            name, automatic = str(automatic), automatic + 1
        value = named.get(name)
        if name.isdecimal():
            value = node.args[int(name)] if int(name) < len(node.args) else None
        if value is None or "{" in (spec or ""):
            return None
        pieces.append(Value(value, conversion or "", spec or ""))
    return pieces


def _percent(module: Module, template: str, right: ast.expr) -> list[Piece] | None:
    arguments = _percent_arguments(module, right)
    if arguments is None:
        return None
    pieces: list[Piece] = []
    end = used = 0
    for match in _PERCENT.finditer(template):
        pieces.append(Text(template[end : match.start()]))
        end = match.end()
        if match["type"] == "%":
            pieces.append(Text("%"))
            continue
        key = match["key"] if match["key"] is not None else str(used)
        used += match["key"] is None
        value = arguments.get(key)
        if value is None or "*" in match["spec"]:
            return None
        pieces.append(_percent_value(value, match["spec"], match["type"]))
    pieces.append(Text(template[end:]))
    complete = used in (0, len(arguments)) if isinstance(right, ast.Dict) else used == len(arguments)
    return pieces if complete and "%" not in _texts_outside(template) else None


def _texts_outside(template: str) -> str:
    return _PERCENT.sub("", template)


def _percent_arguments(module: Module, right: ast.expr) -> dict[str, ast.expr] | None:
    if isinstance(right, ast.Tuple):
        return None if has_starred(right.elts) else {str(index): item for index, item in enumerate(right.elts)}
    if isinstance(right, ast.Dict):
        keys = [key.value if isinstance(key, ast.Constant) else None for key in right.keys]
        if not all(isinstance(key, str) for key in keys):
            return None
        return {str(key): value for key, value in zip(keys, right.values, strict=True)}
    # Anything else can be a tuple at run time.
    return None if module.kind(right) in (Kind.UNKNOWN, Kind.TUPLE, Kind.DICT) else {"0": right}


def _percent_value(node: ast.expr, spec: str, kind: str) -> Value:
    if kind in "sra":
        return replace(Value(node, kind), spec=spec and spec + "s", percent=bool(spec))
    return Value(node, "", spec + kind, percent=True)
