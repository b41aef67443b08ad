"""The Keras generation a project is for, read from the project's own metadata.

The nearest folder upward (to the root of the repository) whose metadata names TensorFlow or Keras decides.  In it the
declarations (pyproject.toml, setup.cfg, setup.py, Pipfile, requirements, environment.yml) go before the lock files,
and the first file that settles the question settles it:

1. ``keras`` held below 3 is generation 2; ``keras`` at 3 or later is generation 3;
2. a dependency on ``tf-keras`` (the last Keras 2, under its own name) is generation 2;
3. TensorFlow held below 2.16 is generation 2; TensorFlow at 2.16 or later is generation 3 (2.16 is the first release
   whose ``tf.keras`` is Keras 3: https://github.com/tensorflow/tensorflow/releases/tag/v2.16.1).

Where nothing settles it, the current release counts: generation 3.
"""

from __future__ import annotations

import functools
import os
from collections.abc import Collection
from typing import TYPE_CHECKING, NamedTuple

from tffix.config.settings import Generation

if TYPE_CHECKING:
    from tffix.config.requirements import Requirement

CURRENT: Generation = 3
FIRST_WITH_KERAS_3 = (2, 16)
TENSORFLOW = frozenset(
    {"tensorflow", "tensorflow-cpu", "tensorflow-gpu", "tensorflow-macos", "tensorflow-intel", "tensorflow-rocm"}
)
_METADATA = frozenset(
    {
        *("pyproject.toml", "setup.cfg", "setup.py", "Pipfile", "environment.yml", "environment.yaml"),
        *("uv.lock", "poetry.lock", "pdm.lock", ".git"),
    }
)
"""What can state requirements, beside names that begin with "requirements", and what ends the search for them."""


class Target(NamedTuple):
    """A Keras generation and the file that says so (or why none does)."""

    keras: Generation
    origin: str


UNKNOWN = Target(CURRENT, "current release")


def detect(folder: str, silent: Collection[str] = ()) -> Target:
    """The target of the files in ``folder``, an absolute path.  A folder is looked at once, those ``silent`` never."""
    current, parent = folder, os.path.dirname(folder)
    while True:
        found, at_root = (None, False) if current in silent else _in_folder(current)
        if found is not None:
            return found
        if at_root or parent == current:
            return UNKNOWN
        current, parent = parent, os.path.dirname(parent)


def generation(requirements: tuple[Requirement, ...]) -> Generation | None:
    """The generation that ``requirements`` settle on, by the rule of this module."""
    keras = [r for r in requirements if r.name == "keras"]
    if any(r.below((3,)) for r in keras):
        return 2
    if any(r.from_(3) for r in keras):
        return 3
    if any(r.name == "tf-keras" for r in requirements):
        return 2
    tensorflow = [r for r in requirements if r.name in TENSORFLOW]
    if any(r.below(FIRST_WITH_KERAS_3) for r in tensorflow):
        return 2
    if any(r.from_(*FIRST_WITH_KERAS_3) for r in tensorflow):
        return 3
    return None


def states_nothing(names: Collection[str]) -> bool:
    """Whether a folder with these names in it says nothing of requirements, and is not the root of a repository."""
    return _METADATA.isdisjoint(names) and not any(name.startswith("requirements") for name in names)


@functools.cache
def _in_folder(folder: str) -> tuple[Target | None, bool]:
    """What the metadata in ``folder`` itself says, and whether it is the root of a repository."""
    try:
        names = os.listdir(folder)
    except OSError:
        names = []
    at_root = ".git" in names
    if states_nothing(names):
        return None, False
    from tffix.config.requirements import LOCK_FILES, declared, locked  # here: most folders state nothing

    named: str | None = None
    for path, requirements in (*declared(folder), *locked(folder)):
        relevant = tuple(r for r in requirements if r.name in TENSORFLOW or r.name in ("keras", "tf-keras"))
        settled = generation(relevant)
        if settled is not None:
            return Target(settled, path), at_root
        # A lock file may belong to a folder above the one that declares: it only speaks where it settles.
        if relevant and os.path.basename(path) not in LOCK_FILES:
            named = named or path
    return (Target(CURRENT, f"current release ({named} sets no limit)") if named else None), at_root
