"""Training steps written by hand: a tape, the gradients taken from it, and the optimizer they are given to."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tffix.semantics.kinds_table import Kind
from tffix.semantics.scopes import BindingKind
from tffix.semantics.sources import values
from tffix.semantics.tapes import Tape, tape_of

if TYPE_CHECKING:
    from tffix.semantics.module import Module

_MAX_LINKS = 8
_CLIPS = {
    "tensorflow.clip_by_global_norm": "global_clipnorm",
    "tensorflow.clip_by_norm": "clipnorm",
    "tensorflow.clip_by_value": "clipvalue",
}
CLIP_KEYWORDS = frozenset(_CLIPS.values())
"""The arguments by which an optimizer of Keras is told to clip."""


@dataclass(frozen=True)
class Clip:
    """Gradients clipped between the tape and the optimizer.

    ``keyword`` is the argument of a Keras optimizer that does the same, ``bound`` its value; ``None`` where no
    argument does.  ``expression`` is the clipped value, ``gradients`` what it is made from.
    """

    expression: ast.expr
    gradients: ast.expr
    keyword: str | None
    bound: ast.expr | None


@dataclass(frozen=True)
class Step:
    """One way from a tape to an optimizer.

    ``links`` are the names and calls that the gradients pass through, ``clips`` what clips them; both are in the order
    in which they are met from the optimizer backwards.  ``unscaling`` is the call of ``get_unscaled_gradients`` among
    them, with which Keras 2 ends loss scaling, and ``scaled_clips`` are the clips that come before it.
    """

    apply: ast.Call
    optimizer: ast.expr
    gradient: ast.Call
    tape: Tape
    links: tuple[ast.expr, ...]
    clips: tuple[Clip, ...]
    unscaling: ast.Call | None = None
    scaled_clips: tuple[Clip, ...] = ()


def steps(module: Module, *, unscaling: bool = False) -> Iterator[Step]:
    """The training steps of the file whose way from the tape to the optimizer can be followed, in source order.

    With ``unscaling`` it may lead through ``optimizer.get_unscaled_gradients(...)``.
    """
    for call in [*module.calls("apply_gradients"), *module.calls("apply")]:
        if isinstance(call.func, ast.Attribute) and call.args:
            gradients = _applied(module, call)
            step = None if gradients is None else _follow(module, call, call.func.value, gradients)
            if step is not None and (unscaling or step.unscaling is None):
                yield step


def _applied(module: Module, call: ast.Call) -> ast.expr | None:
    """The gradients that ``optimizer.apply_gradients(zip(gradients, variables))`` is given."""
    if isinstance(call.func, ast.Attribute) and call.func.attr == "apply":
        optimizer = call.func.value
        is_compiled = isinstance(optimizer, ast.Attribute) and optimizer.attr == "optimizer"
        return call.args[0] if is_compiled or module.kind(optimizer) is Kind.OPTIMIZER else None
    pairs: ast.expr = call.args[0]
    for _ in range(4):
        pairs = module.value(pairs)
        if isinstance(pairs, (ast.GeneratorExp, ast.ListComp)) and _is_plain(pairs):
            pairs = pairs.generators[0].iter
        elif isinstance(pairs, ast.Call) and pairs.args:
            name = module.qualified(pairs.func)
            if name not in ("builtins.zip", "builtins.list", "builtins.tuple"):
                return None
            if name == "builtins.zip":
                return pairs.args[0]
            pairs = pairs.args[0]
    return None


def _is_plain(pairs: ast.GeneratorExp | ast.ListComp) -> bool:
    """``(g, v) for g, v in ...``, whatever is left out by a condition."""
    target = pairs.generators[0].target
    names = [[getattr(e, "id", None) for e in t.elts] for t in (pairs.elt, target) if isinstance(t, ast.Tuple)]
    return len(pairs.generators) == 1 and len(names) == 2 and names[0] == names[1] and None not in names[0]


def _follow(module: Module, apply: ast.Call, optimizer: ast.expr, gradients: ast.expr) -> Step | None:
    """The step that ends in ``apply``: from the gradients back to the tape they come from."""
    links: list[ast.expr] = []
    clips: list[Clip] = []
    unscaling: tuple[ast.Call, int] | None = None
    for _ in range(_MAX_LINKS):
        called = gradients.func if isinstance(gradients, ast.Call) else None
        if isinstance(called, ast.Attribute) and called.attr == "gradient" and isinstance(gradients, ast.Call):
            tape = tape_of(module, called.value)
            if tape is not None:
                unscale, after = unscaling or (None, len(clips))
                scaled = tuple(clips[after:])
                return Step(apply, optimizer, gradients, tape, tuple(links), tuple(clips), unscale, scaled)
        if isinstance(called, ast.Attribute) and called.attr == "get_unscaled_gradients" and unscaling is None:
            if not isinstance(gradients, ast.Call) or len(gradients.args) != 1:
                return None
            unscaling = gradients, len(clips)
            gradients = gradients.args[0]
            continue
        clip = _clip(module, gradients)
        if clip is not None:
            clips.append(clip)
            gradients = clip.gradients
            continue
        origin = _origin(module, gradients)
        if origin is None:
            return None
        links.append(gradients)
        gradients = origin
    return None


def _origin(module: Module, name: ast.expr) -> ast.expr | None:
    """What gradients come from: what their name is bound to (the call of a clip when it is the first of its results),
    or what the function of this file that is called returns.
    """
    if isinstance(name, ast.Call):
        local = module.definition(name.func)
        returned = module.returns(local) if isinstance(local, ast.FunctionDef) else []
        return returned[0] if len(returned) == 1 else None
    binding = module.binding(name)
    if binding is None or binding.kind is not BindingKind.ASSIGN:
        return None
    called = binding.value if isinstance(binding.value, ast.Call) else None
    if binding.path == (0,) and called and module.qualified(called.func) == "tensorflow.clip_by_global_norm":
        return called
    origins = values(module, binding)
    return origins[0] if len(origins) == 1 else None


# -- clipping --------------------------------------------------------------------------------------------------------


def _clip(module: Module, expression: ast.expr) -> Clip | None:
    """Clipping of all gradients at once or of each in a comprehension."""
    call = expression
    if isinstance(call, ast.Subscript) and isinstance(call.slice, ast.Constant) and call.slice.value == 0:
        call = call.value
    if isinstance(call, ast.Call) and call.args:
        if module.qualified(call.func) == "tensorflow.clip_by_global_norm":
            return _made(module, expression, call, call.args[0])
        return None
    if not isinstance(expression, (ast.ListComp, ast.GeneratorExp)) or len(expression.generators) != 1:
        return None
    generator = expression.generators[0]
    element = expression.elt
    if isinstance(element, ast.IfExp):
        element = element.body if isinstance(element.body, ast.Call) else element.orelse
    if not isinstance(element, ast.Call) or not element.args or not isinstance(generator.target, ast.Name):
        return None
    clipped = element.args[0]
    same = isinstance(clipped, ast.Name) and clipped.id == generator.target.id
    if not same or module.qualified(element.func) not in _CLIPS or generator.ifs:
        return None
    return _made(module, expression, element, generator.iter)


def _made(module: Module, expression: ast.expr, call: ast.Call, gradients: ast.expr) -> Clip:
    keyword = _CLIPS[module.qualified(call.func) or ""]
    names = {"clip_norm", "clip_value_min", "clip_value_max"}
    bounds = [*call.args[1:], *(one.value for one in call.keywords if one.arg in names)]
    others = any(one.arg not in {*names, "name"} for one in call.keywords)
    if keyword == "clipvalue" and len(bounds) == 2 and not others:
        low, high = bounds
        negated = low.operand if isinstance(low, ast.UnaryOp) and isinstance(low.op, ast.USub) else None
        if negated is not None and ast.dump(negated) == ast.dump(high):
            return Clip(expression, gradients, keyword, high)
    elif keyword != "clipvalue" and len(bounds) == 1 and not others:
        return Clip(expression, gradients, keyword, bounds[0])
    return Clip(expression, gradients, None, None)
