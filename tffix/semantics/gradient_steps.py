"""One step of the walk from the target of a gradient back to its sources: what an expression is made of."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from tffix.semantics import gradient_ops as ops
from tffix.semantics.api_kinds import call_kind
from tffix.semantics.gradient_filled import filled, measured
from tffix.semantics.gradient_ops import Break
from tffix.semantics.gradient_outside import Outside
from tffix.semantics.gradient_sources import VARIABLES
from tffix.semantics.gradient_ways import Cut, Frame, Item, Way
from tffix.semantics.kinds_table import PLAIN_KINDS, Kind
from tffix.semantics.scopes import Binding, BindingKind
from tffix.semantics.syntax import argument, argument_values, default, literal_element

if TYPE_CHECKING:
    from tffix.semantics.gradient_paths import Paths

_MAX_FRAMES = 6
_SELECTORS = ("indices", "mask", "axis", "name", "dtype")
_FLOATS = ("float", "bfloat", "half", "double", "complex")


class Step:
    """One expression of the walk: what it is made of."""

    def __init__(self, paths: Paths, way: Way, item: Item) -> None:
        self.paths, self.way, self.module = paths, way, paths.module
        self.node, self.path, self.frame = item
        self.cuts: list[Cut] = []

    def operands(self) -> Iterator[Item]:
        """The expressions that the gradient goes on to; what ends here is noted in the way."""
        node = self.node
        if isinstance(node, ast.Name):
            yield from self._name(node)
        elif isinstance(node, ast.Attribute):
            yield from self._attribute(node)
        elif isinstance(node, ast.Call):
            yield from self._call(node)
        elif isinstance(node, ast.BinOp):
            sides = (node.left, node.right)
            if isinstance(node.op, ast.FloorDiv):
                self._cut(sides, Break.STEPS)
            else:
                yield from self._all(sides)
        elif isinstance(node, ast.Compare):
            self._cut((node.left, *node.comparators), Break.INTEGER)
        elif isinstance(node, ast.UnaryOp):
            if isinstance(node.op, (ast.Not, ast.Invert)):
                self._cut((node.operand,), Break.INTEGER)
            else:
                yield from self._all([node.operand])
        elif isinstance(node, (ast.Tuple, ast.List)):
            element = literal_element(node, self.path[0]) if self.path else None
            yield from [(element, self.path[1:], self.frame)] if element is not None else self._all(node.elts)
        elif isinstance(node, (ast.Constant, ast.JoinedStr, ast.Lambda)):
            return
        else:
            yield from self._other(node)

    def _other(self, node: ast.expr) -> Iterator[Item]:
        if isinstance(node, ast.Subscript):
            index = node.slice.value if isinstance(node.slice, ast.Constant) else None
            path = (index, *self.path) if isinstance(index, int) and index >= 0 else ()
            yield (node.value, path, self.frame)
        elif isinstance(node, ast.IfExp):
            yield from self._all([node.body, node.orelse])
        elif isinstance(node, ast.BoolOp):
            yield from self._all(node.values)
        elif isinstance(node, (ast.NamedExpr, ast.Await, ast.Starred)):
            yield from self._all([node.value])
        elif isinstance(node, (ast.ListComp, ast.GeneratorExp)):
            yield from self._all([node.elt])
        elif isinstance(node, ast.Dict):
            yield from self._all(node.values)
        else:
            self.way.unknown.append(node)

    def _all(self, nodes: Iterable[ast.expr]) -> Iterator[Item]:
        return ((node, (), self.frame) for node in nodes)

    def _cut(self, operands: Iterable[ast.expr], kind: Break) -> None:
        self.cuts.append(Cut(self.node, tuple(operands), kind, self.frame))

    # -- names ---------------------------------------------------------------------------------------------------------

    def _name(self, node: ast.Name) -> Iterator[Item]:
        if self.paths.is_source(node, self.frame) or self.paths.is_owner(node, self.frame):
            self.way.carriers.append(self.paths.passed(node, self.frame))
            return
        bindings = self.module.bindings(node)
        if not bindings:
            if self.module.qualified(node) is None:
                self.way.unknown.append(node)
            return
        for binding in bindings:
            yield from self._binding(node, binding)
            added = filled(self.module, binding)
            if added is None:
                self.way.unknown.append(node)
            else:
                yield from self._added(added)

    def _added(self, elements: Iterable[ast.expr]) -> Iterator[Item]:
        for element in elements:
            frame = self.paths.recorded(element, self.frame)
            if frame is None:
                yield from Outside(self.paths, self.way, self.frame).handed_on(element, ())
            else:
                yield (element, (), frame)

    def _binding(self, node: ast.Name, binding: Binding) -> Iterator[Item]:
        parameter = binding.node
        if isinstance(parameter, ast.arg):
            frame = self._frame_of(parameter)
            if frame is not None and frame.call is not None and frame.outer is not None:
                yield from self._argument(node, parameter, frame)
                return
        frame = self.paths.is_recorded(binding, self.frame)
        if frame is None:
            yield from Outside(self.paths, self.way, self.frame).of(node, binding, self.path)
        elif binding.kind is BindingKind.ASSIGN and binding.value is not None:
            yield (binding.value, (*binding.path, *self.path), frame)
        elif binding.kind is BindingKind.AUGMENTED and binding.value is not None:
            yield (binding.value, (), frame)
            before = self.module.bindings(binding.node) if isinstance(binding.node, ast.Name) else frozenset()
            for earlier in before - {binding}:
                yield from self._binding(node, earlier)
        elif binding.kind is BindingKind.FOR and binding.value is not None:
            if self.module.kinds.of_binding(binding) not in PLAIN_KINDS:
                is_unknown = self.module.kind(binding.value) is Kind.UNKNOWN
                if is_unknown and self.paths.sources.owners and isinstance(binding.value, (ast.Name, ast.Call)):
                    # It may run over the variables themselves.
                    self.way.unknown.append(node)
                yield (binding.value, (), frame)
        elif binding.kind not in (BindingKind.IMPORT, BindingKind.FUNCTION, BindingKind.CLASS, BindingKind.DELETE):
            self.way.unknown.append(node)

    def _frame_of(self, parameter: ast.arg) -> Frame | None:
        function = self.module.tree.function_of(parameter)
        return next((frame for frame in self.frame.chain() if frame.function is function), None)

    def _argument(self, node: ast.Name, parameter: ast.arg, frame: Frame) -> Iterator[Item]:
        call, outer = frame.call, frame.outer
        given = None if call is None else self.module.parameters.passed(call, parameter)
        if given is None and frame.function is not None:
            given = default(frame.function, parameter)
        if given is not None and outer is not None:
            yield (given, self.path, outer)
        else:
            self.way.unknown.append(node)

    # -- attributes ----------------------------------------------------------------------------------------------------

    def _attribute(self, node: ast.Attribute) -> Iterator[Item]:
        is_listed = node.attr in VARIABLES and self.paths.is_owner(node.value, self.frame)
        is_variable = self.module.kind(node) is Kind.VARIABLE and self.paths.is_part(node)
        if is_listed or is_variable or self.paths.is_source(node, self.frame):
            self.way.carriers.append(node)
        elif self.module.kind(node) in PLAIN_KINDS or self.module.qualified(node) is not None:
            return
        elif node.attr in ("T", "value") and self.module.kind(node.value) in (Kind.TENSOR, Kind.VARIABLE):
            yield (node.value, (), self.frame)
        else:
            self.way.unknown.append(node)

    # -- calls ---------------------------------------------------------------------------------------------------------

    def _call(self, node: ast.Call) -> Iterator[Item]:
        qualified = self.module.qualified(node.func)
        if qualified is not None:
            yield from self._library(node, qualified)
            return
        local = self.module.definition(node.func)
        if isinstance(local, (ast.FunctionDef, ast.Lambda)):
            yield from self._into_function(node, local)
        elif isinstance(node.func, ast.Attribute) and not isinstance(local, ast.ClassDef):
            yield from self._method(node, node.func)
        else:
            yield from self._object(node)

    def _library(self, node: ast.Call, qualified: str) -> Iterator[Item]:
        root, _, rest = qualified.partition(".")
        values = argument_values(node)
        if root in ops.OUTSIDE:
            if values:
                self._cut(values, ops.break_of(qualified) or Break.NUMPY)
        elif root == "builtins":
            yield from self._builtin(node, rest)
        elif root not in ("tensorflow", "keras", "tf_keras"):
            self.way.unknown.append(node)
        elif ops.is_constant(qualified):
            return
        elif rest.rpartition(".")[2] in ("cast", "saturate_cast"):
            yield from self._cast(node)
        elif (kind := ops.break_of(qualified)) is not None:
            self._cut(values, kind)
        elif qualified == "tensorflow.constant" and values and self.module.kind(values[0]) is Kind.VARIABLE:
            self._cut(values, Break.DETACHED)
        elif ops.runs_functions(qualified) or call_kind(qualified) is not Kind.TENSOR:
            self.way.unknown.append(node)
        else:
            yield from self._all(self._passed_on(node, qualified))

    def _passed_on(self, node: ast.Call, qualified: str) -> list[ast.expr]:
        positions = ops.passed_on(qualified)
        given = node.args if positions is None else [a for i, a in enumerate(node.args) if i in positions]
        return [*given, *(keyword.value for keyword in node.keywords if keyword.arg not in _SELECTORS)]

    def _cast(self, node: ast.Call) -> Iterator[Item]:
        value, dtype = argument(node, "x", 0), argument(node, "dtype", 1)
        name = "" if dtype is None else (self.module.qualified(dtype) or "").rpartition(".")[2]
        if isinstance(dtype, ast.Constant) and isinstance(dtype.value, str):
            name = dtype.value
        if value is None or not name:
            self.way.unknown.append(node)
        elif name.startswith(_FLOATS):
            yield (value, (), self.frame)
        else:
            self._cut([value], Break.INTEGER)

    def _builtin(self, node: ast.Call, name: str) -> Iterator[Item]:
        if name in ("float", "int", "bool"):
            if name == "float" and self.module.context(node).is_graph:
                # AutoGraph makes it a cast.
                yield from self._all(node.args)
            else:
                self._cut(node.args, Break.NUMPY)
        elif name in ("sum", "abs", "max", "min", "list", "tuple", "zip", "enumerate", "reversed", "sorted"):
            yield from self._all(node.args)
        elif name not in ("len", "range", "print", "isinstance", "hasattr", "str", "id", "type"):
            self.way.unknown.append(node)

    def _into_function(self, node: ast.Call, local: ast.FunctionDef | ast.Lambda) -> Iterator[Item]:
        decorators = [] if isinstance(local, ast.Lambda) else local.decorator_list
        plain = all(self._is_plain_decorator(decorator) for decorator in decorators)
        returned = self.module.returned(local)
        is_called = any(frame.function is local for frame in self.frame.chain())
        if not plain or not returned or is_called or len([*self.frame.chain()]) > _MAX_FRAMES:
            self.way.unknown.append(node)
            return
        frame = Frame(local, node, self.frame)
        for value in returned:
            yield (value, self.path, frame)

    def _is_plain_decorator(self, decorator: ast.expr) -> bool:
        function = decorator.func if isinstance(decorator, ast.Call) else decorator
        return self.module.qualified(function) in ("tensorflow.function", "builtins.staticmethod")

    def _method(self, node: ast.Call, function: ast.Attribute) -> Iterator[Item]:
        holder = self.module.kind(function.value)
        is_eager = function.attr in ("item", "tolist") and holder in (Kind.ARRAY, Kind.TENSOR)
        if is_eager or (function.attr == "numpy" and not node.args):
            self._cut([function.value], Break.NUMPY)
        elif holder is Kind.ARRAY:
            self._cut([function.value, *argument_values(node)], Break.NUMPY)
        elif holder is Kind.TENSOR:
            yield from self._all([function.value, *argument_values(node)])
        elif holder is Kind.VARIABLE and function.attr in ("read_value", "value"):
            yield (function.value, (), self.frame)
        elif (holder is Kind.TAPE and function.attr == "gradient") or (
            holder is Kind.OPTIMIZER and function.attr in ("scale_loss", "get_scaled_loss")
        ):
            yield from self._all(argument_values(node))
        elif holder is Kind.METRIC and function.attr == "result" and self._is_keras(function.value):
            self._cut(measured(self.module, function.value), Break.DETACHED)
        elif holder is Kind.MODEL and function.attr == "predict":
            self._cut([*argument_values(node), function.value], Break.NUMPY)
        else:
            yield from self._object(node)

    def _object(self, node: ast.Call) -> Iterator[Item]:
        """A model, layer or loss that is called: models and layers bring variables in, losses only compute."""
        kind = self.module.kind(node.func)
        is_layer = kind in (Kind.LAYER, Kind.MODEL) and self.paths.is_part(node.func)
        if is_layer or self.paths.is_owner(node.func, self.frame):
            yield from self._owner(node)
        elif kind is Kind.LOSS and self._is_keras(node.func):
            yield from self._all(argument_values(node))
        elif kind is Kind.METRIC and self._is_keras(node.func):
            # Computed from the variables of the metric, to which the values were added.
            self._cut(argument_values(node), Break.DETACHED)
        else:
            self.way.unknown.append(node)
            if kind in (Kind.LAYER, Kind.MODEL):
                yield from self._all(argument_values(node))

    def _owner(self, node: ast.Call) -> Iterator[Item]:
        owner = self.module.instance_class(node.func)
        if owner is None:
            self.way.carriers.append(node)
            yield from self._all(argument_values(node))
            return
        call = self.module.definitions.method(owner, "call") or self.module.definitions.method(owner, "__call__")
        if isinstance(call, ast.FunctionDef):
            yield from self._into_function(node, call)
        else:
            self.way.unknown.append(node)

    def _is_keras(self, loss: ast.expr) -> bool:
        made = self.module.value(loss, attributes=True)
        return isinstance(made, ast.Call) and self.module.qualified(made.func) is not None
