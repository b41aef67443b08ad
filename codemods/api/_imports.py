"""Import statements that name an API of the table."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from tffix.codemod import Applicability, Fix, Match
from tffix.rewriting.edits import Edit, Remove, Replace, ReplaceStatement, escaped
from tffix.semantics.module import Module
from tffix.semantics.names import canonical
from tffix.semantics.scopes import Binding
from tffix.semantics.shims import is_shim

from ._match import Search, message
from ._table import Row, full

_WIDTH = 88
_STAYS = (
    "it is used for what the new module does not have, or in a way that cannot be followed; change those uses first"
)
_NO_IMPORT = "its successor cannot be imported by name; write it as an attribute of `tf`"


@dataclass(frozen=True)
class _Moved:
    """An imported name that has a row; ``parent`` and ``name`` say where it is now, if it is anywhere."""

    alias: ast.alias
    row: Row
    parent: str
    name: str


def imports(search: Search) -> Iterator[Match]:
    """The findings at import statements."""
    for statement in search.module.nodes(ast.ImportFrom):
        if statement.module and not statement.level:
            yield from _from_import(search, statement)
    for plain in search.module.nodes(ast.Import):
        for alias in plain.names:
            found = _named(search, alias.name)
            if alias.asname and found is not None and _is_namespace(search, found[0]):
                yield from _namespace(search, plain, alias, found[0])


def _named(search: Search, imported: str) -> tuple[Row, str] | None:
    # The canonical name of an old one can be the new one.
    return search.table.named(imported) or search.table.named(canonical(imported))


def _is_namespace(search: Search, row: Row) -> bool:
    return row.kind == "namespace" and (row.status(search.module.keras) != "works") is search.failing


def _from_import(search: Search, statement: ast.ImportFrom) -> Iterator[Match]:
    moved: list[_Moved] = []
    for alias in statement.names:
        found = _named(search, f"{statement.module}.{alias.name}")
        if found is None:
            continue
        row, root = found
        if _is_namespace(search, row):
            yield from _namespace(search, statement, alias, row)
        elif search.wants(row) and row.kind == "name" and not is_shim(search.module, statement):
            parent, _, name = full(row.new, root).rpartition(".")
            if row.fix == "none":
                yield from search.unfixed(alias, row)
            elif not is_importable(parent):
                yield from search.unfixed(alias, row, _NO_IMPORT)
            else:
                moved.append(_Moved(alias, row, parent, name))
    if moved:
        yield _rewritten(search, statement, moved)


def is_importable(parent: str) -> bool:
    """Whether ``from parent import name`` works: not for classes, nor for ``tensorflow.distribute``, which is odd."""
    return not parent.rpartition(".")[2][:1].isupper() and not parent.startswith("tensorflow.distribute")


# -- names that have moved ------------------------------------------------------------------------------------------


def _rewritten(search: Search, statement: ast.ImportFrom, moved: list[_Moved]) -> Match:
    module = search.module
    edits: list[Edit] = []
    lines: dict[str, list[str]] = {}
    for one in moved:
        bound = one.alias.asname or one.alias.name
        uses = _renamed_uses(module, one) if one.alias.asname is None and one.name != bound else None
        edits += uses or ()
        kept = one.alias.asname or (bound if uses is None and one.name != bound else None)
        lines.setdefault(one.parent, []).append(one.name + (f" as {kept}" if kept else ""))
    left = [alias for alias in statement.names if all(alias is not one.alias for one in moved)]
    same = [one for one in moved if one.name == one.alias.name]
    if not left and len(lines) == 1 and len(same) == len(moved):
        text = _with_module(module, statement, moved[0].parent)
    else:
        rest = [f"{alias.name} as {alias.asname}" if alias.asname else alias.name for alias in left]
        groups = [*([(statement.module or "", rest)] if rest else []), *lines.items()]
        text = "\n".join(_import_line(parent, names) for parent, names in groups)
    rows = [one.row for one in moved]
    level = Applicability.SAFE if all(row.fix == "safe" for row in rows) else Applicability.UNSAFE
    said = "; ".join(dict.fromkeys(message(row, module) for row in rows[:3]))
    edits.insert(0, ReplaceStatement(statement, escaped(text)))
    return Match(
        statement, said if len(rows) <= 3 else f"{said}; and {len(rows) - 3} more", fix=Fix(tuple(edits), (), level)
    )


def _with_module(module: Module, statement: ast.ImportFrom, parent: str) -> str:
    """The statement as it is written, with another module."""
    text = module.segment(statement)
    return text.replace(statement.module or "", parent, 1)


def _import_line(parent: str, names: list[str]) -> str:
    line = f"from {parent} import {', '.join(names)}"
    return line if len(line) <= _WIDTH else f"from {parent} import (\n" + "".join(f"    {n},\n" for n in names) + ")"


def _renamed_uses(module: Module, moved: _Moved) -> list[Edit] | None:
    """The edits that give the uses of an import its new name; ``None`` when they cannot all be seen."""
    binding = module.scopes.by_node.get(moved.alias)
    if binding is None or len(binding.scope.all(binding.name)) != 1 or _is_exported(module, binding):
        return None
    uses = module.uses(binding)
    known = {id(use) for use in uses}
    if any(id(name) not in known for name in module.tree.names(binding.name)):
        return None
    if not all(module.is_free(moved.name, use) for use in [moved.alias, *uses]):
        return None
    return [Replace(use, moved.name) for use in uses]


def _is_exported(module: Module, binding: Binding) -> bool:
    """Whether other files may import the name from this one."""
    is_package = module.path.endswith("__init__.py")
    return is_package or bool(module.tree.names("__all__")) or binding.name in _strings(module)


def _strings(module: Module) -> set[object]:
    return {node.value for node in module.nodes(ast.Constant) if isinstance(node.value, str)}


# -- modules that are gone ------------------------------------------------------------------------------------------


def _namespace(search: Search, statement: ast.Import | ast.ImportFrom, alias: ast.alias, row: Row) -> Iterator[Match]:
    """A module that is gone: its import goes when nothing uses it, which is when its names have been changed."""
    module = search.module
    if is_shim(module, statement):
        return
    binding = module.scopes.by_node.get(alias)
    uses = [] if binding is None else module.uses(binding)
    if not uses and (search.failing or (binding is not None and not _is_exported(module, binding))):
        yield Match(alias, message(row, module), fix=Fix((_without(statement, alias),)))
    elif search.failing and not all(_is_handled(search, use) for use in uses):
        yield Match(alias, message(row, module), reason=_STAYS)


def _is_handled(search: Search, use: ast.Name) -> bool:
    """Whether a use of a module is a name in it that is found by itself."""
    holder = search.module.parent(use)
    if not isinstance(holder, ast.Attribute):
        return False
    found = search.table.named(f"{search.module.qualified(use)}.{holder.attr}")
    if found is not None and found[0].kind == "namespace":
        outer = search.module.parent(holder)
        found = (
            search.table.named(f"{search.module.qualified(use)}.{holder.attr}.{outer.attr}")
            if isinstance(outer, ast.Attribute)
            else None
        )
    return found is not None and search.wants(found[0]) and found[0].fix != "none"


def _without(statement: ast.Import | ast.ImportFrom, alias: ast.alias) -> Edit:
    """The edit that takes one name out of an import."""
    left = [other for other in statement.names if other is not alias]
    if not left:
        return Remove(statement)
    names = [f"{other.name} as {other.asname}" if other.asname else other.name for other in left]
    if isinstance(statement, ast.Import):
        return ReplaceStatement(statement, f"import {', '.join(names)}")
    return ReplaceStatement(statement, _import_line(statement.module or "", names))
