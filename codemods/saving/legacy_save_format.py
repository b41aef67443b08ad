"""Models and weights saved in a format, or under a name, that Keras 3 refuses or reads no longer.

## What it does
Gives files the name of the format they should have, wherever one source file saves and loads them:

| what is saved | Keras 3 | Keras 2 |
|---|---|---|
| whole model: `save`, `save_model`, `ModelCheckpoint` | `.keras` | `.keras` for `.h5` |
| weights: `save_weights`, `ModelCheckpoint(save_weights_only=True)` | `.weights.h5` | left alone |
| SavedModel that TFLite or `tf.saved_model.load` reads, `save_format="tf"` | `model.export(path)` | left alone |

The calls that load the same file change with it: `load_model`, `load_weights`, `os.path.exists`, and what is printed.
Names are followed through assignments, `os.path.join`, `pathlib`, f-strings, `%` and `format`; what belongs to a family
such as `epoch_{epoch}.h5` goes with it. Where the old format created the folder and the new one does not,
`os.makedirs` is added.

## Why is this bad?
Measured with Keras 3.15:

| call | what happens |
|---|---|
| `model.save("name")`, `.tf`, `.ckpt`, any other ending | `ValueError: Invalid filepath extension for saving` |
| `model.save(..., save_format="tf")` | `ValueError` |
| `model.save("m.h5")` | works; `load_model` fails where a loss or metric is named `"mse"` or `"mae"` |
| `fit` of a model that `load_model` got from `.h5` | `ValueError: Unknown variable`, from its optimizer |
| `save_weights("w.h5")`, `.ckpt`, no ending | ``ValueError: The filename must end in `.weights.h5` `` |
| `save_weights(..., save_format=...)` | `TypeError` |
| `ModelCheckpoint` with other names than `.keras`, `.h5`; with `save_weights_only` than `.weights.h5` | `ValueError` |
| `load_model` of a SavedModel, `load_weights` of a TensorFlow checkpoint | `ValueError: File format not supported` |

The error often comes after hours of training, in the last line of the script. In Keras 2 all of this works, and HDF5 of
whole models is called legacy by its own warning; it cannot hold subclassed models.

## When the fix is safe
Never: apply it with `--unsafe-fixes` and read the diff. Files on disk keep their names, and other programs that read
them (a service, a notebook, a converter) must be told the new ones. The training itself stays the same to the last bit.

## When there is no fix
- The name is used by other code of the file as well (`shutil.copy`, `h5py.File`, `glob("*.h5")`).
- `tf.train.latest_checkpoint` looks for the weights: it knows TensorFlow checkpoints only.
- `load_weights(by_name=True)`, `options=`, `signatures=`: the new formats do not have them.
- A subclassed model is loaded whole, but its class has no `get_config`: Keras 3 cannot make it again.
- The name ends in a value that the file does not show.
- A model or weights are only loaded here, or before they are saved: they must be converted once, with Keras 2.

## What is left alone
- `.h5` that works where the rename is not certain, and all formats of weights in Keras 2.
- Objects that are not certainly Keras models; `np.save`, images, `tf.saved_model.save`, checkpoints of `tf.train`.
- Code that expects the error (`try`), or asks for the version first.

## References
- https://keras.io/guides/migrating_to_keras_3/
- https://keras.io/guides/serialization_and_saving/
- https://keras.io/api/models/model_saving_apis/model_saving_and_loading/
- https://keras.io/api/callbacks/model_checkpoint/

Measured with TensorFlow 2.21, Keras 3.15 and tf_keras 2.21.
"""

from __future__ import annotations

from collections.abc import Iterator

from tffix.codemod import Applicability, Codemod, Contract, Fix, Match, Options
from tffix.semantics.module import Module

from ._checks import UnfixableError, asks_for_saved_model, is_guarded, is_refused, keyword, may_be_unzipped
from ._formats import HDF5, MODEL, WEIGHTS, suffix
from ._groups import Group, groups, other_use
from ._renames import Rename
from ._sites import WRITES, How, Site, sites

_CONVERT = "the file needs to be converted once; load it with Keras 2 (`TF_USE_LEGACY_KERAS=1`) and save it as `{new}`"
_UNNAMED = "the file's name is not written out here; make it end in `{new}`, and drop `save_format`"
_ERRORS = {
    How.SAVE: "Keras 3 refuses to save a model as `{path}`",
    How.SAVE_WEIGHTS: "Keras 3 refuses to save weights as `{path}`",
    How.CHECKPOINT: "ModelCheckpoint of Keras 3 refuses the name `{path}`",
    How.LOAD: "Keras 3 cannot load the model `{path}`",
    How.LOAD_WEIGHTS: "Keras 3 cannot load weights from `{path}`",
}


def find(module: Module, _options: Options) -> Iterator[Match]:
    found = sites(module)
    for group in groups(found):
        match = _match(module, group, found)
        if match is not None:
            yield match
    yield from _unnamed(module, found)


def _match(module: Module, group: Group, found: list[Site]) -> Match | None:
    refused = [site for site in group.sites if is_refused(module, site)]
    legacy = [site for site in group.writers if not site.weights and suffix(site.path.pattern) in HDF5]
    written = [site for site in refused if site in group.writers]
    first = next(iter([*written, *legacy, *refused]), None)
    if first is None or any(is_guarded(module, site) or may_be_unzipped(site) for site in group.sites):
        return None
    if not group.writers:
        return Match(first.call, _message(module, first, is_refused=True), reason=_loading(module, group, found))
    if module.keras == 2 and not _is_renamed_in_keras2(module, group):
        return None
    rename = Rename(module, group, found)
    message = _message(module, first, is_refused=bool(refused))
    try:
        fix = Fix(rename.edits(), rename.imports, Applicability.UNSAFE)
    except UnfixableError as error:
        return Match(first.call, message, reason=str(error)) if refused else None
    return Match(first.call, f"{message}; {rename.advice}", fix=fix)


def _loading(module: Module, group: Group, found: list[Site]) -> str:
    """Why a file that is only loaded cannot be renamed."""
    new = WEIGHTS if group.sites[0].weights else MODEL
    use = other_use(module, group, found)
    unknown = [site.call for site in found if site.how in WRITES and site.path.leaf is None]
    saved = use or next(iter(unknown), None)
    if saved is not None:
        return f"line {getattr(saved, 'lineno', 0)} may save it; let its name end in `{new}` there and here"
    return _CONVERT.format(new=new)


def _message(module: Module, site: Site, *, is_refused: bool) -> str:
    path = site.path.pattern.replace("\n", " ")
    if is_refused:
        return _ERRORS[site.how].format(path=path)
    if module.keras == 2:
        return f"`{path}` is saved as HDF5, the legacy format of whole models"
    return f"`{path}` is saved as HDF5: Keras 3 fails to load it where a loss is named like `mse`, and to train it on"


def _is_renamed_in_keras2(module: Module, group: Group) -> bool:
    """Whether the new format of Keras 2 takes what HDF5 took: it has no ``include_optimizer`` and no lambda layers."""
    given = any(
        keyword(site, name) is not None for site in group.sites for name in ("include_optimizer", "save_format")
    )
    return not given and not module.calls("Lambda")


def _unnamed(module: Module, found: list[Site]) -> Iterator[Match]:
    """Calls that fail by their arguments, whatever the name of the file is."""
    for site in found:
        if module.keras != 3 or site.path.leaf is not None or is_guarded(module, site):
            continue
        if site.how is How.SAVE_WEIGHTS and keyword(site, "save_format") is not None:
            message = "`save_weights` of Keras 3 has no argument `save_format`"
            yield Match(site.call, message, reason=_UNNAMED.format(new=WEIGHTS))
        elif site.how is How.SAVE and asks_for_saved_model(site):
            message = 'Keras 3 refuses to save a model with `save_format="tf"`'
            reason = f"use `model.export(...)` for serving and TFLite; to load it again, a name that ends in `{MODEL}`"
            yield Match(site.call, message, reason=reason)


CODEMOD = Codemod(
    code="TF602",
    name="legacy-save-format",
    summary="model or weights saved in a format that Keras 3 refuses or reads no longer",
    applicability=Applicability.UNSAFE,
    contract=Contract.REPAIR,
    words=((".save(", "save_weights", "save_model", "ModelCheckpoint", "load_model", "load_weights"),),
    find=find,
    example="model-saved-and-loaded-as-hdf5",
)
