"""Stages of an input pipeline that stand in a line: each takes what the one before it made, and nothing else does."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tffix.semantics.pipelines import is_stage
from tffix.semantics.scopes import Binding, BindingKind
from tffix.semantics.syntax import method_name, receiver, single_target

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tffix.semantics.module import Module


@dataclass(frozen=True)
class Line:
    """Stages in the order in which elements pass them, written as one chain or over statements of one block."""

    stages: tuple[ast.Call, ...]

    @property
    def names(self) -> list[str]:
        """The methods of the stages."""
        return [method_name(stage) for stage in self.stages]

    @property
    def start(self) -> ast.expr:
        """What the first stage takes."""
        taken = receiver(self.stages[0])
        assert taken is not None
        return taken

    @property
    def end(self) -> ast.Call:
        """The last stage."""
        return self.stages[-1]


def line(module: Module, stage: ast.Call) -> Line:
    """The longest line through ``stage``, followed as long as nothing else can read what is between two stages."""
    return Line((*reversed([*_before(module, stage)]), stage, *_behind(module, stage)))


def lines(module: Module, *methods: str) -> Iterator[Line]:
    """The lines that hold a stage of one of these methods, each once, in the order in which they end."""
    seen: set[ast.Call] = set()
    found = []
    for call in (call for method in methods for call in module.calls(method)):
        if call not in seen and is_stage(module, call):
            found.append(line(module, call))
            seen.update(found[-1].stages)
    yield from sorted(found, key=lambda one: module.span(one.end)[1])


def _before(module: Module, stage: ast.Call) -> Iterator[ast.Call]:
    while (before := _previous(module, stage)) is not None:
        yield before
        stage = before


def _previous(module: Module, stage: ast.Call) -> ast.Call | None:
    taken = receiver(stage)
    if isinstance(taken, ast.Name):
        binding = module.binding(taken)
        made = None if binding is None else binding.value
        if binding is None or made is None or not _only_reads(module, binding, taken):
            return None
        taken = made
    return taken if isinstance(taken, ast.Call) and is_stage(module, taken) else None


def _behind(module: Module, stage: ast.Call) -> Iterator[ast.Call]:
    while (after := _next(module, stage)) is not None:
        yield after
        stage = after


def _next(module: Module, stage: ast.Call) -> ast.Call | None:
    taken: ast.expr = stage
    target = single_target(module.parent(stage))
    if isinstance(target, ast.Name):
        binding = module.scopes.by_node.get(target)
        if binding is None:
            return None
        readings = _readings(module, binding)
        if len(readings) != 1 or not _only_reads(module, binding, readings[0]):
            return None
        taken = readings[0]
    attribute = module.parent(taken)
    call = module.parent(attribute) if isinstance(attribute, ast.Attribute) else None
    if not (isinstance(call, ast.Call) and call.func is attribute and is_stage(module, call)):
        return None
    return call


def _only_reads(module: Module, binding: Binding, name: ast.Name) -> bool:
    """Whether ``name`` certainly reads ``binding``, a plain assignment in the same block, and nothing else does."""
    if binding.kind is not BindingKind.ASSIGN or binding.path or module.binding(name) is not binding:
        return False
    if _readings(module, binding) != [name] or single_target(module.parent(binding.node)) is not binding.node:
        return False
    return module.statement(name) in module.block(module.statement(binding.node))


def _readings(module: Module, binding: Binding) -> list[ast.Name]:
    """The names that read ``binding``; those in inner functions only if it is what the scope leaves to them."""
    final = (module.flow(binding.scope).final or {}).get(binding.name, ())
    return [name for name in module.uses(binding) if binding in final or module.scopes.around(name) is binding.scope]
