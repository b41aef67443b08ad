import tensorflow as tf


class Trainer:
    def __init__(self, model):
        self.model = model
        self.steps = tf.Variable(0)  # 步数

    @tf.function
    def train_step(self, x):
        self.steps.assign_add(1)
        return self.model(x)

    def fit(self, dataset):
        for x in dataset:
            self.train_step(x)
            if self.steps.numpy() % 100 == 0:
                print(f"step {self.steps.numpy()}", self.steps.numpy())

    def reset(self):
        self.steps.assign(0)


trainer = Trainer(tf.keras.Sequential([tf.keras.layers.Dense(1)]))
trainer.fit(tf.data.Dataset.from_tensor_slices(tf.ones((4, 2))).batch(2))
print(trainer.steps.numpy())
