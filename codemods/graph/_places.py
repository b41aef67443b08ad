"""Where a Python number that was drawn or read goes, and which dtype a tensor in its place must have."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tffix.semantics.autograph import is_converted
from tffix.semantics.elements import Elements
from tffix.semantics.kinds_table import Kind
from tffix.semantics.scopes import BindingKind
from tffix.semantics.symbolic import Symbolic
from tffix.semantics.syntax import argument

from ._branches import check_branches
from ._consumers import Consumers, NeedsValueError, returns_tensors

if TYPE_CHECKING:
    from tffix.semantics.module import Module

_TAKE_FLOATS = frozenset(
    f"tensorflow.image.adjust_{name}" for name in ("brightness", "contrast", "saturation", "hue", "gamma")
)
_TAKE_INTEGERS = frozenset(["tensorflow.image.rot90", "tensorflow.gather", "tensorflow.roll"])
_MAKE_TENSORS = frozenset(["tensorflow.constant", "tensorflow.convert_to_tensor", "tensorflow.cast"])
_DTYPES = frozenset(["float16", "float32", "float64", "bfloat16", "int32", "int64"])
_NUMBERS = (Kind.NUMBER, Kind.BOOL, Kind.ARRAY)


@dataclass(frozen=True)
class Place:
    """What is to be replaced by a tensor, and its dtype: the name of one in TensorFlow, or ``None`` for the default."""

    node: ast.expr
    dtype: str | None = None


class Places:
    """Finds the place of numbers that are made in traced code.

    Args:
        module: the file.
        is_integer: whether the numbers are integers.
        is_scalar: whether each is a Python number, not an array of ``float64`` or ``int64``.

    """

    def __init__(self, module: Module, *, is_integer: bool, is_scalar: bool) -> None:
        self._module = module
        self._symbolic = Symbolic(module)
        self._only_float32 = Elements(module).only_float32
        self._is_integer = is_integer
        self._is_scalar = is_scalar

    def of(self, node: ast.expr) -> Place:
        """The place of the number that ``node`` makes.

        Raises:
            NeedsValueError: no tensor can stand there, or it is not certain of which dtype.
        """
        parent = self._module.parent(node)
        if isinstance(parent, ast.Attribute) and parent.attr == "astype":
            outer = self._module.parent(parent)
            if isinstance(outer, ast.Call) and outer.func is parent:
                return self._made(self._tensor_of(outer), self._dtype(argument(outer, "dtype", 0)))
        is_first = isinstance(parent, ast.Call) and parent.args[:1] == [node]
        if isinstance(parent, ast.Call) and is_first and self._module.qualified(parent.func) in _MAKE_TENSORS:
            return self._tensor(parent)
        return Place(node, self._wanted(node))

    def _tensor_of(self, node: ast.expr) -> ast.expr:
        """``tf.constant(node)`` where only that makes it a tensor, else ``node``."""
        call = self._module.parent(node)
        is_made = isinstance(call, ast.Call) and call.args == [node] and not call.keywords
        if isinstance(call, ast.Call) and is_made and self._module.qualified(call.func) in _MAKE_TENSORS:
            return call
        return node

    def _tensor(self, call: ast.Call) -> Place:
        """``tf.constant(number, dtype)`` makes the tensor that is drawn instead."""
        given = argument(call, "dtype", 1)
        if any(keyword.arg not in ("dtype", "value") for keyword in call.keywords) or len(call.args) > 2:
            raise NeedsValueError("it is made a tensor in a way of its own; draw the tensor with tf.random")
        return self._made(call, self._default() if given is None else self._dtype(given))

    def _made(self, node: ast.expr, dtype: str) -> Place:
        if self._is_integer and not dtype.startswith("int"):
            raise NeedsValueError("tf.random draws no integers of that dtype; draw int32, and cast it")
        if not self._is_integer and dtype.startswith("int"):
            raise NeedsValueError("it is cut off to an integer; draw one with tf.random.uniform and an integer dtype")
        Consumers(self._module).check(node)
        return Place(node, None if dtype == "float32" else dtype)

    def _default(self) -> str:
        if self._is_scalar:
            return "int32" if self._is_integer else "float32"
        return "int64" if self._is_integer else "float64"

    def _dtype(self, node: ast.expr | None) -> str:
        text = node.value if isinstance(node, ast.Constant) else None
        name = str(text) if isinstance(text, str) else ""
        if node is not None and not name:
            name = (self._module.qualified(node) or "").rpartition(".")[2]
        if name not in _DTYPES:
            raise NeedsValueError("its dtype is not written out; give tf.random the dtype")
        return name

    # -- who uses it -------------------------------------------------------------------------------------------------

    def _wanted(self, node: ast.expr) -> str | None:
        """The dtype that fits those who use ``node``."""
        parent = self._module.parent(node)
        if isinstance(parent, ast.BinOp):
            return self._operand(parent, parent.right if parent.left is node else parent.left)
        if isinstance(parent, ast.UnaryOp) and not isinstance(parent.op, ast.Not):
            return self._wanted(parent)
        if isinstance(parent, ast.Compare):
            return self._compared(parent)
        if isinstance(parent, ast.Subscript) and parent.slice is node:
            return self._index(parent)
        if isinstance(parent, ast.Assign) and len(parent.targets) == 1 and isinstance(parent.targets[0], ast.Name):
            return self._named(parent.targets[0])
        if isinstance(parent, ast.Call):
            return self._given(parent)
        if isinstance(parent, ast.keyword):
            call = self._module.parent(parent)
            if isinstance(call, ast.Call):
                return self._given(call)
        if isinstance(parent, (ast.Return, ast.Tuple, ast.Lambda)):
            return self._returned(node)
        raise NeedsValueError("a Python number may be needed here; draw it with tf.random where a tensor will do")

    def _is_tensor(self, node: ast.expr) -> bool:
        return self._module.kind(node) is Kind.TENSOR or self._symbolic(node) or self._has_shape(node)

    def _has_shape(self, node: ast.expr) -> bool:
        """Whether a traced function asks its parameter for the shape: ``tf.function`` makes tensors of arrays."""
        binding = self._module.binding(node) if isinstance(node, ast.Name) else None
        if binding is None or not isinstance(binding.node, ast.arg):
            return False
        function = self._module.tree.function_of(binding.node)
        if self._module.function_context(function).root is not function:
            return False
        holders = map(self._module.parent, self._module.uses(binding))
        return any(isinstance(holder, ast.Attribute) and holder.attr in ("shape", "dtype") for holder in holders)

    def _operand(self, parent: ast.BinOp, other: ast.expr) -> str | None:
        if self._is_tensor(other):
            return self._like(other)
        if self._module.kind(other) in _NUMBERS:
            return self._wanted(parent)
        raise NeedsValueError("it meets a value of unknown kind; draw it with tf.random where that is a tensor")

    def _like(self, tensor: ast.expr) -> str | None:
        """The dtype of the tensor it meets, which a Python number takes and a tensor must have."""
        if self._is_integer:
            raise NeedsValueError("a Python integer takes the dtype of the tensor beside it; draw and cast it")
        if self._only_float32:
            return None
        while isinstance(tensor, ast.BinOp):
            tensor = tensor.left if self._is_tensor(tensor.left) else tensor.right
        if isinstance(tensor, (ast.Name, ast.Attribute)):
            return f"{self._module.segment(tensor)}.dtype"
        raise NeedsValueError("it takes the dtype of the tensor beside it; draw it with that dtype")

    def _compared(self, parent: ast.Compare) -> str | None:
        others = [value for value in (parent.left, *parent.comparators) if self._module.kind(value) is not Kind.NUMBER]
        if len(parent.ops) != 1 or len(others) > 1 or not self._is_scalar:
            raise NeedsValueError(
                "the comparison may need a Python number; draw it with tf.random where a tensor will do"
            )
        self._condition(parent)
        return "int32" if self._is_integer else None

    def _condition(self, test: ast.expr) -> None:
        outer = self._module.parent(test)
        while isinstance(outer, ast.BoolOp) or (isinstance(outer, ast.UnaryOp) and isinstance(outer.op, ast.Not)):
            test, outer = outer, self._module.parent(outer)
        if isinstance(outer, ast.If) and outer.test is test:
            check_branches(self._module, outer, self._is_tensor)
        elif isinstance(outer, ast.IfExp) and outer.test is test:
            is_chosen = self._is_tensor(outer.body) and self._is_tensor(outer.orelse)
            if not is_chosen or not is_converted(self._module, outer):
                raise NeedsValueError("the condition chooses between values of unknown kind; write it with tf.cond")
        elif not isinstance(test, ast.Compare) or isinstance(outer, (ast.While, ast.Assert)):
            raise NeedsValueError("the condition needs a Python value; write it with tf operations")
        else:
            Consumers(self._module).check(test)

    def _index(self, parent: ast.Subscript) -> str:
        if self._is_integer and self._is_scalar and self._symbolic(parent.value):
            return "int32"
        raise NeedsValueError("Python lists take no tensor as an index; stack the list, and take one with tf.gather")

    def _named(self, target: ast.Name) -> str | None:
        binding = self._module.scopes.by_node.get(target)
        uses = [] if binding is None else self._module.uses(binding)
        if binding is None or binding.kind is not BindingKind.ASSIGN or not uses:
            raise NeedsValueError("it is kept for code that may need a Python number; draw it with tf.random")
        if any(self._module.bindings(use) != frozenset([binding]) for use in uses):
            raise NeedsValueError("the name has other values as well; draw each with tf.random")
        wanted = {self._wanted(use) for use in uses}
        if len(wanted) > 1:
            raise NeedsValueError("it is used as numbers of several dtypes; draw it with tf.random, and cast it")
        return wanted.pop()

    def _given(self, call: ast.Call) -> str | None:
        qualified = self._module.qualified(call.func)
        if qualified in _TAKE_FLOATS and not self._is_integer and self._is_scalar:
            return None
        if qualified in _TAKE_INTEGERS and self._is_integer:
            return "int32"
        if qualified == "tensorflow.cast":
            return "int32" if self._is_integer else None
        written = self._module.segment(call.func)
        raise NeedsValueError(f"`{written}` may need a Python number; draw it with tf.random where a tensor will do")

    def _returned(self, node: ast.expr) -> str | None:
        """``tf.function`` makes a tensor of the number: of ``float32`` or ``int32``, of an array of its own dtype."""
        outer: ast.AST | None = self._module.parent(node)
        while isinstance(outer, ast.Tuple):
            outer = self._module.parent(outer)
        function = outer if isinstance(outer, ast.Lambda) else self._module.function(node)
        is_returned = isinstance(outer, (ast.Return, ast.Lambda))
        if is_returned and function is not None and returns_tensors(self._module, function):
            return None if self._default() == "float32" else self._default()
        raise NeedsValueError("it goes to code that may need a Python number; draw it with tf.random")
