"""What a traced function does with a Python number that it is given, and whether a tensor will do as well."""

from __future__ import annotations

import ast
import enum

from tffix.semantics.elements import Elements
from tffix.semantics.kinds_table import LEARNING_RATES, Kind
from tffix.semantics.module import Module
from tffix.semantics.names import keras_path
from tffix.semantics.origins import dtype_argument
from tffix.semantics.scopes import BindingKind
from tffix.semantics.syntax import argument_values, single_target
from tffix.semantics.tree import FunctionNode

from ._dtypes import sets_dtype, variable_dtype
from ._traced import shown
from ._varying import is_float, is_integer

_OPERATORS = (ast.Add, ast.Sub, ast.Mult, ast.Div, ast.Pow)
_TENSORS = (Kind.TENSOR, Kind.VARIABLE)
_BINARY = frozenset(["add", "subtract", "multiply", "divide", "pow", "maximum", "minimum", "where", "divide_no_nan"])
_UNARY = frozenset(
    ["exp", "sqrt", "square", "log", "log1p", "sigmoid", "tanh", "cos", "sin", "negative", "abs", "rsqrt"]
)
_LIMITS = frozenset(["clip_by_value", "clip_by_norm", "clip_by_global_norm"])
_MOMENTS = {"normal": ("mean", "stddev"), "truncated_normal": ("mean", "stddev"), "uniform": ("minval", "maxval")}
_SUMMARIES = "tensorflow.summary."
_STRUCTURAL = (
    "range",
    "enumerate",
    "len",
    "zeros",
    "ones",
    "reshape",
    "fill",
    "eye",
    "one_hot",
    "split",
    "tile",
    "pad",
)
_PRINTING = ("print", "format", "str", "repr", "info", "debug", "warning")
_MAX_DEPTH = 4


class Use(enum.Enum):
    """What a value is needed as."""

    FLOAT = "a float32 tensor"
    STEP = "the number of a step"
    ANY = "a tensor of any type"


class NeedsNumberError(Exception):
    """A tensor would not do; the text says what the Python number is for, ``node`` where."""

    def __init__(self, text: str, node: ast.AST) -> None:
        super().__init__(text)
        self.node = node


class StructureError(Exception):
    """The number decides what graph is built, so that a trace for each value is needed."""


class Uses:
    """The uses of one parameter, followed through arithmetic, names and functions of the file.

    Args:
        module: the file.
        elements: what its tensors are.
        function: the traced function.
        parameter: its parameter.
        value: the number that is passed for it.

    Raises :class:`NeedsNumberError` and :class:`StructureError`.

    """

    def __init__(
        self, module: Module, elements: Elements, function: FunctionNode, parameter: ast.arg, value: ast.expr
    ) -> None:
        self._module = module
        self._elements = elements
        self._name = parameter.arg
        self._carriers: set[str] = {parameter.arg}
        self._is_float, self._is_integer = is_float(module, value), is_integer(module, value)
        self.found: set[Use] = set()
        self.certain = True
        """Whether every tensor beside it is known to be ``float32``."""
        self._parameter(function, parameter, 0)

    def _parameter(self, function: FunctionNode, parameter: ast.arg, depth: int) -> None:
        if depth > _MAX_DEPTH:
            raise NeedsNumberError("is passed on from function to function", parameter)
        self._carriers.add(parameter.arg)
        for name in self._module.uses_of_target(parameter):
            if not all(binding.node is parameter for binding in self._module.bindings(name)):
                raise NeedsNumberError("is bound again", name)
            self._follow(name, depth)

    def _follow(self, node: ast.expr, depth: int) -> None:
        holder = self._module.parent(node)
        if isinstance(holder, ast.BinOp):
            self._arithmetic(node, holder, depth)
        elif isinstance(holder, ast.UnaryOp) and isinstance(holder.op, (ast.USub, ast.UAdd)):
            self._follow(holder, depth)
        elif isinstance(holder, (ast.Assign, ast.AugAssign)):
            self._assigned(node, holder, depth)
        elif isinstance(holder, ast.keyword):
            call = self._module.parent(holder)
            if not isinstance(call, ast.Call) or holder.arg is None:
                raise NeedsNumberError("is passed on as `**`", node)
            self._argument(node, call, holder.arg, depth)
        elif isinstance(holder, ast.Call):
            if node is holder.func:
                raise NeedsNumberError("is called", node)
            self._argument(node, holder, holder.args.index(node), depth)
        elif isinstance(holder, ast.Compare):
            self._compared(node, holder)
        else:
            self._refused(node, holder)

    def _refused(self, node: ast.expr, holder: ast.AST | None) -> None:
        if isinstance(holder, ast.Attribute):
            raise NeedsNumberError(f"is asked for `.{holder.attr}`", node)
        if isinstance(holder, ast.FormattedValue):
            raise NeedsNumberError("becomes text", node)
        if isinstance(holder, (ast.If, ast.While, ast.IfExp, ast.BoolOp, ast.UnaryOp, ast.Assert)):
            raise NeedsNumberError("decides a branch", node)
        if isinstance(holder, (ast.Subscript, ast.Slice, ast.List, ast.Tuple, ast.Dict)):
            raise StructureError
        raise NeedsNumberError("is used in other ways than arithmetic with tensors", node)

    # -- arithmetic ------------------------------------------------------------------------------------------------

    def _arithmetic(self, node: ast.expr, operation: ast.BinOp, depth: int) -> None:
        other = operation.right if node is operation.left else operation.left
        if self._module.kind(other) is Kind.STRING:
            raise NeedsNumberError("becomes text", node)
        if self._is_number(other):
            if not isinstance(operation.op, _OPERATORS):
                self._not_arithmetic(operation)
            # 1 - 0.999 ** step would lose most of its digits in float32.
            self.certain = self.certain and not (isinstance(operation.op, ast.Pow) and node is operation.right)
            self.found.add(Use.FLOAT)
            self._follow(operation, depth)
            return
        self._beside(other)
        if not isinstance(operation.op, _OPERATORS):
            self._not_arithmetic(operation)

    def _not_arithmetic(self, operation: ast.BinOp) -> None:
        raise NeedsNumberError(f"is used in `{shown(self._module, operation)}`", operation)

    def _is_number(self, expression: ast.expr) -> bool:
        """Whether ``expression`` is a Python number, or arithmetic of such with the parameter."""
        if isinstance(expression, ast.BinOp):
            return self._is_number(expression.left) and self._is_number(expression.right)
        if isinstance(expression, ast.UnaryOp):
            return self._is_number(expression.operand)
        if isinstance(expression, ast.Name) and expression.id in self._carriers:
            return True
        return self._module.kind(expression) is Kind.NUMBER

    def _beside(self, other: ast.expr) -> None:
        """Note that the value meets the tensor ``other``, whose dtype must be the same."""
        kind = self._module.kind(other)
        self._check_variable(other)
        if kind in (Kind.LIST, Kind.TUPLE, Kind.STRING, Kind.SHAPE):
            raise StructureError
        found = self._elements.of(other)
        dtype = None if found is None or found.assumed else found.dtype
        if dtype is None and sets_dtype(self._module):
            raise NeedsNumberError(f"meets `{shown(self._module, other)}` in a file that sets another dtype", other)
        if dtype is not None and dtype != "float32":
            raise NeedsNumberError(f"meets `{shown(self._module, other)}`, a tensor of {dtype}", other)
        if dtype is None or kind not in _TENSORS:
            self.certain = False
        self.found.add(Use.FLOAT)

    def _check_variable(self, other: ast.expr) -> None:
        dtype = variable_dtype(self._module, other)
        if dtype not in (None, "float32"):
            raise NeedsNumberError(f"meets `{shown(self._module, other)}`, a variable of {dtype}", other)

    def _compared(self, node: ast.expr, comparison: ast.Compare) -> None:
        others = [operand for operand in (comparison.left, *comparison.comparators) if operand is not node]
        if len(others) != 1 or self._module.kind(others[0]) not in _TENSORS:
            raise NeedsNumberError("decides a branch", node)
        self._beside(others[0])

    # -- statements ------------------------------------------------------------------------------------------------

    def _assigned(self, node: ast.expr, statement: ast.Assign | ast.AugAssign, depth: int) -> None:
        target = single_target(statement) if isinstance(statement, ast.Assign) else statement.target
        if isinstance(statement, ast.AugAssign):
            if not isinstance(statement.op, _OPERATORS) or self._module.kind(statement.target) not in _TENSORS:
                raise NeedsNumberError(f"is used in `{shown(self._module, statement)}`", statement)
            self._beside(statement.target)
            return
        if isinstance(target, ast.Attribute):
            self._set(target)
            return
        binding = self._module.scopes.by_node.get(target) if isinstance(target, ast.Name) else None
        if binding is None or binding.kind is not BindingKind.ASSIGN or len(binding.scope.all(binding.name)) != 1:
            raise NeedsNumberError("is bound to a name that is bound again", node)
        self._carriers.add(binding.name)
        for use in self._module.uses(binding):
            self._follow(use, depth)

    def _set(self, target: ast.Attribute) -> None:
        is_rate = target.attr in LEARNING_RATES and self._module.kind(target.value) is Kind.OPTIMIZER
        if not is_rate:
            raise NeedsNumberError(f"is kept in `{shown(self._module, target)}`", target)
        self.certain = self.certain and self._module.keras == 3
        self.found.add(Use.FLOAT)

    # -- calls -----------------------------------------------------------------------------------------------------

    def _argument(self, node: ast.expr, call: ast.Call, place: int | str, depth: int) -> None:
        qualified = self._module.qualified(call.func)
        if qualified is None:
            self._local(node, call, place, depth)
            return
        name = qualified.rpartition(".")[2]
        is_tensorflow = qualified.startswith("tensorflow.") or keras_path(qualified) is not None
        if qualified.startswith(_SUMMARIES):
            self.found.add(Use.STEP if place == "step" or place == (1 if name == "step" else 2) else Use.ANY)
        elif qualified in ("tensorflow.cast", "tensorflow.print"):
            self.certain = self.certain and dtype_argument(self._module, call) in (None, "float32")
            self.found.add(Use.ANY)
        elif name in _PRINTING:
            raise NeedsNumberError("becomes text", node)
        elif name in _STRUCTURAL or (not is_tensorflow and not qualified.startswith(("builtins.", "math.", "numpy."))):
            raise StructureError
        elif is_tensorflow and name in (*_BINARY, *_LIMITS):
            others = [other for other in call.args if other is not node and not self._is_number(other)]
            beside = [self._operand(name, other) for other in others if self._module.kind(other) is not Kind.LIST]
            if not any(beside):
                self._alone(node, call)
            self.found.add(Use.FLOAT)
        elif is_tensorflow and name in _UNARY and place == 0:
            self._alone(node, call)
            self.found.add(Use.FLOAT)
        elif is_tensorflow and (place in _MOMENTS.get(name, ()) or (name in _MOMENTS and place in (1, 2))):
            if len(call.args) > 3 or any(keyword.arg == "dtype" for keyword in call.keywords):
                self._drawn(node, call)
            self.found.add(Use.FLOAT)
        else:
            raise NeedsNumberError(f"is passed to `{shown(self._module, call.func)}`", node)

    def _operand(self, name: str, other: ast.expr) -> bool:
        """Note that the value meets ``other`` in a function of TensorFlow; false where that is a condition only."""
        condition = name == "where" and self._module.kind(other) in _TENSORS
        found = self._elements.of(other) if condition else None
        if found is not None and found.dtype == "bool":
            return False
        self._beside(other)
        return True

    def _alone(self, node: ast.expr, call: ast.Call) -> None:
        """Note that a function makes a tensor of the number alone: of integers it makes one of integers."""
        if any(self._makes_float(value) for value in argument_values(call)):
            return
        if self._is_integer:
            text = shown(self._module, call)
            raise NeedsNumberError(f"makes a tensor of integers in `{text}`", node)
        self.certain = False

    def _makes_float(self, expression: ast.expr) -> bool:
        """Whether ``expression``, with the parameter for what is passed for it, is certainly no integer."""
        if isinstance(expression, ast.Name) and expression.id in self._carriers:
            value = self._module.value(expression)
            return self._is_float or (value is not expression and self._makes_float(value))
        if isinstance(expression, ast.BinOp):
            is_division = isinstance(expression.op, ast.Div)
            return is_division or self._makes_float(expression.left) or self._makes_float(expression.right)
        if isinstance(expression, ast.UnaryOp):
            return self._makes_float(expression.operand)
        return is_float(self._module, expression)

    def _drawn(self, node: ast.expr, call: ast.Call) -> None:
        dtype = dtype_argument(self._module, call)
        if dtype is not None and dtype != "float32":
            raise NeedsNumberError(f"limits numbers of {dtype} in `{shown(self._module, call)}`", node)
        self.certain = self.certain and dtype == "float32"

    def _local(self, node: ast.expr, call: ast.Call, place: int | str, depth: int) -> None:
        module = self._module
        function = module.definition(call.func)
        if isinstance(function, ast.FunctionDef):
            parameter = module.parameters.given(function, call, node)
            if parameter is not None:
                self._parameter(function, parameter, depth + 1)
                return
        if isinstance(call.func, ast.Attribute):
            kind = module.kind(call.func.value)
            if kind is Kind.VARIABLE and call.func.attr in ("assign", "assign_add", "assign_sub"):
                self._check_variable(call.func.value)
                is_rate = isinstance(call.func.value, ast.Attribute)
                self.certain = self.certain and is_rate
                self.found.add(Use.FLOAT)
                return
            if kind is Kind.METRIC and call.func.attr == "update_state":
                self.found.add(Use.ANY)
                return
        if module.kind(call.func) is Kind.METRIC:
            self.found.add(Use.ANY)
            return
        raise NeedsNumberError(f"is passed to `{shown(module, call.func)}`", node)
