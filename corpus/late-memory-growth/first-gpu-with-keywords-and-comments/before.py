from tensorflow.config import experimental, list_physical_devices

gpu = "gpu"
devices = list_physical_devices("GPU")
assert len(devices) > 0, "没有找到显卡"
# 设置显存按需分配
experimental.set_memory_growth(device=devices[0], enable=True)  # only the first
