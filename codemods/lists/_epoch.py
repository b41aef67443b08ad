"""An eager loop over a dataset that only collects losses, as a function of its own that runs in one graph."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from tffix.codemod import Applicability, Fix
from tffix.rewriting.bodies import with_comments
from tffix.rewriting.edits import Edit, Insert, Remove, Replace, ReplaceStatement, escaped
from tffix.rewriting.expressions import replacements
from tffix.semantics.element import Element
from tffix.semantics.elements import Elements
from tffix.semantics.epochs import (
    definition_of,
    epoch_name,
    is_constant_global,
    is_defined,
    leaks,
    may_be_interrupted,
    passed_names,
)
from tffix.semantics.graph import Mode
from tffix.semantics.hybridization import is_graph_safe
from tffix.semantics.kinds_table import Kind
from tffix.semantics.module import Module
from tffix.semantics.randomness import draws_random_numbers
from tffix.semantics.syntax import argument_values, names_in
from tffix.semantics.tree import terminal_name

from ._edits import removals
from ._lists import GrownList, without
from ._reductions import Operation, Reduction, reductions

Appends = Mapping[ast.stmt, tuple[GrownList, ast.expr]]
"""The list that each ``append`` of the file fills, and with what."""

_FLOAT_SCALAR = Element(True, True, "float32")


@dataclass(frozen=True)
class Epoch:
    """A loop that can move into the graph: one call of ``step`` a batch, and the lists that take its results."""

    loop: ast.For
    step: ast.Name
    lists: tuple[tuple[GrownList, ast.expr, Reduction], ...]
    arguments: tuple[str, ...]
    """Local names of the function around the loop that the body reads."""

    @property
    def name(self) -> str:
        """The name of the new function: ``train_epoch`` for ``train_step``, ``run_epoch`` for a bare ``step``."""
        return epoch_name(self.step.id)


def epochs(module: Module, lists: list[GrownList], elements: Elements) -> Iterator[Epoch]:
    """The loops of a file that fulfil every precondition."""
    by_append: Appends = {a.statement: (grown, a.value) for grown in lists for a in grown.appends}
    if module.keras == 2 or module.graph.runs_eagerly or draws_random_numbers(module):
        return
    for loop in module.nodes(ast.For):
        if not loop.orelse and module.kind(loop.iter) is Kind.DATASET and module.context(loop).mode is not Mode.GRAPH:
            found = _epoch(module, loop, by_append, elements)
            if found is not None:
                yield found


def _epoch(module: Module, loop: ast.For, by_append: Appends, elements: Elements) -> Epoch | None:
    first = loop.body[0]
    appends = loop.body[1:] if isinstance(first, ast.Assign) else loop.body
    if not appends or not all(statement in by_append for statement in appends):
        return None
    values = [by_append[statement][1] for statement in appends]
    step = first.value if isinstance(first, ast.Assign) else values[0]
    if not isinstance(step, ast.Call) or not isinstance(step.func, ast.Name) or not _is_step(module, step.func):
        return None
    if isinstance(first, ast.Assign):
        made = {name.id for name in names_in(first.targets[0])}
        if len(first.targets) != 1 or not all(isinstance(value, ast.Name) and value.id in made for value in values):
            return None
    elif len(appends) != 1:
        return None
    lists = []
    for statement, value in zip(appends, values, strict=True):
        grown = by_append[statement][0]
        found = _reduction(module, grown, loop)
        if found is None or elements.of(value) != _FLOAT_SCALAR:
            return None
        lists.append((grown, value, found))
    if len({grown.binding for grown, _, _ in lists}) != len(lists):
        return None
    arguments = passed_names(module, loop, argument_values(step))
    if arguments is None or leaks(module, loop) or may_be_interrupted(module, loop):
        return None
    return Epoch(loop, step.func, tuple(lists), arguments)


# -- preconditions ---------------------------------------------------------------------------------------------------


def _is_step(module: Module, name: ast.Name) -> bool:
    function = module.definition(name)
    if not isinstance(function, ast.FunctionDef) or not is_constant_global(module, name):
        return False
    return is_graph_safe(module, function)


def _reduction(module: Module, grown: GrownList, loop: ast.For) -> Reduction | None:
    """The one mean or sum after the loop that is all the list is for."""
    if len(grown.appends) != 1 or without(module, grown.definition, {grown.name}) is None:
        return None
    block = module.block(loop)
    if not any(grown.definition is statement for statement in block[: block.index(loop)]):
        return None
    function = module.function(loop)
    end = loop.end_lineno or 0
    if any(use.lineno <= end or module.function(use) is not function for use in grown.uses):
        return None
    found = reductions(module, grown.uses)
    return found[0] if found is not None and len(found) == 1 else None


# -- the fix ---------------------------------------------------------------------------------------------------------


def epoch_fix(module: Module, epoch: Epoch) -> Fix | None:
    """The edits that move the loop into a function; ``None`` when no good names are left."""
    loop = epoch.loop
    anchor = definition_of(module, epoch.step)
    decorator = None if anchor is None else module.spell("tensorflow.function", anchor)
    name = epoch.name
    results = [_result_name(grown, found) for grown, _, found in epoch.lists]
    own = ["dataset", "count", *(_total(epoch, value) for _, value, _ in epoch.lists)]
    if anchor is None or decorator is None:
        return None
    if _read_in(loop).union(epoch.arguments) & {*own, name} or len(set(results)) != len(results):
        return None
    code = _function(module, epoch, name, decorator)
    exists = is_defined(module, name, code)
    if not (exists or module.is_free(name, loop)) or not all(_is_usable(module, r, loop, name) for r in results):
        return None
    call = f"{name}({', '.join(['{dataset}', *epoch.arguments])})"
    parts = {"dataset": loop.iter}
    edits: list[Edit] = [] if exists else [Insert(anchor, escaped(code), "after")]
    edits += removals(module, [grown for grown, _, _ in epoch.lists])
    reads = [found for _, _, found in epoch.lists]
    if _is_assigned_next(module, loop, reads):
        edits += [Remove(loop), Replace(reads[0].node, _as(call, reads[0]), parts)]
        return Fix(tuple(edits), applicability=Applicability.UNSAFE)
    edits.append(ReplaceStatement(loop, f"{', '.join(results)} = {call}", parts))
    replaced = replacements(module, {r.node: _as(result, r) for result, r in zip(results, reads, strict=True)})
    return None if replaced is None else Fix((*edits, *replaced), applicability=Applicability.UNSAFE)


def _is_usable(module: Module, result: str, loop: ast.For, name: str) -> bool:
    """Whether ``result`` is free, or only holds what the same function gave for a loop that is done with by now."""
    if module.is_free(result, loop):
        return True
    bindings = module.scopes.around(loop).bindings.get(result, [])
    made = [b.value.func.id for b in bindings if isinstance(b.value, ast.Call) and isinstance(b.value.func, ast.Name)]
    uses = [use for binding in bindings for use in module.uses(binding)]
    return made == [name] * max(1, len(bindings)) and all(use.lineno < loop.lineno for use in uses)


def _read_in(loop: ast.For) -> set[str]:
    return {name.id for name in names_in(loop.target, *loop.body)}


def _as(code: str, found: Reduction) -> str:
    """``code``, a tensor, as what the reduction gave."""
    return f"{code}.numpy()" if found.function.startswith("numpy.") else code


def _is_assigned_next(module: Module, loop: ast.For, reads: list[Reduction]) -> bool:
    """Whether the statement behind the loop only gives the result a name or appends it to another list."""
    statement = module.statement(reads[0].node)
    block = module.block(loop)
    following = block[block.index(loop) + 1 :]
    if len(reads) != 1 or following[:1] != [statement]:
        return False
    if isinstance(statement, ast.Assign):
        return statement.value is reads[0].node
    call = statement.value if isinstance(statement, ast.Expr) else None
    return isinstance(call, ast.Call) and terminal_name(call.func) == "append" and call.args == [reads[0].node]


def _function(module: Module, epoch: Epoch, name: str, decorator: str) -> str:
    """The text of the new function."""
    loop = epoch.loop
    counted = any(found.operation is Operation.MEAN for _, _, found in epoch.lists)
    totals = [_total(epoch, value) for _, value, _ in epoch.lists]
    lines = [f"@{decorator}", f"def {name}({', '.join(['dataset', *epoch.arguments])}):"]
    lines += [f"    {total} = 0.0" for total in totals] + ["    count = 0.0"] * counted
    lines.append(f"    for {module.segment(loop.target)} in dataset:")
    additions = [f"{total} += {module.segment(v)}" for total, (_, v, _) in zip(totals, epoch.lists, strict=True)]
    codes = [module.segment(loop.body[0])] * isinstance(loop.body[0], ast.Assign) + additions
    for statement, code in zip(loop.body, codes, strict=True):
        lines += with_comments(module, loop, statement, code)
    lines += ["        count += 1.0"] * counted
    returned = [
        f"{total} / count" if found.operation is Operation.MEAN else total
        for total, (_, _, found) in zip(totals, epoch.lists, strict=True)
    ]
    lines.append(f"    return {', '.join(returned)}")
    return "\n".join(lines)


def _total(epoch: Epoch, value: ast.expr) -> str:
    if len(epoch.lists) == 1 or not isinstance(value, ast.Name):
        return "total"
    return f"{value.id}_total"


def _result_name(grown: GrownList, found: Reduction) -> str:
    """``mean_loss`` for the mean of ``losses``."""
    prefix = "mean" if found.operation is Operation.MEAN else "total"
    return f"{prefix}_{_singular(grown.name)}"


def _singular(name: str) -> str:
    for ending in ("_aggregator", "_agg", "_list", "_array"):
        name = name.removesuffix(ending)
    for plural, singular in (("sses", "ss"), ("ies", "y"), ("ss", "ss"), ("s", "")):
        if name.endswith(plural):
            return name.removesuffix(plural) + singular
    return name
