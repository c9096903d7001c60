"""The rows above the list: filter and sort order, and a folding row with further choices."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from jurybox.analysis.disagreements.dispute_kinds import DISPUTE_KINDS
from jurybox.collection.catalog import Catalog
from jurybox.kinds import KINDS
from jurybox.language import tr, trc
from jurybox.measures import Measure
from jurybox_gui.core.measures import measure_choices
from jurybox_gui.desks.disagreements.search import KIND_MARK
from jurybox_gui.desks.disagreements.sorting import DisputeFilter
from jurybox_gui.desks.disagreements.wording import WORDING
from jurybox_gui.desks.toolbar import ToolRow
from jurybox_gui.theme.tokens import Grid, Px
from jurybox_gui.widgets.buttons import PlainButton
from jurybox_gui.widgets.combo import Choices, Combo
from jurybox_gui.widgets.fields import SearchField
from jurybox_gui.widgets.flow import FlowLayout
from jurybox_gui.widgets.hint_button import HintButton
from jurybox_gui.widgets.labels import PlainLabel
from jurybox_gui.widgets.named import named
from jurybox_gui.widgets.surface import Surface

_ORDERS: Choices = [
    (tr("effect on ranking"), "flips"),
    (tr("effect on a score"), "effect"),
    (tr("size"), "size"),
    (tr("fewest decisions left"), "fewest"),
]
_STATES: Choices = [
    (trc("disagreements", "open"), "open"),
    (tr("could swap runs"), "swaps"),
    (trc("disagreements", "settled"), "settled"),
    (trc("disagreements", "all"), "all"),
]
ANYBODY: tuple[str, object] = (tr("anybody"), None)
"""The choice of no assessor, before those of assessors by position."""
_MORE_CHOICES = trc("choices", "More")
_WIDEST, _FIND, _LEAST = 180, 180, 110


class DisputeTools(ToolRow):
    """Filter, sort order and measure of the list; on the right, search and agreement.

    Less frequent choices are in `more`, a row that folds.
    """

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.state = self.add_choice(tr("Show"), _STATES)
        self.order = self.add_choice(tr("Order"), _ORDERS)
        self.measure = self.add_choice(trc("measure", "by"))
        self._gold = self.take_choice(self.gold)
        self.put_choice(self._gold)
        self.more = MoreRow(self.take_choice(self.questions))
        self._is_narrow, self._has_list, self._folds_gold = False, True, False
        self.state.activated.connect(lambda _: self.changed.emit())
        self.more.changed.connect(self.changed)
        self.search = SearchField(tr("Find questions"), action="disagreements.find")
        self.search.setMaximumWidth(_FIND)
        self.search.setMinimumWidth(_LEAST)
        self.add_end(self.search)
        self.fold = PlainButton(f"{_MORE_CHOICES} ▾", action="disagreements.more", own_click=True)
        self.fold.setCheckable(True)
        self.fold.clicked.connect(lambda: self.show_more(shown=self.more.isHidden()))
        self.add_button(self.fold)
        self.figures = HintButton(tr("Agreement"), action="disagreements.agreement", cap_last=True)
        self.add_end(self.figures)

    @property
    def shown(self) -> DisputeFilter:
        """The filter chosen."""
        return DisputeFilter(
            self.state.currentData(),
            str(self.more.what.currentData()),
            self.more.one.currentData(),
            self.more.other.currentData(),
        )

    def show_more(self, *, shown: bool) -> None:
        """Show or hide the less frequent choices; the button names the choices made in a hidden row."""
        self.more.setVisible(shown)
        chosen = 0 if shown else self.more.count
        words = tr("More ({count:,} set)", count=chosen) if chosen else _MORE_CHOICES
        spoken = tr("More choices ({count:,} set)", count=chosen) if chosen else tr("More choices")
        self.fold.setChecked(shown)
        self.fold.setText(f"{words} {'▴' if shown else '▾'}")
        self.fold.setAccessibleName(spoken)
        self.fold.updateGeometry()

    def show_person(self, who: int, name: str) -> None:
        """Choose the open disagreements of one assessor, even before the list of assessors is known."""
        self.state.setCurrentIndex(0)
        self.more.show_person(who, name)
        self.show_more(shown=not self.more.isHidden())

    def set_narrow(self, narrow: bool) -> None:  # noqa: FBT001
        """In a narrow window, move the gold standard to the folding row if this one is full."""
        self._is_narrow = narrow
        self._place_gold()

    def _place_gold(self) -> None:
        folds = self._is_narrow and self._has_list
        if folds != self._folds_gold:
            self._folds_gold = folds
            if folds:
                self.more.put_choice(self._gold)
            else:
                self.put_choice(self._gold)

    def show_list_tools(self, *, shown: bool, measured: bool) -> None:
        """Show or hide what filters and searches the list; `measured`: effects on scores are shown."""
        for combo in (self.state, self.order):
            self.show_choice(combo, shown=shown)
        self.show_choice(self.measure, shown=measured)
        self.search.setVisible(shown)
        self._has_list = shown
        self._place_gold()
        self.more.show_list_tools(shown=shown)

    def show_measure(self, catalog: Catalog, current: Measure) -> None:
        """List the measures of the kinds of question in the collection."""
        self.measure.set_choices(measure_choices(catalog, current), current.name)


class NoEffectRow(Surface):
    """A warning that the gold standard ignores decisions; its button switches to Adjudicated."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("mids", parent=parent)
        self.sentence = PlainLabel("", px=Px.BASE, weight=600, wrap=True)
        self.switch = PlainButton(tr("Switch to Adjudicated"), action="disagreements.adjudicated")
        line = QHBoxLayout(self)
        line.setContentsMargins(Grid.TABLE_MARGIN, 0, Grid.TABLE_MARGIN, 0)
        line.setSpacing(12)
        line.addWidget(self.sentence, 1)
        line.addWidget(self.switch)
        self.hide()

    def show_gold(self, words: str) -> None:
        """Warn about this gold standard; hide the row if `words` is empty."""
        warning = tr("Decisions have no effect under the gold standard {words}.", words=words) if words else ""
        self.sentence.setText(warning)
        self.setAccessibleName(warning)
        self.setVisible(bool(words))


class MoreRow(Surface):
    """The choices below the tool row: questions, the kind of disagreement, two assessors.

    Emits `changed()` when other disagreements must be listed.
    """

    changed = Signal()

    def __init__(self, questions: QWidget, parent: QWidget | None = None) -> None:
        super().__init__("win", "bottom", parent=parent)
        self.what = Combo(tr("Kind"))
        self.one, self.other = Combo(tr("Judged by")), Combo(tr("and differently by"))
        wraps = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        wraps.setHeightForWidth(True)
        self.setSizePolicy(wraps)
        self._line = line = FlowLayout(self, gap=16, leading=6)
        line.setContentsMargins(Grid.TABLE_MARGIN, 0, Grid.TABLE_MARGIN, 8)
        line.addWidget(questions)
        self._of_list: list[QWidget] = []
        for combo in (self.what, self.one, self.other):
            combo.setMaximumWidth(_WIDEST)
            combo.activated.connect(lambda _: self.changed.emit())
            self._of_list.append(named(combo.accessibleName(), combo))
            line.addWidget(self._of_list[-1])
        self.set_people((), ())
        self.set_whats(())
        self.hide()

    def put_choice(self, group: QWidget) -> None:
        """Insert a choice with its name before the others."""
        self._line.insert_widget(0, group)

    def show_list_tools(self, *, shown: bool) -> None:
        """Show or hide what filters the list."""
        for group in self._of_list:
            group.setVisible(shown)

    @property
    def count(self) -> int:
        """The number of its choices that filter something out."""
        return sum(combo.currentIndex() > 0 for combo in (self.what, self.one, self.other))

    def show_person(self, who: int, name: str) -> None:
        """Choose the disagreements between one assessor and anybody else."""
        if self.one.findData(who) < 0:
            self.set_people((who,), (name,))
        self.one.setCurrentIndex(self.one.findData(who))
        for combo in (self.what, self.other):
            combo.setCurrentIndex(0)

    def set_whats(self, whats: Iterable[str], kinds: Iterable[str] = ()) -> None:
        """List the kinds of disagreement; labels by kind of question if there are several."""
        known, several = set(whats), sorted(kinds)
        choices: Choices = [(tr("all kinds"), "")]
        for what, words in WORDING.items():
            choices += [(words.several, what)] if what in known else []
            if DISPUTE_KINDS[what].is_answer_label and len(several) > 1:
                choices += [
                    (tr("labels: {kind}", kind=KINDS[kind].title.casefold()), f"{KIND_MARK}{kind}") for kind in several
                ]
        self.what.set_choices(choices, self.what.currentData() if self.what.count() else "")

    def set_people(self, people: Sequence[int], names: Sequence[str]) -> None:
        """List the assessors who disagree with somebody."""
        choices: Choices = [ANYBODY, *zip(names, people, strict=True)]
        for combo in (self.one, self.other):
            combo.set_choices(choices, combo.currentData())
