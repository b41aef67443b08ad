"""Models under ``compile`` and ``fit``: created, or compiled, outside the scope they are used in."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tffix.semantics.distribution import Place, Strategy
from tffix.semantics.kinds_table import Kind
from tffix.semantics.module import Module
from tffix.semantics.syntax import argument, has_starred

from ._defects import Defect, View, receiver_of
from ._models import Creation, Trained, created_at, creation_enclosure, knows_its_input
from ._optimizers import is_text, keeps_slots


def compiled_defects(view: View) -> Iterator[Defect]:
    """Models that are created or compiled outside the scope in which the rest of their training stands."""
    for model in view.models:
        created = creation_enclosure(view.distribution, model.origins)
        if created.is_outside:
            yield from _model_outside(view, model)
        elif created.strategy is not None and not model.own_compile:
            for call in model.compiles:
                yield from _compile_outside(view, model, call, created.strategy)


def _model_outside(view: View, model: Trained) -> Iterator[Defect]:
    module = view.module
    places = [(call, view.distribution.enclosure(call)) for call in (*model.compiles, *model.fits)]
    strategies = {place.strategy for _, place in places if place.strategy is not None}
    if len(strategies) != 1 or any(place.place is Place.UNKNOWN for _, place in places):
        return
    inside = [call for call, place in places if not place.is_outside]
    creation = Creation(module, view.distribution, model.origins)
    if module.keras == 2 and not knows_its_input(module, creation) and all(call in inside for call in model.fits):
        # tf_keras creates the variables of such a model in ``fit``, and so in its scope.
        return
    outside = [call for call in model.compiles if call not in inside]
    if len(outside) < len(model.compiles) and any(_is_in_branch(module, call) for call in outside):
        # One branch for several devices and one for a single device.
        return
    used = "compiled" if inside[0] in model.compiles else "trained"
    fails = module.keras == 2 or _mixes_strategies(view, model, inside)
    effect = "training fails" if fails else "at best it trains on one device"
    scopes = view.scopes(next(iter(strategies)), inside[0])
    objects = view.outside_arguments(model.compiles, strict=False)
    yield Defect(
        f"`{model.name}` is created outside the strategy's scope but {used} in it; {effect}",
        (*creation.nodes, *outside, *objects),
        receiver_of(scopes[0]),
        scopes,
        certain=fails and bool(model.fits) and all(strategy.replicates for strategy in strategies),
        companions=view.companions(model),
        blocked=_trained_part(view, model, creation) or view.shared(objects, model),
    )


def _is_in_branch(module: Module, call: ast.Call) -> bool:
    return isinstance(module.parent(module.statement(call)), ast.If)


def _mixes_strategies(view: View, model: Trained, inside: list[ast.Call]) -> bool:
    """Whether Keras 3 sees that the model does not belong to the strategy: by ``fit`` in its scope, or by an optimizer.

    A model and an optimizer that are both created outside go together, and train on one device.
    """
    compiles = [call for call in inside if call in model.compiles]
    if len(compiles) < len(inside):
        return True
    if model.own_compile:
        return False
    return all(_has_optimizer_of_scope(view, call) for call in compiles)


def _has_optimizer_of_scope(view: View, call: ast.Call) -> bool:
    optimizer = argument(call, "optimizer", 0)
    if _is_open(call):
        return False
    if isinstance(optimizer, (ast.Name, ast.Attribute)) and not is_text(view.module, optimizer):
        created = created_at(view.module, optimizer, Kind.OPTIMIZER)
        return bool(created) and creation_enclosure(view.distribution, created).place is Place.INSIDE
    return keeps_slots(view.module, optimizer) is not None


def _trained_part(view: View, model: Trained, creation: Creation) -> str | None:
    for other in view.models:
        if other is not model and not other.origins.isdisjoint(creation.models):
            return f"it is built from `{other.name}`, which is compiled or trained outside; create both in the scope"
    return None


def _compile_outside(view: View, model: Trained, call: ast.Call, strategy: Strategy) -> Iterator[Defect]:
    place = view.distribution.enclosure(call)
    if place.place is Place.UNKNOWN or (place.strategy is not None and place.strategy != strategy):
        return
    objects = view.outside_arguments([call], strict=True)
    nodes = [*objects, call] if place.is_outside and (objects or _creates_inline(view, call)) else objects
    if not nodes:
        return
    scopes = view.scopes(strategy, call)
    yield Defect(
        f"{_subject(view.module, model, objects)} created outside the scope of the model; training fails",
        tuple(dict.fromkeys(nodes)),
        receiver_of(scopes[0]),
        scopes,
        certain=bool(model.fits) and strategy.replicates,
        companions=view.companions(model),
        blocked=view.shared(objects, model),
    )


def _subject(module: Module, model: Trained, objects: list[ast.AST]) -> str:
    kept, verb = ("optimizer", "is") if module.keras == 3 else ("metrics", "are")
    if objects:
        return f"{', '.join(f'`{module.segment(node)}`' for node in objects)}, the {kept} of `{model.name}`, {verb}"
    article = "an " if module.keras == 3 else ""
    return f"`{model.name}` is compiled with {article}{kept} that {verb}"


def _creates_inline(view: View, call: ast.Call) -> bool:
    """Whether ``compile`` itself creates what must come from the scope: an optimizer with slots, or metrics."""
    if view.module.keras == 2:
        metrics = argument(call, "metrics", 2)
        return metrics is not None and view.creates_metrics(metrics)
    optimizer = argument(call, "optimizer", 0)
    if _is_open(call):
        return False
    if isinstance(optimizer, (ast.Name, ast.Attribute)):
        # An object was created elsewhere, the name of an optimizer class becomes one here.
        return is_text(view.module, optimizer) and bool(keeps_slots(view.module, optimizer))
    return bool(keeps_slots(view.module, optimizer))


def _is_open(call: ast.Call) -> bool:
    """Whether a call has arguments that cannot be seen: ``*args`` or ``**options``."""
    return any(k.arg is None for k in call.keywords) or has_starred(call.args)
