"""Fixtures that every test may use: small collections, and a home of its own."""

import gc
import os
import signal
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from examples import examples
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from patient_bot import PatientBot
    from PySide6.QtWidgets import QApplication

# How long an example takes says how busy the machine is, not whether the program is right.
settings.register_profile(
    "jurybox", max_examples=examples(100), deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
if not os.access(Path(__file__).parents[1], os.W_OK):
    # Failing examples are kept in the checkout; one that belongs to somebody else keeps none.
    settings.register_profile("jurybox", settings.get_profile("jurybox"), database=None)
settings.load_profile("jurybox")

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as the program does; some tests load numpy before it
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # A shell that starts the tests in the background has Ctrl-C ignored, also by the programs they start.
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the long tests, so that no process waits for one of them in the end."""
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


@pytest.fixture(autouse=True)
def home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep every test away from the settings and the demos of the person who runs it."""
    folder = tmp_path_factory.mktemp("home")
    for name in (
        "HOME",
        "USERPROFILE",
        "XDG_CONFIG_HOME",
        "XDG_DATA_HOME",
        "XDG_CACHE_HOME",
        "XDG_STATE_HOME",
    ):
        monkeypatch.setenv(name, str(folder))
    return folder
