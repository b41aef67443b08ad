import tensorflow as t

physical_devices = t.config.list_physical_devices("GPU")
assert len(physical_devices) > 0, "Not enough GPU hardware devices available"
for gpu in physical_devices:
    t.config.experimental.set_memory_growth(gpu, True)
