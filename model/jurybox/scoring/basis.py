"""What every tally is made of: the collection, the runs shown, truth, and what is selected."""

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from jurybox.collection.catalog import Catalog
from jurybox.collection.collection import Collection
from jurybox.collection.facts import Facts, Unjudged
from jurybox.collection.judges import judges
from jurybox.collection.kept_labels import as_frozen
from jurybox.gold import (
    UNJUDGED,
    Gold,
    Graded,
    Levels,
    Standard,
    Truth,
    asker_ranking,
    gold_by,
    judge_groups,
    judge_rankings,
)
from jurybox.gold.panel import IS_MISSING
from jurybox.kinds import KIND_NAMES
from jurybox.measures import Kind

Small = NDArray[np.int8]
Positions = NDArray[np.int64]
Mask = NDArray[np.bool_]


class Basis:
    """One object for all tallies of a scoreboard, renewed in place.

    `runs`: the runs of the columns, by position; `column_of`: the other way round. The
    first `submitted` of them are stored runs; behind them, with `humans`, stand those made of labels: the
    judges' own rankings and the asker's best answer, with positions from the number of stored runs up.
    `shown`, `stored`: the same, and the stored ones of them, without those withdrawn since a frozen gold standard
    (`Late.gone`), which come behind the other stored ones: nobody sees them, and what waited for their answers waits
    on.
    `truth`, `possible`: of every answer as in `jurybox.gold.Truth`, live.
    `levels`, `possible_levels`: of every answer as in `jurybox.gold.Levels`, live; empty without ranked
    questions, as `graded` is None then. `levels_of_slots` ends with L0 for nothing (`LevelGrades`).
    `nil_open`: the kinds of question to which a run returned NIL where nobody states whether that is right.
    `wanted`: whether a question is selected, one element per question.
    """

    def __init__(self, collection: Collection, gold: Gold, unjudged: Unjudged, *, humans: bool) -> None:
        self.gold, self.unjudged, self.humans = gold, unjudged, humans
        self.questions: frozenset[int] | None = None
        self.read(collection)

    def read(self, collection: Collection) -> None:
        """Read everything again; under a frozen gold standard what it was made of, with the runs of now."""
        self.given = collection
        collection = as_frozen(collection, self.gold.frozen)
        catalog, _, facts = collection
        self.collection = collection
        self.catalog, self.ledger, self.facts = collection
        stored = tuple(run for run in range(len(catalog.runs)) if run not in facts.withdrawn)
        gone = () if catalog.late is None else catalog.late.gone
        self.submitted = len(stored) + len(gone)
        self._made = _makers(catalog, facts) if self.humans else ()
        made = tuple(range(len(catalog.runs), len(catalog.runs) + len(self._made)))
        self.runs, self.shown, self.stored = stored + gone + made, stored + made, stored
        self.column_of = {run: column for column, run in enumerate(self.runs)}
        self.standard = Standard(collection, gold_by("binary", self.gold, catalog, facts))
        self.truth, self.possible = self.standard.of_all()
        self.is_graded: Mask = catalog.is_graded
        self.graded = Graded(collection, self.gold) if catalog.has_graded else None
        self.nil_open = _nil_open(catalog)
        self._grade_all()
        self.only_graded = bool(self.is_graded.all())
        self.select(self.questions)

    def _grade_all(self) -> None:
        nothing = Levels(np.empty(0, dtype=np.int16), np.empty(0, dtype=np.int64))
        level, possible = nothing if self.graded is None else self.graded.of_all()
        self.levels_of_slots = np.append(level, np.int16(0))
        self.levels, self.possible_levels = self.levels_of_slots[:-1], possible
        self._count_late()

    def _count_late(self) -> None:
        """Let no ranked answer that a frozen gold standard does not know gain anything, nor anything wait for it."""
        if self.catalog.late is None or self.graded is None:
            return
        late = self.catalog.late.unknown & (self.is_graded & ~self.catalog.on_purpose)[self.catalog.answer_question]
        self.possible_levels[late] = 1
        if self.unjudged == "wait":  # else the rule for unjudged answers counts them
            self.levels[late] = 0

    def select(self, questions: frozenset[int] | None) -> None:
        """Want these questions; None: all."""
        self.questions = questions
        count = len(self.catalog.questions)
        self.wanted: Mask = (
            np.ones(count, dtype=np.bool_) if questions is None else np.isin(np.arange(count), list(questions))
        )

    def kinds(self) -> tuple[Kind, ...]:
        """Return the kinds of the selected questions, in the order of `jurybox.kinds.KIND_NAMES`."""
        found = set(self.catalog.kind_of_question[self.wanted].tolist())
        return tuple(kind for at, kind in enumerate(KIND_NAMES) if at in found)

    def in_series(self) -> bool:
        """Return whether a selected question is in a series."""
        questions = self.catalog.questions
        return any(questions[at].series is not None for at in np.flatnonzero(self.wanted).tolist())

    def name_of(self, run: int) -> str:
        """Return the name of a run; a made one is called after who it is made of."""
        if run < len(self.catalog.runs):
            return self.catalog.runs[run].name
        maker = self._made[run - len(self.catalog.runs)]
        return "asker" if maker is None else f"judge {self.catalog.assessors[maker].name}"

    def candidates(self, run: int) -> dict[int, int]:
        """Return the answer that a run kept back from each question, the first if there are several."""
        responses = self.catalog.responses
        rows = np.flatnonzero((responses.run == run) & (responses.answered == 0) & (responses.answer >= 0))[::-1]
        return dict(zip(responses.question[rows].tolist(), responses.answer[rows].tolist(), strict=True))

    def late_returned(self) -> int:
        """Return how many different answers of the runs shown a frozen gold standard does not know: they are wrong.

        Without answers to be validated, which are no units then, and ranked ones that are removed from lists.
        """
        if self.catalog.late is None:
            return 0
        given, shown = self.catalog.responses, np.zeros(len(self.catalog.runs), dtype=np.bool_)
        shown[[run for run in self.shown if run < len(shown)]] = True
        answers = np.unique(given.answer[shown[given.run] & (given.answer >= 0)])
        is_wrong = ~(self.catalog.on_purpose | self.catalog.asks(lambda kind: kind.decides))
        if self.unjudged == "condensed":
            is_wrong &= ~self.is_graded
        asked = is_wrong[self.catalog.answer_question[answers]]
        return int(np.count_nonzero(self.catalog.late.unjudged[answers] & asked))

    def decided_share(self, run: int, kinds: Sequence[Kind]) -> tuple[int, int]:
        """Return how many of a run's answers to selected questions of these kinds are decided, and how many it has."""
        catalog = self.catalog
        rows = catalog.responses.of_run(run)
        answers = catalog.responses.answer[rows]
        answers = answers[answers >= 0]
        counts = self.wanted & ~catalog.on_purpose & catalog.asks(lambda kind: kind.name in kinds)
        answers = answers[counts[catalog.answer_question[answers]]]
        known = np.ones(len(answers), dtype=np.bool_) if catalog.late is None else ~catalog.late.unjudged[answers]
        labeled = catalog.asks(lambda kind: kind.is_labeled)[catalog.answer_question[answers]]
        value = self.truth[answers].astype(np.int16)
        if len(self.levels):
            value = np.where(self.is_graded[catalog.answer_question[answers]], self.levels[answers], value)
        return int(np.count_nonzero(known & ~(labeled & (value == UNJUDGED)))), len(answers)

    def made_rankings(self, question: int) -> Positions:
        """Return how the maker of each made run would rank the answers of a question, best first, as rows.

        -1 behind the last one that a maker ranks.
        """
        makers = np.array([maker for maker in self._made if maker is not None], dtype=np.int64)
        words = self.facts.graded_scheme(self.catalog.kinds).words
        ranked = judge_rankings(self.catalog, self.ledger, makers, question, words)
        if len(makers) == len(self._made):
            return ranked
        asked = asker_ranking(self.catalog, question)
        last = np.full((1, ranked.shape[1]), -1)
        last[0, : len(asked)] = asked
        return np.concatenate((ranked, last))

    def made_groups(self, at: int, question: int) -> tuple[Positions, ...]:
        """Return the same in groups of answers that the maker considers equal, the best group first."""
        maker = self._made[at]
        if maker is None:
            return (asker_ranking(self.catalog, question),)
        words = self.facts.graded_scheme(self.catalog.kinds).words
        return judge_groups(self.catalog, self.ledger, maker, question, words)

    def ranks_more(self, column: int, *, if_all_judged: bool) -> bool:
        """Return whether the run of a column is made of labels, and its maker has labels to give.

        Where a rule says what unjudged answers count as, for those that somebody labeled, unless
        `if_all_judged`; without a plan nobody else is then to label them.
        """
        maker = self._made[column - self.submitted] if column >= self.submitted else None
        if maker is None:
            return False
        graded_questions = self.is_graded & self.wanted
        answers = np.flatnonzero(graded_questions[self.catalog.answer_question])
        answers = answers[self.catalog.assigned_to(maker)[answers]]
        if self.graded is not None and self.unjudged != "wait" and not if_all_judged:
            answers = answers[self.graded.is_labeled(answers) & self.graded.is_planned]
        return bool(IS_MISSING[self.ledger.labels[maker, answers].view(np.uint8)].any())

    def judge(self, answers: Positions) -> tuple[Positions, Positions]:
        """Judge the answers at these positions again, or all if the panel changed.

        Returns those whose possible outcomes moved, and those of them whose truth moved.
        """
        if self.only_graded:
            return answers[:0], answers[:0]
        everyone = self.standard.follow(answers)
        answers = np.arange(len(self.truth)) if everyone else self.standard.spread(answers)
        judged = self.standard.of(answers) if len(answers) < len(self.truth) else self.standard.of_all()
        moved = judged.possible != self.possible[answers]
        answers, judged = answers[moved], Truth(judged.truth[moved], judged.possible[moved])
        turned = answers[judged.truth != self.truth[answers]]
        self.truth[answers], self.possible[answers] = judged
        return answers, turned

    def grade(self, answers: Positions, questions: Positions) -> Positions | None:
        """Grade the graded ones of these questions again, or all if the panel changed with these answers.

        Returns those that are graded; None for all.
        """
        if self.graded is None:
            return questions[:0]
        if self.graded.follow(answers):
            self._grade_all()
            return None
        graded = questions if self.only_graded else questions[self.is_graded[questions]]
        if len(graded):
            members = [self.catalog.answers_of(question) for question in graded.tolist()]
            positions = (members[0] if len(members) == 1 else np.concatenate(members)).astype(np.int64)
            self.levels[positions], self.possible_levels[positions] = self.graded.of(positions)
            self._count_late()
        return graded

    def questions_of(self, questions: Iterable[int], *answers: Positions) -> Positions:
        """Return these questions and those of the answers, in rising order."""
        of_answers = [one for some in answers for one in self.catalog.answer_question[some].tolist()]
        return np.array(sorted({*questions, *of_answers}), dtype=np.int64)


def _makers(catalog: Catalog, facts: Facts) -> tuple[int | None, ...]:
    """Return who ranked answers without submitting a run: the judges; None is the asker."""
    asker = (None,) if catalog.answer_best.any() else ()
    return (*judges(catalog, facts), *asker)


def _nil_open(catalog: Catalog) -> frozenset[Kind]:
    stated = np.array([question.nil_correct is not None for question in catalog.questions], dtype=np.bool_)
    returned = catalog.responses.question[catalog.responses.nil == 1]
    found = np.unique(catalog.kind_of_question[returned[~stated[returned]]])
    return frozenset(KIND_NAMES[at] for at in found.tolist())
