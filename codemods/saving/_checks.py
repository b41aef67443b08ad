"""What each call accepts in each format, and what must stay as it is."""

from __future__ import annotations

import ast

from tffix.semantics.failures import is_expected_to_fail
from tffix.semantics.model_origins import classes, origins_of
from tffix.semantics.module import Module
from tffix.semantics.syntax import names_in

from ._formats import HDF5, MODEL, WEIGHTS
from ._sites import How, Site, is_keras_model

_ARGUMENTS = {
    How.SAVE: ("filepath", "overwrite", "include_optimizer", "save_format", "model"),
    How.SAVE_WEIGHTS: ("filepath", "overwrite", "save_format"),
    How.LOAD: ("filepath", "compile", "custom_objects", "safe_mode"),
    How.LOAD_WEIGHTS: ("filepath", "skip_mismatch", "by_name"),
}
"""The arguments that calls have in the new formats, or that are removed for them."""


class UnfixableError(Exception):
    """The file cannot be renamed automatically; the message says why, and what to do."""


def keyword(site: Site, name: str) -> ast.expr | None:
    """The value that the call of ``site`` gives for the keyword ``name``."""
    return next((one.value for one in site.call.keywords if one.arg == name), None)


def is_refused(module: Module, site: Site) -> bool:
    """Whether Keras 3 certainly raises an error for a path that ends in a literal."""
    known = (MODEL, *HDF5)
    if module.keras != 3:
        return False
    if site.how is How.SAVE:
        return not site.path.pattern.endswith(known) or asks_for_saved_model(site)
    if site.how is How.SAVE_WEIGHTS:
        return not site.path.pattern.endswith(WEIGHTS) or keyword(site, "save_format") is not None
    if site.how is How.CHECKPOINT:
        return not site.path.pattern.endswith((WEIGHTS,) if site.weights else (MODEL, ".h5"))
    if site.how is How.LOAD:
        return not site.path.pattern.endswith(known)
    is_loaded = site.how is How.LOAD_WEIGHTS and site.model is not None and is_keras_model(module, site.model)
    return is_loaded and not site.path.pattern.endswith(known)


def asks_for_saved_model(site: Site) -> bool:
    """Whether a model is saved with ``save_format="tf"``."""
    value = keyword(site, "save_format")
    return isinstance(value, ast.Constant) and value.value == "tf"


def is_guarded(module: Module, site: Site) -> bool:
    """Whether the code is written for the error, or asks which version it runs with."""
    if is_expected_to_fail(module, site.call, "ValueError", "TypeError", "RuntimeError", "OSError", "IOError"):
        return True
    tests = [outer.test for outer in module.ancestors(site.call) if isinstance(outer, (ast.If, ast.IfExp))]
    named = [name.id for test in tests for name in names_in(test)]
    named += [node.attr for test in tests for node in ast.walk(test) if isinstance(node, ast.Attribute)]
    return any("version" in name.lower() or name in ("hasattr", "save_format") for name in named)


def may_be_unzipped(site: Site) -> bool:
    """Whether a model can be saved with ``zipped=False``: the folder that Keras 3 then writes may have any name."""
    return site.how is How.SAVE and any(one.arg in (None, "zipped") for one in site.call.keywords)


def check_arguments(site: Site) -> None:
    """Raise :class:`UnfixableError` when the call of ``site`` has arguments that the new format has not."""
    accepted = _ARGUMENTS.get(site.how)
    line = site.call.lineno
    if accepted is None:
        return
    if any(isinstance(one, ast.Starred) for one in site.call.args) or any(
        one.arg is None for one in site.call.keywords
    ):
        raise UnfixableError(f"the arguments in line {line} are not written out; check them against Keras 3")
    unknown = [one.arg for one in site.call.keywords if one.arg not in accepted]
    if unknown or len(site.call.args) > 2:
        name = f"`{unknown[0]}`" if unknown else "the third argument"
        raise UnfixableError(f"{name} in line {line} does not exist for the new format; drop it, or use `model.export`")
    by_name = keyword(site, "by_name")
    if by_name is not None and not (isinstance(by_name, ast.Constant) and not by_name.value):
        raise UnfixableError(
            f"line {line} loads by the names of the layers, which only HDF5 of Keras 2 can; give both models the same "
            "structure, or copy the weights layer by layer"
        )


def unloadable_class(module: Module, site: Site) -> ast.ClassDef | None:
    """The subclass of a Keras model that ``site`` saves and Keras 3 could not make again from the file."""
    origins = None if site.model is None else origins_of(module, site.model)
    for owner in classes(module, origins or frozenset()):
        if owner is not None and module.definitions.method(owner, "get_config") is None:
            return owner
    return None
