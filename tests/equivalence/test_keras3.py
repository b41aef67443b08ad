"""Programs for Keras 2 run on Keras 3 once tffix has been over them, and train as they did.

Their weights begin at zero: the two generations draw other random numbers for the same seed.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from tffix.config.settings import Settings
from tffix.engine import fix_file
from tffix.registry import codemods
from tffix.verify.compare import differences
from tffix.verify.runs import Options, Run, Runner, Version
from tffix.verify.scratch import Source
from tffix.verify.versions import tensorflow_is_installed

SCRIPTS = sorted((Path(__file__).parents[1] / "data" / "keras2").glob("*.py"))
SELECTED = ("TF4", "TF5", "TF6", "TF9")
ROUNDING = 2e-3
"""How far losses may differ: float16 rounds at 1e-3."""

pytestmark = [
    pytest.mark.tensorflow,
    pytest.mark.equivalence,
    pytest.mark.slow,
    pytest.mark.skipif(not tensorflow_is_installed(), reason="TensorFlow is not installed"),
]


def fixed(script: Path) -> bytes:
    """What ``tffix apply --target-keras 3 --select TF9,TF6,TF5,TF4 --unsafe-fixes`` makes of ``script``."""
    codes = frozenset(codemod.code for codemod in codemods() if codemod.default and codemod.code.startswith(SELECTED))
    settings = Settings(codes=codes, unsafe_fixes=True, keras=3, keras_explicit=True)
    result = fix_file(script.read_bytes(), str(script), settings)
    assert result.error is None
    assert result.after is not None
    return result.after


@cache
def trained(script: Path, keras: int, *, with_fixes: bool = False) -> Run:
    version = Version(
        "fixed" if with_fixes else "old", Source(script, script.parent), fixed(script) if with_fixes else None
    )
    with Runner(Options(device="cpu", timeout=300, keras=keras)) as runner:
        return runner.run(version)


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_a_program_for_keras_2_trains_alike_on_keras_3(script: Path) -> None:
    before, after = trained(script, 2), trained(script, 3, with_fixes=True)
    assert before.problem is None, before.details
    assert after.problem is None, after.details
    assert before.recording.steps == after.recording.steps >= 30
    found = differences(before.recording, after.recording)
    assert found
    assert max(one.largest for one in found) <= ROUNDING
    losses = after.recording.curves[0].losses
    assert losses[-1] < 0.7 * losses[0]


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_it_does_not_without_the_fixes(script: Path) -> None:
    before, after = trained(script, 3), trained(script, 3, with_fixes=True)
    found = differences(before.recording, after.recording)
    assert before.problem is not None or max(one.largest for one in found) > ROUNDING
