"""The right side of Disagreements: what is marked in a text is the answer that is shown."""

from dataclasses import replace

from patient_bot import PatientBot
from person import painted_words

from jurybox_gui.desks.disagreements.decision_effects import DecisionEffect, DecisionEffectList
from jurybox_gui.desks.disagreements.detail_panel import DetailPanel, Heading

SUPPORT = "From Paris the line leads to Lyon, and from Lyon to the sea."


def marked(panel: DetailPanel) -> list[str]:
    """Return what is marked in the supporting text."""
    return [one.cursor.selectedText() for one in panel.pane.extraSelections()]


def test_two_answers_of_one_text_are_each_marked_in_their_turn(qtbot: PatientBot) -> None:
    panel = DetailPanel()
    qtbot.addWidget(panel)
    panel.resize(500, 700)
    panel.show()
    for answer, found in (
        ("Paris", ["Paris"]),
        ("Lyon", ["Lyon", "Lyon"]),
        ("Nice", []),
        ("Paris", ["Paris"]),
    ):
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


def effect(name: str, number: float, pairs: int = 0, ties: int = 0) -> DecisionEffect:
    """Return an effect that swaps so many pairs of runs."""
    swaps = tuple(((2 * at, f"run-{2 * at}"), (2 * at + 1, f"run-{2 * at + 1}")) for at in range(pairs))
    return DecisionEffect("", name, number, swaps, ties)


def test_screen_readers_hear_of_each_decision_what_is_painted(qtbot: PatientBot) -> None:
    effects = DecisionEffectList()
    qtbot.addWidget(effects)
    effects.resize(400, 200)
    effects.show()
    effects.show_effects(
        "Effect", [effect("none", 0.0), effect("tie", 0.0004, ties=1), effect("one", 0.2, 1)]
    )
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
