"""Looks every row of the table up in the TensorFlow and Keras that are installed: ``python probe.py 2 < rows.json``.

Prints what it saw, as JSON: for each row the status of the old API, and what is wrong with the new one, if anything.
"""

from __future__ import annotations

import ast
import importlib
import json
import os
import sys
import tempfile
from typing import Any

from tests.codemods.api import samples

is_importable = importlib.import_module("tffix.codemods.api._imports").is_importable
WORKS, IGNORED, FAILS = "works", "ignored", "fails"


def helpers(tf: Any, keras: Any) -> dict[str, Any]:
    """The names that the samples may use."""
    import numpy as np

    def batches(size: int) -> Any:
        while True:
            yield np.ones([size, 1], "float32"), np.ones([size, 1], "float32")

    def trained(model: Any) -> Any:
        model.compile("sgd", "mse")
        model.fit(np.ones([2, 1], "float32"), np.ones([2, 1], "float32"), verbose=0)
        return model

    def elements(dataset: Any) -> list[str]:
        return [str(element) for element in dataset]

    def choices() -> Any:
        parts = [tf.data.Dataset.range(2), tf.data.Dataset.range(10, 13)]
        return parts, tf.data.Dataset.from_tensor_slices(np.array([0, 1, 0, 1, 0, 1, 1], "int64"))

    def seeded(make: Any) -> Any:
        tf.random.set_seed(1)
        return make().numpy().tolist()

    def rates(optimizer: Any) -> list[float]:
        found = []
        variable = tf.Variable(0.0)
        for _ in range(3):
            before = float(variable)
            optimizer.apply_gradients([(tf.constant(-1.0), variable)])
            found.append(round(float(variable) - before, 4))
        return found

    log_dir = tempfile.mkdtemp()
    return {"tf": tf, "keras": keras, **{k: v for k, v in locals().items() if k not in ("tf", "keras")}}


class Probe:
    """Looks rows up in one generation of Keras."""

    def __init__(self, generation: int) -> None:
        import tensorflow as tf

        self._generation = generation
        self._roots = {"tf": tf}
        if generation == 3:
            import keras
        else:
            import tf_keras as keras
        self._names = helpers(tf, keras)
        self._names["np"] = importlib.import_module("numpy")

    def look_up(self, row: dict[str, str], others: set[str]) -> tuple[str, str | None]:
        """The status of the old API of ``row``, and what is wrong with the new one; ``others`` are all old APIs."""
        kind, old = row["kind"], row["old"]
        if kind in ("name", "namespace", "value") or (kind == "keep" and "(" not in old and old[0].islower()):
            return self._dotted(row, others)
        if kind == "argument" or (kind == "keep" and "(" in old):
            return self._argument(row)
        if kind in ("member", "keep"):
            return self._member(row)
        before, after = samples.CALLS[old.partition("(")[0]]
        if before is None or after is None:
            return (WORKS if self._has(old.partition("(")[0]) else FAILS), None
        return self._compared(before, after)

    def _dotted(self, row: dict[str, str], others: set[str]) -> tuple[str, str | None]:
        old, new = row["old"], row["new"]
        roots = ["keras", "tf.keras"] if old.startswith("keras.") and f"tf.{old}" not in others else ["keras"]
        seen = set()
        problem = None
        for root in roots if old.startswith("keras.") else [""]:
            place = old.replace("keras.", f"{root}.", 1) if root else old
            code = samples.NAMES.get(old)
            works = self._has(place) and (code is None or self._run(code.replace(old, place))[1] is None)
            seen.add(WORKS if works else FAILS)
            target = new.replace("keras.", f"{root}.", 1) if root and new.startswith("keras.") else new
            if row["kind"] == "value":
                is_same = not self._has(place) or self._run(f"{place} == {new}")[0] is True
                allowed = self._run(f"{root or 'tf.keras'}.losses.MeanSquaredError(reduction={new})")[1] is None
                problem = problem or (None if allowed and (is_same or "AUTO" in old) else f"{new} is not {place}")
            elif new and not self._has(target):
                problem = f"{target} is not there"
            elif new and row["kind"] == "name" and not self._is_importable(target):
                problem = f"{target} cannot be imported"
        return (seen.pop() if len(seen) == 1 else "depends on the root"), problem

    def _has(self, dotted: str) -> bool:
        return self._run(dotted)[1] is None

    def _is_importable(self, dotted: str) -> bool:
        module, _, name = dotted.partition(".")
        root = {"tf": "tensorflow", "keras": "keras" if self._generation == 3 else "tf_keras"}[module]
        parent, _, name = f"{root}.{name}".rpartition(".")
        if not is_importable(parent):
            return True  # the codemod does not write such an import
        try:
            exec(f"from {parent} import {name}", {})
        except ImportError:
            return False
        return True

    def _argument(self, row: dict[str, str]) -> tuple[str, str | None]:
        name = row["old"].partition("(")[2].rstrip(")").partition("=")[0]
        template, argument = samples.ARGUMENTS[row["old"]]
        value = argument.partition("=")[2]
        before = template.format(f"{name}={value}")
        new = row["new"]
        if not new and row["fix"] == "none":
            after = before if row["kind"] == "keep" else None
        elif "=" in new:
            template = template.replace("learning_rate=0.1, ", "")
            after = template.format(new.format(learning_rate="0.1", **{name: value}))
        else:
            after = template.format(f"{new}={value}" if new else "").replace(", )", ")")
        return self._compared(before, after)

    def _member(self, row: dict[str, str]) -> tuple[str, str | None]:
        owner, _, name = row["old"].partition(".")
        code = samples.MEMBERS.get(row["old"], samples.INSTANCES[owner])
        status = WORKS if self._run(f"{code}.{name}")[1] is None else FAILS
        if not row["new"]:
            return status, None
        new = self._run(f"{code}.{row['new']}")[1]
        return status, None if new is None else f"{row['new']}: {new}"

    def _compared(self, before: str, after: str | None) -> tuple[str, str | None]:
        old, error = self._run(before)
        if after is None:
            return (WORKS if error is None else FAILS), None
        new, problem = self._run(after)
        if problem is not None:
            return (WORKS if error is None else FAILS), f"{after}: {problem}"
        if error is not None:
            return FAILS, None
        plain = (int, float, bool, str, list, tuple, type)
        if isinstance(old, plain) or hasattr(old, "tolist"):
            return (WORKS if _plain(old) == _plain(new) else IGNORED), None
        return WORKS, None

    def _run(self, code: str) -> tuple[Any, str | None]:
        ast.parse(code, mode="eval")
        try:
            return eval(code, dict(self._names)), None
        except Exception as error:
            return None, f"{type(error).__name__}: {error}".splitlines()[0]


def _plain(value: Any) -> Any:
    return value.tolist() if hasattr(value, "tolist") and not isinstance(value, type) else value


def main() -> None:
    generation = int(sys.argv[1])
    if generation == 2:
        os.environ["TF_USE_LEGACY_KERAS"] = "1"
    rows = json.load(sys.stdin)
    known = {row["old"] for row in rows}
    probe = Probe(generation)
    json.dump([probe.look_up(row, known) for row in rows], sys.stdout)


if __name__ == "__main__":
    main()
