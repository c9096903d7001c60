"""The reveal: its numbers are those that `jurybox agreement` and `jurybox score` print."""

import json
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner
from demo_file import demo_file

from jurybox.cli.commands import Jurybox
from jurybox.commands import Judge
from jurybox.errors import Refused
from jurybox.gold import gold_in_force
from jurybox.judging.order import queue_order
from jurybox.measures import measure
from jurybox.numbers import score_text
from jurybox.scoring.results import RunRow
from jurybox.session import open_session
from jurybox.stage.reveal import Reveal, reveal


def revealed(path: Path, pattern: str) -> Reveal:
    """Let the visitor of the demo judge as a pattern of + (as the others) and - says; return the reveal."""
    with closing(open_session(path, assessor="visitor")) as session:
        who = session.catalog.assessor_named["visitor"]
        answers = queue_order(session.catalog, who).answers.tolist()
        for answer, sign in zip(answers, pattern, strict=False):
            given = {int(code) for code in session.ledger.labels[:, answer] if code}
            (jury,) = (session.ledger.codes.word(code) for code in given)
            other = "incorrect" if jury == "correct" else "correct"
            session.execute(Judge((answer,), label=jury if sign == "+" else other, assessor=who))
        found = reveal(session, who, measure("F1"), gold_in_force(session.catalog, session.facts))
        session.flush()
    return found


def printed(path: Path, *args: str) -> object:
    ran = CliRunner().invoke(Jurybox(), [args[0], str(path), *args[1:], "--format", "json"])
    assert ran.exit_code == 0, ran.output
    return json.loads(ran.output)


def test_agreement_and_rankings_are_what_the_commands_print(tmp_path: Path) -> None:
    path = demo_file(tmp_path / "demo.jury")
    found = revealed(path, "++-+++-++-+++-+++-+-")
    assert (found.agreed, found.compared, found.labels) == (14, 20, 20)
    agreement = printed(path, "agreement", "--draws", "0")
    (mine,) = [one for one in agreement["each"] if one["assessor"] == "visitor"]  # type: ignore[index]
    assert mine["others"]["kappa"] == pytest.approx(found.kappa, abs=1e-12)
    for rows, gold in ((found.mine, "assessor:visitor"), (found.jury, "adjudicated+strict")):
        table = printed(path, "score", "--measure", "F1", "--gold", gold)
        said = {row["run"]: row["measure"]["F1"]["value"] for row in table["runs"]}  # type: ignore[index]
        assert {row.name: row.score.value for row in rows} == pytest.approx(said, nan_ok=True)
    first = " and ".join(row.name for row in found.mine if row.rank == 1)
    assert found.sentence == (
        f"You agree with the jury on 14 of 20 (kappa {score_text(found.kappa, 2)}); "
        f"your labels would put {first} first."
    )


@pytest.mark.sweep
def test_rankings_are_ordered_as_the_command_compares(tmp_path: Path) -> None:
    path = demo_file(tmp_path / "demo.jury")
    found = revealed(path, "++-+++-++-+++-+++-+-")
    for rows, gold in ((found.mine, "assessor:visitor"), (found.jury, "adjudicated+strict")):
        assert_ordered_as_compared(rows, path, gold)


def assert_ordered_as_compared(rows: Sequence[RunRow], path: Path, gold: str) -> None:
    """Each pair of ranked runs is as far apart, and in the same order, as `jurybox compare` prints."""
    ranked = {row.name: row for row in rows if row.rank is not None}
    pairs = printed(path, "compare", "--measure", "F1", "--gold", gold, "--draws", "1")["pairs"]  # type: ignore[index]
    assert len(pairs) >= len(ranked) * (len(ranked) - 1) // 2 > 0
    for pair in pairs:
        if pair["run"] in ranked and pair["other"] in ranked:
            one, other = ranked[pair["run"]], ranked[pair["other"]]
            assert one.score.value - other.score.value == pytest.approx(pair["difference"], abs=1e-12)
            assert one.rank is not None
            assert other.rank is not None
            assert (other.rank > one.rank) == (pair["difference"] > 1e-12)


def test_the_answers_that_differ_come_with_what_the_jury_says(tmp_path: Path) -> None:
    found = revealed(demo_file(tmp_path / "demo.jury"), "+-+-")
    assert len(found.differences) == 2
    for one in found.differences:
        assert one.mine != one.jury
        assert {vote.label for vote in one.votes} == {one.jury}
        assert len(one.votes) == 2


def test_slopes_have_a_line_for_each_ranked_run_from_one_to_the_other(tmp_path: Path) -> None:
    found = revealed(demo_file(tmp_path / "demo.jury"), "+-" * 10)
    ranks = {line.name: line.y.tolist() for line in found.slopes().curves}
    for rows, end in ((found.mine, 0), (found.jury, 1)):
        strict = {row.name: row.rank for row in rows if row.rank is not None}
        alone = [name for name, rank in strict.items() if list(strict.values()).count(rank) == 1]
        assert {name: ranks[name][end] for name in alone} == {name: strict[name] for name in alone}


def test_who_labeled_nothing_has_nothing_revealed(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="visitor has not labeled anything yet"):
        revealed(demo_file(tmp_path / "demo.jury"), "")
