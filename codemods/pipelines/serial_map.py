"""A `map` or `interleave` that runs one element at a time.

## What it does
Adds `num_parallel_calls=tf.data.AUTOTUNE` to `Dataset.map` and `Dataset.interleave` where order and random numbers stay
what they are: where the mapped function, and all it calls, is in this file and is known to be stateless.

## Why is this bad?
Without `num_parallel_calls` one element is made after the other. What that costs has changed:

- `map` of a stateless function: 1.0x to 1.3x. A current TensorFlow makes such maps parallel by itself
  (`OptimizationOptions.map_parallelization`); written down it also holds on older versions and under options.
- `interleave` with a `cycle_length`, over files: 1.9x to 2.0x.
- `tf.py_function` or `tf.numpy_function` that waits for a disk or the network: 1.9x to 2.0x. For Python code that
  computes 0.9x to 1.2x: the global interpreter lock lets one thread run at a time.

## When the fix is safe
With the default `deterministic=True` a parallel stage yields its elements in the same order. What changes is the order
in which stateful functions run: `tf.random.uniform` with a seed, `tf.image.random_*`, `tf.random.Generator` and Keras
layers with randomness give other numbers, and from then on other losses; a counter in a `tf.Variable` loses counts.

Safe for functions made of stateless operations (`tf.math`, `tf.image`, `tf.io.decode_*`, `stateless_*`, ...), plain
Python, and Keras layers such as `Rescaling` and `Resizing`, that capture nothing but numbers, texts, arrays and
constants; for `interleave` only with a `cycle_length`, since without one the order follows `num_parallel_calls`.

Unsafe, because a person should look:
- functions that read files with `tf.py_function` or `tf.numpy_function` (and code of this file): the output keeps
  its order, side effects do not;
- an `interleave` whose `cycle_length` is not known to be a number.

## When there is no fix
Where the name `tf` means something other than tensorflow.

## What is left alone
- Functions from elsewhere or passed in, methods that a subclass overrides, and all that is not known to be stateless
  (random operations, variables, look-up tables, attributes of unknown value, `tf.print`, `print`, models).
- Functions that only pick or arrange (`lambda x, y: x`), or whose result is only looked at (`list(ds.map(f))`).
- Calls that are given `num_parallel_calls`, `deterministic` or `synchronous`, by position too.
- Files that set `options.deterministic` or switch autotuning off.
- Maps over windows, and inside functions of other stages; dataset builders.

## References
- https://www.tensorflow.org/guide/data_performance#parallelizing_data_transformation
- https://www.tensorflow.org/api_docs/python/tf/data/Dataset#map
- https://www.tensorflow.org/api_docs/python/tf/data/Dataset#interleave

Measured with TensorFlow 2.21 and Keras 3.15 on a CPU. `tf.data.AUTOTUNE` needs TensorFlow 2.4 or later.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tffix.codemod import Applicability, Codemod, Contract, Match, Options
from tffix.rewriting.edits import SetKeyword
from tffix.semantics.kinds_table import Kind
from tffix.semantics.module import Module
from tffix.semantics.pipeline_uses import Sink, uses
from tffix.semantics.pipelines import history, stages
from tffix.semantics.syntax import argument, has_starred, method_name
from tffix.semantics.words import DATASETS

from ._autotune import autotuned, is_autotune, switched_off
from ._captured import is_plain
from ._context import is_nested, reorders
from ._stateless import State, state_of

_POSITIONS = {"map": 1, "interleave": 3}
"""Where ``num_parallel_calls`` stands among the positional arguments."""
_OTHERS = frozenset(["num_parallel_calls", "deterministic", "synchronous", "use_unbounded_threadpool", None])
_SAID = {
    State.NOTHING: "runs one element at a time; `num_parallel_calls=tf.data.AUTOTUNE` runs several, in the same order",
    State.PYTHON: "waits for one Python call after the other; `num_parallel_calls=tf.data.AUTOTUNE` overlaps them",
}


def find(module: Module, _options: Options) -> Iterator[Match]:
    if switched_off(module) or reorders(module):
        return
    for call in stages(module, *_POSITIONS):
        function = argument(call, "map_func", 0)
        if function is None or not _is_serial(module, call) or _is_nested(module, call) or _is_looked_at(module, call):
            continue
        state = state_of(module, function, datasets=method_name(call) == "interleave")
        if state in _SAID:
            yield _finding(module, call, function, state)


def _finding(module: Module, call: ast.Call, function: ast.expr, state: State) -> Match:
    message = f"`{method_name(call)}` of {_shown(function)} {_SAID[state]}"
    is_safe = state is State.NOTHING and _keeps_order(module, call)
    return autotuned(
        module, call, message, lambda text: SetKeyword(call, "num_parallel_calls", text), at=call, is_safe=is_safe
    )


def _shown(function: ast.expr) -> str:
    if isinstance(function, ast.Lambda):
        return "a lambda"
    return f"`{ast.unparse(function.func if isinstance(function, ast.Call) else function)}`"


def _is_serial(module: Module, call: ast.Call) -> bool:
    """Whether the call leaves parallelism to its default; an interleave must also say how many inputs it mixes."""
    name = method_name(call)
    if len(call.args) > _POSITIONS[name] or any(keyword.arg in _OTHERS for keyword in call.keywords):
        return False
    if has_starred(call.args):
        return False
    if name == "map":
        return True
    # Without a cycle length the default follows num_parallel_calls, and with it the order.
    cycle_length = argument(call, "cycle_length", 1)
    open_ended = cycle_length is None or is_autotune(module, cycle_length) or module.kind(cycle_length) is Kind.NONE
    return not open_ended


def _is_looked_at(module: Module, call: ast.Call) -> bool:
    """``list(ds.map(f))``, ``ds.map(f).element_spec``: run once, for a look."""
    found = uses(module, call)
    return bool(found) and all(use.sink is Sink.INSPECTED for use in found)


def _keeps_order(module: Module, call: ast.Call) -> bool:
    """Whether an interleave has a cycle length that is certainly a number."""
    cycle_length = argument(call, "cycle_length", 1)
    return method_name(call) == "map" or cycle_length is None or is_plain(module, cycle_length)


def _is_nested(module: Module, call: ast.Call) -> bool:
    """Whether the elements are datasets, or the pipeline is itself that of one element."""
    return is_nested(module, call) or (
        isinstance(call.func, ast.Attribute) and history(module, call.func.value).has("window")
    )


CODEMOD = Codemod(
    code="TF302",
    name="serial-map",
    summary="map or interleave of a stateless function without num_parallel_calls",
    applicability=Applicability.SAFE,
    contract=Contract.EQUIVALENT,
    words=((".map(", ".interleave("), DATASETS),
    find=find,
    example="map-of-a-decoding-function",
)
