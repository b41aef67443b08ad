"""Runs of the two versions: planned, executed in scratch copies, and read."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from types import TracebackType
from typing import Literal

from tffix.verify import process, scratch
from tffix.verify.recorder.run import Settings
from tffix.verify.records import Recording, read

Device = Literal["auto", "cpu", "gpu"]

_RECORDER = Path(__file__).parent / "recorder" / "__main__.py"
# Far apart: scripts use neighbouring seeds for neighbouring things.
_NEXT_SEED = 1009
# As "I0000 00:00:1796070501.375337    4272 port.cc:153] oneDNN custom operations are on."
_LOG_LINE = re.compile(
    r"^(?:[IWE]\d{4} [\d:. ]+\d+ [\w.]+:\d+\] |WARNING: All log messages before absl).*\n?", re.MULTILINE
)
_RELATIVE = "attempted relative import with no known parent package"
_OUTPUT_LINES = 8
_OUTPUT_WIDTH = 160


@dataclass(frozen=True)
class Version:
    """One version of a script: ``text`` stands in the place of what the file holds, if it is given.

    ``replicas`` says on how many logical devices it runs, where that differs from the other version.
    """

    label: str
    source: scratch.Source
    text: bytes | None = None
    module: str | None = None
    arguments: tuple[str, ...] = ()
    replicas: int | None = None


@dataclass(frozen=True)
class Options:
    """How the versions are run.

    ``deterministic`` operations are what makes runs comparable, but not as fast as they are without: pipelines whose
    functions hold state then work without any threads of their own.
    """

    device: Device = "auto"
    replicas: int = 1
    steps: int | None = None
    seeds: int = 1
    timeout: float = 600.0
    keras: int | None = None
    deterministic: bool = True


@dataclass(frozen=True)
class Run:
    """One run: which version with which seed, how it ended, and what was recorded."""

    version: str
    seed: int
    ended: process.Ended
    recording: Recording
    problem: str | None
    folder: Path

    @property
    def details(self) -> str:
        """The script's own error, or the end of its output."""
        text = self.recording.error or self._errors() or self.ended.out
        text = text.replace(f"{self.folder}{os.sep}", "")
        lines = [line[:_OUTPUT_WIDTH] for line in text.rstrip().splitlines()]
        if len(lines) > 2 * _OUTPUT_LINES:
            lines = [*lines[:_OUTPUT_LINES], "...", *lines[-_OUTPUT_LINES:]]
        return "\n".join(lines)

    def _errors(self) -> str:
        """The end of stderr; what TensorFlow logs whenever it starts tells only of a process that was killed."""
        return self.ended.err if self.ended.code < 0 else _LOG_LINE.sub("", self.ended.err)


Watcher = Callable[[str], None]


class Runner:
    """Runs versions, each in a scratch copy that is gone afterwards.

    Use it as a context manager: it owns a temporary folder.  ``watch`` is told what is run next.
    """

    def __init__(self, options: Options, watch: Watcher = lambda _text: None) -> None:
        self.options = options
        self._watch = watch
        self._folder = Path()
        self._count = 0

    def __enter__(self) -> Runner:
        self._folder = Path(tempfile.mkdtemp(prefix="tffix-verify-")).resolve()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        shutil.rmtree(self._folder, ignore_errors=True)

    def run(self, version: Version, seed: int = 0, *, steps: int | None = None, eager: bool = False) -> Run:
        """Run ``version`` with the seed of that number, for at most ``steps`` steps (default: those of the options).

        Raises:
            TooLargeError: the folder of the script is too large to be copied.
            OSError: it cannot be copied.
        """
        self._watch(f"{version.label}, seed {seed}{', run eagerly' if eager else ''}")
        self._count += 1
        place = self._folder / f"{self._count}-{version.label}"
        script = scratch.copy(version.source, place)
        if version.text is not None:
            script.write_bytes(version.text)
        records = self._folder / f"{self._count}.jsonl"
        # A process that is ended leaves temporary files behind, as those of AutoGraph.
        temporary = self._folder / f"{self._count}-tmp"
        temporary.mkdir()
        settings = Settings(
            target=version.module or str(script),
            module=version.module is not None,
            root=str(place),
            arguments=list(version.arguments),
            records=str(records),
            seed=seed * _NEXT_SEED,
            seed_offset=seed * _NEXT_SEED,
            steps=steps or self.options.steps,
            replicas=version.replicas or self.options.replicas,
            eager=eager,
            deterministic=self.options.deterministic,
        )
        told = self._folder / f"{self._count}.json"
        told.write_text(json.dumps(asdict(settings)), encoding="utf-8")
        try:
            command = [sys.executable, str(_RECORDER), str(told)]
            ended = process.run(command, place, self._environment(temporary), self.options.timeout)
        finally:
            shutil.rmtree(place, ignore_errors=True)
            shutil.rmtree(temporary, ignore_errors=True)
        recording = read(records)
        return Run(version.label, seed, ended, recording, _problem(ended, recording, self.options), place)

    def _environment(self, temporary: Path) -> dict[str, str]:
        set_here = {"PYTHONHASHSEED": "0", "PYTHONUNBUFFERED": "1", "MPLBACKEND": "Agg", "TMPDIR": str(temporary)}
        set_here["TF_CPP_MIN_LOG_LEVEL"] = os.environ.get("TF_CPP_MIN_LOG_LEVEL", "2")
        if self.options.keras is not None:
            set_here["TF_USE_LEGACY_KERAS"] = "1" if self.options.keras == 2 else "0"
        if self.options.device == "cpu":
            set_here["CUDA_VISIBLE_DEVICES"] = "-1"
        return {**os.environ, **set_here}


def _problem(ended: process.Ended, recording: Recording, options: Options) -> str | None:
    """Why a run cannot be used; ``None`` if it trained to its end."""
    if ended.timed_out:
        hint = "; --steps N ends it earlier" if recording.steps else ""
        return f"did not end within {options.timeout:g} seconds ({_steps(recording)} by then{hint})"
    if recording.status is None and ended.code < 0:
        return f"was ended by {_signal(-ended.code)}"
    if recording.status == "error":
        hint = "; --module runs it as a part of its package" if _RELATIVE in recording.headline else ""
        return f"fails: {recording.headline}{hint}"
    if ended.code != 0:
        return f"ended itself with exit code {ended.code}, after {_steps(recording)}"
    if options.device == "gpu" and not recording.facts.get("gpus"):
        return "found no GPU: TensorFlow lists none (pip install 'tensorflow[and-cuda]')"
    return None if recording.steps else _no_step(recording)


def _no_step(recording: Recording) -> str:
    if recording.status is None:
        return "ended itself (as `os._exit` does) without an optimizer step"
    if recording.notes:
        return f"took no optimizer step that could be recorded: {'; '.join(recording.notes)}"
    if "tensorflow" not in recording.facts:
        return "ended without importing TensorFlow"
    if recording.gradients_unused:
        return f"took no optimizer step: no optimizer used the {recording.gradients_unused} gradients it computed"
    return "ended without an optimizer step: it trains nothing"


def _steps(recording: Recording) -> str:
    count = recording.steps
    return f"{count} optimizer {'step' if count == 1 else 'steps'}"


def _signal(number: int) -> str:
    try:
        name = signal.Signals(number).name
    except ValueError:
        name = f"signal {number}"
    return f"{name}, perhaps as memory ran out" if name in ("SIGKILL", "SIGABRT") else name


def interleaved(before: Version, after: Version, seeds: Sequence[int]) -> list[tuple[Version, int]]:
    """The runs in their order: the versions in turn, so that a slow machine is slow for both."""
    return [(version, seed) for seed in seeds for version in (before, after)]
