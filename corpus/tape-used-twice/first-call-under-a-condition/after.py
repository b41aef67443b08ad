import tensorflow as t


def step(model, optimizer, x, y, verbose=False):
    with t.GradientTape(True) as tape:
        loss = t.reduce_mean(t.square(model(x) - y))
    if verbose:
        norm = t.linalg.global_norm(tape.gradient(loss, model.trainable_variables))
        t.print("norm", norm)
    grads = tape.gradient(loss, model.trainable_variables)
    del tape
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
    return loss
