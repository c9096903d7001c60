"""What a label did: who passes whom, ties said as ties, and nothing that did not happen."""

from collections.abc import Sequence

from jurybox.scoring.results import RunRow, RunScore
from jurybox.stage.effects import changes_in_words, effect_in_words, effect_of


def ranked(*rows: tuple[str, int | None, float]) -> Sequence[RunRow]:
    names = sorted(name for name, _, _ in rows)
    return [RunRow(names.index(name), name, rank, RunScore(value, "", 10, 0, 0)) for name, rank, value in rows]


def test_a_run_that_passes_two_is_said_once_and_falls_are_not_said_again() -> None:
    effect = effect_of(
        ranked(("a", 1, 0.5), ("b", 2, 0.4), ("c", 3, 0.3)), ranked(("c", 1, 0.6), ("a", 2, 0.5), ("b", 3, 0.4))
    )
    assert effect.passes == (("c", "a"), ("c", "b"))
    assert effect.rose == {2: 2, 0: -1, 1: -1}
    assert changes_in_words(effect) == "c passes a and b"


def test_a_tie_is_no_passing_and_breaking_it_is_said_as_that() -> None:
    apart, tied = ranked(("a", 1, 0.5), ("b", 2, 0.4)), ranked(("a", 1, 0.5), ("b", 1, 0.5))
    closing, opening = effect_of(apart, tied), effect_of(tied, apart)
    assert (closing.passes, changes_in_words(closing)) == ((), "b ties with a")
    assert (opening.passes, changes_in_words(opening)) == ((), "a breaks the tie with b")


def test_one_sentence_for_each_outcome() -> None:
    before = ranked(("a", 1, 0.5), ("b", 2, 0.4))
    moved = effect_of(before, ranked(("a", 1, 0.55), ("b", 2, 0.4)))
    assert effect_in_words(moved, "Answer 1: correct") == "Answer 1: correct; scores move, no rank changes."
    nothing = effect_of(before, before)
    assert effect_in_words(nothing, "Answer 1: correct") == "Answer 1: correct; no score moves."
    why = effect_in_words(nothing, "Answer 1: correct", "left out until settled")
    assert why == "Answer 1: correct; left out until settled."


def test_a_run_without_a_rank_passes_nobody() -> None:
    nan = float("nan")
    effect = effect_of(ranked(("a", 1, 0.5), ("b", None, nan)), ranked(("b", 1, 0.6), ("a", 2, 0.5)))
    assert not effect.turned
    assert effect.scored


def test_more_changes_than_a_room_can_read_are_counted() -> None:
    names = "abcdefgh"
    before = ranked(*((name, n + 1, 1 - n / 10) for n, name in enumerate(names)))
    swapped = "badcfehg"
    after = ranked(*((name, n + 1, 1 - n / 10) for n, name in enumerate(swapped)))
    assert changes_in_words(effect_of(before, after)) == "b passes a; d passes c; f passes e; and 1 more"
    assert changes_in_words(effect_of(before, after), 1) == "b passes a; and 3 more"


def test_what_happens_to_a_leader_is_said_first() -> None:
    before = ranked(("a", 1, 0.5), ("b", 1, 0.5), ("c", 3, 0.4), ("d", 4, 0.3))
    after = ranked(("a", 1, 0.6), ("b", 2, 0.5), ("d", 3, 0.4), ("c", 4, 0.3))
    assert changes_in_words(effect_of(before, after)) == "a breaks the tie with b; d passes c"
