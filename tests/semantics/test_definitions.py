from __future__ import annotations

import ast

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


@pytest.mark.parametrize(
    ("source", "known"),
    [
        ("class A: pass\na = A()\nprobe(a)", True),
        ("class A: pass\nprobe(A())", True),
        ("class A:\n    def f(self):\n        probe(self)", True),
        ("class A: pass\nprobe(A)", False),
        ("class A: pass\na = A()\nif b:\n    a = None\nprobe(a)", False),
        ("@mystery\nclass A: pass\nprobe(A())", False),
        ("class A(metaclass=M): pass\nprobe(A())", False),
        ("def probe(a): pass\nprobe(a())", False),
    ],
)
def test_instance_class(source: str, known: bool) -> None:
    module = module_of(source)
    owner = module.instance_class(module.calls("probe")[0].args[0])
    assert (owner is not None and owner.name == "A") is known


def test_attribute_bindings_hold_what_is_assigned_through_an_instance() -> None:
    module = module_of("class A:\n    def f(self):\n        self.x = 1\na = A()\na.x = 2\n")
    (owner,) = module.nodes(ast.ClassDef)
    assert len(module.attribute_bindings(owner, "x")) == 2


@pytest.mark.parametrize(
    ("subclass", "count"),
    [
        ("", 1),
        ("class Other:\n    def __init__(self):\n        self.rate = 2\n", 1),
        ("class Sub(Owner):\n    def other(self): pass\n", 1),
        ("class Sub(Owner):\n    def __init__(self):\n        self.rate = 2\n", 2),
        ("class Mid(Owner): pass\nclass Sub(Mid):\n    def __init__(self):\n        self.rate = 2\n", 2),
    ],
)
def test_attribute_of_self_may_be_the_one_of_a_subclass(subclass: str, count: int) -> None:
    source = (
        "class Owner:\n    def __init__(self):\n        self.rate = 1\n    def run(self):\n        probe(self.rate)\n"
    )
    module = module_of(source + subclass)
    assert len(module.origins(module.calls("probe")[0].args[0])) == count
