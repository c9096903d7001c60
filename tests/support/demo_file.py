"""The bundled demos, built once for all tests that need a whole collection, and copied for each."""

import shutil
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

from steady_codes import steady_codes

from jurybox.demos import build_demo


def demo_file(path: Path, name: str = "validation") -> Path:
    """Copy a demo to a path where nothing is yet."""
    shutil.copyfile(_built(name), path)
    return path


@cache
def _built(name: str) -> Path:
    with steady_codes(name):
        return build_demo(name, Path(mkdtemp(prefix="jurybox-demo-")) / "demo.jury")
