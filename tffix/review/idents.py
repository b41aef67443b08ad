"""Fixes named by content, so that a name holds when lines move and not when the code changes."""

from __future__ import annotations

import ast
import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator
from io import StringIO

from tffix.engine.finding import Hit
from tffix.linediff import Matcher
from tffix.semantics.module import Module
from tffix.semantics.tree import DEF_TYPES

_SCOPES = (*DEF_TYPES, ast.ClassDef)


def idents(module: Module, hits: Iterable[Hit]) -> list[str]:
    """A name for each of ``hits``: the code, a hash of the code around it, and which one of equal ones it is."""
    seen: Counter[str] = Counter()
    names = []
    for hit in hits:
        name = f"{hit.codemod.code}:{digest(hit.finding.message, enclosing(module, hit.node))}"
        names.append(f"{name}:{seen[name]}")
        seen[name] += 1
    return names


def enclosing(module: Module, node: ast.AST) -> str:
    """The text of the function or class around ``node``, else of the top-level statement, else of its line."""
    try:
        statement = module.statement(node)
        around = [statement, *module.ancestors(statement)]
    except (KeyError, ValueError):
        return module.tree.line(getattr(node, "lineno", 1)).strip()
    scope = next(
        (outer for outer in around if isinstance(outer, _SCOPES)), around[-2] if len(around) > 1 else statement
    )
    decorators = getattr(scope, "decorator_list", [])
    start = min(module.span(part)[0] for part in (scope, *decorators))
    return module.data[start : module.span(scope)[1]].decode("utf-8")


def diff_digest(before: str, after: str) -> str:
    """A hash of the lines that differ, wherever they stand."""
    return digest(*changed_lines(before, after))


def changed_lines(before: str, after: str) -> Iterator[str]:
    """The lines that go, marked ``-``, and those that come, marked ``+``."""
    old, new = lines(before), lines(after)
    for _, i1, i2, j1, j2 in Matcher(old, new).changes():
        yield from ("-" + line.rstrip("\r\n") for line in old[i1:i2])
        yield from ("+" + line.rstrip("\r\n") for line in new[j1:j2])


def lines(text: str) -> list[str]:
    """The lines of ``text`` with their ends; only a line feed ends one, or a carriage return if there is no other."""
    if "\r" in text and "\n" not in text:
        return [part + "\r" for part in text.split("\r")[:-1]] + [part for part in text.split("\r")[-1:] if part]
    return list(StringIO(text, newline="\n"))


def digest(*parts: str) -> str:
    """A short hash of ``parts``."""
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogateescape")).hexdigest()[:16]
