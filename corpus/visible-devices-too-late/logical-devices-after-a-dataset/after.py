from tensorflow import config, data

cpus = config.list_physical_devices("CPU")
config.set_logical_device_configuration(cpus[0], [config.LogicalDeviceConfiguration()] * 2)
numbers = data.Dataset.range(10)
