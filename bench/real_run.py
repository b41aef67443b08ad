"""Run tffix over a tree of real code and record what came out.

    python bench/real_run.py TREE                           writes the measured part of docs/real-runs.md
    python bench/real_run.py TREE --print                   prints it instead, for other trees than the monorepo
    python bench/real_run.py TREE --diffs 20 --code TF301   prints 20 diffs of one codemod, to be read

TREE is a git repository (``bench/monorepo.py`` builds one).  It is never changed: the diffs of
``tffix apply --dry-run`` are applied in a work tree of their own, where every changed file is compiled and tffix runs
once more.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import warnings
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from measure import Measured, measure

from tffix.config.settings import Settings
from tffix.engine.parsing import UnparsableError, parse, read, without_warnings
from tffix.running.prefilter import mentions_framework

ROOT = Path(__file__).resolve().parent.parent
REPORT = ROOT / "docs" / "real-runs.md"
UNPARSED = ROOT / "docs" / "real-runs-unparsed.txt"
BEGIN, END = "<!-- measured: begin -->", "<!-- measured: end -->"
SKELETON = f"""# tffix on real code

What `tffix check` and `tffix apply --dry-run` do on a monorepo of real packages. To repeat it:

    python bench/monorepo.py ../monorepo
    python bench/real_run.py ../monorepo

{BEGIN}
{END}

## What reading the diffs taught

One page for each group of codemods in `docs/real-runs/`. The diffs to read were drawn by

    python bench/real_run.py ../monorepo --diffs 20 --code CODE
"""


@dataclass
class Applied:
    """What came of applying a whole dry run to a copy of the tree."""

    level: str
    run: Measured
    files: int = 0
    lines: int = 0
    git_apply: str = "nothing to apply"
    broken: list[str] = field(default_factory=list)
    second: int = 0

    @property
    def good(self) -> bool:
        """Whether the diffs applied, all results compile, and a second run found nothing to fix."""
        return self.git_apply in ("clean", "nothing to apply") and not self.broken and not self.second


def tffix(command: str, *options: str) -> list[str]:
    """The command line of a run over the current folder."""
    # The script rather than `python -m`, which would put the tree itself on the path of imports.
    script = Path(sys.executable).with_name("tffix")
    return [str(script), command, ".", "--quiet", "--no-cache", *options]


# -- apply -------------------------------------------------------------------------------------------------------------


@contextmanager
def copy_of(tree: Path) -> Iterator[Path]:
    """A work tree of the commit in ``tree``, removed afterwards."""
    with tempfile.TemporaryDirectory(prefix="tffix-real-run-") as scratch:
        target = Path(scratch, "tree")
        subprocess.run(["git", "-C", str(tree), "worktree", "add", "--quiet", "--detach", str(target)], check=True)
        try:
            yield target
        finally:
            subprocess.run(["git", "-C", str(tree), "worktree", "remove", "--force", str(target)], check=True)


def apply_all(tree: Path, level: str, *options: str) -> Applied:
    """Apply the whole dry run to a copy of ``tree`` with ``git apply``, and check the result."""
    applied = Applied(level, measure(tffix("apply", "--dry-run", *options), tree))
    patch = applied.run.stdout
    applied.files = len(split(patch))
    applied.lines = len(re.findall(rb"^[+-](?![+-]{2} )", patch, re.MULTILINE))
    if not patch:
        return applied
    with copy_of(tree) as copy:
        command = ["git", "apply", "--whitespace=nowarn"]
        git = subprocess.run(command, cwd=copy, input=patch, capture_output=True, check=False)
        applied.git_apply = "clean" if git.returncode == 0 else git.stderr.decode("utf-8", "replace").strip()
        applied.broken = broken_files(tree, copy)
        applied.second = len(split(measure(tffix("apply", "--dry-run", *options), copy).stdout))
    return applied


def broken_files(tree: Path, copy: Path) -> list[str]:
    """The changed files of ``copy`` that do not compile though they do in ``tree``."""
    command = ["git", "-C", str(copy), "diff", "--name-only", "-z"]
    names = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split("\0")
    return [name for name in names if name and not compiles(copy / name) and compiles(tree / name)]


def compiles(path: Path) -> bool:
    """Whether the running Python compiles the file."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            compile(path.read_bytes(), str(path), "exec", dont_inherit=True)
        except (SyntaxError, ValueError):
            return False
    return True


# -- report ------------------------------------------------------------------------------------------------------------


@dataclass
class Report:
    """What a run over a tree is worth telling."""

    measured: str
    unparsed: list[dict[str, str]]
    faultless: bool


def report(tree: Path) -> Report:
    """Run everything over ``tree``."""
    check = measure(tffix("check", "--output-format", "json"), tree)
    found: dict[str, Any] = json.loads(check.stdout)
    crashes = [error for error in found["errors"] if is_crash(error["message"])]
    unparsed = [error for error in found["errors"] if not is_crash(error["message"])]
    runs = [apply_all(tree, "safe fixes"), apply_all(tree, "safe and unsafe fixes", "--unsafe-fixes")]
    dropped = unparsable(tree, {error["path"] for error in found["errors"]})
    parts = [
        overview(found, check, runs),
        codemod_table(found),
        reasons(found),
        applied_table(runs),
        "### Failures\n",
        f"Internal errors: {len(crashes)}.\n",
        *(f"- `{error['path']}`: {error['message']}" for error in crashes),
        unparsed_table(unparsed, dropped),
    ]
    faultless = not crashes and all(run.good for run in runs)
    return Report("\n".join(parts), [*unparsed, *dropped], faultless)


def is_crash(message: str) -> bool:
    """Whether an error is tffix's own fault, not the file's."""
    return any(words in message for words in ("internal error", "worker process died", "the fix", "is left as it is"))


def overview(found: dict[str, Any], check: Measured, runs: Sequence[Applied]) -> str:
    """Files, findings, time and memory."""
    summary = found["summary"]
    measured = [("`tffix check`", check), *((f"`tffix apply --dry-run`, {run.level}", run.run) for run in runs)]
    machine = f"Python {sys.version.split()[0]}, {os.cpu_count()} cores"
    lines = [
        f"{found['tool']} on {machine}: {summary['files']:,} files, {summary['findings']:,} findings.\n",
        *table(
            ["run", "wall time", "peak memory, all processes", "largest process", "exit code"],
            [
                [
                    name,
                    f"{run.seconds:.1f} s",
                    f"{run.peak_total:,.0f} MiB",
                    f"{run.peak_single:,.0f} MiB",
                    run.exit_code,
                ]
                for name, run in measured
            ],
        ),
    ]
    return "\n".join(lines)


def codemod_table(found: dict[str, Any]) -> str:
    """Findings by codemod and by what can be done about them."""
    keys = ("safe", "unsafe", "manual")
    rows = [[s["code"], s["name"], sum(s[key] for key in keys), *(s[key] for key in keys)] for s in found["statistics"]]
    return "\n".join(
        ["### Findings\n", *table(["code", "codemod", "findings", "safe fix", "unsafe fix", "no fix"], rows)]
    )


def reasons(found: dict[str, Any]) -> str:
    """Why findings have no fix, counted; names and numbers in a reason do not tell it from another."""
    counts: Counter[tuple[str, str]] = Counter()
    for finding in found["findings"]:
        if finding["reason"]:
            counts[finding["code"], generalized(finding["reason"])] += 1
    rows = [
        [code, count, reason]
        for (code, reason), count in sorted(counts.items(), key=lambda item: (item[0][0], -item[1]))
    ]
    return "\n".join(["### Reasons why there is no fix\n", *table(["code", "findings", "reason"], rows)])


def generalized(message: str) -> str:
    """``message`` without what is particular to one place."""
    message = re.sub(r"`[^`]*`", "`…`", message)
    message = re.sub(r"\bline \d+", "line N", message)
    return re.sub(r"\b\d+(?!\.?\d)(?![\d.]*\+)\b(?=\s|$)", "N", message)


def applied_table(runs: Sequence[Applied]) -> str:
    """What came of applying the dry runs."""
    rows = [
        [run.level, run.files, f"{run.lines:,}", run.git_apply.partition("\n")[0], len(run.broken), run.second]
        for run in runs
    ]
    headings = ["dry run", "files", "changed lines", "`git apply`", "do not compile", "files a second run would change"]
    broken = [f"- does not compile: `{name}`" for run in runs for name in run.broken]
    return "\n".join(["### The whole dry run applied\n", *table(headings, rows), *broken])


def write_unparsed(unparsed: Sequence[dict[str, str]]) -> None:
    """List the files that could not be analysed; without any there is no list."""
    lines = [f"{error['path']}: {error['message']}\n" for error in unparsed]
    if lines:
        UNPARSED.write_text("".join(lines), encoding="utf-8")
    else:
        UNPARSED.unlink(missing_ok=True)


def unparsable(tree: Path, named: set[str]) -> list[dict[str, str]]:
    """The files without the words of any codemod, which tffix never parses, that it could not parse."""
    settings = Settings(codes=frozenset())
    found = []
    for path in sorted(tree.rglob("*.py")):
        name = path.relative_to(tree).as_posix()
        if name in named or not path.is_file():
            continue
        data = path.read_bytes()
        try:
            # Quick for all that can be parsed; the rest is explained.
            with without_warnings():
                ast.parse(data)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            mark = " (mentions TensorFlow or Keras)" if mentions_framework(data) else ""
            found.append({"path": name, "message": unparsable_reason(data, name, settings) + mark})
    return found


def unparsable_reason(data: bytes, name: str, settings: Settings) -> str:
    """What tffix would say of a file that cannot be parsed."""
    try:
        parse(read(data).text, name, settings)
    except UnparsableError as error:
        return str(error)
    return "cannot be parsed"


def unparsed_table(unparsed: Sequence[dict[str, str]], dropped: Sequence[dict[str, str]]) -> str:
    """The files that could not be analysed, and those that need not be, by package and reason."""
    lines = [f"Files that could not be analysed: {len(unparsed)}.\n", *by_package(unparsed)]
    if dropped:
        lines += [
            f"Files that this Python cannot parse among those that hold the words of no codemod: {len(dropped)}.",
            "tffix never parses such files, as nothing can be found in them.\n",
            *by_package(dropped),
        ]
    if unparsed or dropped:
        lines.append(f"Each is named with its reason in [{UNPARSED.name}]({UNPARSED.name}).")
    return "\n".join(lines)


def by_package(unparsed: Sequence[dict[str, str]]) -> list[str]:
    """A table of packages and reasons; nothing for no files."""
    counts = Counter((error["path"].partition("/")[0], unparsed_reason(error["message"])) for error in unparsed)
    rows = [[package, reason, count] for (package, reason), count in sorted(counts.items())]
    return table(["package", "reason", "files"], rows) if rows else []


def unparsed_reason(message: str) -> str:
    """What is common to the errors of many files: the words outside brackets."""
    return re.sub(r" \(line \d+[^)]*\)| on line \d+", "", message)


def table(headings: Sequence[str], rows: Sequence[Sequence[object]]) -> list[str]:
    """A Markdown table."""
    if not rows:
        return ["None.\n"]
    lines = [headings, ["---"] * len(headings), *rows]
    return [*("| " + " | ".join(str(cell).replace("|", "\\|") for cell in line) + " |" for line in lines), ""]


def write_report(measured: str) -> None:
    """Put ``measured`` between the marks of the page; what a person wrote around them stays."""
    page = REPORT.read_text(encoding="utf-8") if REPORT.exists() else SKELETON
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    REPORT.parent.mkdir(exist_ok=True)
    REPORT.write_text(f"{before}{BEGIN}\n\n{measured.rstrip()}\n\n{END}{after}", encoding="utf-8")


# -- diffs to read -----------------------------------------------------------------------------------------------------


def split(patch: bytes) -> list[bytes]:
    """The diffs of single files."""
    return [part for part in re.split(rb"^(?=--- .*\n\+\+\+ )", patch, flags=re.MULTILINE) if part.strip()]


def sample(tree: Path, code: str, number: int) -> list[bytes]:
    """``number`` diffs of one codemod, the same each time."""
    patch = measure(tffix("apply", "--dry-run", "--unsafe-fixes", "--select", code), tree).stdout
    diffs = split(patch)
    return random.Random(0).sample(diffs, min(number, len(diffs)))


def main() -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("tree", type=Path, help="a git repository, outside the checkout")
    parser.add_argument("--print", action="store_true", help="print the report, and leave the page as it is")
    parser.add_argument("--diffs", type=int, metavar="N", help="print N sampled diffs instead of writing the report")
    parser.add_argument("--code", help="the codemod whose diffs are printed")
    arguments = parser.parse_args()
    tree: Path = arguments.tree.resolve()
    if not (tree / ".git").exists():
        parser.error(f"{tree} is not the root of a git repository")
    if arguments.diffs is not None:
        if arguments.code is None:
            parser.error("--diffs needs --code")
        for diff in sample(tree, arguments.code, arguments.diffs):
            sys.stdout.buffer.write(diff)
        return 0
    result = report(tree)
    if not arguments.print:
        write_report(result.measured)
        write_unparsed(result.unparsed)
    print(result.measured)
    return 0 if result.faultless else 1


if __name__ == "__main__":
    sys.exit(main())
