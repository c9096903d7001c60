"""Random small collections with all kinds of question at once, as tables: equal seeds, equal tables."""

import csv
import random
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from jurybox.collection.file import create
from jurybox.formats.imports import import_into
from jurybox.kinds import KIND_NAMES, KINDS, SERIES_KINDS

Row = dict[str, str]
STATES = ("skipped", "cannot-tell", "deferred", "junk")
PEOPLE = ("Ana", "Ben", "Cam", "Dov")
CHAIR = "Eve"
KEY = "key"
GOLDS = (
    "adjudicated+strict",
    "adjudicated+lenient",
    "majority+strict",
    "majority+lenient",
    "assessor:Ana+strict",
    "assessor:Ana+lenient",
    "GA",
    "GAW",
    "GAW(missing=rescale)",
    "LOO:Ben",
    "UFA",
    "UFBA",
    "BA",
)
"""Of every kind one and more, for assessors that every mixed collection has."""
FIRST_KINDS = ("factoid", "list", "other", "ranked", "validation")
"""The kinds of collections whose seeds were found while all kinds shared one stream."""


class Mixed:
    """Tables of a random collection, by name; `share` of the labels are given, the rest is missing.

    With `one_grouper` the groups of list answers are imported without an assessor. Each kind of question
    draws from a stream of its own, so that a kind that is added changes nothing of the others. With
    `one_stream` the first five kinds, and no other, share one: what a seed of then found is there again.
    """

    def __init__(
        self,
        seed: int,
        *,
        share: float | None = None,
        most_answers: int = 4,
        one_grouper: bool = False,
        kinds: Sequence[str] = KIND_NAMES,
        one_stream: bool = False,
    ) -> None:
        self.draw = random.Random(seed)
        self.streams = {
            kind: self.draw if one_stream else random.Random(f"{kind} {seed}")
            for kind in (FIRST_KINDS if one_stream else KINDS)
        }
        self.share = self.draw.choice([0.6, 0.9, 1.0, 1.0]) if share is None else share
        self.most_answers, self.kinds = most_answers, FIRST_KINDS if one_stream else kinds
        self.tables: dict[str, list[Row]] = {}
        self.runs = [f"run{at}" for at in range(self.draw.randint(2, 4))]
        self.people = PEOPLE[: self.draw.randint(3, 4)]
        self.groupers = ("",) if one_grouper else self.people
        self._questions()
        self._answers()
        self._people()
        self._runs()
        for run in self.runs:
            self._responses(run)
        self._judgments()
        self._boards()

    def write(self, folder: Path) -> Path:
        """Write the tables that have rows into a new folder."""
        return write_rows(folder, self.tables)

    def file(self, path: Path) -> Path:
        """Make a collection file of them."""
        create(path)
        import_into(path, [self.write(path.with_suffix(""))])
        return path

    def add(self, table: str, **cells: str) -> None:
        """Add a row to a table."""
        self.tables.setdefault(table, []).append(cells)

    def chance(self, share: float) -> bool:
        """Return true in a share of the cases."""
        return self.draw.random() < share

    @contextmanager
    def draw_from(self, kind: str) -> Iterator[None]:
        """Draw from the stream of a kind for as long as the block runs."""
        shared, self.draw = self.draw, self.streams[kind]
        yield
        self.draw = shared

    def questions(self) -> Iterator[Row]:
        """Yield the rows of all questions, and draw from the stream of its kind while each is looked at."""
        for row in self.tables["questions"]:
            with self.draw_from(row["kind"]):
                yield row

    def asked(self, kind: str) -> list[str]:
        """Return the questions of a kind."""
        return [row["question"] for row in self.tables["questions"] if row["kind"] == kind]

    def pool(self, question: str) -> list[str]:
        """Return the answers of a question."""
        return [row["answer"] for row in self.tables["answers"] if row["question"] == question]

    def _questions(self) -> None:
        for series in range(self.draw.randint(1, 3)):
            kinds = ["factoid"] * self.draw.randint(0, 3) + ["list"] * self.draw.randint(0, 2)
            for at, kind in enumerate([*kinds, *(["other"] if self.chance(0.85) else [])]):
                self._question(f"s{series}.{at}", kind, series=f"s{series}", position=str(at + 1))
        for kind in self.kinds:
            least = 0 if kind in SERIES_KINDS else 1
            with self.draw_from(kind):
                count = self.draw.randint(least, 3 if least else 1)
            for at in range(count):
                self._question(f"{kind}{at}", kind)

    def _question(self, name: str, kind: str, **cells: str) -> None:
        with self.draw_from(kind):
            cells["category"] = self.draw.choice(["", "person", "place"])
            cells["status"] = "unjudged" if self.chance(0.05) else ""
            if "nil" in KINDS[kind].schemes:
                cells["nil_correct"] = self.draw.choice(["", "", "yes", "no"])
        self.add("questions", question=name, kind=kind, text=f"What is {name}?", **cells)

    def _answers(self) -> None:
        for row in self.questions():
            name, best = row["question"], self.chance(0.8)
            for at in range(self.draw.randint(0 if self.chance(0.2) else 1, self.most_answers)):
                text = " ".join(self.draw.choices(["red", "green  fox", "blue sea", "x"], k=1 + at * 9))
                is_best = KINDS[row["kind"]].is_graded and best and at == 0
                self.add(
                    "answers", question=name, answer=f"{name}-a{at}", text=f"{text} {at}", best="yes" if is_best else ""
                )

    def _people(self) -> None:
        panel = self.draw.choice([0, 0, 2, 3, len(self.people)])
        for at, name in enumerate(self.people):
            self.add("assessors", assessor=name, kind="person", panel="yes" if at < panel else "no")
        self.add("assessors", assessor=CHAIR, kind="person", panel="no")
        self.add("assessors", assessor="robot", kind="model", panel="no")
        how = self.draw.choice(["none", "none", "questions", "answers"])
        for row in self.questions() if how != "none" else ():
            for name in self.draw.sample(self.people, self.draw.randint(2, len(self.people))):
                for answer in [""] if how == "questions" else self.pool(row["question"]):
                    if how == "questions" or self.chance(0.9):
                        self.add("assignments", assessor=name, question=row["question"], answer=answer)

    def _runs(self) -> None:
        timed = self.draw.choice(["none", "runs", "questions"])
        for run in self.runs:
            seconds = f"{self.draw.randint(1, 4000) / 4}" if timed == "runs" else ""
            self.add("runs", run=run, team="team", seconds=seconds)
            for row in self.questions() if timed == "questions" else ():
                self.add("times", run=run, question=row["question"], seconds=f"{self.draw.randint(1, 99) / 8}")
        if len(self.runs) > 2 and self.chance(0.3):
            self.add("collection", key=f"withdrawn:{self.runs[0]}", value="yes")

    def _responses(self, run: str) -> None:
        sure, scored = self.chance(0.6), self.chance(0.6)
        for row in self.questions():
            given = list(self._given(row["question"], row["kind"]))
            for at, cells in enumerate(given):
                cells.setdefault("rank", "" if KINDS[row["kind"]].decides else str(at + 1))
                said = cells.get("decision", "x") and cells["answer"] != "NIL"
                cells["confidence"] = self._level() if sure and said else ""
                cells["score"] = self._level() if scored and cells["answer"] != "NIL" else ""
                self.add("responses", run=run, question=row["question"], **cells)

    def _level(self) -> str:
        return self.draw.choice(["0", "0.25", "0.5", "0.5", "0.625", "1"])

    def _given(self, question: str, name: str) -> Iterable[Row]:
        pool, kind = self.pool(question), KINDS[name]
        may_be_nil, may_repeat = "nil" in kind.schemes, "groups" in kind.schemes
        if kind.decides:
            chosen = self.draw.choice([*pool, None])
            for answer in pool:
                decision = "yes" if answer == chosen else self.draw.choice(["yes", "no", "no", ""])
                if not self.chance(0.1):
                    selected = "yes" if answer == chosen else ""
                    yield {"answer": answer, "decision": decision, "selected": selected}
            return
        if self.chance(0.12):
            return
        if may_be_nil and self.chance(0.2):
            yield {"answer": "NIL"}
        elif may_be_nil and pool and self.chance(0.15):
            yield {"answer": self.draw.choice(pool), "answered": "no"}
        else:
            count = self.draw.randint(0, len(pool))
            chosen = self.draw.sample(pool, count) if not may_repeat else self.draw.choices(pool, k=count)
            for answer in chosen:
                yield {"answer": answer}

    def _label(self, kind: str) -> str:
        labels = KINDS[kind].labels
        if len(labels) == 4:
            return self.draw.choice([*labels, "correct", "incorrect"])
        return self.draw.choice(labels)

    def _judgments(self) -> None:
        for row in self.questions():
            question, kind = row["question"], row["kind"]
            for answer in self.pool(question) if KINDS[kind].is_labeled else ():
                truth = self._label(kind)
                settled = False
                for name in [*self.people, "robot"]:
                    label = truth if self.chance(0.75) else self._label(kind)
                    if self.chance(self.share):
                        self.add("judgments", assessor=name, question=question, answer=answer, label=label)
                    elif self.chance(0.3):
                        state = self.draw.choice(STATES)
                        self.add("judgments", assessor=name, question=question, answer=answer, label="", state=state)
                    if self.chance(0.05):
                        cells = {"question": question, "answer": answer, "kind": "repeat"}
                        self.add("judgments", assessor=name, label=self._label(kind), **cells)
                    settled = settled or self.chance(0.15)
                if settled:
                    cells = {"question": question, "answer": answer, "kind": "adjudication"}
                    self.add("judgments", assessor=CHAIR, label=truth, **cells)
            for name in self.people if self.chance(0.5) else ():
                quality = self.draw.choice("AAABC")
                self.add("judgments", assessor=name, question=question, answer="", label=quality)

    def _boards(self) -> None:
        with self.draw_from("list"):
            self._lists()
        with self.draw_from("other"):
            self._nuggets()

    def _lists(self) -> None:
        for question in self.asked("list"):
            for answer in self.pool(question):
                for name in self.groupers:
                    if self.chance(0.4):
                        group = self.draw.choice(["g1", "g2", "known0"])
                        self.add("distinct", question=question, answer=answer, group=group, assessor=name)
                if self.chance(0.15):
                    cells = {"question": question, "answer": answer, "kind": "adjudication"}
                    self.add("distinct", group=self.draw.choice(["g1", "g3"]), assessor=CHAIR, **cells)
            for at in range(self.draw.randint(0, 2)):
                self.add("instances", question=question, group=f"known{at}", text=f"instance {at}")

    def _nuggets(self) -> None:
        for question in self.asked("other"):
            for at in range(self.draw.randint(0, 4)):
                head = {"question": question, "nugget": f"n{at}", "text": f"fact {at} of {question}"}
                truth = self.draw.choice(["vital", "vital", "okay"])
                voters = [name for name in self.people if self.chance(self.share)] or [self.people[0]]
                for name in voters:
                    vote = truth if self.chance(0.8) else self.draw.choice(["vital", "okay"])
                    self.add("nuggets", importance=vote, assessor=name, **head)
                if self.chance(0.15):
                    self.add("nuggets", importance=truth, assessor=CHAIR, kind="adjudication", **head)
                for answer in self.pool(question):
                    self._match(question, answer, f"n{at}")

    def _match(self, question: str, answer: str, nugget: str) -> None:
        cells = {"question": question, "answer": answer, "nugget": nugget}
        truth = self.draw.choice(["yes", "no", "partial"])
        for name in self.people:
            if self.chance(self.share):
                said = truth if self.chance(0.8) else self.draw.choice(["yes", "no", "partial"])
                self.add("matches", assessor=name, support=said, **cells)
        if self.chance(0.1):
            self.add("matches", assessor=CHAIR, support=truth, kind="adjudication", **cells)


def write_rows(folder: Path, tables: dict[str, list[Row]]) -> Path:
    """Write tables into a new folder as CSV files; a cell that a row lacks is empty."""
    folder.mkdir(parents=True)
    for table, rows in tables.items():
        head = list(dict.fromkeys(name for row in rows for name in row))
        with (folder / f"{table}.csv").open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, head, restval="", lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)
    return folder
