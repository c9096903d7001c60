"""The actions of the Judge desk."""

from functools import partial

from jurybox.kinds import KINDS
from jurybox.label_schemes import QUESTION_QUALITY
from jurybox.language import tr, tr_noop, tr_search
from jurybox_gui.actions.key_plan import Shared
from jurybox_gui.actions.registry import LABELS
from jurybox_gui.actions.spec import Action
from jurybox_gui.desks.judging.actions import JudgingActions, may_judge, why_nothing
from jurybox_gui.desks.judging.answer.desk import JudgeDesk
from jurybox_gui.desks.judging.answer.label_bar import PLACES
from jurybox_gui.desks.label_schemes import CANNOT_TELL, DIGITS, LETTERS, letters_beside, name_of_place

_QUESTION, _SEVERAL = tr_noop("Question"), tr_noop("Several")
_MOVE, _READ = tr_noop("Move"), tr_noop("Read")
_BY_ANSWERS, _BY_OPEN = tr_noop("Next, previous answer"), tr_noop("First, last open")
_SIZE, _HITS = tr_noop("Text larger, smaller"), tr_noop("Next, previous occurrence")


def _may_rate(desk: JudgeDesk) -> bool:
    return desk.labeling.may_rate()


def _rate(label: str, desk: JudgeDesk) -> None:
    desk.labeling.rate(label)


def _give_place(place: int, desk: JudgeDesk) -> None:
    desk.labeling.give_place(place)


def _has_place(place: int, desk: JudgeDesk) -> bool:
    return desk.labeling.may_give_place(place)


def _name_at(place: int, desk: JudgeDesk) -> str:
    return desk.labeling.name_at(place)


def _name_by(letter: str, desk: JudgeDesk) -> str:
    return desk.queue_cursor.choices.name_by(letter)


def _give_letter(letter: str, desk: JudgeDesk) -> None:
    desk.labeling.give_letter(letter)


def _has_letter(letter: str, desk: JudgeDesk) -> bool:
    return desk.labeling.may_give_letter(letter)


def _why_no_label(desk: JudgeDesk) -> str:
    return tr("The question shown has no label with this key.") if desk.may_judge() else desk.why_nothing()


def _why_no_rating(desk: JudgeDesk) -> str:
    return tr("Only questions with ranked answers are rated.") if desk.may_judge() else desk.why_nothing()


def _has_ratings(desk: JudgeDesk) -> bool:
    return KINDS[desk.queue_cursor.kind].rates_questions


def _has_scores(desk: JudgeDesk) -> bool:
    return desk.bridge.has_scores


_NO_HITS = tr("Nothing was found in this text yet. Find words with {judge.find}.")
shared = JudgingActions(JudgeDesk, joint="-")
action, judging = shared.action, shared.judging

_GIVEN_BY_DIGITS: tuple[Action[JudgeDesk], ...] = tuple(
    judging(
        f"label.{n + 1}",
        name_of_place(n, JudgeDesk.id),
        DIGITS[n],
        types=True,
        do=partial(_give_place, n),
        when=partial(_has_place, n),
        named=partial(_name_at, n),
        why_not=_why_no_label,
        group=LABELS,
        row=tr_noop("Labels, left to right"),
        menu="",
    )
    for n in range(PLACES)
)
_OTHERS: tuple[Action[JudgeDesk], ...] = (
    judging(
        "type",
        tr("Type the label"),
        "Return",
        types=True,
        do=lambda desk: desk.labeling.typing.emit(""),
        when=JudgeDesk.may_type,
        group=LABELS,
        menu="",
    ),
    judging(
        "type-below",
        tr("Type a label below 0"),
        "-",
        types=True,
        do=lambda desk: desk.labeling.typing.emit("-"),
        when=lambda desk: desk.may_type() and desk.queue_cursor.choices.goes_below_zero,
        group=LABELS,
        menu="",
        palette=False,
        first=True,
    ),
    *shared.states(LABELS, "deferred", "skipped", "junk"),
    shared.clear(LABELS, tr("Clear the label")),
    shared.undo(LABELS, tr("Undo the last label")),
    *shared.notes(LABELS, tr("Write a note"), tr("Note on the last label")),
    *(
        judging(
            f"question.{choice.word.lower()}",
            tr("Question: {rating}", rating=tr(choice.name).lower()),
            f"Shift+{choice.letter}",
            do=partial(_rate, choice.word),
            when=_may_rate,
            here=_has_ratings,
            why_not=_why_no_rating,
            group=_QUESTION,
            words=(*tr_search("quality", "rate", "good question"), choice.word),
        )
        for choice in QUESTION_QUALITY.labels
    ),
    judging(
        "question.clear",
        tr("Question: no rating"),
        "Shift+Backspace",
        do=partial(_rate, ""),
        when=_may_rate,
        here=_has_ratings,
        why_not=_why_no_rating,
        group=_QUESTION,
    ),
    action(
        "whole",
        tr("Show or shorten the question"),
        "Shift+Q",
        do=lambda desk: desk.center.toggle_whole(),
        when=lambda desk: desk.center.can_open,
        why_not=tr("The whole question is shown."),
        group=_QUESTION,
        words=tr_search("open", "more"),
    ),
    judging(
        "mark",
        tr("Mark this answer"),
        shares=Shared.MARK,
        do=lambda desk: desk.labeling.toggle_mark(),
        when=may_judge,
        why_not=why_nothing,
        group=_SEVERAL,
        words=tr_search("group"),
    ),
    judging(
        "mark-alike",
        tr("Mark all like it"),
        "Shift+L",
        do=JudgeDesk.mark_alike,
        when=may_judge,
        why_not=why_nothing,
        group=_SEVERAL,
        words=tr_search("group"),
    ),
    action(
        "unmark",
        tr("Remove marks"),
        "Esc",
        do=lambda desk: desk.labeling.unmark(),
        when=lambda desk: bool(desk.queue_cursor.marked),
        group=_SEVERAL,
        words=tr_search("group"),
    ),
    shared.next_open("next-open", tr("Next unjudged answer"), _MOVE),
    action(
        "next",
        tr("Next answer"),
        "Down",
        do=lambda desk: desk.queue_cursor.by_answers(1),
        group=_MOVE,
        row=_BY_ANSWERS,
        repeat=True,
    ),
    action(
        "previous",
        tr("Previous answer"),
        "Up",
        do=lambda desk: desk.queue_cursor.by_answers(-1),
        group=_MOVE,
        row=_BY_ANSWERS,
        repeat=True,
    ),
    *shared.questions(_MOVE, "previous-question", keys=("Right",), back=("Left",), repeat=True),
    action(
        "first-open",
        tr("First open answer"),
        "Home",
        do=lambda desk: desk.queue_cursor.to_first_open(),
        group=_MOVE,
        row=_BY_OPEN,
    ),
    action(
        "last-open",
        tr("Last open answer"),
        "End",
        do=lambda desk: desk.queue_cursor.to_last_open(),
        group=_MOVE,
        row=_BY_OPEN,
    ),
    action(
        "back",
        tr("Previous label of yours"),
        shares=Shared.HISTORY,
        do=JudgeDesk.step_back,
        group=_MOVE,
        words=tr_search("history"),
    ),
    action(
        "same",
        tr("Same answer in another text"),
        "Shift+E",
        do=lambda desk: desk.queue_cursor.to_twin(),
        when=lambda desk: bool(desk.queue_cursor.twins),
        why_not=tr("No other text has the same answer."),
        group=_MOVE,
    ),
    shared.queue_part(_MOVE),
    action(
        "settle",
        tr("Most informative answers first"),
        shares=Shared.ORDER,
        do=lambda desk: desk.bridge.next_best.toggle(),
        when=_has_scores,
        here=_has_scores,
        why_not=tr("This order is based on the scores of runs, and none are shown here."),
        checked=lambda desk: desk.bridge.next_best.on,
        group=_MOVE,
        words=tr_search("next best answer", "order", "minimal test collections"),
    ),
    shared.queue_search(_MOVE),
    action(
        "larger", tr("Text larger"), "+", do=lambda desk: desk.change_text_size(1), group=_READ, row=_SIZE, repeat=True
    ),
    action(
        "smaller",
        tr("Text smaller"),
        "-",
        do=lambda desk: desk.change_text_size(-1),
        group=_READ,
        row=_SIZE,
        repeat=True,
    ),
    *shared.pages(_READ),
    action(
        "find",
        tr("Find in the text"),
        shares=Shared.FIND,
        do=lambda desk: desk.center.reader.open_find(),
        group=_READ,
        icon="search",
    ),
    action(
        "next-hit",
        tr("Next occurrence"),
        ".",
        do=lambda desk: desk.step_hit(1),
        when=lambda desk: desk.center.reader.has_hits,
        why_not=_NO_HITS,
        group=_READ,
        row=_HITS,
        repeat=True,
    ),
    action(
        "previous-hit",
        tr("Previous occurrence"),
        ",",
        do=lambda desk: desk.step_hit(-1),
        when=lambda desk: desk.center.reader.has_hits,
        why_not=_NO_HITS,
        group=_READ,
        row=_HITS,
        repeat=True,
    ),
    action(
        "document",
        tr("Whole document"),
        "Shift+T",
        do=lambda desk: desk.view.toggle_document(),
        when=lambda desk: desk.center.reader.has_document,
        why_not=tr("The whole document is already shown."),
        checked=lambda desk: desk.center.reader.shows_document,
        group=_READ,
        icon="document",
    ),
    action(
        "wide",
        tr("Wider text column"),
        "V",
        do=lambda desk: desk.toggle_wide(),
        checked=lambda desk: bool(desk.bridge.settings["wide_text"]),
        group=_READ,
    ),
    action(
        "guidelines",
        tr("Guidelines"),
        "Shift+G",
        do=lambda desk: desk.view.toggle_guidelines(),
        checked=lambda desk: desk.side.guidelines_in_view(),
        group=_READ,
    ),
    action(
        "patterns",
        tr("Propose labels by answer patterns…"),
        do=lambda desk: desk.patterns.toggle(),
        checked=lambda desk: desk.cache.patterns is not None,
        group=_READ,
        words=tr_search("regular expression", "regex"),
    ),
    action(
        "strip",
        tr("Ranking beside the answer"),
        "Shift+R",
        do=lambda desk: desk.view.toggle_strip(),
        when=lambda desk: desk.bridge.scoreboard is not None,
        here=_has_scores,
        why_not=tr("Scores are hidden while answers are judged."),
        checked=lambda desk: bool(desk.bridge.settings["live_strip"]),
        group=_READ,
        words=tr_search("live", "strip"),
    ),
)

_GIVEN_BY_LETTERS: tuple[Action[JudgeDesk], ...] = tuple(
    judging(
        f"letter.{letter.lower()}",
        CANNOT_TELL.name if letter == CANNOT_TELL.letter else tr("Give label {letter}", letter=letter),
        *([] if letter == CANNOT_TELL.letter else [letter]),
        shares=Shared.CANNOT_TELL if letter == CANNOT_TELL.letter else None,
        do=partial(_give_letter, letter),
        when=partial(_has_letter, letter),
        named=partial(_name_by, letter),
        why_not=_why_no_label,
        group=LABELS,
        row=tr_noop("Cannot tell") if letter == CANNOT_TELL.letter else tr_noop("Labels, by their letters"),
        menu="",
        palette=False,
        yields=letter not in LETTERS,
    )
    for letter in letters_beside(_OTHERS)
)

ACTIONS = (*_GIVEN_BY_DIGITS, *_GIVEN_BY_LETTERS, *_OTHERS)
"""The actions of the Judge desk, in the order of its sheet of keys."""
