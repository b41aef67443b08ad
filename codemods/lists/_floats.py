"""Whether everything that reads a list of losses works as well when they are Python floats."""

from __future__ import annotations

import ast

from tffix.semantics.module import Module
from tffix.semantics.syntax import single_target

_NUMPY = frozenset(
    [
        "mean",
        "sum",
        "std",
        "var",
        "average",
        "argmin",
        "argmax",
        "min",
        "max",
        "median",
        "percentile",
        "array",
        "asarray",
        "save",
        "savetxt",
        "cumsum",
        "convolve",
        "isnan",
        "isfinite",
        "nanmean",
        "amin",
        "amax",
    ]
)
_STORES = frozenset(
    [
        "json.dump",
        "json.dumps",
        "pickle.dump",
        "pickle.dumps",
        "joblib.dump",
        "pandas.DataFrame",
        "pandas.Series",
        "yaml.dump",
        "yaml.safe_dump",
    ]
)
_PLOTS = frozenset(["plot", "semilogy", "semilogx", "loglog", "scatter", "hist", "bar", "lineplot"])
_SHOWS = frozenset(["builtins.print", "builtins.str", "builtins.float", "builtins.round", "builtins.format"])


def keeps_working(module: Module, use: ast.expr) -> bool:
    """Whether this use of the list certainly works with floats as it does with scalar tensors."""
    holder = module.parent(use)
    if isinstance(holder, (ast.Dict, ast.List, ast.Tuple)):
        outer = module.parent(holder)
        return isinstance(outer, ast.Call) and holder in outer.args and _is_store(module, outer)
    if isinstance(holder, ast.Subscript) and holder.value is use and isinstance(holder.ctx, ast.Load):
        return keeps_working(module, holder) if isinstance(holder.slice, ast.Slice) else _is_shown(module, holder)
    if isinstance(holder, ast.Attribute) and holder.attr == "clear":
        return isinstance(module.parent(holder), ast.Call)
    if not isinstance(holder, ast.Call) or use not in holder.args:
        return False
    function = module.qualified(holder.func) or ""
    if function == "builtins.len" or _is_store(module, holder) or _is_plot(module, holder, function):
        return True
    if function.startswith("numpy.") and function[6:] in _NUMPY:
        return True
    if function in ("builtins.sum", "builtins.min", "builtins.max"):
        return _is_shown(module, holder)
    return False


def needs_list(module: Module, use: ast.expr) -> bool:
    """Whether this use keeps the list itself: it is plotted, stored or indexed, not only reduced to one number."""
    holder = module.parent(use)
    if isinstance(holder, ast.Call):
        function = module.qualified(holder.func) or ""
        return _is_store(module, holder) or _is_plot(module, holder, function)
    return isinstance(holder, (ast.Dict, ast.List, ast.Tuple, ast.Subscript))


def _is_store(module: Module, call: ast.Call) -> bool:
    function = module.qualified(call.func) or ""
    return function in _STORES or function in ("numpy.save", "numpy.savetxt")


def _is_plot(module: Module, call: ast.Call, function: str) -> bool:
    if function.startswith(("matplotlib.", "seaborn.")):
        return True
    is_method = not function and isinstance(call.func, ast.Attribute) and call.func.attr in _PLOTS
    return is_method and b"matplotlib" in module.data


def _is_shown(module: Module, number: ast.expr, depth: int = 0) -> bool:
    """Whether a number is only computed with, printed or kept: a method such as ``numpy`` would break."""
    holder = module.parent(number)
    if isinstance(holder, ast.FormattedValue):
        return True
    if isinstance(holder, (ast.BinOp, ast.UnaryOp, ast.Compare, ast.Tuple)) and depth < 10:
        return _is_shown(module, holder, depth + 1)
    if isinstance(holder, ast.Call) and number in holder.args:
        function = module.qualified(holder.func) or ""
        is_format = isinstance(holder.func, ast.Attribute) and holder.func.attr == "format"
        return function in _SHOWS or is_format or (function.startswith("numpy.") and function[6:] in _NUMPY)
    target = single_target(holder)
    return (
        isinstance(target, ast.Name)
        and depth < 10
        and all(
            module.binding(name) is not None and _is_shown(module, name, depth + 1)
            for name in module.uses_of_target(target)
        )
    )
