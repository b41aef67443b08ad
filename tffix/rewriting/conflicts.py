"""Which bytes an edit touches, and whether two edits get in each other's way."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import cast

from tffix.rewriting import edits as e
from tffix.rewriting.spans import Places, Span, extent, line_of, quiet_end, span
from tffix.semantics.module import Module
from tffix.semantics.tree import DefNode


@dataclass(frozen=True)
class Touch:
    """Bytes that an edit changes or takes; ``insert`` when it only adds at a place between statements."""

    start: int
    end: int
    insert: bool = False

    def clashes(self, other: Touch) -> bool:
        """Whether the two overlap or are adjacent."""
        if self.insert and other.insert:
            return False
        return self.start <= other.end and other.start <= self.end


class Taken:
    """What the edits that were accepted so far touch."""

    def __init__(self) -> None:
        self._places: Places[tuple[Touch, e.Edit]] = Places()

    def add(self, edit: e.Edit, touches: Iterable[Touch]) -> None:
        """Note that ``edit`` is accepted."""
        for touch in touches:
            place = touch.start, touch.end
            # Many fixes may add the same import.
            if (touch, edit) not in self._places.near(place):
                self._places.add(place, (touch, edit))

    def clashes(self, edit: e.Edit, touches: Iterable[Touch]) -> bool:
        """Whether ``edit`` gets in the way of another one; the same edit twice does not."""
        return any(
            touch.clashes(taken) and other != edit
            for touch in touches
            for taken, other in self._places.near((touch.start, touch.end))
        )


def touches(module: Module, edit: e.Edit) -> list[Touch]:
    """Everything ``edit`` touches: what it changes, where it inserts, and the parts it takes from elsewhere."""
    own = list(_own(module, edit))
    for node in (*getattr(edit, "parts", {}).values(), *_block_nodes(edit)):
        start, end = span(module, node)
        if not any(touch.start <= start and end <= touch.end for touch in own):
            own.append(Touch(start, end))
    return own


def _own(module: Module, edit: e.Edit) -> Iterator[Touch]:
    if isinstance(edit, e.ReplaceComment):
        yield Touch(edit.start, edit.end)
    elif isinstance(edit, (e.SetKeyword, e.NameArgument, e.RemoveArgument)):
        # Without the function, so that the calls of a chain can be given keywords in one round.
        yield Touch(module.span(edit.call.func)[1], module.span(edit.call)[1])
    elif isinstance(edit, e.AppendElement):
        yield Touch(module.span(edit.node.elts[-1])[1], module.span(edit.node)[1])
    elif isinstance(edit, e.AppendCall):
        end = module.span(edit.node)[1]
        yield Touch(end, end)
    elif isinstance(edit, e.ReplaceMethod):
        yield Touch(*method_span(module, edit))
    elif isinstance(edit, e.AddDecorator):
        start = span(module, edit.function)[0]
        yield Touch(start, start)
    elif isinstance(edit, (e.AddParameter, e.Rename)):
        yield Touch(module.span(edit.function)[0], module.span(edit.function.body[0])[0] - 1)
    elif isinstance(edit, e.Insert):
        yield _anchor(module, edit.anchor, edit.where)
    elif isinstance(edit, e.Move):
        yield _anchor(module, edit.anchor, edit.where)
        yield from (Touch(*span(module, node)) for node in edit.nodes)
    elif isinstance(edit, e.Wrap):
        yield Touch(span(module, edit.nodes[0])[0], span(module, edit.nodes[-1])[1])
    elif isinstance(edit, e.Dedent):
        yield from (Touch(*span(module, node)) for node in edit.nodes)
    else:
        yield Touch(*span(module, edit.node))


def method_span(module: Module, edit: e.ReplaceMethod) -> Span:
    """The bytes of the method's name and its arguments."""
    assert isinstance(edit.call.func, ast.Attribute)
    end = module.span(edit.call.func)[1]
    return end - len(edit.call.func.attr.encode("utf-8")), module.span(edit.call)[1]


def _anchor(module: Module, anchor: ast.stmt, where: str) -> Touch:
    place = span(module, anchor)[0 if where == "before" else 1]
    return Touch(place, place, insert=True)


def _block_nodes(edit: e.Edit) -> Iterator[ast.AST]:
    blocks: Mapping[str, tuple[ast.stmt, ...]] = getattr(edit, "blocks", None) or getattr(edit, "left", {})
    for block in blocks.values():
        yield from block


def nodes_of(module: Module, edit: e.Edit) -> list[ast.AST]:
    """The nodes that ``edit`` reads or changes."""
    if isinstance(edit, e.ReplaceComment):
        return []
    found: list[ast.AST] = [*getattr(edit, "parts", {}).values(), *_block_nodes(edit), *targets(edit)]
    if isinstance(edit, e.Dedent):
        found.append(dedent_owner(module, edit))
    return found


def targets(edit: e.Edit) -> list[ast.AST]:
    """The nodes that ``edit`` changes, or next to which it inserts."""
    single = (getattr(edit, name, None) for name in ("node", "call", "function", "anchor"))
    return [*(node for node in single if node is not None), *getattr(edit, "nodes", ())]


def top_statement(module: Module, node: ast.AST) -> ast.stmt:
    """The statement of the module that holds ``node``."""
    for outer in module.ancestors(node):
        if isinstance(outer, ast.Module):
            break
        node = outer
    assert isinstance(node, ast.stmt)
    return node


def method_of(module: Module, edit: e.Edit) -> DefNode | None:
    """The method of a class of the module that everything ``edit`` reads or changes is inside of."""
    found = {_method(module, node, edit) for node in nodes_of(module, edit)}
    return found.pop() if len(found) == 1 else None


def _method(module: Module, node: ast.AST, edit: e.Edit) -> DefNode | None:
    around = list(module.ancestors(node))
    if isinstance(edit, (e.AddDecorator, e.AddParameter, e.Rename)):
        around.insert(0, node)
    method, owner = around[-3:-1] if len(around) > 2 else (None, None)
    is_method = isinstance(method, (ast.FunctionDef, ast.AsyncFunctionDef)) and isinstance(owner, ast.ClassDef)
    return cast(DefNode, method) if is_method else None


def dedent_owner(module: Module, edit: e.Dedent) -> ast.stmt:
    """The compound statement that ``edit`` moves statements out of."""
    owner = module.parent(edit.nodes[0])
    if owner is None or isinstance(owner, ast.Module):
        raise ValueError("a statement at module level cannot be moved out")
    return module.statement(owner)


def touched_lines(module: Module, edits: Iterable[e.Edit]) -> tuple[tuple[int, int], ...]:
    """The lines (first, last; from 1) that may differ after ``edits``, sorted."""
    found = set()
    for edit in edits:
        for touch in touches(module, edit):
            found.add((line_of(module, touch.start) + 1, line_of(module, touch.end) + 1))
        if isinstance(edit, (e.Move, e.Wrap, e.Dedent, e.ReplaceStatement, e.Remove)):
            nodes = (edit.node,) if isinstance(edit, (e.ReplaceStatement, e.Remove)) else edit.nodes
            for node in nodes:
                start, end = extent(module, node)
                # The comments at the end of its blocks stand behind it.
                end = quiet_end(module, end)
                found.add((line_of(module, start) + 1, line_of(module, max(start, end - 1)) + 1))
    return tuple(sorted(found))
