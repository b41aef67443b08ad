"""Gradients that certainly are None, or zero.

## What it does
Reports `tape.gradient(loss, sources)` where this file proves that no gradient arrives:

- every way to the loss leads through an operation without a gradient: `tf.round`, `tf.floor`, `tf.math.ceil`, `//`
  (None), `tf.sign` (zero), `tf.stop_gradient`, a `tf.Variable` made of a tensor, a Keras metric in place of the loss;
- the output of the model is computed before the block of the tape, or the loss after it;
- one of several variables is not used by the loss.

## Why is this bad?
If all gradients are None, Keras raises `No gradients provided for any variable`. If some are, training goes on and
only warns (`Gradients do not exist for variables ...`); those variables stay what they are. Gradients of zero give no
warning at all.

Where an operation with steps is wanted, the gradient has to be chosen. All of these pass it through unchanged and give
the same values as `tf.round(x)`:

    y = x + tf.stop_gradient(tf.round(x) - x)      # straight-through
    y = tf.grad_pass_through(tf.round)(x)

    @tf.custom_gradient
    def soft_round(x):
        return tf.round(x), lambda upstream: upstream

A function under `tf.custom_gradient` that reads a variable must take `variables=None` in its inner function.

## When the fix is safe
There is no fix: which gradient is wanted is a choice of the model.

## When there is no fix
Always; the reason says what can be done.

## What is left alone
- Rounding in metrics, labels, preprocessing, and under `tf.stop_gradient` in a straight-through sum.
- Losses with another way for the gradient, and all that this file does not prove.
- Code that is written for `None`: it compares the gradient with `None` or asks for its type, sets
  `unconnected_gradients`, or says `None` in a comment at the call or where the gradient is used.
- Classes and decisions (`argmax-before-loss`), NumPy (`numpy-in-tape`), tensors that are not watched
  (`unwatched-tensor`).

## References
- https://www.tensorflow.org/guide/autodiff#getting_a_gradient_of_none
- https://www.tensorflow.org/guide/advanced_autodiff#custom_gradients
- https://www.tensorflow.org/api_docs/python/tf/grad_pass_through

Measured with TensorFlow 2.21 and Keras 3.15.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tffix.codemod import Applicability, Codemod, Contract, Match, Options
from tffix.semantics.gradient_ops import Break
from tffix.semantics.gradient_paths import Paths
from tffix.semantics.gradient_sources import expects_none, identity
from tffix.semantics.gradient_ways import Cut, Way
from tffix.semantics.kinds_table import Kind
from tffix.semantics.module import Module

from ._predictions import hard_predictions

STEPS = (
    "which gradient it should have is a choice of the model; x + tf.stop_gradient({name}(x) - x) passes it straight "
    "through, tf.custom_gradient defines another"
)
DETACHED = (
    "what it is for is not known; take it out of the way to the loss, or give the loss another way to the variables"
)
METRIC = "a metric is computed from variables of its own; use the loss of the same name"
BEFORE = "the tape records only what runs in its block; compute it there"
AFTER = "the tape records only what runs in its block; compute it there, as the last statement"
UNUSED = "what the loss should depend on is not known; leave it out of the sources, or make the loss use it"


def find(module: Module, _options: Options) -> Iterator[Match]:
    for tape in module.tapes:
        for derivative in tape.derivatives:
            paths = Paths(module, tape, derivative)
            way = paths.to_target()
            if way.unknown or expects_none(module, derivative):
                continue
            if not way.is_broken:
                yield from _unused(module, paths, way)
                continue
            cuts = [cut for cut in way.cuts if paths.is_behind(cut)]
            if not cuts:
                yield from _unrecorded(module, paths, way)
            elif all(cut.kind in (Break.STEPS, Break.DETACHED) for cut in cuts):
                if any(hard_predictions(module, paths, way)):
                    continue
                yield _cut(module, cuts[0])


def _cut(module: Module, cut: Cut) -> Match:
    node = cut.node
    name = " ".join(module.segment(node.func if isinstance(node, ast.Call) else node).split())
    result = "zero" if name.endswith("sign") else "None"
    message = f"no gradient passes `{name}`, through which every way to the loss leads: all gradients are {result}"
    if isinstance(node, ast.Call) and Kind.METRIC in (module.kind(node.func), _holder(module, node)):
        return Match(node, message, reason=METRIC)
    reason = STEPS.format(name=name if isinstance(node, ast.Call) else "tf.floor")
    return Match(node, message, reason=reason if cut.kind is Break.STEPS else DETACHED)


def _holder(module: Module, call: ast.Call) -> Kind:
    """What the method that is called belongs to."""
    return module.kind(call.func.value) if isinstance(call.func, ast.Attribute) else Kind.UNKNOWN


# -- computed while the tape does not record ---------------------------------------------------------------------------


def _unrecorded(module: Module, paths: Paths, way: Way) -> Iterator[Match]:
    for found in way.outside:
        if _comes_from_sources(module, paths, found):
            is_after = not isinstance(found, ast.Name) or any(map(paths.is_after, module.bindings(found)))
            place = "after the block of the tape" if is_after else "before the tape records"
            message = f"`{' '.join(module.segment(found).split())}` is computed {place}: all gradients are None"
            yield Match(found, message, reason=AFTER if is_after else BEFORE)
            return


def _comes_from_sources(module: Module, paths: Paths, found: ast.expr) -> bool:
    """Whether something that is computed outside of the tape is computed from the sources."""
    waiting, seen = [found], set[ast.AST]()
    while waiting:
        current = waiting.pop()
        values: list[ast.expr | None] = [current]
        if isinstance(current, ast.Name):
            values = [b.value for b in module.bindings(current) if paths.is_before(b, paths.frame)]
        for value in values:
            if value is None or value in seen:
                continue
            seen.add(value)
            way = paths.into([value], paths.frame)
            if way.carriers:
                return True
            waiting.extend(way.outside)
    return False


# -- not used ----------------------------------------------------------------------------------------------------------


def _unused(module: Module, paths: Paths, way: Way) -> Iterator[Match]:
    """Variables among the sources that the loss certainly does not depend on."""
    if not paths.sources.complete or paths.sources.owners:
        return
    behind = [carrier for cut in way.cuts for carrier in paths.into(cut.operands, cut.frame, through=Break).carriers]
    reached = [identity(module, carrier) for carrier in [*way.carriers, *behind]]
    for source in paths.sources.values:
        found = identity(module, source)
        if not isinstance(found, frozenset) or module.kind(source) is not Kind.VARIABLE:
            continue
        if not any(isinstance(one, frozenset) and one & found for one in reached):
            message = f"the loss does not depend on `{module.segment(source)}`: its gradient is None"
            yield Match(source, message, reason=UNUSED)


CODEMOD = Codemod(
    code="TF209",
    name="none-gradients",
    summary="gradients that certainly are None or zero",
    applicability=Applicability.MANUAL,
    contract=Contract.NONE,
    words=(("GradientTape",), (".gradient(", ".jacobian(")),
    find=find,
    example="rounded-predictions",
)
