"""An API that still works and has a stable successor.

## What it does
Writes the stable name in place of the old one, for each row of the table
`codemods/api/table.tsv` whose old name still works
with the generation of Keras that the file is for. Names that fail are for [removed-api](removed-api.md).

| old | stable |
|---|---|
| `tf.data.experimental.AUTOTUNE` | `tf.data.AUTOTUNE` |
| `tf.config.experimental.list_physical_devices` | `tf.config.list_physical_devices` |
| `@tf.function(experimental_relax_shapes=True)` | `@tf.function(reduce_retracing=True)` |
| `dataset.apply(tf.data.experimental.unbatch())` | `dataset.unbatch()` |
| `options.experimental_deterministic = False` | `options.deterministic = False` |

Names are found through aliases of every kind, in import statements too. There is no stable name for
`tf.config.experimental.set_memory_growth` and 40 more that look alike: the table lists them, so that they stay.

## Why is this bad?
What is called experimental may change or go in any release, and every one of these names has been replaced for years.
Most never warn. Nothing breaks today: this is a change of names only, to be made before the old ones go.

## When the fix is safe
Where old and new are the same object, or gave the same values when both were run; the tests look up every row in the
installed TensorFlow and Keras. Methods and attributes are changed only where their object is certainly of that kind.

Unsafe: another class or function with nearly the same behaviour, as the table's note says
(`tf.distribute.experimental.TPUStrategy`, `tf.test.is_gpu_available`), and what changes by name only where its object
is not known.

## When there is no fix
Nothing is reported: the old name works.

## What is left alone
- Code that copes with several versions: `try` around it for an ImportError or AttributeError, `hasattr`, a look at
  `tf.__version__`.
- Names that somebody assigns to or a test replaces (`mock.patch`), and whatever the file defines itself.
- Calls whose arguments the new form does not know.

## References
- https://www.tensorflow.org/api_docs/python/tf/data/experimental
- https://www.tensorflow.org/api_docs/python/tf/config

Checked with TensorFlow 2.21, Keras 3.15 and tf_keras 2.21.
"""

from __future__ import annotations

from collections.abc import Iterator

from tffix.codemod import Applicability, Codemod, Contract, Match, Options
from tffix.semantics.module import Module

from ._find import old_apis
from ._table import words


def find(module: Module, _options: Options) -> Iterator[Match]:
    return old_apis(module, failing=False)


CODEMOD = Codemod(
    code="TF901",
    name="deprecated-api",
    summary="old name of an API that has a stable one",
    applicability=Applicability.SAFE,
    contract=Contract.EQUIVALENT,
    words=(words(failing=False),),
    find=find,
    example="autotune-in-a-pipeline",
)
