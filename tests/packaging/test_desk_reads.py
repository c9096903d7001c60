"""Tests of desks look at `probe()`: what else they read may only become less."""

import pytest
from desk_reads import known, reads_by_file, reads_of


def test_no_file_reads_more_of_a_desk_than_it_did() -> None:
    found = {name: len(reads) for name, reads in reads_by_file().items()}
    more = {name: count for name, count in found.items() if count > known().get(name, 0)}
    assert not more, "use probe(), keys and the mouse; tests/support/desk_reads.py FILE lists the reads"
    assert found == known(), "fewer reads than the table has: tests/support/desk_reads.py lowers it"


@pytest.mark.parametrize(
    ("body", "reads"),
    [
        ("person.desk.probe().words", []),
        ("person.window.desk == 'judge'", []),
        ("person.desk.live.rows", ["person.desk.live.rows"]),
        ("desk = person.desk; view = desk.live; view.rows[0].name", ["desk.live", "view.rows"]),
        ("a, b = person.desk, 1; a.probe(); a.choice.one", ["a.choice.one"]),
        ("window.desk_widget('scores').live", ["window.desk_widget('scores').live"]),
        ("[one.desk.answer for one in people]", ["one.desk.answer"]),
    ],
)
def test_every_attribute_of_a_desk_but_its_probe_is_a_read(body: str, reads: list[str]) -> None:
    assert [read.what for read in reads_of(f"def test() -> None:\n    {body}\n")] == reads


def test_an_argument_of_a_class_of_desks_is_a_desk() -> None:
    assert [read.what for read in reads_of("def look(shown: ScoresDesk) -> None:\n    shown.live.say('')\n")] == [
        "shown.live.say"
    ]
