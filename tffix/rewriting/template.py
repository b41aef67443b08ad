"""Templates of code: parsed once, then filled with nodes of a concrete tree."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from string import Formatter

import libcst as cst

from tffix.rewriting.blocks import Item, attach
from tffix.rewriting.errors import RefusedError
from tffix.rewriting.precedence import field_of, fitted

_MARK = "_tffix_part_"

Nodes = Mapping[str, cst.CSTNode]
Blocks = Mapping[str, Sequence[Item]]


def expression(template: str, parts: Nodes) -> cst.BaseExpression:
    """The expression of ``template`` with ``parts`` in their places.

    Raises:
        ValueError: the template is no expression or names a part that is not given.
    """
    tree = _parse_expression(_encode(template, parts))
    result = _fill(cst.Expr(tree), parts, {})
    assert isinstance(result, cst.Expr)
    return result.value


def arguments(template: str, parts: Nodes) -> Sequence[cst.Arg]:
    """The arguments of a call, such as ``"tf.data.AUTOTUNE, name={x}"``."""
    call = expression(f"f({template})", parts)
    assert isinstance(call, cst.Call)
    return call.args


def statements(template: str, parts: Nodes, blocks: Blocks | None = None) -> list[Item]:
    """The statements of ``template``; a line ``{name}`` becomes the statements of ``blocks[name]``."""
    blocks = blocks or {}
    tree = _parse_module(_encode(textwrap.dedent(template).strip("\r\n") + "\n", [*parts, *blocks]))
    filled = _fill(tree, parts, blocks)
    assert isinstance(filled, cst.Module)
    items: list[Item] = [*_expanded(filled.body, blocks), *filled.footer]
    first = next((item for item in items if not isinstance(item, cst.EmptyLine)), None)
    if first is not None and filled.header:
        index = items.index(first)
        items[index] = first.with_changes(leading_lines=[*filled.header, *first.leading_lines])
    return items


def header(text: str) -> cst.BaseCompoundStatement:
    """The compound statement with the header ``text`` and an empty block."""
    tree = _parse_module(text.rstrip() + "\n    pass\n")
    if len(tree.body) != 1 or not isinstance(tree.body[0], cst.BaseCompoundStatement):
        raise ValueError(f"not the header of a compound statement: {text!r}")
    return tree.body[0]


def _encode(template: str, names: Iterable[str]) -> str:
    known = set(names)
    pieces = []
    for literal, field, _, _ in Formatter().parse(template):
        pieces.append(literal)
        if field is not None:
            if field not in known:
                raise ValueError(f"the template {template!r} names the part {field!r}, which is not given")
            pieces.append(_MARK + field)
    return "".join(pieces)


@lru_cache(maxsize=512)
def _parse_expression(code: str) -> cst.BaseExpression:
    try:
        return cst.parse_expression(code.strip())
    except cst.ParserSyntaxError as error:
        raise ValueError(f"the template is no expression: {code!r}") from error


@lru_cache(maxsize=512)
def _parse_module(code: str) -> cst.Module:
    try:
        return cst.parse_module(code)
    except cst.ParserSyntaxError as error:
        raise ValueError(f"the template is no code: {code!r}") from error


def _name(node: cst.CSTNode) -> str | None:
    if isinstance(node, cst.Name) and node.value.startswith(_MARK):
        return node.value[len(_MARK) :]
    return None


def _block_name(statement: cst.CSTNode) -> str | None:
    if isinstance(statement, cst.SimpleStatementLine) and len(statement.body) == 1:
        small = statement.body[0]
        if isinstance(small, cst.Expr):
            return _name(small.value)
    return None


def _expanded(body: Iterable[cst.CSTNode], blocks: Blocks) -> list[Item]:
    items: list[Item] = []
    for statement in body:
        name = _block_name(statement)
        if name is not None and name in blocks:
            assert isinstance(statement, cst.SimpleStatementLine)
            items.extend(statement.leading_lines)
            items.extend(blocks[name])
        else:
            items.append(statement)  # type: ignore[arg-type]
    return items


def _fill(tree: cst.CSTNode, parts: Nodes, blocks: Blocks) -> cst.CSTNode:
    result = tree.visit(_Filler(parts, blocks))
    assert isinstance(result, cst.CSTNode)
    return result


class _Filler(cst.CSTTransformer):
    def __init__(self, parts: Nodes, blocks: Blocks) -> None:
        super().__init__()
        self._parts = parts
        self._blocks = blocks
        self._stack: list[cst.CSTNode] = []

    def on_visit(self, node: cst.CSTNode) -> bool:
        self._stack.append(node)
        return True

    def on_leave(self, original_node: cst.CSTNode, updated_node: cst.CSTNode) -> cst.CSTNode:  # type: ignore[override]
        self._stack.pop()
        if isinstance(original_node, (cst.Arg, cst.Element)):
            return self._argument(original_node, updated_node)
        if isinstance(original_node, cst.IndentedBlock):
            return self._block(original_node, updated_node)
        name = _name(original_node)
        if name is None or name not in self._parts:
            return updated_node
        part = self._parts[name]
        if isinstance(part, (cst.Arg, cst.StarredElement)):
            return updated_node  # replaced with the argument around it
        if not isinstance(part, cst.BaseExpression):
            raise RefusedError(f"the part {name} cannot stand in an expression")
        parent = self._stack[-1]
        bracketed = any(getattr(node, "lpar", ()) for node in self._stack)
        bracketed = bracketed or any(isinstance(node, (cst.Arg, cst.Element, cst.DictElement)) for node in self._stack)
        return fitted(part, parent, field_of(parent, original_node), bracketed=bracketed)

    def _argument(self, original: cst.CSTNode, updated: cst.CSTNode) -> cst.CSTNode:
        name = _name(original.value)  # type: ignore[attr-defined]
        part = self._parts.get(name) if name is not None else None
        if isinstance(part, cst.Arg):
            if not isinstance(updated, cst.Arg):
                raise RefusedError(f"the part {name} can only be an argument of a call")
            return part.with_changes(comma=updated.comma, whitespace_after_arg=updated.whitespace_after_arg)
        if isinstance(part, cst.StarredElement):
            return part.with_changes(comma=updated.comma)  # type: ignore[attr-defined]
        return updated

    def _block(self, original: cst.IndentedBlock, updated: cst.CSTNode) -> cst.CSTNode:
        assert isinstance(updated, cst.IndentedBlock)
        if not any(_block_name(statement) in self._blocks for statement in original.body):
            return updated
        body, footer = attach(_expanded(updated.body, self._blocks), updated.footer, nested=True)
        return updated.with_changes(body=body, footer=footer)
