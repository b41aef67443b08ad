"""``tffix migrate run``: carry the plan out."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tffix.cli.migrate.progress import follow
from tffix.cli.migrate.shared import Voice, Workers, failures, named_root, root_option, tree, work_options
from tffix.cli.run import CLEAN, FAILED
from tffix.cli.streams import stdout
from tffix.reports.output import ColorMode

if TYPE_CHECKING:
    from tffix.migrate.look import Item, Looking
    from tffix.migrate.writer import Writer

_ROUNDS = 3
"""How often a file that changes under our hands is looked at again; after that it is for the next run."""


@click.command("run")
@root_option
@click.option("--allow-dirty", is_flag=True, help="Change files although there is work that is not committed.")
@work_options
@click.pass_context
def command(ctx: click.Context, /, root: str | None, **options: Any) -> None:
    """Carry the plan out, file by file.

    However it is stopped, the next run goes on where it stopped. Files that are new, or have changed since they were
    planned, are planned again first. A tree with work that is not committed is refused, but for what the migration
    itself has written.

    Exit code 0: what was planned is done; 2: wrong usage, or a file that could not be read, parsed, checked or written
    (the others are done).
    """
    with failures():
        ctx.exit(_run(named_root(root), **options))


def _run(root: Path, *, allow_dirty: bool, jobs: int | None, dask: str | None, color: ColorMode) -> int:
    from tffix.migrate.migration import locked, looking
    from tffix.migrate.summary import files_text
    from tffix.migrate.writer import writer

    voice = Voice(color)
    with locked(root), writer(root) as ledger, Workers(jobs, dask) as workers:
        looks, found = looking(ledger, tree)
        expected = looks.refresh(all_again=False)
        if expected:
            voice.say(f"About to look at {files_text(len(expected))} new, or changed since the plan.")
        _look(looks, expected, workers, voice)
        if not allow_dirty:
            _refuse_dirty(ledger)
        changed = _rounds(ledger, looks, workers, voice, len(found.items))
        failed = voice.errors(ledger, found.errors)
        out = stdout(color)
        out.line(f"{files_text(changed)} changed. `tffix migrate undo` brings back those that are not changed again.")
        out.flush()
    return FAILED if failed else CLEAN


def _rounds(ledger: Writer, looks: Looking, workers: Workers, voice: Voice, total: int) -> int:
    """Make the changes; what is not what it was when it was looked at is looked at again.  How many were made."""
    from tffix.migrate.change import Changing
    from tffix.migrate.ledger import State
    from tffix.migrate.summary import files_text

    ends: Counter[State] = Counter()
    for _ in range(_ROUNDS):
        files = ledger.files(State.PLANNED)
        voice.say(f"About to change {len(files):,} of {files_text(total)} below {ledger.root}.")
        outcomes = Changing(ledger).carry_out(files)
        follow(outcomes, len(files), "Changed", voice.say, lambda outcome: ends.update([outcome.state]))
        pending = looks.pending()
        if not pending:
            break
        _look(looks, pending, workers, voice)
    return ends[State.DONE]


def _look(looks: Looking, items: list[Item], workers: Workers, voice: Voice) -> None:
    follow(looks.look(items, workers.compute), len(items), "Looked at", voice.say)


def _refuse_dirty(ledger: Writer) -> None:
    from tffix.cli import Failure
    from tffix.migrate.git import uncommitted

    found = uncommitted(ledger)
    if found:
        more = f" and {len(found) - 3:,} more" if len(found) > 3 else ""
        raise Failure(
            f"{', '.join(found[:3])}{more} {'is' if len(found) == 1 else 'are'} changed and not committed: "
            "commit or stash the work first, or give --allow-dirty"
        )
