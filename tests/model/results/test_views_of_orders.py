"""Views of orders: columns under other gold standards, and questions by two of them."""

import numpy as np
import pytest
from read_frame import read
from scipy.stats import kendalltau, rankdata
from view_requests import Ask

from jurybox.errors import Refused
from jurybox.gold import Gold
from jurybox.measures import measure
from jurybox.measures.ranks import ranks
from jurybox.results.columns import GoldColumn
from jurybox.results.views_of_orders import how_alike, means, rank_by_golds, rank_by_measures, two_measures

GOLD_COLUMNS = ("BA", "Hit@1 under BA", "nDCG@10 under GAW(weights=3:1:0)")
HEADS = ("nG@1", "nDCG", "nG@1 (BA)", "Hit@1 (BA)", "nDCG@10 (GAW(weights=3:1:0))")
PAIRS = (("nG@1", "GA"), ("nDCG", "GA"), ("nG@1", "BA"), ("Hit@1", "BA"), ("nDCG@10", "GAW(weights=3:1:0)"))


def test_what_stands_beside_is_read_back() -> None:
    for text in GOLD_COLUMNS:
        assert str(GoldColumn.parse(text)) == text
    odd = GoldColumn.parse("assessor:Ann under the hill")
    assert (odd.measure, odd.gold.assessor) == (None, "Ann under the hill")
    for wrong in ("nothing under BA", "Hit@1 under nobody", "nobody"):
        with pytest.raises(Refused):
            GoldColumn.parse(wrong)


def test_columns_are_pairs_of_measure_and_gold_standard(ask: Ask) -> None:
    request = ask("nG@1", "nDCG", gold_columns=GOLD_COLUMNS)
    boards = {gold: request.frozen.board(Gold.parse(gold)) for _, gold in PAIRS}
    runs = request.ranked()
    table, order = read(means(request).frame), read(rank_by_measures(request).frame)
    assert "Gold standard: GA" in table.notes
    assert "Ties: in submitted order." in table.notes
    assert table.head[1:] == order.head[1:] == HEADS
    assert [row[0] for row in table.rows] == list(request.names(runs))
    for at, (name, gold) in enumerate(PAIRS, start=1):
        scores = np.array([boards[gold].score(measure(name), run).value for run in runs])
        assert [row[at] for row in table.rows] == scores.tolist()
        assert [row[at] for row in order.rows] == ranks(scores).tolist()
    by_gold = read(rank_by_golds(request).frame)
    assert by_gold.head[1:] == ("nG@1 (GA)", *HEADS[2:])
    assert [row[2:] for row in by_gold.rows] == [row[3:] for row in order.rows]
    tau = read(how_alike(request).frame)
    assert tau.head[1:6] == HEADS
    hit = [row[3] for row in table.rows]
    assert tau.rows[0][3] == pytest.approx(kendalltau([row[1] for row in table.rows], hit).statistic)


def test_a_cell_leads_to_the_score_it_shows(ask: Ask) -> None:
    request = ask("nG@1", "nDCG", gold_columns=GOLD_COLUMNS)
    for view in (means, rank_by_measures):
        sheet = view(request)
        for row, run in enumerate(request.ranked()):
            for column, (name, gold) in enumerate(PAIRS, start=1):
                below = sheet.behind(row, column)
                assert below is not None
                assert (below.run, str(below.measure), below.gold or "GA") == (run, name, gold)
    below = how_alike(request).behind(3, 1)
    assert below is not None
    assert (str(below.measure), below.gold) == ("Hit@1", "BA")
    assert how_alike(request).behind(len(read(how_alike(request).frame).rows) - 1, 1) is None


@pytest.mark.parametrize("up", ["", "Hit@1 (BA)", "nDCG@10 (GAW(weights=3:1:0))"])
@pytest.mark.parametrize("without", [False, True])
def test_questions_are_ranked_by_any_two_columns(ask: Ask, up: str, without: bool) -> None:
    request = ask("nG@1", "nDCG", gold_columns=GOLD_COLUMNS, up=up, without=without, run=3)
    table = read(two_measures(request).frame)
    name, gold = PAIRS[HEADS.index(up or "nDCG")]
    sides = []
    for one, whose in (("nG@1", "GA"), (name, gold)):
        values = request.frozen.board(Gold.parse(whose)).unit_values(measure(one))
        kept = [at for at, run in enumerate(values.runs) if not (without and run == 3)]
        assert len(kept) == 5 - without
        # Equal means are equal ranks, whatever the order of the runs does to their last bits.
        exact = values.values[:, kept].mean(axis=1).round(12)
        sides.append(dict(zip(values.units.tolist(), exact, strict=True)))
    both = sorted(sides[0].keys() & sides[1].keys())
    across, high = (np.array([side[at] for at in both]) for side in sides)
    assert table.head[1:] == ("nG@1", "rank", up or "nDCG", "rank there")
    told = {row[0]: row[1:] for row in table.rows}
    assert len(told) == len(both)
    places = rankdata(-across.round(9), "min"), rankdata(-high.round(9), "min")
    for at, question in enumerate(both):
        cells = told[request.catalog.questions[question].name]
        assert cells[0] == pytest.approx(across[at])
        assert cells[2] == pytest.approx(high[at])
        assert [float(str(cells[1])), float(str(cells[3]))] == [places[0][at], places[1][at]]
    tau = kendalltau(across.round(9), high.round(9)).statistic
    assert f"tau-b {tau:.3f}".replace("0.", ".") in table.notes
    assert ("run-4 left out" in table.notes) == without
    figure = two_measures(request).figure
    assert figure is not None
    assert figure.x.name == "rank by nG@1"
    assert sorted(figure.clouds[0].x.tolist()) == sorted(places[0].tolist())


def test_the_columns_that_cannot_be_compared_say_so(ask: Ask) -> None:
    with pytest.raises(Refused, match="Press M"):
        two_measures(ask("nG@1"))
    with pytest.raises(Refused, match="Press B"):
        rank_by_golds(ask("nG@1"))
    with pytest.raises(Refused, match="question by question"):
        two_measures(ask("nG@1", "MRRT(r=1)", up="MRRT(r=1)"))
