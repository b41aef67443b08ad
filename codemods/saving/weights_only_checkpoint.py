"""Training that is saved again and again and resumed, but without its optimizer and the count of its epochs.

## What it does
Finds three shapes, where one file both saves and resumes a training:

- A hand-written loop saves `tf.train.Checkpoint(model=model)`, which was restored before. The fix adds
  `optimizer=optimizer`.
- A hand-written loop calls `save_weights`, and before it stands `load_weights` of the same file. The fix makes a
  `Checkpoint` of model, optimizer and epoch, with a `CheckpointManager` that keeps the last three, and the loop goes on
  at the saved epoch.
- `fit` has the callback `ModelCheckpoint(save_weights_only=True)`, and before it stands `load_weights` of the same
  file. The fix adds the callback `BackupAndRestore`.

## Why is this bad?
The optimizer has state: momentum, the moments of Adam, the number of steps that a learning rate schedule reads. A
training that goes on without it is another training. Measured, four of eight epochs before the break, the largest
relative difference of the loss to a training without a break:

| optimizer | weights only | with the optimizer |
|---|---|---|
| SGD, fixed learning rate | 0 | 0 |
| SGD with momentum | 15 % | 0 |
| SGD with `ExponentialDecay` | 8.1 % | 0 |
| RMSprop | 4.9 % | 0 |
| Adam | 3.2 % | 0 |

It is the same in Keras 3 and tf_keras. The file that `save_weights` writes for a compiled model of Keras 3 does hold
the optimizer; `load_weights` of a new model skips it with a warning. With `restore_or_initialize` and with
`BackupAndRestore` the curve goes on bit for bit; the slots of the optimizer are restored when it makes them.

## When the fix is safe
Never: apply it with `--unsafe-fixes` and read the diff. Files of earlier runs are not read any more where weights
become a checkpoint (a `Checkpoint` that got its optimizer still reads them), and programs that read the weights need
another file.

## When there is no fix
- The optimizer is made after the checkpoint, or after the weights are loaded; `assert_consumed` is asked for, which
  fails before the optimizer has variables.
- The loop does not count its epochs by `range`, or starts at an epoch that the file does not show.
- The weights are loaded or saved in another shape, or used elsewhere as well; what the loop leaves behind is read after
  it (a finished training has no more rounds), or Python values go on from round to round (`rate *= 0.9`).
- The model has optimizers of its own, `fit` is called several times, or its callbacks are not written out.
- `fit` of Keras 2, which keeps the backup of a finished training: the next one would end at once.

## What is left alone
- Files that only save, or only load: for inference, for transfer.
- The best weights so far (`save_best_only`, a comparison), and weights loaded after the training.
- Plain SGD with a fixed learning rate, which loses nothing.
- Models that are compiled: a `Checkpoint` of theirs holds their optimizer.
- Objects of unknown make.

## References
- https://www.tensorflow.org/guide/checkpoint
- https://www.tensorflow.org/api_docs/python/tf/train/CheckpointManager
- https://keras.io/api/callbacks/backup_and_restore/

Measured with TensorFlow 2.21, Keras 3.15 and tf_keras 2.21.
"""

from __future__ import annotations

from collections.abc import Iterator

from tffix.codemod import Applicability, Codemod, Contract, Match, Options
from tffix.semantics.module import Module

from ._checkpoints import checkpoints
from ._fits import resumed_fits
from ._resumed import resumed_loops
from ._sites import sites
from ._training import trained


def find(module: Module, _options: Options) -> Iterator[Match]:
    pairs = trained(module) if module.calls("apply_gradients") or module.calls("apply") else []
    if pairs and module.calls("Checkpoint"):
        yield from checkpoints(module, pairs)
    if not module.calls("load_weights"):
        return
    found = sites(module)
    if pairs and module.calls("save_weights"):
        yield from resumed_loops(module, found, pairs)
    if module.calls("ModelCheckpoint"):
        yield from resumed_fits(module, found)


CODEMOD = Codemod(
    code="TF601",
    name="weights-only-checkpoint",
    summary="training that is saved and resumed without its optimizer",
    applicability=Applicability.UNSAFE,
    contract=Contract.REPAIR,
    words=(("Checkpoint", "save_weights"), ("load_weights", "restore", ".read(")),
    find=find,
    example="weights-are-saved-and-loaded",
)
