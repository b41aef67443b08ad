import tensorflow as t

physical_devices = t.config.list_physical_devices("GPU")
assert len(physical_devices) > 0, "Not enough GPU hardware devices available"
config = t.config.experimental.set_memory_growth(physical_devices[0], True)
