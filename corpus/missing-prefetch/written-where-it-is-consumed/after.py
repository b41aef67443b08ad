import tensorflow as t
from tensorflow import keras as K

dataset = t.data.Dataset.from_tensor_slices((x, y))
for epoch in range(3):
    for xb, yb in dataset.shuffle(100).batch(10).prefetch(t.data.AUTOTUNE):
        step(xb, yb)

model.fit(dataset.batch(10).prefetch(t.data.AUTOTUNE), epochs=2)
model.evaluate(
    x=dataset.batch(
        10,
        drop_remainder=True,
    ).prefetch(t.data.AUTOTUNE),
)
