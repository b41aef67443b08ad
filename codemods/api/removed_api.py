"""An API that fails, or has lost its effect, with current TensorFlow and Keras.

## What it does
Writes what has taken its place, for each row of the table
`codemods/api/table.tsv` whose old API does not work
with the generation of Keras that the file is for. Names that still work are for [deprecated-api](deprecated-api.md).

| old | now |
|---|---|
| `Adam(lr=0.001)` | `Adam(learning_rate=0.001)` |
| `optimizer.lr` | `optimizer.learning_rate` |
| `strategy.experimental_run_v2(step, args=(x,))` | `strategy.run(step, args=(x,))` |
| `model.fit_generator(batches, 100)` | `model.fit(batches, steps_per_epoch=100)` |
| `from tensorflow.keras.layers.experimental import preprocessing` | the layers in `tensorflow.keras.layers` |
| `metric.reset_states()` | `metric.reset_state()` |
| `optimizer.get_scaled_loss(loss)` | `optimizer.scale_loss(loss)` |
| `SGD(learning_rate=0.1, decay=1e-4)` | `SGD(learning_rate=InverseTimeDecay(0.1, decay_steps=1, decay_rate=1e-4))` |

Names are found through aliases of every kind; an import is rewritten, or removed once nothing uses it. The target
decides: what only Keras 3 has (`scale_loss`) is written only for Keras 3.

## Why is this bad?
Most of these stop the program with an `AttributeError`, `TypeError` or `ValueError`. Some are worse, because nothing
happens: `optimizer.lr = 0.01` makes an attribute that nobody reads, `SGD(decay=...)` of Keras 3 warns and trains with a
constant rate, `Adam(lr=0.3)` of tf_keras 2.21 warns and trains with 0.001.

## When the fix is safe
Where the old API fails, the new one is its direct successor, and it is certain what the name or the object is.

Unsafe: fixes after which the program runs but may do something else, as the table's note says (workers that read ahead
are gone with `fit_generator`, a schedule takes the place of `decay`), and methods with a telling name
(`experimental_run_v2`, `fit_generator`) on an object of unknown kind.

## When there is no fix
- Nothing has taken the place of the old API, or something that works in another way; the finding says what to use.
- The arguments of a call are not those that the new form knows, or they stand in `*args`.
- `decay` where the learning rate is also set while training, which a schedule does not allow.
- Gradients that are clipped after `get_unscaled_gradients`: they would be clipped while still scaled.
- A module that is gone, of which something is used that has no successor.

## What is left alone
- Code that copes with several versions: `try` around it for an ImportError or AttributeError, `hasattr`, a look at
  `tf.__version__`.
- Methods with a common name (`reset_states`, `lr`, `minimize`) on an object of unknown kind.
- Names that somebody assigns to or a test replaces (`mock.patch`), and whatever the file defines itself.

## References
- https://keras.io/guides/migrating_to_keras_3/
- https://www.tensorflow.org/guide/migrate

Checked with TensorFlow 2.21, Keras 3.15 and tf_keras 2.21.
"""

from __future__ import annotations

from collections.abc import Iterator

from tffix.codemod import Applicability, Codemod, Contract, Match, Options
from tffix.semantics.module import Module

from ._find import old_apis
from ._table import words


def find(module: Module, _options: Options) -> Iterator[Match]:
    return old_apis(module, failing=True)


CODEMOD = Codemod(
    code="TF902",
    name="removed-api",
    summary="API that fails with current TensorFlow and Keras",
    applicability=Applicability.SAFE,
    contract=Contract.REPAIR,
    words=(words(failing=True),),
    find=find,
    example="learning-rate-of-an-imported-optimizer",
)
