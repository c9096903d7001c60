"""The check itself: its steps, how it ends, and which tests a change touches."""

import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "packaging"))

import check  # noqa: E402 - found after the path is set
from check import Step  # noqa: E402


@pytest.fixture
def step(tmp_path: Path) -> Callable[..., Step]:
    """Return a function that makes a step of a line of shell, in a folder of the test."""

    def step(name: str, line: str, *after: str) -> Step:
        return Step(name, ("sh", "-c", f"cd {tmp_path}; {line}"), after)

    return step


def test_steps_run_after_those_they_name_and_two_at_a_time(tmp_path: Path, step: Callable[..., Step]) -> None:
    # The first two wait for each other; the third would read nothing if it did not come after both.
    meet = "touch {mine}; until [ -e {other} ]; do sleep .01; done; echo {mine} >> order"
    steps = [
        step("third", "cat order > read", "first", "second"),
        step("first", meet.format(mine="a", other="b")),
        step("second", meet.format(mine="b", other="a")),
    ]
    assert check.run(steps, tmp_path) == ""
    assert sorted((tmp_path / "read").read_text().split()) == ["a", "b"]


def test_a_red_step_ends_the_others_which_tidy_up_and_no_more_begin(
    tmp_path: Path, step: Callable[..., Step], capsys: pytest.CaptureFixture[str]
) -> None:
    forever = "trap 'touch tidied; exit 1' TERM; touch begun; while :; do sleep 60 & wait; done"
    steps = [
        step("long", forever),
        step("red", "until [ -e begun ]; do sleep .01; done; echo what is wrong; exit 3"),
        step("later", "touch late"),
    ]
    began = time.monotonic()
    assert check.run(steps, tmp_path) == "red"
    assert time.monotonic() - began < 60, "it waited for the long step"
    assert (tmp_path / "tidied").exists()
    assert not (tmp_path / "late").exists()
    said = capsys.readouterr().out
    assert "what is wrong\nred: failed" in said
    assert "with status 3" in said


def test_what_cannot_be_done_here_is_said_and_fails_nothing(
    tmp_path: Path, step: Callable[..., Step], capsys: pytest.CaptureFixture[str]
) -> None:
    assert check.run([step("bare", "echo no bare system; exit 77"), step("next", "echo fine")], tmp_path) == ""
    lines = capsys.readouterr().out.splitlines()
    assert any(line.startswith("bare: skipped") and line.endswith("no bare system") for line in lines)
    assert any(line.startswith("next: passed") and line.endswith("fine") for line in lines)


@pytest.mark.parametrize("failing", [True, False])
def test_the_last_line_names_the_step_that_failed(
    failing: bool, step: Callable[..., Step], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(check, "changed_files", list)
    monkeypatch.setattr(check, "quick", lambda room, changed: [step("types", f"exit {int(failing)}")])
    assert check.main(["--quick"]) == failing
    last = capsys.readouterr().out.splitlines()[-1]
    assert last.startswith("Failed: types, in" if failing else "All checks passed in")


def test_the_whole_check_has_every_step_and_each_names_steps_that_there_are(tmp_path: Path) -> None:
    steps = check.whole(tmp_path)
    names = [each.name for each in steps]
    assert names == ["environment", "lint", "collection", "types", "bare-bookworm", "tests", "wheel", "bare-trixie"]
    assert {after for each in steps for after in each.after} <= set(names)
    (tests,) = (each for each in steps if each.name == "tests")
    assert "sweep" not in " ".join(tests.command), "the sweep is part of it"
    assert tests.environ == {"JURYBOX_EXAMPLES": "all"}
    assert "-x" in tests.command
    assert [each.environ["PYTEST_ADDOPTS"] for each in steps if each.name.startswith("bare-")] == ["-x", "-x"]


def test_every_room_has_its_tests_in_the_map() -> None:
    rooms = check.rooms()
    parts = [path for room in ("model/jurybox", "gui/jurybox_gui") for path in (ROOT / room).iterdir()]
    parts += (ROOT / "gui/jurybox_gui/desks").iterdir()
    packages = {str(path.relative_to(ROOT)) for path in parts if (path / "__init__.py").exists()}
    assert packages - rooms.keys() == set()
    assert {room for room in rooms if not (ROOT / room).is_dir()} == set()
    assert {name for tests in rooms.values() for name in tests if not list(ROOT.glob(name))} == set()
    assert [room for room, tests in rooms.items() if not tests] == []


@pytest.mark.parametrize(
    ("changed", "touched"),
    [
        ("model/jurybox/gold/votes_that_are_new.py", {"tests/model/gold"}),
        ("gui/jurybox_gui/desks/judging/answer/new.py", {"tests/gui/desks/judging/answer"}),
        ("tests/model/gold/conftest.py", {"tests/model/gold"}),
        ("tests/packaging/test_check.py", {"tests/packaging/test_check.py"}),
        ("tests/model/test_that_was_deleted.py", set()),
        ("assets/help/judging.md", {"tests/packaging"}),
        ("run.py", {"tests/packaging"}),
    ],
)
def test_a_change_touches_the_tests_of_its_room(changed: str, touched: set[str]) -> None:
    assert set(check.touched([changed])) == touched


def test_a_change_touches_the_tests_that_import_it_and_through_what_tests_share() -> None:
    assert "tests/gui/shell/test_doctor.py" in check.touched(["gui/jurybox_gui/doctor.py"])
    assert "tests/gui/test_report_pages.py" in check.touched(["gui/jurybox_gui/report_pages.py"])
    shared = check.touched(["tests/support/walker.py"])
    assert shared
    assert all(name.startswith("tests/") and name.endswith(".py") for name in shared)
    once, all_of_them = check.touched(["model/jurybox/demos.py"]), check.touched(["tests/support/demo_file.py"])
    assert len(all_of_them) > 20, "every test that copies a demo"
    assert {Path(name).parts[:2] for name in once} >= {("tests", "model"), ("tests", "gui")}


def test_deepest_tests_alone_are_named_once() -> None:
    names = check.touched(["model/jurybox/gold/gold.py", "tests/model/gold/test_gold_is_not_there.py"])
    assert "tests/model/gold" in names
    assert not any(name.startswith("tests/model/gold/") for name in names)
