"""Configuration files: finding the nearest one above a folder, reading it, and saying what is wrong in it."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Collection, Mapping
from typing import Any

from tffix import registry
from tffix.codemod import Codemod, Option
from tffix.config.errors import ConfigError
from tffix.config.layer import Layer
from tffix.config.selection import check_selectors

OWN_FILE = "tffix.toml"
PROJECT_FILE = "pyproject.toml"


def read_toml(path: str) -> dict[str, Any]:
    """The contents of a TOML file.

    Raises:
        ConfigError: it cannot be read, or is not TOML.
    """
    # Imported here: most folders have no such file.
    if sys.version_info >= (3, 11):
        import tomllib
    else:
        import tomli as tomllib
    try:
        with open(path, encoding="utf-8-sig") as file:
            document: dict[str, Any] = tomllib.loads(file.read())
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigError(f"not valid TOML: {error}", path) from error
    except OSError as error:
        raise ConfigError(error.strerror or str(error), path) from error
    return document


def table_of(path: str) -> Mapping[str, Any] | None:
    """The tffix table of a configuration file, or ``None`` when it has none."""
    document = read_toml(path)
    if os.path.basename(path) != PROJECT_FILE:
        return document
    tools = document.get("tool", {})
    if "tffix" not in tools:
        return None
    table = tools["tffix"]
    if not isinstance(table, dict):
        raise ConfigError("[tool.tffix] must be a table", path)
    return table


def config_in(folder: str, names: Collection[str] | None = None) -> str | None:
    """The configuration file in ``folder`` itself: ``tffix.toml``, else a ``pyproject.toml`` with ``[tool.tffix]``.

    ``names`` is what is known to be in the folder.
    """
    if names is not None and OWN_FILE not in names and PROJECT_FILE not in names:
        return None
    own = os.path.join(folder, OWN_FILE)
    if os.path.isfile(own):
        return own
    project = os.path.join(folder, PROJECT_FILE)
    # A pyproject.toml that never says "tffix" is none of our business, even if it is broken.
    if os.path.isfile(project) and b"tffix" in _read_bytes(project) and table_of(project) is not None:
        return project
    return None


def load(path: str) -> Layer:
    """The layer a configuration file describes.

    Raises:
        ConfigError: an unknown key or code, a wrong type or choice; the message names the nearest right word.
    """
    table = table_of(path)
    if table is None:
        raise ConfigError("has no [tool.tffix] table", path)
    return layer_from(table, origin=path, root=os.path.dirname(os.path.abspath(path)))


def layer_from(table: Mapping[str, Any], *, origin: str, root: str) -> Layer:
    """The layer that a table of settings describes; raises as :func:`load` does."""
    codemods = registry.codemods()
    by_name = {codemod.name: codemod for codemod in codemods}
    values: dict[str, Any] = {}
    options: dict[str, Mapping[str, object]] = {}
    for key, value in table.items():
        if key in by_name:
            options[key] = _options(by_name[key], value, origin)
        elif key in KEYS:
            values[key.replace("-", "_")] = KEYS[key](value, key, origin)
        else:
            raise ConfigError(_unknown("key", key, [*KEYS, *by_name]), origin)
    layer = Layer(origin=origin, root=root, options=options, **values)
    for selectors in (layer.select or (), layer.ignore, layer.extend_select, *layer.per_file_ignores.values()):
        check_selectors(selectors, codemods, origin)
    return layer


def _read_bytes(path: str) -> bytes:
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError as error:
        raise ConfigError(error.strerror or str(error), path) from error


def _unknown(kind: str, word: str, words: list[str]) -> str:
    near = registry.nearest(word, words)
    return f"unknown {kind} {word!r}; " + (f"did you mean {near!r}?" if near else f"known are {', '.join(words)}")


def _strings(value: object, key: str, origin: str) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise ConfigError(f"{key} must be a list of strings", origin)
    return tuple(value)


def _flag(value: object, key: str, origin: str) -> bool:
    if not isinstance(value, bool):
        raise ConfigError(f"{key} must be true or false", origin)
    return value


def _target(value: object, key: str, origin: str) -> str:
    if isinstance(value, bool) or str(value) not in ("2", "3", "auto"):
        raise ConfigError(f'{key} must be "2", "3" or "auto", not {value!r}', origin)
    return str(value)


def _ignores(value: object, key: str, origin: str) -> dict[str, tuple[str, ...]]:
    if not isinstance(value, dict):
        raise ConfigError(f"{key} must be a table of pattern = [codes]", origin)
    return {pattern: _strings(codes, f"{key}.{pattern!r}", origin) for pattern, codes in value.items()}


KEYS: Mapping[str, Callable[[object, str, str], object]] = {
    "select": _strings,
    "ignore": _strings,
    "extend-select": _strings,
    "unsafe-fixes": _flag,
    "target-keras": _target,
    "exclude": _strings,
    "per-file-ignores": _ignores,
}
"""Every key of the table, beside the tables of the codemods, with what reads its value."""


def _options(codemod: Codemod, table: object, origin: str) -> dict[str, object]:
    if not isinstance(table, dict):
        raise ConfigError(f"[{codemod.name}] must be a table", origin)
    for key, value in table.items():
        if key not in codemod.options:
            if not codemod.options:
                raise ConfigError(f"{codemod.name} has no options, so {key!r} is unknown", origin)
            raise ConfigError(_unknown(f"option of {codemod.name}", key, list(codemod.options)), origin)
        _check_option(codemod.options[key], value, f"{codemod.name}.{key}", origin)
    return dict(table)


def _check_option(option: Option, value: object, key: str, origin: str) -> None:
    # bool is a subclass of int, so the types are compared, not the instances.
    kinds = (int, float) if isinstance(option.default, float) else (type(option.default),)
    if type(value) not in kinds:
        raise ConfigError(f"{key} must be of type {type(option.default).__name__}, not {type(value).__name__}", origin)
    if option.choices and value not in option.choices:
        raise ConfigError(_unknown(f"value of {key}", str(value), list(option.choices)), origin)
