"""NumPy, or `.numpy()`, on a tensor in code that runs in a graph.

## What it does
Finds `np.*` functions, `.numpy()`, `.item()` and number formats that are given a tensor while TensorFlow traces a
graph, and writes them with the TensorFlow function that does the same: `np.mean(loss)` becomes `tf.reduce_mean(loss)`,
`loss.numpy()` becomes `loss`.

## Why is this bad?
While a graph is traced, a tensor has no value. NumPy asks for one and fails:
`NotImplementedError: Cannot convert a symbolic tf.Tensor (...) to a numpy array`; `.numpy()` and `.item()` raise
`AttributeError: 'SymbolicTensor' object has no attribute 'numpy'`, a number format
`TypeError: unsupported format string passed to SymbolicTensor.__format__`. The code worked as long as it ran eagerly.

Not all NumPy in a graph is wrong: on Python numbers, static shapes, constants such as `np.pi`, and on tensors that were
made eagerly outside of the function it works, and is left alone. `float(t)` works too, as AutoGraph makes a cast of it.

## When the fix is safe
Safe where the code is certainly traced by `tf.function` or `tf.data`, the value is certainly a tensor of the graph (so
that the code failed before), everything that uses the result takes a tensor, and the pair of functions certainly gives
the same:
- `np.mean`, `np.sum`, `np.prod`, `np.std`, `np.var` and `np.linalg.norm` of tensors that are proven to be floats (of
  integers NumPy makes floats, where TensorFlow rounds down);
- `np.argmax`, `np.argmin` and `np.cumsum` flatten when no axis is given, so does the fix (`tf.reshape(x, [-1])`);
- `np.round` without decimals: both round halves to even.

Unsafe, because a person should look:
- the dtype is not known, or the elements of a list may be of several;
- the result is the condition of an `if` or `while`, which AutoGraph converts with its own rules, or is added up;
- inside of a gradient tape, unless it is the loss: there NumPy may have been meant to stop the gradient
  (`tf.stop_gradient`);
- methods that Keras traces (`train_step`), which also run eagerly with `run_eagerly=True`.

## When there is no fix
- TensorFlow has no function that certainly does the same (`np.dot`, `np.median`), or an argument has no equal
  (`dtype`, `out`, `ddof`).
- The result goes where only a value will do: a list outside of the function, an attribute, `.astype()`, `tf.constant`,
  a function of unknown make. Return the tensor, and convert it where the function is called.
- A number format: `tf.strings.as_string(x, precision=2)` makes such a text in a graph. `print-in-graph` writes it
  where the text is printed.

## What is left alone
Code that may run eagerly too, `tf.py_function` and `tf.numpy_function`, code that asks first
(`if tf.executing_eagerly():`, `hasattr(x, "numpy")`), and files that call `enable_numpy_behavior`.

## References
- https://www.tensorflow.org/guide/function#limitations
- https://www.tensorflow.org/guide/tf_numpy
- https://www.tensorflow.org/api_docs/python/tf/numpy_function

Measured with TensorFlow 2.21, Keras 3.15 and NumPy 2.4. The pairs of functions are run on the same data in the tests.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from tffix.codemod import Applicability, Codemod, Contract, Fix, Match, Options, least
from tffix.rewriting.edits import Edit
from tffix.rewriting.numpy_calls import NoEqualError, Translator, takes_value
from tffix.semantics.graph import Context
from tffix.semantics.kinds_table import Kind
from tffix.semantics.numpy_pairs import STATIC
from tffix.semantics.scopes import BindingKind
from tffix.semantics.syntax import argument_values
from tffix.semantics.tapes import recording
from tffix.semantics.tree import terminal_name
from tffix.semantics.words import TRACED

from ._consumers import Consumers, NeedsValueError
from ._where import asks_for_mode, is_keras, is_plainly_decorated, is_traced

if TYPE_CHECKING:
    from tffix.semantics.module import Module

SAFE, UNSAFE = Applicability.SAFE, Applicability.UNSAFE
_GUARDS = ("hasattr", "isinstance", "callable", "is_tensor")


def find(module: Module, _options: Options) -> Iterator[Match]:
    if b"enable_numpy_behavior" in module.data or module.attributes("python_function"):
        return
    translator = Translator(module)
    calls = [call for call in _candidates(module) if _fails(module, translator, call)]
    within = {inner for call in calls for value in _inner(call) for inner in ast.walk(value)}
    for call in calls:
        if call not in within:
            yield _match(module, translator, calls, call)
    yield from _formats(module, translator)


# -- what fails ------------------------------------------------------------------------------------------------------


def _candidates(module: Module) -> list[ast.Call]:
    """The calls that may need the value of a tensor, in source order."""
    found = {call for name in ("numpy", "item") for call in module.calls(name) if takes_value(call)}
    for name in _aliases(module):
        for use in module.tree.names(name):
            function: ast.AST | None = use
            while isinstance(module.parent(function), ast.Attribute):  # type: ignore[arg-type]
                function = module.parent(function)  # type: ignore[arg-type]
            call = module.parent(function)  # type: ignore[arg-type]
            if isinstance(call, ast.Call) and call.func is function:
                found.add(call)
    return sorted(found, key=module.span)


def _aliases(module: Module) -> set[str]:
    """The names by which the file knows NumPy and its functions."""
    names = set()
    for statement in module.nodes(ast.Import):
        names |= {a.asname or "numpy" for a in statement.names if a.name.partition(".")[0] == "numpy"}
    for imported in module.nodes(ast.ImportFrom):
        if (imported.module or "").partition(".")[0] == "numpy":
            names |= {alias.asname or alias.name for alias in imported.names}
    return names


def _fails(module: Module, translator: Translator, call: ast.Call) -> bool:
    """Whether ``call`` is certainly traced, and given a tensor without a value."""
    context = module.context(call)
    if not context.is_graph or not is_traced(module, context) or _is_left(module, call):
        return False
    if not is_plainly_decorated(module, call):
        return False
    if takes_value(call) and isinstance(call.func, ast.Attribute):
        return translator.is_symbolic(call.func.value)
    name = translator.function(call)
    is_asked = name is not None and name not in STATIC and not name.startswith("random.")
    return is_asked and any(map(translator.is_symbolic.holds, argument_values(call)))


def _is_left(module: Module, node: ast.AST) -> bool:
    """Whether ``node`` is in a print, of which another codemod takes care, or the function asks what it is given."""
    if asks_for_mode(module, node):
        return True
    function = module.function(node)
    for outer in module.ancestors(node):
        if outer is function:
            break
        if isinstance(outer, (ast.Try, ast.Raise, ast.Assert)):
            return True
        if isinstance(outer, ast.Call) and module.qualified(outer.func) == "builtins.print":
            return True
    asked = (call for name in _GUARDS for call in module.calls(name))
    return function is not None and any(module.contains(function, call) for call in asked)


def _inner(call: ast.Call) -> list[ast.expr]:
    """What ``call`` is given, its object included."""
    receiver = [call.func.value] if isinstance(call.func, ast.Attribute) else []
    return [*argument_values(call), *receiver]


# -- the fix ---------------------------------------------------------------------------------------------------------


def _match(module: Module, translator: Translator, failing: list[ast.Call], call: ast.Call) -> Match:
    group = [other for other in failing if module.contains(call, other)]
    consumers = Consumers(module, lambda other: other in failing and translator.is_known(other))
    message = _message(module, translator, group)
    try:
        edits: list[Edit] = []
        levels = [_level(module, call, module.context(call))]
        for part in group:
            translation = translator.translation(part)
            edits += translation.edits
            levels += [translation.applicability, consumers.check(part)]
    except (NoEqualError, NeedsValueError) as error:
        return Match(call, message, reason=str(error))
    return Match(call, message, Fix(tuple(edits), applicability=least(*levels)))


def _message(module: Module, translator: Translator, group: list[ast.Call]) -> str:
    names = []
    for call in group:
        name = translator.function(call)
        names.append(f".{terminal_name(call.func)}()" if name is None else f"np.{name}")
    tensor = next(value for value in _inner(group[-1]) if translator.is_symbolic.holds(value))
    *others, last = dict.fromkeys(names)
    failing = f"{', '.join(others)} and {last} fail" if others else f"{last} fails"
    return f"`{_source(module, tensor)}` has no value while a graph is traced: {failing}"


def _source(module: Module, node: ast.expr) -> str:
    text = " ".join(module.segment(node).split())
    return text if len(text) <= 40 else f"{text[:37]}..."


def _level(module: Module, call: ast.Call, context: Context) -> Applicability:
    if is_keras(module, context):
        return UNSAFE
    return UNSAFE if recording(module, call) and not _is_loss(module, call) else SAFE


def _is_loss(module: Module, call: ast.Call) -> bool:
    """Whether what ``call`` gives is itself differentiated, so that it cannot have been meant as a constant."""
    statement = module.statement(call)
    if not isinstance(statement, ast.Assign) or statement.value is not call:
        return False
    binding = module.scopes.by_node.get(statement.targets[0])
    uses = [] if binding is None or binding.kind is not BindingKind.ASSIGN else module.uses(binding)
    targets = [derivative.args[0] for tape in module.tapes for derivative in tape.derivatives if derivative.args]
    return any(use is target for use in uses for target in targets)


# -- number formats --------------------------------------------------------------------------------------------------


def _formats(module: Module, translator: Translator) -> Iterator[Match]:
    for value in module.nodes(ast.FormattedValue):
        if value.format_spec is None or value.conversion != -1:
            continue
        context = module.context(value)
        if not context.is_graph or not is_traced(module, context) or _is_left(module, value):
            continue
        if not is_plainly_decorated(module, value):
            continue
        if translator.is_symbolic(value.value) and module.kind(value.value) is Kind.TENSOR:
            yield Match(
                value.value,
                f"`{_source(module, value.value)}` cannot be formatted in a graph, where it has no value",
                reason="Python cannot write it; use tf.strings.as_string(..., precision=...), or tf.print",
            )


CODEMOD = Codemod(
    code="TF103",
    name="numpy-call-in-graph",
    summary="NumPy or .numpy() on a tensor in code that runs in a graph",
    applicability=Applicability.SAFE,
    contract=Contract.REPAIR,
    words=(
        ("numpy", ".item(", ":."),
        TRACED,
    ),
    find=find,
    example="loss-with-numpy-in-a-step",
)
