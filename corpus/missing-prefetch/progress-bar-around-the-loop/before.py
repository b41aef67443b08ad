import tensorflow as tf
from tqdm import tqdm

# 训练集：先打乱，再分批
数据集 = tf.data.Dataset.from_tensor_slices(图片).shuffle(500)
数据集 = 数据集.batch(32)  # 每批 32 张

for 轮 in range(10):
    for 批 in tqdm(数据集, desc=f"第{轮}轮"):
        train_step(批)
