"""What holds for a path: nearest file, command line on top."""

from __future__ import annotations

import pytest

from tffix.config.errors import ConfigError
from tffix.config.layer import Layer
from tffix.config.resolve import Resolver


def _resolver(config_file: str | None = None, **fields: object) -> Resolver:
    return Resolver(Layer("command line", "/", **fields), config_file)  # type: ignore[arg-type]


def _write(folder, text: str, name: str = "pyproject.toml") -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(text)


def test_the_nearest_file_with_the_table_holds(tmp_path):
    _write(tmp_path, '[tool.tffix]\nselect = ["TF301"]\n')
    _write(tmp_path / "a" / "b", '[project]\nname = "b"\n')
    _write(tmp_path / "c", '[tool.tffix]\nselect = ["TF101"]\n')
    resolver = _resolver()
    assert resolver.settings(str(tmp_path / "a" / "b" / "x.py")).codes == {"TF301"}
    assert resolver.settings(str(tmp_path / "c" / "x.py")).codes == {"TF101"}


def test_a_nearer_file_replaces_the_farther_whole(tmp_path):
    _write(tmp_path, '[tool.tffix]\nselect = ["TF301"]\nunsafe-fixes = true\n')
    _write(tmp_path / "a", "[tool.tffix]\n")
    settings = _resolver().settings(str(tmp_path / "a" / "x.py"))
    assert settings.codes == {"TF101", "TF301"}
    assert settings.unsafe_fixes is False


def test_the_command_line_goes_first(tmp_path):
    _write(tmp_path, 'unsafe-fixes = true\ntarget-keras = "2"\n', "tffix.toml")
    settings = _resolver(unsafe_fixes=False, target_keras="3").settings(str(tmp_path / "x.py"))
    assert (settings.unsafe_fixes, settings.keras, settings.keras_explicit) == (False, 3, True)


def test_the_file_holds_where_the_command_line_is_silent(tmp_path):
    _write(tmp_path, 'unsafe-fixes = true\ntarget-keras = "2"\n', "tffix.toml")
    settings = _resolver().settings(str(tmp_path / "x.py"))
    # A source that asks for another generation goes before the file.
    assert (settings.unsafe_fixes, settings.keras, settings.keras_explicit) == (True, 2, False)


def test_auto_on_the_command_line_overrules_the_file(tmp_path):
    _write(tmp_path, 'target-keras = "2"\n', "tffix.toml")
    settings = _resolver(target_keras="auto").settings(str(tmp_path / "x.py"))
    assert (settings.keras, settings.keras_explicit) == (3, False)


def test_one_named_file_holds_everywhere(tmp_path):
    _write(tmp_path, '[tool.tffix]\nselect = ["TF301"]\n')
    _write(tmp_path / "other", 'select = ["TF101"]\n', "mine.toml")
    resolver = _resolver(str(tmp_path / "other" / "mine.toml"))
    assert resolver.settings(str(tmp_path / "x.py")).codes == {"TF101"}


def test_per_file_ignores_are_relative_to_their_file(tmp_path):
    _write(tmp_path, '[per-file-ignores]\n"tests/*.py" = ["TF3"]\n', "tffix.toml")
    resolver = _resolver()
    assert resolver.settings(str(tmp_path / "tests" / "x.py")).codes == {"TF101"}
    assert resolver.settings(str(tmp_path / "src" / "x.py")).codes == {"TF101", "TF301"}


def test_settings_are_shared_by_files_for_which_the_same_holds(tmp_path):
    resolver = _resolver()
    assert resolver.settings(str(tmp_path / "a" / "x.py")) is resolver.settings(str(tmp_path / "b" / "y.py"))


def test_options_of_the_file_reach_the_settings(tmp_path):
    _write(tmp_path, '[print-in-graph]\nstyle = "summary"\n', "tffix.toml")
    assert _resolver().settings(str(tmp_path / "x.py")).options == {"print-in-graph": {"style": "summary"}}


def test_a_deep_folder(tmp_path):
    deep = "/".join("d" * 1500)
    assert _resolver().settings(f"{tmp_path}/{deep}/x.py").codes == {"TF101", "TF301"}


def test_a_wrong_selector_on_the_command_line_names_its_origin():
    with pytest.raises(ConfigError, match="^command line: unknown codemod 'TF9'"):
        _resolver(select=("TF9",))
