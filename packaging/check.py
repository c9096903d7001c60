#!/usr/bin/env python3
"""The whole check of a change, on a machine where nothing was installed by hand.

    .ci/run             all tests and the sweep, lint, types, layers, the wheel, both commands in two bare systems
    .ci/run --quick     lint, types, layers, and the tests of the rooms that the change touches

Two steps run side by side, so that while one waits for a download or a timer the other works. The first that fails
ends the others, and the last line names it. Between checks these are kept, and made anew where they are not there:
bare systems and downloads (packaging/prove-roots.sh), and what mypy found in files that still have the same digest.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PYTHON = ".venv/bin/python"
KEPT = Path(f"/var/tmp/jurybox-check-{os.getuid()}")  # noqa: S108 - of this account alone
MAP = "packaging/CONTRIBUTING.md"
SIDE_BY_SIDE = 2
CANNOT = 77
"""The status of a step that cannot be done on this machine: that is said, and no fault of the change."""
_PATIENCE = 120
"""Seconds that a step has to tidy up when it is ended."""
_LINES = 300
"""So much is printed of what a failed step said, from its end."""


@dataclass(frozen=True)
class Step:
    """A command of the check, and the steps that come before it."""

    name: str
    command: Sequence[str]
    after: Sequence[str] = ()
    environ: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Job:
    """A step under way, whose processes are a group of their own."""

    step: Step
    process: subprocess.Popen[bytes]
    log: Path
    began: float

    def end(self) -> None:
        """End the step with all that it started, and let it tidy up first."""
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGTERM)
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(_PATIENCE)
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)


def run(steps: Iterable[Step], room: Path) -> str:
    """Run steps in their order, each after those that it names; return the name of the first that failed, or ""."""
    waiting, passed, under_way = list(steps), set[str](), dict[int, Job]()
    try:
        while waiting or under_way:
            ready = [step for step in waiting if passed.issuperset(step.after)]
            for step in ready[: SIDE_BY_SIDE - len(under_way)]:
                waiting.remove(step)
                job = _start(step, room)
                under_way[job.process.pid] = job
            ended, status = os.wait()
            job = under_way.pop(ended)
            job.process.returncode = os.waitstatus_to_exitcode(status)
            if not _report(job):
                return job.step.name
            passed.add(job.step.name)
    finally:
        for job in under_way.values():
            job.end()
    return ""


def _start(step: Step, room: Path) -> Job:
    log = room / f"{step.name}.log"
    with log.open("wb") as out:
        process = subprocess.Popen(
            step.command,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.STDOUT,
            cwd=ROOT,
            env={**os.environ, **step.environ},
            start_new_session=True,
        )
    return Job(step, process, log, time.monotonic())


def _report(job: Job) -> bool:
    """Say how a step ended, with all that it printed if it failed; whether the check may go on."""
    said, status = job.log.read_text("utf-8", "replace").rstrip(), job.process.returncode
    took = f"after {time.monotonic() - job.began:.0f} s"
    if status in (0, CANNOT):
        last = said.rpartition("\n")[2]
        _say(f"{job.step.name}: {'skipped' if status else 'passed'} {took}. {last}".rstrip())
        return True
    end = "\n".join(said.splitlines()[-_LINES:])
    _say(f"{end}\n{job.step.name}: failed {took}, with status {status}.")
    return False


def _say(words: str) -> None:
    print(words, flush=True)


def whole(room: Path) -> list[Step]:
    """Return the steps of the whole check, in the order in which they begin."""
    # The tests of the test command and those of the sweep, in one session: collected once, each property tried once.
    these = (sys.executable, "run.py", "test", "-m", "not soak and not xkeys and not release")
    several = ("-n", "3", "--dist", "worksteal", "-x")
    # The command is that of the README; that the first red test ends it is handed in beside.
    first = {"PYTEST_ADDOPTS": "-x", "LEND_ENV": f"{os.environ.get('LEND_ENV', '')} PYTEST_ADDOPTS"}
    bookworm, trixie = (
        Step(f"bare-{suite}", ("packaging/prove-roots.sh", f"bare-{suite}"), environ=first) for suite in SUITES
    )
    environment, lint, types = _first(room)
    return [
        environment,
        lint,
        # One process compiles what three would compile at once, and a test that cannot be imported is known by now.
        Step("collection", (*these, "--collect-only", "-q"), ("environment", "lint")),
        types,
        bookworm,
        Step("tests", (*these, *several), ("environment", "lint", "collection"), {"JURYBOX_EXAMPLES": "all"}),
        Step("wheel", ("packaging/prove-wheel.sh", str(room / "wheel")), ("environment", "types")),
        trixie,
    ]


SUITES = ("bookworm", "trixie")
"""Debian 12 has the oldest supported Python, Debian 13 the newest."""


def quick(room: Path, changed: Sequence[str]) -> list[Step]:
    """Return the steps of the quick check, after a change of these files."""
    steps, paths = _first(room), touched(changed)
    if paths:
        _say(f"The change touches {' '.join(paths)}.")
        command = (sys.executable, "run.py", "test", "-n", "2", "--dist", "worksteal", "-x", *paths)
        steps.append(Step("tests", command, ("environment", "lint")))
    return steps


def _first(room: Path) -> list[Step]:
    """Return what comes first: what ruff finds in a second before what takes mypy a minute."""
    lint = "ruff check . && ruff format --check . && lint-imports"
    types = f"{PYTHON} -m mypy && {PYTHON} -m mypy run.py packaging/check.py packaging/freeze/build.py"
    return [
        Step("environment", (sys.executable, "run.py", "test", "--version")),
        Step("lint", ("sh", "-ec", f"PATH=$PWD/.venv/bin:$PATH; {lint}"), ("environment",)),
        Step("types", ("sh", "-ec", types), ("environment", "lint"), {"MYPY_CACHE_DIR": str(room / "mypy")}),
    ]


def changed_files() -> list[str]:
    """Return the files that differ from where this branch left main; on main, what waits or else the last commit."""
    waits = [line[3:].strip('"') for line in _git("status", "--porcelain", "--no-renames", "--untracked-files=all")]
    head = _git("rev-parse", "HEAD")
    forks = (_git("merge-base", "HEAD", name) for name in ("origin/main", "main"))
    base = next((fork for fork in forks if fork and fork != head), None) or (head if waits else ["HEAD~"])
    return sorted({*waits, *_git("diff", "--name-only", "--no-renames", *base)})


def _git(*words: str) -> list[str]:
    command = ("git", "-c", "core.quotePath=false", *words)
    return subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True).stdout.splitlines()


def touched(changed: Iterable[str]) -> list[str]:
    """Return the tests to run after a change of files: themselves, those of their rooms, those that import them."""
    found, modules = set[str](), set[str]()
    for name in changed:
        path = Path(name)
        if path.parts[0] in ("model", "gui"):
            found.update(tests_of(name))
            modules.add(".".join(path.with_suffix("").parts[1:]).removesuffix(".__init__"))
        elif path.parts[0] != "tests":
            found.add("tests/packaging")
        elif path.name == "conftest.py":
            found.add(str(path.parent))
        elif path.name.startswith("test_"):
            found.add(name)
        else:
            modules.add(path.stem)
    paths = {path for name in {*found, *importers(modules)} for path in ROOT.glob(name)}  # not those deleted
    there = sorted(str(path.relative_to(ROOT)) for path in paths)
    return [name for name in there if not any(name.startswith(f"{other}/") for other in there)]


def rooms() -> dict[str, list[str]]:
    """Return the tests of each room, from the map in CONTRIBUTING."""
    lines = (ROOT / MAP).read_text("utf-8").splitlines()
    cells = [re.findall("`([^`]+)`", line) for line in lines if re.match("[|] `(model|gui)/", line)]
    return {room: tests for room, *tests in cells}


def tests_of(name: str) -> list[str]:
    """Return the tests of the innermost room that a file is in."""
    inside = [(room, tests) for room, tests in rooms().items() if f"{name}/".startswith(f"{room}/")]
    return max(inside, default=("", []))[1]


def importers(modules: set[str]) -> set[str]:
    """Return the test files that import one of these modules, themselves or through what tests share."""
    if not modules:
        return set()
    imports, found, known = _imports(), set[Path](), set(modules)
    while more := {path for path, names in imports.items() if path not in found and names & known}:
        found |= more
        known |= {path.stem for path in more}
    return {str(path.relative_to(ROOT)) for path in found if path.name.startswith("test_")}


@cache
def _imports() -> dict[Path, set[str]]:
    """Return the modules, and the names in them, that each file of the tests imports anywhere."""
    line = re.compile(r"^ *(?:from +([\w.]+) +)?import +(?:\(([^)]*)\)|(.*))", re.MULTILINE)
    found: dict[Path, set[str]] = {}
    for path in (ROOT / "tests").rglob("*.py"):
        names = found[path] = set()
        for module, several, one in line.findall(path.read_text("utf-8")):
            words = {each.split()[0] for each in (several or one.partition("#")[0]).split(",") if each.strip()}
            names |= {module, *(f"{module}.{word}" for word in words)} if module else words
    return found


def bare_systems() -> str:
    """Make sure that bare systems can be made here; return why not, or ""."""
    if os.geteuid() != 0:
        return "this is not root"
    if shutil.which("debootstrap") and shutil.which("bc"):
        return ""
    install = "apt-get -qq update && apt-get -qq -y install debootstrap bc"
    done = subprocess.run(("sh", "-c", install), check=False, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    return "debootstrap cannot be installed: " + done.stderr.strip().rpartition("\n")[2] if done.returncode else ""


def main(words: list[str]) -> int:
    """Make the check that is asked for; return its exit status."""
    if words not in ([], ["--quick"]):
        _say(str(__doc__))
        return 2
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # each process would compile all modules again
    began, kept = time.monotonic(), KEPT / "mypy"
    with tempfile.TemporaryDirectory(prefix="jurybox-check-", ignore_cleanup_errors=True) as folder:
        room = Path(folder)
        if kept.is_dir():  # a copy, so that two checks at once do not write the same files
            shutil.copytree(kept, room / "mypy")
        if words:
            steps = quick(room, changed_files())
        elif why := bare_systems():
            _say(f"Bare systems: skipped, {why}.")
            steps = [step for step in whole(room) if not step.name.startswith("bare-")]
        else:
            steps = whole(room)
        failed = run(steps, room)
        _keep(room / "mypy", kept)
    took = f"in {(time.monotonic() - began) / 60:.1f} minutes."
    _say(f"Failed: {failed}, {took}" if failed else f"All checks passed {took}")
    return 1 if failed else 0


def _keep(made: Path, kept: Path) -> None:
    """Put a folder where the next check finds it; a disk without room for it is no fault of the change."""
    with suppress(OSError, shutil.Error):
        if made.is_dir():
            kept.parent.mkdir(mode=0o700, exist_ok=True)
            place = Path(tempfile.mkdtemp(dir=kept.parent))
            shutil.copytree(made, place / "new")
            if kept.exists():
                kept.rename(place / "old")
            (place / "new").rename(kept)
            shutil.rmtree(place)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
