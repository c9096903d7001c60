"""A whole campaign from raw files to a frozen, verified report, with the keys of everybody who takes part."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from campaigns.at_the_boards import Hands
from campaigns.at_the_desk import Organizing
from campaigns.checking import check_report, check_scores, golds_of
from campaigns.figures import Compared
from campaigns.generated import Campaign
from campaigns.organizer import Organizer, as_json, jurybox
from campaigns.should import Should
from campaigns.trec2004 import GONE, LATE, Trec2004
from person import Person, come

__all__ = ["come"]

pytestmark = [pytest.mark.soak, pytest.mark.usefixtures("quick_pictures")]

DATA = Path(__file__).parents[2].parent / "shared" / "data" / "trec-qa-2004"
PEOPLE = {"Ana": 0.03, "Ben": 0.08, "Chie": 0.15}
"""How often each of them errs."""
FEWEST_FIGURES = 500


def official(path: Path) -> dict[str, Any]:
    """The scores of each run by the frozen gold standard."""
    return {row["run"]: row["measure"] for row in as_json("score", path, "--gold", "official")["runs"]}


def kept_out(path: Path) -> list[tuple[str, str]]:
    """The questions without a score, each with the reason."""
    return [(row["question"], row["reason"]) for row in as_json("left-out", path, status=(0, 1))["left_out"]]


@pytest.mark.skipif(not DATA.exists(), reason="the test set of TREC 2004 is not here")
def test_the_question_series_of_trec_2004_come_to_an_official_end(
    come: Callable[..., Person], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def tell(who: str, hands: Hands, began: float) -> None:
        with capsys.disabled():
            keys = ", ".join(f"{count:,} on {desk}" for desk, count in hands.keys.items())
            print(f"\n{who}: {hands.keys.total():,} keys ({keys}), {time.monotonic() - began:.0f} s")

    trec, path = Trec2004(DATA), tmp_path / "trec.jury"
    jurybox("new", path, "--name", "TREC 2004")
    for source in trec.sources():
        jurybox("import", path, source)
    jurybox("import", path, *trec.write_runs(tmp_path / "runs"))
    to = [word for name in PEOPLE for word in ("--to", name)]
    jurybox("assign", path, *to, "--overlap", 2, "--together")
    for name, errs in PEOPLE.items():
        own, began = tmp_path / f"{name}.jury", time.monotonic()
        jurybox("assign", path, "--hand-out", name, "-o", own)
        person = come(own, assessor=name)
        hands = Hands(person, trec, name, errs)
        hands.judge_all()
        person.close()
        jurybox("merge", path, own)
        tell(name, hands, began)

    began = time.monotonic()
    person = come(path, assessor="organiser")
    organizing = Organizing(person, trec, "organiser", 0)
    decided = organizing.decide_all()
    left = organizing.settle_what_is_left({"7.4": "no nugget was ever found"})
    organizing.freeze("official")
    person.close()
    tell(f"organizer, {decided} decisions", organizing, began)
    assert set(left) <= {"dropped", "undefined"}
    reasons = kept_out(path)
    assert len(reasons) == sum(left.values())

    before, series = official(path), as_json("score", path)["runs"][0]["measure"]["series"]
    assert series["units"] + series["left_out"] == len({name.partition(".")[0] for name in trec.kinds})
    report = tmp_path / "report"
    jurybox("report", path, "-o", report, "--gold", "official", "--draws", 100)
    jurybox("report", path, "-o", report, "--verify")
    compared = Compared()
    organizer = Organizer(Campaign(1, "series", "answers"), tmp_path / "read")
    organizer.folder.mkdir()
    organizer.path, organizer.campaign.with_key = path, False
    tables = organizer.tables()
    for gold in golds_of(organizer, tables):
        check_scores(organizer, Should(tables, gold), compared)
    check_report(organizer, tables, compared)
    with capsys.disabled():
        print(f"{sum(compared.count.values()):,} figures: {compared.by_screen()}; kept out: {reasons}")
    assert not compared.wrong, compared.wrong[:20]
    assert sum(compared.count.values()) > FEWEST_FIGURES

    jurybox("import", path, *trec.write_runs(tmp_path / "late", late=True))
    jurybox("withdraw", path, GONE)
    after = official(path)
    assert set(after) == {*before, LATE} - {GONE}
    assert {run: row for run, row in after.items() if run != LATE} == {
        run: row for run, row in before.items() if run != GONE
    }
    jurybox("report", path, "-o", report, "--verify")
