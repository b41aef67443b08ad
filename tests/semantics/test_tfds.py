from __future__ import annotations

import pytest

from tffix.semantics.kinds_table import Kind

from .helpers import argument_of, module_of


@pytest.mark.parametrize(
    "source",
    [
        "probe(tfds.load('mnist', split='train'))",
        "probe(tfds.load('mnist', split=tfds.Split.TRAIN, as_supervised=True))",
        "probe(tfds.load('mnist', split=f'train[:{n}%]'))",
        "ds, info = tfds.load('mnist', split='train', with_info=True)\nprobe(ds)",
        "(a, b), info = tfds.load('mnist', split=['train', 'test'], with_info=True)\nprobe(b)",
        "a, b = tfds.load('mnist', split=['train', 'test'])\nprobe(a)",
        "data = tfds.load('mnist')\nprobe(data['train'])",
        "data, info = tfds.load('mnist', with_info=True)\nprobe(data['test'])",
        "data, info = tfds.load('mnist', with_info=True)\nprobe(data['test'].batch(3))",
    ],
)
def test_a_loaded_split_is_a_dataset(source: str) -> None:
    module = module_of("import tensorflow_datasets as tfds\n" + source)
    assert module.kind(argument_of(module)) is Kind.DATASET


@pytest.mark.parametrize(
    "source",
    [
        "probe(tfds.load('mnist'))",
        "probe(tfds.load('mnist', split=split))",
        "probe(tfds.load('mnist', split='train', with_info=flag))",
        "probe(tfds.load('mnist', split='train', batch_size=-1))",
        "probe(tfds.load('mnist', split='train', **options))",
        "ds, info = tfds.load('mnist', split='train', with_info=True)\nprobe(info)",
        "probe(tfds.load('mnist', split=['train', 'test']))",
        "data = tfds.load('mnist')\nprobe(data[split])",
    ],
)
def test_anything_else_it_returns_is_unknown(source: str) -> None:
    module = module_of("import tensorflow_datasets as tfds\n" + source)
    assert module.kind(argument_of(module)) is Kind.UNKNOWN
