"""Freeze Jurybox into one folder that needs no Python and no network, and prove that it starts.

    python3 packaging/freeze/build.py [FOLDER]

FOLDER (default: jurybox-frozen among the temporary files) receives the environment of the build, the frozen
program in dist/jurybox and its archive. Standard library only; the locked packages are fetched once. It needs
binutils, a Python with its shared library, and Qt's libraries for X (see run.py), which it takes along.
Build on the oldest system that shall run the result: a newer C library in the build shuts older systems out.
"""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
STARTS = 5
DEMOS = sorted(path.name for path in (ROOT / "assets/demos").iterdir())
DESKS = ("judge", "scores", "disagreements", "spaces", "studies", "campaign")
# Plugins of Qt that only make the folder larger, and one (vnc) that would show the window to any network.
UNUSED = ["vnc", "eglfs", "linuxfb", "minimalegl", "vkkhr", "gtk3", "evdev", "tuio"]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
# Where a desktop looks for these files below /usr: the wheel's own table.
SHARED: dict[str, str] = PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["shared-data"]
LGPL = Path("/usr/share/common-licenses")


def do(*words: str | Path, **extra: str) -> None:
    """Run a step in sight; a failure ends the build."""
    subprocess.run([str(word) for word in words], check=True, cwd=ROOT, env={**os.environ, **extra})


def freeze(out: Path) -> Path:
    """Build in an environment that holds only what the program needs; return the frozen folder."""
    venv = out / "venv"
    python = venv / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    do(sys.executable, "-m", "venv", "--clear", venv)
    options = ("--quiet", "--disable-pip-version-check", "--only-binary=:all:", "--require-hashes")
    do(python, "-m", "pip", "install", *options, "-r", HERE / "requirements-freeze.lock")
    for plugin in list(venv.glob("lib/*/site-packages/PySide6/Qt/plugins/*/*")):
        if any(word in f"{plugin.parent.name}/{plugin.name}" for word in UNUSED):
            plugin.unlink()
    search = os.pathsep.join([str(ROOT / "model"), str(ROOT / "gui")])
    places = ("--noconfirm", "--distpath", out / "dist", "--workpath", out / "work")
    do(python, "-m", "PyInstaller", *places, "--log-level", "WARN", HERE / "jurybox.spec", PYTHONPATH=search)
    folder = out / "dist" / "jurybox"
    add_licenses(venv, folder / "licenses")
    if sys.platform == "linux":
        add_desktop(folder)
    return folder


def add_desktop(folder: Path) -> None:
    """Add the window's command, and all that a package or a person needs to give it a place in the menus."""
    (folder / "jurybox-window").symlink_to("jurybox")
    for source, target in SHARED.items():
        (folder / target).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / source, folder / target)
    shutil.copy(ROOT / "packaging/tarball/install.sh", folder)
    (folder / "VERSION").write_text(f"{version()}\n", "ascii")


def version() -> str:
    """Return the version of the program, without importing it."""
    text = (ROOT / "model/jurybox/__init__.py").read_text("utf-8")
    return text.split('__version__ = "')[1].split('"')[0]


def add_licenses(venv: Path, folder: Path) -> None:
    """Put the license of every library beside the program; the wheels of Qt hold none."""
    for found in venv.glob("lib/*/site-packages/*.dist-info/**/*LICEN[CS]E*"):
        if found.is_file():
            package = next(part for part in found.parts if part.endswith(".dist-info"))
            target = folder / package.removesuffix(".dist-info")
            target.mkdir(parents=True, exist_ok=True)
            shutil.copy(found, target / "-".join(found.parts[found.parts.index(package) + 1 :]))
    for name in ("LGPL-3", "GPL-3"):
        shutil.copy(LGPL / name, folder / f"Qt and PySide6, {name}")
    shutil.copy(ROOT / "LICENSE", folder / "Jurybox")


def alone() -> list[str]:
    """Return the words before a command that take the network away, where this system has such words."""
    words = ["unshare", "--map-root-user", "--net"]
    return words if shutil.which("unshare") and subprocess.call([*words, "true"]) == 0 else []


def prove(folder: Path) -> list[float]:
    """Use the frozen program in an empty folder, off-screen; return the seconds that each start took."""
    program = [*alone(), str(folder / "jurybox")]
    environ = {"QT_QPA_PLATFORM": "offscreen", "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"}
    if os.name == "nt":
        environ |= {"SYSTEMROOT": os.environ["SYSTEMROOT"]}
    with tempfile.TemporaryDirectory() as empty:
        environ["HOME"] = empty

        def use(*words: str) -> None:
            subprocess.run([*program, *words], check=True, cwd=empty, env=environ)

        for demo in DEMOS:
            use("demo", demo, "--no-window", "--to", f"{demo}.jury")
            use("score", f"{demo}.jury")
            for desk in DESKS:
                use("shot", f"{demo}.jury", "--desk", desk, "-o", f"{demo}-{desk}.png")
        for kind in ("pdf", "svg", "png"):
            use("plot", "validation.jury", "roc", "-o", f"roc.{kind}")
        use("report", "validation.jury", "-o", "report", "--draws", "500")
        for test in ("t", "wilcoxon", "tukey"):  # of scipy, which is loaded for them alone
            use("compare", "community.jury", "--measure", "nDCG", "--test", test)
        use("power", "community.jury")
        use("shot", "--desk", "start", "--keys", "F1", "-o", "help.png")
        seconds = []
        for _ in range(STARTS):
            begin = time.perf_counter()
            use("--version")
            seconds.append(time.perf_counter() - begin)
    return seconds


def size(folder: Path) -> float:
    """Return the size of a folder in MB, links not followed."""
    return sum(path.lstat().st_size for path in folder.rglob("*")) / 1e6


def main(words: list[str]) -> None:
    """Build, prove, pack, and print the figures."""
    out = Path(words[0] if words else Path(tempfile.gettempdir()) / "jurybox-frozen").resolve()
    out.mkdir(parents=True, exist_ok=True)
    begin = time.perf_counter()
    folder = freeze(out)
    built = time.perf_counter() - begin
    seconds = prove(folder)
    name = f"jurybox-{version()}-{sys.platform}-{platform.machine()}"
    archive = Path(shutil.make_archive(str(out / name), "xztar", folder.parent, folder.name))
    print(f"{folder}: {size(folder):.0f} MB, built in {built:.0f} s, --version in {min(seconds):.2f} s")
    print(f"{archive}: {archive.stat().st_size / 1e6:.0f} MB")


if __name__ == "__main__":
    main(sys.argv[1:])
