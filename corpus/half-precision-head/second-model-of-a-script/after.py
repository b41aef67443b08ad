import tensorflow as tf
from tensorflow.keras.applications import MobileNetV2
from tensorflow.keras.layers import Dense, GlobalAveragePooling2D
from tensorflow.keras.mixed_precision import set_global_policy
from tensorflow.keras.models import Model

set_global_policy('mixed_float16')

base = MobileNetV2(weights=None, include_top=False, input_shape=(32, 32, 3))
x = GlobalAveragePooling2D()(base.output)
x = Dense(64, activation='relu')(x)
predictions = Dense(5, activation='softmax', dtype='float32')(x)
large = Model(inputs=base.input, outputs=predictions)
large.compile(optimizer=tf.optimizers.Adam(1e-3), loss='categorical_crossentropy')

# 小模型
inputs = tf.keras.Input((32, 32, 3))
x = GlobalAveragePooling2D()(inputs)
x = Dense(16, activation='relu')(x)
predictions = Dense(5, activation='softmax', dtype='float32')(x)
small = Model(inputs=inputs, outputs=predictions)
small.compile(optimizer=tf.optimizers.SGD(1e-2), loss='categorical_crossentropy')
