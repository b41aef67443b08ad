"""What needs a GPU: ``pytest -m gpu``."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tffix.verify.corpus import Runnable, runnable
from tffix.verify.runs import Options
from tffix.verify.verdict import Status

CASES = Path(__file__).resolve().parents[2] / "corpus" / "loss-scaling"

pytestmark = [
    pytest.mark.tensorflow,
    pytest.mark.gpu,
    pytest.mark.skipif(shutil.which("nvidia-smi") is None, reason="there is no GPU (no nvidia-smi)"),
]


@pytest.mark.parametrize(
    "item", [item for item in runnable(CASES) if not item.case.keras], ids=lambda item: item.case.name
)
def test_float16_on_a_gpu(item: Runnable) -> None:
    verdict = item.verify(Options(device="gpu", timeout=300))
    assert verdict.status is Status.EQUAL, verdict.summary
