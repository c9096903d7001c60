"""Each story on a real display without a window manager, from the first key to the last, at four projectors.

With JURYBOX_STAGE_PICTURES=FOLDER every step is kept there as a picture.
"""

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from patience import looks, until
from PySide6.QtGui import QImage
from x_keys import Screen, missing, x_server

from jurybox.collection.state import State
from jurybox.demos import demos
from jurybox.stage.stories import Story, story_of

pytestmark = [pytest.mark.xkeys, pytest.mark.skipif(bool(missing()), reason=missing())]

STILL = 4
"""A picture that is the same in so many looks in a row has come to rest."""
LOOK = 0.06
"""Seconds from look to look: all of them take longer than a step of the sweep."""


def copy_in(folder: Path) -> Path | None:
    return max(folder.rglob("*.jury"), key=lambda path: path.stat().st_mtime, default=None)


def given(folder: Path, count: int) -> list[str]:
    """Return the last labels of the seat in the private copy that the stage made, in the order of the log."""
    path = copy_in(folder)
    if path is None:
        return []
    state = State(path)
    try:
        who = state.catalog.assessor_named["visitor"]
        entries = [state.entry(at) for at in state.ledger.of_assessor(who).tolist()]
        return [one.content.label or "" for one in entries if one.kind == "judgment"][-count:]
    finally:
        state.close()


class Show:
    """A story on a screen; each picture that comes to rest can be kept."""

    def __init__(self, screen: Screen, kept: Path | None) -> None:
        self.screen, self.kept = screen, kept
        self.taken = 0

    def rest(self) -> bytes:
        """Return the picture once it has come to rest."""
        pause, last, same = threading.Event(), b"", 0
        for _ in looks():
            wide, tall, pixels = self.screen.frame()
            same, last = (same + 1 if pixels == last else 0), pixels
            if same == STILL:
                if self.kept is not None:
                    self.kept.mkdir(parents=True, exist_ok=True)
                    picture = QImage(pixels, wide, tall, QImage.Format.Format_RGB32)
                    assert picture.save(str(self.kept / f"{self.taken:02}.png"))
                self.taken += 1
                return pixels
            pause.wait(LOOK)
        raise TimeoutError("the stage does not come to rest")

    def press(self, key: str) -> bytes:
        """Press a key, wait for another picture, and return it."""
        _, _, before = self.screen.frame()
        self.screen.press(key)
        until(lambda: self.screen.frame()[2] != before)
        return self.rest()


@contextmanager
def stage_of(
    name: str, size: str, scale: str, folder: Path, language: str
) -> Iterator[tuple[Show, "subprocess.Popen[bytes]"]]:
    kept = os.environ.get("JURYBOX_STAGE_PICTURES")
    with x_server(size, managed=False) as display:
        screen = Screen(display)
        own = {"XDG_CONFIG_HOME": str(folder), "XDG_DATA_HOME": str(folder), "QT_SCALE_FACTOR": scale}
        own |= {"JURYBOX_LANGUAGE": language}
        told = subprocess.Popen(
            [sys.executable, "-m", "jurybox_gui", "stage", name, "--story"],
            env=os.environ | {"DISPLAY": display, "QT_QPA_PLATFORM": "xcb"} | own,
        )
        try:
            empty = screen.frame()[2]
            until(lambda: screen.frame()[2] != empty)
            yield Show(screen, Path(kept) / f"{name}-{size}-{scale}-{language}" if kept else None), told
        finally:
            told.kill()
            told.wait()
            screen.close()


def the_story(name: str) -> Story:
    story = story_of(name)
    assert story is not None
    return story


DARK = {("1024x768", "1", "en"), ("1920x1080", "2", "en")}
"""Where the whole story is told in the dark."""
SIZES = ("1024x768", "1920x1080")
SHOWS = [(one.name, size, scale, "en") for one in demos() for size in SIZES for scale in "12"]
SHOWS += [(one.name, "1024x768", "1", language) for one in demos() for language in ("es", "ja")]


@pytest.mark.parametrize(("name", "size", "scale", "language"), SHOWS)
def test_a_story_is_told_with_one_key(name: str, size: str, scale: str, language: str, tmp_path: Path) -> None:
    story = the_story(name)
    with stage_of(name, size, scale, tmp_path, language) as (show, told):
        show.rest()
        if (size, scale, language) in DARK:
            show.press("Ctrl+D")
        seen = [show.press("N") for _ in range(len(story.steps) + story.labels + 1)]
        assert len(set(seen)) > 0.9 * len(seen)  # each key shows something else, up to a view or two
        wide, tall, pixels = show.screen.frame()
        edge = {pixels[4 * at : 4 * at + 3] for at in (0, wide - 1, wide * (tall - 1), wide * tall - 1)}
        assert len(edge) == 1  # the stage fills the screen to its corners
        show.press("Ctrl+D")
        show.press("V")
        show.press("V")
        show.screen.press("Escape")  # back from the full screen
        show.rest()

        def left() -> bool:
            if told.poll() is None:  # without a manager the window has the keyboard again when it is shown
                show.screen.press("Escape")
            return told.poll() is not None

        until(left)
        assert told.returncode == 0
    assert given(tmp_path, story.labels) == [step.label for step in story.steps if step.answer]
