"""A disk that loses its power: what a traced job did to a folder, and what may be there after a cut.

A file has what was synced, and of what was written since any part may be missing, torn at a sector or
there as zeros. A name in a folder is there for certain only once the folder was synced; a sync of the file is
not enough.
"""

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

SECTOR = 512
CALLS = (
    "openat,write,pwrite64,sendfile,copy_file_range,ftruncate,fsync,fdatasync,lseek,mkdir,rmdir,link,linkat,"
    "unlink,unlinkat,rename,renameat,renameat2,writev,pwritev,fallocate,truncate"
)
_LINE = re.compile(r"^(\d+) +(\w+)\((.*)\) += (-?\d+)(?:<(.*)>)?")
_UNFINISHED = re.compile(r"^(\d+) +(.*) <unfinished \.\.\.>$")
_RESUMED = re.compile(r"^(\d+) +<\.\.\. \w+ resumed>(.*)$")
_TEXT = re.compile(r'"((?:\\x[0-9a-f]{2})*)"')
_PLACE = re.compile(r"(\d+|AT_FDCWD)<((?:\\x[0-9a-f]{2})*)[^>]*>")
_START = re.compile(r"\[(\d+)\] => ")

Tree = dict[str, bytes | None]
"""Paths below the folder, with `/`; None for a folder."""


@dataclass
class Node:
    """A file or a folder: what was synced, what it holds now, and the writes between the two.

    A write is where, and the bytes; a change of size has None for bytes.
    """

    folder: bool = False
    synced: bytes = b""
    now: bytearray = field(default_factory=bytearray)
    pending: list[tuple[int, bytes | None]] = field(default_factory=list)


_Names = dict[tuple[int, str], int]
_NameChange = dict[tuple[int, str], int | None]


class Disk:
    """A folder as it is for programs, and as the disk has it."""

    def __init__(self, home: Path) -> None:
        self._home = home.resolve()
        self._nodes = [Node(folder=True)]
        self._names: _Names = {}
        self._synced: _Names = {}
        self._pending: list[_NameChange] = []
        for path in sorted(self._home.rglob("*")):
            content = b"" if path.is_dir() else path.read_bytes()
            self._new(path, Node(path.is_dir(), content, bytearray(content)))
        self._pending.clear()
        self._synced = dict(self._names)

    # Names

    def _inside(self, path: Path) -> tuple[int, str] | None:
        """Return the folder's node and the name; None outside of home."""
        try:
            parts = path.relative_to(self._home).parts
        except ValueError:
            return None
        at = 0
        for part in parts[:-1]:
            at = self._names[(at, part)]
        return (at, parts[-1]) if parts else None

    def node(self, path: Path) -> int | None:
        """Return the number of what a path names; None for nothing, or outside."""
        if path == self._home:
            return 0
        place = self._inside(path)
        return None if place is None else self._names.get(place)

    def _change(self, change: _NameChange) -> None:
        _apply(self._names, change)
        self._pending.append(change)

    def _new(self, path: Path, node: Node) -> None:
        place = self._inside(path)
        if place is not None:
            self._nodes.append(node)
            self._change({place: len(self._nodes) - 1})

    def make(self, path: Path, *, folder: bool = False) -> None:
        """Make an empty file or a folder."""
        self._new(path, Node(folder))

    def link(self, old: Path, new: Path) -> None:
        """Give a file another name."""
        place, at = self._inside(new), self.node(old)
        if place is not None and at is not None:
            self._change({place: at})

    def rename(self, old: Path, new: Path) -> None:
        """Give a file or folder another name in place of its own; at once, whatever has that name."""
        before, after = self._inside(old), self._inside(new)
        if before is not None and after is not None:
            self._change({before: None, after: self._names[before]})

    def remove(self, path: Path) -> None:
        """Take a name away."""
        place = self._inside(path)
        if place is not None:
            self._change({place: None})

    # Content

    def write(self, at: int, offset: int, data: bytes) -> None:
        """Write into a file."""
        node = self._nodes[at]
        _write(node.now, offset, data)
        node.pending.append((offset, data))

    def resize(self, at: int, size: int) -> None:
        """Cut a file off, or fill it up with zeros."""
        node = self._nodes[at]
        _resize(node.now, size)
        node.pending.append((size, None))

    def size(self, at: int) -> int:
        """Return how many bytes a file has."""
        return len(self._nodes[at].now)

    def content(self, at: int) -> bytes:
        """Return what a file holds for programs."""
        return bytes(self._nodes[at].now)

    def sync(self, at: int) -> None:
        """Let the disk have what is written into a file, or the names in a folder."""
        node = self._nodes[at]
        if not node.folder:
            node.synced, node.pending = bytes(node.now), []
            return
        left = []
        for change in self._pending:
            if any(folder == at for folder, _ in change):
                _apply(self._synced, change)
            else:
                left.append(change)
        self._pending = left

    # What is there

    def tree(self) -> Tree:
        """Return what programs see."""
        return self._tree(self._names, {at: bytes(node.now) for at, node in enumerate(self._nodes)})

    def cut(self, dice: random.Random) -> Tree:
        """Return what may be there if the power is cut now."""
        names = dict(self._synced)
        if dice.random() < 0.5:  # as a file system with a journal of its names does
            kept = self._pending[: dice.randint(0, len(self._pending))]
        else:
            kept = [change for change in self._pending if dice.random() < 0.5]
        for change in kept:
            _apply(names, change)
        likely = dice.choice((0.0, 0.5, 1.0))
        contents = {at: _cut_file(node, dice, likely) for at, node in enumerate(self._nodes)}
        return self._tree(names, contents)

    def _tree(self, names: _Names, contents: dict[int, bytes]) -> Tree:
        tree: Tree = {}

        def walk(folder: int, prefix: str) -> None:
            for (at, name), node in names.items():
                if at == folder:
                    tree[prefix + name] = None if self._nodes[node].folder else contents[node]
                    if self._nodes[node].folder:
                        walk(node, f"{prefix}{name}/")

        walk(0, "")
        return tree


def _apply(names: _Names, change: _NameChange) -> None:
    for place, node in change.items():
        if node is None:
            names.pop(place, None)
        else:
            names[place] = node


def _write(content: bytearray, offset: int, data: bytes) -> None:
    if offset > len(content):
        content.extend(bytes(offset - len(content)))
    content[offset : offset + len(data)] = data


def _resize(content: bytearray, size: int) -> None:
    if size < len(content):
        del content[size:]
    else:
        content.extend(bytes(size - len(content)))


def _cut_file(node: Node, dice: random.Random, likely: float) -> bytes:
    content = bytearray(node.synced)
    for offset, data in node.pending:
        if dice.random() >= likely:
            continue
        if data is None:
            _resize(content, offset)
        elif dice.random() < 0.8:
            _write(content, offset, data)
        elif dice.random() < 0.7:
            sectors = dice.randint(0, len(data) // SECTOR)
            _write(content, offset, data[: sectors * SECTOR])
        elif offset >= len(content):  # the size is there, what was written is not
            _write(content, offset, bytes(len(data)))
    return bytes(content)


@dataclass(frozen=True)
class Call:
    """A system call that succeeded: its arguments as they were printed, and what it returned.

    `places`: descriptors with their paths; `texts`: what stands in quotes; `opened`: the path of a result.
    """

    name: str
    arguments: str
    result: int
    opened: Path
    places: list[tuple[int, Path]]
    texts: list[bytes]

    @property
    def last(self) -> int:
        """The last argument, a number."""
        return int(self.arguments.rpartition(", ")[2])

    @property
    def paths(self) -> list[Path]:
        """Paths given as texts, each beside the folder that stands before it."""
        folders = [path for _, path in self.places] or [Path.cwd()]
        return [folders[min(at, len(folders) - 1)] / text.decode() for at, text in enumerate(self.texts)]


class _Replay:
    """Does calls again on a disk; `offsets` are the places of descriptors."""

    def __init__(self, disk: Disk) -> None:
        self._disk = disk
        self._offsets: dict[int, int] = {}
        self._ways: dict[str, Callable[[Call], object]] = {
            "openat": self._open,
            "lseek": lambda call: self._offsets.update({call.places[0][0]: call.result}),
            "write": self._write,
            "pwrite64": self._write,
            "sendfile": self._send,
            "ftruncate": self._resize,
            "fsync": self._sync,
            "fdatasync": self._sync,
            "mkdir": lambda call: disk.make(call.paths[0], folder=True),
            "link": lambda call: disk.link(*call.paths),
            "linkat": lambda call: disk.link(*call.paths),
            "rename": lambda call: disk.rename(*call.paths),
            "renameat": lambda call: disk.rename(*call.paths),
            "renameat2": lambda call: disk.rename(*call.paths),
            "unlink": lambda call: disk.remove(call.paths[0]),
            "unlinkat": lambda call: disk.remove(call.paths[0]),
            "rmdir": lambda call: disk.remove(call.paths[0]),
        }

    def do(self, call: Call) -> bytes:
        """Do a call; return what it printed."""
        if call.name == "write" and call.places and call.places[0][0] == 1:
            return call.texts[0][: call.result]
        way = self._ways.get(call.name)
        if way is not None:
            way(call)
        else:
            assert all(self._disk.node(path) is None for _, path in call.places), f"unknown: {call.name}"
        return b""

    def _open(self, call: Call) -> None:
        flags = call.arguments.partition('", ')[2]
        at = self._disk.node(call.opened)
        self._offsets[call.result] = 0
        if at is None and "O_CREAT" in flags:
            self._disk.make(call.opened)
        elif at is not None and "O_TRUNC" in flags and self._disk.size(at):
            self._disk.resize(at, 0)
        elif at is not None and "O_APPEND" in flags:
            self._offsets[call.result] = self._disk.size(at)

    def _write(self, call: Call) -> None:
        ((number, path),) = call.places
        offset = call.last if call.name == "pwrite64" else self._offsets.get(number, 0)
        if call.name == "write":
            self._offsets[number] = offset + call.result
        at = self._disk.node(path)
        if at is not None:
            self._disk.write(at, offset, call.texts[0][: call.result])

    def _send(self, call: Call) -> None:
        (number, target), (_, source) = call.places
        start = int(_START.findall(call.arguments)[0])
        offset = self._offsets.get(number, 0)
        self._offsets[number] = offset + call.result
        at, found = self._disk.node(target), self._disk.node(source)
        if at is not None:
            content = source.read_bytes() if found is None else self._disk.content(found)
            self._disk.write(at, offset, content[start : start + call.result])

    def _resize(self, call: Call) -> None:
        at = self._disk.node(call.places[0][1])
        if at is not None:
            self._disk.resize(at, call.last)

    def _sync(self, call: Call) -> None:
        at = self._disk.node(call.places[0][1])
        if at is not None:
            self._disk.sync(at)


def replayed(disk: Disk, trace: Path) -> Iterator[bytes]:
    """Do what a trace says, call by call; yield after each what the job had printed by it, mostly nothing.

    The trace is of `strace -f -y -xx -s BIG -e trace=CALLS`.
    """
    replay = _Replay(disk)
    for call in _calls(trace):
        yield replay.do(call)


def _calls(trace: Path) -> Iterator[Call]:
    begun: dict[str, str] = {}
    with trace.open(encoding="ascii") as lines:
        for line in lines:
            text = line.rstrip("\n")
            if unfinished := _UNFINISHED.match(text):
                begun[unfinished[1]] = unfinished[2]
                continue
            if resumed := _RESUMED.match(text):
                text = f"{resumed[1]}  {begun.pop(resumed[1])}{resumed[2]}"
            found = _LINE.match(text)
            if found and int(found[4]) >= 0:
                places = [
                    (-1 if at == "AT_FDCWD" else int(at), Path(_bytes(path).decode()))
                    for at, path in _PLACE.findall(found[3])
                ]
                texts = [_bytes(quoted) for quoted in _TEXT.findall(found[3])]
                opened = Path(_bytes(found[5] or "").decode())
                yield Call(found[2], found[3], int(found[4]), opened, places, texts)


def _descriptor(text: str) -> int:
    return -1 if text == "AT_FDCWD" else int(text)


def _bytes(text: str) -> bytes:
    return bytes.fromhex(text.replace("\\x", ""))


def write_tree(tree: Tree, folder: Path) -> None:
    """Write a tree into a new folder."""
    folder.mkdir(parents=True)
    for name, content in sorted(tree.items()):
        if content is None:
            (folder / name).mkdir()
        else:
            (folder / name).write_bytes(content)
