"""How fast scores of ranked answers follow a label: run by hand, `python tests/speed/bench_ranked.py`.

Prints ratios taken inside one run, ours and the others interleaved, medians and 99th percentiles:
  T3  Hit@1, nG@1, nDCG and Q of 13 runs over 7,443 answers, against pytrec_eval and pyNTCIREVAL
  T4  one label changed that moves a level, its question scored again for 13 runs, against a new scoreboard;
      printed beside it: against a pass in which what the runs said is kept
  T5  the same edit with all means at 100 times the collection
  T6  a full pass at 150,000 questions, with the memory it takes (each side in a process of its own, in
      processor time, which other programs on the machine do not change)
Nothing here is a test; no time is asserted, but equal scores are.
"""

import argparse
import gc
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from bench_scoring import Clock, one_label
from common import report_ratio

from jurybox.changes import changes
from jurybox.collection.catalog import Assessor, Catalog, Question, Responses, Run
from jurybox.collection.codes import LABEL_CODES
from jurybox.collection.collection import Collection
from jurybox.collection.entries import Content, Entry, Subject
from jurybox.collection.facts import Facts
from jurybox.collection.ledger import Ledger
from jurybox.gold import Gold
from jurybox.measures import measure
from jurybox.scoring import Scoreboard

RUNS, ASSESSORS, QUESTIONS, ANSWERS = 13, 4, 1_500, 7_443
MEASURES = tuple(measure(name) for name in ("Hit@1", "nG@1", "nDCG", "Q"))
GOLD = Gold.parse("GA")
WORDS = ("A", "B", "C")


class Campaign:
    """A ranked collection of some size, judged, with a ledger that takes one label at a time."""

    def __init__(self, scale: int, seed: int = 1) -> None:
        self._draw = np.random.default_rng(seed)
        self.questions, self.answers = QUESTIONS * scale, ANSWERS * scale
        extra = self._draw.integers(0, self.questions, self.answers - 2 * self.questions)
        self.owner = np.sort(np.concatenate((np.repeat(np.arange(self.questions), 2), extra))).astype(np.int32)
        self.catalog = self._catalog()
        self.ledger = Ledger(ASSESSORS, self.answers)
        self.ledger.labels[:] = self._draw.choice([1, 2, 3], size=self.ledger.labels.shape, p=[0.3, 0.3, 0.4])
        self._standing: dict[tuple[int, int], bytes] = {}
        self._count = 0

    def _catalog(self) -> Catalog:
        orders = [np.lexsort((self._draw.random(self.answers), self.owner)) for _ in range(RUNS)]
        answer = np.concatenate(orders).astype(np.int32)
        run = np.repeat(np.arange(RUNS), self.answers).astype(np.int32)
        starts = np.searchsorted(self.owner, np.arange(self.questions))
        rank = np.tile(np.arange(self.answers) - starts[self.owner] + 1, RUNS).astype(np.int32)
        zeros, nothing = np.zeros(len(run), dtype=np.int8), np.full(len(run), np.nan)
        asked = Question("q", "ranked", None, None, None, None, None, None)
        return Catalog(
            questions=(asked,) * self.questions,
            series=(),
            runs=tuple(Run(f"r{at}", None, None, None, None, "submitted") for at in range(RUNS)),
            assessors=tuple(Assessor(f"A{at}", "person", bytes([at])) for at in range(ASSESSORS)),
            answer_question=self.owner,
            answer_best=np.zeros(self.answers, dtype=np.int8),
            responses=Responses(
                run, self.owner[answer], answer, zeros, rank, zeros + 1, zeros - 1, zeros, nothing, nothing,
            ),
            assigned=(np.empty(0, dtype=np.int32), np.empty(0, dtype=np.int32)),
        )  # fmt: skip

    def board(self) -> Scoreboard:
        """Read and score everything."""
        board = Scoreboard(Collection(self.catalog, self.ledger, Facts(panel=tuple(range(ASSESSORS)))), GOLD)
        board.track(MEASURES)
        return board

    def edits(self) -> Iterator[int]:
        """Change one label after the other, and yield its answer."""
        while True:
            who, answer = int(self._draw.integers(ASSESSORS)), int(self._draw.integers(self.answers))
            others = [word for word in WORDS if LABEL_CODES[word] != self.ledger.labels[who, answer]]
            self._count += 1
            hash_ = self._count.to_bytes(32, "big")
            replaces = (self._standing[who, answer],) if (who, answer) in self._standing else ()
            subject = Subject(int(self.owner[answer]), answer)
            content = Content(others[int(self._draw.integers(2))])
            self.ledger.add(Entry(hash_, b"w", who, "judgment", subject, content, 0, replaces=replaces))
            self._standing[who, answer] = hash_
            yield answer

    def as_dicts(self, levels: np.ndarray) -> tuple[dict[str, dict[str, int]], list[dict[str, dict[str, float]]]]:
        """Return levels and runs as pytrec_eval wants them."""
        names = [str(at) for at in range(self.answers)]
        asked = [str(at) for at in range(self.questions)]
        qrels: dict[str, dict[str, int]] = {}
        for at, (question, level) in enumerate(zip(self.owner.tolist(), levels.tolist(), strict=True)):
            qrels.setdefault(asked[question], {})[names[at]] = level
        given = self.catalog.responses
        runs: list[dict[str, dict[str, float]]] = [{} for _ in range(RUNS)]
        rows = zip(given.run.tolist(), given.question.tolist(), given.answer.tolist(), given.rank.tolist(), strict=True)
        for run, question, answer, rank in rows:
            runs[run].setdefault(asked[question], {})[names[answer]] = -float(rank)
        return qrels, runs


def shown(board: Scoreboard) -> list[float]:
    """Return every score that a table of all runs shows."""
    return [board.score(one, run).value for one in MEASURES for run in board.runs]


def by_pytrec_eval(qrels: Any, runs: Any) -> list[float]:
    """Return nDCG of every run over the questions with a relevant answer."""
    import pytrec_eval

    scorer = pytrec_eval.RelevanceEvaluator(qrels, {"ndcg", "success_1"})
    means = []
    for run in runs:
        found = scorer.evaluate(run)
        means.append([found[at]["ndcg"] for at in found if max(qrels[at].values()) > 0])
    return [sum(values) / len(values) for values in means]


def by_pyntcireval(campaign: Campaign, levels: np.ndarray) -> list[float]:
    """Return MSnDCG and Q of every run, as pyNTCIREVAL works them out question by question."""
    from pyNTCIREVAL import Labeler
    from pyNTCIREVAL.metrics import MSnDCG, QMeasure

    given, means = campaign.catalog.responses, []
    every: dict[int, dict[int, int]] = {}
    for at, (question, level) in enumerate(zip(campaign.owner.tolist(), levels.tolist(), strict=True)):
        every.setdefault(question, {})[at] = level
    rankings: dict[tuple[int, int], list[int]] = {}
    for run, question, answer in zip(given.run.tolist(), given.question.tolist(), given.answer.tolist(), strict=True):
        rankings.setdefault((run, question), []).append(answer)
    for run in range(RUNS):
        values = []
        for question, qrel in every.items():
            if max(qrel.values()) == 0:
                continue
            counts = [sum(level == grade for level in qrel.values()) for grade in range(4)]
            labeled = Labeler(qrel).label(rankings[run, question])
            ndcg = MSnDCG(counts, [1, 2, 3], len(qrel))
            q = QMeasure(counts, [1, 2, 3], 1.0)
            values.append(ndcg.compute(labeled))
            q.compute(labeled)
        means.append(sum(values) / len(values))
    return means


def full_against_peers(rounds: int) -> None:
    """T3 and T4."""
    campaign, clock = Campaign(1), Clock()
    live = campaign.board()
    live.score(MEASURES[0], 0)
    qrels, runs = campaign.as_dicts(np.maximum(live.levels, 0))
    edits = campaign.edits()
    for at in range(rounds):
        for _ in range(20):
            change = one_label(next(edits))
            moved = clock.time("edit", lambda change=change: live.update(change))
            if not moved.runs:
                clock.times["edit"].pop()
            clock.time("reading", lambda: shown(live))
        clock.time("full pass: levels to scores", lambda: live.select(None))
        clock.time("full pass: labels to scores", lambda: live.update(changes("assignments")))
        clock.time("full pass: a new scoreboard", lambda: shown(campaign.board()))
        shown(live)
        clock.time("pytrec_eval (no Q)", lambda: by_pytrec_eval(qrels, runs))
        if at < 3:
            clock.time("pyNTCIREVAL (MSnDCG, Q)", lambda: by_pyntcireval(campaign, live.levels))
    assert repr(shown(live)) == repr(shown(campaign.board()))
    qrels, runs = campaign.as_dicts(np.maximum(live.levels, 0))
    ours = [live.score(measure("nDCG"), run).value for run in live.runs]
    worst = max(
        abs(a - b)
        for peer in (by_pytrec_eval(qrels, runs), by_pyntcireval(campaign, live.levels))
        for a, b in zip(ours, peer, strict=True)
    )
    print(f"T3  {RUNS} runs x {campaign.answers:,} answers x {campaign.questions:,} questions")
    print(f"    largest difference of nDCG from pytrec_eval and pyNTCIREVAL: {worst:.1e}")
    clock.tell()
    full, edit = clock.of("full pass: levels to scores"), clock.of("edit")
    whole = clock.of("full pass: labels to scores")
    report_ratio("T3", "pytrec_eval / full pass", clock.of("pytrec_eval (no Q)") / full, 15, at_most=False)
    report_ratio("T3", "pyNTCIREVAL / full pass", clock.of("pyNTCIREVAL (MSnDCG, Q)") / full, 300, at_most=False)
    anew = clock.of("full pass: a new scoreboard")
    report_ratio("T4", "a new scoreboard / edit", anew / edit, 60, at_most=False)
    print(f"T4  a pass over all labels / edit: {whole / edit:.1f}; over all levels / edit: {full / edit:.1f}")


def large_against_small(scale: int, rounds: int) -> None:
    """T5: the same edit with the means of every run."""
    clock = Clock()
    both: dict[str, Any] = {}
    for name, size in (("small", 1), ("large", scale)):
        campaign = Campaign(size)
        both[name] = campaign.board(), campaign.edits()
    for _ in range(rounds):
        for name, (live, edits) in both.items():
            change = one_label(next(edits))
            moved = clock.time(f"{name}: edit", lambda live=live, change=change: live.update(change))
            if not moved.runs:
                clock.times[f"{name}: edit"].pop()
            clock.time(f"{name}: reading", lambda live=live: shown(live))
    print(f"T5  the same at {QUESTIONS * scale:,} questions")
    clock.tell()
    large, small = clock.of("large: edit", "large: reading"), clock.of("small: edit", "small: reading")
    report_ratio("T5", "edit, large / small", clock.of("large: edit") / clock.of("small: edit"), 1.5)
    report_ratio("T5", "edit + reading, large / small", large / small, 1.5)


def one_side(side: str, scale: int) -> None:
    """Print processor seconds of building and of scoring, and the memory beyond the collection itself."""
    campaign = Campaign(scale)
    gc.collect()
    before = resident("VmRSS")
    Path("/proc/self/clear_refs").write_text("5")  # forget the peak so far
    start = time.process_time()
    if side == "ours":
        board = campaign.board()
        built = time.process_time()
        board.select(None)
    else:
        levels = np.zeros(campaign.answers, dtype=np.int64)
        levels[:] = campaign.ledger.labels.sum(axis=0) % 4
        qrels, runs = campaign.as_dicts(levels)
        built = time.process_time()
        by_pytrec_eval(qrels, runs)
    end = time.process_time()
    print(built - start, end - built, (resident("VmHWM") - before) / 1024)


def resident(which: str) -> int:
    """Return the memory of this process in kB: now (VmRSS) or at its peak (VmHWM)."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(which))


def very_large(scale: int) -> None:
    """T6: each side alone in a process, so that its peak memory is its own."""
    found = {}
    for side in ("ours", "pytrec_eval"):
        command = [sys.executable, __file__, "--side", side, "--scale", str(scale)]
        output = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
        found[side] = [float(value) for value in output]
        built, scored, memory = found[side]
        print(f"T6  {side:<12} built {built:6.2f} s   scored {scored:6.2f} s   {memory:8,.0f} MB")
    ours, peer = found["ours"], found["pytrec_eval"]
    report_ratio("T6", "pytrec_eval / ours, scoring", peer[1] / ours[1], 15, at_most=False)
    report_ratio("T6", "pytrec_eval / ours, building included", (peer[0] + peer[1]) / ours[0], 15, at_most=False)
    report_ratio("T6", "memory, ours / pytrec_eval", ours[2] / peer[2], 1.0)


def main() -> None:
    """Run all benchmarks."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--scale", type=int, default=100)
    parser.add_argument("--side", choices=["ours", "pytrec_eval"], help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.side:
        one_side(given.side, given.scale)
        return
    full_against_peers(given.rounds)
    large_against_small(given.scale, given.rounds * 30)
    very_large(given.scale)


if __name__ == "__main__":
    main()
