"""Which expressions in the layers of a file are float16 tensors, since a policy makes the layers compute in it."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tffix.semantics.kinds_table import Kind
from tffix.semantics.module import Module
from tffix.semantics.precision import FLOAT32, HALF, Precision
from tffix.semantics.scopes import BindingKind
from tffix.semantics.sources import values
from tffix.semantics.syntax import argument, default, is_none, positional_parameters

# fmt: off
_KEEPING = frozenset(
    [
        "abs", "add", "clip_by_value", "concat", "cumsum", "divide", "einsum", "exp", "expand_dims", "gather",
        "gelu", "identity", "l2_normalize", "log", "log_softmax", "matmul", "maximum", "minimum", "multiply",
        "negative", "norm", "ones_like", "pow", "reduce_max", "reduce_mean", "reduce_min", "reduce_std",
        "reduce_sum", "reduce_variance", "relu", "repeat", "reshape", "rsqrt", "sigmoid", "silu", "softmax",
        "sqrt", "square", "squared_difference", "squeeze", "stack", "stop_gradient", "subtract", "swish",
        "tanh", "tile", "transpose", "where", "zeros_like",
    ]
)
# fmt: on
"""Operations of TensorFlow and of ``keras.ops`` whose result has the type of the tensors they are given."""
_OWN_TYPE = ("dtype_policy", "_dtype_policy", "autocast")
"""What a layer can set to have a type of its own."""
_PREFIXES = ("tensorflow.", "keras.ops.")
_MAX_DEPTH = 12


class HalfTensors:
    """The float16 tensors of one file."""

    def __init__(self, module: Module) -> None:
        self._module = module
        self._precision = Precision(module)
        self._classes: dict[ast.ClassDef, bool] = {}
        self.calls = [one for one in self._calls() if self._is_half(one[0])]
        """The ``call`` methods that certainly run in float16, each with its class first."""

    def _calls(self) -> list[tuple[ast.ClassDef, ast.FunctionDef]]:
        if not self._precision.settings:
            return []
        return [
            (owner, method)
            for owner in self._module.nodes(ast.ClassDef)
            for method in owner.body
            if isinstance(method, ast.FunctionDef) and method.name == "call"
        ]

    def code(self) -> Iterator[ast.AST]:
        """What runs in the layers: the nodes of their ``call`` methods and of the functions these call."""
        done: set[ast.AST] = set()
        waiting: list[ast.FunctionDef] = [method for _, method in self.calls]
        while waiting:
            function = waiting.pop(0)
            if function in done:
                continue
            done.add(function)
            for node in self._module.tree.inline_nodes(*function.body):
                yield node
                called = self._module.definition(node.func) if isinstance(node, ast.Call) else None
                if isinstance(called, ast.FunctionDef):
                    waiting.append(called)

    def _is_half(self, owner: ast.ClassDef) -> bool:
        """Whether some instance of a layer class is made under mixed_float16, and none under an unknown policy."""
        module = self._module
        if owner not in self._classes:
            made = (
                [] if module.class_kind(owner) not in (Kind.LAYER, Kind.MODEL) else module.definitions.instances(owner)
            )
            policies = frozenset[str]().union(*(self._precision.at(call) for call in made))
            own_type = any(
                module.attribute_bindings(owner, name) for name in ("dtype_policy", "_dtype_policy", "autocast")
            )
            is_open = not own_type and not any(self._sets_type(call) for call in [*made, *self._constructors(owner)])
            known = "mixed_float16" in policies and policies <= HALF | {FLOAT32}
            self._classes[owner] = bool(made) and is_open and known
        return self._classes[owner]

    def _constructors(self, owner: ast.ClassDef) -> list[ast.Call]:
        """``super().__init__(...)`` of a class."""
        return [call for call in self._module.calls("__init__") if self._module.contains(owner, call)]

    def _sets_type(self, call: ast.Call) -> bool:
        """Whether a layer is told its type or its policy, or may be (``**kwargs`` of a call in this file)."""
        inside = any(isinstance(outer, ast.ClassDef) for outer in self._module.ancestors(call))
        names = {"dtype", "autocast"} if inside else {"dtype", "autocast", None}
        return any(keyword.arg in names for keyword in call.keywords)

    # -- expressions -------------------------------------------------------------------------------------------------

    def holds(self, expression: ast.expr, depth: int = 0) -> bool:
        """Whether an expression in one of :attr:`calls` certainly is a float16 tensor."""
        if depth > _MAX_DEPTH:
            return False
        if isinstance(expression, ast.BinOp):
            return self.holds(expression.left, depth + 1) or self.holds(expression.right, depth + 1)
        if isinstance(expression, ast.UnaryOp):
            return self.holds(expression.operand, depth + 1)
        if isinstance(expression, ast.Subscript):
            return self.holds(expression.value, depth + 1)
        if isinstance(expression, ast.Call):
            return self._of_call(expression, depth)
        return isinstance(expression, ast.Name) and self._of_name(expression, depth)

    def _of_name(self, name: ast.Name, depth: int) -> bool:
        found = self._module.origins(name)
        return bool(found) and all(
            self._is_input(binding.node, depth)
            if binding.kind is BindingKind.PARAMETER
            else binding.kind is BindingKind.ASSIGN
            and not binding.path
            and any(self.holds(value, depth + 1) for value in values(self._module, binding))
            for binding in found
        )

    def _is_input(self, parameter: ast.AST, depth: int) -> bool:
        """Whether a parameter is one that Keras casts, or is given nothing but float16 tensors in this file.

        Keras 3 casts all floating tensors that a layer is called with, Keras 2 those in the first argument.
        """
        if not isinstance(parameter, ast.arg) or parameter.arg == "training":
            return False
        for _, method in self.calls:
            parameters = positional_parameters(method)[1:]
            if parameters and parameter is parameters[0]:
                return True
            if parameter in parameters:
                value = default(method, parameter)
                is_tensor = (value is None or is_none(value)) and not self._names_float32(method)
                return is_tensor and self._module.keras == 3
        given = self._module.parameters.arguments_here(parameter)
        return bool(given) and all(one is not None and self.holds(one, depth + 1) for one in given)

    def _names_float32(self, method: ast.FunctionDef) -> bool:
        """Whether a method takes care of types itself, so that its masks may be meant to be float32."""
        return FLOAT32 in self._module.segment(method)

    def _of_call(self, call: ast.Call, depth: int) -> bool:
        module = self._module
        name = module.qualified(call.func)
        if name is None:
            return self._is_layer(call.func)
        if name == "tensorflow.cast":
            return self._is_type(argument(call, "dtype", 1), depth)
        last = name.rpartition(".")[2]
        has_type = argument(call, "dtype") is not None
        if last not in _KEEPING or has_type or not name.startswith(_PREFIXES):
            return False
        tensors = [element for one in call.args for element in getattr(one, "elts", [one])]
        return any(self.holds(tensor, depth + 1) for tensor in tensors)

    def _is_type(self, dtype: ast.expr | None, depth: int) -> bool:
        """Whether a type is float16, or that of a float16 tensor (``x.dtype``)."""
        if isinstance(dtype, ast.Attribute) and dtype.attr == "dtype":
            return self.holds(dtype.value, depth + 1)
        is_text = isinstance(dtype, ast.Constant) and dtype.value in ("float16", "half")
        return is_text or (dtype is not None and _type_name(self._module, dtype) in ("float16", "half"))

    def _is_layer(self, function: ast.expr) -> bool:
        """Whether ``self.dense`` is a layer of Keras that takes the policy in force."""
        if not isinstance(function, ast.Attribute) or self._module.self_class(function.value) is None:
            return False
        bindings = self._module.origins(function)
        made = [value for binding in bindings for value in values(self._module, binding)]
        return bool(made) and all(
            isinstance(one, ast.Call)
            and (self._module.keras_path(one.func) or "").startswith("layers.")
            and self._module.keras_path(one.func) != "layers.Lambda"
            and not {keyword.arg for keyword in one.keywords} & {"dtype", "autocast", None}
            for one in made
        )


def _type_name(module: Module, dtype: ast.expr) -> str:
    """``float16`` of ``tf.float16``; empty for anything else."""
    name = module.qualified(dtype) or ""
    return name.removeprefix("tensorflow.") if name.startswith("tensorflow.") else ""
