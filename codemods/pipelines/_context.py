"""Where pipelines are not what they seem: dataset builders, loops that only look at the data."""

from __future__ import annotations

import ast

from tffix.semantics.graph import Via
from tffix.semantics.module import Module
from tffix.semantics.pipeline_uses import CONSUMING, Sink, Use, uses
from tffix.semantics.pipelines import History
from tffix.semantics.syntax import is_true, method_name

BATCHES = ("batch", "padded_batch", "ragged_batch", "bucket_by_sequence_length")
"""The stages that make batches of elements."""
_LOOKING = frozenset(["builtins.print", "tensorflow.print"])


def is_builder_code(module: Module, node: ast.AST) -> bool:
    """Whether ``node`` is inside a dataset builder of TensorFlow Datasets: there the library composes the stages."""
    for outer in module.ancestors(node):
        if isinstance(outer, ast.ClassDef):
            names = [module.qualified(base) or "" for base in outer.bases]
            if any(name.startswith("tensorflow_datasets.") for name in names):
                return True
    return False


def is_nested(module: Module, node: ast.AST) -> bool:
    """Whether a pipeline is that of one element of another (inside ``interleave``): its buffers exist many times."""
    return is_builder_code(module, node) or module.context(node).via is Via.DATASET


def comes_from_generator(module: Module, past: History) -> bool:
    """Whether Python code makes the elements: what it yields may depend on what has been done with those before."""
    calls = [source for source in past.sources if isinstance(source, ast.Call)]
    return any(module.qualified(call.func) == "tensorflow.data.Dataset.from_generator" for call in calls)


def only_looks(module: Module, loop: ast.AST) -> bool:
    """Whether a loop stops after its first element, or does nothing but print and check."""
    if not isinstance(loop, (ast.For, ast.AsyncFor)):
        return False
    return isinstance(loop.body[-1], ast.Break) or all(_is_look(module, statement) for statement in loop.body)


def _is_look(module: Module, statement: ast.stmt) -> bool:
    if isinstance(statement, (ast.Assert, ast.Pass)):
        return True
    call = statement.value if isinstance(statement, ast.Expr) else None
    if not isinstance(call, ast.Call):
        return False
    asserted = isinstance(call.func, ast.Attribute) and call.func.attr.startswith("assert")
    return asserted or module.qualified(call.func) in _LOOKING


def comments_at(module: Module, call: ast.Call) -> list[str]:
    """The comments on the last line of ``call``, and on lines of their own right above that line or its statement."""
    last = call.end_lineno or call.lineno
    numbers = {last}
    for below in (call.func.end_lineno or last, module.statement(call).lineno):
        above = below - 1
        while above > 0 and module.tree.line(above).lstrip().startswith("#"):
            numbers.add(above)
            above -= 1
    return [comment for number in numbers if (comment := module.tree.line(number).partition("#")[2])]


def reorders(module: Module) -> bool:
    """Whether the file lets parallel stages change the order: ``options.deterministic = False`` or its old name."""
    stores = [
        attribute
        for attribute in module.attributes("deterministic", "experimental_deterministic")
        if isinstance(attribute.ctx, ast.Store)
    ]
    return any(not is_true(getattr(module.parent(attribute), "value", None)) for attribute in stores)


def stands_in_the_way(module: Module, use: Use) -> bool:
    """Whether the dataset is made into another one that is more than a sample, so that other stages follow."""
    if use.sink is Sink.COMBINED:
        return True
    if use.sink is not Sink.STAGE or not isinstance(use.node, ast.Call):
        return False
    harmless = {Sink.INSPECTED, Sink.ITERATED} if method_name(use.node) == "take" else {Sink.INSPECTED}
    return not all(later.sink in harmless for later in uses(module, use.node))


def is_for_training(use: Use) -> bool:
    """Whether a dataset is read here, maybe by other files, and not only to evaluate or predict."""
    if use.sink is Sink.TRAINED and isinstance(use.node, ast.Call):
        is_data = not any(k.arg == "validation_data" and k.value is use.expression for k in use.node.keywords)
        return is_data and method_name(use.node).startswith("fit")
    return use.sink in (*CONSUMING, Sink.RETURNED, Sink.UNKNOWN)
