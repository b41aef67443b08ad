"""Codemods for tests: they rename things, or give up."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator

from tffix.codemod import Applicability, Codemod, Contract, Fix, Match, Option, Options
from tffix.rewriting.edits import Replace
from tffix.semantics.module import Module


def renames(old: str, new: str) -> Callable[[Module, Options], Iterator[Match]]:
    def find(module: Module, options: Options) -> Iterator[Match]:
        for node in module.nodes(ast.Name):
            if node.id == old:
                yield Match(node, f"{old} is {options.get('word', 'obsolete')}", Fix((Replace(node, new),)))

    return find


def hopeless(module: Module, _options: Options) -> Iterator[Match]:
    for node in module.nodes(ast.Name):
        if node.id == "hopeless":
            yield Match(node, "nothing helps", reason="give up")


def codemod(code: str, name: str, find: Callable[[Module, Options], Iterator[Match]], **fields: object) -> Codemod:
    values: dict[str, object] = {
        "applicability": Applicability.SAFE,
        "contract": Contract.EQUIVALENT,
        "words": (),
        "summary": f"summary of {name}",
        "example": "simple",
        "page": f"What {name} does.",
        **fields,
    }
    return Codemod(code=code, name=name, find=find, **values)  # type: ignore[arg-type]


CODEMODS = (
    codemod(
        "TF901",
        "old-name",
        renames("old", "new"),
        options={"word": Option("obsolete", "what old is", ("obsolete", "bad"))},
    ),
    codemod("TF902", "risky-name", renames("risky", "careful"), applicability=Applicability.UNSAFE),
    codemod("TF911", "hopeless-name", hopeless, applicability=Applicability.MANUAL, contract=Contract.NONE),
    codemod("TF921", "rare-name", renames("rare", "common"), default=False),
)
