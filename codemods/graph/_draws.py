"""Random numbers of NumPy and Python as ``tf.random`` draws them: from the same distribution, of the same shape."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tffix.semantics.kinds_table import Kind
from tffix.semantics.syntax import has_starred, is_none
from tffix.semantics.tree import terminal_name

if TYPE_CHECKING:
    from tffix.semantics.module import Module


class NoDrawError(Exception):
    """``tf.random`` has nothing that certainly draws the same; the message says why and what to do."""


@dataclass(frozen=True)
class Draw:
    """A call of ``tf.random``: a template without the closing parenthesis, so that a dtype may follow."""

    template: str
    parts: Mapping[str, ast.AST]
    is_integer: bool
    is_scalar: bool
    takes_dtype: bool = True

    def written(self, dtype: str | None) -> str:
        """The template of the whole call."""
        return f"{self.template}, dtype={dtype})" if dtype and self.takes_dtype else f"{self.template})"


@dataclass(frozen=True)
class _Function:
    """A function of ``tf.random`` and the parameters of its equal, in order, as TensorFlow calls them."""

    name: str
    parameters: tuple[str, ...]
    names: tuple[str, ...] = ()
    is_integer: bool = False


_UNIFORM = _Function("uniform", ("shape",), ("size",))
_FUNCTIONS = {
    "numpy.random.normal": _Function("normal", ("mean", "stddev", "shape"), ("loc", "scale", "size")),
    "numpy.random.standard_normal": _Function("normal", ("shape",), ("size",)),
    "numpy.random.randn": _Function("normal", ("*",)),
    "numpy.random.rand": _Function("uniform", ("*",)),
    "numpy.random.random": _UNIFORM,
    "numpy.random.random_sample": _UNIFORM,
    "numpy.random.uniform": _Function("uniform", ("minval", "maxval", "shape"), ("low", "high", "size")),
    "numpy.random.randint": _Function("uniform", ("minval", "maxval", "shape"), ("low", "high", "size"), True),
    "random.random": _Function("uniform", ()),
    "random.uniform": _Function("uniform", ("minval", "maxval"), ("a", "b")),
    "random.randint": _Function("uniform", ("minval", "maxval"), ("a", "b"), True),
    "random.gauss": _Function("normal", ("mean", "stddev"), ("mu", "sigma")),
    "random.normalvariate": _Function("normal", ("mean", "stddev"), ("mu", "sigma")),
}
_ADVICE = {
    "numpy.random.beta": "a beta is x / (x + y) of two tf.random.gamma",
    "numpy.random.binomial": "use tf.random.stateless_binomial",
    "numpy.random.exponential": "use tf.random.gamma with alpha=1.0",
    "numpy.random.gamma": "use tf.random.gamma",
    "numpy.random.permutation": "use tf.random.shuffle of a tensor",
    "numpy.random.poisson": "use tf.random.poisson",
    "numpy.random.shuffle": "use tf.random.shuffle of a tensor",
    "random.shuffle": "shuffle a tensor with tf.random.shuffle, or the list outside of the function",
}
_ORDER = ("shape", "minval", "maxval", "mean", "stddev")
_ONE_BY_ONE = (Kind.ARRAY, Kind.LIST, Kind.TUPLE, Kind.TENSOR)


def draw(module: Module, call: ast.Call, qualified: str) -> Draw:
    """How ``tf.random`` draws what ``call`` draws.

    Raises:
        NoDrawError: it does not.
    """
    function = _FUNCTIONS.get(qualified)
    written = module.segment(call.func)
    if qualified == "numpy.random.permutation" and len(call.args) == 1 and not call.keywords:
        return _permutation(module, call)
    if function is None:
        advice = _ADVICE.get(qualified, "draw an index with tf.random.uniform, and take it with tf.gather")
        raise NoDrawError(f"tf.random has no equal of `{written}`; {advice}")
    spelled = module.spell(f"tensorflow.random.{function.name}", call)
    if spelled is None:
        raise NoDrawError("tensorflow has no name here; import it, and draw with tf.random")
    if function.parameters == ("*",):
        shape, parts = _dimensions(call)
        return Draw(f"{spelled}({shape}", parts, False, not call.args)
    given = _given(call, function, written)
    shape, parts = _shape(module, given.pop("shape", None))
    if function.is_integer and "maxval" not in given:
        given = {"minval": ast.Constant(0), "maxval": given["minval"]} if "minval" in given else {}
        if not given:
            raise NoDrawError(f"`{written}` is given no limit here; write it with tf.random")
    if shape == "()" and any(module.kind(value) in _ONE_BY_ONE for value in given.values()):
        raise NoDrawError("the shape is that of its arguments; give tf.random the shape")
    arguments = [shape]
    for position, (name, value) in enumerate(sorted(given.items(), key=lambda item: _ORDER.index(item[0]))):
        expected = ("minval", "maxval") if function.name == "uniform" else ("mean", "stddev")
        prefix = "" if expected[position] == name else f"{name}="
        arguments.append(prefix + _argument(value, name, parts, one_more=qualified == "random.randint"))
    return Draw(f"{spelled}({', '.join(arguments)}", parts, function.is_integer, shape == "()")


def _permutation(module: Module, call: ast.Call) -> Draw:
    """``np.random.permutation(n)``: the numbers below ``n``, shuffled."""
    size: ast.expr = call.args[0]
    if isinstance(size, ast.Call) and module.qualified(size.func) == "builtins.range" and len(size.args) == 1:
        size = size.args[0]
    shuffle, numbers = (module.spell(f"tensorflow.{name}", call) for name in ("random.shuffle", "range"))
    is_number = module.kind(size) is Kind.NUMBER or (
        isinstance(size, ast.Subscript) and terminal_name(size.value) == "shape"
    )
    if not is_number or shuffle is None or numbers is None:
        raise NoDrawError(f"`{module.segment(size)}` may be an array; use tf.random.shuffle of a tensor")
    return Draw(f"{shuffle}({numbers}({{size}})", {"size": size}, True, False, takes_dtype=False)


def _argument(value: ast.expr, name: str, parts: dict[str, ast.AST], *, one_more: bool) -> str:
    if one_more and name == "maxval":
        if isinstance(value, ast.Constant) and isinstance(value.value, int):
            return str(value.value + 1)
        parts[name] = value
        return f"{{{name}}} + 1"
    if not hasattr(value, "lineno"):
        return ast.unparse(value)
    parts[name] = value
    return f"{{{name}}}"


def _given(call: ast.Call, function: _Function, written: str) -> dict[str, ast.expr]:
    if has_starred(call.args) or len(call.args) > len(function.parameters):
        raise NoDrawError(f"the arguments of `{written}` are not all known; write it with tf.random")
    given = dict(zip(function.parameters, call.args, strict=False))
    for keyword in call.keywords:
        if keyword.arg not in function.names:
            raise NoDrawError(f"`{keyword.arg}` of `{written}` has no equal; write it with tf.random")
        given[function.parameters[function.names.index(keyword.arg)]] = keyword.value
    return given


def _dimensions(call: ast.Call) -> tuple[str, dict[str, ast.AST]]:
    if call.keywords:
        raise NoDrawError("its arguments are not known; write it with tf.random")
    if len(call.args) == 1 and isinstance(call.args[0], ast.Starred):
        return "{shape}", {"shape": call.args[0].value}
    parts: dict[str, ast.AST] = {f"d{index}": value for index, value in enumerate(call.args)}
    return (f"[{', '.join(f'{{{name}}}' for name in parts)}]" if parts else "()"), parts


def _shape(module: Module, size: ast.expr | None) -> tuple[str, dict[str, ast.AST]]:
    """The template of a shape and its part."""
    if size is None or is_none(size):
        return "()", {}
    is_shape = isinstance(size, (ast.Tuple, ast.List)) or terminal_name(size) == "shape"
    if is_shape or module.kind(size) in (Kind.SHAPE, Kind.TENSOR, Kind.TUPLE, Kind.LIST):
        return "{shape}", {"shape": size}
    if module.kind(size) is Kind.NUMBER:
        return "[{shape}]", {"shape": size}
    raise NoDrawError("`size` may be a number or a tuple; write the shape as a list, and draw with tf.random")
