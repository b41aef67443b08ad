"""Killed at any point, a migration goes on where it stopped: nothing is done twice, and nothing is lost."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

from tests.migrate.monorepo import contents, git, monorepo
from tffix.migrate.ledger import Ledger, State, open_ledger

ROOT = Path(__file__).parents[2]
KILLED = str(Path(__file__).with_name("killed.py"))
NEVER = 1_000_000_000
PLAN = ("plan", ".", "--unsafe-fixes")
SIGKILL = -signal.SIGKILL
KILLS = 50

pytestmark = pytest.mark.slow


def migrate(folder: Path, *arguments: str, die_at: int = NEVER, expect: int | None = 0) -> int:
    """Run one command to its end, or to its death."""
    environment = {**os.environ, "DIE_AT": str(die_at), "REPLACED": str(folder.parent / "replaced")}
    command = [sys.executable, KILLED, "migrate", *arguments]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert expect is None or done.returncode == expect, done.stderr
    assert done.returncode in (0, SIGKILL), done.stderr
    return done.returncode


def kill_while_it_plans(folder: Path, seconds: float) -> int:
    """Start a plan, and kill it so long after it has begun to look at files."""
    command = [sys.executable, "-m", "tffix", "migrate", *PLAN, "--jobs", "2"]
    with subprocess.Popen(command, cwd=folder, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL) as process:
        assert process.stderr is not None
        assert b"about to look at" in process.stderr.readline()
        time.sleep(seconds)
        process.kill()
    return process.returncode


def known(ledger: Ledger) -> list[object]:
    """All that the ledger knows, but for times."""
    return [
        (file.path, file.state, file.before, file.after, file.reason, ledger.findings(file)) for file in ledger.files()
    ]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return monorepo(tmp_path / "killed")


def test_killed_fifty_times_it_ends_like_an_undisturbed_one(folder: Path, tmp_path: Path) -> None:
    undisturbed = tmp_path / "undisturbed" / "killed"
    undisturbed.parent.mkdir()
    git(tmp_path, "clone", "--quiet", str(folder), str(undisturbed))
    before = contents(folder)
    assert contents(undisturbed) == before
    migrate(undisturbed, *PLAN)
    migrate(undisturbed, "run")
    after = contents(undisturbed)
    changed = [path for path in before if before[path] != after[path]]
    assert len(changed) > 500

    dice = random.Random(8)
    kills = sum(kill_while_it_plans(folder, dice.uniform(0, 1)) == SIGKILL for _ in range(10))
    while kills < 15:
        kills += migrate(folder, *PLAN, die_at=dice.choice((-1, 1)) * dice.randint(1, 30), expect=None) == SIGKILL
    migrate(folder, *PLAN)
    assert contents(folder) == before
    while kills < KILLS:
        assert migrate(folder, "run", die_at=dice.choice((-1, 1)) * dice.randint(1, 80), expect=None) == SIGKILL
        kills += 1
    migrate(folder, "run")

    assert contents(folder) == after
    replaced = Counter((tmp_path / "replaced").read_text(encoding="utf-8").splitlines())
    assert replaced == Counter(str(folder / path) for path in changed)
    with open_ledger(folder) as ledger, open_ledger(undisturbed) as expected:
        assert known(ledger) == known(expected)
        assert ledger.counts()[State.DONE] == len(changed)

    for _ in range(10):
        assert migrate(folder, "undo", die_at=dice.choice((-1, 1)) * dice.randint(1, 400), expect=None) == SIGKILL
    migrate(folder, "undo")
    assert contents(folder) == before
    assert git(folder, "status", "--porcelain") == ""


def test_an_interrupt_ends_a_plan_quietly_and_keeps_what_was_found(tmp_path: Path) -> None:
    root = monorepo(tmp_path / "repository", 1000)
    command = [sys.executable, "-m", "tffix", "migrate", *PLAN, "--jobs", "1"]
    with subprocess.Popen(command, cwd=root, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL) as process:
        assert process.stderr is not None
        assert b"about to look at" in process.stderr.readline()
        while True:
            with open_ledger(root) as ledger:
                if ledger.counts().keys() - {State.PENDING}:
                    break
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        said = process.stderr.read().splitlines()
    assert process.returncode == 130
    assert [line for line in said if not line.startswith(b"Looked at")] == []
    with open_ledger(root) as ledger:
        counts = ledger.counts()
    assert counts[State.PENDING] > 0
    migrate(root, *PLAN)
    with open_ledger(root) as ledger:
        assert State.PENDING not in ledger.counts()
