"""A `print` of tensors in code that runs in a graph.

## What it does
Finds calls of `print` that write tensors while TensorFlow traces a graph, and makes them `tf.print` with the text
kept: f-strings, `%`, `str.format`, `+` and `str()` are taken apart, number formats become `tf.strings.as_string`,
`sep`, `end` and `file` are honoured, and what went to stdout still does (`output_stream=sys.stdout`: `tf.print` alone
writes to stderr).

With `style = "summary"` the print of named scalars (`print("loss:", loss)`) becomes
`tf.summary.scalar("loss", loss, step=...)`, if a step is in reach (a printed `step`, a tensor of that name, or
`optimizer.iterations`) and the file makes a summary writer. It needs the package `tensorboard`. Other prints become
`tf.print`.

Long tensors are written as `tf.print` does by default, the first and last three elements of each axis, since the line
is now written at each step; add `summarize=-1` for all.

## Why is this bad?
A traced function runs as Python once for each input signature. There a tensor has no value yet: `print` writes
`Tensor("x:0", shape=(), dtype=float32)` once for each trace, and nothing in the steps after that. A number format such
as `f"{loss:.4f}"`, and `loss.numpy()`, fail outright (`TypeError: unsupported format string passed to
SymbolicTensor.__format__`). Functions given to `Dataset.map` and `filter` always run in a graph, decorated or not.

To rename the call is not enough: `tf.print(f"loss {loss}")` still writes the symbolic tensor, and `tf.print` puts the
result of `as_string` in quotes when anything stands beside it, so that such a text is joined to one string.

The output grows from one line a trace to one line a step, which costs about 7 % of a small step (0.52 ms to 0.56 ms on
a CPU). The loss curve does not change.

## When the fix is safe
Safe in a `tf.function` or a function of `tf.data` where each value is certainly a tensor, a number that is formatted as
one, or a Python value that stays the same from step to step.

Unsafe, because a person should look:
- Python values that can change between the steps (`self.epoch`, the variable of the epoch loop, `time.time()`):
  `tf.print` goes on writing the value that was there at tracing;
- values of which it is not known what they are (a Python string beside a formatted number comes out in quotes), and
  static shapes beside a tensor;
- methods that Keras traces (`train_step`, `call`), which also run eagerly;
- the bytes of a file (`tf.io.read_file`), which would be written in full for each element;
- files that export a SavedModel, where `tf.print` would write with every request;
- files that put something else in the place of `sys.stdout` (a log, `redirect_stdout`): `tf.print` writes past it.

## When there is no fix
- Under XLA, be it that of a caller, `tf.print` fails: with `jit_compile=True`, and in Keras 3 in `train_step` and
  `call` on a GPU, unless the model is compiled with `jit_compile=False`.
- In `tf.vectorized_map` it runs once for all elements. TPUs and TensorFlow Lite do not take it.
- The print writes to a `file` that is no standard stream, has a separator that is not a literal, or a format that
  `as_string` does not know (`,`, `^`).
- The result of the print is used, or a name that the new code needs (`tf`, `sys`) means something else there.
- With `style = "summary"`: the file makes no summary writer, or no step is in reach.

## What is left alone
- Constant texts, texts about tracing (`print("Tracing", x)`), shapes, types and other Python values.
- Functions that also run eagerly, and `tf.py_function`.
- Prints of what the same function gives to `tf.print`, and of texts that were put together before, in a variable.
- `logging`: a log line about a symbolic tensor is mostly meant as one.

## References
- https://www.tensorflow.org/api_docs/python/tf/print
- https://www.tensorflow.org/guide/function#executing_python_side_effects
- https://www.tensorflow.org/api_docs/python/tf/strings/as_string
- https://www.tensorflow.org/api_docs/python/tf/summary/scalar

Measured with TensorFlow 2.21 and Keras 3.15 on a CPU.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from tffix.codemod import Applicability, Codemod, Contract, Match, Option, Options
from tffix.semantics.graph import Context
from tffix.semantics.kinds_table import Kind
from tffix.semantics.words import TRACED_BY_KERAS

from ._code import NameTakenError, source
from ._printing import NotPrintableError, Printing
from ._summary import named_scalars, summary_fix
from ._values import Printed, Role, calls_numpy, is_frozen, read
from ._where import is_deliberate, is_exported, is_keras, is_redirected, is_traced, obstacle

if TYPE_CHECKING:
    from tffix.semantics.module import Module

_BYTES = ("tensorflow.io.read_file", "tensorflow.io.encode_", "tensorflow.io.serialize_")
"""What makes a string tensor of which nobody wants to read all."""


def find(module: Module, options: Options) -> Iterator[Match]:
    for call in module.calls("print"):
        if module.qualified(call.func) == "builtins.print":
            context = module.context(call)
            if is_traced(module, context):
                yield from _match(module, call, context, options)


def _match(module: Module, call: ast.Call, context: Context, options: Options) -> Iterator[Match]:
    arguments = read(module, call)
    values = [value for argument in arguments for value in argument.values]
    tensors = [value for value in values if value.role is Role.TENSOR]
    if not tensors or is_deliberate(module, call, arguments):
        return
    message = _message(module, tensors)
    try:
        alternative = _alternative(module, call)
        _refuse(module, call, context, values)
        scalars = named_scalars(module, call, arguments) if options["style"] == "summary" else None
        if scalars:
            yield Match(call, message, summary_fix(module, call, scalars))
            return
        printing = Printing(module, call, arguments)
        yield Match(call, message, printing.fix(_applicability(module, call, context, values), alternative))
    except NotPrintableError as error:
        yield Match(call, message, reason=str(error))
    except NameTakenError as error:
        yield Match(call, message, reason=f"the name {error} means something else here; rename that")


def _message(module: Module, tensors: list[Printed]) -> str:
    failing = [value for value in tensors if value.value.spec or value.node is not value.value.node]
    first = (failing or tensors)[0]
    name = source(module, first.value.node)
    if first.node is not first.value.node:
        return (
            f"`{name}` fails while the graph is traced, where tensors have no value; tf.print writes it at every step"
        )
    if first.value.spec:
        return (
            f"`{name}` cannot be formatted while the graph is traced, without a value; tf.print writes it at every step"
        )
    return f"`{name}` is printed once for each trace, without its value; tf.print writes it at every step"


def _alternative(module: Module, call: ast.Call) -> ast.BoolOp | None:
    """The ``print(x) or y`` that the call stands in, if it does.

    Raises:
        NotPrintableError: its result is used in another way: ``tf.print`` does not return ``None`` while tracing.
    """
    parent = module.parent(call)
    if isinstance(parent, ast.Expr):
        return None
    around = module.parent(parent) if parent is not None else None
    if isinstance(parent, ast.ListComp) and parent.elt is call and isinstance(around, ast.Expr):
        return None
    if isinstance(parent, (ast.Tuple, ast.List)) and isinstance(around, ast.Subscript) and around.value is parent:
        chosen = _constant_index(around.slice, len(parent.elts))
        if chosen is not None and parent.elts[chosen] is not call:
            return None
    if isinstance(parent, ast.BoolOp) and isinstance(parent.op, ast.Or) and parent.values[0] is call:
        return parent
    raise NotPrintableError("its result is used, and tf.print returns an operation there; write it as a statement")


def _constant_index(node: ast.expr, length: int) -> int | None:
    try:
        index = ast.literal_eval(node)
    except ValueError:
        return None
    return index % length if isinstance(index, int) and -length <= index < length else None


def _refuse(module: Module, call: ast.Call, context: Context, values: list[Printed]) -> None:
    reason = obstacle(module, call, context)
    if reason is not None:
        raise NotPrintableError(reason)
    for value in values:
        name = source(module, value.value.node)
        if not value.is_python and not value.understood:
            raise NotPrintableError(
                f"the format {value.value.spec!r} of `{name}` has no equal in a graph; use a simpler one"
            )
        if calls_numpy(value):
            raise NotPrintableError(
                f"`{name}` calls .numpy(), which tensors in a graph do not have; write it with tf operations"
            )


def _applicability(module: Module, call: ast.Call, context: Context, values: list[Printed]) -> Applicability:
    function = context.root or module.function(call)
    doubtful = any(
        value.kind in (Kind.SHAPE, Kind.ARRAY) or is_frozen(module, value, function)
        if value.is_python
        else (value.role is Role.UNKNOWN and value.number is None) or _is_bytes(module, value.node)
        for value in values
    )
    if doubtful or is_keras(module, context) or is_exported(module, context) or is_redirected(module):
        return Applicability.UNSAFE
    return Applicability.SAFE


def _is_bytes(module: Module, value: ast.expr) -> bool:
    origin = module.value(value)
    return isinstance(origin, ast.Call) and (module.qualified(origin.func) or "").startswith(_BYTES)


CODEMOD = Codemod(
    code="TF101",
    name="print-in-graph",
    summary="print of a tensor in code that runs in a graph",
    applicability=Applicability.SAFE,
    contract=Contract.REPAIR,
    words=(("print(", "print ("), TRACED_BY_KERAS),
    find=find,
    example="f-string-with-number-formats",
    options={
        "style": Option(
            default="tf.print",
            help="what prints become: tf.print, or tf.summary.scalar for named scalars",
            choices=("tf.print", "summary"),
        )
    },
)
