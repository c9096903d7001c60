"""Work on the collection's file as a whole: import, export, copies, backups, rescue, moving."""

from __future__ import annotations

import json
import weakref
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict

from jurybox.campaign.way_back import way_back_of
from jurybox.disk import write_whole
from jurybox.errors import NotOurs, Refused, UnknownFormat
from jurybox.language import tr, tr_head, trn
from jurybox.lists import sentences
from jurybox.watch import Watch
from jurybox.wording import count_of
from jurybox_gui.core.tasks import close_result
from jurybox_gui.dialogs.files import ANY, COLLECTIONS, ask_new_folder, ask_open, ask_save, start_in
from jurybox_gui.shell.window import Window

if TYPE_CHECKING:
    from jurybox.campaign.merges import MergeReport
    from jurybox.collection.backup import Backup
    from jurybox.collection.findings import FoundWords, Report
    from jurybox.collection.rescue_report import Rescued
    from jurybox.collection.staging import OnContradiction
    from jurybox.formats.column_maps import ColumnMap
    from jurybox.formats.format import Format, Reference, Written
    from jurybox.formats.import_preview import FoundFile
    from jurybox.formats.imports import PreparedImport
    from jurybox.formats.label_words import Words
    from jurybox.formats.read_options import SecondColumn
    from jurybox.formats.table_samples import TableSample
    from jurybox.session import Session
    from jurybox_gui.shell.application import Application
    from jurybox_gui.widgets.banner import Choice
    from jurybox_gui.widgets.combo import Choices


EVERYBODY = tr("everybody")
_GOLD = tr("gold standard ")


class _WrittenLabels(TypedDict):
    """Whose labels an export writes, as `Write` takes it."""

    assessor: str | None
    gold: Reference | None


class _Chosen(TypedDict):
    """How files are read, as `prepare` takes it."""

    as_format: str | None
    skip_bad_lines: bool
    missing_matches_no: bool
    on_contradiction: OnContradiction | None
    second_column: SecondColumn | None
    labels: str | None
    by_hand: Mapping[Path, str]
    control: str | None
    words: Words


_REPORTS = tr("Text files (*.txt);;JSON (*.json)")
_MOST_REMEMBERED = 50


class FileActions:
    """The window's work with whole files; each action ends with a message."""

    def __init__(self, app: Application) -> None:
        self.app = app
        self._reading: tuple[Path, ...] = ()
        self._are_patterns = False
        self._read_by_hand: Path | None = None
        self._forget_pasted: Callable[[], object] = lambda: None

    def ask_new(self, then: Callable[[], object] = lambda: None, name: str = "", title: str = "") -> None:
        """Ask where to put a new collection, create it, and `then` do something; `name` is proposed."""

        def make(path: Path) -> None:
            from jurybox.collection.file import SUFFIX

            target = path if path.suffix == SUFFIX else path.with_name(path.name + SUFFIX)
            self.app.new_collection(target, then)

        ask_save(self.app.window, title or tr("New collection"), COLLECTIONS, make, name)

    def import_into_new(self, paths: Sequence[Path]) -> None:
        """Ask where to put a new collection, beside the files; create it, and import them."""
        start_in(self.app.window, paths[0].parent)
        title = tr("New collection from these files")
        self.ask_new(partial(self.import_paths, paths), f"{paths[0].stem}.jury", title)

    def paste(self) -> None:
        """Import what was copied: files, or the cells of a table as text."""
        from PySide6.QtGui import QGuiApplication

        held = QGuiApplication.clipboard().mimeData()
        files = [path_of(url.toLocalFile()) for url in held.urls() if url.isLocalFile()]
        text = held.text()
        if files:
            self.app.take_paths(files)
        elif self.app.bridge is None:
            self.app.window.tell(tr("Open or create a collection first, then paste a table."), kind="note")
        elif not text.strip():
            self.app.window.tell(tr("No table was copied. Copy cells with their column names first."), kind="note")
        else:
            self.app.window.guard(lambda: self.import_paths([self._keep_pasted(text)]))

    def _keep_pasted(self, text: str) -> Path:
        """Write pasted content to a file of its own, which is kept until the next paste."""
        from jurybox.disk import private_folder

        first = text.lstrip().partition("\n")[0]
        ending = "jsonl" if first[:1] in {"{", "["} else "tsv" if "\t" in first else "csv"
        self._forget_pasted()
        try:
            folder = private_folder()
            self._forget_pasted = weakref.finalize(self, folder.cleanup)
            path = path_of(folder.name) / f"pasted.{ending}"
            path.write_bytes(text.encode("utf-8", errors="surrogatepass"))
        except OSError as error:
            message = tr("The copied cells cannot be saved ({reason}). Nothing was stored.", reason=error.strerror)
            raise Refused(message) from error
        return path

    def import_paths(
        self,
        paths: Sequence[Path],
        as_format: str | None = None,
        *,
        skip_bad_lines: bool = False,
        missing_matches_no: bool = False,
        on_contradiction: OnContradiction | None = None,
        second_column: SecondColumn | None = None,
        labels: str | None = None,
        by_hand: Mapping[Path, str] | None = None,
        control: str | None = None,
        words: Words = (),
    ) -> None:
        """Read files and show a preview; nothing is stored until it is accepted.

        Tables that no reader recognizes are read with the columns matched earlier for such a table, or the
        user is asked for their columns.
        """
        from jurybox.formats.child import reading
        from jurybox.formats.imports import prepare
        from jurybox.judging.proposals import are_patterns

        bridge, self._reading = self.app.bridge, tuple(paths)
        if bridge is None:
            return
        self.app.window.clear_message()  # an earlier refusal is about other files
        chosen = _Chosen(
            as_format=as_format,
            skip_bad_lines=skip_bad_lines,
            missing_matches_no=missing_matches_no,
            on_contradiction=on_contradiction,
            second_column=second_column,
            labels=labels,
            by_hand=by_hand or {},
            control=control,
            words=words,
        )
        columns = self._remembered()

        def work(watch: Watch) -> PreparedImport | UnknownFormat:
            with reading(watch):
                try:
                    return prepare(paths, into=bridge.session.path, watch=watch, columns=columns, **chosen)
                except UnknownFormat as error:
                    self._are_patterns = len(paths) == 1 and are_patterns(paths[0])
                    if not error.tables:
                        raise
                    return error

        again = partial(self.import_paths, paths, **chosen)

        def show(found: PreparedImport | UnknownFormat) -> None:
            if isinstance(found, UnknownFormat):
                self._match_columns(found.tables[0], again, lambda: None)
            else:
                self._show_report(found, again)

        self.app.run(work, show, tr("Reading files"), _close_prepared)

    def _remembered(self) -> list[ColumnMap]:
        """Return the fields matched earlier, by the columns of a table."""
        from jurybox.formats.column_maps import ColumnMap

        kept: dict[str, list[str]] = self.app.settings["columns"]
        found = (ColumnMap.remembered(_heads_of(key), said) for key, said in kept.items())
        return [one for one in found if one is not None]

    def _remember(self, columns: ColumnMap) -> None:
        """Store the fields and labels matched with columns and words, for tables with the same columns."""
        key = json.dumps(sorted(columns.heads), ensure_ascii=False)
        kept: dict[str, list[str]] = self.app.settings["columns"]
        others = [(name, said) for name, said in kept.items() if name != key]
        self.app.settings["columns"] = dict([*others[1 - _MOST_REMEMBERED :], (key, columns.as_setting())])

    def _match_words(self, found: FoundWords, again: partial[None], words: dict[str, str]) -> None:
        """Remember which labels words stand for in the tables that have them, and read `again`.

        Words of files without columns are those of this import alone.
        """
        from dataclasses import replace  # not before the window is painted for the first time

        if not found.heads:
            again(words=tuple({**dict(again.keywords["words"]), **words}.items()))
            return
        for columns in self._remembered():
            if columns.heads in found.heads:
                both = {**dict(columns.words), **words}
                self._remember(replace(columns, words=tuple(both.items())))
        again()

    def _match_columns(self, path: Path, again: Callable[[], object], left: Callable[[], object]) -> None:
        """Ask for the meaning of a table's columns, remember it, and read `again`."""
        from jurybox.formats.child import reading
        from jurybox.formats.table_samples import sample_of

        def work(watch: Watch) -> TableSample | None:
            with reading(watch):
                return sample_of(path)

        self.app.run(work, lambda sample: self._ask_columns(path, sample, again, left), tr("Reading files"))

    def _ask_columns(
        self, path: Path, sample: TableSample | None, again: Callable[[], object], left: Callable[[], object]
    ) -> None:
        """Show the columns of a table to choose their meaning; `left` is called if nobody does."""
        from jurybox.formats.table_samples import proposal
        from jurybox.formats.workbooks import name_of
        from jurybox_gui.shell.columns_sheet import ColumnsSheet

        if sample is None:
            self.app.window.tell(
                tr("{path} is not a table with column names in its first line.", path=name_of(path)),
                tr("Nothing was stored. Add a first line with the names of the columns."),
            )
            left()
            return
        heads = frozenset(sample.heads)
        before = next((one for one in self._remembered() if one.heads == heads), None)

        def matched(columns: ColumnMap) -> None:
            self._remember(columns)
            again()

        ColumnsSheet.open_for(self.app.window, name_of(path), sample, before or proposal(sample), matched, left)

    def _read_as(self, again: partial[None], file: FoundFile, value: str) -> None:
        """Read all files again, one of them in another way."""
        from jurybox.formats.mapped_tables import COLUMNS

        self._read_by_hand = file.path  # the file shown stays in sight
        by_hand = {**again.keywords["by_hand"], file.path: value}
        if not value:
            del by_hand[file.path]
        then = partial(again, by_hand=by_hand)
        if value == COLUMNS.name:
            self._match_columns(file.path, then, again)
        else:
            then()

    def _show_report(self, prepared: PreparedImport, again: partial[None]) -> None:
        """Show a preview, with the choices that would change it; `again` reads the files with one chosen."""
        from jurybox_gui.dialogs.report import ReportSheet
        from jurybox_gui.shell.grades_sheet import GradesSheet
        from jurybox_gui.shell.words_sheet import WordsSheet

        report = prepared.report
        choices: dict[str, Callable[[], object]] = {}
        if report.skippable and not report.ok:
            choices[tr("Skip bad lines")] = partial(again, skip_bad_lines=True)
        ways: dict[OnContradiction, str] = {
            "first": tr("Keep first labels"),
            "later": tr("Keep later labels"),
            "neither": tr("Keep neither label"),
        }
        for way, text in ways.items() if report.contradictions else ():
            choices[text] = partial(again, on_contradiction=way)
        if report.missing_matches:
            added = prepared.staging.missing_matches_no
            text = tr("Leave missing matches open") if added else tr("Missing matches mean no")
            choices[text] = partial(again, missing_matches_no=not added)
        if report.second_column == "rounds":
            choices[tr("Second column names assessors")] = partial(again, second_column="assessors")
        elif report.second_column == "assessors":
            choices[tr("Second column has rounds")] = partial(again, second_column="rounds")
        for control in report.controls:
            choices[tr("Read labels of {control}", control=control)] = partial(again, control=control)
        if grades := report.grades:
            choices[tr("Labels for grades…")] = lambda: GradesSheet.open_for(
                self.app.window, grades, lambda labels: again(labels=labels), again
            )
        if words := report.words:
            choices[tr("Labels for words…")] = lambda: WordsSheet.open_for(
                self.app.window, words, partial(self._match_words, words, again), again
            )
        ReportSheet.open_for(
            self.app.window,
            prepared,
            partial(self._store, prepared),
            prepared.close,
            choices,
            ways=_ways_of_reading(),
            read_as=partial(self._read_as, again),
            save=partial(self._ask_save_report, report),
            shown=self._read_by_hand,
            into="" if self.app.bridge is None else self.app.bridge.session.path.name,
        )
        self._read_by_hand = None

    def _ask_save_report(self, report: Report) -> None:
        """Ask for a file, and write the preview of an import with its problems to it."""

        def write(path: Path) -> None:
            text = "\n".join(report.errors_first())
            if path.suffix == ".json":
                text = json.dumps(report.as_dict(), ensure_ascii=False, indent=1)
            else:
                text = "\n".join([text, *map(str, report.runs)])
            try:
                write_whole(path, f"{text}\n".encode())
            except OSError as error:
                message = tr("{path} cannot be written ({reason}).", path=path.name, reason=error.strerror)
                self.app.window.tell(message, tr("Choose another place."))

        ask_save(self.app.window, tr("Save the report"), _REPORTS, write, "import-report.txt")

    def _store(self, prepared: PreparedImport) -> None:
        bridge = self.app.bridge
        if bridge is None:
            return

        def over() -> None:
            prepared.close()
            if self.app.windows:
                self.app.window.show_progress("", 0, 0)

        def done(result: object) -> None:
            over()
            if not self.app.windows:
                return
            if isinstance(result, Exception):
                if not isinstance(result, Refused):
                    raise result
                self.app.window.tell(str(result), tr("Nothing was stored."))
            else:
                kept = tr("A backup was made before: Undo does not remove an import.")
                self.app.window.tell(tr("Imported."), sentences((str(result), kept)), kind="good")

        self.app.window.show_progress(tr("Storing"), 0, 0, stops=False)

        def store() -> None:
            try:
                bridge.session.store_later(prepared.store, done)
            except Refused:
                over()
                raise

        self.app.window.guard(store)

    def ask_export(self) -> None:
        """Ask for a new folder for the tables; one named after the collection is proposed."""
        if self.app.bridge is not None:
            name = f"{self.app.bridge.session.path.stem}-tables"
            ask_new_folder(self.app.window, tr("Export tables into a new folder"), name, self.export_tables)

    def export_tables(self, target: Path) -> None:
        """Write the collection as a folder of tables, which is new or empty."""
        from jurybox.formats.tables import export_tables

        if self.app.bridge is not None:
            path = self.app.bridge.session.path
            self.app.run(lambda _: export_tables(path, target), self._exported, tr("Exporting tables"))

    def ask_format(self, window: Window) -> None:
        """Ask for a format, then whose labels, then a file name, and export."""
        from jurybox.formats.registry import FORMATS
        from jurybox_gui.dialogs.ask import Ask

        titled = {made.title: made for made in FORMATS.values() if made.write}
        known = titled | {made.name: made for made in titled.values()}  # names can also be typed

        def chosen(name: str) -> None:
            if name in known:
                self._ask_labels(window, known[name])
            else:
                window.tell(
                    tr("{name} is not a format that can be written.", name=name), tr("Choose one from the list.")
                )

        Ask.open_for(window, tr("Choose the export format"), tr("Format"), list(titled), chosen)

    def _ask_labels(self, window: Window, made: Format) -> None:
        from jurybox_gui.dialogs.ask import Ask

        bridge = self.app.bridge
        if bridge is None:
            return
        people = [one.name for one in bridge.session.catalog.assessors if not one.removed]
        names = [EVERYBODY, f"{_GOLD}{bridge.gold}", *people]

        Ask.open_for(
            window,
            tr("Choose whose labels to export"),
            tr("Everybody, an assessor, or a gold standard"),
            names,
            lambda labels: self._preview(window, made, labels),
        )

    def _preview(self, window: Window, made: Format, labels: str) -> None:
        """List what the format cannot hold, and ask where to write; at once if it holds everything."""
        bridge = self.app.bridge
        if bridge is None:
            return
        source = bridge.session.path

        def work(_: Watch) -> Written:
            from jurybox.formats.exports import preview

            if made.write is None:
                raise Refused(tr("{format} cannot be written.", format=made.name))
            return preview(made.write, source, **_labels_of(source, labels))

        def ask() -> None:
            window.clear_message()
            ask_save(
                window,
                tr("Export as {format}", format=made.title),
                ANY,
                lambda path: self._write_format(window, made, labels, path),
            )

        def show(planned: Written) -> None:
            if not planned.lost:
                ask()
                return
            window.tell(
                tr("{format} cannot represent everything.", format=made.title),
                sentences(planned.lost),
                [(tr("Export without it…"), "", ask)],
                kind="warning",
            )

        self.app.run(work, show, tr("Preparing {format}", format=made.title))

    def _write_format(self, window: Window, made: Format, labels: str, target: Path) -> None:
        bridge = self.app.bridge
        if bridge is None:
            return
        source = bridge.session.path

        def work(_: Watch) -> Written:
            if made.write is None:
                raise Refused(tr("{format} cannot be written.", format=made.name))
            return made.write(source, target, **_labels_of(source, labels))

        def report(done: Written) -> None:
            lost = (tr("Left out:"), *done.lost) if done.lost else ()
            window.tell(tr("Exported; the file was read back."), sentences((f"{done}.", *lost)), kind="good")

        self.app.run(work, report, tr("Exporting {format}", format=made.title))

    def ask_report(self) -> None:
        """Ask for the contact of participants, then for a folder named after the collection."""
        bridge = self.app.bridge
        if bridge is None:
            return
        from jurybox_gui.desks.gold_choices import words_here
        from jurybox_gui.shell.write_report_sheet import WriteReportSheet

        name = f"{bridge.session.path.stem}-report"

        def write(contact: str) -> None:
            title = tr("Write the report into a new folder")
            ask_new_folder(self.app.window, title, name, lambda target: self.write_report(target, contact))

        facts = bridge.session.facts
        gold = words_here(bridge.session.catalog, facts, bridge.gold)
        WriteReportSheet.open_for(self.app.window, self.app.settings, gold, facts.contact, write)

    def write_report(self, target: Path, contact: str = "") -> None:
        """Write the report of the collection under the gold standard in force, as `jurybox report` does.

        The folder must be new or empty, or hold a report, which is replaced. `contact`: whom participants ask
        about labels; "" names nobody.
        """
        bridge = self.app.bridge
        if bridge is None:
            return
        from jurybox_gui.report import make_report  # names classes of Qt, which another thread must not make

        path, gold, unjudged = bridge.session.path, bridge.gold, bridge.unjudged

        def work(_: Watch) -> int:
            from jurybox.reports.source import ReportChoices

            return make_report(path, target, gold, ReportChoices(contact=contact), unjudged=unjudged)

        def done(count: int) -> None:
            text = trn(
                "Begin with {page}; there is {n} file.",
                "Begin with {page}; there are {n} files.",
                count,
                page=target / "report.html",
            )
            show = [(tr("Open report"), "", lambda: self._open_page(target / "report.html"))]
            self.app.window.tell(tr("The report is written."), text, show, kind="good")

        self.app.run(work, done, tr("Writing the report"))

    def _open_page(self, page: Path) -> None:
        """Open a page in the web browser."""
        from PySide6.QtCore import QUrl
        from PySide6.QtGui import QDesktopServices

        if not QDesktopServices.openUrl(QUrl.fromLocalFile(str(page))):
            self.app.window.tell(tr("No browser could be opened."), tr("Open {page} yourself.", page=page), kind="note")

    def _exported(self, text: object) -> None:
        self.app.window.tell(tr("Exported, and verified by reading it back."), str(text), kind="good")

    def save_copy(self, path: Path) -> None:
        """Write a complete copy, including what could not be saved here."""
        if self.app.bridge is not None:
            session = self.app.bridge.session

            try:
                session.save_copy(path)
            except Refused as error:
                self.app.window.tell(str(error), choices=self.ways_out(error))
            else:
                ways = self._ways_on(path)
                self.app.window.tell(tr("{path} is a complete copy.", path=path.name), choices=ways, kind="good")

    def _ways_on(self, copy: Path) -> Sequence[Choice]:
        """Return the next steps after saving a copy of a file that is gone or destroyed."""
        bridge = self.app.bridge
        if bridge is None or not bridge.session.saving.lost:
            return ()
        session = bridge.session
        who = None if session.assessor is None else session.catalog.assessors[session.assessor].name
        go = partial(self.app.open_file, copy, assessor=who, leaving=True)
        return [(tr("Continue with the copy"), "", go)]

    def merge_with_replacement(self) -> None:
        """Merge everything known here into the file that took the place of the open one, and open that.

        What was known here stays in a copy beside it until it is merged.
        """
        bridge = self.app.bridge
        if bridge is None:
            return
        from jurybox.campaign.merges import merge_files
        from jurybox.session import open_session

        session = bridge.session
        path = session.path
        who = None if session.assessor is None else session.catalog.assessors[session.assessor].name
        copy = path.with_name(f"{path.stem}.before-merge-{datetime.now(tz=UTC):%Y%m%dT%H%M%S}{path.suffix}")

        def work(_: Watch) -> MergeReport:
            with closing(open_session(path)) as there:
                report = merge_files(there, [copy])
            copy.unlink()
            return report

        def done(report: MergeReport) -> None:
            added = trn("{n} entry from here was added.", "{n} entries from here were added.", report.added)
            aside = sentences((added, report.lines()[-1]))
            said = partial(self.app.window.tell, tr("Both are merged."), aside, kind="good")
            self.app.open_file(path, assessor=who, leaving=True, then=said)

        try:
            session.save_copy(copy)
        except Refused as error:
            self.app.window.tell(str(error))
        else:
            self.app.run(work, done, tr("Merging"))

    def back_up(self) -> None:
        """Make a backup now."""
        from jurybox.collection.backup import backup

        if self.app.bridge is not None:
            path = self.app.bridge.session.path
            self.app.run(
                lambda _: backup(path),
                lambda made: self.app.window.tell(tr("{made} is complete.", made=made.name), kind="good"),
                tr("Backing up"),
            )

    def ways_out(self, error: Refused) -> Sequence[Choice]:
        """Return the possible actions for a file that is damaged or foreign, or of unknown format."""
        path = self.app.opening
        if isinstance(error, UnknownFormat):
            return self._ways_to_read()
        return self.ways_to_rescue(path) if isinstance(error, NotOurs) and path is not None else ()

    def ways_to_rescue(self, path: Path) -> Sequence[Choice]:
        """Return the possible actions for a file that is damaged or foreign."""
        return [
            (tr("Rescue into a new file…"), "", lambda: self._ask_rescue(path)),
            (tr("Restore a backup…"), "", lambda: self._ask_backup(path)),
        ]

    def _ways_to_read(self) -> Sequence[Choice]:
        window, paths = self.app.window, self._reading
        ways: list[Choice] = [
            (tr("Choose format…"), "", lambda: self._ask_read_as(paths)),
            (tr("Show supported files"), "", lambda: window.shell.read_help("files")),
        ]
        if self._are_patterns:
            proposing = (tr("Propose labels by these answer patterns"), "", lambda: self._propose(paths[0]))
            ways.insert(0, proposing)
        return ways

    def _ask_read_as(self, paths: Sequence[Path]) -> None:
        """Ask for the format of files, and read them in that."""
        from jurybox.formats.registry import FORMATS
        from jurybox_gui.dialogs.ask import Ask

        names = {known.title: known.name for known in FORMATS.values() if known.read}
        Ask.open_for(
            self.app.window,
            tr("Choose the format"),
            "",
            list(names),
            lambda title: self.import_paths(paths, names[title]),
        )

    def _propose(self, path: Path) -> None:
        """Make the Judge desk show what patterns propose: not judgments, so nothing is stored."""
        from jurybox_gui.desks.judging.answer.pattern_hints import PatternHints

        window = self.app.window
        window.clear_message()
        window.show_desk("judge")
        for hints in window.desk_widget("judge").findChildren(PatternHints):
            hints.read(path)

    def ask_rescue(self) -> None:
        """Rescue the open collection if it is damaged; otherwise ask for a file."""
        bridge = self.app.bridge
        if bridge is not None and bridge.session.saving.damaged:
            self._ask_rescue(bridge.session.path)
        else:
            ask_open(self.app.window, tr("Rescue which file?"), COLLECTIONS, self._ask_rescue)

    def _ask_rescue(self, path: Path) -> None:
        then = partial(self.rescue, path)
        ask_save(self.app.window, tr("Rescue into a new file"), COLLECTIONS, then)

    def rescue(self, path: Path, target: Path) -> None:
        """Copy what can be read of a damaged or foreign file into a new one, and open that."""

        def work(_: Watch) -> Rescued:
            from jurybox.collection.rescue import rescue

            return rescue(path, target)

        def done(rescued: Rescued) -> None:
            self.app.open_file(target, then=lambda: self._tell_rescued(path, target, rescued))

        self.app.run(work, done, tr("Rescuing {path}", path=path.name))

    def _tell_rescued(self, path: Path, target: Path, rescued: Rescued) -> None:
        """Show what was saved and what was lost until it is closed: banners would be replaced."""
        from jurybox.collection.rescue_report import HEAD
        from jurybox_gui.dialogs.message import Message

        sentence = (
            tr("{path} was rescued into {target} without losses.", path=path.name, target=target.name)
            if rescued.is_whole
            else tr("{path} was rescued into {target} with losses.", path=path.name, target=target.name)
        )
        message = Message(self.app.window)
        message.show_table([tr_head(word) for word in HEAD], rescued.table())
        message.say(sentence, "\n\n".join([rescued.saved(), *rescued.notes()]))

    def ask_restore(self) -> None:
        """Restore a backup of the open collection; of a file that is asked for, if none is open."""
        bridge = self.app.bridge
        if bridge is not None:
            self._ask_backup(bridge.session.path)
        else:
            ask_open(self.app.window, tr("Restore which file?"), COLLECTIONS, self._ask_backup)

    def _ask_backup(self, path: Path) -> None:
        """Ask which backup of a file to put in its place."""

        def work(_: Watch) -> list[Backup]:
            from jurybox.collection.backup import backups_of

            return backups_of(path)

        def done(found: list[Backup]) -> None:
            from jurybox.collection.backup import local_time
            from jurybox_gui.dialogs.ask import Ask

            window = self.app.window
            if not found:
                window.tell(
                    tr("{path} has no backups.", path=path.name),
                    tr("Backups are made before each import, merge and assignment, and with Back up now."),
                    kind="note",
                )
                return
            lines = {
                " · ".join(
                    filter(
                        None,
                        [
                            local_time(one.at) or one.path.name,
                            tr("unreadable") if one.entries is None else count_of(one.entries, "entry", "entries"),
                            one.reason if one.at else "",
                        ],
                    )
                ): one.path
                for one in found
            }
            question = tr("Restore which backup of {path}?", path=path.name)
            Ask.open_for(window, question, "", list(lines), lambda line: self.restore(path, lines[line]))

        self.app.run(work, done, tr("Reading the backups"))

    def restore(self, path: Path, backup: Path) -> None:
        """Put a backup in the place of a collection, which is kept beside it, and open it.

        If that is refused, what was open is opened again.
        """
        bridge = self.app.bridge
        was_open = bridge is not None and bridge.session.path.resolve() == path.resolve()
        who = None
        if bridge is not None and was_open and bridge.session.assessor is not None:
            who = bridge.session.catalog.assessors[bridge.session.assessor].name
        if not self.app.release(path):
            return

        def work(_: Watch) -> Path | Refused | None:
            from jurybox.collection.backup import restore

            try:
                return restore(path, backup)
            except Refused as error:
                return error

        def done(result: Path | Refused | None) -> None:
            if not isinstance(result, Refused):
                self.app.open_file(path, assessor=who, then=lambda: self._tell_restored(path, result))
                return
            again = [(tr("Restore a backup…"), "", lambda: self._ask_backup(path))]
            say = partial(self.app.window.tell, str(result), choices=again)
            if was_open:
                self.app.open_file(path, assessor=who, then=say)
            else:
                say()

        self.app.run(work, done, tr("Restoring {path}", path=path.name))

    def _tell_restored(self, path: Path, aside: Path | None) -> None:
        self.app.window.tell(
            tr("{path} was restored.", path=path.name),
            tr("What was there before is {aside}.", aside=aside.name) if aside else "",
            kind="note",
        )

    def ask_where_to_keep(self, path: Path) -> None:
        """Before the first judgment, ask about a file in a temporary place."""
        from jurybox.collection.file import place_is_passing

        if place_is_passing(path):
            self.app.window.tell(
                tr("{path} is in a temporary folder, which the system may empty.", path=path.name),
                tr("Labels are saved there; keep the collection in a folder of your own."),
                [(tr("Keep it elsewhere…"), "", self._ask_new_place)],
                kind="warning",
            )

    def say_the_way_back(self, session: Session) -> None:
        """Before the first judgment in a file that was handed out, say to whom it goes back."""
        who = session.assessor
        if session.goes_back and who is not None and not len(session.ledger.of_assessor(who)):
            name = session.catalog.assessors[who].name
            self.app.window.tell(tr("This file is for {name}.", name=name), way_back_of(session), kind="note")

    def _ask_new_place(self) -> None:
        ask_save(self.app.window, tr("Keep the collection"), COLLECTIONS, self.move_to)

    def move_to(self, path: Path) -> None:
        """Continue with a complete copy at another place."""
        bridge = self.app.bridge
        if bridge is None:
            return
        session = bridge.session
        who = None if session.assessor is None else session.catalog.assessors[session.assessor].name

        def move() -> None:
            session.save_copy(path)
            self.app.open_file(path, assessor=who, leaving=True)

        self.app.window.guard(move)


def path_of(name: str) -> Path:
    """Return the path of a name."""
    from pathlib import Path

    return Path(name)


def _close_prepared(result: PreparedImport | UnknownFormat) -> None:
    if not isinstance(result, UnknownFormat):
        close_result(result)


def _heads_of(key: str) -> frozenset[str]:
    """Return the column names that a key of the setting stands for; none if it is no such key."""
    try:
        found = json.loads(key)
    except ValueError:
        return frozenset()
    return frozenset(one for one in found if isinstance(one, str)) if isinstance(found, list) else frozenset()


def _ways_of_reading() -> Choices:
    """Return the formats that a file can be read in, by name; "" stands for the recognized one."""
    from jurybox.formats.format import format_word
    from jurybox.formats.mapped_tables import COLUMNS
    from jurybox.formats.recognition import LEFT_OUT
    from jurybox.formats.registry import format_names

    ways: Choices = [(tr("columns…"), COLUMNS.name)]
    ways += [(format_word(name), name) for name in format_names(written=False)]
    return [*ways, (tr("left out"), LEFT_OUT), (tr("as recognized"), "")]


def _labels_of(source: Path, choice: str) -> _WrittenLabels:
    """Return whose labels a choice of `_ask_labels` stands for."""
    from jurybox.gold.reference import reference_in

    gold = reference_in(source, choice.removeprefix(_GOLD)) if choice.startswith(_GOLD) else None
    return {"assessor": None if gold or choice == EVERYBODY else choice, "gold": gold}
