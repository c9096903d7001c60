"""Answers that say nearly the same stand together, always in the same order."""

import random
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from judge_bench import Asked, Given, write_collection

from jurybox.collection.file import open_reading
from jurybox.collection.state import State
from jurybox.judging.likeness import by_likeness, read_alike
from jurybox.watch import Watch

PEOPLE = ["Armstrong", "Neil Armstrong", "Buzz Aldrin", "neil  ARMSTRONG", "Aldrin, Buzz", "Gagarin"]


def grouped(texts: list[str]) -> list[list[str]]:
    return [[texts[at] for at in group] for group in by_likeness(texts)]


def test_the_same_words_and_near_ones_stand_together() -> None:
    assert grouped(PEOPLE) == [
        ["Armstrong", "Neil Armstrong", "neil  ARMSTRONG"],
        ["Aldrin, Buzz", "Buzz Aldrin"],
        ["Gagarin"],
    ]
    assert grouped(["1969", "1968", "July 20, 1969", "20 July 1969"]) == [
        ["1969", "20 July 1969", "July 20, 1969"],
        ["1968"],
    ]


def test_nothing_and_one() -> None:
    assert by_likeness([]) == []
    assert by_likeness(["東京"]) == [[0]]
    assert by_likeness(["", "Neil Armstrong", "", "Armstrong"]) == [[3, 1], [0], [2]]


@given(st.lists(st.sampled_from([*PEOPLE, "東京", "とうきょう", "", "armstrong.", "1969", "in 1969"]), max_size=14))
def test_the_groups_do_not_depend_on_the_order_of_the_texts(texts: list[str]) -> None:
    mixed = texts.copy()
    random.Random(len(texts)).shuffle(mixed)
    assert [sorted(group) for group in grouped(texts)] == [sorted(group) for group in grouped(mixed)]
    assert sorted(place for group in by_likeness(texts) for place in group) == list(range(len(texts)))


def test_only_answer_strings_of_factoid_and_list_questions_are_read(tmp_path: Path) -> None:
    answers = tuple(Given(text) for text in PEOPLE)
    path = write_collection(
        tmp_path / "alike.jury",
        [
            Asked("f", "Who?", answers, "factoid"),
            Asked("r", "How?", answers, "ranked"),
            Asked("l", "Which?", answers, "list"),
        ],
    )
    with closing(State(path)) as state, closing(open_reading(path)) as db:
        found: dict[int, list[list[int]]] = {}
        for part in read_alike(db, state.catalog, [2, 1, 0], Watch()):
            found |= part
        assert list(read_alike(db, state.catalog, [0, 2], Watch(cancelled=lambda: True))) == []
    assert list(found) == [2, 0]
    assert found[0] == [[0, 1, 3], [4, 2], [5]]
    assert found[2] == [[12, 13, 15], [16, 14], [17]]


@pytest.mark.parametrize(
    ("texts", "groups"),
    [
        (["Brian Gardiner", "Farman", "Joseph Farman"], [["Farman", "Joseph Farman"], ["Brian Gardiner"]]),
        (["Seine", "La Seine", "Loire"], [["La Seine", "Seine"], ["Loire"]]),
        # Of which of the two the short one speaks, nobody knows.
        (["Curie", "Marie Curie", "Pierre Curie"], [["Curie"], ["Marie Curie"], ["Pierre Curie"]]),
        (["10", "10 of them, more or less"], [["10"], ["10 of them, more or less"]]),
    ],
)
def test_a_name_in_short_stands_with_the_one_that_has_its_words(texts: list[str], groups: list[list[str]]) -> None:
    found = [sorted(texts[at] for at in group) for group in by_likeness(texts)]
    assert sorted(found) == sorted(groups)
