"""Stages of an input pipeline in an order that wastes work or data.

## What it does
Finds four orders and moves one stage, where it stands: in a chain, or over statements `ds = ds.stage()` with their
comments.

| order | what happens | the fix moves |
|---|---|---|
| `shuffle`, `cache` | every epoch has the order of the first | `cache` up |
| `repeat()`, `cache` | the cache is never complete, and grows | `cache` up |
| `repeat`, `shuffle` | epochs run into each other | `shuffle` up |
| `batch`, `shuffle` | the same examples stay together in every epoch | `shuffle` up |
| `prefetch`, then `map`, `batch` or `cache` | what stands behind it is not made ahead of time | `prefetch` to the end |

A `map` or `filter` in front of a cache stays in front of it. In front of `batch` the buffer of `shuffle` counts
examples, so its size is multiplied by that of the batches.

## Why is this bad?
Measured with TensorFlow 2.21:

- `shuffle(n).cache()` gives the same order in every epoch, `cache().shuffle(n)` another one each time.
- `range(10).map(f).repeat().cache().take(25)`, read three times, calls `f` 75 times and keeps every element;
  `map(f).cache().repeat()` calls it 10 times.
- Of the first 12 elements of `range(12).repeat(3).shuffle(12)` 9 are different, with `shuffle` first all 12.
- `prefetch` costs nothing but the wait: eager loops and `fit` get one at the end from TensorFlow itself
  (`OptimizationOptions.inject_prefetch`, 1.0x). A loop in a `tf.function` does not (2.0x), and in front of `cache` it
  helps in the first epoch only.

What it costs: a `map` behind `cache` runs in every epoch. `shuffle` in front of `repeat` fills its buffer anew for
every epoch; where that wait matters more than clean epochs, keep `repeat` first.

## When the fix is safe
Never: apply it with `--unsafe-fixes`. Elements come in another order, and so with other losses (3e-3 to 5e-3 in the
first epochs of a small network); only moving `prefetch` keeps them bit by bit.

It is offered where the stages stand in a line: one chain, or assignments of one block, with nothing else that reads the
dataset in between. `prefetch(100)` becomes `prefetch(tf.data.AUTOTUNE)` where it moves over a `batch`: 100 batches may
not fit into memory. A product of buffer and batch size above 1,000,000 is not written: TensorFlow allocates 24 bytes
for each place at once, and such a number was meant as one of examples.

## When there is no fix
- The cache is kept in files (`cache("path")`): what earlier runs wrote there would be read as if it were the new thing.
- The size of the buffer or of the batches is not known, and nothing says that the buffer counts examples (`len(x)`,
  `x.shape[0]`).
- The datasets in between have names of their own, comments stand between the stages of a chain, or what their
  arguments read changes in between.

## What is left alone
- `shuffle(..., reshuffle_each_iteration=False)`, and a shuffled dataset that `take`, `skip` or another stage splits
  before it is cached: kept on purpose.
- `shuffle` behind `cache` as well: file names in front, examples behind it. Batches that are cached, then shuffled.
- A `batch` that makes sequences: another `batch` follows. `padded_batch` and bucketing, where examples of one length
  belong together.
- `repeat` behind or in front of `batch`: the number and size of the batches would change.
- Two `prefetch` in one pipeline: they overlap its stages.
- Datasets that are only evaluated; datasets returned to other files before they are batched, which may shuffle them.
- The inner datasets of `interleave` and `flat_map`, and dataset builders.

## References
- https://www.tensorflow.org/guide/data#processing_multiple_epochs
- https://www.tensorflow.org/guide/data_performance
- https://www.tensorflow.org/api_docs/python/tf/data/Dataset#shuffle
- https://www.tensorflow.org/api_docs/python/tf/data/Dataset#cache

Measured with TensorFlow 2.21 and Keras 3.15 on a CPU.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tffix.codemod import Applicability, Codemod, Contract, Match, Options
from tffix.semantics.module import Module
from tffix.semantics.pipeline_lines import Line, lines
from tffix.semantics.pipeline_uses import CONSUMING, Sink, Use, uses
from tffix.semantics.pipeline_work import draws
from tffix.semantics.pipelines import history
from tffix.semantics.syntax import argument, is_none, is_true, receiver
from tffix.semantics.words import DATASETS

from ._autotune import AUTOTUNE, is_autotune
from ._context import BATCHES, is_for_training, is_nested, stands_in_the_way
from ._reordering import IN_FILES, is_in_files, moved_up, reordered

_COMMUTING = frozenset(["batch", "padded_batch", "map", "prefetch", "filter", "with_options"])
"""The stages that give the same elements, or batches, whatever of the moved stages is in front of them."""
_BEFORE_CACHE = ("map", "filter")
_WORK = frozenset(["map", "cache", "interleave", "flat_map", *BATCHES])
_MOST_ELEMENTS = 1_000_000
"""The largest shuffle buffer that is written: TensorFlow allocates 24 bytes for each of its places at once."""


def find(module: Module, _options: Options) -> Iterator[Match]:
    for line in lines(module, "cache", "shuffle", "prefetch"):
        if len(line.stages) < 2 or is_nested(module, line.end):
            continue
        taken = uses(module, line.end)
        if any(stands_in_the_way(module, use) for use in taken) or not any(is_for_training(use) for use in taken):
            continue
        match = (
            _frozen(module, line, taken)
            or _mixed_epochs(module, line)
            or _shuffled_batches(module, line, taken)
            or _early_prefetch(module, line)
        )
        if match is not None:
            yield match


# -- cache behind shuffle or repeat ------------------------------------------------------------------------------------


def _frozen(module: Module, line: Line, taken: list[Use]) -> Match | None:
    """A `cache` that keeps what should be new in each epoch, or more than one epoch."""
    for place, cache in enumerate(line.stages):
        if line.names[place] != "cache":
            continue
        first = _first_varying(line, place)
        if first is None:
            continue
        endless = [i for i in range(first, place) if line.names[i] == "repeat" and _is_endless(line.stages[i])]
        repeats = [i for i in range(first, place) if line.names[i] == "repeat"]
        if not repeats and not _is_last_order(line, place, taken):
            continue
        if endless:
            message = "`cache` behind an endless `repeat` is never complete: every element is made anew, and kept"
        elif repeats:
            message = "`cache` behind `repeat` keeps every element more than once"
        else:
            message = "`cache` behind `shuffle` freezes the order: every epoch sees the elements in that of the first"
        if is_in_files(cache):
            return Match(cache, message, reason=IN_FILES)
        return reordered(module, cache, message, line, _cached_earlier(module, line, first, place))
    return None


def _first_varying(line: Line, place: int) -> int | None:
    """The first stage of those in front of the cache that gives other elements, or other orders, every time."""
    first = None
    for index in reversed(range(place)):
        name, stage = line.names[index], line.stages[index]
        if name == "repeat" or (name == "shuffle" and _reshuffles(stage)):
            first = index
        elif name == "shuffle" or name not in _COMMUTING:
            break
    return first


def _is_last_order(line: Line, place: int, taken: list[Use]) -> bool:
    """Whether no other shuffle can follow: none is in sight, and the batches are made."""
    if "shuffle" in line.names[place:]:
        return False
    return any(name in BATCHES for name in line.names) or any(use.sink in CONSUMING for use in taken)


def _cached_earlier(module: Module, line: Line, first: int, place: int) -> list[int]:
    """The order in which the cache, and what should be cached, stand in front of the stage ``first``."""
    batch = next((i for i in range(first, place) if line.names[i] in BATCHES), place)
    kept = []
    for index in range(first, batch):
        if line.names[index] in _BEFORE_CACHE:
            if draws(module, line.stages[index]):
                break
            kept.append(index)
    rest = [index for index in range(first, len(line.stages)) if index not in kept and index != place]
    return [*range(first), *kept, place, *rest]


# -- repeat before shuffle ---------------------------------------------------------------------------------------------


def _mixed_epochs(module: Module, line: Line) -> Match | None:
    """A `shuffle` that mixes one epoch with the next."""
    for place, shuffle in enumerate(line.stages):
        if line.names[place] != "shuffle" or not _reshuffles(shuffle):
            continue
        index = _nearest(line, place, "repeat", ("map", "prefetch", "filter", "with_options"))
        if (
            index is None
            or _is_number(line.stages[index], "count", 1)
            or history(module, line.stages[index]).has("shuffle")
        ):
            continue
        message = "`shuffle` behind `repeat` mixes the epochs: some elements come twice before others have come once"
        return reordered(module, shuffle, message, line, moved_up(line, place, index))
    return None


# -- batch before shuffle ----------------------------------------------------------------------------------------------


def _shuffled_batches(module: Module, line: Line, taken: list[Use]) -> Match | None:
    """A `shuffle` that only changes the order of the batches."""
    if not all(use.sink in (*CONSUMING, Sink.INSPECTED) for use in taken):
        return None
    for place, name in enumerate(line.names):
        if name != "shuffle" or set(BATCHES) & set(line.names[place:]):
            continue
        index = _nearest(line, place, "batch", ("map", "prefetch", "filter", "with_options"))
        if index is None or _is_number(line.stages[index], "batch_size", 1):
            continue
        taken_from = receiver(line.stages[index])
        past = history(module, taken_from) if taken_from is not None else None
        if past is None or not past.complete or past.has("shuffle", "window", *BATCHES):
            continue
        return _unmixed(module, line, place, index)
    return None


def _unmixed(module: Module, line: Line, place: int, index: int) -> Match:
    shuffle, batch = line.stages[place], line.stages[index]
    message = "`shuffle` behind `batch` moves whole batches: the same examples stay together in every epoch"
    buffer, size = argument(shuffle, "buffer_size", 0), argument(batch, "batch_size", 0)
    if buffer is None or size is None:
        return Match(shuffle, message, reason=_OWN_BUFFER)
    batches, examples = _number(module.value(buffer)), _number(module.value(size))
    if batches is not None and examples is not None:
        # The buffer keeps its reach, unless its number is so large that it was meant as one of examples.
        fits = batches * examples <= _MOST_ELEMENTS
        texts = {buffer: f"{module.segment(buffer)} * {module.segment(size)}"} if fits else {}
    elif _counts_examples(module, buffer):
        texts = {}
    else:
        return Match(shuffle, message, reason=_OWN_BUFFER)
    return reordered(module, shuffle, message, line, moved_up(line, place, index), texts=texts)


_OWN_BUFFER = (
    "in front of `batch` the buffer counts examples, not batches, and how large it is now is not known here; "
    "move `shuffle` up by hand and choose the buffer anew"
)


def _counts_examples(module: Module, buffer: ast.expr) -> bool:
    """Whether a buffer is as large as there are examples: ``len(x)``, ``x.shape[0]``."""
    value = module.value(buffer)
    if isinstance(value, ast.Call):
        return module.qualified(value.func) == "builtins.len"
    return (
        isinstance(value, ast.Subscript)
        and isinstance(value.value, ast.Attribute)
        and value.value.attr == "shape"
        and isinstance(value.slice, ast.Constant)
        and value.slice.value == 0
    )


# -- prefetch in the middle --------------------------------------------------------------------------------------------


def _early_prefetch(module: Module, line: Line) -> Match | None:
    """A `prefetch` with work behind it that nothing makes ahead of time."""
    places = [place for place, name in enumerate(line.names) if name == "prefetch"]
    if len(places) != 1:
        return None
    (place,) = places
    behind = line.names[place + 1 :]
    if not _WORK & set(behind) or not set(behind) <= _WORK | _AFTER_PREFETCH:
        return None
    prefetch = line.stages[place]
    worker = next(name for name in behind if name in _WORK)
    message = f"`prefetch` in front of `{worker}`: what comes behind it is not made ahead of time"
    order = [*range(place), *range(place + 1, len(line.stages)), place]
    buffer = argument(prefetch, "buffer_size", 0)
    if buffer is None:
        return None
    if is_autotune(module, buffer) or not any(name in BATCHES for name in behind):
        return reordered(module, prefetch, message, line, order)
    # The number was one of elements; so many batches may not fit into memory.
    text, imports = module.spell(AUTOTUNE, prefetch), ()
    if text is None:
        return Match(prefetch, message, reason=_NUMBER)
    return reordered(module, prefetch, message, line, order, texts={buffer: text}, imports=imports)


_NUMBER = "behind `batch` this number counts batches, not elements; move `prefetch` to the end and use AUTOTUNE"
_AFTER_PREFETCH = frozenset(["enumerate", "filter", "repeat", "shuffle", "skip", "take", "unbatch", "with_options"])


# -- stages ------------------------------------------------------------------------------------------------------------


def _nearest(line: Line, place: int, method: str, between: tuple[str, ...]) -> int | None:
    """The nearest stage ``method`` in front of ``place``, with nothing but ``between`` in between."""
    for index in reversed(range(place)):
        if line.names[index] == method:
            return index
        if line.names[index] not in between:
            return None
    return None


def _reshuffles(shuffle: ast.Call) -> bool:
    """Whether a `shuffle` certainly gives another order in every epoch."""
    value = argument(shuffle, "reshuffle_each_iteration", 2)
    if any(keyword.arg is None for keyword in shuffle.keywords):
        return False
    return value is None or is_none(value) or is_true(value)


def _is_endless(repeat: ast.Call) -> bool:
    count = argument(repeat, "count", 0)
    return count is None or is_none(count) or (isinstance(count, ast.UnaryOp) and ast.unparse(count) == "-1")


def _is_number(stage: ast.Call, name: str, number: int) -> bool:
    value = argument(stage, name, 0)
    return isinstance(value, ast.Constant) and value.value == number


def _number(expression: ast.expr) -> int | None:
    return expression.value if isinstance(expression, ast.Constant) and type(expression.value) is int else None


CODEMOD = Codemod(
    code="TF304",
    name="pipeline-order",
    summary="stages of an input pipeline in an order that wastes work or data",
    applicability=Applicability.UNSAFE,
    contract=Contract.REPAIR,
    words=((".cache(", ".shuffle(", ".prefetch("), (".batch(", ".repeat(", ".map(", ".cache("), DATASETS),
    find=find,
    example="batch-before-shuffle",
)
