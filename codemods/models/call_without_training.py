"""A model whose `call` has no parameter `training`: `fit` of Keras 3 leaves its Dropout and BatchNormalization off.

## What it does
Finds subclasses of `keras.Model` that the file trains with `fit` or `train_on_batch`, that hold `Dropout`,
`BatchNormalization` or other layers with two modes, and whose `call` has no parameter `training`. It adds
`training=None`, behind the other parameters.

## Why is this bad?
`fit` of Keras 3 passes `training=True` only to a model whose `call` has that parameter. Without it, it calls the model
as `self(x)`, which means inference: `Dropout` never drops, `BatchNormalization` uses moving averages that are never
updated. Nothing is said about it. Keras 2 (`tf_keras`) set the mode for all layers either way, so that the same file
trains as its author meant with Keras 2, and without any regularisation since Keras 3.

The parameter is all that is needed. It does not have to be passed on: the layers inside take the mode from the model
around them, at any depth. `**kwargs` is not enough: Keras looks for the name. Only the model that is trained
matters: a custom layer, or a model inside of another, gets the mode of the model around it without any parameter.

## When the fix is safe
It changes what `fit` computes: it is a repair of code that did not do what its layers are there for. Everything else
stays as it is: `model(x)` is inference, `model(x, training=True)` training, with or without the parameter, in both
Keras generations.

It is unsafe where the model has parts that cannot be seen, or one of `keras.applications`: `BatchNormalization` layers
in it that were not frozen would train, too. So it is where the file sets `trainable`.

## When there is no fix
- `call` is decorated: a `tf.function` there can keep the mode of its first call.
- `call` reads its `**kwargs`, and may look for the mode there, as it worked in Keras 2.

## What is left alone
- Models that the file does not train by `fit`, and models with a `train_step` of their own.
- Models that give their layers a mode of their own making (`training=self.is_training`), or whose `call` has another
  parameter for it.
- Files for Keras 2.

## References
- https://keras.io/guides/making_new_layers_and_models_via_subclassing/
- https://keras.io/guides/migrating_to_keras_3/
- https://github.com/keras-team/keras/blob/master/keras/src/backend/tensorflow/trainer.py

Measured with TensorFlow 2.21, Keras 3.15 and tf_keras 2.21.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tffix.codemod import Applicability, Codemod, Contract, Fix, Match, Options
from tffix.rewriting.edits import AddParameter
from tffix.semantics.kinds_table import Kind
from tffix.semantics.model_origins import classes, is_keras_class, origins_of
from tffix.semantics.module import Module
from tffix.semantics.syntax import argument, single_target
from tffix.semantics.training_mode import Contents, contents
from tffix.semantics.tree import terminal_name

from ._modes import is_mode, parameter_names, sets, sets_learning_phase

_TRAINING = ("fit", "make_train_function", "train_on_batch", "train_step")
DECORATED = (
    "`call` is decorated, and a tf.function there can keep the mode of its first call; remove the decorator (`fit` "
    "traces the model anyway) and add the parameter `training=None`"
)
KEYWORDS = (
    "`call` reads its `**{}`, where Keras 2 put the mode; add the parameter `training=None`, and use it in place of "
    "what is read there"
)


def find(module: Module, _options: Options) -> Iterator[Match]:
    if sets_learning_phase(module) or sets(module, "call"):
        return
    seen: set[ast.AST] = set()
    for owner in _fitted(module):
        method = module.definitions.method(owner, "call")
        if not isinstance(method, ast.FunctionDef) or method in seen or _has_own_way(module, owner, method):
            continue
        made_of = contents(module, frozenset([owner]))
        layer = _switched_off(module, made_of)
        if layer is not None:
            seen.add(method)
            yield _match(module, method, made_of, layer)


def _match(module: Module, method: ast.FunctionDef, made_of: Contents, layer: ast.Call) -> Match:
    name, holder = terminal_name(layer.func), module.parent(method)
    where = f"{holder.name}.call" if isinstance(holder, ast.ClassDef) else "call"
    message = f"`{where}` has no parameter `training`: `fit` of Keras 3 leaves its `{name}` off"
    if method.decorator_list:
        return Match(method, message, reason=DECORATED)
    keywords = method.args.kwarg
    if keywords is not None and any(isinstance(n, ast.Name) and n.id == keywords.arg for n in ast.walk(method)):
        return Match(method, message, reason=KEYWORDS.format(keywords.arg))
    is_doubtful = made_of.unknown or made_of.pretrained or sets(module, "trainable")
    fix = Fix(
        (AddParameter(method, "training", "None"),),
        applicability=Applicability.UNSAFE if is_doubtful else Applicability.SAFE,
    )
    return Match(method, message, fix=fix)


def _fitted(module: Module) -> Iterator[ast.ClassDef]:
    """The classes of the models that this file trains, in the order in which it does."""
    done: set[ast.ClassDef] = set()
    for call in [*module.calls("fit"), *module.calls("train_on_batch")]:
        if not isinstance(call.func, ast.Attribute):
            continue
        for owner in classes(module, origins_of(module, call.func.value) or frozenset()):
            if owner is not None and owner not in done and module.class_kind(owner) is Kind.MODEL:
                done.add(owner)
                if is_keras_class(module, owner):
                    yield owner


def _has_own_way(module: Module, owner: ast.ClassDef, method: ast.FunctionDef) -> bool:
    """Whether the mode is not the one that ``fit`` passes."""
    holder = module.parent(method)
    is_bound_again = isinstance(holder, ast.ClassDef) and len(module.scopes.of(holder).all("call")) > 1
    if is_bound_again or any(map(is_mode, parameter_names(method))):
        return True
    if any(module.definitions.method(owner, name) is not None for name in _TRAINING):
        return True
    return any(isinstance(node, ast.Name) and node.id == "training" for node in ast.walk(method))


def _switched_off(module: Module, made_of: Contents) -> ast.Call | None:
    """A layer with two modes that is called without one."""
    if not made_of.flagged:
        return made_of.switched[0] if made_of.switched else None
    for layer in made_of.switched:
        target = single_target(module.parent(layer))
        owner = module.self_class(target.value) if isinstance(target, ast.Attribute) else None
        for reading in module.attributes(target.attr) if isinstance(target, ast.Attribute) else []:
            call = module.parent(reading)
            is_call = isinstance(call, ast.Call) and call.func is reading and module.self_class(reading.value) is owner
            if isinstance(call, ast.Call) and is_call and owner is not None and argument(call, "training") is None:
                return layer
    return None


CODEMOD = Codemod(
    code="TF207",
    name="call-without-training",
    summary="model that `fit` of Keras 3 trains in inference mode",
    applicability=Applicability.SAFE,
    contract=Contract.REPAIR,
    words=(
        ("def call",),
        (".fit", ".train_on_batch"),
        ("Dropout", "BatchNorm", "dropout", "GaussianNoise"),
    ),
    find=find,
    example="dropout-in-a-subclass",
    targets=(3,),
)
