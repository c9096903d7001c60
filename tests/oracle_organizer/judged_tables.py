"""Collections for studies, as tables: runs that are close, assessors of different skill, all by one seed."""

import random
from pathlib import Path

from mixed_tables import write_rows

from jurybox.collection.file import create
from jurybox.formats.imports import import_into

Row = dict[str, str]
PEOPLE = ("Ana", "Ben", "Cam", "Dov", "Eli")
LABELS = {"validation": ("correct", "incorrect"), "factoid": ("correct", "incorrect"), "ranked": ("A", "B", "C")}
LEVELS = ("0", "0.25", "0.5", "0.5", "0.75", "1")


class Judged:
    """Questions of one kind ("series": three kinds at once), everything judged by everybody.

    `correct`: how many answers are right; `silent`: how often runs keep quiet; `missing`: how many labels
    nobody gave; `step`: how much worse each run is than the one before; `alike`: the last run answers as the
    first does, so that the two tie exactly; `doubts`: how often somebody matches a nugget otherwise.
    """

    def __init__(
        self,
        seed: int,
        kind: str,
        questions: int,
        *,
        answers: int = 3,
        runs: int = 4,
        people: int = 3,
        correct: float = 0.4,
        silent: float = 0.2,
        missing: float = 0.0,
        alike: bool = True,
        step: float = 0.12,
        doubts: float = 0.0,
    ) -> None:
        self.draw = random.Random(f"{seed} {kind}")
        self.kind, self.answers, self.correct, self.silent = kind, answers, correct, silent
        self.missing, self.step, self.doubts = missing, step, doubts
        self.runs, self.people = [f"run{at}" for at in range(runs)], PEOPLE[:people]
        self.tables: dict[str, list[Row]] = {}
        for name in self.people:
            self._add("assessors", assessor=name, kind="person", panel="yes")
        for run in self.runs:
            self._add("runs", run=run, team="team")
        for at in range(questions):
            self._question(at)
        if alike:
            self._copy_first_run()

    def file(self, path: Path) -> Path:
        """Make a collection file of the tables."""
        create(path)
        import_into(path, [write_rows(path.with_suffix(""), self.tables)])
        return path

    def _add(self, table: str, **cells: str) -> None:
        self.tables.setdefault(table, []).append(cells)

    def _question(self, at: int) -> None:
        kind, place = self.kind, {}
        if kind == "series":
            kind = ("factoid", "factoid", "list", "other")[at % 4]
            place = {"series": f"s{at // 4}", "position": str(at % 4 + 1)}
        name = f"q{at}"
        self._add("questions", question=name, kind=kind, text=f"What is {name}?", **place)
        truth = {}
        for number in range(self.answers):
            answer = f"{name}-{number}"
            truth[answer] = self.draw.random() < self.correct
            best = "yes" if kind == "ranked" and not number else ""
            text = f"answer {number} to {name} " + "word " * self.draw.randint(0, 40)
            self._add("answers", question=name, answer=answer, text=text, best=best)
            if kind != "other":
                self._labels(name, answer, "factoid" if kind == "list" else kind, right=truth[answer])
        if kind == "other":
            self._nuggets(name, truth)
        for at_run, run in enumerate(self.runs):
            self._responses(run, name, kind, truth, skill=0.85 - self.step * at_run)

    def _labels(self, question: str, answer: str, kind: str, *, right: bool) -> None:
        words = LABELS[kind]
        truth = words[0] if right else self.draw.choice(words[1:])
        for at, name in enumerate(self.people):
            if self.draw.random() >= self.missing:
                label = truth if self.draw.random() < 0.95 - 0.1 * at else self.draw.choice(words)
                self._add("judgments", assessor=name, question=question, answer=answer, label=label)

    def _nuggets(self, question: str, truth: dict[str, bool]) -> None:
        for at in range(3):
            head = {"question": question, "nugget": f"n{at}", "text": f"fact {at}"}
            for name in self.people:
                vote = "okay" if at == 2 or self.draw.random() < 0.2 else "vital"
                self._add("nuggets", importance=vote, assessor=name, **head)
            for answer, right in truth.items():
                said = "yes" if right and self.draw.random() < 0.7 else "no"
                for name in self.people:
                    doubted = self.draw.random() < self.doubts if self.doubts else False
                    support = {"yes": "no", "no": "yes"}[said] if doubted else said
                    cells = {"question": question, "answer": answer, "nugget": f"n{at}", "support": support}
                    self._add("matches", assessor=name, **cells)

    def _responses(self, run: str, question: str, kind: str, truth: dict[str, bool], *, skill: float) -> None:
        if kind == "validation":
            for at, (answer, right) in enumerate(truth.items()):
                said = right if self.draw.random() < skill else not right
                decision = "" if self.draw.random() < self.silent else "yes" if said else "no"
                selected = "yes" if decision == "yes" and not at else ""
                score = str(self.draw.randint(0, 4) / 4 + 0.25 * right)
                cells = {"answer": answer, "rank": "", "decision": decision, "selected": selected, "score": score}
                self._add("responses", run=run, question=question, **cells)
            return
        order = sorted(truth, key=lambda one: (truth[one] != (self.draw.random() < skill), self.draw.random()))
        if self.draw.random() < self.silent:
            return
        count = 1 if kind == "factoid" else self.draw.randint(1, len(order))
        for rank, answer in enumerate(order[:count], start=1):
            sure = self.draw.choice(LEVELS) if kind == "factoid" else ""
            cells = {"answer": answer, "rank": str(rank), "confidence": sure}
            self._add("responses", run=run, question=question, **cells)

    def _copy_first_run(self) -> None:
        first, last = self.runs[0], self.runs[-1]
        kept = [row for row in self.tables["responses"] if row["run"] != last]
        self.tables["responses"] = kept + [{**row, "run": last} for row in kept if row["run"] == first]
