import tensorflow as t

weights = t.Variable(t.ones((3,)))
batches = t.data.Dataset.from_tensors(t.ones((3,))).repeat(10)


def penalty(x):
    return t.reduce_sum(t.square(x * weights))


total = 0.0
for batch in batches:
    compiled = t.function(penalty, jit_compile=True)  # 编译
    total += compiled(batch)
