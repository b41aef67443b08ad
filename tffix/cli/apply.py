"""``tffix apply``: rewrite files."""

from __future__ import annotations

from typing import Any

import click

from tffix.cli.options import CONFIG_NAMES, RunOptions, config_options, resolver, run_options
from tffix.cli.run import run


@click.command("apply")
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option("--dry-run", is_flag=True, help="Print the diffs to stdout; write nothing.")
@click.option("--exit-non-zero-on-fix", is_flag=True, help="Exit with 1 if something was (or would be) changed.")
@config_options
@run_options
@click.pass_context
def command(ctx: click.Context, /, paths: tuple[str, ...], **options: Any) -> None:
    """Apply the safe fixes to files and folders; with --unsafe-fixes the unsafe ones too.

    Exit code 0: what could be applied was; 1: something changed and --exit-non-zero-on-fix is given; 2: wrong usage or
    configuration, or a file that could not be read, parsed, checked or written (the others are done).
    """
    config = resolver(**{name: options.pop(name) for name in CONFIG_NAMES})
    ctx.exit(run(paths, config, RunOptions(fix=True, **options)))
