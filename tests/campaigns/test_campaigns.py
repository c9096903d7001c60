"""Whole campaigns, imported, assigned, judged apart, merged and adjudicated: every number is the oracle's.

The numbers of commands, reports and screens are read as people read them and compared with what an oracle
makes of the exported tables; the exported tables are compared with what everybody was asked to say.
"""

import math
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from campaigns.by_keys import with_keys
from campaigns.checking import check_commands, check_queue, check_report, check_screens, nothing_is_lost
from campaigns.figures import Compared
from campaigns.generated import Campaign
from campaigns.organizer import Judging, Organizer, played, say_all
from campaigns.screens import BESIDE, spaces_desk
from demo_file import demo_file
from person import Person, come
from sweeps import swept

from jurybox.demos import demos
from jurybox.measures import measure

pytestmark = pytest.mark.usefixtures("quick_pictures")

__all__ = ["come"]

Come = Callable[..., Person]
MANY, BLOCKS = 200, 10
FLIPPING = 76
"""A campaign in which a decision would swap two runs: Disagreements shows the scores now."""
SILENT = 132
"""A campaign of decisions on many answers, of which runs leave some undecided."""
SCREENED = (*range(2, MANY, 9), 87)
"""The campaigns of the long run whose report is read and that are looked at in the window."""


def play(seed: int, folder: Path, compared: Compared, how: Judging = say_all, kind: str = "") -> None:
    """Play a campaign and compare what commands print."""
    folder.mkdir()
    organizer = played(Campaign(seed, kind), folder, how)
    tables = check_commands(organizer, compared)
    if how is say_all:
        compared.wrong += nothing_is_lost(organizer, tables)


@pytest.mark.parametrize("seed", [2, *swept((7, 8, 9, 13, 20))])
@pytest.mark.sweep
def test_commands_say_of_a_campaign_what_its_tables_say(seed: int, tmp_path: Path) -> None:
    compared = Compared()
    play(seed, tmp_path / "c", compared)
    assert not compared.wrong, compared.wrong[:20]
    assert sum(compared.count.values()) > 100


def look(seed: int, come: Come, tmp_path: Path) -> tuple[Compared, Organizer]:
    """Play a campaign and compare what its report and the window show."""
    compared = Compared()
    organizer = played(Campaign(seed), tmp_path)
    tables = organizer.tables()
    check_report(organizer, tables, compared)
    person = come(organizer.path, assessor="organiser")
    check_screens(person, organizer, tables, compared)
    person.close()
    for who in organizer.own:
        person = come(organizer.path, assessor=who)
        check_queue(person, who, tables, compared)
        person.close()
    assert not compared.wrong, compared.wrong[:20]
    return compared, organizer


@pytest.mark.parametrize("seed", [4, *swept((15, FLIPPING))])
@pytest.mark.sweep
def test_every_screen_says_of_a_campaign_what_its_tables_say(seed: int, come: Come, tmp_path: Path) -> None:
    compared, organizer = look(seed, come, tmp_path)
    assert min(compared.count[where] for where in ("Scores", "report", "Campaign")) > 1
    if seed == FLIPPING:
        assert compared.count["now"] >= 2 * len(organizer.campaign.runs)


@pytest.mark.sweep
def test_spaces_says_of_runs_that_keep_silent_what_scores_says(come: Come, tmp_path: Path) -> None:
    compared, organizer = look(SILENT, come, tmp_path)
    rows = organizer.campaign.tables["responses"]
    assert sum(row["decision"] == "" for row in rows) > len(rows) / 10
    assert compared.count["Spaces"] >= len(organizer.campaign.runs) * (len(BESIDE) + 3)


@pytest.mark.sweep
@pytest.mark.parametrize("name", [one.name for one in demos()])
def test_spaces_and_scores_agree_on_a_demo(name: str, come: Come, tmp_path: Path) -> None:
    person, compared = come(demo_file(tmp_path / "demo.jury", name), assessor="organiser"), Compared()
    board = person.program.bridge and person.program.bridge.scoreboard
    assert board is not None
    for shown in spaces_desk(person):
        right = {
            (what, one, board.name_of(run)): None if math.isnan(value) else value
            for what, one in {key[:2] for key in shown}
            for run in board.runs
            for value in [board.score(measure(one), run).value]
        }
        compared.compare("Spaces", shown, right, whole=False)
    assert not compared.wrong, compared.wrong[:20]
    assert compared.count["Spaces"] > len(board.runs)


@pytest.mark.parametrize("kind", ["validation", *swept(["ranked"])])
def test_a_campaign_judged_with_keys_is_counted_so(kind: str, come: Come, tmp_path: Path) -> None:
    compared = Compared()
    play(4 if kind == "validation" else 1, tmp_path / "c", compared, with_keys(come), kind)
    assert not compared.wrong, compared.wrong[:20]


@pytest.mark.soak
@pytest.mark.parametrize("block", range(BLOCKS))
def test_every_number_of_many_campaigns_is_that_of_the_oracle(
    block: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Two hundred campaigns, in blocks so that several processes can share them."""
    compared = Compared()
    for seed in range(block, MANY, BLOCKS):
        folder = tmp_path / str(seed)
        folder.mkdir()
        organizer = played(Campaign(seed), folder)
        before = len(compared.wrong)
        tables = check_commands(organizer, compared)
        check_report(organizer, tables, compared)
        compared.wrong += nothing_is_lost(organizer, tables)
        compared.wrong[before:] = [f"{seed}: {text}" for text in compared.wrong[before:]]
        shutil.rmtree(folder)
    with capsys.disabled():
        print(f"\n{sum(compared.count.values()):,} numbers compared, {len(compared.wrong)} differ")
        print(compared.by_screen())
    assert not compared.wrong, compared.wrong[:50]


@pytest.mark.soak
@pytest.mark.parametrize("seed", SCREENED)
def test_the_screens_of_many_campaigns_say_what_their_tables_say(
    seed: int, come: Come, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    compared, _ = look(seed, come, tmp_path)
    with capsys.disabled():
        print(f"\n{sum(compared.count.values()):,} numbers compared on screens: {compared.by_screen()}")
