"""A gradient with respect to a tensor that the tape does not watch.

## What it does
Finds `tape.gradient(y, x)` (also `jacobian`) where `x` is a plain tensor, or a `tf.Variable(..., trainable=False)`,
that the tape was never told to watch, and adds `tape.watch(x)` as the first statement of the block.

## Why is this bad?
The gradient is `None`. A tape watches trainable variables by itself, and what is computed from them while it records,
so that weights and activations need no `watch`, though many texts put one there. It does not watch constants, images,
noise, or a tensor that was computed before the block, not even one that another tape watches:

| `x` | gradient of `x * x` at 2 | with `tape.watch(x)` |
|---|---|---|
| `tf.Variable(2.0)` | 4.0 | 4.0 |
| computed in the block from a variable | 4.0 | 4.0 |
| `tf.constant(2.0)`, also made in the block | None | 4.0 |
| `tf.Variable(2.0, trainable=False)` | None | 4.0 |
| `tf.Variable(2.0)`, `watch_accessed_variables=False` | None | 4.0 |
| `tf.constant(2)` (int32) | None | None, and a warning |

`watch` costs nothing. It stands first, so that it counts for all of the block.

## When the fix is safe
`x` is a tensor of floats by what this file says (`tf.constant(3.0)`, `tf.random.normal`, a cast to float, arithmetic
of such), the target depends on it, and nothing else is done with the tape that this file does not show.

It is unsafe for a tensor whose dtype is not known, for one that only a function or model of another file is given, and
for variables: one that was made with `trainable=False` may be frozen on purpose.

## When there is no fix
- A tensor of integers: TensorFlow differentiates with respect to floats only. Write `tf.constant(3.0)`.
- A NumPy array, for which `tape.gradient` raises `AttributeError`: make a tensor of it before the block.

## What is left alone
- What this file does not prove to be a tensor: a parameter may be a variable. (`tape.watch` of a `keras.Variable`
  raises in Keras 3; there it is `tape.watch(v.value)`.)
- Code that is written for `None`: it compares the gradient with `None` or asks for its type, sets
  `unconnected_gradients`, or says `None` in a comment at the call or where the gradient is used.
- Tapes that are passed on to a function, which may call `watch`, and those beside one that watches the same tensor: the
  two show the difference.

## References
- https://www.tensorflow.org/guide/autodiff#controlling_what_the_tape_watches
- https://www.tensorflow.org/api_docs/python/tf/GradientTape#watch

Measured with TensorFlow 2.21 and Keras 3.15.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from tffix.codemod import Applicability, Codemod, Contract, Fix, Match, Options
from tffix.rewriting.edits import Edit, Insert
from tffix.semantics.elements import Elements
from tffix.semantics.gradient_paths import Paths
from tffix.semantics.gradient_sources import expects_none, identity
from tffix.semantics.kinds_table import Kind
from tffix.semantics.module import Module
from tffix.semantics.scopes import Binding, BindingKind
from tffix.semantics.syntax import argument, argument_values, is_false, names_in
from tffix.semantics.tapes import Tape

INTEGERS = "`{name}` holds integers, and TensorFlow differentiates with respect to floats only; make it a float tensor"
ARRAY = "`{name}` is a NumPy array; make a tensor of it before the tape and watch that"
_CONSTRUCTORS = frozenset(
    f"tensorflow.{name}" for name in ["constant", "convert_to_tensor", "linspace", "ones", "zeros", "fill", "eye"]
)


@dataclass(frozen=True)
class _Source:
    """A source of a derivative that its tape does not watch."""

    name: ast.Name
    made: ast.stmt | None
    """The statement of the block that makes it, if it is made there."""
    is_certain: bool


def find(module: Module, _options: Options) -> Iterator[Match]:
    elements = Elements(module)
    watched: set[tuple[Tape, str]] = set()
    for tape in module.tapes:
        if tape.escapes or tape.binding is None or tape.calls("stop_recording", "reset"):
            continue
        for derivative in tape.derivatives:
            yield from _of_derivative(module, elements, tape, derivative, watched)


def _of_derivative(
    module: Module, elements: Elements, tape: Tape, derivative: ast.Call, watched: set[tuple[Tape, str]]
) -> Iterator[Match]:
    paths = Paths(module, tape, derivative)
    names = [value for value in paths.sources.values if isinstance(value, ast.Name)]
    if not names or expects_none(module, derivative):
        return
    missing: list[_Source] = []
    for name in names:
        if (tape, name.id) in watched or not _is_needed(module, paths, tape, name):
            continue
        kinds = {module.kinds.of_binding(binding) for binding in module.bindings(name)}
        found = elements.of(name)
        dtype = None if found is None else found.dtype
        if kinds == {Kind.ARRAY}:
            yield _reported(name, ARRAY)
        elif kinds == {Kind.TENSOR} and dtype is not None and "int" in dtype:
            yield _reported(name, INTEGERS)
        elif kinds == {Kind.TENSOR} or _is_unwatched_variable(module, tape, name):
            is_float = dtype is not None and dtype.startswith(("float", "bfloat"))
            is_certain = kinds == {Kind.TENSOR} and is_float and _is_reached(module, paths.to_target().carriers, name)
            missing.append(_Source(name, _maker(module, tape, name), is_certain))
    watched.update((tape, source.name.id) for source in missing)
    if missing:
        yield _match(tape, missing)


def _reported(name: ast.Name, reason: str) -> Match:
    message = f"the gradient with respect to `{name.id}` is not defined: the tape cannot watch it"
    return Match(name, message, reason=reason.format(name=name.id))


def _match(tape: Tape, missing: list[_Source]) -> Match:
    spelled = tape.binding.name if tape.binding is not None else "tape"
    first = [source.name.id for source in missing if source.made is None]
    edits: list[Edit] = []
    if first:
        watched = first[0] if len(first) == 1 else f"[{', '.join(first)}]"
        edits.append(Insert(tape.statement.body[0], f"{spelled}.watch({watched})"))
    edits += [
        Insert(source.made, f"{spelled}.watch({source.name.id})", "after")
        for source in missing
        if source.made is not None
    ]
    listed = " and ".join(f"`{source.name.id}`" for source in missing)
    is_certain = all(source.is_certain for source in missing)
    fix = Fix(tuple(edits), applicability=Applicability.SAFE if is_certain else Applicability.UNSAFE)
    return Match(missing[0].name, f"`{spelled}` does not watch {listed}, so that the gradient is None", fix=fix)


def _is_needed(module: Module, paths: Paths, tape: Tape, name: ast.Name) -> bool:
    """Whether the target depends on ``name``, whose values are made where no ``watch`` can have reached them."""
    bindings = module.bindings(name)
    if not bindings or _is_watched(module, tape, name) or _is_compared(module, tape, name):
        return False
    if not all(_is_made_unwatched(module, paths, binding) for binding in bindings):
        return False
    return _is_reached(module, _given_to_unknown(paths), name)


def _is_reached(module: Module, carriers: list[ast.expr], name: ast.Name) -> bool:
    bindings = module.bindings(name)
    return any(isinstance(one, ast.Name) and bindings >= module.bindings(one) for one in carriers)


def _given_to_unknown(paths: Paths) -> list[ast.expr]:
    """The sources that the target depends on if functions and models that this file does not show use what they get."""
    found: list[ast.expr] = []
    waiting = [paths.to_target()]
    seen: set[ast.expr] = set()
    while waiting:
        way = waiting.pop()
        found += way.carriers
        for node, frame in way.visited:
            if isinstance(node, ast.Call) and node in way.unknown and node not in seen:
                seen.add(node)
                waiting.append(paths.into(argument_values(node), frame))
    return found


def _is_made_unwatched(module: Module, paths: Paths, binding: Binding) -> bool:
    """Whether a binding is made before the tape records, or in its block from nothing that carries a gradient."""
    if paths.is_recorded(binding, paths.frame) is None:
        return paths.is_before(binding, paths.frame)
    return binding.value is not None and not binding.path and _is_constant(module, binding.value)


def _is_constant(module: Module, value: ast.expr) -> bool:
    """Whether a value is made from numbers and arrays alone."""
    name = module.qualified(value.func) if isinstance(value, ast.Call) else None
    if name is None or (name not in _CONSTRUCTORS and not name.startswith("tensorflow.random.")):
        return False
    names = [inner for inner in names_in(value) if module.qualified(inner) is None]
    return all(module.kind(inner) in (Kind.NUMBER, Kind.ARRAY, Kind.SHAPE) for inner in names)


def _is_watched(module: Module, tape: Tape, name: ast.Name) -> bool:
    """Whether a ``watch`` of the tape is given ``name``, or something that this file does not show."""
    for call in tape.calls("watch"):
        given = argument(call, "tensor", 0)
        elements = given.elts if isinstance(given, (ast.List, ast.Tuple)) else [given]
        for element in elements:
            if not isinstance(element, (ast.Name, ast.Attribute)):
                return True
            found = identity(module, element)
            same = isinstance(found, frozenset) and bool(found & module.bindings(name))
            same = same or module.value(element) is module.value(name)
            runs = any(binding.kind is BindingKind.FOR for binding in module.origins(element))
            if same or runs or module.kind(element) not in (Kind.TENSOR, Kind.VARIABLE):
                return True
    return False


def _is_compared(module: Module, tape: Tape, name: ast.Name) -> bool:
    """Whether a tape beside this one watches the same value: the two show what ``watch`` does."""
    bindings = module.bindings(name)
    return any(
        bindings == module.bindings(watched)
        for other in module.tapes
        if module.block(other.statement) is module.block(tape.statement) and other is not tape
        for call in other.calls("watch")
        for watched in names_in(call)
    )


def _is_unwatched_variable(module: Module, tape: Tape, name: ast.Name) -> bool:
    """Whether ``name`` is a variable of ``tf.Variable`` that the tape does not watch by itself."""
    made = module.value(name)
    if not isinstance(made, ast.Call) or module.qualified(made.func) != "tensorflow.Variable":
        return False
    if any(keyword.arg is None for keyword in made.keywords):
        return False
    if tape.watches_variables is False:
        return not tape.calls("watch")
    return is_false(argument(made, "trainable", 1))


def _maker(module: Module, tape: Tape, name: ast.Name) -> ast.stmt | None:
    """The statement of the tape's block that binds ``name``."""
    for binding in module.bindings(name):
        for statement in tape.statement.body:
            if module.contains(statement, binding.node):
                return module.statement(binding.node)
    return None


CODEMOD = Codemod(
    code="TF202",
    name="unwatched-tensor",
    summary="gradient with respect to a tensor that the tape does not watch",
    applicability=Applicability.SAFE,
    contract=Contract.REPAIR,
    words=(("GradientTape",), (".gradient(", ".jacobian(", ".batch_jacobian(")),
    find=find,
    example="gradient-of-a-constant",
)
