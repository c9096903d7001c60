"""Random collections with several kinds of question at once, and their scores worked out one by one."""

import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np
from hypothesis import assume
from hypothesis import strategies as st
from worlds import Edit, Reply, World, make_catalog

from jurybox.collection.catalog import Catalog
from jurybox.collection.codes import LABEL_CODES
from jurybox.collection.collection import Collection
from jurybox.collection.facts import Facts
from jurybox.collection.ledger import Ledger
from jurybox.gold import Gold, Graded, Panel, Standard, gold_for
from jurybox.measures import (
    Confidences,
    Measure,
    Outcomes,
    Ranking,
    Rankings,
    Score,
    ScoredAnswers,
    TimedRun,
    mean_score,
    measure,
)

GOLDS = ("adjudicated", "majority+lenient", "GAW", "UFA", "UFBA", "BA", "LOO:A0", "assessor:A0", "GAW(missing=rescale)")
KINDS = ("factoid", "ranked", "ranked", "validation")


@st.composite
def mixed_worlds(
    draw: st.DrawFn,
    *,
    kinds: Sequence[str] = KINDS,
    golds: Sequence[str] = GOLDS,
    max_questions: int = 4,
    max_answers: int = 4,
    max_edits: int = 20,
    max_people: int = 4,
) -> World:
    """Draw a collection: rankings of any depth, NIL, answers kept back, ties, times, a panel or none."""
    asked = draw(st.lists(st.sampled_from(kinds), min_size=1, max_size=max_questions))
    owner = [at for at in range(len(asked)) for _ in range(draw(st.integers(0, max_answers)))]
    assume(owner)
    people, runs = draw(st.integers(1, max_people)), draw(st.integers(1, 3))
    statuses = draw(st.lists(st.sampled_from([None] * 5 + ["unjudged"]), min_size=len(asked), max_size=len(asked)))
    cells = [(who, answer) for who in range(people) for answer in range(len(owner))]
    catalog = make_catalog(
        asked,
        owner,
        [reply for run in range(runs) for reply in draw(_replies(run, asked, owner))],
        runs=runs,
        assessors=["person"] * people,
        statuses=statuses,
        assigned=draw(st.one_of(st.just([]), st.lists(st.sampled_from(cells), max_size=len(cells)))),
    )
    catalog = _with_more(draw, catalog, asked)
    panel = draw(st.sampled_from([(), tuple(range(people))]))
    facts = Facts(panel=panel, withdrawn=frozenset(draw(st.sets(st.integers(0, runs - 1), max_size=1))))
    world = World(catalog, facts, [], draw(st.sampled_from(golds)))
    for _ in range(draw(st.integers(0, max_edits))):
        world.edits.append(_edit(draw, world, cells))
    return world


def _with_more(draw: st.DrawFn, catalog: Catalog, asked: Sequence[str]) -> Catalog:
    """Add best answers, NIL that is known to be right or wrong, and times of runs."""
    nils = draw(st.lists(st.sampled_from([None, None, True, False]), min_size=len(asked), max_size=len(asked)))
    best = draw(st.lists(st.integers(0, 1), min_size=catalog.answer_count, max_size=catalog.answer_count))
    times = draw(st.lists(st.sampled_from([None, 10.0, 25.0]), min_size=len(catalog.runs), max_size=len(catalog.runs)))
    return replace(
        catalog,
        questions=tuple(replace(one, nil_correct=nil) for one, nil in zip(catalog.questions, nils, strict=True)),
        answer_best=np.array(best, dtype=np.int8),
        runs=tuple(replace(run, seconds=time) for run, time in zip(catalog.runs, times, strict=True)),
    )


@st.composite
def _replies(draw: st.DrawFn, run: int, asked: Sequence[str], owner: Sequence[int]) -> list[Reply]:
    replies = []
    confident = draw(st.booleans())
    sure = st.sampled_from([0.0, 0.25, 0.5, 0.5, 1.0])
    for question, kind in enumerate(asked):
        mine = [answer for answer, about in enumerate(owner) if about == question]
        if kind == "validation":
            replies += [Reply(run, answer, draw(st.sampled_from([1, 0, -1]))) for answer in mine]
            continue
        chosen = draw(st.permutations(mine))[: draw(st.integers(0, len(mine)))]
        ranked = [Reply(run, answer, rank=at + 1) for at, answer in enumerate(chosen)]
        if kind == "factoid" and draw(st.integers(0, 3)) == 0:
            ranked = [Reply(run, -1, rank=1, nil=True, question=question)]
        if kind == "factoid" and mine and not ranked and draw(st.booleans()):
            ranked = [Reply(run, mine[0], answered=False)]
        replies += [replace(one, confidence=draw(sure) if confident else math.nan) for one in ranked]
    return replies


def _edit(draw: st.DrawFn, world: World, cells: Sequence[tuple[int, int]]) -> Edit:
    kind = draw(st.sampled_from(["say"] * 8 + ["adjudicate", "adjudicate", "clear", "contradict"]))
    who, answer = draw(st.sampled_from(cells))
    words = [*world.scheme(answer) * 3, "skipped", "cannot-tell", "junk"]
    return Edit(kind, who, answer, "" if kind == "clear" else draw(st.sampled_from(words)))


def completions(world: World, most: int) -> Iterator[Ledger]:
    """Yield every way to complete the judging of a small collection, at most about `most` ways.

    All labels that are missing; of what is or can become disputed under an adjudication, all decisions.
    """
    book, catalog = world.book, world.catalog
    panel = list(world.facts.panel) or list(range(len(catalog.assessors)))
    pairs = set(zip(*(part.tolist() for part in catalog.assigned), strict=True))
    missing = [0, LABEL_CODES["skipped"], LABEL_CODES["deferred"], -9]
    slots = [
        (who, answer)
        for answer in range(catalog.answer_count)
        for who in panel
        if book.ledger.labels[who, answer] in missing
        and (not pairs or (who, answer) in pairs or book.ledger.labels[who, answer] == -9)
    ]
    disputed = disputable(world)
    slots = [(who, answer) for who, answer in slots if answer not in disputed]
    settled = [at for at in range(catalog.answer_count) if book.ledger.adjudications[at] == -9]
    choices = [[LABEL_CODES[word] for word in world.scheme(answer)] for _, answer in slots]
    choices += [[LABEL_CODES[word] for word in world.scheme(answer)] for answer in settled]
    choices += [[LABEL_CODES[word] for word in words] for words in disputed.values()]
    assume(math.prod(map(len, choices)) <= most)
    for chosen in itertools.product(*choices):
        ledger = Ledger(*book.ledger.labels.shape)
        ledger.labels[:], ledger.adjudications[:] = book.ledger.labels, book.ledger.adjudications
        for (who, answer), code in zip(slots, chosen, strict=False):
            ledger.labels[who, answer] = code
        for answer, code in zip((*settled, *disputed), chosen[len(slots) :], strict=True):
            ledger.adjudications[answer] = code
        yield ledger


def disputable(world: World) -> dict[int, list[str]]:
    """What can be decided of each answer that several judge and that is not settled yet."""
    catalog, ledger, chosen = world.catalog, world.book.ledger, Gold.parse(world.gold)
    found = {}
    for answer in range(catalog.answer_count):
        question = catalog.questions[catalog.answer_question[answer]]
        gold, at = gold_for(question.kind, chosen, catalog, world.facts), np.array([answer])
        if gold.whose != "adjudicated" or question.status == "unjudged":
            continue
        panel = Panel(Collection(catalog, ledger, world.facts), gold)
        several = panel.members(at, panel.labels(at)).sum() > 1
        if question.kind == "ranked":
            asked = np.flatnonzero(catalog.answer_question == catalog.answer_question[answer])
            levels = Graded(Collection(catalog, ledger, world.facts), chosen).of(asked).level
            is_open = bool(levels[asked == answer][0] < 0)
        else:
            is_open = bool(Standard(Collection(catalog, ledger, world.facts), chosen).of(at).truth[0] < 0)
        if several and is_open and world.adjudication(answer) in ("", "skipped", "deferred"):
            words = ["correct", "incorrect"] if question.kind != "ranked" else list(world.scheme(answer))
            found[answer] = [*words, "cannot-tell"]
    return found


class Naive:
    """Scores of factoid and ranked questions, worked out from the truth of every answer and nothing kept."""

    def __init__(self, world: World, gold: Gold, unjudged: str) -> None:
        self.catalog, self.unjudged = world.catalog, unjudged
        made_from = Collection(world.catalog, world.book.ledger, world.facts)
        self.shown = [run for run in range(len(world.catalog.runs)) if run not in world.facts.withdrawn]
        self.standard = Standard(made_from, gold_for("factoid", gold, world.catalog, world.facts))
        self.truth = self.standard.of_all().truth.tolist()
        ranked = any(question.kind == "ranked" for question in world.catalog.questions)
        self.graded = Graded(made_from, gold) if ranked else None
        self.levels = self.graded.of_all().level.tolist() if self.graded else []

    def returned(self, run: int, question: int) -> list[int]:
        """The rows of a run's answers to a question, best first."""
        given = self.catalog.responses
        rows = [
            at
            for at in range(len(given))
            if given.run[at] == run
            and given.question[at] == question
            and given.answered[at]
            and (given.answer[at] >= 0 or given.nil[at])
        ]
        return sorted(rows, key=lambda at: given.rank[at])

    def _said(self, row: int, question: int) -> int:
        answer = int(self.catalog.responses.answer[row])
        if answer >= 0:
            return int(self.truth[answer])
        return int(self.standard.nil(np.array([question])).truth[0])

    def asked(self, kind: str) -> list[int]:
        """The questions of a kind."""
        return [at for at, one in enumerate(self.catalog.questions) if one.kind == kind]

    def questions(self, kind: str) -> list[int]:
        """The questions that are scored."""
        return [at for at in self.asked(kind) if self.is_scored(at)]

    def is_scored(self, question: int) -> bool:
        """Whether a question is scored; one that is left unjudged on purpose never is."""
        if self.catalog.questions[question].status == "unjudged":
            return False
        if self.catalog.questions[question].kind == "factoid":
            said = [self._said(row, question) for run in self.shown for row in self.returned(run, question)]
            return all(each >= 0 for each in said)
        levels = [self.levels[at] for at in self.catalog.answers_of(question)]
        judged = [level >= 0 for level in levels]
        return bool(levels) and (all(judged) if self.unjudged == "wait" else any(judged))

    def ranking(self, run: int, question: int, one: Measure | None = None) -> Ranking:
        """A run's ranking of a question as gains, as a measure gets it."""
        rows = self.returned(run, question)
        if self.catalog.questions[question].kind == "factoid":
            return Ranking([float(self._said(row, question) == 1) for row in rows])
        assert self.graded
        gain = self.graded.gains.tolist()
        levels = [self.levels[self.catalog.responses.answer[row]] for row in rows]
        sees_unjudged = one is not None and one.ranks is not None and one.ranks.sees_unjudged
        if self.unjudged == "condensed" and not sees_unjudged:
            levels = [level for level in levels if level >= 0]
        pool = [self.levels[at] for at in self.catalog.answers_of(question)]
        return Ranking(
            [gain[max(0, level)] for level in levels],
            [gain[level] for level in pool if level >= 0],
            [int(level >= 0) for level in levels],
            self.pooled(run, question) if sees_unjudged else None,
        )

    def pooled(self, run: int, question: int) -> list[int]:
        """Which answers are in the pool: judged, assigned, or all of a question of which nothing is."""
        assigned = set(self.catalog.assigned[1].tolist())
        answers = set(self.catalog.answers_of(question).tolist())
        pool = answers & assigned or answers
        given = [int(self.catalog.responses.answer[row]) for row in self.returned(run, question)]
        return [int(at in pool or self.levels[at] >= 0) for at in given]

    def score(self, one: Measure, kind: str, run: int) -> Score:
        """The score of a run."""
        asked = self.questions(kind)
        if Ranking in one.accepts:
            return mean_score(one.evaluate(self.ranking(run, at, one)) for at in asked)
        if Rankings in one.accepts:
            return one.evaluate(Rankings([self.ranking(run, at, one) for at in asked]))
        if TimedRun in one.accepts:
            mrr = self.score(measure("MRR"), kind, run)
            times = [self.catalog.runs[at].seconds for at in self.shown]
            slowest = max((time for time in times if time is not None), default=None)
            return one.evaluate(TimedRun(mrr.value, self.catalog.runs[run].seconds, slowest, mrr.units))
        firsts = [(self.returned(run, at) or [None])[0] for at in asked]
        right = [None if row is None else self._said(row, at) for row, at in zip(firsts, asked, strict=True)]
        if Outcomes in one.accepts:
            return one.evaluate(Outcomes(right.count(1), right.count(0), right.count(None)))
        if ScoredAnswers in one.accepts:
            return mean_score(one.evaluate(self.signed(run, at)) for at in asked)
        sure = self.catalog.responses.confidence
        known = sorted(
            (-sure[row], row, hit)
            for row, hit in zip(firsts, right, strict=True)
            if row is not None and hit is not None
        )
        if any(math.isnan(confidence) for confidence, _, _ in known):
            known.sort(key=lambda each: each[1])
            return one.evaluate(Confidences([hit for _, _, hit in known], None, len(asked)))
        mine = [(self.returned(run, at) or [None])[0] for at in self.asked("factoid")]
        if all(row is None or math.isnan(sure[row]) for row in mine):
            return one.evaluate(Confidences([], None, len(asked)))
        given = [float(-confidence) for confidence, _, _ in known]
        return one.evaluate(Confidences([hit for _, _, hit in known], given, len(asked)))

    def signed(self, run: int, question: int) -> ScoredAnswers:
        """What K looks at."""
        rows = self.returned(run, question)
        hits = [self._said(row, question) == 1 for row in rows]
        counts = [(1 if not any(hits[:at]) else 0) if hit else -1 for at, hit in enumerate(hits)]
        return ScoredAnswers([float(self.catalog.responses.confidence[row]) for row in rows], counts)
