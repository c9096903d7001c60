"""Files on the disk: only regular ones are read, and a file has its name only when it is whole.

Opening a pipe waits until somebody writes into it, and a device may never end. A file that is written
in its place is cut off when the program dies, and what was written may be gone after a power cut.
"""

import os
import secrets
import stat
from pathlib import Path
from typing import BinaryIO

_NO_WAITING = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0) | getattr(os, "O_BINARY", 0)


class NotRegularError(OSError):
    """A pipe, a device or a socket is where a file is expected."""

    def __init__(self, path: Path, mode: int) -> None:
        super().__init__(0, f"it is {_named(mode)}, not a file", str(path))


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


def check_regular(path: Path) -> None:
    """Raise NotRegularError where something is that is neither a file nor a folder."""
    try:
        mode = path.stat().st_mode
    except OSError:
        return
    if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
        raise NotRegularError(path, mode)


def write_whole(path: Path, content: bytes) -> None:
    """Write a file, or write over one: at any moment it has all of the old or all of the new content.

    When this returns, the disk has it. A link stays one. Raises OSError, with nothing changed.
    """
    check_regular(path)
    target = path.resolve()
    if target.exists() and not os.access(target, os.W_OK):  # to rename over it would not ask
        raise PermissionError(13, os.strerror(13), str(path))
    part = target.with_name(f".jurybox.{secrets.token_hex(8)}.part")
    descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
    try:
        with os.fdopen(descriptor, "wb") as file:
            if target.exists():
                part.chmod(stat.S_IMODE(target.stat().st_mode))
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        part.replace(target)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
    flush_folder(target.parent)


def flush(path: Path) -> None:
    """Let the disk have a file, or a folder and all in it, under the names that they have."""
    if path.is_dir():
        for inside in path.iterdir():
            flush(inside)
        flush_folder(path)
    else:
        with path.open("rb+") as file:
            os.fsync(file.fileno())


def flush_folder(folder: Path) -> None:
    """Let the disk have the names in a folder; not needed, nor possible, on Windows."""
    if os.name == "posix":
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
