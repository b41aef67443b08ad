"""Codemods whose fixes depend on one another and touch one another."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Iterator

from tests import renames
from tffix.codemod import Fix, Match, Options
from tffix.rewriting.edits import Replace
from tffix.semantics.module import Module


def bare(module: Module, _options: Options) -> Iterator[Match]:
    """There is something to fix only once ``old`` has become ``new``."""
    for call in module.calls("new"):
        if not call.args:
            yield Match(call, "new wants an argument", Fix((Replace(call, "new(1)"),)))


def wrapped(module: Module, _options: Options) -> Iterator[Match]:
    """The fix takes the argument along: it touches what is inside."""
    for call in module.calls("wrap"):
        yield Match(call, "wrap is in the way", Fix((Replace(call, "{inner}", {"inner": call.args[0]}),)))


def noisy(module: Module, _options: Options) -> Iterator[Match]:
    for call in module.calls("noisy"):
        yield Match(call, "noisy writes to stdout", Fix((Replace(call, "sys.stderr.write('x')"),), imports=("sys",)))


def deadly(module: Module, _options: Options) -> Iterator[Match]:
    """Ends a worker process that comes here, as a crash of a parser would."""
    for call in module.calls("deadly"):
        if multiprocessing.parent_process() is not None:
            os.kill(os.getpid(), signal.SIGKILL)
        yield Match(call, "deadly", Fix((Replace(call, "harmless()"),)))


CODEMODS = (
    *renames.CODEMODS,
    renames.codemod("TF903", "bare-new", bare),
    renames.codemod("TF904", "wrapped", wrapped),
    renames.codemod("TF905", "noisy", noisy),
    renames.codemod("TF906", "deadly", deadly),
)
