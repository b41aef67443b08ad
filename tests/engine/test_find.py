"""From bytes to findings."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from dataclasses import replace

import pytest

from tffix.codemod import Applicability, Fix, Match, Option, Options
from tffix.engine import check_file, fix_file
from tffix.rewriting.edits import Replace
from tffix.running.pool import Work
from tffix.semantics.module import Module

from .codemods import codemod, find_names, rename, report
from .conftest import Install

KERAS = b"import keras\n"


def test_findings_stand_by_position_then_code(install: Install) -> None:
    settings = install(codemod("TF902", report("a")), codemod("TF901", report("a")), codemod("TF903", report("b")))

    result = check_file(KERAS + "é = b\nx = (b,\n a)\n".encode(), "m.py", settings)

    places = [(f.code, f.line, f.column, f.end_line, f.end_column) for f in result.findings]
    assert places == [("TF903", 2, 5, 2, 6), ("TF903", 3, 6, 3, 7), ("TF901", 4, 2, 4, 3), ("TF902", 4, 2, 4, 3)]
    assert {f.path for f in result.findings} == {"m.py"}
    assert result.error is None


def test_columns_count_characters(install: Install) -> None:
    settings = install(codemod("TF901", report("a")))

    (finding,) = check_file(KERAS + "x = '模型', a\n".encode(), "m.py", settings).findings

    assert (finding.column, finding.end_column) == (11, 12)


def _never(_module: Module, _options: Options) -> Iterator[Match]:
    raise AssertionError("must not be asked")


@pytest.mark.parametrize(
    ("data", "words"),
    [
        pytest.param(b"x = (\n", (), id="names neither TensorFlow nor Keras"),
        pytest.param(KERAS + b"x = map(\n", ((".map",), ("tf.", "keras")), id="lacks a word of one group"),
        pytest.param(b"", (), id="empty"),
    ],
)
def test_a_file_in_which_no_codemod_can_apply_is_not_parsed(
    install: Install, data: bytes, words: tuple[tuple[str, ...], ...]
) -> None:
    settings = install(codemod("TF901", _never, words=words))

    result = check_file(data, "m.py", settings)

    assert (result.findings, result.error) == ((), None)


def test_codemods_that_are_not_selected_do_not_run(install: Install) -> None:
    settings = install(codemod("TF901", _never), codemod("TF902", report("a")))

    result = check_file(KERAS + b"a\n", "m.py", replace(settings, codes=frozenset({"TF902"})))

    assert [f.code for f in result.findings] == ["TF902"]
    assert result.error is None


@pytest.mark.parametrize(
    ("data", "keras", "explicit", "found"),
    [
        pytest.param(b"import keras\na\n", 3, False, ["TF903"], id="project"),
        pytest.param(b"import keras\na\n", 2, False, ["TF902"], id="project for Keras 2"),
        pytest.param(b"import tf_keras\na\n", 3, False, ["TF902"], id="the source goes before the project"),
        pytest.param(b"import tf_keras\na\n", 3, True, ["TF903"], id="the user goes before the source"),
    ],
)
def test_codemods_for_the_other_keras_find_nothing(
    install: Install, data: bytes, keras: int, explicit: bool, found: list[str]
) -> None:
    settings = install(codemod("TF902", report("a"), targets=(2,)), codemod("TF903", report("a"), targets=(3,)))

    result = check_file(data, "m.py", replace(settings, keras=keras, keras_explicit=explicit))

    assert [f.code for f in result.findings] == found


def test_nothing_is_said_of_tensorflow_1(install: Install) -> None:
    settings = install(codemod("TF901", _never))

    result = check_file(b"import tensorflow.compat.v1 as tf\na\n", "m.py", settings)

    assert (result.findings, result.error) == ((), None)


@pytest.mark.parametrize(
    ("of_codemod", "of_fix", "effective"),
    [
        (Applicability.SAFE, Applicability.SAFE, "safe"),
        (Applicability.SAFE, Applicability.UNSAFE, "unsafe"),
        (Applicability.UNSAFE, Applicability.SAFE, "unsafe"),
        (Applicability.SAFE, Applicability.MANUAL, "manual"),
        (Applicability.MANUAL, Applicability.SAFE, "manual"),
    ],
)
def test_the_weaker_applicability_counts(
    install: Install, of_codemod: Applicability, of_fix: Applicability, effective: str
) -> None:
    settings = install(codemod("TF901", rename("a", "b", of_fix), applicability=of_codemod))

    (finding,) = check_file(KERAS + b"a\n", "m.py", settings).findings

    assert finding.applicability == effective
    assert (finding.reason is None) == (effective != "manual")


def test_a_fix_that_would_lose_a_comment_becomes_a_reason(install: Install) -> None:
    def find(module: Module, _options: Options) -> Iterator[Match]:
        for node in module.nodes(ast.Tuple):
            yield Match(node, "tuple", fix=Fix((Replace(node, "()"),)))

    settings = install(codemod("TF901", find))

    lossy, fine = check_file(KERAS + b"x = (\n    1,  # the first\n)\ny = (2,)\n", "m.py", settings).findings

    assert (lossy.applicability, fine.applicability) == ("manual", "safe")
    assert lossy.reason is not None
    assert "comment" in lossy.reason


def _broken(_module: Module, _options: Options) -> Iterator[Match]:
    raise ValueError("no such thing")
    yield


def test_a_codemod_that_fails_is_named_and_the_others_go_on(install: Install) -> None:
    settings = install(codemod("TF901", _broken), codemod("TF902", report("a")))

    result = check_file(KERAS + b"a\n", "m.py", settings)

    assert [f.code for f in result.findings] == ["TF902"]
    assert result.error is not None
    assert result.error.startswith(
        "internal error in TF901 (codemod-tf901): ValueError: no such thing at test_find.py:"
    )
    assert result.error.endswith("; please report it")


def test_a_codemod_that_runs_out_of_stack_is_not_called_broken(install: Install) -> None:
    def deep(module: Module, options: Options) -> Iterator[Match]:
        yield from deep(module, options)

    settings = install(codemod("TF901", deep), codemod("TF902", report("a")))

    result = check_file(KERAS + b"a\n", "m.py", settings)

    assert [f.code for f in result.findings] == ["TF902"]
    assert result.error == "the code is nested too deeply to be analysed"


def test_options_are_the_defaults_with_what_the_settings_say(install: Install) -> None:
    seen: dict[str, object] = {}

    def find(_module: Module, options: Options) -> Iterator[Match]:
        seen.update(options)
        return iter(())

    options = {"style": Option("tf.print", "how"), "limit": Option(3, "how many")}
    settings = install(replace(codemod("TF901", find), options=options))

    check_file(KERAS, "m.py", replace(settings, options={"codemod-tf901": {"limit": 5}}))

    assert seen == {"style": "tf.print", "limit": 5}


@pytest.mark.parametrize("run", [check_file, fix_file])
def test_what_python_says_of_the_code_is_not_printed(
    install: Install, recwarn: pytest.WarningsRecorder, run: Work
) -> None:
    settings = install(codemod("TF901", rename("a", "b")))

    result = run(KERAS + rb"a, '\d', 1 is 1" + b"\n", "m.py", settings)

    assert result.error is None
    assert len(result.findings) == 1
    assert not recwarn.list


def test_the_check_path_needs_no_libcst(install: Install, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "libcst", None)
    settings = install(codemod("TF901", report("a")))

    assert len(check_file(KERAS + b"a\n", "m.py", settings).findings) == 1


def test_same_input_same_output(install: Install) -> None:
    settings = install(codemod("TF901", report("a")), codemod("TF902", find_names("b", lambda _: 1 / 0)))
    data = KERAS + b"a, b\n"

    assert check_file(data, "m.py", settings) == check_file(data, "m.py", settings)
