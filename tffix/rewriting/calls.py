"""Arguments, elements and calls added in the layout of what stands there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import libcst as cst

from tffix.rewriting.precedence import fitted, level

Whitespace = cst.BaseParenthesizableWhitespace
_NOTHING = cst.SimpleWhitespace("")


def set_keyword(call: cst.Call, name: str, value: cst.BaseExpression) -> cst.Call:
    """``call`` with ``name=value``: in the place of that keyword, else as the last argument before ``**``."""
    for index, arg in enumerate(call.args):
        if arg.keyword is not None and arg.keyword.value == name:
            if arg.value.lpar:
                # The parentheses may hold comments.
                value = value.with_changes(lpar=arg.value.lpar, rpar=arg.value.rpar)
            args = [*call.args[:index], arg.with_changes(value=_argument(value)), *call.args[index + 1 :]]
            return call.with_changes(args=args)
    new = cst.Arg(
        keyword=cst.Name(name),
        value=_argument(value),
        equal=cst.AssignEqual(whitespace_before=_NOTHING, whitespace_after=_NOTHING),
    )
    args = [_closed(arg) for arg in call.args]
    if not args:
        if not _comments(call.whitespace_before_args):
            call = call.with_changes(whitespace_before_args=_NOTHING)
        return call.with_changes(args=[new])
    place = next((index for index, arg in enumerate(args) if arg.star == "**"), len(args))
    space = _space_before(call, args, min(place, len(args) - 1))
    if place < len(args):
        comma = cst.Comma(whitespace_after=_bare(space) if _breaks(space) else cst.SimpleWhitespace(" "))
        return call.with_changes(args=[*args[:place], new.with_changes(comma=comma), *args[place:]])
    return call.with_changes(args=_appended(args, new, space))


def name_argument(call: cst.Call, index: int, name: str) -> cst.Call:
    """``call`` with argument number ``index`` given by the keyword ``name``."""
    arg = _closed(call.args[index])
    equal = arg.equal if arg.keyword is not None else cst.AssignEqual(_NOTHING, _NOTHING)
    new = arg.with_changes(keyword=cst.Name(name), equal=equal)
    return call.with_changes(args=[*call.args[:index], new, *call.args[index + 1 :]])


def remove_argument(call: cst.Call, index: int) -> cst.Call:
    """``call`` without argument number ``index``; what closes the list of arguments stays."""
    before, removed, after = call.args[:index], call.args[index], call.args[index + 1 :]
    if before and not after:
        last = before[-1].with_changes(comma=removed.comma, whitespace_after_arg=removed.whitespace_after_arg)
        before = [*before[:-1], last]
    elif before and _ends_line(removed) and not _ends_line(before[-1]):
        before = [*before[:-1], before[-1].with_changes(comma=removed.comma)]
    call = call.with_changes(args=[*before, *after])
    return call if call.args else call.with_changes(whitespace_before_args=_NOTHING)


def _ends_line(arg: cst.Arg) -> bool:
    return isinstance(arg.comma, cst.Comma) and _breaks(arg.comma.whitespace_after)


def _argument(value: cst.BaseExpression) -> cst.BaseExpression:
    return fitted(value, cst.Arg(cst.Name("x")), "value", bracketed=True)


def _closed(arg: cst.Arg) -> cst.Arg:
    """``arg`` with parentheses of its own if it shares those of the call."""
    if isinstance(arg.value, cst.GeneratorExp) and not arg.value.lpar:
        return arg.with_changes(value=arg.value.with_changes(lpar=[cst.LeftParen()], rpar=[cst.RightParen()]))
    return arg


def _space_before(call: cst.Call, args: Sequence[cst.Arg], index: int) -> Whitespace:
    """The white space in front of an argument."""
    if index == 0:
        return call.whitespace_before_args
    comma = args[index - 1].comma
    return comma.whitespace_after if isinstance(comma, cst.Comma) else cst.SimpleWhitespace(" ")


def _appended(args: Sequence[cst.Arg], new: cst.Arg, space: Whitespace) -> list[cst.Arg]:
    """``args`` and ``new``, on a line of its own when the last of them has one."""
    last = args[-1]
    comma = last.comma if isinstance(last.comma, cst.Comma) else None
    end = comma.whitespace_after if comma is not None else last.whitespace_after_arg
    if not _breaks(space):
        between = cst.Comma(whitespace_after=cst.SimpleWhitespace(" "))
        if comma is not None:
            return [*args[:-1], last.with_changes(comma=between), new.with_changes(comma=comma)]
        return [
            *args[:-1],
            last.with_changes(comma=between, whitespace_after_arg=_NOTHING),
            new.with_changes(whitespace_after_arg=end),
        ]
    assert isinstance(space, cst.ParenthesizedWhitespace)
    # The comment at the end of the last argument's line stays there.
    before, after = _bare(space), end
    if isinstance(end, cst.ParenthesizedWhitespace):
        before = before.with_changes(first_line=end.first_line)
        after = end.with_changes(first_line=_line_end(end.first_line))
    else:
        after = end
    if comma is not None:
        between = comma.with_changes(whitespace_after=before)
        return [
            *args[:-1],
            last.with_changes(comma=between),
            new.with_changes(comma=cst.Comma(whitespace_after=after)),
        ]
    return [
        *args[:-1],
        last.with_changes(comma=cst.Comma(whitespace_after=before), whitespace_after_arg=_NOTHING),
        new.with_changes(whitespace_after_arg=after),
    ]


def append_element(node: cst.List, value: cst.BaseExpression) -> cst.List:
    """``node`` with ``value`` as its last element, laid out as an argument of a call would be."""
    elements, last = node.elements[:-1], node.elements[-1]
    end, comma = node.rbracket.whitespace_before, last.comma if isinstance(last.comma, cst.Comma) else None
    space = elements[-1].comma if elements else None
    # What closes a call belongs to its last argument, what closes a list to its bracket.
    closed = cst.Arg(last.value, whitespace_after_arg=end) if comma is None else cst.Arg(last.value, comma=comma)
    if comma is not None:
        closed = closed.with_changes(comma=comma.with_changes(whitespace_after=end))
    *_, kept, new = _appended(
        [*(cst.Arg(element.value, comma=element.comma) for element in elements), closed],
        cst.Arg(_argument(value)),
        space.whitespace_after if isinstance(space, cst.Comma) else node.lbracket.whitespace_after,
    )
    end = new.comma.whitespace_after if isinstance(new.comma, cst.Comma) else new.whitespace_after_arg
    added = cst.Element(new.value, comma=cst.MaybeSentinel.DEFAULT if comma is None else cst.Comma())
    return node.with_changes(
        elements=[*elements, last.with_changes(comma=kept.comma), added],
        rbracket=node.rbracket.with_changes(whitespace_before=end),
    )


def append_call(node: cst.BaseExpression, method: str, args: Sequence[cst.Arg]) -> cst.Call:
    """``node.method(args)``, on a line of its own where the last call of ``node`` has one."""
    inside = level(node.with_changes(lpar=[], rpar=[])) == level(cst.Name("x"))
    lpar, rpar = (node.lpar, node.rpar) if inside else ((), ())
    if inside:
        node = node.with_changes(lpar=[], rpar=[])
    dot = _dot(node)
    end = rpar[0].whitespace_before if rpar else None
    if isinstance(end, cst.ParenthesizedWhitespace):
        # The comment at the end of the last line stays there.
        for side in ("whitespace_before", "whitespace_after"):
            space = getattr(dot, side)
            if isinstance(space, cst.ParenthesizedWhitespace):
                dot = dot.with_changes(**{side: space.with_changes(first_line=end.first_line)})
                closing = rpar[0].with_changes(whitespace_before=end.with_changes(first_line=_line_end(end.first_line)))
                rpar = [closing, *rpar[1:]]
                break
    # Lines that break inside of ``node`` could break there before: it keeps its place.
    value = fitted(node, cst.Attribute(cst.Name("x"), cst.Name("y")), "value", bracketed=True)
    return cst.Call(
        func=cst.Attribute(value=value, attr=cst.Name(method), dot=dot), args=list(args), lpar=lpar, rpar=rpar
    )


def replace_method(call: cst.Call, new: cst.BaseExpression) -> cst.Call:
    """``call``, which is ``x.old(...)``, as ``x.name(...)``, where ``new`` is ``name(...)``."""
    assert isinstance(call.func, cst.Attribute)
    assert isinstance(new, cst.Call)
    assert isinstance(new.func, cst.Name)
    new = cast(cst.Call, new.visit(_AsWritten()))
    return call.with_changes(
        func=call.func.with_changes(attr=cst.ensure_type(new.func, cst.Name)),
        args=new.args,
        whitespace_after_func=new.whitespace_after_func,
        whitespace_before_args=new.whitespace_before_args,
    )


class _AsWritten(cst.CSTTransformer):
    """Lines that break inside of brackets keep their white space: it was not parsed inside of a block."""

    def leave_ParenthesizedWhitespace(
        self, original_node: cst.ParenthesizedWhitespace, updated_node: cst.ParenthesizedWhitespace
    ) -> cst.ParenthesizedWhitespace:
        return updated_node.with_changes(indent=False)

    def leave_EmptyLine(self, original_node: cst.EmptyLine, updated_node: cst.EmptyLine) -> cst.EmptyLine:
        return updated_node.with_changes(indent=False)


def _dot(node: cst.BaseExpression) -> cst.Dot:
    """A dot in the style of the last one in the chain ``node``."""
    func = node.func if isinstance(node, cst.Call) else node
    if not isinstance(func, cst.Attribute):
        return cst.Dot()
    return cst.Dot(
        whitespace_before=_copied(func.dot.whitespace_before), whitespace_after=_copied(func.dot.whitespace_after)
    )


def _copied(space: Whitespace) -> Whitespace:
    return _bare(space) if _breaks(space) else _NOTHING


def _breaks(space: Whitespace) -> bool:
    """Whether ``space`` ends a line, in brackets or with a backslash."""
    if isinstance(space, cst.ParenthesizedWhitespace):
        return True
    return isinstance(space, cst.SimpleWhitespace) and "\\" in space.value


def _bare(space: Whitespace) -> Whitespace:
    """``space`` without its comments and blank lines."""
    if isinstance(space, cst.ParenthesizedWhitespace):
        return space.with_changes(first_line=_line_end(space.first_line), empty_lines=[])
    return space


def _line_end(line: cst.TrailingWhitespace) -> cst.TrailingWhitespace:
    return cst.TrailingWhitespace(newline=line.newline)


def _comments(space: Whitespace) -> bool:
    if not isinstance(space, cst.ParenthesizedWhitespace):
        return False
    return space.first_line.comment is not None or any(line.comment is not None for line in space.empty_lines)
