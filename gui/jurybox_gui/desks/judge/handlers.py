"""From the id of an action to what the desk does, when it is possible, and whether it is on."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from jurybox_gui.desks.judge.actions import LABELING, PLACES, label_action, letter_action
from jurybox_gui.desks.judge.schemes import LETTERS

if TYPE_CHECKING:
    from jurybox_gui.actions.registry import Handler
    from jurybox_gui.actions.spec import Question
    from jurybox_gui.desks.judge.desk import JudgeDesk


def handlers(desk: JudgeDesk) -> dict[str, Handler]:
    """Return what each action of the desk does."""
    reader, queue = desk.center.reader, desk.queue
    return {
        **{label_action(n): partial(_give_place, desk, n) for n in range(PLACES)},
        **{letter_action(letter): partial(_give_letter, desk, letter) for letter in LETTERS},
        "judge.defer": partial(desk.say, "deferred"),
        "judge.skip": partial(desk.say, "skipped"),
        "judge.junk": partial(desk.say, "junk"),
        "judge.clear": partial(desk.say, ""),
        "judge.undo": desk.undo,
        "judge.note": desk.edit_note,
        "judge.next-open": desk.moves.to_next_open,
        "judge.next": partial(desk.moves.by_answers, 1),
        "judge.previous": partial(desk.moves.by_answers, -1),
        "judge.next-question": partial(desk.moves.by_questions, 1),
        "judge.previous-question": partial(desk.moves.by_questions, -1),
        "judge.first-open": desk.moves.to_first_open,
        "judge.last-open": desk.moves.to_last_open,
        "judge.back": desk.moves.back,
        "judge.same": desk.moves.to_twin,
        "judge.filter": queue.choose_part,
        "judge.search": desk.search_queue,
        "judge.larger": partial(desk.change_text_size, 1),
        "judge.smaller": partial(desk.change_text_size, -1),
        "judge.page-down": partial(reader.pane.scroll_page, 1),
        "judge.page-up": partial(reader.pane.scroll_page, -1),
        "judge.find": reader.open_find,
        "judge.next-hit": partial(reader.step_hit, 1),
        "judge.previous-hit": partial(reader.step_hit, -1),
        "judge.document": desk.toggle_document,
        "judge.wide": desk.toggle_wide,
        "judge.guidelines": desk.toggle_guidelines,
        "judge.strip": desk.toggle_strip,
    }


def conditions(desk: JudgeDesk) -> dict[str, Question]:
    """Return when an action can be done; those left out always can."""
    session = desk.bridge.session
    reader = desk.center.reader
    found: dict[str, Question] = dict.fromkeys(LABELING, desk.may_say)
    for n in range(PLACES):
        found[label_action(n)] = partial(_has_place, desk, n)
    for letter in LETTERS:
        found[letter_action(letter)] = partial(_has_letter, desk, letter)
    found["judge.note"] = desk.may_say
    found["judge.undo"] = lambda: session.can_undo
    found["judge.document"] = lambda: reader.has_document
    found["judge.same"] = lambda: bool(desk.moves.twins)
    found["judge.strip"] = lambda: desk.bridge.scoreboard is not None
    return found


def checks(desk: JudgeDesk) -> dict[str, Question]:
    """Return whether a checkable action is on."""
    settings = desk.bridge.settings
    return {
        "judge.document": lambda: desk.center.reader.shows_document,
        "judge.wide": lambda: bool(settings["wide_text"]),
        "judge.guidelines": desk.side.guidelines_in_view,
        "judge.strip": lambda: bool(settings["live_strip"]),
    }


def _give_place(desk: JudgeDesk, place: int) -> None:
    desk.say(desk.course.scheme[place].word)


def _give_letter(desk: JudgeDesk, letter: str) -> None:
    for choice in desk.course.scheme:
        if choice.letter == letter:
            desk.say(choice.word)


def _has_place(desk: JudgeDesk, place: int) -> bool:
    return desk.may_say() and place < len(desk.course.scheme)


def _has_letter(desk: JudgeDesk, letter: str) -> bool:
    return desk.may_say() and any(choice.letter == letter for choice in desk.course.scheme)
