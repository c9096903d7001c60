"""The actions of the nugget board."""

from functools import partial

from jurybox.language import tr, tr_noop
from jurybox_gui.actions.key_plan import Shared
from jurybox_gui.actions.spec import Action
from jurybox_gui.desks.judging.actions import BoardActions, may_judge, say, why_nothing
from jurybox_gui.desks.judging.nuggets.board_list import DIGITS
from jurybox_gui.desks.judging.nuggets.desk import NuggetDesk

_MOVE, _RESPONSES, _MATCH = tr_noop("Nuggets"), tr_noop("Responses"), tr_noop("Match")
_NUGGETS, _TEXT = tr_noop("The list"), tr_noop("Text")


def _match_place(place: int, desk: NuggetDesk) -> None:
    desk.match_place(place)


def _may_edit(desk: NuggetDesk) -> bool:
    return desk.labeling.may_enter()


shared = BoardActions(NuggetDesk)
action, judging = shared.action, shared.judging

ACTIONS: tuple[Action[NuggetDesk], ...] = (
    action(
        "above",
        tr("Nugget above"),
        "Up",
        do=lambda desk: desk.choose(desk.current - 1),
        group=_MOVE,
        row=tr_noop("Choose a nugget"),
        repeat=True,
    ),
    action(
        "below",
        tr("Nugget below"),
        "Down",
        do=lambda desk: desk.choose(desk.current + 1),
        group=_MOVE,
        row=tr_noop("Choose a nugget"),
        repeat=True,
    ),
    action("unmatched", tr("Next nugget without a match"), "Tab", do=NuggetDesk.to_unmatched, group=_MOVE),
    *(
        judging(match, text, key, do=partial(say, match), when=may_judge, why_not=why_nothing, group=_MATCH)
        for match, text, key in (
            ("yes", tr("In this response"), "Y"),
            ("partial", tr("Partly in this response"), "P"),
            ("no", tr("Not in this response"), "X"),
        )
    ),
    shared.clear(_MATCH, tr("Clear the match")),
    shared.undo(_MATCH, tr("Undo the last step")),
    shared.keep_returned(_MATCH),
    *(
        judging(
            f"match{digit}",
            tr("Match nugget {number}: yes, partial, no", number=digit),
            digit,
            do=partial(_match_place, place),
            when=may_judge,
            why_not=why_nothing,
            group=_MATCH,
            menu="",
            row=tr_noop("Match a nugget by its number"),
            palette=False,
        )
        for place, digit in enumerate(DIGITS)
    ),
    *shared.notes(_MATCH, tr("Write a note"), tr("Note on the last match")),
    shared.next_open("next", tr("Next open response"), _RESPONSES),
    judging(
        "rest",
        tr("Mark the rest “no” and continue"),
        "Shift+X",
        do=NuggetDesk.finish_response,
        when=may_judge,
        why_not=why_nothing,
        group=_MATCH,
    ),
    action(
        "right",
        tr("Next response"),
        "Right",
        do=lambda desk: desk.go(desk.response + 1),
        group=_RESPONSES,
        row=tr_noop("Go through the responses"),
        repeat=True,
    ),
    action(
        "left",
        tr("Previous response"),
        "Left",
        do=lambda desk: desk.go(desk.response - 1),
        group=_RESPONSES,
        row=tr_noop("Go through the responses"),
        repeat=True,
    ),
    *shared.questions(_RESPONSES, "last_question", keys=("Ctrl+Down",), back=("Ctrl+Up",)),
    action(
        "new",
        tr("New nugget, from marked words"),
        "Ins",
        "I",
        do=NuggetDesk.write_nugget,
        when=_may_edit,
        why_not=why_nothing,
        group=_NUGGETS,
    ),
    action("vote", tr("Vital or okay"), "V", do=NuggetDesk.vote, when=_may_edit, why_not=why_nothing, group=_NUGGETS),
    action("edit", tr("Edit wording"), "R", do=NuggetDesk.edit, when=_may_edit, why_not=why_nothing, group=_NUGGETS),
    action(
        "split",
        tr("Split this nugget"),
        "Shift+S",
        do=NuggetDesk.split,
        when=_may_edit,
        why_not=why_nothing,
        group=_NUGGETS,
    ),
    action(
        "merge",
        tr("Mark, then merge with another"),
        shares=Shared.MARK,
        do=NuggetDesk.merge,
        when=_may_edit,
        why_not=why_nothing,
        group=_NUGGETS,
    ),
    action(
        "delete",
        tr("Remove this nugget"),
        "Del",
        do=NuggetDesk.delete,
        when=_may_edit,
        why_not=why_nothing,
        group=_NUGGETS,
    ),
    action("history", tr("History of this nugget"), shares=Shared.HISTORY, do=NuggetDesk.show_history, group=_NUGGETS),
    action(
        "more_words",
        tr("Mark more words"),
        "Shift+Right",
        do=lambda desk: desk.middle.pane.extend_selection(1),
        group=_TEXT,
        row=tr_noop("Mark words"),
        repeat=True,
    ),
    action(
        "fewer_words",
        tr("Mark fewer words"),
        "Shift+Left",
        do=lambda desk: desk.middle.pane.extend_selection(-1),
        group=_TEXT,
        row=tr_noop("Mark words"),
        repeat=True,
    ),
    action(
        "words_on",
        tr("Start of marked words forward"),
        "Ctrl+Right",
        do=lambda desk: desk.middle.pane.move_selection(1),
        group=_TEXT,
        row=tr_noop("Mark words"),
        repeat=True,
    ),
    action(
        "words_back",
        tr("Start of marked words back"),
        "Ctrl+Left",
        do=lambda desk: desk.middle.pane.move_selection(-1),
        group=_TEXT,
        row=tr_noop("Mark words"),
        repeat=True,
    ),
    *shared.queue(_RESPONSES),
    *shared.pages(_TEXT),
    shared.whole(_TEXT),
    action("all", tr("Show all responses, or one"), "Shift+T", do=NuggetDesk.toggle_all, group=_TEXT),
    action(
        "beta",
        tr("Another beta for F"),
        "B",
        do=NuggetDesk.next_beta,
        when=NuggetDesk.shows_scores,
        here=NuggetDesk.shows_scores,
        why_not=tr("Scores are hidden while answers are judged."),
        group=_TEXT,
        help=tr("Weight of recall; 3 in the paper."),
    ),
    action("leave", tr("Cancel"), "Esc", do=NuggetDesk.leave, group=_TEXT),
)
