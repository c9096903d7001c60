"""The background worker of an open file: entries made here go to the hub, others' entries come here.

It never makes anybody wait: it has connections of its own to the file and to the hub, and judging continues
without either. After any failure it tries again, later each time, from the present state of both sides.
"""

import logging
import random
import sqlite3
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from jurybox.collection.file import trouble_refused
from jurybox.collection.log import now
from jurybox.errors import Busy, Refused
from jurybox.hub.address import Address
from jurybox.hub.connection import Connection, cut, deadline, hub_errors, open_connection
from jurybox.hub.errors import Ended, HubRefused, Unreachable
from jurybox.hub.exchange import Exchange
from jurybox.hub.known import UnknownServer, WrongPassword
from jurybox.hub.local_log import LocalLog
from jurybox.hub.publishing import Stamps, channel, publish, publish_people
from jurybox.hub.status import CONNECTED
from jurybox.language import tr, trn

MANY = 50
"""Entries that are sent at once, without waiting for a pause."""

REFUSALS = 3
"""Successive connections that end after the password was sent, before the server's message is shown."""

LOOK_SECONDS = 0.25

PULL_SECONDS = 0.1
"""The least time between two pulls, however often somebody says that there is more at the hub."""

LONGEST_WAIT = 300.0
FIRST_WAIT = 1.0
_REMEMBER_SECONDS = 10.0
_CONTACT_MS = 15_000
_PEOPLE_SECONDS = 1.0


@dataclass(frozen=True, slots=True)
class SyncState:
    """How far the file and its hub are apart.

    `waiting`: entries that the hub lacks, as far as is known; `arriving`: entries at the hub that the file
    lacks; `last_contact` in milliseconds since 1970; `problem`: a sentence for a person, None while there is
    merely no network; `final`: nothing is tried before the file has another account or address. `broken`: the
    worker met what the program does not foresee, and starts again. `asks`: what a person has to agree to or to enter
    before there is a connection. `people`: assessors who are connected, for the organizer.
    """

    waiting: int = 0
    arriving: int = 0
    connected: bool = False
    broken: bool = False
    last_contact: int | None = None
    problem: str | None = None
    final: bool = False
    asks: UnknownServer | WrongPassword | None = None
    people: tuple[str, ...] = ()

    @property
    def line(self) -> str:
        """The text of the status line: what is not sent yet, or why nothing is sent; nothing otherwise."""
        if self.broken:
            return tr("The exchange with the hub broke off and starts again")
        if isinstance(self.asks, UnknownServer):
            return tr("This computer does not know the hub: File, Connect to the hub…")
        if self.asks is not None:
            return tr("The hub asks for the password: File, Connect to the hub…")
        if not self.waiting:
            return ""
        return trn("{n} label waits for the network", "{n} labels wait for the network", self.waiting)


class Sync:
    """Keeps one file and its hub in sync on a thread of its own, until stopped.

    `changed` is called on that thread after each change of `state`. `pause`: seconds without a new entry
    after which entries are sent; `poll`: seconds after which the hub is asked without being told to.
    """

    def __init__(
        self,
        path: Path,
        changed: Callable[[SyncState], None] = lambda _: None,
        *,
        pause: float = 1.0,
        poll: float = 30.0,
    ) -> None:
        self._path = path
        self._changed = changed
        self._pause, self._poll = pause, poll
        self._state = SyncState()
        self._stopping = threading.Event()
        self._woken = threading.Event()
        self._thread = threading.Thread(target=self._run, name="hub", daemon=True)
        self._db: Connection | None = None
        self._log: LocalLog | None = None
        self._met = False

    @property
    def state(self) -> SyncState:
        """How far the file and its hub are apart now."""
        return self._state

    def start(self) -> None:
        """Start the worker."""
        self._thread.start()

    def wake(self) -> None:
        """Look at once whether there is something to send, or try again now where there was no network."""
        self._woken.set()

    def stop(self, timeout: float = 2.0) -> None:
        """End the worker; what is not sent is sent the next time."""
        self._stopping.set()
        self._woken.set()
        db = self._db
        if db is not None:
            cut(db)
        if self._thread.is_alive():
            self._thread.join(timeout)

    # The worker's thread

    def _run(self) -> None:
        failures = 0
        while not self._stopping.is_set():
            try:
                with trouble_refused(self._path):
                    self._connect_and_exchange(self._open())
                failures = 0
            except Unreachable as error:
                # What was exchanged before the connection broke counts: the rest follows soon.
                failures = 1 if self._met else failures + 1
                # One refusal may be a network failure at that moment; several come from the server.
                said = str(error) if error.asked and failures >= REFUSALS else self._state.problem
                self._tell(connected=False, problem=said)
            except Busy:
                failures += 1  # another program holds the file at the moment
                self._tell(connected=False)
            except HubRefused as error:
                failures += 1
                final = isinstance(error, (Ended, UnknownServer))
                asks = error if isinstance(error, (UnknownServer, WrongPassword)) and error.may_ask else None
                self._tell(connected=False, problem=str(error), final=final, asks=asks)
            except (Refused, sqlite3.Error, OSError) as error:
                failures += 1
                self._tell(connected=False, problem=str(error))
            except Exception as error:
                # Nobody sees a thread end: it says so, and begins again with the file and the hub as they are.
                logging.getLogger(__name__).exception("the exchange with the hub broke off")
                failures += 1
                self._forget()
                self._tell(connected=False, broken=True, problem=_unforeseen(error))
            if self._state.final:
                self._wait_for_another_link()
                continue
            self._rest(failures)
        self._forget()

    def _forget(self) -> None:
        """Release the file; it is opened again, and read from its beginning, with the next try."""
        if self._log is not None:
            self._log.close()
            self._log = None

    def _open(self) -> LocalLog:
        if self._log is not None and self._log.was_replaced():
            self._forget()
        if self._log is None:
            self._log = LocalLog(self._path)
            self._tell(waiting=self._log.guessed_waiting(self._log.own_code()))
        return self._log

    def _wait_for_another_link(self) -> None:
        """Try nothing until somebody gives the file another account or address, or the worker is stopped."""
        log = self._log
        before = None if log is None else log.link
        while not self._stopping.wait(1.0):
            if log is None:
                continue
            with suppress(sqlite3.Error):
                log.read_link_again()
            if log.link != before:
                self._tell(problem=None, final=False)
                return

    def _rest(self, failures: int) -> None:
        """Wait before the next try: twice as long each time, and never as long as everybody else."""
        if not failures:
            return
        longest = min(LONGEST_WAIT, FIRST_WAIT * 2 ** min(failures - 1, 10))
        until = time.monotonic() + longest * random.uniform(0.5, 1.0)
        while not self._stopping.is_set() and time.monotonic() < until:
            self._woken.clear()
            if self._woken.wait(min(LOOK_SECONDS * 2, max(0.0, until - time.monotonic()))):
                break
            self._count_offline()

    def _count_offline(self) -> None:
        log = self._log
        if log is None:
            return
        with suppress(sqlite3.Error):
            if log.changed():
                before = sum(log.lengths[one] for one in log.sendable(log.own_code()))
                log.refresh()
                after = sum(log.lengths[one] for one in log.sendable(log.own_code()))
                if after != before:
                    self._tell(waiting=self._state.waiting + after - before)

    def _connect_and_exchange(self, log: LocalLog) -> None:
        self._met = False
        log.read_link_again()
        address = log.link.address()
        db = open_connection(address)
        self._db = db
        try:
            _Meeting(self, db, log, address).hold()
        finally:
            self._db = None
            with suppress(Exception):
                db.close()

    def _tell(self, **changes: object) -> None:
        changes.setdefault("broken", False)
        if changes.get("connected") is False:
            changes["people"] = ()  # nobody here knows any more
        state = replace(self._state, **changes)  # type: ignore[arg-type]
        if state != self._state:
            self._state = state
            if not self._stopping.is_set():
                try:
                    self._changed(state)
                except Exception:  # of whoever listens: the worker goes on
                    logging.getLogger(__name__).exception("the state of the exchange could not be reported")


def _unforeseen(error: Exception) -> str:
    return tr(
        "The exchange with the hub broke off for a reason that Jurybox does not foresee ({kind}: {error:.200}). "
        "It starts again; what you enter is safe in your file.",
        kind=type(error).__name__,
        error=str(error),
    )


class _Meeting:
    """What the worker does while one connection lasts."""

    def __init__(self, sync: Sync, db: Connection, log: LocalLog, address: Address) -> None:
        self.sync, self.db, self.log, self.address = sync, db, log, address
        self.exchange = Exchange(db, log, address)
        self._stamps = Stamps()
        self._published: str | None = None
        self._seen: object = None
        self._people = 0
        self._connected: tuple[str, ...] = ()
        self._counted = -_PEOPLE_SECONDS
        self._remembered = 0.0

    def hold(self) -> None:
        """Exchange until the connection ends or the worker is stopped; raises the error that ends it."""
        with hub_errors(self.address), deadline(self.db):
            self.db.execute(f'LISTEN "{channel(self.exchange.hub.collection, self.exchange.hub.code)}"')
        self._both_ways()
        self.sync._met = True
        heard, last_look, unsent_since, newest = False, time.monotonic(), 0.0, 0.0
        while not self.sync._stopping.is_set():
            heard = self._listen(PULL_SECONDS if heard else LOOK_SECONDS) or heard
            moment = time.monotonic()
            if self.log.was_replaced():
                return
            if self._look_at_file():
                newest = moment
                unsent_since = unsent_since or moment
            waiting = self.exchange.waiting
            if waiting and self._is_due(waiting, moment - newest, moment - unsent_since):
                self._push()
                unsent_since = 0.0
            if moment - last_look >= (PULL_SECONDS if heard else self.sync._poll):
                if moment - last_look >= self.sync._poll:
                    self.exchange.greet(self.exchange.waiting)
                heard, last_look = False, moment
                self._pull()
            self._publish_if_due()
            self._see_who_is_there()
            self._report()

    def _is_due(self, waiting: int, quiet: float, since: float) -> bool:
        pause = self.sync._pause
        return waiting >= MANY or quiet >= pause or since >= 5 * pause

    def _both_ways(self) -> None:
        self.exchange.look()
        if self.log.link.organizer:
            self._publish_people()
        self._pull()
        self._push()
        self._publish_if_due()
        self.exchange.greet(self.exchange.waiting)
        self._report()

    def _push(self) -> None:
        if self.log.link.organizer:
            self._publish_people()
        while not self.sync._stopping.is_set() and self.exchange.push():
            self.sync._met = True
            self._report()
        if not self.exchange.waiting and time.monotonic() - self._remembered > _REMEMBER_SECONDS:
            self._remembered = time.monotonic()
            self.log.remember_sent()

    def _pull(self) -> None:
        if self.log.is_own_part():
            self.exchange.update_part()
        lacking = self.exchange.look()
        self._report(arriving=lacking)
        while not self.sync._stopping.is_set() and (came := self.exchange.pull()):
            self.sync._met = True
            lacking = max(0, lacking - came)
            self._report(arriving=lacking)

    def _look_at_file(self) -> bool:
        """Take note of what was entered; return whether there was anything to send among it."""
        if not self.log.changed():
            return False
        before = self.exchange.waiting
        self.log.refresh()
        return self.exchange.waiting > before

    def _listen(self, seconds: float) -> bool:
        """Wait a moment for the hub to say that something is there; return whether it did."""
        woken = self.sync._woken
        if woken.is_set():
            woken.clear()
            return False
        with hub_errors(self.address), deadline(self.db):
            return any(True for _ in self.db.notifies(timeout=seconds, stop_after=1))

    def _see_who_is_there(self) -> None:
        if not self.log.link.organizer or time.monotonic() - self._counted < _PEOPLE_SECONDS:
            return
        self._counted = time.monotonic()
        with hub_errors(self.address), deadline(self.db):
            rows = self.db.execute(CONNECTED, (self.exchange.hub.collection,)).fetchall()
        self._connected = tuple(name for (name,) in rows)

    def _publish_people(self) -> None:
        (people,) = self.log.db.execute("SELECT count(*) FROM assessor").fetchone()
        if people != self._people:
            with hub_errors(self.address):
                publish_people(self.db, self.exchange.hub.collection, self.log.db)
            self._people = people

    def _publish_if_due(self) -> None:
        if not self.log.link.organizer or self.log.is_own_part():
            return
        version = self.log.db.execute("PRAGMA data_version").fetchone()[0], len(self.log)
        if version == self._seen:
            return
        self._seen = version
        stamp = self._stamps.of(self.log.db)
        number = self.exchange.hub.collection
        with hub_errors(self.address):
            if self._published is None:
                with deadline(self.db):
                    found = self.db.execute(
                        "SELECT published FROM jurybox.collection WHERE id = %s", (number,)
                    ).fetchone()
                self._published = found[0] if found else ""
            if stamp != self._published:
                publish(self.db, number, self.log.path, stopped=self._between_parts)
        self._published = stamp

    def _between_parts(self) -> bool:
        """Exchange what waits while parts are cut, which takes long; return whether to stop."""
        if self._listen(0.01):
            self._pull()
        self._look_at_file()
        if self.exchange.waiting:
            self._push()
        self._report()
        return self.sync._stopping.is_set()

    def _report(self, arriving: int = 0) -> None:
        """Report changes; changes of the last contact alone only now and then."""
        problem = self.exchange.problem
        state = self.sync.state
        waiting = self.exchange.waiting
        same = (waiting, arriving, True, problem, self._connected) == (
            state.waiting,
            state.arriving,
            state.connected,
            state.problem,
            state.people,
        )
        if same and now() - (state.last_contact or 0) < _CONTACT_MS:
            return
        self.sync._tell(
            waiting=waiting,
            arriving=arriving,
            connected=True,
            last_contact=now(),
            problem=problem,
            asks=None,
            people=self._connected,
        )
