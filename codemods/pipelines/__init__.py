"""Codemods for input pipelines made with ``tf.data``."""
