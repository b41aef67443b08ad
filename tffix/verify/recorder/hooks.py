"""Run code the moment a module has been imported, without importing it."""

from __future__ import annotations

import importlib.abc
import importlib.machinery
import sys
from collections.abc import Callable, Mapping, Sequence
from types import ModuleType
from typing import Any

Action = Callable[[Any], None]


def install(actions: Mapping[str, Action]) -> None:
    """Call ``actions[name]`` with the module ``name`` right after its first import."""
    for name, action in actions.items():
        if name in sys.modules:
            action(sys.modules[name])
    sys.meta_path.insert(0, _Finder(actions))


class _Finder(importlib.abc.MetaPathFinder):
    """Lets the other finders find a module, and has its loader call the action at the end."""

    def __init__(self, actions: Mapping[str, Action]) -> None:
        self._actions = dict(actions)

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        action = self._actions.pop(fullname, None)
        if action is None:
            return None
        for finder in sys.meta_path:
            if finder is self:
                continue
            spec = finder.find_spec(fullname, path, target)
            if spec is not None:
                _call_after_load(spec, action)
                return spec
        return None


def _call_after_load(spec: importlib.machinery.ModuleSpec, action: Action) -> None:
    loader: Any = spec.loader
    load = getattr(loader, "exec_module", None)
    if load is None:
        return

    def exec_module(module: ModuleType) -> None:
        load(module)
        action(module)

    loader.exec_module = exec_module
