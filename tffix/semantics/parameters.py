"""What the parameters of the file's own functions hold: by annotation, by who calls the function, by a signature."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from tffix.semantics.graph import Via
from tffix.semantics.kinds_table import Kind
from tffix.semantics.syntax import argument, default, has_starred, named_parameters, positional_parameters
from tffix.semantics.tree import FunctionNode

if TYPE_CHECKING:
    from tffix.semantics.module import Module

_ANNOTATIONS = {
    "tensorflow.Tensor": Kind.TENSOR,
    "tensorflow.types.experimental.TensorLike": Kind.TENSOR,
    "tensorflow.Variable": Kind.VARIABLE,
    "tensorflow.data.Dataset": Kind.DATASET,
    "tensorflow.GradientTape": Kind.TAPE,
    "tensorflow.distribute.Strategy": Kind.STRATEGY,
    "builtins.int": Kind.NUMBER,
    "builtins.float": Kind.NUMBER,
    "builtins.bool": Kind.BOOL,
    "builtins.str": Kind.STRING,
    "numpy.ndarray": Kind.ARRAY,
}
_TAKES_DATA = ("call", "train_step", "test_step", "predict_step")
_COMPARISONS = ((Kind.LOSS, "call"), (Kind.METRIC, "update_state"))


class Parameters:
    """The parameters of the functions, methods and lambdas of one file."""

    def __init__(self, module: Module) -> None:
        self._module = module

    def passed(self, call: ast.Call, parameter: ast.arg) -> ast.expr | None:
        """The expression that ``call``, a call of its function, passes for ``parameter``; ``None`` if not certain."""
        function = self._module.tree.function_of(parameter)
        positional = positional_parameters(function)
        named = argument(call, parameter.arg)
        if named is not None:
            return named
        if parameter not in positional or has_starred(call.args):
            return None
        index = positional.index(parameter)
        if isinstance(self._module.parent(function), ast.ClassDef) and not _is_static(function):
            index -= 1
        return call.args[index] if 0 <= index < len(call.args) else None

    def arguments(self, parameter: ast.arg) -> list[ast.expr | None]:
        """What is passed for ``parameter``; ``None`` among it stands for what this file does not show."""
        function = self._module.tree.function_of(parameter)
        if isinstance(function, ast.Lambda):
            return [None]
        elsewhere: list[ast.expr | None] = [] if self._module.is_local(function) else [None]
        return [*elsewhere, *self.arguments_here(parameter)]

    def given(self, function: FunctionNode, call: ast.Call, value: ast.expr) -> ast.arg | None:
        """The parameter of ``function`` that ``call`` gives the argument ``value`` for."""
        parameters = named_parameters(function)
        return next((parameter for parameter in parameters if self.passed(call, parameter) is value), None)

    def arguments_here(self, parameter: ast.arg) -> list[ast.expr | None]:
        """What the calls in this file pass for ``parameter``; ``None`` among it for a use that is not understood."""
        function = self._module.tree.function_of(parameter)
        if isinstance(function, ast.Lambda):
            return [None]
        calls, is_complete = self._module.definitions.calls_of(function)
        unknown: list[ast.expr | None] = [] if is_complete else [None]
        return [*(self.passed(call, parameter) for call in calls), *unknown]

    def kind(self, parameter: ast.arg) -> Kind:
        """What ``parameter`` holds: by its annotation, by how the function is called, or by a default."""
        module = self._module
        if parameter.annotation is not None:
            kind = _ANNOTATIONS.get(module.qualified(parameter.annotation) or "")
            if kind is not None:
                return kind
        function = module.tree.function_of(parameter)
        positional = positional_parameters(function)
        owner = module.parent(function)
        if isinstance(owner, ast.ClassDef) and isinstance(function, ast.FunctionDef):
            index = positional.index(parameter) if parameter in positional else -1
            kind = self._of_method(owner, function, index)
            if kind is not Kind.UNKNOWN:
                return kind
        if parameter in function.args.kwonlyargs or isinstance(default(function, parameter), ast.Constant):
            return Kind.UNKNOWN
        context = module.function_context(function)
        if context.root is function and context.via is Via.KERAS_STEP and not isinstance(owner, ast.ClassDef):
            # The loss and metrics of ``compile()`` get the targets and the outputs.
            return Kind.TENSOR if parameter in positional[:2] else Kind.UNKNOWN
        if context.root is function and context.is_graph and parameter in positional:
            if context.via in (Via.DATASET, Via.VECTORIZED) and parameter.arg not in ("self", "cls"):
                return Kind.TENSOR
            if _has_signature(function):
                return Kind.TENSOR if parameter.arg != "self" else Kind.UNKNOWN
        return self._by_calls(function, parameter)

    def _by_calls(self, function: FunctionNode, parameter: ast.arg) -> Kind:
        """What all calls of a function that only this file calls pass for the parameter."""
        kinds = set()
        for value in self.arguments(parameter):
            if value is None:
                return Kind.UNKNOWN
            kinds.add(self._module.kind(value))
        if self._module.is_tf_function(function):
            # tf.function makes tensors of NumPy arguments.
            kinds = {Kind.TENSOR if kind is Kind.ARRAY else kind for kind in kinds}
        return kinds.pop() if len(kinds) == 1 else Kind.UNKNOWN

    def _of_method(self, owner: ast.ClassDef, method: ast.FunctionDef, index: int) -> Kind:
        """``self`` is an instance of its class; Keras passes tensors to ``call`` and the training steps."""
        kind = self._module.class_kind(owner)
        if index == 0 and not method.decorator_list:
            return kind
        if kind in (Kind.LAYER, Kind.MODEL):
            takes_data = index == 1 and method.name in _TAKES_DATA
        else:
            # The targets and the outputs.
            takes_data = index in (1, 2) and (kind, method.name) in _COMPARISONS
        return Kind.TENSOR if takes_data else Kind.UNKNOWN


def _is_static(function: FunctionNode) -> bool:
    decorators = [] if isinstance(function, ast.Lambda) else function.decorator_list
    return any(isinstance(decorator, ast.Name) and decorator.id == "staticmethod" for decorator in decorators)


def _has_signature(function: FunctionNode) -> bool:
    decorators = [] if isinstance(function, ast.Lambda) else function.decorator_list
    calls = [decorator for decorator in decorators if isinstance(decorator, ast.Call)]
    return any(argument(call, "input_signature") is not None for call in calls)
