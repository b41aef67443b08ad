"""``tffix migrate report``: the page, the text and the data."""

from __future__ import annotations

import html.parser
import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

HOSTILE = "<img src=x onerror=alert(1)>&\"'`|*_[a](b)"
VOID = {"meta", "br", "wbr", "img", "link"}
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


@pytest.fixture
def planned(project, write, tffix):
    """A plan with changes, findings that are left, a file that fails, hostile names and hostile code."""
    for command in (("config", "user.name", "A"), ("config", "user.email", "a@b")):
        subprocess.run(["git", *command], check=True)
    write("CODEOWNERS", b"* @everyone\n/a/ @team/a\n/bad/ @<script>x\n")
    write("a/one.py", "old()\nrisky()\nhopeless()\n")
    write("a/two.py", f"old()  # </pre></details><script>alert('{HOSTILE}')</script>\n")
    write(f"bad/{HOSTILE}.py", "old()\nhopeless()\n")
    write("bad/\x1b[31m\u202ered\n.py", "hopeless()\n")
    write(os.fsdecode(b"bad/caf\xe9.py"), "old()\n")
    write("broken.py", "old(\n")
    write("top.py", "old()\n" * 3)
    subprocess.run(["git", "add", "-A"], check=True)
    subprocess.run(["git", "commit", "-qm", "all"], check=True)
    tffix("migrate", "plan", ".", "--unsafe-fixes", code=2)
    return project


class Structure(html.parser.HTMLParser):
    """Checks that tags are closed in their order, and collects them."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: set[str] = set()
        self.attributes: set[str] = set()
        self.feed(page)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.seen.add(tag)
        self.attributes.update(name for name, _ in attrs)
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def _page(tffix, *arguments: str) -> str:
    return tffix("migrate", "report", *arguments, code=0).stdout_bytes.decode("utf-8")


def _document(tffix, *arguments: str) -> dict:
    return json.loads(tffix("migrate", "report", "--output-format", "json", *arguments, code=0).stdout)


def test_without_a_plan(tffix):
    assert "tffix migrate plan" in tffix("migrate", "report", code=2).stderr


def test_the_page_is_whole_and_needs_nothing_else(tffix, planned):
    page = _page(tffix)
    structure = Structure(page)
    assert not structure.seen & {"script", "img", "link", "iframe", "object", "form", "a"}
    assert not {name for name in structure.attributes if name.startswith("on") or name in ("src", "href")}
    assert "http:" not in page
    assert "https:" not in page
    assert "url(" not in page
    assert "default-src 'none'" in page


def test_nothing_hostile_reaches_the_page(tffix, planned):
    page = _page(tffix)
    assert "<script" not in page
    assert "<img" not in page
    assert "\x1b" not in page
    assert "\u202e" not in page
    assert "&lt;img src=x onerror=alert(1)&gt;" in page
    assert "alert(&#x27;" in page
    assert "caf\\udce9.py" in page


def test_after_a_split_hostile_owners_do_not_reach_it_either(tffix, planned):
    tffix("migrate", "split", "--by", "owner", code=0)
    page = _page(tffix)
    Structure(page)
    assert "<script" not in page
    assert "Parts, by owner" in page


def test_totals_add_up(tffix, planned):
    document = _document(tffix)
    totals = document["totals"]
    assert totals["files"] == 7
    assert totals["to_change"] == totals["planned"] == 5
    assert totals["failed"] == 1
    assert totals["fixes"] == 8
    assert totals["left"] == 3
    assert (totals["added"], totals["removed"]) == (8, 8)
    for rows in (document["owners"], document["packages"]):
        assert sum(row["fixes"] for row in rows) == totals["fixes"]
        assert sum(row["left"] for row in rows) == totals["left"]
        assert sum(row["planned"] for row in rows) == totals["planned"]
    assert {row["label"] for row in document["owners"]} == {"@everyone", "@team/a", "@<script>x"}
    assert {row["code"]: row["fixes"] for row in document["codemods"]} == {"TF901": 7, "TF902": 1, "TF911": 0}


def test_progress(tffix, planned):
    tffix("migrate", "run", code=2)
    document = _document(tffix)
    assert document["totals"]["done"] == 5
    assert document["totals"]["fixes_done"] == document["totals"]["fixes"] == 8
    assert {row["code"]: row["done"] for row in document["codemods"]}["TF901"] == 7
    assert {diff["state"] for diff in document["diffs"]} == {"done"}
    assert ">done<" in _page(tffix)


def test_what_was_set_aside_is_a_risk_and_is_left_for_people(tffix, planned):
    tffix("migrate", "split", "--by", "owner", "--test-command", "! grep -q new a/one.py", code=1)
    document = _document(tffix)
    assert document["totals"]["aside"] == 2
    (risk,) = (risk for risk in document["risks"] if risk["title"] == "Set aside")
    assert "passes before the change, and fails" in risk["why"]
    assert risk["paths"] == ["a/one.py", "a/two.py"]
    left = {left["code"]: left["places"] for left in document["left"]}
    assert ["a/one.py", 3, "risky is obsolete"] in [place[:3] for place in left["TF902"]]


def test_risks_come_with_the_unsafe_fixes_and_what_was_not_understood(tffix, planned):
    titles = [risk["title"] for risk in _document(tffix)["risks"]]
    assert titles == ["Not understood", "TF902 risky-name: 1 unsafe fix", "The largest changes"]


def test_diffs_with_unsafe_fixes_come_first_and_can_be_limited(tffix, planned):
    document = _document(tffix, "--max-diffs", "1")
    assert [diff["path"] for diff in document["diffs"]] == ["a/one.py"]
    assert document["diffs_left_out"] == 4
    assert "4 more are not shown" in _page(tffix, "--max-diffs", "1")
    assert '<pre class="diff">' not in _page(tffix, "--max-diffs", "0")


def test_markdown_is_text_whatever_the_names(tffix, planned):
    text = _page(tffix, "--output-format", "markdown")
    assert "\\<img src=x onerror=alert(1)\\>" in text
    assert not re.search(r"(?<!\\)<", re.sub(r"`[^`\n]*`", "", text))
    assert "| \\@" not in text
    rows = [line for line in text.splitlines() if line.startswith("|")]
    assert {len(re.findall(r"(?<!\\)\|", row)) for row in rows} == {7, 9}
    assert "5 to do" in text


def test_it_is_written_to_a_file(tffix, planned):
    tffix("migrate", "report", "-o", "report.html", code=0)
    assert Path("report.html").read_text() == _page(tffix)
    assert "no-such-folder" in tffix("migrate", "report", "-o", "no-such-folder/report.html", code=2).stderr


def test_it_is_the_same_each_time(tffix, planned):
    assert _page(tffix) == _page(tffix)


@pytest.mark.slow
@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")
@pytest.mark.parametrize("width", [360, 1280])
def test_a_browser_shows_it_without_scrolling_sideways(tffix, planned, tmp_path, width):
    page = _page(tffix)
    # The page holds no script: a page around it measures it.
    around = tmp_path / "around.html"
    around.write_text(_around(page, width))
    options = ["--headless=new", "--no-sandbox", "--disable-gpu", "--window-size=1400,1000", "--dump-dom"]
    options += ["--virtual-time-budget=5000", f"--user-data-dir={tmp_path / 'profile'}"]
    command = [str(CHROMIUM), *options, around.as_uri()]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    measured = re.search(r"<title>(\d+) (\d+) (\d+)</title>", done.stdout)
    assert measured, done.stdout[-500:] + done.stderr[-500:]
    scrolled, seen, details = map(int, measured.groups())
    assert details > 5
    assert scrolled <= seen


def _around(page: str, width: int) -> str:
    quoted = json.dumps(page).replace("<", "\\u003c")
    return (
        f"<title>-</title><iframe width={width} height=900 style='border:0'></iframe><script>"
        "const frame = document.querySelector('iframe');"
        "frame.onload = () => { const root = frame.contentDocument.documentElement;"
        "root.querySelectorAll('details').forEach(one => one.open = true);"
        "document.title = [root.scrollWidth, root.clientWidth, root.querySelectorAll('details').length].join(' '); };"
        f"frame.srcdoc = {quoted};</script>"
    )
