"""The two guards of a training step: a check of its loss, and gradients that the optimizer clips."""

from __future__ import annotations

import ast

from tffix.codemod import Applicability, Fix
from tffix.rewriting.edits import Edit, Insert, SetKeyword
from tffix.semantics.kinds_table import Kind
from tffix.semantics.module import Module
from tffix.semantics.sources import sources
from tffix.semantics.steps import CLIP_KEYWORDS, Step
from tffix.semantics.syntax import argument, is_false

_CHECK = "tensorflow.debugging.check_numerics"
_NO_CLIPPING = "CentralStorageStrategy"
"""Under it the optimizers of Keras 2 refuse to clip."""


class UnguardableError(Exception):
    """Why a step gets no guard; the text is the reason shown."""


def optimizers(module: Module, step: Step) -> list[ast.Call]:
    """The calls of Keras classes that make the optimizer of a step; empty when there is anything else."""
    found = sources(module, step.optimizer)
    calls = [one for one in found if isinstance(one, ast.Call) and module.kind(one) is Kind.OPTIMIZER]
    named = [call for call in calls if module.keras_path(call.func) or _is_alias(module, call)]
    return named if len(named) == len(found) else []


def _is_alias(module: Module, call: ast.Call) -> bool:
    return (module.qualified(call.func) or "").startswith("tensorflow.optimizers.")


def clips(call: ast.Call) -> bool:
    """Whether the optimizer that ``call`` makes clips, or may do so."""
    return any(keyword.arg is None or keyword.arg in CLIP_KEYWORDS for keyword in call.keywords)


def clipped(module: Module, step: Step, bound: str) -> Fix:
    """The fix that lets the optimizer clip.

    Raises:
        UnguardableError: the optimizer is not made here, or cannot clip.
    """
    made = optimizers(module, step)
    name = module.segment(step.optimizer)
    if not made:
        raise UnguardableError(
            f"`{name}` is not made by a Keras optimizer class in this file; "
            f"give it global_clipnorm={bound} where it is made"
        )
    if module.calls(_NO_CLIPPING):
        raise UnguardableError(
            f"the optimizers of Keras cannot clip under {_NO_CLIPPING}; use tf.clip_by_global_norm in the step"
        )
    return Fix(tuple(SetKeyword(call, "global_clipnorm", bound) for call in made), (), Applicability.UNSAFE)


def checked(module: Module, step: Step) -> Fix:
    """The fix that checks the loss, inside the tape: only there do the gradients wait for the check in a graph.

    Raises:
        UnguardableError: the check would do nothing, or there is no loss with a name to check.
    """
    _refuse_compiled(module, step)
    loss = argument(step.gradient, "target", 0)
    if not isinstance(loss, ast.Name):
        raise UnguardableError(
            "the loss has no name here; give it one in the tape, and pass it through tf.debugging.check_numerics"
        )
    place = _last_binding(module, step, loss)
    text = module.spell(_CHECK, place)
    imports: tuple[str, ...] = ()
    if text is None:
        if not module.is_free("tf", place):
            raise UnguardableError("`tf` means something else here; import tensorflow under another name for the check")
        text, imports = "tf.debugging.check_numerics", ("tensorflow as tf",)
    edit: Edit = Insert(place, f'{loss.id} = {text}({loss.id}, "{loss.id} is not finite")', "after")
    return Fix((edit,), imports, Applicability.UNSAFE)


def _refuse_compiled(module: Module, step: Step) -> None:
    """XLA leaves the check out without a word (measured), so that one would trust in nothing."""
    context = module.context(step.gradient)
    advice = "clip the gradients, or check the loss outside of the compiled function"
    asked = [keyword.value for keyword in module.nodes(ast.keyword) if keyword.arg == "jit_compile"]
    if context.compiled or module.calls("TPUStrategy") or not all(is_false(value) for value in asked):
        raise UnguardableError(f"XLA (jit_compile, TPUs) drops check_numerics silently; {advice}")
    function = module.function(step.gradient)
    owner = None if function is None else module.parent(function)
    in_model = isinstance(owner, ast.ClassDef) and module.class_kind(owner) is Kind.MODEL
    if module.keras == 3 and in_model and getattr(function, "name", "") == "train_step":
        raise UnguardableError(
            "Keras 3 compiles train_step with XLA on a GPU, which drops check_numerics silently; use the callback "
            "TerminateOnNaN, or compile(jit_compile=False)"
        )


def _last_binding(module: Module, step: Step, loss: ast.Name) -> ast.stmt:
    """The statement of the tape's block behind which the loss has its last value."""
    statement = step.tape.statement
    bound = module.bindings(loss)
    inside = [binding for binding in bound if module.contains(statement, binding.node)]
    start = module.span(statement)[0]
    if not inside or any(module.span(binding.node)[0] > start for binding in bound.difference(inside)):
        raise UnguardableError(f"`{loss.id}` is not computed in the block of the tape; check it where it is computed")
    if any(isinstance(binding.value, (ast.List, ast.Tuple, ast.Dict)) and not binding.path for binding in inside):
        raise UnguardableError(f"`{loss.id}` holds several losses; check each with tf.debugging.check_numerics")
    return [one for one in statement.body if any(module.contains(one, binding.node) for binding in inside)][-1]
