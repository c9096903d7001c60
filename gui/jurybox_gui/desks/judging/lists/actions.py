"""The actions of the list desk."""

from functools import partial

from jurybox_gui.actions.spec import Action, ActionsOf
from jurybox_gui.desks.judging.board import queue_actions
from jurybox_gui.desks.judging.lists.columns import SCHEME
from jurybox_gui.desks.judging.lists.desk import ListDesk

_LABEL, _EQUAL, _MOVE, _KNOWN = "Label", "Equal answers", "Move", "Answer set"


def _say(word: str, desk: ListDesk) -> None:
    desk.say(word)


action = ActionsOf[ListDesk](ListDesk.id, menu="Judge")
judging = ActionsOf[ListDesk](ListDesk.id, menu="Judge", judges=True)

ACTIONS: tuple[Action[ListDesk], ...] = (
    *(
        judging(
            f"label.{place}",
            choice.name,
            str(place),
            choice.letter,
            do=partial(_say, choice.word),
            when=ListDesk.may_enter,
            menu="",
            group=_LABEL,
            palette=False,
        )
        for place, choice in enumerate(SCHEME, start=1)
    ),
    judging(
        "clear",
        "Take the label back",
        "Backspace",
        do=partial(_say, ""),
        when=ListDesk.may_enter,
        group=_LABEL,
    ),
    action("undo", "Undo the last step", "Z", do=ListDesk.undo, when=ListDesk.may_undo, group=_LABEL),
    judging(
        "keep",
        "Keep what was sent back as it is",
        "O",
        do=ListDesk.keep_returned,
        when=ListDesk.may_keep,
        group=_LABEL,
    ),
    judging(
        "defer",
        "Come back to it later",
        "D",
        do=partial(_say, "deferred"),
        when=ListDesk.may_enter,
        group=_LABEL,
    ),
    judging("junk", "Junk", "J", do=partial(_say, "junk"), when=ListDesk.may_enter, group=_LABEL),
    action("note", "Note to this answer", "N", do=ListDesk.write_note, when=ListDesk.may_enter, group=_LABEL),
    action(
        "note_last",
        "Note on the last label",
        "Shift+N",
        do=ListDesk.note_last,
        when=ListDesk.may_note_last,
        group=_LABEL,
    ),
    action(
        "above",
        "Answer above",
        "Up",
        do=lambda desk: desk.step(-1),
        group=_MOVE,
        row="Choose an answer",
        repeat=True,
    ),
    action(
        "below",
        "Answer below",
        "Down",
        do=lambda desk: desk.step(1),
        group=_MOVE,
        row="Choose an answer",
        repeat=True,
    ),
    action("next", "Next open answer", "Space", do=ListDesk.next_open, group=_MOVE),
    action(
        "next_question",
        "Next question",
        "Right",
        "Ctrl+Down",
        do=lambda desk: desk.to_question(1),
        group=_MOVE,
        row="Go to another question",
    ),
    action(
        "last_question",
        "Previous question",
        "Left",
        "Ctrl+Up",
        do=lambda desk: desk.to_question(-1),
        group=_MOVE,
        row="Go to another question",
    ),
    *queue_actions(action, _MOVE),
    action(
        "page_down",
        "Text further down",
        "PgDown",
        do=lambda desk: desk.middle.pane.scroll_page(1),
        group=_MOVE,
        row="Move the text",
        repeat=True,
    ),
    action(
        "page_up",
        "Text further up",
        "PgUp",
        do=lambda desk: desk.middle.pane.scroll_page(-1),
        group=_MOVE,
        row="Move the text",
        repeat=True,
    ),
    action("one_list", "One run's whole list at a time, unnamed", "V", do=ListDesk.next_list, group=_MOVE),
    action("mark", "Mark or unmark this answer", "M", do=ListDesk.toggle_mark, group=_EQUAL),
    action(
        "mark_below",
        "Mark on, going down",
        "Shift+Down",
        do=lambda desk: desk.mark_on(1),
        group=_EQUAL,
        row="Mark on",
        repeat=True,
    ),
    action(
        "mark_above",
        "Mark on, going up",
        "Shift+Up",
        do=lambda desk: desk.mark_on(-1),
        group=_EQUAL,
        row="Mark on",
        repeat=True,
    ),
    judging(
        "join", "They are one instance", "G", do=ListDesk.join_marked, when=ListDesk.may_enter, group=_EQUAL
    ),
    judging(
        "accept", "Join with what looks alike", "A", do=ListDesk.accept, when=ListDesk.may_enter, group=_EQUAL
    ),
    judging("split", "Take out of the group", "S", do=ListDesk.split, when=ListDesk.may_enter, group=_EQUAL),
    action("leave", "Unmark all", "Esc", do=ListDesk.leave, group=_EQUAL),
    action(
        "add",
        "Add an instance that no run returned",
        "Ins",
        "I",
        do=ListDesk.add_instance,
        when=ListDesk.may_enter,
        group=_KNOWN,
    ),
    action(
        "instance_below",
        "Next instance",
        "Ctrl+Right",
        do=lambda desk: desk.choose_instance(desk.instance + 1),
        group=_KNOWN,
        row="Choose an instance",
        repeat=True,
    ),
    action(
        "instance_above",
        "Previous instance",
        "Ctrl+Left",
        do=lambda desk: desk.choose_instance(desk.instance - 1),
        group=_KNOWN,
        row="Choose an instance",
        repeat=True,
    ),
    judging(
        "into",
        "This answer is the chosen instance",
        "E",
        do=ListDesk.put_into_chosen,
        when=ListDesk.may_enter,
        group=_KNOWN,
    ),
    action(
        "remove",
        "Take the chosen instance out",
        "Del",
        do=ListDesk.remove_instance,
        when=ListDesk.may_enter,
        group=_KNOWN,
    ),
)
