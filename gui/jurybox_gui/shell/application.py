"""The program with its windows: one collection, one session, one bridge, any number of windows."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from PySide6.QtCore import QObject, Signal

from jurybox.campaign.seats import blind, organizes
from jurybox.collection.organizer import ORGANIZER
from jurybox.demos import demo_of
from jurybox.errors import NotSaved, Refused, UnknownFormat
from jurybox.language import tr, trn
from jurybox.settings import Settings
from jurybox.watch import Progress, Watch
from jurybox_gui.core.garbage import collect_between_events
from jurybox_gui.core.hub_sync import HubSync
from jurybox_gui.core.pending import Pause, is_drawing, stop_under
from jurybox_gui.core.poster import Poster
from jurybox_gui.core.tasks import LatestTask, any_under_way, close_result
from jurybox_gui.desks.boards import AT_JUDGE
from jurybox_gui.dialogs.files import start_in
from jurybox_gui.shell.campaign_files import CampaignFiles
from jurybox_gui.shell.file_actions import FileActions
from jurybox_gui.shell.hub_files import HubFiles
from jurybox_gui.shell.replay import ReplayPlayer
from jurybox_gui.shell.session_restore import LastSession, fit_to_screen, last_session, remember_session, restore_size
from jurybox_gui.shell.window import Window
from jurybox_gui.shell.zoom import REOPEN, keep_zoom, largest, stepped, zoom_of
from jurybox_gui.theme.theme import Theme, theme

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

    from jurybox_gui.audience.host import AudienceHost
    from jurybox_gui.core.bridge import Bridge, Opened
    from jurybox_gui.stage.window import StageWindow

_T = TypeVar("_T")

_LEAVING_SECONDS = 10.0
_ZOOM_MS, _USUAL_ZOOM = 500, 100
_FIGURES, _PLOTS = "jurybox.figures", "jurybox_gui.plots.view"
_PLOTS_AFTER_MS = 300
"""Delay before plots are loaded, ms: that of the live strip before it makes its spaces."""


class Application(QObject):
    """Opens and closes collections and windows; every window shows the same session."""

    stage_opened = Signal(object)
    """Emitted when a `StageWindow` was opened on the collection."""

    def __init__(self, app: QApplication, settings: Settings | None = None, *, asks: bool = True) -> None:
        super().__init__(app)
        collect_between_events(self)
        self.asks = asks
        self.files: FileActions = FileActions(self)
        self.campaign_files: CampaignFiles = CampaignFiles(self)
        self.replay_player = ReplayPlayer(self)
        self.qt = app
        self.settings = settings or Settings()
        self.zoom = zoom_of(self.settings)
        self.may_begin_again = self.begins_again = False
        self._zoomed = Pause(self, _ZOOM_MS, self._use_zoom)
        self.theme: Theme = theme()
        self.theme.reduced_motion = self.settings["reduced_motion"]
        self.theme.choose(self.settings["theme"])
        self.theme.apply(app)
        self.settings.subscribe(self._settings_changed)
        self.poster = Poster(self)
        self.hub: HubSync = HubSync(self, self.poster.post)
        self.hub.refused.connect(self._hub_refused)
        self.hub_files: HubFiles = HubFiles(self)
        self.bridge: Bridge | None = None
        self.windows: list[Window] = []
        self.stage: StageWindow | None = None
        self.audience: AudienceHost | None = None
        self._plots = LatestTask(self)
        self._plots_later = Pause(self, _PLOTS_AFTER_MS, self._load_plots)
        self._task = LatestTask(self, progress=self._progressed, refused=self._refused, failed=self._work_failed)
        self._when_stopped: Callable[[], object] | None = None
        self._warned: tuple[int | None, int] | None = None
        self.opening: Path | None = None

    @property
    def window(self) -> Window:
        """The first window."""
        return self.windows[0]

    def show(
        self, file: Path | None = None, *, assessor: str | None = None, desk: str = "judge", restore: bool = True
    ) -> Window:
        """Show the first window, and once it is painted, open a file in it.

        Without a name, and if `restore` allows it, the file of the last session is opened, if there was one.
        """
        window = Window(self)
        self.windows.append(window)
        restore_size(window, self.settings, self.zoom)
        window.painted.connect(self._show_icon)
        window.show()
        window.painted.connect(lambda: fit_to_screen(window))
        last = last_session(self.settings) if file is None and restore else None
        os.environ.pop(REOPEN, None)
        if last is not None:
            window.painted.connect(lambda: self.reopen(last))
        elif file is None:
            window.painted.connect(lambda: window.show_desk("start"))
        else:
            window.painted.connect(lambda: self.open_file(file, assessor=assessor, desk=desk))
        return window

    def reopen(self, last: LastSession) -> None:
        """Open the collection of the last session.

        It is forgotten until that has succeeded, so that the next start skips it if the program crashes.
        """
        self.settings["session"] = {"size": self.settings["session"].get("size", [])}

        def then() -> None:
            answer, desk = last.answer, self.window.desk
            if self.bridge is None or answer is None or desk not in AT_JUDGE:
                return
            if answer >= self.bridge.session.catalog.answer_count:
                return
            if desk != "judge":
                self.bridge.goto(answer)
                return
            judge: Any = self.window.desk_widget("judge")
            judge.catch_up()
            judge.show_answer(answer)

        self.open_file(last.path, assessor=last.assessor, desk=last.desk, then=then)

    def _remember(self, window: Window) -> None:
        """Store what a window shows: on closing, and earlier, in case the program is killed."""
        shown = None
        if self.bridge is not None and self.campaign_files.follower is None:
            session, answer = self.bridge.session, None
            if window.desk in AT_JUDGE:
                judge: Any = window.desk_widget(window.desk)
                answer = judge.here
            # The organizer is not stored: somebody else at the same computer may judge blind. Only if the
            # program restarts at once is it the same person.
            unseated = organizes(session) and not self.begins_again
            who = None if unseated or session.assessor is None else session.assessor
            name = None if who is None else session.catalog.assessors[who].name
            shown = LastSession(session.path, name, window.desk, answer)
        remember_session(self.settings, window, shown, self.zoom)

    # Collections

    def open_file(
        self,
        path: Path,
        *,
        assessor: str | None = None,
        desk: str = "judge",
        leaving: bool = False,
        then: Callable[[], object] = lambda: None,
    ) -> None:
        """Open a collection in the background, in place of the open one, and `then` do something.

        The open one stays while labels of it are not on the disk, unless it is left for a copy that has them.
        """
        # A class of Qt made on another thread while the window paints can end the program with a crash: what
        # makes classes is loaded on this thread, here and when the desk is shown.
        from jurybox_gui.core.bridge import Opened

        post, self.opening = self.poster.post, path
        self.window.clear_message()

        def work(watch: Watch) -> Opened:
            if desk != "judge":
                import_module(_FIGURES)
            from jurybox.collection.check import damage_refused
            from jurybox.collection.file import is_held
            from jurybox.session import open_session

            if is_held(path):
                watch.report(tr("Another program is using {path}. Waiting", path=path.name), 0)
            with damage_refused(path):
                return Opened.of(open_session(path, assessor=assessor, post=post))

        def adopt(opened: Opened) -> None:
            if self._adopt(opened, desk, leaving=leaving):
                self._plots_later.start()
                then()

        self.run(work, adopt, tr("Opening {path}", path=path.name), close_result)

    def _load_plots(self) -> None:
        """Load the desks' plotting modules while keys rest, once the first desk is painted."""
        self._plots.start(lambda _: import_module(_FIGURES), lambda _: import_module(_PLOTS))

    def open_followed(self, path: Path, why: str, opened: Callable[[], object]) -> None:
        """Open the private copy of a followed collection, for the organizer to read."""
        from jurybox_gui.core.bridge import Opened

        post, self.opening = self.poster.post, None

        def work(_: Watch) -> Opened:
            from jurybox.session import open_session

            return Opened.of(open_session(path, assessor=ORGANIZER, post=post, reading=why))

        def adopt(found: Opened) -> None:
            if self._adopt(found, "campaign", leaving=False, remember=False):
                opened()

        self.run(work, adopt, tr("Opening {path}", path=path.name), close_result)

    def open_demo(self, name: str = "validation", then: Callable[[], object] = lambda: None) -> None:
        """Open a private copy of a demo, and `then` do something."""

        def work(_: Watch) -> Path:
            from jurybox.demos import demo_copy

            return demo_copy(name)

        self.run(work, lambda path: self.open_file(path, then=then), tr("Setting up the demo"))

    def open_demo_again(self) -> None:
        """Open a fresh copy of the open demo; the copy that was judged is kept."""
        name = None if self.bridge is None else demo_of(self.bridge.session.path)
        if name is not None:
            self.open_demo(name)

    def new_collection(self, path: Path, then: Callable[[], object] = lambda: None) -> None:
        """Create an empty collection, open it, and `then` do something."""

        def work(_: Watch) -> None:
            from jurybox.collection.file import create

            create(path)

        self.run(work, lambda _: self.open_file(path, then=then), tr("Creating {path}", path=path.name))

    def close_collection(self) -> None:
        """Release the collection; its session saves what it can."""
        if self.bridge is None:
            return
        self.replay_player.stop()
        self.hub.follow(None)
        bridge, self.bridge = self.bridge, None
        bridge.close()
        bridge.session.close()
        bridge.deleteLater()

    def release(self, path: Path) -> bool:
        """Close the collection at a path, if it is open, so that its file can be moved; False if it cannot be left."""
        if self.bridge is None or self.bridge.session.path.resolve() != path.resolve():
            return True
        if not self._may_leave(tr("Restore again to continue without saving them.")):
            return False
        self.close_collection()
        for window in self.windows:
            window.reopen("start")
        return True

    def take_paths(self, paths: Sequence[Path]) -> None:
        """Open a dropped collection or invitation, merge what pages returned; import anything else."""
        from jurybox.campaign.page_names import is_page_return
        from jurybox.collection.file import SUFFIX
        from jurybox.hub.invitations import SUFFIX as INVITE

        if len(paths) == 1 and paths[0].suffix == SUFFIX:
            self.open_file(paths[0])
        elif len(paths) == 1 and paths[0].suffix == INVITE:
            self.hub_files.take_invitation(self.window, paths[0])
        elif paths and all(map(is_page_return, paths)):
            self.campaign_files.take_returned(self.window, paths)
        elif self.bridge is None and paths:
            self.files.import_into_new(paths)
        elif paths:
            self.files.import_paths(paths)

    def seats(self) -> list[str]:
        """Return the names of the possible assessors; in a blind collection, without the organizer."""
        bridge = self.bridge
        if bridge is None:
            return []
        from jurybox.collection.judges import people  # loads numpy, which takes longer than painting a window

        catalog = bridge.session.catalog
        names = [catalog.assessors[at].name for at in people(catalog)]
        return [name for name in names if name != ORGANIZER or not blind(bridge.session)]

    def sit(self, name: str) -> None:
        """Make somebody the assessor at this computer."""
        if self.bridge is not None:
            session = self.bridge.session
            self.window.guard(lambda: session.sit(name))
            self._remember(self.window)

    # Steps, looks, windows

    def step(self, way: str) -> None:
        """Undo or redo one step."""
        if self.bridge is not None:
            session = self.bridge.session
            self.window.notices.clear_remark()  # it may be the one undone
            self.window.guard(lambda: session.undo() if way == "undo" else session.redo())

    def retry(self) -> None:
        """Try to save again."""
        if self.bridge is not None:
            self.bridge.session.saver.retry()

    def toggle_theme(self) -> None:
        """Change between light and dark."""
        self.settings["theme"] = "light" if self.theme.dark else "dark"

    def toggle_motion(self) -> None:
        """Switch animations off or on."""
        self.settings["reduced_motion"] = not self.theme.reduced_motion

    def change_zoom(self, way: int) -> None:
        """Make everything larger (1) or smaller (-1), or reset it to the desktop's scale (0)."""
        chosen = zoom_of(self.settings)
        wanted = stepped(chosen, way)
        most = max(_USUAL_ZOOM, largest(self.window.screen().availableSize(), self.zoom))
        if wanted > most:
            sentence = tr(
                "Zoom stays at {chosen} %: at {wanted} % the desks would not fit this screen.",
                chosen=chosen,
                wanted=wanted,
            )
            self.window.tell(sentence, kind="note")
            return
        keep_zoom(self.settings, wanted)
        self.window.tell(tr("Zoom {wanted} %", wanted=wanted), kind="note")
        self._zoomed.start()

    def _use_zoom(self) -> None:
        """Restart the program with the chosen zoom, unless that would end something."""
        wanted = zoom_of(self.settings)
        if wanted == self.zoom:
            self.window.clear_message()
            return
        busy = len(self.windows) > 1 or self.stage is not None or not self.idle
        if busy or not self.may_begin_again or self.replay_player.replay is not None:
            self.window.tell(tr("Zoom {wanted} % is used when Jurybox is next started.", wanted=wanted), kind="note")
            return
        self.begins_again = True
        self.quit()
        self.begins_again = not self.windows  # labels that cannot be saved keep the window open

    def _settings_changed(self, key: str) -> None:
        if key == "theme":
            self.theme.choose(self.settings["theme"])
        elif key == "reduced_motion":
            self.theme.reduced_motion = self.settings["reduced_motion"]

    def _show_icon(self) -> None:
        """Set the icon of all windows; drawing it in all its sizes can wait for the first window."""
        from jurybox_gui.theme.icons import app_icon

        self.qt.setWindowIcon(app_icon())

    def second_window(self, desk: str) -> None:
        """Show a desk in a window of its own, for instance for a projector."""
        window = Window(self, only=desk)
        self.windows.append(window)
        window.painted.connect(lambda: fit_to_screen(window))
        window.show()
        window.reopen(desk)

    # The stage

    def open_stage(self, *, with_story: bool = False) -> None:
        """Show the collection on stage, on a second screen if there is one; it follows the Judge desk.

        In a demo, one of its keys starts the story, on a fresh copy.
        """
        from jurybox.stage.stories import story_of
        from jurybox_gui.audience.host import AudienceHost
        from jurybox_gui.stage.window import StageWindow, show_on_stage

        if self.bridge is None:
            return
        if self.stage is not None:
            self.stage.activateWindow()
            return
        name = demo_of(self.bridge.session.path)
        story = None if name is None else story_of(name)
        hooks = {} if name is None or story is None else {"start_over": lambda: self._tell_story(name)}
        self.stage = StageWindow(self.bridge, story if with_story else None, hooks)
        self.stage.closed.connect(self._stage_closed)
        if not with_story and self.window.desk in AT_JUDGE:
            self.follow_on_stage(self.window)
        if self.audience is None:
            self.audience = AudienceHost(self)
        self.audience.attach(self.stage)
        self.stage_opened.emit(self.stage)
        show_on_stage(self.stage, self.window)

    def _tell_story(self, name: str) -> None:
        if self.audience is not None:
            self.audience.expect_stage()
        self.open_demo(name, then=lambda: self.open_stage(with_story=True))

    def _stage_closed(self) -> None:
        self.stage = None

    def follow_on_stage(self, window: Window) -> None:
        """Show on stage the current answer of the judging desk in the first window."""
        if self.stage is not None and window is self.window and window.desk in AT_JUDGE:
            judging: Any = window.desk_widget(window.desk)
            self.stage.director.follow(judging.here)

    def may_close(self, window: Window) -> bool:
        """Return whether a window may close: unsaved labels are reported once before."""
        del window
        return len(self.windows) > 1 or self._may_leave(tr("Close again to quit without saving them."))

    def _may_leave(self, how: str) -> bool:
        """Wait for labels on their way; those that cannot be saved are reported once before they are lost."""
        if self.bridge is None or not self.bridge.session.saving.pending:
            return True
        session = self.bridge.session
        try:
            session.flush(_LEAVING_SECONDS)
        except NotSaved as error:
            unsaved = (session.saving.saved_at, session.saving.pending)
            if self._warned == unsaved:
                return True
            self._warned = unsaved
            self.window.tell(
                trn(
                    "{n} label is not on the disk. {reason}",
                    "{n} labels are not on the disk. {reason}",
                    session.saving.pending,
                    reason=error,
                ),
                how,
                [
                    (tr("Save a copy…"), "", lambda: self.window.registry.trigger("file.copy")),
                    (tr("Try again"), "", self.retry),
                ],
            )
            return False
        return True

    def forget(self, window: Window) -> None:
        """Release a closed window; the last one ends the program."""
        if self.windows == [window]:
            self._remember(window)
        if window in self.windows:
            self.windows.remove(window)
        if not self.windows:
            self._task.cancel()  # nobody is left to see the result, nor what was put off
            stop_under(self)
            self.close_collection()
            self.campaign_files.stop_following()
            self.qt.quit()

    def quit(self) -> None:
        """Close all windows."""
        for window in reversed(self.windows.copy()):
            window.close()

    # Long work

    def run(
        self,
        work: Callable[[Watch], _T],
        then: Callable[[_T], object],
        what: str,
        dropped: Callable[[_T], object] | None = None,
        stopped: Callable[[], object] | None = None,
    ) -> None:
        """Do long work on another thread, with progress; only one at a time.

        `dropped` releases a result that arrives after the work was stopped; `stopped` reports the stop.
        """
        self.stop_task()
        self._when_stopped = stopped
        self.window.show_progress(what, 0, 0)

        def done(result: _T) -> None:
            self.window.show_progress("", 0, 0)
            then(result)
            self._say_remarks()

        self._task.start(work, done, dropped)

    def _say_remarks(self) -> None:
        """Show what was found beside the files that were opened."""
        from jurybox.collection.file import take_remarks

        for sentence in take_remarks():
            self.window.tell(sentence, kind="warning")

    def _progressed(self, progress: Progress) -> None:
        self.window.show_progress(progress.what, progress.done, progress.total)

    def _work_failed(self, _error: Exception) -> None:
        self.window.show_progress("", 0, 0)
        self._show_something()

    def _refused(self, error: Refused) -> None:
        ways = self.files.ways_out(error)
        if isinstance(error, UnknownFormat) and error.brief:
            self.window.tell(error.brief, tr("Choose its format, or see which files can be imported."), ways)
        else:
            self.window.tell(str(error), choices=ways)

    @property
    def idle(self) -> bool:
        """Whether no long work is in progress."""
        return not self._task.is_running

    @property
    def is_settled(self) -> bool:
        """Whether all consequences of the last action have happened and are shown.

        No work is in progress, no label is on its way to the disk, and every visible desk is drawn. Work that
        begins only after a pause is not waited for: see `pending.is_pausing`.
        """
        if not self.idle or any_under_way() or self.poster.is_busy or is_drawing():
            return False
        if self.bridge is not None and not self.bridge.session.saving.is_settled:
            return False
        if self.stage is not None and self.stage.is_busy:
            return False
        return not any(window.is_busy for window in self.windows)

    @property
    def message(self) -> str:
        """The sentence shown above the desk of the first window, if any."""
        return self.window.message

    def stop_task(self) -> None:
        """Stop the long work in progress."""
        if self._task.is_running:
            self._task.cancel()
            self.window.show_progress("", 0, 0)
            self._show_something()
            if self._when_stopped is not None:
                self._when_stopped()

    def _hub_refused(self, sentence: str) -> None:
        """Show why the hub refuses something; judging continues without it."""
        asks = (tr("Connect…"), "", "file.connect-hub")
        ways = [(tr("Try again"), "", self.hub.again) if self.hub.asks is None else asks]
        self.window.tell(sentence, tr("You can continue; nothing is lost."), ways, kind="warning")

    def _show_something(self) -> None:
        """Show the start page if nothing was opened after all."""
        if self.bridge is None:
            self.window.show_desk("start")

    def _adopt(self, opened: Opened, desk: str, *, leaving: bool, remember: bool = True) -> bool:
        """Show another collection in place of the open one; return whether that one could be left."""
        from jurybox_gui.core.bridge import Bridge

        session = opened.session
        if not (leaving or self._may_leave(tr("Open it again to continue without saving them."))):
            session.close()
            return False
        self.close_collection()
        self._warned = None
        self.bridge = Bridge(session, self.settings, self, opened.first())
        if remember:
            self.campaign_files.stop_following()
            self.hub.follow(session.path)
            self.settings.remember(session.path)
            if demo_of(session.path) is None:
                for window in self.windows:
                    start_in(window, session.path.parent)
        for window in self.windows:
            window.reopen(desk)
        self._remember(self.window)
        if remember:
            self.files.say_the_way_back(session)
        if self.asks and remember:
            self.files.ask_where_to_keep(session.path)
        return True
