"""The rows above the list: gold standard, questions, order and measure; below them, the filter."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from jurybox.analysis.disagreements.dispute_kinds import DISPUTE_KINDS
from jurybox.kinds import KINDS
from jurybox_gui.core.measures import measure_choices
from jurybox_gui.desks.disagreements.search import KIND_MARK
from jurybox_gui.desks.disagreements.sorting import DisputeFilter
from jurybox_gui.desks.disagreements.wording import WORDING
from jurybox_gui.desks.toolbar import ToolRow
from jurybox_gui.theme.tokens import Grid, Px
from jurybox_gui.widgets.buttons import PlainButton
from jurybox_gui.widgets.combo import Combo
from jurybox_gui.widgets.fields import SearchField
from jurybox_gui.widgets.flow import FlowLayout
from jurybox_gui.widgets.hint_button import HintButton
from jurybox_gui.widgets.labels import PlainLabel
from jurybox_gui.widgets.named import named
from jurybox_gui.widgets.surface import Surface

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from jurybox.collection.catalog import Catalog
    from jurybox.measures import Measure
    from jurybox_gui.widgets.combo import Choices

_ORDERS: Choices = [("flips ranks", "flips"), ("effect on a score", "effect"), ("size", "size")]
_STATES: Choices = [
    ("open", "open"),
    ("could swap runs", "swaps"),
    ("settled", "settled"),
    ("all", "all"),
]
ANYBODY: tuple[str, object] = ("anybody", None)
"""The choice of no assessor, before those of assessors by position."""
_WIDEST, _WIDEST_STATE, _FIND, _LEAST = 132, 160, 190, 120


class DisputeTools(ToolRow):
    """Order and measure, and at the right the way to agreement."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.order = self.add_choice("Worst first", _ORDERS)
        self.measure = self.add_choice("by")
        self.search = SearchField("Question", action="disagreements.find")
        self.search.setMaximumWidth(_FIND)
        self.search.setMinimumWidth(_LEAST)
        self.add_end(self.search)
        self.figures = HintButton("Agreement", action="disagreements.agreement", cap_last=True)
        self.add_end(self.figures)

    def show_list_tools(self, *, shown: bool) -> None:
        """Show or hide what chooses and finds rows of the list."""
        self.show_choice(self.order, shown=shown)
        self.search.setVisible(shown)

    def show_measure(self, catalog: Catalog, current: Measure) -> None:
        """List the measures of the kinds of question there are."""
        self.measure.set_choices(measure_choices(catalog, current), current.name)


class NoEffectRow(Surface):
    """A warning that the gold standard ignores decisions; its button switches to Adjudicated."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("mids", parent=parent)
        self.sentence = PlainLabel("", px=Px.BASE, weight=600, wrap=True)
        self.switch = PlainButton("Switch to Adjudicated", action="disagreements.adjudicated")
        line = QHBoxLayout(self)
        line.setContentsMargins(Grid.TABLE_MARGIN, 5, Grid.TABLE_MARGIN, 5)
        line.setSpacing(12)
        line.addWidget(self.sentence, 1)
        line.addWidget(self.switch)
        self.hide()

    def show_gold(self, words: str) -> None:
        """Warn about this gold standard; hide the row if `words` is empty."""
        warning = f"Decisions have no effect under the gold standard {words}." if words else ""
        self.sentence.setText(warning)
        self.setAccessibleName(warning)
        self.setVisible(bool(words))


class FilterRow(Surface):
    """Chooses which disagreements are listed; emits `changed()`."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("surf", parent=parent)
        self.state, self.what = Combo("Show"), Combo("Kind of disagreement")
        self.one, self.other = Combo("Where"), Combo("differs from")
        self.counts = PlainLabel("", px=Px.ASIDE, role="text2", tabular=True)
        self.state.set_choices(_STATES, "open")
        wraps = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        wraps.setHeightForWidth(True)
        self.setSizePolicy(wraps)
        line = FlowLayout(self, gap=7, leading=6)
        line.setContentsMargins(Grid.TABLE_MARGIN, 6, Grid.TABLE_MARGIN, 6)
        for words, combo in (("Show", self.state), ("", self.what), ("where", self.one), ("≠", self.other)):
            combo.setMaximumWidth(_WIDEST_STATE if combo is self.state else _WIDEST)
            combo.activated.connect(lambda _: self.changed.emit())
            line.addWidget(named(words, combo) if words else combo)
        line.addWidget(self.counts)
        self.one.setAccessibleName("Where")
        self.other.setAccessibleName("Differs from")
        self.set_people((), ())
        self.set_whats(())

    @property
    def shown(self) -> DisputeFilter:
        """The filter chosen."""
        return DisputeFilter(
            self.state.currentData(),
            str(self.what.currentData()),
            self.one.currentData(),
            self.other.currentData(),
        )

    def show_person(self, who: int, name: str) -> None:
        """Choose the open disagreements of one assessor, also before the list of assessors is known."""
        if self.one.findData(who) < 0:
            self.set_people((who,), (name,))
        self.one.setCurrentIndex(self.one.findData(who))
        for combo in (self.state, self.what, self.other):
            combo.setCurrentIndex(0)

    def set_whats(self, whats: Iterable[str], kinds: Iterable[str] = ()) -> None:
        """Offer the kinds of disagreement; labels by kind of question, where there are several."""
        known, several = set(whats), sorted(kinds)
        choices: Choices = [("everything", "")]
        for what, words in WORDING.items():
            choices += [(words.several, what)] if what in known else []
            if DISPUTE_KINDS[what].is_answer_label and len(several) > 1:
                choices += [
                    (f"labels: {KINDS[kind].title.casefold()}", f"{KIND_MARK}{kind}") for kind in several
                ]
        self.what.set_choices(choices, self.what.currentData() if self.what.count() else "")

    def set_people(self, people: Sequence[int], names: Sequence[str]) -> None:
        """Offer the assessors who disagree with somebody."""
        choices: Choices = [ANYBODY, *zip(names, people, strict=True)]
        for combo in (self.one, self.other):
            combo.set_choices(choices, combo.currentData())
