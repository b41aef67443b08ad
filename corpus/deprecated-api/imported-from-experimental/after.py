from tensorflow.config.experimental import set_memory_growth
from tensorflow.config import list_physical_devices
from tensorflow.data import AUTOTUNE

for gpu in list_physical_devices("GPU"):
    set_memory_growth(gpu, True)


def ahead(dataset):
    return dataset.prefetch(AUTOTUNE)
