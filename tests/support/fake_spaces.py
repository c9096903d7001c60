"""A bridge with scores one can set by hand, for tests of desks that only read counts."""

import os
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace

import numpy as np
from PySide6.QtCore import QObject, Signal

from jurybox.changes import Changes, changes
from jurybox.collection.catalog import Assessor, Catalog, Question, Responses, Run, Series
from jurybox.collection.collection import Collection
from jurybox.collection.facts import Facts
from jurybox.measures import Kind, Measure
from jurybox.measures.curves import ScoreCurve, score_curve
from jurybox.measures.inputs import Counts
from jurybox.scoring import RunRow, RunScore
from jurybox.scoring.ranking import ranked
from jurybox.session import Saving
from jurybox.settings import Settings

CORRECT, INCORRECT = 108, 392
RATES = (
    ("uned-ev2", 0.74, 0.07),
    ("lcc-deep", 0.63, 0.04),
    ("sinai-c1", 0.83, 0.15),
    ("tokyo-b", 0.69, 0.097),
    ("icia-ro2", 0.52, 0.03),
    ("dfki-x", 0.60, 0.11),
    ("ilk-07", 0.77, 0.24),
    ("csail-3", 0.88, 0.37),
    ("umass-lm", 0.45, 0.06),
    ("ntu-base", 0.38, 0.09),
    ("length", 0.61, 0.42),
    ("all-yes", 1.0, 1.0),
    ("random", 0.51, 0.50),
)
BASELINES = frozenset(("length", "all-yes", "random"))


def counts_at(tpr: float, fpr: float, silent: int = 0) -> Counts:
    """The outcomes of a run with about these rates; `silent` of its rejections are silence."""
    tp, fp = round(CORRECT * tpr), round(INCORRECT * fpr)
    quiet = min(silent, CORRECT - tp)
    return Counts(
        yes_correct=tp,
        no_correct=CORRECT - tp - quiet,
        silent_correct=quiet,
        yes_incorrect=fp,
        no_incorrect=INCORRECT - fp,
    )


def many_runs(count: int) -> list[tuple[str, float, float]]:
    """Runs in a crowd, always the same ones."""
    rng = np.random.default_rng(3)
    tpr, fpr = rng.normal(0.65, 0.18, count).clip(0, 1), rng.normal(0.15, 0.1, count).clip(0, 1)
    return [(f"team{n:02d}-run", float(t), float(f)) for n, (t, f) in enumerate(zip(tpr, fpr, strict=True))]


class FakeBoard:
    """Counts per run, as a scoreboard gives them."""

    def __init__(self, counts: Sequence[Counts], names: Sequence[str], collection: Collection) -> None:
        self._counts, self.collection = list(counts), collection
        self.names = list(names)
        self.waiting = 0
        self.left_out = 0
        self.gone: frozenset[int] = frozenset()

    def judged(self, one: Measure, run: int) -> None:
        """Say nothing of how much is judged: these are no scores of ranked lists."""

    def decided_share(self, one: Measure, run: int) -> None:
        """Say nothing of how much a frozen gold standard decides: there is none."""

    @property
    def runs(self) -> tuple[int, ...]:
        return tuple(n for n in range(len(self._counts)) if n not in self.gone)

    @property
    def stored(self) -> tuple[int, ...]:
        return self.runs

    @property
    def units(self) -> int:
        return max((c.total for c in self._counts), default=0)

    def counts(self, run: int, *, pairs: bool = True) -> Counts:
        return self._counts[run]

    def counts_of_runs(self) -> tuple[Counts, ...]:
        return tuple(self._counts[run] for run in self.runs)

    def name_of(self, run: int) -> str:
        return self.names[run]

    def is_made(self, run: int) -> bool:
        return False

    def put(self, run: int, counts: Counts) -> None:
        self._counts[run] = counts

    def kind_of(self, one: Measure) -> Kind | None:
        return "validation" if "validation" in one.kinds else None

    def standing(self, one: Measure) -> tuple[RunRow, ...]:
        return ranked(one, [(run, self.names[run], self.score(one, run)) for run in self.runs])

    def score(self, one: Measure, run: int) -> RunScore:
        score = one.evaluate(self._counts[run])
        return RunScore(score.value, score.reason, self._counts[run].total, self.waiting, self.left_out)

    def curve(self, run: int) -> ScoreCurve | None:
        """Runs that give scores: here the first four, each with a curve of its own."""
        if run > 3:
            return None
        rng = np.random.default_rng(run)
        truth = np.arange(CORRECT + INCORRECT) < CORRECT
        return score_curve(truth, rng.normal(0, 1, truth.size) + 1.6 * truth)


class FakeNextBest(QObject):
    """The most informative answers first, which is off."""

    changed = Signal()
    on = False


class FakeBridge(QObject):
    """What a desk asks of the bridge, without a file."""

    changed = Signal(object, object)
    run_selected = Signal(object)
    answer_wanted = Signal(int)
    closing = Signal()

    def __init__(self, rates: Sequence[tuple[str, float, float]] = RATES, *, decisions: bool = True) -> None:
        super().__init__()
        catalog = _catalog([name for name, _, _ in rates], decisions=decisions)
        facts = Facts(name="Fake")
        self.session = SimpleNamespace(catalog=catalog, ledger=None, facts=facts, identity="fake", saving=Saving())
        self.settings = Settings(Path(os.devnull) / "settings.json")
        self.scoreboard: FakeBoard | None = FakeBoard(
            [counts_at(t, f) for _, t, f in rates], [name for name, _, _ in rates], Collection(catalog, None, facts)
        )
        self.next_best = FakeNextBest(self)
        self.selected_run: int | None = None
        self.gold = "adjudicated+strict"
        self.questions: frozenset[int] | None = None

    def select_run(self, run: int | None) -> None:
        if run != self.selected_run:
            self.selected_run = run
            self.run_selected.emit(run)

    def good_questions(self) -> frozenset[int]:
        return frozenset()

    def set_gold(self, name: str) -> None:
        self.gold = name
        self.changed.emit(changes("facts"), None)

    def select_questions(self, questions: frozenset[int] | None) -> None:
        self.questions = questions
        self.changed.emit(changes("catalog"), None)

    def put(self, run: int, counts: Counts) -> None:
        """Let the counts of a run move, as after a label."""
        assert self.scoreboard is not None
        self.scoreboard.put(run, counts)
        self.changed.emit(Changes(frozenset(("labels",))), None)


def _catalog(names: Sequence[str], *, decisions: bool) -> Catalog:
    questions = tuple(
        Question(f"q{n}", "validation", n % 2, None, ("person", "place")[n % 2], None, None, None) for n in range(6)
    )
    count = 6 * len(names)
    zeros = np.zeros(count, dtype=np.int8)
    none = np.full(count, np.nan)
    responses = Responses(
        run=np.repeat(np.arange(len(names), dtype=np.int32), 6),
        question=np.tile(np.arange(6, dtype=np.int32), len(names)),
        answer=np.tile(np.arange(6, dtype=np.int32), len(names)),
        nil=zeros,
        rank=np.full(count, -1, dtype=np.int32),
        answered=zeros + 1,
        decision=zeros + (1 if decisions else -1),
        selected=zeros,
        confidence=none,
        score=none,
    )
    return Catalog(
        questions=questions,
        series=(Series("S1", "bridges", None), Series("S2", None, None)),
        runs=tuple(Run(n, None, None, None, None, "baseline" if n in BASELINES else "submitted") for n in names),
        assessors=(Assessor("Ana", "person", b"a" * 16), Assessor("Ben", "person", b"b" * 16)),
        answer_question=np.arange(6, dtype=np.int32),
        answer_best=np.zeros(6, dtype=np.int8),
        responses=responses,
        assigned=(np.zeros(0, dtype=np.int32), np.zeros(0, dtype=np.int32)),
    )
