"""Pictures by name from small collections: numbers are those of the scoreboard, reasons are sentences."""

import math
from dataclasses import replace

import numpy as np
import pytest
import scipy.stats
from worlds import Book, Reply, make_catalog

from jurybox.analysis.studies.requests import Request
from jurybox.analysis.studies.study import run_study
from jurybox.collection.catalog import Catalog, Run
from jurybox.collection.collection import Collection
from jurybox.collection.facts import Facts
from jurybox.errors import Refused
from jurybox.figures import Line, csv_of, precision_at, rows_of, tables_of, text_alternative
from jurybox.gold import Gold
from jurybox.measures import measure
from jurybox.papers.page import agrees
from jurybox.papers.rodrigo import TABLE_3
from jurybox.pictures import (
    PAPER_PICTURES,
    PICTURES,
    PictureOptions,
    PictureSource,
    paper_picture,
    picture,
    study_figure,
)
from jurybox.pictures.answering import answering_runs, run_seconds, timed_runs
from jurybox.pictures.studies import STUDY_PICTURES
from jurybox.pictures.units import usual_measures
from jurybox.scoring import Scoreboard
from jurybox.scoring.coverage import lines_of

STRICT = "adjudicated+strict"


def source_of(
    catalog: Catalog, labels: dict[int, str], gold: str = STRICT, facts: Facts | None = None
) -> PictureSource:
    """A source in which one assessor has said something of these answers."""
    book = Book(len(catalog.assessors), catalog.answer_count)
    for answer, label in labels.items():
        book.say(0, answer, label)
    used = facts or Facts()
    board = Scoreboard(Collection(catalog, book.ledger, used), Gold.parse(gold))
    entries = [book.ledger.recent[n] for n in sorted(book.ledger.recent)]
    return PictureSource(board, lambda: entries)


def of_catalog(source: PictureSource, catalog: Catalog) -> PictureSource:
    """The same with another catalog."""
    board = Scoreboard(source.collection._replace(catalog=catalog), source.board.gold)
    return replace(source, board=board)


def validation() -> PictureSource:
    """Two runs on six answers, the first of which gives scores."""
    decisions = [(1, 1, 0, 0, 1, -1), (1, 0, 0, 1, 1, 1)]
    replies = [
        Reply(run, answer, said, score=answer / 10 if run == 0 else math.nan)
        for run, row in enumerate(decisions)
        for answer, said in enumerate(row)
    ]
    catalog = make_catalog(["validation"] * 2, [0, 0, 0, 1, 1, 1], replies, runs=2, assessors=["person"])
    labels = ["correct", "incorrect", "correct", "incorrect", "correct", "incorrect"]
    return source_of(catalog, dict(enumerate(labels)))


def factoid(times: bool = True) -> PictureSource:
    """Two runs on four questions; run 1 leaves two unanswered, one of them with a right candidate."""
    replies = [Reply(0, a, rank=1) for a in (0, 2, 4, 6)]
    replies += [Reply(1, 0, rank=1), Reply(1, 3, rank=1), Reply(1, 4, rank=1, answered=False)]
    replies += [Reply(1, 7, rank=1, answered=False)]
    catalog = make_catalog(
        ["factoid"] * 4,
        [0, 0, 1, 1, 2, 2, 3, 3],
        replies,
        runs=2,
        assessors=["person"],
        categories=["person", "place", "person", None],
    )
    runs = tuple(replace(run, seconds=10.0 * (n + 1) if times else None) for n, run in enumerate(catalog.runs))
    right = (0, 3, 4, 6)
    labels = {a: "correct" if a in right else "incorrect" for a in range(8)}
    return source_of(replace(catalog, runs=runs), labels)


def ranked(questions: int = 6) -> PictureSource:
    """Three runs that order the answers of some questions; the asker's best answers are the gold standard."""
    rng = np.random.default_rng(4)
    owner = np.repeat(np.arange(questions), 4).tolist()
    replies = []
    for run in range(3):
        for question in range(questions):
            order = rng.permutation(4)
            replies += [Reply(run, 4 * question + int(a), rank=n + 1) for n, a in enumerate(order)]
    catalog = make_catalog(
        ["ranked"] * questions, owner, replies, runs=3, assessors=["person"], categories=["A", "B"] * (questions // 2)
    )
    best = np.zeros(4 * questions, dtype=np.int8)
    best[::4] = 1
    return source_of(replace(catalog, answer_best=best), {}, "BA")


def test_roc_points_are_the_rates_of_the_scoreboard_and_curves_those_of_the_run() -> None:
    source = validation()
    figure = picture("roc").figure(source, PictureOptions(run=0, areas=True, hull=True))
    for point in figure.points:
        assert point.x == source.board.score(measure("fpr"), point.run).value
        assert point.y == source.board.score(measure("tpr"), point.run).value
    (curve,) = figure.curves
    assert curve.value == source.board.score(measure("AUC"), 0).value
    assert [area.name for area in figure.areas] == ["convex hull", f"AUC of {source.board.name_of(0)}"]
    assert [p.emphasized for p in figure.points] == [True, False]
    assert "6 judged answers, 50.0 % correct" in figure.caption


def test_the_threshold_puts_a_second_point_of_the_run_into_both_spaces() -> None:
    source = validation()
    curve = source.board.curve(0)
    assert curve is not None
    for step in range(len(curve.tpr)):
        roc = picture("roc").figure(source, PictureOptions(run=0, step=step))
        other = picture("precision-recall").figure(source, PictureOptions(run=0, step=step))
        assert (roc.points[-1].x, roc.points[-1].y) == (curve.fpr[step], curve.tpr[step])
        wanted = precision_at(curve.tpr[step], curve.fpr[step], 0.5)
        assert (other.points[-1].x, other.points[-1].y) == (curve.tpr[step], float(wanted))
        assert roc.points[-1].aside
    assert len(picture("roc").figure(source, PictureOptions(run=1, step=0)).points) == 2


def test_the_supposed_share_moves_precision_and_is_told() -> None:
    source = validation()
    figure = picture("precision-recall").figure(source, PictureOptions(share=0.1))
    judged = picture("precision-recall").figure(source)
    assert [p.x for p in figure.points] == [p.x for p in judged.points]
    assert all(a.y < b.y for a, b in zip(figure.points, judged.points, strict=True))
    assert "10.0 % correct, supposed" in figure.caption
    assert figure.references[0].y[0] == 0.1


def test_preference_counts_every_answer_of_every_run() -> None:
    figure = picture("preference").figure(validation())
    totals: dict[str, float] = {}
    for bar in figure.bars:
        totals[bar.name] = totals.get(bar.name, 0) + bar.value
    assert set(totals.values()) == {6}


def test_non_response_counts_questions_and_the_candidates_kept_back() -> None:
    source = factoid()
    first, second = answering_runs(source)
    assert (first.correct, first.incorrect, first.unanswered) == (3, 1, 0)
    assert (second.correct, second.incorrect, second.unanswered) == (2, 0, 2)
    assert (second.candidates, second.kept_back) == (2, 1)
    figure = picture("non-response").figure(source, PictureOptions(iso="rejected(1)"))
    assert [p.aside for p in figure.points] == ["", "", "answering all"]
    assert (figure.points[2].x, figure.points[2].y) == (0, 0.75)
    assert {line.dashed for line in figure.iso_lines} == {True, False}
    for point in figure.points[:2]:
        assert dict(point.more)["c@1"] == source.board.score(measure("c@1"), point.run).value
    with pytest.raises(Refused, match="no iso lines of MRR"):
        picture("non-response").figure(source, PictureOptions(iso="MRR"))


def test_answer_time_uses_seconds_and_mrr() -> None:
    source = factoid()
    first, second = timed_runs(source)
    assert (first.time, second.time) == (0.5, 1.0)
    assert first.mrr == source.board.score(measure("MRR"), 0).value
    figure = picture("answer-time").figure(source, PictureOptions(r=2.0))
    assert "r = 2" in figure.caption
    assert dict(figure.points[0].more)["rank"] == 1


def test_times_that_contradict_each_other_are_refused_and_sums_stand_in() -> None:
    source = factoid(times=False)
    assert "no run says how many seconds" in picture("answer-time").why_not(source)
    given = replace(source.collection.catalog, run_times={(0, 0): 1.5, (0, 1): 2.5})
    assert run_seconds(of_catalog(source, given), 0) == 4.0
    assert run_seconds(of_catalog(source, given), 1) is None
    both = replace(given, runs=(replace(given.runs[0], seconds=5.0), given.runs[1]))
    with pytest.raises(Refused, match="took 5 s, but 4 s over its questions"):
        run_seconds(of_catalog(source, both), 0)


def test_question_pictures_hold_every_scored_question() -> None:
    source = ranked()
    scatter = picture("questions").figure(source)
    assert len(scatter.clouds[0].names) == 6
    hardness = picture("hardness").figure(source, PictureOptions(measures=(measure("nDCG"),)))
    assert sum(bar.value for bar in hardness.bars) == 6
    assert {bar.name for bar in hardness.bars} == {"A", "B"}
    bare = replace(
        source.collection.catalog,
        questions=tuple(replace(each, category="") for each in source.collection.catalog.questions),
    )
    alone = picture("hardness").figure(of_catalog(source, bare), PictureOptions(measures=(measure("nDCG"),)))
    assert {bar.name for bar in alone.bars} == {"all"}
    assert [bar.value for bar in alone.bars] == [2, 2, 2]
    ranks = picture("ranks").figure(source)
    assert [line.run for line in ranks.curves] == [0, 1, 2]
    means = picture("means").figure(source, PictureOptions(measures=(measure("nDCG"), measure("Q"))))
    shown = [source.board.score(measure("nDCG"), run).value for run in source.board.runs]
    assert means.curves[0].y.tolist() == sorted(shown, reverse=True)


@pytest.mark.parametrize("name", [one.name for one in PICTURES if one.name != "series"])
def test_every_picture_says_on_how_much_its_scores_rest(name: str) -> None:
    """In the caption, in its data and in its tables."""
    sources = (ranked(60), factoid(), validation())
    source = next((each for each in sources if not picture(name).why_not(each)), None)
    if source is None:
        assert name in ("assessors", "teams"), "these need several people, or teams"
        return
    figure, rests = picture(name).figure(source), list(picture(name).rests(source, PictureOptions()))
    told = lines_of((one.name, one.each) for one in rests)
    assert told
    assert figure.caption.endswith(" ".join(told))
    counts = {(row[1], row[2]): row[5] for row in rows_of(figure) if row[0] == "coverage"}
    for one in rests:
        for on in one.each:
            assert counts[one.name, "units"] == on.units, "the same for all runs"
            assert counts[one.name, "pending"] == on.pending
            assert counts[one.name, "excluded"] == on.excluded
    assert tables_of(figure)[-1].head == ("score", "units", "pending", "excluded")


def test_the_best_run_of_each_team_has_a_bar() -> None:
    source = factoid()
    runs = (Run("a", "X", None, None, None, "submitted"), Run("b", "X", None, None, None, "submitted"))
    teamed = of_catalog(source, replace(source.collection.catalog, runs=runs))
    (bar,) = picture("teams").figure(teamed, PictureOptions(measures=(measure("accuracy"),))).bars
    assert bar.run == 0
    assert bar.value == source.board.score(measure("accuracy"), 0).value
    assert "no run names its team" in picture("teams").why_not(source)


def test_the_campaign_ends_where_the_scores_are_now() -> None:
    source = validation()
    figure = picture("campaign").figure(source, PictureOptions(measures=(measure("F1"),)))
    for line in figure.curves:
        assert line.run is not None
        assert line.x[-1] == 1.0
        assert line.y[-1] == source.board.score(measure("F1"), line.run).value
    assert np.all(np.diff(figure.curves[0].x) >= 0)
    assert len(figure.curves[0].x) == 7


def test_the_campaign_without_a_submitted_run_says_so() -> None:
    catalog = make_catalog(["validation"] * 2, [0, 0, 1], [], runs=0, assessors=["person", "person"])
    source = source_of(catalog, {0: "correct", 1: "incorrect", 2: "correct"})
    board = Scoreboard(
        Collection(catalog, source.collection.ledger, source.collection.facts), Gold.parse(STRICT), humans=True
    )
    assert board.runs
    assert picture("campaign").why_not(replace(source, board=board)) == "it has no run."


@pytest.mark.parametrize("name", ["stability", "swap", "error-rate", "collection-size"])
def test_a_study_that_is_made_now_is_the_one_that_is_recorded(name: str) -> None:
    source = ranked(60)
    one = measure("nDCG")
    figure = picture(name).figure(source, PictureOptions(measures=(one,)))
    material = source.board
    again = study_figure([run_study(material, Request(name, one))], {"r0": 0, "r1": 1, "r2": 2})
    assert csv_of(figure).startswith(csv_of(again))
    assert "seed 0" in figure.caption
    assert len(rows_of(figure)) > 3


@pytest.mark.parametrize(
    ("a", "b", "until"), [(0.4, 0.2, 40), (0.4, 0.04, 51.99), (0.4, 0.001, 80), (0.4, -0.1, 40), (0.03, 0.1, 40)]
)
def test_error_rates_are_extrapolated_to_all_units_and_on_to_five_percent(a: float, b: float, until: float) -> None:
    points = [{"size": size, "cases": 200, "errors": 20, "rate": 0.1} for size in (5, 10, 20)]
    enough = math.log(a / 0.05) / b if b > 0 and a > 0.05 else None
    bins = [{"low": 0.01, "points": points, "fit": {"a": a, "b": b, "size_for_5_percent": enough}}]
    record = {"study": "error-rate", "measure": "nDCG", "bins": bins, "units": 40, "unit": "question"}
    record |= {"trials": 50, "seed": 0, "runs": 3, "gold": "GA"}
    (dashed,) = (line for line in study_figure([record]).curves if line.dashed)
    assert dashed.x[0] == 20
    assert dashed.x[-1] == pytest.approx(until, abs=0.01)


def test_bins_that_no_curve_fits_are_named_in_the_caption() -> None:
    points = [{"size": size, "cases": 200, "errors": 20, "rate": 0.1} for size in (5, 10, 20)]
    bins = [
        {"low": low, "points": points, "fit": fit}
        for low, fit in ((0.01, {"a": 0.4, "b": 0.2, "size_for_5_percent": 10.4}), (0.02, None), (0.04, None))
    ]
    record = {"study": "error-rate", "measure": "series", "bins": bins, "units": 40, "unit": "series"}
    record |= {"trials": 50, "seed": 0, "runs": 3, "gold": "GA"}
    assert "no curve fits the bins from .02, .04; 50 trials, seed 0; 40 series," in study_figure([record]).caption
    record["bins"] = bins[:1]
    assert "no curve" not in study_figure([record]).caption


def test_records_of_different_studies_make_no_picture() -> None:
    with pytest.raises(ValueError, match="one study, not 2"):
        study_figure([{"study": "swap"}, {"study": "stability"}])
    with pytest.raises(ValueError, match="no picture of the study of dreams"):
        study_figure([{"study": "of dreams"}])


def judged_by(people: int) -> PictureSource:
    """The rankings of three runs, judged by so many who differ."""
    catalog = replace(
        ranked(20).collection.catalog, assessors=make_catalog([], [], [], assessors=["person"] * people).assessors
    )
    book, rng = Book(people, catalog.answer_count), np.random.default_rng(0)
    for who, answer in np.ndindex(people, catalog.answer_count):
        book.say(who, answer, str(rng.choice(["A", "B", "C"])))
    board = Scoreboard(Collection(catalog, book.ledger, Facts()), Gold.parse("GAW"))
    return PictureSource(board, list)


def test_exchanged_assessors_have_a_box_of_taus_for_each_measure() -> None:
    source = judged_by(4)
    material = source.board
    records = [run_study(material, Request("assessors", measure(name))) for name in ("nDCG", "Hit@1")]
    figure = study_figure(records)
    assert [box.name for box in figure.boxes] == ["nDCG", "Hit@1"]
    for box, record in zip(figure.boxes, records, strict=True):
        assert box.median == np.nanmedian(record["taus"])
    assert "two groups of 2 of 4 assessors" in figure.caption
    assert picture("assessors").figure(source, PictureOptions(measures=(measure("nDCG"),))).boxes[0] == figure.boxes[0]
    assert "nobody to exchange" in picture("assessors").why_not(judged_by(1))


def test_ranks_under_each_gold_standard_have_a_column_for_each_that_scores() -> None:
    figure = picture("gold-ranks").figure(validation())
    assert STRICT in figure.x.names
    assert "assessor:A0+strict" in figure.x.names
    assert len(figure.curves) == 2


@pytest.mark.parametrize("name", [one.name for one in PICTURES])
def test_a_collection_without_it_has_a_reason_in_words(name: str) -> None:
    empty = source_of(make_catalog(["other"], [0], assessors=["person"]), {})
    reason = picture(name).why_not(empty)
    assert reason.endswith(".")
    with pytest.raises(Refused, match=f"no picture {name}"):
        picture(name).figure(empty)


@pytest.mark.parametrize("one", PICTURES, ids=lambda one: one.name)
@pytest.mark.parametrize("make", [validation, factoid, ranked])
def test_every_picture_can_be_drawn_where_nothing_speaks_against_it(one: object, make: object) -> None:
    source = make()
    if one.why_not(source):
        return
    if one.name in {study.name for study in STUDY_PICTURES}:
        source = ranked(60)
    figure = one.figure(source)
    assert figure.title
    assert len(rows_of(figure)) > 1
    assert text_alternative(figure)


def test_usual_measures_are_defined_for_some_run() -> None:
    for source in (validation(), factoid(), ranked()):
        for one in usual_measures(source):
            scores = [source.board.score(one, run).value for run in source.board.runs]
            assert not all(math.isnan(score) for score in scores)


def test_unknown_names_are_refused_with_the_nearest() -> None:
    with pytest.raises(Refused, match="Did you mean roc"):
        picture("rocs")
    with pytest.raises(Refused, match="Did you mean clef-2006"):
        paper_picture("clef-2005")


def test_the_papers_points_stand_at_their_printed_values() -> None:
    roc = paper_picture("ave-2008-roc").figure(PictureOptions(orientation="paper"))
    other = paper_picture("ave-2008-precision-recall").figure()
    assert (roc.x.name, roc.y.low) == ("true positive rate", 1.0)
    for a, b, cells in zip(roc.points, other.points, TABLE_3.values(), strict=True):
        shown = (a.y, a.x, b.y, dict(b.more)["F"])
        printed = (cells[0], cells[1], cells[2], cells[4])
        assert all(agrees(value, cell) for value, cell in zip(shown, printed, strict=True))


def test_the_answer_time_page_has_the_printed_mrr_and_the_seconds() -> None:
    figure = paper_picture("clef-2006").figure(PictureOptions(r=math.log(3)))
    places = {p.name: (p.x, p.y) for p in figure.points}
    assert places["tokyo"] == (0.38, 1.0)
    assert places["daedalus1"] == (0.41, 549 / 5141)
    assert {p.name: dict(p.more)["rank"] for p in figure.points}["alicante"] == 4


@pytest.mark.parametrize("one", PAPER_PICTURES, ids=lambda one: one.name)
def test_every_picture_of_a_paper_is_drawn_and_says_where_it_is_from(one: object) -> None:
    figure = one.figure()
    assert "et al." in figure.caption or "Rodrigo" in figure.caption or "section" in figure.caption
    assert len(rows_of(figure)) > 4


def decided(questions: int, seed: int = 5) -> tuple[PictureSource, np.ndarray]:
    """One run on four answers of each question, and its outcomes: question, answer, (correct, said yes)."""
    lot = np.random.default_rng(seed)
    correct = lot.random((questions, 4)) < 0.4
    said = np.where(lot.random((questions, 4)) < 0.75, correct, ~correct)
    replies = [Reply(0, at, int(yes)) for at, yes in enumerate(said.ravel().tolist())]
    of = np.repeat(np.arange(questions), 4).tolist()
    catalog = make_catalog(["validation"] * questions, of, replies, runs=1, assessors=["person"])
    labels = ["correct" if one else "incorrect" for one in correct.ravel().tolist()]
    return source_of(catalog, dict(enumerate(labels))), np.stack((correct, said), axis=2)


@pytest.mark.parametrize(("name", "across", "up"), [("roc", "fpr", "tpr"), ("precision-recall", "tpr", "precision")])
def test_crosses_are_bootstrap_intervals_over_questions(name: str, across: str, up: str) -> None:
    source, outcomes = decided(60)
    figure = picture(name).figure(source, PictureOptions(crosses=True, draws=4_000))
    (point,) = figure.points
    wide, high = (line for line in figure.curves if "95 % interval" in line.name)
    correct, said = outcomes[..., 0], outcomes[..., 1]
    tp, fp, fn = correct & said, ~correct & said, correct & ~said
    parts = {"tpr": (tp, tp | fn), "fpr": (fp, ~correct), "precision": (tp, said)}
    for line, axis, one in ((wide, line_x, across), (high, line_y, up)):
        above, below = (part.sum(axis=1) for part in parts[one])
        found = scipy.stats.bootstrap(
            (above, below),
            lambda a, b, axis: a.sum(axis=axis) / b.sum(axis=axis),
            paired=True,
            n_resamples=4_000,
            rng=np.random.default_rng(0),
            method="BCa",
        ).confidence_interval
        assert axis(line) == pytest.approx([found.low, found.high], abs=0.012)
        assert above.sum() / below.sum() == pytest.approx(point.x if one == across else point.y)
    assert set(line_y(wide)) == {point.y}
    assert set(line_x(high)) == {point.x}
    assert "Crosses: 95 % intervals, bootstrap, 4,000 draws, seed 0." in figure.caption


def line_x(line: Line) -> list[float]:
    return [float(one) for one in line.x]


def line_y(line: Line) -> list[float]:
    return [float(one) for one in line.y]


def test_crosses_are_not_drawn_unasked_of_too_few_questions_or_at_another_share() -> None:
    source, _ = decided(60)
    assert picture("roc").figure(source, PictureOptions(draws=99)).curves == ()
    with pytest.raises(Refused, match="as judged only"):
        picture("roc").figure(source, PictureOptions(crosses=True, draws=99, share=0.5))
    few, _ = decided(6)
    figure = picture("roc").figure(few, PictureOptions(crosses=True, draws=99))
    assert figure.curves == ()
    assert "No run has a 95 % interval: there are too few questions." in figure.caption
