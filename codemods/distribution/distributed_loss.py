"""A loss under `strategy.run` that each replica averages for itself.

## What it does
Finds training steps that `strategy.run` gives to the replicas, follows the loss they differentiate back to its terms,
and averages what is the mean over the share of one replica over the global batch:

| term of the loss | becomes |
|---|---|
| `tf.reduce_mean(losses)`, one loss for each example | `tf.nn.compute_average_loss(losses)` |
| `tf.reduce_mean(...)` of more dimensions, or unknown ones | `tf.reduce_mean(...) / strategy.num_replicas_in_sync` |
| `tf.reduce_sum(...) / BATCH_SIZE_PER_REPLICA`, or by `tf.shape(x)[0]` | `... / strategy.num_replicas_in_sync` |
| a Keras 2 loss object that reduces by itself | `reduction="none"`, and one of the two above |
| `tf.add_n(model.losses)`, the sum of `l2_loss` of the weights | `tf.nn.scale_regularization_loss(...)` around it |
| `sum(model.losses)`, which is a Python 0 where there are none | `sum(model.losses) / strategy.num_replicas_in_sync` |

`strategy.reduce` with `MEAN` of such a loss becomes `SUM`. Where something else reads the loss too (a metric, a
summary), it stays the mean that they report, and `scaled_loss = loss / strategy.num_replicas_in_sync` is
differentiated. A loss that was scaled already and is averaged over the replicas once more is reported too small:
`MEAN` becomes `SUM`.

`global_batch_size=` is given where all batches are certainly full (`batch(..., drop_remainder=True)`). Without it
`compute_average_loss` counts the examples of the batch at hand: for a last batch of 10 of 16 examples that gives the
loss of one device (57.0), where the full size gives less (35.6).

## Why is this bad?
The optimizer adds up the gradients of all replicas, so a mean over the share of each makes them too large by the
number of replicas. Measured with two replicas, a global batch of 16 and `SGD(0.05)`:

| loss | curve |
|---|---|
| one device | 82.4 106.9 54.4 38.4 |
| `compute_average_loss`, or the mean divided by the number of replicas | the same, up to 1e-5 |
| the mean of each replica | 82.4 95.9 58.5 36.0: twice the learning rate |
| scaled loss, unscaled `tf.add_n(model.losses)` | the regularizer counts twice |
| default reduction, Keras 3 | the same as on one device: right |
| default reduction, Keras 2 | `ValueError: Please use tf.keras.losses.Reduction.SUM or ...NONE` |

It is often said that a loss must have the reduction `NONE` under a strategy. That holds for Keras 2 only: loss
objects of Keras 3 divide by the number of replicas themselves, and are left alone. Adam hardly notices a factor in
the gradients; its reported loss and its `epsilon` do.

## When the fix is safe
Safe where Keras 2 refuses the loss object: the step fails as it is (unless the file masks anything: the loss object
would not count what is masked). All other fixes are unsafe: the code trains, with a larger learning rate than it
says, and that rate may have been tuned.

## When there is no fix
- Each replica clips its gradients before they are added up: the bound would mean another norm.
- Another part of the loss is not understood: it may be scaled or not.
- The loss is also reported, and only a part of it is unscaled.
- A Keras 2 loss object is also given to `compile` or to other code, which needs its reduction.
- The loss has no name in the tape, and something else needs the mean.

## What is left alone
- Losses divided by `num_replicas_in_sync`, by a global batch size, or by anything that is not a literal number.
- Sums: they add up over replicas as they do over examples.
- Gradients that are averaged by hand, and optimizers whose learning rate is divided by the number of replicas
  (`all_reduce`, `experimental_aggregate_gradients=False`).
- `OneDeviceStrategy`, steps of `compile` and `fit`, evaluation without a gradient.

## References
- https://www.tensorflow.org/tutorials/distribute/custom_training
- https://www.tensorflow.org/api_docs/python/tf/nn/compute_average_loss
- https://www.tensorflow.org/api_docs/python/tf/nn/scale_regularization_loss

Measured with TensorFlow 2.21, Keras 3.15 and tf_keras 2.21 on two logical CPU devices.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tffix.codemod import Applicability, Codemod, Contract, Fix, Match, Options
from tffix.rewriting.edits import Replace
from tffix.semantics.distribution import Distribution
from tffix.semantics.module import Module
from tffix.semantics.replicas import ReplicaRun, replica_runs
from tffix.semantics.sources import sources
from tffix.semantics.steps import Step, steps
from tffix.semantics.syntax import argument, is_false, is_true

from ._reported import Reported
from ._scaling import Replicated, Scaling, UnscalableError, is_certain, shown
from ._terms import Form, Losses


def find(module: Module, _options: Options) -> Iterator[Match]:
    runs = replica_runs(module, Distribution(module))
    losses = Losses(module)
    for replicated in _replicated(module, losses, runs):
        terms = replicated.terms
        if terms.of(Form.MEAN, Form.OBJECT) or (terms.of(Form.REGULARIZER) and not terms.of(Form.OTHER)):
            yield _unscaled(module, losses, replicated)
        elif terms.terms and not terms.of(Form.OTHER):
            yield from _averaged_again(module, replicated)


def _replicated(module: Module, losses: Losses, runs: list[ReplicaRun]) -> Iterator[Replicated]:
    """The losses that steps on replicas differentiate and whose gradients the optimizer adds up."""
    nodes = {run.step: set(module.definitions.reachable(run.step, classes=False)) for run in runs}
    found: dict[object, list[tuple[Step, ast.expr]]] = {}
    for step in steps(module) if runs else ():
        target = argument(step.gradient, "target", 0)
        if target is not None and _adds_up(step) and not _is_compensated(module, losses, step):
            same = module.bindings(target) if isinstance(target, ast.Name) else None
            found.setdefault(same or step.gradient, []).append((step, target))
    for differentiated in found.values():
        step, loss = differentiated[0]
        mine = tuple(run for run in runs if step.gradient in nodes[run.step])
        targets = tuple(dict.fromkeys(target for _, target in differentiated))
        if mine:
            yield Replicated(step, loss, losses.terms(loss, *targets), mine, targets)


def _is_compensated(module: Module, losses: Losses, step: Step) -> bool:
    """Whether the learning rate is divided by the number of replicas instead of the loss."""
    return any(losses.dependence.divides_by_replicas(made) for made in sources(module, step.optimizer))


def _adds_up(step: Step) -> bool:
    """Whether the optimizer itself adds up the gradients of the replicas."""
    given = argument(step.apply, "experimental_aggregate_gradients")
    skipped = argument(step.apply, "skip_gradients_aggregation")
    unknown = any(keyword.arg is None for keyword in step.apply.keywords)
    return not unknown and (given is None or is_true(given)) and (skipped is None or is_false(skipped))


def _unscaled(module: Module, losses: Losses, replicated: Replicated) -> Match:
    nodes = replicated.terms.of(Form.MEAN, Form.OBJECT, Form.REGULARIZER)
    node = nodes[0]
    message = _message(module, replicated, node)
    try:
        edits, imports = Scaling(module, losses, replicated).edits()
    except UnscalableError as reason:
        return Match(node, message, reason=str(reason))
    certain = is_certain(module, replicated, losses)
    return Match(node, message, fix=Fix(edits, imports, Applicability.SAFE if certain else Applicability.UNSAFE))


def _message(module: Module, replicated: Replicated, node: ast.expr) -> str:
    terms = replicated.terms
    if node in terms.of(Form.OBJECT):
        assert isinstance(node, ast.Call)
        return (
            f"`{shown(module, node.func)}` reduces the loss by itself, which Keras 2 refuses under `strategy.run`; "
            "average over the global batch"
        )
    if node in terms.of(Form.REGULARIZER):
        return (
            f"every replica adds `{shown(module, node)}` to its loss, and the gradients of all replicas are added up: "
            "it counts several times; scale it by the number of replicas"
        )
    return (
        f"`{shown(module, node)}` is the mean over the share of one replica, and the gradients of all replicas are "
        "added up: they are too large by the number of replicas; average over the global batch"
    )


def _averaged_again(module: Module, replicated: Replicated) -> Iterator[Match]:
    """Losses that are divided by the number of replicas, and then averaged over them."""
    reported = Reported.of(module, replicated.loss, replicated.terms, replicated.runs)
    for reduction in reported or []:
        if reduction.op == "MEAN" and isinstance(reduction.written, ast.Attribute):
            name = module.segment(replicated.loss)
            edit = Replace(reduction.written, "{base}.SUM", {"base": reduction.written.value})
            yield Match(
                reduction.call,
                f"`{name}` is divided by the number of replicas already, so that its mean over them is too small; add "
                "the parts up",
                fix=Fix((edit,), applicability=Applicability.UNSAFE),
            )


CODEMOD = Codemod(
    code="TF402",
    name="distributed-loss",
    summary="loss that each replica averages for itself, so that gradients are added up unscaled",
    applicability=Applicability.SAFE,
    contract=Contract.REPAIR,
    words=((".run(", "experimental_run_v2"), ("GradientTape",), ("Strategy", "ReduceOp")),
    find=find,
    example="mean-of-the-losses-of-the-examples",
)
