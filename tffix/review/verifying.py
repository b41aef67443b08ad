"""``tffix verify`` of one fix: train the script as it is now and with the fix."""

from __future__ import annotations

import ast
from pathlib import Path

from tffix.reports.output import plain
from tffix.review.stage import Proposal, Stage
from tffix.source import SourceError

_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom)
_NAMES = (ast.Assign, ast.AnnAssign, ast.AugAssign)


class VerifyError(Exception):
    """Nothing was compared; the message says why."""


def verify(stage: Stage, proposal: Proposal) -> str:
    """What ``tffix verify`` says of the fix, which is held to the contract of its codemod.

    Raises:
        VerifyError: the file is no script, or cannot be run.
    """
    if not is_script(stage.text):
        raise VerifyError("Nothing to verify: the file only defines things; it is no script.")
    from tffix.verify import report, versions
    from tffix.verify.judge import judge
    from tffix.verify.runs import Options, Version
    from tffix.verify.scratch import TooLargeError, source_of
    from tffix.verify.verdict import Promise

    if not versions.tensorflow_is_installed():
        raise VerifyError("TensorFlow is not installed: pip install 'tffix[verify]'")
    path, code = Path(stage.path), proposal.spot.finding.code
    try:
        source = source_of(path, working=Path.cwd())
        before = Version("before", source, stage.source.encode(stage.text))
        after = Version("after", source, stage.source.encode(proposal.after))
        print(f"tffix verify {path}: without and with {code} (Ctrl-C calls it off)")
        verdict = judge(before, after, Promise.of(versions.contract_of([code])), Options(), _say)
    except (TooLargeError, OSError, SourceError) as error:
        raise VerifyError(f"Cannot verify: {error}.") from None
    except KeyboardInterrupt:
        raise VerifyError("Verifying was called off.") from None
    return "\n".join(report.lines(f"{path} without and with {code}", verdict, plain))


def _say(text: str) -> None:
    print(f"running {text} ...", flush=True)


def is_script(text: str) -> bool:
    """Whether running the file does anything but define names."""
    for node in ast.parse(text).body:
        if isinstance(node, ast.Expr) and not isinstance(node.value, ast.Constant):
            return True
        if isinstance(node, (ast.For, ast.While, ast.With, ast.If)) and not _only_defines(node):
            return True
    return False


def _only_defines(node: ast.stmt) -> bool:
    return all(isinstance(child, (*_DEFINITIONS, *_NAMES, ast.Pass, ast.Raise)) for child in getattr(node, "body", []))
