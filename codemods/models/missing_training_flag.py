"""A model with Dropout or BatchNormalization that a training step calls in inference mode.

## What it does
Finds training steps written by hand that call the model they train without `training=True`, and adds it.

Where a model is in training mode unless told otherwise (it holds augmentation layers such as `RandomFlip`, or its
`call` has `training=True` as the default), it finds the calls without `training=False` in evaluation functions too.

## Why is this bad?
`model(x)` means inference, in Keras 2 and 3, under a `GradientTape` and in a `tf.function` as anywhere: `Dropout`,
noise layers and the dropout of recurrent and attention layers do nothing, and `BatchNormalization` uses its moving
averages, which it never updates. Nothing fails, the model only trains worse: a small network with `BatchNormalization`
went from a loss of 3.57 to 1.16 in the time in which it reaches 0.07 with the flag.

Much is said of the flag that is not true. Layers without two modes (`Dense`, `Conv2D`, `LayerNormalization`) compute
the same with and without it, bit for bit: a model of nothing else needs none. A model whose `call` has no parameter
`training` takes the flag all the same: Keras hands it on to the layers inside. And `model(x)` in an evaluation
function is right as it is, but for the two cases above: there is nothing to add.

## When the fix is safe
It changes what is computed: it is a repair of code that did not do what its layers are there for. It is safe when all
of this holds:
- The gradient is taken with respect to the variables of the model, and goes to an optimizer.
- The model is made in this file, of layers that can be seen, among them `Dropout`, `BatchNormalization` or the like.
- Nothing else that the tape records is unknown.

It is unsafe where the model has parts that cannot be seen or comes from `keras.applications` (fine-tuning may want its
`BatchNormalization` in inference mode), where the file sets `trainable`, and for every `training=False`.

## When there is no fix
- `call` is decorated. A `tf.function` there can keep the mode of its first call, whatever is asked for later.
- The step validates, too: it takes the gradient only `if train`, or some caller drops what it returns.

## What is left alone
- GANs: a step that calls a second model, and a model through which another step trains something else. The official
  examples run the generator with `training=True` in both steps, or without any flag in both. It is often
  advised to give the generator `training=False` in the step of the discriminator; no official example does, and the
  discriminator would see other images than in the step of the generator.
- Teachers and target networks, gradient penalties, `tf.stop_gradient`, labels that the model makes
  (`tf.argmax(model(x))`), gradients with respect to inputs (saliency).
- Models in which a layer was called with a fixed `training=`. In Keras 3 a flag given at the top overrides it: a base
  that was built in with `training=False` would train again.
- Calls that pass a mode in any way (`training=training`, `is_training=`, `**options`), functions that are also called
  outside of tapes, `tf.Module`, files that set the learning phase.

## References
- https://keras.io/guides/writing_a_custom_training_loop_in_tensorflow/
- https://keras.io/getting_started/faq/
- https://keras.io/guides/transfer_learning/
- https://www.tensorflow.org/tutorials/generative/dcgan

Measured with TensorFlow 2.21, Keras 3.15 and tf_keras 2.21.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from tffix.codemod import Applicability, Codemod, Contract, Fix, Match, Options
from tffix.rewriting.edits import SetKeyword
from tffix.semantics.model_origins import classes
from tffix.semantics.module import Module
from tffix.semantics.syntax import argument, default, has_starred, is_true, named_parameters, positional_parameters
from tffix.semantics.tapes import recording
from tffix.semantics.training_mode import Contents, contents
from tffix.semantics.tree import terminal_name

from ._modes import is_mode, parameter_names, sets, sets_learning_phase
from ._steps import Model, Trained, calls_under, model_of, trained

_EVALUATION = re.compile(
    r"(^|_)(eval|evaluate|evaluation|infer|inference|predict|test|val|valid|validate|validation)(_|$)"
)

_CALLED = ("call", "__call__")

VALIDATES = (
    "the step also runs without an update, as for validation; pass the mode on to the model from where the step is "
    "called: `training=...`"
)
DECORATED = (
    "`call` of `{}` is decorated, and a tf.function there can keep the mode of its first call; decorate the training "
    "step instead, then call the model with `training=True`"
)


def find(module: Module, _options: Options) -> Iterator[Match]:
    if sets_learning_phase(module):
        return
    made_of: dict[Model, Contents] = {}
    for step in trained(module):
        made_of.update({model: contents(module, model[0]) for model in step.models if model not in made_of})
        yield from _in_step(module, step, made_of)
    if made_of:
        yield from _in_evaluation(module, made_of)


# -- training --------------------------------------------------------------------------------------------------------


def _in_step(module: Module, step: Trained, known: dict[Model, Contents]) -> Iterator[Match]:
    """The calls of one tape that lack the flag: one fix for all of them."""
    unflagged: list[ast.Call] = []
    layers: list[ast.Call] = []
    is_doubtful = step.opaque or sets(module, "trainable", "call")
    reason = VALIDATES if step.validates else None
    for model, calls in step.models.items():
        made_of = known[model]
        if not calls or not made_of.switched:
            continue
        if made_of.flagged or not all(_is_open(module, call, model) for call in calls):
            return
        reason = reason or _refusal(module, model)
        unflagged += calls
        layers += made_of.switched
        is_doubtful = is_doubtful or made_of.unknown or made_of.pretrained
    if not unflagged:
        return
    unflagged.sort(key=module.span)
    first = unflagged[0]
    message = (
        f"`{module.segment(first.func)}` is trained without `training=True`: its {_listed(layers)} in inference mode"
    )
    if reason is not None:
        yield Match(first, message, reason=reason)
        return
    applicability = Applicability.UNSAFE if is_doubtful else Applicability.SAFE
    edits = tuple(SetKeyword(call, "training", "True") for call in unflagged)
    yield Match(first, message, fix=Fix(edits, applicability=applicability))


def _listed(layers: list[ast.Call]) -> str:
    names = list(dict.fromkeys(f"`{terminal_name(layer.func)}`" for layer in layers))
    return f"{' and '.join(names)} {'runs' if len(names) == 1 else 'run'}"


def _refusal(module: Module, model: Model) -> str | None:
    for owner in classes(module, model[0]):
        method = None if owner is None else module.definitions.method(owner, "call")
        if owner is not None and method is not None and method.decorator_list:
            return DECORATED.format(owner.name)
    return None


# -- evaluation ------------------------------------------------------------------------------------------------------


def _in_evaluation(module: Module, known: dict[Model, Contents]) -> Iterator[Match]:
    """Calls without the flag in evaluation functions, of models that are in training mode without it."""
    active = {model: why for model, made_of in known.items() if (why := _always_on(module, made_of, model))}
    if not active:
        return
    recorded = {call for tape in module.tapes for call in calls_under(module, tape)}
    for call in module.nodes(ast.Call):
        function = module.function(call)
        if call in recorded or not isinstance(function, ast.FunctionDef) or not _EVALUATION.search(function.name):
            continue
        if recording(module, call):
            continue
        model = model_of(module, call.func)
        why = None if model is None else active.get(model)
        if model is not None and why and _is_open(module, call, model, training_by_default=True):
            message = f"`{module.segment(call.func)}` is evaluated without `training=False`: {why}"
            fix = Fix((SetKeyword(call, "training", "False"),), applicability=Applicability.UNSAFE)
            yield Match(call, message, fix=fix)


def _always_on(module: Module, made_of: Contents, model: Model) -> str | None:
    """Why a model is in training mode unless it is told otherwise; ``None`` when it is not."""
    if made_of.augmenting:
        return f"its `{terminal_name(made_of.augmenting[0].func)}` goes on changing the inputs"
    owners = classes(module, model[0])
    methods = [None if owner is None else module.definitions.method(owner, "call") for owner in owners]
    if made_of.switched and methods and all(method and _trains_by_default(method) for method in methods):
        return "the default of its `call` is `training=True`"
    return None


# -- the call --------------------------------------------------------------------------------------------------------


def _is_open(module: Module, call: ast.Call, model: Model, *, training_by_default: bool = False) -> bool:
    """Whether a call of a model leaves the mode open, and can be given one."""
    if has_starred(call.args) or any(is_mode(keyword.arg) for keyword in call.keywords):
        return False
    owners = classes(module, model[0])
    for origin in model[0]:
        # ``self`` may be an instance of a subclass.
        if isinstance(origin, ast.ClassDef) and any(module.definitions.is_overridden(origin, n) for n in _CALLED):
            return False
    return bool(owners) and all(_takes_flag(module, call, owner, training_by_default) for owner in owners)


def _takes_flag(module: Module, call: ast.Call, owner: ast.ClassDef | None, training_by_default: bool) -> bool:
    method = None if owner is None else module.definitions.method(owner, "call")
    if method is None:
        return len(call.args) + (argument(call, "inputs") is not None) == 1
    if method.args.vararg is not None or any(is_mode(name) for name in parameter_names(method) if name != "training"):
        return False
    given = [parameter.arg for parameter in positional_parameters(method)[1 : len(call.args) + 1]]
    return "training" not in given and (training_by_default or not _trains_by_default(method))


def _trains_by_default(method: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    parameters = named_parameters(method)
    return any(parameter.arg == "training" and is_true(default(method, parameter)) for parameter in parameters)


CODEMOD = Codemod(
    code="TF206",
    name="missing-training-flag",
    summary="model that is trained in inference mode",
    applicability=Applicability.SAFE,
    contract=Contract.REPAIR,
    words=(
        ("GradientTape",),
        ("apply_gradients", ".apply"),
        (
            "Dropout",
            "BatchNorm",
            "dropout",
            "GaussianNoise",
            "RandomFlip",
            "RandomRotation",
            "RandomZoom",
            "RandomCrop",
            "RandomContrast",
            "RandomTranslation",
            "RandomBrightness",
        ),
    ),
    find=find,
    example="step-in-a-function",
)
