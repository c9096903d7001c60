"""The last label and the runs it moved, for the line over the table of scores."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from jurybox.changes import Changes
from jurybox.language import tr, trn
from jurybox.lists import clauses, labeled
from jurybox.numbers import score_text
from jurybox_gui.desks.label_schemes import name_of

if TYPE_CHECKING:
    from jurybox.session import Session
    from jurybox_gui.tables.score_rows import ScoreRow


@dataclass(frozen=True, slots=True)
class MovedRun:
    """A run whose rank or score moved, with old and new values; ranks are None if undefined."""

    run: int
    name: str
    rank: tuple[int | None, int | None]
    score: tuple[float, float]

    @property
    def has_new_rank(self) -> bool:
        """Whether its rank moved, not only its score."""
        return self.rank[0] != self.rank[1]

    def in_words(self, measure: str) -> str:
        """Return how it moved, such as `5 to 4, c@1 .646 to .648`."""
        before, after = map(score_text, self.score)
        scores = (
            tr("{measure} {before} to {after}", measure=measure, before=before, after=after)
            if before != after
            else f"{measure} {after}"
        )
        if not self.has_new_rank:
            return scores
        old, new = ("–" if rank is None else str(rank) for rank in self.rank)
        return tr("{before} to {after}, {scores}", before=old, after=new, scores=scores)


@dataclass(frozen=True, slots=True)
class LastLabel:
    """The time and content of the last label, and the runs it moved, those with a new rank first."""

    time: str
    said: str
    moved: tuple[MovedRun, ...]
    measure: str

    @property
    def summary(self) -> str:
        """The effect on the ranking if no rank moved."""
        if any(one.has_new_rank for one in self.moved):
            return ""
        return tr("no rank changes") if self.moved else tr("no score changes")

    def in_words(self) -> str:
        """Return everything as one sentence."""
        parts = [f"{self.time} {self.said}", self.summary]
        parts += [f"{one.name} {one.in_words(self.measure)}" for one in self.moved]
        return clauses(part for part in parts if part)


def moved_runs(before: Sequence[ScoreRow], after: Sequence[ScoreRow], main: int) -> tuple[MovedRun, ...]:
    """Return the runs whose rank or score by a measure moved, those that moved furthest first."""
    old = {row.run: row for row in before}
    found = []
    for row in after:
        if row.run not in old:
            continue
        was = old[row.run]
        scores = was.scores[main].value, row.scores[main].value
        is_same = scores[0] == scores[1] or all(map(math.isnan, scores))
        if not is_same or was.rank != row.rank:
            found.append(MovedRun(row.run, row.name, (was.rank, row.rank), scores))
    return tuple(sorted(found, key=lambda one: (not one.has_new_rank, -_way(one), one.rank[1] or 0)))


def _way(one: MovedRun) -> float:
    old, new = one.rank
    if old is not None and new is not None and old != new:
        return abs(old - new)
    return abs(one.score[0] - one.score[1]) if not any(map(math.isnan, one.score)) else 0.0


def said_in(session: Session, changes: Changes, *, undone: bool) -> tuple[str, str]:
    """Return time and content of changes: the time of day, and for one answer its question and label."""
    time = datetime.now().astimezone().strftime("%H:%M:%S")
    answers = sorted(changes.answers)
    if len(answers) != 1:
        if not answers:
            return time, tr("judgments undone") if undone else tr("judgments changed")
        if undone:
            return time, trn("{n} label undone", "{n} labels undone", len(answers))
        return time, trn("{n} label changed", "{n} labels changed", len(answers))
    answer, catalog, facts = answers[0], session.catalog, session.facts
    question = catalog.questions[int(catalog.answer_question[answer])]
    if undone:
        return time, tr("{question}: undone", question=question.name)
    decided = "adjudications" in changes.what and "labels" not in changes.what
    if decided:
        word = session.ledger.codes.word(int(session.ledger.adjudications[answer]))
    else:
        word = "" if session.assessor is None else session.content_of(answer).label or ""
    name = name_of(facts, word, question.kind) if word else ""
    if not name:
        return time, tr("{question}: label changed", question=question.name)
    name = name.lower() if len(name) > 1 else name
    if decided:
        return time, tr("{question}: decided {label}", question=question.name, label=name)
    return time, labeled(question.name, name)
