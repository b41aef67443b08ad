"""What sort of value an expression is, by local inference."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from tffix.semantics import kind_rules as rules
from tffix.semantics import tfds
from tffix.semantics.api_kinds import call_kind, constant_kind
from tffix.semantics.evidence import collect
from tffix.semantics.kind_rules import join
from tffix.semantics.kinds_table import Kind
from tffix.semantics.scopes import Binding, BindingKind, Path
from tffix.semantics.syntax import literal_element, names_in
from tffix.semantics.tree import FunctionNode, terminal_name

if TYPE_CHECKING:
    from collections.abc import Callable

    from tffix.semantics.module import Module

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
            return rules.constant(node.value)
        if isinstance(node, ast.Name):
            return self._name(node)
        if isinstance(node, ast.Attribute):
            return self._attribute(node)
        if isinstance(node, ast.Call):
            return self._call(node)
        if isinstance(node, ast.Subscript):
            return self._subscript(node)
        if isinstance(node, ast.BinOp):
            return rules.arithmetic(self.of(node.left), self.of(node.right))
        if isinstance(node, ast.UnaryOp):
            return rules.unary(self.of(node.operand))
        if isinstance(node, ast.Compare):
            return rules.comparison(node.ops, [self.of(operand) for operand in (node.left, *node.comparators)])
        if isinstance(node, ast.BoolOp):
            return join(map(self.of, node.values))
        if isinstance(node, ast.IfExp):
            return join([self.of(node.body), self.of(node.orelse)])
        if isinstance(node, (ast.NamedExpr, ast.Await)):
            return self.of(node.value)
        return rules.LITERALS.get(type(node), Kind.UNKNOWN)

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

    def _subscript(self, node: ast.Subscript) -> Kind:
        kind = rules.item(self.of(node.value), node.slice)
        if kind is not Kind.UNKNOWN:
            return kind
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
        binding = self._module.binding(node.value)
        if binding is None or binding.kind is not BindingKind.ASSIGN:
            return False
        value, key = binding.value, node.slice.value
        if not isinstance(value, ast.Call) or not isinstance(key, (str, int)):
            return False
        return tfds.is_dataset(self._module, value, (*binding.path, key))

    def _attribute(self, node: ast.Attribute) -> Kind:
        module = self._module
        qualified = module.qualified(node)
        if qualified is not None:
            return constant_kind(qualified)
        owner = module.instance_class(node.value)
        if owner is not None:
            values = module.definitions.instance_bindings(owner, node.attr)
            if values:
                return join(self.of_binding(value) for value in values)
        return rules.attribute(self.of(node.value), node.attr)

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
            kind = rules.method(self.of(node.func.value), node.func.attr)
            if kind is not None:
                return kind
        base = self.of(node.func)
        if base in rules.RESULTS:
            return Kind.KERAS_TENSOR if self._is_symbolic(node) else rules.RESULTS[base]
        return Kind.UNKNOWN

    def _qualified_call(self, qualified: str, node: ast.Call) -> Kind:
        kind = call_kind(qualified)
        if tfds.is_dataset(self._module, node):
            return Kind.DATASET
        if kind is Kind.TENSOR and self._is_symbolic(node):
            return Kind.KERAS_TENSOR
        if kind is Kind.UNKNOWN and qualified == "tensorflow.function" and node.args:
            return Kind.FUNCTION
        if qualified in ("builtins.sum", "builtins.max", "builtins.min", "builtins.abs") and node.args:
            compared = node.args if qualified in ("builtins.max", "builtins.min") else node.args[:1]
            inner = join(map(self.of, compared))
            return inner if inner in (Kind.TENSOR, Kind.NUMBER) else Kind.UNKNOWN
        if qualified in ("builtins.float", "builtins.int") and node.args and self._module.context(node).is_graph:
            # AutoGraph turns float(t) and int(t) into casts.
            return Kind.TENSOR if self.of(node.args[0]) is Kind.TENSOR else kind
        return kind

    def _is_symbolic(self, call: ast.Call) -> bool:
        """Whether the call is a part of a functional model."""
        return any(self.of(argument) is Kind.KERAS_TENSOR for argument in call.args)

    def _returns_tensors(self, function: ast.FunctionDef | ast.Lambda) -> bool:
        """``tf.function`` makes tensors of all it returns, numbers included."""
        if isinstance(function, ast.Lambda) or not self._module.is_tf_function(function):
            return False
        values = self._module.returns(function)
        return bool(values) and not any(v is None or isinstance(v, (ast.Dict, ast.Constant)) for v in values)

    def returned(self, function: FunctionNode) -> Kind:
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
        if isinstance(binding.node, ast.Name) and binding.kind is BindingKind.AUGMENTED and binding.value is not None:
            return self._augmented(binding, binding.node, binding.value)
        if binding.kind is BindingKind.FOR and binding.value is not None:
            return self._iterated(binding.value, binding.path)
        if binding.kind is BindingKind.WITH and binding.value is not None:
            kind = self.of(binding.value)
            return kind if kind is Kind.TAPE else Kind.UNKNOWN
        if binding.kind is BindingKind.PARAMETER and isinstance(binding.node, ast.arg):
            return self._module.parameters.kind(binding.node)
        if binding.kind in (BindingKind.FUNCTION, BindingKind.CLASS):
            return Kind.FUNCTION
        return Kind.UNKNOWN

    def _augmented(self, binding: Binding, name: ast.Name, value: ast.expr) -> Kind:
        before = [b for b in self._module.bindings(name) if b is not binding]
        start = join(self.of_binding(b) for b in before) if before else Kind.UNKNOWN
        return rules.augmented(start, self.of(value))

    def _element(self, value: ast.expr, path: Path) -> Kind:
        if not path:
            return self.of(value)
        if isinstance(value, (ast.Tuple, ast.List)):
            element = literal_element(value, path[0])
            return Kind.UNKNOWN if element is None else self._element(element, path[1:])
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

    def _iterated(self, iterable: ast.expr, path: Path) -> Kind:
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
                in_graph = self._module.context(iterable).is_graph and self.of(iterable.args[0]) is Kind.DATASET
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


def _refers_to_itself(module: Module, binding: Binding) -> bool:
    value = binding.value
    if binding.kind is not BindingKind.ASSIGN or value is None:
        return False
    names = (name for name in names_in(value) if name.id == binding.name)
    return any(binding in module.bindings(name) for name in names)
