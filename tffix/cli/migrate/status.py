"""``tffix migrate status``: where the migration stands."""

from __future__ import annotations

import json

import click

from tffix.cli.migrate.shared import failures, named_root, root_option
from tffix.cli.options import color_option
from tffix.cli.run import CLEAN, FAILED, FOUND
from tffix.cli.streams import stdout
from tffix.reports.output import ColorMode


@click.command("status")
@root_option
@click.option("--output-format", type=click.Choice(["text", "json"]), default="text", show_default=True)
@color_option
@click.pass_context
def command(ctx: click.Context, /, root: str | None, output_format: str, color: ColorMode) -> None:
    """Show where the migration stands; while a run is going on, too.

    Exit code 0: all that was planned is done; 1: something is left to do, or set aside; 2: wrong usage, or files that
    failed.
    """
    from tffix.cli.migrate.lines import status_json, status_lines

    with failures():
        from tffix.migrate.ledger import State, open_ledger
        from tffix.migrate.summary import OPEN

        out = stdout(color)
        with open_ledger(named_root(root)) as ledger:
            if output_format == "json":
                out.line(json.dumps(status_json(ledger), indent=2))
            else:
                for line in status_lines(ledger, out.paint):
                    out.line(line)
            states = ledger.counts().keys()
        out.flush()
    if State.FAILED in states:
        ctx.exit(FAILED)
    ctx.exit(FOUND if states & {*OPEN, State.ASIDE} else CLEAN)
