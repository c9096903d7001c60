"""All answers of the question shown, as a list: number, beginning, label."""

from dataclasses import dataclass
from enum import IntEnum

from PySide6.QtCore import Qt

from jurybox.language import tr
from jurybox.lists import comma_list
from jurybox_gui.tables.begun_list import BegunList, Index
from jurybox_gui.widgets.tips import tip_text


class AnswerRole(IntEnum):
    """The data roles of an answer in the list, for its delegate."""

    SHOWN = Qt.ItemDataRole.UserRole + 1
    TEXT = Qt.ItemDataRole.UserRole + 2
    NUMBER = Qt.ItemDataRole.UserRole + 3


@dataclass(frozen=True, slots=True)
class ShownAnswer:
    """One answer: its label, and whether it is among the assessor's best, marked, like the one before.

    `now` is set for the answer shown in full. `glyph`: that of the label, "" if it is spelled like the label.
    """

    answer: int
    label: str = ""
    best: bool = False
    marked: bool = False
    alike: bool = False
    now: bool = False
    glyph: str = ""


class AnswersModel(BegunList[ShownAnswer]):
    """The answers of one question; `put_texts` supplies their beginnings once they are known."""

    text_role = int(AnswerRole.TEXT)

    def row_now(self) -> int | None:
        """Return the row of the answer shown in full."""
        return next((at for at, one in enumerate(self._rows) if one.now), None)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not 0 <= index.row() < len(self._rows):
            return None
        shown = self._rows[index.row()]
        text = self.text_at(index.row())
        match role:
            case AnswerRole.SHOWN:
                return shown
            case AnswerRole.TEXT:
                return text
            case AnswerRole.NUMBER:
                return index.row() + 1
            case Qt.ItemDataRole.DisplayRole:
                words = [shown.label or tr("not judged")]
                words += [tr("among your best")] * shown.best + [tr("marked")] * shown.marked
                return tr("Answer {n}, {words}: {text}", n=index.row() + 1, words=comma_list(words), text=text)
            case Qt.ItemDataRole.ToolTipRole:
                return tip_text(text)
        return None
