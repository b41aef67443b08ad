"""Parameters added in the layout of those that stand there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Union

import libcst as cst

from tffix.rewriting.calls import set_keyword

_Part = Union[cst.Param, cst.ParamSlash, cst.ParamStar]
_SPACE_AFTER = {cst.Param: "whitespace_after_param", cst.ParamSlash: "whitespace_after"}


def add_parameter(function: cst.FunctionDef, name: str, default: cst.BaseExpression) -> cst.FunctionDef:
    """``function`` with the parameter ``name=default``: the last one that can be given by name."""
    parameters = function.params
    named: list[_Part] = [*parameters.posonly_params]
    if isinstance(parameters.posonly_ind, cst.ParamSlash):
        named.append(parameters.posonly_ind)
    named += parameters.params
    if not isinstance(parameters.star_arg, cst.MaybeSentinel):
        named.append(parameters.star_arg)
    named += parameters.kwonly_params
    double = [] if parameters.star_kwarg is None else [parameters.star_kwarg]
    parts, new = _with_new(function.whitespace_before_params, [*named, *double], bool(double), name, default)
    laid_out = dict(zip([*named, *double], parts, strict=True))

    def changed(old: object) -> object:
        return laid_out.get(old, old)  # type: ignore[call-overload]

    by_name = bool(parameters.kwonly_params) or not isinstance(parameters.star_arg, cst.MaybeSentinel)
    ordinary = [changed(part) for part in parameters.params]
    keyword_only = [changed(part) for part in parameters.kwonly_params]
    (keyword_only if by_name else ordinary).append(new)
    return function.with_changes(
        whitespace_before_params=function.whitespace_before_params if parts else cst.SimpleWhitespace(""),
        params=parameters.with_changes(
            posonly_params=[changed(part) for part in parameters.posonly_params],
            posonly_ind=changed(parameters.posonly_ind),
            params=ordinary,
            star_arg=changed(parameters.star_arg),
            kwonly_params=keyword_only,
            star_kwarg=changed(parameters.star_kwarg),
        ),
    )


def _with_new(
    space: cst.BaseParenthesizableWhitespace,
    parts: Sequence[_Part],
    before_last: bool,
    name: str,
    default: cst.BaseExpression,
) -> tuple[list[_Part], cst.Param]:
    """``parts`` with the commas and white space they have beside a new parameter, and that parameter.

    A list of parameters is laid out as the arguments of a call are, so it is made into one and back.
    """
    arguments = [
        cst.Arg(
            cst.Name("x"),
            star="**" if before_last and index == len(parts) - 1 else "",
            comma=part.comma,
            whitespace_after_arg=getattr(part, _SPACE_AFTER.get(type(part), ""), cst.SimpleWhitespace("")),
        )
        for index, part in enumerate(parts)
    ]
    call = set_keyword(
        cst.Call(cst.Name("x"), args=arguments, whitespace_before_args=space if parts else cst.SimpleWhitespace("")),
        name,
        default,
    )
    new = next(argument for argument in call.args if argument.keyword is not None)
    old = [argument for argument in call.args if argument is not new]
    parameter = cst.Param(
        cst.Name(name),
        default=new.value,
        equal=new.equal,
        comma=new.comma,
        whitespace_after_param=new.whitespace_after_arg,
    )
    return [_laid_out(part, argument) for part, argument in zip(parts, old, strict=True)], parameter


def _laid_out(part: _Part, argument: cst.Arg) -> _Part:
    changes: dict[str, object] = {"comma": argument.comma}
    if isinstance(part, cst.ParamStar) and not isinstance(argument.comma, cst.Comma):
        return part
    if type(part) in _SPACE_AFTER:
        changes[_SPACE_AFTER[type(part)]] = argument.whitespace_after_arg
    return part.with_changes(**changes)
