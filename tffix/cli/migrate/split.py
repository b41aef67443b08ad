"""``tffix migrate split``: patches or branches."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tffix.cli.migrate.shared import failures, named_root, resolver_of, root_option
from tffix.cli.options import color_option
from tffix.cli.run import CLEAN, FOUND
from tffix.cli.streams import stderr, stdout
from tffix.reports.output import Stream

if TYPE_CHECKING:
    from tffix.migrate.parts import Part
    from tffix.migrate.split import Gate, Made
    from tffix.migrate.worktree import Worktree
    from tffix.migrate.writer import Writer

_SECONDS = click.FloatRange(min=0, min_open=True)


@click.command("split")
@root_option
@click.option(
    "--by",
    type=click.Choice(["owner", "package", "codemod", "size"]),
    required=True,
    help="What goes together: owners as in CODEOWNERS, packages, codemods, or just so many files or lines.",
)
@click.option("--max-files", type=click.IntRange(min=1), metavar="N", help="At most N files a part.")
@click.option("--max-lines", type=click.IntRange(min=1), metavar="N", help="At most N lines added and removed a part.")
@click.option(
    "--as",
    "form",
    type=click.Choice(["patches", "branches"]),
    default="patches",
    show_default=True,
    help="Patch files, or branches with one commit each; the checkout is not touched.",
)
@click.option("-o", "--output", metavar="FOLDER", help="Where patches, messages and logs go (default: .tffix/parts).")
@click.option("--prefix", default="tffix/", show_default=True, help="The beginning of the names of branches.")
@click.option("--base", default="HEAD", show_default=True, metavar="REV", help="Where branches begin and tests run.")
@click.option("--force", is_flag=True, help="Move branches that exist already.")
@click.option(
    "--codeowners",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="The file with the owners (default: where GitHub and GitLab look for it).",
)
@click.option("--verify", is_flag=True, help="Train what can be run before and after, and compare: see `tffix verify`.")
@click.option("--steps", type=click.IntRange(min=1), metavar="N", help="With --verify: stop after N optimizer steps.")
@click.option(
    "--test-command",
    metavar="COMMAND",
    help="Run this before and after each part, for example 'pytest -q {package}'; {files} and {part} are known too.",
)
@click.option(
    "--timeout",
    type=_SECONDS,
    default=600.0,
    show_default=True,
    metavar="SECONDS",
    help="The longest that a run may take.",
)
@click.option("--dry-run", is_flag=True, help="List the parts; make nothing.")
@color_option
@click.pass_context
def command(ctx: click.Context, /, root: str | None, color: Any, **options: Any) -> None:
    """Make patches or branches of what is planned, in parts that apply on their own and in any order.

    Each part has a message: what, why, the risk, how it was verified, how to revert, and what is left for people. With
    --verify and --test-command parts that fail are set aside, with the log.

    Exit code 0: all parts are made; 1: some were set aside, or files were left out; 2: wrong usage, or git refuses.
    """
    if options["by"] == "size" and options["max_files"] is None and options["max_lines"] is None:
        raise click.UsageError("--by size needs --max-files or --max-lines")
    with failures(), _refusals():
        ctx.exit(_split(named_root(root), stdout(color), **options))


@contextmanager
def _refusals() -> Iterator[None]:
    from tffix.cli import Failure
    from tffix.git import GitError
    from tffix.migrate.split import OutputError

    try:
        yield
    except (GitError, OutputError, OSError) as error:
        raise Failure(str(error)) from error


def _split(root: Path, out: Stream, *, dry_run: bool, **options: Any) -> int:
    from tffix.migrate.message import shown
    from tffix.migrate.migration import locked
    from tffix.migrate.writer import writer

    with locked(root), writer(root) as ledger, ExitStack() as stack:
        top = _top(root)
        worktree = _worktree(root, top, options, stack) if not dry_run else None
        parts, left_out = _parts(ledger, top or root, worktree, options)
        for path, reason in left_out:
            stderr("auto").line(f"left out: {shown(f'{path}: {reason}')}")
        if dry_run:
            for part in parts:
                out.line(_part_line(part))
            made: list[Made] = []
        else:
            made = _make(ledger, parts, left_out, top or root, worktree, options, out)
        if not parts:
            out.line("Nothing is planned that is not carried out: there are no parts.")
        out.flush()
        return FOUND if left_out or any(one.aside for one in made) else CLEAN


def _top(root: Path) -> Path | None:
    from tffix.git import top_of

    found = top_of(str(root))
    return None if found is None else Path(found)


def _worktree(root: Path, top: Path | None, options: dict[str, Any], stack: ExitStack) -> Worktree | None:
    if options["form"] != "branches" and options["test_command"] is None:
        return None
    from tffix.git import GitError
    from tffix.migrate.worktree import Worktree

    if top is None:
        raise GitError(f"{root} is in no git repository: branches and --test-command need one")
    return stack.enter_context(Worktree(top, root, options["base"]))


def _parts(
    ledger: Writer, top: Path, worktree: Worktree | None, options: dict[str, Any]
) -> tuple[list[Part], list[tuple[str, str]]]:
    from tffix.migrate import owners, planned
    from tffix.migrate.ledger import State
    from tffix.migrate.packages import Packages
    from tffix.migrate.parts import Grouping, Limits
    from tffix.migrate.split import unchanged

    root = ledger.root
    changes, left_out = unchanged(planned.changes(ledger, State.PLANNED), planned.as_planned(root), planned.CHANGED)
    if worktree is not None:
        changes, others = unchanged(changes, worktree.holds, f"is not in {options['base']} as it is here")
        left_out += others
    inside = root.relative_to(top).as_posix()
    grouping = Grouping(
        options["by"],
        owners.find(top, options["codeowners"]),
        Packages(root),
        "" if inside == "." else f"{inside}/",
        _fix_only(ledger),
    )
    others_left = planned.left(ledger, State.CLEAN, State.DONE)
    return grouping.parts(changes, others_left, Limits(options["max_files"], options["max_lines"])), left_out


def _fix_only(ledger: Writer) -> Callable[[str, bytes, frozenset[str]], Any]:
    from dataclasses import replace

    from tffix.engine import fix_file

    resolver = resolver_of(ledger.root, ledger.meta("config"))

    def fix(path: str, data: bytes, codes: frozenset[str]) -> Any:
        place = str(ledger.root / path)
        return fix_file(data, place, replace(resolver.settings(place), codes=codes))

    return fix


def _make(
    ledger: Writer,
    parts: list[Part],
    left_out: list[tuple[str, str]],
    top: Path,
    worktree: Worktree | None,
    options: dict[str, Any],
    out: Stream,
) -> list[Made]:
    from tffix.migrate import split
    from tffix.migrate.ledger import State
    from tffix.migrate.writer import Outcome
    from tffix.running.folder import FOLDER

    folder = Path(os.path.abspath(options["output"])) if options["output"] else ledger.root / FOLDER / "parts"
    gates = _gates(ledger.root, worktree, options)
    splitter = split.Splitter(folder, top, ledger.root, options["form"], gates, worktree, options["prefix"])
    if worktree is not None and options["form"] == "branches" and not options["force"]:
        taken = worktree.branches(map(splitter.branch, parts))
        if taken:
            raise split.OutputError(f"the branch {taken[0]} exists already: --force moves it")
    split.cleared(folder)
    made = []
    for one in splitter.make(parts):
        made.append(one)
        out.line(_part_line(one.part))
        out.line(f"    {_where(one)}")
        out.flush()
        if one.aside:
            files = filter(None, (ledger.file(change.path) for change in one.part.changes))
            ledger.settle([Outcome(file, State.ASIDE, one.proof.failed) for file in files])
    how = {"by": options["by"], "as": options["form"], "base": worktree.base if worktree else None}
    found = split.document(made, left_out, how)
    split.store(folder, found)
    ledger.keep({"split": found})
    number = f"{len(made)} {'part' if len(made) == 1 else 'parts'}"
    out.line(f"{number}, of which {sum(one.aside for one in made)} set aside: {folder}")
    return made


def _gates(root: Path, worktree: Worktree | None, options: dict[str, Any]) -> list[Gate]:
    from tffix.migrate.gates import Tests, Training
    from tffix.verify import versions
    from tffix.verify.runs import Options

    gates: list[Gate] = []
    if options["test_command"] is not None and worktree is not None:
        gates.append(Tests(options["test_command"], worktree, options["timeout"]))
    if options["verify"]:
        if not versions.tensorflow_is_installed():
            from tffix.cli import Failure

            raise Failure("TensorFlow is not installed: pip install 'tffix[verify]'")
        gates.append(Training(root, Options(steps=options["steps"], timeout=options["timeout"])))
    return gates


def _part_line(part: Part) -> str:
    from tffix.migrate.message import shown
    from tffix.migrate.summary import files_text

    come, go = part.size
    size = f"{files_text(len(part.changes))}, +{come} -{go}"
    return f"{part.name}  {shown(part.label)}  {size}  {', '.join(sorted(part.codes))}"


def _where(made: Made) -> str:
    from tffix.migrate.message import shown

    if made.aside:
        return f"set aside: {shown(str(made.proof.failed))} (log: {made.log})"
    return made.branch or made.patch or ""
