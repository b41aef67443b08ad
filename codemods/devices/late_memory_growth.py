"""Memory growth that is set after the GPUs are in use, or for the first of them only.

## What it does
Finds calls of `tf.config.experimental.set_memory_growth` that cannot do what they are there for:

- after something that has initialised the GPUs: the setting, with the line that lists the GPUs, moves before it;
- for `gpus[0]` alone: it is made for all of them, in a loop.

## Why is this bad?
TensorFlow takes the GPUs with the first tensor, variable, dataset, optimizer, metric, strategy or list of logical
devices, and from then on `set_memory_growth` raises `RuntimeError: Physical devices cannot be modified after being
initialized`. Where the error is caught, the program runs without growth and takes the memory of the whole GPU. On a
machine without a GPU nothing is seen of it, which is why it is found late.

With two GPUs and growth for one the first operation fails: `ValueError: Memory growth cannot differ between GPU
devices`. On a machine without a GPU `gpus[0]` is an `IndexError`, while a loop over no GPUs does nothing.

What takes the GPUs was measured call by call. Imports, `tf.random.set_seed`, `tf.config.list_physical_devices`,
`set_global_policy`, layers without random numbers, `keras.Input`, loss objects, `tf.function` and `tf.GradientTape` do
not: growth may be set after them. `tf.config.experimental.set_memory_growth` has no stable name; it is the current one.

## When the fix is safe
A loop over all GPUs is safe, unless a `try` does something else where there is no GPU, and `gpus[0]` fails. So is the
move in the code of a script outside of functions (or below `if __name__ == "__main__":`), where the call certainly
failed on any machine with a GPU. In a function, and where a `try` handles the error, it is unsafe: there the program
ran, without growth.

## When there is no fix
- The GPUs are taken before the function that sets growth is called: set it there.
- Names that the setting needs are bound in between, or their objects changed, or other settings of devices stand there.
- `gpus[0]` in an expression whose result is used.

## What is left alone
- `gpus[0]` where the file chooses visible devices or splits a GPU into logical ones, or sets `CUDA_VISIBLE_DEVICES` to
  anything but several GPUs, or asks for `len(gpus) == 1`: then it can be the only one.
- A second setting after one that came early enough: setting the same value again is allowed.
- Code that may, but need not, have taken the GPUs; tests that expect the error (`pytest.raises`).

## References
- https://www.tensorflow.org/guide/gpu#limiting_gpu_memory_growth
- https://www.tensorflow.org/api_docs/python/tf/config/experimental/set_memory_growth

Measured with TensorFlow 2.21, Keras 3.15 and tf_keras 2.21; the GPUs were stand-ins, the checks TensorFlow's own.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace

from tffix.codemod import Applicability, Codemod, Contract, Fix, Match, Options
from tffix.rewriting.edits import Replace, ReplaceStatement
from tffix.semantics.failures import is_error_asserted, is_expected_to_fail
from tffix.semantics.module import Module
from tffix.semantics.runtime import LISTINGS, Runtime, Stage, Start
from tffix.semantics.syntax import argument, is_true, single_target

from ._moving import SETTINGS, VISIBLE_DEVICES, UnmovableError, moved

_GROWTH = "tensorflow.config.experimental.set_memory_growth"
_NAMES = ("gpu", "physical_gpu", "gpu_device")


def find(module: Module, _options: Options) -> Iterator[Match]:
    named = [call for call in module.calls("set_memory_growth") if module.qualified(call.func) == _GROWTH]
    calls = [call for call in named if not is_error_asserted(module, call)]
    runtime = Runtime(module, Stage.TAKEN)
    starts = [(call, runtime.start(call)) for call in calls]
    late = [(call, start) for call, start in starts if start is not None]
    is_first_enough = any(start is None for _, start in starts)
    seen: set[ast.stmt] = set()
    for call, start in late:
        statement = start.before or module.statement(call)
        if not is_first_enough and statement not in seen:
            seen.add(statement)
            yield _late(module, call, start)
    if len(calls) == 1 and is_first_enough and _all_gpus_count(module):
        yield from _first_only(module, calls[0])


# -- too late --------------------------------------------------------------------------------------------------------


def _late(module: Module, call: ast.Call, start: Start) -> Match:
    written = module.segment(start.call.func)
    message = (
        f"`{written}` in line {start.call.lineno} has taken the GPUs, after which set_memory_growth raises "
        "RuntimeError; set it before"
    )
    try:
        found = moved(module, call, start)
    except UnmovableError as error:
        return Match(call, message, reason=str(error))
    level = Applicability.SAFE if found.is_repair else Applicability.UNSAFE
    return Match(call, message, fix=Fix((found.edit,), (), level))


# -- the first GPU only ----------------------------------------------------------------------------------------------


def _all_gpus_count(module: Module) -> bool:
    """Whether the program can have several GPUs, as far as the file shows it."""
    names = {name.rpartition(".")[2] for name in SETTINGS} - {"set_memory_growth"}
    if any(module.calls(name) for name in names):
        return False
    settings = [one for one in module.nodes(ast.Constant) if one.value == VISIBLE_DEVICES]
    return all(_is_several(module, one) for one in settings)


def _is_several(module: Module, name: ast.Constant) -> bool:
    """Whether ``os.environ["CUDA_VISIBLE_DEVICES"]`` is set to several GPUs there."""
    holder = module.parent(name)
    statement = module.parent(holder) if isinstance(holder, ast.Subscript) else None
    value = statement.value if isinstance(statement, ast.Assign) else None
    return isinstance(value, ast.Constant) and isinstance(value.value, str) and "," in value.value.rstrip(",")


def _first_only(module: Module, call: ast.Call) -> Iterator[Match]:
    device = argument(call, "device", 0)
    if not is_true(argument(call, "enable", 1)) or not isinstance(device, ast.Subscript):
        return
    if not isinstance(device.slice, ast.Constant) or device.slice.value != 0 or not _lists_gpus(module, device.value):
        return
    if _is_one(module, device.value):
        return
    devices = module.segment(device.value)
    message = (
        f"memory growth is set for `{module.segment(device)}` only; with several GPUs the first operation raises "
        "ValueError, as it has to be the same for all"
    )
    fix = _loop(module, call, device)
    if fix is not None and _is_answered(module, call):
        fix = replace(fix, applicability=Applicability.UNSAFE)
    if fix is None:
        yield Match(call, message, reason=f"the call is part of an expression; set it in a loop over `{devices}`")
    else:
        yield Match(call, message, fix=fix)


def _lists_gpus(module: Module, devices: ast.expr) -> bool:
    value = module.value(devices)
    if not isinstance(value, ast.Call) or module.qualified(value.func) not in LISTINGS:
        return False
    kind = argument(value, "device_type", 0)
    return isinstance(kind, ast.Constant) and kind.value == "GPU"


def _is_one(module: Module, devices: ast.expr) -> bool:
    """Whether the file asks for exactly one device in this list."""
    made = module.value(devices)
    for test in module.nodes(ast.Compare):
        counted = test.left if isinstance(test.left, ast.Call) and len(test.ops) == 1 else None
        if counted is None or module.qualified(counted.func) != "builtins.len" or not counted.args:
            continue
        is_equal = isinstance(test.ops[0], ast.Eq) and isinstance(test.comparators[0], ast.Constant)
        if is_equal and getattr(test.comparators[0], "value", None) == 1 and module.value(counted.args[0]) is made:
            return True
    return False


def _is_answered(module: Module, call: ast.Call) -> bool:
    """Whether the program does something else where there is no GPU, and ``gpus[0]`` fails."""
    if not is_expected_to_fail(module, call, "IndexError", "LookupError"):
        return False
    block = next((outer for outer in module.ancestors(call) if isinstance(outer, ast.Try)), None)
    if block is None or block.orelse or not module.contains(block.body[-1], call):
        return True
    handled = [statement for handler in block.handlers for statement in handler.body]
    return any(not isinstance(statement, ast.Pass) and not _is_said(module, statement) for statement in handled)


def _is_said(module: Module, statement: ast.stmt) -> bool:
    """Whether a statement only prints or logs."""
    call = statement.value if isinstance(statement, ast.Expr) else None
    name = module.qualified(call.func) if isinstance(call, ast.Call) else None
    return name == "builtins.print" or (name or "").startswith(("logging.", "absl.logging."))


def _loop(module: Module, call: ast.Call, device: ast.Subscript) -> Fix | None:
    """The call in a loop over all devices; in a loop over them already, its own variable."""
    around = module.tree.is_in_loop(call)
    statement = module.statement(call)
    if around:
        loop = next((outer for outer in module.ancestors(call) if isinstance(outer, ast.For)), None)
        is_same = loop is not None and module.segment(loop.iter) == module.segment(device.value)
        if loop is None or not is_same or not isinstance(loop.target, ast.Name):
            return None
        return Fix((Replace(device, loop.target.id),))
    name = next((name for name in _NAMES if module.is_free(name, call)), None)
    if name is None or not _is_alone(module, statement, call):
        return None
    arguments = [f"device={name}" if any(one.value is device for one in call.keywords) else name]
    enable = next((one for one in call.keywords if one.arg == "enable"), None)
    arguments.append("True" if enable is None else "enable=True")
    template = f"for {name} in {{devices}}:\n    {{function}}({', '.join(arguments)})"
    return Fix((ReplaceStatement(statement, template, {"devices": device.value, "function": call.func}),))


def _is_alone(module: Module, statement: ast.stmt, call: ast.Call) -> bool:
    """Whether a statement is the call, perhaps with a name for its result, ``None``, that nothing reads."""
    target = single_target(statement)
    is_unread = isinstance(target, ast.Name) and not module.uses_of_target(target)
    return getattr(statement, "value", None) is call and (isinstance(statement, ast.Expr) or is_unread)


CODEMOD = Codemod(
    code="TF701",
    name="late-memory-growth",
    summary="memory growth set after the GPUs are in use, or for the first one only",
    applicability=Applicability.SAFE,
    contract=Contract.REPAIR,
    words=(("set_memory_growth",),),
    find=find,
    example="growth-of-the-first-gpu-only",
)
