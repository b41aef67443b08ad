"""What the value of a term depends on: whether the number of replicas is in it."""

from __future__ import annotations

import ast

from tffix.semantics.kinds_table import CALLABLE_KINDS, DATASET_KINDS, KERAS_KINDS, Kind
from tffix.semantics.module import Module
from tffix.semantics.replicas import COUNT
from tffix.semantics.scopes import BindingKind
from tffix.semantics.sources import values
from tffix.semantics.syntax import argument_values

_SCALED = ("tensorflow.nn.compute_average_loss", "tensorflow.nn.scale_regularization_loss")
_DATA = (*KERAS_KINDS, *DATASET_KINDS, Kind.STRATEGY)
_TRAINED = ("trainable_variables", "trainable_weights")
_MAX_NODES = 2000


class Dependence:
    """What the values of one file depend on."""

    def __init__(self, module: Module) -> None:
        self._module = module

    def divides_by_replicas(self, value: ast.expr) -> bool:
        """Whether ``value``, or an argument of the call that it is, is something divided by the number of replicas."""
        given = [self._module.value(one) for one in argument_values(value)] if isinstance(value, ast.Call) else [value]
        divisions = [node for one in given for node in ast.walk(one) if isinstance(node, ast.BinOp)]
        return any(isinstance(node.op, ast.Div) and self.mentions_replicas(node.right) for node in divisions)

    def mentions_replicas(self, node: ast.expr) -> bool:
        """Whether the number of replicas, or what is scaled by it, is in ``node`` or behind its names."""
        return any(self._is_about_replicas(inner) for inner in self.behind(node))

    def _is_about_replicas(self, node: ast.AST) -> bool:
        if isinstance(node, ast.Attribute):
            return node.attr == COUNT or node.attr in ("replica_id_in_sync_group", "all_reduce")
        return isinstance(node, ast.Call) and self._module.qualified(node.func) in _SCALED

    def behind(self, node: ast.expr) -> list[ast.AST]:
        """The nodes of ``node`` and of what its names, and the functions of the file that it calls, stand for.

        Data and models are not looked into: what a loss is computed from says nothing of its scale.
        """
        seen: dict[ast.AST, None] = {}
        waiting: list[ast.AST] = [node]
        while waiting and len(seen) < _MAX_NODES:
            current = waiting.pop()
            if current in seen:
                continue
            seen[current] = None
            waiting += self._below(current)
        return list(seen)

    def _below(self, node: ast.AST) -> list[ast.AST]:
        if isinstance(node, (ast.Name, ast.Attribute)):
            inner: list[ast.AST] = [node.value] if isinstance(node, ast.Attribute) else []
            is_data = self._module.kind(node) in _DATA
            return inner if is_data or not isinstance(node.ctx, ast.Load) else [*inner, *self._given(node)]
        if isinstance(node, ast.Call):
            module = self._module
            if self.is_object(node.func) or module.qualified(node.func) in ("builtins.next", "builtins.iter"):
                return []
            called = module.definition(node.func)
            if isinstance(called, ast.FunctionDef):
                return [*ast.iter_child_nodes(node), *called.body]
        return list(ast.iter_child_nodes(node))

    def _given(self, name: ast.expr) -> list[ast.expr]:
        bindings = self._module.origins(name)
        found = [binding.value for binding in bindings if binding.kind is not BindingKind.FOR]
        found += [value for binding in bindings for value in values(self._module, binding)]
        return [value for value in found if value is not None]

    def is_object(self, function: ast.expr) -> bool:
        """Whether what is called is a model, a layer or a loss: the scale of its arguments is not that of the loss."""
        if self._module.kind(function) in CALLABLE_KINDS:
            return True
        return isinstance(function, (ast.Name, ast.Attribute)) and self.is_trained(function)

    def is_trained(self, owner: ast.expr) -> bool:
        """Whether an object is a model, or its variables are trained."""
        if self._module.kind(owner) is Kind.MODEL:
            return True
        written = self._module.segment(owner)
        return any(self._module.segment(one.value) == written for one in self._module.attributes(*_TRAINED))
