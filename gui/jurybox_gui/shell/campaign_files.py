"""The organizer's work with files: hand out, merge, follow; each ends with a message."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QObject, QTimer

from jurybox.collection.organizer import ORGANIZER
from jurybox.errors import Refused
from jurybox.language import tr, trn
from jurybox.lists import comma_list, labeled, sentences
from jurybox.watch import Watch
from jurybox_gui.core.tasks import LatestTask, close_result
from jurybox_gui.dialogs.files import COLLECTIONS, PAGES, RETURNED, ask_folder, ask_new_folder, ask_open_many, ask_save
from jurybox_gui.shell.window import Window

if TYPE_CHECKING:
    import sqlite3

    from jurybox.campaign.assignments import Campaign
    from jurybox.campaign.folder_follower import FolderChanges, Follower
    from jurybox.campaign.handouts import HandedOut
    from jurybox.campaign.merges import MergeReport
    from jurybox_gui.shell.application import Application
    from jurybox_gui.widgets.banner import Kind

_T = TypeVar("_T")

LOOK_MS = 2_000
_NO_NAME = re.compile(r'[\\/:*?"<>|\x00-\x1f]')  # characters that some system forbids in file names
FOLLOWED = tr("The assessors' own files are followed here; nothing can be entered.")


class CampaignFiles(QObject):
    """The organizer's work of one program."""

    def __init__(self, app: Application) -> None:
        super().__init__(app)
        self.app = app
        self.follower: Follower | None = None
        self.storing = 0
        """How much bulk work is on its way."""
        self._look = LatestTask(self)
        self._turn = QTimer(self, interval=LOOK_MS)
        self._turn.timeout.connect(self.look)

    # Assignments

    def plan(self, window: Window) -> None:
        """Show the planner of assignments."""
        from jurybox_gui.desks.campaign.planner import Planner

        bridge = self.app.bridge
        if bridge is not None:
            Planner.open_for(window, bridge.session, self.store_campaign)

    def store_campaign(self, campaign: Campaign | None) -> None:
        """Store who judges what, after a backup; None: everybody judges everything."""
        from jurybox.campaign.assignments import assign_everything, store_campaign

        if campaign is None:
            everybody = tr("Everybody judges everything now. A backup was made before.")
            self.store(assign_everything, "assign", lambda _: self._good(everybody))
            return
        text = tr("Assigned. A backup was made before.")
        self.store(lambda db: store_campaign(db, campaign), "assign", lambda _: self._good(text))

    def set_withdrawn(self, run: str, *, withdrawn: bool) -> None:
        """Withdraw a run, or score it again; after a backup, and not undone by Ctrl+Z."""
        from jurybox.campaign.withdrawals import withdrawing

        bridge = self.app.bridge
        if bridge is not None:
            text = (
                tr("{run} is withdrawn. A backup was made before.", run=run)
                if withdrawn
                else tr("{run} is scored again. A backup was made before.", run=run)
            )
            work = withdrawing(bridge.session, [run], withdrawn=withdrawn)
            self.store(work, "withdraw", lambda _: self._good(text))

    def ask_baseline(self, window: Window) -> None:
        """Ask for a baseline, and add it."""
        from jurybox.campaign.baselines import BASELINES
        from jurybox_gui.dialogs.ask import Ask

        kinds = {labeled(kind, does): kind for kind, does in BASELINES.items()}
        Ask.open_for(window, tr("Which baseline?"), "", list(kinds), lambda line: self.add_baseline(kinds[line]))

    def add_baseline(self, kind: str) -> None:
        """Add a baseline run after a backup, and report how much it answers; show a refusal."""
        from jurybox.campaign.baselines import adding_baseline

        bridge = self.app.bridge
        if bridge is None:
            return

        def added(count: int) -> None:
            self._good(
                trn(
                    "The baseline {kind} is added: {n} response. A backup was made before.",
                    "The baseline {kind} is added: {n} responses. A backup was made before.",
                    count,
                    kind=kind,
                )
            )

        session = bridge.session
        self.app.window.guard(lambda: self.store(adding_baseline(session, kind), "baseline", added))

    def store(self, work: Callable[[sqlite3.Connection], _T], reason: str, then: Callable[[_T], object]) -> None:
        """Do bulk work on the writer's thread; `then` gets its result, a refusal is shown in the window."""
        bridge = self.app.bridge
        if bridge is None:
            return

        def over(result: _T | Exception) -> None:
            self.storing -= 1
            if isinstance(result, Refused):
                self.app.window.tell(str(result))
            elif isinstance(result, Exception):
                raise result
            else:
                then(result)

        def begin() -> None:
            bridge.session.store_later(work, over, reason)
            self.storing += 1

        self.app.window.guard(begin)

    def _good(self, text: str) -> None:
        self.app.window.tell(text, kind="good")

    # Files out and back

    def hand_out(self, window: Window, name: str = "") -> None:
        """Ask for the assessor and the place of their own file, and write it."""
        from jurybox_gui.dialogs.ask import Ask

        if name:
            self._ask_where(window, name)
            return
        names = [one for one in self.app.seats() if one != ORGANIZER]
        hint, then = tr("Name of the assessor"), partial(self._ask_where, window)
        Ask.open_for(window, tr("Whose own file?"), hint, names, then, answers="known")

    def _ask_where(self, window: Window, name: str) -> None:
        """Ask where to write a file; if the campaign has a hub, also whether as a file or an invitation."""
        link = self.app.hub.link
        if link is None or not link.organizer:
            self._ask_file(window, name)
            return
        from jurybox_gui.dialogs.message import Message

        asked = Message(window)
        asked.closed.connect(asked.deleteLater)
        asked.say(
            tr("How should {name} receive the questions?", name=name),
            tr(
                "Through a hub the file stays up to date, and labels come back as they "
                "are given. A file is mailed and merged by hand."
            ),
            [
                (tr("Invite to the hub…"), lambda: self.app.hub_files.invite(window, name)),
                (tr("Write a file…"), lambda: self._ask_file(window, name)),
            ],
        )

    def _ask_file(self, window: Window, name: str) -> None:
        bridge = self.app.bridge
        stem = "" if bridge is None else f"{bridge.session.path.stem}-"
        proposed = _NO_NAME.sub("_", f"{stem}{name}.jury")
        kinds = f"{COLLECTIONS};;{PAGES}"
        ask_save(window, tr("Own file of {name}", name=name), kinds, partial(self.write_own, name), proposed)

    def write_own(self, name: str, path: Path) -> None:
        """Write an assessor's own file, which holds nothing about runs; a page, if the path ends in `.html`."""
        from jurybox.campaign.handouts import hand_out
        from jurybox.campaign.page_names import PAGE_SUFFIX

        bridge = self.app.bridge
        if bridge is None:
            return
        if path.suffix.lower() == PAGE_SUFFIX:
            self._write_page(bridge.session.path, name, path)
            return
        source = bridge.session.path
        self.app.run(
            lambda _: hand_out(source, name, path),
            lambda made: self.app.window.tell(
                tr("{path} is ready for {name}.", path=made.path.name, name=name),
                tr(
                    "Questions: {questions:,}, answers: {answers:,}; nothing about runs. When it "
                    "comes back: Campaign, Merge returned files.",
                    questions=made.questions,
                    answers=made.answers,
                ),
                [(tr("Copy message"), "", lambda: self._copy_messages([made]))],
                kind="good",
            ),
            tr("Writing {path}", path=path.name),
        )

    def _write_page(self, source: Path, name: str, path: Path) -> None:
        from jurybox.campaign.pages import hand_out_page, left_out_line

        self.app.run(
            lambda _: hand_out_page(source, name, path),
            lambda made: self.app.window.tell(
                tr("{path} is ready for {name}: a page for any browser.", path=made.path.name, name=name),
                sentences(
                    (
                        tr(
                            "Questions: {questions:,}, answers: {answers:,}; nothing about runs. When its labels come "
                            "back: Campaign, Merge returned files.",
                            questions=made.questions,
                            answers=made.answers,
                        ),
                        left_out_line(made.left_out),
                    )
                ),
                kind="warning" if made.left_out else "good",
            ),
            tr("Writing {path}", path=path.name),
        )

    def hand_out_pages(self, window: Window) -> None:
        """Ask for a new folder, and write everybody's page into it."""
        if self.app.bridge is not None:
            name = f"{self.app.bridge.session.path.stem}-pages"
            ask_new_folder(window, tr("New folder for everybody's page"), name, self.write_pages)

    def write_pages(self, folder: Path) -> None:
        """Write everybody's page into a folder: all of them, or none with the reason."""
        from jurybox.campaign.pages import PageMade, hand_out_pages, left_out_line

        bridge = self.app.bridge
        if bridge is None:
            return
        source = bridge.session.path

        def written(made: list[PageMade]) -> None:
            text = trn(
                "{n} page is ready in {folder}.", "{n} pages are ready in {folder}.", len(made), folder=folder.name
            )
            left = (labeled(one.assessor, left_out_line(one.left_out)) for one in made if one.left_out)
            back = tr("When their labels come back: Campaign, Merge returned files.")
            kind: Kind = "warning" if any(one.left_out for one in made) else "good"
            self.app.window.tell(text, sentences((back, *left)), kind=kind)

        self.app.run(
            lambda _: hand_out_pages(source, folder), written, tr("Writing pages to {folder}", folder=folder.name)
        )

    def hand_out_all(self, window: Window) -> None:
        """Ask for a new folder, and write everybody's own file into it."""
        if self.app.bridge is not None:
            name = f"{self.app.bridge.session.path.stem}-files"
            ask_new_folder(window, tr("New folder for everybody's own file"), name, self.write_all)

    def write_all(self, folder: Path) -> None:
        """Write everybody's own file into a folder: all of them, or none with the reason."""
        from jurybox.campaign.handouts import hand_out_all

        bridge = self.app.bridge
        if bridge is None:
            return
        source = bridge.session.path

        def written(made: list[HandedOut]) -> None:
            names = comma_list(one.path.name for one in made)
            text = trn(
                "{n} file is ready in {folder}.", "{n} files are ready in {folder}.", len(made), folder=folder.name
            )
            self.app.window.tell(
                text,
                tr("{names}. When they come back: Campaign, Merge returned files.", names=names),
                [(tr("Copy messages"), "", lambda: self._copy_messages(made))],
                kind="good",
            )

        self.app.run(
            lambda _: hand_out_all(source, folder), written, tr("Writing files to {folder}", folder=folder.name)
        )

    def _copy_messages(self, made: Sequence[HandedOut]) -> None:
        """Copy the text of a mail to each assessor to the clipboard."""
        from PySide6.QtGui import QGuiApplication

        from jurybox.campaign.messages import message_for

        QGuiApplication.clipboard().setText("\n\n\n".join(map(message_for, made)))
        self._good(
            trn("The text of {n} mail is on the clipboard.", "The texts of {n} mails are on the clipboard.", len(made))
        )

    def merge(self, window: Window) -> None:
        """Ask for the files that came back, and merge them."""
        ask_open_many(window, tr("Merge returned files"), RETURNED, partial(self.preview_paths, window))

    def take_returned(self, window: Window, paths: Sequence[Path]) -> None:
        """Merge dropped files that pages returned, if the present assessor may merge; else say why not."""
        if window.campaign.may_write():
            self.preview_paths(window, paths)
        else:
            window.tell(window.campaign.why_not())

    def preview_paths(self, window: Window, paths: Sequence[Path]) -> None:
        """Show what merging files would add, and merge them on request."""
        bridge = self.app.bridge
        if bridge is None or not paths:
            return
        from jurybox.campaign.merges import preview_merge

        session = bridge.session
        session.flush()
        home = session.path
        count = len(paths)

        def previewed(report: MergeReport) -> None:
            from jurybox_gui.dialogs.message import Choice, Message

            asked = Message(window)
            asked.closed.connect(asked.deleteLater)
            sentence = (
                trn("Merging adds {n} entry.", "Merging adds {n} entries.", report.added)
                if report.added
                else tr("Everything in these files is already here.")
            )
            brings = report.added or any(file.joined for file in report.files)
            lines = [*report.lines(), tr("Nothing has been changed yet; a backup is made first.")]
            accept = trn("Merge {n} file", "Merge {n} files", count)
            choices: list[Choice] = [(accept, lambda: self.merge_paths(paths)), (tr("Cancel"), lambda: None)]
            asked.say(sentence, "\n".join(lines), choices if brings else ())

        self.app.run(
            lambda _: preview_merge(home, paths), previewed, trn("Reading {n} file", "Reading {n} files", count)
        )

    def merge_paths(self, paths: Sequence[Path]) -> None:
        """Merge files into the open collection, all or nothing, and report what they added."""
        bridge = self.app.bridge
        if bridge is None or not paths:
            return
        from jurybox.campaign.merges import before_merging, merge_report, merging

        session = bridge.session
        before = before_merging(session)
        self.store(
            merging(session.path, paths),
            "merge",
            lambda merged: self._tell_merged(merge_report(session, paths, merged, before)),
        )

    def _tell_merged(self, report: MergeReport) -> None:
        first = (
            trn("{n} entry is new.", "{n} entries are new.", report.added) if report.added else tr("Nothing was new.")
        )
        kind: Kind = "warning" if report.conflicts else "good"
        self.app.window.tell(first, sentences(report.lines()), kind=kind)

    # A folder of own files

    def follow(self, window: Window) -> None:
        """Ask for the folder of the assessors' own files."""
        ask_folder(window, tr("Follow a folder of own files"), self.follow_folder)

    def follow_folder(self, folder: Path, collection: Path | None = None) -> None:
        """Show a folder's collection together with everybody's own file, and keep it up to date."""

        def work(_: Watch) -> Follower:
            from jurybox.campaign.folder_follower import Follower

            return Follower(folder, collection)

        self.app.run(work, self._followed, tr("Reading {folder}", folder=folder.name), close_result)

    def stop_following(self) -> None:
        """Release the folder; called before another collection is opened."""
        self._turn.stop()
        self._look.cancel()
        if self.follower is not None:
            self.follower.close()
            self.follower = None

    def look(self) -> None:
        """Check, on another thread, whether a file in the folder has changed."""
        follower = self.follower
        if follower is None or self._look.is_running:
            return
        self._look.start(lambda _watch: follower.look(), self._looked)

    def _followed(self, follower: Follower) -> None:
        self.stop_following()
        self._open(follower)
        self._tell_problems(follower.first)

    def _open(self, follower: Follower) -> None:
        def opened() -> None:
            self.follower = follower
            self._turn.start()

        self.app.open_followed(follower.path, FOLLOWED, opened)

    def _looked(self, look: FolderChanges) -> None:
        follower = self.follower
        if follower is None:
            return
        if look.copied_again:
            self._turn.stop()
            self._open(follower)
        self._tell_problems(look)

    def _tell_problems(self, look: FolderChanges) -> None:
        if look.problems:
            name, why = next(iter(look.problems.items()))
            more = len(look.problems) - 1
            text = (
                trn(
                    "{name} and {n} more file cannot be read now; the rest is shown.",
                    "{name} and {n} more files cannot be read now; the rest is shown.",
                    more,
                    name=name,
                )
                if more
                else tr("{name} cannot be read now; the rest is shown.", name=name)
            )
            self.app.window.tell(text, why, kind="warning")
