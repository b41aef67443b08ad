"""Images or sounds decoded anew in every epoch, though the results could be kept.

## What it does
Finds a `map` whose function certainly decodes images or sound, always gives the same for the same element, and runs
again in each epoch; puts `.cache()` behind it. Off by default: switch it on with `--extend-select TF306`.

## Why is this bad?
Decoding is often the most expensive stage of a pipeline. With `cache` it runs in the first epoch only, and so does what
stands in front of it, reading included.

What it costs: **all results stay in memory** until the dataset is gone. A decoded image of 224 x 224 pixels in float32
takes 0.6 MB, so 10,000 of them take 6 GB; the message says what one element takes where the file shows it. More than
there is ends the program. `cache(filename)` keeps the results on the disk instead; delete that file when data or
functions change.

## When the fix is safe
Never: whether the results fit into memory is not in the source. What is computed stays the same.

It is offered where everything between the source and the training loop stands in a line that the file shows to its end,
where only functions without a state, and nothing that draws random numbers, stand in front of the new cache, and where
several epochs are certain: `epochs=` of `fit`, or a loop inside a loop.

## When there is no fix
There is always one; where it would not be certain to help there is no finding.

## What is left alone
- Datasets that are cached already, or kept in a snapshot, at any stage.
- `shuffle`, `repeat`, `take` or `batch` in front of the `map`: a cache there would keep one order, or never be full.
- Files of `list_files` that nothing shuffles behind the `map`: they come in another order each time.
- Functions that draw random numbers, run Python code, or that are not in this file.
- Functions that only parse or resize: parsing costs little, and records that need it are often too many for the memory.
- Datasets read once, only evaluated, returned, or passed to where they cannot be followed; data from generators.

## References
- https://www.tensorflow.org/guide/data_performance#caching
- https://www.tensorflow.org/api_docs/python/tf/data/Dataset#cache

Measured with TensorFlow 2.21 on a CPU.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tffix.codemod import Applicability, Codemod, Contract, Fix, Match, Options
from tffix.rewriting.edits import AppendCall
from tffix.semantics.module import Module
from tffix.semantics.pipeline_lines import Line, lines
from tffix.semantics.pipeline_uses import Sink, Use, uses
from tffix.semantics.pipeline_work import calls, draws
from tffix.semantics.pipelines import history, is_source
from tffix.semantics.shape_rules import integer
from tffix.semantics.syntax import argument, is_false
from tffix.semantics.words import DATASETS

from ._context import comes_from_generator, is_for_training, is_nested, only_looks
from ._stateless import State, state_of

_DECODING = (
    *(f"tensorflow.io.decode_{kind}" for kind in ("jpeg", "png", "image", "gif", "bmp", "and_crop_jpeg")),
    *(f"tensorflow.image.decode_{kind}" for kind in ("jpeg", "png", "image", "gif", "bmp", "and_crop_jpeg")),
    "tensorflow.audio.decode_wav",
)
_KEPT = ("cache", "snapshot", "save", "prefetch_to_device")
_BEHIND = frozenset(["map", "shuffle", "batch", "padded_batch", "ragged_batch", "repeat", "prefetch", "with_options"])
_FLOAT = 4
_CHANNELS = 3


def find(module: Module, _options: Options) -> Iterator[Match]:
    if not any(module.calls(name.rpartition(".")[2]) for name in _DECODING):
        return
    for line in lines(module, "map"):
        place = _place(module, line)
        if place is not None and _is_read_again(module, line):
            yield _match(module, line.stages[place])


def _place(module: Module, line: Line) -> int | None:
    """The last stage that can be kept, when what is kept is decoded there; ``None`` when there is none."""
    past = history(module, line.end)
    is_known = past.complete and all(_is_made_here(module, source) for source in past.sources)
    if not is_known or past.has(*_KEPT) or comes_from_generator(module, past) or is_nested(module, line.end):
        return None
    if history(module, line.start).stages:
        return None
    same = 0
    while same < len(line.stages) and line.names[same] == "map" and _is_same(module, line.stages[same]):
        same += 1
    decoding = [place for place in range(same) if _decodes(module, line.stages[place])]
    if not decoding or not _BEHIND.issuperset(line.names[same:]):
        return None
    in_order = "shuffle" in line.names[same:] or not any(_changes_order(module, source) for source in past.sources)
    return same - 1 if in_order else None


def _changes_order(module: Module, source: ast.expr) -> bool:
    """Whether the elements come in another order each time: the cache would keep the first."""
    is_listing = isinstance(source, ast.Call) and module.qualified(source.func) == "tensorflow.data.Dataset.list_files"
    return is_listing and not is_false(argument(source, "shuffle", 1))  # type: ignore[arg-type]


def _is_made_here(module: Module, source: ast.expr) -> bool:
    """Whether a dataset is made by a call that gives the same elements in each epoch."""
    name = module.qualified(source.func) if isinstance(source, ast.Call) else None
    return (
        name is not None
        and is_source(name)
        and not name.startswith(("tensorflow_datasets.", "tensorflow.data.experimental."))
    )


def _is_same(module: Module, stage: ast.Call) -> bool:
    """Whether the function given to ``map`` gives the same for the same element."""
    function = argument(stage, "map_func", 0)
    return (
        function is not None
        and state_of(module, function) in (State.NOTHING, State.TRIVIAL)
        and not draws(module, stage)
    )


def _decodes(module: Module, stage: ast.Call) -> bool:
    return any(module.qualified(call.func) in _DECODING for call in calls(module, stage, certain=True))


def _is_read_again(module: Module, line: Line) -> bool:
    """Whether the dataset is read to its end more than once, and nowhere that it cannot be followed."""
    taken = uses(module, line.end)
    if not taken or any(use.sink not in (Sink.TRAINED, Sink.ITERATED, Sink.INSPECTED) for use in taken):
        return False
    return any(_has_epochs(module, use, line) for use in taken if is_for_training(use))


def _has_epochs(module: Module, use: Use, line: Line) -> bool:
    if use.sink is Sink.TRAINED and isinstance(use.node, ast.Call):
        epochs = argument(use.node, "epochs", 3)
        return epochs is not None and integer(module.value(epochs)) != 1
    if use.sink is not Sink.ITERATED or only_looks(module, use.node):
        return False
    return "repeat" in line.names or (isinstance(use.node, ast.For) and _is_in_loop(module, use.node, line))


def _is_in_loop(module: Module, loop: ast.For, line: Line) -> bool:
    """Whether ``loop`` runs again with the dataset that was made before."""
    return (
        module.tree.is_in_loop(loop)
        and not module.tree.is_in_loop(line.end)
        and (module.function(loop) is module.function(line.end) or module.function(line.end) is None)
    )


def _match(module: Module, stage: ast.Call) -> Match:
    size = _size(module, stage)
    memory = f"about {size / 1e6:.1f} MB each" if size else "of a size that the file does not show"
    message = f"decodes the same elements in every epoch; `cache()` would keep them all in memory, {memory}"
    return Match(stage, message, Fix((AppendCall(stage, "cache"),)))


def _size(module: Module, stage: ast.Call) -> int:
    """The bytes of an element whose image is resized to a size that is written out, in colour; 0 if none is."""
    for call in calls(module, stage, certain=True):
        if module.qualified(call.func) in ("tensorflow.image.resize", "tensorflow.image.resize_with_pad"):
            given = argument(call, "size", 1)
            size = None if given is None else module.value(given)
            if isinstance(size, (ast.List, ast.Tuple)) and len(size.elts) == 2:
                height, width = (integer(module.value(side)) for side in size.elts)
                if height and width:
                    return height * width * _CHANNELS * _FLOAT
    return 0


CODEMOD = Codemod(
    code="TF306",
    name="missing-cache",
    summary="images or sounds decoded anew in every epoch",
    applicability=Applicability.UNSAFE,
    contract=Contract.EQUIVALENT,
    words=(("decode_",), (".map",), DATASETS),
    find=find,
    example="images-of-files",
    default=False,
)
