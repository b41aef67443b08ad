"""Parentheses around an expression in a new place."""

from __future__ import annotations

import ast

import libcst as cst

_BINARY: dict[type[cst.CSTNode], int] = {
    cst.BitOr: 8,
    cst.BitXor: 9,
    cst.BitAnd: 10,
    cst.LeftShift: 11,
    cst.RightShift: 11,
    cst.Add: 12,
    cst.Subtract: 12,
    cst.Power: 15,
}
_LEVELS: dict[type[cst.CSTNode], int] = {
    cst.GeneratorExp: 0,
    cst.NamedExpr: 1,
    cst.Tuple: 2,
    cst.Yield: 2,
    cst.IfExp: 3,
    cst.Lambda: 3,
    cst.Comparison: 7,
    cst.Await: 16,
}
_ATOM = 17
_NEEDED: dict[tuple[type[cst.CSTNode], str], int] = {
    (cst.Attribute, "value"): _ATOM,
    (cst.Call, "func"): _ATOM,
    (cst.Subscript, "value"): _ATOM,
    (cst.Await, "expression"): _ATOM,
    (cst.Comparison, "left"): 8,
    (cst.ComparisonTarget, "comparator"): 8,
    (cst.StarredElement, "value"): 8,
    (cst.StarredDictElement, "value"): 8,
    (cst.IfExp, "body"): 4,
    (cst.IfExp, "test"): 4,
    (cst.CompFor, "iter"): 4,
    (cst.CompIf, "test"): 4,
    (cst.FormattedStringExpression, "expression"): 4,
    (cst.Expr, "value"): 2,
    (cst.Assign, "value"): 2,
    (cst.AnnAssign, "value"): 2,
    (cst.AugAssign, "value"): 2,
    (cst.Return, "value"): 2,
    (cst.For, "iter"): 2,
    (cst.Index, "value"): 2,
}
_BRACKETED = (cst.Arg, cst.Element, cst.StarredElement, cst.DictElement, cst.StarredDictElement, cst.SubscriptElement)


def level(node: cst.BaseExpression) -> int:
    """How tightly ``node`` binds; more is tighter."""
    if node.lpar:
        return _ATOM
    if isinstance(node, cst.BinaryOperation):
        return _BINARY.get(type(node.operator), 13)
    if isinstance(node, cst.BooleanOperation):
        return 4 if isinstance(node.operator, cst.Or) else 5
    if isinstance(node, cst.UnaryOperation):
        return 6 if isinstance(node.operator, cst.Not) else 14
    return _LEVELS.get(type(node), _ATOM)


def needed(parent: cst.CSTNode, field: str) -> int:
    """How tightly an expression must bind to stand as ``parent.field`` without parentheses."""
    if isinstance(parent, cst.BinaryOperation):
        own = _BINARY.get(type(parent.operator), 13)
        if isinstance(parent.operator, cst.Power):
            return 16 if field == "left" else 14
        return own if field == "left" else own + 1
    if isinstance(parent, cst.BooleanOperation):
        own = 4 if isinstance(parent.operator, cst.Or) else 5
        return own if field == "left" else own + 1
    if isinstance(parent, cst.UnaryOperation):
        return 6 if isinstance(parent.operator, cst.Not) else 14
    return _NEEDED.get((type(parent), field), 3)


def field_of(parent: cst.CSTNode, child: cst.CSTNode) -> str:
    """The field of ``parent`` that holds ``child``; empty when it is in a list."""
    for name in parent.__dataclass_fields__:
        if getattr(parent, name) is child:
            return name
    return ""


def parenthesized(node: cst.BaseExpression) -> cst.BaseExpression:
    """``node`` in one more pair of parentheses."""
    return node.with_changes(lpar=[cst.LeftParen(), *node.lpar], rpar=[*node.rpar, cst.RightParen()])


def fitted(
    node: cst.BaseExpression, parent: cst.CSTNode | None, field: str, *, bracketed: bool = False
) -> cst.BaseExpression:
    """``node`` as it can stand in ``parent.field``: parenthesized where precedence or its line breaks ask for it.

    ``bracketed`` says that the place is inside of brackets, where lines may break.
    """
    if node.lpar:
        return node
    if parent is not None and level(node) < needed(parent, field):
        return parenthesized(node)
    if isinstance(node, (cst.Integer, cst.Float)) and isinstance(parent, cst.Attribute):
        return parenthesized(node)
    if not bracketed and not isinstance(parent, _BRACKETED) and breaks_lines(node):
        return parenthesized(node)
    return node


def breaks_lines(node: cst.BaseExpression) -> bool:
    """Whether ``node`` spans lines outside of brackets of its own."""
    code = cst.Module([]).code_for_node(node)
    if "\n" not in code and "\r" not in code:
        return False
    try:
        ast.parse(code, mode="eval")
    except SyntaxError:
        return True
    return False
