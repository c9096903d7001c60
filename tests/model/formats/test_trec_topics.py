"""TREC topics: ad hoc ones with title, description and narrative, and questions of the early QA tracks."""

from contextlib import closing
from pathlib import Path

import pytest

from jurybox.collection.file import create, open_reading
from jurybox.collection.findings import Report
from jurybox.formats.imports import import_into, prepare

AD_HOC = """<top>

<num> Number: 301
<title> International Organized Crime

<desc> Description:
Identify organizations that participate in international criminal
activity.

<narr> Narrative:
A relevant document must identify the organization.
Vague references are not relevant.

</top>

<top>
<head> Tipster Topic Description
<num> Number: 302
<title> Topic: Poliomyelitis
<con> Concept(s):
1. polio
</top>
"""
QA = """<top>

<num> Number: 1894
<type> Type: factoid
<desc> Description:
How far is it from Earth to Mars?
</top>
<TOP>
<NUM> Number: 1901 </NUM>
<TYPE>definition</TYPE>
<DESC>Who is Aaron Copland?</DESC>
</TOP>
<top>
<num> Number: 1915
<type> Type: list
<desc> Description:
List the names of chewing gums.
"""


def report_of(tmp_path: Path, text: str) -> Report:
    (tmp_path / "topics.txt").write_text(text, encoding="utf-8")
    with prepare([tmp_path / "topics.txt"], as_format="trec-topics") as prepared:
        return prepared.report


def stored(tmp_path: Path, text: str) -> list[tuple[str, str, str, str]]:
    """Return name, kind, text and guideline of the questions that topics become."""
    (tmp_path / "topics.txt").write_bytes(text.encode())
    create(tmp_path / "c.jury")
    import_into(tmp_path / "c.jury", [tmp_path / "topics.txt"])
    with closing(open_reading(tmp_path / "c.jury")) as db:
        return db.execute("SELECT name, kind, text, coalesce(guideline, '') FROM question ORDER BY id").fetchall()


def test_ad_hoc_topics_become_ranked_questions_with_their_narrative_as_guideline(tmp_path: Path) -> None:
    assert stored(tmp_path, AD_HOC) == [
        (
            "301",
            "ranked",
            "International Organized Crime",
            "\n".join(
                (
                    "Identify organizations that participate in international criminal activity.",
                    "A relevant document must identify the organization. Vague references are not relevant.",
                )
            ),
        ),
        ("302", "ranked", "Poliomyelitis", ""),
    ]


def test_questions_of_the_early_tracks_have_their_kinds(tmp_path: Path) -> None:
    assert stored(tmp_path, QA) == [
        ("1894", "factoid", "How far is it from Earth to Mars?", ""),
        ("1901", "other", "Who is Aaron Copland?", ""),
        ("1915", "list", "List the names of chewing gums.", ""),
    ]


def test_a_topic_of_number_and_description_alone_is_a_factoid_question(tmp_path: Path) -> None:
    text = "<top>\n<num> Number: 201\n<desc> Description:\nWhere is Belize?\n</top>\n"
    assert stored(tmp_path, text) == [("201", "factoid", "Where is Belize?", "")]


def test_parts_that_are_not_read_are_named(tmp_path: Path) -> None:
    notes = [str(one) for one in report_of(tmp_path, AD_HOC).findings if one.severity == "note"]
    assert "topics.txt: Parts of topics are left out: <con>, <head>." in notes


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("<top>\n<title> owls\n</top>\n", "topics.txt:1: This topic has no number."),
        ("<top>\n<num> Number: 3\n</top>\n", "topics.txt:1: This topic has no title and no description."),
        (
            "\n<top>\n<num> 3\n<type> Type: riddle\n<desc> Description:\nWhy?\n</top>\n",
            "topics.txt:2: The type is 'riddle'. Write factoid, list, definition or other.",
        ),
        (
            "<top>\n<num> 3\n<title> owls\n</top>\nThe end.\n",
            "topics.txt:5: 'The end.' is outside a topic. Begin each topic with a line <top>.",
        ),
    ],
)
def test_what_is_wrong_with_a_topic_is_said_with_its_line(tmp_path: Path, text: str, error: str) -> None:
    errors = [str(one) for one in report_of(tmp_path, text).findings if one.severity == "error"]
    assert any(each.startswith(error) for each in errors), errors


def test_topics_give_questions_of_qrels_their_texts_in_one_import(tmp_path: Path) -> None:
    (tmp_path / "topics.301").write_text(AD_HOC, encoding="utf-8")
    (tmp_path / "qrels").write_text("301 0 d1 1\n302 0 d2 0\n", encoding="utf-8")
    create(tmp_path / "c.jury")
    import_into(tmp_path / "c.jury", [tmp_path / "qrels", tmp_path / "topics.301"])
    with closing(open_reading(tmp_path / "c.jury")) as db:
        assert db.execute("SELECT count(*) FROM question WHERE text <> ''").fetchone() == (2,)


@pytest.mark.parametrize("ends", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_ends_of_lines_and_a_byte_order_mark_change_nothing(tmp_path: Path, ends: str, mark: str) -> None:
    (tmp_path / "plain").mkdir()
    (tmp_path / "other").mkdir()
    other = stored(tmp_path / "other", mark + QA.replace("\n", ends))
    assert other == stored(tmp_path / "plain", QA)
