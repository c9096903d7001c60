"""The second row over the table: the view, the gold standards to compare with, who is listed, and how."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal

from jurybox.analysis.significance import CORRECTIONS
from jurybox.analysis.standings import TESTS
from jurybox.collection.judges import panel_of
from jurybox_gui.desks.gold_choices import UNJUDGED_CHOICES, comparison_words, gold_choices
from jurybox_gui.desks.toolbar import ChoiceRow

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtWidgets import QWidget

    from jurybox_gui.core.bridge import Bridge
    from jurybox_gui.widgets.combo import Choices

NOBODY, EVERYBODY, BESIDE_THEM = "runs", "all", "beside"
"""Submitted runs alone; judges and asker ranked among them; the same with places counted without them."""
_PEOPLE: Choices = [
    ("runs alone", NOBODY),
    ("runs, judges and asker", EVERYBODY),
    ("judges and asker outside the order", BESIDE_THEM),
]
_TEST_CHOICES: Choices = [(text[:1].upper() + text[1:], test) for test, text in TESTS.items()]
_CORRECTION_CHOICES: Choices = [(text, correction) for correction, text in CORRECTIONS.items()]
_NONE = ""
_FOLLOW = ""


class OptionRow(ChoiceRow):
    """View, further gold standards, unjudged answers, judges and asker, and how runs are tested.

    Each signal has the value chosen.

    `gold_column_chosen` tells a gold standard that is to be shown, or not any more; "" for none at all.
    """

    view_chosen = Signal(str)
    gold_column_chosen = Signal(str)
    unjudged_chosen = Signal(str)
    test_chosen = Signal(str)
    correction_chosen = Signal(str)
    people_chosen = Signal(str)

    def __init__(self, views: Choices, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.view = self.add_choice("View", views)
        self.gold_columns = self.add_choice("Beside it")
        self.unjudged = self.add_choice("What is unjudged")
        self.people = self.add_choice("Who", _PEOPLE)
        self.test = self.add_choice("Test", _TEST_CHOICES)
        self.correction = self.add_choice("Corrected by", _CORRECTION_CHOICES)
        for combo, signal in (
            (self.view, self.view_chosen),
            (self.gold_columns, self.gold_column_chosen),
            (self.unjudged, self.unjudged_chosen),
            (self.people, self.people_chosen),
            (self.test, self.test_chosen),
            (self.correction, self.correction_chosen),
        ):
            combo.activated.connect(
                lambda _, combo=combo, signal=signal: signal.emit(str(combo.currentData()))
            )

    def follow(self, bridge: Bridge, view: str, golds: Sequence[str], people: str) -> None:
        """Show what is in force; what only ranked answers know is offered only where there are some."""
        catalog = bridge.session.catalog
        self.view.choose(view)
        facts = bridge.session.facts
        known = gold_choices(catalog, bridge.gold, panel_of(catalog, facts), facts)
        named = [(words, name) for words, name in known if name != bridge.gold]
        text = ", ".join(comparison_words(catalog, facts, name) for name in golds) or "no other gold standard"
        known_names = {value for _, value in named}
        named += [(comparison_words(catalog, facts, name), name) for name in golds if name not in known_names]
        marked: Choices = [(f"{'✓ ' if name in golds else ''}{words}", name) for words, name in named]
        self.gold_columns.set_choices([(text, _NONE), *marked], _NONE)
        collection = next(words for words, way in UNJUDGED_CHOICES if way == bridge.collection_unjudged)
        followed = (f"as set: {collection}", _FOLLOW)
        self.unjudged.set_choices([followed, *UNJUDGED_CHOICES], bridge.own_unjudged)
        self.people.choose(people)
        for combo in (self.unjudged, self.people):
            self.show_choice(combo, shown=catalog.has_graded)

    def show_test(self, test: str, correction: str, *, tested: bool, corrected: bool) -> None:
        """Show how runs are tested, in views that test by a choice; `corrected`: for several pairs."""
        self.test.choose(test)
        self.correction.choose(correction)
        self.show_choice(self.test, shown=tested)
        self.show_choice(self.correction, shown=tested and corrected)
