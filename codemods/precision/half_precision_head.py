"""An output layer that computes in half precision.

## What it does
Under a `mixed_float16` or `mixed_bfloat16` policy it gives the layer that makes a model's output `dtype="float32"`:
`Dense` and convolutions, a separate `Activation("softmax")` or `Softmax()` (then only that one), each of several heads,
in `Sequential`, functional and subclassed models. The hidden layers stay as they are.

## Why is this bad?
Under such a policy the last layer returns float16 (or bfloat16) like all others. How much that hurts depends:

- **softmax or sigmoid as the last step**, Keras 3: the loss is computed from half-precision probabilities. From a true
  loss of 18 on it stays at 16.118 with a gradient of exactly 0; from 12 on the gradient is infinite. `fit` with noisy
  labels: 39.18, 38.03, 36.97 in float32 and with a float32 head; 13.44, 13.44, 13.44 with a float16 one, which learns
  nothing. `mixed_bfloat16` shows the same.
- **the same in Keras 2**: Keras finds the logits behind the softmax, so only the probabilities themselves are rounded.
- **regression**: values keep 3 digits, and are infinite beyond 65504: targets of 200,000 give a loss of `inf` or `nan`.
- **arithmetic in a training step**, `model(x) - y`: with float32 labels it fails (`InvalidArgumentError: cannot compute
  Sub as input #1(zero-based) was expected to be a half tensor but is a float tensor`); and the loss functions of
  `tf.nn` and `keras.losses` compute in the type they are given.
- **logits of a loss object or of `compile`**: little, against what is often said. Keras 3 computes that loss in float32
  anyway; the curve differs by 1e-4 (Keras 2: 2e-4), because the logits are rounded.

Where values and losses are small none of this shows: the curves of the two heads differ by 1e-4. In a program that
runs in float32, because a flag chooses the policy, the argument changes nothing.

## When the fix is safe
Safe where the file sets the policy before the layer is made, on the way that leads there; the layer is proven to make
an output of a model that the file compiles, fits, evaluates, runs, or calls under a gradient tape; and its result is
used for nothing else. Predictions become float32, which callers can see.

Unsafe, because a person should look:
- logits that go to a loss object or to `compile`, where it is a matter of rounding;
- an output that the model uses inside as well, a model that is also part of another, or a layer that is applied twice;
- a softmax or sigmoid head of a model that the file only makes, for others to train;
- a file that names `float16` or `bfloat16` itself, because something may count on such outputs;
- a training step that calls other models, too, or a model with several outputs: the others may be in half precision,
  and TensorFlow does not add, subtract or multiply the two.

## When there is no fix
Every finding has a fix.

## What is left alone
- Layers inside the model: attention, gates, outputs that are also multiplied with other tensors there.
- A layer with `dtype=` or `**options`, and `TimeDistributed`.
- A policy that is set after the model was built, in another file, or by a name that comes from outside; pure `float16`.
- Outputs that the step casts to float32 by hand (logits and values: behind a softmax it is too late).
- Outputs of several models or heads that arithmetic takes together.

## References
- https://www.tensorflow.org/guide/mixed_precision#building_the_model
- https://keras.io/api/mixed_precision/
- https://keras.io/api/layers/base_layer/

Measured with TensorFlow 2.21, Keras 3.15 and tf_keras 2.21.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field

from tffix.codemod import Applicability, Codemod, Contract, Fix, Match, Options
from tffix.rewriting.edits import SetKeyword
from tffix.semantics.heads import Head, heads
from tffix.semantics.layers import activation_of, constructors
from tffix.semantics.module import Module
from tffix.semantics.precision import FLOAT32, HALF, Precision
from tffix.semantics.spelling import quoted

from ._losses import Feeds, feeds
from ._models import Root, parts, roots, unused

_LAYERS = frozenset(
    "layers." + name
    for name in [
        "Dense",
        "Activation",
        "Softmax",
        "Conv1D",
        "Conv2D",
        "Conv3D",
        "Conv2DTranspose",
        "Conv3DTranspose",
    ]
)
_UNBOUNDED = frozenset([None, "linear", "relu", "softplus", "exponential"])
"""Activations whose results can leave the range of float16, which ends at 65504."""


@dataclass
class _Found:
    head: Head
    exclusive: bool = True
    feeds: set[Feeds] = field(default_factory=set)
    alone: bool = True


def find(module: Module, _options: Options) -> Iterator[Match]:
    precision = Precision(module)
    if not precision.settings:
        return
    for found in _found(module):
        layer = found.head.layer
        policies = precision.at(layer)
        half = policies & HALF
        if not half or policies - HALF - {FLOAT32} or not _is_open(module, layer):
            continue
        reading = _reading(module, found)
        if reading is None or (Feeds.HALF in found.feeds and not found.alone):
            continue
        text, certain = reading
        safe = certain and found.exclusive and found.alone and not _names_half(module)
        edit = SetKeyword(layer, "dtype", quoted(module, layer, "float32"))
        applicability = Applicability.SAFE if safe else Applicability.UNSAFE
        name = module.segment(layer.func)
        text = text.format(policy=" or ".join(sorted(half)))
        message = f'the output layer `{name}` {text}; give it dtype="float32"'
        yield Match(layer, message, fix=Fix((edit,), (), applicability))


def _found(module: Module) -> list[_Found]:
    """The output layers of the models the file makes, with what they feed at all places taken together."""
    found: dict[ast.Call, _Found] = {}
    places = list(roots(module))
    inner = parts(module)
    used: set[ast.Call] = set()
    for root in places:
        for made in constructors(module, root.model):
            used.add(made)
            several = heads(module, made)
            alone = not root.in_tape or (len(several) == 1 and _is_only_model(module, root, places))
            for head in several:
                known = found.setdefault(head.layer, _Found(head))
                known.exclusive &= head.exclusive and made not in inner
                known.feeds |= feeds(module, root, head)
                known.alone &= alone
    for made in unused(module, used | inner):
        for head in heads(module, made):
            found.setdefault(head.layer, _Found(head, exclusive=False))
    return sorted(found.values(), key=lambda one: module.span(one.head.layer))


def _is_only_model(module: Module, root: Root, places: list[Root]) -> bool:
    """Whether the training step calls no other model, whose half-precision output this one's could meet."""
    function = module.function(root.call)
    made = constructors(module, root.model)
    near = [place for place in places if place.in_tape and module.function(place.call) is function]
    return all(constructors(module, place.model) == made for place in near)


def _is_open(module: Module, layer: ast.Call) -> bool:
    """Whether the layer is one of those known to be heads, and its type is still to be chosen."""
    named = {keyword.arg for keyword in layer.keywords}
    return module.keras_path(layer.func) in _LAYERS and not named & {"dtype", "autocast", None}


def _reading(module: Module, found: _Found) -> tuple[str, bool] | None:
    """What is wrong with a head, and whether float32 is certainly better there; ``None`` where it is all the same."""
    function = found.head.function
    if function is not None:
        if module.keras == 2:
            return f"computes {function} in half precision under {{policy}}: probabilities are rounded", True
        return f"computes {function} in half precision under {{policy}}: the loss of unlikely labels is lost", True
    if not _is_unbounded(module, found.head.layer):
        return None
    if Feeds.HALF in found.feeds:
        return "is in half precision under {policy}, and so is the loss (or it fails on float32 labels)", True
    if Feeds.VALUES in found.feeds:
        return "is in half precision under {policy}: values keep 3 digits and overflow beyond 65504", True
    if Feeds.LOGITS in found.feeds:
        return "is in half precision under {policy}: logits keep 3 digits", False
    return None


def _is_unbounded(module: Module, layer: ast.Call) -> bool:
    if module.keras_path(layer.func) in ("layers.Activation", "layers.Softmax"):
        return False
    activation = activation_of(layer)
    value = None if activation is None else module.value(activation)
    return value is None or (isinstance(value, ast.Constant) and value.value in _UNBOUNDED)


def _names_half(module: Module) -> bool:
    """Whether the file itself asks for half-precision tensors somewhere: something may count on such outputs."""
    names = ("float16", "bfloat16", "half")
    return bool(module.attributes(*names)) or any(constant.value in names for constant in module.nodes(ast.Constant))


CODEMOD = Codemod(
    code="TF501",
    name="half-precision-head",
    summary="output layer that computes in half precision under a mixed-precision policy",
    applicability=Applicability.SAFE,
    contract=Contract.REPAIR,
    words=(("mixed_float16", "mixed_bfloat16"), ("policy",)),
    find=find,
    example="softmax-head-of-a-sequential",
)
