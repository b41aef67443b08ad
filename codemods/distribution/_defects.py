"""What is created outside the scope of the strategy it is trained under, with the proof of that use."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from tffix.semantics.distribution import Distribution, Place, Strategy, keeps_slots, origins
from tffix.semantics.kinds_table import Kind
from tffix.semantics.module import Module
from tffix.semantics.scopes import Binding

from ._models import Creation, Trained, created_at, enclosure_of, knows_its_input, trained_models


@dataclass(frozen=True)
class Defect:
    """Something to bring into a scope.

    ``nodes`` are what its statements are found by, ``companions`` statements that may come along; ``certain`` says
    that the code fails as it is and trains afterwards.  ``blocked`` is the reason when no fix is right.
    """

    message: str
    nodes: tuple[ast.AST, ...]
    receiver: ast.expr
    scopes: tuple[ast.With, ...]
    certain: bool
    companions: tuple[ast.AST, ...] = ()
    blocked: str | None = None


class Defects:
    """All defects of a file."""

    def __init__(self, module: Module, distribution: Distribution) -> None:
        self._module = module
        self._distribution = distribution
        self._models = trained_models(module)
        self._scopes = [
            (strategy, statement)
            for statement in module.nodes(ast.With)
            if (strategy := distribution.scope_of(statement)) is not None
        ]

    def __iter__(self) -> Iterator[Defect]:
        for model in self._models:
            yield from self._compiled(model)
        yield from self._in_custom_loops()
        yield from self._never_entered()

    # -- compile and fit ---------------------------------------------------------------------------------------------

    def _compiled(self, model: Trained) -> Iterator[Defect]:
        created = enclosure_of(self._distribution, [binding.node for binding in model.origins])
        if created is None or created.place is Place.UNKNOWN:
            return
        if created.is_outside:
            yield from self._model_outside(model)
        elif created.strategy is not None:
            for call in model.compiles:
                yield from self._compile_outside(model, call, created.strategy)

    def _model_outside(self, model: Trained) -> Iterator[Defect]:
        places = [(call, self._distribution.enclosure(call)) for call in (*model.compiles, *model.fits)]
        strategies = {place.strategy for _, place in places if place.strategy is not None}
        if len(strategies) != 1 or any(place.place is Place.UNKNOWN for _, place in places):
            return
        strategy = strategies.pop()
        inside = [call for call, place in places if not place.is_outside]
        creation = Creation(self._module, self._distribution, model.origins)
        lazily = self._module.keras == 2 and not knows_its_input(self._module, creation)
        if lazily and (not model.fits or all(call in inside for call in model.fits)):
            # tf_keras creates the variables in ``fit``, and so in its scope.
            return
        compiles = [call for call, place in places if place.is_outside and call in model.compiles]
        what = "compiled" if inside[0] in model.compiles else "trained"
        yield self._defect(
            f"`{model.name}` is created outside the strategy's scope but {what} in it, and cannot be trained there; "
            "create it in the scope",
            strategy,
            [*creation.nodes, *compiles, *self._arguments(model.compiles, strict=False)],
            near=inside[0],
            certain=bool(model.fits),
            model=model,
            creation=creation,
        )

    def _compile_outside(self, model: Trained, call: ast.Call, strategy: Strategy) -> Iterator[Defect]:
        place = self._distribution.enclosure(call)
        if place.place is Place.UNKNOWN or (place.strategy is not None and place.strategy != strategy):
            return
        nodes = self._arguments([call], strict=True)
        if place.is_outside and (nodes or self._creates_inline(call)):
            nodes.append(call)
        if not nodes:
            return
        if nodes == [call]:
            what = f"`{model.name}.compile` creates its {self._kept()} outside the scope of the model"
        else:
            what = f"the {self._kept()} of `{model.name}` are created outside the scope of the model"
        message = f"{what}, which fails in training; bring them into the scope"
        yield self._defect(message, strategy, nodes, near=call, certain=bool(model.fits), model=model)

    def _kept(self) -> str:
        return "optimizer's variables" if self._module.keras == 3 else "metrics"

    def _arguments(self, compiles: list[ast.Call], *, strict: bool) -> list[ast.AST]:
        """Where named arguments of ``compile`` that must be created in the scope are created outside.

        Keras 3 asks that of optimizers with slots, tf_keras of metrics.
        """
        found: list[ast.AST] = []
        for call in compiles:
            for name in _names(_argument(call, "optimizer", 0)) if self._module.keras == 3 else []:
                slots = keeps_slots(self._module, name)
                if slots or (slots is None and not strict):
                    found += self._created_outside(name, Kind.OPTIMIZER)
            for name in _names(_argument(call, "metrics", 2)) if self._module.keras == 2 else []:
                found += self._created_outside(name, Kind.METRIC) or self._list_outside(name)
        return found

    def _created_outside(self, name: ast.expr, kind: Kind) -> list[ast.AST]:
        created = created_at(self._module, name, kind)
        place = enclosure_of(self._distribution, [binding.node for binding in created]) if created else None
        return [binding.node for binding in _sorted(created)] if place is not None and place.is_outside else []

    def _list_outside(self, name: ast.expr) -> list[ast.AST]:
        """``metrics = [keras.metrics.AUC()]``."""
        value = self._module.value(name)
        if value is name or not self._creates_metrics(value):
            return []
        nodes: list[ast.AST] = [binding.node for binding in _sorted(origins(self._module, name))]
        place = enclosure_of(self._distribution, nodes)
        return nodes if place is not None and place.is_outside else []

    def _creates_inline(self, call: ast.Call) -> bool:
        if self._module.keras == 3:
            optimizer = _argument(call, "optimizer", 0)
            if isinstance(optimizer, (ast.Name, ast.Attribute)) and not isinstance(
                self._module.value(optimizer), ast.Constant
            ):
                return False
            return bool(keeps_slots(self._module, optimizer)) and not any(k.arg is None for k in call.keywords)
        metrics = _argument(call, "metrics", 2)
        return metrics is not None and self._creates_metrics(metrics)

    def _creates_metrics(self, value: ast.expr) -> bool:
        return any(isinstance(n, ast.Call) and self._module.kind(n) is Kind.METRIC for n in ast.walk(value))

    # -- strategy.run ------------------------------------------------------------------------------------------------

    def _in_custom_loops(self) -> Iterator[Defect]:
        seen: set[ast.AST] = set()
        for call in [*self._module.calls("run"), *self._module.calls("experimental_run_v2")]:
            if not isinstance(call.func, ast.Attribute) or not call.args:
                continue
            strategy = self._distribution.strategy(call.func.value)
            function = self._module.definition(call.args[0])
            if strategy is not None and isinstance(function, ast.FunctionDef) and function not in seen:
                seen.add(function)
                yield from self._step(call, function, strategy)

    def _step(self, run: ast.Call, function: ast.FunctionDef, strategy: Strategy) -> Iterator[Defect]:
        module = self._module
        used = list(_reachable(module, function))
        optimizers = self._used(used, ("apply_gradients", "apply", "minimize"), Kind.OPTIMIZER)
        models = self._used(used, ("trainable_variables", "trainable_weights"), Kind.MODEL)
        if not optimizers:
            return
        creations = [Creation(module, self._distribution, frozenset([binding])) for binding in models]
        creations = [creation for creation in creations if knows_its_input(module, creation)]
        nodes = [node for creation in creations for node in creation.nodes]
        trains = True
        for binding in optimizers if module.keras == 3 else []:
            slots = keeps_slots(module, binding.value)
            if slots or (slots is None and nodes):
                nodes.append(binding.node)
            trains = trains and (slots is False or self._is_built(binding))
        if not nodes:
            return
        listed = ", ".join(dict.fromkeys(f"`{binding.name}`" for binding in (*models, *optimizers) if binding.node in nodes))
        verb = "is" if listed.count("`") == 2 else "are"
        yield self._defect(
            f"{listed} {verb} created outside the strategy's scope but trained by `{module.segment(run.func)}`, which "
            "fails; create it in the scope" if verb == "is" else
            f"{listed} {verb} created outside the strategy's scope but trained by `{module.segment(run.func)}`, which "
            "fails; create them in the scope",
            strategy,
            nodes,
            near=run,
            certain=trains or module.keras == 2 or module.context(run).is_eager,
        )

    def _used(self, nodes: list[ast.AST], attributes: tuple[str, ...], kind: Kind) -> list[Binding]:
        """The assignments, outside every scope, of what a step uses by one of ``attributes``."""
        found: dict[Binding, None] = {}
        for node in nodes:
            if isinstance(node, ast.Attribute) and node.attr in attributes:
                created = created_at(self._module, node.value, kind)
                if len(created) == 1:
                    binding = next(iter(created))
                    if self._distribution.enclosure(binding.node).is_outside:
                        found[binding] = None
        return list(found)

    def _is_built(self, optimizer: Binding) -> bool:
        calls = self._module.calls("build")
        return any(isinstance(c.func, ast.Attribute) and optimizer in origins(self._module, c.func.value) for c in calls)

    # -- a strategy that is never entered ----------------------------------------------------------------------------

    def _never_entered(self) -> Iterator[Defect]:
        module = self._module
        for call in module.nodes(ast.Call):
            target = _assigned(module, call)
            if target is None or self._distribution.strategy(call) is None or _is_one_device(call):
                continue
            binding = module.scopes.by_node[target]
            alone = len(binding.scope.all(binding.name)) == 1
            if alone and all(self._is_idle(use) for use in module.uses(binding)):
                yield from self._idle(target, call)

    def _idle(self, target: ast.Name, call: ast.Call) -> Iterator[Defect]:
        strategy = self._distribution.strategy(call)
        models = [model for model in self._models if model.compiles and model.fits]
        known = {compiled for model in self._models for compiled in model.compiles}
        keras = [c for c in self._module.calls("compile") if self._module.qualified(c.func) != "re.compile"]
        if strategy is None or not models or not all(c in known for c in keras):
            return
        calls = [node for m in models for node in (*m.compiles, *m.fits, *(b.node for b in m.origins))]
        place = enclosure_of(self._distribution, calls)
        if place is None or not place.is_outside:
            return
        model = models[0]
        creation = Creation(self._module, self._distribution, model.origins)
        nodes = [*creation.nodes, *model.compiles, *self._arguments(model.compiles, strict=False)]
        message = f"`{target.id}` is created but its scope is not entered: `{model.name}` trains on one device"
        blocked = None
        if len(models) > 1:
            message = f"`{target.id}` is created but its scope is not entered: the models train on one device"
            blocked = f"{len(models)} models are trained here; create and compile those that it is for in its scope"
            nodes = [target]
        receiver = target
        yield self._defect(message, strategy, nodes, receiver=receiver, certain=False, model=model, blocked=blocked)

    def _is_idle(self, use: ast.Name) -> bool:
        """Whether a use of a strategy only asks about it or hands data to it."""
        holder = self._module.parent(use)
        if isinstance(holder, ast.FormattedValue):
            return True
        if isinstance(holder, ast.Call):
            return self._module.qualified(holder.func) in ("builtins.print", "builtins.str", "builtins.type")
        if not isinstance(holder, ast.Attribute):
            return False
        if holder.attr == "scope":
            return self._is_empty(self._module.statement(holder))
        return holder.attr in _IDLE_ATTRIBUTES

    def _is_empty(self, statement: ast.stmt) -> bool:
        """Whether a scope holds nothing that could be the model, or make it."""
        if not isinstance(statement, ast.With):
            return False
        calls = [node for inner in statement.body for node in ast.walk(inner) if isinstance(node, ast.Call)]
        harmless = ("tensorflow.data.", "builtins.print", "tensorflow.print")
        return all(
            self._module.kind(call) in (Kind.LOSS, Kind.DATASET, Kind.METRIC)
            or (self._module.qualified(call.func) or "").startswith(harmless)
            for call in calls
        )

    # -- all -----------------------------------------------------------------------------------------------------------

    def _defect(
        self,
        message: str,
        strategy: Strategy,
        nodes: list[ast.AST],
        *,
        certain: bool,
        near: ast.AST | None = None,
        receiver: ast.expr | None = None,
        model: Trained | None = None,
        creation: Creation | None = None,
        blocked: str | None = None,
    ) -> Defect:
        scopes = [statement for found, statement in self._scopes if found == strategy]
        if near is not None:
            scopes.sort(key=lambda scope: not self._module.contains(scope, near))
        if receiver is None:
            receiver = _receiver(scopes, near)
        others = [] if creation is None else self._trained_parts(creation, model)
        if others:
            blocked = f"it is built from `{others[0]}`, which is compiled or trained outside; create both in the scope"
        return Defect(
            message,
            tuple(dict.fromkeys(nodes)),
            receiver,
            tuple(scopes),
            certain and strategy.replicates,
            companions=tuple(self._companions(model)) if model is not None else (),
            blocked=blocked,
        )

    def _trained_parts(self, creation: Creation, model: Trained | None) -> list[str]:
        return [m.name for m in self._models if m is not model and not m.origins.isdisjoint(creation.models)]

    def _companions(self, model: Trained) -> list[ast.AST]:
        """Optimizers and metrics that only this model is compiled with."""
        found: list[ast.AST] = []
        for call in model.compiles:
            for argument in (_argument(call, "optimizer", 0), _argument(call, "metrics", 2)):
                for name in _names(argument):
                    for binding in origins(self._module, name):
                        uses = self._module.uses(binding)
                        if uses and all(self._module.contains(call, use) for use in uses):
                            found.append(binding.node)
        return found


_IDLE_ATTRIBUTES = frozenset(
    [
        "cluster_resolver",
        "distribute_datasets_from_function",
        "experimental_distribute_dataset",
        "experimental_distribute_datasets_from_function",
        "experimental_local_results",
        "num_replicas_in_sync",
    ]
)


def _receiver(scopes: list[ast.With], near: ast.AST | None) -> ast.expr:
    function: ast.expr
    if scopes:
        function = scopes[0].items[0].context_expr.func  # type: ignore[attr-defined]
    else:
        function = near.func  # type: ignore[union-attr]
    assert isinstance(function, ast.Attribute)
    return function.value


def _argument(call: ast.Call, name: str, position: int) -> ast.expr | None:
    for keyword in call.keywords:
        if keyword.arg == name:
            return keyword.value
    return call.args[position] if position < len(call.args) else None


def _names(expression: ast.expr | None) -> list[ast.expr]:
    """The names and attributes that an argument is, or holds as a list."""
    if isinstance(expression, (ast.List, ast.Tuple)):
        return [name for element in expression.elts for name in _names(element)]
    return [expression] if isinstance(expression, (ast.Name, ast.Attribute)) else []


def _sorted(bindings: frozenset[Binding]) -> list[Binding]:
    return sorted(bindings, key=lambda binding: (binding.node.lineno, binding.node.col_offset))  # type: ignore[attr-defined]


def _reachable(module: Module, function: ast.FunctionDef) -> Iterator[ast.AST]:
    """The nodes of a function and of the functions of this file that it calls."""
    seen: set[ast.AST] = set()
    stack: list[ast.AST] = [function]
    while stack:
        current = stack.pop()
        if current in seen:
            continue
        seen.add(current)
        for node in ast.walk(current):
            yield node
            if isinstance(node, ast.Call):
                called = module.definition(node.func)
                if isinstance(called, ast.FunctionDef):
                    stack.append(called)


def _assigned(module: Module, call: ast.Call) -> ast.Name | None:
    holder = module.parent(call)
    if isinstance(holder, ast.Assign) and len(holder.targets) == 1 and isinstance(holder.targets[0], ast.Name):
        return holder.targets[0]
    return None


def _is_one_device(call: ast.Call) -> bool:
    devices = _argument(call, "devices", 0)
    return isinstance(devices, (ast.List, ast.Tuple)) and len(devices.elts) == 1
