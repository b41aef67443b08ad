"""Bring the settings of devices before the code that takes the devices."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import dataclass

from tffix.rewriting.edits import Move
from tffix.semantics.module import Module
from tffix.semantics.runtime import LISTINGS, Start
from tffix.semantics.syntax import is_main_guard, names_in, single_target
from tffix.semantics.tree import DEF_TYPES

SETTINGS = frozenset(
    "tensorflow.config." + name
    for name in [
        "set_visible_devices",
        "set_logical_device_configuration",
        "experimental.set_memory_growth",
        "experimental.set_visible_devices",
        "experimental.set_virtual_device_configuration",
    ]
)
"""What the runtime takes only before it has begun."""
VISIBLE_DEVICES = "CUDA_VISIBLE_DEVICES"
"""The variable by which the driver is told which GPUs there are."""
_QUIET = SETTINGS | LISTINGS
_QUIET_ROOTS = ("builtins.", "logging.", "absl.logging.", "tensorflow.config.", "tensorflow.print", "os.")
_READING_ROOTS = (*_QUIET_ROOTS, "tensorflow.", "keras.", "tf_keras.", "numpy.")
_CHANGING = frozenset(["builtins.setattr", "builtins.delattr", "builtins.next", "builtins.vars"])


class UnmovableError(Exception):
    """Why the statements stay where they are; the message is the reason of the finding."""


@dataclass(frozen=True)
class Moved:
    """The edit, and whether nothing but the failure of the statements changes by it."""

    edit: Move
    is_repair: bool


def moved(module: Module, setting: ast.expr, start: Start, anchor: ast.stmt | None = None) -> Moved:
    """Move the statement of the block that holds ``setting`` before ``start``, or to ``anchor`` before that.

    Raises:
        UnmovableError: it depends on what runs in between, or does more than set devices.
    """
    line = start.call.lineno
    if start.before is None:
        raise UnmovableError(f"line {line} runs before this function is called; set it there, before that line")
    statement = start.before
    block = module.block(statement)
    first = block.index(anchor or start.statement)
    between = block[first : block.index(statement)]
    if not _only_sets(module, statement):
        raise UnmovableError(f"the statement does other work as well; set the devices on their own, before line {line}")
    companions = [one for one in between if _lists(module, one, _read([statement])) or _orders(module, one)]
    group = [*companions, statement]
    rest = [one for one in between if one not in group]
    if any(_sets_devices(module, one) for one in rest):
        raise UnmovableError(f"other settings of devices follow line {line} too; set all of them before it, in order")
    if _bound(group) & _names(rest) or _read(group) & _bound(rest):
        raise UnmovableError(f"it uses names that are bound after line {line}; set it before that line")
    if _may_change(module, _read(group) - _bound(group), rest) or _bound(group) & _read(_called(module, rest)):
        raise UnmovableError(f"it uses objects that may change after line {line}; set it before that line")
    is_top = not isinstance(module.parent(statement), (*DEF_TYPES, ast.ClassDef)) and _is_top(module, statement)
    handled = any(isinstance(node, ast.Try) for node in (*ast.walk(statement), *module.ancestors(setting)))
    return Moved(Move(tuple(group), block[first]), is_top and not handled)


def _is_top(module: Module, statement: ast.stmt) -> bool:
    """Whether a statement is one of the module, or of its ``if __name__ == "__main__":``."""
    owner = module.parent(statement)
    return isinstance(owner, ast.Module) or (isinstance(owner, ast.If) and is_main_guard(owner))


def _only_sets(module: Module, statement: ast.stmt) -> bool:
    """Whether a statement does nothing but set, list and report devices."""
    nodes = list(ast.walk(statement))
    if any(isinstance(node, (ast.Return, ast.Raise, ast.Await, ast.Yield, ast.ClassDef, *DEF_TYPES)) for node in nodes):
        return False
    return all(_is_quiet(module, node) for node in nodes if isinstance(node, ast.Call))


def _is_quiet(module: Module, call: ast.Call) -> bool:
    name = module.qualified(call.func)
    if name is not None:
        return name in _QUIET or name.startswith(_QUIET_ROOTS)
    return isinstance(call.func, ast.Attribute) and isinstance(call.func.value, ast.Constant)  # "...".format(...)


def _lists(module: Module, statement: ast.stmt, wanted: set[str]) -> bool:
    """Whether a statement is ``gpus = tf.config.list_physical_devices(...)``, of a name that is wanted."""
    value = statement.value if isinstance(statement, ast.Assign) else None
    is_list = isinstance(value, ast.Call) and module.qualified(value.func) in LISTINGS
    return is_list and bool(_bound([statement]) & wanted)


def _orders(module: Module, statement: ast.stmt) -> bool:
    """Whether a statement is ``os.environ["CUDA_DEVICE_ORDER"] = "..."``, which the driver reads with the choice."""
    target = single_target(statement)
    key = target.slice if isinstance(target, ast.Subscript) and module.qualified(target.value) == "os.environ" else None
    is_literal = isinstance(statement, ast.Assign) and isinstance(statement.value, ast.Constant)
    return is_literal and isinstance(key, ast.Constant) and key.value == "CUDA_DEVICE_ORDER"


def _sets_devices(module: Module, statement: ast.stmt) -> bool:
    """Whether a statement changes what devices there are: moving past it would change the meaning."""
    for node in ast.walk(statement):
        if isinstance(node, ast.Call) and module.qualified(node.func) in SETTINGS:
            return True
        if isinstance(node, ast.Constant) and node.value == VISIBLE_DEVICES:
            return True
    return False


def _may_change(module: Module, names: set[str], rest: list[ast.stmt]) -> bool:
    """Whether statements, or a function of the file that they call, may change objects of these names, or the names."""
    for node in (inner for one in [*rest, *_called(module, rest)] for inner in ast.walk(one)):
        if isinstance(node, ast.Global) and names & set(node.names):
            return True
        is_object = isinstance(node, ast.Name) and node.id in names and module.qualified(node) is None
        if is_object and not _is_only_read(module, node):
            return True
    return False


def _called(module: Module, statements: list[ast.stmt]) -> list[ast.stmt]:
    """The functions of the file, where the statements may run some of them."""
    called = [node.func for one in statements for node in ast.walk(one) if isinstance(node, ast.Call)]
    is_own = any(module.qualified(function) is None or module.definition(function) is not None for function in called)
    return [*module.nodes(ast.FunctionDef), *module.nodes(ast.AsyncFunctionDef)] if is_own else []


def _is_only_read(module: Module, name: ast.AST) -> bool:
    """Whether the object that ``name`` stands for, and what it holds, is the same after the statement."""
    node = name
    for outer in module.ancestors(name):
        if isinstance(outer, (ast.Attribute, ast.Subscript)) and not isinstance(outer.ctx, ast.Load):
            return outer.value is not node
        if isinstance(outer, ast.Call):
            function = module.qualified(outer.func) or ""
            return outer.func is not node and function.startswith(_READING_ROOTS) and function not in _CHANGING
        if isinstance(outer, ast.stmt):
            is_named_again = isinstance(outer, (ast.Assign, ast.AugAssign, ast.AnnAssign, ast.For, ast.Delete))
            return not is_named_again or not isinstance(node, (ast.Name, ast.Attribute, ast.Subscript))
        node = outer
    return True


def _names(statements: Iterable[ast.stmt]) -> set[str]:
    return {name.id for name in names_in(*statements)} | _defined(statements)


def _read(statements: Iterable[ast.stmt]) -> set[str]:
    return {name.id for name in names_in(*statements) if isinstance(name.ctx, ast.Load)}


def _bound(statements: Iterable[ast.stmt]) -> set[str]:
    written = {name.id for name in names_in(*statements) if not isinstance(name.ctx, ast.Load)}
    return written | _defined(statements)


def _defined(statements: Iterable[ast.stmt]) -> set[str]:
    """The names that imports, functions, classes and handlers bind."""
    found: set[str] = set()
    for node in (inner for statement in statements for inner in ast.walk(statement)):
        if isinstance(node, (*DEF_TYPES, ast.ClassDef)):
            found.add(node.name)
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            found.update((alias.asname or alias.name).partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ExceptHandler) and node.name:
            found.add(node.name)
    return found
