"""Choosing the panel: a check box for each assessor, and a preview of the effect before it is stored."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import final

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from jurybox.collection.judges import judges
from jurybox.gold.choosing import gold_in_force, gold_in_words
from jurybox.kinds import ASSESSOR_KINDS
from jurybox.language import tr
from jurybox.lists import and_list
from jurybox.session import Session
from jurybox_gui.desks.campaign.sheet import MARGIN, CampaignSheet
from jurybox_gui.desks.gold_choices import words_here
from jurybox_gui.theme.tokens import Px
from jurybox_gui.widgets.choices import CheckBox
from jurybox_gui.widgets.labels import PlainLabel
from jurybox_gui.widgets.scrolled import scrolled

Store = Callable[[tuple[int, ...]], object]

_HIGH, _ROW, _MOST_ROWS = 250, 28, 12
_NAMED = 6
"""How many people of a panel are named in its sentence; the ticks show all of them."""


@final
class PanelSheet(CampaignSheet):
    """Assessors with a check box; without a stored panel, today's judges are checked.

    None checked: no panel.
    """

    def __init__(self, window: QWidget, session: Session, store: Store, first: int | None) -> None:
        super().__init__(
            window, tr("Panel"), tr("Only the panel's labels count toward the gold standard."), tr("Save panel")
        )
        self._session, self._store = session, store
        catalog, facts = session.catalog, session.facts
        self._judges = judges(catalog, facts)
        self.boxes: dict[int, CheckBox] = {}
        for at, one in enumerate(catalog.assessors):
            if one.removed:
                continue
            kind = tr(ASSESSOR_KINDS[one.kind].title)
            name = one.name if one.kind == "person" else tr("{name} ({kind})", name=one.name, kind=kind)
            box = self.boxes[at] = CheckBox(name)
            box.setChecked(at in self._judges)
            box.toggled.connect(lambda _on: self._show_effect())
        self._first = first if first in self.boxes else next(iter(self.boxes), None)
        self.effect = PlainLabel("", px=Px.ASIDE, role="text2", wrap=True)
        self._fill()
        self._show_effect()

    @classmethod
    def open_for(cls, window: QWidget, session: Session, store: Store, first: int | None) -> PanelSheet:
        """Show the sheet above a window, with the assessor `first` focused."""
        made = cls(window, session, store, first)
        made.open_over()
        return made

    @property
    def chosen(self) -> tuple[int, ...]:
        """The positions checked; empty if these are the judges without a panel and no panel is stored."""
        ticked = tuple(at for at, box in self.boxes.items() if box.isChecked())
        return () if not self._session.facts.panel and ticked == self._judges else ticked

    def panel_size(self, room: QSize) -> QSize:
        """Return room for the assessors; more than a few scroll."""
        return QSize(560, _HIGH + _ROW * min(_MOST_ROWS, len(self.boxes))).boundedTo(room)

    def first_focus(self) -> QWidget:
        """Return the check box of the assessor selected on the page."""
        return self.accept if self._first is None else self.boxes[self._first]

    def do(self) -> None:
        """Store the panel if it changed."""
        chosen = self.chosen
        self.dismiss()
        if set(chosen) != set(self._session.facts.panel):
            self._store(chosen)

    def _show_effect(self) -> None:
        """Show who will judge, and under which gold standard."""
        catalog = self._session.catalog
        facts = replace(self._session.facts, panel=self.chosen)
        text = panel_words(self._names(facts.panel))
        called = partial(words_here, catalog, facts)
        words = gold_in_words(gold_in_force(catalog, facts), catalog, facts, called)
        self.effect.setText(tr("{panel} Gold standard: {gold}.", panel=text, gold=words))
        self.effect.setAccessibleName(self.effect.text())

    def _names(self, members: Sequence[int]) -> list[str]:
        return [self._session.catalog.assessors[at].name for at in members]

    def _fill(self) -> None:
        inside = QWidget()
        rows = QVBoxLayout(inside)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(0)
        for box in self.boxes.values():
            rows.addWidget(box)
        rows.addStretch(1)
        column = QVBoxLayout()
        column.setContentsMargins(MARGIN, 12, MARGIN, 12)
        column.setSpacing(8)
        column.addWidget(scrolled(inside), 1)
        self.effect.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.effect.setMinimumHeight(2 * 18)
        column.addWidget(self.effect)
        self.fill(column)


def panel_words(names: Sequence[str]) -> str:
    """Return in a sentence or two what this panel means."""
    if not names:
        return tr("No panel: every person judges; answer keys, models and the asker do not.")
    return tr("Only labels of {names} count in gold standards and agreement.", names=and_list(names, _NAMED))
