"""Answer patterns that could take for ever are left out, those that take long are tried on less."""

import math
import re
from pathlib import Path

import pytest

from jurybox.judging.proposals import LONGEST_ANSWER, MOST_STEPS, Proposal, are_patterns, read_patterns, steps


@pytest.mark.parametrize("wild", [r"(a+)+b", r"(\w+\s?)*x", r"(x+x+)+y", r"(a|ab|b)*c", r"((a?)*)*", r"(?:.*,)+$"])
def test_what_repeats_something_of_several_ways_has_no_bound(wild: str) -> None:
    assert steps(wild, 50) == math.inf


@pytest.mark.parametrize(
    "tame",
    [
        r"Limp Bizkit",
        r"\d{1,3}(,\d{3})*",
        r"(Jan|Feb)\w* \d{1,2},? (1998|1999)",
        r"(Mr\.? )?Smith",
        r"[a-z]+",
        r"colou?r(s|ing)?",
        r"(?i:1[89]\d\d)",
    ],
)
def test_what_people_write_is_tried_on_whole_answers(tame: str) -> None:
    assert steps(tame, LONGEST_ANSWER) <= MOST_STEPS


def test_the_bound_holds_for_what_a_plain_matcher_does() -> None:
    """Count the steps of a matcher written here that tries one way after the other."""
    for count in (1, 2, 3):
        pattern, length = "a*" * count + "b", 12
        assert _tried(count, "a" * length) <= steps(pattern, length)


def _tried(stars: int, text: str) -> int:
    """Return how many splits of every rest of the text over so many `a*` are tried before `b` fails."""

    def splits(left: int, room: int) -> int:
        return 1 if left == 0 else sum(splits(left - 1, room - used) for used in range(room + 1))

    return sum(splits(stars, len(text) - start) for start in range(len(text)))


def test_wild_lines_are_left_out_and_told(tmp_path: Path) -> None:
    path = tmp_path / "p.txt"
    path.write_text("1.1 (a+)+$\n1.1 Goethe\n1.2 .*a.*b\n", encoding="utf-8")
    found = read_patterns(path)
    ((line, why),) = found.problems
    assert line == 1
    assert "forever" in why
    assert found.propose("1.1", "a" * 40 + "!", None) == Proposal("incorrect")
    assert found.propose("1.1", "by Goethe", None) == Proposal("correct", "Goethe", 2)


def test_of_an_answer_that_cannot_be_tried_whole_nothing_wrong_is_said(tmp_path: Path) -> None:
    path = tmp_path / "p.txt"
    path.write_text("1.2 .*a.*b\n", encoding="utf-8")
    found = read_patterns(path)
    ((pattern,),) = found.of.values()
    assert 50 <= pattern.longest < LONGEST_ANSWER
    assert found.propose("1.2", "x" * 1000 + "ab", None) is None
    assert found.propose("1.2", "ab" + "x" * 1000, None) == Proposal("correct", ".*a.*b", 1)
    assert found.propose("1.2", "xx", None) == Proposal("incorrect")


def test_a_file_of_patterns_is_known_from_others(tmp_path: Path) -> None:
    path = tmp_path / "p"
    for text, known in [
        ("1.4 black\n1.5 blue NYT19981021.0298\n", True),
        ("", False),
        ("question,answer\nq1,a\n", False),
        ("1.4 (unclosed\n", False),
        ("just words\n", False),
    ]:
        path.write_text(text, encoding="utf-8")
        assert are_patterns(path) == known, text
    assert not are_patterns(tmp_path / "absent")
    with pytest.raises(re.error):
        steps("(", 10)
