"""Small codemods to drive the engine with."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator

from tffix.codemod import Applicability, Codemod, Contract, Find, Fix, Match, Options
from tffix.rewriting.edits import Replace
from tffix.semantics.module import Module


def codemod(
    code: str,
    find: Find,
    *,
    applicability: Applicability = Applicability.SAFE,
    words: tuple[tuple[str, ...], ...] = (),
    targets: tuple[int, ...] = (2, 3),
    default: bool = True,
) -> Codemod:
    return Codemod(
        code=code,
        name=f"codemod-{code.lower()}",
        summary="for tests",
        applicability=applicability,
        contract=Contract.NONE,
        words=words,
        find=find,
        example="none",
        targets=targets,
        default=default,
    )


def rename(old: str, new: str, applicability: Applicability = Applicability.SAFE) -> Find:
    """Find the name ``old``; the fix puts ``new`` in its place."""

    def fix(node: ast.Name) -> Fix:
        return Fix((Replace(node, new),), applicability=applicability)

    return find_names(old, fix)


def report(name: str, reason: str = "no fix here") -> Find:
    """Find the name ``name``, without a fix."""

    def find(module: Module, _options: Options) -> Iterator[Match]:
        for node in module.nodes(ast.Name):
            if node.id == name:
                yield Match(node, f"{name} found", reason=reason)

    return find


def find_names(name: str, fix: Callable[[ast.Name], Fix]) -> Find:
    def find(module: Module, _options: Options) -> Iterator[Match]:
        for node in module.nodes(ast.Name):
            if node.id == name:
                yield Match(node, f"{name} found", fix=fix(node))

    return find
