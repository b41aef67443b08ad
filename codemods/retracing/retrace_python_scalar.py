"""A Python number that changes from step to step is passed to a `tf.function`.

## What it does
Finds loops that call a `tf.function` of this file with a Python number that changes: a counter (`epoch`, `step`), a
weight that is annealed (`epoch / epochs`), a rate that decays (`lr * 0.9`), the `float(...)` of a tensor. It passes a
tensor instead: `tf.constant(beta, tf.float32)`, or `tf.constant(epoch, tf.int64)` where the number is only the `step`
of a summary, is cast, or is not used at all.

## Why is this bad?
`tf.function` traces anew for every value of a Python argument: 6 calls with 6 floats or ints give 6 traces, with 6
tensors one. Each trace of a small Adam step takes 0.1 to 0.28 s and 2 MB which are never freed (100 of them: 197 MB).
A loop that passed its counter ran 8 to 11 steps a second, and 665 to 1227 with a tensor.

TensorFlow warns of it at the fifth and sixth trace only (`5 out of the last 5 calls to ... triggered tf.function
retracing`), then it is silent. `reduce_retracing=True`, which the warning speaks of, does not help: it is for shapes,
and gives as many traces for numbers as before. NumPy scalars do not retrace, and neither does a number that stays the
same, or one of two: they are left alone.

A number that changes only once an epoch costs a trace an epoch. It is reported all the same, from five values on: the
graphs are kept, and the cure costs nothing.

## When the fix is safe
When a tensor is proven to do: all that the function does with the number, also in functions of this file that it hands
it to, is arithmetic with tensors that are known to be `float32` (outputs of Keras models, losses, results of a
`tf.cast`), `tf` functions that take a tensor, summaries and metrics; every call in the function is known; and the loop
is certainly eager. The number is then rounded to `float32` before the arithmetic instead of in it: the same result
wherever it was measured.

It is **unsafe**
- where the dtype of a tensor beside the number is not known: a batch of `float64` would not mix with it (`TypeError`),
- where the function draws random numbers from a hidden state (`tf.random.normal`; `Dropout` of Keras 2): under a fixed
  seed every new trace starts the stream again, so that other numbers are drawn than before,
- where the function prints, or calls what this file does not show: that happens once a trace,
- in a public function that other files may call from a graph, and under XLA.

## When there is no fix
- The number decides a branch, becomes text, or is given to a function that needs a number (`math.exp`, `min`).
- It meets integers, or is needed both as a step and in arithmetic: cast it in the function.
- The function also reads Python state that changes (a global, `np.random`): only the repeated tracing keeps that up
  to date.

## What is left alone
- Sizes, axes and indices: there every value needs a graph of its own.
- `bool` flags, constants, fewer than five values, functions with an `input_signature`.
- Calls that are part of a graph themselves: they are traced once with it.

## References
- https://www.tensorflow.org/guide/function#pass_tensors_instead_of_python_literals
- https://www.tensorflow.org/guide/function#controlling_retracing
- https://www.tensorflow.org/api_docs/python/tf/function

Measured with TensorFlow 2.21 and Keras 3.15 on a CPU.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from tffix.codemod import Applicability, Codemod, Contract, Fix, Match, Options
from tffix.rewriting.edits import Replace, escaped
from tffix.semantics.elements import Elements
from tffix.semantics.module import Module
from tffix.semantics.syntax import named_parameters

from ._once import frozen_state, is_same_once
from ._traced import Traced, calls, shown, traced
from ._uses import NeedsNumberError, StructureError, Use, Uses
from ._varying import is_integer, is_number, varies

CAST = "`{name}` is needed both as a step and in arithmetic; pass `tf.constant({name}, tf.int64)` and cast it there"
WHOLE = "`{name}` numbers the steps of a summary, but is not certainly an integer; pass it as an int64 tensor"


@dataclass(frozen=True)
class _Number:
    """A Python number that changes, and where it goes: the call, and the function and parameter that get it."""

    value: ast.expr
    call: ast.Call
    traced: Traced
    function: ast.FunctionDef
    parameter: ast.arg


def find(module: Module, _options: Options) -> Iterator[Match]:
    if module.graph.runs_eagerly:
        return
    elements = Elements(module)
    seen: set[ast.expr] = set()
    for number in _numbers(module):
        if number.value in seen:
            continue
        seen.add(number.value)
        fix = _fix(module, elements, number)
        text, name = shown(module, number.value), number.function.name
        message = f"`{text}` is a Python number that changes, so that `{name}` is traced anew for every value"
        if isinstance(fix, Fix):
            yield Match(number.value, message, fix)
        elif fix is not None:
            yield Match(number.value, message, reason=fix)


def _numbers(module: Module) -> Iterator[_Number]:
    """The numbers that eager code passes to functions of this file that are traced for every value."""
    for function in traced(module):
        definition = function.function
        if not isinstance(definition, ast.FunctionDef) or function.has_signature:
            continue
        parameters = named_parameters(definition)
        for call in calls(module, function):
            if module.context(call).is_graph:
                continue
            for parameter in parameters:
                value = module.parameters.passed(call, parameter)
                if value is not None and is_number(module, value) and varies(module, value):
                    yield _Number(value, call, function, definition, parameter)


def _fix(module: Module, elements: Elements, number: _Number) -> Fix | str | None:
    """The fix, or why there is none; ``None`` where every value needs a graph of its own."""
    try:
        uses = Uses(module, elements, number.function, number.parameter, number.value)
    except StructureError:
        return None
    except NeedsNumberError as error:
        line = getattr(error.node, "lineno", number.function.lineno)
        return f"`{number.parameter.arg}` {error} in line {line}; pass a tensor if that can be done with one"
    state = frozen_state(module, number.function)
    if state is not None:
        return state
    dtype = _dtype(module, uses.found, number.value)
    if dtype is None:
        reason = CAST if Use.FLOAT in uses.found else WHOLE
        return reason.format(name=shown(module, number.value))
    constant, kind = (module.spell(f"tensorflow.{name}", number.value) for name in ("constant", dtype))
    is_known = constant is not None and kind is not None
    if not is_known and not module.is_free("tf", number.value):
        return f"the name `tf` is taken; pass a tensor of {dtype}"
    template = f"{escaped(constant or 'tf.constant')}({{number}}, {escaped(kind or f'tf.{dtype}')})"
    is_safe = uses.certain and not number.traced.is_compiled and module.context(number.call).is_eager
    return Fix(
        (Replace(number.value, template, {"number": number.value}),),
        () if is_known else ("tensorflow as tf",),
        Applicability.SAFE if is_safe and is_same_once(module, number.function) else Applicability.UNSAFE,
    )


def _dtype(module: Module, found: set[Use], argument: ast.expr) -> str | None:
    """The dtype in which a tensor serves all uses."""
    if Use.FLOAT in found:
        return None if Use.STEP in found else "float32"
    if is_integer(module, argument):
        return "int64"
    return None if Use.STEP in found else "float32"


CODEMOD = Codemod(
    code="TF105",
    name="retrace-python-scalar",
    summary="Python number that changes, passed to a tf.function",
    applicability=Applicability.SAFE,
    contract=Contract.TOLERANCE,
    words=((".function",), ("for ", "while ")),
    find=find,
    example="weight-is-annealed",
)
