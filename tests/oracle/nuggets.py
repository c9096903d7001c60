"""Scores of Other questions: nuggets, votes on them, and what holds them."""

from collections import Counter
from collections.abc import Callable, Iterable
from fractions import Fraction

from oracle.judged import Judged
from oracle.panels import judges
from oracle.tables import HALF, OUT, WAITS, Score, mean, share

ORGANIZER = "organiser"


class Nuggets(Judged):
    """Nugget recall, precision, F, and the shares of nuggets supported."""

    def votes(self, question: str) -> dict[str, dict[str, str]]:
        """The votes on nuggets that count, by nugget and assessor."""
        found: dict[str, dict[str, str]] = {}
        author: dict[str, str] = {}
        for row in self.tables.of("nuggets"):
            if row["question"] == question:
                author.setdefault(row["nugget"], row.get("assessor", ""))
                votes = found.setdefault(row["nugget"], {})
                if row["importance"] in ("vital", "okay") and row.get("kind") != "adjudication":
                    votes[row.get("assessor", "")] = row["importance"]
        return {nugget: self.counted(votes, author[nugget]) for nugget, votes in found.items()}

    def counted(self, said: dict[str, str], author: str) -> dict[str, str]:
        """What counts of what assessors said: the panel's, or that of the one who is the gold standard.

        Where they said nothing, everybody's; under one assessor before that what the list brought along.
        """
        alone = self.label_gold.startswith("assessor:")
        people = self.labels.panel.people if alone else self.labels.panel.stored
        mine = {who: what for who, what in said.items() if not people or who in people}
        listed = {who: what for who, what in said.items() if alone and who in (author, ORGANIZER, "")}
        return mine or listed or said

    def importance(self, question: str) -> dict[str, str]:
        """Vital or okay for every nugget, else WAITS."""
        settled = {
            row["nugget"]: row["importance"]
            for row in self.tables.of("nuggets")
            if row["question"] == question and row.get("kind") == "adjudication"
        }
        if self.label_gold.startswith("assessor:"):
            settled = {}
        found = {}
        for nugget, votes in self.votes(question).items():
            vital = sum(vote == "vital" for vote in votes.values())
            waited = self.waited(question, nugget)
            stored = set(self.labels.panel.stored)
            if nugget in settled:
                found[nugget] = settled[nugget]
            elif not votes or (waited and not stored & set(votes)):
                found[nugget] = WAITS
            elif 2 * vital > len(votes) + waited:
                found[nugget] = "vital"
            else:
                found[nugget] = "okay" if 2 * (vital + waited) <= len(votes) + waited else WAITS
        return found

    def waited(self, question: str, nugget: str) -> int:
        """How many of a stored panel vote on the nuggets of a question and have not voted on this one."""
        if self.label_gold.startswith("assessor:"):
            return 0
        rows = [row for row in self.tables.of("nuggets") if row["question"] == question]
        rows = [row for row in rows if row.get("kind") != "adjudication"]
        author: dict[str, str] = {}
        for row in rows:
            author.setdefault(row["nugget"], row.get("assessor", ""))
        others = {row["assessor"] for row in rows if row["assessor"] != author[row["nugget"]]}
        voted = {row["assessor"] for row in rows if row["nugget"] == nugget}
        return len((others & set(self.labels.panel.stored)) - voted)

    def matched(self, question: str, answer: str, nugget: str) -> Fraction | str:
        """How far an answer holds a nugget: 1, one half, 0, or WAITS, or OUT where nobody is to say it."""
        said, settled = self.matches(question)
        if (answer, nugget) in settled:
            return {"yes": Fraction(1), "partial": HALF, "no": Fraction(0)}[settled[answer, nugget]]
        people = self.matchers(question, said)
        panel = self.labels.panel
        members = [
            who
            for who in people
            if who in panel.assigned.get((question, answer), set())
            or any(subject[0] == answer for subject in said.get(who, {}))
        ]
        if panel.everyone and (not members or panel.stored or self.label_gold.startswith("assessor:")):
            members = people
        if people and not members:
            return OUT
        votes = [said.get(who, {}).get((answer, nugget), "") for who in members]
        full, some = votes.count("yes"), votes.count("yes") + votes.count("partial")
        missing = votes.count("") if members else 1
        low, high = held(full, some, len(votes)), held(full + missing, some + missing, len(votes) or 1)
        return low if low == high else WAITS

    def matches(self, question: str) -> tuple[dict[str, dict[tuple[str, str], str]], dict[tuple[str, str], str]]:
        """What each assessor says of answers and nuggets of a question, and what is settled."""
        said: dict[str, dict[tuple[str, str], str]] = {}
        settled: dict[tuple[str, str], str] = {}
        for row in self.tables.of("matches"):
            if row["question"] != question or not row["support"]:
                continue
            if row.get("kind") != "adjudication":
                said.setdefault(row["assessor"], {})[row["answer"], row["nugget"]] = row["support"]
            elif not self.label_gold.startswith("assessor:"):
                settled[row["answer"], row["nugget"]] = row["support"]
        return said, settled

    def matchers(self, question: str, at_work: Iterable[str]) -> list[str]:
        """Who matches a question: named, stored, judges assigned or at work; without people, all at work."""
        if self.label_gold.startswith("assessor:"):
            return self.labels.panel.people
        if self.labels.panel.stored:
            return self.labels.panel.stored
        people = set(judges(self.tables))
        assigned = [
            who for subject, each in self.labels.panel.assigned.items() if subject[0] == question for who in each
        ]
        everybody = {*at_work, *assigned}
        return sorted(everybody & people or (set() if people - {"organiser"} else everybody))

    def state_of_other(self, question: str) -> str:
        """Whether an Other question is scored: its nuggets and all that runs returned are settled."""
        if self.is_left_out(question):
            return OUT
        importance = self.importance(question)
        answers = {row["answer"] for run in self.tables.runs for row in self.returned(run, question)}
        found = [self.matched(question, answer, nugget) for answer in answers for nugget in importance]
        return self.state([*found, *importance.values()]) if importance else OUT

    def support(self, run: str, question: str) -> dict[str, Fraction]:
        """How far a response holds each nugget: as far as the best of its answers."""
        answers = {row["answer"] for row in self.returned(run, question)}
        return {
            nugget: max((Fraction(self.matched(question, answer, nugget)) for answer in answers), default=Fraction())
            for nugget in self.importance(question)
        }

    def length(self, run: str, question: str) -> int:
        """Characters of a response without white space."""
        total = 0
        for row in self.returned(run, question):
            text = row.get("text") or self.tables.answers[question, row["answer"]]["text"]
            total += sum(not sign.isspace() for sign in text)
        return total

    def nugget_parts(self, run: str, question: str) -> tuple[int, int, int, int]:
        """Vital nuggets matched, okay ones matched, vital ones, length."""
        importance, support = self.importance(question), self.support(run, question)
        hits = Counter(importance[nugget] for nugget, held in support.items() if held == 1)
        vital = sum(one == "vital" for one in importance.values())
        return hits["vital"], hits["okay"], vital, self.length(run, question)

    def nugget_precision(self, run: str, question: str) -> Score:
        """1 up to the allowance, then less."""
        r, a, _, length = self.nugget_parts(run, question)
        allowance = 100 * (r + a)
        return Fraction(0) if not length else Fraction(1) if length < allowance else Fraction(allowance, length)

    def nugget_f(self, run: str, question: str, b: int, recall: Score = None) -> Score:
        """F of nugget recall and precision."""
        r, _, vital, _length = self.nugget_parts(run, question)
        recall = share(Fraction(r), vital) if recall is None else recall
        precision = self.nugget_precision(run, question)
        if recall is None or precision is None:
            return None
        if recall == 0 or precision == 0:
            return Fraction(0)
        return (b * b + 1) * precision * recall / (b * b * precision + recall)

    def pyramid(self, run: str, question: str) -> Score:
        """F with nuggets weighted by the votes for vital."""
        each = self.votes(question)
        if any(self.waited(question, nugget) or not votes for nugget, votes in each.items()):
            return None
        counts = {nugget: sum(vote == "vital" for vote in votes.values()) for nugget, votes in each.items()}
        top, support = max(counts.values()), self.support(run, question)
        if not top:
            return None
        weights = {nugget: Fraction(count, top) for nugget, count in counts.items()}
        matched = sum((weights[nugget] for nugget, held in support.items() if held == 1), Fraction())
        return self.nugget_f(run, question, 3, matched / sum(weights.values()))

    def supported(self, run: str, question: str, *, okay: Fraction, strict: bool) -> Score:
        """The share of nuggets supported, where an okay nugget weighs so much and a vital one 1."""
        importance, support = self.importance(question), self.support(run, question)
        weight = {nugget: Fraction(1) if one == "vital" else okay for nugget, one in importance.items()}
        given = [weight[nugget] * (int(support[nugget]) if strict else support[nugget]) for nugget in importance]
        return share(sum(given, Fraction()), sum(weight.values()))

    def of_other(self) -> dict[str, Callable[[str], Score]]:
        """Nugget recall, precision, F, and the shares of nuggets supported."""
        scored = [question for question in self.asked("other") if not self.state_of_other(question)]

        def over(one: Callable[[str, str], Score]) -> Callable[[str], Score]:
            return lambda run: mean(one(run, question) for question in scored)

        def recall(run: str, question: str) -> Score:
            r, _, vital, _ = self.nugget_parts(run, question)
            return share(Fraction(r), vital)

        found = {
            "nugget-recall": over(recall),
            "nugget-precision": over(self.nugget_precision),
            "F(3)": over(lambda run, question: self.nugget_f(run, question, 3)),
            "F1": over(lambda run, question: self.nugget_f(run, question, 1)),
            "F-pyramid(3)": over(self.pyramid),
        }
        for name, okay in (("vital", Fraction(0)), ("all", Fraction(1)), ("weighted", HALF)):
            for end, strict in (("", False), ("-strict", True)):
                found[name + end] = over(
                    lambda run, question, okay=okay, strict=strict: self.supported(
                        run, question, okay=okay, strict=strict
                    )
                )
        return found


def held(full: int, some: int, members: int) -> Fraction:
    """How far a nugget is matched by more than half of the members."""
    return Fraction(1) if 2 * full > members else HALF if 2 * some > members else Fraction(0)
