"""``tffix migrate status``: where the migration stands."""

from __future__ import annotations

import click

from tffix.cli.migrate.shared import failures, named_root, root_option
from tffix.cli.streams import stdout


@click.command("status")
@root_option
def command(root: str | None) -> None:
    """Show where the migration stands."""
    with failures():
        from tffix.migrate.ledger import open_ledger

        out = stdout("never")
        with open_ledger(named_root(root)) as ledger:
            for state, number in ledger.counts().items():
                out.line(f"{state.value:<8} {number:,}")
        out.flush()
