"""The stage as a program of its own, as `jurybox stage FILE` opens it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication

from jurybox.language import tr
from jurybox.lists import comma_list
from jurybox.settings import Settings
from jurybox.stage.stories import Story
from jurybox_gui.core.bridge import Bridge, Opened
from jurybox_gui.core.poster import Poster
from jurybox_gui.stage.window import StageWindow
from jurybox_gui.theme.theme import theme


class StageProgram(QObject):
    """One stage with its session."""

    ended = Signal()
    opened = Signal(object)
    """Emitted when a `StageWindow` was made: at first, and whenever the stage starts over."""

    def __init__(self, app: QApplication, settings: Settings | None = None) -> None:
        super().__init__(app)
        self.settings = settings or Settings()
        self.poster = Poster(self)
        look = theme()
        look.reduced_motion = self.settings["reduced_motion"]
        look.choose(self.settings["theme"])
        look.apply(app)
        self.theme = look
        self.window: StageWindow | None = None
        self.bridge: Bridge | None = None
        self._again: Callable[[], Path] | None = None
        self._story: Story | None = None
        self._is_changing = False

    def open(
        self,
        path: Path,
        story: Story | None = None,
        *,
        assessor: str | None = None,
        again: Callable[[], Path] | None = None,
    ) -> StageWindow:
        """Open a collection on stage. Refused if that is impossible.

        `again` makes the file to start over with; None if that is impossible.
        """
        from jurybox.session import open_session

        session = open_session(path, assessor=assessor, post=self.poster.post)
        opened = Opened.of(session)
        self._story, self._again = story, again
        self.bridge = Bridge(session, self.settings, self, opened.first())
        hooks = {} if again is None else {"start_over": self.start_over}
        self.window = StageWindow(self.bridge, story, hooks)
        self.window.closed.connect(self._closed)
        self.opened.emit(self.window)
        return self.window

    def start_over(self) -> None:
        """Begin the story again with a fresh copy, in the same place on the screen."""
        old, make, story = self.window, self._again, self._story
        if old is None or make is None:
            return
        path, place, full = make(), old.geometry(), old.isFullScreen()
        self._is_changing = True
        self.close()
        self._is_changing = False
        window = self.open(path, story, again=make)
        window.setGeometry(place)
        if full:
            window.showFullScreen()
        else:
            window.show()
        window.activateWindow()

    @property
    def is_settled(self) -> bool:
        """Whether all consequences of the last key have happened and are shown."""
        if self.poster.is_busy or self.window is None or self.bridge is None:
            return False
        return self.bridge.session.saving.is_settled and not self.window.is_busy

    def close_window(self) -> None:
        """Close the stage as its key does."""
        if self.window is not None:
            self.window.close()

    def close(self) -> None:
        """Release the collection; its session saves what it can."""
        bridge, self.bridge = self.bridge, None
        window, self.window = self.window, None
        if bridge is not None:
            bridge.close()
            bridge.session.close()
            bridge.deleteLater()
        if window is not None:
            window.close()

    def _closed(self) -> None:
        if not self._is_changing:
            self.window = None
            self.close()
            self.ended.emit()


def open_named(
    program: StageProgram, name: str, *, assessor: str | None = None, with_story: bool = False
) -> StageWindow:
    """Open a file on stage, or a fresh private copy of the demo of that name, with its story if requested.

    Raises Refused for an unknown file or demo, or if there is no story.
    """
    from contextlib import closing
    from pathlib import Path

    from jurybox.demos import demo_copy, demos
    from jurybox.errors import Refused
    from jurybox.session import open_session
    from jurybox.stage.stories import story_for, story_of

    path, known = Path(name), {one.name for one in demos()}
    if path.exists():
        if not with_story:
            return program.open(path, assessor=assessor)
        with closing(open_session(path)) as session:
            demo, story = story_for(session)
        return program.open(path, story, again=lambda: demo_copy(demo))
    if name not in known:
        names = comma_list(sorted(known))
        raise Refused(
            tr("{name} does not exist, and there is no demo of that name; demos: {names}.", name=name, names=names)
        )
    told = story_of(name) if with_story else None
    if with_story and told is None:
        raise Refused(tr("The demo {name} has no story.", name=name))
    return program.open(demo_copy(name), told, assessor=assessor, again=lambda: demo_copy(name))
