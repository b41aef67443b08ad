"""``tffix migrate``: the commands of a bulk migration, one file each, imported when they are called."""

from __future__ import annotations

import importlib

import click

COMMANDS = {
    "plan": "Look at every file below ROOT, and plan what would change; write nothing.",
    "run": "Carry the plan out; it can be stopped and run again at any time.",
    "status": "Show where the migration stands.",
    "split": "Make patches or branches of the plan, by owner, package, codemod or size.",
    "report": "Tell it to others: HTML, Markdown or JSON.",
    "undo": "Restore every file that has not been changed since.",
}


class Steps(click.Group):
    """A group whose commands are imported when they are called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command = importlib.import_module(f"tffix.cli.migrate.{cmd_name}").command
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group("migrate", cls=Steps)
def command() -> None:
    """Change a large tree: planned first, carried out file by file, resumable after whatever stops it.

    The ledger is in .tffix below ROOT; the other commands find it from the working directory upwards.
    """
