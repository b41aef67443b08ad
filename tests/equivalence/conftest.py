"""Which equivalence tests run, and what is said of the mutants at the end."""

from __future__ import annotations

import pytest

KILLED = pytest.StashKey[list[tuple[str, bool, str]]]()
"""Of each mutant its name, whether it was rejected, and the verdict."""


def pytest_configure(config: pytest.Config) -> None:
    config.stash[KILLED] = []


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Without ``-m`` only the quick ones run: the others train for minutes."""
    if config.option.markexpr:
        return
    left_out = [
        item for item in items if item.get_closest_marker("equivalence") and not item.get_closest_marker("quick")
    ]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    killed = config.stash[KILLED]
    if killed:
        if config.option.verbose > 0:
            for name, rejected, summary in killed:
                terminalreporter.write_line(f"{'killed' if rejected else 'ALIVE '} {name}: {summary}")
        count = sum(rejected for _, rejected, _ in killed)
        terminalreporter.write_line(f"equivalence: {count} of {len(killed)} mutants killed")
