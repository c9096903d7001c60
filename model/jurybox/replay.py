"""A recorded judging session, played back into a fresh private copy: the leaderboard moves as it did.

What is played are the entries of a collection's log, in the order and at the pace of their own times. The
copy begins with the whole catalog and the facts about it, and with nothing judged and no nugget worded. Every
step goes through the copy's own session, as if the people were there.
"""

import csv
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from jurybox.collection.entries import Content, EntryKind, Subject
from jurybox.collection.file import check_is_ours, create, open_reading
from jurybox.collection.log import read_entries
from jurybox.commands.base import CommandView, Statement
from jurybox.csv_files import csv_writer
from jurybox.demos import build_demo, free_path
from jurybox.disk import make_folder, private_folder
from jurybox.errors import Refused
from jurybox.formats.imports import import_into
from jurybox.formats.tables import write_tables
from jurybox.language import tr
from jurybox.session import Session

LONGEST_GAP = 4.0
"""Seconds of the recording that a pause in it may last; breaks and nights are cut down to this."""
MOST_AT_ONCE = 40
"""Steps that are entered in one go, so that a window stays fluent; a faster speed than that is not kept."""
SLOWEST, FASTEST = 0.5, 1000.0
_STOPS, _LAST_STOP = 60, 20
"""The number of checks, over the whole recording, whether there is something to see yet."""
_JUDGED = ("judgments", "matches", "distinct")
_MILLISECONDS = 1000.0


@dataclass(frozen=True, slots=True)
class Step:
    """One entry of the recording: when, in seconds since it began, and who said what, by positions."""

    at: float
    assessor: int
    kind: EntryKind
    subject: Subject
    content: Content


@dataclass(frozen=True, slots=True)
class Recording:
    """What was said in a collection, in the order of its times; `names` are its assessors, by position."""

    steps: tuple[Step, ...]
    names: tuple[str, ...]

    def speed_for(self, seconds: float) -> float:
        """Return the first of 10, 20, 40 … times as fast at which all of it takes no longer than that."""
        speed = 10.0
        while self.steps[-1].at > seconds * speed and speed < FASTEST:
            speed *= 2
        return speed


@dataclass(frozen=True, slots=True)
class Played:
    """Steps of a recording as one command."""

    steps: tuple[Step, ...]

    def statements(self, view: CommandView) -> Iterator[Statement]:
        """Yield a statement for each step."""
        del view
        for step in self.steps:
            yield Statement(step.assessor, step.kind, step.subject, step.content)


def recording_of(path: Path) -> Recording:
    """Return what was said in a collection file, facts left out.

    Undone and replaced entries are in it too, since they were said. Raises Refused for what is not a
    collection, and where nothing was said.
    """
    check_is_ours(path)
    with closing(open_reading(path)) as db:
        entries = [entry for _, entry in read_entries(db, "e.kind <> 'fact'", ())]
        names = tuple(name for (name,) in db.execute("SELECT name FROM assessor ORDER BY id"))
    if not entries:
        raise Refused(tr("Nothing was judged in this collection yet, so there is nothing to play back."))
    entries.sort(key=lambda entry: entry.at)
    steps, clock = [], 0.0
    for before, entry in pairwise([entries[0], *entries]):
        clock += min(LONGEST_GAP, (entry.at - before.at) / _MILLISECONDS)
        steps.append(Step(clock, entry.assessor, entry.kind, entry.subject, entry.content))
    return Recording(tuple(steps), names)


def empty_copy(source: Path, target: Path) -> Path:
    """Make a collection at a path where nothing is yet: the same catalog and facts, with nothing judged."""
    with private_folder() as place:
        tables = Path(place) / "tables"
        with closing(open_reading(source)) as db:
            write_tables(db, tables)
        for name in _JUDGED:
            (tables / f"{name}.csv").unlink(missing_ok=True)
        _leave_names_only(tables / "nuggets.csv")
        create(target)
        import_into(target, [tables])
    return target


def _leave_names_only(path: Path) -> None:
    """Leave one row for each nugget in a file of them, with its author, without words and votes."""
    if not path.exists():
        return
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    firsts = {(row["question"], row["nugget"]): row for row in reversed(rows)}
    said = dict.fromkeys(("text", "importance", "note", "seconds_active", "judged_at"), "")
    cleared = [firsts[key] | said for key in reversed(firsts)]
    with path.open("w", encoding="utf-8", newline="") as file:
        csv_writer(file).writerows([list(rows[0]), *(row.values() for row in cleared)])


def demo_replay(name: str, to: Path | None = None) -> tuple[Path, Recording]:
    """Return a fresh private copy of a demo in which nothing is judged, and the recording to play in it.

    `to` is where the copy is put, by default among this person's demos. Raises Refused as `build_demo` does.
    """
    with private_folder() as place:
        source = build_demo(name, Path(place) / f"{name}.jury")
        target = to or free_path(f"{name}-replay")
        make_folder(target.parent)
        return empty_copy(source, target), recording_of(source)


class Replay:
    """Plays a recording into the session of its copy; the owner of the clock passes the elapsed time.

    `speed`: seconds of the recording in one of the clock's. Raises Refused if the session's collection is
    not a copy of the recorded one, and, while playing, if nothing can be entered any more.
    """

    def __init__(self, session: Session, recording: Recording, speed: float = 10.0) -> None:
        self._session = session
        known = session.catalog.assessor_named
        missing = [name for name in recording.names if name not in known]
        if missing:
            raise Refused(
                tr(
                    "{missing!r} of the recording is not in this collection: it is not a copy of it.",
                    missing=missing[0],
                )
            )
        place = [known[name] for name in recording.names]
        self._steps = [
            Step(step.at, place[step.assessor], step.kind, step.subject, step.content) for step in recording.steps
        ]
        self._clock = 0.0
        self._next = 0
        self.speed = speed

    @property
    def speed(self) -> float:
        """How many times as fast as recorded it is played."""
        return self._speed

    @speed.setter
    def speed(self, speed: float) -> None:
        self._speed = min(FASTEST, max(SLOWEST, speed))

    @property
    def can_be_slower(self) -> bool:
        """Whether it is not at its slowest."""
        return self._speed > SLOWEST

    @property
    def can_be_faster(self) -> bool:
        """Whether it is not at its fastest."""
        return self._speed < FASTEST

    @property
    def played(self) -> int:
        """How many steps were entered."""
        return self._next

    @property
    def total(self) -> int:
        """How many steps there are."""
        return len(self._steps)

    @property
    def last(self) -> Step | None:
        """The step that was entered last, None before the first."""
        return self._steps[self._next - 1] if self._next else None

    @property
    def finished(self) -> bool:
        """Whether everything was played."""
        return self._next == len(self._steps)

    def play(self, seconds: float) -> int:
        """Let time go by and enter what is due, at most `MOST_AT_ONCE` steps; return how many."""
        self._clock += seconds * self._speed
        last = self._next
        while last < len(self._steps) and self._steps[last].at <= self._clock:
            if last - self._next == MOST_AT_ONCE:
                self._clock = self._steps[last].at
                break
            last += 1
        return self._enter(last)

    def play_to(self, is_there: Callable[[], bool]) -> int:
        """Enter, without waiting, everything before there is something to see; return how many steps.

        It ends after a third of the recording, whatever `is_there` returns, so that enough is left to watch.
        At least one step is entered.
        """
        begun = self._next
        for stop in range(1, _LAST_STOP + 1):
            place = max(1, self.total * stop // _STOPS)
            while self._next < place:
                self._enter(min(self._next + MOST_AT_ONCE, place))
            if is_there():
                break
        if self._next:
            self._clock = self._steps[self._next - 1].at
        return self._next - begun

    def play_all(self) -> int:
        """Enter everything that is left, without waiting; return how many steps."""
        count = 0
        while not self.finished:
            count += self._enter(min(self._next + MOST_AT_ONCE, len(self._steps)))
        return count

    def _enter(self, last: int) -> int:
        steps: Sequence[Step] = self._steps[self._next : last]
        if steps:
            with self._session.open_to_player():
                self._session.execute(Played(tuple(steps)))
        self._next = last
        return len(steps)
