"""What the program touches: the files of the person at it, its own folders, and no socket at all."""

import os
import re
import shutil
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from patience import PATIENCE
from small import small_collection

from jurybox.collection.file import create
from jurybox.commands import Judge
from jurybox.formats.tables import export_tables
from jurybox.session import open_session

ROOT = Path(__file__).resolve().parents[2]
STRACE = shutil.which("strace")
VICTIM = ("tests/faults/victim.py", "~/work/a.jury", "Ana", "2")
JOBS: dict[str, tuple[str, ...]] = {
    "window": VICTIM,
    "new": ("-m", "jurybox_gui", "new", "~/work/b.jury"),
    "score": ("-m", "jurybox_gui", "score", "~/work/a.jury"),
    "check": ("-m", "jurybox_gui", "check", "~/work/a.jury"),
    "merge": ("-m", "jurybox_gui", "merge", "~/work/a.jury", "~/work/other.jury"),
    "import": ("-m", "jurybox_gui", "import", "~/work/new.jury", "~/work/tables"),
    "export": ("-m", "jurybox_gui", "export", "~/work/a.jury", "-o", "~/work/out"),
    "report": ("-m", "jurybox_gui", "report", "~/work/a.jury", "-o", "~/work/pages", "--draws", "50"),
    "shot": ("-m", "jurybox_gui", "shot", "~/work/a.jury", "-o", "~/work/a.png"),
}
QUICK = ("score",)
CALLS = (
    "open,openat,creat,rename,renameat,renameat2,unlink,unlinkat,mkdir,mkdirat,rmdir,link,linkat,symlink,"
    "symlinkat,truncate,chmod,fchmodat,execve,socket,connect,bind,listen,accept,accept4"
)
_LINE = re.compile(r"^\d+ +(\w+)\((.*)\) += (-?\d+)")
_PATH = re.compile(r'"((?:[^"\\]|\\.)*)"')
_SYSTEM = ("/usr/", "/lib/", "/lib64/", "/etc/", "/proc/", "/sys/", "/dev/", "/bin/", "/var/cache/fontconfig")
_MEMORY = Path("/dev/shm")  # where tests may keep their files
_SOCKETS = {"socket", "connect", "bind", "listen", "accept", "accept4"}


def _traces() -> bool:
    if STRACE is None:
        return False
    probe = [STRACE, "--seccomp-bpf", "-f", "-o", os.devnull, "true"]
    return subprocess.run(probe, capture_output=True, check=False).returncode == 0


def make_files(folder: Path) -> None:
    """Make what the jobs work on."""
    folder.mkdir()
    path = small_collection(folder / "a.jury", labels=[(1, at, "correct") for at in range(8)])
    shutil.copy(path, folder / "other.jury")
    with closing(open_session(folder / "other.jury", assessor="Ben")) as session:
        session.execute(Judge((9,), "correct"))
    export_tables(path, folder / "tables")
    create(folder / "new.jury")


def traced(job: str, home: Path) -> tuple[set[str], set[Path], set[Path]]:
    """Do a job; return its socket calls, the paths that it changed and those that it only read.

    Paths are those that exist and lie outside of the system, of Python, and of the program.
    """
    make_files(home / "work")
    own, temporary = home / "own", home / "temporary"
    own.mkdir()
    temporary.mkdir()
    words = [word.replace("~", str(home)) for word in JOBS[job]]
    command = [str(STRACE), "--seccomp-bpf", "-f", "-qq", "-s", "4096", "-e", f"trace={CALLS}"]
    environment = {
        "PATH": os.environ["PATH"], "HOME": str(own), "TMPDIR": str(temporary),
        "QT_QPA_PLATFORM": "offscreen", "PYTHONDONTWRITEBYTECODE": "1", "LC_ALL": "C.UTF-8",
        "PYTHONPATH": os.pathsep.join((str(ROOT / "model"), str(ROOT / "gui"))),
    }  # fmt: skip
    done = subprocess.run(
        [*command, "-o", str(home / "trace"), sys.executable, *words],
        cwd=ROOT, env=environment, capture_output=True, text=True, timeout=PATIENCE, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2000:]
    sockets, changed, read = set[str](), set[Path](), set[Path]()
    for line in (home / "trace").read_text(errors="replace").splitlines():
        found = _LINE.match(line)
        if found is None:
            continue
        name, arguments, result = found.groups()
        if name in _SOCKETS:
            sockets.add(f"{name}({arguments})")
        elif int(result) >= 0 and name != "execve":
            writes = not name.startswith("open") or re.search("O_WRONLY|O_RDWR|O_CREAT", arguments)
            paths = {ROOT / one for one in _PATH.findall(arguments)}
            (changed if writes else read).update(paths)
    changed = {one for one in changed if not _is_device(one)}
    return sockets, changed, {one for one in read if not _is_known(one)}


def _is_device(path: Path) -> bool:
    return str(path).startswith(("/dev/null", "/dev/tty"))


def _is_known(path: Path) -> bool:
    places = (ROOT, Path(sys.prefix), Path(sys.base_prefix), *map(Path, sys.path))
    of_system = str(path).startswith(_SYSTEM) and not path.is_relative_to(_MEMORY)
    return of_system or any(path.is_relative_to(one) for one in places)


def look_at(job: str, home: Path) -> None:
    """Assert that a job opened no socket, and touched nothing but what it was given and its own folders."""
    sockets, changed, read = traced(job, home)
    assert sockets == set()
    mine = (home / "work", home / "own", home / "temporary")
    assert {one for one in changed | read if not any(one.is_relative_to(place) for place in mine)} == set()
    assert home / "work/a.jury" in changed | read or job in {"new", "import"}
    assert list((home / "temporary").iterdir()) == []
    left = {one.relative_to(home / "own").as_posix() for one in (home / "own").rglob("*") if one.is_file()}
    assert all(one.startswith((".config/jurybox/", ".local/share/jurybox/", ".cache/")) for one in left), left


@pytest.mark.skipif(not _traces(), reason="strace is not there, or may not trace")
@pytest.mark.parametrize("job", QUICK)
@pytest.mark.sweep
def test_a_command_opens_no_socket_and_touches_nothing_else(tmp_path: Path, job: str) -> None:
    look_at(job, tmp_path)


@pytest.mark.skipif(not _traces(), reason="strace is not there, or may not trace")
@pytest.mark.sweep
@pytest.mark.parametrize("job", [job for job in JOBS if job not in QUICK])
def test_no_job_opens_a_socket_or_touches_anything_else(tmp_path: Path, job: str) -> None:
    look_at(job, tmp_path)
