"""The letters that cannot be keys of labels: actions of the desks where labels are given have them."""

from collections.abc import Mapping, Sequence
from string import ascii_uppercase

from jurybox.errors import Refused
from jurybox.kinds import KINDS
from jurybox.label_schemes import LabelScheme
from jurybox.language import tr, tr_noop, trc
from jurybox.lists import or_list

_DEFER = tr_noop("Defer: come back to it at the end")
_JUNK = tr_noop("Junk: no answer at all")
_CANNOT_TELL, _NOTE, _FILTER = tr_noop("Cannot tell"), tr_noop("Write a note"), tr_noop("Show a part of the queue")

LETTERS_OF_ACTIONS: Mapping[str, Mapping[str, str]] = {
    "judge": {
        "D": _DEFER,
        "F": _FILTER,
        "H": tr_noop("Previous label of yours"),
        "J": _JUNK,
        "K": _CANNOT_TELL,
        "L": tr_noop("Mark this answer"),
        "N": _NOTE,
        "O": tr_noop("Most informative answers first"),
        "S": tr_noop("Skip: leave it to others"),
        "V": tr_noop("Wider text column"),
        "Z": tr_noop("Undo the last label"),
    },
    "lists": {
        "A": tr_noop("Group similar answers"),
        "D": _DEFER,
        "F": _FILTER,
        "I": tr_noop("Add an instance no run returned"),
        "J": _JUNK,
        "K": _CANNOT_TELL,
        "L": tr_noop("Mark or unmark this answer"),
        "N": _NOTE,
        "P": tr_noop("Group the marked answers"),
        "V": tr_noop("One list at a time, run unnamed"),
        "Z": tr_noop("Undo the last step"),
    },
    "disagreements": {
        "E": tr_noop("Export list or tables…"),
        "F": tr_noop("Filter by state"),
        "G": tr_noop("Choose the gold standard"),
        "K": _CANNOT_TELL,
        "M": tr_noop("Choose the measure"),
        "N": _NOTE,
        "O": tr_noop("Choose the order"),
        "P": tr_noop("Only where one assessor differs from others"),
        "Q": tr_noop("Choose the questions"),
        "T": tr_noop("Show agreement, or the list"),
        "V": tr_noop("Sort the table by the next column"),
        "Z": tr_noop("Undo the last step"),
    },
}
"""For each desk where labels or decisions are given: the letters of its actions, as printed, and their texts.

tests/gui/actions/test_letters_of_actions.py compares it with the actions of the window.
"""


def owner_of_letter(letter: str, kind: str) -> tuple[str, str] | None:
    """Return the desk and the action, by id and text, that have a letter; None if labels of the kind may.

    The letters of Judge are those of functions that have the same key on every desk, so no kind may use them.
    """
    for desk in dict.fromkeys((KINDS[kind].desk, "disagreements", "judge")):
        if action := LETTERS_OF_ACTIONS.get(desk, {}).get(letter):
            return desk, action
    return None


def refuse_owned_letters(scheme: LabelScheme, kind: str, places: Sequence[str] = ()) -> None:
    """Raise Refused if the key of a label of a new scheme is that of an action.

    `places`: where each label was read, `file, line 3`; without them the sentence names none.
    """
    for at, label in enumerate(scheme.labels):
        owner = owner_of_letter(label.letter, kind) if label.letter else None
        if owner is None:
            continue
        desk, action = owner
        where = trc("desk", "Disagreements") if desk == "disagreements" else trc("desk", "Judge")
        free = or_list(one for one in ascii_uppercase if owner_of_letter(one, kind) is None)
        sentence = tr(
            "The key {letter} of label {word!r} is the key of “{action}” on {desk}. Choose another letter ({free}), "
            "or leave the key out: labels also have digits.",
            letter=label.letter,
            word=label.word,
            action=tr(action),
            desk=where,
            free=free,
        )
        raise Refused(f"{places[at]}: {sentence}" if places else sentence)
