"""Texts in any script and of any length, shown as they are, with the answer string in them."""

from pathlib import Path

import pytest
from judge_bench import Asked, Given, Open, write_collection
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication
from sweeps import swept

from jurybox_gui.desks.judging.answer.answer_cache import text_length
from jurybox_gui.widgets.hint_button import HintButton

HTML = 'if a<b then <img src="file:///etc/hostname"> &amp; <b>bold</b> <script>x</script>'
ODD = (
    ("arabic", "محمد علي", "قال محمد علي في المدينة.", ["محمد علي"]),
    ("japanese", "１２３円", "価格は123円です。", ["123円"]),
    ("emoji", "Wennerberg", "👩‍👩‍👧 🎉 by Wennerberg 🎉", ["Wennerberg"]),
    ("marks", "café", "the cafe\u0301 of 🎉 CAFE\u0301s", ["cafe\u0301", "CAFE\u0301"]),
    ("html", "<b>bold</b>", HTML, ["<b>bold</b>"]),
    ("space", "two  words", "here two\nwords", ["two\u2029words"]),
    ("crlf", "second line", "first\r\nsecond\r\nsecond line", ["second line"]),
)


@pytest.mark.parametrize(("name", "answer", "text", "marked"), ODD, ids=[odd[0] for odd in ODD])
@pytest.mark.sweep
def test_the_answer_string_is_highlighted(bench: Open, name: str, answer: str, text: str, marked: list[str]) -> None:
    made = bench([Asked(name, f"Question {name}?", [Given(answer, text)])])
    assert made.marked() == marked
    assert made.session.texts.answer(0).text == answer
    assert made.desk.center.card.text.text == answer
    words = made.desk.center.reader.found_text.text()
    assert words == f"Answer string found {'once' if len(marked) == 1 else 'twice'}"


def test_markup_is_shown_letter_by_letter_everywhere(bench: Open) -> None:
    asked = Asked("<i>q</i>", HTML, [Given(HTML, HTML), Given("b", HTML)], category="<s>c</s>", guideline=HTML)
    made = bench([asked])
    assert made.shown_text() == HTML
    assert made.desk.center.head.title.text == HTML
    assert "<s>c</s>" in made.desk.probe().said
    assert made.desk.side.own_guideline.text == HTML
    made.press("1", "H")
    for tip in [w.toolTip() for w in made.desk.findChildren(type(made.desk.center.head.aside))]:
        assert "<img" not in tip


@pytest.mark.parametrize(
    "text", ["", "a\0b", "e" + "\u0301" * 3000, *swept(["\0", "\ufeffx", "\u202eabc", "\r\r\n", "\ufdd0\ufffc"])]
)
def test_odd_texts_do_no_harm(bench: Open, text: str) -> None:
    made = bench([Asked("q", text, [Given(text or "a", text), Given("b", text)])])
    made.press("Down", ".", ",", "Shift+T", "1", "Z", "2")
    assert sum(bool(made.label(answer)) for answer in range(2)) >= 1
    assert made.session.texts.answer(0).support == text


def test_a_megabyte_without_a_space_is_shown_in_part(bench: Open) -> None:
    text = "x" * 700_000 + "needle" + "y" * 300_000
    made = bench([Asked("q", "Where?", [Given("needle", text)])])
    reader = made.desk.center.reader
    assert len(made.shown_text()) == 200_000
    assert reader.pane.is_cut
    assert "Answer string not found" in made.desk.probe().said
    assert "in the part shown" in made.desk.probe().said
    reader.pane._all.click()
    made.qtbot.waitUntil(lambda: reader.found_text.text() == "Answer string found once")
    assert not reader.pane.is_cut
    made.press(".")
    assert made.marked() == ["needle"]
    assert len(made.shown_text()) <= 200_000


def test_long_questions_and_answers_are_cut_and_can_be_opened(bench: Open) -> None:
    long = "word " * 3000
    made = bench([Asked("q", f"{long}\n\nrest {long}", [Given(long, "text")])])
    head, card = made.desk.center.head, made.desk.center.card
    for part, button in ((head.title, head.more), (card.text, card.more)):
        assert part.is_cut
        before = part.height()
        button.click()
        made.qtbot.waitUntil(lambda part=part, before=before: part.height() > before)
        button.click()
        made.qtbot.waitUntil(lambda part=part, before=before: part.height() == before)
    made.press("1")
    assert made.label(0) == "correct"


def test_an_answer_without_a_text_is_read_itself(bench: Open) -> None:
    made = bench([Asked("q", "How?", [Given("Feed it.\n\nThen wait two weeks.")], kind="ranked")])
    assert made.shown_text() == "Feed it.\n\nThen wait two weeks."
    assert not made.desk.center.card.isVisible()
    assert made.desk.center.reader.caption.text() == "Answer"
    assert made.desk.center.reader.found_text.text() == ""
    assert made.marked() == []


@pytest.mark.parametrize(
    ("kind", "names", "key", "label"),
    [
        ("ranked", ["Fully answers", "Partly answers", "Does not answer"], "2", "B"),
        ("factoid", ["Correct", "Inexact", "Unsupported", "Incorrect"], "3", "unsupported"),
        *swept(
            [
                ("ranked", ["Fully answers", "Partly answers", "Does not answer"], "C", "C"),
                ("factoid", ["Correct", "Inexact", "Unsupported", "Incorrect"], "X", "inexact"),
            ]
        ),
        ("validation", ["Correct", "Incorrect", "Cannot tell"], "2", "incorrect"),
    ],
)
def test_each_kind_of_question_has_its_labels(bench: Open, kind: str, names: list[str], key: str, label: str) -> None:
    made = bench([Asked("q", "How?", [Given("a", "a b"), Given("c", "d")], kind=kind)])
    assert [button.text() for button in made.desk.center.bar.buttons.values()] == names
    first = made.answer
    made.press(key)
    assert made.label(first) == label
    bar, second = made.desk.center.bar, made.answer
    cannot = bar.buttons.get("cannot-tell") or bar.states["cannot-tell"]
    assert cannot.isVisible()
    made.press("K")
    assert made.label(second) == "cannot-tell"


def test_stepping_through_occurrences(bench: Open) -> None:
    text = "\n".join(["start bridge", *["line"] * 300, "the bridge", *["line"] * 300, "last BRIDGE bridge"])
    made = bench([Asked("q", "What?", [Given("bridge", text)])])
    reader = made.desk.center.reader
    assert "Answer string found 3 times" in made.desk.probe().said
    assert "exact, 6 characters" in made.desk.probe().said
    assert reader.hit_keys.isVisible()
    bar = reader.pane.verticalScrollBar()
    assert bar.value() == 0
    made.press(".", ".")
    middle = bar.value()
    assert middle > 0
    made.press(".")
    assert bar.value() > middle
    made.press(",")
    assert bar.value() < bar.maximum()
    assert "more line" in made.desk.probe().heard
    made.press("PgDn", "PgUp")


def test_finding_in_the_text(bench: Open) -> None:
    made = bench([Asked("q", "What?", [Given("zzz", "one two ONE three one")])])
    made.hit("/")
    bar = made.desk.center.reader.find_bar
    assert QApplication.focusWidget() is bar.field
    made.type_text("one 1")
    assert len(made.session.ledger) == 0
    made.hit("Backspace")
    made.hit("Backspace")
    made.qtbot.waitUntil(lambda: bar.count.text() == "1 of 3")
    made.hit("Enter")
    assert "2 of 3" in made.desk.probe().said
    made.type_text("x")
    made.qtbot.waitUntil(lambda: bar.count.text() == "Not found")
    made.hit("Esc")
    assert not bar.isVisible()
    assert QApplication.focusWidget() is made.desk
    assert made.marked() == []
    made.press("1")
    assert made.label(0) == "correct"


def test_the_whole_document(bench: Open, tmp_path: Path) -> None:
    whole = "\n".join([*["before"] * 400, "by Astrid Wennerberg, then", "an engineer"])
    asked = [Asked("q", "Who?", [Given("Astrid Wennerberg", "by Astrid Wennerberg, then", "la-31")])]
    path = write_collection(tmp_path / "doc.jury", asked, documents={"la-31": whole})
    made = bench(path=path)
    reader = made.desk.center.reader
    assert reader.document.isVisible()
    assert "Supporting text" in made.desk.probe().said
    assert "La-31" in made.desk.probe().heard
    made.press("Shift+T")
    assert made.shown_text() == whole
    assert reader.caption.text() == "Document"
    assert reader.pane.verticalScrollBar().value() > 0
    assert made.marked() == ["Astrid Wennerberg"]
    made.press("Shift+T")
    assert made.shown_text() == "by Astrid Wennerberg, then"
    made.press("Shift+T", "1")
    assert made.label(0) == "correct"


def test_guidelines_are_the_collections_own_words_where_it_has_some(bench: Open) -> None:
    from jurybox.commands import SetFact

    made = bench([Asked("q", "Who?", [Given("a", "a")], guideline="Count <twins> once.")])
    made.session.execute(SetFact("guideline:correct", "Right and said so."))
    made.settle()
    assert made.desk.side.own_guideline.text == "Count <twins> once."
    text = " ".join(made.words())
    assert "Right and said so." in text
    assert "Wrong, or right but the text does not support it." in text
    assert not made.desk.side.guidelines.folded
    made.press("Shift+G")
    assert made.desk.side.guidelines.folded
    made.press("Shift+G")
    assert not made.desk.side.guidelines.folded


def test_an_answer_without_a_text_is_shown_by_its_name_and_is_like_no_other(bench: Open) -> None:
    """As of a TREC run, which names documents only."""
    made = bench([Asked("q", "What?", [Given("", name=f"shard_{at}") for at in range(3)], "ranked")])
    words = made.words()
    assert "This answer came without a text" in words
    assert "shard_0" in words
    assert "0 words" not in words
    made.settle()
    assert not made.desk.side.same.isVisible()


def test_text_size_and_width_are_kept(bench: Open, tmp_path: Path) -> None:
    made = bench(size=(1800, 800))
    pane = made.desk.center.reader.pane
    narrow = pane.viewport().width()
    made.press("+", "+")
    assert pane.px == 19
    made.press("-")
    assert pane.px == 18
    made.press("V")
    made.qtbot.waitUntil(lambda: pane.viewport().width() > narrow + 200)
    assert (made.settings["text_size"], made.settings["wide_text"]) == (18, True)
    for _ in range(15):
        made.press("+")
    assert pane.px == 28


def test_texts_use_the_room_of_a_large_window(bench: Open) -> None:
    made = bench(size=(1280, 800))
    center = made.desk.center
    pane, labels = center.reader.pane, center.bar

    def left_over() -> int:
        return center.height() - labels.mapTo(center, labels.rect().bottomLeft()).y()

    usual = center.reader.pane.px, center.head.title.font_px, center.card.text.font_px
    assert usual[0] == made.settings["text_size"]
    made.window.resize(1920, 1080)
    made.settle()
    grown = center.reader.pane.px, center.head.title.font_px, center.card.text.font_px
    assert all(now >= before + 3 for now, before in zip(grown, usual, strict=True))
    assert left_over() < center.height() / 6
    made.press("+")
    assert (pane.px, made.settings["text_size"]) == (grown[0] + 1, usual[0] + 1)
    made.press("-")
    made.window.resize(1280, 800)
    made.settle()
    assert (pane.px, center.head.title.font_px, center.card.text.font_px) == usual


ENGLISH_LINES = " ".join(f"Line {n} of a text that goes on." for n in range(6))
ARABIC_LINES = "ما زال أهل النخلة يتحدثون عن ذلك. يوجد طريق ضيق من هناك إلى رأس الحمام. ضاعت الخرائط ثم وجدت. " * 2


@pytest.mark.parametrize("lines", [ENGLISH_LINES, ARABIC_LINES])
def test_an_occurrence_far_down_stays_in_view_while_texts_grow(bench: Open, lines: str) -> None:
    long = "\n".join([lines] * 40)
    made = bench([Asked("q1", "Who?", [Given("Ada Rask", f"{long}\nIt was Ada Rask.\n{long}")])])
    pane = made.desk.center.reader.pane
    start = pane.stored_text.index("Ada Rask")
    for size in ((1920, 1080), (1280, 800), (2560, 1440), (960, 540), (1920, 1080), (1700, 1000)):
        made.window.resize(*size)
        made.settle()
        assert pane.viewport().rect().contains(pane.rect_of(start).center()), size
        edges = (QPoint(x, 1) for x in (1, pane.viewport().width() - 2))
        found = [pane.cursorRect(pane.cursorForPosition(edge)) for edge in edges]
        assert not any(one.top() < -2 and one.bottom() > 2 for one in found), "a line is cut at the top"


def test_columns_fold_where_the_window_is_narrow(bench: Open) -> None:
    made = bench(size=(1000, 700))
    desk = made.desk
    assert (desk.queue.isVisible(), desk.side.isVisible()) == (True, False)
    made.press("Shift+G")
    assert desk.side.isVisible()
    made.window.resize(860, 700)
    made.qtbot.waitUntil(lambda: not desk.queue.isVisible())
    made.window.resize(1212, 740)
    made.qtbot.waitUntil(lambda: desk.queue.isVisible() and desk.side.isVisible())
    made.window.resize(860, 700)
    made.qtbot.waitUntil(lambda: not desk.side.isVisible())
    made.press("1")
    assert len(made.session.ledger) == 1
    made.hit("Ctrl+F")
    assert desk.queue.isVisible()
    made.hit("Esc")
    assert not desk.queue.isVisible()


def test_input_methods_are_off_but_in_the_note(bench: Open) -> None:
    made = bench()
    attribute = Qt.WidgetAttribute.WA_InputMethodEnabled
    desk = made.desk
    for widget in (desk, desk.center.reader.pane, desk.queue.list, desk.side.history):
        assert not widget.testAttribute(attribute)
    assert not any(button.testAttribute(attribute) for button in desk.center.bar.buttons.values())
    assert desk.center.bar.note.testAttribute(attribute)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "0 words"),
        ("one", "1 word"),
        ("one two\nthree", "3 words"),
        ("価格は百二十三円です。会社のデザインはここで見られます。", "28 characters"),
        ("x" * 1234, "1,234 characters"),
        ("two words " * 20_000, "200,000 characters"),
    ],
)
def test_lengths_are_shown_in_words_where_there_are_some(text: str, words: str) -> None:
    assert text_length(text) == words


def test_buttons_follow_a_short_text_in_a_high_window_and_do_not_come_back(bench: Open) -> None:
    long = " ".join(f"Sentence {n} of the long text says nothing of it." for n in range(32))
    texts = [Given("a", "A short text."), Given("b", "Another one.")]
    questions = [
        Asked("q", "Which?", texts),
        Asked("r", "Which of them, asked at length? " * 4, texts),
        Asked("s", "Which?", [Given("c", long), *texts]),
    ]
    made = bench(questions, size=(1280, 1080))
    center = made.desk.center

    def below() -> int:
        return int(center.height() - center.bar.mapTo(center, QPoint()).y() - center.bar.height())

    short = below()
    assert short > 100
    heads = {center.head.height()}
    for _ in range(3):
        made.press("1")
        made.settle()
        heads.add(center.head.height())
        assert below() == short
    assert len(heads) > 1
    made.press("2")
    made.settle()
    assert made.shown_text() == long
    assert below() < short
    assert not center.reader.below.isVisible()
    longer = below()
    made.press("1")
    made.settle()
    assert made.shown_text() == "A short text."
    assert below() == longer
    for size, room in (((1280, 700), range(20)), ((960, 1080), range(100, 999)), ((1280, 1080), (short,))):
        made.window.resize(*size)
        made.settle()
        assert below() in room


def test_before_the_first_label_a_sentence_says_where_labels_appear(bench: Open) -> None:
    made = bench([Asked("q", "Which?", [Given("a", "A text."), Given("b", "Another.")])])
    side = made.desk.side
    assert (side.nothing.isVisible(), side.history.isVisible()) == (True, False)
    made.press("1")
    made.qtbot.waitUntil(side.history.isVisible)
    assert not side.nothing.isVisible()


def test_the_type_grows_and_shrinks_by_a_click_where_there_is_room(bench: Open) -> None:
    made = bench([Asked("q", "Which?", [Given("a", "A text.")])], size=(1280, 800))
    reader = made.desk.center.reader
    smaller, larger = reader.sizes.findChildren(HintButton)
    before = reader.pane.px
    for button, px in ((larger, before + 1), (smaller, before), (smaller, before - 1)):
        made.qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
        assert reader.pane.px == px
    assert not reader.sizes.isHidden()
    reader.resize(600, reader.height())
    assert reader.sizes.isHidden()
