import tensorflow as tf

from networks import Detector, yolo_loss

model = Detector()
optimizer = tf.optimizers.Adam(1e-4)


class Steps:
    @staticmethod
    @tf.function
    def train(images, boxes):
        with tf.GradientTape() as tape:
            loss = yolo_loss(boxes, model(images, training=True))
        grads = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(grads, model.trainable_variables))
        return loss


for images, boxes in tf.data.TFRecordDataset("boxes.tfrecord").batch(8):
    print(Steps.train(images, boxes).numpy())
