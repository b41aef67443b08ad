"""A training step that runs eagerly.

## What it does
Finds functions and methods that hold a training step (a tape, its gradients, `apply_gradients`) and are called eagerly
again and again, and puts `@tf.function` above them.

## Why is this bad?
Eagerly, Python starts each operation of the step by itself. As a graph the same step runs 2 to 40 times as fast: 42
times for one layer of 16 units, 32 times for two of 64, 6 times for three of 512, 2.2 times for four of 1024 with
batches of 512, where the multiplications themselves take the time (CPU). That is the step alone. Runs that also read
their batches gained 11 to 15 times with the two small models, 4 and 2 times with the larger ones (`docs/speedups.md`).

The losses stay what they were, up to rounding: bit for bit with SGD, Adam and AdamW, within 1e-6 with RMSprop. The
layers of Keras 3 draw the same random numbers in a graph.

## When the fix is safe
When all of this is certain:
- Every call of the function is in this file (a script, or a private function), and one is in a loop that is no graph.
- All that the function calls is known, and a graph can do it.
- It is given tensors, one model and one optimizer, and returns tensors.
- What it reads from outside is not set again between two calls, and nothing is made `trainable` or not.
- The batches have one shape, there is one replica, and the target is Keras 3.

It is unsafe where something of that is not known: a loss that is imported, a caller in another file, NumPy arrays as
arguments, batches padded to different lengths, each of which is traced anew. Also where numbers are drawn from a
hidden state: `tf.random.normal` and the `Dropout` of Keras 2 give another stream in a graph under the same seed.

## When there is no fix
The reason names the line and what stands there. The list has the preconditions that were published for this
refactoring ("Hybridize Functions", see the references), where they matter in TensorFlow 2.21, and what was measured
besides:

| in the step | in a graph |
|---|---|
| `print`, `list.append`, a logger, `self.n += 1`, `global` | runs once for each trace, not for each step |
| `.numpy()`, `f"{loss:.3f}"`, `fit`, `predict` | fails: a symbolic tensor has no value |
| `float(loss)` | becomes a cast, and changes gradients |
| NumPy, SciPy, OpenCV on tensors | fails |
| `np.random`, `random`, `time`, `next(iterator)` | keeps the value of the first call for ever |
| an attribute or global that is set again, another model under the same name | keeps the first one |
| a layer, optimizer, metric or `tf.Variable` made in the step | fails: only the first call may make variables |
| a second model through the same function | fails, for the same reason |
| a Python number that varies, as an argument | traced anew for each value: slower than before |
| `try`, `while`, `yield`, recursion, `return` in one branch of an `if` on a tensor | fails, or does something else |
| a result that is no tensor | fails |
| a float64 array in arithmetic with float32 tensors | fails; eagerly the array is converted |

A comment `# @tf.function` right above the step is a reason, too: somebody took the decorator out. In public code 28 of
79 steps whose fix would have been unsafe had one, some with the error that they had met.

## What is left alone
- Functions that are traced already: decorated, wrapped by `tf.function(step)` somewhere, called in a graph, given to
  `strategy.run`, or the `train_step` of a Keras model.
- Steps that no loop of the file calls, and steps under an outer tape.
- Files that call `tf.config.run_functions_eagerly`.

## References
- https://www.tensorflow.org/guide/function
- https://www.tensorflow.org/guide/keras/writing_a_training_loop_from_scratch
- https://keras.io/guides/writing_a_custom_training_loop_in_tensorflow/
- R. Khatchadourian et al.: Safe Automated Refactoring for Efficient Migration of Imperative Deep Learning Programs to
  Graph Execution, FASE 2025

Measured with TensorFlow 2.21, Keras 3.15 and tf_keras 2.21.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from tffix.codemod import Applicability, Codemod, Contract, Fix, Match, Options
from tffix.rewriting.edits import AddDecorator
from tffix.semantics.hybridization import function_obstacles
from tffix.semantics.kinds_table import Kind
from tffix.semantics.module import Module
from tffix.semantics.syntax import argument

from ._calls import calls_of, is_made_again
from ._control import explained, is_eager
from ._sites import sites

MADE_AGAIN = "the function is defined anew again and again, each time to be traced; define it once, outside of the loop"
NO_TENSORFLOW = "`tf` means something else here; import tensorflow, and decorate the function with its `function`"
SWITCHED_OFF = "`@tf.function` stands above it as a comment (line {line}); find out why, and switch it on"
_DECORATOR = re.compile(r"#\s*@[\w.]*function\b")
_VARYING_SHAPES = ("padded_batch", "ragged_batch", "bucket_by_sequence_length", "from_generator", "pad_sequences")
_DYNAMIC = ("exec", "eval", "globals", "vars", "setattr", "delattr", "clear_session")
_NAMESPACES = ("__dict__", "modules")
"""What changes names and attributes in ways that cannot be followed."""


def find(module: Module, _options: Options) -> Iterator[Match]:
    if module.graph.runs_eagerly:
        return
    seen: set[ast.AST] = set()
    for site in sites(module):
        function = site.function
        if not isinstance(function, ast.FunctionDef) or site.loops or function in seen:
            continue
        seen.add(function)
        if is_eager(module, site.statements[0]):
            match = _match(module, function)
            if match is not None:
                yield match


def _match(module: Module, function: ast.FunctionDef) -> Match | None:
    calls = calls_of(module, function)
    if calls is None or not calls.is_repeated:
        return None
    message = f"`{function.name}` runs eagerly, operation by operation; as a @tf.function it is one graph"
    found = function_obstacles(module, function)
    if found and found[0].certain:
        return Match(function, message, reason=explained(module, found[0]))
    if is_made_again(module, function):
        return Match(function, message, reason=MADE_AGAIN)
    commented = _commented_decorator(module, function)
    if commented is not None:
        return Match(function, message, reason=SWITCHED_OFF.format(line=commented))
    decorator = module.spell("tensorflow.function", function)
    if decorator is None and not module.is_free("tf", function):
        return Match(function, message, reason=NO_TENSORFLOW)
    imports = () if decorator else ("tensorflow as tf",)
    is_safe = not found and calls.is_certain and module.function_context(function).is_eager and _is_uniform(module)
    applicability = Applicability.SAFE if is_safe else Applicability.UNSAFE
    return Match(
        function, message, fix=Fix((AddDecorator(function, decorator or "tf.function"),), imports, applicability)
    )


def _commented_decorator(module: Module, function: ast.FunctionDef) -> int | None:
    """The line of a ``# @tf.function`` right above ``function``, which its author took out for a reason."""
    line = min([function.lineno, *(decorator.lineno for decorator in function.decorator_list)]) - 1
    while line > 0 and (text := module.tree.line(line).lstrip()).startswith("#"):
        if _DECORATOR.match(text):
            return line
        line -= 1
    return None


def _is_uniform(module: Module) -> bool:
    """Whether the batches have one shape, there is one replica, and no Dropout of Keras 2, which draws other numbers.

    A graph is traced anew for each shape: for each length that batches are padded to, or each size of single images.
    """
    if module.keras == 2 or b"distribute." in module.data:
        return False
    if any(module.calls(name) for name in (*_VARYING_SHAPES, *_DYNAMIC)) or module.attributes(*_NAMESPACES):
        return False
    if _has_callable_rate(module):
        return False
    sizes = [argument(call, "batch_size", 0) for call in module.calls("batch")]
    return bool(sizes) and not any(isinstance(size, ast.Constant) and size.value == 1 for size in sizes)


def _has_callable_rate(module: Module) -> bool:
    """Whether an optimizer computes its learning rate by a function of Python, which a graph calls only once."""
    rates = [keyword for keyword in module.nodes(ast.keyword) if keyword.arg == "learning_rate"]
    return any(module.kind(keyword.value) is Kind.FUNCTION for keyword in rates)


CODEMOD = Codemod(
    code="TF104",
    name="eager-training-step",
    summary="training step that runs eagerly",
    applicability=Applicability.SAFE,
    contract=Contract.TOLERANCE,
    words=(("GradientTape",), ("apply_gradients", ".apply", ".minimize")),
    find=find,
    example="step-of-a-custom-loop",
)
