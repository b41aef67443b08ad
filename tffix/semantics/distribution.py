"""Distribution strategies: which one an expression is, and in whose scope code runs.

Facts measured on TensorFlow 2.21 with two logical CPU devices, Keras 3.15 and tf_keras 2.21.
"""

from __future__ import annotations

import ast
import enum
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tffix.semantics.scopes import BindingKind
from tffix.semantics.tree import FUNCTION_TYPES, in_function_body

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tffix.semantics.module import Module
    from tffix.semantics.tree import DefNode, FunctionNode

REPLICATING = frozenset(
    "tensorflow.distribute." + name
    for name in [
        "MirroredStrategy",
        "MultiWorkerMirroredStrategy",
        "TPUStrategy",
        "experimental.MultiWorkerMirroredStrategy",
        "experimental.TPUStrategy",
        "experimental.CentralStorageStrategy",
    ]
)
"""Strategies that create variables of their own kind in their scope and refuse all others."""

_DEFAULT = "tensorflow.distribute.get_strategy"
_SINGLE = frozenset(["tensorflow.distribute.OneDeviceStrategy", _DEFAULT])
_WITHOUT_SCOPE = ("tensorflow.", "builtins.", "contextlib.", "numpy.", "warnings.", "os.", "time.")
_MAX_DEPTH = 8


@dataclass(frozen=True)
class Strategy:
    """One strategy object, known by the calls that create it.

    ``replicates`` is false when it can also be a strategy without replicas (the default one, where there is no TPU).
    """

    origins: frozenset[ast.Call]
    replicates: bool


class Place(enum.Enum):
    """Where code runs with regard to the scopes of strategies."""

    OUTSIDE = "outside"
    INSIDE = "inside"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Enclosure:
    """The scope that code runs in; ``strategy`` is given when it is inside one."""

    place: Place
    strategy: Strategy | None = None

    @property
    def is_outside(self) -> bool:
        """Whether code certainly runs in no scope."""
        return self.place is Place.OUTSIDE


OUTSIDE = Enclosure(Place.OUTSIDE)
UNKNOWN = Enclosure(Place.UNKNOWN)


class Distribution:
    """The strategies of a file."""

    def __init__(self, module: Module) -> None:
        self._module = module
        self._functions: dict[ast.AST, Enclosure] = {}

    def is_followed(self) -> bool:
        """Whether every scope of the file is entered by a ``with`` statement, so that the text shows where it holds."""
        module = self._module
        if module.calls("experimental_set_strategy"):
            return False
        return all(self._is_with_item(call) for call in module.calls("scope"))

    def _is_with_item(self, call: ast.Call) -> bool:
        return any(isinstance(outer, ast.withitem) for outer in self._module.ancestors(call))

    # -- strategies ------------------------------------------------------------------------------------------------

    def strategy(self, expression: ast.expr, depth: int = 0) -> Strategy | None:
        """The strategy that ``expression`` is; ``None`` when that is not known or when it has no replicas."""
        found = self._origins(expression, depth)
        if not found or not any(found.values()):
            return None
        return Strategy(frozenset(found), all(found.values()))

    def is_single(self, expression: ast.expr) -> bool:
        """Whether ``expression`` is known to be a strategy without replicas."""
        found = self._origins(expression)
        return bool(found) and not any((found or {}).values())

    def _origins(self, expression: ast.expr, depth: int = 0) -> dict[ast.Call, bool] | None:
        """The calls the strategy can come from, each with whether it replicates; ``None`` when one is not known."""
        if depth > _MAX_DEPTH:
            return None
        if isinstance(expression, ast.IfExp):
            return self._union([expression.body, expression.orelse], depth)
        if isinstance(expression, ast.Call):
            return self._created(expression, depth)
        bindings = self._module.origins(expression)
        if not bindings or any(b.kind is not BindingKind.ASSIGN or b.path or b.value is None for b in bindings):
            return None
        return self._union([binding.value for binding in bindings if binding.value is not None], depth)

    def _union(self, expressions: Iterable[ast.expr], depth: int) -> dict[ast.Call, bool] | None:
        result: dict[ast.Call, bool] = {}
        for expression in expressions:
            found = self._origins(expression, depth + 1)
            if found is None:
                return None
            result.update(found)
        return result

    def _created(self, call: ast.Call, depth: int) -> dict[ast.Call, bool] | None:
        qualified = self._module.qualified(call.func)
        if qualified is not None:
            known = qualified in REPLICATING or qualified in _SINGLE
            return {call: qualified in REPLICATING} if known else None
        function = self._module.definition(call.func)
        if not isinstance(function, ast.FunctionDef):
            return None
        values = self._module.returns(function)
        if not values or any(value is None for value in values):
            return None
        found = self._union([value for value in values if value is not None], depth)
        if not found:
            return None
        # Every call of the function makes a new strategy: the call is what tells them apart.
        return {call: all(found.values())} if any(found.values()) else {call: False}

    def enters_scope(self, call: ast.Call) -> bool:
        """Whether a call of something defined in this file can enter a scope by itself."""
        nodes = self._module.definitions.reachable(call, classes=True)
        return any(
            isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute) and n.func.attr == "scope" for n in nodes
        )

    def scope_of(self, statement: ast.stmt) -> Strategy | None:
        """The strategy of ``with strategy.scope():``; ``None`` for any other statement, or a header with more in it."""
        receiver = scope_receiver(statement)
        return None if receiver is None else self.strategy(receiver)

    # -- where code runs -------------------------------------------------------------------------------------------

    def enclosure(self, node: ast.AST) -> Enclosure:
        """In which scope ``node`` runs: by the ``with`` statements around it and around the calls of its function."""
        inner = node
        for outer in self._module.ancestors(node):
            if isinstance(outer, FUNCTION_TYPES):
                if in_function_body(outer, inner):
                    return self._of_function(outer)
            elif isinstance(outer, (ast.With, ast.AsyncWith)) and inner in outer.body:
                found = self._of_with(outer)
                if not found.is_outside:
                    return found
            inner = outer
        return OUTSIDE

    def _of_with(self, statement: ast.With | ast.AsyncWith) -> Enclosure:
        receiver = scope_receiver(statement)
        if receiver is not None:
            strategy = self.strategy(receiver)
            if strategy is not None:
                return Enclosure(Place.INSIDE, strategy)
            # That of the default strategy changes nothing; that of another one makes variables which are its own.
            created = self._origins(receiver) or ()
            default = [call for call in created if self._module.qualified(call.func) == _DEFAULT]
            return OUTSIDE if default and len(default) == len(created) else UNKNOWN
        for item in statement.items:
            call = item.context_expr
            qualified = self._module.qualified(call.func) if isinstance(call, ast.Call) else None
            if qualified is None or not qualified.startswith(_WITHOUT_SCOPE):
                return UNKNOWN
        return OUTSIDE

    def _of_function(self, function: FunctionNode) -> Enclosure:
        known = self._functions.get(function)
        if known is not None:
            return known
        self._functions[function] = UNKNOWN
        found = self._by_references(function)
        self._functions[function] = found
        return found

    def _by_references(self, function: FunctionNode) -> Enclosure:
        if isinstance(function, ast.Lambda):
            return UNKNOWN
        found = [self._of_reference(reference) for reference in self._references(function)]
        if not found:
            return self.enclosure(function) if self._module.function(function) is not None else OUTSIDE
        return found[0] if all(enclosure == found[0] for enclosure in found) else UNKNOWN

    def _references(self, function: DefNode) -> list[ast.expr]:
        owner = self._module.parent(function)
        if isinstance(owner, ast.ClassDef) and function.name in ("__init__", "__new__"):
            return [*self._module.definitions.class_references(owner)]
        return self._module.references(function)

    def _of_reference(self, reference: ast.expr) -> Enclosure:
        holder = self._module.parent(reference)
        if not isinstance(holder, ast.Call):
            return UNKNOWN
        if holder.func is reference or self._module.qualified(holder.func) == "absl.app.run":
            return self.enclosure(holder)
        return UNKNOWN


def scope_receiver(statement: ast.stmt) -> ast.expr | None:
    """``strategy`` of the statement ``with strategy.scope():``; ``None`` for any other statement."""
    if not isinstance(statement, ast.With) or len(statement.items) != 1:
        return None
    item = statement.items[0]
    call = item.context_expr
    if item.optional_vars is not None or not isinstance(call, ast.Call) or call.args or call.keywords:
        return None
    return call.func.value if isinstance(call.func, ast.Attribute) and call.func.attr == "scope" else None
