"""The other end of `child`: what the child process does. It loads little: it is started for two lines, too."""

import gc
import json
import os
import signal
import sys
import time
from array import array
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

ANSWER = "answer.json"
OUT_OF_TIME = getattr(signal, "SIGXCPU", -1)
MOST_WRITTEN = 4_000_000_000
"""Bytes of the largest file that the child may write."""
_READERS = {
    "head": "delimited",
    "lines": "delimited",
    "rows": "delimited",
    "text": "delimited",
    "records": "json_text",
    "nodes": "xml_nodes",
    "sheets": "workbooks",
}
"""What can be asked for, and the module of `formats` with the function `write_...` that does it."""

Said = dict[str, Any]
"""What the child says of a file: whatever JSON has."""
_serving = list[bool]()


class FileWriter(Protocol):
    """Reads a file, and writes what is in it into a folder; raises BadFile, behind what could be read."""

    def __call__(self, path: Path, folder: Path, said: Said, **options: str | int) -> None:
        """Add to `said` what is not in a file."""


def is_child() -> bool:
    """Return whether this process is a child that reads files."""
    return bool(_serving)


def serve(connection: "Connection", most_memory: int) -> None:
    """Read one file after the other, as asked through a pipe, until its other end is closed."""
    _serving.append(True)
    gc.disable()  # what is read holds no circles, and millions of lists would be looked at again and again
    _limit(most_memory)
    while True:
        try:
            request = json.loads(connection.recv_bytes())
        except (EOFError, OSError):
            return
        began = time.process_time()
        _allow(request["seconds"])
        try:
            said = _read(request["what"], Path(request["path"]), Path(request["folder"]), request["options"])
        except MemoryError:
            os._exit(1)
        said["spent"] = time.process_time() - began
        (Path(request["folder"]) / ANSWER).write_text(json.dumps(said), "utf-8")
        connection.send_bytes(b"done")


def _read(what: str, path: Path, folder: Path, options: dict[str, str | int]) -> Said:
    from jurybox.formats.bad_files import BadFile, cannot_keep

    said: Said = {}
    write: FileWriter = getattr(import_module(f"jurybox.formats.{_READERS[what]}"), f"write_{what}")
    try:
        write(path, folder, said, **options)
    except BadFile as error:
        said |= {"sentence": error.sentence, "code": error.sentence.code, "line": error.line}
    except OSError as error:  # of what is written: BadFile says what befell while the file was read
        sentence = cannot_keep(error)
        said |= {"sentence": sentence, "code": sentence.code, "line": None}
    except MemoryError:
        raise
    except Exception:  # noqa: BLE001 - the program raises it again
        import traceback

        said |= {"bug": traceback.format_exc()}
    return said


def write_numbers(path: Path, numbers: "array[int]") -> None:
    """Write whole numbers (of type q) as an array that numpy loads; numpy itself takes long to load."""
    order = "<" if sys.byteorder == "little" else ">"
    head = f"{{'descr': '{order}i8', 'fortran_order': False, 'shape': ({len(numbers)},), }}"
    head = head.ljust(117) + "\n"  # 128 bytes with what is before it
    with path.open("wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + len(head).to_bytes(2, "little") + head.encode())
        numbers.tofile(file)


def _limit(most_memory: int) -> None:
    """Limit the memory and what can be written, say nothing on a terminal, and end with the program."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the program, which ends this process
    quiet = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(quiet, descriptor)
    if sys.platform == "win32":
        return
    import resource

    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (MOST_WRITTEN, MOST_WRITTEN))
    if sys.platform == "linux":  # macOS does not keep to it: the program looks at the size there
        resource.setrlimit(resource.RLIMIT_AS, (most_memory, most_memory))
    _end_with_the_program()


def _end_with_the_program() -> None:
    """Let the system end this process when the program has ended, however that came about and whatever is done here.

    A pipe from the program closes with it. A thread that waits for that would wait for the interpreter, which a parser
    may hold for long; PR_SET_PDEATHSIG would end it with the *thread* that started it.
    """
    if sys.platform == "win32":
        return
    import fcntl
    import multiprocessing
    import select

    parent = multiprocessing.parent_process()
    if parent is None:
        return
    signal.signal(signal.SIGIO, signal.SIG_DFL)
    fcntl.fcntl(parent.sentinel, fcntl.F_SETOWN, os.getpid())
    flags = fcntl.fcntl(parent.sentinel, fcntl.F_GETFL)
    fcntl.fcntl(parent.sentinel, fcntl.F_SETFL, flags | os.O_ASYNC)
    if select.select([parent.sentinel], [], [], 0)[0]:  # it has ended before
        os._exit(1)


def _allow(seconds: int) -> None:
    """Limit the processor time of the next file."""
    if sys.platform != "win32":
        import resource

        most = resource.getrlimit(resource.RLIMIT_CPU)[1]
        resource.setrlimit(resource.RLIMIT_CPU, (int(time.process_time()) + 1 + seconds, most))
