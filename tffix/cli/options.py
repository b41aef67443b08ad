"""The options that commands share, and what they say together."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

import click

from tffix.config.layer import Layer, TargetKeras
from tffix.config.resolve import Resolver
from tffix.reports import FORMATS
from tffix.reports.output import ColorMode

F = TypeVar("F", bound=Callable[..., Any])
REVIEW_NAMES = ("resume", "restart", "forget")
"""The parameters of :func:`review_options`."""
SHARED_NAMES = ("jobs", "color", "no_cache", "cache_dir")
"""The parameters of :func:`run_options` that a review takes, too."""
CONFIG_NAMES = ("select", "ignore", "extend_select", "unsafe_fixes", "target_keras", "exclude", "config_file")
"""The parameters of :func:`config_options`, which :func:`resolver` takes."""


jobs_option = click.option(
    "--jobs", type=click.IntRange(min=1), metavar="N", help="Worker processes (default: all cores)."
)
no_cache_option = click.option("--no-cache", is_flag=True, help="Neither use nor keep results of earlier runs.")
cache_dir_option = click.option(
    "--cache-dir",
    envvar="TFFIX_CACHE_DIR",
    metavar="PATH",
    help="Where results are kept (default: tffix in the user's cache folder).",
)
color_option = click.option(
    "--color", type=click.Choice(["auto", "always", "never"]), default="auto", show_default=True, help="Colours."
)


def split(_ctx: click.Context, _param: click.Parameter, values: tuple[str, ...]) -> tuple[str, ...]:
    """Options that take several values take them repeated or with commas.

    An empty value is an error: where a script's variable is unset, it would mean the default and not "nothing".
    """
    parts = tuple(part.strip() for value in values for part in value.split(",") if part.strip())
    if values and not parts:
        raise click.BadParameter("nothing is named")
    return parts


def config_options(command: F) -> F:
    """The options that set what ``[tool.tffix]`` can set."""
    for option in reversed(
        (
            _listed("--select", "Run only these codemods: codes, prefixes such as TF3, names, ALL."),
            _listed("--ignore", "Do not run these codemods."),
            _listed("--extend-select", "Run these codemods as well."),
            click.option("--unsafe-fixes/--no-unsafe-fixes", default=None, help="Count or apply unsafe fixes too."),
            click.option(
                "--target-keras",
                type=click.Choice(["2", "3", "auto"]),
                help="The Keras generation the code is for; auto reads it from the project.",
            ),
            _listed("--exclude", "Leave out these paths as well (.gitignore syntax).", metavar="PATTERN"),
            click.option(
                "--config",
                "config_file",
                type=click.Path(exists=True, dir_okay=False),
                help="Use this file instead of the nearest pyproject.toml or tffix.toml.",
            ),
        )
    ):
        command = option(command)
    return command


def run_options(command: F) -> F:
    """The options that ``check`` and ``apply`` share beside those of the configuration."""
    for option in reversed(
        (
            jobs_option,
            click.option(
                "--output-format",
                type=click.Choice(list(FORMATS)),
                default="text",
                show_default=True,
                help="The report.",
            ),
            no_cache_option,
            cache_dir_option,
            click.option("--statistics", is_flag=True, help="Count the findings by codemod instead of listing them."),
            click.option("--show-diff", is_flag=True, help="Show the diff of each file's fixes."),
            color_option,
            click.option("-q", "--quiet", is_flag=True, help="No summary, no warnings."),
            click.option("-v", "--verbose", is_flag=True, help="List the findings without a fix, with their reasons."),
            click.option(
                "--stdin-filename",
                metavar="PATH",
                help="The name of what comes from stdin (for messages, configuration).",
            ),
        )
    ):
        command = option(command)
    return command


def news_options(command: F) -> F:
    """The options of ``check`` that say which findings are news."""
    for option in reversed(
        (
            click.option(
                "--baseline",
                type=click.Path(dir_okay=False),
                metavar="FILE",
                help="Report only findings that are not in FILE, wherever their code has moved.",
            ),
            click.option(
                "--update-baseline",
                is_flag=True,
                help="Take out of the baseline what is no longer found; never add to it. Without FILE, write it.",
            ),
            click.option(
                "--diff-base",
                metavar="REV",
                help="Report only findings on lines changed since REV, committed or not, and in untracked files.",
            ),
        )
    ):
        command = option(command)
    return command


def review_options(command: F) -> F:
    """The options of a review, which ``tffix apply -i`` takes too."""
    for option in reversed(
        (
            click.option("--resume", is_flag=True, help="Go on with the review that was not ended."),
            click.option("--restart", is_flag=True, help="Drop the answers of the review that was not ended."),
            click.option("--forget", is_flag=True, help="Ask again about what was refused in earlier reviews."),
        )
    ):
        command = option(command)
    return command


def resolver(
    *,
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    extend_select: tuple[str, ...],
    unsafe_fixes: bool | None,
    target_keras: TargetKeras | None,
    exclude: tuple[str, ...],
    config_file: str | None,
    root: str | None = None,
) -> Resolver:
    """The configuration as the options of :func:`config_options` change it.

    Their patterns are relative to ``root``, by default the working directory.
    """
    layer = Layer(
        origin="command line",
        root=root or os.getcwd(),
        select=select or None,
        ignore=ignore,
        extend_select=extend_select,
        unsafe_fixes=unsafe_fixes,
        target_keras=target_keras,
        exclude=exclude,
    )
    return Resolver(layer, config_file)


class RunOptions(NamedTuple):
    """The options of :func:`run_options`, and those that only ``apply`` or only ``check`` has."""

    jobs: int | None
    output_format: str
    statistics: bool
    show_diff: bool
    color: ColorMode
    quiet: bool
    verbose: bool
    stdin_filename: str | None
    no_cache: bool
    cache_dir: str | None
    fix: bool = False
    dry_run: bool = False
    exit_non_zero_on_fix: bool = False
    baseline: str | None = None
    update_baseline: bool = False
    diff_base: str | None = None


def _listed(name: str, help: str, metavar: str = "CODES") -> Callable[[F], F]:  # noqa: A002 - click's word
    return click.option(name, multiple=True, callback=split, metavar=metavar, help=help)
