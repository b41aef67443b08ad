"""With which reduction a Keras loss object is made."""

from __future__ import annotations

import ast

from tffix.semantics.syntax import argument

_POSITIONS = {
    "BinaryCrossentropy": 3,
    "BinaryFocalCrossentropy": 6,
    "CategoricalCrossentropy": 3,
    "CategoricalFocalCrossentropy": 5,
    "CategoricalGeneralizedCrossEntropy": 1,
    "Circle": 3,
    "CosineSimilarity": 1,
    "Huber": 1,
    "SparseCategoricalCrossentropy": 2,
    "Tversky": 2,
}
"""Where ``reduction`` stands among the parameters of these classes; in all others it is the first."""


def reduction_of(path: str | None, made: ast.Call) -> ast.expr | None:
    """The reduction that the call of a loss class gives by name or position; ``path`` is where Keras has the class."""
    return argument(made, "reduction", _POSITIONS.get((path or "").rpartition(".")[2], 0))
