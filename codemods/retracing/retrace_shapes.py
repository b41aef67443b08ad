"""A `tf.function` gets tensors of another shape in every iteration of a loop.

## What it does
Finds loops that call a `tf.function` of this file with tensors whose shape provably changes: slices with one moving end
(`tokens[:, :step]`), a tensor that `tf.concat` makes longer each time, a list that grows and is turned into a tensor,
sizes that are drawn (`tf.image.resize(images, (size, size))`), and the batches of `padded_batch`, each as long as its
own longest element. It adds `reduce_retracing=True`.

## Why is this bad?
Every new shape is a new trace: 7 shapes, 7 traces, of 0.1 to 0.28 s and 2 MB each for a small training step. With
`reduce_retracing=True` the second trace leaves the dimension open, and there are 2 in all (3 where the first call makes
the variables of a model).

The smaller last batch of an epoch is **no** defect, though often called one: it costs one trace more, once.
`drop_remainder=True` loses data to save it, and is not proposed here.

## When the fix is safe
Never: apply it with `--unsafe-fixes` and read the diff. Shapes that were numbers become `None` in the function, which
some layers and functions of other files may not take (`Dense` on a last dimension that is not known), and operations
on open shapes can be slower.

An `input_signature` would save the second trace, too, but it fixes the dtype and the rank of every argument, and a
default of a Python argument can no longer be changed (`TypeError`). One file hardly ever shows all that, so none is
written.

## When there is no fix
- The function, or one of this file that it calls, uses a static size: `x.shape[0]`, `len(x)`, `tf.unstack(x)`. With
  an open shape `tf.zeros((x.shape[0], 2))` fails: `Expected int32, but got None`. Use `tf.shape(x)[0]` first.

## What is left alone
- Functions with `input_signature`, `reduce_retracing` or `experimental_relax_shapes`.
- `x[i : i + size]`, whose length is the same but for the end, fewer than five shapes, and shapes that are not proven to
  change.
- Functions that XLA compiles: it compiles them anew for each shape whatever the trace says.

## References
- https://www.tensorflow.org/guide/function#controlling_retracing
- https://www.tensorflow.org/api_docs/python/tf/function

Measured with TensorFlow 2.21 and Keras 3.15 on a CPU.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tffix.codemod import Applicability, Codemod, Contract, Fix, Match, Options
from tffix.rewriting.edits import Edit, Replace, SetKeyword, escaped
from tffix.semantics.kinds_table import Kind
from tffix.semantics.module import Module
from tffix.semantics.syntax import argument_values

from ._shapes import Shapes
from ._traced import Traced, calls, loops_around, shown, traced

_CALLABLE = (Kind.MODEL, Kind.LAYER, Kind.LOSS)


def find(module: Module, _options: Options) -> Iterator[Match]:
    if module.graph.runs_eagerly:
        return
    shapes = Shapes(module)
    for function in traced(module):
        if not isinstance(function.function, ast.FunctionDef) or function.has_signature or function.is_compiled:
            continue
        found = _changing(module, shapes, function)
        if found is not None:
            yield _match(module, function, function.function, *found)


def _changing(module: Module, shapes: Shapes, function: Traced) -> tuple[ast.expr, str] | None:
    """The first argument that a loop passes in many shapes, and why it has them."""
    for call in calls(module, function):
        if not loops_around(module, call) or module.context(call).is_graph:
            continue
        for argument in argument_values(call):
            why = shapes.why(argument)
            if why is not None:
                return argument, why
    return None


def _match(module: Module, function: Traced, definition: ast.FunctionDef, argument: ast.expr, why: str) -> Match:
    message = f"{why}, so that `{definition.name}` is traced anew for every shape"
    static = _static_size(module, definition)
    if static is not None:
        reason = (
            f"`{shown(module, static)}` in line {static.lineno} needs a size that is then left open; "
            "use `tf.shape` there, and add `reduce_retracing=True`"
        )
        return Match(argument, message, reason=reason)
    return Match(argument, message, Fix((_edit(module, function),), applicability=Applicability.UNSAFE))


def _edit(module: Module, function: Traced) -> Edit:
    if function.options is not None:
        return SetKeyword(function.options, "reduce_retracing", "True")
    return Replace(function.maker, f"{escaped(module.segment(function.maker))}(reduce_retracing=True)")


def _static_size(module: Module, definition: ast.FunctionDef) -> ast.expr | None:
    """A place where the function, or a function, layer or model of the file that it may call, needs a static size."""
    models = [owner for owner in module.nodes(ast.ClassDef) if module.class_kind(owner) in _CALLABLE]
    methods = [s for owner in models for s in owner.body if isinstance(s, ast.FunctionDef) and s.name != "__init__"]
    for root in (definition, *methods):
        for node in module.definitions.reachable(root, classes=True):
            if isinstance(node, ast.Attribute) and node.attr == "shape" and module.qualified(node) is None:
                if not _is_whole(module, node):
                    return node
            elif isinstance(node, ast.Call):
                name = module.qualified(node.func) or ""
                is_asked = isinstance(node.func, ast.Attribute) and node.func.attr == "get_shape"
                if is_asked or name in ("builtins.len", "tensorflow.unstack"):
                    return node
    return None


def _is_whole(module: Module, shape: ast.Attribute) -> bool:
    """Whether a shape is only shown."""
    holder = module.parent(shape)
    return isinstance(holder, ast.Call) and module.qualified(holder.func) in ("builtins.print", "tensorflow.print")


CODEMOD = Codemod(
    code="TF107",
    name="retrace-shapes",
    summary="tf.function called with a new shape each time",
    applicability=Applicability.UNSAFE,
    contract=Contract.TOLERANCE,
    words=((".function",), ("for ", "while ")),
    find=find,
    example="prefix-grows",
)
