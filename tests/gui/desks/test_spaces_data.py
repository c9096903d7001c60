"""What the Spaces desk reads from real and from made-up scores."""

import math
from dataclasses import replace

import pytest
from fake_spaces import CORRECT, INCORRECT, FakeBridge, counts_at, many_runs
from PySide6.QtCore import QRectF
from pytestqt.qtbot import QtBot

from jurybox.collection.facts import Facts
from jurybox.collection.own_schemes import scheme_of_text
from jurybox.figures import OperatingPoint, operating_point
from jurybox.measures.inputs import Counts
from jurybox.measures.ranks import ranks_of
from jurybox_gui.desks.gold_choices import gold_choices, gold_words, words_here
from jurybox_gui.desks.question_choices import ALL, GOOD, choice_of, question_choices, questions_of
from jurybox_gui.desks.spaces.outcomes import OutcomeMosaic, bands_of, expected_counts, measure_rows, row_totals
from jurybox_gui.live_strip.live import LiveStanding
from jurybox_gui.live_strip.ranking import places_of
from jurybox_gui.live_strip.snapshot import ranking, read_snapshot
from jurybox_gui.widgets.probe import painted_words

pytestmark = pytest.mark.usefixtures("qapp")


def test_points_come_in_the_collections_order_with_the_share_as_judged(qtbot: QtBot) -> None:
    snapshot = read_snapshot(FakeBridge())
    assert snapshot.runs == tuple(range(13))
    assert snapshot.answers == CORRECT + INCORRECT
    assert snapshot.share == CORRECT / (CORRECT + INCORRECT)
    assert [p.name for p in snapshot.points if p.baseline] == ["length", "all-yes", "random"]
    assert snapshot.counts_of(3) == counts_at(0.69, 0.097)
    assert snapshot.at_share(None) is snapshot.points
    assert snapshot.at_share(0.5)[3].precision > snapshot.points[3].precision


def test_withdrawn_runs_are_not_shown() -> None:
    bridge = FakeBridge()
    assert bridge.scoreboard is not None
    bridge.scoreboard.gone = frozenset((0, 3))
    assert read_snapshot(bridge).runs == (1, 2, *range(4, 13))


@pytest.mark.parametrize(
    ("counts", "waiting", "says"),
    [
        (Counts(), 7, "No unit is complete yet: 7 answers wait for their labels."),
        (Counts(), 1, "No unit is complete yet: 1 answer waits for its labels."),
        (Counts(), 0, "No unit is complete yet: none of the answers chosen can be scored."),
        (Counts(yes_incorrect=2), 5, "All 2 judged answers are incorrect: no run has a place yet."),
        (Counts(no_correct=1), 5, "The one judged answer is correct: no run has a place yet."),
    ],
)
def test_before_there_are_points_a_sentence_says_why(counts: Counts, waiting: int, says: str) -> None:
    bridge = FakeBridge([("a", 0.5, 0.5)])
    assert bridge.scoreboard is not None
    bridge.scoreboard.put(0, counts)
    bridge.scoreboard.waiting = waiting
    snapshot = read_snapshot(bridge)
    assert snapshot.sentence == says
    assert snapshot.points == ()
    assert snapshot.progress == ""


def test_other_empty_states() -> None:
    assert read_snapshot(FakeBridge([])).sentence == "There is no run to place yet."
    silent = FakeBridge([("a", 0, 0)], decisions=False)
    assert silent.scoreboard is not None
    silent.scoreboard.put(0, Counts())
    assert read_snapshot(silent).sentence == "No run says yes or no about an answer."
    hidden = FakeBridge()
    hidden.scoreboard = None
    assert "hidden" in read_snapshot(hidden).sentence


def test_progress_says_how_much_waits() -> None:
    bridge = FakeBridge()
    assert read_snapshot(bridge).progress == "500 judged"
    assert bridge.scoreboard is not None
    bridge.scoreboard.waiting = 1000
    assert read_snapshot(bridge).progress == "500 of 1,500 judged"
    bridge.scoreboard.left_out = 40
    assert read_snapshot(bridge).progress == "500 of 1,540 judged, 40 excluded"


def test_ranking_puts_ties_in_order_and_undefined_last() -> None:
    cells = [(5, 5), (9, 1), (0, 0), (5, 5)]
    points = [
        operating_point(str(n), n, Counts(yes_correct=tp, no_correct=10 - tp, yes_incorrect=fp))
        for n, (tp, fp) in enumerate(cells)
    ]
    points.append(operating_point("none", 4, Counts(yes_incorrect=3)))
    assert [p.run for p in ranking(points)] == [1, 0, 3, 2, 4]
    places = places_of(_standing(points), ())
    assert [(p.rank, p.rose) for p in places] == [(1, 0), (2, 0), (2, 0), (4, 0), (0, 0)]
    points[2] = operating_point("2", 2, Counts(yes_correct=10))
    after = places_of(_standing(points), places)
    assert {p.point.run: p.rose for p in after} == {2: 3, 1: -1, 0: -1, 3: -1, 4: 0}


def _standing(points: list[OperatingPoint]) -> list[LiveStanding]:
    ordered = ranking(points)
    places = ranks_of([p.f for p in ordered]).tolist()
    return [
        LiveStanding(p.name, p.run, p.f, None if math.isnan(at) else int(at))
        for p, at in zip(ordered, places, strict=True)
    ]


def test_questions_can_be_chosen_by_category_and_series() -> None:
    catalog = FakeBridge().session.catalog
    texts = [text for text, _ in question_choices(catalog)]
    assert texts == ["All, 6", "person, 3", "place, 3", "S1 bridges, 3", "S2, 3"]
    for _, choice in question_choices(catalog):
        questions = questions_of(catalog, str(choice))
        assert choice_of(catalog, questions) in {choice, "category:person", "category:place"}
    assert questions_of(catalog, ALL) is None
    assert questions_of(catalog, "series:1") == {1, 3, 5}
    assert choice_of(catalog, frozenset((0,))) is None
    assert questions_of(catalog, GOOD) == frozenset()
    assert questions_of(catalog, GOOD, frozenset((2,))) == {2}
    with pytest.raises(ValueError, match="'seires:1'"):
        questions_of(catalog, "seires:1")


def test_gold_standards_are_shown_in_words() -> None:
    catalog = FakeBridge().session.catalog
    names = [name for _, name in gold_choices(catalog, "adjudicated+strict")]
    assert names[:2] == ["adjudicated+strict", "majority+strict"]  # validation knows no inexact
    assert "assessor:Ben+strict" in names
    assert gold_words("majority+lenient") == "Majority, correct or inexact"
    own = Facts(schemes={"validation": scheme_of_text("0..3", "validation")})
    assert ("Majority, strict", "majority+strict") in gold_choices(catalog, "", (), own)
    assert words_here(catalog, own, "assessor:Ana+lenient") == "Ana, lenient"
    assert words_here(catalog, Facts(), "assessor:Ana+lenient") == "Ana, correct or inexact"
    assert gold_choices(catalog, "assessor:Ana+lenient")[0] == ("Ana, correct or inexact", "assessor:Ana+lenient")


def test_gold_standards_of_ranked_questions_are_offered_where_there_are_some() -> None:
    asked = FakeBridge().session.catalog
    catalog = replace(asked, questions=tuple(replace(q, kind="ranked") for q in asked.questions))
    names = [name for _, name in gold_choices(catalog, "GAW")]
    assert "GA" not in names
    assert names[:2] == ["GAW", "UFA"]  # no asker, no best answer
    assert names[-2:] == ["LOO:Ana", "LOO:Ben"]
    assert gold_choices(catalog, "GAW", (0, 1, 0, 1))[0] == ("GA: Panel of four, levels 0 to 3", "GA")
    assert gold_words("majority+strict", mapped=False) == "Majority"
    assert gold_words("GAW(weights=3:1:0)") == "GAW: Panel, votes added up (weights=3:1:0)"
    assert gold_words("LOO:Ben") == "Panel without Ben"


def test_the_mosaic_is_exact() -> None:
    counts = Counts(40, 20, 10, 50, 200, 80)
    room = QRectF(10, 20, 302, 104)
    bands = bands_of(counts, room)
    assert [band.name for band in bands] == ["TP 40", "FN 20", "silent 10", "FP 50", "TN 200", "silent 80"]
    per_answer = [b.box.height() / 100 * b.box.width() / 300 * 400 for b in bands]
    assert per_answer == pytest.approx([40, 20, 10, 50, 200, 80])
    assert bands[0].box.top() == 20
    assert bands[-1].box.bottom() == pytest.approx(124)
    assert bands[-1].box.right() == pytest.approx(312)


def test_numbers_beside_names_of_rows_are_totals_of_the_rows(qtbot: QtBot) -> None:
    counts = Counts(44, 23, 0, 30, 865, 0)
    assert row_totals(counts) == {"said yes": "said yes 74", "said no": "said no 888"}
    shown = OutcomeMosaic()
    qtbot.addWidget(shown)
    shown.resize(472, 160)
    shown.show_run(operating_point("tarn-2", 0, counts), counts)
    words = painted_words(shown)
    assert {"said yes 74", "said no 888", "TP 44", "FN 23", "FP 30", "TN 865"} <= set(words)
    assert shown.mosaic().left() > 100
    shown.show_run(operating_point("silent", 0, Counts(0, 9, 1, 5, 0, 5)), Counts(0, 9, 1, 5, 0, 5))
    assert {"said yes 5", "said no 9", "silent 6"} <= set(painted_words(shown))


def test_a_thin_band_of_errors_is_seen_on_every_ground(qtbot: QtBot) -> None:
    counts = Counts(44, 23, 0, 30, 865, 0)
    shown = OutcomeMosaic()
    qtbot.addWidget(shown)
    shown.resize(472, 160)
    shown.show_run(operating_point("tarn-2", 0, counts), counts)
    (thin,) = (band for band in bands_of(counts, shown.mosaic()) if band.name == "FP 30")
    assert thin.box.height() < 8
    painted = shown.grab().toImage()
    edge = painted.pixelColor(round(thin.box.center().x()), int(thin.box.top()))
    assert edge.red() - edge.green() > 60, "not the pale red within"


def test_the_mosaic_at_another_share_has_the_outcomes_to_expect(qtbot: QtBot) -> None:
    counts = Counts(44, 23, 0, 30, 865, 0)  # 67 correct, 895 incorrect
    # 962 answers, 36 % of them correct: 346.32 times 44 / 67, and so on
    assert expected_counts(counts, 0.36) == Counts(227, 119, 0, 21, 595, 0)
    assert expected_counts(counts, 67 / 962) == counts
    silent = Counts(1, 1, 2, 2, 0, 2)
    assert expected_counts(silent, 0.8) == Counts(2, 2, 3, 1, 0, 1)  # 6.4 and 1.6 of eight
    assert expected_counts(Counts(3, 1), 0.5) == Counts(3, 1), "no incorrect answer, so no rate"
    shown = OutcomeMosaic()
    qtbot.addWidget(shown)
    shown.resize(472, 160)
    point = operating_point("tarn-2", 0, counts)
    shown.show_run(point, counts, 0.36)
    words = painted_words(shown)
    assert {"expected if 36.0 % were correct", "TP 227", "346 correct", "said yes 248"} <= set(words)
    assert "expected if 36.0 % were correct: 227 correct" in shown.words()
    shown.show_run(point, counts)
    assert {"the four outcomes", "TP 44", "67 correct"} <= set(painted_words(shown))


def test_the_mosaic_leaves_out_what_does_not_occur() -> None:
    assert [b.name for b in bands_of(Counts(yes_correct=3), QRectF(0, 0, 100, 50))] == ["TP 3"]
    assert bands_of(Counts(), QRectF(0, 0, 100, 50)) == []


def test_measures_as_judged_and_at_the_same_share_agree() -> None:
    for name, tpr, fpr in many_runs(20):
        counts = counts_at(tpr, fpr)
        point = operating_point(name, 0, counts)
        share = counts.positives / counts.total
        assert measure_rows(point, counts, None) == measure_rows(point, counts, share)
    values = {row.name: row.value for row in measure_rows(point, counts, None)}
    assert float(values["accuracy"]) == pytest.approx((counts.tp + counts.tn) / counts.total, abs=6e-4)
    half = {row.name: row.value for row in measure_rows(point, counts, 0.5)}
    assert half["FPR"] == values["FPR"]
    assert float(half["accuracy"]) == pytest.approx((point.tpr + 1 - point.fpr) / 2, abs=6e-4)
    assert not math.isnan(point.f)
