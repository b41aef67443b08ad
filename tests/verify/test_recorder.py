"""What the recorder sees of a training run, and that it changes nothing."""

from __future__ import annotations

import math
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from tffix.verify.records import Curve, Recording
from tffix.verify.runs import Options, Run, Runner, Version
from tffix.verify.scratch import Source
from tffix.verify.versions import tensorflow_is_installed

SCRIPTS = Path(__file__).parent / "scripts"
KERAS = [3, pytest.param(2, marks=pytest.mark.slow)]
STEPS = 8

pytestmark = [
    pytest.mark.tensorflow,
    pytest.mark.skipif(not tensorflow_is_installed(), reason="TensorFlow is not installed"),
]


def recorded(script: Path, *arguments: str, options: Options | None = None, seed: int = 0) -> Run:
    with Runner(options or Options(device="cpu")) as runner:
        return runner.run(Version("before", Source(script, script.parent), arguments=arguments), seed)


@dataclass(frozen=True)
class Both:
    """A plain run and a recorded one."""

    plain: str
    run: Run

    @property
    def curves(self) -> dict[str, Curve]:
        names = ["eager", "function", "epoch", "fit", "generator", "critic", "accumulated", "replicas", "half"]
        return dict(zip(names, self.run.recording.curves, strict=True))

    @property
    def recording(self) -> Recording:
        return self.run.recording


@pytest.fixture(scope="module", params=KERAS, ids=lambda keras: f"keras-{keras}")
def both(request: pytest.FixtureRequest) -> Both:
    keras: int = request.param
    environment = {
        **os.environ,
        "TF_USE_LEGACY_KERAS": "1" if keras == 2 else "0",
        "CUDA_VISIBLE_DEVICES": "-1",
        "TF_CPP_MIN_LOG_LEVEL": "3",
    }
    command = [sys.executable, str(SCRIPTS / "scenarios.py")]
    plain = subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True, check=True)
    run = recorded(SCRIPTS / "scenarios.py", options=Options(device="cpu", keras=keras))
    assert run.problem is None, run.details
    return Both(plain.stdout, run)


def test_a_recorded_run_gives_the_weights_of_a_plain_one(both: Both) -> None:
    assert both.plain.count("\n") == 8
    assert both.run.ended.out == both.plain


def test_every_step_of_every_optimizer_is_recorded(both: Both) -> None:
    steps = {name: len(curve.steps) for name, curve in both.curves.items()}
    assert steps == {name: STEPS // 2 if name == "accumulated" else STEPS for name in both.curves}


def test_losses_are_those_that_were_differentiated(both: Both) -> None:
    for name, curve in both.curves.items():
        assert all(loss is not None and math.isfinite(loss) for loss in curve.losses), name
    # Scaled by 2**15 for float16, the loss is still shown as it is.
    assert 0 < (both.curves["half"].losses[0] or 0) < 100


def test_weights_change_with_every_step(both: Both) -> None:
    for name in ("eager", "function", "epoch", "fit", "generator", "accumulated", "replicas"):
        digests = [both.curves[name].initial, *(step.weights for step in both.curves[name].steps)]
        assert len(set(digests)) == len(digests), name


def test_replicas_are_added_up(both: Both) -> None:
    curve = both.curves["replicas"]
    assert curve.replicas == 2
    assert not curve.replicas_differ
    (last,) = (line.split()[2] for line in both.plain.splitlines() if line.startswith("replicas"))
    assert curve.losses[-1] == pytest.approx(float(last), rel=1e-6)


def test_traces_are_counted(both: Both) -> None:
    assert both.recording.traces["train"] == 2
    assert both.recording.memory


def test_random_numbers_are_noticed(both: Both) -> None:
    assert "tf.random" in both.recording.random


SMALL = """
import sys
import tensorflow as tf

x = tf.random.stateless_normal((16, 4), seed=(1, 2))
model = tf.keras.Sequential([tf.keras.Input((4,)), tf.keras.layers.Dense(1)])
unused = tf.Variable(1.0, name="unused")
optimizer = tf.keras.optimizers.SGD(0.01)

{decorator}
def step():
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(x) - 1.0))
    variables = [*model.trainable_variables, unused]
    optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables))

for number in range(40):
    {call}
print("ended")
"""


def script(folder: Path, *, decorator: str = "", call: str = "step()") -> Path:
    path = folder / "small.py"
    path.write_text(SMALL.format(decorator=decorator, call=call))
    return path


@pytest.mark.parametrize("decorator", ["", "@tf.function"], ids=["eager", "function"])
def test_a_run_is_stopped_after_some_steps(tmp_path: Path, decorator: str) -> None:
    run = recorded(script(tmp_path, decorator=decorator), options=Options(device="cpu", steps=3))
    assert run.problem is None
    assert run.recording.status == "stopped"
    assert run.recording.steps == 3
    assert run.ended.out == ""
    (curve,) = run.recording.curves
    assert curve.missing == ("unused:0",)
    assert curve.frozen == ("unused:0",)


@pytest.mark.parametrize("decorator", ["", "@tf.function"], ids=["eager", "function"])
@pytest.mark.parametrize("legacy", ["0", "1"], ids=["keras 3", "keras 2"])
def test_layers_that_no_tape_records_in_training_mode(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, decorator: str, legacy: str
) -> None:
    monkeypatch.setenv("TF_USE_LEGACY_KERAS", legacy)
    path = script(tmp_path, decorator=decorator)
    layers = ["Dropout(0.5, name='off')", "Dropout(0.0)", "BatchNormalization(name='norm')"]
    made = ", ".join(f"tf.keras.layers.{layer}" for layer in layers)
    path.write_text(path.read_text().replace("tf.keras.layers.Dense(1)", f"{made}, tf.keras.layers.Dense(1)"))
    assert recorded(path).recording.idle == ("off", "norm")
    path.write_text(path.read_text().replace("model(x)", "model(x, training=True)"))
    assert recorded(path).recording.idle == ()


def test_steps_that_xla_compiles_are_named(tmp_path: Path) -> None:
    run = recorded(script(tmp_path, decorator="@tf.function(jit_compile=True)"))
    assert "took no optimizer step that could be recorded" in (run.problem or "")
    assert "jit_compile=True" in (run.problem or "")
    assert run.ended.out == "ended\n"


def test_gradients_that_no_optimizer_uses_are_no_step(tmp_path: Path) -> None:
    path = script(tmp_path)
    path.write_text(
        path.read_text().replace("optimizer.apply_gradients(zip(", "print(len(").replace(", variables))", "))")
    )
    run = recorded(path)
    assert run.problem == "took no optimizer step: no optimizer used the 40 gradients it computed"


@pytest.mark.parametrize("deterministic", [True, False])
def test_operations_are_deterministic_unless_told_otherwise(tmp_path: Path, deterministic: bool) -> None:
    path = tmp_path / "small.py"
    path.write_text(
        "import tensorflow\nfrom tensorflow.python.framework import config\nprint(config.is_op_determinism_enabled())\n"
    )
    run = recorded(path, options=Options(device="cpu", deterministic=deterministic))
    assert run.ended.out == f"{deterministic}\n"
