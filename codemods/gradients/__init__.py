"""Codemods for gradients that do not arrive."""
