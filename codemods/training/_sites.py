"""The places where a cross-entropy meets the output of a model of which it is known what it ends with."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from tffix.semantics.endings import Ending, ending, output_ending
from tffix.semantics.module import Module
from tffix.semantics.sources import readings
from tffix.semantics.syntax import argument, receiver, single_target

from ._losses import OF_LOGITS, Family, Loss, applied_loss, loss_of


@dataclass(frozen=True)
class Site:
    """``call`` is that of ``compile``, or of the loss in a training step."""

    call: ast.Call
    loss: Loss
    ending: Ending


def sites(module: Module) -> Iterator[Site]:
    """All such places of the file."""
    for call in module.calls("compile"):
        model, given = receiver(call), argument(call, "loss", 1)
        if model is None or given is None or isinstance(given, ast.Starred):
            continue
        loss = loss_of(module, given)
        made = None if loss is None else ending(module, model)
        if loss is not None and made is not None:
            yield Site(call, loss, made)
    for call in _applications(module):
        applied = applied_loss(module, call)
        made = None if applied is None else output_ending(module, applied[1])
        if applied is not None and made is not None:
            yield Site(call, applied[0], made)


def uses(module: Module, loss: Loss) -> list[ast.expr]:
    """Every place that reads the loss; itself, where it has no name."""
    target = single_target(module.parent(loss.value))
    if isinstance(target, ast.Name):
        return list(module.uses_of_target(target))
    return [loss.value] if target is None else readings(module, target)


def _applications(module: Module) -> Iterator[ast.Call]:
    """The calls that may compute a cross-entropy."""
    for name in (*(family.function for family in Family), *(name.rpartition(".")[2] for name in OF_LOGITS)):
        yield from module.calls(name)
    for family in Family:
        for made in module.calls(family.value):
            loss = loss_of(module, made)
            for use in [] if loss is None else uses(module, loss):
                call = module.parent(use)
                if isinstance(call, ast.Call) and call.func is use:
                    yield call
