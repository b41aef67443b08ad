"""In which order the samples of a data set are: by class, or as windows that slide over a series."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from tffix.semantics.module import Module
from tffix.semantics.scopes import BindingKind
from tffix.semantics.sources import values
from tffix.semantics.syntax import literal_element, names_in, receiver

_DEPTH = 12
_RANGE = "builtins.range"
_SAME_ORDER = frozenset(
    [
        *("numpy.array", "numpy.asarray", "numpy.asfarray", "numpy.reshape", "numpy.expand_dims", "numpy.float32"),
        *("tensorflow.convert_to_tensor", "tensorflow.constant", "tensorflow.one_hot", "builtins.list"),
    ]
)
_SAME_ORDER_METHODS = ("reshape", "astype", "copy", "to_numpy", "ravel", "flatten")
_READERS = ("fit", "evaluate", "predict", "append", "transform", "fit_transform", "format")
_JOINS = frozenset(["numpy.concatenate", "numpy.hstack", "numpy.vstack"])
_FILLS = frozenset(["numpy.zeros", "numpy.ones", "numpy.full", "numpy.zeros_like", "numpy.ones_like"])


def is_ordered_by_class(module: Module, labels: ast.expr, depth: int = 0) -> bool:
    """Whether ``labels`` certainly are those of the first class, then those of the second, and so on."""
    if depth > _DEPTH:
        return False
    inner = _inside(module, labels)
    if inner is not None:
        return is_ordered_by_class(module, inner, depth + 1)
    if isinstance(labels, (ast.Name, ast.Attribute)):
        if _may_be_changed(module, labels):
            return False
        appends = _appends(module, labels)
        if appends:
            return _is_filled_by_class(module, appends)
        found = [value for binding in module.origins(labels) for value in values(module, binding)]
        return len(found) == 1 and is_ordered_by_class(module, found[0], depth + 1)
    return _is_joined(module, labels)


def is_windows(module: Module, samples: ast.expr, depth: int = 0) -> bool:
    """Whether ``samples`` certainly are windows that overlap: ``series[i : i + n]`` for one ``i`` after the other."""
    if depth > _DEPTH:
        return False
    inner = _inside(module, samples)
    if inner is not None:
        return is_windows(module, inner, depth + 1)
    if not isinstance(samples, (ast.Name, ast.Attribute)) or _may_be_changed(module, samples):
        return False
    appends = _appends(module, samples)
    if appends:
        return len(appends) == 1 and _is_window(module, appends[0])
    found = [value for binding in module.origins(samples) for value in values(module, binding)]
    return len(found) == 1 and is_windows(module, found[0], depth + 1)


def _inside(module: Module, node: ast.expr) -> ast.expr | None:
    """What a conversion that keeps the order of the samples is given."""
    if not isinstance(node, ast.Call):
        return None
    name = module.qualified(node.func) or ""
    is_one_hot = (module.keras_path(node.func) or "").endswith("to_categorical")
    if node.args and (name in _SAME_ORDER or is_one_hot):
        return node.args[0]
    owner = receiver(node)
    is_method = owner is not None and not name and isinstance(node.func, ast.Attribute)
    return owner if is_method and getattr(node.func, "attr", "") in _SAME_ORDER_METHODS else None


def _may_be_changed(module: Module, name: ast.expr) -> bool:
    """Whether a function that is not known is given the object, and so may change the order in place."""
    calls = [module.parent(use) for binding in module.origins(name) for use in module.uses(binding)]
    return any(
        isinstance(call, ast.Call)
        and module.qualified(call.func) is None
        and getattr(call.func, "attr", "") not in _READERS
        for call in calls
    )


def _appends(module: Module, name: ast.expr) -> list[ast.Call]:
    """The calls of ``append`` that fill a list, empty at first, that nothing else changes."""
    binding = module.binding(name)
    made = values(module, binding) if binding is not None and binding.kind is BindingKind.ASSIGN else []
    is_empty = len(made) == 1 and isinstance(made[0], ast.List) and not made[0].elts
    if binding is None or not is_empty:
        return []
    found: list[ast.Call] = []
    for use in module.uses(binding):
        method = module.parent(use)
        call = module.parent(method) if isinstance(method, ast.Attribute) else None
        if isinstance(method, ast.Attribute) and isinstance(call, ast.Call) and call.func is method:
            if method.attr != "append" or len(call.args) != 1:
                return []
            found.append(call)
    return found


def _loops(module: Module, node: ast.AST) -> list[ast.For]:
    """The ``for`` loops of the function around ``node``, from the inside out."""
    function = module.function(node)
    around = [outer for outer in module.ancestors(node) if isinstance(outer, ast.For)]
    return [loop for loop in around if module.function(loop) is function]


def _is_filled_by_class(module: Module, appends: list[ast.Call]) -> bool:
    added = [call.args[0] for call in appends]
    if len(added) > 1:
        loops = [_loops(module, call)[:1] for call in appends]
        constants = [one.value for one in added if isinstance(one, ast.Constant)]
        apart = all(loops) and len({loop[0] for loop in loops}) == len(loops)
        return (
            apart and len(set(map(repr, constants))) == len(added) and not any(_loops(module, c)[1:] for c in appends)
        )
    if _is_of_outer_loop(module, appends[0], added[0]):
        return True
    return _is_of_pairs(module, added[0])


def _is_of_outer_loop(module: Module, call: ast.Call, value: ast.expr) -> bool:
    """Whether the value changes with the outer loop around ``call`` only: one class after the other."""
    loops = _loops(module, call)
    names = [name for name in names_in(value) if module.qualified(name) is None]
    if len(loops) != 2 or not names:
        return False
    inner, outer = loops
    made = [binding.node for name in names for binding in module.origins(name)]
    inside = [node for node in made if module.contains(outer, node)]
    counts = all(isinstance(loop.iter, ast.Call) and module.qualified(loop.iter.func) == _RANGE for loop in loops)
    return bool(inside) and not counts and not any(module.contains(inner, node) for node in made)


def _is_of_pairs(module: Module, value: ast.expr) -> bool:
    """Whether the value is the label of a loop over pairs that a list got class by class."""
    binding = module.binding(value)
    if binding is None or binding.kind is not BindingKind.FOR or binding.value is None or len(binding.path) != 1:
        return False
    pairs = _list_of(module, binding.value, 0)
    if len(pairs) != 1:
        return False
    label = literal_element(pairs[0].args[0], binding.path[0])
    return label is not None and _is_of_outer_loop(module, pairs[0], label)


def _list_of(module: Module, expression: ast.expr, depth: int) -> list[ast.Call]:
    """The calls of ``append`` that fill the list behind ``expression``, through the function that returns it."""
    inner = _inside(module, expression)
    if inner is not None and depth < _DEPTH:
        return _list_of(module, inner, depth + 1)
    if isinstance(expression, ast.Call) and depth < _DEPTH:
        local = module.definition(expression.func)
        returned = module.returned(local) if isinstance(local, ast.FunctionDef) else []
        return _list_of(module, returned[0], depth + 1) if len(returned) == 1 else []
    if not isinstance(expression, ast.Name) or depth >= _DEPTH:
        return []
    appends = _appends(module, expression)
    found = [value for binding in module.origins(expression) for value in values(module, binding)]
    return appends or (_list_of(module, found[0], depth + 1) if len(found) == 1 else [])


def _is_joined(module: Module, labels: ast.expr) -> bool:
    """``np.concatenate([np.zeros(n), np.ones(m)])``, ``[0] * n + [1] * m`` and ``np.repeat([0, 1], n)``."""
    if isinstance(labels, ast.BinOp) and isinstance(labels.op, ast.Add):
        sides = (labels.left, labels.right)
        return all(_is_repeated(side) or _is_joined(module, side) for side in sides) and _differ(module, sides)
    if not isinstance(labels, ast.Call) or not labels.args:
        return False
    name, first = module.qualified(labels.func), labels.args[0]
    if name == "numpy.repeat":
        is_range = isinstance(first, ast.Call) and module.qualified(first.func) in (_RANGE, "numpy.arange")
        return is_range or (isinstance(first, ast.List) and len(first.elts) > 1)
    if name not in _JOINS or not isinstance(first, (ast.List, ast.Tuple)) or len(first.elts) < 2:
        return False
    if labels.keywords or len(labels.args) > 1:
        return False
    parts = [module.value(part) for part in first.elts]
    return all(_is_filled(module, part) for part in parts) and _differ(module, parts)


def _differ(module: Module, parts: Sequence[ast.expr]) -> bool:
    """Whether the parts hold different values, as far as functions and constants say."""
    kinds = [part.func if isinstance(part, ast.Call) else getattr(part, "left", part) for part in parts]
    return len({module.segment(kind) for kind in kinds}) > 1


def _is_filled(module: Module, part: ast.expr) -> bool:
    inner = _inside(module, part)
    part = part if inner is None else inner
    is_fill = isinstance(part, ast.Call) and module.qualified(part.func) in _FILLS
    return is_fill or _is_repeated(part)


def _is_repeated(part: ast.expr) -> bool:
    """``[0] * n``."""
    if not isinstance(part, ast.BinOp) or not isinstance(part.op, ast.Mult) or not isinstance(part.left, ast.List):
        return False
    return len(part.left.elts) == 1 and isinstance(part.left.elts[0], ast.Constant)


def _is_window(module: Module, call: ast.Call) -> bool:
    """``samples.append(series[i : i + n])`` in a loop over a ``range`` without a step."""
    loops = _loops(module, call)
    count = loops[0].iter if loops else None
    value = call.args[0]
    while isinstance(value, ast.Subscript) and not _slices(value):
        value = value.value
    if not isinstance(value, ast.Subscript) or not isinstance(count, ast.Call) or len(count.args) > 2 or count.keywords:
        return False
    if module.qualified(count.func) != _RANGE or not isinstance(loops[0].target, ast.Name):
        return False
    bounds = [bound for one in _slices(value)[:1] for bound in (one.lower, one.upper)]
    counter = loops[0].target.id
    if any(isinstance(node, ast.Mult) for bound in bounds if bound is not None for node in ast.walk(bound)):
        return False
    return all(bound is not None and any(name.id == counter for name in names_in(bound)) for bound in bounds)


def _slices(value: ast.Subscript) -> list[ast.Slice]:
    """The slice along the first axis with both bounds, if there is one."""
    first = value.slice.elts[0] if isinstance(value.slice, ast.Tuple) and value.slice.elts else value.slice
    return [first] if isinstance(first, ast.Slice) and first.lower is not None and first.upper is not None else []
