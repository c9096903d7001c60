"""Choosing the labels for the grades of an import, previewed grade by grade before reading again."""

from __future__ import annotations

from collections.abc import Callable
from typing import final

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from jurybox.collection.findings import FoundGrades
from jurybox.collection.own_schemes import number_text
from jurybox.errors import Refused
from jurybox.formats.grades import AS_THEY_ARE, GRADED, LETTERS, GradeScale, chosen_scale
from jurybox.kinds import KINDS
from jurybox.label_schemes import LabelScheme, shown_label
from jurybox.language import grouped, tr, trn
from jurybox.lists import comma_list
from jurybox_gui.desks.campaign.sheet import MARGIN, CampaignSheet
from jurybox_gui.desks.label_schemes import choices_by, name_among
from jurybox_gui.desks.label_table import RELEVANT, LabelRow, LabelTable
from jurybox_gui.dialogs.files import ask_open
from jurybox_gui.widgets.buttons import PlainButton
from jurybox_gui.widgets.combo import Combo
from jurybox_gui.widgets.fields import Field
from jurybox_gui.widgets.labels import PlainLabel
from jurybox_gui.widgets.scrolled import scrolled

_FILES = tr("Label schemes (*.json *.csv)")
_NAMED = "named"
_HEADS = ((tr("Grade"), 64), (tr("Judgments"), 92), (tr("Gain"), 64), (tr("Relevant"), 108))
_MOST_NAMED = 8


@final
class GradesSheet(CampaignSheet):
    """The labels for grades; emits `read(labels)` to read the files again, `left()` on Esc."""

    accepts_enter = True

    def __init__(
        self, window: QWidget, grades: FoundGrades, read: Callable[[str | None], object], left: Callable[[], object]
    ) -> None:
        aside = tr("The label for each grade in these files.")
        super().__init__(window, tr("Labels for grades"), aside, tr("Read again"))
        self._grades, self._read_again, self._left = grades, read, left
        self._chosen = False
        self.way = Combo(tr("Which labels"))
        self.text = Field(tr("A scale such as 0..3 or 0..1 by 0.1, or a file (JSON or CSV)"))
        self.text.left.connect(self.dismiss)
        self.browse = PlainButton(tr("Choose file…"))
        self.browse.clicked.connect(self._ask_file)
        self.preview = LabelTable(_HEADS)
        self.why = PlainLabel(role="bad", wrap=True)
        self._lay_out()
        self._begin()
        self.way.activated.connect(lambda _: self._choose_way())
        self.text.textEdited.connect(lambda _: self._read())
        self.closed.connect(self._over)
        self._read()

    @classmethod
    def open_for(
        cls, window: QWidget, grades: FoundGrades, read: Callable[[str | None], object], left: Callable[[], object]
    ) -> GradesSheet:
        """Show it above a window."""
        made = cls(window, grades, read, left)
        made.open_over()
        return made

    def panel_size(self, room: QSize) -> QSize:
        """Return room for a handful of grades; more than that scroll."""
        return QSize(680, 560).boundedTo(room)

    def first_focus(self) -> QWidget:
        """Focus the choice of labels."""
        return self.way

    def do(self) -> None:
        """Read the files again with the labels shown."""
        self._chosen = True
        self.dismiss()
        self._read_again(self._asked())

    # Internals

    def _begin(self) -> None:
        """List the possible labels for these grades, and select the ones used so far."""
        scheme, _ = chosen_scale(self._grades, None)
        ways: list[tuple[str, object]] = [(tr("A, B and C"), LETTERS), (tr("A scale, or labels from a file"), _NAMED)]
        if scheme is not None:
            ways.insert(0, (tr("The grades themselves"), AS_THEY_ARE))
        now = self._grades.read_as
        self.way.set_choices(ways, now if now in {LETTERS, AS_THEY_ARE} else _NAMED)
        self.text.setText("" if now in {LETTERS, AS_THEY_ARE} else now)

    def _asked(self) -> str | None:
        """Return the choice in the form of an import option."""
        way = self.way.currentData()
        return self.text.text().strip() if way == _NAMED else None if way == AS_THEY_ARE else LETTERS

    def _choose_way(self) -> None:
        self._read()
        if self.way.currentData() == _NAMED:
            self.text.setFocus()

    def _ask_file(self) -> None:
        def take(path: object) -> None:
            self.text.setText(str(path))
            self.way.choose(_NAMED)
            self._read()

        ask_open(self, tr("Labels from a file"), _FILES, take)

    def _read(self) -> None:
        """Show the label for each grade, or what is wrong with the typed text."""
        if self.text.hasFocus() and self.text.text().strip():
            self.way.choose(_NAMED)
        asked, rows, why = self._asked(), list[LabelRow](), ""
        try:
            if asked == "":
                why = tr("Type the lowest and the highest grade, such as 0..3, or choose a file.")
            else:
                rows, lost = _rows(self._grades, *chosen_scale(self._grades, asked))
                why = _left_out_sentence(lost)
        except Refused as error:
            why = str(error)
        self.preview.show_rows(rows)
        self.why.set_role("bad" if asked else "text2")
        self.why.setText(why)
        self.accept.setEnabled(not why)

    def _over(self) -> None:
        if not self._chosen:
            self._left()

    def _lay_out(self) -> None:
        column = QVBoxLayout()
        column.setContentsMargins(MARGIN, 14, MARGIN, 12)
        column.setSpacing(8)
        self.way.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        column.addWidget(self.way)
        line = QHBoxLayout()
        line.setSpacing(4)
        self.text.setMinimumHeight(29)
        line.addWidget(self.text, 1)
        line.addWidget(self.browse)
        column.addLayout(line)
        column.addWidget(scrolled(self.preview), 1)
        column.addWidget(self.why)
        self.fill(column)


def _rows(grades: FoundGrades, scheme: LabelScheme | None, scale: GradeScale) -> tuple[list[LabelRow], list[int]]:
    """Return the label for each grade, highest first, and the grades without one."""
    rows, lost = [], []
    choices = choices_by(scheme or KINDS[GRADED].label_scheme, GRADED)
    labels = {label.word: label for label in choices.scheme.labels}
    found = range(grades.ends[0], grades.ends[1] + 1) if grades.ends else grades.counts
    for grade in sorted(found, reverse=True):
        said = scale.said(grade, GRADED)
        count = grouped(grades.counts[grade]) if grade in grades.counts else ""
        if isinstance(said, str):
            lost.append(grade)
            rows.append(LabelRow("", tr("not a label"), (number_text(grade), count, "\u2013", "\u2013")))
        elif label := labels.get(said.label):
            cells = (number_text(grade), count, number_text(label.worth), RELEVANT[label.relevance])
            rows.append(LabelRow(choices.glyph(label.word), shown_label(label).name, cells))
        else:
            name = name_among((), said.state) if said.state else tr("not judged yet")
            rows.append(LabelRow(said.state, name, (number_text(grade), count, "\u2013", "\u2013")))
    return rows, lost


def _left_out_sentence(lost: list[int]) -> str:
    """Return a sentence with the grades that get no label, "" for none."""
    if not lost:
        return ""
    names = comma_list(map(str, lost), _MOST_NAMED)
    return trn(
        "{n} grade of the files has no label here: {names}. Choose a wider scale.",
        "{n} grades of the files have no label here: {names}. Choose a wider scale.",
        len(lost),
        names=names,
    )
