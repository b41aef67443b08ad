"""The ``tf.function`` objects of a file, and who calls them."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from tffix.semantics.module import Module
from tffix.semantics.syntax import argument, is_false, single_target
from tffix.semantics.tree import FUNCTION_TYPES, LOOP_TYPES, FunctionNode

_FUNCTION = "tensorflow.function"
_SIGNATURE = {"input_signature": 1, "reduce_retracing": 4, "experimental_relax_shapes": None}
_COMPILED = {"jit_compile": 3, "experimental_compile": None}
"""Options, each with its position behind the function."""
_WIDTH = 60
_PLAIN = ("staticmethod", "classmethod", "override", "with_name_scope", "do_not_convert")
"""Decorators that may stand beside that of ``tf.function``."""


@dataclass(frozen=True)
class Traced:
    """One place where ``tf.function`` is applied.

    ``maker`` is the decorator, or the call that returns the traced function; ``options`` the call that holds the
    options, ``None`` for a bare ``@tf.function``.  ``wrapped`` is what is traced, ``function`` its definition in this
    file.
    """

    maker: ast.expr
    options: ast.Call | None
    wrapped: ast.expr | None
    function: FunctionNode | None

    @property
    def is_decorator(self) -> bool:
        """Whether the function is decorated where it is defined."""
        return self.wrapped is None

    @property
    def has_signature(self) -> bool:
        """Whether an option already says for which shapes the function is traced."""
        return any(not is_false(value) for value in self._options(_SIGNATURE))

    @property
    def is_compiled(self) -> bool:
        """Whether XLA compiles the function."""
        return any(not is_false(value) for value in self._options(_COMPILED))

    def _options(self, names: Mapping[str, int | None]) -> list[ast.expr]:
        if self.options is None:
            return []
        starred = [keyword.value for keyword in self.options.keywords if keyword.arg is None]
        given = [argument(self.options, name, place) for name, place in names.items()]
        return [*starred, *(value for value in given if value is not None)]


def traced(module: Module) -> Iterator[Traced]:
    """Every use of ``tf.function`` in the file, in source order of its kinds."""
    for reference in _references(module):
        found = _applied(module, reference)
        if found is not None and not (found.is_decorator and _is_decorated_otherwise(module, found)):
            yield found


def _is_decorated_otherwise(module: Module, function: Traced) -> bool:
    """Whether a decorator of unknown make may change what is called, and with what."""
    assert isinstance(function.function, ast.FunctionDef)
    others = [decorator for decorator in function.function.decorator_list if decorator is not function.maker]
    return any((module.qualified(other) or "").rpartition(".")[2] not in _PLAIN for other in others)


def _references(module: Module) -> Iterator[ast.Attribute | ast.Name]:
    names = [
        name
        for statement in module.nodes(ast.ImportFrom)
        for alias in statement.names
        if alias.name == "function"
        for name in module.tree.names(alias.asname or alias.name)
    ]
    found: list[ast.Attribute | ast.Name] = [*module.attributes("function"), *names]
    for reference in found:
        if isinstance(reference.ctx, ast.Load) and module.qualified(reference) == _FUNCTION:
            yield reference


def _applied(module: Module, reference: ast.expr) -> Traced | None:
    holder = module.parent(reference)
    if isinstance(holder, ast.FunctionDef) and reference in holder.decorator_list:
        return Traced(reference, None, None, holder)
    if not isinstance(holder, ast.Call):
        return None
    outer = module.parent(holder)
    is_partial = reference in holder.args[:1] and module.qualified(holder.func) == "functools.partial"
    if isinstance(outer, ast.FunctionDef) and holder in outer.decorator_list and (is_partial or not holder.args):
        return Traced(holder, holder, None, outer)
    if holder.func is not reference:
        return None
    wrapped = argument(holder, "func", 0)
    if wrapped is not None:
        return Traced(holder, holder, wrapped, _definition(module, wrapped))
    if isinstance(outer, ast.Call) and outer.func is holder and len(outer.args) == 1:
        return Traced(outer, holder, outer.args[0], _definition(module, outer.args[0]))
    return None


def _definition(module: Module, wrapped: ast.expr) -> FunctionNode | None:
    found = module.definition(wrapped)
    return found if isinstance(found, FUNCTION_TYPES) else None


def calls(module: Module, function: Traced) -> list[ast.Call]:
    """The calls of what ``tf.function`` made, as far as the file shows them."""
    if function.is_decorator:
        assert isinstance(function.function, ast.FunctionDef)
        found = module.definitions.calls_of(function.function)[0]
        return [call for call in found if module.definition(call.func) is function.function]
    holder = module.parent(function.maker)
    if isinstance(holder, ast.Call) and holder.func is function.maker:
        return [holder]
    target = single_target(holder)
    uses: list[ast.expr] = []
    if isinstance(target, ast.Name):
        uses = [use for use in module.uses_of_target(target) if len(module.bindings(use)) == 1]
    elif isinstance(target, ast.Attribute):
        owner = module.instance_class(target.value)
        uses = [
            use
            for use in module.attributes(target.attr)
            if owner is not None and module.instance_class(use.value) is owner and len(module.origins(use)) == 1
        ]
    holders = [(use, module.parent(use)) for use in uses]
    return [call for use, call in holders if isinstance(call, ast.Call) and call.func is use]


def loops_around(module: Module, node: ast.AST) -> list[ast.stmt]:
    """The loops that run ``node`` again and again in its function, from the inside out."""
    found: list[ast.stmt] = []
    inner = node
    for outer in module.ancestors(node):
        if isinstance(outer, (*FUNCTION_TYPES, ast.ClassDef)):
            break
        if isinstance(outer, LOOP_TYPES):
            is_iterable = isinstance(outer, (ast.For, ast.AsyncFor)) and inner is outer.iter
            if not is_iterable and inner not in outer.orelse:
                found.append(outer)
        inner = outer
    return found


def shown(module: Module, node: ast.AST) -> str:
    """The source of ``node`` on one line, for messages."""
    text = " ".join(module.segment(node).split())
    return text if len(text) <= _WIDTH else f"{text[: _WIDTH - 3]}..."
