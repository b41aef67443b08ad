"""Where a model comes from: the calls in this file that make it, or the class whose instance it is."""

from __future__ import annotations

import ast
from typing import Union

from tffix.semantics.kinds_table import Kind
from tffix.semantics.module import Module
from tffix.semantics.scopes import Binding
from tffix.semantics.sources import values

Origin = Union[ast.Call, ast.ClassDef]
"""What makes a model: the call of a class or function; the class, of a model that is ``self``."""

_MODELS = frozenset(["Model", "models.Model", "Sequential", "models.Sequential"])


def origins_of(module: Module, model: ast.expr) -> frozenset[Origin] | None:
    """What makes ``model``, followed through names and parameters; ``None`` when that is not all known.

    Two calls of one function that builds a model are two models.
    """
    owner = module.self_class(model)
    if owner is not None:
        return frozenset([owner]) if is_keras_class(module, owner) else None
    found: set[Origin] = set()
    return frozenset(found) if _trace(module, model, found, set()) and found else None


def _trace(module: Module, expression: ast.expr, found: set[Origin], seen: set[ast.AST]) -> bool:
    """Add what ``expression`` is made by to ``found``; whether all of it is known."""
    if expression in seen:
        return True
    seen.add(expression)
    if isinstance(expression, ast.IfExp):
        return all(_trace(module, side, found, seen) for side in (expression.body, expression.orelse))
    if isinstance(expression, ast.Call):
        if makes_model(module, expression):
            found.add(expression)
            return True
        if _builds_model(module, expression, seen):
            found.add(expression)
            return True
        return False
    bindings = module.origins(expression)
    if any(_is_one_of_several(module, binding) for binding in bindings):
        return False
    given = [values(module, binding) for binding in bindings]
    if not given or not all(given):
        return False
    return all(_trace(module, value, found, seen) for several in given for value in several)


def classes(module: Module, origins: frozenset[Origin]) -> list[ast.ClassDef | None]:
    """The classes of this file that the models are instances of; ``None`` among them for one of Keras itself."""
    found: list[ast.ClassDef | None] = []
    for origin in sorted(origins, key=module.span):
        made_by = origin if isinstance(origin, ast.ClassDef) else module.definition(origin.func)
        if isinstance(made_by, ast.FunctionDef):
            for value in module.returned(made_by):
                found += classes(module, origins_of(module, value) or frozenset())
        else:
            found.append(made_by if isinstance(made_by, ast.ClassDef) else None)
    return list(dict.fromkeys(found))


def _builds_model(module: Module, call: ast.Call, seen: set[ast.AST]) -> bool:
    """Whether ``call`` calls a function of this file that returns models."""
    built_by = module.definition(call.func)
    if not isinstance(built_by, ast.FunctionDef) or built_by.decorator_list:
        return False
    returned = module.returned(built_by)
    return bool(returned) and all(_trace(module, value, set(), seen) for value in returned)


def _is_one_of_several(module: Module, binding: Binding) -> bool:
    """Whether a name is unpacked from what a function returns that is called more than once."""
    if not binding.path or not isinstance(binding.value, ast.Call):
        return False
    built_by = module.definition(binding.value.func)
    return isinstance(built_by, ast.FunctionDef) and len(module.definitions.calls_of(built_by)[0]) != 1


def makes_model(module: Module, call: ast.Call) -> bool:
    """Whether ``call`` makes a Keras model, or a layer of a class of this file."""
    path = module.keras_path(call.func)
    if path is not None:
        return path in _MODELS or (path.startswith("applications.") and path.rpartition(".")[2][:1].isupper())
    made_by = module.definition(call.func)
    return isinstance(made_by, ast.ClassDef) and is_keras_class(module, made_by)


def is_keras_class(module: Module, owner: ast.ClassDef) -> bool:
    """Whether a class of this file is called as Keras calls models and layers."""
    if module.class_kind(owner) not in (Kind.MODEL, Kind.LAYER) or owner.keywords:
        return False
    names = [one.func if isinstance(one, ast.Call) else one for one in owner.decorator_list]
    registered = all((module.keras_path(name) or "").endswith("register_keras_serializable") for name in names)
    return registered and module.definitions.method(owner, "__call__") is None
