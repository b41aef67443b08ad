"""What a function reads from around it, and whether a loop changes that."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tffix.semantics.hybridization.tables import GROWING
from tffix.semantics.kinds_table import LEARNING_RATES, Kind
from tffix.semantics.module import Module
from tffix.semantics.scopes import Binding, BindingKind
from tffix.semantics.syntax import argument_values, named_parameters, names_in
from tffix.semantics.tree import FUNCTION_TYPES, FunctionNode

_DATA = (Kind.TENSOR, Kind.ARRAY, Kind.NUMBER, Kind.BOOL, Kind.STRING, Kind.NONE, Kind.SHAPE, Kind.DTYPE)
_TENSOR_ATTRIBUTES = (
    "shape",
    "dtype",
    "numpy",
    "get_shape",
    "T",
    "ndim",
    "set_shape",
    "values",
    "indices",
    "to_tensor",
)


def captured(module: Module, *nodes: ast.AST) -> Iterator[tuple[ast.Name, list[Binding]]]:
    """The names that ``nodes`` read and do not bind, each with its bindings in this file.

    Functions of the file that are read are followed: what they read is read with them.
    """
    seen: set[ast.AST] = set()
    waiting = list(nodes)
    while waiting:
        node = waiting.pop()
        if node in seen:
            continue
        seen.add(node)
        for name in names_in(node):
            if not isinstance(name.ctx, ast.Load):
                continue
            outside = [b for b in _all(module, name) if not module.contains(node, b.node)]
            if outside:
                yield name, outside
                waiting.extend(b.node for b in outside if isinstance(b.node, FUNCTION_TYPES))


def _all(module: Module, name: ast.Name) -> list[Binding]:
    """All bindings of a name: a function reads the one that holds when it is called."""
    owner = module.scopes.owner(name.id, module.scopes.around(name))
    return [] if owner is None else owner.all(name.id)


def bound_within(module: Module, bindings: list[Binding], outer: ast.AST) -> list[Binding]:
    """The bindings that running ``outer`` makes."""
    return [binding for binding in bindings if module.contains(outer, binding.node)]


def changes_in_place(module: Module, names: set[str], loop: ast.AST, inside: ast.AST) -> bool:
    """Whether the loop sets attributes or elements of objects that the function ``inside`` it reads.

    What a function reads of a Python object is as old as its trace, so that one made anew may be meant.  Layers are
    mostly frozen in a function of its own.
    """
    if any(not isinstance(node.ctx, ast.Load) for node in module.attributes("trainable")):
        return True
    for node in ast.walk(loop):
        if isinstance(node, (ast.Attribute, ast.Subscript)) and not isinstance(node.ctx, ast.Load):
            roots = {name.id for name in names_in(node.value)}
            is_rate = isinstance(node, ast.Attribute) and node.attr in LEARNING_RATES
            if roots & names and not is_rate and not module.contains(inside, node):
                return True
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and not module.contains(inside, node):
            root = node.func.value
            is_known = module.kind(root) not in (Kind.UNKNOWN, Kind.LIST, Kind.DICT)
            if node.func.attr in GROWING:
                is_known = module.kind(root) in _DATA
            if isinstance(root, ast.Name) and root.id in names and not is_known and module.qualified(root) is None:
                return True
    return False


def takes_new_objects(module: Module, function: FunctionNode | None, call: ast.Call, outer: ast.AST) -> bool:
    """Whether ``call`` passes objects that running ``outer`` makes anew, such as a model for every fold.

    Only the first model that a ``tf.function`` gets may make its variables there.
    """
    parameters = [] if function is None else named_parameters(function)
    for argument in argument_values(call):
        kind = module.kind(argument)
        if kind in _DATA:
            continue
        names = [name for name in names_in(argument) if bound_within(module, _all(module, name), outer)]
        if not names:
            continue
        if kind is not Kind.UNKNOWN or isinstance(argument, ast.Starred) or _is_choice(module, names):
            return True
        taken = [p for p in parameters if module.parameters.passed(call, p) is argument]
        if not taken or any(_is_object(module, parameter) for parameter in taken):
            return True
    return False


def _is_choice(module: Module, names: list[ast.Name]) -> bool:
    """Whether a loop takes one of ``names`` from a list or a grid of Python values: each needs a graph of its own."""
    for name in names:
        for binding in module.bindings(name):
            iterable = binding.value if binding.kind is BindingKind.FOR else None
            value = None if iterable is None else module.value(iterable)
            if isinstance(value, ast.Call) and (module.qualified(value.func) or "").startswith("itertools."):
                return True
            if isinstance(value, (ast.List, ast.Tuple, ast.Dict, ast.Set)):
                return True
    return False


def _is_object(module: Module, parameter: ast.arg) -> bool:
    """Whether a parameter is used as something else than a tensor: called, or asked for other attributes."""
    for name in module.uses_of_target(parameter):
        holder = module.parent(name)
        if isinstance(holder, ast.Call) and holder.func is name:
            return True
        if isinstance(holder, ast.Attribute) and holder.attr not in _TENSOR_ATTRIBUTES:
            return True
    return False


def is_evaluated_before(module: Module, expressions: list[ast.expr], anchor: ast.stmt) -> bool:
    """Whether all that ``expressions`` name is bound in front of ``anchor``, where they shall be evaluated."""
    for name in names_in(*expressions):
        bindings = _all(module, name)
        scope = module.scopes.around(anchor)
        for binding in bindings:
            is_inner = binding.scope.node in [node for expression in expressions for node in ast.walk(expression)]
            if not is_inner and binding.scope is scope and module.span(binding.node) > module.span(anchor):
                return False
    return True
