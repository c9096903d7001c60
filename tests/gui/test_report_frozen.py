"""Whether `report --verify` notices that the frozen gold standard below a report is another one now."""

import base64
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from small import small_collection

from jurybox.campaign.freezing import freezing
from jurybox.collection.facts import FROZEN
from jurybox.collection.file import open_reading
from jurybox.collection.frozen_gold import read_answer_keys
from jurybox.collection.state import State
from jurybox.commands import SetFact, adjudicate
from jurybox.session import Session, open_session
from jurybox_gui.cli import program

pytestmark = pytest.mark.usefixtures("quick_pictures")
NAME = "official"


def run(*words: object) -> Any:
    return CliRunner().invoke(program, [str(word) for word in words])


def change(path: Path, *steps: Callable[[Session], object]) -> None:
    """Change a collection as its organizer."""
    with closing(open_session(path, assessor="organiser")) as session:
        for step in steps:
            step(session)
        session.flush()


def decide(session: Session) -> None:
    """Decide otherwise about the second answer."""
    session.execute(adjudicate((1,), "incorrect", ""))


def unfreeze(session: Session) -> None:
    session.execute(SetFact(f"{FROZEN}{NAME}", None))


def freeze_again(session: Session) -> None:
    """Freeze what is in force now under the name that was taken."""
    with closing(open_reading(session.path)) as db:
        keys = read_answer_keys(db)
    session.execute(freezing(session.collection, keys, NAME))


def turn_a_frozen_label(session: Session) -> None:
    """Put another value into the frozen labels of one answer, and leave the digest as it is."""
    record = session.facts.frozen[NAME].record()
    rows = bytearray(base64.b64decode(record["answers"]))
    value = int.from_bytes(rows[8:10], "little")
    rows[8:10] = ((value + 1) % len(record["values"])).to_bytes(2, "little")
    record["answers"] = base64.b64encode(rows).decode("ascii")
    session.execute(SetFact(f"{FROZEN}{NAME}", record))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    labels = [(who, at, "correct" if at % 3 else "incorrect") for who in (0, 1) for at in range(12)]
    path = small_collection(tmp_path / "small.jury", labels=labels)
    assert run("freeze", path, NAME).exit_code == 0
    return path


@pytest.fixture
def report(path: Path, tmp_path: Path) -> Path:
    """A report that rests on the frozen gold standard, and holds."""
    folder = tmp_path / "report"
    done = run("report", path, "-o", folder, "--draws", "20", "--measure", "accuracy")
    assert done.exit_code == 0, done.output
    assert run("report", path, "-o", folder, "--verify").output == "The report is valid.\n"
    return folder


def verified(path: Path, report: Path) -> list[str]:
    """Return what is said of a report that does not hold, without the files."""
    found = run("report", path, "-o", report, "--verify")
    assert found.exit_code == 1
    lines: list[str] = found.output.splitlines()
    assert any(line.startswith("report.html is not what the collection gives now") for line in lines)
    return [line for line in lines[:-1] if "is not what the collection gives" not in line]


def frozen(path: Path) -> tuple[str, str]:
    """Return the day and the beginning of the digest of the frozen gold standard."""
    with closing(State(path)) as state:
        one = state.facts.frozen[NAME]
        return one.day, one.digest[:12]


def test_labels_that_were_frozen_and_are_others_now_are_noticed(path: Path, report: Path) -> None:
    day, digest = frozen(path)
    change(path, turn_a_frozen_label)
    said = verified(path, report)
    assert "The labels frozen as official do not match the digest they were frozen with." in said
    before = f"Gold standard as frozen under “official” on {day} (digest {digest})."
    now = f"Differs from gold “official”, frozen on {day}, in 1 answer."
    assert f"The report was made with: {before} Now: {now}" in said


def test_another_gold_standard_frozen_under_the_same_name_is_noticed(path: Path, report: Path) -> None:
    """Its labels are those in force and have their digest: only the report knows of the one before."""
    day, digest = frozen(path)
    change(path, unfreeze, decide, freeze_again)
    again_day, again = frozen(path)
    assert again != digest
    assert run("freeze", path).exit_code == 0
    before = f"Gold standard as frozen under “official” on {day} (digest {digest})."
    now = f"Gold standard as frozen under “official” on {again_day} (digest {again})."
    assert f"The report was made with: {before} Now: {now}" in verified(path, report)


def test_a_gold_standard_that_is_not_frozen_any_more_is_noticed(path: Path, report: Path) -> None:
    change(path, unfreeze)
    (said,) = [line for line in verified(path, report) if line.startswith("The report was made with:")]
    assert said.endswith("Now: No gold standard is frozen.")


def test_a_label_that_changed_since_is_counted(path: Path, report: Path) -> None:
    change(path, decide)
    (said,) = [line for line in verified(path, report) if line.startswith("The report was made with:")]
    assert "Now: Differs from gold “official”, frozen on " in said
    assert said.endswith(", in 1 answer.")


def test_what_was_frozen_after_the_report_is_said_where_it_differs(path: Path, tmp_path: Path) -> None:
    change(path, unfreeze)
    folder = tmp_path / "before"
    assert run("report", path, "-o", folder, "--draws", "20", "--measure", "accuracy").exit_code == 0
    change(path, freeze_again, decide)
    said = verified(path, folder)
    assert any(line.startswith("Differs from gold “official”, frozen on ") for line in said)
    assert not any("The report was made with" in line for line in said)
