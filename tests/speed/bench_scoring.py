"""How fast validation scores follow a label: run by hand, `python tests/speed/bench_scoring.py`.

Prints ratios taken inside one run, ours and the others interleaved, medians and 99th percentiles:
  T4  one label changed and 13 runs scored again, against a full pass and against scikit-learn
  T5  the same edit in a collection 100 times as large, against the small one
Nothing here is a test; no time is asserted.
"""

import argparse
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from common import median, p99, report_ratio

from jurybox.changes import Changes, changes
from jurybox.collection.catalog import Assessor, Catalog, Question, Responses, Run
from jurybox.collection.codes import LABEL_CODES
from jurybox.collection.collection import Collection
from jurybox.collection.entries import Content, Entry, Subject
from jurybox.collection.facts import Facts
from jurybox.collection.ledger import Ledger
from jurybox.gold import Gold
from jurybox.measures import measure
from jurybox.scoring import Scoreboard

RUNS, ASSESSORS, QUESTIONS, ANSWERS = 13, 3, 1_500, 7_443
MEASURES = tuple(measure(name) for name in ("accuracy", "c@1", "precision", "recall", "F1", "AUC-point", "AUC"))
GOLD = Gold("majority")
WORDS = ("correct", "incorrect")


class Campaign:
    """A validation collection of some size, half judged, with a ledger that takes one label at a time."""

    def __init__(self, scale: int, seed: int = 1) -> None:
        self._draw = np.random.default_rng(seed)
        self.answers = ANSWERS * scale
        self.truth = self._draw.random(self.answers) < 0.3
        self.decisions = (self._draw.random((RUNS, self.answers)) < 0.3 + 0.4 * self.truth).astype(np.int8)
        noise = self._draw.normal(size=(RUNS, self.answers))
        self.scores = np.round(noise + self.truth * np.linspace(0, 2, RUNS)[:, None], 3)
        self.catalog = self._catalog(QUESTIONS * scale)
        self.ledger = Ledger(ASSESSORS, self.answers)
        said = self._draw.random((ASSESSORS, self.answers)) < 0.9
        codes = np.where(said == self.truth, *(LABEL_CODES[word] for word in WORDS))
        self.ledger.labels[:] = np.where(self._draw.random(codes.shape) < 0.8, codes, 0)
        self._standing: dict[tuple[int, int], bytes] = {}
        self._count = 0

    def _catalog(self, questions: int) -> Catalog:
        run, answer = np.divmod(np.arange(RUNS * self.answers), self.answers)
        owner = np.sort(self._draw.integers(0, questions, self.answers)).astype(np.int32)
        zeros, nothing = np.zeros(len(run), dtype=np.int8), np.full(len(run), np.nan)
        asked = Question("q", "validation", None, None, None, None, None, None)
        return Catalog(
            questions=(asked,) * questions,
            series=(),
            runs=tuple(Run(f"r{at}", None, None, None, None, "submitted") for at in range(RUNS)),
            assessors=tuple(Assessor(f"A{at}", "person", bytes([at])) for at in range(ASSESSORS)),
            answer_question=owner,
            answer_best=np.zeros(self.answers, dtype=np.int8),
            responses=Responses(
                run.astype(np.int32), owner[answer], answer.astype(np.int32), zeros,
                np.full(len(run), -1, dtype=np.int32), zeros + 1, self.decisions.ravel(), zeros,
                nothing, self.scores.ravel(),
            ),
            assigned=(np.empty(0, dtype=np.int32), np.empty(0, dtype=np.int32)),
        )  # fmt: skip

    def board(self) -> Scoreboard:
        """Count everything."""
        return Scoreboard(Collection(self.catalog, self.ledger, Facts(panel=tuple(range(ASSESSORS)))), GOLD)

    def edits(self) -> Iterator[int]:
        """Change one label after the other, and yield its answer."""
        while True:
            who, answer = int(self._draw.integers(ASSESSORS)), int(self._draw.integers(self.answers))
            new = WORDS[int(self.ledger.labels[who, answer] == LABEL_CODES["correct"])]
            self._count += 1
            hash_ = self._count.to_bytes(32, "big")
            replaces = (self._standing[who, answer],) if (who, answer) in self._standing else ()
            subject = Subject(int(self.catalog.answer_question[answer]), answer)
            self.ledger.add(Entry(hash_, b"w", who, "judgment", subject, Content(new), 0, replaces=replaces))
            self._standing[who, answer] = hash_
            yield answer

    def by_scikit_learn(self, truth: np.ndarray) -> None:
        """Score the same measures of all runs with scikit-learn."""
        from sklearn import metrics

        judged = truth >= 0
        y = truth[judged]
        for decision, score in zip(self.decisions, self.scores, strict=True):
            yes = decision[judged]
            metrics.accuracy_score(y, yes)
            metrics.precision_recall_fscore_support(y, yes, average="binary", zero_division=0)
            metrics.roc_auc_score(y, yes)
            metrics.roc_auc_score(y, score[judged])


def shown(board: Scoreboard) -> list[float]:
    """Return every score that a table of all runs shows."""
    return [board.score(one, run).value for run in board.runs for one in MEASURES]


class Clock:
    """Processor times of named pieces of work, printed as medians and 99th percentiles."""

    def __init__(self) -> None:
        self.times: dict[str, list[float]] = {}

    def time(self, name: str, work: Callable[[], Any]) -> Any:
        """Run work once, note how long the processor worked, and return what it did."""
        start = time.process_time()
        found = work()
        self.times.setdefault(name, []).append(time.process_time() - start)
        return found

    def of(self, *names: str) -> float:
        """Return the sum of the medians in seconds."""
        return sum(median(self.times[name]) for name in names)

    def tell(self) -> None:
        """Print all."""
        for name, times in self.times.items():
            print(f"      {name:<40} median {median(times) * 1e6:11,.1f} us   p99 {p99(times) * 1e6:11,.1f} us")


def edit_against_full(rounds: int) -> None:
    """T4: edits, full passes and scikit-learn, interleaved."""
    campaign, clock = Campaign(1), Clock()
    live = campaign.board()
    shown(live)
    edits = campaign.edits()
    for _ in range(rounds):
        for _ in range(20):
            change = one_label(next(edits))
            clock.time("edit", lambda change=change: live.update(change))
            clock.time("reading", lambda: shown(live))
        clock.time("full pass", lambda: shown(campaign.board()))
        truth = live.truth.copy()
        clock.time("scikit-learn", lambda truth=truth: campaign.by_scikit_learn(truth))
        clock.time("bounds", lambda: counted_bounds(live))
        clock.time("bounds of AUC", lambda: [live.bounds(MEASURES[-1], run) for run in live.runs])
    assert repr(shown(live)) == repr(shown(campaign.board()))
    print(f"T4  {RUNS} runs x {campaign.answers:,} answers x {QUESTIONS:,} questions, {ASSESSORS} assessors;")
    print(f"    reading: {len(MEASURES)} scores of every run; full pass and scikit-learn give the same scores")
    clock.tell()
    report_ratio("T4", "full pass / edit", clock.of("full pass") / clock.of("edit"), 60, at_most=False)
    for name in ("full pass", "scikit-learn"):
        report_ratio(
            "T4", f"{name} / (edit + reading)", clock.of(name) / clock.of("edit", "reading"), 60, at_most=False
        )
    # About half of the edits move a count, and cost more than twice the others: a median falls between.
    each = [sum(both) for both in zip(clock.times["edit"], clock.times["reading"], strict=True)]
    cut = sorted(each)[: int(0.99 * len(each))]
    mean = sum(cut) / len(cut)
    report_ratio("T4", "full pass / mean of (edit + reading)", clock.of("full pass") / mean, 60, at_most=False)


def counted_bounds(board: Scoreboard) -> None:
    """Work out the bounds of all measures that are made of counts."""
    for run in board.runs:
        for one in MEASURES[:-1]:
            board.bounds(one, run)


def one_label(answer: int) -> Changes:
    """Return the change record of one label."""
    return changes("labels", answers=frozenset([answer]))


def large_against_small(scale: int, rounds: int) -> None:
    """T5: the same edit, with every score and the curves' pairs, at 100 times the collection."""
    clock = Clock()
    both: dict[str, Any] = {}
    for name, size in (("small", 1), ("large", scale)):
        campaign = Campaign(size)
        start = time.perf_counter()
        live = campaign.board()
        shown(live)
        print(f"T5  {campaign.answers:,} answers counted and scored in {time.perf_counter() - start:.3f} s")
        both[name] = live, campaign.edits()
    for _ in range(rounds):
        for name, (live, edits) in both.items():
            change = one_label(next(edits))
            clock.time(f"{name}: edit", lambda live=live, change=change: live.update(change))
            clock.time(f"{name}: reading", lambda live=live: shown(live))
    clock.tell()
    report_ratio("T5", "edit, large / small", clock.of("large: edit") / clock.of("small: edit"), 1.5)
    large, small = clock.of("large: edit", "large: reading"), clock.of("small: edit", "small: reading")
    report_ratio("T5", "edit + reading, large / small", large / small, 1.5)


def main() -> None:
    """Run both benchmarks."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=30)
    parser.add_argument("--scale", type=int, default=100)
    given = parser.parse_args()
    edit_against_full(given.rounds)
    large_against_small(given.scale, given.rounds * 30)


if __name__ == "__main__":
    main()
