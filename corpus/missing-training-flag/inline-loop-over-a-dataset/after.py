import tensorflow as tf
from tensorflow.keras import Model, layers, losses, optimizers


class ConvBNRelu(Model):
    def __init__(self, ch, kernelsz=3, strides=1, padding="same"):
        super(ConvBNRelu, self).__init__()
        self.model = tf.keras.models.Sequential(
            [
                layers.Conv2D(ch, kernelsz, strides=strides, padding=padding),
                layers.BatchNormalization(),
                layers.ReLU(),
            ]
        )

    def call(self, x, training=None):
        x = self.model(x, training=training)
        return x


class Net(Model):
    def __init__(self, num_classes, init_ch=16, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.conv1 = ConvBNRelu(init_ch)
        self.blocks = tf.keras.models.Sequential(name="dynamic-blocks")
        for block_id in range(2):
            self.blocks.add(ConvBNRelu(init_ch * 2**block_id))
        self.avg_pool = layers.GlobalAveragePooling2D()
        self.fc = layers.Dense(num_classes)

    def call(self, x, training=None):
        out = self.conv1(x, training=training)
        out = self.blocks(out, training=training)
        return self.fc(self.avg_pool(out))


# build model and optimizer
model = Net(10)
criteon = losses.CategoricalCrossentropy(from_logits=True)
optimizer = optimizers.Adam(learning_rate=1e-3)
db_train = tf.data.Dataset.from_tensor_slices((tf.zeros([8, 28, 28, 1]), tf.zeros([8], tf.int32))).batch(4)

for epoch in range(100):
    for step, (x, y) in enumerate(db_train):
        with tf.GradientTape() as tape:
            # [b, 10]
            logits = model(x, training=True)  # 前向传播
            # [b] vs [b, 10]
            loss = criteon(tf.one_hot(y, depth=10), logits)

        grads = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(grads, model.trainable_variables))

        if step % 10 == 0:
            print(epoch, step, "loss:", loss.numpy())
