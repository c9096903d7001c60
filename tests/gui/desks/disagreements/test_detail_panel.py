"""The right side of Disagreements: what is marked in a text is the answer that is shown."""

from dataclasses import replace

import numpy as np
from patient_bot import PatientBot

from jurybox.analysis.disagreements.slopes import Slopes
from jurybox_gui.desks.disagreements.decision_effects import DecisionEffect, DecisionEffectList, ShownEffects
from jurybox_gui.desks.disagreements.detail_panel import DetailPanel, Heading
from jurybox_gui.desks.disagreements.people_list import ROW, Voice
from jurybox_gui.desks.disagreements.slope_chart import SlopeChart, SlopeColumn
from jurybox_gui.desks.disagreements.wording import Option
from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.tokens import Px
from jurybox_gui.widgets.hint_button import HintButton
from jurybox_gui.widgets.painting import noting_cuts, text_width
from jurybox_gui.widgets.probe import painted_words

LABELS = (
    Option("A", "Fully", "A"),
    Option("B", "Partly", "B"),
    Option("C", "Not", "C"),
    Option("unjudgeable", "Cannot tell", "unjudgeable"),
)
SUPPORT = "From Paris the line leads to Lyon, and from Lyon to the sea."


def marked(panel: DetailPanel) -> list[str]:
    """Return what is marked in the supporting text."""
    return [one.cursor.selectedText() for one in panel.pane.extraSelections()]


def test_two_answers_of_one_text_are_each_marked_in_their_turn(qtbot: PatientBot) -> None:
    panel = DetailPanel()
    qtbot.addWidget(panel)
    panel.resize(500, 700)
    panel.show()
    for answer, found in (("Paris", ["Paris"]), ("Lyon", ["Lyon", "Lyon"]), ("Nice", []), ("Paris", ["Paris"])):
        panel.show_text(answer, SUPPORT)
        qtbot.rest()
        assert marked(panel) == found, answer
    panel.show_text("a question of its own")
    qtbot.rest()
    assert marked(panel) == []


def test_a_question_is_cut_for_the_width_that_the_panel_has_now(qtbot: PatientBot) -> None:
    panel, question = DetailPanel(), " ".join(["Which line leads from Paris to the sea?"] * 12)
    qtbot.addWidget(panel)
    panel.resize(400, 700)
    panel.show()
    panel.show_heading(Heading("Question 1", "Label", "", question, ""))
    narrow = panel.question.text()
    assert narrow.endswith("…")
    panel.resize(680, 700)
    wide = panel.question.text()
    assert len(wide) > len(narrow)
    panel.resize(400, 700)
    assert panel.question.text() == narrow


def test_a_question_is_whole_in_a_low_panel_where_no_decision_changes_anything(qtbot: PatientBot) -> None:
    panel, question = DetailPanel(), "What does the name of the gang mean, or where does it come from?"
    qtbot.addWidget(panel)
    panel.resize(400, 420)
    panel.show()
    panel.show_heading(Heading("Question 1", "Label", "", question, ""))
    panel.show_effects(ShownEffects("No decision changes series.", (), alone=True))
    assert panel.question.text() == question
    panel.show_effects(ShownEffects("Effect", (effect("Correct", 0.2, 1),), alone=False))
    assert panel.question.text().endswith("…"), "one line leaves room for the effects"


def effect(name: str, number: float, pairs: int = 0, ties: int = 0) -> DecisionEffect:
    """Return an effect that swaps so many pairs of runs."""
    swaps = tuple(((2 * at, f"run-{2 * at}"), (2 * at + 1, f"run-{2 * at + 1}")) for at in range(pairs))
    return DecisionEffect("", name, number, swaps, ties)


def test_screen_readers_hear_of_each_decision_what_is_painted(qtbot: PatientBot) -> None:
    effects = DecisionEffectList()
    qtbot.addWidget(effects)
    effects.resize(400, 200)
    effects.show()
    effects.show_effects("Effect", [effect("none", 0.0), effect("tie", 0.0004, ties=1), effect("one", 0.2, 1)])
    assert effects.accessibleDescription().split("; ") == [
        "one: run-1 over run-0, .200",
        "tie: no swap, 1 tie made or broken, .000",
        "No other decision changes a score.",
    ]
    words = ["one", "run-1", "over", "run-0", ".200", "tie", "no swap, 1 tie made or broken", ".000"]
    assert sorted(painted_words(effects)) == sorted(["Effect", *words, "No other decision changes a score."])
    left_out = replace(effect("without Ana", 0.1), left_out="Ana")
    effects.show_effects("Effect", [left_out, replace(effect("without Ben", 0.0), left_out="Ben")])
    assert effects.accessibleDescription().split("; ") == [
        "without Ana: no swap, .100",
        "Leaving out anybody else changes no score.",
    ]
    effects.show_effects("Effect", [effect(f"d{n}", n / 10) for n in range(1, 7)])
    assert effects.accessibleDescription().split("; ") == [
        "d6: no swap, .600",
        "d5: no swap, .500",
        "d4: no swap, .400",
        "and 3 more",
    ]


def test_pairs_without_room_are_counted(qtbot: PatientBot) -> None:
    effects = DecisionEffectList()
    qtbot.addWidget(effects)
    effects.show_effects("Effect", [effect("many", 0.5, 8)])
    effects.show()
    for wide in (250, 360, 500, 700):
        effects.resize(wide, 100)
        words = painted_words(effects)
        shown = words.count("over")
        assert 1 <= shown < 8
        assert f"+{8 - shown}" in words, (wide, words)
    assert effects.accessibleDescription().count("over") == 8


def test_labels_share_a_row_where_they_have_room_and_majority_says_if_there_is_none(qtbot: PatientBot) -> None:
    panel = DetailPanel()
    qtbot.addWidget(panel)
    panel.show_options(LABELS, "", has_majority=False)
    panel.resize(700, 700)
    panel.show()
    for wide, beside in ((700, True), (508, False)):
        panel.resize(wide, 700)
        qtbot.rest()
        tops = {button.mapTo(panel, button.rect().topLeft()).y() for button in panel.buttons}
        assert len(tops) == 1, wide
        majority = panel.majority.mapTo(panel, panel.majority.rect().topLeft()).y()
        assert (majority in tops) is beside
        assert all(button.width() >= button.minimumSizeHint().width() for button in panel.buttons)
        assert panel.majority.text() == "No majority"
        assert not panel.majority.isEnabled() or panel.majority.isVisible()
    panel.show_options(LABELS, "", has_majority=True)
    assert panel.majority.text() == "Majority"


def test_a_low_window_shows_whole_lines_of_assessors(qtbot: PatientBot) -> None:
    panel = DetailPanel()
    qtbot.addWidget(panel)
    panel.resize(400, 365)
    panel.show()
    panel.show_heading(Heading("Question 1", "Label", "1 of 2", "When?", ""))
    panel.show_text("Late winter.")
    panel.show_people([Voice(n, f"Assessor {n}", "A", "", 4.0, "") for n in range(5)])
    panel.show_options(LABELS, "", has_majority=False)
    qtbot.rest()
    panel.resize(400, 366)  # the text is laid out by now
    qtbot.rest()
    seen = panel.people.visibleRegion().boundingRect().height()
    assert seen % ROW == 0
    assert seen >= 3 * ROW


def test_labels_are_small_and_hints_give_way_where_a_chart_would_be_hidden(qtbot: PatientBot) -> None:
    panel = DetailPanel()
    qtbot.addWidget(panel)
    panel.resize(402, 550)  # as in a window of 1024 by 768
    panel.show()
    panel.show_options(LABELS, "", has_majority=False)
    hints = [one for one in panel.findChildren(HintButton) if one.text() == "Side by side"]
    for high, small in ((551, True), (760, False)):
        panel.resize(402, high)
        qtbot.rest()
        assert all(isinstance(button, HintButton) is small for button in panel.buttons), high
        assert [hint.isVisible() for hint in hints] == [not small]


def test_a_long_head_takes_what_its_neighbors_leave(qtbot: PatientBot) -> None:
    chart = SlopeChart()
    qtbot.addWidget(chart)
    slopes = Slopes((0, 1), np.array([[4, 4, 4, 5], [5, 5, 5, 4]]), np.zeros((2, 4)), (True, True))
    columns = tuple(SlopeColumn("", f"without {one}", 0.1, one) for one in ("Al", "Bartholomew", "Cy"))
    chart.show_slopes("Ranking", slopes, columns, ("elm-1", "birch-1"))
    long = text_width("Bartholomew", font(Px.ASIDE))
    chart.resize(round(192 + 4 * (long - 20)), chart.sizeHint().height())
    chart.show()
    qtbot.rest()
    with noting_cuts() as cut:
        assert "Bartholomew" in painted_words(chart)
    assert cut == []


def test_four_kanji_are_whole_over_one_of_five_columns(qtbot: PatientBot) -> None:
    chart = SlopeChart()
    qtbot.addWidget(chart)
    ranks = np.array([[4, 4, 4, 4, 5], [5, 5, 5, 5, 4]])
    slopes = Slopes((0, 1), ranks, np.zeros((2, 5)), (True, True))
    people = ("Mirela Dobre", "Tomás Ibarra", "星野ゆき", "visitor")
    columns = tuple(SlopeColumn("", f"without {one}", 0.1, one) for one in people)
    chart.show_slopes("Ranking", slopes, columns, ("elm-1", "birch-1"))
    widest = max(text_width(one, font(Px.ASIDE)) for one in ("Mirela", "Tomás", "星野ゆき", "visitor"))
    chart.resize(round(192 + 5 * (widest + 4)), chart.sizeHint().height())
    chart.show()
    qtbot.rest()
    with noting_cuts() as cut:
        assert "星野ゆき" in "".join(painted_words(chart)), "fonts part a word that has no one font"
    assert cut == []


def test_small_buttons_leave_room_for_the_other_keys_in_an_ordinary_window(qtbot: PatientBot) -> None:
    words = ("correct", "inexact", "unsupported", "incorrect")
    labels = (*(Option(word, word.capitalize(), word) for word in words), LABELS[-1])
    panel = DetailPanel()
    qtbot.addWidget(panel)
    panel.resize(508, 620)
    panel.show()
    panel.show_options(labels, "", has_majority=True)
    panel.resize(508, 622)
    qtbot.rest()
    assert all(isinstance(button, HintButton) for button in panel.buttons)
    named = {one.text() for one in panel.findChildren(HintButton) if one.isVisible()}
    assert {"Next", "Note", "Send back"} <= named
