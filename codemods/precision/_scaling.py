"""The edits that give a training step loss scaling: the form of Keras 3, and that of Keras 2.

All of them or none: an optimizer that is wrapped while the loss is not scaled divides its gradients by 32768 in
Keras 3, and a scaled loss without unscaling diverges in Keras 2 (measured on Keras 3.15 and tf_keras 2.21).
"""

from __future__ import annotations

import ast

from tffix.rewriting.edits import Edit, Insert, Replace
from tffix.semantics.kinds_table import Kind
from tffix.semantics.module import Module
from tffix.semantics.names import KERAS_ROOTS
from tffix.semantics.sources import sources
from tffix.semantics.steps import Step
from tffix.semantics.syntax import argument, single_target

from ._clipping import UnscalableError, moved_clips

_WRAPPER = "LossScaleOptimizer"
_PROXIED = frozenset(
    ["apply_gradients", "apply", "learning_rate", "iterations", "variables", "build", "get_config", "name"]
)
"""What the wrapper of Keras 3 hands on to the optimizer inside."""


def scaled(module: Module, step: Step, same: list[Step], *, is_only: bool) -> tuple[tuple[Edit, ...], tuple[str, ...]]:
    """The edits and imports that scale the loss of a step; ``same`` are all steps that take its gradients.

    ``is_only`` says that no other loss of the file is scaled.

    Raises:
        UnscalableError: a precondition does not hold.
    """
    if any(module.segment(other.optimizer) != module.segment(step.optimizer) for other in same):
        raise UnscalableError("the gradients are given to several optimizers; use a tape and a scaled loss for each")
    if not _in_reach(module, step):
        raise UnscalableError(
            "the optimizer is not there yet, or not in reach, where the loss is scaled; create it before the tape"
        )
    optimizers = _constructors(module, step)
    wrapped = [call for call in optimizers if is_wrapper(module, call)]
    if wrapped and (module.keras == 2 and len(wrapped) < len(optimizers)):
        raise UnscalableError(
            "the optimizer is wrapped in LossScaleOptimizer in some runs only; wrap it in all of them"
        )
    name = free_name(module, step, is_only=is_only)
    edits = scale(module, step, name)
    plain = [call for call in optimizers if call not in wrapped] if not wrapped else []
    if module.keras == 3:
        _check_proxied(module, step)
        edits += moved_clips(module, same, plain or inner_optimizers(module, wrapped))
    imports: tuple[str, ...] = ()
    for call in plain:
        wrapper, needed = _spelled(module, call)
        imports += needed
        edits.append(_wrap(module, call, wrapper))
    return tuple(edits), tuple(dict.fromkeys(imports))


def completed(
    module: Module, step: Step, same: list[Step], optimizers: list[ast.Call], *, is_only: bool
) -> tuple[Edit, ...]:
    """The edits that scale the loss of a step whose optimizer Keras wraps; ``optimizers`` are those it can be.

    Raises:
        UnscalableError: a precondition does not hold.
    """
    edits = scale(module, step, free_name(module, step, is_only=is_only))
    return (*edits, *moved_clips(module, same, optimizers))


# -- the optimizer ---------------------------------------------------------------------------------------------------


def _wrap(module: Module, call: ast.Call, wrapper: str) -> Edit:
    """Around the constructor, or in a statement of its own where that is long."""
    target = single_target(module.parent(call))
    if isinstance(target, (ast.Name, ast.Attribute)) and call.end_lineno != call.lineno:
        name = module.segment(target)
        return Insert(module.statement(call), f"{name} = {wrapper}({name})", "after")
    return Replace(call, f"{wrapper}({{optimizer}})", {"optimizer": call})


def _constructors(module: Module, step: Step) -> list[ast.Call]:
    """The calls that make the optimizer."""
    found = sources(module, step.optimizer)
    calls = [one for one in found if isinstance(one, ast.Call) and is_optimizer(module, one)]
    if not calls or len(calls) < len(found):
        raise UnscalableError(
            f"`{module.segment(step.optimizer)}` is not made by a Keras optimizer class in this file; "
            "wrap it where it is made, and scale the loss here"
        )
    return calls


def is_optimizer(module: Module, call: ast.Call) -> bool:
    """Whether Keras itself makes the optimizer: the wrapper passes by an ``apply_gradients`` of one's own."""
    path = module.keras_path(call.func)
    return path is not None and module.kind(call) is Kind.OPTIMIZER and ".experimental." not in f".{path}"


def is_wrapper(module: Module, call: ast.Call) -> bool:
    """Whether a call makes a ``LossScaleOptimizer``."""
    return (module.keras_path(call.func) or "").rpartition(".")[2] == _WRAPPER


def inner_optimizers(module: Module, wrappers: list[ast.Call]) -> list[ast.Call]:
    """The calls that make the optimizers inside of wrappers; empty when one of them is not seen."""
    found: list[ast.Call] = []
    for wrapper in wrappers:
        inner = argument(wrapper, "inner_optimizer", 0)
        made = [] if inner is None else sources(module, inner)
        calls = [one for one in made if isinstance(one, ast.Call) and is_optimizer(module, one)]
        if not made or len(calls) < len(made) or any(is_wrapper(module, call) for call in calls):
            return []
        found += calls
    return list(dict.fromkeys(found))


def is_wrapped(module: Module, step: Step) -> bool:
    """Whether this file wraps the optimizer of a step in ``LossScaleOptimizer``.

    In Keras 3 that may be so in some runs only: ``scale_loss`` of a bare optimizer returns the loss as it is.
    """
    found = sources(module, step.optimizer)
    wrapped = [one for one in found if isinstance(one, ast.Call) and is_wrapper(module, one)]
    return bool(wrapped) and (module.keras == 3 or len(wrapped) == len(found))


def _spelled(module: Module, call: ast.Call) -> tuple[str, tuple[str, ...]]:
    """How to write the wrapper beside the optimizer: below the same Keras if that has a name there."""
    qualified = module.qualified(call.func) or ""
    own = [root for root in KERAS_ROOTS if qualified.startswith(root + ".")]
    others = [root for root in ("tensorflow.keras", "keras") if root not in own]
    for root in [*own, *others]:
        spelling = module.spell(f"{root}.mixed_precision.{_WRAPPER}", at=call)
        if spelling is not None:
            return spelling, ()
    if not module.is_free("tf", call):
        raise UnscalableError("`tf` means something else here; import LossScaleOptimizer under a name of its own")
    return f"tf.keras.mixed_precision.{_WRAPPER}", ("tensorflow as tf",)


def _in_reach(module: Module, step: Step) -> bool:
    """Whether the optimizer has its name, and its value, also where the loss is scaled."""
    name = step.optimizer
    if not isinstance(name, ast.Name):
        return module.function(step.gradient) is module.function(step.apply)
    scopes = module.scopes
    here = scopes.around(step.gradient)
    owner = scopes.owner(name.id, here)
    if owner is None or owner is not scopes.owner(name.id, scopes.around(step.apply)):
        return False
    start = module.span(step.tape.statement)[0]
    return owner is not here or all(module.span(binding.node)[0] < start for binding in module.origins(name))


def _check_proxied(module: Module, step: Step) -> None:
    """Keras 3: the wrapper hands on only part of what an optimizer offers."""
    written = module.segment(step.optimizer)
    for attribute in module.nodes(ast.Attribute):
        if attribute.attr in _PROXIED or module.kind(attribute.value) is not Kind.OPTIMIZER:
            continue
        if module.segment(attribute.value) == written:
            raise UnscalableError(
                f"the code uses `{written}.{attribute.attr}`, which LossScaleOptimizer does not have; "
                "read it from its `inner_optimizer`"
            )


# -- the loss --------------------------------------------------------------------------------------------------------


def free_name(module: Module, step: Step, *, is_only: bool) -> str:
    """A name for the scaled loss that means nothing else there."""
    loss = _loss(step)
    if any(_takes_same(module, call, step) for call in step.tape.calls("gradient")):
        raise UnscalableError("the loss is differentiated twice; scale it for each optimizer, under different names")
    own = f"scaled_{loss.id}" if isinstance(loss, ast.Name) else "scaled_loss"
    names = ("scaled_loss", "upscaled_loss") if is_only else (own,)
    for name in names:
        if module.is_free(name, step.gradient):
            return name
    written = " and ".join(f"`{name}`" for name in names)
    raise UnscalableError(f"the names {written} mean something else here; rename those")


def _takes_same(module: Module, call: ast.Call, step: Step) -> bool:
    """Whether another ``gradient`` of the tape takes the same loss, which has one name for what is scaled of it."""
    target = argument(call, "target", 0)
    return call is not step.gradient and target is not None and module.segment(target) == module.segment(_loss(step))


def _loss(step: Step) -> ast.expr:
    call = step.gradient
    loss = argument(call, "target", 0)
    if loss is None or isinstance(loss, (ast.List, ast.Tuple, ast.Starred)):
        raise UnscalableError("the gradients are those of several losses; scale each of them")
    return loss


def scale(module: Module, step: Step, name: str) -> list[Edit]:
    """The loss is scaled while the tape records, and ``gradient`` is given the scaled one."""
    loss = _loss(step)
    taken = module.statement(step.gradient)
    optimizer = module.segment(step.optimizer)
    method = "scale_loss" if module.keras == 3 else "get_scaled_loss"
    template = f"{name} = {optimizer}.{method}({module.segment(loss)})"
    if module.contains(step.tape.statement, taken):
        if taken not in step.tape.statement.body:
            raise UnscalableError(
                "the gradients are taken below a condition or loop inside the tape; take them after the tape"
            )
        scale = Insert(taken, template, "before")
    else:
        last = step.tape.statement.body[-1]
        if not isinstance(loss, ast.Name) or not _made_in(module, loss, step.tape.statement):
            raise UnscalableError("the loss is not a name that is bound inside the tape; bind it to one there")
        scale = Insert(last, template, "after")
    edits: list[Edit] = [scale, Replace(loss, name)]
    return edits if module.keras == 3 else [*edits, unscale(module, step.gradient, optimizer)]


def unscale(module: Module, call: ast.Call, optimizer: str) -> Edit:
    """Keras 2: what ``gradient`` returns is divided again, in a statement of its own where the call is long."""
    method = f"{optimizer}.get_unscaled_gradients"
    target = single_target(module.parent(call))
    if isinstance(target, ast.Name) and call.end_lineno != call.lineno:
        return Insert(module.statement(call), f"{target.id} = {method}({target.id})", "after")
    return Replace(call, f"{method}({{gradients}})", {"gradients": call})


def _made_in(module: Module, loss: ast.Name, tape: ast.With) -> bool:
    """Whether the tape's block gives the loss the value that is differentiated (which may start from one before it)."""
    found = [binding.node for binding in module.origins(loss)]
    outside = [node for node in found if not module.contains(tape, node)]
    start = module.span(tape)[0]
    return len(outside) < len(found) and all(module.span(node)[0] < start for node in outside)
