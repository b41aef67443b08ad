"""Does this code run while TensorFlow traces a graph, eagerly, or can it not be told?

Facts measured on TensorFlow 2.21: a function given to ``tf.function``, ``Dataset.map`` and its like or
``tf.vectorized_map`` is always traced; what it calls and defines is traced with it; ``tf.py_function``,
``tf.numpy_function`` and ``tf.init_scope`` leave the graph; ``tf.map_fn``, ``tf.cond``, ``strategy.run`` and others run
their function in the mode of the caller; Keras traces ``train_step`` and ``call`` under ``fit``.
"""

from __future__ import annotations

import ast
import enum
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tffix.semantics.kinds_table import Kind
from tffix.semantics.syntax import argument, is_false, receiver
from tffix.semantics.tree import DefNode, FunctionNode, terminal_name

if TYPE_CHECKING:
    from tffix.semantics.module import Module


class Mode(enum.Enum):
    """Whether code builds a graph or computes at once."""

    GRAPH = "graph"
    EAGER = "eager"
    UNKNOWN = "unknown"


class Via(enum.Enum):
    """What makes a function run in a graph."""

    FUNCTION = "tf.function"
    DATASET = "a function of tf.data"
    KERAS_STEP = "a training step of a Keras model"
    KERAS_CALL = "the call method of a Keras layer or model"
    VECTORIZED = "tf.vectorized_map"


@dataclass(frozen=True)
class Context:
    """The mode in which code runs, and why.

    ``root`` is the function whose tracing it is part of.  ``compiled`` is true under ``jit_compile=True``.
    """

    mode: Mode
    via: Via | None = None
    root: FunctionNode | None = None
    compiled: bool = False

    @property
    def is_graph(self) -> bool:
        """Whether the code certainly runs while a graph is traced."""
        return self.mode is Mode.GRAPH

    @property
    def is_eager(self) -> bool:
        """Whether the code certainly runs eagerly."""
        return self.mode is Mode.EAGER


UNKNOWN = Context(Mode.UNKNOWN)
EAGER = Context(Mode.EAGER)

_DATASET_FUNCTIONS = frozenset(
    [
        "map",
        "filter",
        "flat_map",
        "interleave",
        "reduce",
        "scan",
        "take_while",
        "group_by_window",
        "bucket_by_sequence_length",
    ]
)
_SAME_MODE = frozenset(
    "tensorflow." + name
    for name in [
        "map_fn",
        "cond",
        "while_loop",
        "scan",
        "foldl",
        "foldr",
        "case",
        "switch_case",
        "recompute_grad",
        "custom_gradient",
        "nest.map_structure",
        "autograph.experimental.do_not_convert",
    ]
)
_EAGER_CALLS = frozenset(
    ["tensorflow.py_function", "tensorflow.numpy_function", "tensorflow.data.Dataset.from_generator"]
)
_KERAS_STEPS = frozenset(["train_step", "test_step", "predict_step"])


class Graph:
    """Graph contexts of a file."""

    def __init__(self, module: Module) -> None:
        self._module = module
        self._contexts: dict[FunctionNode, Context] = {}
        self._pending: set[FunctionNode] = set()
        self._eagerly: bool | None = None

    @property
    def runs_eagerly(self) -> bool:
        """Whether the file calls ``tf.config.run_functions_eagerly`` with anything but ``False``."""
        if self._eagerly is None:
            calls = [
                *self._module.calls("run_functions_eagerly"),
                *self._module.calls("experimental_run_functions_eagerly"),
            ]
            self._eagerly = any(not is_false(argument(call, "run_eagerly", 0)) for call in calls)
        return self._eagerly

    def context(self, node: ast.AST) -> Context:
        """The mode in which ``node`` runs."""
        function = self._module.function(node)
        if self._in_init_scope(node, function):
            return EAGER
        if function is None:
            return EAGER
        return self.of_function(function)

    def is_tf_function(self, function: FunctionNode) -> bool:
        """Whether ``tf.function`` traces ``function`` itself, not only a function that calls it."""
        context = self.of_function(function)
        return context.via is Via.FUNCTION and context.root is function

    def of_function(self, function: FunctionNode) -> Context:
        """The mode in which the body of ``function`` runs."""
        known = self._contexts.get(function)
        if known is not None:
            return known
        if function in self._pending:
            return UNKNOWN
        self._pending.add(function)
        try:
            found = self._of_function(function)
        finally:
            self._pending.discard(function)
        self._contexts[function] = found
        return found

    def around(self, node: ast.AST) -> list[Context]:
        """The contexts of all functions in the file that ``node`` runs in: its own, and those that call or pass it on.

        What ``tf.function`` makes of a function becomes part of the graph of its caller, with XLA where that uses it.
        """
        found: list[Context] = []
        seen: set[FunctionNode | None] = {None}
        waiting = [self._module.function(node)]
        while waiting:
            function = waiting.pop()
            if function is None or function in seen:
                continue
            seen.add(function)
            found.append(self.of_function(function))
            waiting.append(self._module.function(function))
            for reference in [] if isinstance(function, ast.Lambda) else self._module.references(function):
                if self._is_given_to_compile(reference):
                    found.append(Context(Mode.UNKNOWN, Via.KERAS_STEP, function))
                waiting.append(self._module.function(reference))
        return found

    # -- one function ----------------------------------------------------------------------------------------------

    def _of_function(self, function: FunctionNode) -> Context:
        if self.runs_eagerly:
            return UNKNOWN
        if isinstance(function, ast.Lambda):
            return self._role(function, function)
        decorated = self._decorated(function)
        if decorated is not None:
            return decorated
        keras = self._keras_method(function)
        if keras is not None:
            return keras
        return self._by_references(function)

    def _decorated(self, function: DefNode) -> Context | None:
        for decorator in function.decorator_list:
            if self._module.qualified(decorator) == "tensorflow.function":
                return Context(Mode.GRAPH, Via.FUNCTION, function)
            if not isinstance(decorator, ast.Call):
                continue
            name = self._module.qualified(decorator.func)
            partial = name == "functools.partial" and bool(decorator.args)
            if partial:
                name = self._module.qualified(decorator.args[0])
            if name == "tensorflow.function":
                return Context(Mode.GRAPH, Via.FUNCTION, function, compiled=_is_compiled(decorator))
        plain = {"staticmethod", "classmethod", "property", "abstractmethod", "override"}
        names = [self._module.qualified(decorator) or "" for decorator in function.decorator_list]
        if all(name.rpartition(".")[2] in plain for name in names):
            return None
        if all(name.rpartition(".")[2] in plain | {"do_not_convert", "with_name_scope", "wraps"} for name in names):
            return None
        # A decorator of unknown make can do anything with the function.
        return UNKNOWN

    def _keras_method(self, function: DefNode) -> Context | None:
        owner = self._module.parent(function)
        if not isinstance(owner, ast.ClassDef):
            return None
        kind = self._module.class_kind(owner)
        if function.name in _KERAS_STEPS and kind is Kind.MODEL:
            return Context(Mode.GRAPH, Via.KERAS_STEP, function)
        if function.name == "call" and kind in (Kind.MODEL, Kind.LAYER, Kind.LOSS):
            return Context(Mode.UNKNOWN, Via.KERAS_CALL, function)
        if kind is Kind.METRIC and function.name in ("update_state", "result"):
            return Context(Mode.UNKNOWN, Via.KERAS_STEP, function)
        return None

    def _by_references(self, function: DefNode) -> Context:
        """A function runs as all its uses in the file say, when the file can be taken to hold all of them."""
        references = self._module.references(function)
        if not references:
            return UNKNOWN
        contexts = [self._role(reference, function) for reference in references]
        first = contexts[0]
        if all(context.via is Via.KERAS_STEP and context.root is function for context in contexts):
            return first
        if any(context.mode is not first.mode for context in contexts) or first.mode is Mode.UNKNOWN:
            return UNKNOWN
        if not self._module.is_local(function):
            if first.via is Via.DATASET and all(context.via is Via.DATASET for context in contexts):
                return first
            return UNKNOWN
        return Context(first.mode, first.via, first.root, any(context.compiled for context in contexts))

    def _role(self, reference: ast.AST, function: FunctionNode) -> Context:
        """The mode in which a function runs because of one use of it: called, or passed to something that calls it."""
        module = self._module
        if self._is_given_to_compile(reference):
            return Context(Mode.UNKNOWN, Via.KERAS_STEP, function)
        holder = module.parent(reference)
        if isinstance(holder, ast.keyword):
            holder = module.parent(holder)
        if isinstance(holder, ast.Call):
            if holder.func is reference:
                return self.context(holder)
            return self._passed(holder, function)
        if isinstance(holder, ast.Assign) and isinstance(function, ast.Lambda) and len(holder.targets) == 1:
            names = [use for target in holder.targets for use in module.uses_of_target(target)]
            contexts = [self._role(use, function) if use is not reference else UNKNOWN for use in names]
            if contexts and all(context.mode is contexts[0].mode for context in contexts):
                return contexts[0]
        return UNKNOWN

    def _is_given_to_compile(self, reference: ast.AST) -> bool:
        """Whether a function is a loss or metric of ``model.compile()``: traced by ``fit``, unless it runs eagerly."""
        inner, holder = reference, self._module.parent(reference)
        while isinstance(holder, (ast.List, ast.Tuple, ast.Dict)):
            inner, holder = holder, self._module.parent(holder)
        name: str | None = "loss"
        if isinstance(holder, ast.keyword):
            name, inner, holder = holder.arg, holder, self._module.parent(holder)
        if name not in ("loss", "metrics", "weighted_metrics") or not isinstance(holder, ast.Call):
            return False
        if terminal_name(holder.func) != "compile" or inner not in [*holder.args[1:2], *holder.keywords]:
            return False
        model = receiver(holder)
        return model is not None and self._module.kind(model) is Kind.MODEL

    def _passed(self, call: ast.Call, function: FunctionNode) -> Context:
        module = self._module
        qualified = module.qualified(call.func)
        if qualified == "tensorflow.function":
            certain = not isinstance(module.parent(call), ast.IfExp)
            return Context(Mode.GRAPH, Via.FUNCTION, function, _is_compiled(call)) if certain else UNKNOWN
        if qualified == "tensorflow.vectorized_map":
            return Context(Mode.GRAPH, Via.VECTORIZED, function)
        if qualified in _EAGER_CALLS:
            return EAGER
        if qualified in _SAME_MODE:
            return self.context(call)
        if qualified == "functools.partial" and call.args:
            return self._role(call, function)
        if isinstance(call.func, ast.Attribute):
            receiver = module.kind(call.func.value)
            if receiver is Kind.DATASET and call.func.attr in _DATASET_FUNCTIONS:
                return Context(Mode.GRAPH, Via.DATASET, function)
            if call.func.attr in ("run", "experimental_run_v2") and receiver is Kind.STRATEGY:
                return self.context(call)
        if qualified in ("absl.app.run", "tensorflow.compat.v1.app.run"):
            return EAGER
        return UNKNOWN

    def _in_init_scope(self, node: ast.AST, function: FunctionNode | None) -> bool:
        for outer in self._module.ancestors(node):
            if outer is function:
                return False
            if isinstance(outer, ast.With):
                for item in outer.items:
                    call = item.context_expr
                    if isinstance(call, ast.Call) and self._module.qualified(call.func) == "tensorflow.init_scope":
                        return True
        return False


def _is_compiled(call: ast.Call) -> bool:
    """Whether ``tf.function(...)`` asks for XLA (anything but a literal false or ``None``)."""
    given = argument(call, "jit_compile") or argument(call, "experimental_compile")
    return given is not None and not is_false(given)
