import tensorflow as tf


class Translator:
    def __init__(self, transformer, start, end):
        self.transformer = transformer
        self.start = start
        self.end = end

    @tf.function(reduce_retracing=True)
    def predict(self, encoder_input, output):
        predictions = self.transformer([encoder_input, output], training=False)
        return tf.argmax(predictions[:, -1:, :], axis=-1)

    def translate(self, sentence, max_length=40):
        output = tf.expand_dims([self.start], 0)
        for _ in range(max_length):
            predicted_id = self.predict(sentence, output)
            # 把预测结果接到输出后面
            output = tf.concat([output, predicted_id], axis=-1)
            if predicted_id == self.end:
                break
        return output
