"""A `cache` behind random augmentation: the same "random" data in every epoch.

## What it does
Finds a `cache` behind a `map` whose function draws random numbers, and moves it in front of that `map`.

## Why is this bad?
`cache` keeps what came out of the `map` in the first epoch. From then on every epoch sees the same crops, flips and
noise: the augmentation adds nothing, and nothing says so. Moved up, the cache keeps what is in front of the
augmentation.

What counts as random, and where its state is kept, was measured over three passes through a dataset:

| drawn by | without `cache` | behind `cache` |
|---|---|---|
| `tf.random.uniform`, `tf.image.random_*`, without any seed | new in each pass | the same |
| the same with `seed=`, or under `tf.random.set_seed` | **the same** | the same |
| `tf.random.Generator`, also for the seeds of `stateless_random_*` | new | the same |
| Keras layers (`RandomFlip`, ...), seeded or not, unless `training=False` | new | the same |
| `np.random` or `random` inside `tf.numpy_function` or `tf.py_function` | new | the same |

So under a seed it is not enough to move the cache: the operations start anew with every pass.

What it costs: the augmentation, and what stands between it and the cache, runs in every epoch.

## When the fix is safe
Never: apply it with `--unsafe-fixes`. Every epoch after the first sees other data, as was meant.

It is offered where the stages stand in a line: one chain, or assignments of one block, with nothing else that reads the
dataset in between, and only `map`, `batch`, `shuffle`, `repeat`, `prefetch` and options in front of the cache.

## When there is no fix
- All random numbers are drawn by operations under a seed. Draw them from a `tf.random.Generator`, or use Keras layers.
- The function that draws, or one behind it, also reads files or decodes: a cache in front of it would keep next to
  nothing. Split the function, and put the cache between its parts.
- A model runs in one of them: its results are what the cache is for.
- The cache is kept in files: earlier runs may have filled them.
- The stages do not stand in a line, or `take`, `skip` and the like stand in between.
- The datasets in between have names of their own, comments stand between the stages of a chain, or what their
  arguments read changes in between.

## What is left alone
- Functions that draw behind a condition (`if training:`), or that are not in this file.
- `stateless_*` operations with a fixed seed, which are not random; `np.random` in the function itself, which runs once.
- Random numbers that decide what is in the dataset: a `filter` behind them, as in a random split.
- Functions that read nothing of their elements: they draw the data themselves, not changes of them.
- Datasets that are only evaluated, and a `cache()` whose result nothing takes.

## References
- https://www.tensorflow.org/tutorials/images/data_augmentation
- https://www.tensorflow.org/guide/random_numbers
- https://www.tensorflow.org/api_docs/python/tf/data/Dataset#cache

Measured with TensorFlow 2.21 and Keras 3.15 on a CPU.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tffix.codemod import Applicability, Codemod, Contract, Match, Options
from tffix.semantics.kinds_table import Kind
from tffix.semantics.module import Module
from tffix.semantics.names import keras_path
from tffix.semantics.pipeline_lines import Line, lines
from tffix.semantics.pipeline_uses import Sink, Use, uses
from tffix.semantics.pipeline_work import Draw, State, calls, draws, reads_files
from tffix.semantics.pipelines import history
from tffix.semantics.syntax import argument, method_name, positional_parameters
from tffix.semantics.words import DATASETS

from ._context import is_for_training, is_nested
from ._reordering import IN_FILES, is_in_files, moved_up, reordered

_COMMUTING = frozenset(["batch", "map", "padded_batch", "prefetch", "repeat", "shuffle", "with_options"])
_CHOOSING = frozenset(["filter", "take_while", "rejection_resample"])
_SEEDED = (
    "under its seed {call} draws the same numbers in every epoch, with or without `cache`; "
    "draw from a `tf.random.Generator` or use a Keras layer, and move `cache` in front of it"
)
_READS = (
    "a cache in front of it would keep only what is read or decoded there anew in every epoch; "
    "split reading from augmentation, and put `cache` between them"
)
_MODEL = (
    "a model runs behind the random numbers, and would run anew in every epoch; cache what stands in front of them, "
    "or keep several random versions"
)
_SCATTERED = "these stages do not stand in a line; move `cache` in front of the random `map` by hand"
_BETWEEN = "`{name}` stands in between; move `cache` in front of the random `map` by hand"


def find(module: Module, _options: Options) -> Iterator[Match]:
    for line in lines(module, "cache"):
        places = [place for place, name in enumerate(line.names) if name == "cache"]
        if isinstance(module.parent(line.end), ast.Expr):
            continue  # nothing reads what is cached
        if is_nested(module, line.end) or _is_only_evaluated(uses(module, line.end)) or _chooses(module, line):
            continue
        for place in places:
            match = _match(module, line, place)
            if match is not None:
                yield match


def _match(module: Module, line: Line, place: int) -> Match | None:
    """The finding for the cache at ``place``."""
    cache = line.stages[place]
    start = max((index + 1 for index in range(place) if line.names[index] == "cache"), default=0)
    drawing = {
        index: found
        for index in range(start, place)
        if line.names[index] == "map" and (found := draws(module, line.stages[index]))
    }
    if any(_makes_data(module, line.stages[index]) for index in drawing):
        return None
    if not drawing:
        return _scattered(module, line, cache) if start == 0 else None
    first = min(drawing)
    message = _message(line.stages[first])
    between = line.names[first:place]
    fresh = [draw for found in drawing.values() for draw in found if not _repeats(module, draw)]
    strange = next((name for name in between if name not in _COMMUTING), None)
    reason = None
    if not fresh:
        reason = _SEEDED.format(call=f"`{ast.unparse(drawing[first][0].call.func)}`")
    elif any(reads_files(module, stage) for stage in line.stages[first:place] if method_name(stage) == "map"):
        reason = _READS
    elif any(_runs_model(module, stage) for stage in line.stages[first:place] if method_name(stage) == "map"):
        reason = _MODEL
    elif is_in_files(cache):
        reason = IN_FILES
    elif strange is not None:
        reason = _BETWEEN.format(name=strange)
    if reason is not None:
        return Match(cache, message, reason=reason)
    return reordered(module, cache, message, line, moved_up(line, place, first))


def _scattered(module: Module, line: Line, cache: ast.Call) -> Match | None:
    """The finding for a random `map` that is followed by the cache, but not in a line."""
    for stage in history(module, line.start).stages:
        if method_name(stage) == "cache":
            return None
        is_near = method_name(stage) == "map" and module.function(stage) is module.function(cache)
        if is_near and draws(module, stage) and not _makes_data(module, stage):
            return Match(cache, _message(stage), reason=_SCATTERED)
    return None


def _makes_data(module: Module, stage: ast.Call) -> bool:
    """Whether a `map` reads nothing of its elements: it draws the data themselves, which the cache keeps on purpose."""
    function = argument(stage, "map_func", 0)
    local = None if function is None else module.definition(function)
    if not isinstance(local, (ast.FunctionDef, ast.Lambda)) or local.args.vararg is not None:
        return False
    is_method = isinstance(module.parent(local), ast.ClassDef)
    elements = positional_parameters(local)[1 if is_method else 0 :]
    return not any(module.uses_of_target(element) for element in elements)


def _runs_model(module: Module, stage: ast.Call) -> bool:
    """Whether the function given to `map` may run a model, not only one that augments: the cache is for its results."""
    drawing = [draw.call for draw in draws(module, stage)]
    made = [call.func for call in calls(module, stage, certain=False) if call not in drawing]
    return any(module.kind(called) is Kind.MODEL or _is_predict(module, called) for called in made)


def _is_predict(module: Module, called: ast.expr) -> bool:
    return isinstance(called, ast.Attribute) and module.kind(called.value) is Kind.MODEL


def _message(stage: ast.Call) -> str:
    function = argument(stage, "map_func", 0)
    name = f"`{ast.unparse(function)}`" if isinstance(function, (ast.Name, ast.Attribute)) else "a lambda"
    return f"`cache` behind the random `map` of {name}: every epoch sees the random changes of the first"


def _repeats(module: Module, draw: Draw) -> bool:
    """Whether each pass over the dataset draws the same numbers."""
    return draw.state is State.OPERATION and (draw.seeded or _sets_seed(module))


def _sets_seed(module: Module) -> bool:
    set_seed = any(module.qualified(call.func) == "tensorflow.random.set_seed" for call in module.calls("set_seed"))
    return set_seed or any(
        keras_path(module.qualified(call.func)) == "utils.set_random_seed" for call in module.calls("set_random_seed")
    )


def _is_only_evaluated(taken: list[Use]) -> bool:
    trained = any(use.sink is Sink.TRAINED for use in taken)
    return trained and not any(is_for_training(use) or use.sink is Sink.STAGE for use in taken)


def _chooses(module: Module, line: Line) -> bool:
    """Whether the random numbers may decide which elements there are: then they must stay the same."""
    later = [use.node for use in uses(module, line.end) if use.sink is Sink.STAGE and isinstance(use.node, ast.Call)]
    return bool(_CHOOSING & {*line.names, *(method_name(stage) for stage in later)})


CODEMOD = Codemod(
    code="TF307",
    name="cached-augmentation",
    summary="cache behind random augmentation: the same data in every epoch",
    applicability=Applicability.UNSAFE,
    contract=Contract.REPAIR,
    words=((".cache(",), (".map(",), ("random", "Random"), DATASETS),
    find=find,
    example="augmentation-before-cache",
)
