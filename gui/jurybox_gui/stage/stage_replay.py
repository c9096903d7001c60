"""The bar of a replay on stage: play, a draggable position, and the speed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker, Qt, QTimer
from PySide6.QtWidgets import QHBoxLayout

from jurybox.language import tr
from jurybox_gui.stage.buttons import StageButton
from jurybox_gui.stage.text import Passage, StageText
from jurybox_gui.widgets.slider import Slider
from jurybox_gui.widgets.surface import Surface

if TYPE_CHECKING:
    from jurybox_gui.stage.director import Director

SPEEDS = (1, 2, 5, 10, 20, 50)
"""The available speeds, in entries per second."""
_TICK_MS = 50
_PLAY, _PAUSE = tr("Play"), tr("Pause")


class StageReplay(Surface):
    """Replays the judging of a director while it is shown; the stage passes keys to `take`."""

    def __init__(self, director: Director) -> None:
        super().__init__("surf")
        self._director = director
        self._speed, self._owed = 2, 0.0
        self.play_button = StageButton(_PLAY, "Space")
        self.slower = StageButton("", "-")
        self.faster = StageButton("", "+")
        self.slider = Slider(tr("Place in the replay"))
        self.slider.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.caption = StageText(tr("Where the replay is"))
        self._clock = QTimer(self, interval=_TICK_MS)
        self._clock.timeout.connect(self._tick)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        for part in (self.play_button, self.slower, self.faster):
            self._row.addWidget(part)
        self._row.addWidget(self.slider, 4)
        self._row.addWidget(self.caption, 5)
        self.play_button.clicked.connect(self.play_or_pause)
        self.slower.clicked.connect(lambda: self.change_speed(-1))
        self.faster.clicked.connect(lambda: self.change_speed(1))
        self.slider.valueChanged.connect(self._seek)
        director.changed.connect(self.follow)
        self.hide()

    @property
    def is_playing(self) -> bool:
        """Whether the replay is running."""
        return self._clock.isActive()

    @property
    def speed(self) -> int:
        """Entries per second."""
        return SPEEDS[self._speed]

    def set_px(self, px: int) -> None:
        """Use this type size."""
        for button in (self.play_button, self.slower, self.faster):
            button.set_px(px)
        self.caption.set_px(px)
        self._row.setSpacing(round(px * 0.4))

    def open(self) -> bool:
        """Begin where something moves; return whether there is anything to play."""
        if not self._director.start_replay():
            return False
        self.follow()
        self.show()
        return True

    def close_replay(self) -> None:
        """Go back to the present collection."""
        self._clock.stop()
        self.hide()
        self._director.stop_replay()

    def take(self, key: str) -> bool:
        """Handle a key during a replay; return whether it has a meaning."""
        rewind = self._director.rewind
        if rewind is None:
            return False
        steps = {"Left": rewind.at - 1, "Right": rewind.at + 1, "Home": 0, "End": len(rewind)}
        if key == "Space":
            self.play_or_pause()
        elif key in {"+", "-", "=", "Shift++"}:
            self.change_speed(-1 if key == "-" else 1)
        elif key in steps:
            self._director.seek(steps[key])
            self.follow()
        else:
            return False
        return True

    def play_or_pause(self) -> None:
        """Run or pause the replay; at the end, start again."""
        rewind = self._director.rewind
        if self._clock.isActive() or rewind is None:
            self._clock.stop()
        else:
            if rewind.at == len(rewind):
                self._director.start_replay()
            self._owed = 0.0
            self._clock.start()
        self.follow()

    def change_speed(self, by: int) -> None:
        """Play faster or slower by one step."""
        self._speed = min(max(self._speed + by, 0), len(SPEEDS) - 1)
        self.follow()

    def follow(self) -> None:
        """Show where the replay is."""
        rewind = self._director.rewind
        if rewind is None:
            return
        with QSignalBlocker(self.slider):
            self.slider.setRange(0, len(rewind))
            self.slider.setValue(rewind.at)
        self.slider.update()
        self.play_button.set_words(_PAUSE if self.is_playing else _PLAY)
        words = tr("{at:,} of {all:,}, {speed} a second", at=rewind.at, all=len(rewind), speed=self.speed)
        self.caption.show_passages(Passage(words, "text2", 400, 1.0, 1))

    def _seek(self, place: int) -> None:
        self._director.seek(place)
        self.follow()

    def _tick(self) -> None:
        rewind = self._director.rewind
        if rewind is None or rewind.at >= len(rewind):
            self._clock.stop()
            self.follow()
            return
        self._owed += self.speed * _TICK_MS / 1000
        steps = int(self._owed)
        if steps:
            self._owed -= steps
            self._director.seek(rewind.at + steps)
            self.follow()
