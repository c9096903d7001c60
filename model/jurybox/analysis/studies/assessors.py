"""How far a ranking depends on who judged: gold standards of random assessors against each other."""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from jurybox.analysis.correlations import kendall
from jurybox.analysis.draws import generator
from jurybox.analysis.frozen import Frozen
from jurybox.analysis.studies.checks import check_trials
from jurybox.analysis.studies.workers import Here, TrialBlock, Workers
from jurybox.collection.collection import Collection
from jurybox.collection.judges import judges
from jurybox.collection.kept_labels import as_frozen, frozen_named
from jurybox.errors import Refused
from jurybox.gold import Gold, gold_for
from jurybox.gold.panel import has_labeled
from jurybox.kinds import KIND_NAMES, KINDS, kind_code
from jurybox.language import tr
from jurybox.measures import Measure
from jurybox.scoring import Scoreboard
from jurybox.scoring.unit_table import Scores
from jurybox.watch import Watch

ScoresBy = Callable[[tuple[int, ...]], Scores]
"""Scores of all runs (NaN if undefined) if only these assessors, in rising order, had judged."""


@dataclass(frozen=True)
class AssessorStudy:
    """Kendall's tau between the rankings under two random groups of assessors, by trial.

    `taus`: tau-b over the runs that both groups can score, NaN if undefined; `lowest`, `highest`: by run, its
    extreme scores under the groups drawn; `disjoint`: whether the two groups share nobody; `pairs`: how many
    different pairs of groups were drawn, with few assessors far fewer than trials.
    """

    disjoint: bool
    pairs: int
    taus: Scores
    lowest: Scores
    highest: Scores

    @property
    def undefined(self) -> int:
        """Trials without a tau."""
        return int(np.count_nonzero(np.isnan(self.taus)))

    @property
    def mean(self) -> float:
        """The mean tau of the trials that have one; NaN if none has."""
        known = self.taus[~np.isnan(self.taus)]
        return float(known.mean()) if len(known) else float("nan")


def assessor_study(
    score: ScoresBy,
    assessors: int,
    size: int,
    *,
    trials: int = 100,
    seed: int = 0,
    watch: Watch | None = None,
    workers: Workers | None = None,
) -> AssessorStudy:
    """Draw two groups of `size` assessors per trial and compare the rankings under them.

    The groups are disjoint if there are enough assessors, else drawn independently. `score` is called once
    for each different group among the last few thousand. ValueError if there are not more assessors than a
    group has. After Voorhees, "Variations in relevance judgments", SIGIR 1998; Sakai et al. 2010, 3.4.
    """
    check_trials(trials)
    if not 1 <= size < assessors:
        msg = tr("groups of {size} cannot differ among {assessors} assessors", size=size, assessors=assessors)
        raise ValueError(msg)
    watch = watch or Watch()
    watch.expect(trials)
    work, disjoint = _GroupTrials(score, assessors, size, seed), 2 * size <= assessors
    taus, rows, pairs = np.full(trials, np.nan), [], set()
    for part, (some, ends, drawn) in (workers or Here()).each(work, [TrialBlock(0, 0, trials)], watch):
        taus[part.start : part.start + part.trials] = some
        rows.append(ends)
        pairs |= drawn
    found = np.concatenate(rows)
    lowest, highest = np.fmin.reduce(found, axis=0), np.fmax.reduce(found, axis=0)
    return AssessorStudy(disjoint, len(pairs), taus, lowest, highest)


Pairs = set[frozenset[tuple[int, ...]]]


class _GroupTrials:
    """Trials of a study of assessors: draws two groups and compares the orders of the runs under them."""

    def __init__(self, score: ScoresBy, assessors: int, size: int, seed: int) -> None:
        self._made_of = score, assessors, size, seed
        self._scored = lru_cache(maxsize=4096)(score)

    def __reduce__(self) -> tuple[type, tuple[ScoresBy, int, int, int]]:
        """Return the parts for another process, without the cache of earlier trials."""
        return type(self), self._made_of

    def __call__(self, part: TrialBlock, watch: Watch) -> tuple[Scores, Scores, Pairs]:
        """Return the taus of some trials, the lowest and highest scores by run, and the pairs of groups."""
        _, assessors, size, seed = self._made_of
        disjoint = 2 * size <= assessors
        random, pairs = generator(seed), set()
        # Each order of the assessors takes as many numbers of 64 bits as there are assessors.
        random.bit_generator.advance(part.start * assessors * (1 if disjoint else 2))  # type: ignore[attr-defined]  # of PCG64
        taus, ends = np.full(part.trials, np.nan), None
        for trial in range(part.trials):
            groups = _groups(random, assessors, size, disjoint=disjoint)
            pairs.add(frozenset(groups))
            one, two = (self._scored(group) for group in groups)
            both = ~(np.isnan(one) | np.isnan(two))
            taus[trial] = kendall(one[both], two[both])
            seen = np.stack((one, two) if ends is None else (one, two, *ends))
            ends = np.stack((np.fmin.reduce(seen, axis=0), np.fmax.reduce(seen, axis=0)))
            watch.step(1)
        return taus, np.empty((0, 0)) if ends is None else ends, pairs


def _groups(
    random: np.random.Generator, assessors: int, size: int, *, disjoint: bool
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    order = np.argsort(random.random(assessors))
    other = order[size:] if disjoint else np.argsort(random.random(assessors))
    return _sorted(order[:size]), _sorted(other[:size])


def _sorted(group: NDArray[np.int64]) -> tuple[int, ...]:
    return tuple(sorted(group.tolist()))


def panel_of(collection: Collection) -> tuple[int, ...]:
    """Return whose labels a gold standard could use: the panel, else all judges with a label."""
    catalog, ledger, facts = collection
    return tuple(at for at in judges(catalog, facts) if facts.panel or np.any(ledger.labels[at] > 0))


@dataclass(frozen=True)
class AssessorGroups:
    """Members of groups, their gold standard, and a function that scores runs if only a group had judged.

    `score` takes places in `names`, and knows nothing of what is judged later. `labeled`: how many of the answers
    that the measure scores have a label of one of them, and of two or more.
    """

    names: tuple[str, ...]
    gold: Gold
    score: Callable[[tuple[int, ...]], Scores]
    labeled: tuple[int, int]


def groups_of(board: Scoreboard, measure: Measure) -> AssessorGroups:
    """Return the groups among which judges can be exchanged, as of now.

    GA, which needs four, becomes GAW; an adjudication, which overrules any group, and a single assessor
    become the majority. Of a frozen one the judges and labels of then are exchanged. Refused if the gold standard
    does not depend on who judged.
    """
    collection = as_frozen(board.collection, board.gold.frozen)
    catalog, ledger, facts = collection
    people = panel_of(collection)
    gold = replace(gold_for(board.kind_of(measure), board.gold, catalog, facts), frozen="")
    if gold.whose == "BA":
        raise Refused(tr("The asker's best answer does not depend on who judged, so there is nothing to exchange."))
    if gold.whose in ("GA", "LOO"):
        gold = Gold("GAW")
    if gold.whose in ("adjudicated", "assessor"):
        gold = Gold("majority", gold.mapping)
    runs = board.stored
    judged = Frozen(collection.frozen(), board.gold, board.unjudged, board.questions)
    score = _GroupScores(judged, people, gold, measure, runs)
    selected, kind = board.questions, kind_code(board.kind_of(measure) or KIND_NAMES[0])
    asked = [
        code == kind and (selected is None or at in selected)
        for at, code in enumerate(catalog.kind_of_question.tolist())
    ]
    answers = np.flatnonzero(np.array(asked, dtype=np.bool_)[catalog.answer_question])
    given = np.count_nonzero(has_labeled(ledger.labels[list(people)][:, answers]), axis=0)
    labeled = int(np.count_nonzero(given)), int(np.count_nonzero(given > 1))
    return AssessorGroups(tuple(catalog.assessors[at].name for at in people), gold, score, labeled)


@dataclass(frozen=True, eq=False)
class _GroupScores:
    """Scores all runs as if only some assessors had judged; `people`: the assessors, by position."""

    judged: Frozen
    people: tuple[int, ...]
    gold: Gold
    measure: Measure
    runs: tuple[int, ...]

    def __call__(self, group: tuple[int, ...]) -> Scores:
        """Return the score of each run, NaN where it is undefined."""
        facts = replace(self.judged.collection.facts, panel=tuple(self.people[at] for at in group))
        own = replace(self.judged, collection=self.judged.collection._replace(facts=facts)).board(self.gold)
        return np.array([own.score(self.measure, run).value for run in self.runs])


def said_by_people(board: Scoreboard) -> str:
    """Return a short fingerprint of the labels of everybody who can be in a group; of a frozen one its digest."""
    catalog, ledger, facts = board.collection
    if board.gold.frozen:
        return frozen_named(facts, board.gold.frozen).kept_digest
    people, selected = list(panel_of(board.collection)), board.questions
    questions = range(len(catalog.questions)) if selected is None else sorted(selected)
    answers = np.flatnonzero(np.isin(catalog.answer_question, list(questions)))
    digest = hashlib.sha256(repr([catalog.assessors[at].code for at in people]).encode())
    digest.update(ledger.labels[people][:, answers].tobytes())
    for question in questions:
        if KINDS[catalog.questions[question].kind].desk == "judge":
            continue
        nuggets, pool = catalog.nuggets.of(question), catalog.answers_of(question).tolist()
        digest.update(ledger.board.matches_of(question).of(pool, nuggets, people).tobytes())
        said = [sorted(ledger.board.votes.get(nugget, {}).items()) for nugget in nuggets]
        grouped = [sorted(ledger.board.groups.get(answer, {}).items()) for answer in pool]
        if any(said) or any(grouped):
            digest.update(repr((said, grouped)).encode())
    return digest.hexdigest()[:16]
