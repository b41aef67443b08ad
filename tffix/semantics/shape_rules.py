"""What operations do to shapes: broadcasting, indexing, reductions.

A shape is a tuple of lengths, ``None`` for one that is not known.  ``...`` may stand in front for one or more further
dimensions of which nothing is known.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from types import EllipsisType
from typing import Union

from tffix.semantics.syntax import is_none

Shape = tuple[Union[int, EllipsisType, None], ...]


def is_open(shape: Shape) -> bool:
    """Whether the number of dimensions is not known."""
    return ... in shape


def one_of(shapes: Sequence[Shape | None]) -> Shape | None:
    """The shape of a value that has one of these; ``None`` when they do not have the same number of dimensions."""
    known = [shape for shape in shapes if shape is not None]
    if not known or len(known) < len(shapes) or len({(len(shape), is_open(shape)) for shape in known}) > 1:
        return None
    return tuple(lengths[0] if len(set(lengths)) == 1 else None for lengths in zip(*known, strict=True))


def broadcast(left: Shape, right: Shape) -> Shape | None:
    """The shape of ``left + right``."""
    if is_open(left) or is_open(right):
        # Beside a scalar nothing is broadcast.
        return left if right == () else right if left == () else None
    size = max(len(left), len(right))
    pairs = zip((1,) * (size - len(left)) + left, (1,) * (size - len(right)) + right, strict=True)
    return tuple(b if a == 1 else a if b in (1, a) else b if a is None else a for a, b in pairs)


def matmul(left: Shape, right: Shape) -> Shape | None:
    """The shape of ``left @ right``."""
    if is_open(left) or is_open(right) or not left or not right or len(right) > 2:
        return None
    return left[:-1] + (right[1:] if len(right) == 2 else ())


def reduced(shape: Shape, axis: int | None, *, keep: bool) -> Shape | None:
    """What a reduction over ``axis`` (``None``: all) leaves."""
    if axis is None:
        return None if keep else ()
    if is_open(shape) or not -len(shape) <= axis < len(shape):
        return None
    axis %= len(shape)
    return shape[:axis] + ((1,) if keep else ()) + shape[axis + 1 :]


def expanded(shape: Shape, axis: int) -> Shape | None:
    """``shape`` with a dimension of length 1 at ``axis``."""
    if is_open(shape):
        return (*shape, 1) if axis == -1 else None
    if not -len(shape) - 1 <= axis <= len(shape):
        return None
    axis = axis if axis >= 0 else axis + len(shape) + 1
    return (*shape[:axis], 1, *shape[axis:])


def squeezed(shape: Shape, axis: int | None) -> Shape | None:
    """``shape`` without the dimension ``axis``; without those of length 1, where all lengths are known."""
    if axis is not None:
        return reduced(shape, axis, keep=False)
    # A length that is not known is not taken for 1: batches are longer.
    return None if is_open(shape) else tuple(length for length in shape if length != 1)


def indexed(shape: Shape, index: ast.expr) -> Shape | None:
    """The shape of ``x[index]`` for indexes made of integers, slices, ``None`` and ``...``."""
    parts = index.elts if isinstance(index, ast.Tuple) else [index]
    if is_open(shape):
        return None
    taken = sum(not is_none(part) and not _is_ellipsis(part) and not _is_new_axis(part) for part in parts)
    rest = len(shape) - taken
    if rest < 0:
        return None
    found: list[int | EllipsisType | None] = []
    waiting = list(shape)
    for part in parts:
        if is_none(part) or _is_new_axis(part):
            found.append(1)
        elif _is_ellipsis(part):
            found += waiting[:rest]
            waiting = waiting[rest:]
        elif isinstance(part, ast.Slice):
            length = waiting.pop(0)
            whole = part.lower is None and part.upper is None and part.step is None
            found.append(length if whole else None)
        elif integer(part) is not None:
            waiting.pop(0)
        else:
            return None  # a mask or an array of positions
    return (*found, *waiting)


def integer(node: ast.AST | None) -> int | None:
    """The integer that a literal is."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        positive = integer(node.operand)
        return None if positive is None else -positive
    is_integer = isinstance(node, ast.Constant) and type(node.value) is int
    return node.value if isinstance(node, ast.Constant) and is_integer else None  # type: ignore[return-value]


def _is_ellipsis(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and node.value is ...


def _is_new_axis(node: ast.AST) -> bool:
    return isinstance(node, ast.Attribute) and node.attr == "newaxis"
