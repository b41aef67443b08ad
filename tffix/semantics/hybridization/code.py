"""What of a piece of code, and of the functions of the file that it calls, cannot be part of a graph."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from tffix.semantics.hybridization.calls import call_obstacle
from tffix.semantics.hybridization.contents import is_in_constructor
from tffix.semantics.hybridization.obstacle import Cause, Obstacle
from tffix.semantics.hybridization.state import attribute_obstacle, name_obstacle
from tffix.semantics.kinds_table import DATASET_KINDS, PYTHON_KINDS, Kind
from tffix.semantics.module import Module
from tffix.semantics.scopes import BindingKind
from tffix.semantics.syntax import default, has_plain_decorators, receiver
from tffix.semantics.tree import FunctionNode, terminal_name

_MAX_DEPTH = 6
_CALLED = {Kind.MODEL: "call", Kind.LAYER: "call", Kind.LOSS: "call"}
_OF_OPTIMIZERS = ("apply_gradients", "apply", "minimize")
_TENSORS = (Kind.TENSOR, Kind.VARIABLE)
_CONTEXTS = ("tensorflow.name_scope", "tensorflow.device", "tensorflow.control_dependencies", "tensorflow.init_scope")
_SETTINGS = ("rate", "clipnorm", "clipvalue", "global_clipnorm", "weight_decay", "momentum", "beta_1", "beta_2")
"""Python numbers that layers and optimizers of Keras read when they are traced."""
_STATEMENTS: dict[type[ast.AST], tuple[Cause, str]] = {
    ast.Global: (Cause.SIDE_EFFECT, "a global variable is set, which a graph does only while it is traced"),
    ast.Nonlocal: (Cause.SIDE_EFFECT, "an outer variable is set, which a graph does only while it is traced"),
    ast.Yield: (Cause.CONTROL, "a generator cannot be a graph"),
    ast.YieldFrom: (Cause.CONTROL, "a generator cannot be a graph"),
    ast.Await: (Cause.CONTROL, "a coroutine cannot be a graph"),
    ast.AsyncFor: (Cause.CONTROL, "a coroutine cannot be a graph"),
    ast.AsyncWith: (Cause.CONTROL, "a coroutine cannot be a graph"),
    ast.Try: (Cause.CONTROL, "errors that are caught here would be raised where the graph is called"),
    ast.While: (Cause.CONTROL, "a `while` loop may not end, or may not be the same, in a graph"),
    ast.ClassDef: (Cause.CONTROL, "a class is defined, which belongs outside of a graph"),
    ast.Match: (Cause.CONTROL, "`match` is decided while the graph is traced"),
}


class Code:
    """Statements that are to run in a graph; ``function`` is the function whose body they are."""

    def __init__(
        self, module: Module, statements: Sequence[ast.AST], function: FunctionNode | None = None, depth: int = 0
    ) -> None:
        self._module = module
        self._statements = statements
        self._function = function
        self._depth = depth
        self._around: tuple[FunctionNode, ...] = () if function is None else (function,)
        self._questions: dict[type[ast.AST], Callable[[Any], Iterator[Obstacle]]] = {
            ast.Call: self._call,
            ast.Attribute: self._attribute,
            ast.Name: self._name,
            ast.For: self._loop,
            ast.comprehension: self._loop,
            ast.If: self._branch,
            ast.IfExp: self._branch,
            ast.Assert: self._branch,
            ast.BoolOp: self._logic,
            ast.UnaryOp: self._logic,
            ast.With: self._with,
            ast.Subscript: self._item,
            ast.FormattedValue: self._text,
            ast.BinOp: self._text,
        }

    def obstacles(self) -> list[Obstacle]:
        """What stands in the way, in source order."""
        found = [obstacle for statement in self._statements for obstacle in self._in(statement)]
        return found if self._depth else [*found, *self._classes(), *self._freezing()]

    def _classes(self) -> Iterator[Obstacle]:
        """The models, layers and losses of the file that may be called here, in ways that cannot be followed."""
        for owner in self._module.nodes(ast.ClassDef):
            name = _CALLED.get(self._module.class_kind(owner))
            method = None if name is None else self._module.definitions.method(owner, name)
            if isinstance(method, ast.FunctionDef):
                inner = Code(self._module, method.body, method, self._depth + 1)
                for obstacle in inner.obstacles():
                    yield replace(obstacle, certain=False)

    def _freezing(self) -> Iterator[Obstacle]:
        """A graph keeps what was trainable in its first call, and the settings of layers and optimizers."""
        module = self._module
        for node in module.attributes("trainable", *_SETTINGS):
            if isinstance(node.ctx, ast.Load) or is_in_constructor(module, node):
                continue
            certain = self._function is not None and self._is_between_calls(node, self._function)
            if node.attr == "trainable":
                reason = "a graph keeps which layers were trainable in its first call"
                yield Obstacle(node, Cause.STATE, reason, certain)
            elif self._may_be_of_keras(node.value):
                text = module.segment(node)
                reason = f"`{text}` is set in line {node.lineno}, and a graph keeps what it was at first"
                yield Obstacle(node, Cause.STATE, reason, certain and module.kind(node.value) is not Kind.UNKNOWN)

    def _is_between_calls(self, node: ast.Attribute, function: FunctionNode) -> bool:
        if self._module.tree.is_in_loop(node):
            return True
        calls = [] if isinstance(function, ast.Lambda) else self._module.references(function)
        here = [call.lineno for call in calls if self._module.function(call) is self._module.function(node)]
        return bool(here) and min(here) < node.lineno < max(here)

    def _may_be_of_keras(self, value: ast.expr) -> bool:
        kind = self._module.kind(value)
        is_unknown = kind is Kind.UNKNOWN and self._module.instance_class(value) is None
        return is_unknown or kind in (Kind.LAYER, Kind.OPTIMIZER)

    def _in(self, root: ast.AST) -> Iterator[Obstacle]:
        quiet: set[ast.AST] = set()
        for node in ast.walk(root):
            if isinstance(node, ast.Raise):
                # What an error says matters only where it is raised.
                quiet.update(ast.walk(node))
            fixed = _STATEMENTS.get(type(node))
            if node in quiet:
                continue
            if fixed is not None:
                yield Obstacle(node, *fixed)
                continue
            ask = self._questions.get(type(node))
            if ask is not None:
                yield from ask(node)

    # -- control flow ------------------------------------------------------------------------------------------------

    def _loop(self, node: ast.For | ast.comprehension) -> Iterator[Obstacle]:
        kind = self._module.kind(node.iter)
        if kind in DATASET_KINDS:
            yield Obstacle(node.iter, Cause.CONTROL, "a loop over a dataset is no step; let the step take a batch")
        elif isinstance(node.iter, ast.Name):
            bindings = self._module.bindings(node.iter)
            is_parameter = any(binding.kind is BindingKind.PARAMETER for binding in bindings)
            if kind is Kind.TENSOR and is_parameter:
                reason = f"the loop over `{node.iter.id}` becomes one of the graph, with other rules; vectorize it"
                yield Obstacle(node.iter, Cause.CONTROL, reason)
            elif kind is Kind.UNKNOWN and is_parameter:
                reason = f"a loop over `{node.iter.id}` has other rules in a graph if that is a tensor"
                yield Obstacle(node.iter, Cause.CONTROL, reason, certain=False)

    def _branch(self, node: ast.If | ast.IfExp | ast.Assert) -> Iterator[Obstacle]:
        if self._is_python(node.test):
            return
        certain = self._module.kind(node.test) in _TENSORS
        text = self._module.segment(node.test)
        if isinstance(node, ast.Assert):
            if certain:
                yield Obstacle(node, Cause.CONTROL, f"`assert {text}` needs the value of a tensor; use tf.debugging")
        elif isinstance(node, ast.If) and _leaves(node):
            reason = f"`if {text}` leaves the code in one branch only, which a graph may not do on a tensor"
            yield Obstacle(node, Cause.CONTROL, reason, certain)
        else:
            reason = f"if it is a tensor, both branches of `if {text}` are traced and must bind the same names"
            yield Obstacle(node, Cause.CONTROL, reason, certain=False)

    def _logic(self, node: ast.BoolOp | ast.UnaryOp) -> Iterator[Obstacle]:
        values = node.values if isinstance(node, ast.BoolOp) else [node.operand]
        if any(self._module.kind(value) in _TENSORS for value in values):
            reason = (
                f"`{self._module.segment(node)}` becomes an operation of the graph, with the rules of tf.logical_and"
            )
            yield Obstacle(node, Cause.CONTROL, reason, certain=False)

    def _is_python(self, test: ast.expr) -> bool:
        """Whether a condition is certainly decided by Python: made of Python values, flags and comparisons of them."""
        if isinstance(test, ast.BoolOp):
            return all(self._is_python(value) for value in test.values)
        if isinstance(test, ast.UnaryOp):
            return self._is_python(test.operand)
        if self._module.kind(test) in PYTHON_KINDS:
            return True
        binding = self._module.binding(test)
        if binding is None or not isinstance(binding.node, ast.arg):
            return False
        value = default(self._module.tree.function_of(binding.node), binding.node)
        return isinstance(value, ast.Constant) and isinstance(value.value, bool)

    def _with(self, node: ast.With) -> Iterator[Obstacle]:
        for item in node.items:
            context = item.context_expr
            called = self._module.qualified(context.func) if isinstance(context, ast.Call) else None
            if self._module.kind(context) is not Kind.TAPE and called not in _CONTEXTS:
                text = self._module.segment(context)
                known = isinstance(context, ast.Call) and (receiver(context) is not None)
                reason = f"`with {text}` is entered only while the graph is traced; put it around the call"
                yield Obstacle(context, Cause.SIDE_EFFECT, reason, certain=known)

    # -- values ------------------------------------------------------------------------------------------------------

    def _text(self, node: ast.FormattedValue | ast.BinOp) -> Iterator[Obstacle]:
        if isinstance(node, ast.BinOp):
            is_text = isinstance(node.op, ast.Mod) and self._module.kind(node.left) is Kind.STRING
            values = (node.right.elts if isinstance(node.right, ast.Tuple) else [node.right]) if is_text else []
        else:
            values = [node.value]
        for value in values:
            if self._module.kind(value) in (*_TENSORS, Kind.UNKNOWN):
                certain = self._module.kind(value) in _TENSORS
                yield Obstacle(node, Cause.TEXT, "a tensor of a graph has no value to be written in a text", certain)

    def _name(self, node: ast.Name) -> Iterator[Obstacle]:
        if isinstance(node.ctx, ast.Load):
            yield from _some(name_obstacle(self._module, node, self._function))

    def _attribute(self, node: ast.Attribute) -> Iterator[Obstacle]:
        if not isinstance(node.ctx, ast.Load):
            text = self._module.segment(node)
            reason = f"`{text}` is set, which a graph does only while it is traced; return the value and set it there"
            yield Obstacle(node, Cause.SIDE_EFFECT, reason)
        else:
            yield from _some(attribute_obstacle(self._module, node, self._function))
            yield from self._property(node)

    def _property(self, node: ast.Attribute) -> Iterator[Obstacle]:
        """What reading an attribute does that is a property of a class of this file."""
        owner = self._module.instance_class(node.value)
        found = [function for function in self._module.nodes(ast.FunctionDef) if function.name == node.attr]
        for function in found if self._depth < _MAX_DEPTH else []:
            if function in self._around or not any(_is_property(d) for d in function.decorator_list):
                continue
            inner = Code(self._module, function.body, function, self._depth + 1)
            inner._around = (*self._around, function)
            is_own = owner is not None and self._module.parent(function) is owner
            for obstacle in inner.obstacles():
                yield obstacle if is_own else replace(obstacle, certain=False)

    def _item(self, node: ast.Subscript) -> Iterator[Obstacle]:
        if not isinstance(node.ctx, ast.Load) and not self._is_own(node.value, Kind.LIST, Kind.DICT, Kind.TENSOR):
            text = self._module.segment(node)
            yield Obstacle(node, Cause.SIDE_EFFECT, f"`{text}` is set, which a graph does only while it is traced")

    def _is_own(self, expression: ast.expr, *kinds: Kind) -> bool:
        """Whether an object of these kinds is made by this code."""
        bindings = self._module.bindings(expression) if isinstance(expression, ast.Name) else frozenset()
        return bool(bindings) and all(
            binding.kind is BindingKind.ASSIGN
            and any(self._module.contains(statement, binding.node) for statement in self._statements)
            and self._module.kinds.of_binding(binding) in kinds
            for binding in bindings
        )

    # -- calls -------------------------------------------------------------------------------------------------------

    def _call(self, call: ast.Call) -> Iterator[Obstacle]:
        module = self._module
        target = receiver(call)
        fills_own = target is not None and self._is_own(target, Kind.LIST, Kind.DICT)
        yield from _some(call_obstacle(module, call, fills_own=fills_own))
        local = module.definition(call.func) if module.qualified(call.func) is None else None
        if isinstance(local, (ast.FunctionDef, ast.Lambda)):
            yield from self._followed(call, local)
            return
        for method in self._overriding(call.func):
            yield from self._followed(call, method)
        if not isinstance(local, (ast.ClassDef, ast.AsyncFunctionDef)):
            for method in self._called_methods(call):
                yield from self._followed(call, method)

    def _overriding(self, function: ast.expr) -> list[ast.FunctionDef]:
        """The methods of one name that ``self`` may mean, where subclasses of this file have their own."""
        definitions = self._module.definitions
        owner = definitions.self_class(function.value) if isinstance(function, ast.Attribute) else None
        if owner is None or not isinstance(function, ast.Attribute):
            return []
        if not definitions.is_overridden(owner, function.attr):
            return []
        made = [local for local in definitions.with_subclasses(owner) if definitions.instances(local)]
        methods = [definitions.method(local, function.attr) for local in made]
        return list(dict.fromkeys(method for method in methods if isinstance(method, ast.FunctionDef)))

    def _called_methods(self, call: ast.Call) -> list[ast.FunctionDef]:
        """The methods of this file that a call of a model, layer, loss or optimizer runs."""
        definitions = self._module.definitions
        name = _CALLED.get(self._module.kind(call.func))
        owners: list[ast.ClassDef]
        if isinstance(call.func, ast.Attribute) and call.func.attr in _OF_OPTIMIZERS:
            # An optimizer that is passed as an argument may be of any class that the file defines.
            name, known = call.func.attr, self._module.kind(call.func.value) is Kind.OPTIMIZER
            owners = [] if known else self._module.nodes(ast.ClassDef)
        else:
            owner = self._module.instance_class(call.func)
            if owner is None:
                binding = self._module.binding(call.func)
                owner = None if binding is None or binding.value is None else self._module.instance_class(binding.value)
            owners = [] if owner is None else [owner]
        methods = [] if name is None else [definitions.method(owner, name) for owner in owners]
        return [method for method in methods if isinstance(method, ast.FunctionDef)]

    def _followed(self, call: ast.Call, function: ast.FunctionDef | ast.Lambda) -> Iterator[Obstacle]:
        if any(function is outer for outer in self._around):
            yield Obstacle(
                call, Cause.RECURSION, f"`{self._module.segment(call.func)}` calls itself, without end in a graph"
            )
            return
        is_traced = isinstance(function, ast.FunctionDef) and self._module.is_tf_function(function)
        if is_traced or self._depth >= _MAX_DEPTH:
            return
        body = [function.body] if isinstance(function, ast.Lambda) else function.body
        inner = Code(self._module, body, function, self._depth + 1)
        inner._around = (*self._around, function)
        yield from inner.obstacles()
        if isinstance(function, ast.Lambda):
            return
        if not has_plain_decorators(function):
            reason = f"what the decorator of `{function.name}` does in a graph is not known"
            yield Obstacle(call, Cause.UNKNOWN, reason, certain=False)


def _some(obstacle: Obstacle | None) -> Iterator[Obstacle]:
    if obstacle is not None:
        yield obstacle


def _leaves(node: ast.If) -> bool:
    """Whether a branch leaves the function or the loop, so that the branches end differently."""
    exits = (ast.Return, ast.Raise, ast.Break, ast.Continue)
    return any(isinstance(inner, exits) for statement in [*node.body, *node.orelse] for inner in ast.walk(statement))


def _is_property(decorator: ast.expr) -> bool:
    return terminal_name(decorator) in ("property", "cached_property")
