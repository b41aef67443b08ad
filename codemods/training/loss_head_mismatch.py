"""A loss and a last layer that disagree about logits and probabilities.

## What it does
Compares the cross-entropy that `compile`, or a training step, is given with the activation that the model ends with,
and an accuracy with what it is computed from:

| the model ends with | the loss | fix |
|---|---|---|
| logits, `relu`, `tanh`, `log_softmax` | takes probabilities | `from_logits=True`, or the activation |
| `softmax`, `sigmoid` | `from_logits=True` | the argument is removed |
| `softmax` over one unit | `binary_crossentropy` | `sigmoid` |
| one unit | `categorical_crossentropy` | `binary_crossentropy` |
| logits of one unit | `from_logits=True`, `metrics=["accuracy"]` | `BinaryAccuracy(threshold=0.0)` |

A loss object over several classes gets `from_logits=True`, so that the outputs stay what they are. A loss that is a
name, and each binary one, since the predictions are compared with 0.5 then, gets the activation it counts on; unless
the file itself applies a softmax or sigmoid to outputs, or has `from_logits=True` elsewhere.

## Why is this bad?
Nothing fails. Measured, in Keras 3 and Keras 2 alike, on a small problem with four classes (8 epochs of Adam):

- **logits for a loss that takes probabilities**: 3.96, then 1.354 to the end, with an accuracy of 0.66; right is 0.931
  to 0.097 and 0.98. Logits outside of 0..1 have no gradient. `relu` is the same, `tanh` little better; over
  `categorical_crossentropy` the accuracy is 0.34. After `log_softmax` the accuracy is 0.
- **softmax twice**: the loss of a perfect prediction is 0.74 for four classes. So it is with the functions of `tf.nn`
  (1.179 to 0.812), with a layer such as `Reshape` behind the softmax, and with `tf.nn.softmax` outside of a
  `tf.function`.
- **`from_logits=True` over a layer that ends with softmax or sigmoid**: Keras warns, finds the logits behind the
  activation, and computes the same curve as without the argument, bit for bit.
- **softmax over one unit** is 1 for every input. The loss falls all the same (0.43 to 0.01), because Keras reads the
  logits; the accuracy is that of guessing.
- **one unit and `categorical_crossentropy`**: the loss is 0 from the first step on, and so is the gradient.
  `sparse_categorical_crossentropy` fails on labels above 0.
- **an accuracy of logits** is compared with 0.5: 0.77 after the first epoch where 0.84 is right.

## When the fix is safe
The argument is removed safely where the model certainly ends with a layer of that very activation, all uses of the
loss are known, no other file can be expected to pass another model or to import the loss, and the file neither sets a
policy of precision nor another backend than TensorFlow: the same is computed, without the warning. An activation of
`tf.nn` must also run in a graph, since Keras does not find the logits behind it elsewhere. All other fixes are unsafe,
since training changes, and what `predict` returns may.

## When there is no fix
- The functions of `tf.nn` over a softmax: whether the outputs are to be logits is for the author to say.
- A loss object that is used for several models or passed on, a last layer that losses of two kinds read.
- Softmax over one unit with a loss for classes: it is not known how many there are.

## What is left alone
- Models of which it is not certain what they end with: built elsewhere, changed by other code, with different ends in
  branches, with a layer of another kind at the end; classes with a `train_step`, `compute_loss` or `compile` of their
  own.
- `sigmoid` or `softplus` over several classes, `tanh` for a binary loss, softmax with `binary_crossentropy`: they
  train.
- A loss with a `from_logits` that is not written out.

## References
- https://keras.io/api/losses/probabilistic_losses/
- https://keras.io/api/metrics/accuracy_metrics/#binaryaccuracy-class
- https://www.tensorflow.org/api_docs/python/tf/nn/sparse_softmax_cross_entropy_with_logits

Measured with TensorFlow 2.21, Keras 3.15 and tf_keras 2.21.
"""

from __future__ import annotations

import ast
import enum
from collections.abc import Iterator

from tffix.codemod import Applicability, Codemod, Contract, Fix, Match, Options
from tffix.rewriting.edits import Edit, RemoveArgument, Replace, SetKeyword
from tffix.semantics.layers import activation_of, probability
from tffix.semantics.module import Module
from tffix.semantics.sources import is_all_seen
from tffix.semantics.spelling import quoted, spell_keras
from tffix.semantics.syntax import argument, is_true, method_name, receiver, single_target

from ._losses import Family
from ._metrics import half_thresholds
from ._sites import Site, sites, uses

_UNBOUNDED = frozenset(["linear", "relu", "tanh", "elu", "selu", "gelu", "silu", "swish", "leaky_relu", "log_softmax"])
_PROBABILITIES = ("softmax", "sigmoid")
_OTHER_COMPUTATIONS = ("float16", "set_policy", "set_global_policy", "set_dtype_policy", "KERAS_BACKEND", "set_backend")
"""Words of files that may compute in half precision, or not with TensorFlow."""


class Problem(enum.Enum):
    """How a loss and the output of a model disagree."""

    NO_PROBABILITIES = "the loss takes for probabilities what is none"
    NO_LOGITS = "the loss takes for logits what is none"
    ALWAYS_ONE = "softmax over one unit"
    NO_CLASSES = "the loss compares classes, and the output is one number"


def find(module: Module, _options: Options) -> Iterator[Match]:
    found = sorted(sites(module), key=lambda site: module.span(site.call))
    groups: dict[ast.expr, list[Site]] = {}
    for site in found:
        groups.setdefault(site.loss.call or site.loss.value, []).append(site)
    for node, group in groups.items():
        problems = [_problem(site) for site in group]
        site, problem = next(((s, p) for s, p in zip(group, problems, strict=True) if p is not None), (group[0], None))
        if problem is None:
            yield from _thresholds(module, group)
            continue
        message = _message(site, problem)
        fix = _fix(module, site, problem, found) if len(set(problems)) == 1 and _is_known(module, group) else None
        if fix is None:
            yield Match(node, message, reason=_reason(site, problem))
        else:
            yield Match(node, message, fix=fix)


def _problem(site: Site) -> Problem | None:
    loss, ending = site.loss, site.ending
    if ending.is_of_one_unit and ending.function == "softmax":
        return Problem.ALWAYS_ONE
    if ending.is_single and loss.family is not Family.BINARY:
        return Problem.NO_CLASSES
    if loss.from_logits:
        return Problem.NO_LOGITS if ending.function in _PROBABILITIES else None
    is_bounded = ending.function == "tanh" and loss.family is Family.BINARY
    return Problem.NO_PROBABILITIES if ending.function in _UNBOUNDED and not is_bounded else None


def _is_known(module: Module, group: list[Site]) -> bool:
    """Whether all uses of a loss are in ``group``."""
    loss = group[0].loss
    if not loss.is_object:
        return True
    return all(any(module.contains(site.call, use) for site in group) for use in uses(module, loss))


def _thresholds(module: Module, group: list[Site]) -> Iterator[Match]:
    """Accuracies that take the logits of one unit for probabilities."""
    for site in group:
        if not (site.loss.from_logits and site.loss.family is Family.BINARY and site.ending.function == "linear"):
            continue
        yield from half_thresholds(module, site.call, is_single=site.ending.is_single)


# -- fixes -----------------------------------------------------------------------------------------------------------


def _fix(module: Module, site: Site, problem: Problem, found: list[Site]) -> Fix | None:
    if problem is Problem.NO_LOGITS:
        return _without_flag(module, site)
    if problem is Problem.NO_CLASSES:
        return _binary(module, site)
    if problem is Problem.ALWAYS_ONE:
        return _activated(module, site, found) if site.loss.family is Family.BINARY else None
    keeps_logits = site.loss.is_object and site.loss.family is not Family.BINARY
    if keeps_logits or site.ending.function == "log_softmax" or _takes_logits(module):
        return _with_flag(module, site)
    return _activated(module, site, found)


def _without_flag(module: Module, site: Site) -> Fix | None:
    """The loss without ``from_logits=True``."""
    loss = site.loss
    if loss.call is None or loss.flag is None:
        return None
    keyword = any(keyword.value is loss.flag for keyword in loss.call.keywords)
    edit: Edit = RemoveArgument(loss.call, loss.flag) if keyword else Replace(loss.flag, "False")
    is_matched = site.ending.function == loss.family.activation
    is_same = site.ending.direct and is_matched and _finds_logits(module, site) and _is_all_seen(module, site)
    return Fix((edit,), applicability=Applicability.SAFE if is_same else Applicability.UNSAFE)


def _finds_logits(module: Module, site: Site) -> bool:
    """Whether Keras certainly computes the loss from what stands behind the activation of the last layer."""
    if any(word in module.text for word in _OTHER_COMPUTATIONS):
        return False
    given = None if site.ending.layer is None else activation_of(site.ending.layer)
    name = None if given is None else module.qualified(module.value(given))
    if not (name or "").startswith("tensorflow."):
        return True
    if "run_eagerly" in module.text or module.graph.runs_eagerly:
        return False
    return method_name(site.call) == "compile" or module.context(site.call).is_graph


def _is_all_seen(module: Module, site: Site) -> bool:
    """Whether no other file can give this place another model, or use the loss for one."""
    model = receiver(site.call)
    if method_name(site.call) != "compile":
        predicted = argument(site.call, "y_pred", 1)
        made = None if predicted is None else module.value(predicted)
        model = made.func if isinstance(made, ast.Call) else None
    target = single_target(module.parent(site.loss.value))
    is_own = not isinstance(target, ast.Name) or module.function(target) is not None or target.id.startswith("_")
    is_closed = is_own or module.definitions.is_script
    return is_closed and model is not None and is_all_seen(module, model)


def _with_flag(module: Module, site: Site) -> Fix | None:
    """The loss with ``from_logits=True``; a name is made into a loss object."""
    loss = site.loss
    if loss.call is not None:
        if loss.flag is not None and loss.flag in loss.call.args:
            return _unsafe(Replace(loss.flag, "True"))
        return _unsafe(SetKeyword(loss.call, "from_logits", "True"))
    spelled = spell_keras(module, f"losses.{loss.family.value}", loss.value)
    return None if spelled is None else _unsafe(Replace(loss.value, f"{spelled[0]}(from_logits=True)"), spelled[1])


def _activated(module: Module, site: Site, found: list[Site]) -> Fix | None:
    """The last layer with the activation that makes the probabilities which the loss takes its input for."""
    layer = site.ending.layer
    shared = [other for other in found if other.ending.layer is layer and other.loss.family is not site.loss.family]
    if layer is None or shared or module.keras_path(layer.func) == "layers.Softmax":
        return None
    value = quoted(module, layer, site.loss.family.activation)
    given = activation_of(layer)
    return _unsafe(SetKeyword(layer, "activation", value) if given is None else Replace(given, value))


def _binary(module: Module, site: Site) -> Fix | None:
    """The loss for one number; of a head that makes a probability, or logits that the loss is told of."""
    value = site.loss.value
    if isinstance(value, ast.Constant):
        return _unsafe(Replace(value, quoted(module, value, Family.BINARY.function)))
    function = value.func if isinstance(value, ast.Call) else value
    name = Family.BINARY.value if isinstance(value, ast.Call) else Family.BINARY.function
    spelled = spell_keras(module, f"losses.{name}", value)
    return None if spelled is None else _unsafe(Replace(function, spelled[0]), spelled[1])


def _takes_logits(module: Module) -> bool:
    """Whether the file itself treats outputs of models as logits."""
    if any(is_true(keyword.value) for keyword in module.nodes(ast.keyword) if keyword.arg == "from_logits"):
        return True
    applied = [call for name in ("softmax", "sigmoid") for call in module.calls(name)]
    return bool(module.calls("Softmax")) or any(probability(module, call.func) for call in applied)


def _unsafe(edit: Edit, imports: tuple[str, ...] = ()) -> Fix:
    return Fix((edit,), imports=imports, applicability=Applicability.UNSAFE)


# -- what is said ----------------------------------------------------------------------------------------------------


def _message(site: Site, problem: Problem) -> str:
    loss, ending = site.loss, site.ending
    name = f"`{loss.family.value if loss.is_object else loss.family.function}`"
    if problem is Problem.ALWAYS_ONE:
        return "softmax over one unit is 1 whatever the input: the model predicts the same class for everything"
    if problem is Problem.NO_CLASSES:
        return f"{name} compares classes, but the model has one output: the loss is 0, or fails on labels above 0"
    if problem is Problem.NO_PROBABILITIES:
        what = "logits" if ending.function == "linear" else f"the results of `{ending.function}`"
        return f"{name} takes {what} for probabilities: outside of 0..1 the gradient is 0, and the loss wrong"
    if loss.call is None:
        return f"the model ends with {ending.function}, and the loss applies it again: it cannot fall to 0"
    if ending.direct and ending.function == loss.family.activation:
        return (
            f"`from_logits=True`, but the model ends with {ending.function}: Keras warns and reads the logits behind, "
            "or, where it does not find them, applies it twice"
        )
    return f"`from_logits=True`, but the model ends with {ending.function}, which is then applied twice"


def _reason(site: Site, problem: Problem) -> str:
    family = site.loss.family
    if problem is Problem.ALWAYS_ONE:
        return (
            "how many classes there are is for you to say; use as many units, or for two classes one unit with "
            '`activation="sigmoid"` and `binary_crossentropy`'
        )
    if problem is Problem.NO_LOGITS and site.loss.call is None:
        return (
            "which of the two is meant is for you to say; let the last layer return logits, or compute the loss "
            f"with `keras.losses.{family.function}`, which takes probabilities"
        )
    if problem is Problem.NO_LOGITS:
        return "the loss is used for something else as well; give each use its own, or let all models return logits"
    return (
        "the loss or the last layer is used for something else as well; let the last layer end with "
        f"{family.activation}, or give the loss `from_logits=True`"
    )


CODEMOD = Codemod(
    code="TF803",
    name="loss-head-mismatch",
    summary="loss and last layer disagree about logits and probabilities",
    applicability=Applicability.SAFE,
    contract=Contract.REPAIR,
    words=(("rossentropy", "cross_entropy_with_logits"), (".compile(", "GradientTape")),
    find=find,
    example="logits-for-a-loss-object",
)
