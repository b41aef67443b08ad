"""What a function takes from outside: plain values, which never change, or what may hold state."""

from __future__ import annotations

import ast

from tffix.semantics.kinds_table import Kind
from tffix.semantics.module import Module
from tffix.semantics.scopes import Binding, BindingKind
from tffix.semantics.syntax import argument_values, default, is_none

from ._operations import is_stateless

_PLAIN = frozenset([Kind.NUMBER, Kind.STRING, Kind.BOOL, Kind.NONE, Kind.ARRAY, Kind.SHAPE, Kind.DTYPE, Kind.TENSOR])
_CONTAINERS = frozenset([Kind.LIST, Kind.TUPLE, Kind.DICT])
_MAX_DEPTH = 8


def is_plain(module: Module, node: ast.expr, depth: int = 0) -> bool:
    """Whether ``node`` is known to be a number, text, array or constant tensor, or a structure of nothing else."""
    if depth > _MAX_DEPTH:
        return False
    if isinstance(node, ast.Name):
        bindings = list(module.bindings(node))
        return bool(bindings) and all(_is_plain_binding(module, binding, depth) for binding in bindings)
    if isinstance(node, ast.Attribute):
        return _is_plain_attribute(module, node, depth)
    if isinstance(node, ast.Constant) or module.kind(node) in _PLAIN:
        return True
    if isinstance(node, (ast.Tuple, ast.List, ast.Set)):
        return all(is_plain(module, element, depth + 1) for element in node.elts)
    if isinstance(node, ast.Dict):
        return all(key is not None and is_plain(module, key, depth + 1) for key in node.keys) and all(
            is_plain(module, value, depth + 1) for value in node.values
        )
    if isinstance(node, (ast.ListComp, ast.SetComp)):
        return is_plain(module, node.elt, depth + 1)
    if isinstance(node, ast.Call):
        made = module.kind(node) in _CONTAINERS or is_stateless(module.qualified(node.func) or "")
        return made and all(is_plain(module, a, depth + 1) or _is_dtype(module, a) for a in argument_values(node))
    if isinstance(node, ast.Subscript):
        return is_plain(module, node.value, depth + 1)
    return (
        isinstance(node, ast.BinOp)
        and is_plain(module, node.left, depth + 1)
        and is_plain(module, node.right, depth + 1)
    )


def _is_dtype(module: Module, node: ast.expr) -> bool:
    return isinstance(node, ast.Attribute) and module.kind(node) is Kind.DTYPE


def _is_plain_attribute(module: Module, node: ast.Attribute, depth: int) -> bool:
    owner = module.self_class(node.value)
    if owner is not None:
        bindings = module.attribute_bindings(owner, node.attr) or _constants(module, owner, node.attr)
        return bool(bindings) and all(_is_plain_binding(module, binding, depth) for binding in bindings)
    local = module.definition(node.value)
    if isinstance(local, ast.ClassDef):
        constants = _constants(module, local, node.attr)
        return bool(constants) and all(_is_plain_binding(module, binding, depth) for binding in constants)
    return _holds_settings(module, node.value)


def _constants(module: Module, owner: ast.ClassDef, name: str) -> list[Binding]:
    return module.scopes.of(owner).all(name)


def _holds_settings(module: Module, node: ast.expr) -> bool:
    """Whether ``node`` holds parsed command-line arguments."""
    if module.qualified(node) == "absl.flags.FLAGS":
        return True
    value = module.value(node)
    if not (isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute) and value.func.attr == "parse_args"):
        return False
    parser = module.value(value.func.value)
    return isinstance(parser, ast.Call) and module.qualified(parser.func) == "argparse.ArgumentParser"


def _is_plain_binding(module: Module, binding: Binding, depth: int) -> bool:
    if module.kinds.of_binding(binding) in _PLAIN:
        return True
    if binding.kind is BindingKind.ASSIGN and binding.value is not None and not binding.path:
        return is_plain(module, binding.value, depth + 1)
    if binding.kind is BindingKind.PARAMETER and isinstance(binding.node, ast.arg):
        return _is_plain_parameter(module, binding.node, depth)
    return False


def _is_plain_parameter(module: Module, parameter: ast.arg, depth: int) -> bool:
    """By its default, or by what every call gives."""
    value = default(module.tree.function_of(parameter), parameter)
    if value is not None and not is_none(value) and is_plain(module, value, depth + 1):
        return True
    given = module.parameters.arguments(parameter)
    return bool(given) and all(a is not None and is_plain(module, a, depth + 1) for a in given)
