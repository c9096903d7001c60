"""Scores of whole ranked collections against pytrec_eval, ir-measures and pyNTCIREVAL, to 1e-12.

Where conventions differ, an option says so: `unjudged`, the cutoff of Q, and what is averaged over.
"""

import math
import random
from typing import Any

import ir_measures
import pytest
import pytrec_eval
from pyNTCIREVAL import Labeler
from pyNTCIREVAL.metrics import MSnDCG, QMeasure
from sweeps import swept
from worlds import Reply, World, make_catalog

from jurybox.collection.collection import Collection
from jurybox.collection.facts import Facts
from jurybox.gold import Gold
from jurybox.measures import measure
from jurybox.scoring import Scoreboard, Unjudged

QUESTIONS, RUNS = 60, 4


def collection(seed: int, judged: float) -> World:
    """Rankings of different depth, one run that skips questions, questions without a relevant answer."""
    draw = random.Random(seed)
    owner = [at for at in range(QUESTIONS) for _ in range(draw.randint(1, 9))]
    replies = []
    for run in range(RUNS):
        for question in range(QUESTIONS):
            mine = [answer for answer, about in enumerate(owner) if about == question]
            draw.shuffle(mine)
            kept = mine[: draw.randint(1, len(mine))] if run else mine
            if run < RUNS - 1 or draw.random() < 0.7:
                replies += [Reply(run, answer, rank=at + 1) for at, answer in enumerate(kept)]
    draw.shuffle(replies)
    catalog = make_catalog(["ranked"] * QUESTIONS, owner, replies, runs=RUNS, assessors=["person"] * 2)
    world = World(catalog, Facts(panel=(0, 1)), [], "GAW(weights=2:1:0)")
    likely = [draw.choice([(8, 1, 1), (1, 2, 7), (0, 0, 1)]) for _ in range(QUESTIONS)]
    for answer, question in enumerate(owner):
        if draw.random() < judged:
            for who in (0, 1):
                world.book.say(who, answer, draw.choices("ABC", weights=likely[question])[0])
    return world


def board_of(world: World, unjudged: Unjudged = "wait") -> Scoreboard:
    gold = Gold.parse(world.gold)
    return Scoreboard(Collection(world.catalog, world.book.ledger, world.facts), gold, unjudged=unjudged)


def dicts(board: Scoreboard, world: World, run: int) -> tuple[dict[str, dict[str, int]], dict[str, dict[str, float]]]:
    """Judged levels, and one run with scores that fall from rank to rank."""
    qrels: dict[str, dict[str, int]] = {}
    for answer, level in enumerate(board.levels.tolist()):
        if level >= 0:
            qrels.setdefault(str(world.catalog.answer_question[answer]), {})[str(answer)] = level
    given: dict[str, dict[str, float]] = {}
    replies = world.catalog.responses
    for at in range(len(replies)):
        if replies.run[at] == run:
            given.setdefault(str(replies.question[at]), {})[str(replies.answer[at])] = -float(replies.rank[at])
    return qrels, given


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize(("unjudged", "judged"), [("wait", 1.0), ("nonrelevant", 0.6)])
@pytest.mark.sweep
def test_trec_eval_and_ir_measures(seed: int, unjudged: Any, judged: float) -> None:
    world = collection(seed, judged)
    board = board_of(world, unjudged)
    theirs = {
        "nDCG": "ndcg",
        "nDCG(cutoff=3)": "ndcg_cut_3",
        "MRR": "recip_rank",
        "Hit@1": "success_1",
        "AP": "map",
        "nDCG(undefined=zero)": "ndcg",
        "AP(undefined=zero)": "map",
    }
    for run in board.runs:
        qrels, given = dicts(board, world, run)
        found = pytrec_eval.RelevanceEvaluator(
            qrels, set(theirs.values()) | {"ndcg_cut.3", "success.1", "gm_map"}
        ).evaluate(given)
        with_relevant = [question for question, levels in qrels.items() if max(levels.values()) > 0]
        for ours, name in theirs.items():
            averaged = list(qrels) if ours in ("MRR", "Hit@1") or "zero" in ours else with_relevant
            values = [found.get(question, {}).get(name, 0.0) for question in averaged]
            score = board.score(measure(ours), run)
            assert score.value == pytest.approx(math.fsum(values) / len(values), abs=1e-12)
            assert score.units == len(averaged)
        for ours, averaged in (("GMAP", with_relevant), ("gm_map(undefined=zero)", list(qrels))):
            logs = [found.get(question, {}).get("gm_map", math.log(0.00001)) for question in averaged]
            score = board.score(measure(ours), run)
            theirs_now = pytrec_eval.compute_aggregated_measure("gm_map", logs)
            assert score.value == pytest.approx(theirs_now, abs=1e-12)
            assert score.units == len(averaged)
        means = ir_measures.calc_aggregate([ir_measures.nDCG, ir_measures.RR], qrels, given)
        assert board.score(measure("MRR"), run).value == pytest.approx(means[ir_measures.RR], abs=1e-12)
        assert board.score(measure("nDCG(undefined=zero)"), run).value == pytest.approx(
            means[ir_measures.nDCG], abs=1e-12
        )


@pytest.mark.parametrize("seed", [*range(4), *swept(range(4, 12))])
@pytest.mark.parametrize(("unjudged", "judged"), [("wait", 1.0), ("nonrelevant", 0.7), ("condensed", 0.7)])
def test_ntcireval(seed: int, unjudged: Any, judged: float) -> None:
    world = collection(100 + seed, judged)
    board = board_of(world, unjudged)
    grades = [1, 2, 3, 4]
    for run in board.runs:
        qrels, given = dicts(board, world, run)
        sums: dict[str, list[float]] = {"nDCG(cutoff=20)": [], "Q": [], "Q(cutoff=3, normalise=min)": []}
        for question, levels in qrels.items():
            if max(levels.values()) == 0:
                continue
            labeler = Labeler(levels, is_condensed=unjudged == "condensed")
            ranking = sorted(given.get(question, {}), key=lambda at: -given[question][at])
            labeled, counts = labeler.label(ranking), labeler.compute_per_level_doc_num(5)
            if not labeled:
                for values in sums.values():
                    values.append(0.0)
                continue
            sums["nDCG(cutoff=20)"].append(MSnDCG(counts, grades, 20).compute(labeled))
            sums["Q"].append(QMeasure(counts, grades, 1.0).compute(labeled))
            sums["Q(cutoff=3, normalise=min)"].append(QMeasure(counts, grades, 1.0, 3).compute(labeled))
        for name, values in sums.items():
            assert board.score(measure(name), run).value == pytest.approx(math.fsum(values) / len(values), abs=1e-12)
