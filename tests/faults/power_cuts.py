"""Jobs whose power is cut: each is done once under strace, and what it wrote is replayed up to a cut.

Run as: python power_cuts.py cut JOBS COUNT SEED FOLDER, which prints a line of JSON for each of the jobs,
apart by commas. `power_cuts.py do JOB HOME` does the job and prints `done`. After a cut every collection must
be whole and hold the labels shown as saved; what has a name at the end must be absent or whole, and whole if
the job had said that it is done.
"""

import json
import os
import random
import shutil
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

import killing
from disk_model import CALLS, Disk, Tree, replayed, write_tree

from jurybox.collection.file import open_reading

ROOT = Path(__file__).resolve().parents[2]


def command(*words: str) -> Callable[[Path], object]:
    """Return a job that is a command; `~` stands for its folder."""

    def job(home: Path) -> None:
        from jurybox_gui.cli import program

        program([word.replace("~", str(home)) for word in words], standalone_mode=False)

    return job


_FORKED = ("judge", "merge", "import", "export", "copy", "file", "new", "demo", "rescue")
JOBS: dict[str, Callable[[Path], object]] = {
    **{name: killing.JOBS[name] for name in _FORKED},
    "report": command("report", "~/a.jury", "-o", "~/report", "--draws", "50"),
    "freeze": command("freeze", "~/a.jury", "first"),
    "ave": command("export", "~/a.jury", "--as", "ave", "-o", "~/ave"),
}


def record(job: str, base: Path, folder: Path) -> Path:
    """Do a job under strace in a copy of base, and return the trace; the copy is `folder / "home"`."""
    home, trace = folder / "home", folder / "trace"
    shutil.copytree(base, home)
    own = folder / "own"
    own.mkdir()
    environment = {**os.environ, "HOME": str(own), "XDG_DATA_HOME": str(own), "QT_QPA_PLATFORM": "offscreen"}
    strace = ["strace", "--seccomp-bpf", "-f", "-y", "-xx", "-s", "100000000", "-e", f"trace={CALLS}"]
    words = [*strace, "-o", str(trace), sys.executable, __file__, "do", job, str(home)]
    done = subprocess.run(words, env=environment, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()[-2000:]
    return trace


def cut_often(job: str, count: int, seed: int, folder: Path) -> dict[str, Any]:
    """Cut the power of a job so often; return how many steps it had, labels acknowledged, and faults."""
    base = folder / "base"
    killing.make_base(base)
    trace = record(job, base, folder)
    # the paths in the trace are those of the copy, which is as it was before the job again
    after = folder / "after"
    (folder / "home").rename(after)
    shutil.copytree(base, folder / "home")
    steps = sum(1 for _ in replayed(Disk(folder / "home"), trace))
    disk = Disk(folder / "home")
    before = disk.tree()
    final = _tree_of(after)
    dice = random.Random(f"{job} {seed}")
    first = _first_step(Disk(folder / "home"), trace)
    at_end = min(count, 10)  # when the job has just said that it is done
    cuts = sorted((*(dice.randint(first, steps) for _ in range(count - at_end)), *[steps] * at_end))
    printed, faults, labels = b"", [], 0
    for number, told in enumerate(replayed(disk, trace), 1):
        printed += told
        while cuts and cuts[0] == number:
            cuts.pop(0)
            left = folder / "cut"
            write_tree(disk.cut(dice), left)
            found, seen = look(left, before, final, printed.decode())
            faults += [f"{job}, cut after step {number} of {steps}: {one}" for one in found]
            labels += seen
            shutil.rmtree(left)
    if disk.tree() != final:
        faults.append(f"{job}: the replay is not what the job did")
    return {"job": job, "cuts": count, "steps": steps, "labels": labels, "faults": faults}


def _first_step(disk: Disk, trace: Path) -> int:
    """Return the first step that changes anything in the folder."""
    before = disk.tree()
    for number, _ in enumerate(replayed(disk, trace), 1):
        if disk.tree().keys() != before.keys():
            return number
    return 1


def _tree_of(folder: Path) -> Tree:
    return {
        path.relative_to(folder).as_posix(): None if path.is_dir() else path.read_bytes() for path in folder.rglob("*")
    }


def look(left: Path, before: Tree, final: Tree, printed: str) -> tuple[list[str], int]:
    """Return what is wrong after a cut, and how many labels had been shown as saved."""
    faults = []
    names = [name for name in before if name.endswith(".jury") and "/" not in name]
    there = _tree_of(left)
    faults += [f"{name} is gone" for name in names if name not in there]
    faults += [one for name in names if name in there for one in killing.problems_of(left / name)]
    shown = {line.split()[1] for line in printed.splitlines() if line.startswith("saved ")}
    if shown and not faults:
        with closing(open_reading(left / "a.jury")) as db:
            kept = {hash_.hex() for (hash_,) in db.execute("SELECT hash FROM entry")}
        faults += [f"{len(shown - kept)} labels shown as saved are lost"] if shown - kept else []
    there = _tree_of(left)  # what was left half done is undone by now
    over = printed.endswith("done\n")
    for name, content in final.items():
        if name in before and not (over and before[name] != content):
            continue
        if name not in there:
            whole_folder = name.partition("/")[0]
            absent_alone = whole_folder in there and not whole_folder.endswith(".backups")
            if over or ("/" in name and absent_alone):
                faults.append(f"{name} is not there")
        elif there[name] != content:
            faults.append(f"{name} is not whole")
    return faults, len(shown)


def main() -> None:
    """Do one job, or cut the power of several."""
    if sys.argv[1] == "do":
        JOBS[sys.argv[2]](Path(sys.argv[3]))
        os.write(1, b"done\n")
        return
    count, seed, folder = int(sys.argv[3]), int(sys.argv[4]), Path(sys.argv[5])
    for job in sys.argv[2].split(","):
        (folder / job).mkdir()
        print(json.dumps(cut_often(job, count, seed, folder / job)), flush=True)


if __name__ == "__main__":
    main()
