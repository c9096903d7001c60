"""Pages for any browser, handed out in the window, and what comes back: chosen or dropped."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from pages import PaperPage
from small import small_collection

from jurybox.collection.organizer import ORGANIZER
from jurybox.commands import SetFact
from jurybox_gui.dialogs.files import PAGES

if TYPE_CHECKING:
    from pathlib import Path

    from person import Come, Person


@pytest.fixture
def person(come: Come, tmp_path: Path) -> Person:
    return come(small_collection(tmp_path / "small.jury"), desk="campaign", assessor=ORGANIZER)


def returned(page: Path, target: Path) -> Path:
    paper = PaperPage(page)
    paper.say(paper.on("q1", "Answer 1"), label="correct")
    return paper.save(target)


def test_a_page_is_written_and_its_labels_dropped_and_merged(person: Person, tmp_path: Path) -> None:
    person.program.campaign_files.write_own("Ana", tmp_path / "ana.html")
    person.wait(lambda: "ana.html is ready for Ana: a page for any browser." in person.words())
    person.program.take_paths([returned(tmp_path / "ana.html", tmp_path / "ana.jury-labels")])
    person.wait(lambda: "Merging adds 1 entry." in person.words())
    person.click("Merge 1 file")
    person.wait(lambda: any("1 entry is new." in word for word in person.words()))
    assert person.session.ledger.labels[0, 0] > 0


def test_everybodys_pages_are_written_and_said(person: Person, tmp_path: Path) -> None:
    person.program.campaign_files.write_pages(tmp_path / "pages")
    person.wait(lambda: "2 pages are ready in pages." in person.words())
    assert sorted(one.name for one in (tmp_path / "pages").iterdir()) == ["small-Ana.html", "small-Ben.html"]


def test_a_page_is_a_kind_of_file_to_choose(person: Person) -> None:
    from PySide6.QtWidgets import QFileDialog

    person.program.campaign_files.hand_out(person.window, "Ana")
    person.wait(lambda: bool(person.window.findChildren(QFileDialog)))
    (dialog,) = person.window.findChildren(QFileDialog)
    assert PAGES in dialog.nameFilters()
    dialog.reject()


def test_who_does_not_see_the_campaign_merges_nothing(person: Person, tmp_path: Path) -> None:
    person.program.campaign_files.write_own("Ana", tmp_path / "ana.html")
    person.wait((tmp_path / "ana.html").exists)
    file = returned(tmp_path / "ana.html", tmp_path / "ana.jury-labels")
    person.session.execute(SetFact("mode", "judging"))
    person.program.sit("Ben")
    person.program.take_paths([file])
    person.wait(lambda: any("Only the organizer sees the campaign" in word for word in person.words()))
    assert not (person.session.ledger.labels[0] > 0).any()
