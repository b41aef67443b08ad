"""Strategies that are created for a training that never enters their scope."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tffix.semantics.kinds_table import Kind
from tffix.semantics.syntax import argument, single_target

from ._defects import Defect, View
from ._models import Creation, creation_enclosure

_ASKED = frozenset(
    [
        "cluster_resolver",
        "distribute_datasets_from_function",
        "experimental_distribute_dataset",
        "experimental_distribute_datasets_from_function",
        "experimental_local_results",
        "num_replicas_in_sync",
    ]
)
_PRINTED = ("builtins.print", "builtins.str", "builtins.type")
_HARMLESS = ("tensorflow.data.", "builtins.print", "tensorflow.print")


def idle_defects(view: View) -> Iterator[Defect]:
    """Strategies that are asked for their size and given data, while the model trains without them."""
    module = view.module
    for call in module.nodes(ast.Call):
        target = single_target(module.parent(call))
        if not isinstance(target, ast.Name) or view.distribution.strategy(call) is None or _is_one_device(call):
            continue
        binding = module.scopes.by_node[target]
        alone = len(binding.scope.all(binding.name)) == 1
        if alone and all(_is_idle(view, use) for use in module.uses(binding)):
            yield from _defect(view, target, call)


def _defect(view: View, target: ast.Name, call: ast.Call) -> Iterator[Defect]:
    strategy = view.distribution.strategy(call)
    models = [model for model in view.models if model.compiles and model.fits]
    if strategy is None or not models or not _are_all(view) or not _all_outside(view):
        return
    scopes = view.scopes(strategy)
    if len(models) > 1:
        yield Defect(
            f"the scope of `{target.id}` is never entered; the models train on one device",
            (target,),
            target,
            scopes,
            certain=False,
            blocked=f"{len(models)} models are trained here; create and compile those that it is for in its scope",
        )
        return
    creation = Creation(view.module, view.distribution, models[0].origins)
    yield Defect(
        f"the scope of `{target.id}` is never entered; `{models[0].name}` trains on one device",
        (*creation.nodes, *models[0].compiles, *view.outside_arguments(models[0].compiles, strict=False)),
        target,
        scopes,
        certain=False,
        companions=view.companions(models[0]),
    )


def _are_all(view: View) -> bool:
    """Whether every ``compile`` of the file is that of a known model."""
    known = {call for model in view.models for call in model.compiles}
    return all(call in known or view.module.qualified(call.func) is not None for call in view.module.calls("compile"))


def _all_outside(view: View) -> bool:
    places = [creation_enclosure(view.distribution, model.origins) for model in view.models]
    calls = [call for model in view.models for call in (*model.compiles, *model.fits)]
    return all(place.is_outside for place in (*places, *map(view.distribution.enclosure, calls)))


def _is_one_device(call: ast.Call) -> bool:
    devices = argument(call, "devices", 0)
    return isinstance(devices, (ast.List, ast.Tuple)) and len(devices.elts) == 1


def _is_idle(view: View, use: ast.Name) -> bool:
    """Whether a use of a strategy only asks about it or hands data to it."""
    holder = view.module.parent(use)
    if isinstance(holder, ast.FormattedValue):
        return True
    if isinstance(holder, ast.Call):
        return holder.func is not use and view.module.qualified(holder.func) in _PRINTED
    if not isinstance(holder, ast.Attribute):
        return False
    return _is_empty(view, view.module.statement(holder)) if holder.attr == "scope" else holder.attr in _ASKED


def _is_empty(view: View, statement: ast.stmt) -> bool:
    """Whether a scope holds nothing that could be the model, or make it."""
    if not isinstance(statement, ast.With):
        return False
    calls = [node for inner in statement.body for node in ast.walk(inner) if isinstance(node, ast.Call)]
    return all(
        view.module.kind(call) in (Kind.LOSS, Kind.DATASET, Kind.METRIC)
        or (view.module.qualified(call.func) or "").startswith(_HARMLESS)
        for call in calls
    )
