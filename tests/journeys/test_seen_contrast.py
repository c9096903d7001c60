"""Texts on pictures of every desk can be read by every eye: their contrast is measured as it is painted."""

from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from demo_file import demo_file
from numpy.typing import NDArray
from person import Person, come
from PySide6.QtCore import QRect
from PySide6.QtGui import QImage, QPixmap
from PySide6.QtWidgets import QAbstractButton, QComboBox, QLabel, QWidget
from sweeps import swept

from jurybox_gui.theme.theme import theme

__all__ = ["come"]

Come = Callable[..., Person]
Pixels = NDArray[np.float64]

DESKS = {
    "community": ("judge", "scores", "disagreements", "spaces", "studies", "campaign"),
    "validation": ("judge", "scores", "disagreements", "spaces"),
    "series": ("judge", "lists", "nuggets", "scores"),
}
PLACES = [(demo, desk) for demo, desks in DESKS.items() for desk in desks]
SHARP = 3
"""How many pixels a pixel of the window has, so that thin strokes are painted in full ink."""
SIGHTS = {
    "normal": np.eye(3),
    "protanopia": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    "deuteranopia": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    ),
    "gray": np.full((3, 3), 1.0) * np.array([0.2126, 0.7152, 0.0722]),
}
"""Machado, Oliveira, Fernandes 2009, severity 1, on linear RGB; and a projector without colors."""
ENOUGH = {"normal": 4.5, "protanopia": 4.0, "deuteranopia": 4.0, "gray": 4.5}
"""WCAG 2 asks for 4.5 : 1. A red text on a dark ground loses some of it for those who see no red."""


@pytest.mark.parametrize("choice", ["light", "dark"])
@pytest.mark.parametrize(("demo", "desk"), [PLACES[1], *swept(one for one in PLACES if one != PLACES[1])])
def test_every_text_is_read_by_every_eye(come: Come, tmp_path: Path, demo: str, desk: str, choice: str) -> None:
    person = come(demo_file(tmp_path / f"{demo}.jury", demo), assessor="visitor", desk=desk)
    person.window.resize(1280, 800)
    before = theme().dark
    try:
        theme().choose(choice)
        person.settle()
        image = sharp(person.window)
        found = dict(texts_of(person.window))
        assert len(found) > 8, "a trivial example"
        faint = [
            f"{text!r} {sight}: {measured:.2f}"
            for text, place in found.items()
            for sight, matrix in SIGHTS.items()
            if (measured := contrast(cut(image, place) @ matrix.T)) < ENOUGH[sight]
        ]
        assert not faint
    finally:
        theme().choose("dark" if before else "light")


def test_the_measure_is_that_of_the_guidelines() -> None:
    black_on_white = np.ones((20, 20, 3))
    black_on_white[5:8, 3:9] = 0.0
    assert contrast(black_on_white) == pytest.approx(21.0)
    assert contrast(np.ones((9, 9, 3))) == 1.0


def texts_of(window: QWidget) -> Iterator[tuple[str, QRect]]:
    """Yield what is written in visible widgets that can be used, with their places in the window."""
    for kind in (QLabel, QAbstractButton, QComboBox):
        for widget in window.findChildren(kind):
            text = widget.currentText() if isinstance(widget, QComboBox) else widget.text()
            seen = widget.visibleRegion().boundingRect()
            if text.strip() and widget.isEnabled() and seen.height() > 8 and seen.width() > 8:
                yield text, QRect(widget.mapTo(window, seen.topLeft()), seen.size())


def sharp(window: QWidget) -> Pixels:
    """Return a picture of a window in linear RGB, `SHARP` times as fine as on the screen."""
    picture = QPixmap(window.size() * SHARP)
    picture.setDevicePixelRatio(SHARP)
    window.render(picture)
    image = picture.toImage().convertToFormat(QImage.Format.Format_RGB888)
    lines = np.frombuffer(image.constBits(), dtype=np.uint8).reshape(image.height(), image.bytesPerLine())
    values = lines[:, : 3 * image.width()].reshape(image.height(), image.width(), 3) / 255
    return np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)


def cut(image: Pixels, place: QRect) -> Pixels:
    """Return the part of a picture at a place of the window."""
    top, left = place.top() * SHARP, place.left() * SHARP
    return image[top : top + place.height() * SHARP, left : left + place.width() * SHARP]


def contrast(part: Pixels) -> float:
    """Return the contrast of the most distant color and the most frequent one, the ground."""
    light = np.clip(part, 0.0, 1.0) @ np.array([0.2126, 0.7152, 0.0722])
    levels, counts = np.unique(np.round(light, 3), return_counts=True)
    ground = float(levels[np.argmax(counts)])
    ratios = (np.maximum(light, ground) + 0.05) / (np.minimum(light, ground) + 0.05)
    return float(ratios.max())
