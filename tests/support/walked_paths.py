"""Three paths through the program, task by task: a newcomer's, an assessor's, an organizer's.

Each task says what keys alone do, and what the mouse alone does, words and names of files apart. What it led
to is read from the file, or seen on the screen.
"""

import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from typing import NamedTuple

from person import labels_in
from spots import Spot
from walker import Walker

from jurybox.collection.state import State
from jurybox.gold import Gold
from jurybox.judging.list_work import ListWork
from jurybox.judging.nugget_work import NuggetWork
from jurybox.measures import measure
from jurybox.scoring import Scoreboard

DECISIONS = 20
_WHO = "visitor"


class Task(NamedTuple):
    """One thing to do: its name, the steps with keys and with the mouse, and what holds once it is done.

    `is_slow`: it takes many seconds, so only the walk on an X server does it.
    """

    name: str
    keys: Sequence[str]
    mouse: Sequence[str | Spot]
    done: Callable[[Walker], bool]
    is_slow: bool = False


class WalkedPath(NamedTuple):
    """A path: the demo it goes through, its tasks, and the most keys and clicks that all of it may take."""

    demo: str
    tasks: Sequence[Task]
    most_keys: int
    most_clicks: int


# What the file says


def entered(walker: Walker, kind: str) -> list[tuple[str, str, str]]:
    """Return label or state, note and act of the entries of a kind that were made here, the newest last."""
    with closing(sqlite3.connect(walker.path)) as db:
        return db.execute(
            "SELECT coalesce(label, state, ''), coalesce(note, ''), act FROM entry"
            " WHERE kind = ? AND act != 'import' ORDER BY id",
            (kind,),
        ).fetchall()


def last(walker: Walker, kind: str = "judgment") -> tuple[str, str]:
    """Return label and note of the last entry of a kind."""
    label, note, _ = entered(walker, kind)[-1]
    return label, note


def ranking(walker: Walker, gold: str, by: str) -> list[tuple[float, str]]:
    """Return scores and names of the runs, best first, from a fresh reading of the file."""
    with closing(State(walker.path)) as state:
        board = Scoreboard(state.collection, Gold.parse(gold))
        return sorted((board.score(measure(by), run).value, board.name_of(run)) for run in board.runs)[::-1]


def list_work(walker: Walker, name: str = "s02.6") -> ListWork:
    """Return the visitor's work on a list question, from a fresh reading of the file."""
    with closing(State(walker.path)) as state:
        who, question = state.catalog.assessor_named[_WHO], _question(state, name)
        order = state.catalog.answers_of(question).tolist()
        return ListWork(state.catalog, state.ledger, question, who, order)


def nugget_work(walker: Walker, name: str = "s02.7") -> NuggetWork:
    """Return the visitor's work on an Other question, from a fresh reading of the file."""
    with closing(State(walker.path)) as state:
        who, question = state.catalog.assessor_named[_WHO], _question(state, name)
        return NuggetWork(state.catalog, state.ledger, question, who)


def _question(state: State, name: str) -> int:
    return next(at for at, one in enumerate(state.catalog.questions) if one.name == name)


def settled(walker: Walker) -> int:
    """Return how many decisions are in force that were made here."""
    return len([one for one in entered(walker, "adjudication") if one[0]])


def at(desk: str) -> Callable[[Walker], bool]:
    """Return what holds at a desk."""
    return lambda walker: walker.look()["desk"] == desk


def asked(walker: Walker, name: str) -> bool:
    """Return whether a question is the one shown, by its name."""
    with closing(State(walker.path)) as state:
        return int(walker.look()["question"]) == _question(state, name)


# The paths

_CORRECT = "Right"
"""Where the guideline of *Correct* begins, cut at its first comma."""


def _leads(walker: Walker) -> bool:
    labels = labels_in(walker.path, _WHO)
    return len(labels) == 3 and ranking(walker, "adjudicated+strict", "F1")[0][1] == "tarn-1"


NEWCOMER = WalkedPath(
    "validation",
    (
        Task(
            "open the demo",
            ("8",),
            ("Bridges, ferries and other matters",),
            lambda w: w.look()["path"].rpartition("/")[2].startswith("validation-"),
        ),
        Task(
            "choose a name",
            ("Ctrl+J", "= visitor", "Return"),
            ("File", "Join as an assessor…", "visitor"),
            lambda w: w.look()["who"] == _WHO and not w.look()["overlay"],
        ),
        Task("read what “correct” means", (), (), lambda w: w.sees(_CORRECT)),
        Task("judge three answers", ("1", "2", "1"), ("Correct", "Incorrect", "Correct"), _leads),
        Task("undo one", ("z",), ("Undo",), lambda w: len(labels_in(w.path, _WHO)) == 2),
        Task("look at Scores", ("Ctrl+2",), ("Scores",), at("scores")),
        Task("look at Spaces", ("Ctrl+4",), ("Spaces",), at("spaces")),
        Task("open the help", ("F1",), ("Help", "Help"), lambda w: w.look()["overlay"] == "HelpReader"),
    ),
    10,
    12,
)


def _grouped(walker: Walker) -> bool:
    work = list_work(walker)
    return sorted(len(work.members(one.answer)) for one in work.answers) == [1, 1, 1, 1, 2, 2]


def _labeled(walker: Walker, **counts: int) -> bool:
    labels = [one.label for one in list_work(walker).answers]
    return all(labels.count(label) == count for label, count in counts.items())


def _vote(walker: Walker, name: str) -> str:
    return next(row.own for row in nugget_work(walker).rows if row.line.text == name)


_KIGALI = "Kigali amendment of 2016"
_BOX = 0.94
"""Where in the line of a nugget its box for this response is."""
ASSESSOR = WalkedPath(
    "series",
    (
        Task(
            "go to the list question",
            ("Ctrl+K", "= s02.6", "Return"),
            ("Find a question, run, action", "= s02.6", "s02.6 Who reported the hole over Antarctica?"),
            lambda w: w.look()["desk"] == "lists" and asked(w, "s02.6"),
        ),
        Task("group two answers", ("a",), ("Group similar",), _grouped),
        Task("label them correct", ("1", "1"), ("Correct", "Correct"), lambda w: _labeled(w, correct=2)),
        Task(
            "note on the label just given",
            ("Shift+N", "= same person", "Return"),
            ("Note on last", "= same person", "Save"),
            lambda w: last(w) == ("correct", "same person"),
        ),
        Task("cannot tell", ("k",), ("Cannot tell",), lambda w: last(w)[0] == "cannot-tell"),
        Task(
            "label three incorrect",
            ("4", "4", "4"),
            ("Incorrect", "Incorrect", "Incorrect"),
            lambda w: _labeled(w, correct=2, incorrect=3) and not list_work(w).left,
        ),
        Task(
            "add an instance",
            ("Insert", "= Farman team", "Return"),
            ("Add instance", "= Farman team", "Save"),
            lambda w: "Farman team" in [one.text for one in list_work(w).instances],
        ),
        Task(
            "correct a label",
            ("Up", "2"),
            ("Mario Molina", "Inexact"),
            lambda w: last(w)[0] == "inexact" and _labeled(w, incorrect=2, inexact=1),
        ),
        Task(
            "next question", ("space",), ("Next open",), lambda w: w.look()["desk"] == "nuggets" and asked(w, "s02.7")
        ),
        Task(
            "match a nugget",
            ("7",),
            (Spot(f"7. {_KIGALI}: no match yet", _BOX),),
            lambda w: last(w, "match")[0] == "yes",
        ),
        Task("vote vital or okay", ("v",), ("Vital or okay",), lambda w: _vote(w, _KIGALI) == "vital"),
        Task(
            "note on the last match",
            ("Shift+N", "= only Kigali", "Return"),
            ("Note on last", "= only Kigali", "Save"),
            lambda w: "only Kigali" in {note for _, note, _ in entered(w, "importance") + entered(w, "match")},
        ),
        Task(
            "match the rest with no",
            ("Shift+X",),
            ("Mark the rest “no” and continue",),
            lambda w: nugget_work(w).is_done(0),
        ),
        Task("next question", ("Ctrl+Down",), ("Next question",), lambda w: asked(w, "s04.1")),
        Task("a fact: cannot tell", ("k",), ("Cannot tell",), lambda w: last(w)[0] == "cannot-tell"),
        Task("a fact: inexact", ("x",), ("Inexact",), lambda w: last(w)[0] == "inexact"),
        Task("skip a fact", ("s",), ("Skip",), lambda w: last(w)[0] == "skipped"),
        Task("defer a fact", ("d",), ("Defer",), lambda w: last(w)[0] == "deferred"),
        Task(
            "find a question by its words",
            ("Ctrl+f", "= canal", "Return"),
            ("Find a question, run, action", "= Who led", "s08.1 Who led the company that built the Suez Canal?"),
            lambda w: asked(w, "s08.1"),
        ),
    ),
    28,
    28,
)


def _remembers(walker: Walker) -> bool:
    walker.remembered = ranking(walker, "adjudicated", "nG@1")
    return True


def _ranked_anew(walker: Walker) -> bool:
    return settled(walker) == DECISIONS and ranking(walker, "adjudicated", "nG@1") != walker.remembered


def _sent_back(walker: Walker) -> bool:
    with closing(State(walker.path)) as state:
        return bool(state.ledger.board.sent_back)


def _exists(name: str) -> Callable[[Walker], bool]:
    def exists(walker: Walker) -> bool:
        walker.wait((walker.folder / name).exists)
        return (walker.folder / name).stat().st_size > 0

    return exists


_LABELS = ("Fully|Well asked", "Partly|Answerable", "Not|No real question")
_FIRST_NAME = Spot("Who said what", 0.2, 0.1)
_EFFECTS = "How each decision would change the ranking by nG@1"
_OPENS = Task(
    "open Disagreements", ("Ctrl+3",), ("Disagreements",), lambda w: at("disagreements")(w) and w.look()["rows"] > 0
)
_SENDS = Task(
    "send one back",
    ("Shift+S", "1", "= read to the end", "Return"),
    ("Send back", _FIRST_NAME, "= read to the end", "Send back"),
    _sent_back,
)
ORGANIZER = WalkedPath(
    "community",
    (
        _OPENS,
        Task(
            "let decisions count",
            ("Shift+G",),
            ("Switch to Adjudicated",),
            # The rows are in a new order: what was looked at is no longer the first.
            lambda w: not w.shows("Switch to Adjudicated") and w.look()["row"] > 0 and _remembers(w),
        ),
        Task(
            "see who said what, and which runs swap",
            ("Home",),
            ("label, The visa is given before",),
            lambda w: w.sees("Who said what") and w.sees(_EFFECTS),
        ),
        Task(
            f"decide {DECISIONS}",
            tuple(str(1 + at % 3) for at in range(DECISIONS)),
            tuple(_LABELS[at % 3] for at in range(DECISIONS)),
            _ranked_anew,
        ),
        _SENDS,
        Task("open agreement", ("t",), ("Agreement",), lambda w: w.sees("Export")),
        Task(
            "export a table",
            ("e", "Shift+Tab", "space", "Return", "> agreement.csv"),
            ("Export", "Export table instead…", "OK", "> agreement.csv"),
            _exists("agreement.csv"),
        ),
        Task(
            "write the report",
            ("Ctrl+K", "= write report", "Return", "Return", "> report"),
            ("File", "Report…", "Choose folder…", "> report"),
            _exists("report/report.html"),
            is_slow=True,
        ),
    ),
    34,
    33,
)
SERIES = WalkedPath(
    "series",
    (
        _OPENS,
        Task(
            f"decide {DECISIONS}",
            ("Home", *("1",) * DECISIONS),
            ("|".join(("Correct", "Yes", "Vital", "Equal", "Distinct")),) * DECISIONS,
            lambda w: settled(w) >= DECISIONS,
        ),
        _SENDS,
    ),
    25,
    24,
)
PATHS = {"newcomer": NEWCOMER, "assessor": ASSESSOR, "organizer": ORGANIZER, "organizer of series": SERIES}


def walk(path: WalkedPath, walker: Walker, *, slow: bool) -> list[tuple[str, int]]:
    """Walk a path; return how many keys or clicks each task took. Fails where a task led to nothing."""
    counts = []
    for task in path.tasks:
        if task.is_slow and not slow:
            continue
        before = walker.count
        for step in task.keys if walker.way == "keys" else task.mouse:
            walker.do(step)
        walker.holds(task.done, task.name)
        counts.append((task.name, walker.count - before))
    most = path.most_keys if walker.way == "keys" else path.most_clicks
    assert walker.count <= most
    return counts


def told(path: str, way: str, counts: Sequence[tuple[str, int]]) -> str:
    """Return the counts as lines to print."""
    lines = [f"{path}, {way}: {sum(count for _, count in counts)}"]
    return "\n".join([*lines, *(f"{count:4} {name}" for name, count in counts)])
