from __future__ import annotations

from pathlib import Path

import pytest

from tffix.verify import scratch
from tffix.verify.scratch import Source, TooLargeError, copy, source_of


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    (folder / "examples").mkdir(parents=True)
    (folder / "examples" / "train.py").write_text("pass\n")
    (folder / "data.csv").write_text("1,2\n")
    return folder


def test_the_working_directory_is_copied(project: Path, tmp_path: Path) -> None:
    source = source_of(project / "examples" / "train.py", working=project)
    script = copy(source, tmp_path / "copy")
    assert script == tmp_path / "copy" / "examples" / "train.py"
    assert (tmp_path / "copy" / "data.csv").read_text() == "1,2\n"


def test_a_script_elsewhere_brings_its_folder(project: Path, tmp_path: Path) -> None:
    source = source_of(project / "examples" / "train.py", working=tmp_path / "project" / "elsewhere")
    assert source.root == project / "examples"


def test_a_folder_too_large_is_not_copied(project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scratch, "MAX_FILES", 1)
    source = source_of(project / "examples" / "train.py", working=project)
    assert source.root == project / "examples"
    assert "more than 1 files" in (source.note or "")
    (project / "examples" / "more.py").write_text("")
    with pytest.raises(TooLargeError, match="too much to copy"):
        copy(source, tmp_path / "copy")
    with pytest.raises(TooLargeError):
        source_of(project / "examples" / "train.py", working=project / "examples")


def test_writing_in_the_copy_reaches_nothing_else(project: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside.txt"
    outside.write_text("kept")
    (project / "file").symlink_to(outside)
    (project / "inside").symlink_to("data.csv")
    copy(Source(project / "examples" / "train.py", project), tmp_path / "copy")
    for name in ("file", "inside", "data.csv"):
        (tmp_path / "copy" / name).write_text("changed")
    assert outside.read_text() == "kept"
    assert (project / "data.csv").read_text() == "1,2\n"


def test_links_to_folders_stay_links(project: Path, tmp_path: Path) -> None:
    (tmp_path / "dataset").mkdir()
    (project / "data").symlink_to(tmp_path / "dataset")
    (project / "relative").symlink_to("../dataset")
    (project / "own").symlink_to("examples")
    (project / "loop").symlink_to(".")
    (project / "broken").symlink_to("nowhere")
    copy(Source(project / "examples" / "train.py", project), tmp_path / "copy")
    assert (tmp_path / "copy" / "data").resolve() == tmp_path / "dataset"
    assert (tmp_path / "copy" / "relative").resolve() == tmp_path / "dataset"
    assert (tmp_path / "copy" / "own").resolve() == tmp_path / "copy" / "examples"
    assert (tmp_path / "copy" / "loop").resolve() == tmp_path / "copy"
    assert (tmp_path / "copy" / "broken").is_symlink()


def test_version_control_caches_and_environments_stay_behind(project: Path, tmp_path: Path) -> None:
    for name in (".git", "__pycache__", "env"):
        (project / name).mkdir()
        (project / name / "pyvenv.cfg").write_text("")
    copy(Source(project / "examples" / "train.py", project), tmp_path / "copy")
    assert sorted(path.name for path in (tmp_path / "copy").iterdir()) == ["data.csv", "examples"]
