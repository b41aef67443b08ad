"""``tffix migrate undo``: restore what was changed."""

from __future__ import annotations

import click

from tffix.cli.migrate.shared import errors_of, failures, named_root, root_option
from tffix.cli.progress import progress
from tffix.cli.run import CLEAN, FOUND
from tffix.cli.streams import stderr


@click.command("undo")
@root_option
@click.pass_context
def command(ctx: click.Context, /, root: str | None) -> None:
    """Restore every file that has not been changed since."""
    from tffix.migrate.change import Changing
    from tffix.migrate.ledger import State
    from tffix.migrate.migration import locked
    from tffix.migrate.writer import writer

    with failures():
        folder = named_root(root)
        with locked(folder), writer(folder) as ledger:
            changing = Changing(ledger)
            changing.recover()
            files = ledger.files(State.DONE)
            left = [
                (outcome.file.path, outcome.reason or "")
                for outcome in progress(changing.take_back(files), len(files))
                if outcome.state is not State.UNDONE
            ]
            errors_of(stderr("auto"), left)
            ctx.exit(FOUND if left else CLEAN)
