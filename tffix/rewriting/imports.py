"""The imports a fix needs: reused when the module has them, else inserted where a person would put them."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from tffix.codemod import Fix
from tffix.rewriting import edits as e
from tffix.rewriting.conflicts import nodes_of, top_statement
from tffix.rewriting.spans import is_docstring
from tffix.semantics.module import Module
from tffix.semantics.tree import FUNCTION_TYPES


class ImportClashError(Exception):
    """The name an import would bind means something else where the fix needs it."""


@dataclass(frozen=True)
class _Import:
    """``import module`` or ``import module as name``."""

    module: str
    alias: str | None

    @classmethod
    def parse(cls, text: str) -> _Import:
        module, _, alias = text.partition(" as ")
        return cls(module.strip(), alias.strip() or None)

    @property
    def name(self) -> str:
        """The name that is bound."""
        return self.alias or self.module.partition(".")[0]

    @property
    def code(self) -> str:
        return f"import {self.module}" + (f" as {self.alias}" if self.alias else "")

    def made_by(self, node: ast.AST) -> bool:
        """Whether the statement ``node`` binds the name to the very same module."""
        if not isinstance(node, ast.Import):
            return False
        for item in node.names:
            if self.alias is not None:
                if (item.name, item.asname) == (self.module, self.alias):
                    return True
            elif item.asname is None and f"{item.name}.".startswith(f"{self.module}."):
                return True
        return False


def import_edits(module: Module, fix: Fix) -> list[e.Insert]:
    """The insertions that give ``fix`` its imports.

    Raises:
        ImportClashError: a needed name means something else in the module or in a function where an edit lands.
    """
    if not fix.imports:
        return []
    used = [node for edit in fix.edits for node in nodes_of(module, edit)]
    wanted = sorted(map(_Import.parse, fix.imports), key=lambda new: not is_standard(new.module))
    return [_insertion(module, new, used) for new in wanted if _needed(module, new, used)]


def _needed(module: Module, wanted: _Import, used: list[ast.AST]) -> bool:
    """Whether the import must be inserted at module level."""
    bindings: dict[ast.AST, list[ast.AST]] = {}
    for node in _bindings(module, wanted.name):
        bindings.setdefault(_scope(module, node), []).append(node)
    declarations: list[ast.Global | ast.Nonlocal] = [*module.nodes(ast.Global), *module.nodes(ast.Nonlocal)]
    if any(wanted.name in declaration.names for declaration in declarations):
        raise ImportClashError(f"the name {wanted.name} is declared global or nonlocal")
    everywhere = True
    for node in used:
        local = [bindings[scope] for scope in _enclosing(module, node) if scope in bindings]
        if not local:
            everywhere = False
        elif not _bound_before(module, wanted, local[0], node):
            raise ImportClashError(f"the name {wanted.name} means something else where {wanted.code} is needed")
    if everywhere and used:
        return False
    at_module = bindings.get(module.root, [])
    if not all(wanted.made_by(node) for node in at_module):
        raise ImportClashError(f"the name {wanted.name} means something else in this module")
    first = min((module.span(top)[0] for top in _tops(module, used) if _runs_at_import(top)), default=None)
    return not any(
        module.parent(node) is module.root and (first is None or module.span(node)[0] < first) for node in at_module
    )


def _bindings(module: Module, name: str) -> Iterator[ast.AST]:
    for node in module.scopes.nodes_binding(name):
        statement = module.parent(node) if isinstance(node, ast.alias) else node
        assert statement is not None
        yield statement


def _scope(module: Module, node: ast.AST) -> ast.AST:
    """The scope in which ``node`` binds its name."""
    if isinstance(node, ast.arg):
        return next(outer for outer in module.ancestors(node) if isinstance(outer, FUNCTION_TYPES))
    return module.tree.scope(node)


def _enclosing(module: Module, node: ast.AST) -> Iterator[ast.AST]:
    """The scopes whose names ``node`` sees, without the module's: functions, and a class it stands in directly."""
    scope: ast.AST = module.tree.scope(node)
    if isinstance(node, FUNCTION_TYPES):
        yield node
    first = True
    while not isinstance(scope, ast.Module):
        if first or not isinstance(scope, ast.ClassDef):
            yield scope
        scope, first = module.tree.scope(scope), False


def _bound_before(module: Module, wanted: _Import, bindings: list[ast.AST], use: ast.AST) -> bool:
    """Whether all ``bindings`` of a scope are the wanted import, one of them unconditionally before ``use``."""
    return all(wanted.made_by(node) for node in bindings) and any(
        isinstance(module.parent(node), (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef))
        and module.span(node)[0] < module.span(use)[0]
        for node in bindings
    )


def _tops(module: Module, used: list[ast.AST]) -> list[ast.stmt]:
    """The statements of the module that hold ``used``."""
    return [top_statement(module, node) for node in used]


def _runs_at_import(top: ast.stmt) -> bool:
    return not isinstance(top, (ast.FunctionDef, ast.AsyncFunctionDef))


def _insertion(module: Module, wanted: _Import, used: list[ast.AST]) -> e.Insert:
    body = module.root.body
    head = 0
    while head < len(body) and (is_docstring(module, body[head]) or _is_future(body[head])):
        head += 1
    if head == len(body):
        return e.Insert(body[-1], wanted.code, "after")
    begin = head
    while begin < len(body) and not isinstance(body[begin], (ast.Import, ast.ImportFrom)):
        begin += 1
    end = begin
    while end < len(body) and isinstance(body[end], (ast.Import, ast.ImportFrom)):
        end += 1
    limit = min((module.span(top)[0] for top in _tops(module, used)), default=len(module.data))
    block = [statement for statement in body[begin:end] if module.span(statement)[0] < limit]
    if not block:
        # The first code of the file may stand far below the comments that describe the file.
        return e.Insert(body[head], wanted.code, "before")
    anchor, where = _place(wanted, block)
    return e.Insert(anchor, wanted.code, where)


def _place(wanted: _Import, block: list[ast.stmt]) -> tuple[ast.stmt, Literal["before", "after"]]:
    """Where in an import block: in order among the ``import x`` lines of its group, as isort has them.

    The groups are the standard library and all else; a group that the block does not have yet is a new one.
    """
    standard = is_standard(wanted.module)
    group = [statement for statement in block if is_standard(_module_name(statement)) == standard]
    if not group:
        return (block[0], "before") if standard else (block[-1], "after")
    plain = [statement for statement in group if isinstance(statement, ast.Import)]
    if not plain:
        return group[0], "before"
    name = wanted.module.lower()
    for section in _sections(plain):
        names = [statement.names[0].name.lower() for statement in section]
        if names == sorted(names):
            earlier = [statement for statement, other in zip(section, names, strict=True) if other <= name]
            return (earlier[-1], "after") if earlier else (section[0], "before")
    return plain[-1], "after"


def _sections(plain: list[ast.Import]) -> list[list[ast.Import]]:
    """Runs of ``import`` statements on consecutive lines."""
    sections: list[list[ast.Import]] = []
    for statement in plain:
        last = sections[-1][-1] if sections else None
        if last is not None and statement.lineno - (last.end_lineno or last.lineno) <= 1:
            sections[-1].append(statement)
        else:
            sections.append([statement])
    return sections


def _module_name(statement: ast.stmt) -> str:
    """The module that an import names first."""
    if isinstance(statement, ast.Import):
        return statement.names[0].name
    assert isinstance(statement, ast.ImportFrom)
    return "." * statement.level + (statement.module or "")


def is_standard(module: str) -> bool:
    """Whether the module is one of the standard library."""
    return module.partition(".")[0] in sys.stdlib_module_names


def _is_future(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.ImportFrom) and statement.module == "__future__"
