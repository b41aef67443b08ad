"""Model, optimizer or metrics created outside the scope of the strategy they are trained under.

(page to be written)
"""

from __future__ import annotations

from collections.abc import Iterator

from tffix.codemod import Applicability, Codemod, Contract, Fix, Match, Options
from tffix.semantics.distribution import Distribution
from tffix.semantics.module import Module

from ._compiled import compiled_defects
from ._custom_loops import custom_loop_defects
from ._defects import Defect, View
from ._idle import idle_defects
from ._placement import CannotPlace, Placement


def find(module: Module, _options: Options) -> Iterator[Match]:
    distribution = Distribution(module)
    if not distribution.is_followed():
        return
    view = View(module, distribution)
    for search in (compiled_defects, custom_loop_defects, idle_defects):
        for defect in search(view):
            yield _match(module, defect)


def _match(module: Module, defect: Defect) -> Match:
    node = min((module.statement(node) for node in defect.nodes), key=lambda statement: statement.lineno)
    if defect.blocked is not None:
        return Match(node, defect.message, reason=defect.blocked)
    try:
        edits = Placement(module, defect.receiver, defect.scopes, defect.companions).edits(defect.nodes)
    except CannotPlace as reason:
        return Match(node, defect.message, reason=str(reason))
    applicability = Applicability.SAFE if defect.certain else Applicability.UNSAFE
    return Match(node, defect.message, fix=Fix(edits, applicability=applicability))


CODEMOD = Codemod(
    code="TF401",
    name="outside-scope",
    summary="model, optimizer or metrics created outside the scope of their strategy",
    applicability=Applicability.SAFE,
    contract=Contract.REPAIR,
    words=(("Strategy",), ("compile", ".run(", "experimental_run_v2")),
    find=find,
    example="model-created-before-the-scope-it-is-compiled-in",
)
