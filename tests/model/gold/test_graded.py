"""Levels of ranked answers against a second reading of the definitions, completions tried one by one."""

import itertools
from dataclasses import replace
from random import Random
from typing import NamedTuple

import numpy as np
import pytest
from examples import examples
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from worlds import MISSING, STATES, Book, Edit, World, make_catalog

from jurybox.collection.collection import Collection
from jurybox.collection.facts import Facts
from jurybox.errors import Refused
from jurybox.gold import OUT_BIT, Gold, Graded, Levels

TABLE_2 = {"AAAA": 3, "AAAB": 3, "AABB": 2, "ABBB": 2, "BBBB": 1, "A": 0, "B": 0, "": 0}
GOLDS = (
    "GA",
    "GAW",
    "GAW(weights=3:1:0)",
    "GAW(weights=3:2:1)",
    "LOO:A1",
    "UFA",
    "UFBA",
    "BA",
    "majority",
    "adjudicated",
    "assessor:A0",
)
Possible = set[int | None]


class Read(NamedTuple):
    """The levels now and the possible ones, None for an answer that is left out."""

    level: int | None
    possible: Possible


@st.composite
def graded_worlds(draw: st.DrawFn, *, golds: tuple[str, ...] = GOLDS, rescale: bool = True) -> World:
    """Draw ranked questions (and another one), two to five assessors, a panel, assignments, labels."""
    kinds = draw(st.lists(st.sampled_from(["ranked", "ranked", "ranked", "factoid"]), min_size=1, max_size=3))
    owner = [at for at in range(len(kinds)) for _ in range(draw(st.integers(1, 3)))]
    owner = list(draw(st.permutations(owner)))
    people = draw(st.sampled_from([4, 4, 4, 2, 3, 5]))
    cells = [(who, answer) for who in range(people) for answer in range(len(owner))]
    assigned = draw(st.one_of(st.just([]), st.lists(st.sampled_from(cells), min_size=1)))
    statuses = draw(st.lists(st.sampled_from([None, None, None, "unjudged"]), min_size=len(kinds), max_size=len(kinds)))
    catalog = make_catalog(kinds, owner, assessors=["person"] * people, assigned=assigned, statuses=statuses)
    best = draw(st.lists(st.sampled_from([0, 0, 1]), min_size=len(owner), max_size=len(owner)))
    catalog = replace(catalog, answer_best=np.array(best, dtype=np.int8))
    panel = draw(st.sampled_from([(), tuple(range(people)), tuple(range(people)), (0, 1)]))
    gold = draw(st.sampled_from(golds))
    if rescale and gold.partition(":")[0].partition("(")[0] in ("GA", "GAW", "LOO") and draw(st.booleans()):
        gold = str(replace(Gold.parse(gold), missing="rescale"))
    world = World(catalog, Facts(panel=panel), [], gold)
    for who, answer in cells:
        if draw(st.integers(0, 3)):
            words = ["A", "B", "C"] if catalog.questions[owner[answer]].kind == "ranked" else ["correct"]
            word = draw(st.sampled_from(words * 6 + list(STATES)))
            world.edits.append(Edit(draw(st.sampled_from(["say"] * 9 + ["contradict"])), who, answer, word))
    for _ in range(draw(st.integers(0, 4))):
        who, answer = draw(st.sampled_from(cells))
        kind = draw(st.sampled_from(["clear", "contradict", "adjudicate", "adjudicate twice"]))
        world.edits.append(Edit(kind, who, answer, "" if kind == "clear" else draw(st.sampled_from("ABC"))))
    return world


def members_of(world: World, answer: int) -> list[int]:
    gold = Gold.parse(world.gold)
    without = int(gold.assessor.removeprefix("A")) if gold.whose == "LOO" else -1
    return world.members(answer, without) if world.panel() else [-1]


def words_of(world: World, answer: int) -> list[str]:
    return ["" if who < 0 else world.word(who, answer) for who in members_of(world, answer)]


def completions(words: list[str]) -> list[list[str]]:
    return [list(way) for way in itertools.product(*("ABC" if word in MISSING else [word] for word in words))]


def level_of(gold: Gold, words: list[str]) -> int | None:
    """The level of what was said, nothing of it missing."""
    letters = sorted(word for word in words if word in ("A", "B", "C"))
    size = 4 if gold.whose == "GA" else len(words)
    if not letters or len(letters) > size:
        return None
    if len(letters) < size:
        if gold.missing == "unjudged":
            return None
        letters = most_alike(letters, size)
    if gold.whose == "GA":
        pattern = "".join(letters).replace("C", "")
        return TABLE_2.get(pattern, 1)
    return sum(gold.weights["ABC".index(letter)] for letter in letters)


def most_alike(letters: list[str], size: int) -> list[str]:
    """The pattern of that size whose shares differ least from those of the letters, then the worst one."""

    def distance(pattern: tuple[str, ...]) -> tuple[int, tuple[str, ...]]:
        off = sum(abs(pattern.count(x) * len(letters) - letters.count(x) * size) for x in "ABC")
        return off, tuple(chr(ord("Z") - ord(x)) for x in pattern)

    return list(min(itertools.combinations_with_replacement("ABC", size), key=distance))


def by_pattern(world: World, answer: int) -> Read:
    gold, words = Gold.parse(world.gold), words_of(world, answer)
    possible: Possible = {level_of(gold, way) for way in completions(words)}
    if possible == {None}:
        return Read(None, possible)
    waits = any(word in MISSING for word in words)
    if waits and (gold.missing == "unjudged" or not any(word in ("A", "B", "C") for word in words)):
        return Read(-1, possible)
    return Read(
        level_of(
            gold, [word for word in words if word not in MISSING] + ["junk"] * sum(word in MISSING for word in words)
        ),
        possible,
    )


def favorites(labels: dict[int, str]) -> set[int]:
    top = {answer for answer, word in labels.items() if word == "A"}
    return top or {answer for answer, word in labels.items() if word == "B"}


def by_favorite(world: World, answer: int) -> Read:
    """Of each member alone, all ways to complete his labels of the whole question; then all of them."""
    question = int(world.catalog.answer_question[answer])
    answers = world.catalog.answers_of(question).tolist()
    if world.gold == "UFBA" and world.catalog.answer_best[answer]:
        return Read(1, {1})
    if not any(word in (*MISSING, "A", "B", "C") for word in words_of(world, answer)):
        return Read(None, {None})
    likes: list[set[bool]] = []
    for who in world.panel() or [-1]:
        judged = [x for x in answers if who in members_of(world, x)]
        words = ["" if who < 0 else world.word(who, x) for x in judged]
        likes.append({answer in favorites(dict(zip(judged, way, strict=True))) for way in completions(words)})
    possible: Possible = {int(any(way)) for way in itertools.product(*likes)}
    return Read(next(iter(possible)) if len(possible) == 1 else -1, possible)


def by_label(world: World, answer: int) -> Read:
    gold, words = Gold.parse(world.gold), words_of(world, answer)
    adjudication = world.adjudication(answer) if gold.whose == "adjudicated" else ""

    def settled(way: list[str], said: str) -> int | None:
        if said not in MISSING or said == "conflict":
            return {"A": 2, "B": 1, "C": 0}.get(said)
        for word, level in (("A", 2), ("B", 1), ("C", 0)):
            votes = way.count(word)
            if votes * 2 > len(way) if gold.whose != "adjudicated" else votes == len(way) > 0:
                return level
        return None

    sayings = "ABC" if adjudication == "conflict" else [adjudication]
    possible = {settled(way, said) for way in completions(words) for said in sayings}
    now = settled(words, adjudication)
    if adjudication == "conflict" or now is None:
        return Read(None if possible == {None} else -1, possible)
    return Read(now, {now})


def expected(world: World, answer: int) -> Read:
    question = world.catalog.questions[world.catalog.answer_question[answer]]
    if question.kind != "ranked" or question.status == "unjudged":
        return Read(None, {None})
    whose = Gold.parse(world.gold).whose
    if whose == "BA":
        answers = world.catalog.answers_of(int(world.catalog.answer_question[answer]))
        best = int(world.catalog.answer_best[answer])
        return Read(best, {best}) if world.catalog.answer_best[answers].any() else Read(None, {None})
    if whose in ("UFA", "UFBA"):
        return by_favorite(world, answer)
    return by_pattern(world, answer) if whose in ("GA", "GAW", "LOO") else by_label(world, answer)


def read(levels: Levels, at: int) -> Read:
    bits = int(levels.possible[at])
    possible: Possible = {bit if bit < OUT_BIT else None for bit in range(OUT_BIT + 1) if bits >> bit & 1}
    level = int(levels.level[at])
    return Read(None if level == -2 else level, possible)


def graded(world: World) -> Graded:
    return Graded(Collection(world.catalog, world.book.ledger, world.facts), Gold.parse(world.gold))


def fits(world: World) -> bool:
    """Whether the panel is one that the gold standard takes."""
    gold = Gold.parse(world.gold)
    if gold.whose == "LOO" and world.facts.panel and 1 not in world.facts.panel:
        return False
    if gold.whose != "GA":
        return True
    whole = not len(world.catalog.assigned[0])
    sizes = [len(members_of(world, answer)) for answer in range(world.catalog.answer_count)]
    return (len(world.panel()) if whole else max(sizes, default=0)) == 4


@settings(max_examples=examples(300), deadline=None)
@given(graded_worlds())
def test_every_answer_is_graded_as_the_definitions_say(world: World) -> None:
    for edit in world.edits:
        edit.to(world.book)
    if not fits(world):
        with pytest.raises(Refused):
            graded(world)
        return
    levels = graded(world).of_all()
    answers = range(world.catalog.answer_count)
    assert [read(levels, x) for x in answers] == [expected(world, x) for x in answers]


@settings(max_examples=examples(120), deadline=None)
@given(graded_worlds())
def test_a_touched_question_graded_again_is_a_full_pass(world: World) -> None:
    half = len(world.edits) // 2
    for edit in world.edits[:half]:
        edit.to(world.book)
    assume(fits(world))
    standard = graded(world)
    levels = standard.of_all()
    for edit in world.edits[half:]:
        edit.to(world.book)
        if not fits(world):
            with pytest.raises(Refused):
                standard.follow(np.array([edit.answer]))
            return
        answers = world.catalog.answers_of(int(world.catalog.answer_question[edit.answer]))
        if standard.follow(np.array([edit.answer])):
            levels = standard.of_all()
        else:
            levels.level[answers], levels.possible[answers] = standard.of(answers)
        everything = graded(world)
        assert standard.top == everything.top
        assert standard.gains.tolist() == everything.gains.tolist()
        assert levels.level.tolist() == everything.of_all().level.tolist()
        assert levels.possible.tolist() == everything.of_all().possible.tolist()


@settings(max_examples=examples(150), deadline=None)
@given(graded_worlds(), st.randoms())
def test_the_order_of_answers_and_the_names_of_assessors_do_not_matter(world: World, random: Random) -> None:
    assume(world.gold != "adjudicated")
    answers = list(range(world.catalog.answer_count))
    people = list(range(len(world.catalog.assessors)))
    random.shuffle(answers)
    random.shuffle(people)
    catalog = world.catalog
    moved = replace(
        catalog,
        answer_question=catalog.answer_question[np.argsort(answers)],
        answer_best=catalog.answer_best[np.argsort(answers)],
        assigned=(np.array(people)[catalog.assigned[0]], np.array(answers)[catalog.assigned[1]]),
    )
    named = Gold.parse(world.gold)
    who = f"A{people[int(named.assessor.removeprefix('A'))]}" if named.assessor else ""
    gold = str(replace(named, assessor=who))
    other = World(moved, replace(world.facts, panel=tuple(people[who] for who in world.facts.panel)), [], gold)
    for edit in world.edits:
        edit.to(world.book)
        replace(edit, assessor=people[edit.assessor], answer=answers[edit.answer]).to(other.book)
    assume(fits(world))
    here, there = graded(world).of_all(), graded(other).of_all()
    assert here.level.tolist() == there.level[answers].tolist()
    assert here.possible.tolist() == there.possible[answers].tolist()


@settings(max_examples=examples(100), deadline=None)
@given(graded_worlds(golds=("GA", "GAW", "LOO:A1")))
def test_a_pattern_scaled_up_is_one_that_can_still_come(world: World) -> None:
    """So a score over patterns that are scaled up never lies outside its bounds."""
    world.gold = str(replace(Gold.parse(world.gold), missing="rescale"))
    for edit in world.edits:
        edit.to(world.book)
    assume(fits(world))
    levels = graded(world).of_all()
    for answer in np.flatnonzero(levels.level >= 0).tolist():
        if not any(word in ("cannot-tell", "junk") for word in words_of(world, answer)):
            assert int(levels.possible[answer]) >> int(levels.level[answer]) & 1


def test_stretches_of_whole_questions_do_not_show(monkeypatch: pytest.MonkeyPatch) -> None:
    owner = np.random.default_rng(3).permutation(np.repeat(np.arange(9), [1, 2, 3, 4, 5, 6, 1, 2, 3]))
    catalog = make_catalog(["ranked"] * 9, owner.tolist(), assessors=["person"] * 4)
    book, facts = Book(4, len(owner)), Facts(panel=(0, 1, 2, 3))
    for who, answer in itertools.product(range(4), range(len(owner))):
        if (who + answer) % 5:
            book.say(who, answer, "ABC"[(who * answer) % 3])
    for name in ("GA", "UFA", "GAW(missing=rescale)", "majority", "adjudicated"):
        whole = Graded(Collection(catalog, book.ledger, facts), Gold.parse(name)).of_all()
        with monkeypatch.context() as patch:
            patch.setattr("jurybox.gold.graded.STRETCH", 16)
            parts = Graded(Collection(catalog, book.ledger, facts), Gold.parse(name)).of_all()
        assert whole.level.tolist() == parts.level.tolist()
        assert whole.possible.tolist() == parts.possible.tolist()


@pytest.mark.parametrize("seed", range(3))
def test_leaving_each_out_in_turn_obeys_the_law_of_consistency(seed: int) -> None:
    """Over all judges, a pattern gives its weight less 2 for each A, less 1 for each B, whole for each C."""
    size, count = 3 + seed, 200
    labels = np.random.default_rng(seed).integers(0, 3, (size, count))
    catalog = make_catalog(["ranked"] * 40, [at // 5 for at in range(count)], assessors=["person"] * size)
    book, facts = Book(size, count), Facts(panel=tuple(range(size)))
    for who, answer in itertools.product(range(size), range(count)):
        book.say(who, answer, "ABC"[labels[who, answer]])
    law = np.zeros(2 * size + 1, dtype=int)
    for said in labels.T.tolist():
        weight = sum(2 - letter for letter in said)
        for letter in said:
            law[weight - (2 - letter)] += 1
    added = np.zeros(2 * size + 1, dtype=int)
    for who in range(size):
        levels = Graded(Collection(catalog, book.ledger, facts), Gold("LOO", assessor=f"A{who}")).of_all().level
        added += np.bincount(levels, minlength=2 * size + 1)
    assert added.tolist() == law.tolist()
