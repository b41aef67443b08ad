"""`tf.argmax`, rounding or a comparison between the model and the loss.

## What it does
Finds losses that are given the predicted class (`tf.argmax(logits, axis=-1)`) or decision (`tf.round(p)`, `p > 0.5`)
instead of the scores. Where the loss is a cross-entropy it is given the scores; the class stays for the metrics.

## Why is this bad?
The class is a whole number. It does not change when the weights change a little, so it has no gradient:

| loss | what happens |
|---|---|
| sparse or categorical cross-entropy of `tf.argmax(...)` | raises: the shapes do not fit |
| categorical cross-entropy of `tf.one_hot(tf.argmax(...), n)` | all gradients are None, and Keras raises |
| binary cross-entropy of `tf.round(p)` or `tf.cast(p > 0.5, tf.float32)` | the same |
| mean squared error of class numbers | the same |

With the logits the loss falls from 1.325 to 0.488 in four epochs of a small classifier. `tf.argmax` outside of the way
to the loss does no harm.

## When the fix is safe
For the class in a cross-entropy that cannot be computed from it (or, as one-hot vectors, gives no gradient), when what
the loss expects is what it gets: `from_logits=True` is written there, or the scores are visibly probabilities (a
softmax). `from_logits` itself is never changed: with the wrong one training ends at 1.410 instead of 0.488.

It is unsafe for decisions of a binary classifier, for scores of which the file does not show whether they are
probabilities, and for `tf.argmax` along another axis than the last, or along `axis=1` of scores whose dimensions the
file does not show.

## When there is no fix
- The scores are visibly logits, and the loss takes probabilities: give it `from_logits=True`, too.
- The loss is no cross-entropy (mean squared error of class numbers, the share of wrong answers): another loss is
  needed.

## What is left alone
- `tf.argmax` for accuracy, for labels (`tf.argmax(one_hot_labels, -1)`), as an index of scores, for actions.
- `tf.one_hot(tf.argmax(q), n) * q`, straight-through sums, and losses with another way for the gradient.
- Failures that the code expects: a `try` that catches `ValueError`, `pytest.raises`.

## References
- https://www.tensorflow.org/guide/autodiff#getting_a_gradient_of_none
- https://keras.io/api/losses/probabilistic_losses/

Measured with TensorFlow 2.21, Keras 3.15 and tf_keras 2.21.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tffix.codemod import Applicability, Codemod, Contract, Fix, Match, Options
from tffix.rewriting.edits import Insert, Replace, escaped
from tffix.semantics.failures import is_expected_to_fail
from tffix.semantics.gradient_ops import Break
from tffix.semantics.gradient_paths import Paths
from tffix.semantics.gradient_sources import expects_none
from tffix.semantics.gradient_ways import Frame, Way
from tffix.semantics.module import Module
from tffix.semantics.ranks import Ranks
from tffix.semantics.shape_rules import integer, is_open
from tffix.semantics.syntax import single_target

from ._predictions import CrossEntropy, Hardened, activation, hard_predictions

LOGITS = "the loss takes probabilities, and the model gives logits; pass the logits, and from_logits=True to the loss"
UNNAMED = "give the scores a name of their own, and pass that to the loss"
OTHER_LOSS = (
    "classes and decisions have no gradient; train the scores with a cross-entropy, such as "
    "SparseCategoricalCrossentropy(from_logits=True), and keep this for the metrics"
)


def find(module: Module, _options: Options) -> Iterator[Match]:
    done: set[ast.AST] = set()
    for tape in module.tapes:
        for derivative in tape.derivatives:
            paths = Paths(module, tape, derivative)
            way = paths.to_target()
            if not any(cut.kind in (Break.INTEGER, Break.STEPS) for cut in way.cuts):
                continue
            if expects_none(module, derivative):
                continue
            matches = list(_in_cross_entropies(module, paths, way, done))
            yield from matches
            if not matches:
                yield from _without_gradient(module, paths, way, done)


def _in_cross_entropies(module: Module, paths: Paths, way: Way, done: set[ast.AST]) -> Iterator[Match]:
    for entropy, found, frame in hard_predictions(module, paths, way):
        if entropy.call not in done and not is_expected_to_fail(module, entropy.call, "TypeError", "ValueError"):
            done.add(entropy.call)
            yield _match(module, way, entropy, found, frame)


def _without_gradient(module: Module, paths: Paths, way: Way, done: set[ast.AST]) -> Iterator[Match]:
    """Other losses that are made of classes and decisions alone."""
    cuts = [cut for cut in way.cuts if paths.is_behind(cut)]
    if not way.is_broken or not cuts or any(cut.kind is not Break.INTEGER for cut in cuts):
        return
    first = cuts[0].node
    if first not in done:
        done.add(first)
        yield Match(first, f"{_written(module, first)} leaves the loss without a gradient", reason=OTHER_LOSS)


def _written(module: Module, node: ast.expr) -> str:
    text = module.segment(node.func if isinstance(node, ast.Call) else node)
    return f"`{' '.join(text.split())}`"


def _match(module: Module, way: Way, entropy: CrossEntropy, found: Hardened, frame: Frame) -> Match:
    shown = entropy.prediction
    what = "class" if found.is_argmax else "decision"
    message = f"the loss is given the predicted {what}, which has no gradient; it needs the scores"
    is_probability = activation(module, found.soft, entropy.kind)
    if entropy.from_logits is False and is_probability is False:
        return Match(shown, message, reason=LOGITS)
    edits = _edits(module, entropy, found)
    if edits is None:
        return Match(shown, message, reason=UNNAMED)
    fits = entropy.from_logits is True or (entropy.from_logits is False and is_probability is True)
    fails = entropy.kind != "binary" and found.is_argmax
    if "one_hot" in found.steps or "to_categorical" in found.steps:
        fails = entropy.kind == "categorical" and way.is_broken and not way.assumed
    is_safe = fits and fails and _is_last(module, found) and frame.call is None
    return Match(shown, message, Fix(edits, applicability=Applicability.SAFE if is_safe else Applicability.UNSAFE))


def _is_last(module: Module, found: Hardened) -> bool:
    """Whether the class was looked for along the last axis, the one that a cross-entropy looks along."""
    axis = integer(found.axis) if found.axis is not None else 0
    if axis is None or axis < 0:
        return axis == -1
    scores = Ranks(module).of(found.soft)
    return scores is not None and not is_open(scores.shape) and axis == len(scores.shape) - 1


def _edits(module: Module, entropy: CrossEntropy, found: Hardened) -> tuple[Insert | Replace, ...] | None:
    """The scores in place of the prediction; ``None`` when they cannot be given a name."""
    shown, soft = entropy.prediction, found.soft
    if not found.names:
        return (Replace(shown, "{scores}", {"scores": soft}),)
    if isinstance(soft, ast.Name):
        return (Replace(shown, soft.id),) if _is_stable(module, soft, shown) else None
    name, statement = found.names[-1], module.statement(soft)
    binding = module.binding(name)
    made = None if binding is None else binding.value
    is_only = binding is not None and len(found.names) == 1 and module.uses(binding) == [name]
    if is_only and made is not None and isinstance(single_target(statement), ast.Name):
        return (Replace(made, "{scores}", {"scores": soft}),)
    scores = "probabilities" if entropy.from_logits is False else "logits"
    if not module.is_free(scores, statement) or soft.end_lineno != soft.lineno:
        return None
    return (
        Insert(statement, f"{scores} = {escaped(module.segment(soft))}"),
        Replace(soft, scores),
        Replace(shown, scores),
    )


def _is_stable(module: Module, soft: ast.Name, shown: ast.expr) -> bool:
    """Whether a name still holds at the loss what it held where the prediction was made."""
    scope = module.scopes.around(soft)
    owner = module.scopes.owner(soft.id, scope)
    return owner is not None and module.scopes.around(shown) is scope and len(owner.all(soft.id)) == 1


CODEMOD = Codemod(
    code="TF203",
    name="argmax-before-loss",
    summary="predicted class or decision where the loss needs the scores",
    applicability=Applicability.SAFE,
    contract=Contract.REPAIR,
    words=(("GradientTape",), ("argmax", "round", "rint", "cast"), (".gradient(", ".jacobian(")),
    find=find,
    example="class-in-a-sparse-cross-entropy",
)
