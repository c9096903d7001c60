"""An organizer and the people who judge for one: import, assign, judge apart, merge, adjudicate, report."""

import json
import random
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from campaigns.generated import Campaign
from click.testing import CliRunner
from mixed_tables import CHAIR, Row
from oracle.tables import Tables

from jurybox.collection.state import State
from jurybox.collection.table_reads import answer_names
from jurybox.commands import Command, Judge, JudgeQuestion, Match, SetGroup, Vote
from jurybox.errors import Refused
from jurybox.session import open_session
from jurybox_gui.cli import program

FOUND = 1
"""The exit status of a command that did its work and found something."""


def jurybox(*words: object, status: tuple[int, ...] = (0,)) -> str:
    """Run a command; return what it prints."""
    done = CliRunner().invoke(program, [str(word) for word in words], prog_name="jurybox")
    assert done.exit_code in status, (words, done.exit_code, done.output, done.exception)
    return done.stdout


def as_json(*words: object, status: tuple[int, ...] = (0,)) -> Any:
    """Run a command with JSON; return what it prints."""
    return json.loads(jurybox(*words, "--format", "json", status=status))


class Names:
    """The places of questions, answers and nuggets in an open collection, by their names."""

    def __init__(self, path: Path) -> None:
        with closing(State(path)) as state:
            catalog, names = state.catalog, answer_names(state.reader)
        self.question = {one.name: at for at, one in enumerate(catalog.questions)}
        self.answer = {
            (catalog.questions[int(catalog.answer_question[at])].name, name): at for at, name in enumerate(names)
        }
        self.instances = {(catalog.questions[one.question].name, one.name) for one in catalog.instances}
        self.nugget = {(catalog.questions[one.question].name, one.name): at for at, one in enumerate(catalog.nuggets)}

    def commands(self, table: str, row: Row) -> Iterator[Command]:
        """Yield what a row of a script says, unless this file lacks what it is about."""
        settles = row.get("kind") == "adjudication"
        kind: Any = row.get("kind") or "judgment"
        answer = self.answer.get((row["question"], row.get("answer", "")), -1)
        nugget = self.nugget.get((row["question"], row.get("nugget", "")), -1)
        label, state = row.get("label") or None, row.get("state") or None
        if table == "judgments" and not row["answer"]:
            if row["question"] in self.question:
                yield JudgeQuestion(self.question[row["question"]], label)
        elif table == "judgments" and answer >= 0:
            yield Judge((answer,), label, state=state, kind=kind)
        elif table == "distinct" and answer >= 0:
            yield SetGroup((answer,), row["group"], settle=settles)
        elif table == "nuggets" and nugget >= 0:
            yield Vote(nugget, row["importance"], kind="adjudication" if settles else "importance")
        elif table == "matches" and answer >= 0 and nugget >= 0:
            yield Match(answer, nugget, row["support"], kind="adjudication" if settles else "match")


Judging = Callable[[Path, str, Campaign], None]


def say_all(path: Path, who: str, campaign: Campaign) -> None:
    """Let somebody say all of their script that this file has room for.

    An answer is a known instance only where the file shows that instance.
    """
    with closing(open_session(path, assessor=who)) as session:
        names = Names(path)
        for table in ("judgments", "distinct", "nuggets", "matches"):
            for row in campaign.script.of(who, table):
                known = table == "distinct" and campaign.is_known(row)
                if known and (row["question"], row["group"]) not in names.instances:
                    continue
                for command in names.commands(table, row):
                    session.execute(command)
        session.flush()


class Organizer:
    """One campaign in a folder, from the import to the report."""

    def __init__(self, campaign: Campaign, folder: Path) -> None:
        self.campaign, self.folder = campaign, folder
        self.lot = random.Random(f"organizer {campaign.seed}")
        self.path = folder / "home.jury"
        self.own: dict[str, Path] = {}

    def begin(self) -> None:
        """Make the collection, import the tables and give the work out."""
        jurybox("new", self.path, "--name", f"Campaign {self.campaign.seed}")
        jurybox("import", self.path, self.campaign.write_tables(self.folder / "tables"))
        people = self.campaign.people
        if self.campaign.way == "overlap":
            to = [word for name in people for word in ("--to", name)]
            overlap = min(self.campaign.overlap, len(people))
            jurybox("assign", self.path, *to, "--overlap", overlap, "--seed", self.campaign.seed)

    def judge(self, how: Judging = say_all) -> None:
        """Hand everybody a file of their own and let them judge in it."""
        for name in self.campaign.people if self.campaign.way != "imported" else ():
            own = self.folder / f"{name}.jury"
            with suppress(Refused, AssertionError):
                jurybox("assign", self.path, "--hand-out", name, "-o", own)
            if own.exists():
                how(own, name, self.campaign)
                self.own[name] = own

    def merge(self) -> None:
        """Bring the files home, in any order, one of them twice."""
        files = list(self.own.values())
        self.lot.shuffle(files)
        for own in files + files[:1]:
            jurybox("merge", self.path, own)

    def adjudicate(self) -> None:
        """Settle some of what is open, as the script says."""
        if self.campaign.way != "imported":
            say_all(self.path, CHAIR, self.campaign)

    def tables(self, name: str = "out") -> Tables:
        """Export all tables and read them."""
        folder = self.folder / name
        jurybox("export", self.path, "--as", "tables", "-o", folder)
        return Tables(folder)

    def report(self) -> Path:
        """Write the report."""
        folder = self.folder / "report"
        jurybox("report", self.path, "-o", folder, "--draws", "100")
        return folder


def played(campaign: Campaign, folder: Path, how: Judging = say_all) -> Organizer:
    """Play a campaign up to its report; return the organizer."""
    organizer = Organizer(campaign, folder)
    organizer.begin()
    organizer.judge(how)
    organizer.merge()
    organizer.adjudicate()
    return organizer
