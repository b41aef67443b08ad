"""Small programs that show what an old API does: code for each row of the table that is more than a dotted name.

They are expressions over ``tf``, ``keras`` (that of the generation under test) and ``np``.
"""

from __future__ import annotations

INSTANCES = {
    "Dataset": "tf.data.Dataset.range(4)",
    "Layer": "keras.layers.Dense(1)",
    "Metric": "keras.metrics.Mean()",
    "Model": "keras.Sequential([keras.layers.Dense(1)])",
    "Optimizer": "keras.optimizers.SGD(0.1)",
    "Options": "tf.data.Options()",
    "Strategy": "tf.distribute.OneDeviceStrategy('CPU:0')",
    "Tensor": "tf.constant(1)",
    "Variable": "tf.Variable(1)",
}
"""An object of each class that the table speaks of."""

SCALING = "keras.mixed_precision.LossScaleOptimizer(keras.optimizers.SGD(0.1))"
MEMBERS = {
    "Optimizer.get_scaled_loss": SCALING,
    "Optimizer.get_unscaled_gradients": SCALING,
}
"""Other objects, for members that not all objects of a class have."""

_MODEL = "keras.Sequential([keras.layers.Dense(1)])"
_COMPILED = f"trained({_MODEL})"
_BATCHES = "batches(2)"
_STEP = "keras.optimizers.SGD(0.1).apply_gradients([(tf.constant(1.0), tf.Variable(1.0))], {})"
_LOGS = "keras.callbacks.TensorBoard(log_dir, {})"
_CHECKPOINT = "keras.callbacks.ModelCheckpoint(log_dir + '/a.keras', {})"
_RNN = "keras.layers.{layer}(2, {{}})(tf.ones([1, 2, 3]))"

ARGUMENTS = {
    "tf.data.Dataset.from_generator(output_types)": (
        "tf.data.Dataset.from_generator(lambda: iter([1]), {})",
        "output_types=tf.int32",
    ),
    "tf.function(experimental_relax_shapes)": ("tf.function(lambda x: x, {})(1).numpy()", "@=True"),
    "tf.function(experimental_compile)": ("tf.function(lambda x: x, {})(1).numpy()", "@=False"),
    "tf.function(experimental_follow_type_hints)": ("tf.function(lambda x: x, {})(1).numpy()", "@=True"),
    "tf.map_fn(dtype)": ("tf.map_fn(lambda x: tf.cast(x, tf.float32), tf.constant([1]), {}).numpy()", "@=tf.float32"),
    "tf.gather(validate_indices)": ("tf.gather([1, 2], [0], {}).numpy()", "@=True"),
    "tf.nn.l2_normalize(dim)": ("tf.nn.l2_normalize([[1.0, 2.0]], {}).numpy()", "@=1"),
    "tf.sparse.concat(concat_dim)": (
        "tf.sparse.to_dense(tf.sparse.concat(sp_inputs=[tf.sparse.from_dense([[1]])] * 2, {})).numpy()",
        "@=1",
    ),
    "keras.layers.CategoryEncoding(max_tokens)": ("keras.layers.CategoryEncoding({})([0, 1]).numpy()", "@=3"),
    "keras.layers.LeakyReLU(alpha)": ("keras.layers.LeakyReLU({})(tf.constant([-1.0])).numpy()", "@=0.25"),
    "keras.layers.Embedding(input_length)": ("keras.layers.Embedding(3, 2, {})(tf.constant([[1]])).shape", "@=1"),
    "keras.layers.BatchNormalization(fused)": ("keras.layers.BatchNormalization({})(tf.ones([1, 2])).shape", "@=False"),
    "keras.layers.BatchNormalization(virtual_batch_size)": (
        "keras.layers.BatchNormalization({})(tf.ones([2, 2])).shape",
        "@=2",
    ),
    **{
        f"keras.layers.{layer}({name})": (_RNN.format(layer=layer) + ".shape", f"@={value}")
        for layer in ("LSTM", "GRU", "SimpleRNN")
        for name, value in (("time_major", True), ("implementation", 1))
    },
    "keras.layers.RNN(time_major)": (
        "keras.layers.RNN(keras.layers.LSTMCell(2), {})(tf.ones([1, 2, 3])).shape",
        "@=True",
    ),
    "keras.optimizers.*(lr)": ("round(float(keras.optimizers.SGD({}).learning_rate), 4)", "@=0.3"),
    "keras.optimizers.*(decay)": ("rates(keras.optimizers.SGD(learning_rate=0.1, {}))", "@=1.0"),
    "Optimizer.apply_gradients(name)": (_STEP, "@='x'"),
    "Optimizer.apply_gradients(experimental_aggregate_gradients)": (_STEP, "@=False"),
    **{
        f"Model.{method}({name})": (f"type({_COMPILED}.{method}({_BATCHES}, steps=1, verbose=0, {{}}))", f"@={value}")
        for method in ("evaluate", "predict")
        for name, value in (("workers", 1), ("use_multiprocessing", False), ("max_queue_size", 1))
    },
    **{
        f"Model.fit({name})": (f"{_COMPILED}.fit({_BATCHES}, steps_per_epoch=1, verbose=0, {{}})", f"@={value}")
        for name, value in (("workers", 1), ("use_multiprocessing", False), ("max_queue_size", 1))
    },
    "Model.compile(experimental_run_tf_function)": (f"{_MODEL}.compile('sgd', 'mse', {{}})", "@=False"),
    "Model.compile(experimental_steps_per_execution)": (f"{_MODEL}.compile('sgd', 'mse', {{}})", "@=2"),
    "keras.callbacks.TensorBoard(write_grads)": (f"type({_LOGS})", "@=True"),
    "keras.callbacks.TensorBoard(batch_size)": (f"type({_LOGS})", "@=32"),
    "keras.callbacks.TensorBoard(embeddings_layer_names)": (f"type({_LOGS})", "@=None"),
    "keras.callbacks.TensorBoard(embeddings_data)": (f"type({_LOGS})", "@=None"),
    "keras.callbacks.ModelCheckpoint(period)": (_CHECKPOINT, "@=2"),
    "keras.callbacks.ModelCheckpoint(options)": (_CHECKPOINT, "@=None"),
    "keras.callbacks.ReduceLROnPlateau(epsilon)": ("keras.callbacks.ReduceLROnPlateau({}).min_delta", "@=0.5"),
    "keras.mixed_precision.Policy(loss_scale='dynamic')": (
        "keras.mixed_precision.Policy('mixed_float16', {}).name",
        "@='dynamic'",
    ),
    "keras.mixed_precision.Policy(loss_scale)": ("keras.mixed_precision.Policy('float32', {})", "@=None"),
    "keras.mixed_precision.LossScaleOptimizer(dynamic=False)": (
        "keras.mixed_precision.LossScaleOptimizer(keras.optimizers.SGD(0.1), initial_scale=4, {})",
        "@=False",
    ),
    "tf.function(experimental_implements)": ("tf.function(lambda x: x, {})(1).numpy()", "@='a'"),
    "tf.function(experimental_autograph_options)": ("tf.function(lambda x: x, {})(1).numpy()", "@=None"),
    "tf.function(experimental_attributes)": ("tf.function(lambda x: x, {})(1).numpy()", "@=None"),
}
"""A call with a place for the argument, and the argument; ``@`` stands for its name."""

_APPLIED = "elements(tf.data.Dataset.range(4){before}.{call})"


def _applied(old: str, new: str, before: str = "") -> tuple[str, str]:
    old_call = f"apply(tf.data.experimental.{old})"
    return _APPLIED.format(before=before, call=old_call), _APPLIED.format(before=before, call=new)


_RAGGED = ".map(lambda x: tf.ones([x]))"
_BUCKETS = "bucket_by_sequence_length(lambda x: tf.shape(x)[0], [2], [2, 2], drop_remainder=False)"
_WINDOWS = "group_by_window({}lambda x: x % 2, {}lambda k, d: d.batch(2), window_size=2)"
CALLS = {
    "tf.data.experimental.cardinality": (
        "tf.data.experimental.cardinality(tf.data.Dataset.range(4)).numpy()",
        "tf.data.Dataset.range(4).cardinality().numpy()",
    ),
    "tf.data.experimental.get_single_element": (
        "tf.data.experimental.get_single_element(tf.data.Dataset.range(1)).numpy()",
        "tf.data.Dataset.range(1).get_single_element().numpy()",
    ),
    "tf.data.experimental.save": (
        "tf.data.experimental.save(tf.data.Dataset.range(4), log_dir + '/s1', compression='GZIP')",
        "tf.data.Dataset.range(4).save(log_dir + '/s2', compression='GZIP')",
    ),
    "tf.data.experimental.choose_from_datasets": (
        "elements(tf.data.experimental.choose_from_datasets(*choices()))",
        "elements(tf.data.Dataset.choose_from_datasets(*choices(), stop_on_empty_dataset=False))",
    ),
    "tf.data.experimental.get_next_as_optional": (
        "tf.data.experimental.get_next_as_optional(iter(tf.data.Dataset.range(1))).get_value().numpy()",
        "iter(tf.data.Dataset.range(1)).get_next_as_optional().get_value().numpy()",
    ),
    "tf.data.experimental.unbatch": _applied("unbatch()", "unbatch()", ".batch(2)"),
    "tf.data.experimental.ignore_errors": _applied("ignore_errors(True)", "ignore_errors(True)"),
    "tf.data.experimental.enumerate_dataset": _applied("enumerate_dataset(1)", "enumerate(1)"),
    "tf.data.experimental.group_by_window": _applied(_WINDOWS.format("", ""), _WINDOWS.format("", "")),
    "tf.data.experimental.bucket_by_sequence_length": _applied(_BUCKETS, _BUCKETS, _RAGGED),
    "tf.data.experimental.dense_to_ragged_batch": _applied(
        "dense_to_ragged_batch(2, True)", "ragged_batch(2, drop_remainder=True)", _RAGGED
    ),
    "tf.data.experimental.dense_to_sparse_batch": _applied(
        "dense_to_sparse_batch(2, [5])", "sparse_batch(2, [5])", _RAGGED
    ),
    "tf.data.experimental.scan": _applied(
        "scan(np.int64(0), lambda s, x: (s + x, s))", "scan(np.int64(0), lambda s, x: (s + x, s))"
    ),
    "tf.data.experimental.take_while": _applied("take_while(lambda x: x < 2)", "take_while(lambda x: x < 2)"),
    "tf.data.experimental.unique": _applied("unique()", "unique()"),
    "tf.data.experimental.snapshot": _applied("snapshot(log_dir + '/p1')", "snapshot(log_dir + '/p2')"),
    "tf.data.experimental.rejection_resample": _applied(
        "rejection_resample(lambda x: x % 2, [0.5, 0.5], seed=1)",
        "rejection_resample(lambda x: x % 2, [0.5, 0.5], seed=1)",
        ".map(lambda x: tf.cast(x, tf.int32))",
    ),
    "tf.data.experimental.shuffle_and_repeat": tuple(
        f"sorted({code})" for code in _applied("shuffle_and_repeat(4, 2, seed=1)", "shuffle(4, seed=1).repeat(2)")
    ),
    "tf.data.experimental.map_and_batch": _applied(
        "map_and_batch(lambda x: x + 1, 2, drop_remainder=True)", "map(lambda x: x + 1).batch(2, drop_remainder=True)"
    ),
    "tf.config.experimental.get_memory_usage": (None, None),
    "tf.test.is_gpu_available": ("tf.test.is_gpu_available()", "bool(tf.config.list_physical_devices('GPU'))"),
    "tf.compat.v1.to_float": ("tf.compat.v1.to_float(3).numpy()", "tf.cast(3, tf.float32).numpy()"),
    "tf.compat.v1.to_int32": ("tf.compat.v1.to_int32(3.7).numpy()", "tf.cast(3.7, tf.int32).numpy()"),
    "tf.compat.v1.to_int64": ("tf.compat.v1.to_int64(3.7).numpy()", "tf.cast(3.7, tf.int64).numpy()"),
    "tf.compat.v1.assign": (
        "tf.compat.v1.assign(tf.Variable(1.0), 2.0).numpy()",
        "tf.Variable(1.0).assign(2.0).numpy()",
    ),
    "tf.compat.v1.assign_add": (
        "tf.compat.v1.assign_add(tf.Variable(1.0), 2.0).numpy()",
        "tf.Variable(1.0).assign_add(2.0).numpy()",
    ),
    "tf.compat.v1.multinomial": (
        "seeded(lambda: tf.compat.v1.multinomial([[1.0, 2.0]], 3))",
        "seeded(lambda: tf.random.categorical([[1.0, 2.0]], 3))",
    ),
    "keras.layers.experimental.SyncBatchNormalization": (
        "keras.layers.experimental.SyncBatchNormalization(momentum=0.5)(tf.ones([1, 2])).shape",
        "keras.layers.BatchNormalization(momentum=0.5, synchronized=True)(tf.ones([1, 2])).shape",
    ),
    "keras.mixed_precision.experimental.LossScaleOptimizer": (
        "keras.mixed_precision.experimental.LossScaleOptimizer(keras.optimizers.SGD(0.1))",
        "keras.mixed_precision.LossScaleOptimizer(keras.optimizers.SGD(0.1))",
    ),
    "Optimizer.variables": (
        "len(keras.optimizers.SGD(0.1).variables())",
        "len(keras.optimizers.SGD(0.1).variables)",
    ),
    "Optimizer.get_unscaled_gradients": (
        f"len({SCALING}.get_unscaled_gradients([tf.constant(1.0)]))",
        "len([tf.constant(1.0)])",
    ),
    "Layer.add_weight": (
        "keras.layers.Layer().add_weight('w', (2,), initializer='zeros').shape",
        "keras.layers.Layer().add_weight(name='w', shape=(2,), initializer='zeros').shape",
    ),
    "Metric.add_weight": (
        "keras.metrics.Mean().add_weight('w', initializer='zeros').shape",
        "keras.metrics.Mean().add_weight(name='w', initializer='zeros').shape",
    ),
    "Model.fit_generator": (
        f"{_COMPILED}.fit_generator({_BATCHES}, 2, epochs=2, verbose=0, workers=2).epoch",
        f"{_COMPILED}.fit({_BATCHES}, steps_per_epoch=2, epochs=2, verbose=0).epoch",
    ),
    "Model.evaluate_generator": (
        f"type({_COMPILED}.evaluate_generator({_BATCHES}, 2))",
        f"type({_COMPILED}.evaluate({_BATCHES}, steps=2, verbose=0))",
    ),
    "Model.predict_generator": (
        f"{_COMPILED}.predict_generator({_BATCHES}, 2).shape",
        f"{_COMPILED}.predict({_BATCHES}, steps=2, verbose=0).shape",
    ),
}
"""What is called before and after, for rows that change more than a name; ``None`` where it needs a GPU."""

_LOSS = "tf.keras.losses.MeanSquaredError(reduction={})"
NAMES = {
    **{name: _LOSS.format(name) for name in ("tf.keras.losses.Reduction.AUTO", "keras.losses.Reduction.AUTO")},
    **{
        f"keras.optimizers.legacy.{name}": f"keras.optimizers.legacy.{name}()"
        for name in ("Adam", "SGD", "RMSprop", "Adagrad", "Adadelta", "Adamax", "Nadam", "Ftrl")
    },
}
"""Names that are there and fail when they are used."""
