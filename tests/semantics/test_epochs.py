"""Loops that a function of their own could run."""

from __future__ import annotations

import pytest

from tffix.semantics.epochs import epoch_name


@pytest.mark.parametrize(
    ("step", "name"),
    [("train_step", "train_epoch"), ("test_batch", "test_epoch"), ("step", "run_epoch"), ("update", "update_epoch")],
)
def test_names_of_epochs(step: str, name: str) -> None:
    assert epoch_name(step) == name
