"""Fixtures that every test may use: small collections, and a home of its own."""

import gc
import os
import signal
from collections.abc import Generator, Iterator
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from examples import NEW, examples
from hypothesis import HealthCheck, settings
from steady_codes import steady_codes

from jurybox.formats.child import keep_one

if TYPE_CHECKING:
    from patient_bot import PatientBot
    from PySide6.QtWidgets import QApplication

# How long an example takes says how busy the machine is, not whether the program is right.
settings.register_profile(
    "jurybox",
    max_examples=examples(100),
    deadline=None,
    derandomize=not NEW,
    suppress_health_check=[HealthCheck.too_slow],
)
if NEW and not os.access(Path(__file__).parents[1], os.W_OK):
    # Failing examples are kept in the checkout; one that belongs to somebody else keeps none.
    settings.register_profile("jurybox", settings.get_profile("jurybox"), database=None)
settings.load_profile("jurybox")

keep_one()
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as the program does; some tests load numpy before it
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # A shell that starts the tests in the background has Ctrl-C ignored, also by the programs they start.
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Look for no garbage while the tests are imported, and later for none among what was imported."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


# In a fresh checkout each process compiles the tests that no other has compiled yet: each begins elsewhere.
PROCESS = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
PROCESSES = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Begin with another part of every folder than the other processes."""
    report = yield
    if isinstance(collector, pytest.Directory):
        first = PROCESS * len(report.result) // PROCESSES
        report.result = [*report.result[first:], *report.result[:first]]
    return report


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> Generator[None]:
    """Begin with the long tests, so that no process waits for one of them in the end.

    All processes have to find the tests in one order, wherever they began.
    """
    if PROCESSES > 1:
        items.sort(key=lambda item: item.path.parts)
    yield
    items.sort(key=lambda item: item.get_closest_marker("long") is None)


@pytest.fixture(scope="session")
def qapp(qapp: "QApplication") -> "QApplication":
    """Return the application; from now on, collect garbage only between tests and between events."""
    gc.disable()
    return qapp


def pytest_runtest_setup() -> None:
    """Collect what earlier tests left, where Python does not."""
    if not gc.isenabled():
        from jurybox_gui.core.garbage import collect

        collect()


@pytest.fixture
def qtbot(qapp: "QApplication", request: pytest.FixtureRequest) -> "PatientBot":
    """Return the qtbot that never gives up on a busy machine."""
    from patient_bot import PatientBot

    return PatientBot(request)


@pytest.fixture
def quick_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let reports hold the numbers of their pictures, and no pages: drawing takes most of a report's time."""
    from jurybox.figures import csv_of

    monkeypatch.setattr("jurybox_gui.report.draw", lambda figure, form: f"{form} {csv_of(figure)}".encode())
    monkeypatch.setattr("jurybox_gui.report.print_pages", lambda document: f"%PDF {document.title}".encode())


@pytest.fixture(scope="session")
def homes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Return the folders for homes; to number one, pytest would read the names of all that tests made."""
    folder = tmp_path_factory.mktemp("homes")
    return (folder / str(number) for number in count())


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(
    fixturedef: pytest.FixtureDef[object], request: pytest.FixtureRequest
) -> Generator[None, object, object]:
    """Draw the same codes for what several tests share, whichever of them comes first."""
    if fixturedef.scope == "function":
        return (yield)
    with steady_codes(f"{fixturedef.baseid} {fixturedef.argname} {getattr(request, 'param', '')}"):
        return (yield)


@pytest.fixture(autouse=True)
def codes(request: pytest.FixtureRequest) -> Iterator[None]:
    """Draw codes that are the same whenever and wherever this test runs."""
    with steady_codes(request.node.name):
        yield


@pytest.fixture(autouse=True)
def home(homes: Iterator[Path], monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep every test away from the settings and the demos of the person who runs it."""
    folder = next(homes)
    folder.mkdir()
    for name in ("HOME", "USERPROFILE", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(name, str(folder))
    return folder
