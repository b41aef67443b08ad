"""``tffix codemods``: the table of codemods."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

import click

from tffix import registry
from tffix.cli.options import color_option
from tffix.cli.streams import stdout
from tffix.codemod import Codemod
from tffix.reports.output import ColorMode, Paint

HEADER = ("Code", "Name", "Fix", "Contract", "Summary")


@click.command("codemods")
@click.option("--output-format", type=click.Choice(["text", "json"]), default="text", show_default=True)
@color_option
def command(output_format: str, color: ColorMode) -> None:
    """List the codemods: code, name, applicability of the fix, equivalence contract, one line."""
    out = stdout(color)
    if output_format == "json":
        out.line(json.dumps([as_json(codemod) for codemod in registry.codemods()], indent=2))
    else:
        for line in table(registry.codemods(), out.paint):
            out.line(line)
    out.flush()


def as_json(codemod: Codemod) -> dict[str, Any]:
    """What programs get to know of a codemod."""
    return {
        "code": codemod.code,
        "name": codemod.name,
        "applicability": codemod.applicability.value,
        "contract": codemod.contract.value,
        "summary": codemod.summary,
        "targets": list(codemod.targets),
        "default": codemod.default,
        "options": {
            name: {"default": option.default, "help": option.help, "choices": list(option.choices)}
            for name, option in codemod.options.items()
        },
    }


def table(codemods: Iterable[Codemod], paint: Paint) -> Iterator[str]:
    """The lines of the table, in columns."""
    rows = [
        HEADER,
        *((c.code, c.name, c.applicability.value, c.contract.value, c.summary) for c in codemods),
    ]
    widths = [max(len(row[column]) for row in rows) for column in range(len(HEADER))]
    for row in rows:
        cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=True)]
        cells = [paint(cell, "bold") for cell in cells] if row is HEADER else [paint(cells[0], "bold red"), *cells[1:]]
        yield "  ".join(cells).rstrip()
