"""Which mixed-precision policy is in force where a layer is made, as far as the file shows it.

A policy is global state: a layer takes the one that is set when it is constructed, and a later change does not reach
it (measured on Keras 3.15 and tf_keras 2.21).  So the question is always asked of a place, and answered by walking
backwards from it: over the statements before it, and from a function to the places that call it.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tffix.semantics.scopes import Binding, BindingKind
from tffix.semantics.syntax import argument, argument_values, is_main_guard
from tffix.semantics.tree import DEF_TYPES, LOOP_TYPES, DefNode

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tffix.semantics.module import Module
    from tffix.semantics.tree import Tree

Policies = frozenset[str]
"""The names of the policies that can be in force at one place."""

FLOAT32 = "float32"
"""The policy of a program that sets none."""
UNKNOWN = "unknown"
"""Stands for a policy whose name the file does not show."""
HALF: Policies = frozenset(["mixed_float16", "mixed_bfloat16"])

_SETTERS = frozenset(
    [
        "mixed_precision.set_global_policy",
        "mixed_precision.set_dtype_policy",
        "mixed_precision.set_policy",
        "mixed_precision.experimental.set_policy",
        "mixed_precision.experimental.set_global_policy",
        "config.set_dtype_policy",
    ]
)
_SETTER_NAMES = frozenset(name.rpartition(".")[2] for name in _SETTERS)
_RESETTERS = frozenset(["backend.clear_session", "utils.clear_session"])
"""Keras 3 forgets the policy with the rest of its global state; tf_keras keeps it."""
_POLICIES = frozenset(
    [
        "mixed_precision.Policy",
        "mixed_precision.DTypePolicy",
        "mixed_precision.experimental.Policy",
        "DTypePolicy",
        "dtype_policies.DTypePolicy",
    ]
)
_MAX_DEPTH = 10


@dataclass(frozen=True)
class _Effect:
    """What running some code does to the policy: it can set one of ``names``; ``certain`` when it always sets one."""

    names: Policies = frozenset()
    certain: bool = False


_NOTHING = _Effect()


class Precision:
    """The policies of one file."""

    def __init__(self, module: Module) -> None:
        self._module = module
        self.settings = [call for name in sorted(_SETTER_NAMES) for call in module.calls(name) if self._is_setter(call)]
        """The calls that set a policy, by whatever spelling."""
        self._effects: dict[ast.stmt, _Effect] = {}
        self._callers: dict[ast.AST, Policies] = {}

    def at(self, node: ast.AST) -> Policies:
        """The policies that can be in force when ``node`` runs.

        ``UNKNOWN`` is among them where a policy is set by a name the file does not show.  A policy set in another
        file is not seen: without any setting the answer is ``float32``.
        """
        return self._before(self._module.statement(node)) if self.settings else frozenset([FLOAT32])

    # -- backwards from a place ------------------------------------------------------------------------------------

    def _before(self, statement: ast.stmt) -> Policies:
        """The policies in force right before ``statement``."""
        module = self._module
        found: Policies = frozenset()
        while True:
            block = module.block(statement)
            owner = module.parent(statement)
            index = next(i for i, sibling in enumerate(block) if sibling is statement)
            before = self._block(block[:index])
            found |= before.names
            if before.certain:
                return found
            if isinstance(owner, LOOP_TYPES) and block is owner.body:
                found |= self._block(block[index:]).names
            if isinstance(owner, ast.Module):
                return found | {FLOAT32}
            if isinstance(owner, DEF_TYPES):
                return found | self._at_calls(owner)
            while owner is not None and not isinstance(owner, ast.stmt):
                owner = module.parent(owner)  # except handlers and match cases
            if owner is None:
                return found | {UNKNOWN}
            if isinstance(owner, ast.Try) and block is not owner.body:
                found |= self._block(owner.body).names
            statement = owner

    def _at_calls(self, function: DefNode) -> Policies:
        """The policies in force where the file calls ``function``; for one that others call, those it leaves behind."""
        if function in self._callers:
            return self._callers[function]
        self._callers[function] = frozenset()  # a recursive call adds nothing
        constructor = self._constructor(function)
        built = _NOTHING if constructor is None else self._block(constructor.body)
        found = built.names
        if not built.certain:
            references = self._references(function)
            called = frozenset().union(*(self._before(self._module.statement(reference)) for reference in references))
            found |= called or self._after_import()
        self._callers[function] = found
        return found

    def _constructor(self, function: DefNode) -> ast.FunctionDef | None:
        """The ``__init__`` that has run before the method ``function``."""
        owner = self._module.parent(function)
        found = self._module.definitions.method(owner, "__init__") if isinstance(owner, ast.ClassDef) else None
        return found if isinstance(found, ast.FunctionDef) and found is not function else None

    def _references(self, function: DefNode) -> list[ast.expr]:
        owner = self._module.parent(function)
        if isinstance(owner, ast.ClassDef):
            called = [] if function.name.startswith("__") else self._module.references(function)
            # What Python or a framework calls runs with the object, at the earliest.
            return called or [*self._module.definitions.class_references(owner)]
        return self._module.references(function)

    def _after_import(self) -> Policies:
        body = [statement for statement in self._module.root.body if not is_main_guard(statement)]
        end = self._block(body)
        return end.names if end.certain else end.names | {FLOAT32}

    # -- what code does to the policy --------------------------------------------------------------------------------

    def _block(self, statements: Sequence[ast.stmt]) -> _Effect:
        names: Policies = frozenset()
        for statement in reversed(statements):
            effect = self._effect(statement)
            names |= effect.names
            if effect.certain:
                return _Effect(names, certain=True)
        return _Effect(names)

    def _effect(self, statement: ast.stmt) -> _Effect:
        known = self._effects.get(statement)
        if known is None:
            self._effects[statement] = _NOTHING  # a function that calls itself
            known = self._effects[statement] = self._of_statement(statement)
        return known

    def _of_statement(self, statement: ast.stmt) -> _Effect:
        if isinstance(statement, (*DEF_TYPES, ast.ClassDef)):
            return _NOTHING
        if isinstance(statement, ast.If):
            return _either([self._block(statement.body), self._block(statement.orelse)])
        if isinstance(statement, LOOP_TYPES):
            return _Effect(self._block([*statement.body, *statement.orelse]).names)
        if isinstance(statement, (ast.With, ast.AsyncWith)):
            return self._block(statement.body)
        if isinstance(statement, ast.Try):
            handled = [self._block(handler.body) for handler in statement.handlers]
            tried = _either([self._block([*statement.body, *statement.orelse]), *handled])
            last = self._block(statement.finalbody)
            return _Effect(tried.names | last.names, tried.certain or last.certain)
        if isinstance(statement, ast.Match):
            return _Effect(_either(self._block(case.body) for case in statement.cases).names)
        return self._of_calls(statement)

    def _of_calls(self, statement: ast.stmt) -> _Effect:
        """The effect of the calls inside a simple statement, the last one first."""
        names: Policies = frozenset()
        for call, always in reversed(list(_calls(self._module.tree, statement))):
            effect = self._of_call(call)
            names |= effect.names
            if effect.certain and always:
                return _Effect(names, certain=True)
        return _Effect(names)

    def _of_call(self, call: ast.Call) -> _Effect:
        if self._is_setter(call):
            return _Effect(self.names(next(iter(argument_values(call)), None)), certain=True)
        module = self._module
        path = module.keras_path(call.func)
        if path in _RESETTERS and module.keras == 3:
            return _Effect(frozenset([FLOAT32]), certain=True)
        function = module.definition(call.func) if path is None else None
        if not isinstance(function, ast.FunctionDef):
            return _NOTHING
        effect = self._block(function.body)
        returns = [node for node in module.tree.inline_nodes(*function.body) if isinstance(node, ast.Return)]
        leaves_early = any(module.parent(node) is not function for node in returns)
        return _Effect(effect.names, effect.certain and not leaves_early)

    def _is_setter(self, call: ast.Call) -> bool:
        return self._module.keras_path(call.func) in _SETTERS

    # -- the name of a policy ----------------------------------------------------------------------------------------

    def names(self, policy: ast.expr | None, depth: int = 0) -> Policies:
        """The names that ``policy``, a string or a policy object, can have."""
        if depth > _MAX_DEPTH or policy is None:
            return frozenset([UNKNOWN])
        if isinstance(policy, ast.Constant) and isinstance(policy.value, str):
            return frozenset([policy.value])
        if isinstance(policy, ast.IfExp):
            return self.names(policy.body, depth + 1) | self.names(policy.orelse, depth + 1)
        if isinstance(policy, ast.Call) and self._module.keras_path(policy.func) in _POLICIES:
            return self.names(argument(policy, "name", 0), depth + 1)
        found: Policies = frozenset()
        for binding in self._module.origins(policy):
            found |= self._bound(binding, depth)
        return found or frozenset([UNKNOWN])

    def _bound(self, binding: Binding, depth: int) -> Policies:
        if binding.kind is BindingKind.ASSIGN and not binding.path:
            return self.names(binding.value, depth + 1)
        if not isinstance(binding.node, ast.arg):
            return frozenset([UNKNOWN])
        passed = self._module.parameters.arguments(binding.node)
        return frozenset().union(*(self.names(value, depth + 1) for value in passed)) or frozenset([UNKNOWN])


def _either(effects: Iterable[_Effect]) -> _Effect:
    found = list(effects)
    names = frozenset(name for effect in found for name in effect.names)
    return _Effect(names, bool(found) and all(effect.certain for effect in found))


def _calls(tree: Tree, statement: ast.stmt) -> Iterable[tuple[ast.Call, bool]]:
    """The calls a simple statement makes, each with whether it always makes it."""
    stack: list[tuple[ast.AST, bool]] = [(statement, True)]
    while stack:
        node, always = stack.pop()
        if isinstance(node, ast.Call):
            yield node, always
        always = always and not isinstance(node, (ast.IfExp, ast.BoolOp))
        stack.extend((child, always) for child in tree.inline_children(node))
