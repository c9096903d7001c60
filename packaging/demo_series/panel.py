"""Three assessors and the visitor: who judges what, labels, groups, nuggets, votes and matches."""

from collections import Counter
from dataclasses import dataclass

from demo_tables import Clock, stream

from demo_series.pool import Answer, nugget_names
from demo_series.runs import Response
from demo_series.texts import Question, Series

PEOPLE = ("Elif Kaya", "Jonas Weber", "Marta Oliveira")
VISITOR, ORGANIZER = "visitor", "Priya Raman"
SLIPS = {"correct": 0.03, "inexact": 0.2, "unsupported": 0.12, "incorrect": 0.02}
MISTAKEN = {"correct": "inexact", "inexact": "correct", "unsupported": "correct", "incorrect": "unsupported"}
SCHEDULE = dict(zip(PEOPLE, ("2026-06-01T07:00", "2026-06-01T07:04", "2026-06-01T07:02"), strict=True))
SCHEDULE[ORGANIZER] = "2026-06-08T09:00"
WHOLE = "s02"
"""The series of which a list question and the other question are the visitor's alone."""
COMPLETE = ("s03", "s06", "s09", "s12")
"""The series that are judged to the end."""
NOTES = {"inexact": "More than was asked, or less.", "unsupported": "The document does not say it."}
NOTED = 0.12

Row = tuple[object, ...]


@dataclass(frozen=True)
class Work:
    """One question with its series, its pool, and the two who judge it."""

    series: Series
    question: Question
    pool: list[Answer]
    first: str
    second: str


class Panel:
    """Who judges what, and what they said; rows of the tables of that."""

    def __init__(self, work: list[Work], responses: list[Response]) -> None:
        self._work = work
        self._given = Counter(row.answer for row in responses if row.answer)
        self._clocks = {name: Clock(at, stream("series", f"sittings of {name}")) for name, at in SCHEDULE.items()}
        self.visited = self._visited()
        self.assignments = [row for one in work for row in self._assigned(one)]
        self.judgments: list[Row] = []
        self.nuggets: list[Row] = []
        self.matches: list[Row] = []
        self.groups: list[Row] = []
        for one in work:
            self._work_through(one)
        self.instances = [
            (one.question.name, spellings[0], spellings[0])
            for one in work
            if one.question.kind == "list"
            for spellings in one.question.right
            if not any(self._given[answer.name] for answer in one.pool if answer.group == spellings[0])
        ]

    def _work_through(self, one: Work) -> None:
        """Let the people of a question do what there is to do, one thing after the other."""
        if one.question.kind == "other":
            self.nuggets += self._nuggets(one)
            self.matches += self._matches(one)
            return
        self.judgments += self._judged(one)
        if not self._is_alone(one):
            self.groups += [
                (one.question.name, answer.name, answer.group, one.first, *self._clocks[one.first].tick(30))
                for answer in one.pool
                if answer.group
            ]

    def _is_alone(self, one: Work) -> bool:
        """Return whether a question is the visitor's alone: the last list and the other one of a series."""
        kinds = [q for q in one.series.questions if q.kind == "list"]
        last = {kinds[-1].name, one.series.questions[-1].name}
        return one.series.name == WHOLE and one.question.name in last

    def _visited(self) -> set[str]:
        """Return the factoid answers of which the visitor is the second judge: of each, one of many runs'."""
        chosen = set()
        taken: Counter[str] = Counter()
        for one in self._work:
            most = 4 if one.series.name == WHOLE else 3
            open_ = one.series.name not in COMPLETE
            if open_ and one.question.kind == "factoid" and one.question.right and taken[one.series.name] < most:
                best = max(one.pool, key=lambda answer: (_swings(self._given[answer.name]), answer.name))
                chosen.add(best.name)
                taken[one.series.name] += 1
        return chosen

    def _judges(self, one: Work, answer: Answer) -> tuple[str, ...]:
        if self._is_alone(one):
            return (VISITOR,)
        if one.question.kind != "factoid":
            return (one.first,)
        return (one.first, VISITOR if answer.name in self.visited else one.second)

    def _assigned(self, one: Work) -> list[tuple[str, str, str]]:
        by_name: dict[str, list[str]] = {}
        for answer in one.pool:
            for name in self._judges(one, answer):
                by_name.setdefault(name, []).append(answer.name)
        rows = []
        for name, answers in by_name.items():
            whole = len(answers) == len(one.pool)
            rows += [(name, one.question.name, "" if whole else answer) for answer in answers[: 1 if whole else None]]
        return rows

    def _judged(self, one: Work) -> list[Row]:
        rng = stream("series", f"labels {one.question.name}")
        rows: list[Row] = []
        for answer in one.pool:
            said = {}
            for name in self._judges(one, answer):
                slips = rng.random() < SLIPS[answer.label] and one.question.kind == "factoid"
                if name != VISITOR:
                    mistaken = slips and answer.name not in self.visited
                    said[name] = MISTAKEN[answer.label] if mistaken else answer.label
                    note = NOTES.get(said[name], "") if rng.random() < NOTED else ""
                    rows.append(self._row(name, answer, said[name], note, ""))
            if len(set(said.values())) > 1:
                rows.append(self._row(ORGANIZER, answer, answer.label, "", "adjudication"))
        return rows

    def _row(self, name: str, answer: Answer, label: str, note: str, kind: str) -> Row:
        seconds, at = self._clocks[name].tick(len(answer.text) + 60)
        return name, answer.question, answer.name, label, note, seconds, at, kind

    def _nuggets(self, one: Work) -> list[Row]:
        rng = stream("series", f"votes {one.question.name}")
        rows: list[Row] = []
        for name, (text, vital) in nugget_names(one.series).items():
            for voter in (one.first, *(other for other in PEOPLE if other != one.first)):
                agrees = voter == one.first or rng.random() > 0.2
                importance = "vital" if vital == agrees else "okay"
                seconds, at = self._clocks[voter].tick(len(text))
                rows.append(
                    (one.question.name, name, text if voter == one.first else "", importance, voter, seconds, at)
                )
        return rows

    def _matches(self, one: Work) -> list[Row]:
        if self._is_alone(one):
            return []
        rows: list[Row] = []
        for answer in one.pool:
            for nugget in nugget_names(one.series):
                seconds, at = self._clocks[one.first].tick(20)
                support = "yes" if nugget in answer.nuggets else "no"
                rows.append((one.first, one.question.name, answer.name, nugget, support, seconds, at))
        return rows


def _swings(given: int) -> int:
    """Return how much an answer can move a ranking of eight runs: most if half of them gave it."""
    return -abs(given - 4) if given else -9
