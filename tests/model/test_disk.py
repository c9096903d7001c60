"""Files on the disk: what is no file is refused without waiting, and files are written whole."""

import os
import socket
import sys
from pathlib import Path

import pytest

import jurybox.disk as disk
from jurybox.disk import NotRegularError, flush, make_folder, open_regular, write_whole

pytestmark = pytest.mark.skipif(os.name != "posix", reason="only POSIX systems have such files")


def test_a_pipe_a_device_and_a_socket_are_refused_without_waiting(tmp_path: Path) -> None:
    """Opening a pipe for reading would wait until somebody writes into it."""
    pipe, place = tmp_path / "pipe", tmp_path / "socket"
    os.mkfifo(pipe)
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(place))
        for path, name in ((pipe, "a pipe"), (Path("/dev/zero"), "a device"), (place, "a socket")):
            with pytest.raises(NotRegularError, match=f"it is {name}, not a file"):
                open_regular(path)
            with pytest.raises(NotRegularError, match=f"it is {name}, not a file"):
                write_whole(path, b"text")


def test_a_folder_and_a_missing_file_are_what_they_always_were(tmp_path: Path) -> None:
    """Other errors stay those of `open`."""
    with pytest.raises(IsADirectoryError):
        open_regular(tmp_path)
    with pytest.raises(FileNotFoundError):
        open_regular(tmp_path / "none")
    with pytest.raises(FileNotFoundError):
        write_whole(tmp_path / "none" / "file", b"text")


def test_a_link_is_read_and_written_where_it_points(tmp_path: Path) -> None:
    """A link to a file is a file, and stays a link."""
    file, link = tmp_path / "file", tmp_path / "link"
    file.write_bytes(b"old")
    link.symlink_to(file)
    with open_regular(link) as opened:
        assert opened.read() == b"old"
    write_whole(link, b"new")
    assert link.is_symlink()
    assert file.read_bytes() == b"new"


def test_the_rights_of_a_file_stay(tmp_path: Path) -> None:
    """A new file has the rights that any program would give it, an old one keeps its own."""
    new, old, plain = tmp_path / "new", tmp_path / "old", tmp_path / "plain"
    old.write_bytes(b"old")
    old.chmod(0o640)
    plain.write_bytes(b"")
    write_whole(new, b"new")
    write_whole(old, b"newer")
    assert new.stat().st_mode == plain.stat().st_mode
    assert old.stat().st_mode & 0o777 == 0o640


def test_a_failure_leaves_the_old_file_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk that does not take the content: the old file is there, whole, and no part of the new one."""
    file = tmp_path / "file"
    file.write_bytes(b"old")

    def refuse(_: int) -> None:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(os, "fsync", refuse)
    with pytest.raises(OSError, match="Input/output error"):
        write_whole(file, b"new")
    assert file.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.skipif(sys.platform != "linux", reason="the descriptors of a process are listed on Linux")
def test_content_and_names_reach_the_disk_before_it_returns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The content before the file has its name, the name after it; of folders, all that is inside."""
    steps = list[str]()
    sync, replace = os.fsync, Path.replace
    names = {str(tmp_path): "folder"}

    def synced(descriptor: int) -> None:
        path = Path(f"/proc/self/fd/{descriptor}").readlink()
        steps.append(f"flush {names.get(str(path), path.suffix)}")
        sync(descriptor)

    def replaced(part: Path, target: Path) -> Path:
        steps.append(f"name {target.name}")
        return replace(part, target)

    monkeypatch.setattr(os, "fsync", synced)
    monkeypatch.setattr(Path, "replace", replaced)
    write_whole(tmp_path / "a.svg", b"new")
    assert steps == ["flush .part", "name a.svg", "flush folder"]
    steps.clear()
    flush(tmp_path)
    assert steps == ["flush .svg", "flush folder"]


def test_the_disk_has_the_names_of_new_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    flushed: list[Path] = []
    monkeypatch.setattr(disk, "flush_folder", flushed.append)
    make_folder(tmp_path / "a" / "b")
    assert (tmp_path / "a" / "b").is_dir()
    assert set(flushed) == {tmp_path, tmp_path / "a"}
    make_folder(tmp_path / "a" / "b")
    assert len(flushed) == 2
