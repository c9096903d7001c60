"""The clock of a replay in the window: pause, resume, faster, slower, end; and its progress."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QElapsedTimer, QObject, QTimer, Signal

from jurybox.errors import Refused
from jurybox.language import tr, tr_noop, trn
from jurybox.watch import Watch
from jurybox_gui.actions.spec import EVERYWHERE, Action, ActionsOf

if TYPE_CHECKING:
    from jurybox.replay import Recording, Replay
    from jurybox.session import Session
    from jurybox_gui.core.bridge import Bridge
    from jurybox_gui.shell.application import Application

TICK_MS = 100
LONGEST_TICK = 0.5
"""The most seconds per tick that count for the recording: a window busy for longer falls behind."""

WHOLE_SECONDS = 90.0
"""The approximate duration of a whole replay, in seconds, without a given speed: no audience waits longer."""


class ReplayPlayer(QObject):
    """The replay of one program, if there is one; emits `changed` when `caption` changes.

    It begins where the ranking becomes meaningful. Until its end, nobody can enter anything in its copy.
    """

    changed = Signal()

    def __init__(self, app: Application) -> None:
        super().__init__(app)
        self.app = app
        self.replay: Replay | None = None
        self._session: Session | None = None
        self._since = QElapsedTimer()
        self._timer = QTimer(self, interval=TICK_MS)
        self._timer.timeout.connect(self._tick)

    # Available actions

    @property
    def is_going(self) -> bool:
        """Whether a replay has not reached its end, paused or not."""
        return self.replay is not None and not self.replay.finished

    @property
    def can_be_slower(self) -> bool:
        """Whether half the speed is possible."""
        return self.is_going and self.replay is not None and self.replay.can_be_slower

    @property
    def can_be_faster(self) -> bool:
        """Whether twice the speed is possible."""
        return self.is_going and self.replay is not None and self.replay.can_be_faster

    def why_not(self) -> str:
        """Return why the replay cannot be changed."""
        if not self.is_going:
            return tr("No replay is running.")
        return tr("The replay is at its slowest.") if self.speed <= 1 else tr("The replay is at its fastest.")

    def ask_demo(self) -> None:
        """Ask for a demo, and play its recording."""
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
        """Play a recording into the open collection, at a fitting speed if none is given."""
        from jurybox.replay import Replay

        bridge = self.app.bridge
        if bridge is None:
            return
        self.stop()
        self.replay = Replay(bridge.session, recording, speed or recording.speed_for(WHOLE_SECONDS))
        self._session = bridge.session
        self._session.closed_because = tr(
            "Nothing can be entered while a recording is played. Leave the replay to judge in this copy."
        )
        self._go()

    def stop(self) -> None:
        """End the replay; what was played stays in its copy, which people may judge in from now on."""
        self._timer.stop()
        self.replay = None
        self._open()
        self._say()

    def _open(self) -> None:
        if self._session is not None:
            self._session.closed_because = ""
            self._session = None

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
        """The progress of the replay; "" without one."""
        replay = self.replay
        if replay is None:
            return ""
        if replay.finished:
            return trn("Replay finished: {n} entry played.", "Replay finished: {n} entries played.", replay.total)
        if self.paused:
            return tr("{played:,} of {total:,}, paused", played=replay.played, total=replay.total)
        return tr(
            "{played:,} of {total:,}, {speed:g}× speed", played=replay.played, total=replay.total, speed=self.speed
        )

    def pause_or_go_on(self) -> None:
        """Pause or resume the clock."""
        if self._timer.isActive():
            self._timer.stop()
            self._say()
        elif self.replay is not None and not self.replay.finished:
            self._go()

    def _go(self) -> None:
        self._since.start()
        self._timer.start()
        self._say()

    def change_speed(self, by: float) -> None:
        """Multiply the speed by this factor."""
        if self.replay is not None:
            self.replay.speed *= by
            self._say()

    def _tick(self) -> None:
        """Advance the recording by the time elapsed; an entry that is refused stops the clock."""
        bridge = self.app.bridge
        if self.replay is None or bridge is None or bridge.session.saving.is_checking:
            return
        try:
            if self.replay.played:
                count = self.replay.play(min(LONGEST_TICK, self._since.restart() / 1000))
            else:
                count = self.replay.play_to(lambda: _has_ranking(bridge))
                self._since.restart()
        except Refused as error:
            self._timer.stop()
            self.app.window.tell(str(error))
            count = 1
        if self.replay.finished:
            self._timer.stop()
            self._open()
        if count:
            self._say()

    def _say(self) -> None:
        self.changed.emit()
        for window in self.app.windows:
            window.registry.refresh([spec.id for spec in REPLAY_ACTIONS])


def _has_ranking(bridge: Bridge) -> bool:
    """Return whether two runs have different ranks by the main measure."""
    from jurybox.scoring import ranks_differ
    from jurybox_gui.core.measures import main_measure

    board = bridge.scoreboard
    return board is not None and ranks_differ(board.standing(main_measure(board)))


view = ActionsOf[ReplayPlayer](EVERYWHERE, menu=tr_noop("View"), group="replay")

REPLAY_ACTIONS: tuple[Action[ReplayPlayer], ...] = (
    view("replay.start", tr("Watch a demo being judged…"), do=ReplayPlayer.ask_demo),
    view(
        "replay.pause",
        tr("Pause or continue the replay"),
        "F6",
        do=ReplayPlayer.pause_or_go_on,
        when=lambda here: here.is_going,
        why_not=ReplayPlayer.why_not,
    ),
    view(
        "replay.slower",
        tr("Replay at half the speed"),
        "F7",
        do=lambda here: here.change_speed(0.5),
        when=lambda here: here.can_be_slower,
        why_not=ReplayPlayer.why_not,
    ),
    view(
        "replay.faster",
        tr("Replay at twice the speed"),
        "F8",
        do=lambda here: here.change_speed(2.0),
        when=lambda here: here.can_be_faster,
        why_not=ReplayPlayer.why_not,
    ),
    view(
        "replay.end",
        tr("Leave the replay"),
        do=ReplayPlayer.stop,
        when=lambda here: here.replay is not None,
        why_not=ReplayPlayer.why_not,
    ),
)
