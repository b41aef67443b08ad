"""A deep chain of equal blocks, all of whose activations are kept for the backward pass.

This codemod is off by default: `--extend-select TF210` (or `extend-select` in the configuration) switches it on. It
gives advice; there is no fix.

## What it does
Finds layers and models whose `call` sends a value through a list of twelve or more blocks (the option `blocks`), one
after the other, as transformers do, and says what `tf.recompute_grad` would save there, and what stands in its way.

## Why is this bad?
Only if memory is short. The backward pass needs what the forward pass computed, so the activations of all blocks are
alive at once. `tf.recompute_grad(block)` keeps only what goes into the block, and computes the rest again when
its gradient is needed. For a network of 32 tanh layers that takes 328 MB at the peak instead of 616 MB, with 37-39 %
more time, the same loss, and gradients that agree to rounding.

## When the fix is safe
There is none.

## When there is no fix
Whether memory is short, and time is not, is not for a program to judge. `tf.recompute_grad` is often recommended as a
cure for any lack of memory. It is **wrong without an error** where a block does not compute the same the second time:

- Dropout and other noise: the second run draws another mask (half of its values agree), so the gradients belong to
  another network. Only `tf.nn.experimental.stateless_dropout` and the like, with a fixed seed, are right.
- BatchNormalization: the moving statistics are updated twice a step (0.9499 instead of 0.4999 in one step).

And it fails in a graph where a block is called with keywords: `tf.recompute_grad(block)(x, training=True)` raises
`ValueError: The custom_gradient decorator currently supports keywords arguments only when eager execution is enabled.`
A closure works:

```python
x = tf.recompute_grad(lambda h: block(h, training=training))(x)
```

`keras.remat` of Keras 3 is the same function; `keras.RematScope(mode="full")` fails in `fit` with that error.
A smaller batch, `mixed_bfloat16`, or gradients that are added up over several batches save memory, too.

## What is left alone
- Files that compute activations again already (`recompute_grad`, `remat`, `RematScope`).
- Lists whose length does not stand in the file, and those of fewer than twelve blocks.
- Blocks that are single layers of Keras, whose activations are small.

## References
- https://www.tensorflow.org/api_docs/python/tf/recompute_grad
- https://keras.io/api/utils/remat_utils/

Measured with TensorFlow 2.21, Keras 3.15 and tf_keras 2.21.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tffix.codemod import Applicability, Codemod, Contract, Match, Option, Options
from tffix.semantics.module import Module

from ._blocks import Chain, chain, hindrance

_KNOWN = ("recompute_grad", "remat", "RematScope", "custom_gradient")


def find(module: Module, options: Options) -> Iterator[Match]:
    if any(module.calls(name) or module.attributes(name) for name in _KNOWN):
        return
    fewest = options["blocks"]
    assert isinstance(fewest, int)
    for loop in module.nodes(ast.For):
        found = chain(module, loop, fewest)
        if found is not None and not module.keras_path(found.block.func):
            name = module.segment(found.block.func)
            message = f"the activations of all {found.count} blocks `{name}` are kept for the backward pass"
            yield Match(found.call, message, reason=_reason(module, found))


def _reason(module: Module, found: Chain) -> str:
    changing = hindrance(module, found.block)
    if changing is not None:
        return (
            f"`{changing}` does something else when a block runs again, so tf.recompute_grad would be wrong here; "
            "where memory is short, take smaller batches or mixed_bfloat16"
        )
    name = module.segment(found.call.func)
    again = f"tf.recompute_grad(lambda h: {name}(h, ...))" if found.call.keywords else f"tf.recompute_grad({name})"
    known = isinstance(module.definition(found.block.func), ast.ClassDef)
    condition = "" if known else ", and a block holds no Dropout, noise or BatchNormalization"
    return f"where memory is short{condition}, `{again}` halves its peak; a step takes about 40 % more time"


CODEMOD = Codemod(
    code="TF210",
    name="memory-hungry-backward",
    summary="deep chain of blocks whose activations are all kept (advice, off by default)",
    applicability=Applicability.MANUAL,
    contract=Contract.NONE,
    words=(("def call", "def __call__"), ("range",)),
    find=find,
    example="blocks-in-a-loop",
    options={"blocks": Option(default=12, help="the fewest blocks of a chain that is reported")},
    default=False,
)
