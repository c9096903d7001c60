"""Copies of one collection that people work on apart, by lot: on every kind of board, under any clock."""

import random
import shutil
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from jurybox.campaign.handouts import hand_out
from jurybox.collection.file import open_reading, open_writing
from jurybox.collection.log import read_entries
from jurybox.collection.merge import merge_log
from jurybox.commands import (
    AddInstance,
    AddNugget,
    Annotate,
    Command,
    DeleteNugget,
    EditNugget,
    Judge,
    JudgeQuestion,
    Match,
    MergeNuggets,
    SetFact,
    SetGroup,
    SplitGroup,
    Vote,
    adjudicate,
)
from jurybox.errors import Refused
from jurybox.kinds import KINDS
from jurybox.label_schemes import QUALITY
from jurybox.session import Session, open_session

ORGANIZER = "Eve"
STATES = ("skipped", "cannot-tell", "deferred", "junk")


def merge(path: Path, other: Path) -> int:
    """Merge one file into another; return how many entries were new."""
    with closing(open_writing(path)) as db, closing(open_reading(other)) as source:
        db.execute("BEGIN IMMEDIATE")
        added = merge_log(db, source).added
        db.execute("COMMIT")
    return added


class Copies:
    """The home of a collection and its copies: whole ones, and files cut out for one person (`theirs`)."""

    def __init__(self, home: Path, people: tuple[str, ...], lot: random.Random) -> None:
        self.home, self.people, self.lot = home, people, lot
        self.whole, self.theirs = [home], dict[str, list[Path]]()
        self.told = 0

    @property
    def files(self) -> list[Path]:
        """All of them."""
        return [*self.whole, *self._own()]

    def _own(self) -> list[Path]:
        return [path for paths in self.theirs.values() for path in paths]

    def now(self) -> int:
        """The time on somebody's clock: any."""
        return self.lot.randrange(1, 4_000_000_000_000)

    def happen(self) -> None:
        """Let something happen: mostly somebody works, sometimes files are copied, cut out, merged, split."""
        what = self.lot.choice(["work"] * 6 + ["settle", "copy", "cut", "merge", "home", "part"])
        if what == "work":
            who = self.lot.choice(self.people)
            self._work(who, self.lot.choice([*self.whole, *self.theirs.get(who, [])]))
        elif what == "settle":
            self._work(ORGANIZER, self.lot.choice(self.whole))
        elif what == "merge":
            merge(self.lot.choice(self.whole), self.lot.choice(self.whole))
        elif what == "home" and self.theirs:
            merge(self.lot.choice(self.whole), self.lot.choice(self._own()))
        elif len(self.files) < 7:
            getattr(self, f"_{what}", lambda: None)()

    def _name(self, what: str) -> Path:
        return self.home.with_name(f"{what}{len(self.files)}.jury")

    def _copy(self) -> None:
        self.whole.append(Path(shutil.copyfile(self.lot.choice(self.whole), self._name("copy"))))

    def _cut(self) -> None:
        who = self.lot.choice(self.people)
        with suppress(Refused):
            self.theirs.setdefault(who, []).append(hand_out(self.lot.choice(self.whole), who, self._name(who)).path)
        self.theirs = {name: paths for name, paths in self.theirs.items() if paths}

    def _part(self) -> None:
        """Split a log: keep only what some people entered."""
        path = Path(shutil.copyfile(self.lot.choice(self.whole), self._name("part")))
        with closing(sqlite3.connect(path)) as db:
            ids = [row[0] for row in db.execute("SELECT DISTINCT assessor FROM entry")]
            for one in self.lot.sample(ids, len(ids) // 2):
                db.execute("DELETE FROM entry WHERE assessor = ?", (one,))
            db.execute("DELETE FROM writer WHERE id NOT IN (SELECT writer FROM entry)")
            db.execute("DELETE FROM local WHERE name IN ('checked', 'log')")
            self._number(db, "writer", "writer")
            self._number(db, "entry")
            left = list(read_entries(db, "1 = ?", (1,)))
            replaced = {hash_ for _, entry in left for hash_ in entry.replaces}
            db.execute("DELETE FROM superseded")
            gone = [(row,) for row, entry in left if entry.hash in replaced]
            db.executemany("INSERT INTO superseded (entry) VALUES (?)", gone)
            db.commit()
        self.whole.append(path)

    @staticmethod
    def _number(db: sqlite3.Connection, table: str, column: str = "") -> None:
        """Number the rows of a table without gaps, and a column of the log that names them."""
        rows = [row for (row,) in db.execute(f"SELECT id FROM {table} ORDER BY id")]
        for at, row in enumerate(rows, start=1):
            db.execute(f"UPDATE {table} SET id = ? WHERE id = ?", (at, row))
            if column:
                db.execute(f"UPDATE entry SET {column} = ? WHERE {column} = ?", (at, row))

    def _work(self, who: str, path: Path) -> None:
        with closing(open_session(path, assessor=who)) as session:
            for _ in range(self.lot.randint(1, 6)):
                with suppress(Refused):
                    self._say(session, settle=who == ORGANIZER)
                    self.told += 1

    def _say(self, session: Session, *, settle: bool) -> None:
        at = self.lot.random()
        if at < 0.12:
            session.undo()
        elif at < 0.18:
            session.redo()
        else:
            question = self.lot.randrange(len(session.catalog.questions))
            session.execute(self._settles(session, question) if settle else self._command(session, question))

    def _settles(self, session: Session, question: int) -> Command:
        answers = session.catalog.answers_of(question).tolist()
        kind = session.catalog.questions[question].kind
        if not answers or self.lot.random() < 0.3:
            return SetFact("description", f"said {self.lot.randrange(4)}")
        answer = self.lot.choice(answers)
        nuggets = session.catalog.nuggets.of(question)
        if kind == "other" and nuggets:
            nugget = self.lot.choice(nuggets)
            if self.lot.random() < 0.5:
                return Vote(nugget, self.lot.choice(("vital", "okay")), kind="adjudication")
            return Match(answer, nugget, self.lot.choice(("yes", "no")), kind="adjudication")
        if kind == "list" and self.lot.random() < 0.4:
            return SetGroup(tuple(self.lot.sample(answers, min(2, len(answers)))), "settled", settle=True)
        return adjudicate((answer,), self.lot.choice(KINDS[kind].labels))

    def _command(self, session: Session, question: int) -> Command:
        kind, lot = session.catalog.questions[question].kind, self.lot
        answers = session.catalog.answers_of(question).tolist()
        if not answers or lot.random() < 0.1:
            return JudgeQuestion(question, lot.choice([*QUALITY.words, None]))
        answer = lot.choice(answers)
        if kind == "other":
            return self._of_nuggets(session, question, answer)
        if kind == "list" and lot.random() < 0.4:
            some = tuple(lot.sample(answers, min(len(answers), lot.randint(1, 3))))
            added = AddInstance(question, f"instance {lot.randrange(3)}")
            return lot.choice([SetGroup(some, lot.choice(["x", "y", None])), SplitGroup(some), added])
        if lot.random() < 0.2:
            return Annotate(answer, lot.choice(["a note", "another", None]))
        if lot.random() < 0.2:
            return Judge((answer,), state=lot.choice(STATES))
        return Judge((answer,), lot.choice([*KINDS[kind].labels, None]))

    def _of_nuggets(self, session: Session, question: int, answer: int) -> Command:
        lot, nuggets = self.lot, session.catalog.nuggets.of(question)
        if not nuggets or lot.random() < 0.15:
            text = f"fact {lot.randrange(100)}"
            return AddNugget(question, text, importance=lot.choice(["vital", "okay", None]))
        one = lot.choice(nuggets)
        return lot.choice(
            [
                Vote(one, lot.choice(["vital", "okay", None])),
                Match(answer, one, lot.choice(["yes", "partial", "no", None])),
                Match(answer, one, lot.choice(["yes", "partial", "no"])),
                EditNugget(one, f"reworded {lot.randrange(3)}"),
                MergeNuggets(tuple(lot.sample(nuggets, min(2, len(nuggets))))),
                DeleteNugget(one),
            ]
        )
