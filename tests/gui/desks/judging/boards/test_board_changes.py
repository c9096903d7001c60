"""What happens around a board: undo elsewhere, other people's work, somebody else sitting down, merging."""

import shutil
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from boards import list_collection, other_collection
from person import Person
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from jurybox.collection.file import create
from jurybox.collection.merge import Merged
from jurybox.commands import Judge, SetFact
from jurybox.commands.lists import AddInstance
from jurybox.commands.nuggets import AddNugget, Match, Vote
from jurybox.formats.imports import import_into
from jurybox.session import open_session
from jurybox_gui.widgets.probe import painted_words

Come = Callable[..., Person]


def go(person: Person, question: int) -> None:
    answer = int(person.session.catalog.answers_of(question)[0])
    person.program.bridge.goto(answer)  # type: ignore[union-attr]
    person.settle()


@pytest.fixture
def at_list(come: Come, tmp_path: Path) -> Person:
    person = come(list_collection(tmp_path / "l.jury", answers=9), assessor="Ana")
    go(person, 0)
    assert person.window.desk == "lists"
    return person


@pytest.fixture
def at_nuggets(come: Come, tmp_path: Path) -> Person:
    person = come(other_collection(tmp_path / "o.jury", responses=4), assessor="Ana")
    for at in range(3):
        person.session.execute(AddNugget(1, f"Nugget {at}", importance="okay"))
    person.settle()
    go(person, 1)
    assert person.window.desk == "nuggets"
    return person


def labels(person: Person) -> list[str]:
    return [one.label for one in person.desk.work.answers]


def texts(person: Person) -> list[str]:
    return [row.line.text for row in person.desk.work.rows]


def other_person(person: Person, name: str = "Ben") -> int:
    """Return somebody else, who sat here for a moment."""
    here = person.session.catalog.assessors[person.session.assessor].name  # type: ignore[index]
    found = person.session.sit(name)
    person.session.sit(here)
    person.settle()
    return found


# Undo


def test_undo_shows_the_question_that_it_is_about(at_list: Person) -> None:
    person = at_list
    go(person, 1)
    assert person.window.desk == "judge"
    person.press("1")
    go(person, 0)
    assert person.window.desk == "lists"
    person.press("Ctrl+Z")
    assert person.window.desk == "judge"
    assert person.desk.queue_cursor.question == 1
    assert not person.session.content_of(int(person.session.catalog.answers_of(1)[0])).given


def test_undo_shows_the_board_that_a_nugget_was_added_to(at_nuggets: Person) -> None:
    person = at_nuggets
    go(person, 0)
    assert person.window.desk == "judge"
    person.press("Ctrl+Z")
    assert person.window.desk == "nuggets"
    assert texts(person) == ["Nugget 0", "Nugget 1"]


# Other people's work


def test_somebody_elses_label_moves_nobody(at_list: Person) -> None:
    person, ben = at_list, other_person(at_list)
    first, last = person.desk.work.answers[0].answer, person.desk.work.answers[-1].answer
    person.desk.show_answer(first)
    person.session.execute(Judge((last,), "correct", assessor=ben))
    person.settle()
    assert person.desk.answer == first
    person.press("1")
    assert labels(person)[0] == "correct"


@pytest.mark.sweep
def test_somebody_elses_label_after_an_undo_moves_nobody(at_list: Person) -> None:
    person, ben = at_list, other_person(at_list)
    first, last = person.desk.work.answers[0].answer, person.desk.work.answers[-1].answer
    person.desk.show_answer(last)
    person.press("1", "Ctrl+Z")
    person.desk.show_answer(first)
    person.session.execute(Judge((last,), "correct", assessor=ben))
    person.settle()
    assert person.desk.answer == first


def test_somebody_elses_match_moves_nobody(at_nuggets: Person) -> None:
    person, ben = at_nuggets, other_person(at_nuggets)
    nugget = person.desk.work.rows[0].line.nugget
    person.session.execute(Match(person.desk.work.answers[3], nugget, "yes", assessor=ben))
    person.settle()
    assert person.desk.response == 0


def test_one_stays_with_a_nugget_when_somebody_adds_one_above_it(at_nuggets: Person) -> None:
    person, ben = at_nuggets, other_person(at_nuggets)
    person.press("Down")
    assert texts(person)[person.desk.current] == "Nugget 1"
    person.session.execute(AddNugget(1, "Above all", importance="vital", assessor=ben))
    person.settle()
    assert texts(person)[0] == "Above all"
    assert texts(person)[person.desk.current] == "Nugget 1"
    person.press("Y")
    at = texts(person).index("Nugget 1")
    assert person.desk.work.matched(0, at) == "yes"


def test_the_chosen_instance_stays_chosen_when_numbers_move(at_list: Person) -> None:
    person = at_list
    person.session.execute(AddInstance(0, "Oak Bay 9"))
    person.settle()
    person.press("Ctrl+Right")
    assert person.desk.work.instances[person.desk.instance - 1].text == "Oak Bay 9"
    person.desk.show_answer(person.desk.work.answers[0].answer)
    person.press("1")
    assert len(person.desk.work.instances) == 2
    assert person.desk.work.instances[person.desk.instance - 1].text == "Oak Bay 9"
    person.press("Del")
    assert [one.text for one in person.desk.work.instances] == [""]


# Somebody else sits down


def test_a_list_shows_the_work_of_who_sits_here(at_list: Person) -> None:
    person = at_list
    person.desk.show_answer(person.desk.work.answers[0].answer)
    person.press("Shift+Down", "1", "Shift+Down")
    assert labels(person)[:2] == ["correct", "correct"]
    person.session.sit("Ben")
    person.settle()
    if person.window.desk != "lists":
        go(person, 0)
    assert set(labels(person)) == {""}
    assert not person.desk.marked


def test_what_is_being_written_is_not_entered_by_somebody_else(at_nuggets: Person) -> None:
    person = at_nuggets
    person.press("Ins")
    QTest.keyClicks(QApplication.focusWidget(), "half a thought")
    person.session.sit("Ben")
    person.settle()
    go(person, 1)
    assert not person.desk.column.writes
    person.press("Ins")
    assert person.desk.column.field.text() == ""
    person.press("Esc")
    person.session.sit("Ana")
    person.settle()
    go(person, 1)
    person.press("Ins")
    assert "half a thought" in person.desk.probe().said


@pytest.mark.sweep
def test_runs_and_scores_are_forgotten_when_judging_begins(at_list: Person) -> None:
    person = at_list
    for at in range(9):
        person.desk.show_answer(person.desk.work.answers[at].answer)
        person.press("1")
    assert any("two F" in word for word in person.words())
    person.session.execute(SetFact("mode", "judging"))
    person.settle()
    go(person, 0)
    assert not any("two F" in word for word in person.words())
    assert person.desk.runs.rows == ()


# The queue


def test_boards_follow_the_queue_of_the_judge_desk(come: Come, tmp_path: Path) -> None:
    folder = tmp_path / "q"
    folder.mkdir()
    asked = [f"q{at}" for at in range(8)]
    rows = "".join(f"{name},list,What is {name}?\n" for name in asked)
    (folder / "questions.csv").write_text(f"question,kind,text\n{rows}", "utf-8")
    rows = "".join(f"{name},a{name},Answer {name}\n" for name in asked)
    (folder / "answers.csv").write_text(f"question,answer,text\n{rows}", "utf-8")
    path = tmp_path / "q.jury"
    create(path)
    import_into(path, [folder])
    person = come(path, assessor="Ana")
    person.session.execute(SetFact("calibration", ["q5", "q2"]))
    person.settle()
    wanted = person.window.desk_widget("judge").queue_cursor.queue.questions.tolist()  # type: ignore[attr-defined]
    go(person, wanted[0])
    met = [person.desk.question]
    for _ in wanted[1:]:
        person.press("Ctrl+Down")
        met.append(person.desk.question)
    assert met == wanted


@pytest.mark.sweep
def test_a_question_that_was_just_imported_gets_nuggets_before_the_queue_is_asked_for(
    at_nuggets: Person, tmp_path: Path
) -> None:
    person, folder = at_nuggets, tmp_path / "more"
    person.press("Ctrl+F", "Esc")  # the queue was made, with the questions there were
    if person.desk.queue.isVisible():
        person.press("Ctrl+B")
    folder.mkdir()
    (folder / "questions.csv").write_text("question,kind,text\nnew,other,Other\n", "utf-8")
    (folder / "answers.csv").write_text("question,answer,text\nnew,n1,A lamp on a pier\n", "utf-8")
    person.program.files.import_paths([folder])
    person.wait(lambda: "Import preview" in painted_words(person.window))
    person.press("Return")
    person.wait(lambda: person.program.message == "Imported.")
    person.settle()
    new = int(person.session.catalog.answer_question[-1])
    person.desk.show_answer(person.session.catalog.answer_count - 1)
    person.settle()
    assert person.desk.question == new
    assert person.desk.queue.isHidden()
    assert person.desk.labeling.execute(AddNugget(new, "Lit in 1890", importance="vital"))
    person.press("Y")
    assert person.desk.work.matched(0, 0) == "yes"
    person.press("Ctrl+B")
    assert person.desk.queue.model.queue.progress.total == person.session.catalog.answer_count


# States and time


def test_what_cannot_be_shown_does_not_keep_one_at_a_response(at_nuggets: Person) -> None:
    person = at_nuggets
    first = person.desk.work.answers[0]
    nugget = person.desk.work.rows[0].line.nugget
    person.session.execute(Match(first, nugget, state="cannot-tell"))
    person.settle()
    for _ in range(4):
        person.press("Shift+X")
    assert person.window.desk == "judge"
    assert person.desk.queue_cursor.question == 0


def test_the_time_of_the_rest_is_shared_by_its_matches(at_nuggets: Person) -> None:
    person = at_nuggets
    person.desk.queue_cursor.clock.take = lambda _answer: 6.0
    person.press("Shift+X")
    given = [one.entry for one in person.session.history(3)]
    assert [(one.content.label, one.content.seconds) for one in given] == [("no", 2.0)] * 3


# Copies that were worked on apart


def apart(path: Path, said: Callable[[int], object]) -> Merged:
    """Let Ana say two things of one thing in two copies, and merge the second into the first."""
    copy = path.with_name("copy.jury")
    with closing(open_session(path)) as session:
        session.sit("Ana")
    shutil.copy(path, copy)
    for at, file in enumerate((path, copy)):
        with closing(open_session(file)) as session:
            session.sit("Ana")
            session.execute(said(at))  # type: ignore[arg-type]
    with closing(open_session(path)) as session:
        return session.merge(copy)


@pytest.mark.sweep
def test_labels_that_contradict_each_other_are_shown_on_the_list(come: Come, tmp_path: Path) -> None:
    path = list_collection(tmp_path / "l.jury", answers=9)
    assert apart(path, lambda at: Judge((4,), ("correct", "incorrect")[at])).added
    person = come(path, assessor="Ana")
    person.program.bridge.goto(4)  # type: ignore[union-attr]
    person.settle()
    assert "conflict" in labels(person)
    assert "two labels: judge it again" in person.desk.probe().text
    person.press("1")
    assert "conflict" not in labels(person)
    assert "two labels" not in person.desk.probe().text


def test_matches_that_contradict_each_other_are_shown_on_the_board(come: Come, tmp_path: Path) -> None:
    path = other_collection(tmp_path / "o.jury", responses=2)
    with closing(open_session(path)) as session:
        session.sit("Ana")
        session.execute(AddNugget(1, "Lit in 1890", importance="vital"))
        answer = int(session.catalog.answers_of(1)[0])
    assert apart(path, lambda at: Match(answer, 0, ("yes", "no")[at])).added
    person = come(path, assessor="Ana")
    person.program.bridge.goto(answer)  # type: ignore[union-attr]
    person.settle()
    assert person.desk.work.matched(0, 0) == "conflict"
    assert "two matches Lit in 1890" in person.desk.probe().text
    person.press("Y")
    assert person.desk.work.matched(0, 0) == "yes"


@pytest.mark.sweep
def test_votes_that_contradict_each_other_are_shown_on_the_board(come: Come, tmp_path: Path) -> None:
    path = other_collection(tmp_path / "o.jury", responses=2)
    with closing(open_session(path)) as session:
        session.sit("Ana")
        session.execute(AddNugget(1, "Lit in 1890"))
        answer = int(session.catalog.answers_of(1)[0])
    assert apart(path, lambda at: Vote(0, ("vital", "okay")[at])).added
    person = come(path, assessor="Ana")
    person.program.bridge.goto(answer)  # type: ignore[union-attr]
    person.settle()
    assert "two votes Lit in 1890" in person.desk.probe().text
    person.press("V")
    assert "two votes" not in person.desk.probe().text
    assert person.desk.work.rows[0].importance == "vital"
