"""Studies in progress, finished and kept: the rows of the list, without widgets."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, Signal

from jurybox.analysis.studies.records import Record, as_json, name_of, out_of_date, request_of
from jurybox.analysis.studies.requests import WITH_SIZES, Request
from jurybox.analysis.studies.study import Prepared, finish, prepare
from jurybox.analysis.studies.workers import Cores, Workers
from jurybox.collection.facts import STUDY
from jurybox.commands import SetFact, Together
from jurybox.errors import Refused
from jurybox.language import tr
from jurybox.lists import comma_list
from jurybox.scoring import Scoreboard
from jurybox.watch import Progress, Watch
from jurybox_gui.core.bridge import Bridge
from jurybox_gui.core.tasks import LatestTask, time_left
from jurybox_gui.desks.studies.captions import measures_of, title_of


@dataclass(eq=False)
class Item:
    """One study of the list: its records, one per measure; its progress, or what prevented it.

    `kept`: the names of the facts that store it; `stale`: judgments have changed since; `heads`: what was
    requested and drawn from.
    """

    title: str
    measures: str
    records: tuple[Record, ...] = ()
    requests: tuple[Request, ...] = ()
    heads: tuple[Record, ...] = ()
    done: int = 0
    total: int = 0
    left: float = math.nan
    problem: str = ""
    kept: tuple[str, ...] = ()
    stale: bool = False
    held: bool = False
    task: LatestTask | None = field(default=None, repr=False)

    @property
    def is_running(self) -> bool:
        """Whether it is in progress."""
        return self.task is not None and self.task.is_running

    @property
    def state(self) -> str:
        """Its state, in a few words."""
        if self.is_running:
            share = f"{100 * self.done // self.total} %" if self.total else tr("starting")
            return comma_list(part for part in (share, time_left(self.left)) if part)
        words = [self.problem or (tr("out of date") if self.stale else tr("done"))]
        return comma_list([*words, *([tr("kept")] if self.kept else [])])


class StudyWork(QObject):
    """The studies of one collection. `changed(item)`: one advanced; `listed`: the list changed.

    The data of a study are gathered on the window's thread, as arrays that no longer change; the other thread
    never touches the collection.
    """

    changed = Signal(object)
    listed = Signal()

    def __init__(self, bridge: Bridge, parent: QObject) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self.items: list[Item] = []
        bridge.closing.connect(self._cancel)

    def start(self, requests: Sequence[Request], *, anew: bool = False, workers: Workers | None = None) -> Item:
        """Begin a study of one or more measures. Refused, with nothing begun, if it cannot be done.

        A study on the list with the same request and data would have the same result, so it is returned,
        unless `anew` is set. If the picture of a study has room for one measure only, each measure becomes a
        study of its own; the first is returned. `workers`: who runs the trials, by default all cores of this
        machine.
        """
        board = self._board()
        prepared = [prepare(board, request) for request in requests]
        if not prepared:
            raise Refused(tr("Choose a measure to study."))
        alone = requests[0].study in WITH_SIZES
        parts = [[one] for one in prepared] if alone else [prepared]
        return [
            (None if anew else self._like(part)) or self._begin(part, workers or Cores()) for part in reversed(parts)
        ][-1]

    def _like(self, prepared: Sequence[Prepared]) -> Item | None:
        """Return the identical study on the list, in progress or finished."""
        requests, heads = tuple(one.request for one in prepared), tuple(one.head for one in prepared)
        same = (item for item in self.items if item.requests == requests and item.heads == heads)
        return next((item for item in same if not item.problem), None)

    def _begin(self, prepared: Sequence[Prepared], workers: Workers) -> Item:
        requests = tuple(one.request for one in prepared)
        heads = [{"study": one.study, "measure": str(one.measure)} for one in requests]
        drawn = tuple(one.head for one in prepared)
        item = Item(title_of(heads), measures_of(heads), requests=requests, heads=drawn)
        item.task = LatestTask(self, progress=partial(self._move, item), refused=partial(self._refused, item))
        item.task.start(lambda watch: _do(prepared, watch, workers), partial(self._done, item))
        self.items.insert(0, item)
        self.listed.emit()
        return item

    def stop(self, item: Item) -> None:
        """Stop a study and remove it from the list."""
        if item.task is not None and item.is_running:
            item.task.cancel()
            self.items.remove(item)
            self.listed.emit()

    def _cancel(self) -> None:
        """Cancel the study in progress: the collection is closing and needs the processor."""
        for item in self.items:
            if item.task is not None:
                item.task.cancel()

    def stop_all(self) -> None:
        """Stop the study in progress."""
        for item in tuple(self.items):
            self.stop(item)

    def keep(self, item: Item) -> None:
        """Store the records in the collection, as facts visible to anybody who opens it."""
        records = (SetFact(f"{STUDY}{name_of(record)}", as_json(record)) for record in item.records)
        self._bridge.session.execute(Together(tuple(records)), self)
        item.kept = tuple(name_of(record) for record in item.records)
        self._look_at_kept()
        self.changed.emit(item)

    def forget(self, item: Item) -> None:
        """Remove a study from the list, and from the collection if it is stored there."""
        if item.kept:
            gone = (SetFact(f"{STUDY}{name}", None) for name in item.kept)
            self._bridge.session.execute(Together(tuple(gone)), self)
        self.stop(item)
        if item in self.items:
            self.items.remove(item)
        self.listed.emit()

    def bring_back(self, item: Item, at: int) -> Item:
        """Put a removed study back into its place on the list; store it again if it was kept.

        Return it, or the one that undo has restored since.
        """
        for listed in self.items:
            if listed is item or (item.kept and listed.kept == item.kept):
                return listed
        if item.kept:
            self.keep(item)
        self.items.insert(at, item)
        self.listed.emit()
        return item

    def again(self, item: Item, workers: Workers | None = None) -> Item:
        """Run a study again with the present judgments and the same parameters."""
        requests = item.requests or tuple(request_of(record) for record in item.records)
        return self.start(requests, anew=True, workers=workers)

    def read_kept(self) -> None:
        """List the studies stored in the collection, and find those that are out of date."""
        kept = self._look_at_kept()
        listed = {name for item in self.items for name in item.kept}
        found: dict[str, dict[str, Record]] = {}
        for name, record in kept.items():
            if name not in listed and "study" in record:
                found.setdefault(_kept_with(name, record), {})[name] = dict(record)
        for asked in found.values():
            records = tuple(asked.values())
            self.items.append(Item(title_of(records), measures_of(records), records, kept=tuple(asked)))
        self.look_for_changes()
        self.listed.emit()

    def _look_at_kept(self) -> Mapping[str, Mapping[str, Any]]:
        """Update studies that are no longer stored, or were replaced by others; return the stored ones."""
        kept = self._bridge.session.facts.studies
        for item in self.items:
            records = [as_json(record) for record in item.records]
            item.kept = tuple(name for name in item.kept if kept.get(name) in records)
        return kept

    def look_for_changes(self) -> None:
        """Mark the studies whose judgments are no longer the present ones."""
        if self._bridge.scoreboard is None:
            return
        board = self._board()
        done = [item for item in self.items if item.records and not item.is_running]
        old = iter(out_of_date(board, [record for item in done for record in item.records]))
        for item in done:
            item.stale = True in [next(old) for _ in item.records]

    def _board(self) -> Scoreboard:
        board = self._bridge.scoreboard
        if board is None:
            raise Refused(tr("Runs and scores are hidden while this collection is being judged."))
        return board

    def _move(self, item: Item, progress: Progress) -> None:
        item.done, item.total, item.left = progress.done, progress.total, progress.left
        self.changed.emit(item)

    def _done(self, item: Item, records: list[Record]) -> None:
        item.records = tuple(records)
        self.changed.emit(item)

    def _refused(self, item: Item, error: Exception) -> None:
        item.problem = str(error)
        self.changed.emit(item)


def _do(prepared: Sequence[Prepared], watch: Watch, workers: Workers) -> list[Record]:
    """Run the studies one after the other, on a thread of their own."""
    records: list[Record] = []
    for at, one in enumerate(prepared):

        def tell(progress: Progress, at: int = at) -> None:
            _, done, total, left = progress
            rest = left * (1 + (len(prepared) - at - 1) * total / max(1, total - done)) if done < total else left
            watch.tell(Progress("", at * total + done, len(prepared) * total, rest))

        records.append(finish(one, Watch(tell, watch.cancelled), workers))
    return records


def _kept_with(name: str, record: Mapping[str, Any]) -> str:
    """Return what records of several measures share if they were studied together, in one picture."""
    return name if record["study"] in WITH_SIZES else name_of({**record, "measure": ""})


def as_text(item: Item) -> str:
    """Return the records as JSON, for a file."""
    plain = [as_json(record) for record in item.records]
    return json.dumps(plain[0] if len(plain) == 1 else plain, ensure_ascii=False, indent=2)
