"""Selectors to codes."""

from __future__ import annotations

import pytest

from tffix.codemod import Applicability, Codemod, Contract
from tffix.config.errors import ConfigError
from tffix.config.layer import Layer
from tffix.config.selection import check_selectors, select


def _codemod(code: str, name: str, default: bool = True) -> Codemod:
    return Codemod(
        code, name, "", Applicability.SAFE, Contract.NONE, (), lambda module, options: iter(()), "", default=default
    )


CODEMODS = (
    _codemod("TF101", "print-in-graph"),
    _codemod("TF111", "list-in-graph"),
    _codemod("TF301", "missing-prefetch"),
    _codemod("TF302", "serial-map", default=False),
)


def _select(*layers: dict[str, tuple[str, ...]]) -> list[str]:
    return sorted(select([Layer("test", "/", **fields) for fields in layers], CODEMODS))


@pytest.mark.parametrize(
    ("fields", "codes"),
    [
        ({}, ["TF101", "TF111", "TF301"]),
        ({"select": ("TF1",)}, ["TF101", "TF111"]),
        ({"select": ("tf101", "Missing-Prefetch")}, ["TF101", "TF301"]),
        ({"select": ()}, []),
        ({"ignore": ("ALL",)}, []),
        ({"ignore": ("TF1",)}, ["TF301"]),
        # ignore wins at equal specificity, the more specific wins otherwise
        ({"select": ("TF101",), "ignore": ("TF101",)}, []),
        ({"select": ("ALL",), "ignore": ("TF1",)}, ["TF301"]),
        ({"select": ("TF101",), "ignore": ("TF1",)}, ["TF101"]),
        ({"select": ("TF1",), "ignore": ("TF101",)}, ["TF111"]),
        ({"select": ("print-in-graph",), "ignore": ("TF101",)}, []),
        # what does not run by default is only selected by its own code or name
        ({"select": ("ALL",)}, ["TF101", "TF111", "TF301"]),
        ({"select": ("TF3",)}, ["TF301"]),
        ({"select": ("TF302",)}, ["TF302"]),
        ({"extend_select": ("serial-map",)}, ["TF101", "TF111", "TF301", "TF302"]),
    ],
)
def test_one_layer(fields, codes):
    assert _select(fields) == codes


def test_select_of_a_stronger_layer_starts_anew():
    assert _select({"ignore": ("TF101",)}, {"select": ("TF1",)}) == ["TF101", "TF111"]


def test_ignore_of_a_stronger_layer_goes_on_from_the_weaker():
    assert _select({"select": ("TF101", "TF301")}, {"ignore": ("TF1",)}) == ["TF301"]


def test_extend_select_of_a_stronger_layer_takes_back_an_ignore():
    assert _select({"ignore": ("TF1",)}, {"extend_select": ("TF101",)}) == ["TF101", "TF301"]


@pytest.mark.parametrize(
    ("selector", "message"),
    [
        ("TF300", "did you mean 'TF30"),
        ("misssing-prefetch", "did you mean 'missing-prefetch'?"),
        ("AL", "did you mean 'ALL'?"),
        ("quite different", "`tffix codemods` lists them"),
        ("", "`tffix codemods` lists them"),
    ],
)
def test_an_unknown_selector(selector, message):
    with pytest.raises(ConfigError, match="^here: unknown codemod") as error:
        check_selectors([selector], CODEMODS, "here")
    assert message in str(error.value)
