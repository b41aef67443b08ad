"""The method of ``Sequential`` that predicted classes."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tffix.codemod import Applicability, Fix, Match
from tffix.rewriting.edits import Replace
from tffix.semantics.endings import ending
from tffix.semantics.kinds_table import Kind
from tffix.semantics.module import Module
from tffix.semantics.spelling import quoted
from tffix.semantics.syntax import has_starred, receiver

_REASON = (
    "what the model ends with is not seen here; use `model.predict(x).argmax(axis=-1)` for several classes, "
    "`model.predict(x) > 0.5` for one unit"
)


def predictions(module: Module) -> Iterator[Match]:
    """The calls of ``predict_classes`` on Keras models."""
    for call in module.calls("predict_classes"):
        model = receiver(call)
        if model is None or module.kind(model) is not Kind.MODEL:
            continue
        message = "`predict_classes` is gone since TensorFlow 2.6"
        template = None if has_starred(call.args) else _classes(module, model, call)
        if template is None:
            yield Match(call, message, reason=_REASON)
        else:
            yield Match(call, message, fix=_fix(call, model, template))


def _classes(module: Module, model: ast.expr, call: ast.Call) -> str | None:
    """The class by what the model ends with."""
    made = ending(module, model)
    if made is None or (made.is_single and made.function != "sigmoid"):
        return None
    if made.function == "sigmoid":
        integers = quoted(module, call, "int32")
        return f"({{predicted}} > 0.5).astype({integers})"
    return "{predicted}.argmax(axis=-1)"


def _fix(call: ast.Call, model: ast.expr, template: str) -> Fix:
    given = {f"given{index}": value for index, value in enumerate(call.args)}
    named = {keyword.arg or "": keyword.value for keyword in call.keywords}
    written = [f"{{{name}}}" for name in given] + [
        f"{name}={{named_{name}}}" if name else "**{named_}" for name in named
    ]
    text = template.replace("{predicted}", f"{{model}}.predict({', '.join(written)})")
    parts = {"model": model, **given, **{f"named_{name}": value for name, value in named.items()}}
    return Fix((Replace(call, text, parts),), applicability=Applicability.UNSAFE)
