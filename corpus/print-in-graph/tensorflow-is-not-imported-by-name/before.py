from tensorflow import GradientTape, Variable, function

w = Variable(2.0)


@function
def slope():
    with GradientTape() as tape:
        y = w * w
    gradient = tape.gradient(y, w)
    print("slope:", gradient)
    return gradient


slope()
