from __future__ import annotations

import pytest

from .helpers import module_of

BASE = "class Base:\n    def part(self): pass\n    def whole(self):\n        probe(self.part)\n"


@pytest.mark.parametrize(
    ("subclass", "certain"),
    [
        ("", True),
        ("class Other:\n    def part(self): pass\n", True),
        ("class Sub(Base):\n    def other(self): pass\n", True),
        ("class Sub(Base):\n    def part(self): pass\n", False),
        ("class Sub(Base):\n    def __init__(self):\n        self.part = print\n", False),
        ("class Mid(Base): pass\nclass Sub(Mid):\n    def part(self): pass\n", False),
    ],
)
def test_method_of_self_is_certain_where_no_subclass_overrides_it(subclass: str, certain: bool) -> None:
    module = module_of(BASE + subclass)
    assert (module.definition(module.calls("probe")[0].args[0]) is not None) is certain
