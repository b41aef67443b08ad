"""Gradient tapes: where each begins, what is asked of it, and which tapes record a piece of code."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tffix.semantics.kinds_table import Kind
from tffix.semantics.scopes import Binding, BindingKind
from tffix.semantics.syntax import argument, is_false, is_true, method_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tffix.semantics.module import Module

DERIVATIVES = ("gradient", "jacobian", "batch_jacobian")
"""The methods that use a tape up, unless it is persistent."""
_METHODS = (*DERIVATIVES, "watch", "watched_variables", "stop_recording", "reset")


@dataclass(frozen=True)
class Tape:
    """One ``with tf.GradientTape(...) as tape:``.

    ``call`` makes the tape, ``binding`` is the name it is given (``None`` without one: nothing can be asked of it).
    """

    statement: ast.With
    call: ast.Call
    binding: Binding | None
    methods: tuple[ast.Call, ...]
    """All calls of methods on the tape by its name, in source order."""
    escapes: tuple[ast.Name, ...]
    """All other uses of the name: passed on, returned, stored.  What is done with the tape there is not known."""

    @property
    def name(self) -> str:
        """The name of the tape; empty without one."""
        return "" if self.binding is None else self.binding.name

    def calls(self, *names: str) -> list[ast.Call]:
        """The calls of these methods of the tape, in source order."""
        return [call for call in self.methods if method_name(call) in names]

    @property
    def derivatives(self) -> list[ast.Call]:
        """The calls that differentiate: ``gradient``, ``jacobian``, ``batch_jacobian``."""
        return self.calls(*DERIVATIVES)

    def is_private(self, module: Module) -> bool:
        """Whether the tape is seen whole: nothing but calls of its methods, by a name that certainly means it, in the
        function that makes it.
        """
        function = module.function(self.statement)
        return not self.escapes and all(
            isinstance(call.func, ast.Attribute)
            and module.function(call) is function
            and module.binding(call.func.value) is self.binding
            and module.span(call) > module.span(self.call)
            for call in self.methods
        )

    @property
    def persistent(self) -> bool | None:
        """Whether more than one derivative may be asked for; ``None`` when that is not a literal."""
        return _flag(self.call, "persistent", 0, default=False)

    @property
    def watches_variables(self) -> bool | None:
        """Whether trainable variables are watched by themselves; ``None`` when that is not a literal."""
        return _flag(self.call, "watch_accessed_variables", 1, default=True)


def tapes(module: Module) -> Iterator[Tape]:
    """The tapes of the file that a ``with`` statement makes, in source order (``Module.tapes`` keeps them)."""
    for statement in module.nodes(ast.With):
        for item in statement.items:
            call = item.context_expr
            if isinstance(call, ast.Call) and module.kind(call) is Kind.TAPE:
                yield _tape(module, statement, call, item.optional_vars)


def tape_of(module: Module, expression: ast.expr) -> Tape | None:
    """The tape that a name certainly holds."""
    binding = module.binding(expression) if isinstance(expression, ast.Name) else None
    if binding is None or binding.kind is not BindingKind.WITH:
        return None
    return next((tape for tape in module.tapes if tape.binding is binding), None)


def recording(module: Module, node: ast.AST) -> list[Tape]:
    """The tapes whose block holds ``node`` in the same function, from the inside out."""
    function = module.function(node)
    around = [outer for outer in module.ancestors(node) if isinstance(outer, ast.With)]
    return [
        tape
        for outer in around
        for tape in reversed(module.tapes)
        if tape.statement is outer
        and module.function(outer) is function
        and any(module.contains(statement, node) for statement in outer.body)
    ]


def _tape(module: Module, statement: ast.With, call: ast.Call, target: ast.expr | None) -> Tape:
    binding = module.scopes.by_node.get(target) if isinstance(target, ast.Name) else None
    methods: list[ast.Call] = []
    escapes: list[ast.Name] = []
    for use in [] if binding is None else module.uses(binding):
        attribute = module.parent(use)
        holder = None if attribute is None else module.parent(attribute)
        is_method = isinstance(attribute, ast.Attribute) and attribute.attr in _METHODS
        if is_method and isinstance(holder, ast.Call) and holder.func is attribute:
            methods.append(holder)
        else:
            escapes.append(use)
    return Tape(statement, call, binding, tuple(methods), tuple(escapes))


def _flag(call: ast.Call, name: str, position: int, *, default: bool) -> bool | None:
    given = argument(call, name, position)
    if given is None:
        unknown = any(keyword.arg is None for keyword in call.keywords)
        return None if unknown else default
    if is_true(given):
        return True
    return False if is_false(given) else None
