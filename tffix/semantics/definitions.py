"""Functions and classes defined in the file: which one a call means, what it returns, who uses it."""

from __future__ import annotations

import ast
from functools import cached_property
from typing import TYPE_CHECKING

from tffix.semantics.api_kinds import call_kind
from tffix.semantics.kinds_table import Kind
from tffix.semantics.names import keras_path
from tffix.semantics.scopes import Binding, BindingKind
from tffix.semantics.syntax import is_main_guard, positional_parameters, single_target
from tffix.semantics.tree import DEF_TYPES, DefNode, FunctionNode

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tffix.semantics.module import Module

Definition = FunctionNode | ast.ClassDef

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


class Definitions:
    """What the file says about its own functions and classes."""

    def __init__(self, module: Module) -> None:
        self._module = module
        self._attributes: dict[tuple[ast.ClassDef, str], list[Binding]] | None = None
        self._subclasses_of: dict[ast.ClassDef, list[ast.ClassDef]] | None = None
        self._returns: dict[ast.AST, list[ast.expr | None]] = {}
        self._class_kinds: dict[ast.ClassDef, Kind] = {}
        self._made: dict[ast.ClassDef, list[ast.Call]] | None = None

    def definition(self, function: ast.expr) -> Definition | None:
        """The function, lambda or class of this file that ``function`` certainly refers to."""
        module = self._module
        if isinstance(function, ast.Lambda):
            return function
        if isinstance(function, ast.Name):
            binding = module.binding(function)
            return None if binding is None else self._bound(binding)
        if isinstance(function, ast.Attribute):
            owner = self.self_class(function.value)
            if owner is not None and not self.is_overridden(owner, function.attr):
                return self.method(owner, function.attr)
            made = self.instance_class(function.value) if owner is None else None
            return None if made is None else self.method(made, function.attr)
        if isinstance(function, ast.Call) and module.qualified(function.func) == "tensorflow.function":
            return self.definition(function.args[0]) if function.args else None
        return None

    def _bound(self, binding: Binding) -> Definition | None:
        if isinstance(binding.node, (*DEF_TYPES, ast.ClassDef)):
            return binding.node
        plain = binding.kind is BindingKind.ASSIGN and not binding.path
        if plain and isinstance(binding.value, (ast.Lambda, ast.Name, ast.Call)):
            return self.definition(binding.value)
        return None

    def method(self, owner: ast.ClassDef, name: str) -> DefNode | None:
        """The only definition of method ``name`` in the class, or in a base class of this file."""
        found = [s for s in owner.body if isinstance(s, DEF_TYPES) and s.name == name]
        if len(found) == 1 and not self.attribute_bindings(owner, name):
            return found[0]
        if not found:
            for base in owner.bases:
                local = self.definition(base)
                if isinstance(local, ast.ClassDef) and local is not owner:
                    return self.method(local, name)
        return None

    def is_overridden(self, owner: ast.ClassDef, name: str) -> bool:
        """Whether a subclass in this file has its own ``name``: then ``self`` may be an instance of that one."""
        for local in self._subclasses(owner):
            own = any(isinstance(s, DEF_TYPES) and s.name == name for s in local.body)
            if own or self.attribute_bindings(local, name):
                return True
        return False

    def _with_bases(self, owner: ast.ClassDef) -> list[ast.ClassDef]:
        """The class and its base classes of this file."""
        found = [owner]
        for current in found:
            bases = [self.definition(base) for base in current.bases if isinstance(base, ast.Name)]
            found += [base for base in bases if isinstance(base, ast.ClassDef) and base not in found]
        return found

    def self_class(self, expression: ast.expr) -> ast.ClassDef | None:
        """The class whose instance ``expression`` is, when it is the first parameter of one of its methods."""
        binding = self._module.binding(expression) if isinstance(expression, ast.Name) else None
        if binding is None or not isinstance(binding.node, ast.arg):
            return None
        function = self._module.tree.function_of(binding.node)
        if isinstance(function, ast.Lambda):
            return None
        owner = self._module.parent(function)
        static = any(
            isinstance(d, ast.Name) and d.id in ("staticmethod", "classmethod") for d in function.decorator_list
        )
        is_first = positional_parameters(function)[:1] == [binding.node]
        return owner if isinstance(owner, ast.ClassDef) and is_first and not static else None

    def instance_class(self, expression: ast.expr) -> ast.ClassDef | None:
        """The class whose instance ``expression`` is: as ``self``, or by a name bound to a call of the class."""
        owner = self.self_class(expression)
        if owner is not None:
            return owner
        value = self._module.value(expression) if isinstance(expression, ast.Name) else expression
        if not isinstance(value, ast.Call) or not isinstance(value.func, ast.Name):
            return None
        local = self.definition(value.func)
        if not isinstance(local, ast.ClassDef) or local.decorator_list or local.keywords:
            # A decorator or metaclass can make anything of the class.
            return None
        return local

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

    def instance_bindings(self, owner: ast.ClassDef, name: str) -> list[Binding]:
        """The :meth:`attribute_bindings` of the class and those of its subclasses, which ``self`` may belong to."""
        own = self.attribute_bindings(owner, name)
        return [*own, *(one for local in self._subclasses(owner) for one in self.attribute_bindings(local, name))]

    def with_subclasses(self, owner: ast.ClassDef) -> list[ast.ClassDef]:
        """The class and those of this file that are made from it."""
        return [owner, *self._subclasses(owner)]

    def _subclasses(self, owner: ast.ClassDef) -> list[ast.ClassDef]:
        """The classes of this file that are made from ``owner``."""
        if self._subclasses_of is None:
            self._subclasses_of = {}
            for local in self._module.nodes(ast.ClassDef):
                for base in self._with_bases(local)[1:]:
                    self._subclasses_of.setdefault(base, []).append(local)
        return self._subclasses_of.get(owner, [])

    def _attribute_binding(self, attribute: ast.Attribute) -> Binding:
        holder = self._module.parent(attribute)
        scope = self._module.scopes.around(attribute)
        value = holder.value if isinstance(holder, (ast.Assign, ast.AnnAssign)) else None
        kind = BindingKind.ASSIGN if value is not None else BindingKind.OTHER
        return Binding(attribute.attr, kind, attribute, scope, value)

    def returns(self, function: DefNode) -> list[ast.expr | None]:
        """The values of the ``return`` statements of a function; empty for a generator."""
        known = self._returns.get(function)
        if known is not None:
            return known
        nodes = list(self._module.tree.inline_nodes(*function.body))
        is_generator = any(isinstance(node, (ast.Yield, ast.YieldFrom)) for node in nodes)
        values = [] if is_generator else [node.value for node in nodes if isinstance(node, ast.Return)]
        self._returns[function] = values
        return values

    def returned(self, function: FunctionNode) -> list[ast.expr]:
        """The values that a function or lambda can return, without the ``None`` of a bare ``return``."""
        if isinstance(function, ast.Lambda):
            return [function.body]
        return [value for value in self.returns(function) if value is not None]

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

    # -- who uses a function -----------------------------------------------------------------------------------------

    def references(self, function: DefNode) -> list[ast.expr]:
        """The expressions that name ``function`` outside of itself (by name, or as an attribute for a method)."""
        module = self._module
        if isinstance(module.parent(function), ast.ClassDef):
            return [node for node in module.attributes(function.name) if not module.contains(function, node)]
        scope = module.scopes.around(function)
        return [
            name
            for name in module.tree.names(function.name)
            if isinstance(name.ctx, ast.Load)
            and module.scopes.owner(name.id, module.scopes.around(name)) is scope
            and not module.contains(function, name)
        ]

    def class_references(self, owner: ast.ClassDef) -> list[ast.Name]:
        """The names that refer to the class ``owner`` outside of itself, taken by their spelling."""
        names = self._module.tree.names(owner.name)
        return [n for n in names if isinstance(n.ctx, ast.Load) and not self._module.contains(owner, n)]

    def instances(self, owner: ast.ClassDef) -> list[ast.Call]:
        """The calls in this file that make an instance of a class, also under another name, in source order."""
        if self._made is None:
            self._made = {}
            for call in self._module.nodes(ast.Call) if self._module.nodes(ast.ClassDef) else []:
                made = self.definition(call.func)
                if isinstance(made, ast.ClassDef):
                    self._made.setdefault(made, []).append(call)
        return self._made.get(owner, [])

    def calls_of(self, function: DefNode) -> tuple[list[ast.Call], bool]:
        """The calls of a function in this file, and whether it is used in no other way.

        Other names for it and ``tf.function(f)`` are followed.
        """
        module = self._module
        calls: list[ast.Call] = []
        seen: set[ast.expr] = set()
        waiting = self.references(function)[::-1]
        is_complete = True
        while waiting:
            reference = waiting.pop()
            if reference in seen:
                continue
            seen.add(reference)
            holder = module.parent(reference)
            if isinstance(holder, ast.Call) and holder.func is reference:
                calls.append(holder)
            elif isinstance(holder, ast.Call) and holder.args[:1] == [reference] and self._is_function(holder):
                waiting.append(holder)
            elif isinstance(target := single_target(holder), ast.Name):
                waiting.extend(module.uses_of_target(target)[::-1])
            else:
                is_complete = False
        return calls, is_complete

    def _is_function(self, call: ast.Call) -> bool:
        return self._module.qualified(call.func) == "tensorflow.function"

    def reachable(self, start: ast.AST, *, classes: bool) -> Iterator[ast.AST]:
        """The nodes of ``start`` and of the functions of this file that it calls, with ``classes`` also of classes."""
        seen: set[ast.AST] = set()
        waiting = [start]
        while waiting:
            current = waiting.pop()
            if current in seen:
                continue
            seen.add(current)
            for node in ast.walk(current):
                yield node
                called = self.definition(node.func) if isinstance(node, ast.Call) else None
                if called is not None and (classes or isinstance(called, ast.FunctionDef)):
                    waiting.append(called)

    def is_local(self, function: DefNode) -> bool:
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
        return self.is_script

    @cached_property
    def is_script(self) -> bool:
        """Whether the file runs code when executed, so that none is expected to import it."""
        for statement in self._module.root.body:
            if is_main_guard(statement) or isinstance(statement, (ast.For, ast.While, ast.With)):
                return True
            if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
                return True
        return False
