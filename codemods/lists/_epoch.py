"""An eager loop over a data set that only collects losses, as a function of its own that runs in one graph."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from tffix.codemod import Applicability, Fix
from tffix.rewriting.edits import Edit, Insert, ReplaceStatement
from tffix.semantics.graph import Mode
from tffix.semantics.kinds_table import Kind
from tffix.semantics.module import Module
from tffix.semantics.scopes import Binding

from ._edits import removals, replacements
from ._elements import Element, Elements
from ._lists import GrownList, without
from ._reductions import Operation, Reduction, reductions
from ._steps import is_graph_safe

_PASSABLE = (Kind.MODEL, Kind.LAYER, Kind.OPTIMIZER, Kind.LOSS, Kind.METRIC, Kind.TENSOR, Kind.VARIABLE)
_FLOAT_SCALAR = Element(True, True, "float32")


@dataclass(frozen=True)
class Epoch:
    """A loop that can move into the graph: one call of ``step`` a batch, and the lists that take its results."""

    loop: ast.For
    step: ast.Call
    lists: tuple[tuple[GrownList, ast.expr, Reduction], ...]
    arguments: tuple[str, ...]
    """Local names of the function around the loop that the body reads."""


def epochs(module: Module, lists: list[GrownList], elements: Elements) -> Iterator[Epoch]:
    """The loops of a file that fulfil every precondition."""
    by_append: dict[ast.stmt, GrownList] = {append.statement: grown for grown in lists for append in grown.appends}
    if module.graph.runs_eagerly:
        return
    for loop in module.nodes(ast.For):
        if not loop.orelse and module.kind(loop.iter) is Kind.DATASET and module.context(loop).mode is not Mode.GRAPH:
            found = _epoch(module, loop, by_append, elements)
            if found is not None:
                yield found


def _epoch(module: Module, loop: ast.For, by_append: Mapping[ast.stmt, GrownList], elements: Elements) -> Epoch | None:
    first = loop.body[0]
    appends = loop.body[1:] if isinstance(first, ast.Assign) else loop.body
    if not appends or not all(statement in by_append for statement in appends):
        return None
    values = [statement.value.args[0] for statement in appends]  # type: ignore[attr-defined]
    step = first.value if isinstance(first, ast.Assign) else values[0]
    if not isinstance(step, ast.Call) or not _is_step(module, step):
        return None
    if isinstance(first, ast.Assign):
        if len(first.targets) != 1 or not all(isinstance(value, ast.Name) for value in values):
            return None
    elif len(appends) != 1:
        return None
    lists = []
    for statement, value in zip(appends, values, strict=True):
        grown = by_append[statement]
        found = _reduction(module, grown, loop)
        if found is None or elements.of(value) != _FLOAT_SCALAR:
            return None
        lists.append((grown, value, found))
    if len({grown.binding for grown, _, _ in lists}) != len(lists):
        return None
    arguments = _arguments(module, loop, step)
    if arguments is None or _leaks(module, loop):
        return None
    return Epoch(loop, step, tuple(lists), arguments)


# -- preconditions ---------------------------------------------------------------------------------------------------


def _is_step(module: Module, call: ast.Call) -> bool:
    if not isinstance(call.func, ast.Name):
        return False
    function = module.definition(call.func)
    if not isinstance(function, ast.FunctionDef) or module.function(function) is not None:
        return False
    bindings = module.bindings(call.func)
    if any(binding.scope is not module.scopes.module for binding in bindings):
        return False
    made = [module.qualified(b.value.func) for b in bindings if isinstance(b.value, ast.Call)]
    return "tensorflow.function" in made or is_graph_safe(module, function)


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


def _arguments(module: Module, loop: ast.For, step: ast.Call) -> tuple[str, ...] | None:
    """The local names that the step is given besides the batch; ``None`` when something cannot be passed."""
    passed: list[str] = []
    for argument in [*step.args, *(keyword.value for keyword in step.keywords)]:
        for node in ast.walk(argument):
            if isinstance(node, ast.Call) and not (module.qualified(node.func) or "").startswith("tensorflow."):
                return None
            if not isinstance(node, (ast.expr, ast.expr_context, ast.keyword)) or isinstance(node, ast.Starred):
                return None
            if not isinstance(node, ast.Name) or module.qualified(node) is not None:
                continue
            bindings = module.bindings(node)
            if all(module.contains(loop.target, binding.node) for binding in bindings) and bindings:
                continue
            if not _is_constant_global(module, bindings):
                if module.kind(node) not in _PASSABLE:
                    return None
                passed.append(node.id)
    return tuple(dict.fromkeys(passed))


def _is_constant_global(module: Module, bindings: frozenset[Binding]) -> bool:
    """Whether a name means one object of the module for good."""
    binding = next(iter(bindings)) if len(bindings) == 1 else None
    if binding is None or binding.scope is not module.scopes.module or len(binding.scope.all(binding.name)) != 1:
        return False
    return not any(isinstance(outer, (ast.For, ast.While)) for outer in module.ancestors(binding.node))


def _leaks(module: Module, loop: ast.For) -> bool:
    """Whether a name bound in the loop is read after it."""
    stored = [node for node in ast.walk(loop) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)]
    return any(not module.contains(loop, use) for name in stored for use in module.uses_of_target(name))


# -- the fix ---------------------------------------------------------------------------------------------------------


def epoch_fix(module: Module, epoch: Epoch) -> Fix | None:
    """The edits that move the loop into a function; ``None`` when no good names are left."""
    loop = epoch.loop
    anchor = _top(module, epoch.lists[0][0].definition)
    decorator = module.spell("tensorflow.function", anchor)
    name = _function_name(epoch.step.func.id)  # type: ignore[attr-defined]
    used = {node.id for node in ast.walk(loop) if isinstance(node, ast.Name)} | set(epoch.arguments)
    results = [_result_name(grown, value, found) for grown, value, found in epoch.lists]
    own = ["dataset", "count", *(_total(epoch, value) for _, value, _ in epoch.lists)]
    if decorator is None or used & {*own, name} or len(set(results)) != len(results):
        return None
    if not all(module.is_free(new, loop) for new in (name, *results)):
        return None
    edits: list[Edit] = [Insert(anchor, _function(module, epoch, name, decorator))]
    edits += removals(module, [grown for grown, _, _ in epoch.lists])
    call = f"{', '.join(results)} = {name}({', '.join(['{dataset}', *epoch.arguments])})"
    edits.append(ReplaceStatement(loop, call, {"dataset": loop.iter}))
    replaced = replacements(
        module,
        {
            found.node: f"{result}.numpy()" if found.function.startswith("numpy.") else result
            for result, (_, _, found) in zip(results, epoch.lists, strict=True)
        },
    )
    return None if replaced is None else Fix((*edits, *replaced), applicability=Applicability.UNSAFE)


def _function(module: Module, epoch: Epoch, name: str, decorator: str) -> str:
    """The text of the new function, as a template."""
    loop = epoch.loop
    counted = any(found.operation is Operation.MEAN for _, _, found in epoch.lists)
    totals = [_total(epoch, value) for _, value, _ in epoch.lists]
    lines = [f"@{decorator}", f"def {name}({', '.join(['dataset', *epoch.arguments])}):"]
    lines += [f"    {total} = 0.0" for total in totals] + ["    count = 0.0"] * counted
    lines.append(f"    for {module.segment(loop.target)} in dataset:")
    if isinstance(loop.body[0], ast.Assign):
        lines.append(f"        {module.segment(loop.body[0])}")
    lines += [
        f"        {total} += {module.segment(value)}" for total, (_, value, _) in zip(totals, epoch.lists, strict=True)
    ]
    lines += ["        count += 1.0"] * counted
    returned = [
        f"{total} / count" if found.operation is Operation.MEAN else total
        for total, (_, _, found) in zip(totals, epoch.lists, strict=True)
    ]
    lines.append(f"    return {', '.join(returned)}")
    return "\n".join(lines).replace("{", "{{").replace("}", "}}")


def _top(module: Module, node: ast.stmt) -> ast.stmt:
    """The statement of the module that holds ``node``."""
    found: ast.AST = node
    for ancestor in module.ancestors(node):
        if isinstance(ancestor, ast.Module):
            break
        found = ancestor
    return found  # type: ignore[return-value]


def _function_name(step: str) -> str:
    """``train_epoch`` for ``train_step``."""
    base = step.removesuffix("_step").removesuffix("_batch")
    return "epoch" if base in ("step", "batch") else f"{base}_epoch"


def _total(epoch: Epoch, value: ast.expr) -> str:
    if len(epoch.lists) == 1 or not isinstance(value, ast.Name):
        return "total"
    return f"{value.id}_total"


def _result_name(grown: GrownList, value: ast.expr, found: Reduction) -> str:
    """``mean_loss`` for the mean of ``losses``, to which ``loss`` is appended."""
    base = value.id if isinstance(value, ast.Name) else grown.name
    prefix = "mean" if found.operation is Operation.MEAN else "total"
    return f"{prefix}_{base}"
