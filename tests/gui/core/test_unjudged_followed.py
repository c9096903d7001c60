"""What unjudged answers of ranked lists count as: the window and the command line always say the same."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner
from person import Person

from jurybox.campaign.assignments import Campaign, store_campaign
from jurybox.cli.commands import Jurybox
from jurybox.collection.file import create
from jurybox.formats.imports import import_into
from jurybox.scoring import UNJUDGED_MEANS

Come = Callable[..., Person]


@pytest.fixture
def pooled(tmp_path: Path) -> Path:
    """Two runs with imported judgments of some of their answers; nobody is assigned, nobody judged here."""
    one, other, qrels, path = (tmp_path / name for name in ("one.txt", "other.txt", "qrels.txt", "c.jury"))
    one.write_text("".join(f"{q} Q0 d{at} {at} {9 - at} one\n" for q in (1, 2) for at in (1, 2, 3)))
    other.write_text("".join(f"{q} Q0 d{at} {5 - at} {at} other\n" for q in (1, 2) for at in (2, 3, 4)))
    qrels.write_text("1 0 d2 1\n1 0 d3 0\n2 0 d1 1\n")
    create(path)
    import_into(path, [one, other], as_format="trec-run")
    import_into(path, [qrels], as_format="trec-qrels")
    return path


def on_the_command_line(path: Path) -> str:
    """Return how `jurybox score` treats unjudged answers."""
    told = CliRunner().invoke(Jurybox("jurybox"), ["score", str(path), "--format", "json"])
    assert not told.exit_code, told.output
    return str(json.loads(told.output)["unjudged"])


def scores_on_the_command_line(path: Path) -> list[float | None]:
    """Return every score that `jurybox score` prints, run by run; None where there is none."""
    told = CliRunner().invoke(Jurybox("jurybox"), ["score", str(path), "--format", "json"])
    return [score["value"] for run in json.loads(told.output)["runs"] for score in run["measure"].values()]


def in_the_window(person: Person) -> str:
    """Return how the scores of the window treat unjudged answers, as the Scores desk says below its table."""
    bridge = person.program.bridge
    assert bridge is not None
    assert bridge.scoreboard is not None
    assert bridge.scoreboard.unjudged == bridge.unjudged
    person.press("Ctrl+2")
    assert UNJUDGED_MEANS[bridge.unjudged] in person.desk.probe().heard
    return bridge.unjudged


def default_on_campaign(person: Person) -> str:
    """Return the first choice of the Campaign desk, which leaves it to the default."""
    person.press("Ctrl+6")
    return str(person.desk.facts.unjudged.itemText(0))


def choose(person: Person, key: str, combo: object, words: str) -> None:
    """Choose an entry of a combo box by its key and the arrow keys."""
    texts = [combo.itemText(at) for at in range(combo.count())]  # type: ignore[attr-defined]
    way = texts.index(words) - combo.currentIndex()  # type: ignore[attr-defined]
    person.press(key, *["Down" if way > 0 else "Up"] * abs(way), "Return")
    assert combo.currentText() == words  # type: ignore[attr-defined]


def test_a_label_moves_no_rule_and_its_undo_restores_the_scores(come: Come, pooled: Path) -> None:
    before = scores_on_the_command_line(pooled)
    person = come(pooled, assessor="Chair", desk="judge")
    assert in_the_window(person) == on_the_command_line(pooled) == "nonrelevant"
    assert default_on_campaign(person) == "Default: unjudged counts as not relevant"
    person.press("Ctrl+1")
    shown = person.desk.queue_cursor.answer
    person.press("1")
    assert person.desk.queue_cursor.answer != shown
    person.settle()
    assert in_the_window(person) == on_the_command_line(pooled) == "nonrelevant"
    assert scores_on_the_command_line(pooled).count(None) == before.count(None)
    person.press("Ctrl+Z")
    person.settle()
    assert in_the_window(person) == on_the_command_line(pooled) == "nonrelevant"
    assert scores_on_the_command_line(pooled) == before


def test_labels_of_a_collection_without_imported_judgments_hide_nothing_as_not_relevant(
    come: Come, pooled: Path, tmp_path: Path
) -> None:
    path = tmp_path / "new.jury"
    create(path)
    import_into(path, [tmp_path / "one.txt"], as_format="trec-run")
    person = come(path, assessor="Chair", desk="judge")
    person.press("1")
    person.settle()
    assert in_the_window(person) == on_the_command_line(path) == "wait"
    import_into(path, [tmp_path / "qrels.txt"], as_format="trec-qrels")
    assert on_the_command_line(path) == "wait"


def test_what_changes_the_rule_says_so_and_offers_the_one_from_before(come: Come, pooled: Path) -> None:
    person = come(pooled, assessor="Chair", desk="scores")
    person.session.store(lambda db: store_campaign(db, Campaign(("Chair",))), "assign")
    person.settle()
    assert in_the_window(person) == on_the_command_line(pooled) == "wait"
    assert "questions with unjudged answers wait. Before, unjudged answers count as not relev" in person.window.message
    banner = person.window.notices.banner
    assert banner is not None
    (keep,) = (button for button in banner.buttons if button.text() == "Keep the rule from before")
    keep.click()
    person.settle()
    assert in_the_window(person) == on_the_command_line(pooled) == "nonrelevant"
    assert person.window.message == ""


def test_the_command_line_says_that_the_rule_changed(pooled: Path) -> None:
    told = CliRunner().invoke(Jurybox("jurybox"), ["assign", str(pooled), "--to", "Ana"])
    assert "All scores follow another rule now: questions with unjudged answers wait." in told.stderr
    assert "jurybox setup FILE --unjudged nonrelevant" in told.stderr
    again = CliRunner().invoke(Jurybox("jurybox"), ["assign", str(pooled), "--to", "Ana", "--to", "Bo"])
    assert "rule" not in again.stderr


def test_a_choice_of_the_window_ends_when_the_collection_chooses(come: Come, pooled: Path) -> None:
    person = come(pooled, assessor="Chair", desk="scores")
    choose(person, "Shift+U", person.desk.options.unjudged, "is removed from lists")
    assert in_the_window(person) == "condensed"
    assert on_the_command_line(pooled) == "nonrelevant"
    person.press("Ctrl+6")
    choose(person, "Shift+U", person.desk.facts.unjudged, "Unjudged waits")
    assert in_the_window(person) == on_the_command_line(pooled) == "wait"
    assert person.desk.options.unjudged.currentText() == "default: waits"


def test_the_longest_choice_on_campaign_is_not_cut(come: Come, pooled: Path) -> None:
    person = come(pooled, assessor="Chair", desk="campaign")
    person.window.resize(1280, 800)
    person.settle()
    assert "Default: unjudged counts as not relevant" in person.desk.probe().words


def test_scores_can_follow_the_collection_again(come: Come, pooled: Path) -> None:
    person = come(pooled, assessor="Chair", desk="scores")
    followed = "default: counts as not relevant"
    assert person.desk.options.unjudged.currentText() == followed
    choose(person, "Shift+U", person.desk.options.unjudged, "waits")
    assert in_the_window(person) == "wait"
    choose(person, "Shift+U", person.desk.options.unjudged, followed)
    assert in_the_window(person) == on_the_command_line(pooled) == "nonrelevant"
