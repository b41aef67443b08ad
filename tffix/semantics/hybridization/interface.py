"""What a function takes and returns, and whether a ``tf.function`` could."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tffix.semantics.hybridization.arrays import may_be_array, mixes_with_tensors
from tffix.semantics.hybridization.objects import is_one_object, is_used_as_object
from tffix.semantics.hybridization.obstacle import Cause, Obstacle
from tffix.semantics.kinds_table import KERAS_KINDS, Kind
from tffix.semantics.module import Module
from tffix.semantics.scopes import BindingKind
from tffix.semantics.syntax import default, names_in, positional_parameters

_WITH_VARIABLES = {Kind.MODEL, Kind.LAYER, Kind.OPTIMIZER, Kind.METRIC}
_NOT_RETURNED = (*KERAS_KINDS, Kind.TAPE, Kind.DATASET, Kind.FUNCTION, Kind.STRING, Kind.NUMBER, Kind.BOOL, Kind.DTYPE)
_NUMBERS = (Kind.NUMBER, Kind.STRING)


def parameters(module: Module, function: ast.FunctionDef) -> Iterator[Obstacle]:
    """What the parameters, and what the calls in this file pass for them, put in the way of a graph."""
    arguments = function.args
    if arguments.vararg or arguments.kwarg:
        yield Obstacle(function, Cause.UNKNOWN, "what is passed by `*` and `**` is not known", certain=False)
    own = positional_parameters(function)
    if isinstance(module.parent(function), ast.ClassDef):
        own = own[1:]
    for parameter in [*own, *arguments.kwonlyargs]:
        yield from _parameter(module, function, parameter)


def _parameter(module: Module, function: ast.FunctionDef, parameter: ast.arg) -> Iterator[Obstacle]:
    name = parameter.arg
    if isinstance(default(function, parameter), (ast.List, ast.Dict, ast.Set)):
        yield Obstacle(parameter, Cause.STATE, f"the default of `{name}` is one object for all calls", certain=False)
    given = module.parameters.arguments_here(parameter)
    known = [argument for argument in given if argument is not None]
    kinds = {module.kind(argument) for argument in known}
    varying = next((argument for argument in known if _varies(module, argument)), None)
    if varying is not None and module.kind(varying) in _NUMBERS:
        reason = (
            f"`{module.segment(varying)}` is passed for `{name}`: a graph is traced anew for each value of a Python "
            "number; pass a tensor"
        )
        yield Obstacle(varying, Cause.PYTHON_VALUE, reason)
    elif _has_variables(module, parameter, kinds) and not (is_one := is_one_object(module, known)):
        reason = f"different objects are passed for `{name}`, and only the first may make variables in a graph"
        yield Obstacle(known[0], Cause.VARIABLE, reason, certain=is_one is False)
    elif Kind.KERAS_TENSOR in kinds:
        yield Obstacle(known[0], Cause.UNKNOWN, f"a symbolic tensor of Keras is passed for `{name}`")
    elif any(may_be_array(module, argument) for argument in known) and _is_mixed(module, parameter):
        yield Obstacle(known[0], Cause.NUMPY, array_reason(name))
    elif Kind.ARRAY in kinds:
        reason = f"the NumPy array passed for `{name}` becomes a tensor of its dtype, which does not mix with others"
        yield Obstacle(parameter, Cause.UNKNOWN, reason, certain=False)
    elif not kinds <= {Kind.TENSOR, Kind.VARIABLE, Kind.BOOL, Kind.NONE, Kind.NUMBER, *KERAS_KINDS} or not known:
        yield Obstacle(parameter, Cause.UNKNOWN, f"what is passed for `{name}` is not known", certain=False)


def _has_variables(module: Module, parameter: ast.arg, kinds: set[Kind]) -> bool:
    """Whether a parameter holds a model or the like, which makes variables when it is used first."""
    return bool(kinds & _WITH_VARIABLES) or (Kind.UNKNOWN in kinds and is_used_as_object(module, parameter))


def array_reason(name: str) -> str:
    """Why an array that is passed for ``name`` may fail in a graph."""
    return (
        f"`{name}` may be a NumPy array of float64, which a graph does not mix with float32; pass a tensor of the "
        f"right dtype: tf.constant({name}, tf.float32)"
    )


def _is_mixed(module: Module, parameter: ast.arg) -> bool:
    return mixes_with_tensors(module, module.uses_of_target(parameter))


def _varies(module: Module, argument: ast.expr) -> bool:
    """Whether an argument contains a name that is bound again and again."""
    return any(
        module.tree.is_in_loop(binding.node) or binding.kind in (BindingKind.FOR, BindingKind.AUGMENTED)
        for name in names_in(argument)
        for binding in module.bindings(name)
    )


def results(module: Module, function: ast.FunctionDef) -> Iterator[Obstacle]:
    """Which results cannot be returned by a graph."""
    for value in module.returned(function):
        for part in _parts(value):
            kind = module.kind(part)
            text = module.segment(part)
            if _is_as_given(module, function, part):
                reason = f"`{text}` is returned as it was given, but a graph returns a new tensor in its place"
                yield Obstacle(part, Cause.RESULT, reason, certain=kind is not Kind.TENSOR)
            elif kind in _NOT_RETURNED:
                reason = f"`{text}` is returned, but a graph returns tensors only"
                yield Obstacle(part, Cause.RESULT, reason)
            elif kind not in (Kind.TENSOR, Kind.NONE):
                reason = f"`{text}` must be a tensor to be returned by a graph"
                yield Obstacle(part, Cause.RESULT, reason, certain=False)


def _is_as_given(module: Module, function: ast.FunctionDef, part: ast.expr) -> bool:
    """Whether a result is a parameter of the function that nothing else is bound to."""
    binding = module.binding(part)
    return (
        binding is not None and isinstance(binding.node, ast.arg) and module.tree.function_of(binding.node) is function
    )


def _parts(value: ast.expr) -> list[ast.expr]:
    if isinstance(value, (ast.Tuple, ast.List)):
        return [part for element in value.elts for part in _parts(element)]
    return list(value.values) if isinstance(value, ast.Dict) else [value]
