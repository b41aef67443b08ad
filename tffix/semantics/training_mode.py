"""What of a model depends on the flag ``training``, as far as the file shows how the model is made.

Measured on TensorFlow 2.21, Keras 3.15 and tf_keras 2.21: a call without the flag is inference in both, in a tape and
in ``tf.function`` too.  ``Dropout`` and its relatives, noise, ``BatchNormalization`` and the dropout of recurrent and
attention layers do nothing then, or use the moving averages; augmentation layers (``RandomFlip``) are on by default.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from tffix.semantics.definitions import Definition
from tffix.semantics.model_origins import Origin, makes_model
from tffix.semantics.module import Module
from tffix.semantics.scopes import Binding, BindingKind
from tffix.semantics.sources import readings, values
from tffix.semantics.syntax import argument, argument_values, default, is_false, is_true
from tffix.semantics.tree import FUNCTION_TYPES, terminal_name

SWITCHED = frozenset(
    [
        "AlphaDropout",
        "BatchNormalization",
        "Dropout",
        "GaussianDropout",
        "GaussianNoise",
        "SpatialDropout1D",
        "SpatialDropout2D",
        "SpatialDropout3D",
        "SyncBatchNormalization",
    ]
)
"""Layers that give, or update, something else in training than otherwise."""
_RATES = ("rate", "stddev")
DROPOUT_ARGUMENTS = ("dropout", "recurrent_dropout")
_AUGMENTING = frozenset(["AugMix", "AutoContrast", "CutMix", "MixUp", "RandAugment", "Solarization"])
_NOT_AUGMENTING = frozenset(["RandomFourierFeatures"])
_HOLDING = frozenset(["Bidirectional", "Lambda", "RNN", "StackedRNNCells", "TimeDistributed", "Wrapper"])
_OPAQUE = frozenset(["TFSMLayer"])
"""Layers that hold a model which cannot be seen."""
_KNOWN_ROOTS = ("tensorflow", "keras", "tf_keras", "builtins", "numpy", "math", "functools", "itertools", "collections")
_BUILDING = ("__init__", "build", "call")
_PARTS = ("get_layer", "layers", "output")
_GROWING = ("append", "extend", "insert", "add")


@dataclass
class Contents:
    """What a model is made of.

    ``switched`` are the constructors of layers that do something only with ``training=True``, ``augmenting`` of those
    that do it unless told otherwise.  ``unknown``: it also holds what the file does not show; ``pretrained``: a model
    of ``keras.applications``; ``flagged``: some layer is called with a fixed ``training=``, or one of its own making.
    """

    switched: list[ast.Call] = field(default_factory=list)
    augmenting: list[ast.Call] = field(default_factory=list)
    unknown: bool = False
    pretrained: bool = False
    flagged: bool = False


def contents(module: Module, origins: frozenset[Origin]) -> Contents:
    """What the models that ``origins`` make are made of, all taken together."""
    walk = _Walk(module)
    for origin in sorted(origins, key=module.span):
        walk.origin(origin)
    return walk.contents


class _Walk:
    """Follows the building of a model backwards, each node once."""

    def __init__(self, module: Module) -> None:
        self._module = module
        self._seen: set[ast.AST] = set()
        self._layers: set[ast.AST] = set()
        self.contents = Contents()

    def origin(self, origin: Origin) -> None:
        if isinstance(origin, ast.ClassDef):
            self._class(origin)
            for call in self._module.definitions.instances(origin):
                self._part(call)
        else:
            self._part(origin)

    def _part(self, node: ast.AST) -> None:
        """A node that belongs to the model: a layer, a tensor between layers, a list of either."""
        if node in self._seen:
            return
        self._seen.add(node)
        if isinstance(node, ast.Call):
            self._call(node)
        elif isinstance(node, (ast.Name, ast.Attribute)):
            self._reading(node)
        elif isinstance(node, ast.Lambda):
            self._part(node.body)
        elif not isinstance(node, FUNCTION_TYPES):
            for child in self._module.tree.children(node):
                self._part(child)

    def _call(self, call: ast.Call) -> None:
        module = self._module
        path = module.keras_path(call.func)
        made_by = module.definition(call.func)
        if path is not None:
            self._keras(call, path)
        elif isinstance(call.func, ast.Call):
            self._part(call.func)  # Dense(8)(x)
        elif isinstance(made_by, ast.ClassDef):
            self._class(made_by)
        elif isinstance(made_by, ast.FunctionDef):
            self._body(made_by)
        elif isinstance(made_by, ast.Lambda):
            self._part(made_by)
        elif module.qualified(call.func) is None:
            self._part(call.func)
        elif not _is_known(module.qualified(call.func)):
            self.contents.unknown = True
        self._flag(call)
        if self._holds_arguments(path, made_by):
            for value in argument_values(call):
                self._part(value)
        if makes_model(module, call):
            self._grown(call)

    def _holds_arguments(self, path: str | None, made_by: Definition | None) -> bool:
        """Whether the arguments of a call can be layers, or tensors between them; what a class keeps is seen in it."""
        if path is not None and "layers." in path:
            return path.rpartition(".")[2] in _HOLDING
        return not isinstance(made_by, ast.ClassDef) or self._module.definitions.method(made_by, "__init__") is None

    def _keras(self, call: ast.Call, path: str) -> None:
        last = path.rpartition(".")[2]
        found = self.contents
        if path.startswith("applications."):
            found.pretrained = True
        elif "layers." not in path:
            found.unknown = found.unknown or path in ("models.load_model", "models.clone_model", "saving.load_model")
        elif is_switched(call, last):
            found.switched.append(call)
        elif last in _AUGMENTING or (last.startswith("Random") and last not in _NOT_AUGMENTING):
            found.augmenting.append(call)
        found.unknown = found.unknown or last in _OPAQUE

    def _flag(self, call: ast.Call) -> None:
        """Note a flag that does not come from the caller."""
        given = argument(call, "training")
        binding = self._module.binding(given) if isinstance(given, ast.Name) else None
        if given is not None and (binding is None or not self._is_passed(binding)):
            self.contents.flagged = True

    def _is_passed(self, binding: Binding) -> bool:
        """Whether a parameter holds the mode that Keras passes, by one name only, and inference mode without one."""
        if not isinstance(binding.node, ast.arg):
            return False
        function = self._module.tree.function_of(binding.node)
        if not isinstance(function, ast.FunctionDef) or function.name != "call":
            return True
        return binding.name == "training" and not is_true(default(function, binding.node))

    def _grown(self, constructor: ast.Call) -> None:
        """What is added to a ``Sequential`` afterwards."""
        holder = self._module.parent(constructor)
        for target in holder.targets if isinstance(holder, ast.Assign) else []:
            self._additions(
                readings(self._module, target)
                if isinstance(target, ast.Attribute)
                else self._module.uses_of_target(target)
            )

    def _additions(self, uses: Sequence[ast.expr]) -> None:
        for use in uses:
            method = self._module.parent(use)
            call = self._module.parent(method) if isinstance(method, ast.Attribute) else None
            if isinstance(call, ast.Call) and call.func is method and terminal_name(method) in _GROWING:
                for added in call.args:
                    self._part(added)

    def _reading(self, node: ast.Name | ast.Attribute) -> None:
        qualified = self._module.qualified(node)
        if qualified is not None:
            # A function or class, or a layer that another file makes.
            self.contents.unknown = self.contents.unknown or not _is_known(qualified)
            return
        if isinstance(node, ast.Attribute) and self._module.self_class(node.value) is None:
            # base.output: all of the base, or a part of it.
            self.contents.unknown = self.contents.unknown or node.attr in _PARTS
            self._part(node.value)
            return
        bindings = self._module.origins(node) or self._inherited(node)
        is_layer = node in self._layers or self._is_called(node)
        for binding in bindings:
            given = values(self._module, binding)
            if binding.value is not None:
                given = [*given, binding.value]
            if not given and binding.kind is BindingKind.PARAMETER:
                # What a parameter that nothing in this file passes may hold is seen where it is used as a layer.
                self.contents.unknown = self.contents.unknown or is_layer
            if is_layer:
                self._layers.update(given)
            for value in given:
                self._part(value)
            if isinstance(binding.value, (ast.List, ast.ListComp)):
                self._additions(readings(self._module, node))
        if not bindings and self._is_called(node):
            self.contents.unknown = True

    def _inherited(self, node: ast.Name | ast.Attribute) -> list[Binding]:
        """The bindings of an attribute of ``self`` in the base classes."""
        owner = self._module.self_class(node.value) if isinstance(node, ast.Attribute) else None
        waiting: list[object] = [owner]
        seen: set[object] = set()
        while waiting and isinstance(node, ast.Attribute):
            current = waiting.pop()
            if not isinstance(current, ast.ClassDef) or current in seen:
                continue
            seen.add(current)
            found = self._module.attribute_bindings(current, node.attr)
            if found:
                return found
            waiting += [self._module.definition(base) for base in current.bases]
        return []

    def _is_called(self, node: ast.expr) -> bool:
        holder = self._module.parent(node)
        return isinstance(holder, ast.Call) and holder.func is node

    def _body(self, function: ast.FunctionDef) -> None:
        """All calls in a function that builds a model, or a part of one."""
        if function in self._seen:
            return
        self._seen.add(function)
        for node in self._module.tree.inline_nodes(*function.body):
            if isinstance(node, ast.Call):
                self._part(node)

    def _class(self, owner: ast.ClassDef) -> None:
        """The layers that ``call`` of a class uses; without one, and where that is not all, those that it makes."""
        if owner in self._seen:
            return
        self._seen.add(owner)
        bases = [self._module.definition(base) or base for base in owner.bases]
        if any(not isinstance(base, ast.ClassDef) and not self._is_known_base(base) for base in bases):
            self.contents.unknown = True
        call = self._module.definitions.method(owner, "call")
        if isinstance(call, ast.FunctionDef):
            self._body(call)
            if not self._uses_others(call):
                return
        for base in bases:
            if isinstance(base, ast.ClassDef):
                self._class(base)
        for method in owner.body:
            if isinstance(method, ast.FunctionDef) and method.name in _BUILDING:
                self._body(method)
                for kept in self._kept(method):
                    self._part(kept)

    def _is_known_base(self, base: ast.AST) -> bool:
        return isinstance(base, ast.expr) and _is_known(self._module.qualified(base))

    def _uses_others(self, call: ast.FunctionDef) -> bool:
        """Whether ``call`` also uses layers that it does not name."""
        nodes = list(ast.walk(call))
        names = {node.id for node in nodes if isinstance(node, ast.Name)}
        return not names.isdisjoint(("getattr", "super")) or any(
            isinstance(node, ast.Attribute) and node.attr == "layers" for node in nodes
        )

    def _kept(self, method: ast.FunctionDef) -> Iterator[ast.expr]:
        """What a method gives to its instance."""
        for node in self._module.tree.inline_nodes(*method.body):
            if isinstance(node, ast.Assign) and any(isinstance(target, ast.Attribute) for target in node.targets):
                yield node.value


def is_switched(call: ast.Call, name: str) -> bool:
    """Whether the layer ``name`` that ``call`` makes does something only in training."""
    if name in SWITCHED:
        if name.endswith("BatchNormalization"):
            return not is_false(argument(call, "trainable"))
        rates = [call.args[0]] if call.args else [argument(call, rate) for rate in _RATES]
        return not any(is_false(rate) for rate in rates)
    given = [argument(call, rate) for rate in DROPOUT_ARGUMENTS]
    return any(rate is not None and not is_false(rate) for rate in given)


def _is_known(qualified: str | None) -> bool:
    return qualified is not None and qualified.partition(".")[0] in _KNOWN_ROOTS
