"""The cache: the same results, less work, and never trusted further than it can be."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from tffix import index
from tffix.config.settings import Settings
from tffix.results import FileResult, Finding
from tffix.running import cache as module
from tffix.running.cache import Cache, Hashed, Item

SETTINGS = Settings(frozenset({"TF901"}))
OLD = 1_600_000_000


def _work(data: bytes, path: str, settings: Settings) -> FileResult:
    """A finding with the content, for every file that is not clean or broken."""
    if data.endswith(b"clean"):
        return FileResult(path)
    if data.endswith(b"broken"):
        return FileResult(path, error="broken")
    finding = Finding("TF901", "said", path, 1, 1, 1, 2, data.decode(), "manual", reason="as it is")
    return FileResult(path, (finding,))


class Runs:
    """Runs with a cache, each as a process of its own would; ``computed`` are the paths that were not known."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.computed: list[str] = []

    def __call__(self, *items: Item, clean_only: bool = False) -> list[FileResult]:
        def compute(missing: Sequence[Item]) -> Iterator[FileResult]:
            self.computed = [path for path, _ in missing]
            return (Hashed(_work)(Path(path).read_bytes(), path, settings) for path, settings in missing)

        return list(Cache(str(self.folder)).results(items, compute, clean_only=clean_only))


@pytest.fixture
def runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Runs:
    (tmp_path / "tree").mkdir()
    monkeypatch.chdir(tmp_path / "tree")
    # The files of a test are made in the moment in which they are looked at.
    monkeypatch.setattr(module, "_FRESH", 0)
    return Runs(tmp_path / "cache")


@pytest.fixture
def make(runs: Runs) -> Callable[..., Item]:
    def make(name: str, content: str = "keras", settings: Settings = SETTINGS) -> Item:
        Path(name).write_text(content)
        return name, settings

    return make


def test_an_unchanged_tree_is_not_looked_at_again(runs, make):
    items = [make("a.py", "keras 1"), make("b.py", "keras clean"), make("c.py", "keras broken"), make("d.py", "clean")]
    first = runs(*items)
    assert runs.computed == ["a.py", "b.py", "c.py", "d.py"]
    assert runs(*items) == first
    assert runs.computed == []
    assert first[0].findings[0].reason == "as it is"
    assert first[2].error == "broken"
    assert all(result.digest is None for result in first)


def test_an_edit_is_seen(runs, make):
    items = [make("a.py", "keras 1"), make("b.py", "keras 2")]
    runs(*items)
    make("a.py", "keras 3")
    assert runs(*items)[0].findings[0].message == "keras 3"
    assert runs.computed == ["a.py"]


def test_an_edit_that_keeps_size_and_modification_time_is_seen(runs, make):
    item = make("a.py", "keras 1")
    os.utime("a.py", (OLD, OLD))
    runs(item)
    make("a.py", "keras 2")
    os.utime("a.py", (OLD, OLD))
    assert runs(item)[0].findings[0].message == "keras 2"


def test_the_same_content_with_another_time_is_known(runs, make):
    item = make("a.py", "keras 1")
    runs(item)
    os.utime("a.py", (OLD, OLD))
    runs(item)
    assert runs.computed == []


def test_a_file_in_place_of_another_is_seen(runs, make):
    items = [make("a.py", "keras 1"), make("b.py", "keras 2")]
    runs(*items)
    os.replace("b.py", "a.py")
    assert runs(items[0])[0].findings[0].message == "keras 2"


def test_a_renamed_file_has_its_new_name(runs, make):
    runs(make("a.py", "keras 1"))
    os.rename("a.py", "b.py")
    (result,) = runs(("b.py", SETTINGS))
    assert result.path == result.findings[0].path == "b.py"


def test_a_file_changed_a_moment_ago_is_not_trusted(runs, make, monkeypatch):
    monkeypatch.setattr(module, "_FRESH", 10**12)
    item = make("a.py")
    runs(item)
    runs(item)
    assert runs.computed == ["a.py"]


@pytest.mark.parametrize(
    "other",
    [
        replace(SETTINGS, codes=frozenset({"TF902"})),
        replace(SETTINGS, keras=2),
        replace(SETTINGS, keras_explicit=True),
        replace(SETTINGS, options={"said": {"limit": 3}}),
    ],
)
def test_other_settings_are_another_result(runs, make, other):
    runs(make("a.py"))
    runs(("a.py", other))
    assert runs.computed == ["a.py"]


def test_which_fixes_are_allowed_changes_no_finding(runs, make):
    runs(make("a.py"))
    runs(("a.py", replace(SETTINGS, unsafe_fixes=True)))
    assert runs.computed == []


@pytest.mark.parametrize("what", ["version", "source"])
def test_another_state_of_tffix_starts_anew(runs, make, monkeypatch, what):
    item = make("a.py")
    runs(item)
    if what == "version":
        monkeypatch.setattr("tffix.__version__", "99")
    else:
        monkeypatch.setattr(index, "state", lambda package: (("tffix.x", 1, 1),))
    runs(item)
    assert runs.computed == ["a.py"]


@pytest.mark.parametrize(
    "damage",
    [
        lambda content: b"",
        lambda content: content[:-1],
        lambda content: content[:20],
        lambda content: content[:-3] + bytes([content[-3] ^ 1]) + content[-2:],
        lambda content: b"something else",
        lambda content: content + b"x",
    ],
)
def test_a_damaged_cache_is_ignored(runs, make, damage):
    item = make("a.py")
    first = runs(item)
    (path,) = runs.folder.iterdir()
    path.write_bytes(damage(path.read_bytes()))
    assert runs(item) == first
    assert runs.computed == ["a.py"]
    runs(item)
    assert runs.computed == []


def test_a_cache_that_cannot_be_written_costs_nothing_else(runs, make, tmp_path):
    runs.folder = tmp_path / "file" / "cache"
    (tmp_path / "file").touch()
    item = make("a.py")
    assert runs(item) == runs(item)


def test_fixes_take_clean_files_only_from_the_cache(runs, make):
    items = [make("a.py", "keras 1"), make("b.py", "keras clean")]
    runs(*items)
    runs(*items, clean_only=True)
    assert runs.computed == ["a.py"]
    # What a fix found is not what a check finds.
    runs(*items)
    assert runs.computed == ["a.py"]


def test_an_error_that_is_not_of_the_content_is_not_kept(runs, make):
    item = make("a.py", "broken")
    runs(item)
    runs(item)
    assert runs.computed == ["a.py"]


def test_two_runs_at_once_leave_a_whole_cache(runs, make):
    one, two = make("a.py"), make("b.py")
    first, second = Cache(str(runs.folder)), Cache(str(runs.folder))
    compute = lambda missing: (Hashed(_work)(Path(p).read_bytes(), p, s) for p, s in missing)  # noqa: E731
    results = first.results([one], compute), second.results([two], compute)
    for running in results:
        list(running)
    runs(two)
    assert runs.computed == []


def test_files_of_other_runs_stay_and_are_dropped_when_there_are_too_many(runs, make):
    items = [make(f"{number}.py") for number in range(10)]
    runs(*items)
    runs(*items[:6])
    runs(*items)
    assert runs.computed == []
    make("0.py", "keras 2")
    runs(items[0])
    runs(*items)
    assert len(runs.computed) == 9
