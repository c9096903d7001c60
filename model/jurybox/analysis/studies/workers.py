"""Workers for the trials of a study: this process, all cores of this machine, or a Dask cluster.

A study is some trials of each of its sets, and any block of consecutive trials can run by itself: `draws`
starts the random numbers of a seed at any trial. Results are merged by sums and by position, so that they are
the same to the last digit however the trials are divided and whoever runs them.
"""

from __future__ import annotations

import contextlib
import hashlib
import math
import multiprocessing
import os
import pickle
import queue
import signal
import threading
import time
from collections import deque
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from functools import lru_cache
from typing import Any, NamedTuple, Protocol, TypeVar
from urllib.parse import urlsplit

from jurybox import __version__
from jurybox.errors import Refused
from jurybox.language import tr, trn
from jurybox.watch import Watch

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)

_PROBE = 0.3
"""Seconds of trials run here before others are used: they show how long the rest takes."""
_PAYS = 2.0
"""Seconds of remaining work from which other processes are started: they take about half a second to start.
"""
_LONGEST, _SHORTEST = 0.5, 0.05
"""Seconds that a block of trials should take on another process: it may have to be repeated, or stopped."""
_ROUNDS = 8
"""Blocks for each worker, so that a slow one does not keep the others waiting at the end."""
_DEATHS = 4
"""How often processes may end unexpectedly before the study is refused."""
_ASK_EVERY = 0.1
"""Seconds between two checks whether the rest is still wanted."""
_CONNECT, _FIRST_WORKER = 5.0, 60.0
"""Seconds for a scheduler to answer, and for the first worker to come."""


class TrialBlock(NamedTuple):
    """The trials from `start` on, `trials` of them, of the set number `at` of a study."""

    at: int
    start: int
    trials: int


class TrialWork(Protocol[T_co]):
    """What runs some trials. It and its results can be pickled; it steps the watch as trials are done."""

    def __call__(self, part: TrialBlock, watch: Watch) -> T_co:
        """Return what these trials found."""


class Workers(Protocol):
    """Who runs the trials of a study."""

    def each(self, work: TrialWork[T], parts: Sequence[TrialBlock], watch: Watch) -> Iterator[tuple[TrialBlock, T]]:
        """Yield the result of each part; parts may be divided and come in any order.

        Steps the watch as trials are done; raises Stopped if the rest is not wanted, Refused if it is
        impossible.
        """


class Here:
    """Runs everything in this process and thread, one part after the other."""

    def each(self, work: TrialWork[T], parts: Sequence[TrialBlock], watch: Watch) -> Iterator[tuple[TrialBlock, T]]:
        """Yield what each part found."""
        for part in parts:
            yield part, work(part, watch)


class Cores:
    """Runs long studies on all cores of this machine, in processes of their own; short ones here.

    `count`: the number of processes, by default as many as this one may use; `pays`: seconds of remaining
    work from which they are started. A process that dies is replaced and its block repeated. Work that cannot
    be sent to another process, such as a measure declared in a notebook, runs here.
    """

    def __init__(self, count: int | None = None, *, pays: float = _PAYS) -> None:
        self.count = min(60, _cores() if count is None else count)  # Windows can wait for 61 processes
        self._pays = pays

    def each(self, work: TrialWork[T], parts: Sequence[TrialBlock], watch: Watch) -> Iterator[tuple[TrialBlock, T]]:
        """Yield what each part found: of the first here, of the rest from all cores where that pays."""
        rest, rate = deque(parts), math.inf
        if self.count > 1:
            rate = yield from _probe(work, rest, watch, fewest=self._pays > 0)
        seconds = _trials(rest) / rate
        packed = _packed(work) if seconds > self._pays and self.count > 1 else None
        if packed is None:
            yield from Here().each(work, tuple(rest), watch)
            return
        blocks = _cut(rest, _length(seconds, self.count) * rate)
        try:
            yield from _on_processes(packed, blocks, min(self.count, len(blocks)), watch)
        except _UnreadableError:
            yield from Here().each(work, tuple(blocks), watch)


class Cluster:
    """Runs studies on a running Dask cluster: `address` is that of its scheduler.

    Refused, with a sentence, for an invalid address. The library `distributed` is first imported when a study
    runs.
    """

    def __init__(self, address: str) -> None:
        self.address = _scheduler(address)

    def each(self, work: TrialWork[T], parts: Sequence[TrialBlock], watch: Watch) -> Iterator[tuple[TrialBlock, T]]:
        """Yield what each part found: of a few trials here, to know how long a block takes, the rest there.

        A worker that dies is replaced by the cluster, which repeats its blocks. Refused if nothing answers at
        the address, if no worker appears, and if workers have another version of Jurybox or none.
        """
        packed = _packed(work)
        if packed is None:
            raise Refused(
                tr(
                    "This measure is not part of Jurybox, so a cluster cannot score it. Run the "
                    "study without a cluster."
                )
            )
        with _connected(self.address) as client:
            _check_versions(client, self.address)
            rest = deque(parts)
            rate = yield from _probe(work, rest, watch, fewest=False)
            cores = max(1, sum(client.nthreads().values()))
            blocks = _cut(rest, _length(_trials(rest) / rate, cores) * rate)
            yield from _on_cluster(client, self.address, packed, blocks, watch)


def workers_at(address: str) -> Workers:
    """Return who runs studies: the cluster at an address, or the cores of this machine if it is empty."""
    return Cluster(address) if address.strip() else Cores()


def _cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _trials(parts: deque[TrialBlock]) -> int:
    return sum(part.trials for part in parts)


def _length(seconds: float, workers: int) -> float:
    """Return how many seconds of work a block should have."""
    return min(_LONGEST, max(_SHORTEST, seconds / (_ROUNDS * workers)))


def _cut(parts: deque[TrialBlock], most: float) -> deque[TrialBlock]:
    """Return the parts in blocks of at most this many trials, at least one."""
    step = max(1, int(most))
    return deque(
        TrialBlock(part.at, start, min(step, part.start + part.trials - start))
        for part in parts
        for start in range(part.start, part.start + part.trials, step)
    )


def _probe(
    work: TrialWork[T], rest: deque[TrialBlock], watch: Watch, *, fewest: bool
) -> Generator[tuple[TrialBlock, T], None, float]:
    """Run trials here for a moment, removing them from the rest; the generator returns trials per second.

    `fewest`: continue until the rate is known well; else a single piece, at most an eighth of all.
    """
    began, done = time.perf_counter(), 0
    count = 64 if fewest else max(1, min(64, _trials(rest) // 8))
    while rest:
        first = rest.popleft()
        part = TrialBlock(first.at, first.start, min(count, first.trials))
        if part.trials < first.trials:
            rest.appendleft(TrialBlock(first.at, first.start + part.trials, first.trials - part.trials))
        yield part, work(part, watch)
        done, count = done + part.trials, count * 2
        if not fewest or time.perf_counter() - began > _PROBE:
            break
    return done / max(1e-9, time.perf_counter() - began)


def _packed(work: TrialWork[Any]) -> bytes | None:
    """Return work as bytes that any process with this version can read; None if it cannot be sent."""
    try:
        return pickle.dumps(work, protocol=pickle.HIGHEST_PROTOCOL)
    except (pickle.PicklingError, AttributeError, TypeError):
        return None


# Other processes of this machine


_HELD: list[bytes] = []
"""In another process: the work for which it was started."""


def _begin(packed: bytes) -> None:
    """Prepare another process: low priority behind the window, ignoring Ctrl-C, ending with its parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(5)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent,), daemon=True).start()
    _HELD[:] = [packed]


def _end_with(parent: multiprocessing.process.BaseProcess) -> None:
    parent.join()
    os._exit(1)


def _do_held(part: TrialBlock) -> Any:  # noqa: ANN401 - of the type of the work
    try:
        work = _opened(_HELD[0])
    except Exception as error:
        raise _UnreadableError(str(error)) from error
    return work(part, Watch())


class _UnreadableError(Exception):
    """Another process cannot read the work, which names something that only this process knows."""


@lru_cache(maxsize=2)
def _opened(packed: bytes) -> TrialWork[Any]:
    work: TrialWork[Any] = pickle.loads(packed)  # noqa: S301 - made by this program a moment ago
    return work


def _on_processes(
    packed: bytes, blocks: deque[TrialBlock], count: int, watch: Watch
) -> Iterator[tuple[TrialBlock, Any]]:
    """Yield the results of blocks on this many processes; blocks of a process that died are repeated."""
    for _ in range(_DEATHS):
        under_way: dict[Future[Any], TrialBlock] = {}
        # Spawned, not forked: a copy of a process with threads and a window would carry their locks.
        pool = ProcessPoolExecutor(
            count, mp_context=multiprocessing.get_context("spawn"), initializer=_begin, initargs=(packed,)
        )
        try:
            while blocks or under_way:
                while blocks and len(under_way) < 2 * count:
                    future = pool.submit(_do_held, blocks[0])
                    under_way[future] = blocks.popleft()
                done, _ = wait(under_way, timeout=_ASK_EVERY, return_when=FIRST_COMPLETED)
                watch.step(0)
                for future in done:
                    found = future.result()
                    part = under_way.pop(future)
                    watch.step(part.trials)
                    yield part, found
        except _UnreadableError:
            blocks.extendleft(under_way.values())
            raise
        except BrokenProcessPool:
            blocks.extendleft(under_way.values())
        else:
            return
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
    raise Refused(
        tr(
            "The study was stopped: its processes ended {deaths} times before they finished, perhaps "
            "for lack of memory. Nothing was changed. Run fewer trials, or close other programs.",
            deaths=_DEATHS,
        )
    )


# A cluster


def _scheduler(address: str) -> str:
    """Return the full address of a scheduler. Refused for an invalid one."""
    text = address.strip()
    try:
        parts = urlsplit(text if "://" in text else f"tcp://{text}")
        known = parts.scheme in ("tcp", "tls") and parts.hostname and parts.port
    except ValueError:
        known = None
    if not known:
        raise Refused(
            tr(
                "{text!r} is not the address of a Dask scheduler; write it as tcp://HOST:8786 or tls://HOST:8786.",
                text=text,
            )
        )
    return parts.geturl()


@contextlib.contextmanager
def _connected(address: str) -> Iterator[Any]:
    """Connect to a scheduler, and disconnect afterwards. Refused if that is impossible."""
    try:
        import distributed
        from dask import config
    except ImportError as error:
        raise Refused(
            tr("A cluster needs the library distributed, which is not installed; install jurybox[cluster].")
        ) from error
    _check_answers(address)
    # The arrays of a study are sent as a copy, which is not too large: they fit into memory here.
    with config.set({"distributed.admin.large-graph-warning-threshold": "100GB"}):
        try:
            connect: Any = distributed.Client  # which has no types
            client = connect(address, timeout=_CONNECT, set_as_default=False)
        except (OSError, ValueError, TypeError) as error:
            raise Refused(
                tr(
                    "What answers at {address} is not a Dask scheduler that this computer may use: {error}.",
                    address=address,
                    error=error,
                )
            ) from error
        try:
            yield client
        finally:
            client.close()


def _check_answers(address: str) -> None:
    """Refuse an address at which nothing listens, before a client keeps retrying in the background."""
    import socket

    parts = urlsplit(address)
    try:
        socket.create_connection((parts.hostname or "", parts.port or 0), timeout=_CONNECT).close()
    except OSError as error:
        raise Refused(
            tr(
                "Nothing answers at {address}: {reason}. Check the address of the scheduler and whether it is running.",
                address=address,
                reason=error.strerror or error,
            )
        ) from error


def _check_versions(client: Any, address: str) -> None:  # noqa: ANN401 - of a library that is not imported
    """Refuse workers without this version of Jurybox, which could not even read the work."""

    def version() -> str:  # inside, so that it is sent as code: the worker may have no such module
        try:
            from jurybox import __version__ as found
        except ImportError:
            return ""
        return found

    found = list(client.run(version).values())
    if missing := found.count(""):
        raise Refused(
            trn(
                "A worker of the cluster at {address} does not have Jurybox. Install Jurybox {version} "
                "there, then run the study again.",
                "{n} workers of the cluster at {address} do not have Jurybox. Install Jurybox {version} "
                "there, then run the study again.",
                missing,
                address=address,
                version=__version__,
            )
        )
    for other in found:
        if other != __version__:
            raise Refused(_other_version(other, address))


def _other_version(other: str, address: str) -> str:
    return tr(
        "A worker of the cluster at {address} has Jurybox {other}; this is {version}. Install "
        "the same version on both.",
        address=address,
        other=other,
        version=__version__,
    )


class _OtherVersionError(Exception):
    """A worker that joined later has another version; the message names it."""


def _do_packed(packed: bytes, part: TrialBlock, version: str) -> Any:  # noqa: ANN401 - of the type of the work
    """Do a block on a worker of a cluster, if that has the version the study was asked for with."""
    if version != __version__:
        raise _OtherVersionError(__version__)
    return _opened(packed)(part, Watch())


def _on_cluster(
    client: Any,  # noqa: ANN401 - a Client, whose library is not imported yet when this is
    address: str,
    packed: bytes,
    blocks: deque[TrialBlock],
    watch: Watch,
) -> Iterator[tuple[TrialBlock, Any]]:
    """Yield the results of blocks on a cluster; if the rest is not wanted, its tasks are canceled."""
    over: queue.SimpleQueue[Any] = queue.SimpleQueue()
    # A task contains the work, rather than this process, so that the cluster can repeat it when a worker
    # dies.
    held = client.submit(bytes, packed, key=f"jurybox-{hashlib.sha256(packed).hexdigest()}")
    under_way: dict[Any, TrialBlock] = {}
    try:
        for part in blocks:
            future = client.submit(_do_packed, held, part, __version__, pure=False)
            under_way[future] = part
            future.add_done_callback(over.put)
        patience = time.monotonic() + _FIRST_WORKER
        while under_way:
            watch.step(0)
            try:
                future = over.get(timeout=_ASK_EVERY)
            except queue.Empty:
                if time.monotonic() > patience and not client.nthreads():
                    raise Refused(
                        tr(
                            "The cluster at {address} has no workers. Start some, then run the study again.",
                            address=address,
                        )
                    ) from None
                continue
            patience = time.monotonic() + _FIRST_WORKER
            found = _result(future, address)
            part = under_way.pop(future)
            watch.step(part.trials)
            yield part, found
    finally:
        client.cancel([*under_way, held], force=True)


def _result(future: Any, address: str) -> Any:  # noqa: ANN401 - a Future of a library that is not imported here
    """Return the result of a block. Refused with the reason if the cluster could not run it."""
    if future.status == "finished":
        return future.result()
    if future.status != "error":
        raise Refused(tr("The connection to the cluster at {address} broke. Nothing was changed.", address=address))
    error = future.exception()
    raise Refused(_why_not(error, address)) from error


def _why_not(error: BaseException, address: str) -> str:
    """Return in a sentence why a cluster could not run a block."""
    if isinstance(error, _OtherVersionError):
        return _other_version(str(error), address)
    if type(error).__name__ == "KilledWorker":
        return tr(
            "The cluster at {address} lost several workers on the same trials, perhaps for lack of "
            "memory. Nothing was changed.",
            address=address,
        )
    return tr(
        "The cluster at {address} could not run the study: {name}: {error}.",
        address=address,
        name=type(error).__name__,
        error=error,
    )
