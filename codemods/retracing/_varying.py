"""Which values change from one iteration of a loop to the next, and how many different ones there are."""

from __future__ import annotations

import ast
from math import prod

from tffix.semantics.kinds_table import Kind
from tffix.semantics.module import Module
from tffix.semantics.scopes import Binding, BindingKind
from tffix.semantics.syntax import names_in
from tffix.semantics.tree import LOOP_TYPES

from ._traced import loops_around

MANY = 5
"""From so many traces on TensorFlow warns of retracing."""
_FLOATS = ("builtins.float", "random.random", "random.uniform", "time.time", "time.perf_counter", "math.exp")
_FRESH = ("random.", "time.", "numpy.random.")


def varies(module: Module, expression: ast.expr) -> bool:
    """Whether a loop around ``expression`` gives it other values, five or more as far as can be told."""
    return _changes(module, expression, frozenset()) and not _has_few_values(module, expression)


def bound_in(module: Module, name: ast.Name, loops: list[ast.stmt]) -> list[Binding]:
    """The bindings that ``name`` can see and that one of the loops makes anew."""
    return [b for b in module.bindings(name) if any(module.contains(loop, b.node) for loop in loops)]


def _changes(module: Module, expression: ast.expr, seen: frozenset[Binding]) -> bool:
    loops = loops_around(module, expression)
    waiting: list[ast.AST] = [expression]
    while waiting:
        node = waiting.pop()
        if _limits_values(module, node):
            continue
        if isinstance(node, ast.Name) and _name_changes(module, node, loops, seen):
            return True
        if isinstance(node, ast.Attribute) and _attribute_changes(module, node, loops):
            return True
        if isinstance(node, ast.Call) and loops and _is_fresh(module, node):
            return True
        waiting.extend(module.tree.children(node))
    return False


def _is_fresh(module: Module, call: ast.Call) -> bool:
    """Whether a call gives another result each time: random numbers, and what is computed from weights in training."""
    qualified = module.qualified(call.func)
    if qualified is not None:
        return qualified.startswith(_FRESH)
    return module.kind(call) is Kind.TENSOR and module.definition(call.func) is not None


def _limits_values(module: Module, node: ast.AST) -> bool:
    """Whether what ``node`` gives takes few values, or the same one, however much its parts change."""
    if isinstance(node, ast.BinOp):
        return isinstance(node.op, (ast.Mod, ast.FloorDiv))
    if isinstance(node, ast.Attribute):
        return node.attr in ("shape", "ndim", "dtype", "size")
    if isinstance(node, ast.Call):
        return module.qualified(node.func) in ("builtins.len", "builtins.round", "builtins.bool")
    return isinstance(node, (ast.Compare, ast.BoolOp, ast.IfExp))


def _name_changes(module: Module, name: ast.Name, loops: list[ast.stmt], seen: frozenset[Binding]) -> bool:
    inside = bound_in(module, name, loops)
    return any(_is_new_each_time(module, binding, seen) for binding in inside) or any(
        _is_passed_anew(module, binding, seen) for binding in module.bindings(name) if binding not in inside
    )


def _attribute_changes(module: Module, attribute: ast.Attribute, loops: list[ast.stmt]) -> bool:
    """Whether a loop counts an attribute up or down (``self.epsilon *= 0.99``) in every iteration."""
    text = ast.dump(attribute.value)
    return any(
        isinstance(module.parent(other), ast.AugAssign)
        and ast.dump(other.value) == text
        and any(module.contains(loop, other) for loop in loops)
        and not is_conditional(module, other)
        for other in module.attributes(attribute.attr)
    )


def _is_new_each_time(module: Module, binding: Binding, seen: frozenset[Binding]) -> bool:
    """Whether a binding in a loop gives its name another value in every iteration."""
    if binding in seen or binding.kind is BindingKind.AUGMENTED:
        return not is_conditional(module, binding.node)
    if binding.kind is BindingKind.FOR:
        return True
    is_assigned = binding.kind is BindingKind.ASSIGN and binding.value is not None
    return is_assigned and binding.value is not None and _changes(module, binding.value, seen | {binding})


def _is_passed_anew(module: Module, binding: Binding, seen: frozenset[Binding]) -> bool:
    """Whether a binding outside of the loops comes from a parameter for which another loop passes other values."""
    if binding in seen:
        return False
    if isinstance(binding.node, ast.arg):
        given = module.parameters.arguments_here(binding.node)
        return any(value is not None and _changes(module, value, seen | {binding}) for value in given)
    if binding.kind is not BindingKind.ASSIGN or binding.value is None or loops_around(module, binding.node):
        return False
    parts = [node for node in ast.walk(binding.value) if _limits_values(module, node)]
    return not parts and any(
        _is_passed_anew(module, inner, seen | {binding})
        for name in names_in(binding.value)
        for inner in module.bindings(name)
    )


def is_conditional(module: Module, node: ast.AST) -> bool:
    """Whether not every iteration of the innermost loop around ``node`` comes to it."""
    for outer in module.ancestors(node):
        if isinstance(outer, LOOP_TYPES):
            return False
        if isinstance(outer, (ast.If, ast.IfExp, ast.Try, ast.ExceptHandler, ast.Match)):
            return True
    return True


def _has_few_values(module: Module, expression: ast.expr) -> bool:
    """Whether ``expression`` takes fewer than five values, counted from the literals that its loops run over."""
    loops = loops_around(module, expression)
    attributes = [node for node in ast.walk(expression) if isinstance(node, ast.Attribute)]
    if any(_attribute_changes(module, attribute, loops) for attribute in attributes):
        return False
    counts: list[int] = []
    for name in names_in(expression):
        inside = bound_in(module, name, loops)
        for binding in module.bindings(name):
            if isinstance(binding.node, ast.arg):
                given = module.parameters.arguments_here(binding.node)
                if any(value is not None and varies(module, value) for value in given):
                    return False
                counts.append(1)
            elif binding in inside:
                count = _count(module, binding)
                if count is None:
                    return False
                counts.append(count)
            elif binding.value is not None and _is_passed_anew(module, binding, frozenset()):
                return False
    return bool(counts) and prod(counts) < MANY


def _count(module: Module, binding: Binding) -> int | None:
    """How many values a loop over a literal, a short ``range`` or a choice gives its target."""
    value = binding.value
    if binding.kind is BindingKind.ASSIGN and value is not None and not binding.path:
        if isinstance(value, ast.Call) and module.qualified(value.func) in ("random.choice", "numpy.random.choice"):
            return _length(module, value.args[0]) if value.args else None
        return 1 if isinstance(value, ast.Constant) else None
    if binding.kind is not BindingKind.FOR or value is None:
        return None
    if isinstance(value, ast.Call) and module.qualified(value.func) == "builtins.enumerate" and value.args:
        return _length(module, value.args[0])
    return _length(module, value)


def _length(module: Module, iterable: ast.expr) -> int | None:
    value = module.value(iterable)
    if isinstance(value, (ast.List, ast.Tuple, ast.Set)):
        return None if any(isinstance(e, ast.Starred) for e in value.elts) else len(value.elts)
    if isinstance(value, ast.Call) and module.qualified(value.func) == "builtins.range" and not value.keywords:
        limits = [_integer(module, given) for given in value.args]
        numbers = [limit for limit in limits if limit is not None]
        if numbers and len(numbers) == len(limits) and (len(numbers) < 3 or numbers[2] != 0):
            return len(range(*numbers))
    return None


def is_short(module: Module, loop: ast.stmt) -> bool:
    """Whether a loop runs fewer than five times, counted from a literal."""
    count = _length(module, loop.iter) if isinstance(loop, (ast.For, ast.AsyncFor)) else None
    return count is not None and count < MANY


def _integer(module: Module, expression: ast.expr) -> int | None:
    value = module.value(expression)
    negative = isinstance(value, ast.UnaryOp) and isinstance(value.op, ast.USub)
    constant = value.operand if isinstance(value, ast.UnaryOp) and negative else value
    if isinstance(constant, ast.Constant) and type(constant.value) is int:
        return -constant.value if negative else constant.value
    return None


def is_integer(module: Module, expression: ast.expr, depth: int = 0) -> bool:
    """Whether a Python number is certainly an ``int``."""
    if depth > 8:
        return False
    if isinstance(expression, ast.Constant):
        return type(expression.value) is int
    if isinstance(expression, ast.UnaryOp):
        return is_integer(module, expression.operand, depth + 1)
    if isinstance(expression, ast.BinOp):
        operands = (expression.left, expression.right)
        keeps = isinstance(expression.op, (ast.Add, ast.Sub, ast.Mult, ast.FloorDiv, ast.Mod))
        return keeps and all(is_integer(module, operand, depth + 1) for operand in operands)
    if isinstance(expression, ast.Call):
        return module.qualified(expression.func) in ("builtins.int", "builtins.len")
    if isinstance(expression, ast.Name):
        bindings = module.bindings(expression)
        return bool(bindings) and all(_is_integer_binding(module, binding, depth + 1) for binding in bindings)
    return False


def _is_integer_binding(module: Module, binding: Binding, depth: int) -> bool:
    if isinstance(binding.node, ast.arg):
        given = module.parameters.arguments(binding.node)
        return bool(given) and all(v is not None and is_integer(module, v, depth) for v in given)
    value = binding.value
    if value is None:
        return False
    if binding.kind is BindingKind.ASSIGN and not binding.path:
        return is_integer(module, value, depth)
    if binding.kind is BindingKind.AUGMENTED:
        target = binding.node
        holder = module.parent(target)
        keeps = isinstance(holder, ast.AugAssign) and isinstance(holder.op, (ast.Add, ast.Sub, ast.Mult, ast.FloorDiv))
        return keeps and is_integer(module, value, depth)
    if binding.kind is BindingKind.FOR and isinstance(value, ast.Call):
        name = module.qualified(value.func) or ""
        counts = name == "builtins.enumerate" and binding.path[:1] == (0,)
        is_range = name == "builtins.range" or (name.startswith("tqdm.") and name.endswith(".trange"))
        return counts or (is_range and not binding.path)
    return False


def is_float(module: Module, expression: ast.expr, seen: frozenset[Binding] = frozenset()) -> bool:
    """Whether a Python number is certainly a ``float``; the bindings in ``seen`` are being looked at."""
    if isinstance(expression, ast.Constant):
        return type(expression.value) is float
    if isinstance(expression, ast.UnaryOp):
        return is_float(module, expression.operand, seen)
    if isinstance(expression, ast.BinOp):
        sides = (expression.left, expression.right)
        return isinstance(expression.op, ast.Div) or any(is_float(module, side, seen) for side in sides)
    if isinstance(expression, ast.Call):
        name = module.qualified(expression.func)
        of_floats = name in ("builtins.min", "builtins.max") and all(is_float(module, a, seen) for a in expression.args)
        return of_floats or name in _FLOATS
    if not isinstance(expression, (ast.Name, ast.Attribute)):
        return False
    bindings = set(module.origins(expression)) - seen
    return bool(bindings) and all(_is_float_binding(module, b, seen | bindings) for b in bindings)


def _is_float_binding(module: Module, binding: Binding, seen: frozenset[Binding]) -> bool:
    if isinstance(binding.node, ast.arg):
        given = module.parameters.arguments(binding.node)
        return bool(given) and all(value is not None and is_float(module, value, seen) for value in given)
    if binding.kind is BindingKind.AUGMENTED:  # What was a float before stays one.
        others = [b for b in binding.scope.all(binding.name) if b.kind is not BindingKind.AUGMENTED and b not in seen]
        return all(_is_float_binding(module, other, seen | set(others)) for other in others)
    is_assigned = binding.kind is BindingKind.ASSIGN and not binding.path and binding.value is not None
    return is_assigned and binding.value is not None and is_float(module, binding.value, seen)


def is_number(module: Module, expression: ast.expr, seen: frozenset[Binding] = frozenset()) -> bool:
    """Whether ``expression`` is a Python number: for each of its values a ``tf.function`` is traced anew.

    What ``range`` counts to is one: a counter divided by it is a share of the way.  The bindings in ``seen`` are being
    looked at: what they are computed from themselves is a number if all else is.
    """
    if module.kind(expression) is Kind.NUMBER or _is_limit(module, expression) or is_integer(module, expression):
        return True
    if isinstance(expression, ast.BinOp):
        return is_number(module, expression.left, seen) and is_number(module, expression.right, seen)
    if isinstance(expression, ast.Call) and module.qualified(expression.func) in ("builtins.min", "builtins.max"):
        return len(expression.args) > 1 and all(is_number(module, value, seen) for value in expression.args)
    if not isinstance(expression, (ast.Name, ast.Attribute)) or module.kind(expression) is not Kind.UNKNOWN:
        return False
    bindings = frozenset(module.origins(expression))
    if isinstance(expression, ast.Name):
        bindings = module.bindings(expression)
    return bool(bindings) and all(b in seen or _is_number_binding(module, b, seen | bindings) for b in bindings)


def _is_number_binding(module: Module, binding: Binding, seen: frozenset[Binding]) -> bool:
    if binding.kind is BindingKind.ASSIGN and not binding.path and binding.value is not None:
        return is_number(module, binding.value, seen)
    update = module.parent(binding.node)
    is_attribute = isinstance(binding.node, ast.Attribute)
    return is_attribute and isinstance(update, ast.AugAssign) and is_number(module, update.value, seen)


def _is_limit(module: Module, expression: ast.expr) -> bool:
    """Whether a loop of the same function counts to ``expression``, a name or attribute, with ``range``."""
    if not isinstance(expression, (ast.Name, ast.Attribute)) or module.kind(expression) is not Kind.UNKNOWN:
        return False
    function, text = module.function(expression), ast.dump(expression)
    return any(
        module.function(call) is function
        and module.qualified(call.func) == "builtins.range"
        and any(ast.dump(value) == text for value in call.args)
        for call in module.calls("range")
    )
