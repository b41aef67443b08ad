"""Fixes that put the stages of an input pipeline in another order, where they stand."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence

from tffix.codemod import Applicability, Fix, Match
from tffix.rewriting.edits import Edit, Move, Replace, ReplaceMethod, escaped
from tffix.rewriting.spans import comments, line_bounds, line_of
from tffix.semantics.module import Module
from tffix.semantics.pipeline_lines import Line
from tffix.semantics.syntax import argument, is_none, names_in, receiver, single_target
from tffix.semantics.tree import DEF_TYPES

_OTHER_NAMES = "the datasets in between have names of their own; reorder the stages by hand, so that the names fit"
_REBOUND = "`{name}` changes between these stages; reorder them by hand"
_COMMENTS = "comments stand between these stages; reorder them by hand, with what is said about each"

IN_FILES = (
    "this cache is kept in files, which earlier runs may have written with the stages as they are; "
    "move `cache` up by hand and remove the files"
)

Texts = Mapping[ast.expr, str]


def reordered(
    module: Module,
    node: ast.expr,
    message: str,
    line: Line,
    order: Sequence[int],
    *,
    texts: Texts | None = None,
    imports: tuple[str, ...] = (),
) -> Match:
    """The finding whose unsafe fix puts stages of ``line`` in another order.

    Args:
        module: the file.
        node: where the finding is shown.
        message: of the finding.
        line: the stages.
        order: their indexes, in the new order.
        texts: what takes the place of single arguments.
        imports: what these need.
    """
    changed = [place for place, index in enumerate(order) if place != index]
    places = range(changed[0], changed[-1] + 1)
    stages = [line.stages[place] for place in places]
    reason = _obstacle(module, stages)
    if reason is not None:
        return Match(node, reason=reason, message=message)
    texts = texts or {}
    moved = _moved_statement(module, stages, [order[place] for place in places], places)
    edits: tuple[Edit, ...]
    if moved is not None:
        edits = (moved, *(Replace(argument, escaped(text)) for argument, text in texts.items()))
    else:
        if _has_comments_between(module, stages):
            return Match(node, message, reason=_COMMENTS)
        edits = tuple(
            ReplaceMethod(line.stages[place], escaped(_written(module, line.stages[order[place]], texts)))
            for place in changed
        )
    return Match(node, message, fix=Fix(edits, imports, Applicability.UNSAFE))


def moved_up(line: Line, place: int, index: int) -> list[int]:
    """The order in which the stage at ``place`` stands at ``index``, in front of those it moves over."""
    rest = [other for other in range(index, len(line.stages)) if other != place]
    return [*range(index), place, *rest]


def is_in_files(cache: ast.Call) -> bool:
    """Whether a `cache` is kept in files, not in memory."""
    filename = argument(cache, "filename", 0)
    return not (filename is None or is_none(filename) or (isinstance(filename, ast.Constant) and not filename.value))


def _obstacle(module: Module, stages: Sequence[ast.Call]) -> str | None:
    statements = _statements(module, stages)
    targets = {ast.unparse(target) for target in (_target(statement) for statement in statements) if target}
    if len(targets) > 1:
        return _OTHER_NAMES
    block = module.block(statements[0])
    between = block[block.index(statements[0]) : block.index(statements[-1]) + 1]
    others = [statement for statement in between if statement not in statements]
    walruses = [node for stage in stages for node in ast.walk(stage) if isinstance(node, ast.NamedExpr)]
    bound = {name for node in (*others, *walruses) for name in _bound(node)}
    used = {name.id for stage in stages for name in names_in(*stage.args, *stage.keywords)}
    rebound = sorted(used & bound)
    return _REBOUND.format(name=rebound[0]) if rebound else None


def _statements(module: Module, stages: Sequence[ast.Call]) -> list[ast.stmt]:
    return list(dict.fromkeys(module.statement(stage) for stage in stages))


def _target(statement: ast.stmt) -> ast.expr | None:
    return single_target(statement)


def _bound(changing: ast.AST) -> Iterator[str]:
    """The names that ``changing`` binds, or whose attributes or elements it assigns."""
    for node in ast.walk(changing):
        if isinstance(node, (ast.Name, ast.Attribute, ast.Subscript)) and not isinstance(node.ctx, ast.Load):
            root: ast.expr = node
            while isinstance(root, (ast.Attribute, ast.Subscript)):
                root = root.value
            if isinstance(root, ast.Name):
                yield root.id
        elif isinstance(node, (*DEF_TYPES, ast.ClassDef)):
            yield node.name
        elif isinstance(node, ast.alias):
            yield (node.asname or node.name).partition(".")[0]


def _moved_statement(module: Module, stages: Sequence[ast.Call], order: Sequence[int], places: range) -> Move | None:
    """One statement ``ds = ds.stage()`` moved over others of its kind, with its comments; ``None`` if they are not."""
    statements = [module.statement(stage) for stage in stages]
    if not all(_is_step(statement, stage) for statement, stage in zip(statements, stages, strict=True)):
        return None
    if list(order) == [places[-1], *places[:-1]]:
        return Move((statements[-1],), statements[0])
    if list(order) == [*places[1:], places[0]]:
        return Move((statements[0],), statements[-1], "after")
    return None


def _is_step(statement: ast.stmt, stage: ast.Call) -> bool:
    """Whether ``statement`` is ``ds = ds.stage()``."""
    target, taken = _target(statement), receiver(stage)
    return (
        isinstance(target, ast.Name)
        and isinstance(taken, ast.Name)
        and target.id == taken.id
        and getattr(statement, "value", None) is stage
    )


def _has_comments_between(module: Module, stages: Sequence[ast.Call]) -> bool:
    """Whether a comment stands between the stages, or beside the last one where that has a line of its own.

    Or above one of several statements: then it is about the stages of that one.
    """
    statements = _statements(module, stages)
    if len(statements) > 1 and any(module.tree.line(s.lineno - 1).lstrip().startswith("#") for s in statements):
        return True
    start, end = _method_start(module, stages[0]), module.span(stages[-1])[1]
    if line_of(module, _method_start(module, stages[-1])) > line_of(module, start):
        end = line_bounds(module, line_of(module, end))[1]
    arguments = [(_method_start(module, stage), module.span(stage)[1]) for stage in stages]
    return any(not any(a <= place < b for a, b in arguments) for place, _ in comments(module, start, end))


def _method_start(module: Module, stage: ast.Call) -> int:
    assert isinstance(stage.func, ast.Attribute)
    return module.span(stage.func)[1] - len(stage.func.attr.encode("utf-8"))


def _written(module: Module, stage: ast.Call, texts: Texts) -> str:
    """The method and arguments of ``stage``."""
    start, end = _method_start(module, stage), module.span(stage)[1]
    pieces = sorted((*module.span(argument), text) for argument, text in texts.items())
    data = module.data[start:end]
    for first, last, text in reversed(pieces):
        if start <= first and last <= end:
            data = data[: first - start] + text.encode("utf-8") + data[last - start :]
    return data.decode("utf-8")
