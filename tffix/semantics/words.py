"""Words for the prefilter that several codemods share: without any of them a file has nothing of the kind."""

from __future__ import annotations

TRACED = (
    ".function",
    *(".map(", ".flat_map(", ".interleave(", ".filter(", ".reduce(", ".scan("),
    *("take_while", "group_by_window", "bucket_by_sequence_length", "vectorized_map"),
    *("train_step", "test_step", "predict_step"),
)
"""Of what certainly runs in a graph, as :mod:`tffix.semantics.graph` knows it."""
TRACED_BY_KERAS = (*TRACED, "def call", "def update_state", "def result", ".compile(")
"""Of what Keras may trace as well: layers, metrics, and the losses of a compiled model."""
DATASETS = ("Dataset", "dataset", "tfds")
"""Of what makes a dataset; each source of them has one in its name."""
