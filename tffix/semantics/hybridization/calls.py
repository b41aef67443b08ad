"""Which calls cannot be part of a graph."""

from __future__ import annotations

import ast

from tffix.semantics.hybridization import tables as table
from tffix.semantics.hybridization.obstacle import Cause, Obstacle
from tffix.semantics.kinds_table import CALLABLE_KINDS, PLAIN_KINDS, PYTHON_KINDS, Kind
from tffix.semantics.module import Module
from tffix.semantics.names import keras_path
from tffix.semantics.origins import origin
from tffix.semantics.randomness import is_random
from tffix.semantics.syntax import argument_values, is_none
from tffix.semantics.tree import terminal_name


def call_obstacle(module: Module, call: ast.Call, *, fills_own: bool) -> Obstacle | None:
    """What a call does that a graph cannot; calls of functions of this file are not followed.

    ``fills_own``: the object whose method is called is a list or dictionary that the code has made itself.
    """
    qualified = module.qualified(call.func)
    if qualified is not None:
        return _qualified(module, call, qualified)
    if isinstance(call.func, ast.Attribute):
        if fills_own:
            return None
        if module.kind(call.func.value) is Kind.OPTIMIZER and call.func.attr in table.METHODS[Kind.OPTIMIZER]:
            return _trained(module, call, call.func)
        found = _method(module, call, call.func)
        if found is not None:
            return found
        if _is_known_method(module, call.func):
            return None
    if module.kind(call.func) in CALLABLE_KINDS:
        return None
    local = module.definition(call.func)
    if isinstance(local, ast.ClassDef):
        return _made(module, call, local)
    if local is not None:
        return None
    return _unknown(module, call)


# -- functions that are imported or built in -------------------------------------------------------------------------


def _qualified(module: Module, call: ast.Call, qualified: str) -> Obstacle | None:
    root, _, rest = qualified.partition(".")
    if root == "builtins":
        return _builtin(module, call, rest)
    if root in table.VALUE_MODULES:
        return _foreign(module, call, qualified)
    if root in table.FROZEN:
        return _certain(call, Cause.STATE, f"`{qualified}` gives a graph the value of its first call for ever")
    if root in table.EFFECT_MODULES:
        return _certain(call, Cause.SIDE_EFFECT, f"`{_text(module, call)}` runs only while the graph is traced")
    if root in ("math", "functools", "itertools"):
        return None if all(_is_python(module, value) for value in argument_values(call)) else _unknown(module, call)
    path = keras_path(qualified)
    if root == "tensorflow" or path is not None:
        return _tensorflow(module, call, qualified, path)
    if isinstance(call.func, ast.Attribute) and call.func.attr in table.BY_NAME:
        # A method of an object that another module makes.
        return _doubt(call, Cause.UNKNOWN, f"`{module.segment(call.func)}` must work in a graph as well")
    return _unknown(module, call)


def _builtin(module: Module, call: ast.Call, name: str) -> Obstacle | None:
    if name == "print":
        return _certain(
            call, Cause.SIDE_EFFECT, "`print` would run only while the graph is traced; print at the call, or tf.print"
        )
    if name in table.EFFECTS:
        return _certain(call, Cause.SIDE_EFFECT, f"`{name}` would run only while the graph is traced")
    if name in ("next", "iter"):
        reason = f"`{name}` takes a Python iterator on only while the graph is traced; pass the batch as an argument"
        return _certain(call, Cause.STATE, reason)
    if name in table.CASTS:
        kinds = [module.kind(value) for value in argument_values(call)]
        if any(kind in (Kind.TENSOR, Kind.VARIABLE) for kind in kinds):
            return _certain(call, Cause.EAGER_ONLY, f"`{_text(module, call)}` needs the value of a tensor; use tf.cast")
        if all(kind in PYTHON_KINDS for kind in kinds):
            return None
        return _doubt(call, Cause.EAGER_ONLY, f"`{_text(module, call)}` fails in a graph if it gets a tensor")
    if name in table.PURE:
        return None
    return _doubt(call, Cause.UNKNOWN, f"`{name}` is done while the graph is traced")


def _foreign(module: Module, call: ast.Call, qualified: str) -> Obstacle | None:
    if qualified.startswith("numpy.random."):
        reason = f"`{qualified}` is drawn once, while the graph is traced; use tf.random, or pass it as an argument"
        return _certain(call, Cause.STATE, reason)
    if all(_is_python(module, value) for value in argument_values(call)):
        return None
    text = _text(module, call)
    return _certain(call, Cause.NUMPY, f"`{text}` cannot compute on the tensors of a graph; use TensorFlow's function")


def _tensorflow(module: Module, call: ast.Call, qualified: str, path: str | None) -> Obstacle | None:
    last = qualified.rpartition(".")[2]
    text = _text(module, call)
    if qualified == "tensorflow.Variable" or (
        path is not None and path.startswith(table.CREATING) and last[:1].isupper()
    ):
        return _certain(
            call, Cause.VARIABLE, f"`{text}` makes variables in every call, which a graph may not; make it once, before"
        )
    for prefix, what in table.EAGER_FUNCTIONS:
        if qualified.startswith(prefix):
            return _certain(call, Cause.SIDE_EFFECT, f"`{text}` {what}")
    if path in ("backend.get_value", "backend.eval", "backend.set_value"):
        return _certain(call, Cause.EAGER_ONLY, f"`{text}` needs values, which a graph does not have")
    if is_random(module, call):
        return _doubt(call, Cause.RANDOM, f"`{text}` draws other numbers in a graph than eagerly, under the same seed")
    name = next((keyword.value for keyword in call.keywords if keyword.arg == "name"), None)
    if name is not None and module.kind(name) not in (Kind.STRING, Kind.NONE):
        return _doubt(call, Cause.UNKNOWN, f"the `name` of `{text}` must be a string in a graph")
    return None


# -- methods ---------------------------------------------------------------------------------------------------------


def _method(module: Module, call: ast.Call, function: ast.Attribute) -> Obstacle | None:
    kind, name, text = module.kind(function.value), function.attr, _text(module, call)
    if _is_generator(module, function.value):
        return _certain(call, Cause.STATE, f"`{text}` is drawn once, while the graph is traced; draw it at the call")
    if name in table.VALUES and kind not in (Kind.ARRAY, Kind.NUMBER):
        return _certain(call, Cause.EAGER_ONLY, f"`{text}` needs a value, which a graph does not have")
    if name in table.OF_ARRAYS and kind in (Kind.ARRAY, Kind.UNKNOWN) and _is_no_attribute(module, function):
        return _certain(call, Cause.NUMPY, f"`{text}` is a method of NumPy arrays; use TensorFlow's function")
    if name in table.KERAS_EAGER and kind in (Kind.MODEL, Kind.LAYER, Kind.OPTIMIZER, Kind.UNKNOWN):
        if module.definition(function) is not None:
            return None
        return _certain(call, Cause.EAGER_ONLY, f"`{text}` is for eager code; move it out of the step")
    # A batch that is a dictionary of tensors counts as a tensor.
    if name in table.GROWING and kind in (Kind.LIST, Kind.DICT, Kind.TENSOR, Kind.UNKNOWN):
        return _side_effect(module, call)
    if name in table.IN_PLACE and kind in (Kind.LIST, Kind.ARRAY):
        return _side_effect(module, call)
    if kind is Kind.STRING:
        known = all(_is_python(module, value) for value in argument_values(call))
        return (
            None if known else _certain(call, Cause.EAGER_ONLY, f"`{text}` would write the name of a tensor, or fail")
        )
    if kind in (Kind.SUMMARY_WRITER, Kind.STRATEGY):
        return _certain(call, Cause.SIDE_EFFECT, f"`{text}` belongs outside of the graph of a step")
    if kind is Kind.DATASET:
        return _doubt(call, Cause.UNKNOWN, f"`{text}` builds its pipeline in the graph")
    return None


def _is_generator(module: Module, expression: ast.expr) -> bool:
    """Whether an object draws random numbers from a state of its own."""
    made = origin(module, expression)
    return isinstance(made, ast.Call) and module.qualified(made.func) in table.GENERATORS


def _is_no_attribute(module: Module, function: ast.Attribute) -> bool:
    """Whether ``function`` is a method of some object, not a layer that an object has under that name."""
    owner = module.instance_class(function.value)
    return owner is None and module.definition(function) is None


def _trained(module: Module, call: ast.Call, function: ast.Attribute) -> Obstacle | None:
    """The optimizer may be one of another make, that counts its steps in Python."""
    if _is_of_keras(module, function.value) or module.definition(function) is not None:
        return None
    reason = f"`{module.segment(function.value)}` must be an optimizer of Keras, or keep its state in variables"
    return _doubt(call, Cause.UNKNOWN, reason)


def _is_known_method(module: Module, function: ast.Attribute) -> bool:
    kind = module.kind(function.value)
    if kind in (Kind.TENSOR, Kind.VARIABLE, Kind.NUMBER, Kind.ARRAY, Kind.SHAPE, Kind.LIST, Kind.DICT, Kind.STRING):
        return True
    return function.attr in table.METHODS.get(kind, ()) or (kind is Kind.UNKNOWN and function.attr in table.BY_NAME)


def _is_of_keras(module: Module, expression: ast.expr) -> bool:
    """Whether Keras certainly made an object: an optimizer may be a class of one's own."""
    made = origin(module, expression)
    qualified = module.qualified(made.func) if isinstance(made, ast.Call) else None
    return keras_path(qualified) is not None


def _made(module: Module, call: ast.Call, local: ast.ClassDef) -> Obstacle | None:
    kind = module.class_kind(local)
    if kind is Kind.LOSS:
        return None
    if kind in (Kind.MODEL, Kind.LAYER, Kind.OPTIMIZER, Kind.METRIC):
        return _certain(call, Cause.VARIABLE, f"`{_text(module, call)}` makes variables in every call; make it once")
    return _doubt(call, Cause.UNKNOWN, f"`{_text(module, call)}` makes a new object only while the graph is traced")


# -- what is not known -----------------------------------------------------------------------------------------------


def _unknown(module: Module, call: ast.Call) -> Obstacle:
    text = _text(module, call)
    is_object = isinstance(call.func, ast.Subscript) or _may_be_model(module, call.func)
    if isinstance(module.parent(call), ast.Expr) and not is_object:
        return _side_effect(module, call)
    if all(_is_python(module, value) for value in argument_values(call)):
        reason = f"`{text}` is computed only while the graph is traced; pass its result as an argument"
        return _certain(call, Cause.STATE, reason)
    return _doubt(call, Cause.UNKNOWN, f"`{module.segment(call.func)}` must work in a graph as well")


def _may_be_model(module: Module, function: ast.expr) -> bool:
    """Whether the file uses the variables of ``function`` as those of a model."""
    text = ast.dump(function)
    return any(
        ast.dump(attribute.value).replace("Store()", "Load()") == text
        for attribute in module.attributes("trainable_variables", "trainable_weights")
    )


def _side_effect(module: Module, call: ast.Call) -> Obstacle:
    text = _text(module, call)
    return _certain(call, Cause.SIDE_EFFECT, f"`{text}` would run only while the graph is traced; move it to the call")


def _is_python(module: Module, value: ast.expr) -> bool:
    """Whether a value is certainly none of the tensors that a graph computes."""
    if isinstance(value, (ast.Tuple, ast.List)):
        return all(_is_python(module, element) for element in value.elts)
    if isinstance(value, ast.Subscript):
        return module.kind(value) in PLAIN_KINDS
    kind = module.kind(value)
    if kind is Kind.ARRAY and isinstance(value, ast.Call):
        return all(_is_python(module, argument) for argument in argument_values(value))
    return kind in PLAIN_KINDS or is_none(value)


def _text(module: Module, call: ast.Call) -> str:
    """A short text for a call: its function, and its arguments where they are short."""
    text = module.segment(call)
    if len(text) <= 40 and "\n" not in text:
        return text
    function = module.segment(call.func)
    return f"{function}(...)" if "\n" not in function else f"{terminal_name(call.func)}(...)"


def _certain(node: ast.AST, cause: Cause, reason: str) -> Obstacle:
    return Obstacle(node, cause, reason)


def _doubt(node: ast.AST, cause: Cause, reason: str) -> Obstacle:
    return Obstacle(node, cause, reason, certain=False)
