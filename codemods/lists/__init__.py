"""Codemods about Python lists that are filled with tensors."""
