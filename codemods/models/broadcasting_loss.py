"""A hand-written loss that compares values of the shapes (n,) and (n, 1).

## What it does
Finds differences of the output of a model that ends in `Dense(1)` and of targets with one dimension less (or the other
way round) that are reduced to a loss or an error: `tf.reduce_mean(tf.square(y - model(x)))`, `np.mean(np.abs(...))`,
and calls of the loss functions of Keras that broadcast.

With the option `assert-shapes` it puts `tf.debugging.assert_shapes` in front of such a difference, which then fails at
the first step instead of training on something else.

## Why is this bad?
`(n,)` and `(n, 1)` are broadcast to `(n, n)`: every prediction is compared with every target. Nothing fails, and the
loss even falls, to the variance of the targets: the best that the model can do is to predict their mean. A linear
regression that reaches 0.0013 in 300 steps stays at 1.10 that way, with weights near 0.

The loss classes of Keras (`keras.losses.MeanSquaredError()`) take the missing dimension for what it is and compute
the right value; so do a function given to `compile`, which gets targets of the shape (n, 1) from `fit`, and in Keras 3
the functions `mse`, `mae`, `mape`, `msle`, `huber` and `logcosh`. In Keras 2 all functions broadcast, in Keras 3
`hinge`, `squared_hinge`, `poisson` and `kl_divergence`.

## When the fix is safe
There is none by default. The assertion of `assert-shapes` changes nothing that is computed, but stops the program: it
is unsafe, and only put in front of statements where both values have names. It costs nothing in a `tf.function` and
0.36 ms a call outside of one; XLA ignores what it cannot know when it compiles.

## When there is no fix
Which of the two shapes is meant is for the author to say: `tf.squeeze(prediction, axis=-1)` and `y[:, tf.newaxis]`
lead to the same loss, but not to the same shapes elsewhere.

## What is left alone
- Values whose number of dimensions the file does not prove: data that is read or passed from elsewhere, pipelines
  with a `map`.
- Differences of a value with itself turned (`x - x[:, None]`), and values of different lengths, such as predictions
  and three quantiles: pairs are meant.

## References
- https://www.tensorflow.org/api_docs/python/tf/debugging/assert_shapes
- https://keras.io/api/losses/regression_losses/
- https://numpy.org/doc/stable/user/basics.broadcasting.html

Measured with TensorFlow 2.21, Keras 3.15 and tf_keras 2.21.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from tffix.codemod import Applicability, Codemod, Contract, Fix, Match, Option, Options
from tffix.rewriting.edits import Insert
from tffix.semantics.module import Module
from tffix.semantics.ranks import Ranked, Ranks
from tffix.semantics.scopes import is_comprehension
from tffix.semantics.shape_rules import is_open
from tffix.semantics.syntax import names_in
from tffix.semantics.tree import terminal_name

from ._differences import Difference, differences

_ASSERT = "tensorflow.debugging.assert_shapes"
_SHORT = 30
_SINGLE = re.compile(r"\bDense\(\s*(#[^\n]*\n\s*)*(units\s*=\s*)?(1\b|[^\W\d])")
"""``Dense(1)``, or with a name that may be 1: without one there is nothing to find."""


def find(module: Module, options: Options) -> Iterator[Match]:
    if not _SINGLE.search(module.text):
        return
    ranks = Ranks(module)
    for difference in differences(module):
        sides = difference.left, difference.right
        row, column = sides if _is_mismatch(ranks, *sides) else sides[::-1]
        if not _is_mismatch(ranks, row, column):
            continue
        message = (
            f"{_named(module, column)} has the shape (n, 1), {_named(module, row)} (n,): they are broadcast, "
            "and each is compared with all of the other"
        )
        assertion = _assertion(module, difference) if options["assert-shapes"] else None
        if assertion is not None:
            yield Match(difference.node, message, fix=assertion)
            continue
        squeezed = module.segment(column) if isinstance(column, ast.Name) else "..."
        reason = (
            f"which shape is meant is for you to say; use `tf.squeeze({squeezed}, axis=-1)`, or "
            f"`keras.losses.{difference.loss}()`, which does so by itself"
        )
        yield Match(difference.node, message, reason=reason)


def _is_mismatch(ranks: Ranks, row: ast.expr, column: ast.expr) -> bool:
    """Whether ``row`` has the shape (n,), ``column`` (n, 1), and one of them comes from a model."""
    first, second = ranks.of(row), ranks.of(column)
    if first is None or second is None or first.output is second.output or not _is_column(second):
        return False
    given = (*first.shape[:1], *second.shape[:1], second.batch)
    lengths = {length for length in given if isinstance(length, int)}
    is_row = len(first.shape) == 1 and not is_open(first.shape) and 1 not in lengths and len(lengths) < 2
    return is_row and not _is_turned(column)


def _is_column(value: Ranked) -> bool:
    return len(value.shape) == 2 and value.shape[1] == 1


def _is_turned(node: ast.expr) -> bool:
    """Whether a dimension is added where the difference is written: broadcasting is meant."""
    return isinstance(node, ast.Subscript) or (isinstance(node, ast.Call) and terminal_name(node.func) == "expand_dims")


def _named(module: Module, node: ast.expr) -> str:
    text = module.segment(node)
    return f"`{text}`" if len(text) <= _SHORT and "\n" not in text else "one side"


# -- the assertion ---------------------------------------------------------------------------------------------------


def _assertion(module: Module, difference: Difference) -> Fix | None:
    """The fix that has the shapes compared; ``None`` where there are no names for them, or it is there already."""
    left, right = difference.left, difference.right
    function = module.function(difference.node)
    is_inner = isinstance(function, ast.Lambda) or is_comprehension(module.scopes.around(difference.node))
    if is_inner or not isinstance(left, ast.Name) or not isinstance(right, ast.Name):
        return None
    for call in module.calls("assert_shapes"):
        if module.function(call) is function and {left.id, right.id} <= {name.id for name in names_in(call)}:
            return None
    name = module.spell(_ASSERT, difference.node)
    if name is None and not module.is_free("tf", difference.node):
        return None
    template = f'{name or "tf.debugging.assert_shapes"}([({left.id}, ("n",)), ({right.id}, ("n",))])'
    imports = () if name else ("tensorflow as tf",)
    edit = Insert(module.statement(difference.node), template)
    return Fix((edit,), imports=imports, applicability=Applicability.UNSAFE)


CODEMOD = Codemod(
    code="TF211",
    name="broadcasting-loss",
    summary="loss over shapes (n,) and (n, 1)",
    applicability=Applicability.UNSAFE,
    contract=Contract.NONE,
    words=(("Dense",), ("mean", "sum", "losses")),
    find=find,
    example="regression-by-hand",
    options={
        "assert-shapes": Option(default=False, help="put `tf.debugging.assert_shapes` in front of the difference"),
    },
)
