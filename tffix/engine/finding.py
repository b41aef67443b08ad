"""What the codemods find in one text, after suppressions."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass, replace

from tffix import registry
from tffix.codemod import Applicability, Codemod, Fix, Match, least
from tffix.config.settings import Settings
from tffix.engine.errors import TOO_DEEP, internal_error
from tffix.engine.parsing import UnparsableError
from tffix.results import Finding
from tffix.running.prefilter import candidates
from tffix.semantics.module import Module
from tffix.suppression import CommentsError, Suppressions

_MANUAL = "only reported: what to do here is for a person to decide"


@dataclass(frozen=True)
class Hit:
    """A finding together with the node it is shown at, and the fix behind it, if there is one that may be applied."""

    codemod: Codemod
    finding: Finding
    node: ast.AST
    fix: Fix | None

    def without_fix(self, reason: str) -> Hit:
        return replace(self, fix=None, finding=replace(self.finding, applicability="manual", reason=reason))


@dataclass(frozen=True)
class Analysis:
    """One text, analysed.  ``errors`` names the codemods that failed; the others' hits are there all the same."""

    module: Module
    hits: tuple[Hit, ...]
    errors: tuple[str, ...]

    @property
    def findings(self) -> tuple[Finding, ...]:
        return tuple(hit.finding for hit in self.hits)


def analyse(module: Module, codemods: Sequence[Codemod], settings: Settings) -> Analysis:
    """Run ``codemods`` over ``module`` and match what they find against the file's suppressions.

    Nothing is said of TensorFlow 1: every codemod is about TensorFlow 2.

    Raises:
        UnparsableError: the comments of the file cannot be told from its code.
    """
    if module.is_tensorflow1:
        return Analysis(module, (), ())
    on_target = [codemod for codemod in codemods if codemod.last or _is_for(codemod, module)]
    hits: list[Hit] = []
    failed: dict[str, str] = {}
    for codemod in candidates(module.data, sorted(on_target, key=lambda codemod: (codemod.last, codemod.code))):
        if codemod.last:
            ran = {codemod.code for codemod in on_target} - failed.keys()
            off_target = {codemod.code for codemod in codemods} - {codemod.code for codemod in on_target}
            _suppressions(module).judge(registry.codemods(), ran, off_target)
        try:
            hits += _hits(module, codemod, settings)
        except UnparsableError:
            raise
        except RecursionError:
            failed[codemod.code] = TOO_DEEP
        except Exception as error:
            failed[codemod.code] = internal_error([codemod], error)
    errors = tuple(dict.fromkeys(failed.values()))
    return Analysis(module, tuple(sorted(hits, key=lambda hit: sort_key(hit.finding))), errors)


def _is_for(codemod: Codemod, module: Module) -> bool:
    return module.keras in codemod.targets and not module.is_tensorflow1


def sort_key(finding: Finding) -> tuple[object, ...]:
    """The order of findings in a file: by position, then by code."""
    return finding.line, finding.column, finding.code, finding.end_line, finding.end_column, finding.message


def _hits(module: Module, codemod: Codemod, settings: Settings) -> list[Hit]:
    options = {name: option.default for name, option in codemod.options.items()}
    options.update(settings.options.get(codemod.name, {}))  # type: ignore[arg-type]
    return [
        _hit(module, codemod, match)
        for match in codemod.find(module, options)
        if not _suppressions(module).covers(module, match.node, codemod)
    ]


def _suppressions(module: Module) -> Suppressions:
    try:
        return module.suppressions
    except CommentsError as error:
        raise UnparsableError(f"its comments cannot be read: {error}") from None


def _hit(module: Module, codemod: Codemod, match: Match) -> Hit:
    applicability, reason = _applicability(module, codemod, match)
    line, column, end_line, end_column = _position(module, match)
    finding = Finding(
        code=codemod.code,
        name=codemod.name,
        path=module.path,
        line=line,
        column=column,
        end_line=end_line,
        end_column=end_column,
        message=match.message,
        applicability=applicability.value,
        reason=reason,
    )
    return Hit(codemod, finding, match.node, None if reason else match.fix)


def _applicability(module: Module, codemod: Codemod, match: Match) -> tuple[Applicability, str | None]:
    """The weaker of the codemod's applicability and the fix's, and why there is no fix."""
    if match.fix is None:
        return Applicability.MANUAL, match.reason
    weaker = least(codemod.applicability, match.fix.applicability)
    if weaker is Applicability.MANUAL:
        return weaker, _MANUAL
    from tffix.rewriting.preflight import refusal

    reason = refusal(module, match.fix)
    return (Applicability.MANUAL, reason) if reason else (weaker, None)


def _position(module: Module, match: Match) -> tuple[int, int, int, int]:
    node = match.node
    if not hasattr(node, "lineno"):
        return 1, 1, 1, 1
    start = module.tree.position(node.lineno, node.col_offset)  # type: ignore[attr-defined]
    end = module.tree.position(node.end_lineno, node.end_col_offset)  # type: ignore[attr-defined]
    return (*start, *end)
