"""Codemods for functions that TensorFlow traces more often than once."""
