"""Variables of TensorFlow that a layer or model keeps as its weights."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tffix.codemod import Applicability, Fix, Match
from tffix.rewriting.edits import Edit, NameArgument, Replace
from tffix.semantics.kinds_table import Kind
from tffix.semantics.module import Module
from tffix.semantics.spelling import spell_keras
from tffix.semantics.syntax import argument, is_false, single_target

_OWN_LIST = ("trainable_variables", "trainable_weights", "__setattr__")
"""Methods of a class that says itself what it trains."""
_KEYWORDS = frozenset(["initial_value", "trainable", "dtype", "name"])


def variables(module: Module) -> Iterator[Match]:
    """The ``self.w = tf.Variable(...)`` of layers and models that Keras 3 neither trains nor saves."""
    for call in module.calls("Variable"):
        target = single_target(module.parent(call))
        if not isinstance(target, ast.Attribute) or module.qualified(call.func) != "tensorflow.Variable":
            continue
        owner = module.self_class(target.value)
        if owner is None or module.class_kind(owner) not in (Kind.LAYER, Kind.MODEL):
            continue
        if any(module.definitions.method(owner, name) for name in _OWN_LIST):
            continue
        if is_false(argument(call, "trainable", 1)) or _is_integer(module, call) or _is_handled(module, target.attr):
            continue
        name = module.segment(target)
        message = f"`{name}` is a `tf.Variable`, which Keras 3 does not know of: it is neither trained nor saved"
        fix = _fix(module, call)
        if fix is not None:
            yield Match(call, message, fix=fix)
        else:
            yield Match(call, message, reason="its arguments are others there; make it with `self.add_weight(...)`")


def _is_integer(module: Module, call: ast.Call) -> bool:
    """Whether it may count something."""
    initial = argument(call, "initial_value", 0)
    value = None if initial is None else module.value(initial)
    return isinstance(value, ast.Constant) and not isinstance(value.value, float)


def _is_handled(module: Module, attribute: str) -> bool:
    """Whether the file sets the variable itself, or takes its gradient by name."""
    for use in module.attributes(attribute):
        holder = module.parent(use)
        if isinstance(holder, ast.Attribute) and holder.attr.startswith("assign"):
            return True
        if isinstance(holder, (ast.List, ast.Tuple, ast.Return)):
            return True
        if isinstance(holder, ast.Call) and getattr(holder.func, "attr", "") in ("gradient", "watch", "zip", "append"):
            return True
    return False


def _fix(module: Module, call: ast.Call) -> Fix | None:
    spelled = spell_keras(module, "Variable", call)
    if spelled is None or len(call.args) > 1 or any(keyword.arg not in _KEYWORDS for keyword in call.keywords):
        return None
    edits: list[Edit] = [Replace(call.func, spelled[0])]
    initial = argument(call, "initial_value")
    if initial is not None:
        edits.append(NameArgument(call, initial, "initializer"))
    return Fix(tuple(edits), imports=spelled[1], applicability=Applicability.UNSAFE)
