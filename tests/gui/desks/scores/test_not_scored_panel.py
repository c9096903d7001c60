"""The panel beside the bars lists what the bars cannot show: questions that are not scored, and why."""

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from person import Person, come
from series import series_collection

from jurybox.gold import Gold
from jurybox.measures import measure
from jurybox.scoring import Scoreboard
from jurybox.session import open_session
from jurybox_gui.desks.scores.explanation_panel import words_of
from jurybox_gui.desks.scores.run_breakdown import NOT_SCORED, explain_whole

__all__ = ["come"]

JUDGED = """question,answer,assessor,kind,label
1.1,f1,Ana,judgment,correct
1.1,f1,Ben,judgment,incorrect
1.1,f2,Ana,judgment,incorrect
1.1,f2,Ben,judgment,incorrect
2.1,f3,Ana,judgment,incorrect
2.1,f3,Ben,judgment,incorrect
"""


def test_the_panel_of_a_whole_score_names_who_and_why(tmp_path: Path) -> None:
    path = series_collection(tmp_path / "s.jury", judgments=JUDGED)
    with closing(open_session(path)) as session:
        board = Scoreboard(session.collection, Gold.parse("adjudicated"))
        one = measure("accuracy")
        assert explain_whole(board, session, one, 0, listed=False).rows == (), "not with every label"
        explanation = explain_whole(board, session, one, 0)
        assert explanation.head == ("question", NOT_SCORED)
        assert explanation.rows == (
            ("1.1", "disputed: Ana says correct, Ben says incorrect"),
            ("2.1", "two returned NIL, and nobody has decided whether that is right"),
        )


def test_what_is_left_out_of_the_list_is_counted_in_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("jurybox_gui.desks.scores.run_breakdown.MOST", 1)
    path = series_collection(tmp_path / "s.jury", judgments=JUDGED)
    with closing(open_session(path)) as session:
        board = Scoreboard(session.collection, Gold.parse("adjudicated"))
        words = words_of(explain_whole(board, session, measure("accuracy"), 0))
    assert words.endswith(
        "; question 1.1, not scored because disputed: Ana says correct, Ben says incorrect"
        "; and 1 more question is not scored"
    )


NO_INSTANCE = """question,answer,assessor,label
1.1,f1,Ana,correct
1.1,f2,Ana,incorrect
1.2,l1,Ana,incorrect
1.2,l2,Ana,incorrect
1.2,l3,Ana,incorrect
1.2,l4,Ana,incorrect
"""
MATCHED = "question,nugget,answer,assessor,support\n" + "".join(
    f"1.3,{nugget},{answer},Ana,no\n" for nugget in (1, 2, 3) for answer in ("o1", "o2", "o3")
)


def test_a_series_says_why_a_list_question_of_it_does_not_count(come: Callable[..., Person], tmp_path: Path) -> None:
    """Its only list question has no known instance, so the other formula holds; the drill-down says so."""
    path = series_collection(tmp_path / "s.jury", judgments=NO_INSTANCE, matches=MATCHED, instances="")
    person = come(path, assessor="organiser")
    person.press("Ctrl+2")
    person.wait(lambda: person.desk.live.breakdown.bars is not None)
    person.press(".")
    shown = person.desk.live.detail.panel.shown
    assert shown.title == "series · s1"
    assert shown.explanation.formula.endswith("other_f, as none of its list questions has a score")
    listed = next(row for row in shown.rows if row[1] == "list")
    assert listed == ("1.2", "list", "-", "the question has no known instance")


def test_reasons_are_seen_where_nothing_is_scored(come: Callable[..., Person], tmp_path: Path) -> None:
    """The score itself has no reason of its own then: it would push all others out of the panel."""
    judged = JUDGED + "1.2,l1,Ana,judgment,correct\n1.2,l1,Ben,judgment,incorrect\n"
    person = come(series_collection(tmp_path / "s.jury", judgments=judged), assessor="organiser")
    person.window.resize(1280, 800)
    person.press("Ctrl+2")
    panel = person.desk.live.detail.panel
    person.wait(lambda: panel.shown is not None and len(panel.shown.rows) > 2)
    assert panel.shown.unit == "series"
    assert not panel.shown.explanation.score.defined
    words = person.desk.probe().text
    assert f"{panel.shown.rows[0][0]} {panel.shown.rows[0][1]}"[:20] in words
    assert panel.shown.rows[1][1][:16] in words
