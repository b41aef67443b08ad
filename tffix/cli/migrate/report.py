"""``tffix migrate report``: tell others."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tffix.cli.migrate.shared import failures, named_root, owner_of, root_option
from tffix.cli.streams import stdout

if TYPE_CHECKING:
    from tffix.migrate.report.data import Report


@click.command("report")
@root_option
@click.option(
    "--output-format",
    "form",
    type=click.Choice(["html", "markdown", "json"]),
    default="html",
    show_default=True,
    help="A page that needs nothing else, text for a merge request, or everything as data.",
)
@click.option(
    "-o", "--output", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE", help="Where (default: stdout)."
)
@click.option(
    "--codeowners",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="The file with the owners (default: where GitHub and GitLab look for it).",
)
@click.option(
    "--max-diffs",
    type=click.IntRange(min=0),
    default=500,
    show_default=True,
    metavar="N",
    help="Show at most N diffs, those with unsafe fixes first.",
)
def command(root: str | None, form: str, output: Path | None, codeowners: Path | None, max_diffs: int) -> None:
    """Tell where the migration stands: totals, owners, packages, codemods, risks, diffs, and what is left and why."""
    from tffix.cli import Failure
    from tffix.running.folder import reason

    with failures():
        written = _rendered(_report(named_root(root), codeowners, max_diffs), form)
    data = written.encode("utf-8", "surrogateescape")
    if output is None:
        out = stdout("never")
        out.write_bytes(data)
        out.flush()
        return
    try:
        output.write_bytes(data)
    except OSError as error:
        raise Failure(f"{output}: {reason(error)}") from error


def _report(root: Path, codeowners: Path | None, max_diffs: int) -> Report:
    from tffix.migrate.ledger import open_ledger
    from tffix.migrate.packages import Packages
    from tffix.migrate.report.data import collect

    owner = owner_of(root, codeowners)
    with open_ledger(root) as ledger:
        return collect(
            ledger,
            owner.of if owner else lambda _: (),
            Packages(root).of,
            owner.source if owner else None,
            most_diffs=max_diffs,
        )


def _rendered(report: Report, form: str) -> str:
    if form == "json":
        return json.dumps(report.document(), indent=2) + "\n"
    if form == "markdown":
        from tffix.migrate.report.markdown import markdown

        return markdown(report)
    from tffix.migrate.report.html import page

    return page(report)
