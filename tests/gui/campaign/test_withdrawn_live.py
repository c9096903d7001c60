"""A run withdrawn here or by another program: the queue and the ranking of an open window follow at once."""

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner
from person import Person
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from small import small_collection

from jurybox.collection.file import open_writing
from jurybox.collection.log import count_import
from jurybox_gui.cli import program

Come = Callable[..., Person]


@pytest.fixture
def person(come: Come, tmp_path: Path) -> Person:
    """Ana before her queue: of twelve answers the last was returned only by run two."""
    path = small_collection(tmp_path / "small.jury", labels=[(0, at, "correct") for at in range(11)])
    with closing(open_writing(path)) as db:
        db.execute("BEGIN IMMEDIATE")
        db.execute("DELETE FROM response WHERE answer = 12 AND run = 1")
        db.execute("UPDATE response SET id = id - 1 WHERE id > 12")
        count_import(db)
        db.execute("COMMIT")
    return come(path, assessor="Ana", desk="judge")


def asked(person: Person) -> tuple[int, int]:
    """Return how many answers the queue in the window has, and how many are open."""
    person.window.show_desk("judge")
    person.settle()
    progress = person.desk.queue_cursor.current_queue().progress
    return progress.total, progress.open


def by_keys(person: Person) -> None:
    """Withdraw run two on the Campaign page, or take it back."""
    person.window.show_desk("campaign")
    person.settle()
    person.press("W")
    QTest.keyClicks(QApplication.focusWidget(), "two")
    person.press("Return")
    person.wait(lambda: not person.program.campaign_files.storing)


def by_command(person: Person) -> None:
    """Withdraw run two from the command line, or take it back."""
    gone = person.session.facts.withdrawn
    words = ["withdraw", str(person.path), "two", *(["--back"] if gone else [])]
    assert CliRunner().invoke(program, words).exit_code == 0
    person.wait(lambda: person.session.facts.withdrawn != gone)


@pytest.mark.parametrize("withdraw", [by_keys, by_command])
def test_the_queue_follows_a_withdrawal_and_its_return(person: Person, withdraw: Callable[[Person], None]) -> None:
    assert asked(person) == (12, 1)
    withdraw(person)
    assert asked(person) == (11, 0)
    withdraw(person)
    assert asked(person) == (12, 1)
