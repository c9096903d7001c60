"""Jurybox without a window: collections, measures, gold standards, scores."""

import os

# Its matrices are small: a second thread of OpenBLAS gains little and, beside a busy neighbor, loses twenty
# times as much. The setting is read when numpy is first imported, so it must precede any import of numpy.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

__version__ = "0.1.0"
