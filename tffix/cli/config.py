"""``tffix config``: what holds for a path, and from where."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from typing import Any

import click

from tffix import registry
from tffix.cli.options import CONFIG_NAMES, config_options, resolver
from tffix.cli.streams import stdout
from tffix.config.resolve import Resolver

DEFAULT = "default"


@dataclass(frozen=True)
class Held:
    """One setting: its value, and the file, ``"command line"`` or ``"default"`` it is from."""

    key: str
    value: object
    origin: str


@click.command("config")
@click.argument("path", default=".", type=click.Path(exists=True))
@click.option("--output-format", type=click.Choice(["text", "json"]), default="text", show_default=True)
@config_options
def command(path: str, output_format: str, **options: Any) -> None:
    """Show the settings that hold for a file or folder, and where each is from."""
    config = resolver(**{name: options[name] for name in CONFIG_NAMES})
    # What holds in a folder is what would hold for a file in it.
    file = os.path.join(path, "__init__.py") if os.path.isdir(path) else path
    held = settings_of(config, file)
    out = stdout("never")
    if output_format == "json":
        out.line(json.dumps({h.key: {"value": h.value, "origin": h.origin} for h in held}, indent=2))
    else:
        width = max(len(h.key) for h in held)
        for h in held:
            out.line(f"{h.key:<{width}} = {json.dumps(h.value, ensure_ascii=False)}  ({h.origin})")
    out.flush()


def settings_of(config: Resolver, path: str) -> list[Held]:
    """Every setting that holds for ``path``."""
    layer = config.layer(os.path.dirname(os.path.abspath(path)))
    layers = [part for part in (config.overrides, layer) if part is not None]
    target, _ = config.target(path)
    held = [
        Held("codemods", sorted(config.settings(path).codes), _origins(layers, "select", "ignore", "extend_select")),
        Held("unsafe-fixes", config.unsafe_fixes(layer), _origins(layers, "unsafe_fixes")),
        Held("target-keras", target.keras, target.origin),
        Held("exclude", [pattern for part in layers for pattern in part.exclude], _origins(layers, "exclude")),
    ]
    ignores = {pattern: list(codes) for part in reversed(layers) for pattern, codes in part.per_file_ignores.items()}
    held.append(Held("per-file-ignores", ignores, _origins(layers, "per_file_ignores")))
    options = config.options(layer)
    for codemod in registry.codemods():
        for name, option in codemod.options.items():
            value = options.get(codemod.name, {}).get(name, option.default)
            origin = next((part.origin for part in layers if name in part.options.get(codemod.name, {})), DEFAULT)
            held.append(Held(f"{codemod.name}.{name}", value, origin))
    return held


def _origins(layers: list[Any], *fields: str) -> str:
    """The layers that say something about any of ``fields``."""
    said = [layer.origin for layer in layers if any(getattr(layer, name) not in (None, (), {}) for name in fields)]
    return ", ".join(said) or DEFAULT
