"""What sort of value an expression is, by local inference."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from tffix.semantics import kinds_table as table
from tffix.semantics import tfds
from tffix.semantics.api_kinds import call_kind, constant_kind
from tffix.semantics.evidence import collect
from tffix.semantics.graph import Via
from tffix.semantics.kinds_table import Kind
from tffix.semantics.scopes import Binding, BindingKind
from tffix.semantics.tree import terminal_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from tffix.semantics.module import Module

_CALLABLE_RESULTS = {Kind.LAYER: Kind.TENSOR, Kind.MODEL: Kind.TENSOR, Kind.LOSS: Kind.TENSOR, Kind.METRIC: Kind.TENSOR}
_NUMERIC = (Kind.NUMBER, Kind.BOOL)
_MAX_DEPTH = 60


class Kinds:
    """Kinds of expressions and bindings, remembered by node."""

    def __init__(self, module: Module) -> None:
        self._module = module
        self._known: dict[ast.expr | Binding, Kind] = {}
        self._provisional: dict[ast.expr | Binding, Kind] = {}
        self._pending: set[object] = set()
        self._evidence: dict[Binding, Kind] | None = None
        self._assumed: dict[Binding, Kind] = {}

    def of(self, expression: ast.expr) -> Kind:
        """The kind of ``expression`` where it stands."""
        return self._remembered(expression, lambda: self._infer(expression))

    def of_binding(self, binding: Binding) -> Kind:
        """The kind of value that a binding gives its name."""
        if binding in self._assumed:
            return self._assumed[binding]
        return self._remembered(binding, lambda: self._of_binding(binding))

    def _remembered(self, key: ast.expr | Binding, infer: Callable[[], Kind]) -> Kind:
        known = self._known.get(key) or self._provisional.get(key)
        if known is not None:
            return known
        if key in self._pending or len(self._pending) > _MAX_DEPTH:
            return Kind.UNKNOWN
        self._pending.add(key)
        try:
            found = infer()
        finally:
            self._pending.discard(key)
        if not self._pending:
            self._provisional.clear()
            self._known[key] = found
        elif found is Kind.UNKNOWN:
            # May only mean "in a cycle": holds until the outermost question is answered.
            self._provisional[key] = found
        else:
            self._known[key] = found
        return found

    # -- expressions -----------------------------------------------------------------------------------------------

    def _infer(self, node: ast.expr) -> Kind:
        if isinstance(node, ast.Constant):
            return _constant(node.value)
        if isinstance(node, ast.Name):
            return self._name(node)
        if isinstance(node, ast.Attribute):
            return self._attribute(node)
        if isinstance(node, ast.Call):
            return self._call(node)
        if isinstance(node, ast.Subscript):
            return self._subscript(node)
        if isinstance(node, (ast.BinOp, ast.UnaryOp, ast.Compare)):
            return self._operation(node)
        if isinstance(node, ast.BoolOp):
            return join(map(self.of, node.values))
        if isinstance(node, ast.IfExp):
            return join([self.of(node.body), self.of(node.orelse)])
        if isinstance(node, (ast.NamedExpr, ast.Await)):
            return self.of(node.value)
        return _LITERALS.get(type(node), Kind.UNKNOWN)

    def _operation(self, node: ast.BinOp | ast.UnaryOp | ast.Compare) -> Kind:
        if isinstance(node, ast.BinOp):
            return self._arithmetic(node)
        if isinstance(node, ast.UnaryOp):
            kind = self.of(node.operand)
            return Kind.TENSOR if kind is Kind.VARIABLE else Kind.UNKNOWN if kind is Kind.LIST else kind
        if any(isinstance(op, (ast.Is, ast.IsNot, ast.In, ast.NotIn)) for op in node.ops):
            return Kind.BOOL
        kinds = [self.of(node.left), *map(self.of, node.comparators)]
        if Kind.TENSOR in kinds or Kind.VARIABLE in kinds:
            return Kind.TENSOR
        return Kind.BOOL if all(kind in table.PYTHON_KINDS for kind in kinds) else Kind.UNKNOWN

    def _name(self, node: ast.Name) -> Kind:
        bindings = self._module.bindings(node)
        if not bindings:
            return Kind.UNKNOWN
        kinds = {binding: self.of_binding(binding) for binding in bindings}
        unknown = [binding for binding, kind in kinds.items() if kind is Kind.UNKNOWN]
        start = join(kind for kind in kinds.values() if kind is not Kind.UNKNOWN)
        if unknown and start in (Kind.TENSOR, Kind.DATASET) and self._is_kept(start, unknown):
            return start
        return join(kinds.values())

    def _is_kept(self, kind: Kind, bindings: list[Binding]) -> bool:
        """Whether assignments in a loop (``x = x / 2``) give ``kind`` again when their name has it already."""
        if self._assumed or not all(_refers_to_itself(self._module, binding) for binding in bindings):
            return False
        saved = self._known, self._provisional, self._pending
        self._known, self._provisional, self._pending = {}, {}, set()
        self._assumed = dict.fromkeys(bindings, kind)
        try:
            return all(self._infer_binding(binding) is kind for binding in bindings)
        finally:
            self._known, self._provisional, self._pending = saved
            self._assumed = {}

    def _arithmetic(self, node: ast.BinOp) -> Kind:
        left, right = self.of(node.left), self.of(node.right)
        if Kind.STRING in (left, right):
            return Kind.STRING if left is Kind.STRING else Kind.UNKNOWN
        if any(kind in (Kind.TENSOR, Kind.VARIABLE) for kind in (left, right)):
            return Kind.TENSOR
        if left in _NUMERIC and right in _NUMERIC:
            return Kind.NUMBER
        if Kind.ARRAY in (left, right) and {left, right} <= {Kind.ARRAY, *_NUMERIC}:
            return Kind.ARRAY
        return left if left is right and left in (Kind.LIST, Kind.TUPLE) else Kind.UNKNOWN

    def _subscript(self, node: ast.Subscript) -> Kind:
        kind = self.of(node.value)
        if kind in (Kind.TENSOR, Kind.VARIABLE):
            return Kind.TENSOR
        if kind is Kind.SHAPE:
            return Kind.SHAPE if isinstance(node.slice, ast.Slice) else Kind.NUMBER
        if kind is Kind.ARRAY:
            return Kind.ARRAY
        if self._is_split(node):
            return Kind.DATASET
        value = self._module.value(node.value)
        index = node.slice.value if isinstance(node.slice, ast.Constant) else None
        if isinstance(value, (ast.Tuple, ast.List)) and isinstance(index, int):
            return self._element(value, (index,))
        return Kind.UNKNOWN

    def _is_split(self, node: ast.Subscript) -> bool:
        """Whether ``node`` takes one split, by its name or number, out of what ``tfds.load`` returned."""
        if not isinstance(node.value, ast.Name) or not isinstance(node.slice, ast.Constant):
            return False
        bindings = list(self._module.bindings(node.value))
        if len(bindings) != 1 or bindings[0].kind is not BindingKind.ASSIGN:
            return False
        value, key = bindings[0].value, node.slice.value
        if not isinstance(value, ast.Call) or not isinstance(key, (str, int)):
            return False
        return tfds.is_dataset(self._module, value, (*bindings[0].path, key))

    def _attribute(self, node: ast.Attribute) -> Kind:
        module = self._module
        qualified = module.qualified(node)
        if qualified is not None:
            return constant_kind(qualified)
        owner = module.instance_class(node.value)
        if owner is not None:
            values = module.attribute_bindings(owner, node.attr)
            if values:
                return join(self.of_binding(value) for value in values)
        base = self.of(node.value)
        if node.attr in ("shape", "dtype", "name", "ndim", "device"):
            by_attribute = {"shape": Kind.SHAPE, "dtype": Kind.DTYPE, "ndim": Kind.NUMBER}
            if base in (Kind.TENSOR, Kind.VARIABLE, Kind.ARRAY, Kind.KERAS_TENSOR):
                return by_attribute.get(node.attr, Kind.STRING)
            return Kind.UNKNOWN
        if base is Kind.OPTIMIZER and node.attr in ("iterations", "learning_rate", "lr"):
            return Kind.VARIABLE
        if base in (Kind.LAYER, Kind.MODEL) and node.attr in ("output", "input", "outputs", "inputs"):
            return Kind.KERAS_TENSOR
        if base is Kind.VARIABLE and node.attr in ("value", "handle"):
            return Kind.TENSOR
        if base is Kind.TENSOR and node.attr == "T":
            return Kind.TENSOR
        return Kind.UNKNOWN

    # -- calls -----------------------------------------------------------------------------------------------------

    def _call(self, node: ast.Call) -> Kind:
        module = self._module
        qualified = module.qualified(node.func)
        if qualified is not None:
            return self._qualified_call(qualified, node)
        local = module.definition(node.func)
        if isinstance(local, ast.ClassDef):
            return module.class_kind(local)
        if isinstance(local, (ast.FunctionDef, ast.Lambda)):
            return Kind.TENSOR if self._returns_tensors(local) else self.returned(local)
        if isinstance(node.func, ast.Attribute):
            kind = self._method(node.func)
            if kind is not None:
                return kind
        base = self.of(node.func)
        if base in _CALLABLE_RESULTS:
            symbolic = any(self.of(argument) is Kind.KERAS_TENSOR for argument in node.args)
            return Kind.KERAS_TENSOR if symbolic else _CALLABLE_RESULTS[base]
        return Kind.UNKNOWN

    def _qualified_call(self, qualified: str, node: ast.Call) -> Kind:
        kind = call_kind(qualified)
        if tfds.is_dataset(self._module, node):
            return Kind.DATASET
        if kind is Kind.TENSOR and any(self.of(argument) is Kind.KERAS_TENSOR for argument in node.args):
            return Kind.KERAS_TENSOR
        if kind is Kind.UNKNOWN and qualified == "tensorflow.function" and node.args:
            return Kind.FUNCTION
        if qualified in ("builtins.sum", "builtins.max", "builtins.min", "builtins.abs") and node.args:
            inner = self.of(node.args[0])
            return inner if inner in (Kind.TENSOR, Kind.NUMBER) else Kind.UNKNOWN
        if qualified in ("builtins.float", "builtins.int") and node.args and module_is_graph(self._module, node):
            # AutoGraph turns float(t) and int(t) into casts.
            return Kind.TENSOR if self.of(node.args[0]) is Kind.TENSOR else kind
        return kind

    def _method(self, function: ast.Attribute) -> Kind | None:
        """What a method returns by the kind of its object; ``None`` when the kind says nothing."""
        base, name = self.of(function.value), function.attr
        if base in (Kind.TENSOR, Kind.VARIABLE):
            return table.TENSOR_METHODS_PYTHON.get(name, Kind.TENSOR)
        if base is Kind.DATASET and name in table.DATASET_METHODS:
            return Kind.DATASET
        if base is Kind.TENSOR_ARRAY:
            return Kind.TENSOR if name in ("stack", "read", "concat", "gather", "size") else Kind.TENSOR_ARRAY
        methods = table.METHODS.get(base)
        return None if methods is None else methods.get(name)

    def _returns_tensors(self, function: ast.FunctionDef | ast.Lambda) -> bool:
        """``tf.function`` makes tensors of all it returns, numbers included."""
        context = self._module.function_context(function)
        if isinstance(function, ast.Lambda) or context.via is not Via.FUNCTION or context.root is not function:
            return False
        values = self._module.returns(function)
        return bool(values) and not any(v is None or isinstance(v, (ast.Dict, ast.Constant)) for v in values)

    def returned(self, function: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> Kind:
        """What kind of value a function defined here returns."""
        if isinstance(function, ast.Lambda):
            return self.of(function.body)
        if isinstance(function, ast.AsyncFunctionDef):
            return Kind.UNKNOWN
        values = self._module.returns(function)
        if not values or any(value is None for value in values):
            return Kind.UNKNOWN
        return join(self._returned_value(value) for value in values if value is not None)

    def _returned_value(self, value: ast.expr) -> Kind:
        if isinstance(value, ast.Tuple) and value.elts:
            return join(map(self.of, value.elts))
        return self.of(value)

    # -- bindings --------------------------------------------------------------------------------------------------

    def _of_binding(self, binding: Binding) -> Kind:
        found = self._infer_binding(binding)
        return self._evidence_for(binding) if found is Kind.UNKNOWN else found

    def _infer_binding(self, binding: Binding) -> Kind:
        if binding.kind is BindingKind.ASSIGN and binding.value is not None:
            return self._element(binding.value, binding.path) if binding.path else self.of(binding.value)
        if binding.kind is BindingKind.AUGMENTED and binding.value is not None:
            return self._augmented(binding, binding.value)
        if binding.kind is BindingKind.FOR and binding.value is not None:
            return self._iterated(binding.value, binding.path)
        if binding.kind is BindingKind.WITH and binding.value is not None:
            kind = self.of(binding.value)
            return kind if kind is Kind.TAPE else Kind.UNKNOWN
        if binding.kind is BindingKind.PARAMETER and isinstance(binding.node, ast.arg):
            return self._module.parameter_kind(binding.node)
        if binding.kind in (BindingKind.FUNCTION, BindingKind.CLASS):
            return Kind.FUNCTION
        return Kind.UNKNOWN

    def _augmented(self, binding: Binding, value: ast.expr) -> Kind:
        before = [b for b in self._module.bindings(binding.node) if b is not binding]  # type: ignore[arg-type]
        start = join(self.of_binding(b) for b in before) if before else Kind.UNKNOWN
        right = self.of(value)
        if Kind.TENSOR in (start, right) or Kind.VARIABLE in (start, right):
            return Kind.TENSOR if start is not Kind.LIST else Kind.LIST
        return start if start in (Kind.LIST, Kind.STRING) or start is right else Kind.UNKNOWN

    def _element(self, value: ast.expr, path: tuple[int | None, ...]) -> Kind:
        if not path:
            return self.of(value)
        if isinstance(value, (ast.Tuple, ast.List)):
            index = path[0]
            if index is None or index >= len(value.elts) or any(isinstance(e, ast.Starred) for e in value.elts):
                return Kind.UNKNOWN
            return self._element(value.elts[index], path[1:])
        if isinstance(value, ast.Call):
            if tfds.is_dataset(self._module, value, path):
                return Kind.DATASET
            local = self._module.definition(value.func)
            if isinstance(local, ast.FunctionDef) and self._module.qualified(value.func) is None:
                values = self._module.returns(local)
                if values and all(isinstance(v, ast.Tuple) for v in values):
                    return join(self._element(v, path) for v in values if v is not None)
                return Kind.UNKNOWN
            if self.of(value.func) in (Kind.MODEL, Kind.LAYER):
                # Models may return dictionaries; unpacked they are tensors or structures of tensors.
                return self.of(value)
        kind = self.of(value)
        if kind is Kind.SHAPE:
            return Kind.NUMBER
        return kind if kind in (Kind.TENSOR, Kind.KERAS_TENSOR, Kind.ARRAY) else Kind.UNKNOWN

    def _iterated(self, iterable: ast.expr, path: tuple[int | None, ...]) -> Kind:
        kind = self.of(iterable)
        if kind in (Kind.DATASET, Kind.TENSOR):
            return Kind.TENSOR
        if not isinstance(iterable, ast.Call):
            if isinstance(iterable, (ast.List, ast.Tuple)) and iterable.elts:
                return join(self._element(element, path) for element in iterable.elts)
            return Kind.UNKNOWN
        qualified = self._module.qualified(iterable.func)
        if qualified == "builtins.range":
            return Kind.NUMBER
        if qualified == "builtins.enumerate" and iterable.args and path:
            if path[0] == 0:
                in_graph = module_is_graph(self._module, iterable) and self.of(iterable.args[0]) is Kind.DATASET
                return Kind.TENSOR if in_graph else Kind.NUMBER
            return self._iterated(iterable.args[0], path[1:])
        if qualified == "builtins.zip" and path and path[0] is not None and path[0] < len(iterable.args):
            return self._iterated(iterable.args[path[0]], path[1:])
        if terminal_name(iterable.func) in ("tqdm", "trange", "Progbar", "track") and iterable.args:
            return self._iterated(iterable.args[0], path)
        return Kind.UNKNOWN

    def _evidence_for(self, binding: Binding) -> Kind:
        if self._evidence is None:
            self._evidence = {}
            collect(self._module, self._evidence)
        return self._evidence.get(binding, Kind.UNKNOWN)


_LITERALS: dict[type, Kind] = {
    ast.JoinedStr: Kind.STRING,
    ast.List: Kind.LIST,
    ast.ListComp: Kind.LIST,
    ast.Tuple: Kind.TUPLE,
    ast.Dict: Kind.DICT,
    ast.DictComp: Kind.DICT,
    ast.Lambda: Kind.FUNCTION,
}


def _constant(value: object) -> Kind:
    if value is None:
        return Kind.NONE
    if isinstance(value, bool):
        return Kind.BOOL
    if isinstance(value, (int, float, complex)):
        return Kind.NUMBER
    return Kind.STRING if isinstance(value, str) else Kind.UNKNOWN


def _refers_to_itself(module: Module, binding: Binding) -> bool:
    value = binding.value
    if binding.kind is not BindingKind.ASSIGN or value is None:
        return False
    names = (node for node in ast.walk(value) if isinstance(node, ast.Name) and node.id == binding.name)
    return any(binding in module.bindings(name) for name in names)


def join(kinds: Iterable[Kind]) -> Kind:
    """The kind of a value that is one of these: theirs when they agree."""
    found = set(kinds)
    if len(found) == 1:
        return found.pop()
    if found in ({Kind.TENSOR, Kind.NUMBER}, {Kind.TENSOR, Kind.VARIABLE}):
        # ``loss = 0.0`` before a loop that adds tensors.
        return Kind.TENSOR
    return Kind.UNKNOWN


def module_is_graph(module: Module, node: ast.AST) -> bool:
    """Whether ``node`` certainly runs while a graph is traced."""
    return module.context(node).is_graph
