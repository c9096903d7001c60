"""The second row over the table, under *More*: comparison, unjudged answers, who is ranked, tests, order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from jurybox.analysis.significance import CORRECTIONS
from jurybox.analysis.standings import TESTS
from jurybox.collection.judges import panel_of
from jurybox.language import tr
from jurybox.lists import comma_list
from jurybox_gui.desks.gold_choices import UNJUDGED_CHOICES, comparison_words, gold_choices
from jurybox_gui.desks.toolbar import ChoiceRow
from jurybox_gui.tables.score_columns import ScoreColumn
from jurybox_gui.widgets.combo import Choices

if TYPE_CHECKING:
    from jurybox_gui.core.bridge import Bridge

NOBODY, EVERYBODY, BESIDE_THEM = "runs", "all", "beside"
"""Submitted runs alone; judges and asker ranked among them; the same with ranks counted without them."""
_PEOPLE: Choices = [
    (tr("runs only"), NOBODY),
    (tr("runs, judges and asker"), EVERYBODY),
    (tr("judges and asker, unranked"), BESIDE_THEM),
]
_TEST_CHOICES: Choices = [(text[:1].upper() + text[1:], test) for test, text in TESTS.items()]
_CORRECTION_CHOICES: Choices = [(text, correction) for correction, text in CORRECTIONS.items()]
_NONE = _FOLLOW = _BY_SCORE = ""
_SORTED_WORDS = {"rank": tr("rank, last first"), "run": tr("run name"), "move": tr("places moved")}


class OptionRow(ChoiceRow):
    """Further gold standards, unjudged answers, who is ranked, how runs are tested and rows are sorted.

    Each signal carries the chosen value. `gold_column_chosen`: a gold standard to show or hide; "" to hide
    all. `set_count`: the number of choices that are not the default.
    """

    gold_column_chosen = Signal(str)
    unjudged_chosen = Signal(str)
    test_chosen = Signal(str)
    correction_chosen = Signal(str)
    people_chosen = Signal(str)
    sort_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.set_count = 0
        self.gold_columns = self.add_choice(tr("Compare with"))
        self.unjudged = self.add_choice(tr("Unjudged answers"))
        self.people = self.add_choice(tr("Rank"), _PEOPLE)
        self.test = self.add_choice(tr("Test"), _TEST_CHOICES)
        self.correction = self.add_choice(tr("Correction"), _CORRECTION_CHOICES)
        self.sort = self.add_choice(tr("Sort by"))
        for combo, signal in (
            (self.sort, self.sort_chosen),
            (self.gold_columns, self.gold_column_chosen),
            (self.unjudged, self.unjudged_chosen),
            (self.people, self.people_chosen),
            (self.test, self.test_chosen),
            (self.correction, self.correction_chosen),
        ):
            combo.activated.connect(lambda _, combo=combo, signal=signal: signal.emit(str(combo.currentData())))

    def follow(self, bridge: Bridge, golds: Sequence[str], people: str) -> None:
        """Show the choices in force.

        Those that concern only ranked answers are listed only if there are some.
        """
        catalog = bridge.session.catalog
        facts = bridge.session.facts
        known = gold_choices(catalog, bridge.gold, panel_of(catalog, facts), facts)
        named = [(words, name) for words, name in known if name != bridge.gold]
        text = comma_list(comparison_words(catalog, facts, name) for name in golds) or tr("none")
        known_names = {value for _, value in named}
        named += [(comparison_words(catalog, facts, name), name) for name in golds if name not in known_names]
        marked: Choices = [(f"{'✓ ' if name in golds else ''}{words}", name) for words, name in named]
        self.gold_columns.set_choices([(text, _NONE), *marked], _NONE)
        collection = next(words for words, way in UNJUDGED_CHOICES if way == bridge.collection_unjudged)
        followed = (tr("default: {way}", way=collection), _FOLLOW)
        self.unjudged.set_choices([followed, *UNJUDGED_CHOICES], bridge.own_unjudged)
        self.people.choose(people)
        for combo in (self.unjudged, self.people):
            self.show_choice(combo, shown=catalog.has_graded)
        self.set_count = bool(golds) + bool(bridge.own_unjudged) + (people != NOBODY)

    def show_sort(self, columns: Sequence[ScoreColumn], sort: tuple[str, bool] | None, *, shown: bool) -> None:
        """List the columns that the table can be sorted by; show the sort column and its direction."""
        named = [(_SORTED_WORDS.get(one.id, one.shown_heading), one.id) for one in columns if one.sort]
        choices = [
            (tr("{words}, reversed", words=words) if sort is not None and sort == (id_, True) else words, id_)
            for words, id_ in named
        ]
        self.sort.set_choices([(tr("score"), _BY_SCORE), *choices], sort[0] if sort else _BY_SCORE)
        self.show_choice(self.sort, shown=shown)

    def show_test(self, test: str, correction: str, *, tested: bool, corrected: bool) -> None:
        """Show how runs are tested, in views with a choice of tests; `corrected`: for several pairs."""
        self.test.choose(test)
        self.correction.choose(correction)
        self.set_count += tested and (bool(test) or correction != "holm")
        self.show_choice(self.test, shown=tested)
        self.show_choice(self.correction, shown=tested and corrected)
