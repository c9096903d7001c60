"""The actions of the nugget board."""

from functools import partial

from jurybox_gui.actions.key_plan import Shared
from jurybox_gui.actions.spec import Action
from jurybox_gui.desks.judging.actions import BoardActions, may_judge, say
from jurybox_gui.desks.judging.nuggets.board_list import DIGITS
from jurybox_gui.desks.judging.nuggets.desk import NuggetDesk

_MOVE, _RESPONSES, _MATCH, _NUGGETS, _TEXT = "Nuggets", "Responses", "Match", "The list", "Text"


def _match_place(place: int, desk: NuggetDesk) -> None:
    desk.match_place(place)


def _may_edit(desk: NuggetDesk) -> bool:
    return desk.labeling.may_enter()


shared = BoardActions(NuggetDesk)
action, judging = shared.action, shared.judging

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
    *(
        judging(match, text, key, do=partial(say, match), when=may_judge, group=_MATCH)
        for match, text, key in (
            ("yes", "In this response", "Y"),
            ("partial", "Partly in this response", "P"),
            ("no", "Not in this response", "X"),
        )
    ),
    shared.clear(_MATCH, "match"),
    shared.undo(_MATCH, "step"),
    shared.keep_returned(_MATCH),
    *(
        judging(
            f"match{digit}",
            f"Match nugget {digit}: yes, partial, no",
            digit,
            do=partial(_match_place, place),
            when=may_judge,
            group=_MATCH,
            menu="",
            row="Match a nugget by its number",
            palette=False,
        )
        for place, digit in enumerate(DIGITS)
    ),
    *shared.notes(_MATCH, "Write a note", "match"),
    shared.next_open("next", "Next open response", _RESPONSES),
    judging(
        "rest",
        'Mark the rest "no" and continue',
        "Shift+X",
        do=NuggetDesk.finish_response,
        when=may_judge,
        group=_MATCH,
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
    *shared.questions(_RESPONSES, "last_question", keys=("Ctrl+Down",), back=("Ctrl+Up",)),
    action(
        "new",
        "New nugget, from marked words",
        "Ins",
        "I",
        do=NuggetDesk.write_nugget,
        when=_may_edit,
        group=_NUGGETS,
    ),
    action("vote", "Vital or okay", "V", do=NuggetDesk.vote, when=_may_edit, group=_NUGGETS),
    action("edit", "Edit wording", "R", do=NuggetDesk.edit, when=_may_edit, group=_NUGGETS),
    action("split", "Split this nugget", "Shift+S", do=NuggetDesk.split, when=_may_edit, group=_NUGGETS),
    action(
        "merge",
        "Mark, then merge with another",
        shares=Shared.MARK,
        do=NuggetDesk.merge,
        when=_may_edit,
        group=_NUGGETS,
    ),
    action(
        "delete",
        "Remove this nugget",
        "Del",
        do=NuggetDesk.delete,
        when=_may_edit,
        group=_NUGGETS,
    ),
    action(
        "history",
        "History of this nugget",
        shares=Shared.HISTORY,
        do=NuggetDesk.show_history,
        group=_NUGGETS,
    ),
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
        "Start of marked words forward",
        "Ctrl+Right",
        do=lambda desk: desk.middle.pane.move_selection(1),
        group=_TEXT,
        row="Mark words",
        repeat=True,
    ),
    action(
        "words_back",
        "Start of marked words back",
        "Ctrl+Left",
        do=lambda desk: desk.middle.pane.move_selection(-1),
        group=_TEXT,
        row="Mark words",
        repeat=True,
    ),
    *shared.queue(_RESPONSES),
    *shared.pages(_TEXT),
    action("all", "Show all responses, or one", "Shift+T", do=NuggetDesk.toggle_all, group=_TEXT),
    action(
        "beta",
        "Another beta for F",
        "B",
        do=NuggetDesk.next_beta,
        when=NuggetDesk.shows_scores,
        group=_TEXT,
        help="How much recall weighs: 3 as in the paper.",
    ),
    action("leave", "Cancel", "Esc", do=NuggetDesk.leave, group=_TEXT),
)
