"""The bundled demo, built once for all tests that need a whole collection, and copied for each."""

import shutil
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

from jurybox.demos import build_demo


def demo_file(path: Path) -> Path:
    """Copy the demo to a path where nothing is yet."""
    shutil.copyfile(_built(), path)
    return path


@cache
def _built() -> Path:
    return build_demo("validation", Path(mkdtemp(prefix="jurybox-demo-")) / "demo.jury")
