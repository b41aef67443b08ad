import sys

import tensorflow as tf


class Report(tf.Module):
  @tf.function
  def __call__(self, pred, truth):
    giou = tf.reduce_mean(tf.abs(pred - truth))
    conf = tf.reduce_mean(pred)
    prob = tf.reduce_mean(truth)
    tf.print(
      tf.strings.join([
        'giou_loss: ',
        tf.strings.as_string(tf.cast(giou, tf.float64), precision=2, width=4),
        '   conf_loss: ',
        tf.strings.as_string(tf.cast(conf, tf.float64), precision=2, width=4),
        '   prob_loss: ',
        tf.strings.as_string(tf.cast(prob, tf.float64), precision=2, width=4),
      ]),
      output_stream=sys.stdout,
    )
    tf.print(
      'giou_loss:',
      giou,
      '  conf_loss:',
      conf,
      '  prob_loss:',
      prob,
      '  total:',
      giou + conf + prob,
      output_stream=sys.stdout,
    )
    if giou > 0.5: tf.print(
      tf.strings.join([
        'giou_loss is ',
        tf.strings.as_string(tf.cast(giou, tf.float64), precision=2),
      ]),
      output_stream=sys.stdout,
    )
    return giou


Report()(tf.constant([1.0, 2.0]), tf.constant([1.0, 1.0]))
