import tensorflow as tf
from models import build

net = build()
net.save("net")
net.save_weights("net.h5")


def save(model, path):
    model.save(path)
    model.save_weights("w.h5")
