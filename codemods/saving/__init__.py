"""Codemods for saving and loading: models, weights, checkpoints."""
