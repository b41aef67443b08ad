"""A list in a graph loop whose elements are needed becomes a ``tf.TensorArray`` of the same name."""

from __future__ import annotations

import ast

from tffix.rewriting.edits import Edit, Replace, ReplaceStatement
from tffix.semantics.element import Element
from tffix.semantics.module import Module

from ._edits import redefinition
from ._lists import GrownList
from ._reductions import Operation, reduction_of

_STACKS = frozenset(["tensorflow.stack", "tensorflow.convert_to_tensor", "numpy.array", "numpy.asarray", "numpy.stack"])
_CONCATS = frozenset(["tensorflow.concat", "numpy.concatenate"])
_SUMS = frozenset(["tensorflow.add_n", "tensorflow.math.add_n", "builtins.sum"])


def array_edits(module: Module, grown: GrownList, element: Element) -> tuple[Edit, ...] | str:
    """The edits that make the list a tensor array, or the reason why that cannot be done here."""
    if element.dtype is None:
        return (
            f"the dtype of what goes into `{grown.name}` is not known here; "
            "write tf.TensorArray(dtype, size=0, dynamic_size=True) in place of the list"
        )
    if not element.single:
        return f"what goes into `{grown.name}` is not known to be one tensor; use a tf.TensorArray for each part"
    tf = module.spell("tensorflow", grown.appends[0].statement)
    shape = ", element_shape=()" if element.scalar else ""
    name = grown.name
    made = f"{name} = {tf}.TensorArray({tf}.{element.dtype}, size=0, dynamic_size=True{shape})"
    edits: list[Edit] = [redefinition(module, grown, [made])]
    for append in grown.appends:
        template = f"{name} = {name}.write({name}.size(), {{value}})"
        edits.append(ReplaceStatement(append.statement, template, {"value": append.value}))
    for use in grown.uses:
        edit = _use(module, use, element, tf or "tf")
        if edit is None:
            return (
                f"`{name}` is used in line {use.lineno} in a way that a tensor array cannot be; use its `stack()` there"
            )
        edits.append(edit)
    return tuple(edits)


def _use(module: Module, use: ast.Name, element: Element, tf: str) -> Edit | None:
    """The edit for one use of the list."""
    stacked = f"{use.id}.stack()"
    holder = module.parent(use)
    if isinstance(holder, ast.Return) or (
        isinstance(holder, (ast.Tuple, ast.Dict)) and isinstance(module.parent(holder), ast.Return)
    ):
        return Replace(use, stacked)
    if not isinstance(holder, ast.Call) or holder.args[:1] != [use]:
        return None
    function = module.qualified(holder.func) or ""
    if function == "builtins.len":
        # As a tensor it can be returned or printed, but not mixed with floats.
        is_passed = isinstance(module.parent(holder), (ast.Return, ast.Tuple, ast.Call))
        return Replace(holder, f"{use.id}.size()") if is_passed else None
    if function in _STACKS:
        return Replace(holder, stacked) if _is_along_the_list(holder) else None
    if function in _CONCATS:
        return Replace(holder, f"{use.id}.concat()") if _is_along_the_list(holder) and not element.scalar else None
    if function in _SUMS:
        return Replace(holder, f"{tf}.reduce_sum({stacked}, axis=0)") if len(holder.args) == 1 else None
    reduction = reduction_of(module, use)
    if function.startswith("numpy.") and reduction is not None:
        operation = "reduce_mean" if reduction.operation is Operation.MEAN else "reduce_sum"
        return Replace(reduction.node, f"{tf}.{operation}({stacked})")
    if function.startswith("tensorflow.") and not function.startswith("tensorflow.keras"):
        return Replace(use, stacked) if _takes_tensor(function) else None
    return None


def _is_along_the_list(call: ast.Call) -> bool:
    options = [*call.args[1:], *(k.value for k in call.keywords if k.arg != "name")]
    return all(isinstance(option, ast.Constant) and option.value == 0 for option in options)


def _takes_tensor(function: str) -> bool:
    """Whether a function of TensorFlow reads its first argument as one tensor."""
    namespace, _, last = function.rpartition(".")
    return namespace in ("tensorflow", "tensorflow.math") and last.startswith(
        ("reduce_", "transpose", "reshape", "cast", "sort", "argmax", "argmin", "cumsum", "reverse", "top_k", "squeeze")
    )
