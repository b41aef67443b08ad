"""Validation data and shuffling that do not fit the order of the samples.

## What it does
Reports, with advice:

| what the file does | what happens |
|---|---|
| `fit(x, y, validation_split=...)`, the labels ordered by class | only the last classes are validated |
| `train_test_split` of windows that slide over a series | nearly the same windows are on both sides |
| `fit(x, y)` of a model with `stateful=True`, without `shuffle=False` | the state goes to other windows than the next |
| `fit(dataset, validation_split=...)` | `ValueError` |

## Why is this bad?
`validation_split` takes the **last** part of the arrays, before anything is shuffled; it is not a random choice, as is
often said. Measured with labels ordered by class: accuracy 0.997 in training and 0.0 in validation; shuffled before,
0.993 and 1.0.

For a series it is the other way round: its last part is what should be validated, and a random choice is wrong. Of two
windows that start one step apart all values but one are the same; where they fall on different sides, the validation
only shows what the model has learnt by heart.

`fit` shuffles arrays by default in every epoch. For windows that are samples of their own that is right, in a series as
well. A stateful layer goes on from the window before, which must be its neighbour.

## When the fix is safe
There is no fix: each remedy is another experiment, with other data on either side.

## When there is no fix
Always; the finding says what to write:
- labels by class: shuffle samples and labels by one permutation before `fit`;
- windows: split the series first and then make windows, or `train_test_split(..., shuffle=False)`;
- stateful layers: `shuffle=False`;
- datasets: `take` and `skip`, or a `validation_data=` of its own.

## What is left alone
- `validation_split` on a series: the last part is the right one.
- Files that shuffle or draw samples anywhere, by whatever function, where labels are ordered by class.
- `shuffle=True` of `fit` on windows, `train_test_split(shuffle=False)`, windows that do not overlap.
- Labels and samples whose making cannot be followed.

## References
- https://keras.io/api/models/model_training_apis/#fit-method
- https://www.tensorflow.org/tutorials/structured_data/time_series#split_the_data
- https://www.tensorflow.org/guide/keras/working_with_rnns#cross-batch_statefulness

Measured with TensorFlow 2.21, Keras 3.15 and tf_keras 2.21.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tffix.codemod import Applicability, Codemod, Contract, Match, Options
from tffix.semantics.failures import is_expected_to_fail
from tffix.semantics.kinds_table import Kind
from tffix.semantics.model_origins import origins_of
from tffix.semantics.module import Module
from tffix.semantics.sources import values
from tffix.semantics.syntax import argument, is_false, is_true, receiver

from ._samples import is_ordered_by_class, is_windows

_SHUFFLES = ("shuffle", "permut", "train_test_split", ".sample(", "choice", "kfold", "argsort")
_REGRESSION = ("mse", "mae", "mape", "msle", "mean_squared_error", "mean_absolute_error", "huber", "logcosh")
_SPLIT = "sklearn.model_selection.train_test_split"

_BY_CLASS = "`{labels}` are ordered by class, and validation_split takes the last part: only the last are validated"
_BY_CLASS_ADVICE = (
    "the order is that of the files or lists they are made from; shuffle both before `fit`, with one "
    "`np.random.permutation(len(y))` as the index of samples and labels"
)
_WINDOWS = "`{samples}` are windows that overlap; a random split puts nearly the same windows on both sides"
_WINDOWS_ADVICE = (
    "all but one of the values of neighbours are the same; split the series before the windows are made, or use "
    "`train_test_split(..., shuffle=False)`"
)
_STATEFUL = "the layer is stateful, but `fit` shuffles the samples: its state goes to windows it does not belong to"
_STATEFUL_ADVICE = "the order of the samples is part of the model; give `shuffle=False` to `fit`"
_DATASET = "`fit` fails: `validation_split` does not exist for a dataset"
_DATASET_ADVICE = "split it with `take` and `skip`; give the second part as `validation_data`"


def find(module: Module, _options: Options) -> Iterator[Match]:
    for call in module.calls("fit"):
        model = receiver(call)
        if model is not None and _is_model(module, model):
            yield from _of_fit(module, call, model)
    for call in module.calls("train_test_split"):
        if _splits_windows(module, call) and _is_trained_on(module, call):
            yield Match(call, _WINDOWS.format(samples=module.segment(call.args[0])), reason=_WINDOWS_ADVICE)


def _of_fit(module: Module, call: ast.Call, model: ast.expr) -> Iterator[Match]:
    x, y, split = argument(call, "x", 0), argument(call, "y", 1), argument(call, "validation_split", 6)
    if split is not None and not is_false(split):
        if x is not None and module.kind(x) is Kind.DATASET and not is_expected_to_fail(module, call, "ValueError"):
            yield Match(call, _DATASET, reason=_DATASET_ADVICE)
        elif y is not None and not _is_other_task(module, call, model) and is_ordered_by_class(module, y):
            yield Match(call, _BY_CLASS.format(labels=module.segment(y)), reason=_BY_CLASS_ADVICE)
    shuffle = argument(call, "shuffle", 8)
    size = argument(call, "batch_size", 2)
    is_whole = isinstance(size, ast.Call) and module.qualified(size.func) == "builtins.len"
    shuffles = (shuffle is None or is_true(shuffle)) and not is_whole
    if y is not None and shuffles and _is_stateful(module, model):
        yield Match(call, _STATEFUL, reason=_STATEFUL_ADVICE)


def _splits_windows(module: Module, call: ast.Call) -> bool:
    """Whether windows that overlap are split at random."""
    is_random = module.qualified(call.func) == _SPLIT and not is_false(argument(call, "shuffle"))
    return is_random and bool(call.args) and is_windows(module, call.args[0])


def _is_model(module: Module, model: ast.expr) -> bool:
    return module.kind(model) is Kind.MODEL or origins_of(module, model) is not None


def _shuffles(module: Module) -> bool:
    """Whether anything in the file has a name that speaks of another order, or of a random choice."""
    text = module.text.lower()
    return any(word in text.replace("shuffle=", "") for word in _SHUFFLES)


def _is_other_task(module: Module, fit: ast.Call, model: ast.expr) -> bool:
    """Whether the samples may be shuffled, the validation data come from elsewhere, or no classes are learnt."""
    if _shuffles(module) or argument(fit, "validation_data", 7) is not None:
        return True
    origins = origins_of(module, model)
    compiles = [
        call for call in module.calls("compile") if (owner := receiver(call)) and origins_of(module, owner) == origins
    ]
    losses = [argument(call, "loss", 1) for call in compiles]
    return any(isinstance(loss, ast.Constant) and loss.value in _REGRESSION for loss in losses)


def _is_stateful(module: Module, model: ast.expr) -> bool:
    """Whether a layer that the model is made of keeps its state from one batch to the next."""
    if "stateful" not in module.text:
        return False
    origins = origins_of(module, model) or frozenset()
    built = [module.definition(origin.func) if isinstance(origin, ast.Call) else None for origin in origins]
    holders = [*origins, *(one for one in built if isinstance(one, ast.FunctionDef))]
    for add in module.calls("add"):
        owner = receiver(add)
        if owner is not None and origins and origins_of(module, owner) == origins:
            holders.append(add)
    layers = [one for one in module.nodes(ast.Call) if is_true(argument(one, "stateful"))]
    layers = [one for one in layers if (module.keras_path(one.func) or "").startswith("layers.")]
    return any(module.contains(holder, layer) for holder in holders for layer in layers)


def _is_trained_on(module: Module, split: ast.Call) -> bool:
    """Whether a model of Keras is trained on a part of the split."""
    for call in module.calls("fit"):
        model, x = receiver(call), argument(call, "x", 0)
        if model is None or x is None or not _is_model(module, model):
            continue
        made = [binding for binding in module.origins(x) if binding.value is split]
        again = [value for binding in module.origins(x) for value in values(module, binding)]
        if made or any(_comes_from(module, value, split) for value in again):
            return True
    return False


def _comes_from(module: Module, value: ast.expr, split: ast.Call) -> bool:
    """Whether ``value`` is made from a part of the split in one step, such as ``reshape``."""
    names = [node for node in ast.walk(value) if isinstance(node, ast.Name)]
    return any(binding.value is split for name in names for binding in module.origins(name))


CODEMOD = Codemod(
    code="TF802",
    name="ordered-validation-split",
    summary="validation data or shuffling that does not fit the order of the samples",
    applicability=Applicability.MANUAL,
    contract=Contract.NONE,
    words=((".fit(",), ("validation_split", "train_test_split", "stateful")),
    find=find,
    example="images-are-read-class-by-class",
)
