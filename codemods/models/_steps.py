"""The models that hand-written training steps train, and the calls of them under the tape."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Union

from tffix.semantics.gradient_paths import Paths
from tffix.semantics.gradient_sources import Identity, identity, sources_of
from tffix.semantics.kinds_table import Kind
from tffix.semantics.model_origins import Origin, origins_of
from tffix.semantics.module import Module
from tffix.semantics.steps import Step, steps
from tffix.semantics.tapes import Tape, recording
from tffix.semantics.tree import FUNCTION_TYPES

from ._validation import also_validates

_MAX_FUNCTIONS = 50
_LOSSES = ("compute_loss", "compiled_loss")
_OWN_ROOTS = ("tensorflow", "keras", "tf_keras", "builtins")

Model = tuple[frozenset[Origin], Union[Identity, None]]
"""What makes a model; where there are several ways, also the name it goes by, since others can be made likewise."""


@dataclass(frozen=True)
class Trained:
    """A tape whose gradient trains models: ``models`` has the calls of each of them that the tape records.

    ``opaque``: it also records calls of things that are not known.  ``validates``: it also runs where nothing is
    trained.
    """

    tape: Tape
    models: dict[Model, list[ast.Call]]
    opaque: bool
    validates: bool


def trained(module: Module) -> Iterator[Trained]:
    """The tapes of training steps that train models made in this file, and call no others."""
    by_tape: dict[ast.With, list[Step]] = {}
    for step in steps(module):
        by_tape.setdefault(step.tape.statement, []).append(step)
    for several in by_tape.values():
        tape = several[0].tape
        owners = _owners(module, tape)
        if owners and not _is_adversarial(module, tape, owners):
            found = _recorded(module, tape, owners, several)
            if found is not None:
                yield found


def model_of(module: Module, expression: ast.expr) -> Model | None:
    """The model that an expression certainly is."""
    origins = origins_of(module, expression)
    if origins is None:
        return None
    return origins, identity(module, expression) if len(origins) > 1 else None


def calls_under(module: Module, tape: Tape) -> Iterator[ast.Call]:
    """The calls that a tape records, those in the functions of this file that are called there included."""
    waiting: list[ast.AST] = list(tape.statement.body)
    entered: set[ast.AST] = set()
    while waiting and len(entered) < _MAX_FUNCTIONS:
        for node in module.tree.inline_nodes(waiting.pop(0)):
            if not isinstance(node, ast.Call):
                continue
            yield node
            called = module.definition(node.func)
            if isinstance(called, FUNCTION_TYPES) and called not in entered:
                entered.add(called)
                waiting += [called.body] if isinstance(called, ast.Lambda) else called.body


def _owners(module: Module, tape: Tape) -> set[Model]:
    """The models of all variables that the tape differentiates for; empty when there is anything else."""
    found: set[Model] = set()
    if tape.escapes or tape.watches_variables is not True or len(tape.derivatives) < len(tape.methods):
        return found
    for derivative in tape.derivatives:
        sources = sources_of(module, derivative)
        made = [model_of(module, owner) for owner in sources.owners]
        known = {one for one in made if one is not None}
        if not sources.complete or sources.values or len(known) < len(set(made)) or (found and known != found):
            # Also when one tape serves several networks, each with its own loss.
            return set()
        found |= known
    return found


def _is_adversarial(module: Module, tape: Tape, owners: set[Model]) -> bool:
    """Whether another step trains something else through one of these models, as the generator of a GAN is trained."""
    for other in module.tapes:
        sources = [owner for derivative in other.derivatives for owner in sources_of(module, derivative).owners]
        trained_there = [model_of(module, owner) for owner in sources]
        if other is tape or all(model in owners for model in trained_there):
            continue
        if any(model_of(module, call.func) in owners for call in calls_under(module, other)):
            return True
    return False


def _recorded(module: Module, tape: Tape, owners: set[Model], several: list[Step]) -> Trained | None:
    """What the tape records; ``None`` when it calls other models, or these in a way that is meant to be different."""
    in_order = sorted(owners, key=lambda owner: min(map(module.span, owner[0])))
    models: dict[Model, list[ast.Call]] = {owner: [] for owner in in_order}
    # An inner function may take the gradient, or not.
    opaque = any(module.function(one) is not module.function(tape.statement) for one in tape.derivatives)
    for call in calls_under(module, tape):
        qualified = module.qualified(call.func)
        if qualified is not None:
            if qualified.rpartition(".")[2] == "stop_gradient":
                return None
            opaque = opaque or qualified.partition(".")[0] not in _OWN_ROOTS
            continue
        model = model_of(module, call.func)
        if model is not None and model in models:
            if not _is_recorded_once(module, call, tape):
                return None
            models[model].append(call)
        elif model is not None or module.kind(call.func) is Kind.MODEL:
            return None
        elif module.definition(call.func) is None and not _is_harmless(module, call):
            opaque = True
    calls = [call for several_calls in models.values() for call in several_calls]
    if any(_carries_nothing(module, tape, calls)):
        return None
    return Trained(tape, models, opaque, also_validates(module, tape, calls, several))


def _carries_nothing(module: Module, tape: Tape, calls: list[ast.Call]) -> Iterator[ast.Call]:
    """The calls that no gradient comes back to, such as those that make labels: ``tf.argmax(model(x), axis=1)``."""
    ways = [Paths(module, tape, derivative).to_target() for derivative in tape.derivatives] if calls else []
    if any(way.unknown for way in ways):
        return
    met = {expression for way in ways for expression, _ in way.visited}
    yield from (call for call in calls if call not in met)


def _is_recorded_once(module: Module, call: ast.Call, tape: Tape) -> bool:
    """Whether no other tape, and no code outside of tapes, runs ``call``."""
    around = recording(module, call)
    function = module.function(call)
    if around or not isinstance(function, ast.FunctionDef):
        return around == [tape]
    callers, is_complete = module.definitions.calls_of(function)
    return is_complete and module.is_local(function) and all(recording(module, one) == [tape] for one in callers)


def _is_harmless(module: Module, call: ast.Call) -> bool:
    """Whether a call is one of a loss or metric, or of a method that runs no model."""
    if module.kind(call.func) in (Kind.LOSS, Kind.METRIC):
        return True
    if not isinstance(call.func, ast.Attribute):
        return False
    owner = module.kind(call.func.value)
    return call.func.attr in _LOSSES if owner is Kind.MODEL else owner is not Kind.UNKNOWN
