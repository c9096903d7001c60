"""What if: another class balance or threshold in the two spaces, another weight of time in answer-time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jurybox_gui.desks.spaces.drawing import SPACES, base_name

if TYPE_CHECKING:
    from jurybox_gui.desks.spaces.one_picture import OnePicture
    from jurybox_gui.desks.spaces.toolbar import SpacesTools
    from jurybox_gui.desks.spaces.two_spaces import TwoSpaces


class WhatIf:
    """The same keys for whatever the picture shown can suppose; nothing happens where it cannot."""

    def __init__(self, tools: SpacesTools, spaces: TwoSpaces, one: OnePicture) -> None:
        self._tools, self._spaces, self._one = tools, spaces, one

    def step(self, direction: int) -> None:
        """Go a step up (1) or down (-1): class balance, or r."""
        if self._timed:
            self._one.time.step(direction)
        elif self._tools.choice == SPACES:
            self._spaces.balance.step(direction)

    def jump(self, direction: int) -> None:
        """Go to the next threshold, or to the next r at which runs change places."""
        if self._timed:
            self._one.time.jump(direction)
        elif self._tools.choice == SPACES:
            self._spaces.balance.threshold.go(direction)

    def as_judged(self) -> None:
        """Suppose nothing."""
        if self._timed:
            self._one.time.set_r(1.0)
        else:
            self._spaces.balance.threshold.reset()
            self._spaces.balance.reset()

    @property
    def _timed(self) -> bool:
        return base_name(self._tools.choice) == "answer-time"
