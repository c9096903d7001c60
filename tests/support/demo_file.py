"""The bundled demos, built once for all tests that need a whole collection, and copied for each."""

import shutil
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

from jurybox.demos import build_demo


def demo_file(path: Path, name: str = "validation") -> Path:
    """Copy a demo to a path where nothing is yet."""
    shutil.copyfile(_built(name), path)
    return path


@cache
def _built(name: str) -> Path:
    return build_demo(name, Path(mkdtemp(prefix="jurybox-demo-")) / "demo.jury")
