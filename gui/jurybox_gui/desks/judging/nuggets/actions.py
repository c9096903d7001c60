"""The actions of the nugget board."""

from functools import partial

from jurybox_gui.actions.spec import Action, ActionsOf
from jurybox_gui.desks.judging.board import queue_actions
from jurybox_gui.desks.judging.nuggets.board_list import DIGITS
from jurybox_gui.desks.judging.nuggets.desk import NuggetDesk

_MOVE, _RESPONSES, _MATCH, _NUGGETS, _TEXT = "Nuggets", "Responses", "Match", "The list", "Text"


def _match(label: str | None, desk: NuggetDesk) -> None:
    desk.match(label)


def _match_place(place: int, desk: NuggetDesk) -> None:
    desk.match_place(place)


action = ActionsOf[NuggetDesk](NuggetDesk.id, menu="Judge")
judging = ActionsOf[NuggetDesk](NuggetDesk.id, menu="Judge", group=_MATCH, judges=True)

ACTIONS: tuple[Action[NuggetDesk], ...] = (
    action(
        "above",
        "Nugget above",
        "Up",
        do=lambda desk: desk.choose(desk.current - 1),
        group=_MOVE,
        row="Choose a nugget",
        repeat=True,
    ),
    action(
        "below",
        "Nugget below",
        "Down",
        do=lambda desk: desk.choose(desk.current + 1),
        group=_MOVE,
        row="Choose a nugget",
        repeat=True,
    ),
    action("unmatched", "Next nugget without a match", "Tab", do=NuggetDesk.to_unmatched, group=_MOVE),
    judging("yes", "The response holds it", "Y", do=partial(_match, "yes"), when=NuggetDesk.may_match),
    judging(
        "partial", "It holds a part of it", "P", do=partial(_match, "partial"), when=NuggetDesk.may_match
    ),
    judging("no", "It does not hold it", "X", do=partial(_match, "no"), when=NuggetDesk.may_match),
    judging("clear", "Take the match back", "Backspace", do=partial(_match, None), when=NuggetDesk.may_match),
    action("undo", "Undo the last step", "Z", do=NuggetDesk.undo, when=NuggetDesk.may_undo, group=_MATCH),
    judging(
        "keep", "Keep what was sent back as it is", "O", do=NuggetDesk.keep_returned, when=NuggetDesk.may_keep
    ),
    *(
        judging(
            f"match{digit}",
            f"Match nugget {digit}: yes, partial, no",
            digit,
            do=partial(_match_place, place),
            when=NuggetDesk.may_match,
            menu="",
            row="Match a nugget by its number",
            palette=False,
        )
        for place, digit in enumerate(DIGITS)
    ),
    action(
        "note", "Note to this match", "N", do=NuggetDesk.write_note, when=NuggetDesk.may_match, group=_MATCH
    ),
    action(
        "note_last",
        "Note on the last match",
        "Shift+N",
        do=NuggetDesk.note_last,
        when=NuggetDesk.may_note_last,
        group=_MATCH,
    ),
    action("next", "Next open response", "Space", do=NuggetDesk.to_open_response, group=_RESPONSES),
    judging(
        "rest",
        'Mark the rest "no" and continue',
        "Shift+X",
        do=NuggetDesk.finish_response,
        when=NuggetDesk.may_match,
    ),
    action(
        "right",
        "Next response",
        "Right",
        do=lambda desk: desk.go(desk.response + 1),
        group=_RESPONSES,
        row="Go through the responses",
        repeat=True,
    ),
    action(
        "left",
        "Previous response",
        "Left",
        do=lambda desk: desk.go(desk.response - 1),
        group=_RESPONSES,
        row="Go through the responses",
        repeat=True,
    ),
    action(
        "next_question",
        "Next question",
        "Ctrl+Down",
        do=lambda desk: desk.to_question(1),
        group=_RESPONSES,
        row="Go to another question",
    ),
    action(
        "last_question",
        "Previous question",
        "Ctrl+Up",
        do=lambda desk: desk.to_question(-1),
        group=_RESPONSES,
        row="Go to another question",
    ),
    action(
        "new",
        "New nugget, from the marked words if there are any",
        "Ins",
        "I",
        do=NuggetDesk.write_nugget,
        when=NuggetDesk.may_enter,
        group=_NUGGETS,
    ),
    action("vote", "Vital or okay", "V", do=NuggetDesk.vote, when=NuggetDesk.may_enter, group=_NUGGETS),
    action(
        "edit", "Word this nugget anew", "E", do=NuggetDesk.edit, when=NuggetDesk.may_enter, group=_NUGGETS
    ),
    action("split", "Split this nugget", "S", do=NuggetDesk.split, when=NuggetDesk.may_enter, group=_NUGGETS),
    action(
        "merge",
        "Mark this nugget, then merge it with another",
        "M",
        do=NuggetDesk.merge,
        when=NuggetDesk.may_enter,
        group=_NUGGETS,
    ),
    action(
        "delete",
        "Take this nugget off the list",
        "Del",
        do=NuggetDesk.delete,
        when=NuggetDesk.may_enter,
        group=_NUGGETS,
    ),
    action("history", "What happened to this nugget", "H", do=NuggetDesk.show_history, group=_NUGGETS),
    action(
        "more_words",
        "Mark more words",
        "Shift+Right",
        do=lambda desk: desk.middle.pane.extend_selection(1),
        group=_TEXT,
        row="Mark words",
        repeat=True,
    ),
    action(
        "fewer_words",
        "Mark fewer words",
        "Shift+Left",
        do=lambda desk: desk.middle.pane.extend_selection(-1),
        group=_TEXT,
        row="Mark words",
        repeat=True,
    ),
    action(
        "words_on",
        "Begin to mark further on",
        "Ctrl+Right",
        do=lambda desk: desk.middle.pane.move_selection(1),
        group=_TEXT,
        row="Mark words",
        repeat=True,
    ),
    action(
        "words_back",
        "Begin to mark further back",
        "Ctrl+Left",
        do=lambda desk: desk.middle.pane.move_selection(-1),
        group=_TEXT,
        row="Mark words",
        repeat=True,
    ),
    *queue_actions(action, _RESPONSES),
    action(
        "page_down",
        "Text further down",
        "PgDown",
        do=lambda desk: desk.middle.pane.scroll_page(1),
        group=_TEXT,
        row="Move the text",
        repeat=True,
    ),
    action(
        "page_up",
        "Text further up",
        "PgUp",
        do=lambda desk: desk.middle.pane.scroll_page(-1),
        group=_TEXT,
        row="Move the text",
        repeat=True,
    ),
    action("all", "All responses in one list, or one at a time", "T", do=NuggetDesk.toggle_all, group=_TEXT),
    action(
        "beta",
        "Another beta for F",
        "B",
        do=NuggetDesk.next_beta,
        when=NuggetDesk.shows_scores,
        group=_TEXT,
        help="How much recall weighs: 3 as in the paper.",
    ),
    action("leave", "Leave what was begun", "Esc", do=NuggetDesk.leave, group=_TEXT),
)
