import tensorflow as tf

# In[1]:

strategy = tf.distribute.MirroredStrategy()
with strategy.scope():

    # Squeeze and excite.
    def block(filters):
        return tf.keras.layers.Dense(filters, activation='relu')

    model = tf.keras.Sequential([tf.keras.layers.Input((4,)), block(8), tf.keras.layers.Dense(1)])


# Now that we have defined the model, we can train it.

# In[2]:


# train
model.compile(
    optimizer='adam',
    loss = 'mse',
    )

# In[3]:

history = model.fit(tf.ones((8, 4)), tf.ones((8, 1)), epochs=1)
