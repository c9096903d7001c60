"""A picture of a desk is the same to the pixel on every computer, whatever its fonts and its language."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import mkdtemp

import pytest
import same_pictures
from PySide6.QtCore import qVersion
from same_pictures import DIGESTS, RELEASE, read
from sweeps import swept

NO_FONTS = '<!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig></fontconfig>'
ABROAD = {"LC_ALL": "ar_EG.UTF-8", "LANGUAGE": "ar"}


FEW = ("community-judge-dark", "series-scores-light", "validation-spaces-dark")


@pytest.mark.long
@pytest.mark.parametrize("names", [FEW, *swept([((),)])], ids=["few", "all"])
def test_pictures_of_the_demos_are_the_same_everywhere(tmp_path: Path, names: tuple[str, ...]) -> None:
    """A computer without fonts and in another language draws what the computer of the digests drew."""
    kept = read(DIGESTS)
    if kept[RELEASE] != qVersion():
        pytest.skip(f"the digests are of pictures drawn by Qt {kept[RELEASE]}, this is {qVersion()}")
    config = tmp_path / "fonts.conf"
    config.write_text(NO_FONTS, encoding="utf-8")
    subprocess.run(
        [sys.executable, same_pictures.__file__, str(tmp_path), *names],
        env={**os.environ, **ABROAD, "FONTCONFIG_FILE": str(config)},
        stdout=subprocess.DEVNULL,
        check=True,
    )
    found = read(tmp_path / DIGESTS.name)
    assert len(found) == 1 + len(names) or not names
    changed = [name for name in (found if names else kept | found) if kept.get(name) != found.get(name)]
    if changed:
        kept_in = Path(mkdtemp(prefix="jurybox-pictures-"))  # pytest soon removes its own folders
        for name in changed:
            if (tmp_path / f"{name}.png").exists():
                shutil.copy(tmp_path / f"{name}.png", kept_in)
        pytest.fail(
            f"{len(changed)} pictures differ: {', '.join(changed)}. Look at them in {kept_in}. If they show "
            "what they should, renew the digests with: .venv/bin/python tests/support/same_pictures.py"
        )
