"""Two codemods, one with options of each type."""

from __future__ import annotations

import pytest

from tffix import registry
from tffix.codemod import Applicability, Codemod, Contract, Option

CODEMODS = (
    Codemod(
        "TF101",
        "print-in-graph",
        "",
        Applicability.SAFE,
        Contract.NONE,
        (),
        lambda module, options: iter(()),
        "",
        options={
            "style": Option("tf.print", "", ("tf.print", "summary")),
            "every": Option(1, ""),
            "rate": Option(1.0, ""),
            "strict": Option(False, ""),
        },
    ),
    Codemod("TF301", "missing-prefetch", "", Applicability.SAFE, Contract.NONE, (), lambda m, o: iter(()), ""),
)


@pytest.fixture(autouse=True)
def _codemods(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "codemods", lambda: CODEMODS)
