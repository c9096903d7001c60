"""Three paths with real keys of an X server, and again with the mouse alone: what each task takes."""

from pathlib import Path
from typing import get_args

import pytest
from walked_paths import PATHS, told, walk
from walker import Way, XWalker
from x_person import Come

pytestmark = pytest.mark.xkeys

_DIGITS = {"community": "6", "series": "7", "validation": "8"}


@pytest.mark.parametrize("way", get_args(Way))
@pytest.mark.parametrize("name", PATHS)
def test_a_path_is_walked(
    x_come: Come, tmp_path: Path, name: str, way: Way, capsys: pytest.CaptureFixture[str]
) -> None:
    path, person = PATHS[name], x_come()
    person.see(lambda s: s.get("desk") == "start", "the start page")
    if name != "newcomer":
        person.press(_DIGITS[path.demo])
        person.opened()
    walker = XWalker(person, way, tmp_path)
    counts = walk(path, walker, slow=True)
    with capsys.disabled():
        print(f"\n{told(name, way, counts)}")
