"""A prefetch buffer of a fixed number of elements.

## What it does
Replaces the number in `prefetch(1)` by `tf.data.AUTOTUNE`.

## Why is this bad?
A fixed buffer fits one machine and one speed of the input. With a steady producer there is no gain (1.0x); when some
elements take longer than others, AUTOTUNE makes up for them: 2.10 s against 1.26 s (1.67x) for `prefetch(1)`. There the
explicit `prefetch(1)` is even slower than none (1.24 s), because it takes the place of the tuned prefetch that
TensorFlow appends by itself. The cost: AUTOTUNE may hold more elements in memory than the number said.

## When the fix is safe
Order, number and shape of the elements stay the same, and the loss curve is equal bit by bit. The fix is safe for a
number written in place.

Unsafe, because a person should look:
- a number behind a name (`prefetch(BUFFER)`): someone made it a setting;
- a comment beside it that speaks of memory, devices or reading ahead;
- a dataset `from_generator`: the generator runs further ahead of the steps (after 5 elements read it had made 6 with
  `prefetch(1)`, 9 with a tuned one), which matters when it depends on what they do, as a replay buffer does.

## When there is no fix
Where the name `tf` means something other than tensorflow.

## What is left alone
- `AUTOTUNE` under any name, and -1, which is the same; 0, which switches prefetch off.
- Parameters and sizes known at run time only.
- Inner datasets of `flat_map` and `interleave`, where each buffer exists once per file.
- Datasets of unknown origin such as replay buffers, whose samples must be fresh.
- Files that switch autotuning off.

## References
- https://www.tensorflow.org/guide/data_performance#prefetching
- https://www.tensorflow.org/api_docs/python/tf/data/Dataset#prefetch

Measured with TensorFlow 2.21 on a CPU. `tf.data.AUTOTUNE` needs TensorFlow 2.4 or later.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from tffix.codemod import Applicability, Codemod, Contract, Match, Options
from tffix.rewriting.edits import Replace
from tffix.semantics.module import Module
from tffix.semantics.pipelines import history, stages
from tffix.semantics.words import DATASETS

from ._autotune import autotuned, is_autotune, switched_off
from ._context import comes_from_generator, comments_at, is_nested

_EXPLAINED = re.compile(
    r"memor|\bram\b|\boom\b|\bgi?b\b|per (device|replica|worker)|ahead|内存|显存|記憶體", re.IGNORECASE
)


def find(module: Module, _options: Options) -> Iterator[Match]:
    if switched_off(module):
        return
    for call in stages(module, "prefetch"):
        argument = _buffer_size(call)
        if argument is None or is_autotune(module, argument):
            continue
        number = _number(module.value(argument))
        if number is None or number < 1 or is_nested(module, call):
            continue
        yield _finding(module, call, argument)


def _finding(module: Module, call: ast.Call, argument: ast.expr) -> Match:
    written = module.segment(argument)
    message = (
        f"`prefetch({written})` fixes the size of the buffer; `tf.data.AUTOTUNE` fits it to the speed of both sides"
    )
    # A number behind a name is a knob that somebody may turn; one with a reason must not be taken away unseen.
    is_plain = _number(argument) is not None and not any(_EXPLAINED.search(text) for text in comments_at(module, call))
    is_safe = is_plain and not comes_from_generator(module, history(module, call))
    return autotuned(module, call, message, lambda text: Replace(argument, text), at=argument, is_safe=is_safe)


def _buffer_size(call: ast.Call) -> ast.expr | None:
    if len(call.args) == 1 and not call.keywords and not isinstance(call.args[0], ast.Starred):
        return call.args[0]
    if not call.args and call.keywords and call.keywords[0].arg == "buffer_size":
        return call.keywords[0].value
    return None


def _number(expression: ast.expr) -> int | None:
    """The number that a literal, or a product of literals, stands for."""
    if isinstance(expression, ast.Constant) and type(expression.value) is int:
        return expression.value
    if isinstance(expression, ast.BinOp) and isinstance(expression.op, ast.Mult):
        left, right = _number(expression.left), _number(expression.right)
        return None if left is None or right is None else left * right
    return None


CODEMOD = Codemod(
    code="TF303",
    name="fixed-prefetch",
    summary="prefetch with a fixed number instead of AUTOTUNE",
    applicability=Applicability.SAFE,
    contract=Contract.EQUIVALENT,
    words=((".prefetch(",), DATASETS),
    find=find,
    example="prefetch-of-one-batch",
)
