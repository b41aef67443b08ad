"""A constant in a float16 layer that float16 does not have: 1e-8 is 0 there, 1e9 is infinite.

## What it does
Finds, in the `call` of layers and models that compute in `mixed_float16`, and in functions of the file called there,

- a tiny constant that is to keep a divisor, or what a logarithm or root is taken of, from being 0
  (`x / (tf.norm(x) + 1e-8)`, `tf.math.log(p + 1e-10)`, `x / tf.maximum(norm, 1e-12)`): it becomes `1e-7`, the epsilon
  of Keras;
- a huge constant that a mask is multiplied with (`scores += mask * -1e9`): it becomes `-1e4`.

Only where the tensor beside the constant is certainly float16: the input of the layer, the result of a layer of Keras
that takes the policy in force, and what operations that keep the type make of them. `tf.cast(x, tf.float32)` ends it.

## Why is this bad?
A Python number takes the type of the tensor beside it. The smallest positive float16 is 6e-8 and numbers below 3e-8
become 0, so that the constant protects nothing: `log(0 + 1e-8)` is -inf, `0 / (0 + 1e-8)` nan, and the gradient of
`sqrt(0 + 1e-8)` inf. The largest is 65504, so that -1e9 becomes -inf, and a mask of zeros and ones times -inf is nan
where the mask is 0: `softmax([1, 2, 3] + [0, 0, 1] * -1e9)` is three times nan. The same code is right in float32.

1e-7 is 1.2e-7 in float16: `log` of it is -15.9, `rsqrt` 2896, and 0 divided by it 0. 1 divided by it is still
infinite: there the computation needs float32. A mask times -1e4 gives exactly 0 in the softmax, as with -1e9, in
float16 and in float32, unless the scores themselves differ by thousands.

## When the fix is safe
Never: apply it with `--unsafe-fixes` and read the diff. Where the value is not near 0 nothing changes but the last
digits; to compute this part in float32 (`tf.cast(x, tf.float32)`) can be the better choice.

## When there is no fix
- The constant has a name that other code may read: change it where it is set, or compute this part in float32.
- A number divided by what the constant keeps from being 0: compute this part in float32.
- A huge factor of something that is not added to scores: compute this part in float32.

## What is left alone
- `tf.where(mask, scores, -1e9)`: it selects -inf, which the softmax takes.
- Code that is chosen by a type (`if x.dtype == tf.float32`).
- Layers with a `dtype` or a policy of their own, or made before the policy was set; `mixed_bfloat16`, which has the
  range of float32.
- `epsilon=` of the layers of Keras, which compute their statistics in float32, and of optimizers.
- Losses computed in float16: see [half-precision-head](half-precision-head.md).

## References
- https://www.tensorflow.org/guide/mixed_precision
- https://keras.io/api/mixed_precision/

Measured with TensorFlow 2.21 and Keras 3.15.
"""

from __future__ import annotations

import ast
import itertools
from collections.abc import Iterator

from tffix.codemod import Applicability, Codemod, Contract, Fix, Match, Options
from tffix.rewriting.edits import Replace
from tffix.semantics.module import Module
from tffix.semantics.syntax import argument_values
from tffix.semantics.tree import FUNCTION_TYPES, terminal_name

from ._half import HalfTensors

_SMALLEST = 2.0**-25
"""What is not above it becomes 0 in float16."""
_LARGEST = 65504.0
_MASKING = 1e6
"""What masks are multiplied with, to make the exponential of what is masked 0, is at least so large."""
_REFUSING_ZERO = ("log", "sqrt", "rsqrt", "pow", "reciprocal", "divide")
_BOUNDING = frozenset(
    ["tensorflow.maximum", "tensorflow.math.maximum", "tensorflow.clip_by_value", "keras.ops.maximum", "keras.ops.clip"]
)
"""What keeps its first argument above the second (``maximum`` also the other way round)."""
_NAMED = "the constant has a name that other code may read; change it where it is set, or compute this in float32"

_INFINITE = "divided by 1e-7 it is infinite as well; compute this part in float32"


def find(module: Module, _options: Options) -> Iterator[Match]:
    half = HalfTensors(module)
    for node in half.code():
        if _is_for_one_type(module, node):
            continue
        match = _of_product(module, half, node) if isinstance(node, ast.BinOp) else None
        match = match or _of_guard(module, half, node)
        if match is not None:
            yield match


def _is_for_one_type(module: Module, node: ast.AST) -> bool:
    """Whether code is chosen by a type (``if x.dtype == tf.float32``): it may be what float16 never comes to."""
    around = list(itertools.takewhile(lambda outer: not isinstance(outer, FUNCTION_TYPES), module.ancestors(node)))
    tests = [outer.test for outer in around if isinstance(outer, (ast.If, ast.IfExp, ast.While))]
    tests += [test for inner in around if isinstance(inner, ast.stmt) for test in _left(module, inner)]
    read = [one for test in tests for one in ast.walk(test) if isinstance(one, (ast.Name, ast.Attribute))]
    return any("dtype" in (terminal_name(one) or "") for one in read)


def _left(module: Module, statement: ast.stmt) -> list[ast.expr]:
    """The conditions of the statements before this one that return or raise."""
    block = module.block(statement)
    before = [one for one in block[: block.index(statement)] if isinstance(one, ast.If)]
    return [one.test for one in before if any(isinstance(inner, (ast.Return, ast.Raise)) for inner in ast.walk(one))]


def _of_guard(module: Module, half: HalfTensors, node: ast.AST) -> Match | None:
    """``x + 1e-8``, ``tf.maximum(x, 1e-8)`` or ``tf.clip_by_value(x, 1e-8, 1.0)`` where 0 must not be."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        sides = [node.left, node.right]
    elif isinstance(node, ast.Call) and module.qualified(node.func) in _BOUNDING:
        sides = argument_values(node)[:2]
    else:
        return None
    for constant, tensor in zip(sides, sides[::-1], strict=True):
        value = _number(module, constant)
        if value is not None and 0 < value <= _SMALLEST and half.holds(tensor) and _is_guarded(module, node):
            message = f"`{module.segment(constant)}` is 0 in float16 and protects nothing from 0 here"
            if _divides_a_number(module, node):
                return Match(constant, message, reason=_INFINITE)
            return _match(constant, f"{message}; use 1e-7", "1e-7")
    return None


def _is_guarded(module: Module, node: ast.AST) -> bool:
    """Whether the result is what is divided by, or what a logarithm or root is taken of."""
    holder = module.parent(node)
    if isinstance(holder, ast.BinOp):
        return isinstance(holder.op, ast.Div) and holder.right is node
    if not isinstance(holder, ast.Call) or node not in holder.args:
        return False
    name = module.qualified(holder.func) or ""
    is_divisor = not name.endswith("divide") or holder.args[1:2] == [node]
    return name.rpartition(".")[2] in _REFUSING_ZERO and is_divisor and name.startswith(("tensorflow.", "keras.ops."))


def _divides_a_number(module: Module, guarded: ast.AST) -> bool:
    """Whether a number other than 0 is divided by ``guarded``: that is infinite with 1e-7 as well."""
    holder = module.parent(guarded)
    if isinstance(holder, ast.BinOp):
        return bool(_number(module, holder.left))
    return isinstance(holder, ast.Call) and (module.qualified(holder.func) or "").endswith(".reciprocal")


def _of_product(module: Module, half: HalfTensors, node: ast.BinOp) -> Match | None:
    """``mask * -1e9``."""
    if not isinstance(node.op, ast.Mult):
        return None
    for constant, tensor in ((node.left, node.right), (node.right, node.left)):
        value = _number(module, constant)
        if value is None or abs(value) <= _LARGEST or not half.holds(tensor):
            continue
        message = f"`{module.segment(constant)}` is infinite in float16, and 0 times it nan"
        if not _is_mask(module, node, value):
            return Match(constant, message, reason="float16 ends at 65504; compute this part in float32")
        new = "-1e4" if value < 0 else "1e4"
        return _match(constant, f"{message}, so that masked scores become nan; use {new}", new)
    return None


def _is_mask(module: Module, product: ast.BinOp, factor: float) -> bool:
    """Whether a product takes something so large from scores that only the mask in it can be meant."""
    if abs(factor) < _MASKING:
        return False
    holder = module.parent(product)
    if isinstance(holder, (ast.BinOp, ast.AugAssign)):
        is_taken = isinstance(holder.op, ast.Sub) and getattr(holder, "left", None) is not product
        return is_taken if factor > 0 else isinstance(holder.op, ast.Add)
    return factor < 0 and isinstance(holder, (ast.Assign, ast.Return))


def _match(constant: ast.expr, message: str, new: str) -> Match:
    if isinstance(constant, (ast.Name, ast.Attribute)):
        return Match(constant, message, reason=_NAMED)
    return Match(constant, message, fix=Fix((Replace(constant, new),), (), Applicability.UNSAFE))


def _number(module: Module, expression: ast.expr) -> float | None:
    """The number that an expression certainly is, by its literal or the only value of its name."""
    value = module.value(expression)
    if isinstance(value, ast.UnaryOp) and isinstance(value.op, ast.USub):
        inner = _number(module, value.operand)
        return None if inner is None else -inner
    number = value.value if isinstance(value, ast.Constant) else None
    return float(number) if isinstance(number, (int, float)) and not isinstance(number, bool) else None


CODEMOD = Codemod(
    code="TF504",
    name="float16-pitfalls",
    summary="constant in a float16 layer that is 0 or infinite in float16",
    applicability=Applicability.UNSAFE,
    contract=Contract.REPAIR,
    words=(("mixed_float16",), ("def call",)),
    find=find,
    example="mask-times-a-huge-number",
)
