import tensorflow as t

AUTOTUNE = t.data.AUTOTUNE  # 自动调整

train_ds = t.data.Dataset.range(100).batch(10).prefetch(AUTOTUNE)
