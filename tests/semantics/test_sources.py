"""Where the values that precision depends on come from."""

from __future__ import annotations

import ast

import pytest

from tffix.semantics.module import Module
from tffix.semantics.sources import sources

TRAINER = """\
class Trainer:
    def __init__(self, optimizer):
        self.optimizer = optimizer

    def step(self):
        probe(self.optimizer)

"""


@pytest.mark.parametrize(
    ("uses", "expected"),
    [
        ("Trainer(Adam())\n", ["Adam()"]),
        ("Trainer(optimizer=Adam())\nTrainer(SGD())\n", ["Adam()", "SGD()"]),
        ("Alias = Trainer\nAlias(SGD())\nTrainer(Adam())\n", ["Adam()", "SGD()"]),
        ("Trainer(*options)\n", ["optimizer"]),
    ],
)
def test_arguments_of_a_constructor(uses: str, expected: list[str]) -> None:
    module = Module(TRAINER + uses)
    found = sources(module, module.calls("probe")[0].args[0])
    assert sorted(ast.unparse(source) for source in found) == expected
