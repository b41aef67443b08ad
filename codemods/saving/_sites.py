"""Where a file saves and loads Keras models and weights, and by which names."""

from __future__ import annotations

import ast
import enum
from collections.abc import Iterator
from dataclasses import dataclass

from tffix.semantics.kinds_table import Kind
from tffix.semantics.model_origins import is_keras_class
from tffix.semantics.module import Module
from tffix.semantics.paths import FilePath, path_of
from tffix.semantics.sources import readings, sources
from tffix.semantics.syntax import argument, is_false, is_true, receiver


class How(enum.Enum):
    """What a call does with a file."""

    SAVE = "save"
    SAVE_WEIGHTS = "save_weights"
    CHECKPOINT = "ModelCheckpoint"
    LOAD = "load_model"
    LOAD_WEIGHTS = "load_weights"
    LOAD_EXPORT = "SavedModel"
    """``tf.saved_model.load`` and other readers of a SavedModel."""
    ABOUT = "file"
    """Functions such as ``os.path.exists``, for which any file is like any other."""


WRITES = (How.SAVE, How.SAVE_WEIGHTS, How.CHECKPOINT)


@dataclass(frozen=True, eq=False)
class Site:
    """A call that saves or loads the file ``path``; ``model`` is what it does so with, where that is written.

    ``weights`` says that it is about the weights only.
    """

    call: ast.Call
    how: How
    path: FilePath
    expression: ast.expr
    weights: bool = False
    model: ast.expr | None = None


_SAVE_FUNCTIONS = frozenset(["models.save_model", "saving.save_model"])
_LOAD_FUNCTIONS = frozenset(["models.load_model", "saving.load_model"])
_EXPORT_READERS = {
    "tensorflow.saved_model.load": ("export_dir", 0),
    "tensorflow.lite.TFLiteConverter.from_saved_model": ("saved_model_dir", 0),
}
_ABOUT = frozenset(
    [
        *("os.path.exists", "os.path.isfile", "os.path.getsize", "os.remove", "os.unlink"),
        *("tensorflow.io.gfile.exists", "tensorflow.io.gfile.remove"),
    ]
)


def sites(module: Module) -> list[Site]:
    """The calls of the file that save or load models or weights, in source order."""
    found = [*_savers(module), *_callbacks(module), *_loaders(module), *_others(module), *_layers(module)]
    return sorted(found, key=lambda site: module.span(site.call))


def _savers(module: Module) -> Iterator[Site]:
    for name, how in (("save", How.SAVE), ("save_weights", How.SAVE_WEIGHTS)):
        for call in module.calls(name):
            model, path = receiver(call), argument(call, "filepath", 0)
            if model is not None and path is not None and is_keras_model(module, model) and _is_inherited(module, call):
                yield Site(call, how, path_of(module, path), path, how is How.SAVE_WEIGHTS, model)
    for call in module.calls("save_model"):
        model, path = argument(call, "model", 0), argument(call, "filepath", 1)
        if module.keras_path(call.func) in _SAVE_FUNCTIONS and model is not None and path is not None:
            yield Site(call, How.SAVE, path_of(module, path), path, model=model)


def _callbacks(module: Module) -> Iterator[Site]:
    for call in module.calls("ModelCheckpoint"):
        path, weights = argument(call, "filepath", 0), argument(call, "save_weights_only", 4)
        if module.keras_path(call.func) != "callbacks.ModelCheckpoint" or path is None:
            continue
        if any(keyword.arg is None for keyword in call.keywords):
            continue
        if weights is None or is_false(weights) or is_true(weights):
            yield Site(call, How.CHECKPOINT, path_of(module, path), path, is_true(weights))


def _loaders(module: Module) -> Iterator[Site]:
    for call in module.calls("load_model"):
        path = argument(call, "filepath", 0)
        if module.keras_path(call.func) in _LOAD_FUNCTIONS and path is not None:
            yield Site(call, How.LOAD, path_of(module, path), path)
    for call in module.calls("load_weights"):
        model, path = receiver(call), argument(call, "filepath", 0)
        if model is not None and path is not None and _is_inherited(module, call):
            yield Site(call, How.LOAD_WEIGHTS, path_of(module, path), path, weights=True, model=model)


def _others(module: Module) -> Iterator[Site]:
    for name in [*_EXPORT_READERS, *sorted(_ABOUT)]:
        for call in module.calls(name.rpartition(".")[2]):
            if module.qualified(call.func) == name:
                path = argument(call, *_EXPORT_READERS.get(name, ("path", 0)))
                if path is not None:
                    how = How.LOAD_EXPORT if name in _EXPORT_READERS else How.ABOUT
                    yield Site(call, how, path_of(module, path), path)


def _layers(module: Module) -> Iterator[Site]:
    for call in module.calls("TFSMLayer"):
        path = argument(call, "filepath", 0)
        if module.keras_path(call.func) == "layers.TFSMLayer" and path is not None:
            yield Site(call, How.LOAD_EXPORT, path_of(module, path), path)


def _is_inherited(module: Module, call: ast.Call) -> bool:
    """Whether the method called is none that this file defines."""
    return module.definition(call.func) is None


def is_keras_model(module: Module, model: ast.expr) -> bool:
    """Whether ``model`` is certainly a Keras model, by what makes it or by how it is compiled."""
    if module.kind(model) is Kind.MODEL or _is_of_callback(module, model):
        return True
    found = sources(module, model)
    if found and all(_is_model(module, source) for source in found):
        return True
    return _is_compiled(module, model) and not any(_is_own_class(module, source) for source in found)


def _is_of_callback(module: Module, model: ast.expr) -> bool:
    """Whether ``model`` is the ``self.model`` that Keras gives to its callbacks."""
    owner = module.self_class(model.value) if isinstance(model, ast.Attribute) and model.attr == "model" else None
    if owner is None or module.origins(model):
        return False
    return any((module.keras_path(base) or "").startswith("callbacks.") for base in owner.bases)


def _is_model(module: Module, source: ast.expr) -> bool:
    owner = module.self_class(source)
    return module.kind(source) is Kind.MODEL or (owner is not None and is_keras_class(module, owner))


def _is_compiled(module: Module, model: ast.expr) -> bool:
    """Whether ``compile`` is called with Keras' own arguments on the very object."""
    holders = [module.parent(use) for use in readings(module, model)]
    called = [one for one in holders if isinstance(one, ast.Attribute) and one.attr == "compile"]
    calls = [call for one in called if isinstance(call := module.parent(one), ast.Call) and call.func is one]
    return any(keyword.arg in ("optimizer", "loss") for call in calls for keyword in call.keywords)


def _is_own_class(module: Module, source: ast.expr) -> bool:
    return isinstance(source, ast.Call) and isinstance(module.definition(source.func), ast.ClassDef)
