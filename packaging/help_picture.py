"""Shrink a picture of a desk for the help: at most 255 colors, so that the wheel stays small.

`packaging/make-pictures.sh` calls it with the files to shrink. Needs PySide6 and NumPy.
"""

import sys
from pathlib import Path

import numpy as np
from PySide6.QtGui import QImage

MOST = 255


def shrink(file: Path) -> None:
    """Write a PNG again with the nearest of its most frequent colors; `file` is replaced.

    Raises SystemExit where the file is not a picture.
    """
    image = QImage(str(file)).convertToFormat(QImage.Format.Format_RGB32)
    if image.isNull():
        raise SystemExit(f"{file} is not a picture.")
    height, width = image.height(), image.width()
    pixels = np.frombuffer(image.constBits(), np.uint32).reshape(height, width) & 0xFFFFFF
    colors, where, counts = np.unique(pixels.ravel(), return_inverse=True, return_counts=True)
    kept = colors[np.argsort(-counts, kind="stable")[:MOST]]
    from_, to = (np.stack([(one >> shift) & 255 for shift in (16, 8, 0)], -1) for one in (colors, kept))
    nearest = np.array([((to.astype(int) - one) ** 2).sum(-1).argmin() for one in from_], np.uint8)
    indexed = QImage(width, height, QImage.Format.Format_Indexed8)
    indexed.setColorTable([int(one) | 0xFF000000 for one in kept])
    rows = np.frombuffer(indexed.bits(), np.uint8).reshape(height, indexed.bytesPerLine())
    rows[:, :width] = nearest[where].reshape(height, width)
    indexed.save(str(file), "PNG", 0)


if __name__ == "__main__":
    for name in sys.argv[1:]:
        shrink(Path(name))
