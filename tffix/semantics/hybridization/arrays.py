"""NumPy arrays that are passed to a graph.

``tf.function`` makes tensors of them, and a ``float64`` tensor does not mix with ``float32`` ones; eager arithmetic
converts an array to the dtype of the tensor beside it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable

from tffix.semantics.kinds_table import PLAIN_KINDS, Kind
from tffix.semantics.module import Module
from tffix.semantics.origins import dtype_argument
from tffix.semantics.scopes import BindingKind
from tffix.semantics.syntax import argument_values

_MAX_DEPTH = 4


def may_be_array(module: Module, value: ast.expr, depth: int = 0) -> bool:
    """Whether a value is a NumPy array that may not be float32, or is computed in a way which is not known.

    What a loop or ``next`` takes from something unknown is taken for a tensor, as is what a function is given.
    """
    if _is_float32(module, value):
        return False
    kind = module.kind(value)
    if kind is not Kind.UNKNOWN:
        return kind is Kind.ARRAY
    if isinstance(value, ast.Name) and depth < _MAX_DEPTH:
        bindings = [b for b in module.bindings(value) if b.kind not in (BindingKind.FOR, BindingKind.PARAMETER)]
        return any(binding.value is None or may_be_array(module, binding.value, depth + 1) for binding in bindings)
    if isinstance(value, ast.Call):
        return module.qualified(value.func) != "builtins.next"
    if isinstance(value, (ast.GeneratorExp, ast.ListComp)):
        return may_be_array(module, value.elt, depth + 1)
    return isinstance(value, ast.Subscript)


def _is_float32(module: Module, value: ast.expr) -> bool:
    """Whether an array is made with the dtype that tensors have by default."""
    made = module.value(value)
    if not isinstance(made, ast.Call):
        return False
    is_cast = isinstance(made.func, ast.Attribute) and made.func.attr == "astype" and len(made.args) == 1
    if is_cast:
        dtype = made.args[0]
        named = isinstance(dtype, ast.Constant) and dtype.value == "float32"
        return named or (module.qualified(dtype) or "").endswith(".float32")
    return dtype_argument(module, made) == "float32"


def mixes_with_tensors(module: Module, uses: Iterable[ast.Name], depth: int = 0) -> bool:
    """Whether one of ``uses`` is an operand beside what may be a tensor, here or in a function that it is passed to."""
    return any(_is_operand(module, use) or _is_mixed_by_callee(module, use, depth) for use in uses)


def _is_operand(module: Module, use: ast.expr) -> bool:
    holder = module.parent(use)
    while isinstance(holder, (ast.UnaryOp, ast.Subscript)) and holder is not None:
        if isinstance(holder, ast.Subscript) and holder.value is not use:
            return False
        use, holder = holder, module.parent(holder)
    if isinstance(holder, ast.BinOp):
        operands = [holder.left, holder.right]
    elif isinstance(holder, ast.Compare):
        operands = [holder.left, *holder.comparators]
    else:
        return False
    return any(operand is not use and module.kind(operand) not in PLAIN_KINDS for operand in operands)


def _is_mixed_by_callee(module: Module, use: ast.Name, depth: int) -> bool:
    call = module.parent(use)
    if isinstance(call, ast.keyword):
        call = module.parent(call)
    if not isinstance(call, ast.Call) or depth >= _MAX_DEPTH or use not in argument_values(call):
        return False
    local = module.definition(call.func)
    if not isinstance(local, ast.FunctionDef):
        return False
    parameter = module.parameters.given(local, call, use)
    return parameter is not None and mixes_with_tensors(module, module.uses_of_target(parameter), depth + 1)
