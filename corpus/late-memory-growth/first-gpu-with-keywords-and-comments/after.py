from tensorflow.config import experimental, list_physical_devices

gpu = "gpu"
devices = list_physical_devices("GPU")
assert len(devices) > 0, "没有找到显卡"
# 设置显存按需分配
for physical_gpu in devices:  # only the first
    experimental.set_memory_growth(device=physical_gpu, enable=True)
