"""What holds for each file: the configuration file nearest above it, with the command line on top."""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping

from tffix import registry
from tffix.config import files
from tffix.config.layer import Layer
from tffix.config.patterns import patterns
from tffix.config.selection import check_selectors, matching, select
from tffix.config.settings import Generation, Settings
from tffix.config.target import UNKNOWN, Target, detect, states_nothing


class Resolver:
    """Answers what holds for a path.  Folders are looked at once.

    Args:
        overrides: what the command line (or the caller) says; it goes before any file.
        config_file: the one configuration file to use, instead of the nearest above each path.
        discover: whether files above a path (configuration, the project's metadata) count at all.
    """

    def __init__(self, overrides: Layer, config_file: str | None = None, *, discover: bool = True) -> None:
        selectors = (*(overrides.select or ()), *overrides.ignore, *overrides.extend_select)
        check_selectors(selectors, registry.codemods(), overrides.origin)
        self.overrides = overrides
        self._discover = discover
        self._fixed = files.load(config_file) if config_file else None
        self._layers: dict[str, Layer | None] = {}
        self._silent: set[str] = set()
        self._codes: dict[str | None, frozenset[str]] = {}
        self._settings: dict[tuple[str | None, frozenset[str], Generation, bool], Settings] = {}
        self._by_folder: dict[str, Settings] = {}

    def settings(self, path: str) -> Settings:
        """What holds for the file ``path``.

        Raises:
            ConfigError: the configuration file above it cannot be used.
        """
        folder = os.path.dirname(path)
        if folder in self._by_folder:
            return self._by_folder[folder]
        layer = self.layer(os.path.dirname(os.path.abspath(path)))
        settings = self._resolved(layer, path)
        if not any(part.per_file_ignores for part in (layer, self.overrides) if part is not None):
            self._by_folder[folder] = settings
        return settings

    def _resolved(self, layer: Layer | None, path: str) -> Settings:
        codes = self.codes(layer) - self._ignored(layer, path)
        target, explicit = self.target(path)
        key = (layer.origin if layer else None, codes, target.keras, explicit)
        if key not in self._settings:
            self._settings[key] = Settings(
                codes=codes,
                unsafe_fixes=self.unsafe_fixes(layer),
                keras=target.keras,
                keras_explicit=explicit,
                options=self.options(layer),
            )
        return self._settings[key]

    def layer(self, folder: str, names: Collection[str] | None = None) -> Layer | None:
        """The layer of the configuration file that holds in ``folder``, an absolute path; ``None`` if there is none.

        ``names`` is what is known to be in the folder, which need not be looked at again then.
        """
        if names is not None and states_nothing(names):
            self._silent.add(folder)
        if self._fixed is not None or not self._discover:
            return self._fixed
        passed = []
        while folder not in self._layers:
            passed.append(folder)
            path = files.config_in(folder, names)
            names = None
            parent = os.path.dirname(folder)
            if path is not None or parent == folder:
                self._layers[folder] = files.load(path) if path is not None else None
            else:
                folder = parent
        found = self._layers[folder]
        self._layers.update(dict.fromkeys(passed, found))
        return found

    def target(self, path: str) -> tuple[Target, bool]:
        """The Keras generation for ``path``, and whether it holds whatever the source says.

        It does when it was named for this run.  A configuration file speaks for the project: a source that asks for
        another generation goes first, as it does before what is detected.
        """
        folder = os.path.dirname(os.path.abspath(path))
        for layer in (self.overrides, self.layer(folder)):
            if layer is not None and layer.target_keras is not None:
                if layer.target_keras == "auto":
                    break
                return Target(3 if layer.target_keras == "3" else 2, layer.origin), layer is self.overrides
        detected = detect(folder, self._silent) if self._discover else UNKNOWN
        return Target(detected.keras, f"auto: {detected.origin}"), False

    def codes(self, layer: Layer | None) -> frozenset[str]:
        """The codemods that run where ``layer`` holds."""
        key = layer.origin if layer else None
        if key not in self._codes:
            layers = [part for part in (layer, self.overrides) if part is not None]
            self._codes[key] = select(layers, registry.codemods())
        return self._codes[key]

    def unsafe_fixes(self, layer: Layer | None) -> bool:
        """Whether unsafe fixes are applied where ``layer`` holds."""
        if self.overrides.unsafe_fixes is not None:
            return self.overrides.unsafe_fixes
        return bool(layer and layer.unsafe_fixes)

    def options(self, layer: Layer | None) -> Mapping[str, Mapping[str, object]]:
        """The options of codemods that were set where ``layer`` holds; the others have their defaults."""
        merged = {name: dict(table) for name, table in (layer.options if layer else {}).items()}
        for name, table in self.overrides.options.items():
            merged.setdefault(name, {}).update(table)
        return merged

    def _ignored(self, layer: Layer | None, path: str) -> frozenset[str]:
        """The codes that ``per-file-ignores`` switches off for ``path``."""
        codes: frozenset[str] = frozenset()
        for part in (layer, self.overrides):
            if part is None or not part.per_file_ignores:
                continue
            for pattern, selectors in part.per_file_ignores.items():
                if patterns((pattern,), part.root).match(os.path.abspath(path)):
                    codes = codes.union(*(matching(selector, registry.codemods()) for selector in selectors))
        return codes
