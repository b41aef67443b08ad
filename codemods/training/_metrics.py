"""Accuracies of ``compile`` that compare the output with one half."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tffix.codemod import Applicability, Fix, Match
from tffix.rewriting.edits import Replace, SetKeyword
from tffix.semantics.module import Module
from tffix.semantics.spelling import quoted, spell_keras
from tffix.semantics.syntax import argument

_OF_ONE_UNIT = ("accuracy", "acc")
"""What ``compile`` makes a binary accuracy of for one unit, and another for more."""
_ALWAYS = ("binary_accuracy", "BinaryAccuracy")
_CLASS = "metrics.BinaryAccuracy"
_MESSAGE = "{} compares logits with 0.5, but the classes part at 0: the accuracy shown is wrong"
_REASON = "the name `keras` is taken; use `keras.metrics.BinaryAccuracy(threshold=0.0)`"


def half_thresholds(module: Module, compiled: ast.Call, *, is_single: bool) -> Iterator[Match]:
    """The metrics of a model with logits that compare these with 0.5; ``is_single``: it has one output."""
    given = argument(compiled, "metrics", 2)
    value = None if given is None else module.value(given)
    elements = value.elts if isinstance(value, (ast.List, ast.Tuple)) else [] if value is None else [value]
    for element in elements:
        metric = module.value(element)
        if isinstance(metric, ast.Call) and module.keras_path(metric.func) == _CLASS:
            if argument(metric, "threshold", 2) is None and all(keyword.arg for keyword in metric.keywords):
                yield Match(
                    metric, _MESSAGE.format("`BinaryAccuracy`"), fix=_unsafe(SetKeyword(metric, "threshold", "0.0"))
                )
        elif isinstance(metric, ast.Constant) and metric.value in (_ALWAYS + _OF_ONE_UNIT if is_single else _ALWAYS):
            yield _of_name(module, metric, str(metric.value))


def _of_name(module: Module, metric: ast.Constant, name: str) -> Match:
    message = _MESSAGE.format(f"`{name}`")
    spelled = spell_keras(module, _CLASS, metric)
    if spelled is None:
        return Match(metric, message, reason=_REASON)
    logged = "binary_accuracy" if name == "BinaryAccuracy" else name
    template = f"{spelled[0]}(threshold=0.0, name={quoted(module, metric, logged)})"
    return Match(metric, message, fix=_unsafe(Replace(metric, template), spelled[1]))


def _unsafe(edit: Replace | SetKeyword, imports: tuple[str, ...] = ()) -> Fix:
    return Fix((edit,), imports=imports, applicability=Applicability.UNSAFE)
