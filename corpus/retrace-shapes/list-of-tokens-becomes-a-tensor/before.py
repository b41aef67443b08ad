import tensorflow as t


def generate(model, start, length):
    @t.function(autograph=False)
    def logits(tokens):
        return model(tokens)[:, -1]

    tokens = [start]
    while len(tokens) < length:
        probabilities = logits(t.constant([tokens]))
        tokens.append(int(t.argmax(probabilities[0])))
    return tokens
