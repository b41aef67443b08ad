import sys

import tensorflow as tf


@tf.function
def evaluate(labels, logits):
    losses = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=logits)
    loss = tf.reduce_mean(losses)
    print("loss:", loss)  # once a batch
    print(
        "worst",  # the largest of the batch
        tf.reduce_max(losses),
        "best",
        tf.reduce_min(losses),
    )
    return loss


def main():
    evaluate(tf.constant([0, 1]), tf.constant([[1.0, 2.0], [0.5, 0.5]]))
    sys.exit(0)


if __name__ == "__main__":
    main()
