"""Scores of list questions: instances, and how many of them were returned."""

import itertools
from collections.abc import Callable, Sequence
from fractions import Fraction

from oracle.judged import Judged
from oracle.panels import judges
from oracle.tables import OUT, Score, mean, share

ORGANIZER = "organiser"


class Lists(Judged):
    """Instance precision, recall and F."""

    def known(self, question: str) -> dict[str, str]:
        """The instance of every correct answer and known instance: what was settled, then put together.

        Names of known instances and of settled groups are everybody's, other names are those of one person's
        groups alone; what was settled differently never becomes one. Whoever grouped anything in the question
        has a say; two answers are one where more than half put them together.
        """
        correct = [a for a in self.tables.pool[question] if self.labels.truth((question, a)) is True]
        instances = self.instances(question)
        settled = self.settled_groups(question, correct)
        everybodys = {*instances, *settled.values()}
        settled |= {f"settled {name}": name for name in everybodys - {*instances}}
        settled |= {name: name for name in instances}
        said = [
            one | {node: name for node, name in settled.items() if node not in one and node not in correct}
            for one in self.groupings(question, correct)
        ]
        sets = {node: {node} for node in (*instances, *correct, *settled)}

        def join(a: str, b: str) -> None:
            names = {settled[node] for node in sets[a] | sets[b] if node in settled}
            if len(names) < 2 and sets[a] is not sets[b]:
                both = sets[a] | sets[b]
                sets.update(dict.fromkeys(both, both))

        for a, b in itertools.combinations(sets, 2):
            if a in settled and settled[a] == settled.get(b):
                join(a, b)
        for a, b in itertools.combinations(sets, 2):
            if 2 * sum(a in one and one[a] == one.get(b) for one in said) > len(said):
                join(a, b)
        return {node: min(members) for node, members in sets.items() if node in (*instances, *correct)}

    def settled_groups(self, question: str, correct: Sequence[str]) -> dict[str, str]:
        """The settled group of each correct answer that has one; under one assessor's own labels none."""
        if self.label_gold.startswith("assessor:"):
            return {}
        return {
            row["answer"]: row["group"]
            for row in self.tables.of("distinct")
            if row["question"] == question and row.get("kind") == "adjudication" and row["answer"] in correct
        }

    def groupings(self, question: str, correct: Sequence[str]) -> list[dict[str, str]]:
        """The groups of correct answers by the judges who grouped anything in the question.

        Where none of them did, everybody's: those of an imported list, which its organizer speaks for.
        """
        alone = self.label_gold.split("+")[0].removeprefix("assessor:")
        by: dict[str, dict[str, str]] = {}
        for row in self.tables.of("distinct"):
            if row["question"] != question or row.get("kind") == "adjudication":
                continue
            if row["assessor"] == alone or not self.label_gold.startswith("assessor:"):
                mine = by.setdefault(row["assessor"], {})
                if row["answer"] in correct:
                    mine[row["answer"]] = row["group"]
        judging = {*(self.labels.panel.stored or judges(self.tables))} - {ORGANIZER}
        mine = [said for who, said in by.items() if who in judging]
        return mine or list(by.values())

    def instances(self, question: str) -> list[str]:
        """The names of the known instances of a list question."""
        return [row["group"] for row in self.tables.of("instances") if row["question"] == question]

    def state_of_list(self, question: str) -> str:
        """Whether a list question is scored: its whole pool is judged."""
        if self.is_left_out(question):
            return OUT
        return self.state([self.labels.truth((question, answer)) for answer in self.tables.pool[question]])

    def list_parts(self, run: str, question: str) -> tuple[int, int, int]:
        """Distinct correct instances returned, responses returned, instances known."""
        known = self.known(question)
        rows = self.returned(run, question)
        distinct = {known[row["answer"]] for row in rows if row["answer"] in known}
        return len(distinct), len(rows), len(set(known.values()))

    def list_f(self, run: str, question: str) -> Score:
        """F of one list question."""
        distinct, returned, known = self.list_parts(run, question)
        return share(Fraction(2 * distinct), returned + known) if known else None

    def of_list(self) -> dict[str, Callable[[str], Score]]:
        """Instance precision, recall and F."""
        scored = [question for question in self.asked("list") if not self.state_of_list(question)]

        def part(at: int) -> Callable[[str], Score]:
            def score(run: str) -> Score:
                each = [self.list_parts(run, question) for question in scored]
                return mean(share(Fraction(one[0]), one[at] or one[2]) if one[2] else None for one in each)

            return score

        def f(run: str) -> Score:
            return mean(self.list_f(run, question) for question in scored)

        return {"IP": part(1), "IR": part(2), "F-list": f}
