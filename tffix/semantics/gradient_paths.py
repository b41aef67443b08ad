"""The way from what a tape watches to what is differentiated: what carries a gradient, and what breaks it.

A walk backwards from the target of ``tape.gradient``, over names, operations and calls of functions of this file.
Only what is computed while the tape records counts: everything from before the block, or after it, passes no gradient
on, unless it is itself a source.  What cannot be followed is kept apart as unknown.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from typing import TYPE_CHECKING

from tffix.semantics.gradient_ops import Break
from tffix.semantics.gradient_sources import Identity, Sources, identity, sources_of
from tffix.semantics.gradient_steps import Step
from tffix.semantics.gradient_ways import Cut, Frame, Item, Way
from tffix.semantics.scopes import Binding, BindingKind
from tffix.semantics.syntax import argument

if TYPE_CHECKING:
    from tffix.semantics.module import Module
    from tffix.semantics.tapes import Tape


_HIDING = ("exec", "eval", "globals", "locals", "vars", "gradient_override_map")
"""Calls after which names or operations are not what they seem."""


class Paths:
    """The ways into the target of one derivative call of one tape."""

    def __init__(self, module: Module, tape: Tape, derivative: ast.Call) -> None:
        self.module = module
        self.tape = tape
        self.sources: Sources = sources_of(module, derivative)
        self.target = argument(derivative, "target", 0)
        self.frame = Frame(module.function(tape.statement))
        self._values = _identities(module, self.sources.values)
        self._owners = _identities(module, self.sources.owners)

    def to_target(self) -> Way:
        """The way into the target.

        It is unknown when the tape is paused or opened again, or asked from another function, or when names can change
        unseen.
        """
        way = Way()
        if self.target is None:
            return way
        is_hidden = any(self.module.calls(name) for name in _HIDING) or self._is_changed()
        if is_hidden or self.module.function(self.target) is not self.frame.function:
            way.unknown.append(self.target)
            return way
        if self._is_computed_after(self.target):
            way.outside.append(self.target)
            return way
        return self.into([self.target], self.frame)

    def _is_changed(self) -> bool:
        """Whether what the tape records is more or less than what its block does."""
        is_opened = any(isinstance(self.module.parent(use), ast.withitem) for use in self.tape.escapes)
        return is_opened or bool(self.tape.calls("stop_recording", "reset"))

    def _is_computed_after(self, target: ast.expr) -> bool:
        """Whether the target is an operation that runs when the block of the tape has ended."""
        if self.module.contains(self.tape.statement, target):
            return False
        if not isinstance(target, ast.Call):
            return isinstance(target, (ast.BinOp, ast.UnaryOp))
        name = self.module.qualified(target.func) or ""
        return name.startswith(("tensorflow.", "keras.", "numpy."))

    def into(self, expressions: Iterable[ast.expr], frame: Frame, *, through: Iterable[Break] = ()) -> Way:
        """The way into expressions of the recorded code of ``frame``, passing the kinds of breaks in ``through``."""
        way = Way()
        passed = frozenset(through)
        seen: set[Item] = set()
        waiting: list[Item] = [(expression, (), frame) for expression in expressions]
        while waiting:
            item = waiting.pop()
            if item in seen:
                continue
            seen.add(item)
            way.visited.append((item[0], item[2]))
            step = Step(self, way, item)
            waiting.extend(step.operands())
            for cut in step.cuts:
                if cut.kind in passed:
                    waiting.extend((operand, (), cut.frame) for operand in cut.operands)
                way.cuts.append(cut)
        return way

    def is_behind(self, cut: Cut, *, through: Iterable[Break] = Break) -> bool:
        """Whether a source certainly stands behind a cut, with nothing but breaks of some kinds in between."""
        return bool(self.into(cut.operands, cut.frame, through=through).carriers)

    def is_source(self, expression: ast.expr, frame: Frame) -> bool:
        """Whether a name or attribute is one of the single sources."""
        return _matches(identity(self.module, self.passed(expression, frame)), self._values)

    def is_owner(self, expression: ast.expr, frame: Frame) -> bool:
        """Whether ``expression`` is an object whose variables are the sources."""
        if _matches(identity(self.module, self.passed(expression, frame)), self._owners):
            return True
        return self._is_of_owner(self.module.self_class(expression))

    def is_part(self, expression: ast.expr) -> bool:
        """Whether ``expression`` is an attribute of ``self``, an object whose variables are the sources."""
        return isinstance(expression, ast.Attribute) and self._is_of_owner(self.module.self_class(expression.value))

    def _is_of_owner(self, owner: ast.ClassDef | None) -> bool:
        return owner is not None and any(self.module.instance_class(one) is owner for one in self.sources.owners)

    def passed(self, expression: ast.expr, frame: Frame) -> ast.expr:
        """What the calls that led to ``frame`` pass for a parameter."""
        for current in frame.chain():
            binding = self.module.binding(expression) if isinstance(expression, ast.Name) else None
            if binding is None or not isinstance(binding.node, ast.arg) or current.call is None:
                continue
            if self.module.tree.function_of(binding.node) is current.function:
                expression = self.module.parameters.passed(current.call, binding.node) or expression
        return expression

    def is_recorded(self, binding: Binding, frame: Frame) -> Frame | None:
        """The frame in which a binding happens while the tape records; ``None`` when it does not record there."""
        found = self.recorded(binding.node, frame)
        is_passed = binding.kind is BindingKind.PARAMETER and found is not None and found.call is not None
        return None if is_passed else found

    def recorded(self, node: ast.AST, frame: Frame) -> Frame | None:
        """The frame in which ``node`` runs while the tape records; ``None`` when it does not record there."""
        function = self.module.function(node)
        for current in frame.chain():
            if function is not current.function:
                continue
            body = self.tape.statement.body
            if current.call is not None or any(self.module.contains(statement, node) for statement in body):
                return current
        return None

    def is_after(self, binding: Binding) -> bool:
        """Whether a binding stands behind the block of the tape, in the same function."""
        end = self.module.span(self.tape.statement)[1]
        same = self.module.function(binding.node) is self.frame.function
        return same and self.module.span(binding.node)[0] >= end

    def is_before(self, binding: Binding, frame: Frame) -> bool:
        """Whether a binding that is not recorded is one of code around the frames, not of a function they may call."""
        function = self.module.function(binding.node)
        if function is None:
            return True
        frames = [current.function for current in frame.chain() if current.function is not None]
        return any(self.module.contains(function, current) for current in frames)


def _identities(module: Module, expressions: Iterable[ast.expr]) -> list[Identity]:
    found = (identity(module, expression) for expression in expressions)
    return [one for one in found if one is not None]


def _matches(found: Identity | None, known: Iterable[Identity]) -> bool:
    if found is None:
        return False
    for one in known:
        if found == one or (isinstance(found, frozenset) and isinstance(one, frozenset) and found & one):
            return True
    return False
