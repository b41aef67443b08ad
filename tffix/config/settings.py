"""What holds for one file, resolved: plain data that crosses process borders."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

Generation = Literal[2, 3]


@dataclass(frozen=True)
class Settings:
    """The resolved configuration of a file.

    ``keras`` is the Keras generation the code is for.  When ``keras_explicit`` is false it was read from the project's
    configuration or metadata (or is the current release's), and what the source itself says (``TF_USE_LEGACY_KERAS``,
    ``tf_keras``) goes first.  ``options`` maps a codemod's name to its settings.
    """

    codes: frozenset[str]
    unsafe_fixes: bool = False
    keras: Generation = 3
    keras_explicit: bool = False
    options: Mapping[str, Mapping[str, object]] = field(default_factory=dict)
