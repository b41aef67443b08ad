"""The models of a file with where they are compiled and trained, and what belongs to the creation of one."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import dataclass, field

from tffix.semantics.distribution import UNKNOWN, Distribution, Enclosure
from tffix.semantics.kinds_table import Kind
from tffix.semantics.module import Module
from tffix.semantics.scopes import Binding, BindingKind
from tffix.semantics.syntax import receiver

_TRAINING = ("fit", "fit_generator", "train_on_batch")
_BUILDING = ("add", "build")
_MAX_DEPTH = 8
_PARTS = (Kind.KERAS_TENSOR, Kind.MODEL, Kind.VARIABLE)


@dataclass(eq=False)
class Trained:
    """A model that the file compiles or trains; ``origins`` are the places where it is created.

    ``own_compile`` says that its class overrides ``compile``, whose arguments then mean anything.
    """

    name: str
    origins: frozenset[Binding]
    compiles: list[ast.Call] = field(default_factory=list)
    fits: list[ast.Call] = field(default_factory=list)
    own_compile: bool = False


def trained_models(module: Module) -> list[Trained]:
    """Every model of the file that is certainly a Keras model and whose creation can be seen."""
    found: dict[frozenset[Binding], Trained] = {}
    for method in ("compile", *_TRAINING):
        for call in module.calls(method):
            if not isinstance(call.func, ast.Attribute):
                continue
            created = created_at(module, call.func.value, Kind.MODEL)
            if created:
                model = found.get(created)
                if model is None:
                    own = any(_overrides_compile(module, binding) for binding in created)
                    model = found[created] = Trained(module.segment(call.func.value), created, own_compile=own)
                (model.compiles if method == "compile" else model.fits).append(call)
    return list(found.values())


def _overrides_compile(module: Module, binding: Binding) -> bool:
    owner = module.definition(binding.value.func) if isinstance(binding.value, ast.Call) else None
    return isinstance(owner, ast.ClassDef) and module.definitions.method(owner, "compile") is not None


def created_at(module: Module, expression: ast.expr, kind: Kind, depth: int = 0) -> frozenset[Binding]:
    """The assignments of calls that create what ``expression`` is, if all of them certainly give a value of this kind.

    Assignments that only give it another name are followed.
    """
    found: frozenset[Binding] = frozenset()
    for binding in module.origins(expression):
        value = binding.value
        if binding.kind is not BindingKind.ASSIGN or module.kinds.of_binding(binding) is not kind:
            return frozenset()
        if isinstance(value, ast.Call):
            found |= {binding}
            continue
        is_alias = isinstance(value, (ast.Name, ast.Attribute)) and not binding.path and depth < _MAX_DEPTH
        created = created_at(module, value, kind, depth + 1) if is_alias and value is not None else frozenset()
        if not created:
            return frozenset()
        found |= created
    return found


def creation_enclosure(distribution: Distribution, created: frozenset[Binding]) -> Enclosure:
    """The scope that all the assignments create their value in; unknown when they differ."""
    found = {_creation_enclosure(distribution, binding) for binding in created}
    return found.pop() if len(found) == 1 else UNKNOWN


def _creation_enclosure(distribution: Distribution, binding: Binding) -> Enclosure:
    if isinstance(binding.value, ast.Call) and distribution.enters_scope(binding.value):
        return UNKNOWN
    return distribution.enclosure(binding.node)


class Creation:
    """The nodes whose statements create the variables of a model, found backwards from its assignment.

    A functional model is created by the calls of its layers, a sequential one also by ``add``, and one that does not
    know its input by ``build`` or by its first call.
    """

    def __init__(self, module: Module, distribution: Distribution, model: frozenset[Binding]) -> None:
        self._module = module
        self._distribution = distribution
        self.nodes: list[ast.AST] = []
        self.models: set[Binding] = set()
        self._seen: set[Binding] = set()
        self._follow(sorted(model, key=lambda binding: module.span(binding.node)))
        while building := [call for call in self._building() if call not in self.nodes]:
            self.nodes.extend(building)
            self._follow([part for call in building for part in self._parts(call)])

    def _follow(self, stack: list[Binding]) -> None:
        """Add the assignments in ``stack`` and those of their parts."""
        while stack:
            binding = stack.pop()
            if binding in self._seen:
                continue
            self._seen.add(binding)
            self.nodes.append(binding.node)
            if self._module.kinds.of_binding(binding) is Kind.MODEL:
                self.models.add(binding)
            stack.extend(self._parts(binding.node))

    def _parts(self, node: ast.AST) -> list[Binding]:
        """What the statement of ``node`` reads that is made of layers, and is created outside every scope."""
        statement = self._module.statement(node)
        found = self._read(statement)
        # Of ``for layer in base.layers: model.add(layer)`` the layers are what the loop takes them from.
        looped = [one.value for one in found if one.kind is BindingKind.FOR and one.value is not None]
        found += [binding for value in looped for binding in self._read(value)]
        return [binding for binding in found if self._is_part(binding, statement)]

    def _read(self, node: ast.AST) -> list[Binding]:
        reads = [part for part in ast.walk(node) if isinstance(part, (ast.Name, ast.Attribute))]
        return [binding for read in reads if isinstance(read.ctx, ast.Load) for binding in self._module.origins(read)]

    def _is_part(self, binding: Binding, statement: ast.stmt) -> bool:
        module = self._module
        return (
            binding.kind is BindingKind.ASSIGN
            and module.function(binding.node) is module.function(statement)
            and module.kinds.of_binding(binding) in _PARTS
            and self._distribution.enclosure(binding.node).is_outside
        )

    def _building(self) -> list[ast.AST]:
        module = self._module
        calls = [call for name in _BUILDING for call in module.calls(name)]
        found: list[ast.AST] = [call for call in calls if self._is_on_model(receiver(call))]
        called = [statement.value for statement in module.nodes(ast.Expr) if isinstance(statement.value, ast.Call)]
        found.extend(call for call in called if self._is_on_model(call.func))
        return [node for node in found if self._distribution.enclosure(node).is_outside]

    def _is_on_model(self, expression: ast.expr | None) -> bool:
        return expression is not None and not self.models.isdisjoint(self._module.origins(expression))


def knows_its_input(module: Module, creation: Creation) -> bool:
    """Whether the variables of a model exist as soon as its statements have run, as far as can be seen."""
    return all(_is_built(module, binding, creation.nodes) for binding in creation.models)


def is_built_on_creation(module: Module, binding: Binding) -> bool:
    """Whether a model has its variables from the start, or from an ``add`` or ``build`` that names its input."""
    if _is_built(module, binding, ()):
        return True
    on_model = [
        call
        for name in _BUILDING
        for call in module.calls(name)
        if (owner := receiver(call)) is not None and module.origins(owner) == [binding]
    ]
    return any(call_names_input(module, call) for call in on_model)


def call_names_input(module: Module, call: ast.Call) -> bool:
    """Whether ``model.build(shape)`` or ``model.add(layer)`` tells the model the shape of its input."""
    is_build = isinstance(call.func, ast.Attribute) and call.func.attr == "build"
    return is_build or any(_names_input(module, node) for node in ast.walk(call))


def _is_built(module: Module, binding: Binding, created: Iterable[ast.AST]) -> bool:
    if not isinstance(binding.value, ast.Call):
        return False
    path = module.keras_path(binding.value.func) or ""
    if path in ("Model", "models.Model") or path.startswith("applications.") or path.endswith("load_model"):
        return True
    calls = [binding.value, *(node for node in created if isinstance(node, ast.Call))]
    if any(isinstance(call.func, ast.Attribute) and call.func.attr == "build" for call in calls):
        return True
    factory = module.definition(binding.value.func)
    places: list[ast.AST] = [*calls, factory] if isinstance(factory, ast.FunctionDef) else [*calls]
    return any(_names_input(module, node) for place in places for node in ast.walk(place))


def _names_input(module: Module, node: ast.AST) -> bool:
    if not isinstance(node, ast.Call):
        return False
    name = (module.keras_path(node.func) or "").rpartition(".")[2]
    return name in ("Input", "InputLayer") or any(
        keyword.arg in ("input_shape", "input_dim", "batch_input_shape") for keyword in node.keywords
    )
