import tensorflow as tf

EPOCHS = 3
NAME = "demo"


@tf.function
def step(x, epoch: int):
    loss = tf.reduce_mean(x)
    print(f"Epoch {epoch + 1:03d}/{EPOCHS}: loss {loss}")
    print("Epoch %03d/%d [%s] loss %.4f" % (epoch + 1, EPOCHS, NAME, loss))
    print(f"{NAME}: {loss:.2f} after {len(NAME)} letters")
    print("Epoch {:>4} loss {}".format(epoch, loss))
    print(NAME + ": " + str(loss))
    return loss


for epoch in range(EPOCHS):
    step(tf.ones((2,)), epoch)
