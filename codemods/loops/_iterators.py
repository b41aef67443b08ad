"""``while`` loops of a graph that draw from the iterator of a dataset, and the ``for`` loops that they stand for."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tffix.rewriting.edits import Edit, Remove, ReplaceStatement, escaped
from tffix.semantics.kinds_table import Kind
from tffix.semantics.module import Module
from tffix.semantics.syntax import names_in, receiver, single_target

from ._wrappers import is_dataset, leaves

_ENDS = frozenset(["StopIteration", "tensorflow.errors.OutOfRangeError"])


@dataclass(frozen=True)
class Draining:
    """A ``while`` loop that calls ``next`` on an iterator of ``dataset``.

    ``iterator`` is the name that it is given, ``handlers`` are what is to happen at its end.
    """

    loop: ast.While
    draw: ast.Call
    iterator: ast.Name
    dataset: ast.expr
    handlers: tuple[ast.Try, ...]
    is_endless: bool

    @property
    def has_end(self) -> bool:
        """Whether the author has thought of the end of the dataset."""
        return bool(self.handlers)


def draining(module: Module, loop: ast.While) -> Draining | None:
    """``loop`` as one that certainly draws from a dataset and is not left in the middle."""
    draws = [(call, name) for call, name in _draws(module, loop) if _dataset(module, name) is not None]
    if len(draws) != 1 or loop.orelse:
        return None
    draw, name = draws[0]
    dataset = _dataset(module, name)
    tries = _tries(module, loop, draw)
    if dataset is None or tries is None:
        return None
    is_endless = isinstance(loop.test, ast.Constant) and bool(loop.test.value)
    if not is_endless and not _counts(module, loop.test):
        return None
    if _leaves_early(module, loop, tries):
        return None
    return Draining(loop, draw, name, dataset, tries, is_endless)


def _draws(module: Module, loop: ast.While) -> Iterator[tuple[ast.Call, ast.Name]]:
    for node in module.tree.inline_nodes(*loop.body):
        if not isinstance(node, ast.Call):
            continue
        target = receiver(node)
        if module.qualified(node.func) == "builtins.next" and len(node.args) == 1:
            target = node.args[0]
        elif target is None or not isinstance(node.func, ast.Attribute) or node.func.attr != "get_next":
            continue
        if isinstance(target, ast.Name):
            yield node, target


def _dataset(module: Module, iterator: ast.Name) -> ast.expr | None:
    made = module.value(iterator)
    if isinstance(made, ast.Call) and module.qualified(made.func) == "builtins.iter" and len(made.args) == 1:
        return made.args[0] if is_dataset(module, made.args[0]) else None
    return None


def _tries(module: Module, loop: ast.While, draw: ast.Call) -> tuple[ast.Try, ...] | None:
    """The ``try`` statements around ``draw`` that catch the end; ``None`` where others do, or do more."""
    function = module.function(loop)
    found = []
    for outer in module.ancestors(draw):
        if outer is function:
            break
        if isinstance(outer, ast.Try):
            if not all(_is_of_end(module, handler) for handler in outer.handlers) or outer.orelse or outer.finalbody:
                return None
            found.append(outer)
    return tuple(found)


def _is_of_end(module: Module, handler: ast.ExceptHandler) -> bool:
    kinds = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    names = [None if kind is None else module.qualified(kind) for kind in kinds]
    return all(name is not None and name.removeprefix("builtins.") in _ENDS for name in names)


def _leaves_early(module: Module, loop: ast.While, tries: tuple[ast.Try, ...]) -> bool:
    """Whether the loop is left otherwise than at the end of the dataset."""
    inner = next((one for one in tries if module.contains(loop, one)), None)
    return leaves(module, loop, None if inner is None else inner.handlers[0])


def _counts(module: Module, test: ast.expr) -> bool:
    """Whether a condition compares Python numbers, so that each round is traced."""
    return isinstance(test, ast.Compare) and all(
        module.kind(value) is Kind.NUMBER for value in (test.left, *test.comparators)
    )


# -- the for loop ----------------------------------------------------------------------------------------------------


def as_for(module: Module, found: Draining, target: ast.expr, body: Sequence[ast.stmt]) -> tuple[Edit, ...] | None:
    """The edits that make it ``for target in dataset: body``; ``None`` where there is more around it."""
    outer = next((one for one in found.handlers if not module.contains(found.loop, one)), None)
    whole: ast.stmt = found.loop if outer is None else outer
    if outer is not None and (len(found.handlers) > 1 or outer.body != [found.loop] or not _only(outer, ast.Pass)):
        return None
    made = _made(module, found, whole)
    if made is None:
        return None
    template = f"for {escaped(module.segment(target))} in {{dataset}}:\n    {{body}}"
    return (
        ReplaceStatement(whole, template, {"dataset": found.dataset}, {"body": tuple(body)}),
        Remove(made),
    )


def _only(caught: ast.Try, kind: type[ast.stmt]) -> bool:
    return len(caught.handlers) == 1 and [type(statement) for statement in caught.handlers[0].body] == [kind]


def split(found: Draining) -> tuple[ast.expr, Sequence[ast.stmt]] | None:
    """What ``next`` is assigned to, and the rest of the loop's body; ``None`` where it is drawn in another way."""
    first, *rest = found.loop.body
    if isinstance(first, ast.Try):
        if not _only(first, ast.Break):
            return None
        first, *inner = first.body
        rest = [*inner, *rest]
    target = single_target(first)
    is_draw = isinstance(first, ast.Assign) and first.value is found.draw
    is_plain = isinstance(target, (ast.Name, ast.Tuple)) and not any(
        isinstance(n, ast.Starred) for n in ast.walk(target)
    )
    return (target, rest) if target is not None and is_draw and is_plain and rest else None


def _made(module: Module, found: Draining, whole: ast.stmt) -> ast.stmt | None:
    """The statement ``iterator = iter(dataset)``, when it stands before the loop and for nothing else."""
    binding = module.binding(found.iterator)
    if binding is None or module.uses(binding) != [found.iterator]:
        return None
    statement, block = module.statement(binding.node), module.block(whole)
    if single_target(statement) is not binding.node or not any(statement is one for one in block):
        return None
    read = {name.id for name in names_in(found.dataset)}
    between = block[block.index(statement) + 1 : block.index(whole)]
    is_kept = not any(isinstance(n.ctx, ast.Store) and n.id in read for n in names_in(*between, *found.loop.body))
    return statement if is_kept and statement.lineno < whole.lineno else None
