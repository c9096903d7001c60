"""Campaigns made by lot: what an organizer imports, who is to judge it, and what everybody would say."""

import random
from dataclasses import dataclass, field
from pathlib import Path

from mixed_tables import CHAIR, KEY, Mixed, Row, write_rows

KINDS = ("series", "list", "nuggets", "ranked", "validation", "reading", "factoid", "mixed")
"""What is generated, in turn."""
WAYS = ("overlap", "overlap", "everybody", "answers", "imported")
"""How the work is given out: questions by the command, to everybody without it, answers by a table.

With "imported" nobody judges here: the labels come with the tables, without assignments.
"""
OPTIONS = 3
SAID = ("judgments", "matches", "nuggets", "distinct")


@dataclass
class Script:
    """What each person will say, and the organizer: rows of tables, by person and table."""

    rows: dict[str, dict[str, list[Row]]] = field(default_factory=dict)

    def add(self, who: str, table: str, row: Row) -> None:
        """Let somebody say something."""
        self.rows.setdefault(who, {}).setdefault(table, []).append(row)

    def of(self, who: str, table: str) -> list[Row]:
        """What somebody says in one table, in order."""
        return self.rows.get(who, {}).get(table, [])


class Campaign(Mixed):
    """Tables to import, and the script of the people who judge; equal seeds, equal campaigns."""

    def __init__(self, seed: int, kind: str = "", way: str = "") -> None:
        lot = random.Random(f"campaign {seed}")
        self.seed, self.kind = seed, kind or KINDS[seed % len(KINDS)]
        self.way = way or lot.choice(WAYS)
        self.many = lot.random() < 0.25
        self.with_key = self.kind in ("validation", "reading", "factoid") and lot.random() < 0.6
        self.overlap = lot.randint(1, 4)
        super().__init__(seed, share=lot.choice([0.55, 0.85, 0.95, 1.0]), one_grouper=lot.random() < 0.5)
        self.script = Script()
        if self.kind == "reading":
            self._one_option_each()
        if self.with_key:
            self._key()
        self._take_apart()

    def is_known(self, row: Row) -> bool:
        """Return whether a row of equal answers names a known instance."""
        known = self.tables.get("instances", [])
        return any((one["question"], one["group"]) == (row["question"], row["group"]) for one in known)

    def write_tables(self, folder: Path) -> Path:
        """Write what the organizer imports."""
        return write_rows(folder, self.tables)

    def _questions(self) -> None:
        if self.kind == "mixed":
            super()._questions()
        elif self.kind == "series":
            for series in range(self.draw.randint(10, 12) if self.many else self.draw.randint(2, 4)):
                self._series(f"s{series}")
        else:
            kind = {"nuggets": "other", "reading": "factoid"}.get(self.kind, self.kind)
            for at in range(self.draw.randint(10, 13) if self.many else self.draw.randint(2, 5)):
                self._question(f"{kind}{at:02d}", kind)

    def _series(self, name: str) -> None:
        kinds = ["factoid"] * self.draw.randint(1, 3) + ["list"] * self.draw.randint(0, 2)
        for at, kind in enumerate([*kinds, *(["other"] if self.chance(0.9) else [])]):
            self._question(f"{name}.{at}", kind, series=name, position=str(at + 1))

    def _answers(self) -> None:
        if self.kind != "reading":
            super()._answers()
            return
        for row in self.tables["questions"]:
            row["nil_correct"] = ""
            for at in range(OPTIONS):
                head = {"question": row["question"], "text": f"option {at} of {row['question']}"}
                self.add("options", option=f"{at + 1}", **head)
                self.add("answers", answer=f"{at + 1}", **head)

    def _lists(self) -> None:
        """Let some known instances have the text of an answer, which everybody takes for that instance."""
        super()._lists()
        lot = random.Random(f"instances {self.seed}")
        for row in self.tables["answers"]:
            question, answer = row["question"], row["answer"]
            if question in self.asked("list") and lot.random() < 0.4:
                name = f"as {answer}"
                self.add("instances", question=question, group=name, text=row["text"].upper())
                rows = self.tables.get("distinct", [])
                here = [one for one in rows if (one["question"], one["answer"]) == (question, answer)]
                self.tables["distinct"] = [one for one in rows if one not in here]
                for who in self.groupers:
                    self.add("distinct", question=question, answer=answer, group=name, assessor=who)

    def _people(self) -> None:
        super()._people()
        if self.way != "answers":
            self.tables.pop("assignments", None)
        elif "assignments" not in self.tables:
            for row in self.tables["questions"]:
                for name in self.draw.sample(self.people, 2):
                    self.add("assignments", assessor=name, question=row["question"], answer="")
        if self.with_key:
            self.add("assessors", assessor=KEY, kind="key", panel="no")

    def _one_option_each(self) -> None:
        """Let everybody choose one option of a question, or none yet: with it the others are incorrect."""
        kept = [row for row in self.tables.get("judgments", []) if not row["answer"]]
        for row in self.tables["questions"]:
            question = row["question"]
            truth = self.draw.randrange(OPTIONS)
            for name in [*self.people, "robot"]:
                if not self.chance(self.share):
                    continue
                chosen = truth if self.chance(0.7) else self.draw.randrange(OPTIONS)
                for at in range(OPTIONS):
                    label = "correct" if at == chosen else "incorrect"
                    answer = {"question": question, "answer": f"{at + 1}"}
                    kept.append({"assessor": name, "label": label, **answer})
            if self.chance(0.2):
                for at in range(OPTIONS):
                    label = "correct" if at == truth else "incorrect"
                    cells = {"question": question, "answer": f"{at + 1}", "kind": "adjudication"}
                    kept.append({"assessor": CHAIR, "label": label, **cells})
        self.tables["judgments"] = kept

    def _key(self) -> None:
        """A key of right answers, which nobody asked to vote."""
        for row in self.tables["questions"]:
            pool = self.pool(row["question"])
            chosen = self.draw.randrange(len(pool)) if pool else 0
            for at, answer in enumerate(pool):
                label = "correct" if at == chosen else "incorrect"
                head = {"question": row["question"], "answer": answer}
                self.add("judgments", assessor=KEY, label=label, **head)

    def _take_apart(self) -> None:
        """Put what people say, and what is settled, into the script; the rest is imported."""
        speakers = set[str]() if self.way == "imported" else {*self.people, CHAIR}
        authors = set[tuple[str, str]]()
        for table in SAID:
            kept = []
            for row in self.tables.pop(table, []):
                who = row.get("assessor", "")
                nugget = (row["question"], row.get("nugget", ""))
                if who not in speakers or (table == "nuggets" and nugget not in authors):
                    authors.add(nugget)
                    kept.append(row)
                else:
                    self.script.add(who, table, row)
            if kept:
                self.tables[table] = kept
