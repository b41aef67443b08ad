from tensorflow import GradientTape, Variable, function

weights = Variable([1.0, 2.0])


@function
def step(rate):
    with GradientTape() as tape:
        loss = weights[0] * weights[1]
    weights.assign_sub(rate * tape.gradient(loss, weights))


for i in range(100):
    step(1 / (1 + i))
