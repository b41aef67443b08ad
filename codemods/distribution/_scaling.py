"""The edits that average a loss over the batches of all replicas."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from tffix.rewriting.edits import Edit, Insert, Replace, SetKeyword
from tffix.semantics.module import Module
from tffix.semantics.ranks import Ranks
from tffix.semantics.replicas import COUNT, Reduction, ReplicaRun
from tffix.semantics.scopes import Binding
from tffix.semantics.steps import Step
from tffix.semantics.syntax import argument

from ._batches import full_batch
from ._loss_objects import Reduces
from ._reported import Reported
from ._terms import Form, Losses, Terms

_UNSCALED = (Form.MEAN, Form.OBJECT, Form.REGULARIZER)
_MAX_SHOWN = 60
_ELEMENTWISE = ("tensorflow.nn.sigmoid_cross_entropy_with_logits", "tensorflow.nn.weighted_cross_entropy_with_logits")


class UnscalableError(Exception):
    """Why the loss of a step gets no fix; the text is the reason shown."""


@dataclass(frozen=True)
class Replicated:
    """A training step that ``runs`` give to the replicas, with the terms of its loss."""

    step: Step
    loss: ast.expr
    terms: Terms
    runs: tuple[ReplicaRun, ...]
    targets: tuple[ast.expr, ...]
    """Where the loss is differentiated."""


class Scaling:
    """The edits for one training step.

    Where nothing else reads the loss its terms are averaged over the global batch where they stand.  Else the loss
    stays as it is, the mean of one replica, for what reports it, and a scaled copy is differentiated.
    """

    def __init__(self, module: Module, losses: Losses, replicated: Replicated) -> None:
        self._module = module
        self._losses = losses
        self._replicated = replicated
        self._terms = replicated.terms
        self._imports: dict[str, None] = {}
        self._reported = Reported.of(module, replicated.loss, self._terms, replicated.runs)
        wrong = self._terms.of(Form.MEAN, Form.OBJECT)
        is_private = self._reported is not None and all(self._is_private(node) for node in wrong)
        self.in_place = not wrong or is_private
        """Whether the terms themselves are scaled, so that the loss of all replicas is their sum."""

    def edits(self) -> tuple[tuple[Edit, ...], tuple[str, ...]]:
        """The edits and the imports they need.

        Raises:
            UnscalableError: no edit is certainly right.
        """
        if self._replicated.step.clips and self._terms.of(Form.MEAN, Form.OBJECT):
            raise UnscalableError(
                "each replica clips its own gradients before they are added up, and the bound would mean another norm; "
                "scale the loss, and divide the bound by the number of replicas too"
            )
        if self._terms.of(Form.OTHER):
            other = shown(self._module, self._terms.of(Form.OTHER)[0])
            raise UnscalableError(
                f"the loss has another part, `{other}`, of which it is not known whether it is scaled; divide all that "
                "is not by the number of replicas"
            )
        wrong = self._terms.of(Form.MEAN, Form.OBJECT)
        if self.in_place:
            edits = [self._scaled(node) for node in self._terms.of(*_UNSCALED)]
            edits += [self._operation(one, "SUM") for one in (self._reported or []) if wrong and one.op == "MEAN"]
        else:
            edits = [self._mean(node) for node in self._terms.of(Form.OBJECT)]
            edits += self._copied()
        edits += self._unreduced()
        return tuple(edits), tuple(self._imports)

    # -- in place ------------------------------------------------------------------------------------------------------

    def _is_private(self, node: ast.expr) -> bool:
        """Whether a term is computed for this loss only."""
        function = self._module.function(node)
        if function is self._module.function(self._replicated.step.gradient):
            return True
        if not isinstance(function, ast.FunctionDef):
            return False
        calls, is_complete = self._module.definitions.calls_of(function)
        return is_complete and len(calls) == 1 and self._is_private(calls[0])

    def _scaled(self, node: ast.expr) -> Edit:
        if node in self._terms.of(Form.REGULARIZER) and not self._is_python_sum(node):
            return Replace(node, f"{self._spelled('nn.scale_regularization_loss', node)}({{loss}})", {"loss": node})
        if not isinstance(node, ast.Call) or self._is_python_sum(node):
            return Replace(node, f"{{loss}} / {self._count(node)}", {"loss": node})
        examples = node if node in self._terms.of(Form.OBJECT) else node.args[0]
        if self._rank(examples) != 1:
            mean = self._template_of_mean(node)
            return Replace(node, f"{mean} / {self._count(node)}", {"loss": node})
        average = self._spelled("nn.compute_average_loss", node)
        batch = self._global_batch(node)
        given = "" if batch is None else f", global_batch_size={batch}"
        return Replace(node, f"{average}({{loss}}{given})", {"loss": examples})

    def _is_python_sum(self, node: ast.expr) -> bool:
        """Whether a model without regularizers makes a term the Python number 0, of which TensorFlow makes float64."""
        return isinstance(node, ast.Call) and self._module.qualified(node.func) == "builtins.sum"

    def _template_of_mean(self, node: ast.expr) -> str:
        is_object = node in self._terms.of(Form.OBJECT)
        return f"{self._spelled('reduce_mean', node)}({{loss}})" if is_object else "{loss}"

    def _mean(self, node: ast.expr) -> Edit:
        return Replace(node, f"{self._spelled('reduce_mean', node)}({{loss}})", {"loss": node})

    def _rank(self, examples: ast.expr) -> int | None:
        """The number of dimensions of the losses of the examples; ``None`` when it is not certain."""
        examples = self._module.value(examples)
        if not isinstance(examples, ast.Call):
            return None
        outputs = argument(examples, "y_pred", 1) or argument(examples, "logits", 1)
        qualified = self._module.qualified(examples.func) or ""
        is_loss = self._losses.objects.reduces(examples) is not None
        is_loss = is_loss or (self._module.keras_path(examples.func) or "").startswith("losses.")
        if outputs is None or not (is_loss or qualified.endswith("_cross_entropy_with_logits")):
            return None
        if qualified in _ELEMENTWISE:
            return None
        found = Ranks(self._module).of(outputs)
        return None if found is None else len(found.shape) - 1

    def _global_batch(self, node: ast.expr) -> str | None:
        sizes = {full_batch(self._module, run, node) for run in self._replicated.runs}
        return sizes.pop() if len(sizes) == 1 else None

    def _operation(self, reduction: Reduction, op: str) -> Edit:
        if isinstance(reduction.written, ast.Constant):
            return Replace(reduction.written, f'"{op}"')
        assert isinstance(reduction.written, ast.Attribute)
        return Replace(reduction.written, f"{{base}}.{op}", {"base": reduction.written.value})

    # -- a scaled copy -------------------------------------------------------------------------------------------------

    def _copied(self) -> list[Edit]:
        loss = self._replicated.loss
        if not isinstance(loss, ast.Name):
            raise UnscalableError(
                "the loss has no name that could be scaled; give it one in the tape, and divide it by the number of "
                "replicas for the gradient only"
            )
        if self._terms.of(Form.SCALED):
            raise UnscalableError(
                f"`{loss.id}` is also reported, and only a part of it is averaged; divide that part by the number of "
                "replicas, and report the sum over the replicas"
            )
        name = f"scaled_{loss.id}"
        anchor = self._last_binding(loss)
        if anchor is None or not self._module.is_free(name, loss):
            raise UnscalableError(
                f"`{loss.id}` is not computed in the block of the tape; divide it there by the number of replicas"
            )
        scaled = Insert(anchor, f"{name} = {loss.id} / {self._count(loss)}", "after")
        return [scaled, *(Replace(one, name) for one in self._replicated.targets)]

    def _last_binding(self, loss: ast.Name) -> ast.stmt | None:
        """The last statement of the tape's block that binds the loss; ``None`` when it is bound elsewhere too."""
        body = self._replicated.step.tape.statement.body
        found = [self._holder(binding, body) for binding in self._module.bindings(loss)]
        statements = [statement for statement in found if statement is not None]
        return max(statements, key=body.index) if statements and len(statements) == len(found) else None

    def _holder(self, binding: Binding, body: list[ast.stmt]) -> ast.stmt | None:
        return next((statement for statement in body if self._module.contains(statement, binding.node)), None)

    # -- loss objects, and names ---------------------------------------------------------------------------------------

    def _unreduced(self) -> list[Edit]:
        """The loss objects of Keras 2 without a reduction of their own, and their other calls with the mean."""
        makers: dict[ast.Call, None] = {}
        handled = self._terms.of(Form.OBJECT)
        for node in handled:
            assert isinstance(node, ast.Call)
            made = self._losses.objects.constructors(node.func)
            makers.update(dict.fromkeys(made))
        edits = [self._unreduced_object(maker) for maker in makers]
        for maker in makers:
            edits += [self._mean(call) for call in self._other_calls(maker) if call not in handled]
        return edits

    def _unreduced_object(self, maker: ast.Call) -> Edit:
        given = self._losses.objects.given(maker)
        return SetKeyword(maker, "reduction", '"none"') if given not in maker.args else Replace(given, '"none"')

    def _other_calls(self, maker: ast.Call) -> list[ast.Call]:
        holder = self._module.parent(maker)
        if isinstance(holder, ast.Call) and holder.func is maker:
            return []
        target = holder.targets[0] if isinstance(holder, ast.Assign) and len(holder.targets) == 1 else None
        if target is None:
            raise UnscalableError('the loss object is used in ways that are not seen; create it with reduction="none"')
        uses = self._uses(target)
        calls = [self._module.parent(use) for use in uses]
        found = [call for use, call in zip(uses, calls, strict=True) if isinstance(call, ast.Call) and call.func is use]
        if len(found) < len(uses):
            raise UnscalableError(
                f"`{self._module.segment(target)}` is also used otherwise than by calls; give the step a loss object "
                'of its own with reduction="none"'
            )
        return found

    def _uses(self, target: ast.expr) -> list[ast.expr]:
        if not isinstance(target, ast.Attribute):
            return [*self._module.uses_of_target(target)]
        owner = self._module.self_class(target.value)
        same = [node for node in self._module.attributes(target.attr) if isinstance(node.ctx, ast.Load)]
        if owner is None or any(self._module.self_class(node.value) is not owner for node in same):
            raise UnscalableError('the loss object is used in ways that are not seen; create it with reduction="none"')
        return [*same]

    def _count(self, at: ast.expr) -> str:
        """How to write the number of replicas: by the name of the strategy where it is in reach."""
        for run in self._replicated.runs:
            # Where its creation is not seen, the strategy may be ``None`` when the step runs without one.
            if run.strategy is not None and self._reaches(run.receiver, at):
                return f"{self._module.segment(run.receiver)}.{COUNT}"
        return f"{self._spelled('distribute.get_strategy', at)}().{COUNT}"

    def _reaches(self, strategy: ast.expr, at: ast.expr) -> bool:
        scopes = self._module.scopes
        root = strategy.value if isinstance(strategy, ast.Attribute) else strategy
        if not isinstance(root, ast.Name):
            return False
        if isinstance(strategy, ast.Attribute):
            owner = self._module.self_class(root)
            function = self._module.function(at)
            first = function.args.args[:1] if isinstance(function, ast.FunctionDef) else []
            in_class = function is not None and self._module.parent(function) is owner
            return owner is not None and in_class and [one.arg for one in first] == [root.id]
        return scopes.owner(root.id, scopes.around(at)) is scopes.owner(root.id, scopes.around(root))

    def _spelled(self, name: str, at: ast.AST) -> str:
        spelling = self._module.spell(f"tensorflow.{name}", at=at)
        if spelling is not None:
            return spelling
        if not self._module.is_free("tf", at):
            raise UnscalableError("`tf` means something else here; divide the loss by the number of replicas")
        self._imports["tensorflow as tf"] = None
        return f"tf.{name}"


def shown(module: Module, node: ast.expr) -> str:
    """How a message names an expression."""
    text = module.segment(node)
    if "\n" not in text and len(text) <= _MAX_SHOWN:
        return text
    return (
        f"{shown(module, node.func)}(...)"
        if isinstance(node, ast.Call)
        else f"{text[:_MAX_SHOWN].splitlines()[0].rstrip()} ..."
    )


def is_certain(module: Module, replicated: Replicated, losses: Losses) -> bool:
    """Whether Keras 2 refuses to compute the loss, so that the step fails as it is.

    Of masked outputs a loss object averages those only that the mask leaves, which the mean of all does not.
    """
    masks = module.calls("Masking") or any(keyword.arg == "mask_zero" for keyword in module.nodes(ast.keyword))
    terms = replicated.terms
    is_refused = bool(terms.of(Form.OBJECT)) and not terms.of(Form.OTHER, Form.MEAN, Form.REGULARIZER)
    reduces = [losses.objects.reduces(node) for node in terms.of(Form.OBJECT) if isinstance(node, ast.Call)]
    is_known = all(run.strategy is not None and run.strategy.replicates for run in replicated.runs)
    return not masks and is_refused and is_known and all(one is Reduces.BY_ITSELF for one in reduces)
