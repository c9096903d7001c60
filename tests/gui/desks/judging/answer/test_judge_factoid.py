"""Answer strings of factoid questions, beside their documents; reading tests."""

from judge_bench import Asked, Given, Open, write_collection

from jurybox.collection.entries import Subject
from jurybox_gui.desks.judging.answer.neighbors import nil_text
from jurybox_gui.tables.queue_model import QueueRole

MOON = Asked(
    "m1",
    "Who walked on the moon first?",
    [
        Given("Aldrin", "Aldrin followed.", "NYT1"),
        Given("Neil Armstrong", "It was Neil Armstrong. Armstrong, yes: Neil Armstrong.", "NYT2"),
        Given("Gagarin", None, "NYT3"),
        Given("neil armstrong", None, "APW1"),
        Given("Armstrong, Neil", "Neil A. it was."),
        Given("nobody"),
    ],
    "factoid",
)
OPTIONS = (("1", "in Rome"), ("2", "in Turin"), ("3", "nowhere"), ("4", "パリで"))
READING = tuple(
    Asked(
        f"r{n}",
        "Where was the case lost?\nThe case was lost in Turin.",
        [Given("in Rome", name="1"), Given("In  Turin"), Given("パリで", name="4"), Given("in Turin", name="x")],
        "factoid",
        options=OPTIONS,
    )
    for n in range(3)
)


KEYS = {
    **dict.fromkeys(("R", "1", "Pad1"), "correct"),
    **dict.fromkeys(("X", "2", "Pad2"), "inexact"),
    **dict.fromkeys(("U", "3", "Pad3"), "unsupported"),
    **dict.fromkeys(("W", "4", "Pad4"), "incorrect"),
}


def test_letters_digits_and_the_number_pad_say_the_same(bench: Open) -> None:
    made = bench([Asked(name, "Who?", MOON.answers, "factoid") for name in ("p", "q", "r")])
    for key, label in KEYS.items():
        answer = made.answer
        made.press(key)
        assert made.label(answer) == label
    assert len(made.session.ledger) == len(KEYS)
    made.press("A", "B", "C", "I", "P", "9")
    assert len(made.session.ledger) == len(KEYS)


def test_like_answers_stand_together_from_the_start(bench: Open) -> None:
    made = bench([MOON])
    texts = [made.session.texts.answer(answer).text for answer in made.desk.queue_cursor.answers]
    assert texts[:3] == ["Armstrong, Neil", "Neil Armstrong", "neil armstrong"]
    assert made.answer == made.desk.queue_cursor.answers[0]
    assert [one.alike for one in made.desk.center.answers.rows] == [False, True, True, False, False, False]


def test_all_like_one_are_marked_by_one_key(bench: Open) -> None:
    made = bench([MOON])
    made.press("Shift+L")
    assert len(made.desk.queue_cursor.marked) == 3
    made.press("R")
    said = [made.label(answer) for answer in made.desk.queue_cursor.answers]
    assert said == ["correct"] * 3 + [None] * 3
    made.press("Ctrl+Z")
    assert [made.label(answer) for answer in made.desk.queue_cursor.answers] == [None] * 6


def test_the_document_stands_beside_its_answer(bench: Open, tmp_path: object) -> None:
    path = write_collection(
        tmp_path / "d.jury",  # type: ignore[operator]
        [MOON],
        documents={"NYT2": "A long document. Neil Armstrong stepped down.", "APW1": "NEIL\nARMSTRONG walked."},
    )
    made = bench(path=path)
    reader, seen = made.desk.center.reader, {}
    for _ in range(6):
        text = made.session.texts.answer(made.answer).text
        seen[text] = (reader.caption.text(), made.marked(), made.shown_text())
        made.press("Down")
    assert seen["Neil Armstrong"][0] == "Supporting text"
    assert seen["Neil Armstrong"][1] == ["Neil Armstrong"] * 2
    assert seen["neil armstrong"] == ("Document", ["NEIL\u2029ARMSTRONG"], "NEIL\nARMSTRONG walked.")
    assert seen["Gagarin"] == ("Its document is not in this collection", [], "")
    assert seen["nobody"] == ("No supporting text", [], "")
    assert made.desk.center.card.isVisible()


def test_the_place_found_is_in_sight_in_a_low_window_until_somebody_scrolls(bench: Open) -> None:
    text = " ".join(f"Sentence {n} says nothing of it." for n in range(40)) + " It was Neil Armstrong. The end."
    made = bench([Asked("m", "Who?", [Given("Neil Armstrong", text, "NYT1")], "factoid")], size=(960, 540))
    pane = made.desk.center.reader.pane
    place = text.index("Neil")

    def in_sight() -> bool:
        rect = pane.rect_of(place)
        return rect.top() >= 0 and rect.bottom() <= pane.viewport().height()

    assert in_sight()
    assert pane.verticalScrollBar().value() > 0
    for size in ((960, 700), (960, 540)):
        made.window.resize(*size)
        made.settle()
        assert in_sight()
    pane.verticalScrollBar().setValue(0)
    made.window.resize(960, 560)
    made.settle()
    assert not in_sight()


def test_nil_is_decided_and_not_judged(bench: Open) -> None:
    made = bench([Asked("q", "Who?", MOON.answers, "factoid", nil_correct=True)])
    assert "counts as correct here. Set by the organizer." in made.desk.probe().heard
    assert made.desk.center.card.nil.isVisible()
    assert made.desk.center.answers.rowCount() == 6
    answer = made.answer
    made.press("4")
    assert made.label(answer) == "incorrect"
    assert "1 of 6" in made.desk.probe().said


def test_nil_is_silent_where_nobody_speaks_of_it(bench: Open) -> None:
    assert not bench([MOON]).desk.center.card.nil.isVisible()
    assert "once an answer is correct" in nil_text(None, any_correct=False)
    assert "you found a correct answer" in nil_text(None, any_correct=True)
    assert "counts as incorrect here" in nil_text(False, any_correct=False)


def test_one_key_marks_the_right_option_and_the_others_as_wrong(bench: Open) -> None:
    made = bench(READING)
    panel, bar = made.desk.center.options, made.desk.center.bar
    assert panel.isVisible()
    assert [button.text() for button in panel.buttons] == [text for _, text in OPTIONS]
    assert not bar.buttons
    assert not made.desk.center.strip.isVisible()
    assert not made.desk.center.card.isVisible()
    assert made.shown_text() == "The case was lost in Turin."
    assert made.desk.center.head.title.text == "Where was the case lost?"
    assert made.desk.center.head.rest.text == ""
    question, answers = made.desk.queue_cursor.question, sorted(made.desk.queue_cursor.answers)
    made.press("2")
    assert [made.label(answer) for answer in answers] == ["incorrect", "correct", "incorrect", "correct"]
    assert made.desk.queue_cursor.question != question
    made.press("Left")
    assert [button.given for button in panel.buttons] == ["incorrect", "correct", "incorrect", "incorrect"]
    made.press("Ctrl+Z")
    assert {made.label(answer) for answer in answers} == {None}
    assert [button.given for button in panel.buttons] == [""] * 4


def test_an_option_that_no_run_chose_can_be_right(bench: Open) -> None:
    made = bench(READING)
    panel, question, answers = (
        made.desk.center.options,
        made.desk.queue_cursor.question,
        made.desk.queue_cursor.answers,
    )
    made.press("Pad3", "Left")
    assert {made.label(answer) for answer in answers} == {"incorrect"}
    assert [button.given for button in panel.buttons] == ["incorrect", "incorrect", "correct", "incorrect"]
    made.press("1", "Left")
    assert [button.given for button in panel.buttons] == ["correct", "incorrect", "incorrect", "incorrect"]
    assert made.session.content_in_force("judgment", made.session.assessor, Subject(question)).note is None
    made.press("Ctrl+Z")
    assert panel.buttons[2].given == "correct"


def test_a_reading_test_takes_states_as_a_whole_and_no_letters(bench: Open) -> None:
    made = bench(READING)
    answers = sorted(made.desk.queue_cursor.answers)
    made.press("R", "W", "5", "9")
    assert len(made.session.ledger) == 0
    made.press("K")
    assert {made.label(answer) for answer in answers} == {"cannot-tell"}
    made.press("Left")
    assert made.desk.center.bar.states["cannot-tell"].given
    made.press("Backspace")
    assert {made.label(answer) for answer in answers} == {None}
    made.click(made.desk.center.options.buttons[1])
    made.settle()
    assert made.label(answers[1]) == "correct"


def test_a_held_key_marks_one_option(bench: Open) -> None:
    made = bench(READING)
    made.hit("2")
    for _ in range(5):
        made.hit("2", repeat=True)
        made.settle()
    made.hit("2")
    assert len(made.session.ledger) == 8
    assert made.desk.queue.count.text() in {"1 of 3", "2 of 3"}


def test_series_have_headings_and_tell_what_was_asked_before(bench: Open) -> None:
    asked = [
        Asked(f"{s}.{n}", f"Question {n} of {s}?", [Given("a", "a b"), Given("c", "c")], "factoid", series=s)
        for s in ("mill", "fort")
        for n in (1, 2, 3)
    ]
    made = bench([*asked, Asked("alone", "Who?", [Given("a", "a")], "factoid")])
    model = made.desk.queue.model
    headings = [model.index(at).data(QueueRole.HEADING) for at in range(model.rowCount())]
    assert model.rowCount() == 9
    assert {one for one in headings if one} == {"mill  the mill", "fort  the fort"}
    for at, heading in enumerate(headings):
        if heading:
            assert [model.index(at + n).data(QueueRole.NAME)[-1] for n in (1, 2, 3)] == ["1", "2", "3"]
            assert model.row_at(at) is None
    third = next(n for n, one in enumerate(made.session.catalog.questions) if one.name == "mill.3")
    made.desk.show_answer(int(made.session.catalog.answers_of(third)[0]))
    made.settle()
    shown = [row.text for row in made.desk.side.asked_rows]
    assert shown == ["Question 1 of mill?", "Question 2 of mill?"]
    assert made.desk.side.before.isVisible()
    assert model.row_at(made.desk.queue.list.currentIndex().row()) == made.desk.queue_cursor.row
    made.desk.show_answer(int(made.session.catalog.answers_of(6)[0]))
    made.settle()
    assert not made.desk.side.before.isVisible()


def test_arrows_leave_a_reading_test(bench: Open) -> None:
    made = bench(READING)
    first = made.desk.queue_cursor.question
    made.press("Down")
    second = made.desk.queue_cursor.question
    assert second != first
    made.press("Up")
    assert made.desk.queue_cursor.question == first


def test_answers_far_ahead_are_put_in_order_before_one_is_there(bench: Open) -> None:
    made = bench([Asked(f"q{n:03d}", "Who?", [Given("b x"), Given("a"), Given("b  X")], "factoid") for n in range(200)])
    queue = made.desk.queue_cursor.queue
    assert queue is not None

    def ordered(row: int) -> bool:
        texts = [made.session.texts.answer(int(queue.answers[place])).text for place in queue.places_of(row)]
        return texts == ["b x", "b  X", "a"]

    assert ordered(0)
    assert ordered(100)
    assert not ordered(199)
    made.press("End")
    assert ordered(199)
    assert made.desk.queue_cursor.row == 199


def test_no_hint_is_cut_in_a_narrow_window(bench: Open) -> None:
    made = bench([MOON], size=(900, 640))
    bar = made.desk.center.bar
    arrows = bar.hints[1]
    made.qtbot.waitUntil(arrows.isHidden)
    shown = [hint for hint in bar.hints if hint.isVisible()]
    assert len(shown) == 6
    assert all(hint.width() >= hint.sizeHint().width() for hint in shown)
    made.window.resize(1300, 740)
    made.qtbot.waitUntil(arrows.isVisible)
