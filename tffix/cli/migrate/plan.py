"""``tffix migrate plan``: what would change."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import click

from tffix.cli.migrate.shared import compute, errors_of, failures, said, tree, work_options
from tffix.cli.options import CONFIG_NAMES, config_options
from tffix.cli.progress import progress
from tffix.cli.run import CLEAN, FAILED
from tffix.cli.streams import stderr


@click.command("plan")
@click.argument("root", type=click.Path(exists=True, file_okay=False))
@config_options
@click.option("--restart", is_flag=True, help="Drop the plan that is there; what it changed stays.")
@work_options
@click.pass_context
def command(ctx: click.Context, /, root: str, **options: Any) -> None:
    """Look at every file below ROOT, and plan what would change; no source file is written.

    Exit code 0: planned; 2: wrong usage or configuration, or a file that could not be read, parsed or checked (the
    others are planned).
    """
    config = {name: options.pop(name) for name in CONFIG_NAMES}
    with failures():
        ctx.exit(_plan(Path(os.path.realpath(root)), config, **options))


def _plan(root: Path, config: dict[str, Any], *, restart: bool, jobs: int | None, color: Any) -> int:
    from tffix.migrate.ledger import State
    from tffix.migrate.migration import begun, locked, looking

    with locked(root), begun(root, config, restart=restart) as ledger:
        looks, found = looking(ledger, tree)
        expected = looks.refresh(all_again=True)
        said(f"{len(found.items):,} files below {root}: {len(expected):,} to look at.")
        for _ in progress(looks.look(expected, compute(jobs)), len(expected)):
            pass
        failed = [(file.path, file.reason or "") for file in ledger.files(State.FAILED)]
        errors = sorted([*found.errors, *failed])
        errors_of(stderr(color), errors)
        said(f"{len(ledger.files(State.PLANNED)):,} files would change.")
        return FAILED if errors else CLEAN
