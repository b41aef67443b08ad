"""What the functions of an input pipeline do: draw random numbers, read files, decode.

Only what certainly happens counts: code behind a condition does so only where the condition is a random tensor.
"""

from __future__ import annotations

import ast
import enum
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tffix.semantics.names import keras_path
from tffix.semantics.syntax import argument, is_false, is_none, is_true
from tffix.semantics.tree import FunctionNode, terminal_name

if TYPE_CHECKING:
    from tffix.semantics.module import Module

_MAX_FUNCTIONS = 50
_PYTHON = frozenset(["tensorflow.py_function", "tensorflow.numpy_function"])
_SAMPLERS = frozenset(
    f"tensorflow.random.{name}"
    for name in ["categorical", "gamma", "normal", "poisson", "shuffle", "truncated_normal", "uniform"]
)
_GENERATORS = ("tensorflow.random.Generator.", "tensorflow.random.get_global_generator")
_DRAWING = frozenset(["binomial", "make_seeds", "normal", "truncated_normal", "uniform", "uniform_full_int"])
_READING = (
    "tensorflow.io.read_file",
    "tensorflow.io.decode_",
    "tensorflow.io.parse_",
    "tensorflow.image.decode_",
    "tensorflow.audio.decode_",
)
_READERS = ("open", "imread", "load", "read", "urlopen", "GFile")
_CHEAP = ("tensorflow.io.decode_base64", "tensorflow.io.decode_raw")


class State(enum.Enum):
    """Where a random operation keeps what it has drawn."""

    OPERATION = "in the operation: under a seed it starts anew with every pass over the dataset"
    OWN = "in a variable or in Python: it goes on from pass to pass, also under a seed"


@dataclass(frozen=True)
class Draw:
    """A call that draws random numbers; ``seeded`` if it is given a seed of its own."""

    call: ast.Call
    state: State
    seeded: bool = False


def draws(module: Module, stage: ast.Call) -> list[Draw]:
    """The calls with which the function given to ``map`` draws random numbers for every element."""
    found = []
    for call in calls(module, stage, certain=True):
        name = module.qualified(call.func) or ""
        if name in _SAMPLERS or name.startswith("tensorflow.image.random_"):
            seed = argument(call, "seed")
            found.append(Draw(call, State.OPERATION, seeded=seed is not None and not is_none(seed)))
        elif _is_generator(module, call) or _is_random_layer(module, call) or _is_random_python(module, call, name):
            found.append(Draw(call, State.OWN))
    return found


def reads_files(module: Module, stage: ast.Call) -> bool:
    """Whether the function given to ``map`` may read files, decode or parse, or run Python code that may."""
    for call in calls(module, stage, certain=False):
        name = module.qualified(call.func) or ""
        if (name.startswith(_READING) and name not in _CHEAP) or (name in _PYTHON and _may_read(module, call)):
            return True
    return False


def _may_read(module: Module, call: ast.Call) -> bool:
    """Whether Python code run as an operation is not in this file, or reads something."""
    local = _python_function(module, call)
    names = [terminal_name(node.func) or "" for node in ast.walk(local) if isinstance(node, ast.Call)] if local else []
    return local is None or any(name.startswith(_READERS) for name in names)


def _python_function(module: Module, call: ast.Call) -> FunctionNode | None:
    """The function of this file that ``tf.py_function`` or ``tf.numpy_function`` runs."""
    function = argument(call, "func", 0)
    local = None if function is None else module.definition(function)
    return local if isinstance(local, (ast.FunctionDef, ast.Lambda)) else None


def calls(module: Module, stage: ast.Call, *, certain: bool) -> list[ast.Call]:
    """The calls that the function given to ``map`` makes, those in other functions of this file included.

    With ``certain`` only those that it makes for every element, whatever the conditions in it.
    """
    function = argument(stage, "map_func", 0)
    walk = _Walk(module, certain)
    if function is not None:
        walk.function(function)
    return walk.found


class _Walk:
    def __init__(self, module: Module, certain: bool) -> None:
        self._module = module
        self._certain = certain
        self._seen: set[FunctionNode] = set()
        self.found: list[ast.Call] = []

    def function(self, node: ast.expr) -> None:
        """Follow a call of ``node`` into the function of this file that it is."""
        if isinstance(node, ast.Call) and self._module.qualified(node.func) == "functools.partial" and node.args:
            node = node.args[0]
        local = self._module.definition(node)
        if not isinstance(local, (ast.FunctionDef, ast.Lambda)):
            return
        self.enter(local)

    def enter(self, local: FunctionNode) -> None:
        """Visit what ``local``, a function of this file, does."""
        if local not in self._seen and len(self._seen) < _MAX_FUNCTIONS:
            self._seen.add(local)
            if isinstance(local, ast.Lambda):
                self._visit(local.body)
            elif isinstance(local, ast.FunctionDef):
                self._block(local.body)

    def _block(self, statements: list[ast.stmt]) -> None:
        for statement in statements:
            self._visit(statement)
            if self._certain and isinstance(statement, (ast.If, ast.Try)) and _may_leave(statement):
                return

    def _visit(self, node: ast.AST) -> None:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)):
            return
        if self._certain and isinstance(node, (ast.If, ast.IfExp, ast.While)):
            self._visit(node.test)
        elif self._certain and isinstance(node, ast.BoolOp):
            self._visit(node.values[0])
        elif isinstance(node, (ast.With, ast.For)):
            for header in [node.iter] if isinstance(node, ast.For) else [item.context_expr for item in node.items]:
                self._visit(header)
            self._block(node.body)
        else:
            for child in ast.iter_child_nodes(node):
                self._visit(child)
        if isinstance(node, ast.Call):
            self.found.append(node)
            self.function(node.func)


def _may_leave(statement: ast.stmt) -> bool:
    return any(isinstance(node, (ast.Return, ast.Raise, ast.Break, ast.Continue)) for node in ast.walk(statement))


def _is_generator(module: Module, call: ast.Call) -> bool:
    """Whether ``call`` draws from a ``tf.random.Generator``."""
    if not isinstance(call.func, ast.Attribute) or call.func.attr not in _DRAWING:
        return False
    made = module.value(call.func.value, attributes=True)
    return isinstance(made, ast.Call) and (module.qualified(made.func) or "").startswith(_GENERATORS)


def _is_random_layer(module: Module, call: ast.Call) -> bool:
    """Whether ``call`` calls a Keras layer of random augmentation, or a ``Sequential`` of such, for training.

    Called by themselves these layers augment unless ``training=False`` is given (measured, Keras 3 and tf_keras).
    """
    training = argument(call, "training", 1)
    if is_false(training) or not (training is None or is_true(training)):
        return False
    made = module.value(call.func, attributes=True)
    if not isinstance(made, ast.Call):
        return False
    if _is_random_class(module, made):
        return True
    layers = argument(made, "layers", 0)
    is_stack = keras_path(module.qualified(made.func)) in ("Sequential", "models.Sequential")
    if not is_stack or not isinstance(layers, (ast.List, ast.Tuple)):
        return False
    made_layers = [module.value(layer) for layer in layers.elts]
    return any(isinstance(layer, ast.Call) and _is_random_class(module, layer) for layer in made_layers)


def _is_random_class(module: Module, made: ast.Call) -> bool:
    path = keras_path(module.qualified(made.func)) or ""
    return path.startswith(("layers.Random", "layers.experimental.preprocessing.Random"))


def _is_random_python(module: Module, call: ast.Call, name: str) -> bool:
    """Whether ``call`` runs Python code of this file as an operation, and that draws random numbers."""
    local = _python_function(module, call) if name in _PYTHON else None
    if local is None:
        return False
    walk = _Walk(module, certain=True)
    walk.enter(local)
    names = [module.qualified(inner.func) or "" for inner in walk.found]
    return any(inner.startswith(("numpy.random.", "random.")) and not inner.endswith(".seed") for inner in names)
