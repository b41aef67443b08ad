from __future__ import annotations

import importlib
from pathlib import Path
from types import ModuleType

import pytest

from tffix.codemod import Contract
from tffix.registry import codemods

BENCH = Path(__file__).resolve().parents[2] / "bench"


@pytest.fixture
def speedup(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(BENCH))
    return importlib.import_module("speedup")


def test_every_codemod_that_changes_the_cost_of_a_step_has_a_workload_that_it_changes(speedup: ModuleType) -> None:
    found = list(speedup.workloads([]))
    fixing = {codemod.code for codemod in codemods() if codemod.contract is not Contract.NONE}
    assert {workload.codemod.code for workload in found} == fixing - speedup.NOT_TIMED
    assert fixing >= speedup.NOT_TIMED
    for workload in found:
        before, after = workload.versions()
        assert before.text is None
        assert after.text != workload.path.read_bytes()


def test_a_ratio_is_that_of_the_medians_with_the_range_of_the_pairs(speedup: ModuleType) -> None:
    assert speedup.ratio([10, 20, 30], [30, 40, 20]) == "**1.50x** (0.67–3.00, 3 pairs)"
    assert speedup.ratio([], [10]) == "—"


def test_a_row_replaces_the_older_one_of_its_workload(
    speedup: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    report = tmp_path / "speedups.md"
    report.write_text(f"above\n{speedup.BEGIN}\n{speedup.END}\nbelow\n")
    monkeypatch.setattr(speedup, "REPORT", report)
    monkeypatch.setattr(speedup, "machine", lambda: "A machine.")
    for row in ("| TF2 b | x | 1 |", "| TF1 a | x | 1 |", "| TF2 b | y | 1 |", "| TF2 b | x | 2 |"):
        speedup.write(row)
    text = report.read_text()
    assert text.startswith(f"above\n{speedup.BEGIN}\n\nA machine.\n")
    assert text.endswith(f"{speedup.END}\nbelow\n")
    rows = [line for line in text.splitlines() if line.startswith("| TF")]
    assert rows == ["| TF1 a | x | 1 |", "| TF2 b | x | 2 |", "| TF2 b | y | 1 |"]
