"""Codemods about code that runs while TensorFlow traces a graph."""
