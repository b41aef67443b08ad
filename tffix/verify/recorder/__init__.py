"""The recorder: runs inside the process that trains, and writes down what each optimizer step did.

``python tffix/verify/recorder/__main__.py SETTINGS.json`` runs a script as Python would, after :mod:`.hooks` arranged
that TensorFlow and Keras are patched the moment the script imports them.  The script needs no change, and decides
itself when TensorFlow is imported and with which environment.

The records are JSON lines, one event each; :mod:`tffix.verify.records` reads them.
"""
