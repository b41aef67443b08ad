"""Imports what every worker needs, in the process that workers are split off from."""

from __future__ import annotations

import importlib

import tffix.engine.files  # noqa: F401 - for the sake of the import
from tffix import registry
from tffix.index import LazyFind

for codemod in registry.codemods():
    if isinstance(codemod.find, LazyFind):
        importlib.import_module(codemod.find.name)
