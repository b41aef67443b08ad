"""Which expressions have no value while TensorFlow traces a graph.

Narrower than :class:`~tffix.semantics.kinds_table.Kind`: a tensor that was made eagerly, outside of the trace, keeps
its value inside (``np.mean`` and ``.numpy()`` work on it), while a variable has none in a graph wherever it was made.
Measured with TensorFlow 2.21.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import TYPE_CHECKING

from tffix.semantics.kinds_table import CALLABLE_KINDS, DATASET_KINDS, Kind
from tffix.semantics.scopes import Binding, BindingKind
from tffix.semantics.syntax import argument_values, literal_element, receiver

if TYPE_CHECKING:
    from tffix.semantics.module import Module

_PASSED_ON = frozenset(["builtins.abs", "builtins.float", "builtins.int"])
_MAX_DEPTH = 40


class Symbolic:
    """Answers for the expressions of one file that stand in traced code.

    Args:
        module: the file.
        stands_for: whether a call that gives no tensor is to be taken for one if it is given one; by default none is.

    """

    def __init__(self, module: Module, stands_for: Callable[[ast.Call], bool] = lambda _: False) -> None:
        self._module = module
        self._stands_for = stands_for
        self._known: dict[ast.expr, bool] = {}
        self._pending: set[object] = set()

    def __call__(self, node: ast.expr) -> bool:
        """Whether ``node``, evaluated in traced code, certainly is a tensor or variable without a value."""
        known = self._known.get(node)
        if known is not None:
            return known
        if node in self._pending or len(self._pending) > _MAX_DEPTH:
            return False
        self._pending.add(node)
        found = self._is(node)
        self._pending.discard(node)
        if found or not self._pending:
            self._known[node] = found
        return found

    def _is(self, node: ast.expr) -> bool:
        if isinstance(node, ast.Name):
            bindings = self._module.bindings(node)
            return bool(bindings) and all(map(self._is_bound, bindings))
        if isinstance(node, ast.Attribute):
            # What other attributes hold may have been computed eagerly.
            kind = self._module.kind(node)
            return kind is Kind.VARIABLE or (kind is Kind.TENSOR and self._module.kind(node.value) is Kind.VARIABLE)
        if isinstance(node, ast.Call):
            return self._is_call(node)
        if isinstance(node, ast.BinOp):
            return self(node.left) or self(node.right)
        if isinstance(node, ast.Compare):
            is_tensor = not any(isinstance(op, (ast.Is, ast.IsNot, ast.In, ast.NotIn)) for op in node.ops)
            return is_tensor and any(map(self, [node.left, *node.comparators]))
        if isinstance(node, ast.UnaryOp):
            return not isinstance(node.op, ast.Not) and self(node.operand)
        if isinstance(node, ast.Subscript):
            return self(node.value) and not isinstance(self._module.value(node.value), (ast.List, ast.Tuple, ast.Dict))
        if isinstance(node, ast.IfExp):
            return self(node.body) and self(node.orelse)
        return isinstance(node, ast.NamedExpr) and self(node.value)

    # -- names -----------------------------------------------------------------------------------------------------

    def _is_bound(self, binding: Binding) -> bool:
        kind = self._module.kinds.of_binding(binding)
        if kind is Kind.VARIABLE:
            return True
        if isinstance(binding.node, ast.arg):
            return kind is Kind.TENSOR and self._is_parameter(binding.node)
        if not self._module.context(binding.node).is_graph:
            return False
        if binding.kind is BindingKind.ASSIGN and binding.value is not None:
            return self._is_element(binding, kind)
        if binding.kind is BindingKind.AUGMENTED:
            return kind is Kind.TENSOR
        if binding.kind is BindingKind.FOR and binding.value is not None:
            return kind is Kind.TENSOR and self._is_iterated(binding.value)
        return False

    def _is_element(self, binding: Binding, kind: Kind) -> bool:
        assert binding.value is not None
        value = binding.value
        for index in binding.path:
            element = literal_element(value, index)
            if element is None:
                return kind is Kind.TENSOR and self(value)
            value = element
        return self(value)

    def _is_parameter(self, parameter: ast.arg) -> bool:
        """Whether a parameter is given tensors of the graph: those of the traced function itself always are."""
        module = self._module
        function = module.tree.function_of(parameter)
        context = module.function_context(function)
        if not context.is_graph:
            return False
        if context.root is function:
            return True
        given = module.parameters.arguments(parameter)
        return bool(given) and all(value is not None and self(value) for value in given)

    def _is_iterated(self, iterable: ast.expr) -> bool:
        if self._module.kind(iterable) in DATASET_KINDS:
            return True
        if isinstance(iterable, (ast.List, ast.Tuple)):
            return bool(iterable.elts) and all(map(self, iterable.elts))
        if not isinstance(iterable, ast.Call):
            return self(iterable)
        if self._module.qualified(iterable.func) in ("builtins.enumerate", "builtins.zip"):
            return bool(iterable.args) and all(self._module.kind(value) in DATASET_KINDS for value in iterable.args)
        return self(iterable)

    # -- calls -----------------------------------------------------------------------------------------------------

    def _is_call(self, node: ast.Call) -> bool:
        module = self._module
        if self._stands_for(node):
            return any(map(self.holds, [*argument_values(node), receiver(node) or node.func]))
        qualified = module.qualified(node.func)
        if qualified in _PASSED_ON:
            return len(node.args) == 1 and self(node.args[0])
        if qualified == "builtins.sum" and node.args:
            added = node.args[0]
            return self(added.elt) if isinstance(added, (ast.ListComp, ast.GeneratorExp)) else self.holds(added)
        local = module.definition(node.func) if qualified is None else None
        if isinstance(local, (ast.FunctionDef, ast.Lambda)):
            return self._returns_symbols(local)
        if module.kind(node) is not Kind.TENSOR:
            return module.kind(node) is Kind.VARIABLE
        if qualified is not None:
            return not qualified.startswith("builtins.")
        if module.kind(node.func) in CALLABLE_KINDS:
            return True
        if not isinstance(node.func, ast.Attribute):
            return False
        owner = module.kind(node.func.value)
        return owner not in (Kind.TENSOR, Kind.UNKNOWN) or self(node.func.value)

    def _returns_symbols(self, function: ast.FunctionDef | ast.Lambda) -> bool:
        if self._module.is_tf_function(function):
            return True
        values = self._module.returned(function)
        return bool(values) and all(map(self, values))

    def holds(self, node: ast.expr) -> bool:
        """Whether ``node`` is such a tensor, or writes out a list or tuple with one."""
        if isinstance(node, (ast.List, ast.Tuple)):
            return any(map(self.holds, node.elts))
        return self(node.value if isinstance(node, ast.Starred) else node)
