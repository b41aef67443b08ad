"""The run of one script: prepared, executed, and its end written down."""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import re
import runpy
import signal
import sys
import traceback
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

from tffix.verify.recorder.hooks import install
from tffix.verify.recorder.journal import Journal
from tffix.verify.recorder.patches import Patches

_PR_SET_PDEATHSIG = 1
_LONGEST = 160
# Frames of the recorder and of runpy, with the source lines below them.
_OUR_FRAMES = re.compile(
    r'^ *File "(?:[^"]*verify/recorder/[^"]*|<frozen runpy>)".*\n(?:(?! *File )    +\S.*\n)*', re.MULTILINE
)


@dataclass(frozen=True)
class Settings:
    """What to run, and how.

    ``target`` is the path of a script, or the dotted name of a module if ``module`` is true.  ``root`` is put first on
    the module path for a module, the script's own folder for a script.
    """

    target: str
    module: bool
    root: str
    arguments: list[str]
    records: str
    seed: int
    seed_offset: int = 0
    steps: int | None = None
    replicas: int = 1
    eager: bool = False
    deterministic: bool = True

    @classmethod
    def read(cls, path: str) -> Settings:
        """The settings in the JSON file ``path``."""
        return cls(**json.loads(Path(path).read_text(encoding="utf-8")))


def record(settings: Settings) -> int:
    """Run the script; return its exit code."""
    _die_with_parent()
    journal = Journal(settings.records, settings.steps)
    patches = Patches(journal, settings)
    patches.python()
    install(patches.actions())
    try:
        _execute(settings)
    except SystemExit as error:
        code = _exit_code(error)
        journal.end("exit", code=code)
        return code
    except BaseException as error:
        text = _script_traceback(error)
        print(text, file=sys.stderr, end="")
        journal.end("error", error=text, headline=_headline(error))
        return 1
    journal.end("ok")
    return 0


def _execute(settings: Settings) -> None:
    if settings.module:
        sys.path.insert(0, settings.root)
        sys.argv = [settings.target, *settings.arguments]
        runpy.run_module(settings.target, run_name="__main__", alter_sys=True)
    else:
        sys.path.insert(0, os.path.dirname(settings.target))
        sys.argv = [settings.target, *settings.arguments]
        runpy.run_path(settings.target, run_name="__main__")


def _exit_code(error: SystemExit) -> int:
    if error.code is None or isinstance(error.code, int):
        return error.code or 0
    print(error.code, file=sys.stderr)
    return 1


def _script_traceback(error: BaseException) -> str:
    """The traceback as the script alone would show it: without the frames of runpy and the recorder."""
    frames: TracebackType | None = error.__traceback__
    while frames is not None and _is_ours(frames.tb_frame.f_code.co_filename):
        frames = frames.tb_next
    return _OUR_FRAMES.sub("", "".join(traceback.format_exception(type(error), error, frames)))


def _headline(error: BaseException) -> str:
    """The name of the error and one line of its message: messages go on over many.

    AutoGraph puts a traceback before the message, which then starts with the name of the error again.
    """
    name = type(error).__name__
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    named = [line.removeprefix(f"{name}:").strip() for line in lines if line.startswith(f"{name}:")]
    first = next(iter([*named, *lines]), "")
    if len(first) > _LONGEST:
        first = first[:_LONGEST] + "..."
    return f"{name}: {first}" if first else name


def _is_ours(filename: str) -> bool:
    return filename.startswith("<frozen") or filename in (__file__, runpy.__file__)


def _die_with_parent() -> None:
    """On Linux, end when the process that waits for us ends, however that happens."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
