from tensorflow.config.experimental import list_physical_devices, set_memory_growth
from tensorflow.data.experimental import AUTOTUNE

for gpu in list_physical_devices("GPU"):
    set_memory_growth(gpu, True)


def ahead(dataset):
    return dataset.prefetch(AUTOTUNE)
