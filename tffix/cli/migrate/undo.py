"""``tffix migrate undo``: restore what was changed."""

from __future__ import annotations

from pathlib import Path

import click

from tffix.cli.migrate.progress import follow
from tffix.cli.migrate.shared import Voice, failures, named_root, root_option
from tffix.cli.options import color_option
from tffix.cli.run import CLEAN, FOUND
from tffix.cli.streams import stdout
from tffix.reports.output import ColorMode


@click.command("undo")
@root_option
@color_option
@click.pass_context
def command(ctx: click.Context, /, root: str | None, color: ColorMode) -> None:
    """Restore every file that has not been changed since.

    What was undone is not changed by another run, but by another plan.

    Exit code 0: every file is restored; 1: some are left, with the reason; 2: wrong usage, or a full disk.
    """
    with failures():
        ctx.exit(_undo(named_root(root), color))


def _undo(root: Path, color: ColorMode) -> int:
    from tffix.migrate.change import Changing
    from tffix.migrate.ledger import State
    from tffix.migrate.migration import locked
    from tffix.migrate.summary import files_text
    from tffix.migrate.writer import Outcome, writer

    voice = Voice(color)
    with locked(root), writer(root) as ledger:
        changing = Changing(ledger)
        changing.recover()
        files = ledger.files(State.DONE)
        voice.say(f"About to restore {files_text(len(files))} below {root}.")
        left: list[Outcome] = []

        def note(outcome: Outcome) -> None:
            if outcome.state is not State.UNDONE:
                voice.error(outcome.file.path, outcome.reason or "is left as it is")
                left.append(outcome)

        follow(changing.take_back(files), len(files), "Restored", voice.say, note)
    out = stdout(color)
    out.line(f"{files_text(len(files) - len(left))} restored, {len(left):,} left as they are.")
    out.flush()
    return FOUND if left else CLEAN
