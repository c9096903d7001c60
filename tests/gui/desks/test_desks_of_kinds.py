"""Each kind of question has a desk, labels with keys, and a title."""

from importlib import import_module

import pytest

from jurybox.collection.facts import Facts
from jurybox.kinds import KINDS, QuestionKind
from jurybox_gui.desks.boards import AT_JUDGE
from jurybox_gui.desks.directory import DESKS
from jurybox_gui.desks.label_schemes import choices_of

EVERY = pytest.mark.parametrize("kind", KINDS.values(), ids=lambda kind: kind.name)


@EVERY
def test_a_kind_is_judged_at_a_desk_that_there_is(kind: QuestionKind) -> None:
    assert kind.desk in DESKS
    assert kind.desk in AT_JUDGE


def test_every_desk_for_judging_has_a_kind() -> None:
    assert {kind.desk for kind in KINDS.values()} == set(AT_JUDGE)


@pytest.mark.parametrize("desk", DESKS)
def test_a_desk_is_final_so_that_mypy_says_what_it_lacks(desk: str) -> None:
    module, _, name = DESKS[desk].partition(":")
    made = getattr(import_module(module), name)
    assert made.__final__
    assert not [one for one in dir(made) if getattr(getattr(made, one), "__isabstractmethod__", False)]


@EVERY
def test_each_label_of_a_kind_has_a_key(kind: QuestionKind) -> None:
    choices = choices_of(Facts(), kind.name).labels
    assert [choice.word for choice in choices] == [*kind.labels, "cannot-tell"]
    assert kind.title
    assert kind.search
