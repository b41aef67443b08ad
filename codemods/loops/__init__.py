"""Codemods about loops over datasets."""
