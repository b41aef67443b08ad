"""Which values change from one iteration of a loop to the next, and how many different ones there are."""

from __future__ import annotations

import ast

from tffix.semantics.kinds_table import Kind
from tffix.semantics.module import Module
from tffix.semantics.scopes import Binding, BindingKind
from tffix.semantics.syntax import names_in
from tffix.semantics.tree import LOOP_TYPES

from ._traced import loops_around

MANY = 5
"""From so many traces on TensorFlow warns of retracing."""
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
        if isinstance(node, ast.Call) and loops and (module.qualified(node.func) or "").startswith(_FRESH):
            return True
        waiting.extend(module.tree.children(node))
    return False


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
    for binding in bound_in(module, name, loops):
        if binding in seen or binding.kind is BindingKind.AUGMENTED:
            if not is_conditional(module, binding.node):
                return True
        elif binding.kind is BindingKind.FOR or (
            binding.kind is BindingKind.ASSIGN
            and binding.value is not None
            and _changes(module, binding.value, seen | {binding})
        ):
            return True
    for binding in module.bindings(name):
        if isinstance(binding.node, ast.arg) and binding not in seen:
            given = module.parameters.arguments_here(binding.node)
            if any(value is not None and _changes(module, value, seen | {binding}) for value in given):
                return True
    return False


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
    product = 1
    for name in names_in(expression):
        for binding in bound_in(module, name, loops):
            count = _count(module, binding)
            if count is None:
                return False
            product *= count
        for binding in module.bindings(name):
            if isinstance(binding.node, ast.arg):
                return False
    is_call = any(isinstance(node, (ast.Call, ast.Attribute)) for node in ast.walk(expression))
    return product < MANY and not (is_call and product == 1)


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
        name = (module.qualified(value.func) or "").rpartition(".")[2]
        counts = name == "enumerate" and binding.path[:1] == (0,)
        return counts or (name in ("range", "trange") and not binding.path)
    return False


def is_number(module: Module, expression: ast.expr) -> bool:
    """Whether ``expression`` is a Python number: for each of its values a ``tf.function`` is traced anew."""
    return module.kind(expression) is Kind.NUMBER
