"""What a screen reader hears: everything that takes the keyboard has a name that is not merely its value."""

from collections.abc import Callable
from pathlib import Path

import pytest
from demo_file import demo_file
from person import Person
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import QComboBox, QLineEdit, QWidget
from sweeps import swept

Come = Callable[..., Person]
WALK = [
    ("community", ("judge", "scores", "disagreements", "spaces", "studies", "campaign")),
    ("validation", ("judge", "spaces")),
    ("series", ("lists", "nuggets")),
]
PLACES = [(demo, desk) for demo, desks in WALK for desk in desks]
FEW = [("community", "disagreements"), ("community", "campaign"), ("validation", "judge")]
FEW += [("validation", "spaces"), ("series", "nuggets")]


def labels_of(interface: QAccessibleInterface) -> list[str]:
    """Return the texts of the labels that a widget is related to."""
    return [
        other.text(QAccessible.Text.Name)
        for other, how in interface.relations(QAccessible.RelationFlag.Label)
        if other is not None and how & QAccessible.RelationFlag.Label
    ]


def nameless(window: QWidget) -> list[str]:
    """Return what takes the keyboard and has no name for who hears the screen."""
    found = []
    for widget in [window, *window.findChildren(QWidget)]:
        if widget.focusPolicy() == Qt.FocusPolicy.NoFocus or not widget.isVisible():
            continue
        interface = QAccessible.queryAccessibleInterface(widget)
        name, value = (interface.text(part) for part in (QAccessible.Text.Name, QAccessible.Text.Value))
        # Qt on Unix calls a combo by its choice, and leaves its name to the label related to it.
        given = widget.accessibleName() or " ".join(labels_of(interface))
        is_field = isinstance(widget, QComboBox | QLineEdit)
        if not (given if is_field else name) or (value and given == value):
            found.append(f"{type(widget).__name__} {name!r} {value!r}")
    return found


@pytest.mark.parametrize(("demo", "desk"), [*FEW, *swept(place for place in PLACES if place not in FEW)])
def test_all_of_a_desk_has_names(come: Come, tmp_path: Path, demo: str, desk: str) -> None:
    person = come(demo_file(tmp_path / "demo.jury", demo), desk=desk)
    assert person.window.desk == desk
    assert not nameless(person.window)


@pytest.mark.parametrize("key", ["Ctrl+,", "Ctrl+Shift+E", *swept(["Ctrl+K", "F1", "?", "Ctrl+J", "Ctrl+Shift+A"])])
@pytest.mark.sweep
def test_all_of_a_dialog_has_names(come: Come, tmp_path: Path, key: str) -> None:
    person = come(demo_file(tmp_path / "demo.jury"), desk="scores")
    person.press(key)
    assert not nameless(person.window)


@pytest.mark.parametrize(("study", "label"), [("stability", "Set size"), *swept([("error-rate", "Set sizes")])])
def test_fields_of_a_study_are_called_by_their_labels(come: Come, tmp_path: Path, study: str, label: str) -> None:
    person = come(demo_file(tmp_path / "demo.jury"), desk="studies")
    form = person.desk.form
    form.study.choose(study)
    person.settle()
    names = [form.trials.accessibleName(), form.set_size.accessibleName(), form.seed.accessibleName()]
    assert names == ["Trials", label, "Seed"]
