"""The formats of saved models, and the names of files that Keras 3 takes."""

from __future__ import annotations

import re

MODEL = ".keras"
WEIGHTS = ".weights.h5"
HDF5 = (".h5", ".hdf5")
_SUFFIXES = (*HDF5, ".hdf", ".ckpt", ".checkpoint", ".chkpt", ".tf", ".pb", ".model", ".weights", ".pkl")
"""What names of Keras 2 files end with; any other ending is part of the name, as in ``model_0.95``."""
_LITERAL = re.compile(r"(?s)(?P<start>[a-zA-Z]*(?:'''|\"\"\"|'|\"))(?P<text>.*)(?P<quote>'''|\"\"\"|'|\")")


def suffix(path: str) -> str:
    """The ending of a path by which Keras 2 tells formats; empty when it has none of them."""
    return next((one for one in _SUFFIXES if path.endswith(one)), "")


def renamed(text: str, new: str) -> str:
    """``text``, a path or the end of one, with the suffix ``new`` in place of the old one.

    ``model_weights.h5`` becomes ``model.weights.h5``.
    """
    stem = text.rstrip("/") or text
    stem = stem.removesuffix(suffix(stem))
    if new == WEIGHTS:
        stem = re.sub(r"(?<!/)[_.-]weights$", "", stem)
    return stem + new


def renamed_literal(source: str, new: str) -> str | None:
    """The source of a string literal, its text :func:`renamed`; ``None`` for one of several pieces or lines."""
    match = _LITERAL.fullmatch(source)
    if match is None or match["quote"] in match["text"] or "\n" in source:
        return None
    return match["start"] + renamed(match["text"], new) + match["quote"]
