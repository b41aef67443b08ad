"""Write what the documentation takes from the codemods themselves: the README's table and a page for each.

python docs/generate.py           writes them
python docs/generate.py --check   says which are out of date, and exits with 1 if any is
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from tffix.cli.explain import example_text, page
from tffix.registry import codemods

ROOT = Path(__file__).resolve().parent.parent
BEGIN, END = "<!-- codemods: begin -->", "<!-- codemods: end -->"
GROUPS = {
    "TF0": "Suppressions",
    "TF1": "Graphs, retracing and training steps",
    "TF2": "Gradients, tapes and training mode",
    "TF3": "Input pipelines",
    "TF4": "Distribution",
    "TF5": "Mixed precision",
    "TF6": "Saving",
    "TF7": "Devices",
    "TF8": "Training with Keras",
    "TF9": "Old APIs and Keras 3",
}


def table() -> str:
    """The table of codemods, in groups, each with a link to its page."""
    rows = ["| Code | Name | Fix | Contract | What it finds |", "|---|---|---|---|---|"]
    for group, members in groupby(codemods(), key=lambda codemod: codemod.code[:3]):
        rows.append(f"| | **{GROUPS[group]}** | | | |")
        for codemod in members:
            link = f"[{codemod.code}](docs/codemods/{codemod.name}.md)"
            cells = (link, codemod.name, codemod.applicability.value, codemod.contract.value, codemod.summary)
            rows.append(f"| {' | '.join(cells)} |")
    return "\n".join(rows)


def documents() -> Iterator[tuple[Path, str]]:
    """Each generated file with the text it should have."""
    readme = ROOT / "README.md"
    head, _, rest = readme.read_text(encoding="utf-8").partition(BEGIN)
    tail = rest.partition(END)[2]
    yield readme, f"{head}{BEGIN}\n{table()}\n{END}{tail}"
    for codemod in codemods():
        text = page(codemod).rstrip() + "\n"
        shown = example_text(codemod).decode()
        if shown:
            language = "diff" if shown.startswith("--- ") else "python"
            text += f"\n## Example\n\n```{language}\n{shown}```\n"
        yield ROOT / "docs" / "codemods" / f"{codemod.name}.md", text


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing")
    check = parser.parse_args().check
    stale = [(p, text) for p, text in documents() if not p.exists() or p.read_text(encoding="utf-8") != text]
    for path, text in stale:
        print(f"{'out of date' if check else 'written'}: {path.relative_to(ROOT)}")
        if not check:
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
