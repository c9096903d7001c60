"""The actions of the list desk."""

from functools import partial

from jurybox.language import tr, tr_noop
from jurybox_gui.actions.key_plan import Shared
from jurybox_gui.actions.registry import LABELS
from jurybox_gui.actions.spec import Action
from jurybox_gui.desks.judging.actions import BoardActions, may_judge, why_nothing
from jurybox_gui.desks.judging.lists.desk import ListDesk
from jurybox_gui.desks.label_schemes import CANNOT_TELL, DIGITS, LETTERS, letters_beside, name_of_place

_EQUAL, _MOVE, _KNOWN = tr_noop("Equal answers"), tr_noop("Move"), tr_noop("Answer set")


def _give_digit(place: int, desk: ListDesk) -> None:
    label = desk.choices.digits[place]
    if label is not None:
        desk.say(label.word)
    else:
        desk.type_label(DIGITS[place])


def _has_digit(place: int, desk: ListDesk) -> bool:
    return desk.may_judge() and (desk.choices.is_long or desk.choices.digits[place] is not None)


def _name_at(place: int, desk: ListDesk) -> str:
    return desk.choices.name_at(place)


def _name_by(letter: str, desk: ListDesk) -> str:
    return desk.choices.name_by(letter)


def _may_type_below(desk: ListDesk) -> bool:
    return desk.may_judge() and desk.choices.goes_below_zero


def _give_letter(letter: str, desk: ListDesk) -> None:
    label = desk.choices.lettered(letter)
    if label is not None:
        desk.say(label.word)


def _has_letter(letter: str, desk: ListDesk) -> bool:
    return desk.may_judge() and desk.choices.lettered(letter) is not None


def _why_no_label(desk: ListDesk) -> str:
    return tr("The question shown has no label with this key.") if desk.may_judge() else desk.why_nothing()


shared = BoardActions(ListDesk)
action, judging = shared.action, shared.judging

_GIVEN_BY_DIGITS: tuple[Action[ListDesk], ...] = tuple(
    judging(
        f"label.{place + 1}",
        name_of_place(place, ListDesk.id),
        digit,
        types=True,
        do=partial(_give_digit, place),
        when=partial(_has_digit, place),
        named=partial(_name_at, place),
        why_not=_why_no_label,
        menu="",
        group=LABELS,
        row=tr_noop("Labels, left to right"),
        palette=False,
    )
    for place, digit in enumerate(DIGITS)
)
_OTHERS: tuple[Action[ListDesk], ...] = (
    judging(
        "type",
        tr("Type the label"),
        "Return",
        types=True,
        do=ListDesk.type_label,
        when=ListDesk.may_type,
        group=LABELS,
        menu="",
    ),
    judging(
        "type_below",
        tr("Type a label below 0"),
        "-",
        types=True,
        do=lambda desk: desk.type_label("-"),
        when=_may_type_below,
        group=LABELS,
        menu="",
        palette=False,
    ),
    shared.clear(LABELS, tr("Clear the label")),
    shared.undo(LABELS, tr("Undo the last step")),
    shared.keep_returned(LABELS),
    *shared.states(LABELS, "deferred", "junk"),
    *shared.notes(LABELS, tr("Write a note"), tr("Note on the last label")),
    action(
        "above",
        tr("Answer above"),
        "Up",
        do=lambda desk: desk.step(-1),
        group=_MOVE,
        row=tr_noop("Choose an answer"),
        repeat=True,
    ),
    action(
        "below",
        tr("Answer below"),
        "Down",
        do=lambda desk: desk.step(1),
        group=_MOVE,
        row=tr_noop("Choose an answer"),
        repeat=True,
    ),
    shared.next_open("next", tr("Next open answer"), _MOVE),
    *shared.questions(_MOVE, "last_question", keys=("Right", "Ctrl+Down"), back=("Left", "Ctrl+Up")),
    *shared.queue(_MOVE),
    shared.whole(_MOVE),
    *shared.pages(_MOVE),
    action("one_list", tr("One list at a time, run unnamed"), "V", do=ListDesk.next_list, group=_MOVE),
    action("mark", tr("Mark or unmark this answer"), shares=Shared.MARK, do=ListDesk.toggle_mark, group=_EQUAL),
    action(
        "mark_below",
        tr("Extend marks down"),
        "Shift+Down",
        do=lambda desk: desk.mark_on(1),
        group=_EQUAL,
        row=tr_noop("Extend marks"),
        repeat=True,
    ),
    action(
        "mark_above",
        tr("Extend marks up"),
        "Shift+Up",
        do=lambda desk: desk.mark_on(-1),
        group=_EQUAL,
        row=tr_noop("Extend marks"),
        repeat=True,
    ),
    judging(
        "join",
        tr("Group the marked answers"),
        "P",
        "Ctrl+G",
        do=ListDesk.join_marked,
        when=may_judge,
        why_not=why_nothing,
        group=_EQUAL,
    ),
    judging(
        "accept",
        tr("Group similar answers"),
        "A",
        do=ListDesk.accept,
        when=may_judge,
        why_not=why_nothing,
        group=_EQUAL,
    ),
    judging(
        "split",
        tr("Ungroup this answer"),
        "Shift+P",
        "Ctrl+Shift+G",
        do=ListDesk.split,
        when=may_judge,
        why_not=why_nothing,
        group=_EQUAL,
    ),
    action("leave", tr("Unmark all"), "Esc", do=ListDesk.leave, group=_EQUAL),
    action(
        "add",
        tr("Add an instance no run returned"),
        "Ins",
        "I",
        do=ListDesk.add_instance,
        when=may_judge,
        why_not=why_nothing,
        group=_KNOWN,
    ),
    action(
        "instance_below",
        tr("Next instance"),
        "Ctrl+Right",
        do=lambda desk: desk.choose_instance(desk.instance + 1),
        group=_KNOWN,
        row=tr_noop("Choose an instance"),
        repeat=True,
    ),
    action(
        "instance_above",
        tr("Previous instance"),
        "Ctrl+Left",
        do=lambda desk: desk.choose_instance(desk.instance - 1),
        group=_KNOWN,
        row=tr_noop("Choose an instance"),
        repeat=True,
    ),
    judging(
        "into",
        tr("Add to the chosen instance"),
        "Shift+I",
        do=ListDesk.put_into_chosen,
        when=may_judge,
        why_not=why_nothing,
        group=_KNOWN,
    ),
    action(
        "remove",
        tr("Remove the chosen instance"),
        "Del",
        do=ListDesk.remove_instance,
        when=may_judge,
        why_not=why_nothing,
        group=_KNOWN,
    ),
)
_GIVEN_BY_LETTERS: tuple[Action[ListDesk], ...] = tuple(
    judging(
        f"letter.{letter.lower()}",
        CANNOT_TELL.name if letter == CANNOT_TELL.letter else tr("Give label {letter}", letter=letter),
        *([] if letter == CANNOT_TELL.letter else [letter]),
        shares=Shared.CANNOT_TELL if letter == CANNOT_TELL.letter else None,
        do=partial(_give_letter, letter),
        when=partial(_has_letter, letter),
        named=partial(_name_by, letter),
        why_not=_why_no_label,
        menu="",
        group=LABELS,
        row=tr_noop("Cannot tell") if letter == CANNOT_TELL.letter else tr_noop("Labels, by their letters"),
        palette=False,
        yields=letter not in LETTERS,
    )
    for letter in letters_beside(_OTHERS)
)

ACTIONS = (*_GIVEN_BY_DIGITS, *_GIVEN_BY_LETTERS, *_OTHERS)
"""The actions of the list desk, in the order of its sheet of keys."""
