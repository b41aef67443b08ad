"""An eager loop that collects the loss tensor of every batch.

## What it does
Finds loops that append the loss of each training step to a list.

Where the list is only for one mean or sum after a loop over a `tf.data.Dataset` that does nothing else, the loop
moves into a function of its own under `@tf.function`, which returns the mean or sum. Where the list itself is used
later (plotted, written as JSON, indexed), its elements become Python floats: `losses.append(float(loss))`.

## Why is this bad?
Less than is often said. A list of eager loss tensors does **not** keep graphs or tapes alive, and is no memory leak
as in PyTorch: it costs about 1.2 kB a loss, 6 MB for 5,000 steps. Appending is the cheapest thing to do with a loss
(0.05 us), and `np.mean` of such a list is faster than `tf.reduce_mean` (26 ms against 555 ms for 10,000 losses), so
it is never replaced by that, and never by a `keras.metrics.Mean`, whose `update_state` costs 0.25 to 0.5 ms a step in
eager code.

What there is to gain is the loop: as one graph it runs 1.0 to 1.2 times as fast as a loop over a step that is a
`tf.function` already, and 12 to 23 times as fast as one over an eager step (small models, CPU). Over such a
`tf.function` it was also seen to run slower, at 0.6 times the speed: measure before you keep it. A list of floats takes
32 bytes a loss and can be written by `json`, which fails on tensors; on a GPU `float(loss)` waits for the step to end.

## When the fix is safe
Never: apply it with `--unsafe-fixes` and read the diff.

The epoch function is offered when all of this holds:
- The loop runs over a `tf.data.Dataset` itself, not over `tqdm`, `enumerate` or a generator (traced, that never ends).
- Its body is `loss = step(...)` and the appends, nothing else; nothing that it binds is read after it.
- The step is a `tf.function`, or does nothing but TensorFlow and Keras calls, without branches or prints, and reads
  nothing that is ever set again. All that it calls is known.
- It is given the batch, globals bound once, models, optimizers, losses, metrics or tensors; no Python numbers.
- The list is made beside the loop, takes `float32` scalars, and is used once.
- No function of the file draws random numbers from a hidden state (`tf.random.normal`, `tf.nn.dropout`), and the
  target is Keras 3. Under a fixed seed such operations, and with them the `Dropout` of Keras 2, start anew at each
  call of the function around them: every epoch would draw the same numbers.

The weights stay the same: bit for bit for a step that was a `tf.function`, within 1e-6 for an eager one. The result
stays within 1e-5: it is added up in `float32`, where `np.mean` adds in pairs. The mean of batch means stays just that:
a smaller last batch counts as much as the others. `np.mean(losses)` becomes `mean_loss.numpy()`, still a
`numpy.float32`. An empty dataset gives `nan`, also where `sum(losses) / len(losses)` raised `ZeroDivisionError`.

Floats are offered for the loss of a training step that is proven to be a scalar, when all that reads the list is known
to work with floats as well: NumPy functions, plots, JSON, pickle, pandas, formatted numbers. `np.mean` of them is then
a `float64`.

## When there is no fix
Every finding has a fix.

## What is left alone
- Lists that something reads which floats would break: `losses[-1].numpy()`, a list that is returned or passed on.
- Lists of predictions, gradients and other tensors.

## References
- https://www.tensorflow.org/guide/function
- https://www.tensorflow.org/tutorials/customization/custom_training_walkthrough
- https://keras.io/guides/writing_a_custom_training_loop_in_tensorflow/

Measured with TensorFlow 2.21 and Keras 3.15 on a CPU.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tffix.codemod import Applicability, Codemod, Contract, Fix, Match, Options
from tffix.rewriting.edits import Replace
from tffix.semantics.elements import Elements
from tffix.semantics.kinds_table import Kind
from tffix.semantics.module import Module
from tffix.semantics.scopes import Binding
from tffix.semantics.syntax import receiver

from ._epoch import epoch_fix, epochs
from ._floats import keeps_working, needs_list
from ._lists import Append, GrownList, grown_lists, loops_between


def find(module: Module, _options: Options) -> Iterator[Match]:
    elements = Elements(module)
    lists = list(grown_lists(module))
    moved: set[Binding] = set()
    names: set[str] = set()
    for epoch in epochs(module, lists, elements):
        fix = epoch_fix(module, epoch)
        if fix is not None and epoch.name not in names:
            # A second loop over the same step waits for the next round, in which the function is there to be called.
            names.add(epoch.name)
            moved.update(grown.binding for grown, _, _ in epoch.lists)
            listed = " and ".join(f"`{grown.name}`" for grown, _, _ in epoch.lists)
            yield Match(epoch.loop, f"an eager loop collects {listed} for a mean or sum; it can run as one graph", fix)
    for grown in lists:
        if grown.binding not in moved and _should_be_floats(module, grown, elements):
            edits = tuple(Replace(a.value, "float({value})", {"value": a.value}) for a in grown.appends)
            fix = Fix(edits, applicability=Applicability.UNSAFE)
            yield Match(
                grown.appends[0].statement, f"`{grown.name}` keeps loss tensors; Python numbers are enough", fix
            )


def _should_be_floats(module: Module, grown: GrownList, elements: Elements) -> bool:
    if not all(_is_training_loss(module, grown, append, elements) for append in grown.appends):
        return False
    if not module.is_free("float", grown.definition):
        return False
    return all(keeps_working(module, use) for use in grown.uses) and any(needs_list(module, use) for use in grown.uses)


def _is_training_loss(module: Module, grown: GrownList, append: Append, elements: Elements) -> bool:
    """Whether a scalar that a training step computed is appended by eager code, once for each step."""
    loops = loops_between(module, append.statement, grown.definition)
    if module.context(append.statement).is_graph or not loops:
        return False
    element = elements.of(append.value)
    return element is not None and element.scalar and _is_of_step(module, append.value, loops[0])


def _is_of_step(module: Module, value: ast.expr, loop: ast.stmt) -> bool:
    """Whether ``value`` is differentiated in the loop or comes from a function of the file that differentiates."""
    if isinstance(value, ast.Name):
        for call in module.calls("gradient"):
            target = call.args[0] if call.args else None
            if isinstance(target, ast.Name) and module.contains(loop, call) and target.id == value.id:
                tape = receiver(call)
                return tape is not None and module.kind(tape) is Kind.TAPE
        binding = module.binding(value)
        made = None if binding is None else binding.value
        return made is not None and module.contains(loop, made) and _is_step_call(module, made)
    return _is_step_call(module, value)


def _is_step_call(module: Module, value: ast.expr) -> bool:
    function = module.definition(value.func) if isinstance(value, ast.Call) else None
    if not isinstance(function, ast.FunctionDef):
        return False
    return any(module.contains(function, call) for call in module.calls("gradient"))


CODEMOD = Codemod(
    code="TF112",
    name="list-of-losses",
    summary="eager loop that collects loss tensors",
    applicability=Applicability.UNSAFE,
    contract=Contract.TOLERANCE,
    words=((".append",), ("GradientTape",)),
    find=find,
    example="mean-of-losses-becomes-an-epoch-function",
)
