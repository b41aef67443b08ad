"""What tensor an expression is: one tensor or a structure, scalar or not, and its dtype.

Stricter than :class:`~tffix.semantics.kinds_table.Kind`, whose ``TENSOR`` may be a structure of tensors: a loop over
the outputs of a model is a Python loop, a loop over one tensor becomes part of the graph.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import replace

from tffix.semantics import tensor_functions as table
from tffix.semantics.element import CYCLE, NUMBER, Element, Operand, arithmetic, one_of, only
from tffix.semantics.kinds_table import Kind
from tffix.semantics.module import Module
from tffix.semantics.names import keras_path
from tffix.semantics.origins import dtype_argument, origin, returned
from tffix.semantics.reductions import reduction_of
from tffix.semantics.scopes import Binding, BindingKind, Path
from tffix.semantics.syntax import argument, literal_element, positional_parameters

_OTHER_FLOATS = (b"float16", b"float64", b"half", b"double", b"mixed_precision", b"floatx")
_PYTHON_NUMBERS = (Kind.NUMBER, Kind.BOOL)


_MAX_DEPTH = 60


class Elements:
    """What the expressions of a file are, as far as it can be proven."""

    def __init__(self, module: Module) -> None:
        self._module = module
        self._pending: set[object] = set()
        self.only_float32 = not any(word in module.data for word in _OTHER_FLOATS)
        """Whether the file names no other floats, so that Keras computes in ``float32``."""
        self._float = "float32" if self.only_float32 else None

    def of(self, expression: ast.expr) -> Element | None:
        """What tensor ``expression`` is; ``None`` when it is something else or nothing is known."""
        found = self._of(expression)
        return None if found is CYCLE and not self._pending else found

    def is_single(self, expression: ast.expr) -> bool:
        """Whether ``expression`` is certainly one tensor."""
        found = self.of(expression)
        return found is not None and found.single

    def _of(self, expression: ast.expr) -> Element | None:
        if expression in self._pending:
            return CYCLE
        if len(self._pending) > _MAX_DEPTH:
            return None
        self._pending.add(expression)
        try:
            return self._infer(expression)
        finally:
            self._pending.discard(expression)

    def _infer(self, node: ast.expr) -> Element | None:
        if isinstance(node, ast.Name):
            return one_of(self._binding(binding) for binding in self._module.bindings(node))
        if isinstance(node, ast.Call):
            return self._call(node)
        if isinstance(node, ast.BinOp):
            return self._operation(node)
        if isinstance(node, ast.UnaryOp):
            return self.of(node.operand)
        if isinstance(node, ast.IfExp):
            return one_of([self._number_or(node.body), self._number_or(node.orelse)])
        if isinstance(node, ast.Compare):
            found = self._combined([node.left, *node.comparators])
            return None if found is None else Element(found.single, found.scalar, "bool")
        if isinstance(node, ast.Subscript):
            base = self.of(node.value)
            if base is None or not base.single:
                return None
            return replace(base, scalar=self._is_shape(node.value) and not isinstance(node.slice, ast.Slice))
        if isinstance(node, ast.Attribute):
            return self._attribute(node)
        return None

    # -- combinations ----------------------------------------------------------------------------------------------

    def _number_or(self, node: ast.expr) -> Operand:
        return NUMBER if self._module.kind(node) in _PYTHON_NUMBERS else self.of(node)

    def _operation(self, node: ast.BinOp) -> Element | None:
        found = self._combined([node.left, node.right])
        if found is None or found is CYCLE:
            return found
        if isinstance(node.op, ast.Div) and "int" in (found.dtype or ""):
            return Element(found.single, found.scalar)
        # Lists can be added and multiplied, but not subtracted or divided.
        return found if isinstance(node.op, (ast.Add, ast.Mult)) else replace(found, single=True)

    def _combined(self, operands: Iterable[ast.expr]) -> Element | None:
        return arithmetic([self._number_or(operand) for operand in operands])

    # -- bindings --------------------------------------------------------------------------------------------------

    def _binding(self, binding: Binding) -> Operand:
        if binding in self._pending:
            return CYCLE
        self._pending.add(binding)
        try:
            return self._infer_binding(binding)
        finally:
            self._pending.discard(binding)

    def _infer_binding(self, binding: Binding) -> Operand:
        value = binding.value
        if binding.kind is BindingKind.ASSIGN and value is not None:
            return self._unpacked(value, binding.path) if binding.path else self._number_or(value)
        if binding.kind is BindingKind.AUGMENTED and value is not None and isinstance(binding.node, ast.Name):
            before = [b for b in self._module.bindings(binding.node) if b is not binding]
            starts = [self._binding(b) for b in before]
            start = NUMBER if starts and all(s is NUMBER for s in starts) else one_of(starts)
            return arithmetic([start, self._number_or(value)])
        if binding.kind is BindingKind.FOR and value is not None:
            return self._iterated(value, binding.path)
        if binding.kind is BindingKind.PARAMETER and isinstance(binding.node, ast.arg):
            return self._parameter(binding.node)
        return None

    def _unpacked(self, value: ast.expr, path: Path) -> Element | None:
        if not path:
            return self.of(value)
        element = literal_element(value, path[0])
        if element is not None:
            return self._unpacked(element, path[1:])
        if isinstance(value, ast.Call):
            values = returned(self._module, value)
            if values and all(isinstance(v, ast.Tuple) for v in values):
                return one_of(self._unpacked(v, path) for v in values)
        return None

    def _iterated(self, iterable: ast.expr, path: Path) -> Element | None:
        if isinstance(iterable, ast.Call) and not path:
            name = self._module.qualified(iterable.func)
            if name == "tensorflow.range":
                return self._counter(iterable)
            if name == "builtins.range" and any(self.is_single(argument) for argument in iterable.args):
                return self._counter(iterable)
        found = self.of(iterable)
        return replace(found, scalar=False) if found is not None and found.single and not path else None

    def _counter(self, call: ast.Call) -> Element:
        """What ``tf.range`` gives: numbers of the dtype of its limits."""
        given = dtype_argument(self._module, call)
        if given is not None:
            return Element(True, True, given)
        limits = [argument for argument in call.args if not _is_int(argument)]
        found = self._combined(limits)
        if found is not None and found.dtype is not None:
            return Element(True, True, found.dtype)
        return Element(True, True, "int32", assumed=bool(limits))

    def _parameter(self, parameter: ast.arg) -> Element | None:
        module = self._module
        if parameter.annotation is not None:
            is_tensor = module.qualified(parameter.annotation) == "tensorflow.Tensor"
            return Element() if is_tensor else None
        function = module.tree.function_of(parameter)
        if not isinstance(function, ast.FunctionDef):
            return None
        spec = self._signature(function, parameter)
        if spec is not None:
            return spec
        given = module.parameters.arguments(parameter)
        return one_of(None if value is None else self.of(value) for value in given)

    def _signature(self, function: ast.FunctionDef, parameter: ast.arg) -> Element | None:
        """The ``tf.TensorSpec`` of a parameter in ``@tf.function(input_signature=[...])``."""
        for decorator in function.decorator_list:
            given = argument(decorator, "input_signature") if isinstance(decorator, ast.Call) else None
            names = [a for a in positional_parameters(function) if a.arg != "self"]
            if given is None or parameter not in names:
                continue
            element = literal_element(given, names.index(parameter))
            spec = None if element is None else self._module.value(element)
            if isinstance(spec, ast.Call) and self._module.qualified(spec.func) == "tensorflow.TensorSpec":
                shape = argument(spec, "shape", 0)
                return Element(True, _is_empty(shape), dtype_argument(self._module, spec) or "float32")
        return None

    def _attribute(self, node: ast.Attribute) -> Element | None:
        bindings = self._module.origins(node)
        return one_of(self._binding(binding) for binding in bindings) if bindings else None

    # -- calls -----------------------------------------------------------------------------------------------------

    def _call(self, node: ast.Call) -> Element | None:
        module = self._module
        qualified = module.qualified(node.func)
        if qualified is not None:
            return self._qualified(qualified, node)
        kind = module.kind(node.func)
        if kind is Kind.LOSS:
            return self._loss(node)
        if kind in (Kind.MODEL, Kind.LAYER):
            is_single = self._is_sequential(node.func)
            return Element(is_single, False, self._float) if module.kind(node) is Kind.TENSOR else None
        if isinstance(node.func, ast.Attribute) and node.func.attr == "result":
            return self._metric(node.func.value)
        made = origin(self._module, node.func)
        if made is not node.func and module.kind(made) is Kind.LOSS:
            return self._loss(node)
        values = returned(self._module, node)
        if values:
            return one_of(None if isinstance(v, ast.Tuple) else self._number_or(v) for v in values)
        return None

    def _is_sequential(self, model: ast.expr) -> bool:
        """Whether a model certainly has one output."""
        made = origin(self._module, model)
        path = keras_path(self._module.qualified(made.func)) if isinstance(made, ast.Call) else None
        return path in ("Sequential", "models.Sequential")

    def _qualified(self, qualified: str, node: ast.Call) -> Element | None:
        namespace, _, name = qualified.rpartition(".")
        path = keras_path(qualified) or ""
        if not (namespace.startswith("tensorflow") or path) or not node.args:
            return None
        if path.startswith(("losses.", "metrics.")) and name.islower():
            return Element(True, False, self._float)
        first = node.args[0]
        if name == "cast":
            base = self.of(first)
            is_scalar = (base is not None and base.scalar) or self._module.kind(first) in _PYTHON_NUMBERS
            return Element(True, is_scalar, dtype_argument(self._module, node))
        if name in table.REDUCTIONS:
            return Element(True, _is_full_reduction(node), self._dtype_of(first))
        if name in table.SCALARS:
            return Element(True, True, table.SCALARS[name] or self._dtype_of(first))
        if name == "add_n":
            return self._sum(first)
        if name in ("constant", "convert_to_tensor"):
            return self._constant(first, node)
        if name in table.ELEMENTWISE:
            return self._combined(node.args) or Element()
        if self._module.kind(node) is not Kind.TENSOR:
            return None
        given = any(self._module.kind(a) is Kind.DTYPE for a in [*node.args[1:], *(k.value for k in node.keywords)])
        given = given or any(keyword.arg in (None, "dtype", "output_type") for keyword in node.keywords)
        default = None if given else table.DEFAULT_DTYPES.get(name)
        return Element(name in table.SINGLE, False, dtype_argument(self._module, node) or default)

    def _is_shape(self, node: ast.expr) -> bool:
        """Whether a value is what ``tf.shape`` returned, a vector."""
        made = self._module.value(node)
        return isinstance(made, ast.Call) and self._module.qualified(made.func) == "tensorflow.shape"

    def _dtype_of(self, node: ast.expr) -> str | None:
        if isinstance(node, ast.List) and node.elts:
            return only({self._dtype_of(element) for element in node.elts})
        found = self.of(node)
        return None if found is None or found.assumed else found.dtype

    def _sum(self, terms: ast.expr) -> Element | None:
        if isinstance(terms, ast.List) and terms.elts:
            return one_of(map(self.of, terms.elts))
        if isinstance(terms, ast.Attribute) and terms.attr == "losses":
            return Element(True, self._module.kind(terms.value) is Kind.MODEL, self._float)
        return Element()

    def _constant(self, value: ast.expr, node: ast.Call) -> Element:
        dtype = dtype_argument(self._module, node)
        number = value.value if isinstance(value, ast.Constant) else None
        if isinstance(number, bool) or not isinstance(number, (int, float)):
            return Element(True, False, dtype or _dtype_of_numbers(value))
        return Element(True, True, dtype or ("float32" if isinstance(number, float) else "int32"))

    def _loss(self, node: ast.Call) -> Element:
        """A Keras loss object returns one number, unless it was told not to reduce."""
        made = origin(self._module, node.func)
        path = keras_path(self._module.qualified(made.func)) if isinstance(made, ast.Call) else None
        if not isinstance(made, ast.Call) or path is None:
            return Element(True, False, self._float)
        reduction = reduction_of(path, made)
        spelled = "" if reduction is None else self._module.segment(reduction).lower()
        is_reduced = reduction is None or "sum" in spelled or "auto" in spelled or spelled.strip("\"'") == "mean"
        return Element(True, is_reduced, self._float)

    def _metric(self, metric: ast.expr) -> Element | None:
        made = origin(self._module, metric)
        path = keras_path(self._module.qualified(made.func)) if isinstance(made, ast.Call) else None
        name = (path or "").rpartition(".")[2]
        is_scalar = name in table.SCALAR_METRICS or name.endswith("Accuracy")
        return Element(True, True, self._float) if is_scalar else None


def _is_int(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, int)


def _dtype_of_numbers(value: ast.expr) -> str | None:
    """What TensorFlow makes of a list or tuple, also of such, in which numbers are written out."""
    waiting, numbers = [value], list[object]()
    while waiting:
        node = waiting.pop()
        if isinstance(node, (ast.List, ast.Tuple)):
            waiting.extend(node.elts)
            continue
        number = node.operand if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) else node
        numbers.append(number.value if isinstance(number, ast.Constant) else None)
    types = set(map(type, numbers))
    if not types or not types <= {int, float}:
        return None
    return "float32" if float in types else "int32"


def _is_empty(shape: ast.expr | None) -> bool:
    return isinstance(shape, (ast.List, ast.Tuple)) and not shape.elts


def _is_full_reduction(call: ast.Call) -> bool:
    return len(call.args) == 1 and all(keyword.arg in ("name", "input_tensor", "x") for keyword in call.keywords)
