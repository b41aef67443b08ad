"""Loops that save weights every epoch, after loading those of an earlier run."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from tffix.codemod import Applicability, Fix, Match
from tffix.rewriting.edits import Edit, Insert, Remove, Replace, ReplaceStatement
from tffix.semantics.epochs import leaks
from tffix.semantics.model_origins import origins_of
from tffix.semantics.module import Module
from tffix.semantics.sources import readings
from tffix.semantics.syntax import method_name, names_in

from ._checks import UnfixableError
from ._groups import groups, other_use
from ._renames import folder_of
from ._sites import How, Site
from ._training import Trained, keeps_state, leads_to, name_before

_MESSAGE = (
    "`{model}` goes on from its weights alone: the optimizer and the count of epochs start anew; keep both in a "
    "tf.train.Checkpoint"
)
_BY_HAND = "use a CheckpointManager of `tf.train.Checkpoint(model=..., optimizer=..., epoch=...)`"


@dataclass(frozen=True)
class Resumed:
    """Weights that are loaded before a loop, and saved in it."""

    load: Site
    save: Site
    loop: ast.For


def resumed_loops(module: Module, found: list[Site], pairs: list[Trained]) -> Iterator[Match]:
    """The training loops written by hand that go on from weights only."""
    by_loop: dict[ast.For, list[Resumed]] = {}
    for group in groups(found):
        for save in group.having(How.SAVE_WEIGHTS):
            resumed = _resumed(module, save, group.having(How.LOAD_WEIGHTS))
            if resumed is not None:
                by_loop.setdefault(resumed.loop, []).append(resumed)
    for loop, members in by_loop.items():
        optimizers = _optimizers(module, members, pairs)
        if not any(keeps_state(module, one) for one in optimizers) or module.calls("Checkpoint"):
            continue
        first = min((one.save for one in members), key=lambda site: module.span(site.call))
        message = _MESSAGE.format(model=module.segment(first.model) if first.model is not None else "the model")
        try:
            edits = _Rewrite(module, loop, members, found).edits(optimizers)
        except UnfixableError as error:
            yield Match(first.call, message, reason=f"{error}; {_BY_HAND}")
            continue
        yield Match(first.call, message, fix=Fix(edits, applicability=Applicability.UNSAFE))


def _resumed(module: Module, save: Site, loads: list[Site]) -> Resumed | None:
    """The loop that saves every epoch, or every few, what is loaded in front of it."""
    loop = _epoch_loop(module, save)
    if loop is None:
        return None
    for load in loads:
        is_same = load.model is not None and save.model is not None and _is_same(module, load.model, save.model)
        together = module.function(load.call) is module.function(save.call)
        if is_same and together and leads_to(module, load.call, loop) and not module.tree.is_in_loop(load.call):
            return Resumed(load, save, loop)
    return None


def _is_same(module: Module, first: ast.expr, second: ast.expr) -> bool:
    origins = origins_of(module, first)
    return (
        module.segment(first) == module.segment(second)
        and origins is not None
        and origins == origins_of(module, second)
    )


def _epoch_loop(module: Module, save: Site) -> ast.For | None:
    """The ``for`` loop whose body saves in every round, or in those that a condition on its variable chooses."""
    tests: list[ast.expr] = []
    for outer in module.ancestors(module.statement(save.call)):
        if isinstance(outer, ast.If):
            tests.append(outer.test)
        elif isinstance(outer, ast.For) and isinstance(outer.target, ast.Name):
            counts = [any(name.id == outer.target.id for name in names_in(test)) for test in tests]
            return outer if all(counts) else None
        else:
            return None
    return None


def _optimizers(module: Module, members: list[Resumed], pairs: list[Trained]) -> list[ast.Call]:
    """What makes the optimizers of the saved models."""
    saved: set[ast.expr] = set()
    for one in members:
        if one.save.model is not None:
            saved.update(origin for origin in origins_of(module, one.save.model) or () if isinstance(origin, ast.Call))
    found = {one for pair in pairs if pair.models <= saved for one in pair.optimizers}
    return sorted(found, key=module.span)


class _Rewrite:
    """The edits that put a checkpoint in the place of weights."""

    def __init__(self, module: Module, loop: ast.For, members: list[Resumed], found: list[Site]) -> None:
        self._module = module
        self._loop = loop
        self._members = sorted(members, key=lambda one: module.span(one.load.call))
        self._found = found

    def edits(self, optimizers: list[ast.Call]) -> tuple[Edit, ...]:
        """All edits of the loop together; raises :class:`UnfixableError` where its shape is another one."""
        module, loop = self._module, self._loop
        loads = [self._alone(one.load) for one in self._members]
        saves = [self._alone(one.save) for one in sorted(self._members, key=lambda one: module.span(one.save.call))]
        bound = self._bound()
        for name in ("checkpoint", "manager"):
            if not module.is_free(name, loop):
                raise UnfixableError(f"the name `{name}` is taken here")
        anchor, guard = self._anchor(loads)
        self._check_uses(guard)
        edits = self._restored(loads, anchor, guard, self._made(optimizers, anchor, bound))
        stop = loop.iter.args[-1] if isinstance(loop.iter, ast.Call) else loop.iter
        edits.append(Replace(loop.iter, "range(int(checkpoint.epoch), {stop})", {"stop": stop}))
        counted = f"checkpoint.epoch.assign({module.segment(loop.target)} + 1)\nmanager.save()"
        edits.append(ReplaceStatement(saves[-1], counted))
        edits += [Remove(statement) for statement in saves[:-1]]
        return tuple(edits)

    def _check_uses(self, guard: ast.If | None) -> None:
        """Nothing but the loop, and the condition in front of it, may need the files."""
        for group in groups(self._found):
            if any(one.load in group.sites for one in self._members):
                shown = [
                    name for site in group.sites for name in site.path.names if len(readings(self._module, name)) > 2
                ]
                others = [site for site in group.sites if guard is None or not self._module.contains(guard, site.call)]
                if (
                    len(others) + (guard is not None) > 2
                    or other_use(self._module, group, self._found) is not None
                    or shown
                ):
                    raise UnfixableError("the weights are used elsewhere, too")

    def _restored(self, loads: list[ast.stmt], anchor: ast.stmt, guard: ast.If | None, made: str) -> list[Edit]:
        """The edits that make the checkpoint and restore it where weights were loaded."""
        restore = "manager.restore_or_initialize()"
        others: list[Edit] = [Remove(statement) for statement in loads[1:]]
        if guard is None or (_asks_for_file(guard) and len(guard.body) == len(loads)):
            whole = loads[0] if guard is None else guard
            return [ReplaceStatement(whole, f"{made}\n{restore}", self._folder()), *(others if guard is None else [])]
        made_first = Insert(anchor, made, parts=self._folder())
        if _asks_for_file(guard):
            return [made_first, Replace(guard.test, restore), Remove(loads[0]), *others]
        return [made_first, ReplaceStatement(loads[0], restore), *others]

    def _alone(self, site: Site) -> ast.stmt:
        """The statement that does nothing but load, or save."""
        statement = self._module.statement(site.call)
        if not isinstance(statement, ast.Expr) or statement.value is not site.call:
            raise UnfixableError(f"line {site.call.lineno} does more than that")
        if method_name(site.call) not in ("save_weights", "load_weights") or not isinstance(site.model, ast.Name):
            raise UnfixableError(f"the model in line {site.call.lineno} has no name of its own")
        return statement

    def _bound(self) -> str:
        """The first epoch of a loop over ``range``."""
        loop, module = self._loop, self._module
        call = loop.iter
        if not isinstance(call, ast.Call) or module.qualified(call.func) != "builtins.range" or call.keywords:
            raise UnfixableError("the loop does not count its epochs with `range`")
        first = call.args[0] if len(call.args) > 1 else ast.Constant(0)
        if len(call.args) > 2 or not isinstance(first, ast.Constant) or not isinstance(first.value, int):
            raise UnfixableError("the loop starts at an epoch that the file does not show")
        if leaks(module, loop):
            raise UnfixableError(
                "what the loop leaves behind is read after it, and a finished training has no more rounds"
            )
        carried = next(_carried(module, loop), None)
        if carried is not None:
            raise UnfixableError(
                f"`{carried}` goes on from round to round, and would start anew behind the saved epoch"
            )
        stored = [name for name in names_in(*loop.body) if isinstance(name.ctx, ast.Store)]
        if isinstance(loop.target, ast.Name) and any(name.id == loop.target.id for name in stored):
            raise UnfixableError("the loop changes the number of its epoch")
        return str(first.value)

    def _anchor(self, loads: list[ast.stmt]) -> tuple[ast.stmt, ast.If | None]:
        """Where the checkpoint is made, and the condition under which it is loaded."""
        holder = self._module.parent(loads[0])
        guard = holder if isinstance(holder, ast.If) else None
        if guard is not None and (guard.orelse or any(self._module.parent(one) is not guard for one in loads)):
            raise UnfixableError("the weights are loaded in one of several branches")
        anchor = loads[0] if guard is None else guard
        if self._loop not in self._module.block(anchor):
            raise UnfixableError("the weights are loaded in another block than the loop")
        return anchor, guard

    def _made(self, optimizers: list[ast.Call], anchor: ast.stmt, bound: str) -> str:
        module = self._module
        train = module.spell("tensorflow.train", anchor)
        variable, integer = module.spell("tensorflow.Variable", anchor), module.spell("tensorflow.int64", anchor)
        names = [name_before(module, one, anchor) for one in optimizers]
        if train is None or variable is None or integer is None:
            raise UnfixableError("`import tensorflow as tf` is missing here")
        if None in names:
            raise UnfixableError("the optimizer is made later than the weights are loaded, or has no name here")
        models = [module.segment(one.save.model) for one in self._members if one.save.model is not None]
        held = [("model" if len(models) == 1 else name, name) for name in models]
        held += [("optimizer" if len(names) == 1 else str(name), str(name)) for name in names]
        listed = [f"{key}={value}" for key, value in held]
        if any("." in key for key, _ in held) or len({key for key, _ in held} | {"epoch"}) <= len(held):
            raise UnfixableError("the parts of the checkpoint need names of their own")
        listed.append(f"epoch={variable}({bound}, dtype={integer})")
        checkpoint = f"checkpoint = {train}.Checkpoint({', '.join(listed)})"
        if len(checkpoint) > 110:
            checkpoint = f"checkpoint = {train}.Checkpoint(\n    " + ",\n    ".join(listed) + ",\n)"
        folder = "{folder}" if self._folder() else self._folder_name()
        return f"{checkpoint}\nmanager = {train}.CheckpointManager(checkpoint, {folder}, max_to_keep=3)"

    def _folder(self) -> dict[str, ast.AST]:
        folder = folder_of(self._members[0].load.expression)
        return {} if folder is None else {"folder": folder}

    def _folder_name(self) -> str:
        folder = self._members[0].load.path.folder
        return f'"{folder}"' if folder and "{" not in folder else '"checkpoints"'


def _carried(module: Module, loop: ast.For) -> Iterator[str]:
    """The Python values that one round leaves to the next, and lists of what the rounds made that are read later."""
    for name in names_in(*loop.body):
        bindings = module.bindings(name)
        inside = [module.contains(loop, binding.node) for binding in bindings]
        if any(inside) and not all(inside):
            yield name.id
        method = module.parent(name)
        is_grown = isinstance(method, ast.Attribute) and method.attr in ("append", "extend")
        if is_grown and not any(inside):
            later = [use for binding in bindings for use in module.uses(binding)]
            if any(module.span(use) > module.span(loop) and not module.contains(loop, use) for use in later):
                yield name.id


def _asks_for_file(guard: ast.If) -> bool:
    """Whether the condition is that a file exists."""
    return isinstance(guard.test, ast.Call) and method_name(guard.test) in ("exists", "isfile")
