import numpy as np
import tensorflow as t


class Trainer:
    """训练器"""

    def __init__(self):
        self.loss_fn = t.keras.losses.MeanAbsoluteError()
        self.net = t.keras.Sequential([t.keras.layers.Dense(1)])

    @t.function
    def validate(self, ds: t.data.Dataset):
        total = 0.0  # 每个批次的损失
        count = 0.0
        for x, y in ds:
            损失 = self.loss_fn(y, self.net(x))
            total += 损失  # 记录
            count += 1.0
        return total / count


ds = t.data.Dataset.from_tensor_slices((t.ones((4, 2)), t.ones((4, 1)))).batch(2)
trainer = Trainer()
print(float(trainer.validate(ds)))
