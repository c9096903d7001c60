"""`assign` and `merge` as an organizer types them: what is printed and stored, with which status."""

from collections import Counter
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from series import series_collection

from jurybox.collection.backup import backup_folder
from jurybox.collection.state import State
from jurybox.commands import Judge, JudgeQuestion, adjudicate
from jurybox.session import open_session

Run = Callable[..., Any]


def assigned(path: Path) -> dict[str, int]:
    """Return how many answers are assigned to everybody, as a fresh reading of the file has it."""
    with closing(State(path)) as state:
        return {who.name: int(state.catalog.assigned_to(at).sum()) for at, who in enumerate(state.catalog.assessors)}


def test_nothing_assigned_is_said_and_progress_is_listed(run: Run, small: Path) -> None:
    told = run("assign", small)
    assert told.status == 0
    assert "Nothing is assigned: everybody judges everything." in told.out
    listed = run("assign", small, "--format", "json").json
    assert listed["assigned"] is False
    by_name = {one["assessor"]: one for one in listed["assessors"]}
    assert (by_name["Ana"]["judged"], by_name["Ana"]["open"], by_name["Ana"]["assigned"]) == (10, 0, 10)
    assert by_name["Ana"]["conflicts"] == 0


def test_a_dry_run_tells_what_is_then_stored(run: Run, small: Path) -> None:
    words = ("assign", small, "--to", "Cid", "--to", "Dan", "--overlap", "1", "--calibration", "1", "--repeats")
    words += ("0.1", "--seed", "3", "--format", "json")
    before = small.read_bytes()
    dry = run(*words, "--dry-run")
    assert dry.status == 0
    assert dry.json["stored"] is False
    assert small.read_bytes() == before
    stored = run(*words).json
    assert stored == {**dry.json, "stored": True}
    counts = assigned(small)
    assert {one["assessor"]: one["answers"] for one in stored["assessors"]} == {
        name: count for name, count in counts.items() if count
    }
    listed = run("assign", small, "--format", "json").json
    assert (len(listed["calibration"]), listed["repeats"], listed["assigned"]) == (1, 0.1, True)
    everything = run("assign", small, "--everything")
    assert everything.status == 0
    assert set(assigned(small).values()) == {12}


def names_listed(path: Path) -> list[str]:
    """Return who is there, as a fresh reading of the file has it."""
    with closing(State(path)) as state:
        return [one.name for one in state.catalog.assessors if not one.removed]


def test_an_assessor_on_whom_nothing_depends_is_removed(run: Run, small: Path, tmp_path: Path) -> None:
    run("assign", small, "--to", "Ana", "--to", "Eve")
    told = run("assign", small, "--remove", "Eve")
    assert told.status == 2
    assert "Eve cannot be removed: 1 question is assigned to them" in told.err
    run("assign", small, "--everything")
    assert run("assign", small, "--remove", "Eve").status == 0
    assert "Eve" not in names_listed(small)
    assert "There is no assessor 'Eve'" in run("assign", small, "--remove", "Eve").err
    run("export", small, "--as", "tables", "-o", tmp_path / "out")
    assert "Eve" not in (tmp_path / "out" / "assessors.csv").read_text()
    told = run("assign", small, "--remove", "Ana")
    assert "in the log, which keeps everything" in told.err
    run("assign", small, "--to", "Ana", "--to", "Eve")
    run("assign", small, "--everything")
    assert "Eve" in names_listed(small)


def test_who_was_removed_and_is_imported_or_has_judged_is_there_again(run: Run, small: Path, tmp_path: Path) -> None:
    run("assign", small, "--to", "Ana", "--to", "Eve")
    run("assign", small, "--everything")
    run("assign", small, "--remove", "Eve")
    with closing(open_session(small, assessor="Eve")) as session:
        session.execute(Judge((0,), "correct"))
        assert not session.catalog.assessors[session.assessor or 0].removed
    assert "Eve" in names_listed(small)
    run("assign", small, "--to", "Ana", "--to", "Fay")
    run("assign", small, "--everything")
    run("assign", small, "--remove", "Fay")
    assert "Fay" not in names_listed(small)
    (tmp_path / "assessors.csv").write_text("assessor,kind\nFay,person\n")
    assert run("import", small, tmp_path / "assessors.csv").status == 0
    assert "Fay" in names_listed(small)


def test_what_does_not_exist_is_refused(run: Run, small: Path) -> None:
    before = small.read_bytes()
    for words, told in (
        (("--to", "Ana", "--question", "q9"), "There is no question 'q9'"),
        (("--to", "Ana", "--category", "x"), "There is no category 'x'"),
        (("--to", "Ana", "--series", "x"), "There is no series 'x'"),
        (("--to", "Ana", "--overlap", "2"), "from 1 to 1"),
        (("--to", "Ana", "--to", "Ana"), "named twice"),
        (("--to", "Ana", "--calibration", "9"), "cannot be drawn"),
        (("--to", "Ana", "--everything"), "Choose one of"),
        (("--hand-out", "Dan"), "There is no assessor 'Dan'"),
    ):
        assert told in run("assign", small, *words).refusal
    assert small.read_bytes() == before


def test_a_drawn_calibration_set_has_labels_to_compare(run: Run, tmp_path: Path) -> None:
    made = series_collection(tmp_path / "series.jury")
    assert run("assign", made, "--to", "Ana", "--calibration", "3").status == 0
    with closing(State(made)) as state:
        assert state.facts.calibration == ("1.1", "1.2", "2.1")  # 1.3 and 2.2 are matched with nuggets
    refused = run("assign", made, "--to", "Ana", "--calibration", "4").refusal
    assert "3 questions can be in a calibration set" in refused


def test_a_plan_for_nobody_is_refused_and_a_dry_run_takes_nothing_back(run: Run, small: Path) -> None:
    run("assign", small, "--to", "Ana", "--to", "Ben")
    before = small.read_bytes()
    for words in (
        ("--overlap", "2"),
        ("--calibration", "1"),
        ("--question", "q1"),
        ("--dry-run",),
        ("--everything", "--dry-run"),
    ):
        told = run("assign", small, *words).refusal
        assert f"{words[-1] if '--everything' in words else words[0]} needs --to" in told
        assert small.read_bytes() == before
    assert assigned(small)["Ana"] == 12


@pytest.fixture
def own(run: Run, small: Path) -> Path:
    """Ana's own file."""
    assert run("assign", small, "--to", "Ana", "--add").status == 0
    told = run("assign", small, "--hand-out", "Ana", "-o", small.with_name("own.jury"), "--format", "json").json
    assert (told["questions"], told["answers"], told["entries"]) == (4, 12, 10)
    return Path(told["file"])


def test_an_own_file_comes_back_by_merge(run: Run, small: Path, own: Path) -> None:
    with closing(open_session(own)) as session:
        session.execute(Judge((10,), "correct"))
        session.flush()
    before = small.read_bytes()
    tried = run("merge", small, own, "--dry-run")
    assert "1 entry new, 10 known" in tried.out
    assert "Preview: nothing was changed." in tried.out
    assert small.read_bytes() == before
    report = run("merge", small, own, "--format", "json")
    assert (report.status, report.json["added"], report.json["conflicts"]) == (0, 1, 0)
    again = run("merge", small, own)
    assert again.status == 0
    assert "0 entries new, 11 known" in again.out
    assert "No conflicts." in again.out
    assert run("check", small).status == 0


def test_a_mail_goes_with_a_file_that_is_handed_out(run: Run, small: Path, tmp_path: Path) -> None:
    assert run("setup", small, "--title", "Answers of autumn", "--ends", "2026-12-18").status == 0
    assert run("assign", small, "--to", "Ana", "--add").status == 0
    told = run("assign", small, "--hand-out", "Ana", "-o", tmp_path / "ana.jury", "--message")
    assert "ana.txt is the text of a mail" in told.out
    text = (tmp_path / "ana.txt").read_text(encoding="utf-8")
    assert text.startswith("Subject: Answers to judge: Answers of autumn\n\nHello Ana,\n")
    assert "ana.jury, has your work: 4 questions with 12 answers." in text
    assert "3. Send ana.jury back to the organizer when you are done, on 2026-12-18 at the latest." in text
    assert run("setup", small, "--contact", "Zoe, zoe@example.org", "--ends", "").status == 0
    run("assign", small, "--hand-out", "Ana", "-o", tmp_path / "again.jury", "--message")
    text = (tmp_path / "again.txt").read_text(encoding="utf-8")
    assert "3. Send again.jury back to Zoe, zoe@example.org when you are done.\n" in text
    assert "--message goes with --hand-out" in run("assign", small, "--message").refusal


def test_a_name_that_is_no_file_name_has_a_file_all_the_same(run: Run, small: Path) -> None:
    assert run("assign", small, "--to", "Ana / Bé: 山", "--add").status == 0
    told = run("assign", small, "--hand-out", "Ana / Bé: 山", "--format", "json").json
    assert told["file"] == str(small.with_name("small-Ana-Bé-山.jury"))


def test_conflicts_are_counted_and_found(run: Run, small: Path, own: Path) -> None:
    for path, label in ((own, "correct"), (small, "incorrect")):
        with closing(open_session(path, assessor="Ana")) as session:
            session.execute(Judge((10,), label))
            session.flush()
    told = run("merge", small, own, "--format", "json")
    assert told.status == 1
    assert (told.json["conflicts"], told.json["new_conflicts"], told.json["unjudged"]) == (1, 1, 1)
    assert "1 conflict: both labels are kept" in run("merge", small, own).out


def test_conflicts_stand_side_by_side_until_they_are_settled(run: Run, small: Path, own: Path) -> None:
    for path, label, rating in ((own, "correct", "A"), (small, "incorrect", "C")):
        with closing(open_session(path, assessor="Ana")) as session:
            session.execute(Judge((10,), label))
            session.execute(JudgeQuestion(1, rating))
            session.flush()
    for path, label in ((own, "correct"), (small, "incorrect")):
        with closing(open_session(path, assessor="Ben" if path == small else "Ana")) as session:
            session.execute(adjudicate((0,), label))
            session.flush()
    run("merge", small, own)
    listed = run("disagreements", small, "--by", "conflict", "--format", "json").json["conflicts"]
    by_kind = {one["kind"]: one for one in listed}
    assert sorted(by_kind["label"]["said"]) == ["correct", "incorrect"]
    assert (by_kind["label"]["assessor"], by_kind["label"]["question"]) == ("Ana", "q4")
    assert by_kind["label"]["about"] == "a4.2"
    assert sorted(by_kind["question quality"]["said"]) == ["A", "C"]
    assert "adjudication" not in by_kind or by_kind["adjudication"]["assessor"] == "for all"
    printed = run("disagreements", small, "--by", "conflict").out
    assert "conflicts; each counts as unjudged" in printed
    with closing(open_session(small, assessor="Ana")) as session:
        session.execute(Judge((10,), "correct"))
        session.execute(JudgeQuestion(1, "A"))
        session.flush()
    left = run("disagreements", small, "--by", "conflict", "--format", "json").json["conflicts"]
    assert not {"label", "question quality"} & {one["kind"] for one in left}


def test_a_run_is_withdrawn_and_taken_back(run: Run, small: Path) -> None:
    def gone() -> list[str]:
        listed = run("withdraw", small, "--format", "json").json["runs"]
        return [one["run"] for one in listed if one["withdrawn"]]

    assert gone() == []
    assert "1 of 2 runs are withdrawn." in run("withdraw", small, "two").out
    assert gone() == ["two"]
    scores = run("score", small, "--measure", "accuracy", "--format", "json").json
    assert [one["run"] for one in scores["runs"]] == ["one"]
    assert list(backup_folder(small).iterdir())
    run("withdraw", small, "two", "--back")
    assert gone() == []
    assert "There is no run 'three'" in run("withdraw", small, "three").refusal
    assert "Name the runs" in run("withdraw", small, "--back").refusal


def test_merging_nothing_or_strangers_is_refused(run: Run, small: Path, demo: Path) -> None:
    assert "OTHERS" in run("merge", small).refusal
    assert "are not here" in run("merge", small, demo).refusal
    assert "does not exist" in run("merge", small, small.with_name("gone.jury")).refusal


def test_whoever_voted_on_a_list_of_nuggets_is_not_asked_to_judge(run: Run, tmp_path: Path) -> None:
    """Nuggets come with the votes of whoever made them: that takes no question away from two people."""
    path, nuggets = series_collection(tmp_path / "s.jury", nuggets=""), tmp_path / "nuggets.txt"
    nuggets.write_text("1.3 1\tvital\tCrips began in Los Angeles\n1.3 2\tokay\tfounded in 1969\n", "utf-8")
    run("import", path, nuggets, "--assessor", "NIST")
    before = assigned(path)
    told = run("assign", path, "--to", "Ana", "--to", "Ben", "--overlap", "2").out
    after = assigned(path)
    assert (after["NIST"], after["Ana"]) == (0, after["Ben"])
    assert before["NIST"] > 0, "everybody judges everything where nothing is assigned"
    assert "NIST" not in told


def test_responses_matched_with_nuggets_are_not_counted_as_unjudged(run: Run, tmp_path: Path) -> None:
    """They get no label, whoever matches them."""
    path = series_collection(tmp_path / "s.jury", judgments="")
    with closing(State(path)) as state:
        kinds = Counter(state.catalog.questions[at].kind for at in state.catalog.answer_question.tolist())
    run("freeze", path, "all")
    (frozen,) = run("freeze", path, "--format", "json").json["frozen"]
    assert (frozen["answers"], frozen["unjudged"]) == (kinds.total(), kinds.total() - kinds["other"])
    assert kinds["other"]


def test_whoever_came_with_nuggets_is_not_listed_among_the_judges_of_a_report(run: Run, tmp_path: Path) -> None:
    path, nuggets = series_collection(tmp_path / "s.jury", nuggets=""), tmp_path / "nuggets.txt"
    nuggets.write_text("1.3 1\tvital\tCrips began in Los Angeles\n", "utf-8")
    run("import", path, nuggets, "--assessor", "NIST")
    run("report", path, "-o", tmp_path / "report", "--draws", "1")
    page = (tmp_path / "report" / "report.html").read_text("utf-8")
    assert "There is no judge whose labels count. Nothing was judged yet by Ana, Ben and Cam." in page
