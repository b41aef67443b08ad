"""Functions and classes defined in the file: which one a call means, what it returns, who uses it."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from tffix.semantics.api_kinds import call_kind
from tffix.semantics.graph import Context, Via
from tffix.semantics.kinds_table import Kind
from tffix.semantics.names import keras_path
from tffix.semantics.scopes import Binding, BindingKind
from tffix.semantics.tree import FUNCTION_TYPES, FunctionNode

if TYPE_CHECKING:
    from tffix.semantics.module import Module

Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda

_CLASS_KINDS = {
    "Model": Kind.MODEL,
    "Sequential": Kind.MODEL,
    "models.Model": Kind.MODEL,
    "models.Sequential": Kind.MODEL,
    "layers.Layer": Kind.LAYER,
    "Layer": Kind.LAYER,
    "losses.Loss": Kind.LOSS,
    "Loss": Kind.LOSS,
    "metrics.Metric": Kind.METRIC,
    "Metric": Kind.METRIC,
    "optimizers.Optimizer": Kind.OPTIMIZER,
}
_EXTENDED = (Kind.LAYER, Kind.OPTIMIZER)
"""A subclass of any class of these kinds, such as ``Dense`` or ``Adam``, is of that kind too."""
_MAX_BASES = 20
_COMPARISONS = ((Kind.LOSS, "call"), (Kind.METRIC, "update_state"))
_ANNOTATIONS = {
    "tensorflow.Tensor": Kind.TENSOR,
    "tensorflow.types.experimental.TensorLike": Kind.TENSOR,
    "tensorflow.Variable": Kind.VARIABLE,
    "tensorflow.data.Dataset": Kind.DATASET,
    "tensorflow.GradientTape": Kind.TAPE,
    "tensorflow.distribute.Strategy": Kind.STRATEGY,
    "builtins.int": Kind.NUMBER,
    "builtins.float": Kind.NUMBER,
    "builtins.bool": Kind.BOOL,
    "builtins.str": Kind.STRING,
    "numpy.ndarray": Kind.ARRAY,
}


class Definitions:
    """What the file says about its own functions and classes."""

    def __init__(self, module: Module) -> None:
        self._module = module
        self._attributes: dict[tuple[ast.ClassDef, str], list[Binding]] | None = None
        self._returns: dict[ast.AST, list[ast.expr | None]] = {}
        self._class_kinds: dict[ast.ClassDef, Kind] = {}
        self._loads: dict[str, list[ast.Attribute]] | None = None
        self._exported: frozenset[str] | None = None

    def definition(self, function: ast.expr) -> Definition | None:
        """The function, lambda or class of this file that ``function`` certainly refers to."""
        module = self._module
        if isinstance(function, ast.Lambda):
            return function
        if isinstance(function, ast.Name):
            bindings = module.bindings(function)
            if len(bindings) != 1:
                return None
            return self._bound(next(iter(bindings)))
        if isinstance(function, ast.Attribute):
            owner = self.self_class(function.value)
            if owner is not None and not self._is_overridden(owner, function.attr):
                return self.method(owner, function.attr)
            made = self.instance_class(function.value) if owner is None else None
            return None if made is None else self.method(made, function.attr)
        if isinstance(function, ast.Call) and module.qualified(function.func) == "tensorflow.function":
            return self.definition(function.args[0]) if function.args else None
        return None

    def _bound(self, binding: Binding) -> Definition | None:
        if isinstance(binding.node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            return binding.node
        plain = binding.kind is BindingKind.ASSIGN and not binding.path
        if plain and isinstance(binding.value, (ast.Lambda, ast.Name, ast.Call)):
            return self.definition(binding.value)
        return None

    def method(self, owner: ast.ClassDef, name: str) -> ast.FunctionDef | ast.AsyncFunctionDef | None:
        """The only definition of method ``name`` in the class, or in a base class of this file."""
        found = [s for s in owner.body if isinstance(s, (ast.FunctionDef, ast.AsyncFunctionDef)) and s.name == name]
        if len(found) == 1 and not self.attribute_bindings(owner, name):
            return found[0]
        if not found:
            for base in owner.bases:
                local = self.definition(base)
                if isinstance(local, ast.ClassDef) and local is not owner:
                    return self.method(local, name)
        return None

    def _is_overridden(self, owner: ast.ClassDef, name: str) -> bool:
        """Whether a subclass in this file has its own ``name``: then ``self`` may be an instance of that one."""
        for local in self._module.nodes(ast.ClassDef):
            if local is owner or not local.bases or not self._has_base(local, owner):
                continue
            own = any(isinstance(s, (ast.FunctionDef, ast.AsyncFunctionDef)) and s.name == name for s in local.body)
            if own or self.attribute_bindings(local, name):
                return True
        return False

    def _has_base(self, local: ast.ClassDef, owner: ast.ClassDef, depth: int = 0) -> bool:
        bases = [self.definition(base) for base in local.bases] if depth < _MAX_BASES else []
        return owner in bases or any(
            isinstance(base, ast.ClassDef) and self._has_base(base, owner, depth + 1) for base in bases
        )

    def self_class(self, expression: ast.expr) -> ast.ClassDef | None:
        """The class whose instance ``expression`` is, when it is the first parameter of one of its methods."""
        if not isinstance(expression, ast.Name):
            return None
        bindings = self._module.bindings(expression)
        if len(bindings) != 1:
            return None
        node = next(iter(bindings)).node
        if not isinstance(node, ast.arg):
            return None
        function = self._module.parent(self._module.parent(node))  # type: ignore[arg-type]
        if not isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef)):
            return None
        owner = self._module.parent(function)
        first = [*function.args.posonlyargs, *function.args.args][:1]
        static = any(
            isinstance(d, ast.Name) and d.id in ("staticmethod", "classmethod") for d in function.decorator_list
        )
        return owner if isinstance(owner, ast.ClassDef) and first == [node] and not static else None

    def instance_class(self, expression: ast.expr) -> ast.ClassDef | None:
        """The class whose instance ``expression`` is: as ``self``, or by a name bound to a call of the class."""
        owner = self.self_class(expression)
        if owner is not None:
            return owner
        value = self._module.value(expression) if isinstance(expression, ast.Name) else expression
        if not isinstance(value, ast.Call) or not isinstance(value.func, ast.Name):
            return None
        local = self.definition(value.func)
        is_plain = isinstance(local, ast.ClassDef) and not local.decorator_list and not local.keywords
        return local if is_plain else None  # type: ignore[return-value]

    def attribute_bindings(self, owner: ast.ClassDef, name: str) -> list[Binding]:
        """All places where ``self.name`` is assigned in the class, or ``instance.name`` outside of it."""
        if self._attributes is None:
            self._attributes = {}
            for attribute in self._module.nodes(ast.Attribute):
                if isinstance(attribute.ctx, ast.Load):
                    continue
                found = self.instance_class(attribute.value)
                if found is not None:
                    self._attributes.setdefault((found, attribute.attr), []).append(self._attribute_binding(attribute))
        return self._attributes.get((owner, name), [])

    def _attribute_binding(self, attribute: ast.Attribute) -> Binding:
        holder = self._module.parent(attribute)
        scope = self._module.scopes.around(attribute)
        value = holder.value if isinstance(holder, (ast.Assign, ast.AnnAssign)) else None
        kind = BindingKind.ASSIGN if value is not None else BindingKind.OTHER
        return Binding(attribute.attr, kind, attribute, scope, value)

    def returns(self, function: ast.FunctionDef | ast.AsyncFunctionDef) -> list[ast.expr | None]:
        """The values of the ``return`` statements of a function; empty for a generator."""
        known = self._returns.get(function)
        if known is not None:
            return known
        values: list[ast.expr | None] = []
        stack: list[ast.AST] = list(function.body)
        while stack:
            node = stack.pop()
            if isinstance(node, (*FUNCTION_TYPES, ast.ClassDef)):
                continue
            if isinstance(node, (ast.Yield, ast.YieldFrom)):
                values = []
                break
            if isinstance(node, ast.Return):
                values.append(node.value)
            stack.extend(ast.iter_child_nodes(node))
        self._returns[function] = values
        return values

    def class_kind(self, owner: ast.ClassDef) -> Kind:
        """What an instance of a class defined here is, by its base classes."""
        known = self._class_kinds.get(owner)
        if known is not None:
            return known
        self._class_kinds[owner] = Kind.UNKNOWN
        for base in owner.bases:
            qualified = self._module.qualified(base)
            kind = _CLASS_KINDS.get(keras_path(qualified) or "")
            if kind is None and qualified is not None and call_kind(qualified) in _EXTENDED:
                kind = call_kind(qualified)
            local = self.definition(base)
            if kind is None and isinstance(local, ast.ClassDef):
                kind = self.class_kind(local)
            if kind is not None and kind is not Kind.UNKNOWN:
                self._class_kinds[owner] = kind
                break
        return self._class_kinds[owner]

    def parameter_kind(self, parameter: ast.arg) -> Kind:
        """What a parameter holds: by its annotation, by how the function is called, or by a default."""
        module = self._module
        function = module.parent(module.parent(parameter))  # type: ignore[arg-type]
        if parameter.annotation is not None:
            kind = _ANNOTATIONS.get(module.qualified(parameter.annotation) or "")
            if kind is not None:
                return kind
        if not isinstance(function, FUNCTION_TYPES):
            return Kind.UNKNOWN
        arguments = function.args
        positional = [*arguments.posonlyargs, *arguments.args]
        owner = module.parent(function)
        if isinstance(owner, ast.ClassDef) and isinstance(function, ast.FunctionDef):
            index = positional.index(parameter) if parameter in positional else -1
            kind = self._method_parameter_kind(owner, function, index)
            if kind is not Kind.UNKNOWN:
                return kind
        if _has_constant_default(arguments, parameter):
            return Kind.UNKNOWN
        context = module.function_context(function)
        if context.root is function and context.via is Via.KERAS_STEP and not isinstance(owner, ast.ClassDef):
            # The loss and metrics of ``compile()`` get the targets and the outputs.
            return Kind.TENSOR if parameter in positional[:2] else Kind.UNKNOWN
        if context.root is function and context.is_graph and parameter in positional:
            if context.via in (Via.DATASET, Via.VECTORIZED) and parameter.arg not in ("self", "cls"):
                return Kind.TENSOR
            if self._has_signature(function):
                return Kind.TENSOR if parameter.arg != "self" else Kind.UNKNOWN
        return self._argument_kind(function, parameter, context)

    def _argument_kind(self, function: FunctionNode, parameter: ast.arg, context: Context) -> Kind:
        """What all calls of a function that only this file calls pass for the parameter."""
        if isinstance(function, ast.Lambda) or not self.is_local(function):
            return Kind.UNKNOWN
        kinds = set()
        for call in self.calls_of(function) or ():
            argument = self.argument(call, function, parameter)
            if argument is None:
                return Kind.UNKNOWN
            kinds.add(self._module.kind(argument))
        if context.via is Via.FUNCTION and context.root is function:
            # tf.function makes tensors of NumPy arguments.
            kinds = {Kind.TENSOR if kind is Kind.ARRAY else kind for kind in kinds}
        return kinds.pop() if len(kinds) == 1 else Kind.UNKNOWN

    def argument(self, call: ast.Call, function: FunctionNode, parameter: ast.arg) -> ast.expr | None:
        """The expression that ``call`` passes for ``parameter``; ``None`` when it cannot be told."""
        for keyword in call.keywords:
            if keyword.arg == parameter.arg:
                return keyword.value
        positional = [*function.args.posonlyargs, *function.args.args]
        if parameter not in positional or any(isinstance(argument, ast.Starred) for argument in call.args):
            return None
        index = positional.index(parameter)
        if isinstance(self._module.parent(function), ast.ClassDef):
            index -= 1
        return call.args[index] if 0 <= index < len(call.args) else None

    def _method_parameter_kind(self, owner: ast.ClassDef, method: ast.FunctionDef, index: int) -> Kind:
        """``self`` is an instance of its class; Keras passes tensors to ``call`` and the training steps."""
        kind = self._module.class_kind(owner)
        if index == 0 and not method.decorator_list:
            return kind
        if kind in (Kind.LAYER, Kind.MODEL):
            takes_data = index == 1 and method.name in ("call", "train_step", "test_step", "predict_step")
        else:
            # The targets and the outputs.
            takes_data = index in (1, 2) and (kind, method.name) in _COMPARISONS
        return Kind.TENSOR if takes_data else Kind.UNKNOWN

    def _has_signature(self, function: FunctionNode) -> bool:
        if isinstance(function, ast.Lambda):
            return False
        return any(
            isinstance(decorator, ast.Call) and any(k.arg == "input_signature" for k in decorator.keywords)
            for decorator in function.decorator_list
        )

    # -- who uses a function -----------------------------------------------------------------------------------------

    def references(self, function: ast.FunctionDef | ast.AsyncFunctionDef) -> list[ast.expr]:
        """The expressions that name ``function`` outside of itself (by name, or as an attribute for a method)."""
        module = self._module
        if isinstance(module.parent(function), ast.ClassDef):
            if self._loads is None:
                self._loads = {}
                for attribute in module.nodes(ast.Attribute):
                    self._loads.setdefault(attribute.attr, []).append(attribute)
            return [node for node in self._loads.get(function.name, []) if not module.contains(function, node)]
        scope = module.scopes.around(function)
        return [
            name
            for name in module.tree.names(function.name)
            if isinstance(name.ctx, ast.Load)
            and module.scopes.owner(name.id, module.scopes.around(name)) is scope
            and not module.contains(function, name)
        ]

    def calls_of(self, function: ast.FunctionDef | ast.AsyncFunctionDef) -> list[ast.Call] | None:
        """All calls of a function, by another name and through ``tf.function(f)`` too.

        ``None`` when it is used in some other way, so that there may be more.
        """
        module = self._module
        calls: list[ast.Call] = []
        seen: set[ast.expr] = set()
        waiting = self.references(function)[::-1]
        while waiting:
            reference = waiting.pop()
            if reference in seen:
                continue
            seen.add(reference)
            holder = module.parent(reference)
            if isinstance(holder, ast.Call) and holder.func is reference:
                calls.append(holder)
            elif isinstance(holder, ast.Call) and holder.args[:1] == [reference]:
                if module.qualified(holder.func) != "tensorflow.function":
                    return None
                waiting.append(holder)
            elif (
                isinstance(holder, ast.Assign) and len(holder.targets) == 1 and isinstance(holder.targets[0], ast.Name)
            ):
                waiting.extend(module.uses_of_target(holder.targets[0])[::-1])
            else:
                return None
        return calls

    def is_local(self, function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
        """Whether no other file can be expected to call ``function``.

        True for functions inside functions, for private names, and in scripts (files that run code when executed).
        """
        module = self._module
        if module.function(function) is not None:
            return True
        name = function.name
        if name.startswith("_") and not name.startswith("__"):
            return True
        owner = module.parent(function)
        if isinstance(owner, ast.ClassDef) and any(module.qualified(b) != "builtins.object" for b in owner.bases):
            return False
        return self._is_script()

    def _is_script(self) -> bool:
        for statement in self._module.root.body:
            if isinstance(statement, ast.If) and "__main__" in ast.dump(statement.test):
                return True
            if isinstance(statement, (ast.For, ast.While, ast.With)):
                return True
            if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
                return True
        return False


def _has_constant_default(arguments: ast.arguments, parameter: ast.arg) -> bool:
    positional = [*arguments.posonlyargs, *arguments.args]
    if parameter in positional:
        index = positional.index(parameter) - (len(positional) - len(arguments.defaults))
        return index >= 0 and isinstance(arguments.defaults[index], ast.Constant)
    return parameter in arguments.kwonlyargs
