import tensorflow as tf


class Report(tf.Module):
  @tf.function
  def __call__(self, pred, truth):
    giou = tf.reduce_mean(tf.abs(pred - truth))
    conf = tf.reduce_mean(pred)
    prob = tf.reduce_mean(truth)
    print('giou_loss: %4.2f   conf_loss: %4.2f   '
          'prob_loss: %4.2f' % (giou, conf, prob))
    print(f'giou_loss: {giou}   conf_loss: {conf}   prob_loss: {prob}   total: {giou + conf + prob}')
    if giou > 0.5: print(f'giou_loss is {giou:.2f}')
    return giou


Report()(tf.constant([1.0, 2.0]), tf.constant([1.0, 1.0]))
