"""Files on the disk: only regular ones are read, and a file has its name only when it is whole.

Opening a pipe waits until somebody writes into it, and a device may never end. A file that is written
in its place is cut off when the program dies, and what was written may be gone after a power cut.
"""

import errno
import os
import shutil
import stat
import struct
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import BinaryIO

from jurybox.language import tr

LARGEST_VALUE = 20_000_000
"""The most bytes of a text or blob read from a file."""
_PRIVATE = "jurybox-"
_LONGEST_PATH = 512
"""SQLite's own limit of a path, in bytes."""
_TRIED = 65_536
_NO_WAITING = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0) | getattr(os, "O_BINARY", 0)


class NotRegularError(OSError):
    """A pipe, a device or a socket is where a file is expected."""

    def __init__(self, path: Path, mode: int) -> None:
        super().__init__(0, tr("it is {named}, not a file", named=_named(mode)), str(path))


def _named(mode: int) -> str:
    if stat.S_ISFIFO(mode):
        return "a pipe"
    return "a socket" if stat.S_ISSOCK(mode) else "a device"


def open_descriptor(path: Path) -> int:
    """Open a regular file for reading, without waiting, and return its descriptor.

    Raises NotRegularError for a pipe, a device or a socket, and other kinds of OSError as `open` does.
    """
    try:
        descriptor = os.open(path, os.O_RDONLY | _NO_WAITING)
    except OSError:
        check_regular(path)  # a socket cannot be opened; the system gives no reason that people know
        raise
    mode = os.fstat(descriptor).st_mode
    if stat.S_ISREG(mode):
        return descriptor
    os.close(descriptor)
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(21, "it is a folder, not a file", str(path))
    raise NotRegularError(path, mode)


def open_regular(path: Path) -> BinaryIO:
    """Open a regular file for reading bytes; raises what `open_descriptor` does."""
    return os.fdopen(open_descriptor(path), "rb")


def no_descriptor_left() -> bool:
    """Return whether this process cannot open anything more now: SQLite says only that it could not open a file."""
    try:
        os.close(os.open(os.devnull, os.O_RDONLY))
    except OSError as error:
        return error.errno in (errno.EMFILE, errno.ENFILE)
    return False


def is_too_long(path: Path, ending: str) -> bool:
    """Return whether a path with an ending is longer than the disk, or SQLite, can use; False where it is not known."""
    if os.name != "posix":
        return False
    try:
        whole = os.fsencode(path.parent.resolve() / path.name)
        most = os.pathconf(path.parent, "PC_NAME_MAX")
    except OSError as error:
        return error.errno == errno.ENAMETOOLONG
    return len(whole) + len(ending) > _LONGEST_PATH or len(os.fsencode(path.name + ending)) > most


def trouble_with(folder: Path) -> int:
    """Return the number of the error with which a file in a folder is written or locked now; 0 for none.

    SQLite tells a full quota from a broken disk no more than missing locks from a busy file.
    """
    if os.name != "posix":
        return 0
    import fcntl

    try:
        with tempfile.TemporaryFile(dir=folder, prefix=part_prefix()) as file:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            file.write(bytes(_TRIED))
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        return error.errno or 0
    return 0


def has_dead_locks(folder: Path) -> bool:
    """Return whether locks of files in a folder keep nobody out, as on some network disks; False if it is not known.

    A second descriptor must not get a lock that the first one has. On Linux locks can belong to descriptors; elsewhere
    only another process could try.
    """
    import sys

    if sys.platform != "linux":
        return False
    import fcntl

    lock = struct.pack("hhqqi4x", fcntl.F_WRLCK, os.SEEK_SET, 0, 0, 0)
    try:
        with tempfile.NamedTemporaryFile(dir=folder, prefix=part_prefix(), suffix=".part") as file:
            fcntl.fcntl(file, fcntl.F_OFD_SETLK, lock)
            with open(file.name, "rb+") as other:
                fcntl.fcntl(other, fcntl.F_OFD_SETLK, lock)
    except OSError:
        return False
    return True


def check_regular(path: Path) -> None:
    """Raise NotRegularError where something is that is neither a file nor a folder."""
    try:
        mode = path.stat().st_mode
    except OSError:
        return
    if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
        raise NotRegularError(path, mode)


def part_prefix(begins: str = ".jurybox.") -> str:
    """Return how the name of an unfinished file or folder begins: with this computer and process."""
    return f"{begins}{_computer()}.{os.getpid()}."


def sweep(folder: Path, begins: str = ".jurybox.") -> None:
    """Remove what programs on this computer that were killed have left unfinished in a folder.

    What belongs to a program that still runs stays, as does what another computer made on a shared drive.
    """
    ours = f"{begins}{_computer()}."
    try:
        left = [entry.name for entry in os.scandir(folder) if entry.name.startswith(ours)]
    except OSError:
        return
    for name in left:
        process = name.removeprefix(ours).partition(".")[0]
        if process.isascii() and process.isdigit() and not _is_running(int(process)):
            path = folder / name
            if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path, ignore_errors=True)
            else:
                with suppress(OSError):
                    path.unlink()


def private_folder() -> tempfile.TemporaryDirectory[str]:
    """Return a temporary folder for this person alone; what killed programs left of such goes first."""
    sweep(Path(tempfile.gettempdir()), _PRIVATE)
    return tempfile.TemporaryDirectory(prefix=part_prefix(_PRIVATE), ignore_cleanup_errors=True)


@cache
def _computer() -> str:
    import hashlib
    import platform

    return hashlib.sha256(platform.node().encode()).hexdigest()[:8]


def _is_running(process: int) -> bool:
    if os.name != "posix":
        return True  # nothing asks there without ending the process
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:
        return True
    return True


def opened_by(path: Path) -> str:
    """Return which other program on this computer has a file open; "" for none that can be seen.

    Windows lets nobody move an open file, so nothing is asked there.
    """
    try:
        found = path.stat()
    except OSError:
        return ""
    processes = Path("/proc")
    if (processes / "self" / "fd").is_dir():
        for folder in processes.glob("[0-9]*"):
            if int(folder.name) != os.getpid() and _has_open(folder / "fd", found):
                with suppress(OSError):
                    return f"{(folder / 'comm').read_text(errors='replace').strip()} ({folder.name})"
                return folder.name
    elif lister := shutil.which("lsof", path=f"{os.environ.get('PATH', '')}:/usr/sbin"):
        import subprocess

        done = subprocess.run([lister, "-t", "--", str(path)], capture_output=True, text=True, check=False)  # noqa: S603
        others = [number for number in done.stdout.split() if number != str(os.getpid())]
        return others[0] if others else ""
    return ""


def _has_open(descriptors: Path, file: os.stat_result) -> bool:
    """Return whether one of the descriptors of a process is a file; those of other people's cannot be seen."""
    with suppress(OSError), os.scandir(descriptors) as every:
        for one in every:
            with suppress(OSError):
                if os.path.samestat(one.stat(), file):
                    return True
    return False


def write_whole(path: Path, content: bytes) -> None:
    """Write a file, or write over one: at any moment it has all of the old or all of the new content.

    When this returns, the disk has it. A link stays one. Raises OSError, with nothing changed.
    """
    check_regular(path)
    target = path.resolve()
    if target.exists() and not os.access(target, os.W_OK):  # to rename over it would not ask
        raise PermissionError(13, os.strerror(13), str(path))
    sweep(target.parent)
    import secrets  # with all of OpenSSL, which reading settings does not need

    part = target.with_name(f"{part_prefix()}{secrets.token_hex(8)}.part")
    descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
            part.chmod(stat.S_IMODE(target.stat().st_mode) if target.exists() else usual_mode())
            file.flush()
            os.fsync(file.fileno())
        part.replace(target)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
    flush_folder(target.parent)


def usual_mode(*, folder: bool = False) -> int:
    """Return the permissions of a new file or folder, by this user's umask.

    An unfinished file is private; it gets this mode before it is renamed.
    """
    mask = os.umask(0o077)  # it cannot be read without being set: for a moment to the strictest
    os.umask(mask)
    return (0o777 if folder else 0o666) & ~mask


def flush(path: Path) -> None:
    """Let the disk have a file, or a folder and all in it, under the names that they have."""
    if path.is_dir():
        for inside in path.iterdir():
            flush(inside)
        flush_folder(path)
    else:
        with path.open("rb+") as file:
            os.fsync(file.fileno())


def make_folder(folder: Path) -> None:
    """Create a folder and its missing parents, and sync their names to the disk.

    Without that, a power cut could remove files that were synced in it.
    """
    missing = [one for one in (folder, *folder.parents) if not one.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    for one in missing:
        flush_folder(one.parent)


@contextmanager
def whole_folder(folder: Path) -> Iterator[Path]:
    """Yield an unfinished folder beside a new or empty one, which takes its place, with all its files, in the end.

    At any moment all files are there under their names, or none; if the block fails, none. Raises OSError.
    """
    make_folder(folder.parent)
    sweep(folder.parent)
    part = Path(tempfile.mkdtemp(prefix=part_prefix(), suffix=".part", dir=folder.parent))
    try:
        yield part
        flush(part)
        part.chmod(usual_mode(folder=True))
        if os.name != "posix" and folder.is_dir():
            folder.rmdir()  # elsewhere an empty one is in the way of its own name
        part.rename(folder)
    except BaseException:
        shutil.rmtree(part, ignore_errors=True)
        raise
    flush_folder(folder.parent)


def flush_folder(folder: Path) -> None:
    """Let the disk have the names in a folder; not needed, nor possible, on Windows."""
    if os.name == "posix":
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
