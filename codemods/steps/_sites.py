"""Where a training step is written: the statements from its first tape to what it gives the gradients to."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from tffix.semantics.hybridization import block_obstacles
from tffix.semantics.kinds_table import Kind
from tffix.semantics.module import Module
from tffix.semantics.steps import steps
from tffix.semantics.syntax import argument, receiver
from tffix.semantics.tapes import Tape, tape_of
from tffix.semantics.tree import LOOP_TYPES, FunctionNode, LoopNode

_FEW = 10
"""As many rounds of a loop by itself are a demonstration, not a training."""


@dataclass(frozen=True)
class Site:
    """A training step: consecutive ``statements`` of one block of ``function`` (or of the module).

    ``loops`` are the loops of the function around it, from the inside out.
    """

    tape: Tape
    statements: tuple[ast.stmt, ...]
    function: FunctionNode | None
    loops: tuple[LoopNode, ...]

    @property
    def is_repeated(self) -> bool:
        """Whether the loops around the step run it more often than a demonstration does."""
        return _is_training(self.loops)


def sites(module: Module) -> Iterator[Site]:
    """The training steps of the file; those of one block, as of a GAN, are one site where they overlap."""
    found: dict[int, list[tuple[int, int, Tape]]] = {}
    blocks: dict[int, list[ast.stmt]] = {}
    for apply, tape in _pairs(module):
        place = _common_block(module, tape.statement, apply)
        if place is not None:
            block, first, last = place
            blocks[id(block)] = block
            found.setdefault(id(block), []).append((first, last, tape))
    for key, spans in found.items():
        block = blocks[key]
        for first, last, tape in _merged(module, block, sorted(spans, key=lambda one: one[:2])):
            statements = (*block[first : last + 1], *_rest(module, tape, block[last + 1 :]))
            yield Site(tape, statements, module.function(block[first]), tuple(_loops(module, block[first])))


def _pairs(module: Module) -> Iterator[tuple[ast.Call, Tape]]:
    """The calls that train, each with a tape whose gradients it is given."""
    followed = {step.apply: step.tape for step in steps(module)}
    for call in [*module.calls("apply_gradients"), *module.calls("apply"), *module.calls("minimize")]:
        target = receiver(call)
        if target is None:
            continue
        method = call.func.attr if isinstance(call.func, ast.Attribute) else ""
        if method == "minimize":
            given = argument(call, "tape")
            tape = None if given is None else tape_of(module, given)
        elif method == "apply" and module.kind(target) is not Kind.OPTIMIZER:
            continue
        else:
            tape = followed.get(call) or _nearest(module, call)
        if tape is not None:
            yield call, tape


def _nearest(module: Module, apply: ast.Call) -> Tape | None:
    """The last tape of the same function that begins before ``apply`` and is asked for gradients."""
    function = module.function(apply)
    before = [
        tape
        for tape in module.tapes
        if tape.statement.lineno < apply.lineno and module.function(tape.statement) is function and tape.derivatives
    ]
    return before[-1] if before else None


def _common_block(module: Module, tape: ast.stmt, apply: ast.Call) -> tuple[list[ast.stmt], int, int] | None:
    """The innermost block with both, and the places in it; ``None`` when they are not of one function."""
    function = module.function(apply)
    if module.function(tape) is not function:
        return None
    current: ast.stmt = tape
    while True:
        block = module.block(current)
        last = next((i for i, statement in enumerate(block) if module.contains(statement, apply)), None)
        if last is not None:
            first = next(i for i, statement in enumerate(block) if statement is current)
            return (block, first, last) if first <= last else None
        holder = module.parent(current)
        if not isinstance(holder, ast.stmt) or holder is function:
            return None
        current = holder


def _merged(
    module: Module, block: list[ast.stmt], spans: list[tuple[int, int, Tape]]
) -> Iterator[tuple[int, int, Tape]]:
    """Steps that overlap, or between which nothing stands that a graph could not do, are one."""
    current: tuple[int, int, Tape] | None = None
    for first, last, tape in spans:
        if current is not None and _is_quiet(module, block[current[1] + 1 : first]):
            current = (current[0], max(current[1], last), current[2])
            continue
        if current is not None:
            yield current
        current = (first, last, tape)
    if current is not None:
        yield current


def _rest(module: Module, tape: Tape, following: list[ast.stmt]) -> Iterator[ast.stmt]:
    """What else of the block belongs to the step: the updates of metrics, and ``del tape``."""
    for statement in following:
        if not (_is_deletion(tape, statement) or _is_update(module, statement)):
            return
        yield statement


def _is_deletion(tape: Tape, statement: ast.stmt) -> bool:
    if not isinstance(statement, ast.Delete) or tape.binding is None:
        return False
    return all(isinstance(target, ast.Name) and target.id == tape.binding.name for target in statement.targets)


def _is_update(module: Module, statement: ast.stmt) -> bool:
    """Whether a statement gives a metric the values of the step."""
    call = statement.value if isinstance(statement, ast.Expr) else None
    if not isinstance(call, ast.Call):
        return False
    target = receiver(call)
    is_method = target is not None and module.kind(target) is Kind.METRIC and call.func.attr == "update_state"  # type: ignore[attr-defined]
    is_update = is_method or module.kind(call.func) is Kind.METRIC
    return is_update and _is_quiet(module, [statement])


def _is_quiet(module: Module, statements: list[ast.stmt]) -> bool:
    """Whether a graph can certainly do what ``statements`` do."""
    found = block_obstacles(module, statements) if statements else []
    return not any(module.contains(statement, obstacle.node) for obstacle in found for statement in statements)


def is_loop_of_training(module: Module, node: ast.AST) -> bool:
    """Whether the loops of the function around ``node`` run it more often than a demonstration does."""
    return _is_training(tuple(_loops(module, node)))


def _is_training(loops: tuple[LoopNode, ...]) -> bool:
    return bool(loops) and not (len(loops) == 1 and _is_short(loops[0]))


def _loops(module: Module, node: ast.AST) -> Iterator[LoopNode]:
    function = module.function(node)
    for outer in module.ancestors(node):
        if outer is function or isinstance(outer, ast.ClassDef):
            return
        if isinstance(outer, LOOP_TYPES):
            yield outer


def _is_short(loop: LoopNode) -> bool:
    if not isinstance(loop, ast.For) or not isinstance(loop.iter, ast.Call) or not loop.iter.args:
        return False
    is_range = isinstance(loop.iter.func, ast.Name) and loop.iter.func.id == "range"
    last = loop.iter.args[-1]
    return is_range and isinstance(last, ast.Constant) and isinstance(last.value, int) and last.value <= _FEW
