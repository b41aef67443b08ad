"""``tffix explain``: the page of a codemod, with a before and after."""

from __future__ import annotations

import click

from tffix import registry
from tffix.cli.options import color_option
from tffix.cli.streams import stdout
from tffix.codemod import Codemod
from tffix.config.errors import ConfigError
from tffix.examples import example
from tffix.reports.diff import painted, unified
from tffix.reports.output import ColorMode, Stream

_APPLICABILITY = {
    "safe": "applied by `tffix apply`",
    "unsafe": "applied by `tffix apply --unsafe-fixes`",
    "manual": "only reported",
}
_CONTRACT = {
    "equivalent": "the loss curve stays the same, bit for bit",
    "tolerance": "the loss curve stays the same, up to rounding",
    "repair": "the code does not train before, and trains after",
    "none": "nothing that computes is changed",
}


@click.command("explain")
@click.argument("codemod", metavar="CODE|NAME")
@color_option
def command(codemod: str, color: ColorMode) -> None:
    """Show the page of a codemod: what it does, why, when its fix is safe, and an example."""
    try:
        found = registry.find(codemod)
    except registry.UnknownCodemodError as error:
        hint = "" if error.suggestion else "; `tffix codemods` lists them"
        raise ConfigError(f"{error}{hint}") from error
    out = stdout(color)
    if out.colored:
        _markdown(page(found), out)
    else:
        out.write(page(found))
    shown = example_text(found)
    if shown:
        out.line(out.paint("Example", "bold"))
        out.line()
        out.write_bytes(painted(shown, out.paint) if out.colored else shown)
    out.flush()


def page(codemod: Codemod) -> str:
    """The page as Markdown: the metadata, then the docstring of the codemod's file."""
    applicability, contract = codemod.applicability.value, codemod.contract.value
    generations = " and ".join(map(str, codemod.targets))
    lines = [
        f"# {codemod.code} {codemod.name}",
        "",
        f"- Fix: {applicability} ({_APPLICABILITY[applicability]})",
        f"- Contract: {contract} ({_CONTRACT[contract]})",
        f"- Keras generations: {generations}",
        *(f"- Option `{name}` (default {option.default!r}): {option.help}" for name, option in codemod.options.items()),
        "",
        codemod.page or f"{codemod.summary}.",
        "",
    ]
    return "\n".join(lines) + "\n"


def example_text(codemod: Codemod) -> bytes:
    """The example of ``codemod`` as a diff, or the code that it only reports; empty if it has none."""
    shown = example(codemod)
    if shown is None:
        return b""
    before = shown.before.encode()
    return before if shown.after is None else unified("example.py", before, shown.after.encode())


def _markdown(text: str, out: Stream) -> None:
    from rich.console import Console
    from rich.markdown import Markdown

    console = Console(force_terminal=True, no_color=False)
    with console.capture() as capture:
        console.print(Markdown(text))
    out.line(capture.get())
