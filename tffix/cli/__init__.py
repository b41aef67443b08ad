"""The command line: one file a command, imported when it is called."""

from __future__ import annotations

import importlib
import os
import sys
from typing import Any, NoReturn, TextIO

import click

from tffix import __version__
from tffix.config.errors import ConfigError
from tffix.reports.output import OutputError

COMMANDS = {
    "check": "Report findings; write nothing.",
    "apply": "Rewrite files.",
    "review": "Decide on each fix, one at a time.",
    "explain": "Show the page of a codemod.",
    "migrate": "Change a large tree: planned, resumable, on one machine or a cluster.",
    "verify": "Train before and after the fixes, and compare the curves.",
    "codemods": "List the codemods.",
    "config": "Show what holds for a path, and from where.",
}
# As a shell reports a process that SIGINT or SIGPIPE ended.
INTERRUPTED = 130
BROKEN_PIPE = 141


class Failure(click.ClickException):
    """A configuration that cannot be used, workers that cannot start, or output that cannot be written."""

    exit_code = 2


class Commands(click.Group):
    """A group whose commands are imported when they are called: ``check`` does not pay for ``explain``.

    Ctrl-C and a closed pipe end a command quietly; a wrong configuration and a full disk behind stdout with a message.
    """

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command = importlib.import_module(f"tffix.cli.{cmd_name}").command
        assert isinstance(command, click.Command)
        return command

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except ConfigError as error:
            raise Failure(str(error)) from error
        except KeyboardInterrupt:
            ctx.exit(INTERRUPTED)
        except BrokenPipeError:
            _discard(sys.stdout, sys.stderr)
            ctx.exit(BROKEN_PIPE)
        except OutputError as error:
            _discard(sys.stdout)
            raise Failure(str(error)) from error

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, "-V", "--version", message="tffix %(version)s")
def cli() -> None:
    """Find TensorFlow and Keras anti-patterns in Python source, and rewrite them."""


def main() -> NoReturn:
    """Run the command line and exit."""
    _open_closed_streams()
    cli(prog_name="tffix")
    raise AssertionError("click exits by itself")


def _open_closed_streams() -> None:
    """Give a process that was started without one of its streams (``>&-``) one to nowhere.

    Else the first file that is opened would take its number, and what is printed.
    """
    for number, (name, mode) in enumerate((("stdin", "r"), ("stdout", "w"), ("stderr", "w"))):
        if getattr(sys, name) is None:
            nowhere = os.open(os.devnull, os.O_RDWR)
            if nowhere != number:
                os.dup2(nowhere, number)
                os.close(nowhere)
            setattr(sys, name, os.fdopen(number, mode, encoding="utf-8", closefd=False))


def _discard(*streams: TextIO) -> None:
    """What is left in the buffers would raise again when the interpreter shuts down."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in streams:
        os.dup2(nowhere, stream.fileno())
