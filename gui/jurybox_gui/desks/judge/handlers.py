"""From the id of an action to what the desk does, when it is possible, and whether it is on."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from jurybox_gui.desks.judge.actions import (
    LABELING,
    PLACES,
    QUALITIES,
    label_action,
    letter_action,
    quality_action,
)
from jurybox_gui.desks.judge.pattern_hints import PatternHints
from jurybox_gui.desks.label_schemes import LETTERS

if TYPE_CHECKING:
    from jurybox_gui.actions.registry import Handler
    from jurybox_gui.actions.spec import Question
    from jurybox_gui.desks.judge.desk import JudgeDesk


def handlers(desk: JudgeDesk) -> dict[str, Handler]:
    """Return what each action of the desk does."""
    return {**_to_say(desk), **_to_move(desk), **_to_look(desk)}


def _to_say(desk: JudgeDesk) -> dict[str, Handler]:
    speech = desk.speech
    return {
        **{label_action(n): partial(speech.give_place, n) for n in range(PLACES)},
        **{letter_action(letter): partial(_give_letter, desk, letter) for letter in LETTERS},
        "judge.defer": partial(speech.say, "deferred"),
        "judge.skip": partial(speech.say, "skipped"),
        "judge.junk": partial(speech.say, "junk"),
        "judge.clear": partial(speech.say, ""),
        "judge.undo": speech.undo,
        "judge.note": speech.edit_note,
        "judge.note-last": speech.edit_last_note,
        **{quality_action(label): partial(speech.rate, label) for label in QUALITIES},
        "judge.question.clear": partial(speech.rate, ""),
        "judge.mark": speech.toggle_mark,
        "judge.mark-alike": desk.mark_alike,
        "judge.unmark": speech.unmark,
    }


def _to_move(desk: JudgeDesk) -> dict[str, Handler]:
    moves = desk.moves
    return {
        "judge.next-open": desk.to_next_open,
        "judge.next": partial(moves.by_answers, 1),
        "judge.previous": partial(moves.by_answers, -1),
        "judge.next-question": partial(moves.by_questions, 1),
        "judge.previous-question": partial(moves.by_questions, -1),
        "judge.first-open": moves.to_first_open,
        "judge.last-open": moves.to_last_open,
        "judge.back": moves.back,
        "judge.same": moves.to_twin,
        "judge.filter": desk.queue.choose_part,
        "judge.settle": desk.bridge.settling.toggle,
        "judge.search": desk.looks.search_queue,
    }


def _to_look(desk: JudgeDesk) -> dict[str, Handler]:
    looks, reader = desk.looks, desk.center.reader
    return {
        "judge.whole": desk.center.toggle_whole,
        "judge.larger": partial(looks.change_text_size, 1),
        "judge.smaller": partial(looks.change_text_size, -1),
        "judge.page-down": partial(reader.pane.scroll_page, 1),
        "judge.page-up": partial(reader.pane.scroll_page, -1),
        "judge.find": reader.open_find,
        "judge.next-hit": partial(reader.step_hit, 1),
        "judge.previous-hit": partial(reader.step_hit, -1),
        "judge.document": looks.toggle_document,
        "judge.patterns": PatternHints(desk).toggle,
        "judge.wide": looks.toggle_wide,
        "judge.guidelines": looks.toggle_guidelines,
        "judge.strip": looks.toggle_strip,
    }


def conditions(desk: JudgeDesk) -> dict[str, Question]:
    """Return when an action can be done; those left out always can."""
    session = desk.bridge.session
    reader = desk.center.reader
    speech = desk.speech
    found: dict[str, Question] = dict.fromkeys(LABELING, speech.may_say)
    for n in range(PLACES):
        found[label_action(n)] = partial(_has_place, desk, n)
    for letter in LETTERS:
        found[letter_action(letter)] = partial(_has_letter, desk, letter)
    for action in (*map(quality_action, QUALITIES), "judge.question.clear"):
        found[action] = speech.may_rate
    found["judge.note"] = speech.may_say
    found["judge.note-last"] = speech.may_note_last
    found["judge.whole"] = lambda: desk.center.can_open
    found["judge.unmark"] = lambda: bool(desk.course.marked)
    found["judge.undo"] = lambda: session.can_undo
    found["judge.document"] = lambda: reader.has_document
    found["judge.same"] = lambda: bool(desk.moves.twins)
    found["judge.settle"] = lambda: desk.bridge.scoreboard is not None and bool(session.catalog.runs)
    found["judge.strip"] = lambda: desk.bridge.scoreboard is not None
    return found


def checks(desk: JudgeDesk) -> dict[str, Question]:
    """Return whether a checkable action is on."""
    settings = desk.bridge.settings
    return {
        "judge.document": lambda: desk.center.reader.shows_document,
        "judge.patterns": lambda: desk.pages.patterns is not None,
        "judge.wide": lambda: bool(settings["wide_text"]),
        "judge.guidelines": desk.side.guidelines_in_view,
        "judge.settle": lambda: desk.bridge.settling.on,
        "judge.strip": lambda: bool(settings["live_strip"]),
    }


def _give_letter(desk: JudgeDesk, letter: str) -> None:
    for choice in desk.course.scheme:
        if choice.letter == letter:
            desk.speech.say(choice.word)


def _has_place(desk: JudgeDesk, place: int) -> bool:
    return desk.speech.may_say() and place < desk.speech.places()


def _has_letter(desk: JudgeDesk, letter: str) -> bool:
    return desk.speech.may_give(letter)
