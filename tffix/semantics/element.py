"""What is known of a tensor that goes into a list, and of several taken together."""

from __future__ import annotations

import enum
from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Element:
    """A tensor.

    ``single``: certainly one tensor, not a structure; ``scalar``: certainly of shape ``()``; ``assumed``: the dtype is
    the usual one, not certain.
    """

    single: bool = True
    scalar: bool = False
    dtype: str | None = None
    assumed: bool = False


class Number(enum.Enum):
    """A Python number: the start of a sum, or an operand that takes the dtype of the tensor beside it."""

    NUMBER = "Python number"


NUMBER = Number.NUMBER
CYCLE = Element(True, True)
"""A value that is computed from itself, as in a loop: it is what it was before, if every step keeps that."""

Operand = Element | Number | None


def arithmetic(operands: Sequence[Operand]) -> Element | None:
    """The result of arithmetic: its operands have one dtype, Python numbers take that of the tensor."""
    tensors = _tensors(operands)
    if not tensors:
        return _cycle(operands)
    dtypes = {element.dtype for element in tensors} - {None}
    is_scalar = all(o is NUMBER or (isinstance(o, Element) and o.scalar) for o in operands)
    is_assumed = all(element.assumed or element.dtype is None for element in tensors)
    return Element(any(element.single for element in tensors), is_scalar, only(dtypes), is_assumed)


def one_of(candidates: Iterable[Operand]) -> Element | None:
    """What a value is that is one of these; a Python number stands for the start of a sum."""
    found = list(candidates)
    tensors = _tensors(found)
    if not tensors or None in found:
        return _cycle(found)
    return common(tensors)


def common(tensors: Sequence[Element]) -> Element:
    """What is true of each of the tensors."""
    return Element(
        all(element.single for element in tensors),
        all(element.scalar for element in tensors),
        only({element.dtype for element in tensors}),
        any(element.assumed for element in tensors),
    )


def only(found: set[str | None]) -> str | None:
    """The only member of a set; ``None`` when it has another number of them."""
    return next(iter(found)) if len(found) == 1 else None


def _tensors(operands: Iterable[Operand]) -> list[Element]:
    return [operand for operand in operands if isinstance(operand, Element) and operand is not CYCLE]


def _cycle(operands: Sequence[Operand]) -> Element | None:
    is_cycle = any(operand is CYCLE for operand in operands)
    return CYCLE if is_cycle and None not in operands else None
