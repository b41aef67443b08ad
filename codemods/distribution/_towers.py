"""Hand-written data parallelism: gradients of the same weights, under the ``tf.device`` of one GPU after the other."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

from tffix.semantics.module import Module
from tffix.semantics.sources import sources
from tffix.semantics.syntax import argument, names_in
from tffix.semantics.tapes import tape_of

_DEVICE = "tensorflow.device"
_LISTS = ("list_logical_devices", "list_physical_devices")
_TRAINED = ("trainable_variables", "trainable_weights")
_UPDATES = ("apply_gradients", "apply", "minimize")
_GPU = re.compile(r"(?:^|[/:])gpu:(\d+)$", re.IGNORECASE)


@dataclass(frozen=True)
class Tower:
    """One ``with tf.device(...)`` that takes gradients of weights that other devices use too."""

    device: ast.Call
    weights: ast.expr


@dataclass(frozen=True)
class _Block:
    """A ``with`` statement for a device, with the gradient that is taken in it."""

    statement: ast.With
    device: ast.Call
    weights: ast.expr


def towers(module: Module) -> Iterator[Tower]:
    """The towers of the file: one for each loop over devices, and one for each group of written-out devices."""
    if module.calls("scope") or not module.calls("device"):
        return
    blocks = [block for statement in module.nodes(ast.With) if (block := _block(module, statement)) is not None]
    written: dict[tuple[ast.AST | None, str], dict[str, _Block]] = {}
    for block in blocks:
        if _is_looped(module, block):
            yield Tower(block.device, block.weights)
            continue
        index = _written(module, block.device.args[0])
        if index is not None:
            key = (module.function(block.statement), module.segment(block.weights))
            written.setdefault(key, {}).setdefault(index, block)
    for group in written.values():
        if len(group) > 1:
            first = next(iter(group.values()))
            yield Tower(first.device, first.weights)


def _block(module: Module, statement: ast.With) -> _Block | None:
    """The block of a device that takes gradients and does not apply them."""
    devices = [item.context_expr for item in statement.items]
    device = next((one for one in devices if isinstance(one, ast.Call) and module.qualified(one.func) == _DEVICE), None)
    if device is None or len(device.args) != 1:
        return None
    nodes = [node for part in statement.body for node in module.definitions.reachable(part, classes=False)]
    calls = [node for node in nodes if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)]
    if any(isinstance(call.func, ast.Attribute) and call.func.attr in _UPDATES for call in calls):
        return None
    for call in calls:
        weights = _weights(module, call)
        if weights is not None and _is_shared(module, statement, weights):
            return _Block(statement, device, weights)
    return None


def _weights(module: Module, call: ast.Call) -> ast.expr | None:
    """``model.trainable_variables`` of ``tape.gradient(loss, model.trainable_variables)``."""
    is_gradient = isinstance(call.func, ast.Attribute) and call.func.attr == "gradient"
    if not is_gradient or not isinstance(call.func, ast.Attribute) or tape_of(module, call.func.value) is None:
        return None
    given = argument(call, "sources", 1)
    value = None if given is None else module.value(given)
    return value if isinstance(value, ast.Attribute) and value.attr in _TRAINED else None


def _is_shared(module: Module, statement: ast.With, weights: ast.expr) -> bool:
    """Whether the weights are those of one object that is there before the device is entered."""
    if any(isinstance(node, (ast.Subscript, ast.Call)) for node in ast.walk(weights)):
        return False
    names = [*names_in(weights)]
    around = [one for one in module.ancestors(statement) if isinstance(one, ast.For)]
    outer: ast.stmt = around[0] if around else statement
    for name in names:
        bindings = module.bindings(name)
        if not bindings or any(module.contains(outer, binding.node) for binding in bindings):
            return False
    return True


def _is_looped(module: Module, block: _Block) -> bool:
    """Whether the loop around the block chooses the GPU, and the gradients meet behind it."""
    device = block.device.args[0]
    loop = next((one for one in module.ancestors(block.statement) if isinstance(one, ast.For)), None)
    if loop is None or module.function(loop) is not module.function(block.statement):
        return False
    if any(module.contains(loop, call) for name in _UPDATES for call in module.calls(name)):
        return False  # one device after the other, each for a batch of its own
    chosen = {name.id for name in names_in(loop.target)}
    written = module.value(device)
    if not any(name.id in chosen for name in names_in(device, written)):
        return False
    text = [node.value for node in ast.walk(written) if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    return any("gpu" in part.lower() for part in text) or _is_list_of_gpus(module, loop.iter)


def _is_list_of_gpus(module: Module, iterated: ast.expr) -> bool:
    """Whether a loop runs over GPUs: over what TensorFlow lists, or over their written-out names."""
    parts = [iterated, *(iterated.args if isinstance(iterated, ast.Call) else [])]
    return any(_are_gpus(module, source) for part in parts for source in sources(module, part))


def _are_gpus(module: Module, source: ast.expr) -> bool:
    if isinstance(source, ast.Call) and (module.qualified(source.func) or "").endswith(_LISTS):
        kind = argument(source, "device_type", 0)
        return isinstance(kind, ast.Constant) and str(kind.value).upper() == "GPU"
    is_list = isinstance(source, (ast.List, ast.Tuple)) and bool(source.elts)
    return is_list and all(_written(module, element) is not None for element in getattr(source, "elts", ()))


def _written(module: Module, device: ast.expr) -> str | None:
    """``1`` of ``"/gpu:1"``."""
    value = module.value(device)
    found = _GPU.search(value.value) if isinstance(value, ast.Constant) and isinstance(value.value, str) else None
    return None if found is None else found[1]
