"""Clipping that would act on scaled gradients moves into the optimizer that is wrapped (Keras 3)."""

from __future__ import annotations

import ast

from tffix.rewriting.edits import Edit, Remove, Replace, SetKeyword
from tffix.semantics.module import Module
from tffix.semantics.scopes import BindingKind
from tffix.semantics.sources import sources
from tffix.semantics.steps import CLIP_KEYWORDS, Clip, Step, steps


class UnscalableError(Exception):
    """Why a step gets no loss scaling; the text is the reason shown."""


def moved_clips(module: Module, same: list[Step], optimizers: list[ast.Call]) -> list[Edit]:
    """Clipping moves into the optimizer that is wrapped: what is clipped in the step is still scaled (Keras 3)."""
    if not same:
        raise UnscalableError(
            "the gradients do not go to `apply_gradients` as they are; clip in the optimizer that is wrapped"
        )
    edits: list[Edit] = []
    _check_callers(module, same)
    for step in same:
        _check_unread(module, step)
        if not step.clips:
            continue
        if len(step.clips) > 1 or len(same) > 1 or not optimizers:
            raise UnscalableError("the clipping would act on scaled gradients; clip in the optimizer that is wrapped")
        if _serves_others(module, step, optimizers):
            raise UnscalableError("other steps use the optimizer as well; clip in the optimizer that is wrapped")
        edits += _moved(module, step, step.clips[0], optimizers)
    return edits


def _serves_others(module: Module, step: Step, optimizers: list[ast.Call]) -> bool:
    """Whether another step, which perhaps does not clip, would clip as well."""
    others = [other for other in steps(module) if other.gradient is not step.gradient]
    made = [source for other in others for source in sources(module, other.optimizer)]
    inner = [one.args[0] for one in made if isinstance(one, ast.Call) and one.args]
    made += [source for one in inner for source in sources(module, one)]
    return any(one in optimizers for one in made)


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
    bound = clip.bound
    if clip.keyword is None or bound is None:
        raise UnscalableError(
            "the clipping would act on scaled gradients, and no argument of the optimizer does the same; "
            "divide them by the scale before it"
        )
    if not all(_is_constant(module, bound, call) for call in optimizers):
        raise UnscalableError(
            f"the clipping would act on scaled gradients, and `{module.segment(bound)}` is not certainly the same where"
            " the optimizer is made; clip there, or divide the gradients by the scale before it"
        )
    if any(keyword.arg in CLIP_KEYWORDS or keyword.arg is None for call in optimizers for keyword in call.keywords):
        raise UnscalableError("the optimizer clips already, and the step clips once more; keep one of the two")
    edits: list[Edit] = [SetKeyword(call, clip.keyword, module.segment(bound)) for call in optimizers]
    return [*edits, *_without(module, step, clip)]


def _is_constant(module: Module, bound: ast.expr, optimizer: ast.Call) -> bool:
    """Whether the bound means the same where the optimizer is made: a number, or a constant of the module before it."""
    if isinstance(bound, ast.Constant):
        return True
    binding = module.binding(bound)
    if not isinstance(bound, ast.Name) or binding is None or binding.kind is not BindingKind.ASSIGN:
        return False
    scopes = module.scopes
    is_seen = binding.scope is scopes.module and scopes.owner(bound.id, scopes.around(optimizer)) is scopes.module
    is_early = module.span(binding.node) < module.span(optimizer)
    is_always = isinstance(module.parent(module.statement(binding.node)), ast.Module)
    return is_seen and is_early and is_always and isinstance(binding.value, ast.Constant)


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
