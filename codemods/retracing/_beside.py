"""What a loop does beside calling a function that it makes: settings, clocks, and calls of code that is not known."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tffix.semantics.kinds_table import Kind
from tffix.semantics.module import Module
from tffix.semantics.names import keras_path
from tffix.semantics.syntax import argument_values
from tffix.semantics.tree import FUNCTION_TYPES

from ._traced import loops_around

_SETTING = ("set_", "enable_", "disable_", "run_functions_eagerly", "clear_session")
_NO_SETTING = ("tensorflow.summary.", "tensorflow.keras.backend.set_value", "keras.backend.set_value")
_KNOWN = ("tensorflow", "builtins", "numpy", "time", "math", "random", "os", "logging", "tqdm")
_REFLECTING = ("builtins.exec", "builtins.globals", "builtins.setattr", "builtins.delattr", "builtins.vars")
_OBJECTS = (Kind.MODEL, Kind.LAYER, Kind.OPTIMIZER, Kind.UNKNOWN)


def changes_settings(module: Module, loop: ast.AST, inside: ast.AST) -> bool:
    """Whether the loop sets what TensorFlow or Keras read while a graph is traced: a seed, a policy, an option.

    So may ``exec`` and its like: what they set is not seen.
    A function made anew may be how that takes effect.
    """
    return any(_is_setting(module.qualified(call.func)) for call in _calls(module, loop, inside))


def _is_setting(qualified: str | None) -> bool:
    if qualified is None or qualified.startswith(_NO_SETTING):
        return False
    if qualified in _REFLECTING:
        return True
    is_library = qualified.startswith("tensorflow.") or keras_path(qualified) is not None
    return is_library and qualified.rpartition(".")[2].startswith(_SETTING)


def hands_out(module: Module, names: set[str], loop: ast.AST, inside: ast.AST) -> bool:
    """Whether code which this file does not show may change what the function ``inside`` the loop reads.

    The loop passes it an object, or sets an attribute of one that may be a layer of it.
    """
    for call in _calls(module, loop, inside):
        values = argument_values(call) if _is_unknown(module, call) else []
        if any(isinstance(v, ast.Name) and v.id in names and module.kind(v) in _OBJECTS for v in values):
            return True
    return any(
        not isinstance(node.ctx, ast.Load) and not module.contains(inside, node) and _may_be_part(module, node)
        for node in ast.walk(loop)
        if isinstance(node, ast.Attribute)
    )


def _may_be_part(module: Module, store: ast.Attribute) -> bool:
    """Whether the object of ``store`` has a name of its own, but may be a layer of a model that is read."""
    owner = store.value
    is_other = isinstance(owner, ast.Name) and module.kind(owner) in (Kind.LAYER, Kind.UNKNOWN)
    return is_other and module.instance_class(owner) is None


def _is_unknown(module: Module, call: ast.Call) -> bool:
    qualified = module.qualified(call.func)
    if qualified is None:
        return module.definition(call.func) is None and module.kind(call.func) is Kind.UNKNOWN
    return qualified.partition(".")[0] not in _KNOWN and keras_path(qualified) is None


def is_timed(module: Module, place: ast.stmt, made: list[ast.Call]) -> bool:
    """Whether a clock is read around each trace, so that the time that tracing takes may be what is measured."""
    loops = loops_around(module, place)
    if not loops or not any(loops_around(module, call)[:1] == loops[:1] for call in made):
        return False
    return any((module.qualified(call.func) or "").startswith(("time.", "timeit.")) for call in _within(loops[0]))


def _calls(module: Module, outer: ast.AST, inside: ast.AST) -> Iterator[ast.Call]:
    """The calls that running ``outer`` makes, also in the functions of the file that it calls; none of ``inside``."""
    seen: set[ast.AST] = {inside}
    waiting = [outer]
    while waiting:
        node = waiting.pop()
        if node in seen:
            continue
        seen.add(node)
        for call in _within(node):
            if module.contains(inside, call):
                continue
            yield call
            called = module.definition(call.func)
            if isinstance(called, FUNCTION_TYPES):
                waiting.append(called)


def _within(node: ast.AST) -> Iterator[ast.Call]:
    return (inner for inner in ast.walk(node) if isinstance(inner, ast.Call))
