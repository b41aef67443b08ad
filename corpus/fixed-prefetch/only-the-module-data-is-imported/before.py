from tensorflow import data

ds = data.TextLineDataset("a.txt").batch(2).prefetch(3)
