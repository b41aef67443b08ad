"""A `tf.function` that is made anew in every iteration of a loop, or in every call of a function.

## What it does
Finds `@tf.function` on a `def` in a loop, `tf.function(step)` in a loop, and both in a function that a loop of the file
calls again and again, and moves them out, to where they are made once.

## Why is this bad?
The graphs belong to the object that `tf.function` returns. A new object starts without any: `tf.function(f)(x)` in a
loop of four iterations traces `f` four times, 0.1 to 0.28 s and 2 MB each for a small training step. TensorFlow's
warning (`5 out of the last 5 calls to ...`) names this as its first cause.

A `def` inside of a function is no defect by itself. `train()` that defines its step and then loops over the data traces
it once a run; that is how most training code is written, and it is left alone, also where `train()` is called for
several models. It is the step made in a loop, or in a function that is called for every batch and calls it once, that
never gets to use its graph.

## When the fix is safe
When the function reads nothing that the loop sets, every call that it makes is known, and the loop passes it tensors.
The loop of graphs then computes the same, bit for bit.

It is **unsafe**
- where the function draws random numbers from a hidden state: under a fixed seed each new function starts the stream
  again (`tf.random.normal` in a new function gives the same number in every iteration: that is mended, but it is
  another number than before; in Keras 2 also `Dropout`),
- where it prints, which happens once a trace, or calls what this file does not show,
- where the loop passes the model or another object of the function to code of another file, which may change it, or
  reads a clock around each trace, whose time may be what is measured.

## When there is no fix
- It reads a number that the loop changes: pass that as a tensor.
- It reads what the function around it was given: move it out and pass these as arguments.
- It is made of a method in every call of another: make it once, in `__init__`.
- It reads Python state that changes, which only tracing anew keeps up to date, or sets some that counts the calls.

## What is left alone
- Loops that set a seed, a policy or another option of TensorFlow, which are read while a graph is traced.
- Functions around a model, an optimizer or anything else that the loop makes or sets: each needs its own graph.
- Functions that are called with objects or with settings from a list that the loop runs over: each needs its own, too.
- Functions that are kept (`self.step = ...`, in a list or dictionary), returned, or made behind a condition.
- Files that freeze or unfreeze layers: a new function may be how they take effect.
- What is called in a loop where it is made: its graph is used.
- What is made while another graph is traced: that happens once.

## References
- https://www.tensorflow.org/guide/function#controlling_retracing
- https://www.tensorflow.org/api_docs/python/tf/function

Measured with TensorFlow 2.21, Keras 3.15 and tf_keras 2.21 on a CPU.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tffix.codemod import Applicability, Codemod, Contract, Fix, Match, Options
from tffix.rewriting.edits import Edit, Insert, Move, Replace, escaped
from tffix.semantics.hybridization.contents import added_layers
from tffix.semantics.kinds_table import KERAS_KINDS, Kind
from tffix.semantics.module import Module
from tffix.semantics.scopes import Binding
from tffix.semantics.syntax import single_target
from tffix.semantics.tree import FUNCTION_TYPES, LOOP_TYPES, terminal_name

from ._beside import changes_settings, hands_out, is_timed
from ._capture import bound_within, captured, changes_in_place, is_evaluated_before, takes_new_objects
from ._once import frozen_state, is_same_once
from ._traced import Traced, calls, loops_around, shown, traced
from ._varying import is_short

_CONSTRUCTORS = ("__init__", "__new__", "build", "setUp", "setup", "__post_init__")


def find(module: Module, _options: Options) -> Iterator[Match]:
    if module.graph.runs_eagerly:
        return
    for function in traced(module):
        place = module.statement(function.maker)
        made = _calls(module, function, place)
        if not made or module.context(place).is_graph:
            continue
        loops = loops_around(module, place)
        if not _is_certain(module, function, place, loops):
            continue
        if loops:
            yield from _in_loop(module, function, place, loops, made)
        else:
            yield from _in_function(module, function, place, made)


def _is_certain(module: Module, function: Traced, place: ast.stmt, loops: list[ast.stmt]) -> bool:
    """Whether nothing decides if the function is made anew: what is made behind a condition may be kept.

    A function that is called where it is made cannot be.
    """
    holder = module.parent(function.maker)
    is_called = isinstance(holder, ast.Call) and holder.func is function.maker
    return is_called or module.parent(place) is (loops[0] if loops else module.function(place))


def _calls(module: Module, function: Traced, place: ast.stmt) -> list[ast.Call]:
    """The calls of the function; none where it is used otherwise, so that others may hold on to it."""
    if function.is_decorator:
        assert isinstance(function.function, ast.FunctionDef)
        found, is_complete = module.definitions.calls_of(function.function)
        is_single = len(module.scopes.around(place).all(function.function.name)) == 1
        return found if is_complete and is_single else []
    found = calls(module, function)
    holder = module.parent(function.maker)
    if holder is not place:
        return found
    target = single_target(place)
    binding = module.scopes.by_node.get(target) if isinstance(target, ast.Name) else None
    if binding is None or len(binding.scope.all(binding.name)) != 1 or len(module.uses(binding)) != len(found):
        return []
    return found


def _moved(function: Traced) -> ast.AST:
    """What is read where the function is made: its definition if that is there, else the call of ``tf.function``."""
    return function.function if function.is_decorator and function.function is not None else function.maker


def _in_loop(
    module: Module, function: Traced, place: ast.stmt, loops: list[ast.stmt], made: list[ast.Call]
) -> Iterator[Match]:
    reads = list(captured(module, _moved(function)))
    message = f"{_called(module, function)} is made by tf.function in every iteration, and traced anew each time"
    fixed = [loop for loop in loops if not any(bound_within(module, bindings, loop) for _, bindings in reads)]
    if not fixed:
        changed = [name for name, bindings in reads if bound_within(module, bindings, loops[0])]
        if all(module.kind(name) is Kind.NUMBER for name in changed) and not is_short(module, loops[0]):
            names = _listed(module, changed)
            reason = f"it reads {names}, which changes with the loop; pass that as a tensor, and move the function out"
            yield Match(function.maker, message, reason=reason)
        return
    loop = fixed[-1] if fixed == loops[: len(fixed)] else fixed[0]
    if fixed[0] is not loops[0] or (is_short(module, loops[0]) and len(loops) == 1):
        return
    names_read = {name.id for name, _ in reads}
    inside = _moved(function)
    if changes_in_place(module, names_read, loop, inside) or changes_settings(module, loop, inside):
        return
    if any(takes_new_objects(module, function.function, call, loop) for call in made) or _reshapes(
        module, reads, inside
    ):
        return
    is_alone = not is_timed(module, place, made) and not hands_out(module, names_read, loop, inside)
    yield _match(module, function, place, loop, message, is_alone=is_alone)


def _in_function(module: Module, function: Traced, place: ast.stmt, made: list[ast.Call]) -> Iterator[Match]:
    outer = module.function(place)
    if not isinstance(outer, ast.FunctionDef) or outer.decorator_list:
        return
    if outer.name in _CONSTRUCTORS or any(_is_repeated(module, call, outer) for call in made):
        return
    repeated = [call for call in module.definitions.calls_of(outer)[0] if _is_in_long_loop(module, call)]
    if not repeated:
        return
    message = (
        f"{_called(module, function)} is made by tf.function in every call of `{outer.name}`, and traced anew each time"
    )
    reads = list(captured(module, _moved(function)))
    own = [name for name, bindings in reads if bound_within(module, bindings, outer)]
    if any(_is_new(module, name) for name in own):
        return
    around = [loops_around(module, call)[-1] for call in repeated]
    if any(takes_new_objects(module, outer, call, loop) for call, loop in zip(repeated, around, strict=True)):
        return
    inside = _moved(function)
    if any(changes_settings(module, loop, inside) for loop in around) or _reshapes(module, reads, inside):
        return
    if own:
        names = _listed(module, own)
        advice = "make it once, in `__init__`" if "`self`" in names else f"move it out, and pass it {names}"
        yield Match(function.maker, message, reason=f"it reads {names} of `{outer.name}`; {advice}")
    elif isinstance(module.parent(outer), ast.ClassDef):
        yield Match(function.maker, message, reason="it is made in a method; make it once, in `__init__` or before")
    else:
        names_read = {name.id for name, _ in reads}
        is_alone = not any(hands_out(module, names_read, loop, inside) for loop in around)
        yield _match(module, function, place, outer, message, is_alone=is_alone)


def _reshapes(module: Module, reads: list[tuple[ast.Name, list[Binding]]], inside: ast.AST) -> bool:
    """Whether a model that the function reads gets other layers between its calls, so that each needs a new one."""
    return isinstance(inside, FUNCTION_TYPES) and any(
        module.kind(name) is Kind.MODEL and added_layers(module, name, inside) is not None for name, _ in reads
    )


def _is_repeated(module: Module, call: ast.Call, outer: ast.FunctionDef) -> bool:
    """Whether ``call`` makes use of a graph more than once in ``outer``, or is not seen to be in it."""
    return module.function(call) is not outer or bool(loops_around(module, call))


def _is_in_long_loop(module: Module, call: ast.Call) -> bool:
    loops = loops_around(module, call)
    return bool(loops) and not all(is_short(module, loop) for loop in loops) and not module.context(call).is_graph


def _is_new(module: Module, name: ast.Name) -> bool:
    """Whether the function around makes the object that a name stands for."""
    origins = module.origins(name)
    return module.kind(name) in KERAS_KINDS and not all(isinstance(origin.node, ast.arg) for origin in origins)


def _listed(module: Module, names: list[ast.Name]) -> str:
    return ", ".join(dict.fromkeys(f"`{name.id}`" for name in sorted(names, key=module.span)))


def _called(module: Module, function: Traced) -> str:
    if isinstance(function.function, ast.FunctionDef):
        return f"`{function.function.name}`"
    return "a function" if function.wrapped is None else f"`{shown(module, function.wrapped)}`"


def _match(
    module: Module, function: Traced, place: ast.stmt, anchor: ast.stmt, message: str, *, is_alone: bool
) -> Match:
    definition = function.function
    loop = anchor if isinstance(anchor, LOOP_TYPES) else None
    state = frozen_state(module, definition, loop) if isinstance(definition, ast.FunctionDef) else None
    if state is not None:
        return Match(function.maker, message, reason=state)
    edits = _edits(module, function, place, anchor)
    if isinstance(edits, str):
        return Match(function.maker, message, reason=edits)
    is_safe = isinstance(definition, ast.FunctionDef) and is_same_once(module, definition, loop)
    is_safe = is_safe and is_alone and module.context(place).is_eager
    return Match(
        function.maker, message, Fix(edits, applicability=Applicability.SAFE if is_safe else Applicability.UNSAFE)
    )


def _edits(module: Module, function: Traced, place: ast.stmt, anchor: ast.stmt) -> tuple[Edit, ...] | str:
    """The edits that make the function before ``anchor``, or why there are none."""
    target = single_target(place) if module.parent(function.maker) is place else None
    if function.is_decorator or isinstance(target, ast.Name):
        name = target.id if isinstance(target, ast.Name) else getattr(place, "name", "")
        if module.scopes.around(anchor) is not module.scopes.around(place) and not module.is_free(name, anchor):
            return f"`{name}` means something else outside; give it another name, and make it once"
        if not is_evaluated_before(module, _evaluated(function), anchor):
            return (
                "what its definition needs is bound later than the place where it could be made once; bind that before"
            )
        return (Move((place,), anchor),)
    wrapped = terminal_name(function.wrapped) if function.wrapped is not None else None
    if wrapped is None:
        return "it has no name that could be called in the loop; make it once, before"
    name = f"{wrapped.lstrip('_')}_function"
    if not module.is_free(name, place) or any(True for _ in module.tree.names(name)):
        return f"the name `{name}` is taken; make it once, before, under another name"
    text = f"{name} = {escaped(module.segment(function.maker))}"
    return (Insert(anchor, text), Replace(function.maker, name))


def _evaluated(function: Traced) -> list[ast.expr]:
    """What is evaluated when the function is made."""
    definition = function.function
    if not function.is_decorator or not isinstance(definition, ast.FunctionDef):
        return [function.maker]
    defaults = [value for value in definition.args.kw_defaults if value is not None]
    return [*definition.decorator_list, *definition.args.defaults, *defaults]


CODEMOD = Codemod(
    code="TF106",
    name="function-in-loop",
    summary="tf.function made anew in a loop",
    applicability=Applicability.SAFE,
    contract=Contract.EQUIVALENT,
    words=((".function",), ("for ", "while ")),
    find=find,
    example="step-is-defined-in-the-loop-over-epochs",
)
