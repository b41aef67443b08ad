"""``tffix apply``: rewrite files."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import click
from click.core import ParameterSource

from tffix.cli.options import (
    CONFIG_NAMES,
    REVIEW_NAMES,
    SHARED_NAMES,
    RunOptions,
    config_options,
    resolver,
    review_options,
    run_options,
)
from tffix.cli.run import run

_OF_A_REVIEW = {"interactive", "paths", *SHARED_NAMES, *CONFIG_NAMES, *REVIEW_NAMES}


@click.command("apply")
@click.argument("paths", nargs=-1, metavar="PATH...")
@click.option("--dry-run", is_flag=True, help="Print the diffs to stdout; write nothing.")
@click.option("--exit-non-zero-on-fix", is_flag=True, help="Exit with 1 if something was (or would be) changed.")
@click.option(
    "-i", "--interactive", is_flag=True, help="Decide on each fix, one at a time: the same as `tffix review`."
)
@review_options
@config_options
@run_options
@click.pass_context
def command(ctx: click.Context, /, paths: tuple[str, ...], interactive: bool, **options: Any) -> None:
    """Apply the safe fixes to files and folders; with --unsafe-fixes the unsafe ones too.

    Exit code 0: what could be applied was; 1: something changed and --exit-non-zero-on-fix is given; 2: wrong usage or
    configuration, or a file that could not be read, parsed, checked or written (the others are done).

    With -i each fix is asked about first, and the exit codes are those of `tffix review`.
    """
    config = {name: options.pop(name) for name in CONFIG_NAMES}
    of_review = {name: options.pop(name) for name in REVIEW_NAMES}
    if interactive:
        from tffix.cli.review import review

        _refuse(ctx, "-i", ctx.params.keys() - _OF_A_REVIEW)
        ctx.exit(review(paths, config, **of_review, **{name: options[name] for name in SHARED_NAMES}))
    _refuse(ctx, "an apply without -i", REVIEW_NAMES)
    if not paths:
        raise click.MissingParameter(ctx=ctx, param=ctx.command.params[0])
    ctx.exit(run(paths, resolver(**config), RunOptions(fix=True, **options)))


def _refuse(ctx: click.Context, what: str, names: Iterable[str]) -> None:
    """Options that would be ignored are an error."""
    for param in ctx.command.params:
        if param.name in names and ctx.get_parameter_source(param.name) is ParameterSource.COMMANDLINE:
            raise click.UsageError(f"{param.opts[0]} has no meaning with {what}")
