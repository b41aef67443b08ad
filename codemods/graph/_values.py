"""What a print writes: its arguments taken apart, each piece a text, a tensor, a Python value or unknown."""

from __future__ import annotations

import ast
import enum
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tffix.semantics.kinds_table import PYTHON_KINDS, Kind
from tffix.semantics.scopes import BindingKind

from ._format import Piece, Text, Value, merge, take_apart
from ._spec import NumberFormat, parse

if TYPE_CHECKING:
    from tffix.semantics.module import Module
    from tffix.semantics.tree import FunctionNode

_TENSORS = (Kind.TENSOR, Kind.VARIABLE)
_NUMBER = NumberFormat("d")


class Role(enum.Enum):
    """What tracing makes of a value: a symbolic tensor, a Python value that is fixed, or either."""

    TENSOR = "tensor"
    PYTHON = "Python value"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Printed:
    """A value that is printed.

    ``node`` is the value itself, without the ``.numpy()`` or ``float()`` that the print put around it; ``number`` is
    how it is to be formatted.  ``understood`` is false for a format that has no equal in a graph.
    """

    value: Value
    node: ast.expr
    role: Role
    kind: Kind
    number: NumberFormat | None = None
    understood: bool = True

    @property
    def is_python(self) -> bool:
        """Whether it is certainly no tensor."""
        return self.role is Role.PYTHON

    @property
    def is_formatted(self) -> bool:
        """Whether only a string tensor can hold its text."""
        return self.number is not None and not self.number.is_plain_integer


@dataclass(frozen=True)
class Argument:
    """One argument of a print and the pieces of its text."""

    node: ast.expr
    pieces: tuple[Text | Printed, ...]

    @property
    def values(self) -> tuple[Printed, ...]:
        """The pieces that are not literal text."""
        return tuple(piece for piece in self.pieces if isinstance(piece, Printed))

    @property
    def is_python(self) -> bool:
        """Whether all its values are certainly no tensors."""
        return all(value.is_python for value in self.values)


def read(module: Module, call: ast.Call) -> list[Argument]:
    """The arguments of the print ``call``."""
    return [_argument(module, node) for node in call.args]


def _argument(module: Module, node: ast.expr) -> Argument:
    pieces = take_apart(module, node)
    if pieces is None:
        pieces = [Value(node)]
    printed: list[Text | Printed] = []
    for piece in map(_folded, pieces):
        printed.append(piece if isinstance(piece, Text) else _printed(module, piece))
        last = printed[-1]
        if isinstance(last, Printed) and last.number is not None and last.number.type == "%":
            printed.append(Text("%"))
    return Argument(node, tuple(merge(printed)))


def _folded(piece: Piece) -> Piece:
    """A literal among the values as the text it gives."""
    if isinstance(piece, Text) or not isinstance(piece.node, ast.Constant):
        return piece
    if not piece.spec and piece.conversion in ("", "s"):
        return Text(str(piece.node.value))
    return piece


def _printed(module: Module, value: Value) -> Printed:
    node, number = _bare(module, value)
    kind = module.kind(node)
    role = _role(module, node, kind)
    if role is Role.PYTHON:
        return Printed(value, value.node, role, kind)
    if not value.spec:
        return Printed(value, node, role, kind, number)
    parsed = None if value.conversion else parse(value.spec, percent=value.percent)
    return Printed(value, node, role, kind, parsed, understood=parsed is not None)


def _role(module: Module, node: ast.expr, kind: Kind) -> Role:
    if kind in _TENSORS or _holds_tensors(module, node):
        return Role.TENSOR
    return Role.PYTHON if kind in PYTHON_KINDS or isinstance(node, ast.Constant) else Role.UNKNOWN


def _holds_tensors(module: Module, node: ast.expr) -> bool:
    """Whether ``node`` writes out a list, tuple or dictionary of tensors, which ``tf.print`` takes as it is."""
    node = module.value(node)
    elements = node.values if isinstance(node, ast.Dict) else getattr(node, "elts", [])
    kinds = [module.kind(element) for element in elements if not isinstance(element, ast.Constant)]
    return bool(kinds) and isinstance(node, (ast.List, ast.Tuple, ast.Dict)) and all(kind in _TENSORS for kind in kinds)


def _bare(module: Module, value: Value) -> tuple[ast.expr, NumberFormat | None]:
    """The value without what only works eagerly, and the number format that this implies."""
    node = value.node
    name = module.qualified(node.func) if isinstance(node, ast.Call) else None
    if isinstance(node, ast.Call) and name in ("builtins.float", "builtins.int") and len(node.args) == 1:
        inner = _without_numpy(node.args[0])
        is_cast = module.kind(inner) in _TENSORS and (value.spec or inner is not node.args[0])
        if is_cast:
            return inner, None if name == "builtins.float" else _NUMBER
    return _without_numpy(node), None


def _without_numpy(node: ast.expr) -> ast.expr:
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "numpy":
        return node.func.value if not node.args and not node.keywords else node
    return node


def is_frozen(module: Module, value: Printed, function: FunctionNode | None) -> bool:
    """Whether a Python value may change between runs of the traced ``function``, which keep the first."""
    return any(_changes(module, node, function) for node in ast.walk(value.node))


def _changes(module: Module, node: ast.AST, function: FunctionNode | None) -> bool:
    if isinstance(node, ast.Call):
        name = module.qualified(node.func)
        return name is not None and not name.startswith("builtins.")
    if isinstance(node, ast.Attribute):
        static = node.attr in ("shape", "dtype", "name", "ndim")
        return not static and module.qualified(node) is None and module.self_class(node.value) is not None
    if not isinstance(node, ast.Name) or not isinstance(node.ctx, ast.Load):
        return False
    outside = [b for b in module.bindings(node) if function is None or not module.contains(function, b.node)]
    return len(outside) > 1 or any(b.kind in (BindingKind.FOR, BindingKind.AUGMENTED) for b in outside)


def calls_numpy(value: Printed) -> bool:
    """Whether a ``.numpy()`` is left inside the value: it fails while a graph is traced."""
    return any(isinstance(node, ast.Attribute) and node.attr == "numpy" for node in ast.walk(value.node))


def flatten(arguments: Iterable[Argument], separator: str) -> Iterator[Text | Printed]:
    """The pieces of all arguments, with the separator between them."""
    for index, argument in enumerate(arguments):
        if index:
            yield Text(separator)
        yield from argument.pieces
