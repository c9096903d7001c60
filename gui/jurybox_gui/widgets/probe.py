"""What a desk shows and what can be done there, in words: for `jurybox shot --format json`, and for tests."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from PySide6.QtCore import QAbstractItemModel, QBuffer, QModelIndex, QPoint, Qt, QXmlStreamReader
from PySide6.QtGui import QAccessible, QPainter
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QComboBox,
    QLineEdit,
    QListView,
    QPlainTextEdit,
    QScrollBar,
    QTableView,
    QTextEdit,
    QWidget,
)

from jurybox_gui.actions.registry import registry_of

_ROOT = QModelIndex()
_HEARD = (QAccessible.Text.Name, QAccessible.Text.Description, QAccessible.Text.Value)


@dataclass(frozen=True, slots=True)
class ProbedTable:
    """A list or a table: its name for screen readers, the heads of its columns, its rows as they are read.

    `chosen`: the place of the current row, -1 for none. A list has one column without a head.
    """

    name: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    chosen: int

    def column(self, head: str) -> list[str]:
        """Return the cells below a head. ValueError if no column has it."""
        at = self.heads.index(head)
        return [row[at] for row in self.rows]


@dataclass(frozen=True, slots=True)
class Probe:
    """What is shown in words, and what can be done.

    `words` are painted, in the order of painting; `said` is what a screen reader says of what is visible: names,
    descriptions and values. `actions` are the ids of the desk's actions that can be done now, `buttons` the names
    of those that can be clicked. `marks` is what is set, by the name of its field: the choice of a combo, a text,
    a value, "on" for a button that is down. `choices` are those of each combo.
    """

    words: tuple[str, ...]
    said: tuple[str, ...]
    actions: tuple[str, ...]
    buttons: tuple[str, ...]
    marks: Mapping[str, str]
    choices: Mapping[str, tuple[str, ...]]
    tables: tuple[ProbedTable, ...]

    @property
    def text(self) -> str:
        """All painted words, one after another."""
        return " ".join(self.words)

    @property
    def heard(self) -> str:
        """All that is said, one after another."""
        return " ".join(self.said)

    def table(self, name: str) -> ProbedTable:
        """Return the table of that name. StopIteration if it is not shown."""
        return next(one for one in self.tables if one.name == name)


def probe(desk: QWidget, name: str) -> Probe:
    """Return what a desk shows, and which of the actions of that desk can be done; nothing is changed."""
    registry = registry_of(desk)
    parts = [one for one in (desk, *desk.findChildren(QWidget)) if one.isVisible()]
    combos = [one for one in parts if isinstance(one, QComboBox)]
    return Probe(
        tuple(painted_words(desk)),
        tuple(dict.fromkeys(word for part in parts for word in _heard(part) if word)),
        tuple(
            one.id
            for one in (registry.specs(name) if registry else ())
            if one.desk == name and registry is not None and registry.possible(one.id)
        ),
        tuple(_named(one) for one in parts if isinstance(one, QAbstractButton) and one.isEnabled()),
        {_named(part): mark for part in parts if (mark := _mark(part)) is not None},
        {_named(one): tuple(one.itemText(at) for at in range(one.count())) for one in combos},
        tuple(_table(one) for one in parts if isinstance(one, QAbstractItemView) and not _is_inside(one)),
    )


def painted_words(widget: QWidget) -> list[str]:
    """Return the strings that a widget and all in it paint, as an SVG painter receives them."""
    buffer, generator = QBuffer(), QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setSize(widget.size())
    painter = QPainter(generator)
    widget.render(painter, QPoint())
    painter.end()
    picture, found = QXmlStreamReader(bytes(buffer.data().data()).decode()), []
    while not picture.atEnd():
        if picture.readNextStartElement() and picture.name() == "text":
            found.append(picture.readElementText(QXmlStreamReader.ReadElementTextBehaviour.IncludeChildElements))
    return found


def _heard(part: QWidget) -> Iterator[str]:
    interface = QAccessible.queryAccessibleInterface(part)
    if interface is not None:
        yield from map(interface.text, _HEARD)


def _named(part: QWidget) -> str:
    """Return the name of a field or a button, as it was given or as it is said."""
    return part.accessibleName() or next(_heard(part), "")


def _mark(part: QWidget) -> str | None:
    """Return what is set in a field; None for a part where nothing can be set."""
    if isinstance(part, QComboBox):
        return part.currentText()
    if isinstance(part, QLineEdit):
        return part.text()
    if isinstance(part, (QPlainTextEdit, QTextEdit)):
        return part.toPlainText()
    if isinstance(part, QAbstractSlider):
        return None if isinstance(part, QScrollBar) else str(part.value())
    return "on" if isinstance(part, QAbstractButton) and part.isChecked() else None


def _is_inside(view: QAbstractItemView) -> bool:
    """Return whether a view belongs to another, as heads do."""
    parent = view.parentWidget()
    return isinstance(parent, QAbstractItemView) or view.model() is None


def _table(view: QAbstractItemView) -> ProbedTable:
    model = view.model()
    hidden = view.isColumnHidden if isinstance(view, QTableView) else lambda _: False
    columns = 1 if isinstance(view, QListView) else model.columnCount(_ROOT)
    shown = [at for at in range(columns) if not hidden(at)]
    return ProbedTable(
        view.accessibleName(),
        ("",) if isinstance(view, QListView) else tuple(_head(model, at) for at in shown),
        tuple(tuple(_cell(model, row, at) for at in shown) for row in range(model.rowCount(_ROOT))),
        view.currentIndex().row(),
    )


def _head(model: QAbstractItemModel, column: int) -> str:
    return str(model.headerData(column, Qt.Orientation.Horizontal) or "")


def _cell(model: QAbstractItemModel, row: int, column: int) -> str:
    """Return what a cell says: its text for screen readers, else the one shown."""
    index = model.index(row, column)
    said = index.data(Qt.ItemDataRole.AccessibleTextRole)
    return str((index.data() if said is None else said) or "")
