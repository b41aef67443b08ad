"""``tffix migrate plan``: what would change."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import click

from tffix.cli.migrate.progress import follow
from tffix.cli.migrate.shared import Voice, Workers, failures, owner_of, tree, work_options
from tffix.cli.options import CONFIG_NAMES, config_options
from tffix.cli.run import CLEAN, FAILED
from tffix.cli.streams import stdout
from tffix.reports.output import ColorMode


@click.command("plan")
@click.argument("root", type=click.Path(exists=True, file_okay=False))
@config_options
@click.option("--restart", is_flag=True, help="Drop the plan that is there; what it changed stays.")
@work_options
@click.pass_context
def command(ctx: click.Context, /, root: str, **options: Any) -> None:
    """Look at every file below ROOT, and plan what would change; no source file is written.

    Planned again, only what is new or has changed since is looked at, and what was undone or set aside. Patterns of
    --exclude are relative to ROOT. Repositories inside of ROOT, such as submodules, are left out.

    Exit code 0: planned; 2: wrong usage or configuration, or a file that could not be read, parsed or checked (the
    others are planned).
    """
    config = {name: options.pop(name) for name in CONFIG_NAMES}
    if config["config_file"]:
        config["config_file"] = os.path.abspath(config["config_file"])
    with failures():
        ctx.exit(_plan(Path(os.path.realpath(root)), config, **options))


def _plan(
    root: Path, config: dict[str, Any], *, restart: bool, jobs: int | None, dask: str | None, color: ColorMode
) -> int:
    from tffix.cli.migrate.lines import plan_lines
    from tffix.migrate.migration import begun, locked, looking
    from tffix.migrate.summary import files_text

    voice = Voice(color)
    with locked(root), begun(root, config, restart=restart) as ledger, Workers(jobs, dask) as workers:
        looks, found = looking(ledger, tree)
        voice.left_out(found)
        expected = looks.refresh(all_again=True)
        voice.say(f"{files_text(len(found.items))} below {root}: about to look at {len(expected):,} of them.")
        follow(looks.look(expected, workers.compute), len(expected), "Looked at", voice.say)
        failed = voice.errors(ledger, found.errors)
        out = stdout(color)
        owner = owner_of(root)
        for line in plan_lines(ledger, owner.label if owner else None, out.paint):
            out.line(line)
        out.flush()
    return FAILED if failed else CLEAN
