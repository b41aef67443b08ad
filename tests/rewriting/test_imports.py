from __future__ import annotations

import pytest

from tests.rewriting.helpers import applied, call, code, fix, reason
from tffix.rewriting.edits import Replace
from tffix.rewriting.preflight import refusal
from tffix.semantics.module import Module


def _print(number: int = 0):
    def make(module: Module) -> Replace:
        node = call(module, "print", number)
        return Replace(node, "tf.print({x}, output_stream=sys.stdout)", {"x": node.args[0]})

    return make


NEW = "tf.print(1, output_stream=sys.stdout)"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("import os\nimport tensorflow as tf\n\n", "import os\nimport sys\nimport tensorflow as tf\n\n"),
        ("import tensorflow as tf\n\n", "import sys\n\nimport tensorflow as tf\n\n"),
        (
            "import numpy as np\nimport tensorflow as tf\n",
            "import sys\n\nimport numpy as np\nimport tensorflow as tf\n",
        ),
        (
            "from os import path\n\nimport tensorflow as tf\n",
            "import sys\nfrom os import path\n\nimport tensorflow as tf\n",
        ),
        ("import time\n\nimport z\n\n", "import sys\nimport time\n\nimport z\n\n"),
        ("import numpy as np\nimport os\nimport z\n", "import numpy as np\nimport os\nimport sys\nimport z\n"),
        ('"""doc"""\n\n\n# for tensors\nimport z\n', '"""doc"""\n\n\nimport sys\n\n# for tensors\nimport z\n'),
        ("import os\n\nimport tensorflow as tf\n\n", "import os\nimport sys\n\nimport tensorflow as tf\n\n"),
        ("import z\nimport a\n\n", "import sys\n\nimport z\nimport a\n\n"),
        ("from a import b\n", "import sys\n\nfrom a import b\n"),
        ("from . import b\n", "import sys\n\nfrom . import b\n"),
        ('"""doc"""\nimport os\n', '"""doc"""\nimport os\nimport sys\n'),
        (
            '"""doc"""\nfrom __future__ import annotations\n\nimport z\n',
            '"""doc"""\nfrom __future__ import annotations\n\nimport sys\n\nimport z\n',
        ),
        (
            "#!/usr/bin/env python\n# -*- coding: utf-8 -*-\n",
            "#!/usr/bin/env python\n# -*- coding: utf-8 -*-\nimport sys\n\n",
        ),
        ("# license\n\nx = 1\n", "# license\n\nimport sys\n\nx = 1\n"),
        ("import os; import tensorflow as tf\n", "import os\nimport sys\nimport tensorflow as tf\n"),
        (
            "import a\nif TYPE_CHECKING:\n    import sys\n",
            "import sys\n\nimport a\nif TYPE_CHECKING:\n    import sys\n",
        ),
        (
            "import a\ntry:\n    import sys\nexcept E: pass\n",
            "import sys\n\nimport a\ntry:\n    import sys\nexcept E: pass\n",
        ),
        ("import sys\n", "import sys\n"),
        ("import os, sys\n", "import os, sys\n"),
        ("import os  # 系统\n", "import os  # 系统\nimport sys\n"),
    ],
)
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_where_an_import_goes(before: str, after: str, newline: str) -> None:
    source = (before + "print(1)\n").replace("\n", newline)
    assert applied(source, _print(), imports=["sys"]) == (after + NEW + "\n").replace("\n", newline)


def test_an_import_lands_above_its_first_use() -> None:
    source = "print(1)\nimport os\nimport sys\n"
    assert applied(source, _print(), imports=["sys"]) == f"import sys\n\n{NEW}\nimport os\nimport sys\n"


def test_a_later_import_serves_a_function() -> None:
    source = "def f():\n    print(1)\nimport sys\n"
    assert applied(source, _print(), imports=["sys"]) == f"def f():\n    {NEW}\nimport sys\n"


def test_two_fixes_share_an_import() -> None:
    source = "import os\nprint(1)\nprint(1)\n"
    assert applied(source, _print(0), _print(1), imports=["sys"]) == f"import os\nimport sys\n{NEW}\n{NEW}\n"


def test_an_import_in_the_function_is_reused() -> None:
    source = "def f():\n    import sys\n    print(1)\n"
    assert applied(source, _print(), imports=["sys"]) == source.replace("print(1)", NEW)


def test_the_standard_library_goes_first() -> None:
    expected = f"import sys\n\nimport tensorflow as tf\nfrom tensorflow import data\n{NEW}\n"
    imports = ["tensorflow as tf", "sys"]
    assert applied("from tensorflow import data\nprint(1)\n", _print(), imports=imports) == expected


def test_an_alias_is_part_of_the_import() -> None:
    source = "import tensorflow\nprint(1)\n"
    expected = f"import tensorflow\nimport tensorflow as tf\n{NEW}\n"
    assert applied(source, _print(), imports=["tensorflow as tf"]) == expected
    bound = "import tensorflow.keras\nprint(1)\n"
    assert applied(bound, _print(), imports=["tensorflow"]) == bound.replace("print(1)", NEW)


@pytest.mark.parametrize(
    "source",
    [
        "sys = 1\nprint(1)\n",
        "from a import sys\nprint(1)\n",
        "import other as sys\nprint(1)\n",
        "def f(sys):\n    print(1)\n",
        "def f():\n    print(1)\n    import sys\n",
        "def f():\n    if x:\n        import sys\n    print(1)\n",
        "def f():\n    global sys\n    print(1)\n",
        "y = lambda sys: print(1)\n",
        "y = [print(1) for sys in x]\n",
        "def sys(): pass\nprint(1)\n",
        "try: pass\nexcept E as sys: pass\nprint(1)\n",
    ],
)
def test_a_name_that_means_something_else(source: str) -> None:
    assert "sys" in reason(source, _print(), imports=["sys"])
    module = Module(source)
    assert "sys" in (refusal(module, fix(module, _print(), ["sys"])) or "")


@pytest.mark.parametrize(
    "source", ["class A:\n    sys = 1\n    def f(self):\n        print(1)\n", "def g(sys): pass\nprint(1)\n"]
)
def test_a_name_in_a_scope_that_is_not_seen(source: str) -> None:
    assert "import sys" in applied(source, _print(), imports=["sys"])


def test_a_class_body_is_seen_by_its_own_statements() -> None:
    assert "sys" in reason("class A:\n    sys = 1\n    print(1)\n", _print(), imports=["sys"])


def test_nothing_but_a_docstring() -> None:
    source = code('''
        """doc"""; print(1)
    ''')
    assert applied(source, _print(), imports=["sys"]) == f'"""doc"""\nimport sys\n\n{NEW}\n'
