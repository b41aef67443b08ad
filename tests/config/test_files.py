"""Configuration files: what is read, and what is refused with which words."""

from __future__ import annotations

import pytest

from tffix.config.errors import ConfigError
from tffix.config.files import config_in, load

ALL_KEYS = """
select = ["TF1"]
ignore = ["TF301"]
extend-select = ["missing-prefetch"]
unsafe-fixes = true
target-keras = 2
exclude = ["old/"]
[per-file-ignores]
"tests/*" = ["ALL"]
[print-in-graph]
style = "summary"
every = 3
strict = true
"""


def test_every_key(tmp_path):
    path = tmp_path / "tffix.toml"
    path.write_text(ALL_KEYS)
    layer = load(str(path))
    assert layer.select == ("TF1",)
    assert layer.ignore == ("TF301",)
    assert layer.extend_select == ("missing-prefetch",)
    assert layer.unsafe_fixes is True
    assert layer.target_keras == "2"
    assert layer.exclude == ("old/",)
    assert layer.per_file_ignores == {"tests/*": ("ALL",)}
    assert layer.options == {"print-in-graph": {"style": "summary", "every": 3, "strict": True}}
    assert (layer.origin, layer.root) == (str(path), str(tmp_path))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('selects = ["ALL"]', "unknown key 'selects'; did you mean 'select'?"),
        ("zzz = 1", "unknown key 'zzz'; known are select, ignore"),
        ("[print-in-grpah]", "unknown key 'print-in-grpah'; did you mean 'print-in-graph'?"),
        ('select = "ALL"', "select must be a list of strings"),
        ("select = [1]", "select must be a list of strings"),
        ('select = ["TF1O1"]', "unknown codemod 'TF1O1'; did you mean 'TF101'?"),
        ('ignore = ["TF7"]', "unknown codemod 'TF7'"),
        ("unsafe-fixes = 1", "unsafe-fixes must be true or false"),
        ("target-keras = 4", 'target-keras must be "2", "3" or "auto", not 4'),
        ("target-keras = true", 'target-keras must be "2", "3" or "auto", not True'),
        ("per-file-ignores = []", "per-file-ignores must be a table"),
        ('per-file-ignores = { "a.py" = "ALL" }', "per-file-ignores.'a.py' must be a list of strings"),
        ('per-file-ignores = { "a.py" = ["TF77"] }', "unknown codemod 'TF77'"),
        ("print-in-graph = 1", "[print-in-graph] must be a table"),
        ('[print-in-graph]\nstile = "x"', "unknown option of print-in-graph 'stile'; did you mean 'style'?"),
        (
            '[print-in-graph]\nstyle = "sumary"',
            "unknown value of print-in-graph.style 'sumary'; did you mean 'summary'?",
        ),
        ("[print-in-graph]\nstyle = 1", "print-in-graph.style must be of type str, not int"),
        ("[print-in-graph]\nevery = true", "print-in-graph.every must be of type int, not bool"),
        ('[print-in-graph]\nrate = "1"', "print-in-graph.rate must be of type float, not str"),
        ("[print-in-graph]\nrate = true", "print-in-graph.rate must be of type float, not bool"),
        ("[missing-prefetch]\nx = 1", "missing-prefetch has no options, so 'x' is unknown"),
        ("select = [", "not valid TOML"),
    ],
)
def test_what_is_wrong_is_named_with_the_file(tmp_path, text, message):
    path = tmp_path / "tffix.toml"
    path.write_text(text)
    with pytest.raises(ConfigError) as error:
        load(str(path))
    assert str(error.value).startswith(f"{path}: {message}")


@pytest.mark.parametrize("value", ["5", "0.5"])
def test_an_option_that_is_a_float_may_be_given_as_an_integer(tmp_path, value):
    path = tmp_path / "tffix.toml"
    path.write_text(f"[print-in-graph]\nrate = {value}\n")
    assert load(str(path)).options == {"print-in-graph": {"rate": float(value)}}


def test_a_table_in_pyproject(tmp_path):
    path = tmp_path / "pyproject.toml"
    path.write_text('[project]\nname = "x"\n[tool.tffix]\nselect = ["TF1"]\n')
    assert config_in(str(tmp_path)) == str(path)
    assert load(str(path)).select == ("TF1",)


def test_tffix_toml_wins_in_the_same_folder(tmp_path):
    (tmp_path / "pyproject.toml").write_text("[tool.tffix]\n")
    (tmp_path / "tffix.toml").touch()
    assert config_in(str(tmp_path)) == str(tmp_path / "tffix.toml")


@pytest.mark.parametrize("text", ['[project]\nname = "x"\n', '[project]\ndependencies = ["tffix"]\n', "broken ["])
def test_a_pyproject_without_the_table_is_passed_over(tmp_path, text):
    (tmp_path / "pyproject.toml").write_text(text)
    assert config_in(str(tmp_path)) is None


def test_a_broken_pyproject_that_speaks_of_tffix_is_an_error(tmp_path):
    (tmp_path / "pyproject.toml").write_text("[tool.tffix]\nselect = [")
    with pytest.raises(ConfigError, match="pyproject.toml: not valid TOML"):
        config_in(str(tmp_path))


def test_naming_a_pyproject_without_the_table_is_an_error(tmp_path):
    path = tmp_path / "pyproject.toml"
    path.touch()
    with pytest.raises(ConfigError, match=r"has no \[tool.tffix\] table"):
        load(str(path))


def test_a_byte_order_mark_is_no_error(tmp_path):
    path = tmp_path / "tffix.toml"
    path.write_bytes(b"\xef\xbb\xbfunsafe-fixes = true\n")
    assert load(str(path)).unsafe_fixes is True
