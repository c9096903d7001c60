"""The actions of the list desk."""

from functools import partial

from jurybox_gui.actions.spec import Action
from jurybox_gui.desks.judging.actions import BoardActions, may_judge, say
from jurybox_gui.desks.judging.lists.columns import SCHEME
from jurybox_gui.desks.judging.lists.desk import ListDesk

_LABEL, _EQUAL, _MOVE, _KNOWN = "Label", "Equal answers", "Move", "Answer set"


shared = BoardActions(ListDesk)
action, judging = shared.action, shared.judging

ACTIONS: tuple[Action[ListDesk], ...] = (
    *(
        judging(
            f"label.{place}",
            choice.name,
            str(place),
            choice.letter,
            do=partial(say, choice.word),
            when=may_judge,
            menu="",
            group=_LABEL,
            palette=False,
        )
        for place, choice in enumerate(SCHEME, start=1)
    ),
    shared.clear(_LABEL, "label"),
    shared.undo(_LABEL, "step"),
    shared.keep_returned(_LABEL),
    *shared.states(_LABEL, "deferred", "junk"),
    *shared.notes(_LABEL, "Note to this answer", "label"),
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
    shared.next_open("next", "Next open answer", _MOVE),
    *shared.questions(_MOVE, "last_question", keys=("Right", "Ctrl+Down"), back=("Left", "Ctrl+Up")),
    *shared.queue(_MOVE),
    *shared.pages(_MOVE),
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
    judging("join", "They are one instance", "G", do=ListDesk.join_marked, when=may_judge, group=_EQUAL),
    judging("accept", "Join with what looks alike", "A", do=ListDesk.accept, when=may_judge, group=_EQUAL),
    judging("split", "Take out of the group", "S", do=ListDesk.split, when=may_judge, group=_EQUAL),
    action("leave", "Unmark all", "Esc", do=ListDesk.leave, group=_EQUAL),
    action(
        "add",
        "Add an instance that no run returned",
        "Ins",
        "I",
        do=ListDesk.add_instance,
        when=may_judge,
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
        when=may_judge,
        group=_KNOWN,
    ),
    action(
        "remove",
        "Take the chosen instance out",
        "Del",
        do=ListDesk.remove_instance,
        when=may_judge,
        group=_KNOWN,
    ),
)
