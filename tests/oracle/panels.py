"""Whose labels make a gold standard, and what they come to: by the definitions, answer by answer."""

from collections import Counter

from oracle.tables import MISSING, OUT, WAITS, Tables


def judges(tables: Tables) -> list[str]:
    """Who judges where no panel is stored: people; a key only where nobody but the organizer is a person."""
    rows = tables.of("assessors")
    persons = [row["assessor"] for row in rows if row.get("kind") == "person"]
    keys = [row["assessor"] for row in rows if row.get("kind") == "key"]
    return persons if set(persons) - {"organiser"} else keys or persons


class Panel:
    """Who judges: the stored panel, else every judge with an assignment or a label."""

    def __init__(self, tables: Tables, gold: str) -> None:
        self.labels = tables.said_as("judgment")
        self.assigned: dict[tuple[str, str], set[str]] = {}
        for row in tables.of("assignments"):
            asked = [row["answer"]] if row.get("answer") else tables.pool[row["question"]]
            for answer in asked:
                self.assigned.setdefault((row["question"], answer), set()).add(row["assessor"])
        self.everyone = not tables.of("assignments")
        self.stored = [row["assessor"] for row in tables.of("assessors") if row.get("panel") == "yes"]
        self.people = self.stored or [
            row["assessor"]
            for row in tables.of("assessors")
            if row["assessor"] in judges(tables)
            and (
                any(row["assessor"] in who for who in self.assigned.values())
                or any(self.is_label(said) for said in self.labels.get(row["assessor"], {}).values())
            )
        ]
        name = gold.split("+")[0]
        self.named = bool(self.stored) or name == "GA" or name.startswith("assessor:")
        if name.startswith("assessor:"):
            self.people = [name.removeprefix("assessor:")]
        if name.startswith("LOO:"):
            self.people = [who for who in self.people if who != name.removeprefix("LOO:")]

    @staticmethod
    def is_label(said: str) -> bool:
        """Whether something said is a label, not a state."""
        return said not in (*MISSING, "cannot-tell", "junk")

    def said(self, who: str, subject: tuple[str, str]) -> str:
        """What somebody says of an answer; empty for nothing."""
        return self.labels.get(who, {}).get(subject, "")

    def members(self, subject: tuple[str, str]) -> list[str]:
        """The members whom an answer is assigned to, and those who labeled it all the same.

        Without assignments all who are named or on the stored panel; without these either, those who said
        something of it, and all where nobody has.
        """
        if self.everyone and self.named:
            return self.people
        if self.everyone:
            return [who for who in self.people if self.said(who, subject)] or self.people
        assigned = self.assigned.get(subject, set())
        return [who for who in self.people if who in assigned or self.is_label(self.said(who, subject))]


SCHEME_ORDER = ("correct", "inexact", "unsupported", "incorrect", "A", "B", "C", *"3210", "full", "partial", "no")
RIGHT, NEARLY = ("correct", "full"), ("inexact", "partial")
"""What is right under a strict gold standard, and what else is under a lenient one."""


class Labels:
    """The gold label of answers: a label, WAITS while a missing label can decide it, else OUT."""

    def __init__(self, tables: Tables, gold: str) -> None:
        self.tables, self.gold = tables, gold
        self.panel = Panel(tables, gold)
        self.settled = {
            subject: label
            for said in tables.said_as("adjudication").values()
            for subject, label in said.items()
            if label
        }
        self.correct = (*RIGHT, *NEARLY) if gold.endswith("+lenient") else RIGHT

    def of(self, subject: tuple[str, str]) -> str:
        """The label of an answer; a member who cannot tell backs none, and stands in the way of unanimity."""
        if self.gold.startswith("adjudicated") and subject in self.settled:
            return self.settled[subject]
        said = [self.panel.said(who, subject) for who in self.panel.members(subject)]
        missing = sum(one in MISSING for one in said) if said or self.panel.people else 1
        given = [one for one in said if self.panel.is_label(one)]
        if self.gold.startswith("majority"):
            votes = Counter(self.meaning(label) for label in given)
            for label in sorted(given, key=SCHEME_ORDER.index):
                if 2 * votes[self.meaning(label)] > len(said):
                    return label
            most = max(votes.values(), default=0)
            return WAITS if missing and 2 * (most + missing) > max(len(said), 1) else OUT
        if missing:
            return WAITS if len(self.meant(given)) < 2 and len(given) + missing >= len(said) else OUT
        agreed = len(self.meant(given)) == 1 and len(given) == len(said)
        return min(given, key=SCHEME_ORDER.index) if agreed else OUT

    def meant(self, given: list[str]) -> set[object]:
        """What labels mean under the gold standard: of correctness only whether they are right."""
        return {self.meaning(label) for label in given}

    def meaning(self, label: str) -> str | bool:
        """What one label means: of correctness whether it is right; both mappings come before any count."""
        return label if label in "ABC3210" else label in self.correct

    def truth(self, subject: tuple[str, str]) -> bool | str:
        """Whether an answer is correct, or WAITS or OUT."""
        found = self.of(subject)
        return found if found in (WAITS, OUT) else found in self.correct

    def nil(self, question: str) -> bool | str:
        """Whether NIL is correct."""
        known = self.tables.questions[question].get("nil_correct", "")
        if known:
            return known == "yes"
        found = [self.truth((question, answer)) for answer in self.tables.pool[question]]
        if True in found:
            return False
        return WAITS if any(self.can_be_correct((question, a)) for a in self.tables.pool[question]) else OUT

    def can_be_correct(self, subject: tuple[str, str]) -> bool:
        """Whether labels that are still to come can make an answer correct."""
        if self.of(subject) != WAITS:
            return self.truth(subject) is True
        said = [self.panel.said(who, subject) for who in self.panel.members(subject)]
        given = [one for one in said if self.panel.is_label(one)]
        if not self.gold.startswith("majority"):
            return not given or given[0] in self.correct
        missing = sum(one in MISSING for one in said) if said else 1
        return 2 * (sum(one in self.correct for one in given) + missing) > len(said)


GA_LEVELS = {"AAAA": 3, "AAAB": 3, "AABB": 2, "ABBB": 2, "BBBB": 1} | dict.fromkeys(
    ["AAA", "AAB", "ABB", "BBB", "AA", "AB", "BB"], 1
)


class Graded:
    """The levels of ranked answers, which are their gains too; WAITS or OUT where there is none."""

    def __init__(self, tables: Tables, gold: str) -> None:
        self.tables, self.gold = tables, gold
        self.labels = Labels(tables, gold)
        self.panel = self.labels.panel

    def of(self, subject: tuple[str, str]) -> int | str:
        """The level of an answer."""
        name = self.gold.split("+")[0]
        is_best = self.tables.answers[subject].get("best") == "yes"
        if name == "BA":
            pool = [self.tables.answers[subject[0], answer] for answer in self.tables.pool[subject[0]]]
            return int(is_best) if any(row.get("best") == "yes" for row in pool) else OUT
        if name in ("UFA", "UFBA"):
            return 1 if name == "UFBA" and is_best else self.favorite(subject)
        if name in ("GA", "GAW") or name.startswith("LOO:"):
            return self.voted(subject, name)
        label = self.labels.of(subject)
        if label in (WAITS, OUT):
            return label
        return int(label) if label.isdigit() else "CBA".index(label)

    @property
    def top(self) -> int:
        """The highest level that there can be."""
        name = self.gold.split("+")[0]
        if name in ("GA", "GAW") or name.startswith("LOO:"):
            most = max((len(self.panel.members(subject)) for subject in self.tables.answers), default=1)
            return 3 if name == "GA" else 2 * max(1, most)
        if name in ("BA", "UFA", "UFBA"):
            return 1
        return 3 if any(label.isdigit() for said in self.panel.labels.values() for label in said.values()) else 2

    def voted(self, subject: tuple[str, str], name: str) -> int | str:
        """The level of a pattern of votes: every member of the panel must have said A, B or C."""
        members = self.panel.members(subject)
        said = [self.panel.said(who, subject) for who in members]
        unable = any(one not in MISSING and not self.panel.is_label(one) for one in said)
        if self.panel.people and (unable or not said or (name == "GA" and len(said) != 4)):
            return OUT  # whatever else is said
        if any(one in MISSING for one in said) or not self.panel.people:
            return WAITS
        if name == "GA":
            return GA_LEVELS.get("".join(sorted(one for one in said if one != "C")), 0)
        return 2 * said.count("A") + said.count("B")

    def favorite(self, subject: tuple[str, str]) -> int | str:
        """Whether any member has the answer among the favorites: those rated A, else those rated B.

        OUT where all who are to judge the answer cannot tell, or say that it is junk.
        """
        question, possible = subject[0], not self.panel.people
        every = [self.panel.said(who, subject) for who in self.panel.members(subject)]
        if self.panel.people and all(one in ("cannot-tell", "junk") for one in every):
            return OUT
        for who in self.panel.people:
            mine = [(question, a) for a in self.tables.pool[question]]
            mine = [one for one in mine if who in self.panel.members(one)]
            said = {one: self.panel.said(who, one) for one in mine}
            if subject not in said:
                continue
            others = [label for one, label in said.items() if one != subject]
            if said[subject] == "A":
                return 1
            if said[subject] == "B" and "A" not in others:
                if not any(label in MISSING for label in others):
                    return 1
                possible = True
            possible = possible or said[subject] in MISSING
        return WAITS if possible else 0
