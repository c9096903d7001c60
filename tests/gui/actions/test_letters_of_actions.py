"""The model's table of letters that labels cannot have is that of the actions of the window."""

from string import ascii_uppercase

import pytest

from jurybox.collection.label_keys import LETTERS_OF_ACTIONS, owner_of_letter
from jurybox.collection.own_schemes import SCHEME_KINDS
from jurybox.kinds import KINDS
from jurybox_gui.actions.spec import AnyAction
from jurybox_gui.desks.disagreements.actions import ACTIONS as OF_DISAGREEMENTS
from jurybox_gui.desks.judging.answer.actions import ACTIONS as OF_JUDGE
from jurybox_gui.desks.judging.lists.actions import ACTIONS as OF_LISTS
from jurybox_gui.desks.label_schemes import CANNOT_TELL

ACTIONS: dict[str, tuple[AnyAction, ...]] = {"judge": OF_JUDGE, "lists": OF_LISTS, "disagreements": OF_DISAGREEMENTS}


def letters_of(desk: str, *, labels: bool) -> dict[str, AnyAction]:
    """Return the actions of a desk by their letters: those that give a label of a scheme, or all others."""
    return {
        key: action
        for action in ACTIONS[desk]
        for key in action.keys
        if key in ascii_uppercase
        if (".letter." in action.id and key != CANNOT_TELL.letter) == labels
    }


@pytest.mark.parametrize("desk", list(ACTIONS))
def test_each_letter_of_an_action_is_in_the_table_with_its_name(desk: str) -> None:
    found = {
        letter: CANNOT_TELL.name if letter == CANNOT_TELL.letter else action.text
        for letter, action in letters_of(desk, labels=False).items()
    }
    assert found == LETTERS_OF_ACTIONS[desk]


@pytest.mark.parametrize("kind", SCHEME_KINDS)
def test_each_letter_that_labels_may_have_gives_them_on_their_desks(kind: str) -> None:
    working = letters_of(KINDS[kind].desk, labels=True).keys() & letters_of("disagreements", labels=True).keys()
    assert {letter for letter in ascii_uppercase if owner_of_letter(letter, kind) is None} == working
