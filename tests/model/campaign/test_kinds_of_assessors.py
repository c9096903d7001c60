"""The kind of an assessor: an entry of the log that scores follow at once, and that undo gives back."""

import json
import shutil
from contextlib import closing
from pathlib import Path

import pytest
from generated import generated_collection

from jurybox.campaign.assignments import read_work
from jurybox.campaign.handouts import hand_out
from jurybox.campaign.merges import merge_files
from jurybox.campaign.people import changing_kind, choosing_panel
from jurybox.changes import Changes
from jurybox.collection.facts import SQL_KIND
from jurybox.collection.file import open_reading
from jurybox.collection.state import State
from jurybox.errors import Refused
from jurybox.formats.imports import prepare
from jurybox.formats.registry import FORMATS
from jurybox.gold import Gold
from jurybox.measures import measure
from jurybox.scoring import Scoreboard
from jurybox.session import open_session

NDCG = measure("nDCG")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Ranked answers that three people judged, without a panel."""
    generated_collection(tmp_path / "c.jury", kind="ranked", questions=6, runs=3, assessors=3, judged=1.0, correct=0.4)
    return tmp_path / "c.jury"


def test_scores_follow_a_change_of_kind_and_its_undo(path: Path) -> None:
    with closing(open_session(path, assessor="organiser")) as session:
        session.execute(choosing_panel(session, []))
        board = Scoreboard(session.collection, Gold("GAW"))

        def scores() -> list[float]:
            return [board.score(NDCG, run).value for run in board.runs]

        def follow(changes: Changes | None) -> list[float]:
            assert changes is not None
            board.update(changes, session.collection)
            fresh = Scoreboard(session.collection, Gold("GAW"))
            assert scores() == [fresh.score(NDCG, run).value for run in fresh.runs]
            return scores()

        three = scores()
        two = follow(session.execute(changing_kind(session, "a3", "model")))
        assert two != three
        assert follow(session.undo()) == three
        assert follow(session.redo()) == two
        session.flush()
    with closing(State(path)) as state:
        assert state.catalog.assessors[state.catalog.assessor_named["a3"]].kind == "model"


def test_a_handed_out_file_has_the_kind_in_force(path: Path, tmp_path: Path) -> None:
    with closing(open_session(path, assessor="organiser")) as session:
        session.execute(changing_kind(session, "a2", "model"))
        session.flush()
    hand_out(path, "a2", tmp_path / "own.jury")
    with closing(State(tmp_path / "own.jury")) as state:
        assert state.catalog.assessors[state.catalog.assessor_named["a2"]].kind == "model"


def test_who_is_not_there_has_no_kind(path: Path) -> None:
    with closing(open_session(path, assessor="organiser")) as session:
        for name, kind in (("nobody", "model"), ("a1", "robot"), ("organiser", "key")):
            with pytest.raises(Refused, match=r"Nothing was changed\."):
                changing_kind(session, name, kind)


@pytest.fixture
def swapped(path: Path) -> Path:
    """The same, after a2 became a model, as an entry of the log says."""
    with closing(open_session(path, assessor="organiser")) as session:
        session.execute(changing_kind(session, "a2", "model"))
        session.flush()
    return path


def test_tables_are_taken_back_by_the_file_that_wrote_them(swapped: Path, tmp_path: Path) -> None:
    FORMATS["tables"].write(swapped, tmp_path / "out")  # type: ignore[misc]
    with prepare([tmp_path / "out"], into=swapped) as prepared:
        assert prepared.report.ok, prepared.report.lines()
    (tmp_path / "old").mkdir()
    (tmp_path / "old" / "assessors.csv").write_text("assessor,kind\na2,person\n")
    with prepare([tmp_path / "old"], into=swapped) as prepared:
        errors = [line for line in prepared.report.lines() if line.startswith("error: ")]
    (error,) = errors
    assert "The kind of assessor 'a2' is 'person' here, but 'model' in the collection." in error


def test_exports_of_models_and_persons_follow_the_kind_in_force(swapped: Path, tmp_path: Path) -> None:
    FORMATS["llm-judgments"].write(swapped, tmp_path / "models.jsonl")  # type: ignore[misc]
    records = [json.loads(line) for line in (tmp_path / "models.jsonl").read_text().splitlines()]
    assert {record["model"] for record in records} == {"a2"}
    for name, part in (("a1", "annotations"), ("a2", "predictions")):
        FORMATS["label-studio"].write(swapped, tmp_path / name, assessor=name)  # type: ignore[misc]
        tasks = json.loads((tmp_path / name).read_text())
        assert [key for key in ("annotations", "predictions") if any(task.get(key) for task in tasks)] == [part]


def test_imported_labels_of_who_became_a_model_take_no_question_from_people(path: Path) -> None:
    with closing(open_reading(path)) as db:
        assert 1 in {who for who, _ in read_work(db).judged}
    with closing(open_session(path, assessor="organiser")) as session:
        session.execute(changing_kind(session, "a2", "model"))
        session.flush()
    with closing(open_reading(path)) as db:
        assert 1 not in {who for who, _ in read_work(db).judged}


def test_a_kind_in_dispute_is_the_one_entered_in_files_too(swapped: Path, tmp_path: Path) -> None:
    """The change of kind is undone in one copy; in the other the kind is changed once more."""
    copy = tmp_path / "copy.jury"
    shutil.copy(swapped, copy)
    with closing(open_session(swapped, assessor="organiser")) as session:
        session.undo()
        session.flush()
    with closing(open_session(copy, assessor="organiser")) as session:
        session.execute(changing_kind(session, "a2", "key"))
        session.flush()
    with closing(open_session(swapped, assessor="organiser")) as session:
        report = merge_files(session, [copy])
        assert len(session.facts.disputed) == 1
    assert report.lines()[-1] == (
        "1 conflict, 1 of them new: 1 setting with two values; the default applies until one is chosen."
    )
    with closing(State(swapped)) as state:
        shown = {one.name: one.kind for one in state.catalog.assessors}
        written = dict(state.reader.execute(f"SELECT name, {SQL_KIND} FROM assessor"))
    assert shown["a2"] == "person"
    assert written == shown
