"""The loop that calls a training step, and its dataset, which is distributed before it."""

from __future__ import annotations

import ast

from tffix.rewriting.edits import Edit, Insert, Replace, escaped
from tffix.semantics.kinds_table import Kind
from tffix.semantics.module import Module
from tffix.semantics.pipelines import history
from tffix.semantics.syntax import has_starred, method_name, names_in
from tffix.semantics.tree import LOOP_TYPES

from ._bound import is_bound_before

_BATCHES = ("batch", "padded_batch", "ragged_batch", "image_dataset_from_directory")


class UndistributableError(Exception):
    """Why a call of a step cannot be given to the replicas; the text is the reason shown."""


class Feeding:
    """The edits that distribute the dataset of the loop around ``call``; ``scope`` names the strategy."""

    def __init__(self, module: Module, call: ast.Call, scope: ast.expr) -> None:
        self._module = module
        self._call = call
        self._scope = scope
        self._name = module.segment(scope)

    def edits(self) -> list[Edit]:
        """The edits.

        Raises:
            UndistributableError: the step is not fed by a loop whose dataset can be distributed.
        """
        return self._data(self._loop())

    def _loop(self) -> ast.For:
        """The loop over a dataset whose elements, and nothing else, the step is given."""
        module, call = self._module, self._call
        loop = next((one for one in module.ancestors(call) if isinstance(one, LOOP_TYPES)), None)
        if not isinstance(loop, ast.For) or module.kind(self._dataset(loop)) is not Kind.DATASET:
            raise UndistributableError(
                f"`{module.segment(call.func)}` is not called in a loop over a dataset; distribute its data with "
                f"`{self._name}.experimental_distribute_dataset`, and call it by `{self._name}.run`"
            )
        if module.context(call).is_graph:
            raise UndistributableError(
                f"the loop is traced, where a dataset cannot be distributed; distribute it in the caller, and call "
                f"the step by `{self._name}.run`"
            )
        if not is_bound_before(module, self._scope, module.statement(loop), is_used=False):
            raise UndistributableError(f"`{self._name}` is not certainly known at the loop; pass it to this function")
        targets = {name.id for name in names_in(self._target(loop))}
        given = [*call.args, *(keyword.value for keyword in call.keywords)]
        if call.keywords or has_starred(call.args) or not given or not all(self._is_element(a, targets) for a in given):
            raise UndistributableError(
                "the step is given more than the elements of the dataset, by position; give it nothing else, and call "
                f"it by `{self._name}.run`"
            )
        uses = [use for name in names_in(self._target(loop)) for use in module.uses_of_target(name)]
        if any(not any(module.contains(one, use) for one in given) for use in uses):
            raise UndistributableError(
                "the batch itself is used beside the step, and would be spread over the replicas; do that in the step"
            )
        if not self._is_batched(self._dataset(loop)):
            raise UndistributableError(
                "the dataset is not seen to be batched, and it is batches that the replicas share; batch it before it "
                "is distributed"
            )
        return loop

    def _is_batched(self, dataset: ast.expr) -> bool:
        """Whether a dataset is, or where it is not followed to its source may be, one of batches."""
        past = history(self._module, dataset)
        made = [method_name(call) for call in [*past.stages, *past.sources] if isinstance(call, ast.Call)]
        last = next((name for name in made if name in (*_BATCHES, "unbatch")), None)
        if last is None and not past.complete:
            return any(self._module.calls(name) for name in _BATCHES)
        return last in _BATCHES

    def _is_element(self, value: ast.expr, targets: set[str]) -> bool:
        return isinstance(value, ast.Name) and value.id in targets

    def _dataset(self, loop: ast.For) -> ast.expr:
        iterated = loop.iter
        if not isinstance(iterated, ast.Call) or not iterated.args:
            return iterated
        qualified = self._module.qualified(iterated.func) or ""
        return iterated.args[0] if self._is_counted(loop) or qualified.startswith("tqdm.") else iterated

    def _is_counted(self, loop: ast.For) -> bool:
        return isinstance(loop.iter, ast.Call) and self._module.qualified(loop.iter.func) == "builtins.enumerate"

    def _target(self, loop: ast.For) -> ast.expr:
        return loop.target.elts[1] if self._is_counted(loop) and isinstance(loop.target, ast.Tuple) else loop.target

    def _data(self, loop: ast.For) -> list[Edit]:
        """Distribute the dataset: before the outermost loop where it is one name all the time, else before its own."""
        module, dataset = self._module, self._dataset(loop)
        outer, binding = self._outermost(loop), module.binding(dataset)
        is_one = isinstance(dataset, ast.Name) and binding is not None and not module.contains(outer, binding.node)
        if not is_one or not is_bound_before(module, self._scope, outer, is_used=False):
            outer = loop
        name = f"dist_{dataset.id}" if isinstance(dataset, ast.Name) else "dist_dataset"
        distribute = f"{self._name}.experimental_distribute_dataset"
        if not module.is_free(name, loop):
            return [Replace(dataset, f"{distribute}({{dataset}})", {"dataset": dataset})]
        distributed = f"{name} = {distribute}({escaped(module.segment(dataset))})"
        return [Insert(outer, distributed, "before"), Replace(dataset, name)]

    def _outermost(self, loop: ast.For) -> ast.stmt:
        function = self._module.function(loop)
        found: ast.stmt = loop
        for one in self._module.ancestors(loop):
            if one is function:
                break
            if isinstance(one, LOOP_TYPES):
                found = one
        return found
