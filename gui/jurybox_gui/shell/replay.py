"""The window's clock of a replay: pause, go on, faster, slower; and what of it is said at the foot."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QElapsedTimer, QObject, QTimer, Signal

from jurybox.errors import Refused
from jurybox.language import tr, tr_noop
from jurybox_gui.actions.spec import EVERYWHERE, Action, ActionsOf

if TYPE_CHECKING:
    from pathlib import Path

    from jurybox.replay import Recording, Replay
    from jurybox.watch import Watch
    from jurybox_gui.shell.application import Application

TICK_MS = 100
LONGEST_TICK = 0.5
"""Seconds of one tick that count for the recording: a window that is busy for longer falls behind."""

WHOLE_SECONDS = 90.0
"""What a whole replay takes about, where no speed is asked for: a room waits no longer for it to move."""


class ReplayPlayer(QObject):
    """The replay of one program, if there is one; `changed` when what `caption` says is new."""

    changed = Signal()

    def __init__(self, app: Application) -> None:
        super().__init__(app)
        self.app = app
        self.replay: Replay | None = None
        self._since = QElapsedTimer()
        self._timer = QTimer(self, interval=TICK_MS)
        self._timer.timeout.connect(self._tick)

    # What there is to do

    @property
    def is_going(self) -> bool:
        """Whether a replay is not at its end yet, paused or not."""
        return self.replay is not None and not self.replay.finished

    @property
    def can_be_slower(self) -> bool:
        """Whether half the speed is possible."""
        return self.is_going and self.replay is not None and self.replay.can_be_slower

    @property
    def can_be_faster(self) -> bool:
        """Whether twice the speed is possible."""
        return self.is_going and self.replay is not None and self.replay.can_be_faster

    def ask_demo(self) -> None:
        """Ask which demo is to be watched, and play its recording."""
        from jurybox.demos import demos
        from jurybox_gui.dialogs.ask import Ask

        names = {one.title: one.name for one in demos()}
        Ask.open_for(
            self.app.window,
            tr("Watch which demo being judged?"),
            "",
            list(names),
            lambda title: self.open_demo(names[title]),
        )

    def open_demo(self, name: str, speed: float | None = None, to: Path | None = None) -> None:
        """Make an empty copy of a demo, open it, and play its recording into it."""

        def work(_: Watch) -> tuple[Path, Recording]:
            from jurybox.replay import demo_replay

            return demo_replay(name, to)

        def opened(made: tuple[Path, Recording]) -> None:
            path, recording = made
            self.app.open_file(path, desk="scores", then=lambda: self.start(recording, speed))

        self.app.run(work, opened, tr("Setting up the replay"))

    def start(self, recording: Recording, speed: float | None = None) -> None:
        """Play a recording into the collection that is open, at a fitting speed where none is given."""
        from jurybox.replay import Replay

        bridge = self.app.bridge
        if bridge is None:
            return
        self.stop()
        self.replay = Replay(bridge.session, recording, speed or recording.speed_for(WHOLE_SECONDS))
        self._go()

    def stop(self) -> None:
        """Let go of the replay; what was played stays in its copy."""
        self._timer.stop()
        self.replay = None
        self._say()

    # Its state

    @property
    def paused(self) -> bool:
        """Whether the clock is stopped before the end."""
        return self.replay is not None and not self.replay.finished and not self._timer.isActive()

    @property
    def speed(self) -> float:
        """How many times as fast as recorded; 0 without a replay."""
        return self.replay.speed if self.replay else 0.0

    @property
    def caption(self) -> str:
        """How far the replay is, for the foot of the window; "" without one."""
        if self.replay is None:
            return ""
        done = tr("{played:,} of {total:,}", played=self.replay.played, total=self.replay.total)
        if self.replay.finished:
            return tr("Replay at its end, {done}", done=done)
        now = tr("paused") if self.paused else tr("{speed:g} times as fast", speed=self.speed)
        return tr("Replay {done}, {now}. {keys}", done=done, now=now, keys=self._keys())

    def pause_or_go_on(self) -> None:
        """Stop the clock, or let it run on."""
        if self._timer.isActive():
            self._timer.stop()
            self._say()
        elif self.replay is not None and not self.replay.finished:
            self._go()

    def _keys(self) -> str:
        """Return the keys of a replay with what they do, as they are now."""
        keys = self.app.window.registry.keys
        words = {
            "pause": tr("go on") if self.paused else tr("pause"),
            "slower": tr("slower"),
            "faster": tr("faster"),
        }
        known = ((keys(f"replay.{action}"), word) for action, word in words.items())
        return ", ".join(f"{found[0]} {word}" for found, word in known if found)

    def _go(self) -> None:
        self._since.start()
        self._timer.start()
        self._say()

    def change_speed(self, by: float) -> None:
        """Go on so many times as fast."""
        if self.replay is not None:
            self.replay.speed *= by
            self._say()

    def _tick(self) -> None:
        """Let the recording go on by the time that went by; what cannot be entered stops the clock."""
        if self.replay is None:
            return
        try:
            count = self.replay.play(min(LONGEST_TICK, self._since.restart() / 1000))
        except Refused as error:
            self._timer.stop()
            self.app.window.tell(str(error))
            count = 1
        if self.replay.finished:
            self._timer.stop()
        if count:
            self._say()

    def _say(self) -> None:
        self.changed.emit()
        for window in self.app.windows:
            window.registry.refresh([spec.id for spec in REPLAY_ACTIONS])


view = ActionsOf[ReplayPlayer](EVERYWHERE, menu=tr_noop("View"), group="replay")

REPLAY_ACTIONS: tuple[Action[ReplayPlayer], ...] = (
    view("replay.start", tr("Watch a demo being judged…"), do=ReplayPlayer.ask_demo),
    view(
        "replay.pause",
        tr("Pause the replay, or go on"),
        "F6",
        do=ReplayPlayer.pause_or_go_on,
        when=lambda here: here.is_going,
    ),
    view(
        "replay.slower",
        tr("Replay at half the speed"),
        "F7",
        do=lambda here: here.change_speed(0.5),
        when=lambda here: here.can_be_slower,
    ),
    view(
        "replay.faster",
        tr("Replay at twice the speed"),
        "F8",
        do=lambda here: here.change_speed(2.0),
        when=lambda here: here.can_be_faster,
    ),
)
