"""Which arguments have another shape in every iteration of a loop."""

from __future__ import annotations

import ast

from tffix.semantics.kinds_table import Kind
from tffix.semantics.module import Module
from tffix.semantics.scopes import Binding, BindingKind, Path
from tffix.semantics.syntax import argument, is_none, is_true, literal_element, receiver
from tffix.semantics.tree import terminal_name

from ._traced import loops_around, shown
from ._varying import bound_in, is_conditional, is_number, is_short, varies

_ARRAYS = (Kind.TENSOR, Kind.ARRAY, Kind.VARIABLE)
_SAME_SHAPE = frozenset(["array", "asarray", "cast", "constant", "convert_to_tensor", "expand_dims", "identity"])
"""Functions that change no more of a shape than to add a dimension; the first two groups also take lists."""
_JOINING = frozenset(["concat", "concatenate", "append", "hstack", "vstack"])
_SIZES = {
    "tensorflow.image.random_crop": ("size", 1),
    "tensorflow.image.resize": ("size", 1),
    "tensorflow.ones": ("shape", 0),
    "tensorflow.random.normal": ("shape", 0),
    "tensorflow.random.uniform": ("shape", 0),
    "tensorflow.zeros": ("shape", 0),
    "numpy.ones": ("shape", 0),
    "numpy.random.normal": ("size", 2),
    "numpy.random.uniform": ("size", 2),
    "numpy.zeros": ("shape", 0),
}
"""Functions that are given the shape, by name or position."""
_PASSING = frozenset(["cache", "prefetch", "repeat", "shuffle", "skip", "take", "with_options"])
_AROUND = frozenset(["enumerate", "tqdm"])
_MAX_DEPTH = 8


class Shapes:
    """Why values change their shapes."""

    def __init__(self, module: Module) -> None:
        self._module = module

    def why(self, expression: ast.expr, depth: int = 0, *, lists: bool = False) -> str | None:
        """What gives ``expression`` another shape in every iteration; ``None`` when that is not certain.

        With ``lists`` it is turned into a tensor, so that its length as a list matters.
        """
        if depth > _MAX_DEPTH:
            return None
        if isinstance(expression, ast.Subscript):
            return self._sliced(expression, depth, lists=lists)
        if isinstance(expression, ast.Call):
            return self._called(expression, depth)
        if isinstance(expression, ast.Name):
            return self._named(expression, depth, lists=lists)
        if isinstance(expression, (ast.List, ast.Tuple)) and lists and len(expression.elts) == 1:
            return self.why(expression.elts[0], depth + 1, lists=True)
        return None

    # -- expressions -----------------------------------------------------------------------------------------------

    def _sliced(self, node: ast.Subscript, depth: int, *, lists: bool) -> str | None:
        """``x[:i]`` and its like: one end moves, the other does not."""
        kind = self._module.kind(node.value)
        is_array = kind in _ARRAYS
        if not is_array and not (lists and kind is Kind.LIST):
            return None
        parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        for part in parts:
            if isinstance(part, ast.Slice) and self._grows(part):
                return f"`{shown(self._module, node)}` is longer or shorter each time"
        keeps = all(isinstance(part, ast.Slice) or is_none(part) or _is_newaxis(part) for part in parts)
        whole = all(not isinstance(p, ast.Slice) or (p.lower, p.upper, p.step) == (None, None, None) for p in parts)
        return self.why(node.value, depth + 1) if is_array and keeps and whole else None

    def _grows(self, part: ast.Slice) -> bool:
        ends = [end for end in (part.lower, part.upper) if end is not None]
        moving = [end for end in ends if self._is_moving(end)]
        return len(moving) == 1 and all(end in moving or isinstance(end, ast.Constant) for end in ends)

    def _is_moving(self, size: ast.expr) -> bool:
        """Whether a size is another number in every iteration, not only in the last one (``min(size, end - i)``)."""
        value = self._module.value(size)
        limited = any(
            self._module.qualified(n.func) == "builtins.min" for n in ast.walk(value) if isinstance(n, ast.Call)
        )
        return not limited and is_number(self._module, size) and varies(self._module, size)

    def _called(self, call: ast.Call, depth: int) -> str | None:
        module = self._module
        qualified = module.qualified(call.func)
        if qualified is None:
            return None
        name = qualified.rpartition(".")[2]
        is_array = qualified.startswith(("tensorflow.", "numpy."))
        if is_array and name in _SAME_SHAPE and call.args:
            return self.why(call.args[0], depth + 1, lists=True)
        given = argument(call, *_SIZES[qualified]) if qualified in _SIZES else None
        if given is None:
            return None
        sizes = given.elts if isinstance(given, (ast.List, ast.Tuple)) else [given]
        for size in sizes:
            if self._is_moving(size):
                return f"`{shown(module, size)}` is part of its shape, and changes"
        return None

    # -- names -----------------------------------------------------------------------------------------------------

    def _named(self, name: ast.Name, depth: int, *, lists: bool) -> str | None:
        module = self._module
        loops = loops_around(module, name)
        if lists and module.kind(name) is Kind.LIST and self._is_filled(name, loops):
            return f"`{name.id}` is a list that grows"
        bindings = bound_in(module, name, loops)
        for binding in bindings:
            if self._is_grown(binding):
                return f"`{name.id}` grows"
        if len(bindings) != 1 or len(module.bindings(name)) != 1:
            return None
        binding = bindings[0]
        if binding.kind is BindingKind.ASSIGN and binding.value is not None and not binding.path:
            return self.why(binding.value, depth + 1, lists=lists)
        if binding.kind is BindingKind.FOR and binding.value is not None and module.kind(name) is not Kind.NUMBER:
            return self._batch(binding.value, binding.path)
        return None

    def _is_filled(self, name: ast.Name, loops: list[ast.stmt]) -> bool:
        """Whether every iteration appends to a list that is made before the loop."""
        for call in self._module.calls("append"):
            target = receiver(call)
            if not isinstance(target, ast.Name) or target.id != name.id:
                continue
            around = [loop for loop in loops_around(self._module, call) if loop in loops]
            made = self._module.bindings(name)
            is_kept = bool(around) and not any(self._module.contains(around[0], b.node) for b in made)
            is_same = made == self._module.bindings(target)
            if is_kept and is_same and not is_short(self._module, around[0]) and not is_conditional(self._module, call):
                return True
        return False

    def _is_grown(self, binding: Binding) -> bool:
        """Whether a name is bound to itself joined with something else (``x = tf.concat([x, y], 0)``)."""
        value = binding.value
        if binding.kind is not BindingKind.ASSIGN or not isinstance(value, ast.Call) or binding.path:
            return False
        qualified = self._module.qualified(value.func) or ""
        if not qualified.startswith(("tensorflow.", "numpy.")) or qualified.rpartition(".")[2] not in _JOINING:
            return False
        parts = value.args[0].elts if value.args and isinstance(value.args[0], (ast.List, ast.Tuple)) else value.args
        itself = [p for p in parts if isinstance(p, ast.Name) and binding in self._module.bindings(p)]
        loops = loops_around(self._module, binding.node)
        return bool(itself) and not is_short(self._module, loops[0]) and not is_conditional(self._module, binding.node)

    # -- datasets ----------------------------------------------------------------------------------------------------

    def _batch(self, iterable: ast.expr, path: Path) -> str | None:
        """What gives the batches of a dataset, or the part of them at ``path``, different shapes."""
        call: ast.expr | None = iterable
        for _ in range(20):
            call = self._module.value(call) if isinstance(call, ast.Name) else call
            if isinstance(call, ast.Name):
                binding = self._module.binding(call)
                call = None if binding is None or binding.path else binding.value
            if not isinstance(call, ast.Call):
                return None
            name = terminal_name(call.func)
            if name in _AROUND and call.args:
                path = path[1:] if name == "enumerate" else path
                call = call.args[0]
            elif self._module.kind(call) is not Kind.DATASET or receiver(call) is None:
                return None
            elif name in ("padded_batch", "bucket_by_sequence_length"):
                is_open = _is_open(self._module, call, name, path)
                return f"`{name}` makes each batch as long as its longest element" if is_open else None
            elif name in _PASSING:
                call = receiver(call)
            else:
                return None
        return None


def _is_newaxis(part: ast.expr) -> bool:
    return terminal_name(part) == "newaxis" or (isinstance(part, ast.Constant) and part.value is Ellipsis)


def _is_open(module: Module, call: ast.Call, name: str, path: Path) -> bool:
    """Whether a padding stage leaves some length of the part at ``path`` to the batch."""
    if name == "bucket_by_sequence_length":
        return not is_true(argument(call, "pad_to_bucket_boundary"))
    shapes = argument(call, "padded_shapes", 1)
    if shapes is None or is_none(shapes):
        return True
    for index in path:
        shapes = literal_element(shapes, index) or shapes
    return any(is_none(node) or _is_minus_one(node) for node in ast.walk(shapes)) and all(
        module.qualified(node) is not None for node in ast.walk(shapes) if isinstance(node, ast.Name)
    )


def _is_minus_one(node: ast.AST) -> bool:
    return isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) and isinstance(node.operand, ast.Constant)
