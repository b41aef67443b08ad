"""The shapes of arrays and tensors, where the file proves how many dimensions they have."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import dataclass

from tffix.semantics import shape_rules as rules
from tffix.semantics import shape_tables as table
from tffix.semantics.fitted import fitted
from tffix.semantics.kinds_table import Kind
from tffix.semantics.module import Module
from tffix.semantics.scopes import Binding, BindingKind, Path
from tffix.semantics.shape_rules import Shape, integer
from tffix.semantics.syntax import argument, has_starred, is_true, literal_element
from tffix.semantics.widths import width

_MAX_DEPTH = 40


@dataclass(frozen=True)
class Ranked:
    """A value whose number of dimensions is known; ``output``: a model made it, or it was made of such a value.

    ``batch`` is the length of the first dimension of an output of which not all dimensions are known.
    """

    shape: Shape
    output: bool = False
    batch: int | None = None


class Ranks:
    """The shapes of the values of one file."""

    def __init__(self, module: Module) -> None:
        self._module = module
        self._known: dict[ast.expr, Ranked | None] = {}
        self._pending: set[object] = set()
        self._cuts = 0
        self._changed_in_place = any(isinstance(one.ctx, ast.Store) for one in module.attributes("shape"))

    def of(self, expression: ast.expr) -> Ranked | None:
        """The shape of ``expression``; ``None`` when the number of its dimensions is not certain."""
        if expression in self._known:
            return self._known[expression]
        if self._changed_in_place:
            return None
        if expression in self._pending or len(self._pending) > _MAX_DEPTH:
            self._cuts += 1
            return None
        cuts = self._cuts
        self._pending.add(expression)
        try:
            found = self._infer(expression)
        finally:
            self._pending.discard(expression)
        # What was not found in a cycle may be found from elsewhere.
        if found is not None or not self._pending or cuts == self._cuts:
            self._known[expression] = found
        return found

    def _infer(self, node: ast.expr) -> Ranked | None:
        if isinstance(node, ast.Constant):
            return Ranked(()) if isinstance(node.value, (int, float)) else None
        if isinstance(node, (ast.Name, ast.Attribute)):
            return self._read(node)
        if isinstance(node, (ast.List, ast.Tuple)):
            return self._listed(node)
        if isinstance(node, ast.BinOp):
            return self._both(node.left, node.right, product=isinstance(node.op, ast.MatMult))
        if isinstance(node, ast.UnaryOp):
            return self.of(node.operand)
        if isinstance(node, ast.IfExp):
            return self._one_of(self.of(branch) for branch in (node.body, node.orelse))
        if isinstance(node, ast.Subscript):
            base = self.of(node.value)
            return None if base is None else self._made(rules.indexed(base.shape, node.slice), base)
        return self._call(node) if isinstance(node, ast.Call) else None

    # -- names -------------------------------------------------------------------------------------------------------

    def _read(self, node: ast.Name | ast.Attribute) -> Ranked | None:
        if isinstance(node, ast.Attribute) and node.attr == "T":
            base = self.of(node.value)
            return None if base is None or rules.is_open(base.shape) else self._made(base.shape[::-1], base)
        bindings = self._module.origins(node)
        return self._one_of(self._bound(binding) for binding in bindings) if bindings else None

    def _bound(self, binding: Binding) -> Ranked | None:
        if binding in self._pending:
            self._cuts += 1
            return None
        self._pending.add(binding)
        try:
            if binding.kind is BindingKind.ASSIGN and binding.value is not None:
                return self._element(binding.value, binding.path)
            if binding.kind is BindingKind.FOR and binding.value is not None:
                return self._iterated(binding.value, binding.path)
            if binding.kind is BindingKind.PARAMETER and isinstance(binding.node, ast.arg):
                given = self._module.parameters.arguments_here(binding.node)
                return self._one_of(None if value is None else self.of(value) for value in given) if given else None
        finally:
            self._pending.discard(binding)
        return None

    def _element(self, value: ast.expr, path: Path) -> Ranked | None:
        """The part of ``value`` that unpacking takes."""
        if not path:
            return self.of(value)
        element = literal_element(value, path[0])
        if element is not None:
            return self._element(element, path[1:])
        if isinstance(value, ast.Name):
            bindings = self._module.origins(value)
            return self._one_of(self._part(binding, path) for binding in bindings) if bindings else None
        return self._unpacked(value, path) if isinstance(value, ast.Call) else None

    def _part(self, binding: Binding, path: Path) -> Ranked | None:
        if isinstance(binding.node, ast.arg):
            return self._of_step(binding.node, path)
        if binding.value is None or binding.kind not in (BindingKind.ASSIGN, BindingKind.FOR):
            return None
        if binding.kind is BindingKind.FOR:
            return self._iterated(binding.value, (*binding.path, *path))
        return self._element(binding.value, (*binding.path, *path))

    def _of_step(self, parameter: ast.arg, path: Path) -> Ranked | None:
        """A part of what ``fit`` passes to ``train_step``."""
        found = [self._batch(inputs, targets, path) for inputs, targets in fitted(self._module, parameter)]
        return self._one_of(found) if found and path in ((0,), (1,)) else None

    def _batch(self, inputs: ast.expr | None, targets: ast.expr | None, path: Path) -> Ranked | None:
        if inputs is not None and targets is None:
            return self._of_dataset(inputs, path)
        given = inputs if path == (0,) else targets
        whole = None if given is None else self.of(given)
        return None if whole is None or not whole.shape else self._made((None, *whole.shape[1:]), whole)

    def _unpacked(self, call: ast.Call, path: Path) -> Ranked | None:
        """An element of what a function returns."""
        module = self._module
        qualified = module.qualified(call.func) or ""
        local = module.definition(call.func)
        if isinstance(local, ast.FunctionDef):
            returned = module.returned(local)
            return self._one_of(self._element(value, path) for value in returned) if returned else None
        if qualified.endswith(".unpack_x_y_sample_weight") and call.args:
            return self._element(call.args[0], path)
        if qualified == "sklearn.model_selection.train_test_split" and len(path) == 1 and path[0] is not None:
            index = path[0] // 2
            given = self.of(call.args[index]) if index < len(call.args) and not has_starred(call.args) else None
            return None if given is None or not given.shape else self._made((None, *given.shape[1:]), given)
        data = (module.keras_path(call.func) or "").split(".")
        if data[:1] == ["datasets"] and data[-1] == "load_data" and len(path) == 2 and path[1] in (0, 1):
            shapes = table.DATA.get(data[1])
            return None if shapes is None else Ranked(shapes[path[1]])
        return None

    # -- elements ----------------------------------------------------------------------------------------------------

    def _iterated(self, iterable: ast.expr, path: Path) -> Ranked | None:
        """What a loop over ``iterable`` gives to the name at ``path`` of its target."""
        if isinstance(iterable, ast.Call) and iterable.args and not has_starred(iterable.args):
            name = self._module.qualified(iterable.func)
            if name == "builtins.enumerate":
                if path[:1] == (0,):
                    return Ranked(())
                return self._iterated(iterable.args[0], path[1:]) if path[:1] == (1,) else None
            if name == "builtins.zip":
                index = path[0] if path else None
                known = index is not None and index < len(iterable.args)
                return self._iterated(iterable.args[index], path[1:]) if known and index is not None else None
            if name == "builtins.range":
                return Ranked(())
        if self._module.kind(iterable) is Kind.DATASET:
            return self._of_dataset(iterable, path)
        whole = None if path else self.of(iterable)
        return None if whole is None or not whole.shape else self._made(whole.shape[1:], whole)

    def _of_dataset(self, dataset: ast.expr, path: Path) -> Ranked | None:
        """An element of a dataset, or the part of it at ``path``."""
        if isinstance(dataset, ast.Name):
            bindings = self._module.origins(dataset)
            is_plain = all(b.kind is BindingKind.ASSIGN and not b.path and b not in self._pending for b in bindings)
            if not bindings or not is_plain:
                return None
            self._pending.update(bindings)
            try:
                return self._one_of(self._of_dataset(b.value, path) for b in bindings if b.value is not None)
            finally:
                self._pending.difference_update(bindings)
        if not isinstance(dataset, ast.Call) or not isinstance(dataset.func, ast.Attribute):
            return None
        if self._module.qualified(dataset.func) == "tensorflow.data.Dataset.from_tensor_slices":
            given = argument(dataset, "tensors", 0)
            whole = None if given is None else self._element(self._module.value(given), path)
            return None if whole is None or not whole.shape else self._made(whole.shape[1:], whole)
        method = dataset.func.attr
        inner = (
            self._of_dataset(dataset.func.value, path) if method in table.SAME_ELEMENTS | {"batch", "unbatch"} else None
        )
        if inner is None or method in table.SAME_ELEMENTS:
            return inner
        if method == "batch":
            full = is_true(argument(dataset, "drop_remainder", 1))
            return self._made((integer(argument(dataset, "batch_size", 0)) if full else None, *inner.shape), inner)
        return self._made(inner.shape[1:], inner) if inner.shape else None

    # -- calls -------------------------------------------------------------------------------------------------------

    def _call(self, call: ast.Call) -> Ranked | None:
        module = self._module
        qualified = module.qualified(call.func)
        if has_starred(call.args) or any(keyword.arg is None for keyword in call.keywords):
            return None
        if qualified is not None and qualified.partition(".")[0] in ("numpy", "tensorflow"):
            path = module.keras_path(call.func)
            return self._function(call, qualified) if path is None else None
        if qualified is not None:
            return None
        if isinstance(call.func, ast.Attribute):
            if call.func.attr == "predict" and module.kind(call.func.value) is Kind.MODEL:
                return self._output(call.func.value, call)
            method = self._method(call, call.func)
            if method is not None:
                return method
        local = module.definition(call.func)
        if isinstance(local, (ast.FunctionDef, ast.Lambda)):
            returned = module.returned(local)
            return self._one_of(self.of(value) for value in returned) if returned else None
        return self._output(call.func, call) if call.args else None

    def _output(self, model: ast.expr, call: ast.Call) -> Ranked | None:
        """The output of a model: how many dimensions it has depends on the input, but they are at least two."""
        found = width(self._module, model)
        if found is None:
            return None
        inputs = self.of(call.args[0]) if call.args else None
        length = inputs.shape[0] if inputs is not None and inputs.shape else None
        return Ranked((..., found), output=True, batch=length if isinstance(length, int) else None)

    def _function(self, call: ast.Call, qualified: str) -> Ranked | None:
        name = qualified.rpartition(".")[2]
        first = call.args[0] if call.args else None
        if qualified in table.OF_LENGTHS:
            return Ranked(tuple(integer(self._module.value(one)) for one in call.args))
        if qualified in table.OF_SHAPE:
            given = (
                argument(call, "shape", table.OF_SHAPE[qualified]) or argument(call, "size") or argument(call, "dims")
            )
            return Ranked(()) if given is None else self._shaped(given)
        if qualified in table.RANGES:
            start = None if first is None else self.of(first)
            count = argument(call, "num", 2) if name == "linspace" else None
            length = None if count is None else integer(self._module.value(count))
            return None if start is None or start.shape else Ranked((length,))
        if qualified.startswith(("numpy.random.", "tensorflow.random.")):
            return None
        if first is None:
            return None
        if name in table.SAME and (len(call.args) <= 2 or name.startswith("clip")):
            return None if argument(call, "shape") or argument(call, "ndmin") else self.of(first)
        if name in table.TWO and len(call.args) == 2:
            return self._both(first, call.args[1])
        if name in ("matmul", "dot") and len(call.args) == 2 and not call.keywords:
            return self._both(first, call.args[1], product=True)
        return self._reshaping(name, call, first, call.args[1:])

    def _method(self, call: ast.Call, function: ast.Attribute) -> Ranked | None:
        name = function.attr
        if name in table.SAME_METHODS:
            return self.of(function.value)
        if name == "reshape" and len(call.args) > 1:
            return Ranked(tuple(self._length(one) for one in call.args)) if self.of(function.value) else None
        known = name in table.REDUCTIONS or name in ("reshape", "flatten", "ravel", "squeeze")
        return self._reshaping(name, call, function.value, call.args) if known else None

    def _reshaping(self, name: str, call: ast.Call, base: ast.expr, rest: list[ast.expr]) -> Ranked | None:
        """A function or method that changes the dimensions of ``base``."""
        value = self.of(base)
        if name == "reshape":
            given = argument(call, "shape") or argument(call, "newshape") or (rest[0] if rest else None)
            shaped = None if given is None else self._shaped(given)
            return None if shaped is None else Ranked(shaped.shape, value is not None and value.output)
        if value is None:
            return None
        given = argument(call, "axis") or (rest[0] if rest else None)
        axis = integer(given)
        if given is not None and axis is None and not (isinstance(given, ast.Constant) and given.value is None):
            return None
        if name in ("flatten", "ravel"):
            return self._made((None,), value)
        if name == "expand_dims":
            return None if axis is None else self._made(rules.expanded(value.shape, axis), value)
        if name == "squeeze":
            return self._made(rules.squeezed(value.shape, axis), value)
        keep = argument(call, "keepdims")
        is_certain = keep is None or isinstance(keep, ast.Constant)
        if name not in table.REDUCTIONS or not is_certain or (name.startswith("arg") and axis is None):
            return None
        return self._made(rules.reduced(value.shape, axis, keep=is_true(keep)), value)

    # -- helpers -----------------------------------------------------------------------------------------------------

    def _shaped(self, given: ast.expr) -> Ranked | None:
        """A value of the shape that an expression is."""
        value = self._module.value(given)
        if isinstance(value, ast.Attribute) and value.attr == "shape":
            whole = self.of(value.value)
            return None if whole is None else Ranked(whole.shape)
        if isinstance(value, (ast.Tuple, ast.List)) and not has_starred(value.elts):
            return Ranked(tuple(self._length(one) for one in value.elts))
        return Ranked((self._length(value),)) if self._module.kind(value) is Kind.NUMBER else None

    def _length(self, node: ast.expr) -> int | None:
        length = integer(self._module.value(node))
        return None if length is not None and length < 0 else length

    def _listed(self, node: ast.List | ast.Tuple) -> Ranked | None:
        if has_starred(node.elts) or not node.elts:
            return None
        inner = self._one_of(self.of(element) for element in node.elts)
        return None if inner is None else self._made((len(node.elts), *inner.shape), inner)

    def _both(self, left: ast.expr, right: ast.expr, *, product: bool = False) -> Ranked | None:
        first = self.of(left)
        second = None if first is None else self.of(right)
        if first is None or second is None:
            return None
        shape = (rules.matmul if product else rules.broadcast)(first.shape, second.shape)
        return None if shape is None else Ranked(shape, first.output or second.output)

    def _one_of(self, values: Iterable[Ranked | None]) -> Ranked | None:
        """A value that is any of ``values``; those behind the first that is not known are not asked for."""
        found: list[Ranked] = []
        for value in values:
            if value is None:
                return None
            found.append(value)
        shape = rules.one_of([value.shape for value in found])
        if shape is None:
            return None
        batches = {value.batch for value in found}
        return Ranked(shape, any(value.output for value in found), batches.pop() if len(batches) == 1 else None)

    def _made(self, shape: Shape | None, value: Ranked) -> Ranked | None:
        """A value of this shape that is made of ``value``."""
        return None if shape is None else Ranked(shape, value.output)
