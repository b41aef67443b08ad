"""``tffix.fix_source`` and ``tffix.check_source``."""

from __future__ import annotations

import pytest

import tffix
from tests.renames import CODEMODS
from tffix import registry
from tffix.api import TffixError

SOURCE = "import keras\nold()\nrisky()\nhopeless()\n"


@pytest.fixture(autouse=True)
def _codemods(monkeypatch):
    monkeypatch.setattr(registry, "codemods", lambda: CODEMODS)


def test_check_source():
    findings = tffix.check_source(SOURCE, filename="a.py")
    assert [(finding.code, finding.path, finding.line) for finding in findings] == [
        ("TF901", "a.py", 2),
        ("TF902", "a.py", 3),
        ("TF911", "a.py", 4),
    ]


def test_fix_source_applies_safe_fixes():
    result = tffix.fix_source(SOURCE)
    assert result.source == "import keras\nnew()\nrisky()\nhopeless()\n"
    assert [(finding.code, finding.fixed) for finding in result.findings] == [
        ("TF901", True),
        ("TF902", False),
        ("TF911", False),
    ]


def test_config_has_the_powers_of_the_command_line():
    config = tffix.Config(
        select=["ALL"], ignore=["TF911"], unsafe_fixes=True, options={"old-name": {"word": "bad"}}, target_keras="2"
    )
    result = tffix.fix_source(SOURCE, config=config)
    assert result.source == "import keras\nnew()\ncareful()\nhopeless()\n"
    assert [finding.message for finding in result.findings] == ["old is bad", "risky is obsolete"]


def test_line_ends_and_a_byte_order_mark_stay():
    assert tffix.fix_source("\ufeffimport keras\r\nold()").source == "\ufeffimport keras\r\nnew()"


def test_a_coding_cookie_is_honoured():
    source = "# coding: latin-1\nimport keras\nold('\xe9')\n"
    assert tffix.fix_source(source).source == source.replace("old", "new")


def test_a_character_outside_the_declared_encoding_is_an_error():
    with pytest.raises(TffixError, match="cannot be encoded"):
        tffix.fix_source("# coding: latin-1\nimport keras\nold('模')\n")


@pytest.mark.parametrize("call", [tffix.check_source, tffix.fix_source])
def test_source_that_cannot_be_parsed_is_an_error(call):
    with pytest.raises(TffixError, match="a.py: syntax error"):
        call("import keras\nold(\n", filename="a.py")


@pytest.mark.parametrize(
    "config",
    [
        tffix.Config(select=["TF999"]),
        tffix.Config(options={"old-nam": {}}),
        tffix.Config(options={"old-name": {"wrod": "x"}}),
        tffix.Config(target_keras="4"),  # type: ignore[arg-type]
    ],
)
def test_a_wrong_config_is_an_error(config):
    with pytest.raises(TffixError, match="^Config: "):
        tffix.check_source(SOURCE, config=config)


def test_files_count_only_when_asked_for(tmp_path):
    (tmp_path / "tffix.toml").write_text('ignore = ["ALL"]\n')
    name = str(tmp_path / "a.py")
    assert len(tffix.check_source(SOURCE, filename=name)) == 3
    assert tffix.check_source(SOURCE, filename=name, config=tffix.Config(discover=True)) == ()


def test_public_names():
    assert all(hasattr(tffix, name) for name in tffix.__all__)
    with pytest.raises(AttributeError, match="nonsense"):
        tffix.nonsense  # noqa: B018
