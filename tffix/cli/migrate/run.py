"""``tffix migrate run``: carry the plan out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from tffix.cli.migrate.shared import compute, errors_of, failures, named_root, root_option, said, tree, work_options
from tffix.cli.progress import progress
from tffix.cli.run import CLEAN, FAILED
from tffix.cli.streams import stderr


@click.command("run")
@root_option
@work_options
@click.pass_context
def command(ctx: click.Context, /, root: str | None, **options: Any) -> None:
    """Carry the plan out; stopped in whatever way, the next run goes on where it stopped."""
    with failures():
        ctx.exit(_run(named_root(root), **options))


def _run(root: Path, *, jobs: int | None, color: Any) -> int:
    from tffix.migrate.change import Changing
    from tffix.migrate.ledger import State
    from tffix.migrate.migration import locked, looking
    from tffix.migrate.writer import writer

    with locked(root), writer(root) as ledger:
        looks, found = looking(ledger, tree)
        expected = looks.refresh(all_again=False)
        for _ in progress(looks.look(expected, compute(jobs)), len(expected)):
            pass
        files = ledger.files(State.PLANNED)
        said(f"About to change {len(files):,} of {len(found.items):,} files below {root}.")
        for _ in progress(Changing(ledger).carry_out(files), len(files)):
            pass
        failed = [(file.path, file.reason or "") for file in ledger.files(State.FAILED)]
        errors = sorted([*found.errors, *failed])
        errors_of(stderr(color), errors)
        return FAILED if errors else CLEAN
