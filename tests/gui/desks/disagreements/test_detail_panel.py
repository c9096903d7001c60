"""The right side of Disagreements: what is marked in a text is the answer that is shown."""

from patient_bot import PatientBot

from jurybox_gui.desks.disagreements.detail_panel import DetailPanel

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
