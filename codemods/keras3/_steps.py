"""Training steps of Keras 2, whose metrics Keras 3 updates with other values."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Iterator

from tffix.codemod import Applicability, Fix, Match
from tffix.rewriting.edits import Edit, Replace, ReplaceStatement
from tffix.semantics.kinds_table import Kind
from tffix.semantics.module import Module
from tffix.semantics.syntax import argument, has_starred, single_target

_LOSSES = ("compiled_loss", "compute_loss")
_OWN = ("metrics", "compiled_metrics", "compute_loss", "compiled_loss")
_TEMPLATE = """for {metric} in {{model}}.metrics:
    if {metric}.name == "loss":
        {metric}.update_state({loss})
    else:
        {metric}.update_state({{target}}, {{predicted}})"""


def steps(module: Module) -> Iterator[Match]:
    """The ``self.compiled_metrics.update_state(y, y_pred)`` that gives the loss of a step a wrong value."""
    for call in module.calls("update_state"):
        holder = call.func.value if isinstance(call.func, ast.Attribute) else None
        if not isinstance(holder, ast.Attribute) or holder.attr != "compiled_metrics":
            continue
        owner = module.self_class(holder.value)
        step = module.function(call)
        if owner is None or module.class_kind(owner) is not Kind.MODEL or not isinstance(step, ast.FunctionDef):
            continue
        if any(module.definitions.method(owner, name) for name in _OWN) or not _reports_metrics(module, step):
            continue
        message = "`compiled_metrics` of Keras 3 takes the predictions for the loss that the step reports"
        fix = _fix(module, call, holder.value, step)
        if fix is not None:
            yield Match(call, message, fix=fix)
        else:
            reason = (
                "which value its loss is, or what else takes it, is not certain; update each of `self.metrics` in a "
                "loop, the one named `loss` with the loss"
            )
            yield Match(call, message, reason=reason)


def _reports_metrics(module: Module, step: ast.FunctionDef) -> bool:
    """Whether a step returns just the results of ``self.metrics``, with no loss of its own beside them."""
    returned = module.returned(step)
    return bool(returned) and all(
        isinstance(value, ast.DictComp)
        and isinstance(iterated := value.generators[0].iter, ast.Attribute)
        and iterated.attr == "metrics"
        and module.self_class(iterated.value) is not None
        for value in returned
    )


def _fix(module: Module, call: ast.Call, model: ast.expr, step: ast.FunctionDef) -> Fix | None:
    statement = module.parent(call)
    computed = [
        node
        for name in _LOSSES
        for node in module.calls(name)
        if module.function(node) is step
        and isinstance(node.func, ast.Attribute)
        and module.self_class(node.func.value) is not None
    ]
    if (
        not isinstance(statement, ast.Expr)
        or len(computed) != 1
        or has_starred(computed[0].args)
        or len(call.args) != 2
        or call.keywords
    ):
        return None
    if has_starred(call.args) or not module.is_free("metric", call) or _updates_others(module, call, step):
        return None
    loss = _loss(module, computed[0], call)
    if loss is None:
        return None
    parts = {"model": model, "target": call.args[0], "predicted": call.args[1]}
    edits: list[Edit] = [ReplaceStatement(statement, _TEMPLATE.format(metric="metric", loss=loss), parts)]
    edits += _loss_edits(module, computed[0])
    return Fix(tuple(edits), applicability=Applicability.UNSAFE)


def _updates_others(module: Module, call: ast.Call, step: ast.FunctionDef) -> bool:
    """Whether the class may have metrics of its own, which take other values."""
    owner = module.parent(step)
    return any(
        other is not call and not module.segment(other.func).endswith("compiled_metrics.update_state")
        for other in module.calls("update_state")
        if owner is not None and module.contains(owner, other)
    ) or any(
        module.kind(assigned.value) is Kind.METRIC
        for assigned in module.nodes(ast.Assign)
        if owner is not None and module.contains(owner, assigned)
    )


def _loss(module: Module, computed: ast.Call, call: ast.Call) -> str | None:
    """The name of the loss that ``computed`` certainly gave before ``call``; one is made where it has none."""
    step = module.function(call)
    around = itertools.takewhile(lambda node: node is not step, module.ancestors(module.statement(computed)))
    is_before = module.span(computed) < module.span(call)
    if not is_before or not all(isinstance(node, ast.With) for node in around):
        return None
    holder = module.parent(computed)
    if isinstance(holder, ast.Expr):
        return "loss" if module.is_free("loss", call) else None
    target = single_target(holder)
    if not isinstance(target, ast.Name) or len(module.scopes.around(target).all(target.id)) != 1:
        return None
    return target.id


def _loss_edits(module: Module, call: ast.Call) -> list[Edit]:
    """``compiled_loss(y, y_pred)``, which Keras 3 deprecates, as the ``compute_loss`` that it calls."""
    if not isinstance(call.func, ast.Attribute):
        return []
    statement = module.parent(call)
    function, kept = "compute_loss", ["y_true", "y_pred", "sample_weight"]
    given = {name: argument(call, name, place) for place, name in enumerate(kept)}
    if call.func.attr == function:
        if isinstance(statement, ast.Expr):
            return [ReplaceStatement(statement, "loss = {computed}", {"computed": call})]
        return []
    written = ", ".join(f"{name.removesuffix('_true')}={{{name}}}" for name in kept if given[name] is not None)
    parts = {"model": call.func.value, **{name: value for name, value in given.items() if value is not None}}
    text = f"{{model}}.{function}({written})"
    if isinstance(statement, ast.Expr):
        return [ReplaceStatement(statement, f"loss = {text}", parts)]
    return [Replace(call, text, parts)]
