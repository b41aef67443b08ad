"""``tf.train.Checkpoint`` objects of a training that is saved again and again, and resumed."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tffix.codemod import Applicability, Fix, Match
from tffix.rewriting.edits import SetKeyword
from tffix.semantics.module import Module
from tffix.semantics.sources import sources
from tffix.semantics.syntax import argument, receiver, single_target

from ._training import Trained, keeps_state, leads_to, name_before

_CHECKPOINT = "tensorflow.train.Checkpoint"
_MANAGER = "tensorflow.train.CheckpointManager"
_RESTORE = ("restore", "restore_or_initialize", "read")
_CONSUMED = (
    "`assert_consumed` fails while the optimizer has no variables; call `optimizer.build(model.trainable_variables)` "
    "before, and give the optimizer to the Checkpoint"
)
_LATE = "make the optimizer before the Checkpoint, and give it as `optimizer=...`; there it is not known yet"


def checkpoints(module: Module, found: list[Trained]) -> Iterator[Match]:
    """The checkpoints that hold a model without the state of its optimizer, though training goes on from them."""
    for call in module.calls("Checkpoint"):
        if module.qualified(call.func) != _CHECKPOINT or call.args or _is_completed(module, call):
            continue
        optimizers = _missing(module, call, found)
        if optimizers and _is_resumed(module, call):
            yield _match(module, call, optimizers)


def _missing(module: Module, call: ast.Call, found: list[Trained]) -> list[ast.Call]:
    """What makes the optimizers of the models in the checkpoint; empty where something in it is not known."""
    held: set[ast.expr] = set()
    for keyword in call.keywords:
        if keyword.arg is None:
            return []
        held.update(sources(module, keyword.value))
    others = [one for one in module.calls("Checkpoint") if module.qualified(one.func) == _CHECKPOINT]
    kept = {made for one in others for keyword in one.keywords for made in sources(module, keyword.value)}
    optimizers = {one for pair in found if pair.models <= held for one in pair.optimizers}
    is_complete = bool(optimizers & kept) or any(not isinstance(one, ast.Call) for one in held)
    if is_complete or not any(keeps_state(module, one) for one in optimizers):
        return []
    return sorted(optimizers, key=module.span)


def _is_completed(module: Module, call: ast.Call) -> bool:
    """Whether parts are given to the checkpoint later, as attributes."""
    target = single_target(module.parent(call))
    holders = [module.parent(use) for use in (module.uses_of_target(target) if target is not None else [])]
    return any(isinstance(one, ast.Attribute) and not isinstance(one.ctx, ast.Load) for one in holders)


def _is_resumed(module: Module, call: ast.Call) -> bool:
    """Whether the checkpoint is restored, and saved in a loop that follows."""
    restored = [one for name in _RESTORE for one in module.calls(name) if _is_of(module, one, call)]
    saved = [one for name in ("save", "write") for one in module.calls(name) if _is_of(module, one, call)]
    saved = [one for one in saved if module.tree.is_in_loop(one)]
    return any(leads_to(module, first, then) for first in restored for then in saved)


def _is_of(module: Module, call: ast.Call, checkpoint: ast.Call) -> bool:
    """Whether a method is called on the checkpoint, or on a manager of it."""
    owner = receiver(call)
    for source in [] if owner is None else sources(module, owner):
        if source is checkpoint:
            return True
        if isinstance(source, ast.Call) and module.qualified(source.func) == _MANAGER:
            managed = argument(source, "checkpoint", 0)
            if managed is not None and checkpoint in sources(module, managed):
                return True
    return False


def _match(module: Module, call: ast.Call, optimizers: list[ast.Call]) -> Match:
    names = [name_before(module, one, module.statement(call)) for one in optimizers]
    message = (
        "the checkpoint holds the model without its optimizer: training that goes on from it differs from one without "
        "a break; save the optimizer, too"
    )
    if module.calls("assert_consumed"):
        return Match(call, message, reason=_CONSUMED)
    given = [keyword.arg for keyword in call.keywords]
    keywords = [name.rpartition(".")[2] for name in names if name is not None]
    if len(keywords) < len(names) or len({*keywords, *given}) < len(keywords) + len(given):
        return Match(call, message, reason=_LATE)
    if len(names) == 1 and "optimizer" not in given:
        keywords = ["optimizer"]
    pairs = zip(keywords, names, strict=True)
    edits = tuple(SetKeyword(call, keyword, name) for keyword, name in pairs if name is not None)
    return Match(call, message, fix=Fix(edits, applicability=Applicability.UNSAFE))
