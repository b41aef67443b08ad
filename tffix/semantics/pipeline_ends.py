"""Where an input pipeline ends: the place where one more stage would be the last one."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tffix.semantics.kinds_table import Kind
from tffix.semantics.pipelines import is_stage
from tffix.semantics.scopes import Binding, BindingKind, Path
from tffix.semantics.syntax import literal_element
from tffix.semantics.tree import FUNCTION_TYPES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tffix.semantics.module import Module


@dataclass(frozen=True)
class End:
    """The place where one more stage would be the last one.

    Either behind the expression ``node``; or, where the last stage depends on a condition, as a statement behind
    ``after``, for the variable ``node``.
    """

    node: ast.expr
    after: ast.stmt | None = None


def ends(module: Module, expression: ast.expr) -> list[End]:
    """Where the dataset that is read as ``expression`` gets its last stage; empty when that cannot be told."""
    walk = _Ends(module)
    walk.visit(expression)
    return walk.found


class _Ends:
    def __init__(self, module: Module) -> None:
        self._module = module
        self._seen: set[object] = set()
        self.found: list[End] = []

    def visit(self, node: ast.expr) -> None:
        if node in self._seen:
            return
        self._seen.add(node)
        module = self._module
        if is_stage(module, node):
            self.found.append(End(node))
        elif isinstance(node, ast.Call) and isinstance(function := module.definition(node.func), ast.FunctionDef):
            self._returned(function, ())
        elif isinstance(node, ast.Name):
            self._name(node)
        elif isinstance(node, ast.Attribute) and (owner := module.instance_class(node.value)) is not None:
            self._binding(module.attribute_bindings(owner, node.attr))

    def _name(self, node: ast.Name) -> None:
        bindings = _last_bindings(self._module, node)
        if len(bindings) == 1:
            self._binding(list(bindings))
        elif bindings and self._module.kind(node) is Kind.DATASET:
            if isinstance(self._module.statement(node), ast.Return):
                self.found.append(End(node))
            elif (after := _merge(self._module, node, bindings)) is not None:
                self.found.append(End(node, after))

    def _binding(self, bindings: list[Binding]) -> None:
        if len(bindings) != 1:
            return
        binding = bindings[0]
        if binding.kind is BindingKind.ASSIGN and binding.value is not None:
            self._element(binding.value, binding.path)
        elif binding.kind is BindingKind.PARAMETER and isinstance(binding.node, ast.arg):
            for argument in self._module.parameters.arguments(binding.node):
                if argument is not None:
                    self.visit(argument)

    def _element(self, value: ast.expr, path: Path) -> None:
        if not path:
            self.visit(value)
        elif (element := literal_element(value, path[0])) is not None:
            self._element(element, path[1:])
        elif isinstance(value, ast.Call) and isinstance(
            function := self._module.definition(value.func), ast.FunctionDef
        ):
            self._returned(function, path)

    def _returned(self, function: ast.FunctionDef, path: Path) -> None:
        if (function, path) not in self._seen:
            self._seen.add((function, path))
            for value in self._module.returned(function):
                self._element(value, path)


def _last_bindings(module: Module, name: ast.Name) -> frozenset[Binding]:
    """The bindings ``name`` can have; those left at the end of the scope around when it is read in an inner function.

    Such a function may run before, but it is the last stage that we look for.
    """
    found = module.bindings(name)
    owner = module.scopes.owner(name.id, module.scopes.around(name))
    if len(found) < 2 or owner is None or owner is module.scopes.around(name):
        return found
    final = module.flow(owner).final or {}
    return frozenset(binding for binding in found if binding in final.get(name.id, ()))


def _merge(module: Module, name: ast.Name, bindings: Iterable[Binding]) -> ast.stmt | None:
    """The statement behind which all of ``bindings`` have come together, before ``name`` is read.

    ``None`` unless they are plain assignments (or parameters) of one block and its branches.
    """
    scope = module.scopes.around(name)
    plain = (BindingKind.ASSIGN, BindingKind.PARAMETER)
    places: list[ast.stmt | None] = []
    for binding in bindings:
        if binding.scope is not scope or binding.path or binding.kind not in plain:
            return None
        places.append(module.statement(binding.node) if binding.kind is BindingKind.ASSIGN else None)
    for reader in _outwards(module, name):
        block = module.block(reader)
        holders = [place and next((s for s in block if module.contains(s, place)), None) for place in places]
        here = [holder for holder in holders if holder is not None]
        if not here:
            continue
        last = max(here, key=lambda statement: statement.lineno)
        if last.lineno >= reader.lineno or not isinstance(last, (ast.If, ast.With, ast.Try)):
            return None
        # In a loop, a value from outside of it would get one more stage with every turn.
        return None if None in holders and module.tree.is_in_loop(reader) else last
    return None


def _outwards(module: Module, node: ast.AST) -> Iterator[ast.stmt]:
    """The statements around ``node`` up to the function it is in, from the inside out."""
    current: ast.AST | None = module.statement(node)
    while current is not None and not isinstance(current, (*FUNCTION_TYPES, ast.ClassDef, ast.Module)):
        if isinstance(current, ast.stmt):
            yield current
        current = module.parent(current)
