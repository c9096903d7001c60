"""Disagreements and flips beside brute force: every alternative done and scored anew, every pair seen."""

import math
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from examples import examples
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from mixed_worlds import mixed_worlds
from sweeps import swept
from worlds import LABELED, Reply, World, make_catalog

from jurybox.analysis.disagreements.disputes import WORST_FIRST, Dispute, Turn
from jurybox.analysis.disagreements.label_effects import Disagreements, disagreements
from jurybox.collection.codes import LABEL_CODES
from jurybox.collection.collection import Collection
from jurybox.collection.facts import Facts
from jurybox.collection.judges import judges
from jurybox.errors import Refused
from jurybox.gold import Gold
from jurybox.measures import Kind, Measure, TimedRun, measure
from jurybox.scoring import Scoreboard

SLOW = [HealthCheck.too_slow, HealthCheck.filter_too_much]
LABEL_GOLDS = ("adjudicated", "majority", "majority+lenient", "assessor:A0")


def scores_of(world: World, one: Measure) -> list[float]:
    board = Scoreboard(Collection(world.catalog, world.book.ledger, world.facts), Gold.parse(world.gold))
    return [board.score(one, run).value for run in board.runs]


def steps(value: float) -> int:
    return round(value * 1e9)


def pairs_turned(
    runs: tuple[int, ...], now: list[float], then: list[float], best: int
) -> tuple[set[tuple[int, int]], int, int]:
    turned, made, broken = set(), 0, 0
    for a, b in combinations(range(len(runs)), 2):
        if any(math.isnan(value) for value in (now[a], now[b], then[a], then[b])):
            continue
        before, after = best * (steps(now[a]) - steps(now[b])), best * (steps(then[a]) - steps(then[b]))
        if before * after < 0:
            turned.add((runs[a], runs[b]) if before > 0 else (runs[b], runs[a]))
        made += before != 0 and after == 0
        broken += before == 0 and after != 0
    return turned, made, broken


def check(
    world: World,
    found: Disagreements,
    one: Measure,
    runs: tuple[int, ...],
    expected: dict[tuple[int, str], list[float]],
    now: list[float],
) -> None:
    listed = {(row.answer, turn.label or f"-{turn.left_out}"): turn for row in found.answers for turn in row.turns}
    assert set(listed) == set(expected)
    for key, then in expected.items():
        turned, made, broken = pairs_turned(runs, now, then, 1 if one.direction == "higher" else -1)
        assert set(listed[key].pairs) == turned
        if not any(math.isnan(value) for value in then):
            assert (listed[key].made, listed[key].broken) == (made, broken)
        moved = [abs(a - b) for a, b in zip(now, then, strict=True) if not math.isnan(a - b)]
        assert listed[key].effect == pytest.approx(max(moved, default=0.0), abs=1e-9)


def with_label(world: World, answer: int, label: str, one: Measure) -> list[float]:
    """Score everything anew with another gold label of one answer."""
    labels, adjudications = world.book.ledger.labels.copy(), world.book.ledger.adjudications.copy()
    ledger = world.book.ledger
    if Gold.parse(world.gold).whose == "adjudicated":
        ledger.adjudications[answer] = LABEL_CODES[label]
    else:
        for who in world.panel():
            ledger.labels[who, answer] = LABEL_CODES[label]
    try:
        return scores_of(world, one)
    finally:
        ledger.labels[:], ledger.adjudications[:] = labels, adjudications


def settled(world: World, answer: int) -> str | None:
    """Return the gold label of an answer by the definition, None where there is none."""
    gold = Gold.parse(world.gold)
    said = world.adjudication(answer)
    if gold.whose == "adjudicated" and said in ("conflict", "cannot-tell", "junk"):
        return None
    if gold.whose == "adjudicated" and said in world.scheme(answer):
        return said
    words = [world.word(who, answer) for who in world.members(answer)]
    right = {"correct", "inexact"} if gold.mapping == "lenient" else {"correct"}
    graded = world.catalog.questions[world.catalog.answer_question[answer]].kind == "ranked"
    for label in world.scheme(answer):
        alike = [word for word in words if word in world.scheme(answer) and (word in right) == (label in right)]
        # Of correctness, only whether an answer is right is agreed on, and the first such label is named.
        count = words.count(label) if graded else len(alike) * (label in words)
        if words and (count == len(words) if gold.whose == "adjudicated" else 2 * count > len(words)):
            return label
    return None


@given(
    mixed_worlds(
        golds=LABEL_GOLDS, kinds=("validation", "validation", "factoid", "ranked"), max_edits=25, max_people=3
    ),
    st.data(),
)
@settings(max_examples=examples(30), deadline=None, suppress_health_check=SLOW)
def test_flips_are_those_of_brute_force_under_labels(world: World, data: st.DataObject) -> None:
    for edit in world.edits:
        edit.to(world.book)
    board = Scoreboard(Collection(world.catalog, world.book.ledger, world.facts), Gold.parse(world.gold))
    some = [one for one in board.measures if TimedRun not in one.accepts]
    assume(some)
    check_labels(world, data.draw(st.sampled_from(some)))


def test_of_two_labels_that_mean_the_same_the_first_is_the_gold_label() -> None:
    catalog = make_catalog(["factoid"], [0, 0], [Reply(0, 0, 0, 1.0, 1.0)], runs=1, assessors=["person"] * 2)
    world = World(catalog, Facts(), [], "adjudicated")
    for who, label in enumerate(("inexact", "unsupported")):
        world.book.say(who, 0, label)
        world.book.say(who, 1, "correct")
    found = check_labels(world, measure("accuracy"))
    assert [[turn.label for turn in row.turns] for row in found.answers] == [["unsupported"]]


def check_labels(world: World, one: Measure) -> Disagreements:
    board = Scoreboard(Collection(world.catalog, world.book.ledger, world.facts), Gold.parse(world.gold))
    kind = board.kind_of(one)
    assert kind
    found = disagreements(board, kind, one)
    now, expected = [board.score(one, run).value for run in board.runs], {}
    for answer, question in enumerate(world.catalog.answer_question.tolist()):
        asked = world.catalog.questions[question]
        gold = settled(world, answer)
        if asked.kind != kind or asked.status == "unjudged":
            continue
        given = {world.word(who, answer) for who in judges(world.catalog, world.facts)}
        given &= set(world.scheme(answer))
        if gold is None and (board.gold.whose != "adjudicated" or len(given) < 2):
            continue
        for label in given - {gold}:
            expected[answer, label] = with_label(world, answer, label, one)
    check(world, found, one, board.runs, expected, now)
    return found


@given(
    mixed_worlds(golds=("GA", "GAW", "GAW(missing=rescale)", "LOO:A0"), kinds=("ranked",), max_edits=40, max_people=4),
    st.sampled_from(["Hit@1", "nG@1", "nDCG", "Q", "AP", "MRR"]),
)
@settings(max_examples=examples(30), deadline=None, suppress_health_check=SLOW)
def test_flips_are_those_of_brute_force_with_one_left_out(world: World, name: str) -> None:
    for edit in world.edits:
        edit.to(world.book)
    try:
        Scoreboard(Collection(world.catalog, world.book.ledger, world.facts), Gold.parse(world.gold))
    except Refused:
        assume(False)
    check_patterns(world, measure(name))


def check_patterns(world: World, one: Measure) -> Disagreements:
    gold = Gold.parse(world.gold)
    board = Scoreboard(Collection(world.catalog, world.book.ledger, world.facts), gold)
    found = disagreements(board, "ranked", one)
    now, expected = [board.score(one, run).value for run in board.runs], {}
    for answer in range(world.catalog.answer_count):
        who = [at for at in world.members(answer) if not (gold.whose == "LOO" and at == 0)]
        words = [world.word(at, answer) for at in who]
        letters = [word for word in words if word in "ABC" and word]
        if world.catalog.questions[world.catalog.answer_question[answer]].status == "unjudged":
            continue
        if gold.missing != "rescale" and len(letters) < (4 if gold.whose == "GA" else len(words)):
            continue
        for at, word in zip(who, words, strict=True):
            if word in LABELED and word != "conflict" and len(set(letters)) > 1:
                rest = list(letters)
                rest.remove(word)
                expected[answer, f"-{at}"] = with_level(world, answer, level_of(gold, rest, len(words)), one)
    check(world, found, one, board.runs, expected, now)
    return found


def dense_world(seed: int, kind: Kind, gold: str) -> World:
    """Return a small collection in which everybody has judged everything, and runs that are close."""
    lot = np.random.default_rng(seed)
    owner = [question for question in range(4) for _ in range(3)]
    replies = []
    for run in range(4):
        for question in range(4):
            ranked = lot.permutation(3)[: int(lot.integers(1, 4))] + 3 * question
            for rank, answer in enumerate(ranked.tolist(), start=1):
                said, sure = int(lot.integers(-1, 2)), float(lot.integers(0, 4)) / 4
                replies.append(Reply(run, answer, said, sure, sure, selected=rank == 1 and said == 1, rank=rank))
    catalog = make_catalog([kind] * 4, owner, replies, runs=4, assessors=["person"] * 4)
    world = World(catalog, Facts(panel=(0, 1, 2, 3)), [], gold)
    for answer in range(12):
        usual = lot.choice(world.scheme(answer))
        for who in range(4):
            world.book.say(who, answer, str(usual if lot.random() < 0.7 else lot.choice(world.scheme(answer))))
        if len({world.word(who, answer) for who in range(4)}) > 1 or lot.random() < 0.3:
            world.book.adjudicate(answer, str(lot.choice(world.scheme(answer))))
    return world


@pytest.mark.parametrize("gold", ["adjudicated", *swept(["majority+lenient", "assessor:A1"])])
@pytest.mark.parametrize(("kind", "name"), [
    ("validation", "F1"), ("validation", "c@1"), ("validation", "AUC"), ("validation", "fpr"),
    ("validation", "estimated_qa"),
    ("factoid", "c@1"), ("factoid", "MRR"), ("factoid", "CWS"), ("ranked", "nDCG"), ("ranked", "Q"),
])  # fmt: skip
@pytest.mark.sweep
def test_flips_of_collections_judged_in_full(kind: Kind, name: str, gold: str) -> None:
    found = [check_labels(dense_world(seed, kind, gold), measure(name)) for seed in range(4)]
    if gold == "adjudicated":
        assert sum(row.flips + row.made + row.broken for one in found for row in one.answers) > 0


@pytest.mark.parametrize("gold", ["GA", *swept(("GAW", "LOO:A0")), "GAW(gains=1:1:1:2:2:2:3:3)"])
@pytest.mark.parametrize("name", ["nG@1", "Q", *swept(("Hit@1", "nDCG", "AP", "nDCG(cutoff=2)"))])
def test_flips_of_patterns_judged_in_full(name: str, gold: str) -> None:
    found = [check_patterns(dense_world(seed, "ranked", gold), measure(name)) for seed in range(4)]
    assert max(row.effect for one in found for row in one.answers) > 0


@pytest.mark.parametrize("gold", ["UFA", *swept(["UFBA"])])
def test_flips_of_favorites_judged_in_full(gold: str) -> None:
    one, turned = measure("nDCG"), 0
    for seed in range(6):
        world = dense_world(seed, "ranked", gold)
        ledger = world.book.ledger
        board = Scoreboard(Collection(world.catalog, ledger, world.facts), Gold.parse(gold))
        now, expected = [board.score(one, run).value for run in board.runs], {}
        for answer in range(12):
            for who in range(4):
                if world.word(who, answer) in "AB":
                    before = ledger.labels[who, answer].copy()
                    ledger.labels[who, answer] = LABEL_CODES["junk"]
                    expected[answer, f"-{who}"] = scores_of(world, one)
                    ledger.labels[who, answer] = before
        moving = {answer for (answer, _), then in expected.items() if list(map(steps, then)) != list(map(steps, now))}
        differing = {at for at in range(12) if len({world.word(who, at) for who in range(4)}) > 1}
        expected = {key: then for key, then in expected.items() if key[0] in moving | differing}
        found = disagreements(board, "ranked", one)
        check(world, found, one, board.runs, expected, now)
        turned += sum(row.flips for row in found.answers)
    assert turned > 0


def test_selected_questions_alone_are_looked_at_and_measures_of_others_are_refused() -> None:
    world = dense_world(0, "validation", "adjudicated")
    board = Scoreboard(Collection(world.catalog, world.book.ledger, world.facts), Gold.parse("adjudicated"))
    board.select(frozenset((1,)))
    args = board, "validation"
    assert {row.question for row in disagreements(*args, measure("F1")).answers} == {1}
    assert all(row.effect == 0 for row in disagreements(*args).answers)
    with pytest.raises(Refused, match="nDCG scores nothing here"):
        disagreements(*args, measure("nDCG"))


def level_of(gold: Gold, rest: list[str], size: int) -> int:
    """Return the level of a pattern scaled up to all letters, by its definition."""
    size = 4 if gold.whose == "GA" else size
    best = min(
        ((a, b, size - a - b) for a in range(size + 1) for b in range(size + 1 - a)),
        key=lambda abc: _far(abc, rest, size),
    )
    a, b, _ = best
    if gold.whose == "GA":
        return {4: 3 if a >= 3 else 2 if a else 1, 3: 1, 2: 1}.get(a + b, 0)
    return 2 * a + b


def _far(abc: tuple[int, int, int], rest: list[str], size: int) -> tuple[float, int]:
    """Largest remainders: the nearest whole shares; among equals, more of the lower labels."""
    shares = [rest.count(letter) * size / len(rest) for letter in "ABC"]
    return round(sum((x - y) ** 2 for x, y in zip(abc, shares, strict=True)), 9), 2 * abc[0] + abc[1]


def with_level(world: World, answer: int, level: int, one: Measure) -> list[float]:
    """Score everything with another level of one answer."""
    board = Scoreboard(Collection(world.catalog, world.book.ledger, world.facts), Gold.parse(world.gold))
    board._basis.levels[answer] = level
    return [board.score(one, run).value for run in board.runs]


def test_rows_come_worst_first_in_three_orders() -> None:
    rows = tuple(
        Dispute("label", 0, at, -1, (), size, turns=(Turn("", -1, effect, ((0, 1),) * flips, 0, 0),))
        for at, (size, effect, flips) in enumerate([(0.1, 0.5, 0), (0.9, 0.2, 1), (0.9, 0.4, 0)])
    )
    orders = {name: [row.answer for row in sorted(rows, key=key)] for name, key in WORST_FIRST.items()}
    assert orders == {"size": [2, 1, 0], "effect": [0, 2, 1], "flips": [1, 0, 2], "fewest": [0, 2, 1]}
    far = replace(rows[0], size=0.9)
    assert sorted((rows[0], far), key=WORST_FIRST["flips"]) == [far, rows[0]], "as last resort by size"
