"""``tffix config PATH``: what holds, and from where."""

from __future__ import annotations

import json

import pytest


@pytest.fixture
def held(tffix):
    def held(*arguments: str) -> dict[str, tuple[object, str]]:
        document = json.loads(tffix("config", *arguments, "--output-format", "json", code=0).stdout)
        return {key: (entry["value"], entry["origin"]) for key, entry in document.items()}

    return held


def test_defaults(held, project):
    assert held() == {
        "codemods": (["TF901", "TF902", "TF911"], "default"),
        "unsafe-fixes": (False, "default"),
        "target-keras": (3, "auto: current release"),
        "exclude": ([], "default"),
        "per-file-ignores": ({}, "default"),
        "old-name.word": ("obsolete", "default"),
    }


def test_a_file_and_the_command_line(held, project):
    path = project / "tffix.toml"
    path.write_text('select = ["TF9"]\nunsafe-fixes = true\ntarget-keras = "2"\n[old-name]\nword = "bad"\n')
    (project / "a.py").touch()
    shown = held("a.py", "--ignore", "TF911")
    assert shown["codemods"] == (["TF901", "TF902"], f"command line, {path}")
    assert shown["unsafe-fixes"] == (True, str(path))
    assert shown["target-keras"] == (2, str(path))
    assert shown["old-name.word"] == ("bad", str(path))


def test_the_metadata_that_decides_the_target_is_named(held, project):
    (project / "requirements.txt").write_text("tensorflow<2.16\n")
    assert held()["target-keras"] == (2, f"auto: {project / 'requirements.txt'}")


def test_text_has_one_line_a_setting(tffix):
    lines = tffix("config", code=0).stdout.splitlines()
    assert "unsafe-fixes     = false  (default)" in lines


def test_a_path_that_does_not_exist_is_2(tffix):
    tffix("config", "missing", code=2)
