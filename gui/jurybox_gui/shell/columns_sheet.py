"""Matching the columns of a table with fields before it is read: proposed, editable, remembered."""

from __future__ import annotations

from collections.abc import Callable
from typing import final

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from jurybox.formats.column_maps import FIELDS, ColumnMap
from jurybox.formats.table_samples import TableSample
from jurybox.kinds import KINDS
from jurybox.language import tr, trc
from jurybox_gui.desks.campaign.sheet import MARGIN, CampaignSheet
from jurybox_gui.theme.tokens import Px
from jurybox_gui.widgets.combo import Combo
from jurybox_gui.widgets.labels import PlainLabel
from jurybox_gui.widgets.scrolled import scrolled

_EXAMPLES = 3
_LONGEST_EXAMPLE = 80
_HEAD_WIDE, _FIELD_WIDE = 190, 240


@final
class ColumnsSheet(CampaignSheet):
    """A line for each column; emits `matched(map)` to read the table with it, `left()` on Esc."""

    accepts_enter = True

    def __init__(
        self,
        window: QWidget,
        name: str,
        sample: TableSample,
        proposed: ColumnMap,
        matched: Callable[[ColumnMap], object],
        left: Callable[[], object],
    ) -> None:
        super().__init__(
            window, tr("Match columns"), tr("The meaning of each column of {name}.", name=name), tr("Read table")
        )
        self._sample, self._matched, self._left = sample, matched, left
        self._words = proposed.words
        self._chosen = False
        self.kind = Combo(tr("Kind of new questions"))
        self.kind.set_choices([(kind.title, kind.name) for kind in KINDS.values()], proposed.kind)
        self.fields = [self._field(column, dict(proposed.columns).get(column, "")) for column in sample.heads]
        self.why = PlainLabel(role="bad", wrap=True)
        self._lay_out()
        self.closed.connect(self._over)
        self._read()

    @classmethod
    def open_for(
        cls,
        window: QWidget,
        name: str,
        sample: TableSample,
        proposed: ColumnMap,
        matched: Callable[[ColumnMap], object],
        left: Callable[[], object],
    ) -> ColumnsSheet:
        """Show it above a window."""
        made = cls(window, name, sample, proposed, matched, left)
        made.open_over()
        return made

    def panel_size(self, room: QSize) -> QSize:
        """Return room for a dozen columns; more than that scroll."""
        return QSize(820, 600).boundedTo(room)

    def first_focus(self) -> QWidget:
        """Focus the first column's choice."""
        return self.fields[0]

    @property
    def columns(self) -> ColumnMap:
        """The fields chosen."""
        chosen = zip(self._sample.heads, (str(field.currentData()) for field in self.fields), strict=True)
        pairs = tuple((column, name) for column, name in chosen if name)
        heads = frozenset(self._sample.heads)
        return ColumnMap(pairs, str(self.kind.currentData()), heads, self._words)

    def do(self) -> None:
        """Read the table with the fields chosen."""
        self._chosen = True
        self.dismiss()
        self._matched(self.columns)

    # Internals

    def _field(self, column: str, chosen: str) -> Combo:
        made = Combo(tr("What {column} is", column=column))
        choices: list[tuple[str, object]] = [(tr("Leave out"), "")]
        choices += [(field.title, field.name) for field in FIELDS.values()]
        made.set_choices(choices, chosen)
        made.setFixedWidth(_FIELD_WIDE)
        made.activated.connect(lambda _: self._read())
        return made

    def _read(self) -> None:
        columns = self.columns
        why = columns.problem or ("" if columns.columns else tr("No column is matched."))
        self.why.setText(why)
        self.why.setVisible(bool(why))
        self.accept.setEnabled(not why)

    def _over(self) -> None:
        if not self._chosen:
            self._left()

    def _lay_out(self) -> None:
        inside = QWidget()
        grid = QGridLayout(inside)
        grid.setContentsMargins(0, 0, 8, 0)
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(4)
        for at, (column, field) in enumerate(zip(self._sample.heads, self.fields, strict=True)):
            head = PlainLabel(column, weight=600, elide=True)
            head.setFixedWidth(_HEAD_WIDE)
            grid.addWidget(head, at, 0)
            grid.addWidget(field, at, 1)
            examples = PlainLabel(self._examples(column), px=Px.ASIDE, role="text2", elide=True)
            grid.addWidget(examples, at, 2)
        grid.setColumnMinimumWidth(0, _HEAD_WIDE)
        grid.setColumnMinimumWidth(1, _FIELD_WIDE)
        grid.setColumnStretch(2, 1)
        grid.setRowStretch(len(self.fields), 1)
        kind = QHBoxLayout()
        kind.setSpacing(16)
        label = PlainLabel(tr("New questions are"), weight=600)
        label.setFixedWidth(_HEAD_WIDE)
        kind.addWidget(label)
        kind.addWidget(self.kind)
        kind.addStretch(1)
        aside = PlainLabel(
            tr(
                "Several columns can be answer texts, each of a run, or labels, each of an assessor. "
                "This is remembered for tables with these columns."
            ),
            px=Px.ASIDE,
            role="text2",
            wrap=True,
        )
        body = QVBoxLayout()
        body.setContentsMargins(MARGIN, 12, MARGIN - 8, 10)
        body.setSpacing(8)
        body.addLayout(kind)
        body.addWidget(scrolled(inside), 1)
        body.addWidget(self.why)
        body.addWidget(aside)
        self.fill(body)

    def _examples(self, column: str) -> str:
        """Return the first different cells of a column, as shown beside its head."""
        found = dict.fromkeys(" ".join(text.split()) for text in self._sample.values(column))
        shown = [text[:_LONGEST_EXAMPLE] for text in list(found)[:_EXAMPLES]]
        return "  \u00b7  ".join(shown) or trc("cell", "empty")
