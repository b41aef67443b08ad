from __future__ import annotations

import pytest

from tffix.semantics.kinds_table import Kind

from .helpers import argument_of, module_of

HEAD = "import math\nimport random\nimport numpy as np\nimport tensorflow as tf\n"


@pytest.mark.parametrize(
    ("expression", "kind"),
    [
        ("min(1.0, 2 / 3)", Kind.NUMBER),
        ("min(1.0, np.exp(2))", Kind.UNKNOWN),
        ("max(0.1, unknown)", Kind.UNKNOWN),
        ("random.random()", Kind.NUMBER),
        ("random.choice(models)", Kind.UNKNOWN),
        ("math.exp(-1)", Kind.NUMBER),
    ],
)
def test_what_is_a_number(expression: str, kind: Kind) -> None:
    module = module_of(f"{HEAD}probe({expression})")
    assert module.kind(argument_of(module)) is kind
