"""Which values a piece of code takes from the code around it, and which it gives back."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from tffix.semantics.hybridization import Cause, Obstacle, array_reason, may_be_array, mixes_with_tensors
from tffix.semantics.hybridization.objects import is_object_use
from tffix.semantics.kinds_table import Kind
from tffix.semantics.module import Module
from tffix.semantics.scopes import Binding, BindingKind, Scope, is_comprehension

from ._region import Region
from ._surroundings import surroundings

_DATA = (Kind.TENSOR, Kind.VARIABLE, Kind.ARRAY, Kind.UNKNOWN, Kind.LIST, Kind.TUPLE, Kind.DICT, Kind.NONE)
"""What a step can be given for each call."""
_PYTHON = (Kind.NUMBER, Kind.STRING, Kind.BOOL)
_RETURNED = (Kind.TENSOR, Kind.VARIABLE, Kind.UNKNOWN, Kind.LIST, Kind.TUPLE, Kind.DICT, Kind.NONE)
_DEFINITIONS = (BindingKind.IMPORT, BindingKind.FUNCTION, BindingKind.CLASS)


@dataclass(frozen=True)
class Interface:
    """The names through which a piece of code is connected.

    ``arguments`` change from call to call, ``captured`` (with their scopes) stay what they are, ``results`` are read
    behind the code.  ``obstacles`` are values that cannot be passed to, or returned by, a graph.
    """

    arguments: tuple[str, ...]
    captured: tuple[Binding, ...]
    results: tuple[str, ...]
    obstacles: tuple[Obstacle, ...]


class _Reader:
    def __init__(self, region: Region, outermost: ast.stmt) -> None:
        self._module = region.module
        self._region = region
        self._outermost = outermost
        self._scope = _scope(region.module, region.statements[0])
        self.obstacles: list[Obstacle] = []
        self._carried: set[str] = set()
        """Names whose value one round of the code leaves to the next."""

    # -- what is read ------------------------------------------------------------------------------------------------

    def inputs(self) -> tuple[dict[str, ast.AST], dict[str, Binding]]:
        """The names to pass, each with where it was bound first, and the names that are captured."""
        passed: dict[str, ast.AST] = {}
        captured: dict[str, Binding] = {}
        for name in self._region.names():
            if isinstance(name.ctx, ast.Load) or isinstance(self._module.parent(name), ast.AugAssign):
                self._input(name, passed, captured)
        return passed, captured

    def _input(self, name: ast.Name, passed: dict[str, ast.AST], captured: dict[str, Binding]) -> None:
        module = self._module
        owner = module.scopes.owner(name.id, module.scopes.around(name))
        if owner is None or self._region.contains(owner.node):
            return
        bindings = module.bindings(name) if owner is self._scope else frozenset(owner.all(name.id))
        outside = [binding for binding in bindings if not self._region.contains(binding.node)]
        if not outside:
            return
        changing = [binding for binding in outside if self._is_changing(binding, owner)]
        if not changing and len(outside) == len(bindings):
            captured.setdefault(name.id, outside[0])
            return
        if len(outside) < len(bindings):
            self._carried.add(name.id)
        problem = self._problem(name, outside, changing)
        if problem is None:
            first = min((b.node for b in owner.all(name.id) if self._is_changing(b, owner)), key=self._place)
            passed.setdefault(name.id, first)
        else:
            self.obstacles.append(problem)

    def _place(self, node: ast.AST) -> tuple[int, int]:
        return self._module.span(node)

    def _is_changing(self, binding: Binding, owner: Scope) -> bool:
        """Whether a name may be bound again while the loops run."""
        if self._module.contains(self._outermost, binding.node):
            return True
        remote = self._module.scopes.around(binding.node) is not owner and binding.kind is not BindingKind.PARAMETER
        if remote and binding.kind not in _DEFINITIONS:
            return True
        # What an outer function or the module binds in a loop can change between the calls of this function.
        return owner is not self._scope and self._module.tree.is_in_loop(binding.node)

    def _problem(self, name: ast.Name, outside: list[Binding], changing: list[Binding]) -> Obstacle | None:
        module = self._module
        kinds = {module.kinds.of_binding(binding) for binding in outside}
        if may_be_array(module, name) and self._is_mixed(name):
            return Obstacle(name, Cause.NUMPY, array_reason(name.id))
        if self._is_object(name) or not kinds <= {*_DATA, *_PYTHON}:
            line = getattr((changing or outside)[0].node, "lineno", name.lineno)
            reason = f"`{name.id}` is made anew in line {line}, within the loop; make it once, before"
            return Obstacle(name, Cause.STATE, reason)
        if kinds & set(_PYTHON) or (kinds == {Kind.UNKNOWN} and self._is_number(name)):
            reason = (
                f"`{name.id}` is a Python value that varies: a graph is traced anew for each; "
                "pass it as a tensor, or use it outside of the step"
            )
            return Obstacle(name, Cause.PYTHON_VALUE, reason)
        return None

    def _is_mixed(self, name: ast.Name) -> bool:
        same = [other for other in self._region.names() if other.id == name.id]
        return mixes_with_tensors(self._module, same)

    def _is_object(self, name: ast.Name) -> bool:
        """Whether the code uses ``name`` as a model, a layer or an optimizer."""
        same = (other for other in self._region.names() if other.id == name.id)
        return any(is_object_use(self._module, other) for other in same)

    def _is_number(self, name: ast.Name) -> bool:
        """Whether the code uses a value of unknown kind as only Python numbers are used."""
        for other in self._region.names():
            holder = self._module.parent(other)
            if other.id != name.id:
                continue
            if isinstance(holder, ast.BinOp) and isinstance(holder.op, ast.Mod):
                return True
            if isinstance(holder, ast.Subscript) and holder.slice is other:
                return True
            if isinstance(holder, ast.Call) and self._module.qualified(holder.func) == "builtins.range":
                return True
        return False

    # -- what is given back ------------------------------------------------------------------------------------------

    def results(self) -> list[str]:
        """The names bound in the code whose values are read behind it, or in its next round."""
        found: list[str] = []
        for name in self._bound():
            binding = self._module.scopes.by_node[name]
            is_read = any(not self._region.contains(use) for use in self._module.uses(binding))
            if name.id in found or not (is_read or name.id in self._carried):
                continue
            found.append(name.id)
            self._check_result(name, binding)
        return found

    def _bound(self) -> Iterator[ast.Name]:
        for name in self._region.names():
            binding = self._module.scopes.by_node.get(name)
            if binding is not None and binding.scope is self._scope and binding.kind is not BindingKind.DELETE:
                yield name

    def _check_result(self, name: ast.Name, binding: Binding) -> None:
        if self._module.kinds.of_binding(binding) not in _RETURNED:
            reason = f"`{name.id}` is used behind the step, but a graph returns tensors only"
            self.obstacles.append(Obstacle(name, Cause.RESULT, reason))
        elif not any(self._is_certain(other) for other in self._bound() if other.id == name.id):
            reason = f"`{name.id}`, which is used behind the step, is not bound on every way through it"
            self.obstacles.append(Obstacle(name, Cause.CONTROL, reason))

    def _is_certain(self, name: ast.Name) -> bool:
        """Whether ``name`` is bound however the code runs."""
        for outer in self._module.ancestors(name):
            if any(outer is statement for statement in self._region.statements):
                return not isinstance(outer, _BRANCHING)
            if isinstance(outer, _BRANCHING):
                return False
        return True


_BRANCHING = (ast.If, ast.For, ast.While, ast.Try, ast.Match, ast.AsyncFor)


def interface(region: Region, outermost: ast.stmt) -> Interface:
    """The names that connect ``region``, which runs in the loop ``outermost``, with the code around it."""
    module = region.module
    reader = _Reader(region, outermost)
    passed, captured = reader.inputs()
    results = reader.results()
    obstacles = (*reader.obstacles, *surroundings(region, outermost, _scope(module, region.statements[0])))
    arguments = sorted(passed, key=lambda name: module.span(passed[name]))
    return Interface(tuple(arguments), tuple(captured.values()), tuple(results), obstacles)


def _scope(module: Module, statement: ast.stmt) -> Scope:
    scope = module.scopes.around(statement)
    while is_comprehension(scope) and scope.parent is not None:
        scope = scope.parent
    return scope
