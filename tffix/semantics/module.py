"""The semantic model of one file, shared by all codemods."""

from __future__ import annotations

import ast
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

from tffix.semantics.definitions import Definition, Definitions
from tffix.semantics.flow import Flow
from tffix.semantics.graph import Context, Graph
from tffix.semantics.kinds import Kinds
from tffix.semantics.names import Names, keras_path
from tffix.semantics.parameters import Parameters
from tffix.semantics.scopes import Binding, BindingKind, Scope, Scopes, is_comprehension
from tffix.semantics.tapes import Tape, tapes
from tffix.semantics.target import is_tensorflow1, source_generation
from tffix.semantics.tree import DefNode, FunctionNode, Tree
from tffix.suppression import Suppressions

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tffix.config.settings import Generation
    from tffix.semantics.kinds_table import Kind

N = TypeVar("N", bound=ast.AST)


class Module:
    """What codemods ask about a file.  Everything beyond the parse is computed when first asked for.

    Args:
        text: the source, decoded, without a byte order mark.
        path: shown in messages only.
        keras: the Keras generation the project is for.
        keras_explicit: whether the user said so; else the source may overrule it.

    Raises what :class:`~tffix.semantics.tree.Tree` raises.

    """

    def __init__(
        self, text: str, path: str = "<string>", *, keras: Generation = 3, keras_explicit: bool = False
    ) -> None:
        self.path = path
        self.tree = Tree(text)
        self.text = text
        self.data = self.tree.data
        self.root = self.tree.root
        self._project_keras: Generation = keras
        self._keras_explicit = keras_explicit
        self._flows: dict[Scope, Flow] = {}
        self._uses: dict[str, dict[Binding, list[ast.Name]]] = {}

    # -- the tree (see Tree for more) --------------------------------------------------------------------------------

    def nodes(self, kind: type[N]) -> list[N]:
        """All nodes of exactly this type, parents before children, in source order."""
        return self.tree.nodes(kind)

    def calls(self, name: str) -> list[ast.Call]:
        """All calls whose function is the name ``name`` or an attribute ``....name``."""
        return self.tree.calls(name)

    def attributes(self, *names: str) -> list[ast.Attribute]:
        """All attributes ``....name`` of these names, read or written."""
        return self.tree.attributes(*names)

    def parent(self, node: ast.AST) -> ast.AST | None:
        """The node that holds ``node``; ``None`` for the module."""
        return self.tree.parent(node)

    def ancestors(self, node: ast.AST) -> Iterator[ast.AST]:
        """The nodes around ``node``, from the inside out."""
        return self.tree.ancestors(node)

    def contains(self, outer: ast.AST, node: ast.AST) -> bool:
        """Whether ``node`` is ``outer`` or inside it."""
        return self.tree.contains(outer, node)

    def statement(self, node: ast.AST) -> ast.stmt:
        """The innermost statement that holds ``node`` (or is it)."""
        return self.tree.statement(node)

    def block(self, statement: ast.stmt) -> list[ast.stmt]:
        """The list of siblings that ``statement`` is one of."""
        return self.tree.block(statement)

    def function(self, node: ast.AST) -> FunctionNode | None:
        """The innermost function or lambda around ``node``, itself excluded."""
        return self.tree.function(node)

    def span(self, node: ast.AST) -> tuple[int, int]:
        """The bytes ``start, end`` of ``node`` in :attr:`data`."""
        return self.tree.span(node)

    def segment(self, node: ast.AST) -> str:
        """The source text of ``node``."""
        return self.tree.segment(node)

    @cached_property
    def suppressions(self) -> Suppressions:
        """The file's suppression comments."""
        return Suppressions.read(self)

    # -- the target ------------------------------------------------------------------------------------------------

    @cached_property
    def keras(self) -> Generation:
        """The Keras generation this file is for."""
        if self._keras_explicit:
            return self._project_keras
        return source_generation(self) or self._project_keras

    @cached_property
    def is_tensorflow1(self) -> bool:
        """Whether this is TensorFlow 1 code, to which no codemod for TensorFlow 2 applies."""
        return is_tensorflow1(self)

    # -- names -----------------------------------------------------------------------------------------------------

    @cached_property
    def scopes(self) -> Scopes:
        """Where names are bound."""
        return Scopes(self.tree)

    @cached_property
    def _names(self) -> Names:
        return Names(self.tree, self.scopes)

    def qualified(self, expression: ast.expr) -> str | None:
        """The dotted name of what ``expression`` refers to (``tensorflow.data.AUTOTUNE``, ``builtins.print``).

        ``None`` when that is unknown, ambiguous or defined in this file.
        """
        return self._names.qualified(expression)

    def keras_path(self, expression: ast.expr) -> str | None:
        """``layers.Dense`` for that class under any Keras root; ``None`` for anything that is not Keras."""
        return keras_path(self.qualified(expression))

    def spell(self, qualified: str, at: ast.AST) -> str | None:
        """How to write ``qualified`` at ``at`` with the names visible there; ``None`` when an import is needed."""
        return self._names.spell(qualified, at)

    def is_free(self, name: str, at: ast.AST) -> bool:
        """Whether ``name`` is not bound in any scope that ``at`` sees."""
        return self._names.is_free(name, at)

    # -- values ----------------------------------------------------------------------------------------------------

    def flow(self, scope: Scope) -> Flow:
        """The reaching definitions of a scope."""
        flow = self._flows.get(scope)
        if flow is None:
            flow = self._flows[scope] = Flow(scope, self.scopes)
        return flow

    def bindings(self, name: ast.Name) -> frozenset[Binding]:
        """The bindings whose value ``name`` can have where it is read; empty when it is not bound in this file.

        In the code of the scope that owns the name these are the ones that reach it; from an inner function, all.
        """
        around = self.scopes.around(name)
        owner = self.scopes.owner(name.id, around)
        if owner is None:
            return frozenset()
        if not isinstance(name.ctx, ast.Load) and name in self.scopes.by_node and name not in self._augmented(owner):
            return frozenset([self.scopes.by_node[name]])
        here = around
        while here is not owner and is_comprehension(here) and here.parent is not None:
            here = here.parent
        if here is owner and not is_comprehension(owner):
            reaching = self.flow(owner).reaching.get(name)
            if reaching is not None:
                return reaching | frozenset(owner.remote.get(name.id, ()))
        return frozenset(owner.all(name.id))

    def origins(self, expression: ast.expr) -> list[Binding]:
        """The bindings that give a name, or an attribute of ``self``, its value, in source order.

        Empty for anything else, and when there are none to be seen.
        """
        if isinstance(expression, ast.Name):
            found = self.bindings(expression)
            return sorted(found, key=lambda binding: self.span(binding.node)) if len(found) > 1 else [*found]
        if isinstance(expression, ast.Attribute):
            owner = self.self_class(expression.value)
            return [] if owner is None else self.definitions.instance_bindings(owner, expression.attr)
        return []

    def binding(self, expression: ast.expr) -> Binding | None:
        """The only one of :meth:`origins`; ``None`` when there are several, or none in this file."""
        origins = self.origins(expression)
        return origins[0] if len(origins) == 1 else None

    def _augmented(self, owner: Scope) -> dict[ast.Name, frozenset[Binding]]:
        return self.flow(owner).reaching

    def uses(self, binding: Binding) -> list[ast.Name]:
        """The names that can read the value of ``binding``, in source order, those in inner functions included."""
        found = self._uses.get(binding.name)
        if found is None:
            found = self._uses[binding.name] = {}
            for name in self.tree.names(binding.name):
                if isinstance(name.ctx, ast.Load) or isinstance(self.parent(name), ast.AugAssign):
                    for reached in self.bindings(name):
                        found.setdefault(reached, []).append(name)
        return found.get(binding, [])

    def uses_of_target(self, target: ast.AST) -> list[ast.Name]:
        """The names that can read what is assigned to a name or passed for a parameter; nothing for other targets."""
        binding = self.scopes.by_node.get(target)
        return [] if binding is None else self.uses(binding)

    def value(self, expression: ast.expr, *, attributes: bool = False) -> ast.expr:
        """What ``expression`` certainly is: a name bound once by a plain assignment is followed to its value.

        With ``attributes`` so is an attribute of ``self`` that this file assigns once; another file may do so as well.
        """
        for _ in range(20):
            is_followed = isinstance(expression, ast.Name) or (attributes and isinstance(expression, ast.Attribute))
            binding = self.binding(expression) if is_followed else None
            if binding is None or binding.kind is not BindingKind.ASSIGN or binding.path or binding.value is None:
                break
            expression = binding.value
        return expression

    # -- kinds -----------------------------------------------------------------------------------------------------

    @cached_property
    def kinds(self) -> Kinds:
        """What sort of value expressions and bindings are."""
        return Kinds(self)

    def kind(self, expression: ast.expr) -> Kind:
        """What sort of value ``expression`` is."""
        return self.kinds.of(expression)

    @cached_property
    def tapes(self) -> list[Tape]:
        """The gradient tapes that ``with`` statements of the file make, in source order."""
        return list(tapes(self))

    # -- definitions of this file (see Definitions for more) -----------------------------------------------------------

    @cached_property
    def definitions(self) -> Definitions:
        """The functions and classes of this file."""
        return Definitions(self)

    def definition(self, function: ast.expr) -> Definition | None:
        """The function, lambda or class of this file that ``function`` certainly refers to."""
        return self.definitions.definition(function)

    def self_class(self, expression: ast.expr) -> ast.ClassDef | None:
        """The class whose instance ``expression`` is, as the ``self`` of one of its methods."""
        return self.definitions.self_class(expression)

    def instance_class(self, expression: ast.expr) -> ast.ClassDef | None:
        """The class whose instance ``expression`` is: as ``self``, or made by a call of the class."""
        return self.definitions.instance_class(expression)

    def attribute_bindings(self, owner: ast.ClassDef, name: str) -> list[Binding]:
        """All places where the attribute ``name`` of an instance of ``owner`` is assigned."""
        return self.definitions.attribute_bindings(owner, name)

    def returns(self, function: DefNode) -> list[ast.expr | None]:
        """The values of the ``return`` statements of a function; empty for a generator."""
        return self.definitions.returns(function)

    def class_kind(self, owner: ast.ClassDef) -> Kind:
        """What an instance of a class defined here is, by its base classes."""
        return self.definitions.class_kind(owner)

    def returned(self, function: FunctionNode) -> list[ast.expr]:
        """The values that a function or lambda can return, without the ``None`` of a bare ``return``."""
        return self.definitions.returned(function)

    def references(self, function: DefNode) -> list[ast.expr]:
        """The expressions that name ``function`` outside of itself."""
        return self.definitions.references(function)

    def is_local(self, function: DefNode) -> bool:
        """Whether no other file can be expected to call ``function``."""
        return self.definitions.is_local(function)

    @cached_property
    def parameters(self) -> Parameters:
        """What the parameters of this file's functions hold."""
        return Parameters(self)

    # -- graph contexts ----------------------------------------------------------------------------------------------

    @cached_property
    def graph(self) -> Graph:
        """Which code runs while TensorFlow traces."""
        return Graph(self)

    def context(self, node: ast.AST) -> Context:
        """Whether ``node`` runs in a graph, eagerly, or either."""
        return self.graph.context(node)

    def function_context(self, function: FunctionNode) -> Context:
        """Whether the body of ``function`` runs in a graph, eagerly, or either."""
        return self.graph.of_function(function)

    def is_tf_function(self, function: FunctionNode) -> bool:
        """Whether ``tf.function`` traces ``function`` itself, not only a function that calls it."""
        return self.graph.is_tf_function(function)
