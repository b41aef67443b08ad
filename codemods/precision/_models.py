"""The models a file trains or runs, and the layers that make their outputs.

Only what the file proves: a model is one that is compiled, fitted, evaluated or called under a gradient tape here; its
output layer is the last of a ``Sequential``, what ``outputs`` of a functional model leads to, or what ``call`` of a
subclass returns.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, replace

from tffix.semantics.kinds_table import Kind
from tffix.semantics.module import Module
from tffix.semantics.scopes import BindingKind
from tffix.semantics.tree import LOOP_TYPES, terminal_name

from ._sources import bindings, sources, values

PROBABILITIES = frozenset(["softmax", "sigmoid", "log_softmax", "log_sigmoid"])
_TRAINING = ("compile", "fit", "evaluate", "predict", "train_on_batch", "fit_generator")
_SEQUENTIAL = frozenset(["Sequential", "models.Sequential"])
_FUNCTIONAL = frozenset(["Model", "models.Model"])
_MAX_DEPTH = 12


@dataclass(frozen=True)
class Head:
    """A layer whose result is an output of a model.

    ``function`` is the probability function that is applied to it (its own activation or one called on its result),
    ``exclusive`` is false where its result is used for something else as well.  ``output`` tells it from the other
    outputs of the model: its index or key among them, else its name.
    """

    layer: ast.Call
    function: str | None
    exclusive: bool
    output: object = None


@dataclass(frozen=True)
class Root:
    """A place where a whole model is used: ``model`` is what ``compile`` is called on, or what a tape sees called."""

    model: ast.expr
    call: ast.Call
    in_tape: bool


def roots(module: Module) -> Iterator[Root]:
    """The places where the file trains or runs whole models, in source order."""
    calls = [call for name in _TRAINING for call in module.calls(name)]
    found = [Root(call.func.value, call, in_tape=False) for call in calls if isinstance(call.func, ast.Attribute)]
    for statement in module.nodes(ast.With):
        if any(module.kind(item.context_expr) is Kind.TAPE for item in statement.items):
            found += [Root(call.func, call, in_tape=True) for call in _model_calls(module, statement)]
    return iter(sorted(found, key=lambda root: module.span(root.call)))


def _model_calls(module: Module, statement: ast.With) -> Iterator[ast.Call]:
    for inner in statement.body:
        for node in ast.walk(inner):
            if isinstance(node, ast.Call) and constructors(module, node.func):
                yield node


def constructors(module: Module, model: ast.expr) -> list[ast.Call]:
    """The calls that make the models ``model`` can be; empty when none is in this file."""
    return [found for found in sources(module, model) if isinstance(found, ast.Call) and _makes_model(module, found)]


def _makes_model(module: Module, call: ast.Call) -> bool:
    path = module.keras_path(call.func)
    if path is not None:
        return path in _SEQUENTIAL | _FUNCTIONAL
    local = module.definition(call.func)
    return isinstance(local, ast.ClassDef) and module.class_kind(local) is Kind.MODEL


def parts(module: Module) -> set[ast.Call]:
    """The constructors of models that are also used inside of others, where their output is no output."""
    found: set[ast.Call] = set()
    for call in module.nodes(ast.Call):
        path = module.keras_path(call.func)
        if path in _SEQUENTIAL:
            layers = _argument(call, 0, "layers")
            inner = layers.elts[:-1] if isinstance(layers, (ast.List, ast.Tuple)) else []
        elif (
            path is None
            and _is_inside(module, call)
            and not all(_is_output(module, use) for use in results(module, call))
        ):
            inner = [call.func]
        else:
            continue
        found.update(made for layer in inner for made in constructors(module, layer))
    return found


def _is_inside(module: Module, call: ast.Call) -> bool:
    """Whether a call is part of the building of a model: of a functional one, or in ``call`` of a class."""
    if module.kind(call) is Kind.KERAS_TENSOR:
        return True
    function = module.function(call)
    owner = None if function is None else module.parent(function)
    return getattr(function, "name", "") == "call" and isinstance(owner, ast.ClassDef)


def results(module: Module, call: ast.Call) -> list[ast.expr]:
    """Every place where the result of a call is read, also one element of it."""
    holder = module.parent(call)
    if not isinstance(holder, ast.Assign) or holder.value is not call:
        return [call]
    targets = [element for target in holder.targets for element in getattr(target, "elts", [target])]
    return [use for target in targets for use in module.uses_of_target(target)]


# -- from a constructor to the output layers -------------------------------------------------------------------------


def heads(module: Module, constructor: ast.Call, depth: int = 0) -> list[Head]:
    """The layers of this file that make the outputs of the model that ``constructor`` makes."""
    if depth > _MAX_DEPTH:
        return []
    path = module.keras_path(constructor.func)
    if path in _SEQUENTIAL:
        return [head for layer in _last_layers(module, constructor) for head in _of_layer(module, layer, depth)]
    if path in _FUNCTIONAL:
        outputs = _argument(constructor, 1, "outputs")
        return [] if outputs is None else _of_outputs(module, outputs, depth)
    owner = module.definition(constructor.func)
    call = module.definitions.method(owner, "call") if isinstance(owner, ast.ClassDef) else None
    if not isinstance(call, ast.FunctionDef):
        return []
    values = [value for value in module.returns(call) if value is not None]
    return [head for value in values for head in _of_tensor(module, value, depth)]


def _of_outputs(module: Module, outputs: ast.expr, depth: int) -> list[Head]:
    """The heads of a functional model, each with its place among the outputs."""
    value = module.value(outputs)
    places: list[tuple[object, ast.expr]] = []
    if isinstance(value, (ast.List, ast.Tuple)):
        places = list(enumerate(value.elts))
    elif isinstance(value, ast.Dict):
        places = [(getattr(key, "value", None), value.values[index]) for index, key in enumerate(value.keys)]
    else:
        return _of_tensor(module, outputs, depth)
    return [replace(head, output=place) for place, element in places for head in _of_tensor(module, element, depth)]


def _argument(call: ast.Call, index: int, name: str) -> ast.expr | None:
    named = next((keyword.value for keyword in call.keywords if keyword.arg == name), None)
    return call.args[index] if index < len(call.args) else named


def _of_layer(module: Module, layer: ast.expr, depth: int, function: str | None = None) -> list[Head]:
    """The heads of a layer, or of a model used as one."""
    if isinstance(layer, ast.Call) and module.keras_path(layer.func) and module.kind(layer) is Kind.LAYER:
        return [Head(layer, function or _activation(module, layer), exclusive=True)]
    inner = [head for made in constructors(module, layer) for head in heads(module, made, depth + 1)]
    if inner:
        return [replace(head, function=function or head.function) for head in inner]
    found = [(binding, value) for binding in bindings(module, layer) for value in values(module, binding)]
    shared = len(found) > 1 or len(_readings(module, layer)) > 1
    return [
        replace(head, exclusive=head.exclusive and not shared)
        for _, value in found
        if isinstance(value, ast.Call)
        for head in _of_layer(module, value, depth + 1, function)
    ]


def _readings(module: Module, expression: ast.expr) -> list[ast.expr]:
    """Every place that reads what the name or attribute of ``self`` is bound to."""
    if isinstance(expression, ast.Name):
        return [use for binding in bindings(module, expression) for use in module.uses(binding)]
    owner = module.self_class(expression.value) if isinstance(expression, ast.Attribute) else None
    if owner is None or not isinstance(expression, ast.Attribute):
        return []
    return [
        node
        for node in module.nodes(ast.Attribute)
        if node.attr == expression.attr and isinstance(node.ctx, ast.Load) and module.self_class(node.value) is owner
    ]


def _of_tensor(module: Module, tensor: ast.expr, depth: int, function: str | None = None) -> list[Head]:
    """The heads whose results ``tensor`` is: one of the outputs of a model, or a structure of them."""
    if depth > _MAX_DEPTH:
        return []
    if isinstance(tensor, (ast.Tuple, ast.List)):
        return [head for element in tensor.elts for head in _of_tensor(module, element, depth + 1)]
    if isinstance(tensor, ast.Dict):
        return [head for element in tensor.values for head in _of_tensor(module, element, depth + 1)]
    if isinstance(tensor, ast.IfExp):
        return [head for branch in (tensor.body, tensor.orelse) for head in _of_tensor(module, branch, depth + 1)]
    if isinstance(tensor, ast.Name):
        return _of_name(module, tensor, depth, function)
    if not isinstance(tensor, ast.Call):
        return []
    applied = probability(module, tensor.func)
    if applied is not None and tensor.args:
        return _of_tensor(module, tensor.args[0], depth + 1, applied)
    local = module.definition(tensor.func)
    if isinstance(local, ast.FunctionDef):
        if len(module.references(local)) != 1:
            return []
        values = [value for value in module.returns(local) if value is not None]
        return [head for value in values for head in _of_tensor(module, value, depth + 1, function)]
    return _of_layer(module, tensor.func, depth + 1, function)


def _of_name(module: Module, name: ast.Name, depth: int, function: str | None) -> list[Head]:
    found: list[Head] = []
    for binding in bindings(module, name):
        if binding.kind is not BindingKind.ASSIGN or binding.path or binding.value is None:
            continue
        exclusive = all(_is_output(module, use) for use in module.uses(binding))
        inner = _of_tensor(module, binding.value, depth + 1, function)
        found += [replace(head, exclusive=head.exclusive and exclusive) for head in inner]
    return found


def _is_output(module: Module, use: ast.expr) -> bool:
    """Whether a reading of a tensor does no more than make it an output (or look at it)."""
    node: ast.AST = use
    for holder in module.ancestors(use):
        if isinstance(holder, (ast.Return, ast.Assign)):
            return True
        if isinstance(holder, ast.Call):
            path = module.keras_path(holder.func)
            applied = probability(module, holder.func) is not None
            printed = module.qualified(holder.func) in ("builtins.print", "tensorflow.print")
            return printed or applied or (path in _FUNCTIONAL and node is not holder.func)
        if not isinstance(holder, (ast.Tuple, ast.List, ast.Dict, ast.keyword, ast.IfExp)):
            return False
        node = holder
    return False


# -- Sequential ------------------------------------------------------------------------------------------------------


def _last_layers(module: Module, constructor: ast.Call) -> list[ast.expr]:
    """What a ``Sequential`` ends with, by its list and the ``add`` calls after it; several where branches differ."""
    added = _added(module, constructor)
    if added is None:
        return []
    if added:
        return added
    layers = module.value(constructor.args[0]) if constructor.args else None
    layers = layers or next((keyword.value for keyword in constructor.keywords if keyword.arg == "layers"), None)
    if not isinstance(layers, (ast.List, ast.Tuple)) or not layers.elts or isinstance(layers.elts[-1], ast.Starred):
        return []
    return [layers.elts[-1]]


def _added(module: Module, constructor: ast.Call) -> list[ast.expr] | None:
    """The last layers added to the model; empty when none is added, ``None`` when that cannot be told."""
    statement = module.statement(constructor)
    if not isinstance(statement, (ast.Assign, ast.AnnAssign)) or statement.value is not constructor:
        return []
    targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
    readings = [use for target in targets for use in _uses_of_target(module, target)]
    adds = [call for use in readings if (call := _method_call(module, use, "add")) is not None]
    if any(_method_call(module, use, "pop") is not None for use in readings):
        return None
    if not adds:
        return []
    block = module.block(statement)
    behind = block[block.index(statement) + 1 :]
    if not all(any(module.contains(later, call) for later in behind) for call in adds):
        return None
    return _tail(module, behind, adds)


def _uses_of_target(module: Module, target: ast.expr) -> list[ast.expr]:
    if isinstance(target, ast.Attribute):
        return _readings(module, target)
    return list(module.uses_of_target(target))


def _method_call(module: Module, receiver: ast.expr, name: str) -> ast.Call | None:
    function = module.parent(receiver)
    call = module.parent(function) if isinstance(function, ast.Attribute) and function.attr == name else None
    return call if isinstance(call, ast.Call) and call.func is function else None


def _tail(module: Module, statements: list[ast.stmt], adds: list[ast.Call]) -> list[ast.expr] | None:
    """What is added last by ``statements``; empty when nothing is, ``None`` when that cannot be told."""
    found: list[ast.expr] = []
    for statement in reversed(statements):
        inside = [call for call in adds if module.contains(statement, call)]
        if not inside:
            continue
        if isinstance(statement, ast.Expr) and statement.value is inside[0]:
            return [*found, *inside[0].args[:1]]
        if isinstance(statement, ast.With):
            return _tail(module, statement.body, adds)
        if not isinstance(statement, ast.If) or isinstance(statement, LOOP_TYPES):
            return None
        branches = [_tail(module, statement.body, adds), _tail(module, statement.orelse, adds)]
        if any(branch is None for branch in branches):
            return None
        found += [layer for branch in branches if branch for layer in branch]
        if all(branches):
            return found
    return found


# -- activations -----------------------------------------------------------------------------------------------------


def probability(module: Module, function: ast.expr) -> str | None:
    """The probability function that an expression names (``tf.nn.softmax``); ``None`` for anything else."""
    qualified = module.qualified(function)
    if qualified is None:
        return None
    name = qualified.rpartition(".")[2]
    known = qualified.startswith(("tensorflow.", "keras.", "tf_keras."))
    return name if known and name in PROBABILITIES else None


def _activation(module: Module, layer: ast.Call) -> str | None:
    """The probability function that a layer ends with."""
    name = terminal_name(layer.func)
    path = module.keras_path(layer.func)
    if path in ("layers.Softmax", "layers.activation.Softmax"):
        return "softmax"
    activation = activation_of(layer)
    if activation is None:
        return None
    value = module.value(activation)
    if isinstance(value, ast.Constant):
        return value.value if value.value in PROBABILITIES else None
    return probability(module, value) if name else None


def activation_of(layer: ast.Call) -> ast.expr | None:
    """The activation that the constructor of a layer is given."""
    named = next((keyword.value for keyword in layer.keywords if keyword.arg == "activation"), None)
    if named is not None:
        return named
    name = terminal_name(layer.func)
    index = {"Activation": 0, "Dense": 1}.get(name or "")
    return layer.args[index] if index is not None and index < len(layer.args) else None
