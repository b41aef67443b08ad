"""All edits of one region in a single pass over its concrete tree."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Sequence
from math import inf
from typing import cast

import libcst as cst

from tffix.rewriting import edits as e
from tffix.rewriting import template
from tffix.rewriting.blocks import BODY_TYPES, Item
from tffix.rewriting.calls import (
    append_call,
    append_element,
    name_argument,
    remove_argument,
    replace_method,
    set_keyword,
)
from tffix.rewriting.conflicts import dedent_owner
from tffix.rewriting.errors import RefusedError
from tffix.rewriting.precedence import field_of, fitted
from tffix.rewriting.regions import Index, is_kind
from tffix.rewriting.signatures import add_parameter
from tffix.rewriting.spans import Places, Span
from tffix.rewriting.statements import BlockEdits, Resolver
from tffix.semantics.module import Module
from tffix.semantics.syntax import argument_number

_SPACE = (cst.BaseParenthesizableWhitespace, cst.TrailingWhitespace, cst.EmptyLine)
_CLOSED = (cst.BaseExpression, cst.SimpleStatementLine, cst.BaseCompoundStatement)
_DECORATED = (cst.FunctionDef, cst.ClassDef)

ExpressionEdit = (
    e.Replace | e.SetKeyword | e.NameArgument | e.RemoveArgument | e.ReplaceMethod | e.AppendElement | e.AppendCall
)
HeaderEdit = e.AddDecorator | e.AddParameter | e.Rename


def rewrite(module: Module, index: Index, edits: Sequence[e.Edit], *, at_start: bool, at_end: bool) -> cst.Module:
    """The tree of ``index`` with ``edits`` carried out.

    ``at_start`` says that it begins where the file begins, ``at_end`` that it ends where the file
    ends or a blank line follows.

    Raises:
        RefusedError: an edit cannot be carried out.
    """
    rewriter = _Rewriter(module, index, edits, at_start, at_end)
    result = index.tree.visit(rewriter)
    rewriter.check()
    if rewriter.blocks.moved:
        result = result.visit(Resolver(rewriter.blocks.moved))
    assert isinstance(result, cst.Module)
    return result


class _Rewriter(cst.CSTTransformer):
    """Changes nodes from the inside out; ``_done`` holds what became of the nodes that templates take."""

    def __init__(self, module: Module, index: Index, edits: Sequence[e.Edit], at_start: bool, at_end: bool) -> None:
        super().__init__()
        self._index = index
        self._stack: list[cst.CSTNode] = []
        self._expressions: dict[cst.CSTNode, list[ExpressionEdit]] = defaultdict(list)
        self._headers: dict[cst.CSTNode, list[HeaderEdit]] = defaultdict(list)
        self._done: dict[cst.CSTNode, cst.CSTNode] = {}
        self._wanted: set[cst.CSTNode] = set()
        self._places: Places[Span] = Places()
        self._met: set[cst.CSTNode] = set()
        self.blocks = BlockEdits(self._nodes, at_start, at_end)
        for edit in edits:
            self._plan(module, edit)

    def _find(self, node: ast.AST) -> cst.CSTNode:
        found = self._index.find(node)
        self._index.add_to(self._places, found)
        return found

    def _plan(self, module: Module, edit: e.Edit) -> None:
        find = self._find
        for part in getattr(edit, "parts", {}).values():
            found = find(part)
            (self.blocks.wanted if isinstance(part, ast.stmt) else self._wanted).add(found)
        if isinstance(edit, (e.Replace, e.AppendElement, e.AppendCall)):
            self._expressions[find(edit.node)].append(edit)
        elif isinstance(edit, (e.SetKeyword, e.NameArgument, e.RemoveArgument, e.ReplaceMethod)):
            self._expressions[find(edit.call)].append(edit)
        elif isinstance(edit, (e.AddDecorator, e.AddParameter, e.Rename)):
            self._headers[find(edit.function)].append(edit)
        elif isinstance(edit, (e.ReplaceStatement, e.Remove)):
            self.blocks.replace(find(edit.node), edit)
            for block in getattr(edit, "blocks", {}).values():
                self.blocks.wanted.update(find(statement) for statement in block)
        elif isinstance(edit, e.Insert):
            self.blocks.insert(find(edit.anchor), edit)
        elif isinstance(edit, e.Move):
            left = {name: [find(node) for node in nodes] for name, nodes in edit.left.items()}
            self.blocks.move(edit, [find(node) for node in edit.nodes], find(edit.anchor), left)
        elif isinstance(edit, e.Wrap):
            self.blocks.wrap([find(node) for node in edit.nodes], edit.header)
        elif isinstance(edit, e.Dedent):
            self.blocks.dedent([find(node) for node in edit.nodes], find(dedent_owner(module, edit)))

    def _nodes(self, edit: e.ReplaceStatement | e.Insert) -> list[Item]:
        """The new statements of ``edit``."""
        blocks = {name: self._block(part) for name, part in edit.parts.items() if isinstance(part, ast.stmt)}
        for name, statements in getattr(edit, "blocks", {}).items():
            blocks[name] = [item for statement in statements for item in self._block(statement)]
        return template.statements(edit.template, self._parts(edit), blocks)

    def _block(self, statement: ast.stmt) -> list[Item]:
        found = self.blocks.resolved.get(self._index.find(statement))
        if found is None:
            raise RefusedError("a statement can only be taken from inside of the one that is replaced")
        return found

    def _parts(self, edit: e.Edit) -> dict[str, cst.CSTNode]:
        parts: e.Parts = getattr(edit, "parts", {})
        return {
            name: self._updated(self._index.find(node))
            for name, node in parts.items()
            if not isinstance(node, ast.stmt)
        }

    def _updated(self, node: cst.CSTNode) -> cst.CSTNode:
        if node not in self._done:
            stack, self._stack = self._stack, []
            self._done[node] = cast(cst.CSTNode, node.visit(self))
            self._stack = stack
        return self._done[node]

    # -- the pass ---------------------------------------------------------------------------------------------------

    def on_visit(self, node: cst.CSTNode) -> bool:
        self._stack.append(node)
        kind = type(node)
        if is_kind(kind, _SPACE):
            return False
        # Of other nodes the span does not hold everything: not a decorator, not the default of a parameter.
        return not is_kind(kind, _CLOSED) or is_kind(kind, _DECORATED) or self._index.holds(node, self._places)

    def on_leave(self, original_node: cst.CSTNode, updated_node: cst.CSTNode) -> cst.CSTNode:  # type: ignore[override]
        self._stack.pop()
        if original_node in self._expressions:
            updated_node = self._expression(original_node, cast(cst.BaseExpression, updated_node))
        for edit in self._headers.get(original_node, ()):
            updated_node = _with_header(cast(cst.FunctionDef, updated_node), edit)
            self._met.add(original_node)
        if original_node in self._wanted:
            self._done[original_node] = updated_node
        if isinstance(original_node, BODY_TYPES):
            return self.blocks.rebuilt(original_node, updated_node)
        return updated_node

    def _expression(self, original: cst.CSTNode, node: cst.BaseExpression) -> cst.BaseExpression:
        self._met.add(original)
        # From the last argument on, so that those before it keep their numbers.
        for edit in sorted(self._expressions[original], key=_argument_place, reverse=True):
            # A template may take the very node that it replaces.
            self._done[original] = _bare(node) if isinstance(edit, e.Replace) else node
            node = self._changed(node, edit)
        if not self._stack:
            return node
        parent = self._stack[-1]
        return fitted(node, parent, field_of(parent, original), bracketed=self._bracketed())

    def check(self) -> None:
        """Raises RefusedError if an edit was not carried out."""
        if not self._expressions.keys() | self._headers.keys() <= self._met:
            raise RefusedError("the code to change is inside of code that is replaced")
        self.blocks.check()

    def _bracketed(self) -> bool:
        kinds = (cst.Arg, cst.Element, cst.DictElement, cst.SubscriptElement)
        return any(isinstance(node, kinds) or getattr(node, "lpar", ()) for node in self._stack)

    def _changed(self, node: cst.BaseExpression, edit: ExpressionEdit) -> cst.BaseExpression:
        if isinstance(edit, e.Replace):
            new = template.expression(edit.template, self._parts(edit))
            # The parentheses of the place stay, with the comments in them.
            lpar, rpar = node.lpar[: len(node.lpar) - _own_parentheses(node)], node.rpar[_own_parentheses(node) :]
            return new.with_changes(lpar=[*lpar, *new.lpar], rpar=[*new.rpar, *rpar])
        if isinstance(edit, e.SetKeyword):
            value = template.expression(edit.value, self._parts(edit))
            return set_keyword(cast(cst.Call, node), edit.name, value)
        if isinstance(edit, e.NameArgument):
            return name_argument(cast(cst.Call, node), argument_number(edit.call, edit.value), edit.name)
        if isinstance(edit, e.RemoveArgument):
            return remove_argument(cast(cst.Call, node), argument_number(edit.call, edit.value))
        if isinstance(edit, e.ReplaceMethod):
            return replace_method(cast(cst.Call, node), template.expression(edit.template, {}))
        if isinstance(edit, e.AppendElement):
            return append_element(cast(cst.List, node), template.expression(edit.template, {}))
        return append_call(node, edit.method, template.arguments(edit.arguments, {}))


def _argument_place(edit: ExpressionEdit) -> float:
    """The number of the argument that ``edit`` changes; other edits come first."""
    if isinstance(edit, (e.NameArgument, e.RemoveArgument)):
        return argument_number(edit.call, edit.value)
    return inf


def _own_parentheses(node: cst.BaseExpression) -> int:
    """How many of the parentheses around ``node`` belong to it, as ``ast`` sees it."""
    return 1 if isinstance(node, (cst.Tuple, cst.GeneratorExp)) and node.lpar else 0


def _bare(node: cst.BaseExpression) -> cst.BaseExpression:
    own = _own_parentheses(node)
    return node.with_changes(lpar=node.lpar[len(node.lpar) - own :], rpar=node.rpar[:own])


def _with_header(function: cst.FunctionDef, edit: HeaderEdit) -> cst.FunctionDef:
    if isinstance(edit, e.AddParameter):
        return add_parameter(function, edit.name, template.expression(edit.default, {}))
    if isinstance(edit, e.Rename):
        return function.with_changes(name=function.name.with_changes(value=edit.name))
    new = cst.Decorator(decorator=template.expression(edit.decorator, {}))
    if not edit.outermost:
        return function.with_changes(decorators=[*function.decorators, new])
    return function.with_changes(decorators=[new, *function.decorators])
