"""A choice of GPUs that is made after TensorFlow has taken them.

## What it does
Finds what comes too late, and moves it before the line that takes the GPUs:

- `tf.config.set_visible_devices` and `tf.config.set_logical_device_configuration` (also under their experimental
  names) after the first tensor, variable, dataset, optimizer, metric, strategy or list of logical devices;
- `os.environ["CUDA_VISIBLE_DEVICES"] = ...` after any of these, or after a list of *physical* devices. It moves above
  the import of TensorFlow where its value is known there, else right before the line that asks for the devices.

## Why is this bad?
The functions raise `RuntimeError: Visible devices cannot be modified after being initialized` (`Virtual devices ...`),
on a machine with a GPU. The variable fails in silence: the CUDA driver reads it once, at its first call (`cuInit`), and
the program goes on with all GPUs, or with the GPU that was to be left alone.

It is often said that the variable must be set before the import. It need not: importing TensorFlow 2.21 does not call
the driver. Measured with a driver that reports its calls: `import tensorflow`, `tf.random.set_seed` and
`tf.config.set_soft_device_placement` do not call it; `tf.config.list_physical_devices`, of CPUs too,
`tf.test.is_gpu_available`, `device_lib.list_local_devices` and every operation do. Setting it after the import, and
before all of these, is left alone.

## When the fix is safe
The move of the functions is safe in the code of a script outside of functions (or below
`if __name__ == "__main__":`), where the call certainly failed on any machine with a GPU. In a function, and where a
`try` handles the error, it is unsafe. So is the move of the variable, always: the program ran before, on other GPUs.

## When there is no fix
- The GPUs are taken before the function that chooses among them is called: choose there.
- Names that the choice needs are bound in between, or their objects changed, or other settings of devices stand there.
- The statement does other work as well.

## What is left alone
- The variable in files that start other processes: it may be meant for those.
- A choice after one that came early enough.
- Code that may, but need not, have taken the GPUs; tests that expect the error (`pytest.raises`).

## References
- https://www.tensorflow.org/guide/gpu
- https://www.tensorflow.org/api_docs/python/tf/config/set_visible_devices
- https://docs.nvidia.com/cuda/cuda-c-programming-guide/index.html#cuda-environment-variables

Measured with TensorFlow 2.21 on a stand-in for the driver.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tffix.codemod import Applicability, Codemod, Contract, Fix, Match, Options
from tffix.semantics.failures import is_error_asserted
from tffix.semantics.module import Module
from tffix.semantics.runtime import Runtime, Stage, Start

from ._moving import SETTINGS, VISIBLE_DEVICES, Moved, UnmovableError, moved

_FUNCTIONS = {name.rpartition(".")[2] for name in SETTINGS} - {"set_memory_growth"}
_SETTERS = ("os.environ.setdefault", "os.putenv")
_STARTERS = frozenset(["subprocess", "multiprocessing", "concurrent", "ray", "joblib", "pexpect", "sh"])
"""Modules by which a program starts others."""


def find(module: Module, _options: Options) -> Iterator[Match]:
    calls: list[ast.expr] = [call for name in sorted(_FUNCTIONS) for call in module.calls(name)]
    known = [call for call in calls if isinstance(call, ast.Call) and module.qualified(call.func) in SETTINGS]
    known = [call for call in known if not is_error_asserted(module, call)]
    for call, start in _late(module, list(known), Stage.TAKEN):
        written = module.segment(call.func) if isinstance(call, ast.Call) else ""
        message = f"`{written}` raises RuntimeError, as {_taken(module, start)}; choose them before"
        yield _match(module, call, start, message)
    if _starts_processes(module):
        return
    settings = [one for one in module.nodes(ast.Constant) if one.value == VISIBLE_DEVICES and _is_set(module, one)]
    for name, start in _late(module, list(settings), Stage.LISTED):
        message = f"setting `{VISIBLE_DEVICES}` has no effect, as {_taken(module, start)}; set it before"
        yield _match(module, name, start, message)


def _late(module: Module, settings: list[ast.expr], stage: Stage) -> Iterator[tuple[ast.expr, Start]]:
    """The settings that come too late; none where one came early enough.  One for each statement that would move."""
    runtime = Runtime(module, stage)
    starts = [(setting, runtime.start(setting)) for setting in settings]
    seen: set[ast.stmt] = set()
    for setting, start in starts:
        if start is None or any(other is None for _, other in starts):
            return
        statement = start.before or module.statement(setting)
        if statement not in seen:
            seen.add(statement)
            yield setting, start


def _taken(module: Module, start: Start) -> str:
    return f"`{module.segment(start.call.func)}` in line {start.call.lineno} has taken the GPUs"


def _match(module: Module, setting: ast.expr, start: Start, message: str) -> Match:
    is_variable = isinstance(setting, ast.Constant)
    try:
        found = _above_import(module, setting, start) if is_variable else None
        found = found or moved(module, setting, start)
    except UnmovableError as error:
        return Match(setting, message, reason=str(error))
    is_safe = found.is_repair and not is_variable
    return Match(setting, message, fix=Fix((found.edit,), (), Applicability.SAFE if is_safe else Applicability.UNSAFE))


def _above_import(module: Module, setting: ast.expr, start: Start) -> Moved | None:
    """The move above the import of TensorFlow, where nothing is in its way."""
    block = [] if start.before is None else module.block(start.before)
    roots = ("tensorflow", "keras", "tf_keras")
    first = next((one for one in block if any(root in roots for root in _imported(one))), None)
    if first is None or block.index(first) > block.index(start.statement):
        return None
    try:
        return moved(module, setting, start, first)
    except UnmovableError:
        return None


# -- the variable ----------------------------------------------------------------------------------------------------


def _is_set(module: Module, name: ast.Constant) -> bool:
    """Whether the environment variable of that name gets a value there."""
    holder = module.parent(name)
    if isinstance(holder, ast.Subscript):
        return isinstance(holder.ctx, ast.Store) and module.qualified(holder.value) == "os.environ"
    is_first = isinstance(holder, ast.Call) and bool(holder.args) and holder.args[0] is name
    return is_first and isinstance(holder, ast.Call) and module.qualified(holder.func) in _SETTERS


def _starts_processes(module: Module) -> bool:
    imports = [*module.nodes(ast.Import), *module.nodes(ast.ImportFrom)]
    if any(root in _STARTERS for statement in imports for root in _imported(statement)):
        return True
    names = ("system", "popen", "fork", "execv", "execvp", "spawnv")
    return any((module.qualified(call.func) or "").startswith("os.") for name in names for call in module.calls(name))


def _imported(statement: ast.stmt) -> list[str]:
    """The top-level packages that a statement imports from."""
    if isinstance(statement, ast.ImportFrom):
        return [(statement.module or "").partition(".")[0]]
    return [alias.name.partition(".")[0] for alias in statement.names] if isinstance(statement, ast.Import) else []


CODEMOD = Codemod(
    code="TF702",
    name="visible-devices-too-late",
    summary="choice of GPUs made after TensorFlow has taken them",
    applicability=Applicability.SAFE,
    contract=Contract.REPAIR,
    words=((VISIBLE_DEVICES, *sorted(_FUNCTIONS)),),
    find=find,
    example="variable-after-a-list-of-devices",
)
