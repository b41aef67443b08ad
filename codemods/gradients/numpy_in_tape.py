"""NumPy, or `.numpy()`, between the model and the loss inside a gradient tape.

## What it does
Follows the loss of `tape.gradient(loss, ...)` back to the variables. Where every way leads through NumPy, no gradient
arrives, and NumPy is written as TensorFlow: `np.mean` as `tf.reduce_mean`, `math.sqrt` as `tf.sqrt`, `pred.numpy()`
and `float(loss)` without the call. Where a term of a sum is computed with NumPy, so that training ignores that term,
the same is offered as an unsafe fix.

## Why is this bad?
A tape records operations of TensorFlow. NumPy takes the values out, and what comes back is a constant:

| loss | what happens |
|---|---|
| `np.mean(np.square(y - model(x)))` | `AttributeError: 'numpy.float32' object has no attribute '_id'` |
| `tf.reduce_mean(tf.square(y - model(x).numpy()))` | all gradients are None, and Keras raises |
| `loss + 0.1 * np.mean(np.abs(model(x)))` | trains, but the second term changes nothing |
| `v * v.numpy()` | a gradient of 2.0 instead of 4.0 at v = 2: NumPy acts as `tf.stop_gradient` |

It is often said that any NumPy in a tape is wrong. It is not: constants (`np.pi`), labels, noise, shapes, inputs and
logging (`print(loss.numpy())`) do no harm. Of 37 uses of NumPy in tapes of public code one broke a gradient.

## When the fix is safe
When no gradient arrives, all that NumPy does on the way has an equal in TensorFlow that gives the same numbers (up to
rounding: `tf.reduce_mean` within 2e-6), and all that uses the results takes tensors. The code failed before.

It is unsafe where
- only a term of the loss is cut off. Two readings are possible: the term was meant to be trained, which is what the
  fix makes of it; or it is there to be looked at, then write `tf.stop_gradient(tf.reduce_mean(...))`, which trains as
  before and says so. With `detached-terms = "keep"` the fix writes that.
- a parameter of the function takes part in the loss and could itself be a variable, or a value is passed on to code
  that this file does not show;
- NumPy stands in a function that something else may call with arrays, also from another file: the mean of whole
  numbers is not the same in TensorFlow.

## When there is no fix
- TensorFlow has no function that certainly does the same (`np.dot`, `np.median`), or one that passes no gradient on.
- Something uses the value as only an array can be used, such as an index of another array.
- `model.predict(x)`, which runs outside of the tape: call `model(x, training=True)`.
- `tensorflow` has no name in the file.

## What is left alone
- Factors, weights and targets that are computed with NumPy from a model (`y = r + gamma * np.max(model(s))`): as in
  reinforcement learning they mostly are constants on purpose. Write `tf.stop_gradient` there to say so.
- Code in a `tf.function`, where NumPy on tensors fails while tracing: see `numpy-call-in-graph`.
- Losses that a function of another file computes: nothing is known of them.
- Failures that the code expects: a `try` that catches `AttributeError`, `pytest.raises`.

## References
- https://www.tensorflow.org/guide/autodiff#getting_a_gradient_of_none
- https://www.tensorflow.org/api_docs/python/tf/stop_gradient

Measured with TensorFlow 2.21, Keras 3.15 and NumPy 2.4.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tffix.codemod import Applicability, Codemod, Contract, Fix, Match, Option, Options
from tffix.rewriting.edits import Replace
from tffix.semantics.failures import is_expected_to_fail
from tffix.semantics.gradient_ops import Break
from tffix.semantics.gradient_paths import Paths
from tffix.semantics.gradient_sources import expects_none
from tffix.semantics.gradient_ways import Cut, Way
from tffix.semantics.kinds_table import Kind
from tffix.semantics.module import Module
from tffix.semantics.syntax import argument

from ._arrays import THROUGH, NoRepairError, arrays, repaired
from ._terms import is_term


def find(module: Module, options: Options) -> Iterator[Match]:
    done: set[ast.expr] = set()
    for tape in module.tapes:
        if module.context(tape.statement).is_graph:
            continue
        for derivative in tape.derivatives:
            paths = Paths(module, tape, derivative)
            way = paths.to_target()
            cuts = [cut for cut in way.cuts if cut.kind is Break.NUMPY and cut.node not in done]
            cuts = [cut for cut in cuts if not module.context(cut.node).is_graph]
            cuts = [cut for cut in cuts if paths.is_behind(cut, through=THROUGH)]
            if not cuts or expects_none(module, derivative):
                continue
            if is_expected_to_fail(module, derivative, "AttributeError", "TypeError", "ValueError"):
                continue
            done.update(cut.node for cut in cuts)
            if way.is_broken:
                yield _broken(module, paths, derivative, way, cuts)
            else:
                terms = [cut for cut in cuts if is_term(module, paths, cut)]
                yield from (_detached(module, paths, derivative, cut, options) for cut in terms)


def _broken(module: Module, paths: Paths, derivative: ast.Call, way: Way, cuts: list[Cut]) -> Match:
    """The match for a loss whose every way to the variables leads through NumPy."""
    first = cuts[0].node
    sources = argument(derivative, "sources", 1)
    listed = "the sources" if sources is None else f"`{module.segment(sources)}`"
    written = _written(module, first)
    if paths.target is not None and module.kind(paths.target) in (Kind.ARRAY, Kind.NUMBER):
        message = f"{written} makes the loss a NumPy value, which the tape cannot differentiate"
    else:
        message = f"{written} cuts the only way from the loss to {listed}: all gradients are None"
    try:
        found = repaired(module, paths, derivative, arrays(paths, cuts))
    except NoRepairError as error:
        return Match(first, message, reason=str(error))
    is_safe = found.applicability is Applicability.SAFE and not way.assumed
    return Match(
        first, message, Fix(found.edits, applicability=Applicability.SAFE if is_safe else Applicability.UNSAFE)
    )


def _detached(module: Module, paths: Paths, derivative: ast.Call, cut: Cut, options: Options) -> Match:
    """The match for a term of the loss that is a constant to the tape."""
    message = (
        f"{_written(module, cut.node)} makes a term of the loss a constant that training ignores; write it with "
        "TensorFlow, or under tf.stop_gradient if that is meant"
    )
    try:
        found = repaired(module, paths, derivative, arrays(paths, [cut]))
    except NoRepairError as error:
        return Match(cut.node, message, reason=str(error))
    edits = found.edits
    if options.get("detached-terms") == "keep":
        spelled = module.spell("tensorflow.stop_gradient", cut.node) or "tf.stop_gradient"
        edits = (*edits, Replace(cut.node, f"{spelled}({{term}})", {"term": cut.node}))
    return Match(cut.node, message, Fix(edits, applicability=Applicability.UNSAFE))


def _written(module: Module, node: ast.expr) -> str:
    """The name of what is called, for a message."""
    called = node.func if isinstance(node, ast.Call) else node
    text = module.segment(called)
    is_method = isinstance(called, ast.Attribute) and module.qualified(called) is None
    return f"`{' '.join(text.split())}()`" if is_method else f"`{' '.join(text.split())}`"


CODEMOD = Codemod(
    code="TF201",
    name="numpy-in-tape",
    summary="NumPy between the model and the loss inside a gradient tape",
    applicability=Applicability.SAFE,
    contract=Contract.REPAIR,
    words=(("GradientTape",), ("numpy", "float(", "math", ".predict("), (".gradient(", ".jacobian(")),
    find=find,
    example="mean-squared-error-in-numpy",
    options={
        "detached-terms": Option(
            "train", "whether a term that NumPy cuts off is trained with the rest or kept out", ("train", "keep")
        )
    },
)
