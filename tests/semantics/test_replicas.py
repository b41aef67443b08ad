"""What strategies run on their replicas, and what becomes of the results."""

from __future__ import annotations

import pytest

from tests.semantics.helpers import module_of
from tffix.semantics.distribution import Distribution
from tffix.semantics.module import Module
from tffix.semantics.replicas import ReplicaRun, Results, replica_runs

HEAD = "import tensorflow as tf\ndef step(x):\n    return x, 1\n"
MIRRORED = HEAD + "strategy = tf.distribute.MirroredStrategy()\n"
SUM = "tf.distribute.ReduceOp.SUM"


def runs(module: Module) -> list[ReplicaRun]:
    return replica_runs(module, Distribution(module))


@pytest.mark.parametrize(
    ("source", "count"),
    [
        (MIRRORED + "strategy.run(step, args=(1,))", 1),
        (MIRRORED + "strategy.experimental_run_v2(fn=step)", 1),
        (MIRRORED + "strategy.run(tf.function(step))", 1),
        (MIRRORED + "strategy.run(unknown)", 0),
        (MIRRORED + "@tf.function\ndef traced():\n    pass\nstrategy.run(traced)", 1),
        (MIRRORED + "@retried\ndef other():\n    pass\nstrategy.run(other)", 0),
        (HEAD + "strategy = tf.distribute.OneDeviceStrategy('/cpu:0')\nstrategy.run(step)", 0),
        (HEAD + f"def f(s):\n    return s.reduce({SUM}, s.run(step), axis=None)", 1),
        (HEAD + "def f(s):\n    return s.run(step)", 0),
        (HEAD + f"def f(s, t):\n    return t.reduce({SUM}, s.run(step), axis=None)", 0),
        (HEAD + f"s = tf.distribute.get_strategy()\ns.reduce({SUM}, s.run(step), axis=None)", 0),
    ],
)
def test_runs(source: str, count: int) -> None:
    assert len(runs(module_of(source))) == count


@pytest.mark.parametrize(
    ("use", "expected"),
    [
        ("strategy.run(step)", []),
        (f"strategy.reduce({SUM}, strategy.run(step), axis=None)", [("SUM", ())]),
        ("r = strategy.run(step)\nstrategy.reduce('mean', r, axis=None)", [("MEAN", ())]),
        (f"a, b = strategy.run(step)\nstrategy.reduce({SUM}, b, None)", [("SUM", (1,))]),
        (f"r = strategy.run(step)\nstrategy.reduce({SUM}, r[0], axis=None)", [("SUM", (0,))]),
        (f"strategy.reduce({SUM}, strategy.run(step), axis=0)", None),
        ("print(strategy.run(step))", None),
        (f"r = strategy.run(step)\nstrategy.reduce({SUM}, r, axis=None)\nprint(r)", None),
        ("def f():\n    return strategy.run(step)", None),
    ],
)
def test_results(use: str, expected: list[object] | None) -> None:
    module = module_of(f"{MIRRORED}{use}\n")
    found = Results(module).reductions(runs(module)[0])
    assert (None if found is None else [(one.op, one.path) for one in found]) == expected


def test_arguments_of_the_step() -> None:
    module = module_of(MIRRORED + "strategy.run(step, args=(batch,))")
    (run,) = runs(module)
    passed = run.argument(module, run.step.args.args[0])
    assert passed is not None
    assert module.segment(passed) == "batch"
