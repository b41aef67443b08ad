"""When TensorFlow takes the devices: the first thing that does so ends all choice among them.

Memory growth, visible and logical devices are settings of a runtime that has not begun.  Each set was measured on
TensorFlow 2.21, Keras 3.15 and tf_keras 2.21, call by call: the handle of the eager context, and the call of the
driver's ``cuInit``, which reads ``CUDA_VISIBLE_DEVICES`` once.  Importing TensorFlow does neither.
"""

from __future__ import annotations

import ast
import enum
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tffix.semantics.kinds_table import Kind
from tffix.semantics.syntax import is_main_guard
from tffix.semantics.tree import COMPREHENSION_TYPES, DEF_TYPES

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tffix.semantics.module import Module


class Stage(enum.Enum):
    """What has happened to the devices."""

    LISTED = "the driver has been asked which GPUs there are"
    TAKEN = "the runtime has been initialised with them"


LISTINGS = frozenset(
    "tensorflow.config." + name for name in ["list_physical_devices", "experimental.list_physical_devices"]
)
"""What lists the devices, without taking them."""
_LISTING = LISTINGS | frozenset(
    [
        "tensorflow.config.get_visible_devices",
        "tensorflow.config.experimental.get_visible_devices",
        "tensorflow.config.experimental.get_device_details",
        "tensorflow.test.is_gpu_available",
        "tensorflow.test.gpu_device_name",
        "tensorflow.python.client.device_lib.list_local_devices",
    ]
)
_TAKING = frozenset(
    "tensorflow." + name
    for name in [
        "config.list_logical_devices",
        "config.experimental.list_logical_devices",
        "device",
        "distribute.OneDeviceStrategy",
        "lookup.StaticHashTable",
        "print",
        "random.Generator.from_seed",
        "random.Generator.from_non_deterministic_state",
        "saved_model.load",
    ]
)
_TAKING_KINDS = frozenset(
    [
        Kind.TENSOR,
        Kind.VARIABLE,
        Kind.DATASET,
        Kind.METRIC,
        Kind.OPTIMIZER,
        Kind.SUMMARY_WRITER,
        Kind.TENSOR_ARRAY,
        Kind.STRATEGY,
    ]
)
"""Results that only the runtime can make; Keras makes variables for metrics and optimizers at once."""
_DEFAULT_STRATEGY = "tensorflow.distribute.get_strategy"
_WEIGHTED = frozenset(["Dense", "Conv1D", "Conv2D", "Conv3D", "BatchNormalization", "Embedding", "LSTM", "GRU"])
"""Layers that make variables when they are called, also on the input of a functional model."""
_SEEDED = frozenset(["Dropout", "GaussianNoise", "RandomFlip", "RandomRotation", "RandomZoom", "RandomCrop"])
"""Layers of Keras 3 that make a variable, the state of their random numbers, when they are made."""
_MAX_DEPTH = 6


@dataclass(frozen=True)
class Start:
    """What certainly runs before some code and brings the devices to a stage.

    ``statement`` holds ``call`` in its own block, or holds the call of the function that makes it.  ``before`` is
    what it stands before in that block; ``None`` where it is known to run earlier, but in another function.
    """

    call: ast.Call
    statement: ast.stmt
    before: ast.stmt | None


class Runtime:
    """The beginnings of the runtime in one file, for one stage."""

    def __init__(self, module: Module, stage: Stage) -> None:
        self._module = module
        self._stage = stage
        self._statements: dict[ast.stmt, ast.Call | None] = {}
        self._asked: set[ast.AST] = set()

    def start(self, node: ast.AST) -> Start | None:
        """The first thing that certainly happens before ``node`` and brings the devices to the stage.

        What precedes ``node`` in its own function counts where nothing certainly did so before the function was
        called; ``None`` when nothing is certain.
        """
        inside = self._inside(self._module.statement(node))
        function = self._function(node)
        outside = None if function is None else self._before_calls(function)
        return outside or inside

    def of(self, statement: ast.stmt) -> ast.Call | None:
        """The first call that a statement certainly makes and that brings the devices to the stage."""
        if statement not in self._statements:
            self._statements[statement] = None  # a function that calls itself
            self._statements[statement] = self._of_statement(statement)
        return self._statements[statement]

    # -- backwards from a place ------------------------------------------------------------------------------------

    def _function(self, node: ast.AST) -> ast.AST | None:
        return next((outer for outer in self._module.ancestors(node) if isinstance(outer, DEF_TYPES)), None)

    def _inside(self, statement: ast.stmt) -> Start | None:
        """The outermost statement before ``statement`` in its own function."""
        found = None
        while True:
            block = self._module.block(statement)
            for sibling in block:
                if sibling is statement:
                    break
                call = self.of(sibling)
                if call is not None:
                    found = Start(call, sibling, statement)
                    break
            owner = self._module.parent(statement)
            while owner is not None and not isinstance(owner, ast.stmt):
                owner = self._module.parent(owner)  # except handlers and match cases
            if owner is None or isinstance(owner, DEF_TYPES):
                return found
            statement = owner

    def _before_calls(self, function: ast.AST) -> Start | None:
        """What precedes every call of a function, or runs when the file is imported if no call of it is here."""
        is_plain = isinstance(function, ast.FunctionDef) and not isinstance(self._module.parent(function), ast.ClassDef)
        if function in self._asked or not isinstance(function, ast.FunctionDef) or not is_plain:
            return None
        self._asked.add(function)
        try:
            places = [self._call(reference) for reference in self._module.references(function)]
            if not places:
                return self._on_import()
            found = [None if place is None else self.start(place) for place in places]
        finally:
            self._asked.discard(function)
        first = found[0] if found else None
        return None if first is None or None in found else Start(first.call, first.statement, None)

    def _call(self, reference: ast.expr) -> ast.Call | None:
        """The call of a function that ``reference`` names, also by ``app.run(main)``."""
        holder = self._module.parent(reference)
        if not isinstance(holder, ast.Call):
            return None
        is_run = self._module.qualified(holder.func) in ("absl.app.run", "tensorflow.compat.v1.app.run")
        return holder if holder.func is reference or is_run else None

    def _on_import(self) -> Start | None:
        body = [statement for statement in self._module.root.body if not is_main_guard(statement)]
        found = ((self.of(statement), statement) for statement in body)
        return next((Start(call, statement, None) for call, statement in found if call is not None), None)

    # -- what code does ----------------------------------------------------------------------------------------------

    def _of_block(self, statements: Sequence[ast.stmt]) -> ast.Call | None:
        for statement in statements:
            call = self.of(statement)
            if call is not None or isinstance(statement, (ast.Return, ast.Raise, ast.Break, ast.Continue)):
                return call
            if _may_leave(statement):
                return None
        return None

    def _of_statement(self, statement: ast.stmt) -> ast.Call | None:
        if isinstance(statement, (*DEF_TYPES, ast.ClassDef, ast.Try, ast.Match, ast.Import, ast.ImportFrom)):
            return None
        if isinstance(statement, ast.If):
            first = self._of_expression(statement.test)
            branches = [self._of_block(statement.body), self._of_block(statement.orelse)]
            return first or (branches[0] if None not in branches else None)
        if isinstance(statement, (ast.For, ast.AsyncFor)):
            return self._of_expression(statement.iter)
        if isinstance(statement, ast.While):
            return self._of_expression(statement.test)
        if isinstance(statement, (ast.With, ast.AsyncWith)):
            heads = [self._of_expression(item.context_expr) for item in statement.items]
            entered = next((head for head in heads if head is not None), None)
            in_graph = any("Graph" in self._module.segment(item.context_expr) for item in statement.items)
            return entered if in_graph else entered or self._of_block(statement.body)
        return self._of_expression(statement)

    def _of_expression(self, node: ast.AST) -> ast.Call | None:
        calls = (self._of_call(call) for call in self._always_called(node))
        return next((call for call in calls if call is not None), None)

    def _always_called(self, node: ast.AST) -> Iterator[ast.Call]:
        if isinstance(node, (ast.IfExp, ast.BoolOp, ast.Await, *COMPREHENSION_TYPES)):
            return
        for child in self._module.tree.inline_children(node):
            yield from self._always_called(child)
        if isinstance(node, ast.Call):
            yield node

    def _of_call(self, call: ast.Call) -> ast.Call | None:
        name = self._module.qualified(call.func)
        if name is None:
            return self._of_local(call)
        return call if self._is_start(call, name) else None

    def _of_local(self, call: ast.Call) -> ast.Call | None:
        """What calling a function or class of this file does, or a layer on the input of a model."""
        module = self._module
        local = module.definition(call.func)
        if isinstance(local, ast.ClassDef):
            local = module.definitions.method(local, "__init__")
        if isinstance(local, ast.FunctionDef):
            if any(isinstance(node, (ast.Yield, ast.YieldFrom)) for node in module.tree.inline_nodes(*local.body)):
                return None
            return self._of_block(local.body)
        layer = call.func if isinstance(call.func, ast.Call) else None
        path = None if layer is None else module.keras_path(layer.func)
        weighted = path is not None and path.startswith("layers.") and path.rpartition(".")[2] in _WEIGHTED
        return call if weighted else None

    def _is_start(self, call: ast.Call, name: str) -> bool:
        if self._stage is Stage.LISTED and name in _LISTING:
            return True
        if name in _LISTING or name == _DEFAULT_STRATEGY:
            return False
        if name in _TAKING:
            return True
        path = self._module.keras_path(call.func)
        if not name.startswith("tensorflow.") if path is None else path.startswith("backend."):
            return False
        if path is not None and path.rpartition(".")[2] in _SEEDED and path.startswith("layers."):
            return self._module.keras == 3
        if path is not None and path.startswith(("applications.", "models.load_model")):
            return self._module.kind(call) is Kind.MODEL
        if any(self._module.kind(argument) is Kind.KERAS_TENSOR for argument in call.args):
            return False
        return self._module.kind(call) in _TAKING_KINDS


def _may_leave(statement: ast.stmt) -> bool:
    """Whether a compound statement can leave its function or loop, so that what follows it may not run."""
    leaving = (ast.Return, ast.Raise, ast.Break, ast.Continue)
    return not isinstance(statement, (*DEF_TYPES, ast.ClassDef)) and any(
        isinstance(node, leaving) for node in ast.walk(statement)
    )
