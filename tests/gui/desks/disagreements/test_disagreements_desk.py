"""The Disagreements desk from the keyboard: thirty decisions, all kinds of thing, sending back, filters."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

import pytest
from demo_file import demo_file
from generated import generated_collection
from generator import write_tables
from person import Person
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from series import TABLES, series_collection
from sweeps import swept

from jurybox import results
from jurybox.analysis.disagreements.decisions import notes_to_decision
from jurybox.analysis.disagreements.dispute_kinds import DISPUTE_KINDS, What
from jurybox.collection.entries import Subject
from jurybox.collection.file import create
from jurybox.commands import AnnotateDecisions, Judge, JudgeQuestion, Match, SetGroup, Vote, adjudicate
from jurybox.formats.imports import import_into
from jurybox.measures import measure
from jurybox.results.agreement import find_agreements
from jurybox.results.cells import score_text
from jurybox_gui.desks.disagreements import rows
from jurybox_gui.desks.disagreements.wording import WORDING, options_of
from jurybox_gui.widgets.probe import painted_words

Come = Callable[..., Person]


@pytest.fixture
def at_desk(come: Come, tmp_path: Path) -> Callable[..., Person]:
    """Return a function that opens a generated collection at the desk."""

    def at_desk(kind: str = "validation", **how: Any) -> Person:
        options = {"questions": 60, "assessors": 3, "runs": 12, "judged": 1.0, "correct": 0.4} | how
        path = generated_collection(tmp_path / "c.jury", kind=kind, **options)
        person = come(path, desk="disagreements", assessor="Chair")
        person.settle()
        return person

    return at_desk


def listed(person: Person) -> list[Any]:
    return list(person.desk.view.list.disputes)


def gold_score(person: Person, name: str) -> list[float]:
    board = person.program.bridge.scoreboard  # type: ignore[union-attr]
    assert board is not None
    return [board.score(measure(name), run).value for run in board.runs]


def test_what_was_said_of_an_empty_list_is_gone_when_there_is_something_to_go_to(
    at_desk: Callable[..., Person],
) -> None:
    person = at_desk(questions=20)
    person.desk.tools.search.setText("nothing is called so")
    person.desk.arrange()
    person.press("Space")
    assert "Everything that is listed is settled." in person.words()
    person.desk.tools.search.clear()
    person.desk.arrange()
    person.press("Space")
    assert "Everything that is listed is settled." not in person.words()
    assert person.desk.dispute is not None


@pytest.mark.sweep
def test_thirty_disagreements_are_settled_without_the_mouse(at_desk: Callable[..., Person]) -> None:
    person = at_desk(questions=150)
    desk, session = person.desk, person.session
    count = len(listed(person))
    assert count >= 30
    before = gold_score(person, "accuracy")
    person.press("Space")
    decided = {}
    for turn in range(30):
        dispute = desk.dispute
        assert dispute is not None
        assert not dispute.settled
        decided[dispute.answer] = "incorrect" if turn % 2 else "correct"
        person.press("2" if turn % 2 else "1")
    assert len(decided) == 30
    labels = {answer: session.content_of(answer, kind="adjudication").label for answer in decided}
    assert labels == decided
    assert gold_score(person, "accuracy") != before
    assert sum(bool(each.settled) for each in listed(person)) == 30
    person.press("Z")
    assert sum(bool(each.settled) for each in listed(person)) == 29
    person.press("Ctrl+Z")
    assert sum(bool(each.settled) for each in listed(person)) == 28
    person.press("Shift+O")
    assert len(listed(person)) == count - 28


def test_worst_first_in_three_orders_and_what_completes_a_question(at_desk: Callable[..., Person]) -> None:
    desk = (person := at_desk(questions=40)).desk
    tools = desk.tools
    assert tools.order.currentData() == "flips"
    flips = [each.flips for each in desk.view.list.disputes]
    assert flips == sorted(flips, reverse=True)
    assert flips[0] > 0
    assert desk.view.parted
    assert desk.view.list.swapping == sum(flip > 0 for flip in flips)
    assert "Each one above the line could swap two runs." in desk.foot.text()
    for order, key in (("effect", "effect"), ("size", "size")):
        tools.order.choose(order)
        tools.order.activated.emit(tools.order.currentIndex())
        person.settle()
        assert not desk.view.parted
        worst = [getattr(each, key) for each in desk.view.list.disputes]
        assert worst == sorted(worst, reverse=True)
    tools.order.choose("fewest")
    tools.order.activated.emit(tools.order.currentIndex())
    person.settle()
    shown = [each.question for each in desk.view.list.disputes if not each.settled]
    left = [shown.count(question) for question in shown]
    assert left == sorted(left)
    assert left[0] < left[-1]


def test_enter_follows_most_and_backspace_takes_back(at_desk: Callable[..., Person]) -> None:
    person = at_desk()
    desk = person.desk
    person.press("Space")
    dispute = desk.dispute
    person.press("Return")
    assert person.session.content_of(dispute.answer, kind="adjudication").label == dispute.majority
    desk.show_row_of(dispute.key)
    person.settle()
    assert desk.dispute.settled == dispute.majority
    person.press("N")
    person.qtbot.keyClicks(desk.detail.note, "as the text says")
    person.press("Return")
    assert desk.dispute.settled == dispute.majority
    assert person.session.content_of(dispute.answer, kind="adjudication").note == "as the text says"
    assert any("as the text says" in word for word in painted_words(desk.detail))
    person.press("Backspace")
    assert person.session.content_of(dispute.answer, kind="adjudication").label is None
    assert desk.dispute.settled == ""


def test_the_first_row_is_shown_at_once_and_rows_keep_their_order(at_desk: Callable[..., Person]) -> None:
    person = at_desk()
    desk = person.desk
    assert desk.dispute.key == listed(person)[0].key
    order = [each.key for each in listed(person)]
    person.press("1", "2", "1")
    assert [each.key for each in listed(person)] == order
    assert desk.dispute.key == order[3]
    person.press("End")
    assert desk.view.currentIndex().row() == desk.view.list.rowCount() - 1
    assert desk.dispute.key == order[-1]


def test_right_shows_the_question_side_by_side_and_left_leads_back(at_desk: Callable[..., Person]) -> None:
    person = at_desk()
    desk = person.desk
    person.press("Home", "Down", "Right")
    here = listed(person)[1]
    assert desk.side.question == here.question
    assert desk.dispute.key == here.key
    person.press("Right")
    assert desk.side.view.table.opened
    person.press("Left", "Left")
    assert not desk.side.shown
    assert desk.dispute.key == here.key
    row = desk.view.visualRect(desk.view.list.index(2)).center()
    person.qtbot.mouseClick(desk.view.viewport(), Qt.MouseButton.LeftButton, pos=row)
    person.qtbot.mouseDClick(desk.view.viewport(), Qt.MouseButton.LeftButton, pos=row)
    assert desk.side.question == listed(person)[2].question


def test_a_row_says_which_ranks_could_swap_and_the_figures_sum_up(at_desk: Callable[..., Person]) -> None:
    person = at_desk(questions=40)
    desk, board = person.desk, person.program.bridge.scoreboard  # type: ignore[union-attr]
    assert board is not None
    scores = {run: board.score(desk.measure, run).value for run in board.runs}
    (above, below), *_ = listed(person)[0].pairs
    ranks = [1 + sum(other > scores[run] for other in scores.values()) for run in (above, below)]
    assert f"{ranks[0]} ↔ {ranks[1]}" in desk.probe().text
    said = desk.headline.accessibleDescription()
    every = [each for one in desk.survey.questions.values() for each in one.disputes]
    done = sum(bool(each.settled) for each in every)
    swapping = sum(bool(each.flips) and not each.settled for each in every)
    assert said.startswith(f"open: {len(every) - done} ({done} of {len(every)} settled); ")
    assert f"could swap runs: {swapping} " in said
    agreed = results.agreement_figures(find_agreements(person.session.collection, "validation", draws=0))
    raw = float(agreed.loc[agreed.index[0]].iloc[0])
    assert f"raw agreement: {score_text(raw)}" in said
    pairs = find_agreements(person.session.collection, "validation", draws=0).report.pairs
    lowest = min(one.kappa.value for one in pairs if one.items)
    assert re.search(rf"Cohen's κ by pair; [^;]+: {re.escape(score_text(lowest))}", said), said
    person.press("1")
    person.settle()
    assert f"{done + 1} of {len(every)} settled" in desk.probe().heard


def test_the_note_leaves_the_decisions_where_they_are(at_desk: Callable[..., Person]) -> None:
    person = at_desk()
    detail = person.desk.detail
    person.press("Home")
    stay_on(person, "1")
    before = [button.mapTo(detail, button.rect().topLeft()) for button in detail.buttons]
    person.press("N")
    assert detail.note.hasFocus()
    assert [button.mapTo(detail, button.rect().topLeft()) for button in detail.buttons] == before
    person.press("Esc")
    assert not detail.note.isVisible()
    assert [button.mapTo(detail, button.rect().topLeft()) for button in detail.buttons] == before


def test_further_choices_fold_and_say_how_many_are_made(at_desk: Callable[..., Person]) -> None:
    person = at_desk(questions=20)
    desk = person.desk
    assert desk.tools.more.isHidden()
    person.press("P")
    assert desk.tools.more.isVisible()
    popup = QApplication.activePopupWidget()
    assert popup is not None
    popup.close()
    desk.tools.more.one.setCurrentIndex(1)
    desk.tools.changed.emit()
    desk.tools.fold.click()
    assert desk.tools.more.isHidden()
    assert desk.tools.fold.text() == "More (1 set) ▾"


def test_what_is_shown_can_be_narrowed(at_desk: Callable[..., Person]) -> None:
    person = at_desk()
    desk = person.desk
    everything = len(listed(person))
    person.press("Space", "1")
    tools, row = desk.tools, desk.tools.more
    tools.state.choose("settled")
    tools.changed.emit()
    assert listed(person)
    assert all(each.settled for each in listed(person))
    tools.state.choose("all")
    tools.changed.emit()
    total = len(listed(person))
    assert total > everything
    people = [row.one.itemData(at) for at in range(1, row.one.count())]
    row.one.choose(people[0])
    row.other.choose(people[1])
    tools.changed.emit()
    pair = listed(person)
    assert 0 < len(pair) < total
    assert all(dict(each.labels)[people[0]] != dict(each.labels)[people[1]] for each in pair)


def test_questions_are_found_by_words_and_labels_by_their_scheme(come: Come, tmp_path: Path) -> None:
    for kind in ("validation", "ranked"):
        write_tables(tmp_path / kind, kind=kind, questions=20, assessors=3, judged=1.0, correct=0.4)  # type: ignore[arg-type]
        for table in (tmp_path / kind).glob("*.csv"):
            table.write_text(table.read_text().replace("q0000", f"{kind[0]}0000").replace("run-", f"{kind}-"))
    create(tmp_path / "c.jury")
    import_into(tmp_path / "c.jury", [tmp_path / "validation"])
    import_into(tmp_path / "c.jury", [tmp_path / "ranked"])
    person = come(tmp_path / "c.jury", desk="disagreements", assessor="Chair")
    person.settle()
    desk, catalog = person.desk, person.session.catalog
    everything = len(listed(person))
    desk.tools.more.what.choose("label:ranked")
    desk.tools.changed.emit()
    assert {catalog.questions[each.question].kind for each in listed(person)} == {"ranked"}
    desk.tools.more.what.choose("")
    desk.tools.changed.emit()
    assert len(listed(person)) == everything
    name = catalog.questions[listed(person)[-1].question].name
    person.press("/")
    person.qtbot.keyClicks(desk.tools.search, name)
    person.press("Return")
    assert {catalog.questions[each.question].name for each in listed(person)} == {name}
    person.press("Space", "1")
    person.press("/", "Esc")
    person.wait(lambda: len(listed(person)) >= everything - 1)
    assert desk.tools.search.text() == ""


@pytest.mark.sweep
def test_an_answer_is_sent_back_and_met_again_by_its_assessor(at_desk: Callable[..., Person]) -> None:
    person = at_desk()
    desk, session = person.desk, person.session
    person.press("Space")
    dispute = desk.dispute
    assert all(button.isEnabled() for button in desk.detail.buttons)
    person.press("Shift+S")
    assert not any(button.isEnabled() for button in (*desk.detail.buttons, desk.detail.majority))
    person.press("2")
    person.qtbot.keyClicks(desk.detail.note, "Read to the end")
    person.press("Return")
    who = dispute.labels[1][0]
    assert session.ledger.board.sent_back
    assert any("sent back: Read to the end" in word for word in painted_words(desk.detail.people))
    assert all(button.isEnabled() for button in desk.detail.buttons)
    person.press("Ctrl+6")
    person.wait(lambda: "1 sent back" in painted_words(person.window))
    assert "1 sent back" in person.desk.probe().heard
    person.press("Ctrl+3")
    session.sit(session.catalog.assessors[who].name)
    person.settle()
    person.window.show_desk("judge")
    judge = person.desk
    judge.show_answer(dispute.answer)
    person.settle()
    assert "Read to the end" in judge.probe().heard
    said = dispute.labels[1][1]
    person.press("1" if said == "correct" else "2")
    assert session.content_of(dispute.answer).label == said
    judge.show_answer(dispute.answer)
    person.settle()
    assert judge.center.banner is None or "Read to the end" not in judge.probe().heard


def test_in_a_low_window_labels_keep_their_height_beside_a_notice(at_desk: Callable[..., Person]) -> None:
    person = at_desk()
    person.window.resize(960, 540)
    person.settle()
    person.press("Space")
    detail = person.desk.detail
    detail.notice("No label has more than half of the votes.", "Choose one.", "note")
    person.settle()
    assert {one.height() for one in (*detail.buttons, detail.majority)} == {detail.majority.sizeHint().height()}
    assert detail.majority.mapTo(detail, detail.majority.rect().bottomLeft()).y() < detail.height()
    person.press("Shift+S")
    numbers = [word for word in painted_words(detail.people) if word in {"1", "2"}]
    assert numbers == ["1", "2"]
    assert not detail.majority.isVisible()
    person.press("Esc")
    assert detail.majority.isVisible()


def at_dispute(person: Person, what: str) -> Any:
    """Go to the first thing of a kind, by keys."""
    person.press("Home")
    for _ in range(len(listed(person))):
        person.press("Space")
        if person.desk.dispute.what == what:
            return person.desk.dispute
    raise AssertionError(f"no {what} is disputed")


def write_reason(person: Person, name: str) -> None:
    """Send what one is at back to somebody, with a reason."""
    desk = person.desk
    names = [person.session.catalog.assessors[who].name for who, _ in desk.dispute.labels]
    person.press("Shift+S", str(names.index(name) + 1))
    person.qtbot.keyClicks(desk.detail.note, "Look closer")
    person.press("Return")


@pytest.mark.parametrize(
    ("what", "desk", "about", "said"),
    [
        ("match", "nuggets", "whether this response contains the nugget", "Your label: Yes."),
        ("distinct", "lists", "which answers are equal to this one", ""),
        *swept(
            [
                ("importance", "nuggets", "whether this nugget is vital or okay", "Your label: Okay."),
                ("nil", "judge", "look at this again", "Your label: Correct."),
            ]
        ),
    ],
)
@pytest.mark.sweep
def test_what_is_said_on_boards_is_sent_back_and_met_at_the_right_place(
    come: Come, tmp_path: Path, what: str, desk: str, about: str, said: str
) -> None:
    person = come(series_collection(tmp_path / "s.jury"), desk="disagreements", assessor="Chair")
    session = person.session
    for answer in range(11):
        session.execute(Judge((answer,), "correct", assessor=1))
    session.execute(Judge((9,), "incorrect", assessor=0))
    for nugget in range(3):
        for answer in (6, 7, 8):
            session.execute(Match(answer, nugget, "yes", assessor=1))
    session.execute(Match(7, 1, "no", assessor=0))
    session.execute(SetGroup((2, 3), "x", assessor=0))
    session.execute(SetGroup((3, 4), "y", assessor=1))
    session.execute(Vote(1, "okay", assessor=1))
    person.settle()
    person.settle()
    at_dispute(person, what)
    called = {"importance": "Nugget", "match": "Match", "distinct": "Equal answers", "nil": "NIL"}
    assert person.desk.detail.caption.text().partition("  ·  ")[0] == called[what]
    write_reason(person, "Ben")
    assert any("sent back" in word for word in painted_words(person.desk.detail.people))
    session.sit("Ben")
    person.settle()
    person.window.show_desk("judge")
    person.settle()
    assert person.desk.id == desk
    middle = person.desk.center.banner if desk == "judge" else person.desk.middle.lasting
    assert about in middle.sentence.text()
    assert "Look closer" in middle.sentence.text()
    shown = " ".join(person.words())
    assert said in shown if said else "Your label:" not in shown
    before = len(session.ledger)
    person.press("1" if desk == "judge" else "Shift+K")
    person.settle()
    assert len(session.ledger) == before + 1
    if desk != "judge":
        assert person.desk.middle.lasting is None


@pytest.mark.sweep
def test_question_quality_is_sent_back_and_rated_again(at_desk: Callable[..., Person]) -> None:
    person = at_desk("ranked", questions=6)
    session = person.session
    names = [one.name for one in session.catalog.assessors]
    one, other = (at for at, name in enumerate(names) if name in {"a1", "a2"})
    session.execute(JudgeQuestion(2, "A", assessor=one))
    session.execute(JudgeQuestion(2, "C", assessor=other))
    person.settle()
    person.settle()
    person.desk.tools.more.what.choose("quality")
    person.desk.tools.changed.emit()
    at_dispute(person, "quality")
    write_reason(person, "a2")
    session.sit("a2")
    person.settle()
    person.window.show_desk("judge")
    judge = person.desk
    judge.show_answer(int(session.catalog.answers_of(2)[0]))
    person.settle()
    assert "look at the question itself again. Look closer" in judge.probe().heard
    assert "Shift+A, Shift+B or Shift+C" in judge.probe().heard
    person.press("Shift+C")
    person.settle()
    assert judge.center.banner is None or "Look closer" not in judge.probe().heard
    assert session.content_in_force("judgment", other, Subject(2)).label == "C"


def test_the_tenth_of_ten_is_chosen_by_0(at_desk: Callable[..., Person]) -> None:
    person = at_desk(questions=8, assessors=10)
    desk, session = person.desk, person.session
    dispute = next(each for each in listed(person) if len(each.labels) == 10)
    desk.show_row_of(dispute.key)
    person.press("Shift+S", "0")
    person.qtbot.keyClicks(desk.detail.note, "You are the tenth")
    person.press("Return")
    (marks,) = session.ledger.board.sent_back.values()
    assert list(marks) == [session.catalog.assessors[dispute.labels[9][0]].code.hex()]


def test_esc_leaves_the_sending_and_nothing_is_sent(at_desk: Callable[..., Person]) -> None:
    person = at_desk()
    desk = person.desk
    person.press("Space")
    key = desk.dispute.key
    person.press("Shift+S", "Esc", "Shift+S", "1", "Esc")
    assert not person.session.ledger.board.sent_back
    assert desk.dispute.key == key
    person.press("1")
    assert person.session.content_of(key[2], kind="adjudication").label == "correct"


@pytest.mark.sweep
def test_every_kind_of_thing_is_settled_in_place(come: Come, tmp_path: Path) -> None:
    path = series_collection(tmp_path / "s.jury")
    person = come(path, desk="disagreements", assessor="Chair")
    session, desk = person.session, person.desk
    assert "No disagreements" in desk.probe().heard
    assert [button.text() for button in desk.empty.buttons] == ["Judge answers", "Merge returned files…"]
    session.execute(Judge((9,), "correct", assessor=0))
    session.execute(Judge((9,), "incorrect", assessor=1))
    session.execute(SetGroup((2, 3), "x", assessor=0))
    session.execute(SetGroup((3, 4), "y", assessor=1))
    session.execute(Vote(1, "okay", assessor=1))
    session.execute(Match(6, 0, "yes", assessor=0))
    session.execute(Match(6, 0, "no", assessor=1))
    person.settle()
    person.settle()
    assert {each.what for each in listed(person)} == {"label", "nil", "distinct", "importance", "match"}
    person.press("Home")
    for _ in range(len(listed(person))):
        person.press("Space")
        dispute = desk.dispute
        if dispute.settled:
            break
        person.press("1")
        settled = {each.key: each.settled for each in listed(person)}[dispute.key]
        assert settled, dispute
    assert all(each.settled for each in listed(person))
    board = session.ledger.board
    assert board.settled_votes
    assert board.settled_groups
    assert board.matches[2].at(6, 0)[0]


@pytest.mark.sweep
def test_what_could_swap_runs_can_be_listed_alone_and_space_leads_through_it(
    come: Callable[..., Person], tmp_path: Path
) -> None:
    person = come(demo_file(tmp_path / "d.jury", "community"), desk="disagreements", assessor="visitor")
    desk = person.desk
    person.press("Shift+G")  # to the gold standard in which decisions count
    everything = listed(person)
    swapping = {each.key for each in everything if each.flips}
    beside = {
        one.question
        for one in desk.survey.questions.values()
        if {each.flips > 0 for each in one.disputes} == {True, False}
    }
    assert 0 < len(swapping) < len(everything)
    assert beside, "some questions have harmless disagreements beside one that could swap runs"
    desk.tools.state.choose("swaps")
    desk.tools.changed.emit()
    assert {each.key for each in listed(person)} == swapping
    person.press("Home")
    for _ in swapping:
        person.press("Space")
        assert desk.dispute.key in swapping
    first = desk.dispute.key
    person.press("1")
    assert first in {each.key for each in listed(person)}, "rows keep their places while one decides"
    person.press("Shift+O")
    assert first not in {each.key for each in listed(person)}


def test_another_program_s_labels_arrive_and_effects_follow_the_gold(at_desk: Callable[..., Person]) -> None:
    person = at_desk()
    desk, session = person.desk, person.session
    agreed = next(
        answer
        for answer in range(session.catalog.answer_count)
        if answer not in {each.answer for each in listed(person)}
        and session.content_of(answer, assessor=0).label == "correct"
    )
    session.execute(Judge((agreed,), "incorrect", assessor=0))
    person.settle()
    desk.tools.state.choose("all")
    desk.arrange()
    assert agreed in {each.answer for each in listed(person)}
    session.execute(adjudicate((agreed,), "incorrect"))
    session.execute(Judge((agreed,), "correct", assessor=0))
    person.settle()
    assert agreed not in {each.answer for each in listed(person) if each.settled == ""}
    person.program.bridge.set_gold("majority+strict")  # type: ignore[union-attr]
    person.settle()
    assert desk.survey.measure == desk.measure
    assert any(each.effect for each in listed(person))


def test_hostile_texts_stay_texts(come: Come, tmp_path: Path) -> None:
    tables = {"answers": "question,answer,text\n1.1,f1,<b>1969</b>&amp;\n2.1,f3,\u202eFred\n"}
    kept = {"responses": "run,question,rank,answer,text\none,1.1,1,f1,\n", "nuggets": "", "instances": ""}
    person = come(series_collection(tmp_path / "h.jury", **tables, **kept), desk="disagreements", assessor="Chair")
    for who, label in ((0, "correct"), (1, "incorrect")):
        person.session.execute(Judge((0,), label, assessor=who))
    person.settle()
    person.settle()
    person.press("Space")
    assert desk_text(person) == "<b>1969</b>&amp;"
    assert any("<b>1969</b>&amp;" in word for word in painted_words(person.desk.view))


def desk_text(person: Person) -> str:
    return str(person.desk.detail.pane.stored_text)


ALIKE = """question,answer,assessor,label
1.1,f1,Ana,correct
1.1,f1,Ben,incorrect
1.1,f2,Ana,inexact
1.1,f2,Ben,incorrect
2.1,f3,Ana,correct
2.1,f3,Ben,correct
"""
TWO = "assessor,kind,panel\nAna,person,yes\nBen,person,yes\n"


def test_labels_that_count_alike_do_not_wait_for_another_decision(come: Come, tmp_path: Path) -> None:
    """Inexact and incorrect are both wrong under strict: no decision between them has any effect."""
    path = series_collection(tmp_path / "s.jury", judgments=ALIKE, assessors=TWO)
    person = come(path, desk="disagreements", assessor="organiser")
    desk = person.desk
    person.wait(lambda: desk.survey is not None and bool(desk.survey.questions))
    person.window.resize(960, 540)
    effects = desk.detail.effects
    seen, painted = set(), set()
    for _ in range(2):
        person.press("Space")
        person.settle()
        seen |= {words for words in person.words() if "count alike" in words or "No effect on" in words}
        if effects.accessibleName().startswith("Both count alike"):
            painted.add(" ".join(painted_words(effects)))
    assert painted == {"Both count alike here: deciding between these labels does not change series."}
    assert "None alone changes series: open one to see why." in desk.probe().heard
    assert any(words.startswith("Both count alike here: deciding between these labels") for words in seen)
    assert not any("No effect on" in words for words in seen)


CITIES = {
    "assessors": "assessor,kind,panel\nAna,person,yes\nChie,person,yes\nChair,person,no",
    "questions": "question,kind,text\n10.3,list,Which diseases?",
    "instances": "question,group,text\n10.3,scrapie,scrapie",
    "responses": "run,question,rank,answer,text\nr,10.3,1,,scrapie\nr,10.3,2,,scrapie in sheep\nr,10.3,3,,BSE",
}
SCRAPIE, IN_SHEEP, BSE = 0, 1, 2


@pytest.fixture
def diseases(come: Come, tmp_path: Path) -> Person:
    """A list question with a known instance; both judges call all three answers correct."""
    folder = tmp_path / "tables"
    folder.mkdir()
    for name, text in CITIES.items():
        (folder / f"{name}.csv").write_text(text + "\n", encoding="utf-8")
    create(tmp_path / "d.jury")
    import_into(tmp_path / "d.jury", [folder])
    person = come(tmp_path / "d.jury", desk="disagreements", assessor="Chair")
    for who in ("Ana", "Chie"):
        person.session.execute(Judge((0, 1, 2), "correct", assessor=who_is(person, who)))
    return person


def who_is(person: Person, name: str) -> int:
    return person.session.catalog.assessor_named[name]


def look_at(person: Person, answer: int) -> None:
    """Look at what is said of an answer's equals."""
    person.settle()
    person.settle()
    (dispute,) = [each for each in listed(person) if (each.what, each.answer) == ("distinct", answer)]
    person.desk.show_row_of(dispute.key)
    person.settle()


def names_of_options(person: Person) -> list[str]:
    assert person.desk.dispute.what == "distinct"
    return [one.name for one in options_of(person.session, person.desk.dispute)]


def test_settling_as_one_judge_grouped_is_as_if_both_had_said_it(diseases: Person) -> None:
    """The known instance that is in the group stays in it, and counts once."""
    person, session = diseases, diseases.session
    ana, chie = (who_is(person, name) for name in ("Ana", "Chie"))
    session.execute(SetGroup((SCRAPIE,), "scrapie", assessor=ana))
    session.execute(SetGroup((BSE,), "other", assessor=ana))
    session.execute(SetGroup((SCRAPIE, IN_SHEEP), "scrapie", assessor=chie))
    look_at(person, SCRAPIE)
    assert names_of_options(person) == ["= known: scrapie", "= known: scrapie; scrapie in sheep", "Alone"]
    person.press("2")
    settled = gold_score(person, "F-list")
    assert session.ledger.board.settled_groups == {SCRAPIE: "scrapie", IN_SHEEP: "scrapie"}
    person.press("Ctrl+Z")
    assert not session.ledger.board.settled_groups
    session.execute(SetGroup((SCRAPIE, IN_SHEEP), "scrapie", assessor=ana))
    person.settle()
    assert gold_score(person, "F-list") == settled == [pytest.approx(2 * 2 / (3 + 2))]


def test_who_did_not_group_an_answer_is_not_said_to_have_it_alone(diseases: Person) -> None:
    person, session = diseases, diseases.session
    ana, chie = (who_is(person, name) for name in ("Ana", "Chie"))
    session.execute(Judge((IN_SHEEP,), "incorrect", assessor=ana))
    session.execute(SetGroup((SCRAPIE,), "scrapie", assessor=ana))
    session.execute(SetGroup((IN_SHEEP, BSE), "both", assessor=chie))
    session.execute(SetGroup((SCRAPIE,), "scrapie", assessor=chie))
    look_at(person, IN_SHEEP)
    assert "Ana: Not grouped" in person.desk.probe().heard
    assert names_of_options(person) == ["= BSE", "Alone"]
    person.press("Return")
    assert "No group has a majority." in person.words()


def test_a_disputed_importance_without_answers_has_nothing_to_show_on_judge(come: Come, tmp_path: Path) -> None:
    path = series_collection(
        tmp_path / "s.jury",
        questions=f"{TABLES['questions']}3.1,other,Other,s3,Lyon,1\n",
        nuggets="question,nugget,text,importance,assessor,source\n3.1,1,has two rivers,okay,Ana,original\n",
    )
    person = come(path, desk="disagreements", assessor="Chair")
    session = person.session
    session.execute(Vote(0, "vital", assessor=session.catalog.assessor_named["Ben"]))
    person.settle()
    person.settle()
    assert session.catalog.answers_of(at_dispute(person, "importance").question).size == 0
    person.press("Shift+J")
    assert person.window.desk == "disagreements"


def test_keys_of_the_list_do_nothing_while_agreement_is_shown(at_desk: Callable[..., Person]) -> None:
    person = at_desk(questions=20)
    desk = person.desk
    person.press("Home", "T")
    key = desk.view.current.key
    for pressed in ("Down", "End", "Right", "Space", "F", "Shift+F", "O", "Shift+O", "Shift+J", "/"):
        person.press(pressed)
        assert QApplication.activePopupWidget() is None, pressed
        assert desk.view.current.key == key, pressed
        assert desk.agreement.shown
        assert not desk.tools.search.hasFocus()
    person.press("P", "Shift+P")
    assert QApplication.activePopupWidget() is None, "this table is not about single assessors"
    person.press("T", "Down")
    assert desk.view.current.key != key
    person.press("F")
    assert QApplication.activePopupWidget() is not None
    QApplication.activePopupWidget().close()


# Decisions of every kind


def test_every_kind_of_disagreement_is_put_in_words() -> None:
    assert tuple(DISPUTE_KINDS) == tuple(WORDING) == get_args(What)
    assert [kind.name for kind in DISPUTE_KINDS.values()] == list(DISPUTE_KINDS)


@pytest.fixture
def series(come: Come, tmp_path: Path) -> Person:
    """A series with one open disagreement of each kind but question quality, none of them shown yet."""
    person = come(series_collection(tmp_path / "s.jury"), desk="disagreements", assessor="Chair")
    session = person.session
    for who, label in ((0, "correct"), (1, "incorrect")):
        session.execute(Judge((9,), label, assessor=who))
    session.execute(SetGroup((2, 3), "x", assessor=0))
    session.execute(SetGroup((3, 4), "y", assessor=1))
    session.execute(Vote(1, "okay", assessor=1))
    session.execute(Match(6, 0, "yes", assessor=0))
    session.execute(Match(6, 0, "no", assessor=1))
    person.settle()
    person.settle()
    return person


def rate_question(person: Person) -> None:
    """Let two assessors rate question 2 differently, and go to that."""
    names = [one.name for one in person.session.catalog.assessors]
    for name, label in (("a1", "A"), ("a2", "C")):
        person.session.execute(JudgeQuestion(2, label, assessor=names.index(name)))
    person.settle()
    person.settle()
    person.desk.tools.more.what.choose("quality")
    person.desk.tools.changed.emit()
    at_dispute(person, "quality")


def stay_on(person: Person, *keys: str) -> Any:
    """Press keys, then go back to the disagreement that was shown before."""
    desk, key = person.desk, person.desk.dispute.key
    person.press(*keys)
    desk.show_row_of(key)
    person.settle()
    assert desk.dispute.key == key
    return desk.dispute


def write_note(person: Person, note: str) -> None:
    person.press("N", "Ctrl+A")
    person.qtbot.keyClicks(person.desk.detail.note, note)
    person.press("Return")


def decisions(person: Person) -> dict[Subject, str | None]:
    """Return the label of every decision in force, by what it is about."""
    state, ledger = person.session, person.session.ledger
    found = [state.entry(position) for position in range(len(ledger))]
    subjects = dict.fromkeys(one.subject for one in found if one.kind == "adjudication")
    return {subject: state.content_in_force("adjudication", 0, subject).label for subject in subjects}


@pytest.mark.parametrize("what", ["label", "match", *swept(["nil", "distinct", "importance"])])
@pytest.mark.parametrize("key", ["1", *swept(["2"])])
@pytest.mark.sweep
def test_a_note_is_kept_with_a_decision_of_any_kind_and_changes_no_decision(
    series: Person, what: str, key: str
) -> None:
    person, session = series, series.session
    at_dispute(person, what)
    settled = stay_on(person, key).settled
    assert settled
    before, entries = decisions(person), len(session.ledger)
    write_note(person, "the text says so")
    assert len(session.ledger) == entries + 1
    assert decisions(person) == before
    assert person.desk.dispute.settled == settled
    assert any("Note: the text says so" in word for word in painted_words(person.desk.detail))
    person.press("N")
    assert "the text says so" in person.desk.probe().said
    person.press("Esc")
    assert stay_on(person, "2" if key == "1" else "1").settled != settled
    assert any("Note: the text says so" in word for word in painted_words(person.desk.detail))
    person.press("Ctrl+Z", "Ctrl+Z")
    assert not any("Note:" in word for word in painted_words(person.desk.detail))


@pytest.mark.sweep
def test_a_note_to_question_quality_is_kept(at_desk: Callable[..., Person]) -> None:
    person = at_desk("ranked", questions=6)
    rate_question(person)
    stay_on(person, "3")
    write_note(person, "an advertisement")
    assert person.session.content_in_force("adjudication", 0, Subject(2)).note == "an advertisement"
    assert "Settled: No real question. Note: an advertisement" in person.desk.probe().heard


@pytest.mark.sweep
def test_a_note_to_nil_decides_no_answer_that_nobody_decided(come: Come, tmp_path: Path) -> None:
    """NIL is wrong as soon as one answer is decided to be correct; the other one stays open."""
    responses = TABLES["responses"].replace("two,1.1,1,f2,", "two,1.1,1,NIL,")
    person = come(series_collection(tmp_path / "s.jury", responses=responses), desk="disagreements", assessor="Chair")
    session = person.session
    session.execute(Judge((0, 1), "correct", assessor=0))
    session.execute(Judge((0, 1), "incorrect", assessor=1))
    session.execute(adjudicate((0,), "correct"))
    person.settle()
    person.settle()
    person.desk.tools.state.choose("all")
    person.desk.tools.changed.emit()
    (dispute,) = [each for each in listed(person) if each.what == "nil"]
    person.desk.show_row_of(dispute.key)
    person.settle()
    assert "Settled: An answer is right." in person.desk.probe().heard
    write_note(person, "checked")
    assert decisions(person) == {Subject(0, 0): "correct"}
    assert session.content_in_force("adjudication", 0, Subject(0, 0)).note == "checked"


@pytest.mark.sweep
def test_notes_of_single_answers_outlive_a_look_at_the_note_to_nil(come: Come, tmp_path: Path) -> None:
    responses = TABLES["responses"].replace("two,1.1,1,f2,", "two,1.1,1,NIL,")
    path = series_collection(tmp_path / "s.jury", responses=responses)
    person = come(path, desk="disagreements", assessor="Chair")
    session, note = person.session, person.desk.detail.note

    def notes() -> list[str | None]:
        return [session.content_in_force("adjudication", 0, Subject(0, at)).note for at in (0, 1)]

    for who, label in ((0, "correct"), (1, "incorrect")):
        session.execute(Judge((0, 1), label, assessor=who))
    session.execute(adjudicate((0, 1), "correct"))
    session.execute(AnnotateDecisions((Subject(0, 0),), "in the document"))
    session.execute(AnnotateDecisions((Subject(0, 1),), "a spelling"))
    person.settle()
    person.settle()
    person.desk.tools.state.choose("all")
    person.desk.tools.changed.emit()
    (dispute,) = [each for each in listed(person) if each.what == "nil"]
    person.desk.show_row_of(dispute.key)
    person.settle()
    assert "Note: in the document; a spelling" in person.desk.probe().heard
    before = len(session.ledger)
    person.press("N")
    assert note.isVisible()
    assert (note.text(), "different notes" in note.placeholderText()) == ("", True)
    person.press("Return")
    assert not note.isVisible()
    assert notes() == ["in the document", "a spelling"]
    write_note(person, "both are right")
    assert notes() == ["both are right", "both are right"]
    person.press("N")
    assert "both are right" in person.desk.probe().said
    person.press("Return")
    assert len(session.ledger) == before + 2
    person.press("N", "Ctrl+A", "Del", "Return")
    assert notes() == [None, None]


def test_an_answer_alone_keeps_its_group_when_it_is_noted_or_decided_again(diseases: Person) -> None:
    person, session = diseases, diseases.session
    ana, chie = (who_is(person, name) for name in ("Ana", "Chie"))
    session.execute(SetGroup((SCRAPIE, IN_SHEEP), "x", assessor=ana))
    session.execute(SetGroup((IN_SHEEP, BSE), "y", assessor=chie))
    look_at(person, BSE)
    alone = str(names_of_options(person).index("Alone") + 1)
    stay_on(person, alone)
    group, entries = session.ledger.board.settled_groups[BSE], len(session.ledger)
    stay_on(person, alone)
    assert len(session.ledger) == entries, "it is already decided that way"
    write_note(person, "another disease")
    assert session.ledger.board.settled_groups[BSE] == group
    assert len(session.ledger) == entries + 1


@pytest.mark.parametrize(
    ("what", "key", "glyph"),
    [("nil", "1", "no"), ("match", "2", "partial"), *swept([("nil", "2", "yes"), ("distinct", "1", "yes")])],
)
@pytest.mark.sweep
def test_the_last_tile_of_a_row_is_what_was_decided(
    series: Person, monkeypatch: pytest.MonkeyPatch, what: str, key: str, glyph: str
) -> None:
    at_dispute(series, what)
    stay_on(series, key)
    assert tiles_painted(series, monkeypatch)[-1] == glyph


@pytest.mark.parametrize(("key", "glyph"), [("2", "B"), *swept([("1", "A"), ("3", "C")])])
def test_the_last_tile_of_a_question_is_its_quality(
    at_desk: Callable[..., Person], monkeypatch: pytest.MonkeyPatch, key: str, glyph: str
) -> None:
    person = at_desk("ranked", questions=6)
    rate_question(person)
    stay_on(person, key)
    assert tiles_painted(person, monkeypatch) == ["A", "C", glyph]


def tiles_painted(person: Person, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the glyphs that the row of the disagreement shown paints, from the left."""
    painted: list[tuple[float, float, str]] = []

    def paint(painter: object, spot: Any, label: str, tokens: object) -> None:
        painted.append((spot.center().y(), spot.left(), label))

    monkeypatch.setattr(rows, "paint_label_glyph", paint)
    view = person.desk.view
    view.grab()
    row = view.visualRect(view.currentIndex())
    return [label for y, _, label in sorted(painted) if row.top() <= y <= row.bottom()]


def test_while_an_assessor_is_chosen_no_key_decides_or_withdraws(at_desk: Callable[..., Person]) -> None:
    person = at_desk()
    desk, session = person.desk, person.session
    person.press("Space")
    for settled in ("", "correct"):
        if settled:
            stay_on(person, "1")
        here, entries = desk.dispute.key, len(session.ledger)
        person.press("Shift+S")
        for key in ("Return", "Backspace", "N", "R"):
            person.press(key)
            assert len(session.ledger) == entries, key
            assert desk.dispute.key == here, key
            assert desk.detail.note.isHidden(), key
            assert any("Who should look again?" in word for word in painted_words(desk.detail)), key
        person.press("Esc", "Backspace" if settled else "Return")
        assert len(session.ledger) == entries + 1
        desk.show_row_of(here)
        person.settle()


def test_the_last_open_disagreement_is_not_decided_by_enter_while_it_is_sent_back(
    at_desk: Callable[..., Person],
) -> None:
    person = at_desk(questions=12)
    desk = person.desk
    answers = tuple(each.answer for each in listed(person)[1:])
    for answer in answers:
        person.session.execute(adjudicate((answer,), "correct"))
    person.settle()
    person.press("Shift+O", "Home", "Space", "Shift+S", "Return")
    assert desk.dispute.settled == ""
    assert not any(button.isEnabled() for button in desk.detail.buttons)
    person.press("Esc", "Return")
    assert not any(each.settled == "" for each in listed(person))
    assert "Everything that is listed is settled." in person.words()


def heard(person: Person) -> list[str]:
    """Return what screen readers say of each row."""
    model = person.desk.view.list
    role = Qt.ItemDataRole.AccessibleTextRole
    return [str(model.index(row).data(role)) for row in range(model.rowCount())]


def test_screen_readers_hear_names_not_labels_of_the_log(series: Person) -> None:
    person = series
    person.desk.tools.state.choose("all")
    person.desk.tools.changed.emit()
    assert any(
        words.startswith("NIL, Who?, finds a correct answer, finds no correct answer") for words in heard(person)
    )
    assert any(words.startswith("equal answers, L.A., = Los Angeles, = Denver") for words in heard(person))
    assert any(words.startswith("equal answers, Denver, Not grouped, = L.A.") for words in heard(person))
    assert any(words.startswith("nugget, use greeting C'z Up, Vital, Okay") for words in heard(person))
    assert any(words.startswith("match, slang for Bloods, Yes, No") for words in heard(person))
    at_dispute(person, "nil")
    stay_on(person, "1")
    settled = "NIL, Who?, finds a correct answer, finds no correct answer, settled: No answer is right"
    assert any(words.startswith(settled) for words in heard(person))
    at_dispute(person, "distinct")
    stay_on(person, "1")
    assert any("settled: = " in words for words in heard(person))


def test_screen_readers_hear_how_many_pairs_could_swap(at_desk: Callable[..., Person]) -> None:
    person = at_desk(questions=30)
    flips = {each.flips for each in listed(person)}
    assert 1 in flips
    spoken = " | ".join(heard(person))
    assert "Correct, " in spoken
    assert "could swap 1 pair of runs" in spoken
    assert "1 pairs" not in spoken
    board = person.program.bridge.scoreboard  # type: ignore[union-attr]
    assert board is not None
    for at, line in enumerate(person.desk.view.list.disputes):
        for above, below in line.pairs[:1] if line.flips == 1 else ():
            words = heard(person)[at]
            assert words.index(f"{board.name_of(below)} (rank") < words.index(f" over {board.name_of(above)} (")
    assert all(f"could swap {many} pairs of runs" in spoken for many in flips if many > 1)


def test_only_decisions_keep_the_order_of_the_rows(at_desk: Callable[..., Person]) -> None:
    """Notes, sending back, taking back and deciding the same again leave nothing to sort again for."""
    person = at_desk()
    desk = person.desk
    kept = "Rows keep their order while you decide"

    def decided() -> bool:
        assert (desk.adjudication.count > 0) == (kept in desk.probe().heard)
        return bool(desk.adjudication.count)

    person.press("Space")
    assert not decided()
    person.press("Shift+S", "1")
    person.qtbot.keyClicks(desk.detail.note, "Look closer")
    person.press("Return")
    assert not decided()
    stay_on(person, "1")
    assert decided()
    assert desk.adjudication.count == 1
    stay_on(person, "1")
    write_note(person, "as the text says")
    assert desk.adjudication.count == 1
    stay_on(person, "Backspace")
    assert desk.adjudication.count == 1


def test_settled_and_said_in_the_names_of_the_judge_desk(at_desk: Callable[..., Person]) -> None:
    person = at_desk("ranked", questions=6)
    person.press("Space")
    names = {"A": "Fully answers", "B": "Partly answers", "C": "Does not answer"}
    said = person.desk.dispute.labels
    heard_people = person.desk.detail.people.accessibleDescription()
    assert all(names[label] in heard_people for _, label in said)
    stay_on(person, "1")
    assert any(word.startswith("Settled: Fully answers.") for word in person.desk.probe().said)
    assert [one.text() for one in person.desk.detail.buttons][:3] == ["Fully", "Partly", "Not"]


def test_effects_name_decisions_as_they_are_called(at_desk: Callable[..., Person]) -> None:
    """Buttons have short names for lack of room; who only hears "Not" does not know what is decided."""
    person = at_desk("ranked", questions=12)
    person.desk.tools.gold_chosen.emit("adjudicated+strict")
    person.settle()
    heard_names: set[str] = set()
    for _ in range(len(listed(person))):
        person.press("Space")
        lines = person.desk.detail.effects.accessibleDescription().split("; ")
        heard_names |= {line.partition(":")[0] for line in lines if ":" in line}
    assert heard_names == {"Partly answers", "Does not answer"}


def test_a_long_text_among_equal_answers_is_cut_visibly(come: Come, tmp_path: Path) -> None:
    long = "a city of which the name is far too long for one button"
    path = series_collection(tmp_path / "s.jury", answers=TABLES["answers"].replace("Denver", long))
    person = come(path, desk="disagreements", assessor="Chair")
    person.session.execute(SetGroup((2, 4), "x", assessor=0))
    person.session.execute(SetGroup((2, 3), "y", assessor=1))
    look_at(person, 2)
    assert names_of_options(person) == [f"= {long[:39]}…", "= L.A.", "Alone"]


def test_keys_are_printed_in_sentences_of_the_program_and_never_in_data(come: Come, tmp_path: Path) -> None:
    nuggets = TABLES["nuggets"].replace("Crips slang for Bloods", "Undo it with {edit.undo}")
    person = come(series_collection(tmp_path / "s.jury", nuggets=nuggets), desk="disagreements", assessor="C")
    for who, label in enumerate(("yes", "no")):
        person.session.execute(Match(6, 0, label, assessor=who))
    person.settle()
    detail = person.desk.detail
    assert person.desk.dispute is not None
    assert "Undo it with {edit.undo}" in person.desk.probe().heard
    assert "Undo it with {edit.undo}" in detail.question.toolTip()


def test_sending_back_by_mouse_and_what_is_said_of_it_stays_with_its_row(at_desk: Callable[..., Person]) -> None:
    person = at_desk(questions=20)
    desk, detail = person.desk, person.desk.detail
    person.press("Space")

    def click(target: Any, at: Any = None) -> None:
        assert target.isVisible()
        QTest.mouseClick(target, Qt.MouseButton.LeftButton, pos=at or target.rect().center())
        person.settle()

    def begin() -> None:
        person.press("Shift+S")
        assert "Click a name or press its key; Esc cancels." in person.desk.probe().heard
        click(detail.people, QPoint(60, 8))

    begin()
    assert detail.write.text() == "Send back"
    click(detail.cancel)
    assert not person.session.ledger.board.sent_back
    begin()
    detail.note.setText("Read to the end")
    click(detail.write)
    assert person.session.ledger.board.sent_back
    assert any(word.startswith("Sent back to ") for word in person.desk.probe().said)
    assert not detail.write.isVisible()
    first = desk.dispute
    person.press("Down")
    assert desk.dispute != first
    assert detail.banner is None
    person.press("1", "Up", "N")
    assert detail.write.text() == "Save"
    detail.note.setText("As agreed")
    click(detail.write)
    assert notes_to_decision(person.session, desk.dispute) == ("As agreed",)
