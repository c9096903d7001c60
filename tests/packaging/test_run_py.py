"""run.py on copies of itself in other folders, with made-up packages from a wheelhouse and no network."""

import base64
import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

pytestmark = pytest.mark.long

CHECKOUT = Path(__file__).resolve().parents[2]
QT = "import os\nif os.environ.get('QT_QPA_PLATFORM') != 'offscreen': raise SystemExit('no display answers')\n"
PACKAGES = {
    "PySide6/__init__.py": "",
    "PySide6/QtSvg.py": "",
    "PySide6/QtWidgets.py": QT + "class QApplication:\n    def __init__(self, words): pass\n",
    "pytest.py": "import os, sys\nprint(os.environ['QT_QPA_PLATFORM'], *sys.argv[1:])\n"
    "sys.exit('no bytecode' if sys.dont_write_bytecode else 5)\n",
}
WINDOW = """
import os, pathlib, sys, jurybox
words = sys.argv[1:]
print("jurybox", os.environ.get("QT_QPA_PLATFORM", "free"), *words)
if words[:1] in (["demo"], ["shot"]):
    pathlib.Path(words[-1]).write_text("made")
sys.exit(int(words[1]) if words[0] == "leave" else 0)
"""


def wheel(folder: Path, name: str, files: dict[str, str]) -> str:
    """Write a wheel that holds these files; return its line for a lock."""
    info = f"{name}-1.0.dist-info"
    files = files | {
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    record = "".join(f"{path},sha256={_digest(text)},{len(text)}\n" for path, text in files.items())
    path = folder / f"{name}-1.0-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        for member, text in (files | {f"{info}/RECORD": f"{record}{info}/RECORD,,\n"}).items():
            archive.writestr(member, text)
    return f"{name}==1.0 --hash=sha256:{hashlib.sha256(path.read_bytes()).hexdigest()}\n"


def _digest(text: str) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).rstrip(b"=").decode()


def build(folder: Path) -> Path:
    """Lay out a small checkout with its own wheelhouse in a folder."""
    for room, package, name, text in (
        ("model", "jurybox", "__init__.py", ""),
        ("gui", "jurybox_gui", "__main__.py", WINDOW),
    ):
        (folder / room / package).mkdir(parents=True)
        (folder / room / package / name).write_text(text)
    (folder / "wheelhouse").mkdir()
    line = wheel(folder / "wheelhouse", "standin", PACKAGES)
    (folder / "requirements.lock").write_text(line)
    (folder / "requirements-test.lock").write_text(line + wheel(folder / "wheelhouse", "checks", {"checks.py": ""}))
    shutil.copy(CHECKOUT / "run.py", folder)
    return folder


def start(folder: Path, *words: str, **extra: str) -> subprocess.CompletedProcess[str]:
    """Run run.py of a folder without a display, with neither network nor apt-get in reach."""
    environ = {key: text for key, text in os.environ.items() if key not in HIDDEN}
    environ |= {"PATH": str(folder / "bin"), "PIP_NO_INDEX": "1", "PYTHONDONTWRITEBYTECODE": "1"} | extra
    command = [sys.executable, str(folder / "run.py"), *words]
    return subprocess.run(command, check=False, capture_output=True, encoding="utf-8", env=environ, cwd=folder.parent)


HIDDEN = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM", "PYTHONPATH", "PIP_FIND_LINKS")


@pytest.fixture(scope="module")
def ready(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A checkout in a folder with a space and a letter outside ASCII, set up once by `run.py test`."""
    folder = build(tmp_path_factory.mktemp("a b") / "jury ü")
    first = start(folder, "test", "-k", "foo bar")
    assert first.returncode == 5, first.stderr
    assert first.stdout == "offscreen -k foo bar\n"
    assert "Installing the Python packages of requirements-test.lock" in first.stderr
    return folder


@pytest.fixture
def script() -> ModuleType:
    """run.py as a module."""
    spec = importlib.util.spec_from_file_location("run_under_test", CHECKOUT / "run.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_second_run_installs_nothing_and_serves_the_demo_too(ready: Path) -> None:
    shutil.move(ready / "wheelhouse", ready / "gone")
    try:
        again = start(ready, "demo")
    finally:
        shutil.move(ready / "gone", ready / "wheelhouse")
    assert again.returncode == 0, again.stderr
    assert "Installing" not in again.stderr
    assert "There is no display here" in again.stderr
    for desk in ("judge", "scores", "spaces"):
        picture = ready / "demo-out" / f"{desk}.png"
        assert picture.read_text() == "made"
        assert str(picture) in again.stdout


def test_all_tests_run_in_one_process_more_than_there_are_cores(ready: Path) -> None:
    done = start(ready, "test")
    assert done.returncode == 5, done.stderr
    assert done.stdout == f"offscreen -n {(os.cpu_count() or 1) + 1} --dist worksteal\n"


def test_a_display_that_does_not_answer_is_named_and_the_demo_is_drawn(ready: Path) -> None:
    done = start(ready, "demo", DISPLAY=":4711")
    assert done.returncode == 0, done.stderr
    assert "no display answers" in done.stderr
    assert "drawn off-screen" in done.stderr


def test_other_words_reach_jurybox_with_its_status_and_a_clean_output(ready: Path) -> None:
    done = start(ready, "leave", "2", "--x", "ü.jury")
    assert done.returncode == 2
    assert done.stdout == "jurybox free leave 2 --x ü.jury\n"
    assert done.stderr == ""


def test_the_folder_may_be_renamed(ready: Path) -> None:
    moved = ready.with_name("renamed й")
    ready.rename(moved)
    try:
        done = start(moved, "leave", "0")
    finally:
        moved.rename(ready)
    assert (done.returncode, done.stdout) == (0, "jurybox free leave 0\n"), done.stderr


@pytest.mark.sweep
def test_an_installation_broken_off_begins_anew(ready: Path) -> None:
    (ready / ".venv/jurybox-ready").write_text("unfinished")
    left = ready / ".venv/half-a-package"
    left.touch()
    done = start(ready, "leave", "0")
    assert done.returncode == 0, done.stderr
    assert "Installing" in done.stderr
    assert not left.exists()


@pytest.mark.sweep
def test_an_environment_whose_python_is_gone_is_made_anew(ready: Path) -> None:
    python = ready / ".venv/bin/python"
    python.unlink()
    python.symlink_to("/nowhere/python")
    done = start(ready, "leave", "0")
    assert done.returncode == 0, done.stderr
    assert "Installing" in done.stderr


@pytest.mark.sweep
def test_a_changed_lock_is_installed_but_not_a_package_with_another_hash(ready: Path) -> None:
    lock = ready / "requirements.lock"
    before = lock.read_text()
    line = wheel(ready / "wheelhouse", "late", {"late.py": "print('late is here')\n"})
    lock.write_text(before + line.replace("sha256:", "sha256:" + "0" * 8)[: len(line) - 1])
    bad = start(ready, "leave", "0")
    lock.write_text(before + line)
    good = start(ready, "leave", "0")
    here = [str(ready / ".venv/bin/python"), "-c", "import late"]
    late = subprocess.run(here, check=False, capture_output=True, text=True)
    lock.write_text(before)
    assert bad.returncode == 3
    assert "DO NOT MATCH THE HASHES" in bad.stderr
    assert "could not be installed" in bad.stderr
    assert good.returncode == 0, good.stderr
    assert late.stdout == "late is here\n"


def test_an_environment_made_by_hand_that_does_not_fit_is_left_alone(tmp_path: Path) -> None:
    folder = build(tmp_path / "mine")
    (folder / ".venv").mkdir()
    (folder / ".venv/precious").write_text("kept")
    done = start(folder, "demo")
    assert done.returncode == 3
    assert "made by hand" in done.stderr
    assert (folder / ".venv/precious").read_text() == "kept"


def test_alone_it_prints_four_lines_and_touches_nothing(tmp_path: Path) -> None:
    shutil.copy(CHECKOUT / "run.py", tmp_path)
    done = start(tmp_path)
    assert done.returncode == 0
    assert len(done.stdout.splitlines()) == 4
    assert [path.name for path in tmp_path.iterdir()] == ["run.py"]


def test_an_old_python_is_refused_with_a_sentence(
    script: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(script, "OLDEST", (99, 0))
    with pytest.raises(SystemExit) as left:
        script.main(["demo"])
    assert left.value.code == 3
    assert "needs Python 3.11 or newer, and this is Python 3." in capsys.readouterr().err


@pytest.fixture
def bare(script: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[[int], Path]:
    """Let run.py see a bare Debian, as some user; what apt-get is told goes to the returned file."""
    said = tmp_path / "said"
    fake = tmp_path / "apt-get"
    fake.write_text(f'#!/bin/sh\necho "$DEBIAN_FRONTEND $@" >> "{said}"\n')
    fake.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setattr(script, "is_loadable", lambda library: False)
    monkeypatch.setattr(script.importlib.util, "find_spec", lambda name: None)

    def be(user: int) -> Path:
        monkeypatch.setattr(script.os, "geteuid", lambda: user)
        return said

    return be


def test_an_ordinary_user_is_shown_the_one_command(
    script: ModuleType, bare: Callable[[int], Path], capsys: pytest.CaptureFixture[str]
) -> None:
    said = bare(1000)
    with pytest.raises(SystemExit) as left:
        script.install_packages(script.missing_packages("offscreen"))
    assert left.value.code == 3
    last = capsys.readouterr().err.splitlines()[-1]
    venv = f"python{sys.version_info[0]}.{sys.version_info[1]}-venv"
    assert last == (
        f"  sudo apt-get install --no-install-recommends {venv} "
        "libegl1 libgl1 libglib2.0-0 libdbus-1-3 libfontconfig1 libxkbcommon0"
    )
    assert not said.exists()


def test_root_installs_what_is_missing_and_only_that(
    script: ModuleType, bare: Callable[[int], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    said = bare(0)
    monkeypatch.setattr(script, "is_loadable", lambda library: not library.startswith("libxcb"))
    script.install_packages(script.missing_packages(""))
    update, install = said.read_text().splitlines()
    assert update == "noninteractive -qq update"
    assert install.startswith("noninteractive install -qq -y ")
    assert install.endswith("-venv libxcb-cursor0 libxcb-icccm4 libxcb-keysyms1 libxcb-shape0")


@pytest.mark.parametrize(
    ("variables", "platform"),
    [
        ({}, "offscreen"),
        ({"DISPLAY": ":0"}, ""),
        ({"WAYLAND_DISPLAY": "wayland-0"}, ""),
        ({"DISPLAY": ":0", "QT_QPA_PLATFORM": "minimal"}, "minimal"),
    ],
)
def test_the_platform_follows_the_display(
    script: ModuleType, monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], platform: str
) -> None:
    for name in HIDDEN:
        monkeypatch.delenv(name, raising=False)
    for name, text in variables.items():
        monkeypatch.setenv(name, text)
    assert script.chosen_platform() == platform


def test_the_test_lock_holds_every_line_of_the_runtime_lock() -> None:
    runtime, tests = (
        {line.rstrip("\\ ") for line in (CHECKOUT / name).read_text().splitlines() if "==" in line}
        for name in ("requirements.lock", "requirements-test.lock")
    )
    assert runtime
    assert runtime <= tests


# What newer Pythons bring themselves; keyring asks for them on Python 3.11 alone.
BACKPORTS = {"backports-tarfile", "importlib-metadata", "lazy-importer", "zipp"}


def test_every_supported_python_installs_the_same_versions() -> None:
    for name in ("requirements.lock", "requirements-test.lock", "packaging/freeze/requirements-freeze.lock"):
        lines = [line for line in (CHECKOUT / name).read_text().splitlines() if "==" in line]
        names = [line.split("==")[0] for line in lines]
        assert names
        assert len(names) == len(set(names)), name
        by_python = {line.split("==")[0] for line in lines if "python_version" in line or "python_full_version" in line}
        assert by_python <= BACKPORTS, name
