"""What operations, attributes and methods give, by the kinds of what they are applied to."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence

from tffix.semantics import kinds_table as table
from tffix.semantics.kinds_table import Kind

LITERALS: dict[type, Kind] = {
    ast.JoinedStr: Kind.STRING,
    ast.List: Kind.LIST,
    ast.ListComp: Kind.LIST,
    ast.Tuple: Kind.TUPLE,
    ast.Dict: Kind.DICT,
    ast.DictComp: Kind.DICT,
    ast.Lambda: Kind.FUNCTION,
}
RESULTS = {Kind.LAYER: Kind.TENSOR, Kind.MODEL: Kind.TENSOR, Kind.LOSS: Kind.TENSOR, Kind.METRIC: Kind.TENSOR}
"""What calling an object of each kind returns."""

_TENSORS = (Kind.TENSOR, Kind.VARIABLE)
_NUMERIC = (Kind.NUMBER, Kind.BOOL)
_DESCRIPTIONS = {
    "shape": Kind.SHAPE,
    "dtype": Kind.DTYPE,
    "ndim": Kind.NUMBER,
    "name": Kind.STRING,
    "device": Kind.STRING,
}
_SINGLE_TENSORS = ("stack", "read", "concat", "gather", "size")


def join(kinds: Iterable[Kind]) -> Kind:
    """The kind of a value that is one of these: theirs when they agree."""
    found = set(kinds)
    if len(found) == 1:
        return found.pop()
    if found in ({Kind.TENSOR, Kind.NUMBER}, {Kind.TENSOR, Kind.VARIABLE}):
        # ``loss = 0.0`` before a loop that adds tensors.
        return Kind.TENSOR
    return Kind.UNKNOWN


def constant(value: object) -> Kind:
    """The kind of a literal."""
    if value is None:
        return Kind.NONE
    if isinstance(value, bool):
        return Kind.BOOL
    if isinstance(value, (int, float, complex)):
        return Kind.NUMBER
    return Kind.STRING if isinstance(value, str) else Kind.UNKNOWN


def unary(operand: Kind) -> Kind:
    """What ``-x``, ``+x``, ``~x`` or ``not x`` is."""
    if operand is Kind.VARIABLE:
        return Kind.TENSOR
    return Kind.UNKNOWN if operand is Kind.LIST else operand


def arithmetic(left: Kind, right: Kind) -> Kind:
    """What a binary operator gives."""
    if Kind.STRING in (left, right):
        return Kind.STRING if left is Kind.STRING else Kind.UNKNOWN
    if left in _TENSORS or right in _TENSORS:
        return Kind.TENSOR
    if left in _NUMERIC and right in _NUMERIC:
        return Kind.NUMBER
    if Kind.ARRAY in (left, right) and {left, right} <= {Kind.ARRAY, *_NUMERIC}:
        return Kind.ARRAY
    return left if left is right and left in (Kind.LIST, Kind.TUPLE) else Kind.UNKNOWN


def augmented(target: Kind, value: Kind) -> Kind:
    """What ``x += value`` makes of ``x``."""
    if target in _TENSORS or value in _TENSORS:
        return Kind.TENSOR if target is not Kind.LIST else Kind.LIST
    return target if target in (Kind.LIST, Kind.STRING) or target is value else Kind.UNKNOWN


def comparison(operators: Sequence[ast.cmpop], operands: Sequence[Kind]) -> Kind:
    """What a chain of comparisons gives."""
    if any(isinstance(operator, (ast.Is, ast.IsNot, ast.In, ast.NotIn)) for operator in operators):
        return Kind.BOOL
    if any(kind in _TENSORS for kind in operands):
        return Kind.TENSOR
    return Kind.BOOL if all(kind in table.PYTHON_KINDS for kind in operands) else Kind.UNKNOWN


def item(base: Kind, index: ast.expr) -> Kind:
    """What ``base[index]`` is."""
    if base in _TENSORS:
        return Kind.TENSOR
    if base is Kind.SHAPE:
        return Kind.SHAPE if isinstance(index, ast.Slice) else Kind.NUMBER
    return Kind.ARRAY if base is Kind.ARRAY else Kind.UNKNOWN


def attribute(base: Kind, name: str) -> Kind:
    """What ``base.name`` is."""
    if name in _DESCRIPTIONS:
        is_described = base in (*_TENSORS, Kind.ARRAY, Kind.KERAS_TENSOR)
        return _DESCRIPTIONS[name] if is_described else Kind.UNKNOWN
    if base is Kind.OPTIMIZER and name in ("iterations", "learning_rate", "lr"):
        return Kind.VARIABLE
    if base in (Kind.LAYER, Kind.MODEL) and name in ("output", "input", "outputs", "inputs"):
        return Kind.KERAS_TENSOR
    is_value = (base is Kind.VARIABLE and name in ("value", "handle")) or (base is Kind.TENSOR and name == "T")
    return Kind.TENSOR if is_value else Kind.UNKNOWN


def method(base: Kind, name: str) -> Kind | None:
    """What ``base.name(...)`` returns; ``None`` when the kind of the object says nothing."""
    if base in _TENSORS:
        return table.TENSOR_METHODS_PYTHON.get(name, Kind.TENSOR)
    if base is Kind.DATASET and name in table.DATASET_METHODS:
        return Kind.DATASET
    if base is Kind.TENSOR_ARRAY:
        return Kind.TENSOR if name in _SINGLE_TENSORS else Kind.TENSOR_ARRAY
    methods = table.METHODS.get(base)
    return None if methods is None else methods.get(name)
