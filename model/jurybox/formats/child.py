"""The child process in which files of others are read: with limits, and without harm to the program.

Workbooks, archives, XML, JSON, whatever is compressed, and large files are read there. A damaged file, or one
made to do harm, can abort their parsers, fill the memory or never end. The child answers with files in a private
folder: texts in UTF-8, JSON, and arrays of numbers (.npy). Nothing that it writes is ever unpickled.
`child_reader` is its other end.
"""

import json
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Self

from jurybox.disk import private_folder
from jurybox.errors import Refused
from jurybox.formats import child_reader
from jurybox.formats.bad_files import BadFile, file_errors
from jurybox.formats.names import PACKED
from jurybox.language import Sentence, tr, trf
from jurybox.watch import Stopped, Watch

if TYPE_CHECKING:
    import numpy as np

MOST_READ_HERE = 1_000_000
"""Bytes of a plain file of lines or a table up to which the program reads it: too few to do harm."""
MOST_MEMORY = 768 << 20
"""Bytes of memory that the child may use."""
_SECONDS = 15
"""Seconds of processor time that the child may use for a file without any content, for all that is asked of it."""
_BYTES_A_SECOND = 2_000_000
"""Bytes of a file that give the child a second more."""
_WAITING = 2 if sys.platform == "win32" else 8
"""How many times as long the child may take by the clock: the computer may be busy, or a disk may have gone.

Windows has only this: its limit of processor time is for all that a process ever does.
"""
_ENDING = 5.0
_ASK_EVERY = 0.05
_WEIGH_EVERY = 0.25
_WORKBOOKS = frozenset((".xlsx", ".xls", ".ods", ".parquet"))


@dataclass(frozen=True, slots=True)
class Answer:
    """What the child made of a file: a folder with its files, and what it said of it."""

    folder: Path
    said: Mapping[str, Any]

    def check(self) -> None:
        """Raise BadFile if the file could not be read to its end."""
        if "sentence" in self.said:
            raise BadFile(Sentence(str(self.said["sentence"]), str(self.said["code"])), self.said["line"])

    def numbers(self, name: str) -> "np.ndarray[Any, Any]":
        """Return an array of whole numbers."""
        import numpy as np

        return np.asarray(np.load(self.folder / name, allow_pickle=False), np.int64)

    def pieces(self, name: str, end: str) -> Iterator[list[str]]:
        """Yield the texts of a file, each of which ends in a certain character, many at a time."""
        begun, size = list[str](), 1 << 13
        with (self.folder / name).open(encoding="utf-8", newline="") as file:
            while part := file.read(size):
                begun.append(part)
                if end in part:
                    *found, rest = "".join(begun).split(end)
                    begun = [rest]
                    yield found
                size = min(2 * size, 1 << 20)


def is_read_here(path: Path) -> bool:
    """Return whether this process reads a file of lines or a table itself: plain and small, or we are the child."""
    if child_reader.is_child():
        return True
    try:
        return path.suffix not in PACKED and path.stat().st_size <= MOST_READ_HERE
    except OSError:
        return True  # reading it says why


@contextmanager
def reading(watch: Watch | None = None) -> Iterator[None]:
    """Read all files that are read within this on this thread with one child, and each only once.

    `watch` is asked whether to stop: then the child ends at once, and Stopped is raised.
    """
    if _reading.get() is not None:
        yield
        return
    with _Reading(watch) as one:
        token = _reading.set(one)
        try:
            yield
        finally:
            _reading.reset(token)


@contextmanager
def answered(what: str, path: Path, **options: str | int) -> Iterator[Answer]:
    """Let the child read a file, and give its answer as long as this lasts.

    `what` is one of the readers of `child_reader`. Raises BadFile if the child ended over it or took too long.
    """
    current = _reading.get()
    if current is not None:
        yield current.answer(what, path, options)
        return
    with _Reading(None) as one:
        yield one.answer(what, path, options)


def keep_one() -> None:
    """Keep a child for whoever reads next instead of ending it: for tests, which read thousands of files."""
    global _keeps  # noqa: PLW0603 - a switch for the whole process
    _keeps = True


_reading: ContextVar["_Reading | None"] = ContextVar("_reading", default=None)
_keeps = False
_kept: list["_Child"] = []


class _Reading:
    """What is read together: the folder, the answers so far, and the child once there is one."""

    def __init__(self, watch: Watch | None) -> None:
        self._watch = watch or Watch()
        self._folder = private_folder()
        self._answers: dict[tuple[object, ...], Answer] = {}
        self._spent: dict[Path, float] = {}
        self._failed: dict[Path, Sentence] = {}
        self._child: _Child | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._child is not None:
            if _keeps and self._child.is_idle:
                _kept.append(self._child)
            else:
                self._child.end()
        self._folder.cleanup()

    def answer(self, what: str, path: Path, options: Mapping[str, str | int]) -> Answer:
        """Return the answer about a file. BadFile where the child ended over it, now or before."""
        path = path.absolute()
        if path not in self._failed:
            with file_errors():
                size = path.stat().st_size
            key = (what, path, *sorted(options.items()))
            if found := self._answers.get(key):
                return found
            folder = Path(self._folder.name) / str(len(self._answers))
            folder.mkdir(exist_ok=True)
            request = {"what": what, "path": str(path), "folder": str(folder), "options": dict(options)}
            seconds = _SECONDS + size // _BYTES_A_SECOND
            left = seconds - int(self._spent.get(path, 0))
            self._child = self._child or _a_child()
            if left > 0 and self._child.ask({**request, "seconds": left}, _WAITING * left, self._watch):
                said = json.loads((folder / child_reader.ANSWER).read_text("utf-8"))
                if bug := said.get("bug"):
                    raise RuntimeError(bug)
                self._spent[path] = self._spent.get(path, 0) + said["spent"]
                self._answers[key] = Answer(folder, said)
                return self._answers[key]
            self._failed[path] = _sentence(path, seconds if left <= 0 or self._child.took_too_long else 0)
            if not self._child.is_idle:
                self._child = None
        raise BadFile(self._failed[path])


def _sentence(path: Path, seconds: int) -> Sentence:
    """Return why a file has no answer, and what to do; `seconds`: how long it may take, 0 if that was not it."""
    if path.suffix.lower() in _WORKBOOKS:
        remedy = tr("Delete what is far from its tables, or save its sheets as CSV UTF-8.")
    elif path.suffix in PACKED:
        remedy = tr("If it is the file you meant, unpack it and split it.")
    else:
        remedy = tr("If it is not damaged, split it.")
    if seconds:
        said = trf(
            "file-took-too-long",
            "Reading this file took more than {seconds} seconds of work and was stopped.",
            seconds=seconds,
        )
    else:
        said = trf(
            "file-took-too-much",
            "This file cannot be read: it is damaged, or needs more than {most} MB of memory.",
            most=MOST_MEMORY >> 20,
        )
    return Sentence(f"{said} {remedy}", said.code)


def _a_child() -> "_Child":
    while _kept:
        one = _kept.pop()
        if one.is_idle:
            return one
        one.end()
    return _Child()


class _Child:
    """One process, and our end of the pipe to it."""

    def __init__(self) -> None:
        import multiprocessing  # not before something is to be read in it

        self.took_too_long = False
        self._is_busy = False
        # Spawned, not forked: a copy of a process with threads and a window would carry their locks.
        context = multiprocessing.get_context("spawn")
        self._ours, theirs = context.Pipe()
        self._process = context.Process(target=child_reader.serve, args=(theirs, MOST_MEMORY), daemon=True)
        main = sys.modules["__main__"]
        sys.modules["__main__"] = ModuleType("__main__")  # a spawned process would run the caller's script once more
        try:
            self._process.start()
        except OSError as error:
            raise Refused(
                tr(
                    "The process that reads files cannot be started ({reason}). Nothing was stored. Close other "
                    "programs, and try again.",
                    reason=error.strerror,
                )
            ) from error
        finally:
            sys.modules["__main__"] = main
        theirs.close()
        self._job = _job_of(self._process.pid or 0)

    @property
    def is_idle(self) -> bool:
        """Whether it lives and waits for a file."""
        return not self._is_busy and self._process.is_alive()

    def ask(self, request: Mapping[str, object], most: float, watch: Watch) -> bool:
        """Let it read a file, and return whether it has answered; if not, it has ended. Raises Stopped."""
        self._is_busy = True
        began = weighed = time.monotonic()
        try:
            self._ours.send_bytes(json.dumps(request).encode())
            while not self._ours.poll(_ASK_EVERY):
                now = time.monotonic()
                if watch.cancelled():
                    raise Stopped
                if now - began > most:
                    self.took_too_long = True
                    return False
                if sys.platform == "darwin" and now - weighed > _WEIGH_EVERY:
                    weighed = now
                    if _size_of(self._process.pid or 0) > MOST_MEMORY:
                        return False
            self._ours.recv_bytes(100)
        except (EOFError, OSError):
            self._process.join(_ENDING)
            self.took_too_long = self._process.exitcode == -child_reader.OUT_OF_TIME
            return False
        else:
            self._is_busy = False
            return True
        finally:
            if self._is_busy:
                self.end()

    def end(self) -> None:
        """End it, whatever it does."""
        self._process.kill()
        self._process.join()
        self._ours.close()
        if self._job:
            _close_job(self._job)
            self._job = 0


def _size_of(process: int) -> int:
    """Return how many bytes of memory a process uses, on macOS, which does not limit them itself; 0 if it has ended."""
    import subprocess

    found = subprocess.run(["/bin/ps", "-o", "rss=", "-p", str(process)], capture_output=True, check=False)  # noqa: S603
    return 1024 * int(found.stdout.strip() or 0)


if sys.platform == "win32":
    import ctypes
    from ctypes import wintypes

    class _BasicLimits(ctypes.Structure):
        _fields_ = [
            ("PerProcessUserTimeLimit", wintypes.LARGE_INTEGER),
            ("PerJobUserTimeLimit", wintypes.LARGE_INTEGER),
            ("LimitFlags", wintypes.DWORD),
            ("MinimumWorkingSetSize", ctypes.c_size_t),
            ("MaximumWorkingSetSize", ctypes.c_size_t),
            ("ActiveProcessLimit", wintypes.DWORD),
            ("Affinity", ctypes.c_size_t),
            ("PriorityClass", wintypes.DWORD),
            ("SchedulingClass", wintypes.DWORD),
        ]

    class _Limits(ctypes.Structure):
        _fields_ = [
            ("BasicLimitInformation", _BasicLimits),
            ("IoInfo", ctypes.c_ulonglong * 6),
            ("ProcessMemoryLimit", ctypes.c_size_t),
            ("JobMemoryLimit", ctypes.c_size_t),
            ("PeakProcessMemoryUsed", ctypes.c_size_t),
            ("PeakJobMemoryUsed", ctypes.c_size_t),
        ]

    _ENDS_WITH_US, _LIMITS_MEMORY, _NO_DIALOG = 0x2000, 0x100, 0x400
    _EXTENDED_LIMITS = 9
    _SET_QUOTA_AND_TERMINATE = 0x0101

    def _job_of(process: int) -> int:
        """Put a process into a job object that limits its memory and ends it with this program; 0 if that fails."""
        kernel = ctypes.WinDLL("kernel32", use_last_error=True)
        kernel.CreateJobObjectW.restype = kernel.OpenProcess.restype = wintypes.HANDLE
        kernel.AssignProcessToJobObject.argtypes = [wintypes.HANDLE, wintypes.HANDLE]
        kernel.SetInformationJobObject.argtypes = [wintypes.HANDLE, ctypes.c_int, ctypes.c_void_p, wintypes.DWORD]
        kernel.CloseHandle.argtypes = [wintypes.HANDLE]
        job = kernel.CreateJobObjectW(None, None)
        limits = _Limits(ProcessMemoryLimit=MOST_MEMORY)
        limits.BasicLimitInformation.LimitFlags = _ENDS_WITH_US | _LIMITS_MEMORY | _NO_DIALOG
        handle = kernel.OpenProcess(_SET_QUOTA_AND_TERMINATE, 0, process)
        kernel.SetInformationJobObject(job, _EXTENDED_LIMITS, ctypes.byref(limits), ctypes.sizeof(limits))
        kernel.AssignProcessToJobObject(job, handle)
        kernel.CloseHandle(handle)
        return int(job or 0)

    def _close_job(job: int) -> None:
        ctypes.WinDLL("kernel32").CloseHandle(wintypes.HANDLE(job))

else:

    def _job_of(process: int) -> int:  # noqa: ARG001 - the child limits itself on these systems
        """Return 0: only Windows has job objects."""
        return 0

    def _close_job(job: int) -> None:
        """Do nothing: only Windows has job objects."""
