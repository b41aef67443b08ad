from __future__ import annotations

import textwrap

import pytest

from tffix.semantics.failures import is_expected_to_fail

from .helpers import argument_of, module_of

IMPORTS = "import contextlib\nimport pytest\nimport tensorflow as tf\n"


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("probe(x)", False),
        ("try:\n    probe(x)\nexcept ValueError:\n    pass", True),
        ("try:\n    probe(x)\nexcept (KeyError, ValueError):\n    pass", True),
        ("try:\n    probe(x)\nexcept Exception:\n    pass", True),
        ("try:\n    probe(x)\nexcept:\n    pass", True),
        ("try:\n    probe(x)\nexcept KeyError:\n    pass", False),
        ("try:\n    probe(x)\nexcept KeyboardInterrupt:\n    pass", False),
        ("try:\n    probe(x)\nfinally:\n    pass", False),
        ("try:\n    pass\nexcept ValueError:\n    probe(x)", False),
        ("try:\n    pass\nexcept ValueError:\n    pass\nelse:\n    probe(x)", False),
        ("with pytest.raises(ValueError):\n    probe(x)", True),
        ("with contextlib.suppress(ValueError):\n    probe(x)", True),
        ("with strategy.scope():\n    probe(x)", False),
        ("with tf.device('CPU'):\n    probe(x)", False),
        ("try:\n    def inner():\n        probe(x)\nexcept ValueError:\n    pass", False),
    ],
)
def test_failure_is_expected_where_it_is_caught_in_the_same_function(source: str, expected: bool) -> None:
    module = module_of(IMPORTS + "def run(x, strategy):\n" + textwrap.indent(source, "    "))
    assert is_expected_to_fail(module, argument_of(module), "ValueError") is expected
