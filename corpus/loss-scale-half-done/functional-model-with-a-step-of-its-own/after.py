import tensorflow as tf
from tensorflow.keras import Input, Model, mixed_precision
from tensorflow.keras.layers import Dense

mixed_precision.set_global_policy("mixed_float16")


class CustomModel(Model):
    def train_step(self, data):
        # 自定义训练步骤
        x, y = data
        with tf.GradientTape() as tape:
            y_pred = self(x, training=True)  # Forward pass
            loss = self.compute_loss(y=y, y_pred=y_pred)
            scaled_loss = self.optimizer.scale_loss(loss)

        # Compute gradients
        trainable_vars = self.trainable_variables
        gradients = tape.gradient(scaled_loss, trainable_vars)
        # Update weights
        self.optimizer.apply(gradients, trainable_vars)
        for metric in self.metrics:
            if metric.name == "loss":
                metric.update_state(loss)
            else:
                metric.update_state(y, y_pred)
        return {m.name: m.result() for m in self.metrics}


inputs = Input((32,))
outputs = Dense(1, dtype="float32")(inputs)
model = CustomModel(inputs, outputs)
model.compile(optimizer="adam", loss="mse", metrics=["mae"])
