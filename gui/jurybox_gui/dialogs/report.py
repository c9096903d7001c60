"""The preview of an import: files in the order of reading, first rows, runs, problems; then store it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QSyntaxHighlighter, QTextCharFormat, QTextDocument
from PySide6.QtWidgets import (
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QPlainTextEdit,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from jurybox.collection.findings import Report
from jurybox.collection.table_words import table_word
from jurybox.formats.format import format_word
from jurybox.formats.import_preview import FirstRows, FoundFile
from jurybox.formats.imports import PreparedImport
from jurybox.formats.mapped_tables import COLUMNS
from jurybox.formats.recognition import LEFT_OUT
from jurybox.language import grouped, tr, tr_head, tr_heads, trn
from jurybox.lists import comma_list
from jurybox.wording import count_of
from jurybox_gui.tables.plain_table import PlainTable, dress_table
from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.palette import color
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Px
from jurybox_gui.widgets.banner import Banner
from jurybox_gui.widgets.buttons import PlainButton
from jurybox_gui.widgets.combo import Choices, Combo
from jurybox_gui.widgets.focus import RING_ROOM
from jurybox_gui.widgets.hairline import Hairline
from jurybox_gui.widgets.labels import PlainLabel
from jurybox_gui.widgets.overlay import Overlay
from jurybox_gui.widgets.painted_list import Index
from jurybox_gui.widgets.painting import LEFT, kept, paint_text
from jurybox_gui.widgets.tips import tip_text
from jurybox_gui.widgets.whole_lines import cover_slice

_SIZE = QSize(1080, 760)
_LIST = 276
_GUTTER = 16
_ASIDE, _IS_READ = Qt.ItemDataRole.UserRole, Qt.ItemDataRole.UserRole + 1
_LINE = 44
_MOST_FILES = 1_000
_MOST_ROW_TEXT = 160
_RUNS = tr_heads("run", "questions", "answered", "NIL", "empty")


class ReportSheet(Overlay):
    """Shows a prepared import; `store` is called if it is accepted, `drop` if not.

    `read_as(file, value)` reads everything again with one file read in another way, chosen from `ways`.
    `save` writes the report to a file.
    """

    def __init__(
        self,
        window: QWidget,
        prepared: PreparedImport,
        store: Callable[[], object],
        drop: Callable[[], object],
        choices: Mapping[str, Callable[[], object]],
        ways: Choices,
        read_as: Callable[[FoundFile, str], object],
        save: Callable[[], object],
        shown: Path | None,
        into: str,
    ) -> None:
        super().__init__(window)
        self._prepared, self._store, self._drop, self._read_as = prepared, store, drop, read_as
        report = prepared.report
        self.setAccessibleName(tr("Import preview"))
        self.files = QListWidget()
        self.way = Combo(tr("Read as"))
        self.way.set_choices(ways)
        self.part = Combo(tr("Table"))
        self._heading = PlainLabel(weight=600, elide=True)
        self._reason = PlainLabel(px=Px.ASIDE, role="text2", elide=True)
        self._read_label = PlainLabel(tr("Read as"), px=Px.ASIDE, role="text2")
        self._rows = PlainTable(self)
        self.table = dress_table(self._rows, tr("First rows"), self)
        self.table.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.match = PlainButton(tr("Match columns…"))
        self.match.clicked.connect(lambda _: self._read_file_as(COLUMNS.name))
        self._none = PlainLabel(role="text2", wrap=True)
        self._tables: list[FirstRows] = []
        self.text = _ReportText("\n".join(report.errors_first()))
        self.text.setReadOnly(True)
        self.text.setFont(font(Px.BASE))
        self.text.setAccessibleName(tr("Report"))
        self.scrolled = self.text
        self._marks = _SeverityColors(self.text.document(), report)
        self.save = PlainButton(tr("Save report…"))
        self.save.clicked.connect(lambda _: save())
        self.accept = PlainButton(tr("Import"), "Enter", main=True)
        self.accept.setEnabled(report.ok)
        self.accept.clicked.connect(self._accepted)
        self.refuse = PlainButton(tr("Cancel") if report.ok else tr("Close"), "Esc")
        self.refuse.clicked.connect(self.dismiss)
        self.choices = [self._choice(text, choose) for text, choose in choices.items()]
        self._lay_out(report, into)
        self._accepted_already = False
        self.files.currentRowChanged.connect(self._show_line)
        self.part.activated.connect(lambda _: self._show_part())
        self.way.activated.connect(lambda _: self._read_file_as(str(self.way.currentData())))
        self.closed.connect(self._over)
        self._list_files(shown)

    @classmethod
    def open_for(
        cls,
        window: QWidget,
        prepared: PreparedImport,
        store: Callable[[], object],
        drop: Callable[[], object],
        choices: Mapping[str, Callable[[], object]] = MappingProxyType({}),
        *,
        ways: Choices,
        read_as: Callable[[FoundFile, str], object],
        save: Callable[[], object],
        shown: Path | None = None,
        into: str,
    ) -> ReportSheet:
        """Show the sheet above a window, with the file `shown` first.

        Each of `choices` reads again in another way. `into`: the name of the collection.
        """
        made = cls(window, prepared, store, drop, choices, ways, read_as, save, shown, into)
        made.open_over()
        return made

    def panel_size(self, room: QSize) -> QSize:
        """Return a size in which rows and a report are readable."""
        return _SIZE.boundedTo(room)

    def first_focus(self) -> QWidget:
        """Focus the button that stores, or that closes if nothing can be stored."""
        return self.accept if self.accept.isEnabled() else self.refuse

    def keyPressEvent(self, event: QKeyEvent) -> None:
        enter = event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}
        if enter and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            if not event.isAutoRepeat():
                self.accept.click()
            return
        super().keyPressEvent(event)

    # Internals

    @property
    def _lines(self) -> Sequence[FoundFile]:
        return self._prepared.files[:_MOST_FILES]

    @property
    def _has_runs(self) -> bool:
        return bool(self._prepared.report.runs)

    def _list_files(self, shown: Path | None) -> None:
        """List the files, and before them the runs; select the file `shown`, else the first line."""
        runs = self._prepared.report.runs
        if runs:
            self._add_line(count_of(len(runs), "run"), tr("answered, NIL, empty"))
        for one in self._lines:
            self._add_line(one.name, _read_as(one), is_read=bool(one.format))
        more = len(self._prepared.files) - _MOST_FILES
        if more > 0:
            self._add_line(trn("{n} more file", "{n} more files", more), tr("see the report"))
        rows = [at for at, one in enumerate(self._lines, int(self._has_runs)) if one.path == shown]
        self.files.setCurrentRow(rows[0] if rows else 0)

    def _add_line(self, name: str, aside: str, *, is_read: bool = True) -> None:
        item = QListWidgetItem(f"{name}\n{aside}")
        item.setData(_ASIDE, aside)
        item.setData(_IS_READ, is_read)
        item.setSizeHint(QSize(0, _LINE))
        item.setToolTip(tip_text(f"{name}\n{aside}"))
        self.files.addItem(item)

    def _file(self) -> FoundFile | None:
        at = self.files.currentRow() - self._has_runs
        return self._lines[at] if 0 <= at < len(self._lines) else None

    def _show_line(self, row: int) -> None:
        """Show the first rows of the selected file, or what the runs return."""
        file = self._file()
        for part in (self._read_label, self.way):
            part.setVisible(file is not None)
        if file is None:
            self._show_runs(is_chosen=row == 0 and self._has_runs)
            return
        self._heading.setText(file.name)
        self._reason.setText(_reason_of(file))
        self.way.choose(file.format or LEFT_OUT)
        self._tables = self._prepared.first_rows(file)
        parts: Choices = [(_counted(table), at) for at, table in enumerate(self._tables)]
        most = max(range(len(parts)), key=lambda at: (self._tables[at].total, at), default=0)
        self.part.set_choices(parts, most)
        self.part.setVisible(len(self._tables) > 1)
        self._none.setText(
            tr("None of its rows is read.")
            if file.format
            else tr("Choose a format under Read as, or match the columns of a table.")
        )
        self._show_part()

    def _show_part(self) -> None:
        at = self.part.currentData()
        if isinstance(at, int) and at < len(self._tables):
            table = self._tables[at]
            self._rows.set_rows(table.columns, [[_one_line(text) for text in row] for row in table.rows])
        else:
            self._rows.set_rows((), ())
        self._none.setVisible(not self._tables)
        file = self._file()
        self.match.setVisible(file is not None and not file.format)
        self.table.setVisible(bool(self._tables))
        self._fit_table()
        self.table.scrollToTop()

    def _show_runs(self, *, is_chosen: bool) -> None:
        runs = self._prepared.report.runs if is_chosen else ()
        self._heading.setText(tr("Runs") if is_chosen else "")
        self._reason.setText(tr("What each run of these files returns") if is_chosen else "")
        self.part.hide()
        self._none.hide()
        self.match.hide()
        self.table.setVisible(is_chosen)
        rows = [
            (one.run, grouped(one.questions), grouped(one.answered), grouped(one.nil), grouped(one.empty))
            for one in runs
        ]
        self._rows.set_rows([tr_head(head) for head in _RUNS], rows)
        self._fit_table()

    def _fit_table(self) -> None:
        """Give the table no more height than its rows need: the report below can use the rest."""
        rows = self._rows.rowCount() * self.table.verticalHeader().defaultSectionSize()
        bar = self.table.horizontalScrollBar().sizeHint().height()
        self.table.setMaximumHeight(self.table.horizontalHeader().sizeHint().height() + rows + bar)

    def _read_file_as(self, value: str) -> None:
        file = self._file()
        if file is not None and (value == COLUMNS.name or value != (file.format or LEFT_OUT)):
            self.dismiss()
            self._read_as(file, value)

    def _choice(self, text: str, choose: Callable[[], object]) -> PlainButton:
        button = PlainButton(text)

        def chosen() -> None:
            self.dismiss()
            choose()

        button.clicked.connect(chosen)
        return button

    def _accepted(self) -> None:
        self._accepted_already = True
        self.dismiss()
        self._store()

    def _over(self) -> None:
        if not self._accepted_already:
            self._drop()
        self.deleteLater()

    def _lay_out(self, report: Report, into: str) -> None:
        column = QVBoxLayout(self.panel)
        column.setContentsMargins(24, 16, 24, 14)
        column.setSpacing(10)
        top = QHBoxLayout()
        top.setSpacing(_GUTTER)
        title = PlainLabel(tr("Import preview"), px=19, weight=600)
        title.setMinimumWidth(_LIST)
        top.addWidget(title)
        top.addWidget(_verdict(report, into), 1)
        column.addLayout(top)
        self.files.setFixedWidth(_LIST)
        self.files.setFont(font(Px.BASE))
        self.files.setItemDelegate(_FileLine(self.files))
        self.files.setAccessibleName(tr("Files in the order of reading"))
        self.files.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.files.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        body = QHBoxLayout()
        body.setSpacing(_GUTTER)
        body.addWidget(self.files)
        right = QVBoxLayout()
        right.setSpacing(6)
        right.addLayout(self._head_of_rows())
        right.addWidget(self._reason)
        right.addWidget(self.table, 1)
        right.addWidget(self._none)
        right.addWidget(self.match)
        right.addStretch()
        right.addWidget(Hairline(raised=True))
        head = QHBoxLayout()
        head.setContentsMargins(0, 0, -RING_ROOM, 0)
        head.addWidget(PlainLabel(tr("Report"), weight=600), 1)
        head.addWidget(self.save)
        right.addLayout(head)
        right.addWidget(self.text, 1)
        body.addLayout(right, 1)
        column.addLayout(body, 1)
        row = QHBoxLayout()
        row.setContentsMargins(-RING_ROOM, 0, -RING_ROOM, 0)
        for button in self.choices:
            row.addWidget(button)
        row.addStretch(1)
        row.addWidget(self.refuse)
        row.addWidget(self.accept)
        column.addLayout(row)

    def _head_of_rows(self) -> QHBoxLayout:
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(self._heading, 1)
        head.addWidget(self.part)
        head.addWidget(self._read_label)
        head.addWidget(self.way)
        return head


class _FileLine(QStyledItemDelegate):
    """Paints a listed file: its name, below it its format; a file that is not read is emphasized."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        tokens, box = theme().tokens, QRectF(option.rect)
        is_chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        with kept(painter):
            if is_chosen:
                painter.fillRect(box, color(tokens.accsoft))
                painter.fillRect(QRectF(box.left(), box.top(), 3, box.height()), color(tokens.accent))
            line = QRectF(box.left() + 12, box.top() + 4, box.width() - 20, 18)
            name = str(index.data(Qt.ItemDataRole.DisplayRole)).partition("\n")[0]
            paint_text(painter, line, name, font(Px.BASE, 600), tokens.text, LEFT, Qt.TextElideMode.ElideMiddle)
            ink = tokens.text2 if index.data(_IS_READ) else tokens.mid
            paint_text(painter, line.translated(0, 18), str(index.data(_ASIDE)), font(Px.ASIDE), ink)


class _ReportText(QPlainTextEdit):
    """The report; it ends with a whole line."""

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        cover_slice(self)


class _SeverityColors(QSyntaxHighlighter):
    """Colors the lines that begin with *error* or *warning*, in the theme in force."""

    def __init__(self, document: QTextDocument, report: Report) -> None:
        super().__init__(document)
        self._bad, self._mid = (frozenset(report.found(one)) for one in ("error", "warning"))
        theme().changed.connect(self.rehighlight)

    def highlightBlock(self, text: str) -> None:
        tokens = theme().tokens
        ink = tokens.bad if text in self._bad else tokens.mid if text in self._mid else ""
        if ink:
            look = QTextCharFormat()
            look.setForeground(color(ink))
            self.setFormat(0, len(text), look)


def _read_as(file: FoundFile) -> str:
    if not file.format:
        return tr("not read: {reason}", reason=file.evidence.words)
    # A line can fill several tables, such as a judgment and its answer: it is one row all the same.
    return comma_list((format_word(file.format), count_of(max(file.rows.values(), default=0), "row")))


def _reason_of(file: FoundFile) -> str:
    return (
        tr("Read as {format}, {reason}.", format=format_word(file.format), reason=file.evidence.words)
        if file.format
        else tr("Not read: {reason}.", reason=file.evidence.words)
    )


def _counted(table: FirstRows) -> str:
    return tr("{table}: {rows}", table=table_word(table.table), rows=count_of(table.total, "row"))


def _one_line(text: str) -> str:
    """Return a cell as one line of a table, no longer than can be displayed."""
    joined = " ".join(text.split())
    return joined if len(joined) <= _MOST_ROW_TEXT else f"{joined[:_MOST_ROW_TEXT]}\u2026"


def _verdict(report: Report, into: str) -> Banner:
    backup = tr("Everything goes into {name}. A backup is made first.", name=into)
    if report.ok and report.warnings:
        return Banner(
            trn("Ready to import, with {n} warning.", "Ready to import, with {n} warnings.", report.warnings),
            backup,
            kind="warning",
        )
    if report.ok:
        return Banner(tr("Ready to import. No problems found."), backup, kind="good")
    what = trn("{n} error. Nothing was imported.", "{n} errors. Nothing was imported.", report.errors)
    return Banner(what, tr("Fix the errors below, then import again."), kind="error")
