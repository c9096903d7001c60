"""The left half of the planner: who judges, how many judges per question, which questions, what is shared."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from jurybox.collection.facts import Facts
from jurybox.language import tr
from jurybox_gui.desks.campaign.sheet import MARGIN
from jurybox_gui.dialogs.settings.controls import NumberField
from jurybox_gui.theme.tokens import Px
from jurybox_gui.widgets.buttons import PlainButton
from jurybox_gui.widgets.choices import CheckBox
from jurybox_gui.widgets.combo import Choices, Combo
from jurybox_gui.widgets.labels import PlainLabel
from jurybox_gui.widgets.scrolled import scrolled

_USUAL_OVERLAP = 2
_ROW, _NAME_MOST = 28, 190
"""The height of an assessor's line; the widest name that leaves room for another beside it, px."""
_ABOVE_FIELDS = 8


class PlanForm(QWidget):
    """The fields; emits `changed` when a value changes, `everything` for no plan at all.

    The button `clear` is for the sheet to place, where it has room.
    """

    changed = Signal()
    everything = Signal()

    def __init__(
        self,
        names: Sequence[str],
        questions: Choices,
        facts: Facts,
        asked: Collection[str],
        *,
        has_series: bool = False,
    ) -> None:
        super().__init__()
        most = max(1, len(names))
        self.boxes = {name: CheckBox(name) for name in names}
        for name, box in self.boxes.items():
            box.setChecked(name in asked)
        self.overlap = NumberField(tr("Judges of each question"), 1, most)
        self.overlap.setValue(max(1, min(_USUAL_OVERLAP, len(asked))))
        self.questions = Combo(tr("Which questions"))
        self.questions.set_choices(questions)
        self.calibration = NumberField(tr("Calibration questions, judged by everyone first"), 0, 10_000)
        self.calibration.setValue(len(facts.calibration))
        self.repeats = NumberField(tr("Percent of the answers that are shown again"), 0, 50)
        self.repeats.setSuffix(" %")
        self.repeats.setValue(round(facts.repeats * 100))
        self.seed = NumberField(tr("Random seed"), 0, 999_999)
        self.most_questions = _limit(tr("Most questions of one assessor"))
        self.most_answers = _limit(tr("Most answers of one assessor"))
        self.together = CheckBox(tr("Keep series together"))
        self.together.setVisible(has_series)
        self.keep = CheckBox(tr("Add to the current assignments"))
        self.clear = PlainButton(tr("Remove assignments (everyone judges all)"), quiet=True)
        self.clear.clicked.connect(self.everything)
        self._lay_out()
        self._connect()

    def people(self) -> list[str]:
        """Return the names of the assessors who get questions."""
        return [name for name, box in self.boxes.items() if box.isChecked()]

    def values(self) -> tuple[object, ...]:
        """Return the values of all fields, to compare."""
        ways = (self.keep.isChecked(), self.together.isChecked(), self.questions.currentData())
        return (*self.people(), *(number.value() for number in self._numbers), *ways)

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(MARGIN, 10, 16, 8)
        column.setSpacing(3)
        column.addWidget(PlainLabel(tr("Who judges"), weight=600))
        column.addWidget(self._who(), 1000)
        for words, field in (
            (tr("Assessors for each question"), self.overlap),
            (tr("Questions"), self.questions),
            (tr("Calibration questions, judged by everyone first"), self.calibration),
            (tr("Repeated answers, to check consistency"), self.repeats),
            (tr("Random seed"), self.seed),
        ):
            column.addLayout(_line(words, field))
        most = _line(tr("At most: questions, answers"), self.most_questions)
        most.addWidget(self.most_answers)
        column.addLayout(most)
        column.addWidget(self.together)
        column.addWidget(self.keep)
        column.addStretch(1)

    def _who(self) -> QWidget:
        if not self.boxes:
            text = tr("No assessors yet. Close this and press {people.add} to add some.")
            return PlainLabel(text, role="text2", wrap=True, keyed=True)
        inside = QWidget()
        grid = QGridLayout(inside)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(0)
        side_by_side = 2 if max(box.sizeHint().width() for box in self.boxes.values()) <= _NAME_MOST else 1
        for at, box in enumerate(self.boxes.values()):
            grid.addWidget(box, at // side_by_side, at % side_by_side)
        for at in range(side_by_side):
            grid.setColumnStretch(at, 1)
        grid.setRowStretch(len(self.boxes), 1)
        area = scrolled(inside)
        area.setMinimumHeight(_ROW)
        area.setMaximumHeight(inside.sizeHint().height() + _ABOVE_FIELDS)
        return area

    @property
    def _numbers(self) -> tuple[NumberField, ...]:
        limits = self.most_questions, self.most_answers
        return self.overlap, self.calibration, self.repeats, self.seed, *limits

    def _connect(self) -> None:
        self._values = self.values()
        for box in (*self.boxes.values(), self.together, self.keep):
            box.toggled.connect(self._compare)
        for number in self._numbers:
            number.valueChanged.connect(self._compare)
        self.questions.activated.connect(self._compare)

    def _compare(self) -> None:
        """Emit `changed` if a value changed: a number field also reports on Enter without a change."""
        before, self._values = self._values, self.values()
        if self._values != before:
            self.changed.emit()


def _limit(name: str) -> NumberField:
    """Return a field for the most questions an assessor gets; 0 means no limit."""
    field = NumberField(name, 0, 1_000_000)
    field.setSpecialValueText(tr("no limit"))
    return field


def _line(words: str, field: QWidget) -> QHBoxLayout:
    row = QHBoxLayout()
    row.setSpacing(12)
    label = PlainLabel(words, px=Px.BASE, elide=True)
    label.setBuddy(field)
    row.addWidget(label, 1)
    row.addWidget(field)
    return row
