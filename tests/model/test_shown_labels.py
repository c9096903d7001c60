"""Names of labels as people read them: those of the program are translated, a collection's own are not."""

from dataclasses import replace

import pytest

from jurybox import label_schemes
from jurybox.collection.own_schemes import scale
from jurybox.label_schemes import CORRECTNESS, Label, shown_label


def test_labels_of_the_program_are_translated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(label_schemes, "tr", str.upper)
    correct = CORRECTNESS.labels[0]
    shown = shown_label(correct)
    assert (shown.name, shown.meaning) == ("CORRECT", "AND THE TEXT SAYS SO")
    assert replace(shown, name=correct.name, meaning=correct.meaning, explained=correct.explained) == correct


@pytest.mark.parametrize("own", [Label("yes", "Yes", "it does", grade=3), *scale([0, 1, 2]).labels])
def test_labels_of_a_collection_stay_as_typed(own: Label, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(label_schemes, "tr", str.upper)
    assert shown_label(own) == own
