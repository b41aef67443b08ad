"""Writes calls of NumPy on tensors of a graph, and ``.numpy()``, as TensorFlow."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tffix.codemod import Applicability
from tffix.rewriting.edits import Edit, Replace, SetKeyword
from tffix.semantics.element import Element
from tffix.semantics.elements import Elements
from tffix.semantics.kinds_table import Kind
from tffix.semantics.numpy_pairs import ADVICE, FLOATS, NUMBERS, PAIRS, Care, Pair
from tffix.semantics.symbolic import Symbolic
from tffix.semantics.syntax import argument, has_starred, is_none

if TYPE_CHECKING:
    from tffix.semantics.module import Module

SAFE, UNSAFE = Applicability.SAFE, Applicability.UNSAFE
_ARRAYS = ("array", "asarray", "asanyarray", "ascontiguousarray")
_VALUES = ("numpy", "item")


class NoEqualError(Exception):
    """TensorFlow has nothing that certainly does the same; the message says why and what to do."""


@dataclass(frozen=True)
class Translation:
    """How one call is written with TensorFlow."""

    edits: tuple[Edit, ...]
    applicability: Applicability = SAFE


def takes_value(call: ast.Call) -> bool:
    """Whether ``call`` is ``x.numpy()`` or ``x.item()``."""
    is_method = isinstance(call.func, ast.Attribute) and call.func.attr in _VALUES
    return is_method and not call.args and not call.keywords


class Translator:
    """The calls of one file that need the values of tensors.

    Args:
        module: the file.
        is_float_tensor: says which expressions become tensors of floats, for code that does not run in a graph.

    """

    def __init__(self, module: Module, is_float_tensor: Callable[[ast.expr], bool] | None = None) -> None:
        self._module = module
        self._elements = Elements(module)
        self._is_float_tensor = is_float_tensor
        self.is_symbolic = Symbolic(module, self._stands_for_tensor)
        self._is_tensor: Callable[[ast.expr], bool] = is_float_tensor or self.is_symbolic

    def function(self, call: ast.Call) -> str | None:
        """``linalg.norm`` for a call of ``numpy.linalg.norm``; ``None`` for calls of anything else."""
        qualified = self._module.qualified(call.func) or ""
        return qualified[len("numpy.") :] if qualified.startswith("numpy.") else None

    def is_known(self, call: ast.Call) -> bool:
        """Whether a call becomes one that takes tensors."""
        try:
            self.translation(call)
        except NoEqualError:
            return False
        return True

    def _stands_for_tensor(self, call: ast.Call) -> bool:
        name = self.function(call)
        return takes_value(call) if name is None else name in PAIRS or name in _ARRAYS or name in NUMBERS

    # -- one call ----------------------------------------------------------------------------------------------------

    def translation(self, call: ast.Call) -> Translation:
        """How ``call`` is written with TensorFlow; what it is given is left as it is.

        Raises:
            NoEqualError: it cannot be.
        """
        name = self.function(call)
        if name is None:
            if not takes_value(call) or not isinstance(call.func, ast.Attribute):
                raise NoEqualError("it needs the value; write it with tf operations")
            return Translation((Replace(call, self._without(call, call.func.value), {"value": call.func.value}),))
        if has_starred(call.args) or any(keyword.arg is None for keyword in call.keywords):
            raise NoEqualError("its arguments are not written out; write it with tf operations")
        if name in _ARRAYS:
            return self._array(call)
        if name in NUMBERS:
            return self._cast(call, name)
        pair = PAIRS.get(name)
        if pair is None:
            advice = ADVICE.get(
                name, f"no function of TensorFlow certainly does what np.{name} does; write it with tf operations"
            )
            raise NoEqualError(advice)
        return self._paired(call, name, pair)

    def _without(self, call: ast.Call, value: ast.expr) -> str:
        """The value at this moment: a variable may change before it is read."""
        is_read = isinstance(self._module.parent(call), (ast.BinOp, ast.Compare, ast.Call, ast.UnaryOp, ast.keyword))
        if self._module.kind(value) is not Kind.VARIABLE or is_read:
            return "{value}"
        return f"{self._spell(call, 'identity')}({{value}})"

    def _cast(self, call: ast.Call, dtype: str) -> Translation:
        if len(call.args) != 1 or call.keywords:
            raise NoEqualError("it is given more than one value; write it with tf.cast")
        template = f"{self._spell(call, 'cast')}({{value}}, {self._spell(call, dtype)})"
        return Translation((Replace(call, template, {"value": call.args[0]}),))

    def _array(self, call: ast.Call) -> Translation:
        """``np.array(t)`` is ``t``; of a list it is the tensors stacked."""
        if not call.args or len(call.args) > 2 or any(keyword.arg != "dtype" for keyword in call.keywords):
            raise NoEqualError("its arguments have no equal in TensorFlow; write it with tf.convert_to_tensor")
        value, given = call.args[0], argument(call, "dtype", 1)
        is_list = isinstance(value, (ast.List, ast.Tuple))
        if not is_list and not self._is_tensor(value):
            raise NoEqualError("only a part of what it is given are tensors; write it with tf.stack")
        template = f"{self._spell(call, 'stack')}({{value}})" if is_list else "{value}"
        level = UNSAFE if is_list else SAFE
        if given is None or is_none(given):
            return Translation((Replace(call, template, {"value": value}),), level)
        dtype = (self._module.qualified(given) or "").removeprefix("numpy.")
        if dtype not in NUMBERS:
            raise NoEqualError("the dtype is not written out; write it with tf.cast")
        template = f"{self._spell(call, 'cast')}({template}, {self._spell(call, dtype)})"
        return Translation((Replace(call, template, {"value": value}),), level)

    def _spell(self, call: ast.Call, name: str) -> str:
        spelled = self._module.spell(f"tensorflow.{name}", call)
        if spelled is None:
            raise NoEqualError("tensorflow has no name here; import it, and write it with tf operations")
        return spelled

    # -- pairs -------------------------------------------------------------------------------------------------------

    def _paired(self, call: ast.Call, name: str, pair: Pair) -> Translation:
        given = self._given(call, name, pair)
        first = next(iter(given.values()), None)
        if first is None:
            raise NoEqualError("it is given nothing here; write it with tf operations")
        level = self._level(call, name, pair, given)
        function = self._spell(call, pair.name)
        if self._is_swapped(pair, given):
            left, right = given.values()
            return Translation((Replace(call, f"{function}({{b}}, {{a}})", {"a": left, "b": right}),), level)
        edits: list[Edit] = []
        if pair.care is Care.FLOAT and self._is_truth(first):
            edits.append(self._counted(call, name, first))
        if pair.care is Care.AXIS and is_none(given.get("axis", ast.Constant(None))):
            edits.append(Replace(first, f"{self._spell(call, 'reshape')}({{array}}, [-1])", {"array": first}))
            if "axis" in given:
                raise NoEqualError("TensorFlow flattens nothing for `axis=None`; leave it out")
        if name == "reshape" and not isinstance(given["shape"], (ast.Tuple, ast.List)):
            is_number = self._module.kind(given["shape"]) is Kind.NUMBER or isinstance(given["shape"], ast.UnaryOp)
            edits += [Replace(given["shape"], "[{size}]", {"size": given["shape"]})] if is_number else []
        if self._is_named_alike(call, pair):
            edits.append(Replace(call.func, function))
            if pair.default_axis is not None and "axis" not in given:
                edits.append(SetKeyword(call, "axis", pair.default_axis))
            return Translation(tuple(edits), level)
        arguments = self._arguments(pair, given)
        parts = {f"p{index}": value for index, value in enumerate(given.values())}
        return Translation((*edits, Replace(call, f"{function}({arguments})", parts)), level)

    def _is_truth(self, node: ast.expr) -> bool:
        """Whether a tensor is certainly of booleans, which NumPy counts and TensorFlow does not."""
        node = self._module.value(node)
        return isinstance(node, ast.Compare) or (
            isinstance(node, ast.Call) and (self.function(node) or "").startswith(("logical_", "is", "equal"))
        )

    def _counted(self, call: ast.Call, name: str, first: ast.expr) -> Edit:
        dtype = {"mean": "float32", "sum": "int32"}.get(name)
        if dtype is None:
            raise NoEqualError("TensorFlow takes no booleans there; cast them")
        template = f"{self._spell(call, 'cast')}({{array}}, {self._spell(call, dtype)})"
        return Replace(first, template, {"array": first})

    def _given(self, call: ast.Call, name: str, pair: Pair) -> dict[str, ast.expr]:
        """The arguments by their TensorFlow names, in source order."""
        given: dict[str, ast.expr] = {}
        names = [entry.partition(":")[0] for entry in pair.numpy]
        if len(call.args) > len(names):
            raise NoEqualError(f"np.{name} is given more than its pair takes; write it with tf operations")
        passed = [*zip(names, call.args, strict=False), *((k.arg or "", k.value) for k in call.keywords)]
        for parameter, value in passed:
            equal = pair.equal(parameter)
            if equal is None:
                raise NoEqualError(f"`{parameter}` of np.{name} has no equal; write it with tf operations")
            given[equal] = value
        return given

    def _is_named_alike(self, call: ast.Call, pair: Pair) -> bool:
        """Whether the arguments mean the same to both functions as they are written."""
        positional = [entry.partition(":")[2] for entry in pair.numpy][: len(call.args)]
        return positional == list(pair.tensorflow[: len(positional)]) and all(
            pair.equal(keyword.arg or "") == keyword.arg for keyword in call.keywords
        )

    def _arguments(self, pair: Pair, given: dict[str, ast.expr]) -> str:
        written: list[str] = []
        for index, parameter in enumerate(given):
            is_positional = index < len(pair.tensorflow) and pair.tensorflow[index] == parameter
            is_positional = is_positional and all("=" not in before for before in written)
            is_positional = is_positional and (index < 2 or pair.care is Care.FIRST)
            written.append(f"{{p{index}}}" if is_positional else f"{parameter}={{p{index}}}")
        return ", ".join(written)

    def _is_swapped(self, pair: Pair, given: dict[str, ast.expr]) -> bool:
        values = list(given.values())
        return pair.care is Care.COMMUTES and len(values) == 2 and not self._is_tensor(values[0])

    # -- whether the result is the same ------------------------------------------------------------------------------

    def _level(self, call: ast.Call, name: str, pair: Pair, given: dict[str, ast.expr]) -> Applicability:
        """How certain it is that both give the same.

        Raises:
            NoEqualError: they do not.
        """
        values = list(given.values())
        self._check_dtypes(name, values)
        if name == "concatenate" and is_none(given.get("axis", ast.Constant(0))):
            raise NoEqualError("TensorFlow flattens nothing for `axis=None`; reshape the tensors first")
        if pair.care in (Care.FIRST, Care.COMMUTES):
            return self._operands(name, values, commutes=pair.care is Care.COMMUTES)
        if pair.care is Care.SEQUENCE:
            return self._sequence(values[0])
        if name == "where":
            return self._chosen(values)
        if not self._is_tensor(values[0]):
            raise NoEqualError("its first argument is no tensor; write it with tf operations")
        if pair.care is Care.FLOAT and not self._is_float(values[0]):
            return UNSAFE
        if name == "expand_dims" and not self._is_int(given.get("axis")):
            raise NoEqualError("tf.expand_dims takes one axis, a number; call it for each")
        if name == "reshape":
            return self._shape(given.get("shape"))
        dtype = given.get("dtype")
        if dtype is not None and not (self._module.qualified(dtype) or "").startswith(("numpy.", "tensorflow.")):
            raise NoEqualError("Python types are other dtypes in TensorFlow than in NumPy; name the dtype")
        return SAFE

    def _check_dtypes(self, name: str, values: list[ast.expr]) -> None:
        """NumPy makes floats of integers where it needs them, and mixes both; TensorFlow does neither."""
        elements = [self._element(value) for value in values if self._is_tensor(value)]
        dtypes = {element.dtype or "" for element in elements if element is not None and not element.assumed} - {""}
        if name in FLOATS and any(dtype.startswith(("int", "uint")) for dtype in dtypes):
            raise NoEqualError(f"TensorFlow takes floats only where np.{name} makes some of integers; cast them first")
        if name not in ("where", "repeat") and len(dtypes) > 1:
            raise NoEqualError("TensorFlow does not mix dtypes as NumPy does; cast one of them")

    def _operands(self, name: str, values: list[ast.expr], *, commutes: bool) -> Applicability:
        needed = 3 if name == "clip" else 2
        if len(values) != needed or any(map(is_none, values)):
            raise NoEqualError(f"np.{name} is not given all that TensorFlow needs; write it with tf operations")
        if self._is_tensor(values[0]):
            return SAFE
        if commutes and len(values) == 2 and self._is_tensor(values[1]):
            return SAFE
        raise NoEqualError("TensorFlow takes the dtype of the first operand; make that a tensor, or use an operator")

    def _sequence(self, value: ast.expr) -> Applicability:
        if not isinstance(value, (ast.List, ast.Tuple)):
            return UNSAFE
        return SAFE if all(map(self._is_tensor, value.elts)) else UNSAFE

    def _chosen(self, values: list[ast.expr]) -> Applicability:
        if len(values) != 3:
            raise NoEqualError("with one argument np.where is a tuple of indexes; tf.where gives them as rows")
        _, chosen, other = values
        if self._is_tensor(chosen):
            return SAFE
        if self._is_tensor(other) and not (isinstance(chosen, ast.Constant) and isinstance(chosen.value, float)):
            raise NoEqualError("TensorFlow takes the dtype of the second argument; make that a tensor")
        element = self._element(other)
        return SAFE if element is not None and element.dtype == "float32" else UNSAFE

    def _shape(self, shape: ast.expr | None) -> Applicability:
        if shape is None:
            raise NoEqualError("no shape is given; write it with tf.reshape")
        if isinstance(shape, (ast.Tuple, ast.List, ast.UnaryOp)):
            return SAFE
        return SAFE if self._module.kind(shape) in (Kind.NUMBER, Kind.SHAPE, Kind.TENSOR) else UNSAFE

    def _is_int(self, node: ast.expr | None) -> bool:
        if isinstance(node, ast.UnaryOp):
            node = node.operand
        return node is not None and self._module.kind(node) is Kind.NUMBER

    def _element(self, node: ast.expr) -> Element | None:
        found = self._elements.of(node)
        return found if isinstance(found, Element) else None

    def _is_float(self, node: ast.expr) -> bool:
        """Whether a tensor is certainly of floats: those of integers are other numbers in NumPy."""
        if self._is_float_tensor is not None and self._is_float_tensor(node):
            return True
        if isinstance(node, ast.BinOp):
            return self._is_float(node.left) or self._is_float(node.right) or isinstance(node.op, ast.Div)
        if isinstance(node, ast.Call) and self.function(node) in PAIRS and node.args:
            return self._is_float(node.args[0])
        element = self._element(node)
        return element is not None and not element.assumed and (element.dtype or "").startswith("float")
