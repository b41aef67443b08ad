"""``tffix check``: report findings, write nothing."""

from __future__ import annotations

from typing import Any

import click

from tffix.cli.options import CONFIG_NAMES, RunOptions, config_options, news_options, resolver, run_options
from tffix.cli.run import run


@click.command("check")
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@news_options
@config_options
@run_options
@click.pass_context
def command(ctx: click.Context, /, paths: tuple[str, ...], **options: Any) -> None:
    """Report findings in files and folders; write nothing.

    With --baseline or --diff-base only what is news is reported, and counts.

    Exit code 0: nothing found; 1: something found; 2: wrong usage or configuration, or a file that could not be read,
    parsed or checked.
    """
    config = resolver(**{name: options.pop(name) for name in CONFIG_NAMES})
    ctx.exit(run(paths, config, RunOptions(**options)))
