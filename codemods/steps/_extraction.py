"""A training step taken out of its loop, into a function of its own under ``tf.function``."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Iterator
from dataclasses import dataclass

from tffix.codemod import Applicability, Fix
from tffix.rewriting.edits import Move, escaped
from tffix.semantics.module import Module

from ._names import Interface
from ._region import Region
from ._sites import Site, is_loop_of_training

NO_NAME = "`train_step` and the like are taken; move the step into a function of its own under @tf.function"
CALLED_AGAIN = (
    "the function around the loop is called again and again, each time with objects of its own; make the step a method "
    "or function under @tf.function that is defined once"
)


@dataclass(frozen=True)
class Place:
    """Where the new function is defined: before ``anchor``; ``owner`` is the name of ``self`` for a method."""

    anchor: ast.stmt
    owner: str | None = None


def place(module: Module, site: Site, interface: Interface) -> Place | str:
    """Where the function for ``site`` is defined once, or why there is no such place."""
    outermost = site.loops[-1]
    function = site.function
    if function is None:
        return Place(outermost)
    if not isinstance(function, ast.FunctionDef):
        return "the loop is in a coroutine; move the step into a function of its own under @tf.function"
    local = [binding for binding in interface.captured if binding.scope.node is function]
    holder = module.parent(function)
    if isinstance(holder, ast.ClassDef):
        own = _self(module, function)
        if own is not None and all(binding.node is own for binding in local):
            return Place(function, own.arg if local else None) if local else Place(outermost)
    elif isinstance(holder, ast.Module) and not local:
        return Place(function)
    if any(is_loop_of_training(module, call) for call in module.references(function)):
        return CALLED_AGAIN
    return Place(outermost)


def _self(module: Module, function: ast.FunctionDef) -> ast.arg | None:
    first = function.args.args[0] if function.args.args else None
    return None if function.decorator_list or module.function(function) is not None else first


def extraction(
    module: Module, site: Site, region: Region, interface: Interface, where: Place, taken: set[str]
) -> Fix | str:
    """The fix, or why it cannot be written.  ``taken`` are the names of functions that other fixes make."""
    decorator = module.spell("tensorflow.function", where.anchor)
    imports: tuple[str, ...] = ()
    if decorator is None:
        if not module.is_free("tf", where.anchor):
            return "`tf` means something else here; import tensorflow, and move the step into a @tf.function"
        decorator, imports = "tf.function", ("tensorflow as tf",)
    name = next((name for name in _candidates(where) if name not in taken and _is_free(module, name, site)), None)
    if name is None:
        return NO_NAME
    taken.add(name)
    parameters = [*([where.owner] if where.owner else []), *interface.arguments]
    results = ", ".join(interface.results)
    lines = [f"@{decorator}", f"def {name}({', '.join(parameters)}):", "    {body}"]
    lines += [f"    return {results}"] * bool(results)
    called = f"{where.owner}.{name}" if where.owner else name
    call = f"{called}({', '.join(interface.arguments)})"
    moved = tuple(statement for statement in region.statements if statement not in region.left)
    replacement = escaped(f"{results} = {call}" if results else call) + "\n{left}" * bool(region.left)
    edit = Move(
        moved,
        where.anchor,
        template="\n".join(lines),
        replacement=replacement,
        left={"left": region.left} if region.left else {},
    )
    return Fix((edit,), imports, Applicability.UNSAFE)


def _candidates(where: Place) -> Iterator[str]:
    # In a model of Keras, `train_step` is what `fit` calls.
    base = "_train_step" if where.owner else "train_step"
    return itertools.chain([base], (f"{base}_{number}" for number in range(2, 10)))


def _is_free(module: Module, name: str, site: Site) -> bool:
    """Whether nothing in the file has that name, as far as the step, its loop and their surroundings can see."""
    if module.tree.names(name) or module.attributes(name):
        return False
    definitions: list[ast.FunctionDef] = module.nodes(ast.FunctionDef)
    if any(function.name == name for function in definitions):
        return False
    return module.is_free(name, site.statements[0])
