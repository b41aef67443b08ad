"""Input pipelines: what a dataset is made of, followed statement by statement.

Only a fifth of real pipelines are one chain.  The others grow over several assignments, behind ``if``, through
functions of the file and attributes of ``self``; reaching definitions lead from one to the next.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tffix.semantics.kinds_table import DATASET_METHODS, DATASET_SOURCES, DATASET_UTILITIES, Kind
from tffix.semantics.names import keras_path
from tffix.semantics.scopes import Binding, BindingKind, Path
from tffix.semantics.syntax import argument_values, literal_element, method_name
from tffix.semantics.tree import FunctionNode

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tffix.semantics.module import Module


@dataclass(eq=False)
class History:
    """What a dataset may have gone through: every stage and source on any path that leads to it."""

    stages: list[ast.Call] = field(default_factory=list)
    """Calls of dataset methods, the last one first along each path."""
    sources: list[ast.expr] = field(default_factory=list)
    complete: bool = True
    """Whether every path was followed back to a source."""

    def has(self, *methods: str) -> bool:
        """Whether a stage of one of these names may be on the way."""
        return any(method_name(stage) in methods for stage in self.stages)


def is_stage(module: Module, node: ast.AST | None) -> bool:
    """Whether ``node`` is a call like ``ds.batch(8)``: a dataset made into a further dataset."""
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in DATASET_METHODS
        and module.kind(node.func.value) is Kind.DATASET
    )


def stages(module: Module, *methods: str) -> Iterator[ast.Call]:
    """All calls of these dataset methods in the file, in source order."""
    found = [call for method in methods for call in module.calls(method) if is_stage(module, call)]
    yield from sorted(found, key=module.span)


def history(module: Module, expression: ast.expr) -> History:
    """Everything the dataset ``expression`` may have gone through."""
    walk = _Upstream(module)
    walk.follow(expression)
    return walk.found


class _Upstream:
    def __init__(self, module: Module) -> None:
        self._module = module
        self._seen: set[object] = set()
        # By hand: generated files have pipelines of hundreds of statements.
        self._waiting: list[ast.expr] = []
        self.found = History()

    def follow(self, expression: ast.expr) -> None:
        self._waiting.append(expression)
        while self._waiting:
            node = self._waiting.pop()
            if node not in self._seen:
                self._seen.add(node)
                self._visit(node)

    def _visit(self, node: ast.expr) -> None:
        if isinstance(node, ast.Call):
            self._call(node)
        elif isinstance(node, ast.Name):
            self._bindings(self._module.bindings(node))
        elif isinstance(node, ast.Attribute) and (owner := self._module.instance_class(node.value)) is not None:
            self._bindings(self._module.attribute_bindings(owner, node.attr))
        elif isinstance(node, ast.IfExp):
            self._waiting += [node.body, node.orelse]
        elif isinstance(node, ast.NamedExpr):
            self._waiting.append(node.value)
        elif isinstance(node, ast.Subscript) and self._module.kind(node) is Kind.DATASET:
            self.found.sources.append(node)
        else:
            self.found.complete = False

    def _call(self, node: ast.Call) -> None:
        qualified = self._module.qualified(node.func)
        function = self._module.definition(node.func)
        if is_stage(self._module, node):
            self.found.stages.append(node)
            self._nested(node)
            self._waiting.append(node.func.value)  # type: ignore[attr-defined]
        elif qualified is not None and is_source(qualified):
            self.found.sources.append(node)
            self._nested(node)
        elif isinstance(function, (ast.FunctionDef, ast.Lambda)):
            self._returned(function, ())
        elif self._module.kind(node) is Kind.DATASET:
            self.found.sources.append(node)
        else:
            self.found.complete = False

    def _nested(self, call: ast.Call) -> None:
        """The datasets that ``zip``, ``concatenate`` and ``apply`` take."""
        waiting = argument_values(call)
        while waiting:
            argument = waiting.pop()
            if isinstance(argument, (ast.Tuple, ast.List)):
                waiting.extend(argument.elts)
            elif self._module.kind(argument) is Kind.DATASET:
                self._waiting.append(argument)
            elif method_name(call) == "apply":
                function = self._module.definition(argument)
                if isinstance(function, (ast.FunctionDef, ast.Lambda)):
                    self._returned(function, ())

    def _returned(self, function: FunctionNode, path: Path) -> None:
        if (function, path) in self._seen:
            return
        self._seen.add((function, path))
        for value in self._module.returned(function):
            self._element(value, path)

    def _bindings(self, bindings: Iterable[Binding]) -> None:
        found = list(bindings)
        if not found:
            self.found.complete = False
        for binding in found:
            if binding in self._seen:
                continue
            self._seen.add(binding)
            if binding.kind is BindingKind.ASSIGN and binding.value is not None:
                self._element(binding.value, binding.path)
            elif binding.kind is BindingKind.PARAMETER and isinstance(binding.node, ast.arg):
                self._parameter(binding.node)
            else:
                self.found.complete = False

    def _element(self, value: ast.expr, path: Path) -> None:
        if not path:
            self._waiting.append(value)
            return
        element = literal_element(value, path[0])
        if element is not None:
            self._element(element, path[1:])
        elif isinstance(value, ast.Call) and isinstance(
            function := self._module.definition(value.func), ast.FunctionDef
        ):
            self._returned(function, path)
        elif isinstance(value, ast.Call):
            self.found.sources.append(value)
        else:
            self.found.complete = False

    def _parameter(self, parameter: ast.arg) -> None:
        given = self._module.parameters.arguments(parameter)
        if not given:
            self.found.complete = False
        for argument in given:
            if argument is None:
                self.found.complete = False
            else:
                self._waiting.append(argument)


def is_source(qualified: str) -> bool:
    """Whether calling ``qualified`` makes a dataset from something else than a dataset."""
    return qualified in DATASET_SOURCES or keras_path(qualified) in DATASET_UTILITIES
