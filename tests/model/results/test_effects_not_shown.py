"""Tables of disagreements say nothing of an effect that was not worked out, and why there is none."""

import csv
from pathlib import Path

import pandas as pd

from jurybox import frames, results
from jurybox.analysis.disagreements.effects import Survey, survey
from jurybox.analysis.frozen import Frozen
from jurybox.campaign.conflicts import conflicts
from jurybox.collection.collection import Collection
from jurybox.collection.file import create
from jurybox.formats.imports import import_into
from jurybox.measures import measure
from jurybox.results.disagreements import DisputedQuestion

PEOPLE = ("Ana", "Ben", "Cam")
JUDGMENTS = {"q1": ("correct", "incorrect", "correct"), "q2": ("correct",) * 3, "r1": ("A", "C", "C")}


def collection(path: Path, *, runs: int) -> Path:
    """Make a collection of two factoid questions and a ranked one; people differ about one of each."""
    folder = path.with_suffix("")
    folder.mkdir()
    kinds = {"q1": "factoid", "q2": "factoid", "r1": "ranked"}
    tables: dict[str, list[tuple[object, ...]]] = {
        "questions": [("question", "kind", "text"), *((one, kind, "?") for one, kind in kinds.items())],
        "answers": [("question", "answer", "text"), *((one, f"{one}-1", f"of {one}") for one in kinds)],
        "responses": [
            ("run", "question", "rank", "answer"),
            *((f"run{at}", one, 1, f"{one}-1") for at in range(runs) for one in list(kinds)[at:]),
        ],
        "judgments": [
            ("assessor", "question", "answer", "label"),
            *(
                (who, one, f"{one}-1", label)
                for one, labels in JUDGMENTS.items()
                for who, label in zip(PEOPLE, labels, strict=True)
            ),
        ],
    }
    for name, rows in tables.items():
        with (folder / f"{name}.csv").open("w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows(rows)
    create(path)
    import_into(path, [folder])
    return path


def things(path: Path, gold: str = "adjudicated+strict") -> tuple[pd.DataFrame, Survey]:
    """Return the table of disputed things with effects on accuracy, and what it is made from."""
    with results.opened(path) as state:
        board = results.scoreboard(state, gold=gold)
        ledger = state.ledger.frozen()
        one = measure("accuracy")
        found = survey(Frozen(Collection(state.catalog, ledger, state.facts), board.gold, board.unjudged), one)
        disputes = [each for disputed in found.questions.values() for each in disputed.disputes]
        return results.disputed_things(state, board, found, disputes, one), found


def effects_of(frame: pd.DataFrame) -> dict[str, tuple[object, object]]:
    """Return effect and flips by question, None where nothing is shown."""
    rows = frame.reset_index().to_dict("records")
    return {
        row["question"]: tuple(None if pd.isna(row[head]) else row[head] for head in ("effect", "flips"))
        for row in rows
    }


def test_an_effect_that_no_two_runs_can_have_is_not_a_zero(tmp_path: Path) -> None:
    frame, _ = things(collection(tmp_path / "one.jury", runs=1))
    assert effects_of(frame) == {"q1": (None, None), "r1": (None, None)}
    assert "No effect is shown: there are no two runs to rank." in frame.attrs["notes"]


def test_a_label_of_a_kind_that_the_measure_does_not_score_has_no_effect(tmp_path: Path) -> None:
    frame, _ = things(collection(tmp_path / "two.jury", runs=2))
    found = effects_of(frame)
    assert found["r1"] == (None, None)
    # Of two questions only q2 is scored, which both runs have right. Were q1 correct, the second run, which
    # says nothing of it, would fall from 1 to 1/2; were it incorrect, the first run would.
    assert found["q1"] == (0.5, 0)
    assert not [note for note in frame.attrs["notes"] if "No effect" in note]


def test_why_there_is_no_effect_is_a_sentence_with_one_end(tmp_path: Path) -> None:
    path = collection(tmp_path / "two.jury", runs=2)
    frame, found = things(path, "dawid-skene+strict")
    assert effects_of(frame)["q1"] == (None, None)
    assert found.why.endswith("Choose another gold standard"), "the window puts a full stop behind it"
    (note,) = [note for note in frame.attrs["notes"] if "No effect" in note]
    assert note.startswith("No effect is shown: Under dawid-skene")
    assert note.endswith("Choose another gold standard.")
    told = frames.disagreements(path, "accuracy", gold="dawid-skene+strict").attrs["notes"]
    assert note in told


def test_one_thing_is_counted_as_one(tmp_path: Path) -> None:
    path = collection(tmp_path / "two.jury", runs=2)
    frame, found = things(path)
    assert frame.attrs["notes"][0] == "2 disputed things in 2 questions."
    with results.opened(path) as state:
        board = results.scoreboard(state)
        questions = {at: one for at, one in found.questions.items() if at == 0}
        one = Survey(questions, None, ())
        alone = results.disputed_things(state, board, one, list(questions[0].disputes), None)
        assert alone.attrs["notes"] == ("1 disputed thing in 1 question.",)
        disputed = [DisputedQuestion(0, questions[0].disputes, ())]
        told = results.disputed_questions(state, board, disputed, None)
        assert told.attrs["notes"] == ("1 question with disagreement.",)
        assert results.conflicts(state, conflicts(state)).attrs["notes"][0].startswith("0 conflicts;")
