"""Pictures of desks are the same to the pixel on every computer: their digests, and how to renew them.

`python tests/support/same_pictures.py` renews `same_pictures.json` after a wanted change to a desk; with a
folder as argument it only takes the pictures and writes them there, with their digests.
A digest is of pixels, not of a file, so it does not depend on how a PNG is packed. Letters are drawn by Qt:
the digests are good for the release of Qt in `requirements.lock`, which is kept with them.
"""

import hashlib
import json
import os
import sys
import tempfile
import time
from itertools import product
from pathlib import Path

from PySide6.QtCore import qVersion
from PySide6.QtGui import QImage

from jurybox.demos import build_demo

DIGESTS = Path(__file__).with_suffix(".json")
DEMOS = ("community", "series", "validation")
DESKS = ("judge", "scores", "spaces")
THEMES = ("light", "dark")
OF_THE_COMPUTER = (("community", "scores"),)
"""Pictures with a name in Japanese, which is drawn in a font of the computer: none is bundled for it."""

RELEASE = "Qt"
"""The key of the release of Qt among the digests."""


def take_pictures(folder: Path, *names: str) -> dict[str, str]:
    """Take these pictures, or all, into `folder`, in this process; return their digests by name."""
    from jurybox_gui.shot import take_shot

    os.environ["TZ"] = "UTC"
    if sys.platform != "win32":
        time.tzset()
    found = {RELEASE: qVersion()}
    for demo in DEMOS:
        if names and not any(name.startswith(f"{demo}-") for name in names):
            continue
        file = build_demo(demo, folder / f"{demo}.jury")
        desks = [desk for desk in DESKS if (demo, desk) not in OF_THE_COMPUTER]
        for desk, theme in product(desks, THEMES):
            name = f"{demo}-{desk}-{theme}"
            if names and name not in names:
                continue
            take_shot(file, desk, folder / f"{name}.png", theme=theme)
            found[name] = digest(folder / f"{name}.png")
    return found


def digest(picture: Path) -> str:
    """Return the SHA-256 of size and pixels of a picture."""
    image = QImage(str(picture)).convertToFormat(QImage.Format.Format_RGB32)
    pixels = hashlib.sha256(f"{image.width()}x{image.height()}".encode())
    pixels.update(image.constBits())
    return pixels.hexdigest()


def read(digests: Path) -> dict[str, str]:
    """Return the digests in a file, and the release of Qt that drew the pictures."""
    found: dict[str, str] = json.loads(digests.read_text(encoding="utf-8"))
    return found


def _write(found: dict[str, str], digests: Path) -> None:
    digests.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        room = Path(sys.argv[1])
        _write(take_pictures(room, *sys.argv[2:]), room / DIGESTS.name)
    else:
        with tempfile.TemporaryDirectory() as temporary:
            _write(take_pictures(Path(temporary)), DIGESTS)
