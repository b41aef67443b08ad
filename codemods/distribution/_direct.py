"""Training steps of models in the scope of a strategy that are called directly, and the loops that call them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from tffix.rewriting.edits import Edit, Insert, Replace
from tffix.semantics.distribution import Distribution, Enclosure, Place, Strategy
from tffix.semantics.kinds_table import Kind
from tffix.semantics.module import Module
from tffix.semantics.replicas import RUNS, ReplicaRun
from tffix.semantics.sources import sources
from tffix.semantics.steps import CLIP_KEYWORDS, Step, steps
from tffix.semantics.syntax import argument, receiver

from ._building import UnbuildableError, Unbuilt, unbuilt_optimizers
from ._feeding import Feeding, UndistributableError
from ._models import created_at, creation_enclosure, is_built_on_creation
from ._optimizers import keeps_slots
from ._reported import readers
from ._scaling import Replicated, Scaling, UnscalableError
from ._terms import Form, Losses

_TRAINED = ("trainable_variables", "trainable_weights")
_RUNS = (*RUNS, "experimental_run", "call_for_each_replica")
_LOSSES = "per_replica_losses"
_PLAIN = (ast.Call, ast.keyword, ast.BinOp, ast.UnaryOp, ast.JoinedStr, ast.FormattedValue, ast.Attribute)
_ONCE_EACH = ("append", "numpy", "extend")


@dataclass(frozen=True)
class Direct:
    """A step that ``call`` runs on one device although what it trains stands in the scope of ``strategy``."""

    step: Step
    function: ast.FunctionDef
    call: ast.Call
    strategy: Strategy
    scope: ast.expr
    """The strategy, as the ``with`` statement names it."""
    place: Enclosure


def direct_steps(module: Module, distribution: Distribution) -> Iterator[Direct]:
    """The steps of the file that are only ever called directly, in source order."""
    running = [owner for name in _RUNS for call in module.calls(name) if (owner := receiver(call)) is not None]
    used = {distribution.strategy(owner) for owner in running}
    seen: set[ast.FunctionDef] = set()
    for step in steps(module):
        function = module.function(step.apply)
        if (
            not isinstance(function, ast.FunctionDef)
            or function in seen
            or module.function(step.gradient) is not function
        ):
            continue
        seen.add(function)
        strategy = _strategy(module, distribution, step)
        calls, is_complete = module.definitions.calls_of(function)
        scope = None if strategy is None else _scope(module, distribution, strategy)
        if strategy is None or scope is None or strategy in used or not is_complete:
            continue
        for call in calls:
            place = distribution.enclosure(call)
            if place.is_outside or place.strategy == strategy:
                yield Direct(step, function, call, strategy, scope, place)


def _strategy(module: Module, distribution: Distribution, step: Step) -> Strategy | None:
    """The strategy in whose scope the trained model is created, and the optimizer too or in no scope."""
    variables = argument(step.gradient, "sources", 1)
    variables = None if variables is None else module.value(variables)
    if not isinstance(variables, ast.Attribute) or variables.attr not in _TRAINED:
        return None
    place = creation_enclosure(distribution, created_at(module, variables.value, Kind.MODEL))
    optimizer = creation_enclosure(distribution, created_at(module, step.optimizer, Kind.OPTIMIZER))
    is_known = optimizer.is_outside or optimizer.strategy == place.strategy
    return place.strategy if place.place is Place.INSIDE and is_known else None


def _scope(module: Module, distribution: Distribution, strategy: Strategy) -> ast.expr | None:
    for statement in module.nodes(ast.With):
        if distribution.scope_of(statement) == strategy:
            context = statement.items[0].context_expr
            return receiver(context) if isinstance(context, ast.Call) else None
    return None


class Distribute:
    """The edits that give a direct call of a step to the replicas, with its data, its loss and its optimizer."""

    def __init__(self, module: Module, distribution: Distribution, direct: Direct) -> None:
        self._module = module
        self._distribution = distribution
        self._direct = direct
        self._name = module.segment(direct.scope)
        self._imports: dict[str, None] = {}

    def edits(self) -> tuple[tuple[Edit, ...], tuple[str, ...]]:
        """The edits and the imports they need.

        Raises:
            UndistributableError: no edit is certainly right.
        """
        fed = Feeding(self._module, self._direct.call, self._direct.scope).edits()
        self._check_step()
        self._check_clipping()
        self._check_optimizer()
        run = ReplicaRun(self._direct.call, self._direct.scope, self._direct.function, self._direct.strategy)
        scaled, operation = self._scaled(run)
        built = self._built(run)
        return (*fed, *self._called(operation), *scaled, *built), tuple(self._imports)

    def _check_step(self) -> None:
        function = self._direct.function
        for node in ast.walk(function):
            once = isinstance(node, ast.Attribute) and node.attr in _ONCE_EACH
            if once or isinstance(node, (ast.Global, ast.Nonlocal, ast.Yield, ast.YieldFrom, ast.Await)):
                raise UndistributableError(
                    f"`{function.name}` does something in Python that every replica would do; take it out of the step"
                )
        gradients = [call for call in self._module.calls("gradient") if self._module.contains(function, call)]
        if len(gradients) > 1:
            raise UndistributableError(
                f"`{function.name}` takes several gradients; scale each loss by `{self._name}.num_replicas_in_sync`, "
                f"and call the step by `{self._name}.run`"
            )

    def _check_clipping(self) -> None:
        """Replicas clip before their gradients are added up; only optimizers of Keras 2 do so afterwards (measured)."""
        module, step = self._module, self._direct.step
        made = (
            [one for one in sources(module, step.optimizer) if isinstance(one, ast.Call)] if module.keras == 3 else []
        )
        if step.clips or any(keyword.arg in CLIP_KEYWORDS for call in made for keyword in call.keywords):
            raise UndistributableError(
                "the gradients are clipped, and each replica would clip those of its part of the batch; choose the "
                f"bound for that, and call the step by `{self._name}.run`"
            )

    def _check_optimizer(self) -> None:
        """Keras 3 refuses optimizers with slots that belong to no strategy."""
        module, optimizer = self._module, self._direct.step.optimizer
        place = creation_enclosure(self._distribution, created_at(module, optimizer, Kind.OPTIMIZER))
        if place.is_outside and module.keras == 3 and keeps_slots(module, optimizer) is not False:
            raise UndistributableError(
                f"`{module.segment(optimizer)}` is created outside the scope of `{self._name}`; create it there, "
                f"and call the step by `{self._name}.run`"
            )

    def _called(self, operation: str | None) -> list[Edit]:
        """The call by the strategy, and the sum or mean of its results in a statement of its own where one is used."""
        module, call = self._module, self._direct.call
        values = ", ".join(module.segment(value) for value in call.args) + ("," if len(call.args) == 1 else "")
        run = f"{self._name}.run({module.segment(call.func)}, args=({values}))"
        if operation is None:
            return [Replace(call, run)]
        reduce_op = self._spelled(f"distribute.ReduceOp.{operation}", call)
        statement = module.statement(call)
        if not self._is_evaluated_first(statement) or not module.is_free(_LOSSES, call):
            return [Replace(call, f"{self._name}.reduce({reduce_op}, {run}, axis=None)")]
        reduced = Replace(call, f"{self._name}.reduce({reduce_op}, {_LOSSES}, axis=None)")
        return [Insert(statement, f"{_LOSSES} = {run}", "before"), reduced]

    def _is_evaluated_first(self, statement: ast.stmt) -> bool:
        """Whether the call may as well stand in a statement before this one: it is evaluated in any case."""
        around = [node for node in self._module.ancestors(self._direct.call) if self._module.contains(statement, node)]
        is_simple = isinstance(statement, (ast.Assign, ast.AugAssign, ast.Expr))
        return is_simple and all(isinstance(node, _PLAIN) for node in around if node is not statement)

    def _scaled(self, run: ReplicaRun) -> tuple[tuple[Edit, ...], str | None]:
        """The edits that scale the loss, and how those of the replicas are put together; ``None`` if not at all."""
        module, step = self._module, self._direct.step
        loss = argument(step.gradient, "target", 0)
        assert loss is not None
        losses = Losses(module)
        terms = losses.terms(loss)
        if terms.of(Form.OTHER) or not terms.terms:
            raise UndistributableError(
                "it is not known whether the loss is averaged over the global batch; scale it by "
                f"`{self._name}.num_replicas_in_sync`, and call the step by `{self._name}.run`"
            )
        scaling = Scaling(module, losses, Replicated(step, loss, terms, (run,), (loss,)))
        is_scaled = not terms.of(Form.MEAN, Form.OBJECT, Form.REGULARIZER)
        try:
            edits, imports = ((), ()) if is_scaled else scaling.edits()
        except UnscalableError as reason:
            raise UndistributableError(str(reason)) from None
        self._imports.update(dict.fromkeys(imports))
        reading = readers(module, loss, terms, run) if is_scaled or scaling.in_place else []
        if reading:
            raise UndistributableError(
                f"the step itself reads `{reading[0].id}`, which on each replica is only a part of the loss; multiply "
                f"it there by `{self._name}.num_replicas_in_sync`"
            )
        if isinstance(module.parent(run.call), ast.Expr):
            return edits, None
        returned = module.returned(run.step)
        if not returned or not all(self._same(value, loss) for value in returned):
            raise UndistributableError(
                f"`{run.step.name}` returns something else than its loss; reduce each part over the replicas, with "
                f"`{self._name}.reduce`"
            )
        return edits, "SUM" if is_scaled or scaling.in_place else "MEAN"

    def _same(self, first: ast.expr, second: ast.expr) -> bool:
        return self._module.binding(first) is not None and self._module.binding(first) is self._module.binding(second)

    def _built(self, run: ReplicaRun) -> list[Insert]:
        """Build the optimizer where Keras 3 cannot do that in the step."""
        module = self._module
        if module.keras == 2 or not module.is_tf_function(run.step):
            return []
        variables = module.value(argument(self._direct.step.gradient, "sources", 1) or run.call)
        models = created_at(module, variables.value, Kind.MODEL) if isinstance(variables, ast.Attribute) else ()
        if not all(is_built_on_creation(module, binding) for binding in models):
            raise UndistributableError(
                "the model gets its variables from its first call, which fails on several replicas; build it, and then "
                "the optimizer, in the scope"
            )
        return [self._build(unbuilt) for unbuilt in unbuilt_optimizers(module, self._distribution, run)]

    def _build(self, unbuilt: Unbuilt) -> Insert:
        try:
            anchor, variables = unbuilt.place()
        except UnbuildableError as reason:
            raise UndistributableError(str(reason)) from None
        name = self._module.segment(unbuilt.optimizer.node)
        return Insert(anchor, f"{name}.build({variables})", "after")

    def _spelled(self, name: str, at: ast.AST) -> str:
        spelling = self._module.spell(f"tensorflow.{name}", at=at)
        if spelling is None and not self._module.is_free("tf", at):
            raise UndistributableError(f"`tf` means something else here; call the step by `{self._name}.run`")
        if spelling is None:
            self._imports["tensorflow as tf"] = None
        return spelling or f"tf.{name}"
