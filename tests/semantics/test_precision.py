"""Which mixed-precision policy is in force at a place."""

from __future__ import annotations

import pytest

from tests.semantics.helpers import module_of
from tffix.semantics.precision import Precision

IMPORTS = """
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import mixed_precision
"""


def policies(source: str, **settings: object) -> set[str]:
    """The policies at the only call of ``probe``."""
    module = module_of(IMPORTS + source, **settings)
    return set(Precision(module).at(module.calls("probe")[0]))


@pytest.mark.parametrize(
    "setting",
    [
        'keras.mixed_precision.set_global_policy("mixed_float16")',
        'tf.keras.mixed_precision.set_global_policy("mixed_float16")',
        'mixed_precision.set_dtype_policy("mixed_float16")',
        'keras.config.set_dtype_policy("mixed_float16")',
        'mixed_precision.experimental.set_policy("mixed_float16")',
        'mixed_precision.set_global_policy(policy="mixed_float16")',
        'mixed_precision.set_global_policy(mixed_precision.Policy("mixed_float16"))',
        'keras.config.set_dtype_policy(keras.DTypePolicy("mixed_float16"))',
        'name = "mixed_float16"\npolicy = mixed_precision.Policy(name)\nmixed_precision.set_global_policy(policy)',
    ],
)
def test_spellings(setting: str) -> None:
    assert policies(f"{setting}\nprobe()") == {"mixed_float16"}


def test_nothing_is_set() -> None:
    assert policies("probe()") == {"float32"}


def test_a_policy_does_not_reach_back() -> None:
    assert policies('probe()\nmixed_precision.set_global_policy("mixed_float16")') == {"float32"}


def test_the_last_setting_counts() -> None:
    source = """
mixed_precision.set_global_policy("mixed_float16")
mixed_precision.set_global_policy("float32")
probe()
"""
    assert policies(source) == {"float32"}


def test_behind_a_flag() -> None:
    source = """
if args.amp:
    mixed_precision.set_global_policy("mixed_float16")
probe()
"""
    assert policies(source) == {"mixed_float16", "float32"}


def test_in_both_branches() -> None:
    source = """
if args.tpu:
    mixed_precision.set_global_policy("mixed_bfloat16")
else:
    mixed_precision.set_global_policy("mixed_float16")
probe()
"""
    assert policies(source) == {"mixed_bfloat16", "mixed_float16"}


def test_name_chosen_by_a_flag() -> None:
    source = """
policy = mixed_precision.Policy("mixed_float16" if fp16 else "float32")
mixed_precision.set_global_policy(policy)
probe()
"""
    assert policies(source) == {"mixed_float16", "float32"}


def test_name_from_outside() -> None:
    assert policies("mixed_precision.set_global_policy(args.policy)\nprobe()") == {"unknown"}


def test_comment_is_no_setting() -> None:
    assert policies('# mixed_precision.set_global_policy("mixed_float16")\nprobe()') == {"float32"}


def test_function_of_the_same_name_elsewhere() -> None:
    assert policies('import other\nother.set_global_policy("mixed_float16")\nprobe()') == {"float32"}


def test_set_by_a_function_of_the_file() -> None:
    source = """
def prepare(name):
    mixed_precision.set_global_policy(name)

def main():
    prepare("mixed_float16")
    probe()

main()
"""
    assert policies(source) == {"mixed_float16"}


def test_function_that_may_leave_early() -> None:
    source = """
def prepare(args):
    if not args.amp:
        return
    mixed_precision.set_global_policy("mixed_float16")

prepare(args)
probe()
"""
    assert policies(source) == {"mixed_float16", "float32"}


def test_builder_is_called_after_the_setting() -> None:
    source = """
def build():
    return probe()

def main():
    mixed_precision.set_global_policy("mixed_float16")
    model = build()

if __name__ == "__main__":
    main()
"""
    assert policies(source) == {"mixed_float16"}


def test_builder_is_called_before_and_after() -> None:
    source = """
def build():
    return probe()

plain = build()
mixed_precision.set_global_policy("mixed_float16")
mixed = build()
"""
    assert policies(source) == {"mixed_float16", "float32"}


def test_constructor_of_a_class() -> None:
    source = """
class Net(keras.Model):
    def __init__(self):
        super().__init__()
        self.out = probe()

mixed_precision.set_global_policy("mixed_float16")
model = Net()
"""
    assert policies(source) == {"mixed_float16"}


def test_constructor_runs_before_the_methods() -> None:
    source = """
class Trainer:
    def __init__(self):
        mixed_precision.set_global_policy("mixed_float16")

    def step(self):
        probe()
"""
    assert policies(source) == {"mixed_float16"}


def test_function_for_other_files_sees_what_the_import_left() -> None:
    source = """
mixed_precision.set_global_policy("mixed_float16")

def build():
    return probe()

if __name__ == "__main__":
    mixed_precision.set_global_policy("float32")
"""
    assert policies(source) == {"mixed_float16"}


def test_around_a_loop() -> None:
    source = """
for name in names:
    probe()
    mixed_precision.set_global_policy("mixed_float16")
"""
    assert policies(source) == {"mixed_float16", "float32"}


def test_in_a_try() -> None:
    source = """
try:
    mixed_precision.set_global_policy("mixed_float16")
except AttributeError:
    mixed_precision.experimental.set_policy("mixed_float16")
probe()
"""
    assert policies(source) == {"mixed_float16"}


def test_in_the_handler_of_a_try() -> None:
    source = """
try:
    mixed_precision.set_global_policy("mixed_float16")
    train()
except MemoryError:
    probe()
"""
    assert policies(source) == {"mixed_float16", "float32"}


@pytest.mark.parametrize(("keras", "expected"), [(3, {"float32"}), (2, {"mixed_float16"})])
def test_clear_session_forgets_the_policy_in_keras_3(keras: int, expected: set[str]) -> None:
    source = """
mixed_precision.set_global_policy("mixed_float16")
keras.backend.clear_session()
probe()
"""
    assert policies(source, keras=keras, keras_explicit=True) == expected


def test_recursion_ends() -> None:
    source = """
def build(depth):
    if depth:
        return build(depth - 1)
    return probe()

mixed_precision.set_global_policy("mixed_float16")
build(3)
"""
    assert policies(source) == {"mixed_float16"}
