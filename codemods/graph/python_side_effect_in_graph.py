"""A side effect of Python in code that runs in a graph.

## What it does
Finds what happens once, while TensorFlow traces a graph, although the code says that it happens at every call:
- random numbers of NumPy and Python become those of `tf.random`, from the same distribution and of the same shape;
- `time.time()` becomes `tf.timestamp()`;
- a number outside of the function that it counts up (`self.step += 1`, `global`, `nonlocal`) becomes a `tf.Variable`;
- other clocks, dates, and tensors that are put into a dictionary or list outside are reported.

## Why is this bad?
A traced function runs as Python once for each input signature. After that only the graph runs: the random number that
was drawn then is a constant of the graph (each image of an epoch is turned by the same angle), the clock stands still,
the counter says how often the function was traced (1 after a thousand calls), and the dictionary holds one symbolic
tensor that nothing outside can use. None of it raises an error.

Functions given to `Dataset.map` are always traced, decorated or not: `random.random() < 0.5` in an augmentation is
decided once for all elements.

## When the fix is safe
Never: what the program computes changes, as it should. A person should look:
- the numbers come from another generator, with another seed (`tf.random.set_seed`), and in `float32`, or in the dtype
  that the code asks for;
- `tf.timestamp()` is `float64`; `tf.function` made `float32` of `time.time()`, which counts in steps of two minutes;
- a `tf.Variable` is saved with a model or checkpoint, and code in other files reads a variable where it read a number.
  It is made with `trainable=False` in classes with a base, as Keras and `tf.Module` track it.

## When there is no fix
- The value goes where a Python number may be needed: an index of a list, a function of unknown make, an `if` whose
  branches do more than to give tensors to the same names, or to return one.
- Two clocks are read in one function: operations of a graph are not ordered against the clock, the time must be taken
  around the call.
- `random.shuffle`, `random.choice` and their like, and dates: a graph has no equal.
- The counter is read or set in a way that a `tf.Variable` cannot follow; is counted by a function of `tf.data`, which
  runs in parallel; or the file has a distribution strategy.

## What is left alone
- Counters and prints that are about the tracing itself (`num_traces += 1`, a comment that says so), seeds, names, and
  the first values of variables (`tf.Variable(np.random.randn(3))`, `if self.w is None:`).
- Code that may run eagerly (the `call` of a layer too, unless the file trains with `fit`), `tf.py_function`,
  `tf.init_scope`, and lists of the function itself (`list-in-graph`).
- The lists that a layer fills in `call`.

## References
- https://www.tensorflow.org/guide/function#executing_python_side_effects
- https://www.tensorflow.org/guide/function#changing_python_global_and_free_variables
- https://www.tensorflow.org/guide/random_numbers
- https://www.tensorflow.org/api_docs/python/tf/timestamp

Measured with TensorFlow 2.21 and Keras 3.15.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from tffix.codemod import Applicability, Codemod, Contract, Fix, Match, Options
from tffix.rewriting.edits import Replace
from tffix.rewriting.spans import outer_string
from tffix.semantics.words import TRACED

from ._consumers import NeedsValueError
from ._counters import Counter, counters
from ._draws import NoDrawError, draw
from ._frozen import CLOCKS, DATES, frozen_calls
from ._places import Place, Places
from ._stores import stores
from ._variables import NoVariableError, variable_fix

if TYPE_CHECKING:
    from tffix.semantics.module import Module


def find(module: Module, _options: Options) -> Iterator[Match]:
    frozen = list(frozen_calls(module))
    clocks: dict[ast.AST | None, list[ast.Call]] = {}
    for call, qualified in frozen:
        if qualified in CLOCKS:
            clocks.setdefault(module.function(call), []).append(call)
        elif qualified in DATES:
            yield _date(module, call)
        else:
            yield _random(module, call, qualified)
    for calls in clocks.values():
        yield _clock(module, calls)
    for counter in counters(module):
        yield _counter(module, counter)
    for container in stores(module):
        yield _store(module, container)


# -- random numbers --------------------------------------------------------------------------------------------------


def _random(module: Module, call: ast.Call, qualified: str) -> Match:
    message = f"`{module.segment(call.func)}` draws once, while the graph is traced, and not at each call"
    if outer_string(module, call) is not None:
        return Match(call, message, reason="a text needs its value; draw it outside, or print it with tf.print")
    try:
        drawn = draw(module, call, qualified)
        place = Places(module, is_integer=drawn.is_integer, is_scalar=drawn.is_scalar).of(call)
        if not drawn.takes_dtype and place.dtype != "int32":
            raise NoDrawError("tf.range gives int32, which may not fit here; use tf.random.shuffle of a tensor")
        dtype = _spelled(module, call, place.dtype)
    except (NoDrawError, NeedsValueError) as error:
        return Match(call, message, reason=str(error))
    edit = Replace(place.node, drawn.written(dtype), drawn.parts)
    return Match(call, message, Fix((edit,), applicability=Applicability.UNSAFE))


def _spelled(module: Module, call: ast.Call, dtype: str | None) -> str | None:
    if dtype is None or "." in dtype:
        return dtype
    spelled = module.spell(f"tensorflow.{dtype}", call)
    if spelled is None:
        raise NoDrawError("tensorflow has no name here; import it, and draw with tf.random")
    return spelled


# -- clocks ----------------------------------------------------------------------------------------------------------


def _clock(module: Module, calls: list[ast.Call]) -> Match:
    first = calls[0]
    message = f"`{module.segment(first)}` is read once, while the graph is traced, and not at each call"
    if len(calls) > 1:
        reason = "a graph does not run in the order of its lines; take the time before and after the call, outside"
        return Match(first, message, reason=reason)
    if module.qualified(first.func) != "time.time":
        return Match(first, message, reason="a graph has no such clock; read it outside, around the call")
    spelled = module.spell("tensorflow.timestamp", first)
    if spelled is None:
        return Match(first, message, reason="tensorflow has no name here; import it, and use tf.timestamp()")
    if not _takes_timestamp(module, first):
        return Match(
            first, message, reason="its float64 tensor may not fit here; use tf.timestamp(), or read it outside"
        )
    fix = Fix((Replace(first, f"{spelled}()"),), applicability=Applicability.UNSAFE)
    return Match(first, message, fix)


def _takes_timestamp(module: Module, node: ast.expr) -> bool:
    """Whether a tensor of ``float64`` can stand where the time is used."""
    parent = module.parent(node)
    if isinstance(parent, ast.Call):
        return module.qualified(parent.func) in ("tensorflow.cast", "tensorflow.print")
    if isinstance(parent, ast.Assign) and len(parent.targets) == 1 and isinstance(parent.targets[0], ast.Name):
        uses = module.uses_of_target(parent.targets[0])
        return bool(uses) and all(_takes_timestamp(module, use) for use in uses)
    try:
        place = Places(module, is_integer=False, is_scalar=True)
        return isinstance(parent, (ast.Return, ast.Tuple)) and isinstance(place.of(node), Place)
    except NeedsValueError:
        return False


def _date(module: Module, call: ast.Call) -> Match:
    return Match(
        call,
        f"`{module.segment(call)}` is read once, while the graph is traced, and not at each call",
        reason="a graph has no dates; pass the time to the function as a tensor, or use tf.timestamp()",
    )


# -- state outside of the function -----------------------------------------------------------------------------------


def _counter(module: Module, counter: Counter) -> Match:
    update = counter.updates[0]
    message = f"`{module.segment(counter.target)}` is counted once for each trace, and not at each call"
    try:
        return Match(update, message, variable_fix(module, counter))
    except NoVariableError as error:
        return Match(update, message, reason=str(error))


def _store(module: Module, container: ast.expr) -> Match:
    return Match(
        module.statement(container),
        f"`{module.segment(container)}` gets one symbolic tensor for each trace, not one value for each call",
        reason="it is outside of the traced function; return the tensor, and store it at the call",
    )


CODEMOD = Codemod(
    code="TF102",
    name="python-side-effect-in-graph",
    summary="side effect of Python that happens once, while a graph is traced",
    applicability=Applicability.UNSAFE,
    contract=Contract.REPAIR,
    words=(
        ("random", "time", "+=", "-=", ".append", ".update", "] ="),
        (*TRACED, "def call"),
    ),
    find=find,
    example="random-numbers-in-an-augmentation",
)
