"""The edits that give a training step loss scaling: the form of Keras 3, and that of Keras 2.

All of them or none: an optimizer that is wrapped while the loss is not scaled divides its gradients by 32768 in
Keras 3, and a scaled loss without unscaling diverges in Keras 2 (measured on Keras 3.15 and tf_keras 2.21).
"""

from __future__ import annotations

import ast

from tffix.rewriting.edits import Edit, Insert, Remove, Replace, SetKeyword
from tffix.semantics.kinds_table import Kind
from tffix.semantics.module import Module
from tffix.semantics.names import KERAS_ROOTS
from tffix.semantics.scopes import BindingKind
from tffix.semantics.sources import sources
from tffix.semantics.steps import CLIP_KEYWORDS, Clip, Step
from tffix.semantics.syntax import argument, single_target

_WRAPPER = "LossScaleOptimizer"
_PROXIED = frozenset(
    ["apply_gradients", "apply", "learning_rate", "iterations", "variables", "build", "get_config", "name"]
)
"""What the wrapper of Keras 3 hands on to the optimizer inside."""


class UnscalableError(Exception):
    """Why a step gets no loss scaling; the text is the reason shown."""


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
    wrapped = [call for call in optimizers if _is_wrapper(module, call)]
    if wrapped and (module.keras == 2 and len(wrapped) < len(optimizers)):
        raise UnscalableError(
            "the optimizer is wrapped in LossScaleOptimizer in some runs only; wrap it in all of them"
        )
    name = _free_name(module, step, is_only=is_only)
    edits = _scale(module, step, name)
    plain = [call for call in optimizers if call not in wrapped] if not wrapped else []
    if module.keras == 3:
        _check_proxied(module, step)
        edits += _moved_clips(module, same, plain)
    imports: tuple[str, ...] = ()
    for call in plain:
        wrapper, needed = _spelled(module, call)
        imports += needed
        edits.append(_wrap(module, call, wrapper))
    return tuple(edits), tuple(dict.fromkeys(imports))


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
    calls = [one for one in found if isinstance(one, ast.Call) and _is_optimizer(module, one)]
    if not calls or len(calls) < len(found):
        raise UnscalableError(
            f"`{module.segment(step.optimizer)}` is not made by a Keras optimizer class in this file; "
            "wrap it where it is made, and scale the loss here"
        )
    return calls


def _is_optimizer(module: Module, call: ast.Call) -> bool:
    """Whether Keras itself makes the optimizer: the wrapper passes by an ``apply_gradients`` of one's own."""
    path = module.keras_path(call.func)
    return path is not None and module.kind(call) is Kind.OPTIMIZER and ".experimental." not in f".{path}"


def _is_wrapper(module: Module, call: ast.Call) -> bool:
    return (module.keras_path(call.func) or "").rpartition(".")[2] == _WRAPPER


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


def _free_name(module: Module, step: Step, *, is_only: bool) -> str:
    loss = _loss(step)
    own = f"scaled_{loss.id}" if isinstance(loss, ast.Name) else "scaled_loss"
    names = ("scaled_loss", "upscaled_loss") if is_only else (own,)
    for name in names:
        if module.is_free(name, step.gradient):
            return name
    written = " and ".join(f"`{name}`" for name in names)
    raise UnscalableError(f"the names {written} mean something else here; rename those")


def _loss(step: Step) -> ast.expr:
    call = step.gradient
    loss = argument(call, "target", 0)
    if loss is None or isinstance(loss, (ast.List, ast.Tuple, ast.Starred)):
        raise UnscalableError("the gradients are those of several losses; scale each of them")
    return loss


def _scale(module: Module, step: Step, name: str) -> list[Edit]:
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
    return edits if module.keras == 3 else [*edits, _unscale(module, step.gradient, optimizer)]


def _unscale(module: Module, call: ast.Call, optimizer: str) -> Edit:
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


# -- clipping --------------------------------------------------------------------------------------------------------


def _moved_clips(module: Module, same: list[Step], optimizers: list[ast.Call]) -> list[Edit]:
    """Clipping moves into the optimizer that is wrapped: what is clipped in the step is still scaled (Keras 3)."""
    edits: list[Edit] = []
    _check_callers(module, same)
    for step in same:
        _check_unread(module, step)
        if not step.clips:
            continue
        if len(step.clips) > 1 or len(same) > 1 or not optimizers:
            raise UnscalableError("the clipping would act on scaled gradients; clip in the optimizer that is wrapped")
        edits += _moved(module, step, step.clips[0], optimizers)
    return edits


def _check_callers(module: Module, same: list[Step]) -> None:
    """Where a function returns the gradients, all that call it must give them to the optimizer."""
    helper = module.function(same[0].gradient)
    returned = helper is not module.function(same[0].apply)
    if returned and isinstance(helper, ast.FunctionDef) and len(module.references(helper)) != len(same):
        raise UnscalableError(
            f"the gradients that `{helper.name}` returns are used elsewhere, where they would be scaled; "
            "divide them by the scale there"
        )


def _check_unread(module: Module, step: Step) -> None:
    """Everything on the way to the optimizer is scaled: nothing else may read it."""
    for link in step.links:
        for binding in module.origins(link):
            readings = [use for use in module.uses(binding) if use not in step.links]
            clipped = [clip.gradients for clip in step.clips]
            for use in readings:
                if not any(use is gradients for gradients in clipped):
                    raise UnscalableError(
                        f"`{use.id}` is read elsewhere, where it would be scaled; divide it by the scale there"
                    )


def _moved(module: Module, step: Step, clip: Clip, optimizers: list[ast.Call]) -> list[Edit]:
    if clip.keyword is None or clip.bound is None or not _is_constant(module, clip.bound):
        raise UnscalableError(
            "the clipping would act on scaled gradients, and no argument of the optimizer does the same; "
            "divide them by the scale before it"
        )
    if any(keyword.arg in CLIP_KEYWORDS or keyword.arg is None for call in optimizers for keyword in call.keywords):
        raise UnscalableError("the optimizer clips already, and the step clips once more; keep one of the two")
    bound = module.segment(clip.bound)
    edits: list[Edit] = [SetKeyword(call, clip.keyword, bound) for call in optimizers]
    return [*edits, *_without(module, step, clip)]


def _is_constant(module: Module, bound: ast.expr) -> bool:
    """Whether the bound means the same where the optimizer is made: a number, or a constant of the module."""
    if isinstance(bound, ast.Constant):
        return True
    binding = module.binding(bound)
    if binding is None or binding.kind is not BindingKind.ASSIGN:
        return False
    return binding.scope is module.scopes.module and isinstance(binding.value, ast.Constant)


def _without(module: Module, step: Step, clip: Clip) -> list[Edit]:
    """The step without its clipping: the statement goes, or the expression gives way to the gradients."""
    statement = module.statement(clip.expression)
    bound = next((link for link in step.links if _is_bound_by(module, link, statement)), None)
    if bound is None:
        return [Replace(clip.expression, "{gradients}", {"gradients": clip.gradients})]
    for target in _others(statement):
        if module.uses_of_target(target):
            raise UnscalableError(
                "the norm that clipping returns is used, and would be that of scaled gradients; divide it by the scale"
            )
    if not isinstance(clip.gradients, ast.Name) or not isinstance(bound, ast.Name):
        raise UnscalableError("the clipping would act on scaled gradients; clip in the optimizer that is wrapped")
    renamed: list[Edit] = [] if bound.id == clip.gradients.id else [Replace(bound, clip.gradients.id)]
    return [Remove(statement), *renamed]


def _is_bound_by(module: Module, name: ast.expr, statement: ast.stmt) -> bool:
    found = [binding.node for binding in module.origins(name)]
    return isinstance(statement, ast.Assign) and any(module.contains(statement, node) for node in found)


def _others(statement: ast.stmt) -> list[ast.expr]:
    """The further names that ``gradients, norm = ...`` binds."""
    if not isinstance(statement, ast.Assign):
        return []
    first = statement.targets[0]
    return first.elts[1:] if isinstance(first, (ast.Tuple, ast.List)) else []
