"""``fit`` that goes on from the weights that a callback of its own saved."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tffix.codemod import Applicability, Fix, Match
from tffix.rewriting.edits import AppendElement, Edit, SetKeyword
from tffix.semantics.model_origins import classes, origins_of
from tffix.semantics.module import Module
from tffix.semantics.names import KERAS_ROOTS
from tffix.semantics.syntax import argument, named_parameters, receiver

from ._groups import groups
from ._sites import How, Site
from ._training import leads_to

_MESSAGE = (
    "`fit` goes on from the weights alone: the optimizer and the count of epochs start anew; add the callback "
    "BackupAndRestore"
)
_OWN = "`{name}` has optimizers of its own; keep them in a tf.train.Checkpoint that is saved by a callback"
_CALLBACKS = "the callbacks are not written out at the call of `fit`; add `BackupAndRestore(folder)` to them"
_SEVERAL = "`fit` is called several times; add `BackupAndRestore` to each, with a folder of its own"
_KEPT = (
    "Keras 2 keeps the backup of a finished training; add `BackupAndRestore(folder)`, and remove the folder after `fit`"
)
_SPELLED = "`keras` has no name here; import BackupAndRestore and add it to the callbacks"


def resumed_fits(module: Module, found: list[Site]) -> Iterator[Match]:
    """The calls of ``fit`` before which the weights are loaded that one of their callbacks saves."""
    if module.calls("BackupAndRestore"):
        return
    for group in groups(found):
        saved = [site for site in group.having(How.CHECKPOINT) if site.weights and not _is_best(site)]
        for fit in module.calls("fit") if saved else []:
            model = receiver(fit)
            callbacks = argument(fit, "callbacks", 5)
            callback = next(
                (site for site in saved if callbacks is not None and _holds(module, callbacks, site.call)), None
            )
            if model is None or callback is None or callbacks is None:
                continue
            loads = [site for site in group.having(How.LOAD_WEIGHTS) if _is_before(module, site, model, fit)]
            if loads:
                yield _match(module, fit, model, callbacks, callback)


def _is_best(site: Site) -> bool:
    """Whether only the best weights are saved, for another use than to go on."""
    value = argument(site.call, "save_best_only", 3)
    return value is not None and not (isinstance(value, ast.Constant) and not value.value)


def _holds(module: Module, callbacks: ast.expr, call: ast.Call) -> bool:
    listed = module.value(callbacks)
    elements = listed.elts if isinstance(listed, (ast.List, ast.Tuple)) else [callbacks]
    return any(module.value(element) is call for element in elements)


def _is_before(module: Module, load: Site, model: ast.expr, fit: ast.Call) -> bool:
    """Whether the model of ``fit`` certainly is the one that was given the weights."""
    if load.model is None or module.tree.is_in_loop(fit) or module.function(load.call) is not module.function(fit):
        return False
    origins = origins_of(module, model)
    return (
        origins is not None
        and origins == origins_of(module, load.model)
        and leads_to(module, load.call, fit)
        and not _fits_before(module, load, model)
    )


def _fits_before(module: Module, load: Site, model: ast.expr) -> bool:
    """Whether the model was trained before the weights were loaded: then they are its own, of this very run."""
    fits = [fit for fit in module.calls("fit") if _is_of(module, fit, model)]
    return any(module.span(fit) < module.span(load.call) for fit in fits)


def _is_of(module: Module, fit: ast.Call, model: ast.expr) -> bool:
    other = receiver(fit)
    return other is not None and origins_of(module, other) == origins_of(module, model)


def _match(module: Module, fit: ast.Call, model: ast.expr, callbacks: ast.expr, callback: Site) -> Match:
    for owner in classes(module, origins_of(module, model) or frozenset()):
        if owner is not None and _has_own_optimizers(module, owner):
            return Match(fit, _MESSAGE, reason=f"{_OWN.format(name=owner.name)}")
    fits = [one for one in module.calls("fit") if _is_of(module, one, model)]
    if len(fits) > 1 or module.keras == 2:
        return Match(fit, _MESSAGE, reason=_SEVERAL if len(fits) > 1 else _KEPT)
    spelled = _spelled(module, callback.call, fit)
    if spelled is None:
        return Match(fit, _MESSAGE, reason=_SPELLED)
    folder = callback.path.folder
    name = f"{folder}/backup" if folder and "{" not in folder else "backup"
    edit = _added(module, fit, callbacks, f'{spelled}("{name}")')
    if edit is None:
        return Match(fit, _MESSAGE, reason=_CALLBACKS)
    return Match(fit, _MESSAGE, fix=Fix((edit,), applicability=Applicability.UNSAFE))


def _has_own_optimizers(module: Module, owner: ast.ClassDef) -> bool:
    """Whether ``compile`` of a class is given its optimizers by other names than that of Keras."""
    method = module.definitions.method(owner, "compile")
    return method is not None and any("opt" in one.arg and one.arg != "optimizer" for one in named_parameters(method))


def _spelled(module: Module, callback: ast.Call, fit: ast.Call) -> str | None:
    qualified = module.qualified(callback.func) or ""
    root = next((one for one in KERAS_ROOTS if qualified.startswith(one + ".")), "tensorflow.keras")
    return module.spell(f"{root}.callbacks.BackupAndRestore", at=fit)


def _added(module: Module, fit: ast.Call, callbacks: ast.expr, new: str) -> Edit | None:
    """The edit that gives ``fit`` one more callback."""
    if not any(keyword.value is callbacks for keyword in fit.keywords):
        return None
    if isinstance(callbacks, ast.Name):
        is_list = isinstance(module.value(callbacks), (ast.List, ast.Tuple))
        return SetKeyword(fit, "callbacks", f"[*{callbacks.id}, {new}]" if is_list else f"[{callbacks.id}, {new}]")
    is_list = isinstance(callbacks, ast.List) and bool(callbacks.elts)
    return AppendElement(callbacks, new) if isinstance(callbacks, ast.List) and is_list else None
