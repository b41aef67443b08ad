"""What is patched in TensorFlow and Keras, and when."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tffix.verify.recorder import tensors
from tffix.verify.recorder.hooks import Action
from tffix.verify.recorder.journal import Journal
from tffix.verify.recorder.modes import Modes
from tffix.verify.recorder.optimizers import Optimizers

if TYPE_CHECKING:
    from tffix.verify.recorder.run import Settings

_EAGER = "tensorflow.python.eager"


class Patches:
    """The actions for :func:`~tffix.verify.recorder.hooks.install`: each patches one module."""

    def __init__(self, journal: Journal, settings: Settings) -> None:
        self._journal = journal
        self._settings = settings
        self._optimizers = Optimizers(journal)
        self._modes = Modes(journal)

    def actions(self) -> dict[str, Action]:
        """The module names, each with what is done once it is imported."""
        return {name: self._noted(name, action) for name, action in self._actions().items()}

    def python(self) -> None:
        """Seed Python's own generator; for further seeds, move the seeds that the script sets."""
        random.seed(self._settings.seed)
        if self._settings.seed_offset:
            random.seed = _shifted(random.seed, self._settings.seed_offset)

    def _noted(self, name: str, action: Action) -> Action:
        """Another release may lack what is patched: the script must run all the same, and the report say so."""

        def noted(module: Any) -> None:
            try:
                action(module)
            except (AttributeError, KeyError) as error:
                self._journal.skipped(f"{name} could not be patched: {error}")

        return noted

    def _actions(self) -> dict[str, Action]:
        return {
            "numpy": self._numpy,
            "tensorflow": self._tensorflow,
            f"{_EAGER}.backprop": self._backprop,
            f"{_EAGER}.polymorphic_function.tracing_compilation": self._tracing,
            "tensorflow.python.framework.random_seed": self._random_ops,
            "keras.src.utils.rng_utils": self._keras_seed,
            "keras.src.backend.tensorflow.random": self._keras_random,
            "tf_keras.src.backend": self._legacy_random,
            "keras.src.trainers.trainer": self._no_automatic_xla,
            "keras.src.layers.regularization.dropout": self._dropout,
            "keras.src.layers.normalization.batch_normalization": self._normalization,
            "tf_keras.src.layers.regularization.dropout": self._dropout,
            "tf_keras.src.layers.normalization.batch_normalization": self._normalization,
            "keras.src.optimizers.base_optimizer": self._class("BaseOptimizer", "apply"),
            "keras.src.optimizers.loss_scale_optimizer": self._class("LossScaleOptimizer", "apply"),
            "tf_keras.src.optimizers.optimizer": self._legacy_optimizer,
            "tf_keras.src.optimizers.legacy.optimizer_v2": self._class("OptimizerV2", "apply_gradients"),
            "tf_keras.src.mixed_precision.loss_scale_optimizer": self._legacy_loss_scale,
        }

    # -- seeds and devices -------------------------------------------------------------------------------------------

    def _numpy(self, numpy: Any) -> None:
        numpy.random.seed(self._settings.seed)
        if self._settings.seed_offset:
            numpy.random.seed = _shifted(numpy.random.seed, self._settings.seed_offset)

    def _tensorflow(self, tf: Any) -> None:
        tf.random.set_seed(self._settings.seed)
        if self._settings.seed_offset:
            tf.random.set_seed = _shifted(tf.random.set_seed, self._settings.seed_offset)
        if self._settings.deterministic:
            tf.config.experimental.enable_op_determinism()
        if self._settings.eager:
            tf.config.run_functions_eagerly(True)
            tf.data.experimental.enable_debug_mode()  # and the functions of datasets, which stay graphs otherwise
        gpus = tf.config.list_physical_devices("GPU")
        for gpu in gpus:
            tf.config.experimental.set_memory_growth(gpu, True)
        if self._settings.replicas > 1 and not gpus:
            cpu = tf.config.list_physical_devices("CPU")[0]
            parts = [tf.config.LogicalDeviceConfiguration() for _ in range(self._settings.replicas)]
            tf.config.set_logical_device_configuration(cpu, parts)
        self._journal.facts.update(tensorflow=tf.__version__, gpus=len(gpus))

    def _keras_seed(self, rng_utils: Any) -> None:
        # What keras.utils.set_random_seed does beside seeding Python, NumPy and TensorFlow: those the script may have
        # seeded itself by now.
        rng_utils.global_state.set_global_attribute(rng_utils.GLOBAL_RANDOM_SEED, self._settings.seed)

    def _no_automatic_xla(self, trainer: Any) -> None:
        """On a GPU Keras 3 compiles ``fit`` with XLA unless told otherwise, and nothing can be recorded in XLA."""
        trainer.model_supports_jit = lambda _model: False

    # -- random numbers ----------------------------------------------------------------------------------------------

    def _random_ops(self, module: Any) -> None:
        self._note_random(module, "get_seed", "tf.random")

    def _keras_random(self, module: Any) -> None:
        self._note_random(module, "dropout", "keras dropout")

    def _legacy_random(self, module: Any) -> None:
        self._note_random(module.RandomGenerator, "dropout", "keras dropout")

    def _note_random(self, owner: Any, name: str, what: str) -> None:
        original = getattr(owner, name)

        def noted(*args: Any, **kwargs: Any) -> Any:
            self._journal.random_ops.add(what)
            return original(*args, **kwargs)

        setattr(owner, name, tensors.as_original(noted, original))

    # -- what is recorded --------------------------------------------------------------------------------------------

    def _backprop(self, module: Any) -> None:
        original = module.GradientTape.gradient

        def gradient(tape: Any, target: Any, sources: Any, *args: Any, **kwargs: Any) -> Any:
            result = original(tape, target, sources, *args, **kwargs)
            self._optimizers.differentiated(target, sources)
            return result

        module.GradientTape.gradient = tensors.as_original(gradient, original)

    def _tracing(self, module: Any) -> None:
        original = module._create_concrete_function

        def traced(*args: Any, **kwargs: Any) -> Any:
            options = next((part for part in (*args, *kwargs.values()) if hasattr(part, "python_function")), None)
            self._journal.traces[_name(options)] += 1
            return original(*args, **kwargs)

        module._create_concrete_function = traced

    def _dropout(self, module: Any) -> None:
        self._modes.patch(module.Dropout, rate="rate")

    def _normalization(self, module: Any) -> None:
        self._modes.patch(getattr(module, "BatchNormalizationBase", None) or module.BatchNormalization)

    def _class(self, name: str, method: str) -> Action:
        return lambda module: self._optimizers.patch(getattr(module, name), method)

    def _legacy_optimizer(self, module: Any) -> None:
        self._optimizers.patch(module._BaseOptimizer, "apply_gradients")
        self._optimizers.patch(module.Optimizer, "apply_gradients")

    def _legacy_loss_scale(self, module: Any) -> None:
        self._optimizers.patch(module.LossScaleOptimizer, "apply_gradients")
        self._optimizers.patch(module.LossScaleOptimizerV3, "apply_gradients")


def _shifted(seed: Callable[..., Any], offset: int) -> Callable[..., Any]:
    def shifted(value: Any = None, *args: Any, **kwargs: Any) -> Any:
        return seed(value + offset if isinstance(value, int) else value, *args, **kwargs)

    return shifted


def _name(options: Any) -> str:
    return str(getattr(options, "name", None) or getattr(getattr(options, "python_function", None), "__name__", "?"))
