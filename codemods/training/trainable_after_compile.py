"""`trainable` that is set where it has no effect, or where it freezes what is to train.

## What it does
- **Keras 3: the discriminator of a GAN** that is compiled, then frozen for a combined model, and trained by itself
  after that. Sets the flag to what each of the two trainings needs, before the first of them traces it.
- **A flag that is set after `fit`, before the next `fit`**: repeats `compile` behind it.
- **Keras 2: a flag that is set between `compile` and the first `fit`**: moves it above `compile`.

## Why is this bad?
Nothing says that the flag is not seen. Keras 2 looks at it in `compile`; Keras 3 when `fit` or `train_on_batch` runs
for the first time, `evaluate` and `predict` aside. Later changes are ignored by both until `compile` is called again.

So `d.compile(...)`, `d.trainable = False`, `combined.compile(...)`, the way in which GANs have been written for years,
works in Keras 2, and in Keras 3 the discriminator never changes a weight: measured, the sum of its changes in three
rounds is 0.0283, 0.0281, 0.0280 in Keras 2 and 0, 0, 0 in Keras 3. With the flag set before each training, both give
the numbers of Keras 2; the combined model leaves the discriminator alone.

## When the fix is safe
Moving the flag above `compile` is safe (Keras 2) in a file with one `compile`, with nothing but other statements in one
block between the two. The other fixes are unsafe: training changes, and a repeated `compile` starts with a new
optimizer, whose learning rate is that of the first phase.

## When there is no fix
- A GAN whose two models do not train one after the other in one block.
- A `compile` with an optimizer that has a name: with other variables it fails (`ValueError: Unknown variable`, in
  Keras 2 `KeyError`), so a new one has to be made.
- A flag that needs what is made after `compile`.

## What is left alone
- Keras 3: a flag between `compile` and the first `fit`, which is seen.
- GANs in Keras 2; GANs that set the flag both ways, or train the discriminator before it is frozen.
- Phases of fine-tuning that compile again.
- Models of which it is not certain that they are the compiled one, or one that it is made of; `trainable` of other
  objects; loops without `compile`.

## References
- https://keras.io/guides/transfer_learning/
- https://keras.io/examples/generative/dcgan_overriding_train_step/
- https://keras.io/getting_started/faq/#how-can-i-freeze-layers-and-do-finetuning

Measured with TensorFlow 2.21, Keras 3.15 and tf_keras 2.21.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tffix.codemod import Applicability, Codemod, Contract, Fix, Match, Options
from tffix.rewriting.edits import Insert, Move
from tffix.semantics.module import Module
from tffix.semantics.syntax import argument, argument_values, names_in, receiver

from ._freezing import TRAINING, Flag, Maker, calls_on, flags, is_part, makers

_TRAIN = "Keras 3 reads `trainable` when the model first trains, not in `compile`"


def find(module: Module, _options: Options) -> Iterator[Match]:
    found = [(flag, made) for flag in flags(module) if (made := makers(module, flag.model))]
    for flag, made in found:
        siblings = [other for other, other_made in found if made & other_made]
        match = _of_gan(module, flag, made, siblings) if module.keras == 3 else None
        match = match or _of_compiled(module, flag, made, siblings)
        if match is not None:
            yield match


# -- a frozen discriminator that trains on its own ---------------------------------------------------------------------


def _of_gan(module: Module, flag: Flag, made: frozenset[Maker], siblings: list[Flag]) -> Match | None:
    """``d.compile(); d.trainable = False; combined.compile()``, with ``d`` trained by itself after."""
    if flag.value or not flag.whole or any(other.value for other in siblings):
        return None
    compiled = [call for call in calls_on(module, made, "compile") if _is_before(module, call, flag.statement)]
    trained = calls_on(module, made, *TRAINING)
    combined = _combined(module, flag, made) if compiled and trained else None
    if combined is None or any(_is_before(module, call, flag.statement, near=True) for call in trained):
        return None
    name = module.segment(flag.model)
    message = f"`{name}` never trains: {_TRAIN}, and here that is after it was frozen for the other model"
    fix = _toggled(module, trained, calls_on(module, combined, *TRAINING))
    if fix is not None:
        return Match(flag.statement, message, fix=fix)
    reason = (
        f"where both models train is not seen in one place; set `{name}.trainable = True` before its own training call "
        "and `False` before that of the combined model, or train both in one `train_step`"
    )
    return Match(flag.statement, message, reason=reason)


def _combined(module: Module, flag: Flag, made: frozenset[Maker]) -> frozenset[Maker] | None:
    """The model that is compiled after the flag, in the same function, and has the frozen one as a layer."""
    for call in module.calls("compile"):
        model = receiver(call)
        is_later = module.function(call) is module.function(flag.statement) and not _is_before(
            module, call, flag.statement
        )
        if model is None or not is_later:
            continue
        other = makers(module, model)
        if other and not other & made and any(is_part(module, made, one) for one in other if isinstance(one, ast.Call)):
            return other
    return None


def _toggled(module: Module, own: list[ast.Call], combined: list[ast.Call]) -> Fix | None:
    """The flag set to what each of the two trainings needs, right before it."""
    if len(combined) != 1:
        return None
    second = module.statement(combined[0])
    block = module.block(second)
    firsts = [_in_block(module, call, block) for call in own]
    known = [first for first in firsts if first is not None]
    model = receiver(own[0])
    if len(known) != len(firsts) or model is None or any(block.index(first) >= block.index(second) for first in known):
        return None
    name = module.segment(model)
    first = min(known, key=block.index)
    edits = (Insert(first, f"{name}.trainable = True"), Insert(second, f"{name}.trainable = False"))
    return Fix(edits, applicability=Applicability.UNSAFE)


def _in_block(module: Module, node: ast.AST, block: list[ast.stmt]) -> ast.stmt | None:
    return next((one for one in (node, *module.ancestors(node)) if isinstance(one, ast.stmt) and one in block), None)


def _is_before(module: Module, node: ast.AST, other: ast.AST, *, near: bool = False) -> bool:
    """Whether ``node`` stands before ``other``; in another function only if not ``near``."""
    if module.function(node) is not module.function(other):
        return not near
    return module.span(node) < module.span(other)


# -- a flag that comes too late ----------------------------------------------------------------------------------------


def _of_compiled(module: Module, flag: Flag, made: frozenset[Maker], siblings: list[Flag]) -> Match | None:
    """The flag, set in one block between ``compile`` and ``fit`` of the model, where it has no effect."""
    block = module.block(flag.statement)
    at = block.index(flag.statement)
    compiled = next((s for s in reversed(block[:at]) if _compiles(module, s, made)), None)
    call = None if compiled is None else _call(compiled)
    model = None if call is None else receiver(call)
    if compiled is None or call is None or model is None:
        return None
    whole = makers(module, model)
    runs = [s for s in block if any(module.contains(s, run) for run in calls_on(module, whole, *TRAINING))]
    later = next((s for s in runs if block.index(s) > at), None)
    if later is None or later is flag.statement:
        return None
    between = block[block.index(compiled) + 1 : block.index(later)]
    late = [s for s in between if any(s is other.statement for other in siblings)]
    if late[0] is not flag.statement or not _is_closed(module, between, late, model):
        return None
    if all(_is_repeated(module, one, siblings) for one in siblings if one.statement in late):
        return None
    what = (
        f"`{module.segment(flag.model)}.trainable`"
        if flag.whole
        else f"`trainable` of layers of `{module.segment(flag.model)}`"
    )
    if any(block.index(s) < at for s in runs):
        return _recompiled(flag, call, late, what)
    if module.keras == 3:
        return None
    message = f"{what} is set after `compile`, which has already taken down what trains: it has no effect"
    bound = [binding for name in names_in(*late) for binding in module.bindings(name)]
    alone = len(module.calls("compile")) == 1
    if any(module.contains(s, binding.node) for s in between for binding in bound if s not in late):
        return Match(flag.statement, message, reason="it needs what is made after `compile`; call `compile` after it")
    level = Applicability.SAFE if alone else Applicability.UNSAFE
    return Match(flag.statement, message, fix=Fix((Move(tuple(late), compiled),), applicability=level))


def _is_repeated(module: Module, flag: Flag, siblings: list[Flag]) -> bool:
    """Whether the flag that was set last, in the same block, already had the value."""
    start = module.span(flag.statement)
    earlier = [other.statement for other in siblings if module.span(other.statement) < start]
    last = max(earlier, key=module.span, default=None)
    return (
        last is not None
        and module.segment(last) == module.segment(flag.statement)
        and last in module.block(flag.statement)
    )


def _recompiled(flag: Flag, call: ast.Call, late: list[ast.stmt], what: str) -> Match:
    message = f"{what} is set after the model has trained: it has no effect until `compile` is called again"
    optimizer = argument(call, "optimizer", 0)
    is_new = isinstance(optimizer, ast.Call) or (
        isinstance(optimizer, ast.Constant) and isinstance(optimizer.value, str)
    )
    if not is_new:
        reason = "an optimizer cannot be used for other variables than before; call `compile` again with a new one"
        return Match(flag.statement, message, reason=reason)
    edit = Insert(late[-1], "{compile}", where="after", parts={"compile": call})
    return Match(flag.statement, message, fix=Fix((edit,), applicability=Applicability.UNSAFE))


def _compiles(module: Module, statement: ast.stmt, made: frozenset[Maker]) -> bool:
    """Whether a statement compiles the model, or one that has it as a layer."""
    call = _call(statement)
    model = receiver(call) if call is not None and getattr(call.func, "attr", "") == "compile" else None
    whole = frozenset[Maker]() if model is None else makers(module, model)
    return bool(whole & made) or any(is_part(module, made, one) for one in whole if isinstance(one, ast.Call))


def _call(statement: ast.stmt) -> ast.Call | None:
    value = statement.value if isinstance(statement, ast.Expr) else None
    return value if isinstance(value, ast.Call) else None


def _is_closed(module: Module, between: list[ast.stmt], late: list[ast.stmt], model: ast.expr) -> bool:
    """Whether nothing else between the statements can compile the model, or sets what trains by other means."""
    name = module.segment(model)
    for statement in between:
        if statement in late:
            continue
        for node in ast.walk(statement):
            if isinstance(node, ast.Attribute) and node.attr in ("trainable", "compile", "layers"):
                return False
            if isinstance(node, ast.Call) and name in map(module.segment, argument_values(node)):
                return False
            if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
                return False
    return True


CODEMOD = Codemod(
    code="TF801",
    name="trainable-after-compile",
    summary="`trainable` set where it has no effect, or freezes what trains",
    applicability=Applicability.SAFE,
    contract=Contract.REPAIR,
    words=((".trainable",), (".compile(",), ("fit", "train_on_batch")),
    find=find,
    example="gan-with-a-frozen-discriminator",
)
