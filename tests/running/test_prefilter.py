"""What the prefilter drops has no finding, and it drops what it can."""

from __future__ import annotations

from pathlib import Path

import pytest

from tffix import registry
from tffix.codemod import Codemod
from tffix.config.settings import Settings
from tffix.engine import check_file, files, finding
from tffix.running.prefilter import candidates

CORPUS = Path(__file__).parent.parent.parent / "corpus"
CODEMODS = registry.codemods()
SETTINGS = Settings(frozenset(codemod.code for codemod in CODEMODS))


def _codemod(*words: tuple[str, ...], last: bool = False) -> Codemod:
    from tests.engine.codemods import codemod, report

    made = codemod("TF901", report("x"), words=words)
    object.__setattr__(made, "last", last)
    return made


def _is_candidate(source: str, *words: tuple[str, ...], last: bool = False) -> bool:
    return bool(candidates(source.encode(), [_codemod(*words, last=last)]))


def test_one_word_of_each_group_is_needed() -> None:
    source = "import keras\nmodel.fit()\n"
    assert _is_candidate(source, (".fit", ".compile"))
    assert _is_candidate(source, (".fit",), ("model",))
    assert not _is_candidate(source, (".fit",), (".compile",))


@pytest.mark.parametrize(
    "source",
    [
        "import tensorflow as tf\n",
        "import os, tensorflow as tf\n",
        "import os; import tensorflow\n",
        "import os, \\\n    tensorflow\n",
        "from \\\n  tensorflow import data\n",
        "if True: from keras import layers\n",
        "def f():\n    import tensorflow_datasets as tfds\n",
        "import os\rimport tf_keras\r",
    ],
)
def test_every_way_to_import(source: str) -> None:
    assert _is_candidate(source)


@pytest.mark.parametrize(
    "source", ["# like tensorflow\nimport os\n", '"""As keras."""\nfrom os import path\n', "import os # keras\n"]
)
def test_a_mention_is_no_import(source: str) -> None:
    assert not _is_candidate(source)


def test_suppressions_need_no_import() -> None:
    assert _is_candidate("# keras, tffix: ignore\n", ("tffix:",), last=True)


@pytest.mark.parametrize(
    "source",
    [
        "import tensorflow as tf\n@tf.function\ndef f(): ...\n",
        "from tensorflow import function\n",
        "from tensorflow import data, function as compiled\n",
        "from tensorflow import (\n    data,\n    function,\n)\n",
        "from tensorflow import data, \\\n    function\n",
        "from tensorflow import *\n@function\ndef f(): ...\n",
        "if x: from tensorflow.compat.v2 import function\n",
    ],
)
def test_a_word_with_a_dot_is_an_attribute_or_imported(source: str) -> None:
    assert _is_candidate(source, (".function",))


@pytest.mark.parametrize(
    "source",
    [
        "import tensorflow as tf\n# a function\n",
        "from tensorflow import data\ndef function(): ...\n",
        "import tensorflow\nfrom os import function\n",
    ],
)
def test_other_places_of_the_word_do_not_count(source: str) -> None:
    assert not _is_candidate(source, (".function",))


@pytest.mark.parametrize("folder", [codemod.name for codemod in CODEMODS])
def test_what_is_dropped_has_no_finding(folder: str, monkeypatch: pytest.MonkeyPatch) -> None:
    sources = [path.read_bytes() for path in sorted((CORPUS / folder).glob("*/*.py"))]
    found = [check_file(source, "x.py", SETTINGS).findings for source in sources]
    monkeypatch.setattr(finding, "candidates", lambda _data, codemods: codemods)
    assert found == [files.check(source, "x.py", SETTINGS, CODEMODS).findings for source in sources]
