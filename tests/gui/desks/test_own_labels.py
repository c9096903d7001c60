"""Labels of a collection's own: given by keys, typing and mouse, settled, and chosen on Campaign."""

import json
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from boards import list_collection
from click.testing import CliRunner
from judge_bench import Asked, Given, write_collection
from person import Person
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QEnterEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from sweeps import swept

from jurybox.cli.labels import labels as labels_command
from jurybox.collection.facts import Facts
from jurybox.collection.own_schemes import scheme_as_json, scheme_from, scheme_of_text
from jurybox.commands import Judge, SetFact, SetGuidelines
from jurybox.kinds import KINDS
from jurybox.label_schemes import LabelScheme
from jurybox.session import open_session
from jurybox_gui.desks.campaign.guidelines import GuidelinesSheet
from jurybox_gui.desks.campaign.labels_sheet import LabelsSheet
from jurybox_gui.desks.gold_choices import gold_choices
from jurybox_gui.desks.label_schemes import DIGITS, choices_by, choices_of, moved_keys, names_of_label_keys
from jurybox_gui.desks.scale_field import label_typed, not_a_label
from jurybox_gui.dialogs.shortcuts import KeysEditor
from jurybox_gui.widgets.glyphs import own_look
from jurybox_gui.widgets.probe import painted_words

Come = Callable[..., Person]

# P, L and K are keys of actions, which only collections of an earlier version have on labels.
FIVE: dict[str, Any] = {
    "name": "web search",
    "measurement": "ordinal",
    "labels": [
        {"label": "perfect", "name": "Perfect", "meaning": "the one to show", "key": "P", "grade": 4},
        {"label": "excellent", "name": "Excellent", "key": "X", "grade": 3},
        {"label": "good", "name": "Good", "key": "L", "grade": 2},
        {"label": "fair", "name": "Fair", "grade": 1, "relevant": "lenient"},
        {"label": "bad", "name": "Bad", "guideline": "Of no use at all.", "key": "K", "grade": 0},
    ],
}


def scheme_named(name: str, kind: str) -> LabelScheme:
    return scheme_from(FIVE, kind) if name == "five" else scheme_of_text(name, kind)


def judged(path: Path, name: str, labels: Sequence[tuple[int, int, str]] = (), *, kind: str = "validation") -> Path:
    """Write a collection with labels of its own; `labels` are (assessor, answer, label) by position."""
    asked = [
        Asked(f"Q{n}", f"What is {n}?", [Given(f"Answer {a}", f"Text {n}.{a}") for a in range(3)], kind=kind)
        for n in (1, 2, 3)
    ]
    write_collection(path, asked, runs=("one", "two") if kind == "validation" else ())
    with closing(open_session(path)) as session:
        session.execute(SetFact(f"scheme:{kind}", scheme_as_json(scheme_named(name, kind))))
        for who, answer, label in labels:
            session.execute(Judge((answer,), label, assessor=who))
    return path


def said(person: Person, answer: int) -> str:
    content = person.session.content_of(answer)
    return content.label or content.state or ""


def click(widget: Any, at: QPoint | None = None) -> None:
    QTest.mouseClick(widget, Qt.MouseButton.LeftButton, pos=at or widget.rect().center())


def hover(widget: QWidget) -> None:
    at = QPointF(widget.rect().center())
    QApplication.sendEvent(widget, QEnterEvent(at, at, QPointF(widget.mapToGlobal(at))))


# The keys and looks of labels


@pytest.mark.parametrize(
    ("name", "keys"),
    [
        ("0..3", {"3": "3", "2": "2", "1": "1", "0": "0", "4": "cannot-tell"}),
        ("-1..2", {"2": "2", "1": "1", "0": "0", "3": "-1", "4": "cannot-tell"}),
        ("five", {"1": "perfect", "2": "excellent", "3": "good", "4": "fair", "5": "bad", "6": "cannot-tell"}),
        ("0..9", {digit: digit for digit in DIGITS}),
    ],
)
def test_a_label_that_is_a_digit_has_that_key_and_others_the_next(name: str, keys: dict[str, str]) -> None:
    choices = choices_by(scheme_named(name, "ranked"), "ranked")
    digits = zip(DIGITS, choices.digits, strict=True)
    assert {digit: label.word for digit, label in digits if label} == keys
    assert {digit: choices.digit_of(word) for digit, word in keys.items()} == {key: key for key in keys}


def test_the_schemes_of_the_papers_keep_their_keys_and_glyphs() -> None:
    for kind in KINDS.values():
        choices = choices_of(Facts(), kind.name)
        words = [*kind.labels, "cannot-tell"]
        assert [label.word for label in choices.digits if label] == words
        assert [choices.glyph(word) for word in words] == words


def test_long_scales_have_no_keys_and_name_labels_by_number() -> None:
    labels = scheme_of_text("0..1 by 0.1", "ranked").labels
    assert choices_by(scheme_of_text("0..1 by 0.1", "ranked"), "ranked").is_long
    for typed, label in (("0.3", "0.3"), ("0,3", "0.3"), (".3", "0.3"), ("1.0", "1"), (" 0 ", "0")):
        found = label_typed(labels, typed)
        assert found is not None
        assert found.word == label
    for typed in ("0.35", "2", "", "x", "nan", "-0.1"):
        assert label_typed(labels, typed) is None
    assert not_a_label(labels, "0.35") == ("“0.35” is not a label; type a number from 0 to 1 in steps of 0.1.")
    hundred = scheme_of_text("0..100", "ranked").labels
    assert not_a_label(hundred, "101") == "“101” is not a label; type a number from 0 to 100."
    assert label_typed(hundred, "7") is hundred[93]


def test_gold_standards_of_the_letters_are_offered_for_the_letters_alone(come: Come, tmp_path: Path) -> None:
    person = come(judged(tmp_path / "c.jury", "five", kind="ranked"), assessor="Ana")
    catalog, facts = person.session.catalog, person.session.facts
    names = [name for _, name in gold_choices(catalog, "", (), facts)]
    assert {"median", "majority+lenient"} <= set(names)
    assert "mean" not in names  # its labels are only in an order
    person.session.execute(SetFact("scheme:ranked", scheme_as_json(scheme_named("0..100", "ranked"))))
    person.settle()
    names = [name for _, name in gold_choices(catalog, "", (), person.session.facts)]
    assert {"median", "mean"} <= set(names)
    assert not [name for name in names if name.startswith(("GA", "LOO", "UF"))]
    papers = [name for _, name in gold_choices(catalog, "")]
    assert {"GAW", "UFA", "LOO:Ana"} <= set(papers)
    assert not {"median", "mean", "majority+lenient"} & set(papers)


# Judge


def test_five_labels_by_digits_letters_and_mouse_undone_and_reopened(come: Come, tmp_path: Path) -> None:
    path = judged(tmp_path / "c.jury", "five")
    person = come(path, assessor="Ana", desk="judge")
    bar, shown = person.desk.center.bar, person.desk.queue_cursor
    assert list(bar.buttons) == ["perfect", "excellent", "good", "fair", "bad"]
    words = painted_words(person.window)
    assert {"Perfect", "Excellent", "Fair", "Of no use at all."} <= set(words)  # the guidelines
    assert "Perfect, key 1" in person.desk.probe().said
    looks = [own_look(shown.choices.glyph(label["label"])) for label in FIVE["labels"]]
    assert [look.sign for look in looks if look] == ["Pe", "X", "Go", "Fa", "Ba"]
    given = {}
    for act, label in (
        (lambda: person.press("4"), "fair"),
        (lambda: person.press("X"), "excellent"),
        (lambda: click(bar.buttons["bad"]), "bad"),
        (lambda: person.press("K"), "cannot-tell"),
        (lambda: person.press("P"), "perfect"),
    ):
        given[shown.answer] = label
        act()
        person.settle()
    assert {answer: said(person, answer) for answer in given} == given
    marked = shown.answer
    person.press("L")  # the key of the desk, though a label asks for it
    assert (said(person, marked), list(shown.marked)) == ("", [marked])
    person.press("L", "Ctrl+Z")
    *_, last = given
    assert (said(person, last), shown.answer) == ("", last)
    person.press("3")
    given[last] = "good"
    person.close()
    again = come(path, assessor="Ana", desk="judge")
    assert {answer: said(again, answer) for answer in given} == given
    assert again.desk.queue_cursor.choices.scheme.name == "web search"


def test_a_label_of_a_long_scale_is_typed_or_chosen_with_the_mouse(come: Come, tmp_path: Path) -> None:
    person = come(judged(tmp_path / "c.jury", "0..100"), assessor="Ana", desk="judge")
    scale, shown = person.desk.center.bar.scale, person.desk.queue_cursor
    assert not person.desk.center.bar.buttons
    assert (scale.isVisible(), scale.low.text(), scale.high.text()) == (True, "0", "100")
    first = shown.answer
    person.press("7")
    assert (scale.field.text(), QApplication.focusWidget()) == ("7", scale.field)
    QTest.keyClicks(scale.field, "30")
    person.press("Return")
    assert (said(person, first), shown.answer) == ("", first)
    assert "“730” is not a label; type a number from 0 to 100." in person.desk.probe().said
    assert scale.message.text() in painted_words(person.window)
    person.press("Escape")
    assert (scale.field.text(), scale.message.isVisible(), QApplication.focusWidget()) == ("", False, person.desk)
    person.press("7")
    QTest.keyClicks(scale.field, "3")
    person.press("Return")
    assert said(person, first) == "73"
    second = shown.answer
    assert second != first
    click(scale.slider, QPoint(scale.slider.width() - 2, 16))
    person.settle()
    assert said(person, second) == "100"
    person.press("Return")
    QTest.keyClicks(scale.field, "0")
    person.press("Return", "Ctrl+Z", "Ctrl+Z", "Ctrl+Z")
    assert (said(person, first), said(person, second), shown.answer) == ("", "", first)


def keys_at_once(*keys: Qt.Key) -> None:
    """Press keys one after the other, with nothing painted between them."""
    for key in keys:
        QTest.keyClick(QApplication.focusWidget(), key)


@pytest.mark.parametrize("desk", ["judge", *swept(["lists"])])
def test_no_digit_is_lost_that_is_typed_before_the_next_answer_is_painted(
    desk: str, come: Come, tmp_path: Path
) -> None:
    if desk == "judge":
        path = judged(tmp_path / "c.jury", "0..100")
    else:
        grades = ["correct", *(str(grade) for grade in range(99, 0, -1)), "incorrect"]
        labels = [{"label": word, "grade": 100 - at} for at, word in enumerate(grades)]
        path = list_collection(tmp_path / "c.jury", answers=6)
        with closing(open_session(path)) as session:
            session.execute(SetFact("scheme:list", {"labels": labels}))
    person = come(path, assessor="Ana", desk=desk)

    def here() -> int:
        return int(person.desk.here)

    first = here()
    keys_at_once(Qt.Key.Key_5, Qt.Key.Key_0, Qt.Key.Key_Return, Qt.Key.Key_7)
    person.settle()
    second = here()
    assert second != first
    keys_at_once(Qt.Key.Key_3, Qt.Key.Key_Return)
    assert (said(person, first), said(person, second)) == ("50", "73")
    third = here()
    keys_at_once(Qt.Key.Key_8, Qt.Key.Key_1, Qt.Key.Key_Return)
    assert said(person, third) == "", "what nobody has seen is not labeled"
    person.settle()
    assert here() == third
    keys_at_once(Qt.Key.Key_Return)
    assert said(person, third) == "81", "and what was typed waits for Enter"


def test_the_digits_of_a_scale_give_the_labels_that_they_are(come: Come, tmp_path: Path) -> None:
    person = come(judged(tmp_path / "c.jury", "0..3", kind="ranked"), assessor="Ana", desk="judge")
    given = {}
    for digit in ("3", "0", "1", "2"):
        given[person.desk.queue_cursor.answer] = digit
        person.press(digit)
    assert {answer: said(person, answer) for answer in given} == given


def test_the_window_follows_labels_that_are_set_meanwhile(come: Come, tmp_path: Path) -> None:
    path = judged(tmp_path / "c.jury", "five", [(0, 0, "perfect")])
    person = come(path, assessor="Ana", desk="judge")
    bar, shown, first = person.desk.center.bar, person.desk.queue_cursor, person.desk.queue_cursor.answer
    labels = [FIVE["labels"][0], {"label": "poor", "name": "Poor", "key": "Y", "grade": 0}]
    person.session.execute(SetFact("scheme:validation", {**FIVE, "labels": labels}))
    person.settle()
    assert (shown.answer, list(bar.buttons)) == (first, ["perfect", "poor", "cannot-tell"])
    assert "Poor" in painted_words(person.window)
    assert "Excellent" not in painted_words(person.window)
    person.press("4")
    assert said(person, first) == ""
    person.press("Y")
    assert said(person, first) == "poor"
    person.press("Ctrl+Z")
    person.session.undo()  # of the labels
    person.settle()
    assert list(bar.buttons) == ["perfect", "excellent", "good", "fair", "bad"]


def own(*labels: str, kind: str = "factoid") -> LabelScheme:
    """Return a scheme with these labels, `word/KEY`, the best first; none are those of the papers."""
    if not labels:
        return KINDS[kind].label_scheme
    pairs = [label.partition("/") for label in labels]
    return scheme_from(
        {
            "labels": [
                {"label": word, "key": key, "grade": len(labels) - 1 - at} for at, (word, _, key) in enumerate(pairs)
            ]
        },
        kind,
    )


LONG = tuple(f"step {at}" for at in range(9))
MOVES = [
    (
        (),
        ("correct", "inexact", "outdated", "unsupported", "incorrect"),
        "{judge.label.3} was Unsupported and is outdated, {judge.label.4} was Incorrect and is unsupported, {judge",
    ),
    (("correct", "incorrect"), ("correct", "incorrect"), ""),
    (("correct", "incorrect/X"), ("correct/X", "incorrect"), "{judge.letter.x} was incorrect and is correct"),
    (("correct", "fair", "incorrect"), ("correct", "fair", "2", "incorrect"), "{judge.label.2} was fair and is 2, "),
    (("correct", *LONG[:8], "incorrect"), ("correct", *LONG, "incorrect"), "labels are typed now"),
    (("correct", *LONG, "incorrect"), ("correct", *LONG[:8], "incorrect"), "digits enter labels at once now"),
    (("correct", *LONG, "incorrect"), ("correct", *LONG, "step 9", "incorrect"), ""),
]
"""Labels before and now, and how the sentence about keys begins."""


@pytest.mark.parametrize(("before", "now", "moved"), MOVES)
def test_keys_that_give_other_labels_are_named(before: Sequence[str], now: Sequence[str], moved: str) -> None:
    earlier, later = (Facts(schemes={"factoid": own(*labels)}) for labels in (before, now))
    found = moved_keys(earlier, later, (KINDS["factoid"],))
    assert found.startswith(moved) if moved else not found


def test_who_judges_is_told_which_keys_give_other_labels_until_the_message_is_closed(
    come: Come, tmp_path: Path
) -> None:
    path = judged(tmp_path / "c.jury", "0..2", kind="ranked")
    person = come(path, assessor="Ana", desk="judge")

    def set_elsewhere(*labels: str) -> None:
        file = tmp_path / "labels.json"
        file.write_text(json.dumps(scheme_as_json(own(*labels, kind="ranked"))), encoding="utf-8")
        done = CliRunner().invoke(labels_command, [str(path), "--set", "ranked", str(file)])
        assert done.exit_code == 0, done.output

    set_elsewhere("high", "low", "none")
    person.wait(lambda: bool(person.window.message))
    person.settle()
    first = "The labels changed: 1 was 1 and is high, 2 was 2 and is low, 3 was Cannot tell and is none."
    assert first in painted_words(person.window)
    person.press("4", "3", "2")  # also after labels
    assert first in painted_words(person.window)
    set_elsewhere("high", "fair", "low", "none")
    person.wait(lambda: "3 was Cannot tell and is low" in person.window.message)
    assert "2 was 2 and is fair" in person.window.message, "compared with what was before the message"
    person.press("Ctrl+2")
    assert person.window.message
    person.window.notices.banner.buttons[-1].click()
    person.settle()
    assert not person.window.message


def test_who_sets_labels_in_this_window_is_not_told(come: Come, tmp_path: Path) -> None:
    person = come(judged(tmp_path / "c.jury", "five"), assessor="Ana", desk="campaign")
    person.press("Shift+L")
    sheet = person.window.findChild(LabelsSheet)
    sheet.text.setFocus()
    QTest.keyClicks(sheet.text, "0..3")
    person.press("Return")
    assert person.session.facts.schemes["validation"].words == ("3", "2", "1", "0")
    assert not person.window.message


# Disagreements


def test_disagreements_are_settled_with_the_labels_of_the_collection(come: Come, tmp_path: Path) -> None:
    given = [(who, at, label) for at in (0, 1) for who, label in ((0, "perfect"), (1, "fair"))]
    path = judged(tmp_path / "c.jury", "five", given)
    person = come(path, desk="disagreements", assessor="Chair")
    person.press("Space")
    names = [one.text() for one in person.desk.detail.buttons]
    assert names == ["Perfect", "Excellent", "Good", "Fair", "Bad", "Cannot tell"]
    person.press("2")
    ledger = person.session.ledger
    assert sorted(map(ledger.codes.word, ledger.adjudications[[0, 1]].tolist())) == ["", "excellent"]
    button = next(one for one in person.desk.detail.buttons if one.text() == "Fair")
    click(button)
    person.settle()
    assert sorted(map(ledger.codes.word, ledger.adjudications[[0, 1]].tolist())) == ["excellent", "fair"]


def test_majority_is_enabled_only_where_there_is_one(come: Come, tmp_path: Path) -> None:
    given = [(0, 0, "perfect"), (1, 0, "fair"), (0, 1, "good"), (1, 1, "good"), (2, 1, "bad")]
    path = judged(tmp_path / "c.jury", "five", given)
    person = come(path, desk="disagreements", assessor="Chair")
    majority, seen = person.desk.detail.majority, dict[int, bool]()
    for _ in range(2):
        person.press("Space")
        has_one = bool(person.desk.dispute.majority)
        seen[person.desk.dispute.answer] = has_one
        assert majority.isEnabled() is has_one
        hover(majority)  # it asks again whether its action can be done
        assert majority.isEnabled() is has_one
        person.press("Shift+S", "Esc")
        assert majority.isEnabled() is has_one
        if not has_one:
            person.press("Return")
            assert "No label has more than half of the votes." in person.words()
    assert seen == {0: False, 1: True}


def test_a_decision_on_a_long_scale_is_typed(come: Come, tmp_path: Path) -> None:
    path = judged(tmp_path / "c.jury", "0..100", [(0, 0, "20"), (1, 0, "80")])
    person = come(path, desk="disagreements", assessor="Chair")
    person.press("Space")
    detail, ledger = person.desk.detail, person.session.ledger
    assert [one.text() for one in detail.buttons] == ["80", "20", "Cannot tell"]
    person.press("5")
    assert QApplication.focusWidget() is detail.scale.field
    QTest.keyClicks(detail.scale.field, "5")
    person.press("Return")
    assert ledger.codes.word(int(ledger.adjudications[0])) == "55"


BELOW = {"0..100": "", "-50..50": "-"}


@pytest.mark.parametrize(("name", "begins"), BELOW.items())
def test_a_minus_begins_a_label_below_0_where_there_are_such(
    come: Come, tmp_path: Path, name: str, begins: str
) -> None:
    person = come(judged(tmp_path / "c.jury", name), assessor="Ana", desk="judge")
    scale, shown = person.desk.center.bar.scale, person.desk.queue_cursor
    size = person.program.settings["text_size"]
    person.press("-")
    assert scale.field.text() == begins
    assert (person.program.settings["text_size"] == size) is bool(begins)
    if begins:
        first = shown.answer
        QTest.keyClicks(scale.field, "7")
        person.press("Return")
        assert said(person, first) == "-7"
        assert shown.answer != first


@pytest.mark.sweep
def test_a_decision_below_0_is_typed(come: Come, tmp_path: Path) -> None:
    path = judged(tmp_path / "c.jury", "-50..50", [(0, 0, "-20"), (1, 0, "50")])
    person = come(path, desk="disagreements", assessor="Chair")
    person.press("Space", "-")
    detail, ledger = person.desk.detail, person.session.ledger
    QTest.keyClicks(detail.scale.field, "5")
    person.press("Return")
    assert ledger.codes.word(int(ledger.adjudications[0])) == "-5"


@pytest.mark.sweep
def test_a_label_of_a_long_scale_is_typed_on_the_list_board(come: Come, tmp_path: Path) -> None:
    words = ["correct", *(str(grade) for grade in range(5, -6, -1)), "incorrect"]
    grades = [9, *range(5, -6, -1), -9]
    labels = [{"label": word, "grade": grade} for word, grade in zip(words, grades, strict=True)]
    path = list_collection(tmp_path / "list.jury", answers=6)
    with closing(open_session(path)) as session:
        session.execute(SetFact("scheme:list", {"labels": labels}))
    person = come(path, assessor="Ana", desk="lists")
    desk, scale, given = person.desk, person.desk.middle.scale, {}
    assert [button.text() for button in desk.middle.buttons] == ["Cannot tell"]
    assert scale.isVisible()
    for first, rest, word in (("4", "", "4"), ("-", "3", "-3"), ("Return", "inc", "incorrect")):
        given[desk.answer] = word
        person.press(first)
        assert QApplication.focusWidget() is scale.field
        QTest.keyClicks(scale.field, rest)
        person.press("Return")
        assert QApplication.focusWidget() is desk
    wrong = desk.answer
    person.press("9", "Return")
    assert scale.message.isVisible()
    assert said(person, wrong) == ""
    person.press("Escape")
    given[wrong] = "correct"
    click(scale.slider, QPoint(scale.slider.width() - 2, 16))
    person.settle()
    given[desk.answer] = "cannot-tell"
    person.press("K")
    person.press("7", "Escape", "Down")
    assert {answer: said(person, answer) for answer in given} == given
    person.press("Z")
    *_, last = given
    assert said(person, last) == ""


# Campaign


def test_the_organizer_chooses_labels_and_undoes_it(come: Come, tmp_path: Path) -> None:
    path = judged(tmp_path / "c.jury", "five", [(0, 0, "good")])
    person = come(path, assessor="organiser", desk="campaign")
    person.window.resize(1280, 800)
    person.settle()
    assert "Perfect to Bad (5)" in painted_words(person.window)
    click(person.desk.facts.choose_labels)
    person.settle()
    assert person.window.findChild(LabelsSheet)
    person.press("Escape", "Shift+L")
    sheet = person.window.findChildren(LabelsSheet)[-1]
    assert [row.name for row in sheet.preview.rows] == ["Perfect", "Excellent", "Good", "Fair", "Bad"]
    assert [row.cells[0] for row in sheet.preview.rows] == ["1", "2  X", "3", "4", "5"], "P is a key of Disagreements"
    sheet.text.setFocus()
    QTest.keyClicks(sheet.text, "0..")
    assert sheet.why.text()
    assert not sheet.accept.isEnabled()
    QTest.keyClicks(sheet.text, "3")
    assert sheet.preview.rows[0][1:] == ("3", ("3", "3", "–", "yes"))
    person.press("Return")
    assert "'good'" in sheet.why.text()
    assert person.session.facts.schemes["validation"].name == "web search"
    sheet.text.clear()
    QTest.keyClicks(sheet.text, "Excellent, Good, Poor")
    assert [row[1:] for row in sheet.preview.rows] == [
        ("Excellent", ("1", "2", "–", "yes")),
        ("Good", ("2", "1", "–", "yes")),
        ("Poor", ("3", "0", "–", "no")),
    ]
    more = [*map(dict, FIVE["labels"]), {"label": "hopeless", "name": "Hopeless", "grade": -1}]
    file = tmp_path / "labels.json"
    file.write_text(json.dumps({**FIVE, "labels": more}), encoding="utf-8")
    sheet.text.setText(str(file))
    sheet.text.textEdited.emit(sheet.text.text())
    assert "“Only where one assessor differs from others” on Disagreements" in sheet.why.text()
    assert not sheet.accept.isEnabled()
    for label in more:
        label.pop("key", None)
    file.write_text(json.dumps({**FIVE, "labels": more}), encoding="utf-8")
    sheet.text.textEdited.emit(sheet.text.text())
    assert len(sheet.preview.rows) == len(more)
    person.press("Return")
    assert person.session.facts.schemes["validation"].words[-1] == "hopeless"
    person.press("Ctrl+Z")
    assert person.session.facts.schemes["validation"].words[-1] == "bad"


def test_a_letter_that_somebody_gave_another_action_gives_no_label(come: Come, tmp_path: Path) -> None:
    person = come(judged(tmp_path / "c.jury", "five"), assessor="Ana", desk="judge")
    person.program.settings["keys"] = {"judge.next": ["P"]}
    person.settle()
    first = person.desk.queue_cursor.answer
    person.press("P")
    assert (said(person, first), person.desk.queue_cursor.answer == first) == ("", False)


def test_many_labels_have_small_buttons_in_a_low_window(come: Come, tmp_path: Path) -> None:
    given = [(0, 0, "perfect"), (1, 0, "bad")]
    person = come(judged(tmp_path / "c.jury", "five", given), assessor="Ana", desk="judge")
    bar = person.desk.center.bar
    for size, room in (((1280, 800), 40), ((960, 540), 24), ((1280, 800), 40)):
        person.window.resize(*size)
        person.settle()
        assert list(bar.buttons) == ["perfect", "excellent", "good", "fair", "bad"]
        person.wait(lambda room=room: all(one.height() >= room for one in bar.buttons.values()))
        assert all(bar.rect().contains(button.geometry()) for button in bar.buttons.values())
    first = person.desk.queue_cursor.answer
    person.window.resize(960, 540)
    person.settle()
    click(bar.buttons["good"])
    person.settle()
    assert said(person, first) == "good"


def test_a_list_question_is_judged_by_labels_of_its_own(come: Come, tmp_path: Path) -> None:
    words = ("correct", "mostly", "incorrect")
    labels = [{"label": word, "key": word[0], "grade": 2 - at} for at, word in enumerate(words)]
    path = list_collection(tmp_path / "list.jury", answers=4)
    with closing(open_session(path)) as session:
        session.execute(SetFact("scheme:list", {"labels": [*labels[:2], {**labels[2], "key": "W"}]}))
    person = come(path, assessor="Ana", desk="lists")
    desk, given = person.desk, {}
    buttons = desk.middle.buttons
    assert [one.text() for one in buttons] == ["correct", "mostly", "incorrect", "Cannot tell"]
    for act, word in (
        (lambda: person.press("2"), "mostly"),
        (lambda: person.press("W"), "incorrect"),
        (lambda: click(buttons[0]), "correct"),
        (lambda: person.press("K"), "cannot-tell"),
    ):
        given[desk.answer] = word
        act()
        person.settle()
    assert {answer: said(person, answer) for answer in given} == given


def test_guidelines_and_examples_are_of_the_labels_of_the_collection(come: Come, tmp_path: Path) -> None:
    path = judged(tmp_path / "c.jury", "five", [(0, 0, "excellent"), (1, 0, "fair")])
    with closing(open_session(path)) as session:
        session.execute(SetFact("calibration", ["Q1"]))
    person = come(path, assessor="organiser", desk="campaign")
    person.press("Shift+G")
    sheet = person.window.findChild(GuidelinesSheet)
    assert list(sheet.fields) == ["perfect", "excellent", "good", "fair", "bad", "cannot-tell"]
    assert sheet.fields["bad"].placeholderText() == "Of no use at all."
    assert sheet.examples is not None
    assert {button.text() for button in sheet.examples.buttons} == {"Excellent (1)", "Fair (1)"}


def test_guidelines_of_a_long_scale_ask_for_its_ends(come: Come, tmp_path: Path) -> None:
    person = come(judged(tmp_path / "c.jury", "0..100"), assessor="organiser", desk="campaign")
    person.session.execute(SetGuidelines({"50": "Half of it."}))
    person.settle()
    person.press("Shift+G")
    sheet = person.window.findChild(GuidelinesSheet)
    assert list(sheet.fields) == ["100", "50", "0", "cannot-tell"]


def test_digit_keys_are_called_by_the_labels_that_they_give_here() -> None:
    facts = Facts(schemes={"validation": scheme_named("five", "validation")})
    names = names_of_label_keys(facts, (KINDS["validation"],))
    assert names["judge.label.1"] == "First label (Perfect)"
    assert names["disagreements.give.5"] == "Decide: Fifth label (Bad)"
    assert names["judge.label.9"] == "Ninth label"
    assert "Correct" in names["lists.label.1"], "no question here is judged on Lists"
    facts = Facts(schemes={"validation": scheme_named("0..100", "validation")})
    assert names_of_label_keys(facts, (KINDS["validation"],))["judge.label.1"] == "First label"


@pytest.mark.sweep
def test_the_keys_of_own_labels_are_found_by_their_names(come: Come, tmp_path: Path) -> None:
    person = come(judged(tmp_path / "c.jury", "five"))
    person.window.registry.trigger("edit.keys")
    person.settle()
    editor = person.window.findChild(KeysEditor)
    QTest.keyClicks(QApplication.focusWidget(), "excellent")
    assert {row.text for row in editor.rows.rows("excellent")} == {
        "Second label (Excellent)",
        "Decide: Second label (Excellent)",
    }
    assert editor.current.action == "judge.label.2"
    person.press("Esc")
