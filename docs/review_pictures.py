"""Draw the pictures of the review: docs/review/*.svg, from the example in the README, and print them as text.

python docs/review_pictures.py           writes the pictures
python docs/review_pictures.py --print   prints the screens
"""

from __future__ import annotations

import argparse
import html
import io
import re
import tempfile
from pathlib import Path

from rich.cells import cell_len
from rich.console import CONSOLE_SVG_FORMAT, Console
from rich.text import Text

from tffix.config.layer import Layer
from tffix.config.resolve import Resolver
from tffix.review import fixes, view
from tffix.review.course import choice
from tffix.review.question import Question
from tffix.review.stage import Stage

ROOT = Path(__file__).resolve().parent.parent
SIZES = {60: 36, 100: 32, 160: 30}
CELL = 12.2
"""The width of a cell in rich's SVG."""
# The fonts of the viewer are good enough: nothing is loaded from elsewhere.
FORMAT = re.sub(r"@font-face \{\{.*?\}\}\n", "", CONSOLE_SVG_FORMAT, flags=re.DOTALL)
RUN = re.compile(r'<text (class="[^"]*") x="([^"]*)" (y="[^"]*") textLength="[^"]*" (clip-path="[^"]*")>([^<]*)</text>')


def questions() -> list[Question]:
    """What a review of the README's example asks when everything is accepted."""
    example = re.search(r"```python\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    assert example is not None
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "train.py"
        path.write_text(example[1], encoding="utf-8")
        settings = Resolver(Layer(origin="pictures", root=folder), discover=False).settings(str(path))
        stage = fixes.begin(str(path), settings, (), frozenset())
        asked = []
        while stage.proposal is not None:
            asked.append(_question(stage, len(asked) + 1))
            stage = fixes.advance(stage, [choice(stage, "train.py", "accept")], settings, frozenset())
        return asked


def _question(stage: Stage, position: int) -> Question:
    assert stage.proposal is not None
    finding = stage.proposal.spot.finding
    shown = {**vars(finding), "path": "train.py"}
    left = len(stage.open)
    return Question(type(finding)(**shown), stage.text, stage.proposal.after, position, position + left - 1, left)


def screen(question: Question, width: int, height: int) -> list[Text]:
    """The rows of a terminal of this size."""
    head, body, foot = (part(question, width) for part in (view.head, view.body, view.foot))
    return view.page(head, body, foot, 0, width, height).rows


def picture(rows: list[Text], width: int, name: str) -> str:
    """The rows as SVG."""
    console = Console(record=True, width=width, file=io.StringIO(), force_terminal=True, color_system="truecolor")
    for row in rows:
        console.print(row, soft_wrap=True)
    svg = console.export_svg(title="tffix review train.py", code_format=FORMAT, unique_id=name)
    svg = RUN.sub(_words, svg)
    return "\n".join(line.rstrip() for line in svg.splitlines()) + "\n"


def _words(found: re.Match[str]) -> str:
    """A run of text as its parts between two or more spaces, each in its place.

    Rich counts characters, of which Chinese ones take two cells, and leaves the width of spaces to the viewer.
    """
    text = html.unescape(found[5]).replace("\xa0", " ")
    parts = []
    for part in re.finditer(r"\S+(?: \S+)*", text):
        left = float(found[2]) + cell_len(text[: part.start()]) * CELL
        length = cell_len(part[0]) * CELL
        shown = html.escape(part[0]).replace(" ", "&#160;")
        parts.append(f'<text {found[1]} x="{left:.1f}" {found[3]} textLength="{length:.1f}" {found[4]}>{shown}</text>')
    return "".join(parts)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--print", action="store_true", help="print the screens instead")
    printing = parser.parse_args().print
    shown = next(question for question in questions() if question.finding.code == "TF101")
    for width, height in SIZES.items():
        rows = screen(shown, width, height)
        if printing:
            print("\n".join(row.plain.rstrip() for row in rows), end="\n\n")
            continue
        path = ROOT / "docs" / "review" / f"{width}-columns.svg"
        path.parent.mkdir(exist_ok=True)
        path.write_text(picture(rows, width, f"review-{width}"), encoding="utf-8")
        print(f"written: {path.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
