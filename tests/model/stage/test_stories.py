"""Stories: bad files are refused in a sentence, and captions of the bundled ones are true in every copy."""

import os
import re
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from demo_file import demo_file

from jurybox.collection.codes import LABEL_OF_CODE
from jurybox.demos import build_demo, demos
from jurybox.errors import Refused
from jurybox.figures import at_prevalence, operating_point
from jurybox.gold import Gold, gold_in_force
from jurybox.language import LANGUAGES
from jurybox.measures import measure
from jurybox.numbers import score_text
from jurybox.scoring import Scoreboard, unjudged_in_force
from jurybox.scoring.results import RunRow
from jurybox.session import Session, open_session
from jurybox.stage.effects import Effect, effect_of
from jurybox.stage.stories import Story, StoryStep, Telling, read_story, story_for, story_of, told_in

NAMES = [one.name for one in demos()]
HEAD = 'title = "T"\nseat = "visitor"\nopening = "O"\nending = "E"\n'


class Replayed:
    """A story played in a copy: after each step the ranking and what changed, all worked out here again."""

    def __init__(self, story: Story, session: Session) -> None:
        self.story, self.session = story, session
        self.telling = Telling(story, session)
        self.measure, self.gold = story.measure, ""
        self.leaders: dict[int, list[str]] = {}
        self.made: dict[tuple[int, str], Scoreboard] = {}

    def board(self) -> Scoreboard:
        """Return the scores of now, made anew, and once for all that asks before something changes."""
        session = self.session
        now = len(session.ledger), self.gold
        if now not in self.made:
            made_from = session.collection
            gold = Gold.parse(self.gold) if self.gold else gold_in_force(session.catalog, session.facts)
            self.made = {now: Scoreboard(made_from, gold, unjudged=unjudged_in_force(made_from))}
        return self.made[now]

    def rows(self) -> tuple[RunRow, ...]:
        return self.board().standing(measure(self.measure))

    def steps(self) -> Iterator[tuple[int, StoryStep, tuple[RunRow, ...], Effect]]:
        before = self.rows()
        for number, step in enumerate(self.story.steps):
            if step.answer:
                self.session.execute(self.telling.command(number))
            self.measure = step.measure or self.measure
            self.gold = "" if step.gold == "usual" else step.gold or self.gold
            after = self.rows()
            self.leaders[number] = [row.name for row in after if row.rank == 1]
            yield number, step, after, effect_of(before, after)
            before = after


@cache
def the_story(name: str) -> Story:
    found = story_of(name)
    assert found is not None
    return found


@pytest.mark.parametrize("name", NAMES)
def test_every_caption_is_true(name: str, tmp_path: Path) -> None:
    story = the_story(name)
    with closing(open_session(demo_file(tmp_path / "copy.jury", name))) as session:
        runs = {run.name for run in session.catalog.runs}
        replayed = Replayed(story, session)
        for number, step, rows, effect in replayed.steps():
            where = f"{name}, step {number + 1}: {step.caption}"
            assert replayed.leaders[number] == list(step.leader), where
            if step.answer:
                for claim in ("passes", "level", "leads"):
                    assert getattr(step, claim) == tuple(map(" > ".join, getattr(effect, claim))), where
            values = {row.name: score_text(row.score.value) for row in rows}
            for run, value in (step.scores or {}).items():
                assert values[run] == value, where
            for share, run in (step.shares or {}).items():
                assert leader_at(replayed.board(), float(share.split()[0]) / 100) == run, where
            if fewer := re.fullmatch(r"Fewer than (\d+) answers in 100 are right", story.title):
                counts = replayed.board().counts(0, pairs=False)
                assert 100 * counts.positives < int(fewer[1]) * counts.total, where
            for fact in step.reads:
                assert is_so(fact, replayed, number, rows, effect), f"{where}: {fact}"
            assert_claimed(step, runs, where)
        assert story.labels == 12


def leader_at(board: Scoreboard, share: float) -> str:
    points = [operating_point(board.name_of(run), run, board.counts(run, pairs=False)) for run in board.runs]
    return max(at_prevalence(points, share), key=lambda point: point.f).name


def is_so(  # noqa: C901 - one line for each claim
    fact: str, replayed: Replayed, number: int, rows: tuple[RunRow, ...], effect: Effect
) -> bool:
    """Whether a further claim holds."""
    what, _, value = fact.partition(": ")
    board = replayed.board()
    if what.startswith(("level", "last on ", "by ", "found ", "fooled ", "precise ")):
        return is_so_on_board(what, value, board, replayed.telling.answers[number])
    if what.startswith("rank "):
        return {row.name: row.rank for row in rows}[what.removeprefix("rank ")] == int(value)
    if what == "units":
        return rows[0].score.units == int(value)
    if what == "passes":
        return tuple(value.split(" > ")) in effect.passes
    if what == "positives":
        return board.counts(0, pairs=False).positives == int(value)
    if what == "share":
        counts = board.counts(0, pairs=False)
        return round(100 * counts.positives / counts.total) == int(value.removesuffix(" %"))
    if what == "leaders so far":
        return len({one for at in range(number + 1) for one in replayed.leaders[at]}) == int(value)
    if what == "leaders of the views":
        views = [at for at, step in enumerate(replayed.story.steps) if not step.answer and at <= number]
        last = max(at for at, step in enumerate(replayed.story.steps) if step.answer)
        named = {one for at in (last, *views) for one in replayed.leaders[at]}
        named |= {run for at in views for run in (replayed.story.steps[at].shares or {}).values()}
        return len(named) == int(value)
    if what == "votes":
        answer, ledger = replayed.telling.answers[number], replayed.session.ledger
        given = sorted(LABEL_OF_CODE[int(code)] for code in ledger.labels[:, answer] if code)
        return given == value.split()
    if what.startswith("units of all"):
        replayed.gold, gold = "", replayed.gold
        units = replayed.rows()[0].score.units
        replayed.gold = gold
        return units == int(value)
    if what.startswith("most "):
        return gives_most(what.removeprefix("most "), value, replayed.session)
    if what.startswith(("believed ", "not believed ")):
        run = replayed.session.catalog.run_named[what.split()[-1]]
        answers, right = board.decided(run)
        verdict = dict(zip(answers.tolist(), right.tolist(), strict=True))[replayed.telling.answers[number]]
        says_yes = (verdict == 1) == (replayed.story.steps[number].label == "correct")
        return says_yes != what.startswith("not")
    raise ValueError(f"{fact} is no claim that is known")


def gives_most(label: str, name: str, session: Session) -> bool:
    """Whether somebody gave a label more often than any other assessor."""
    given = {
        one.name: sum(code != 0 and LABEL_OF_CODE[int(code)] == label for code in row)
        for one, row in zip(session.catalog.assessors, session.ledger.labels, strict=True)
    }
    return all(given[name] > times for other, times in given.items() if other != name)


def is_so_on_board(what: str, value: str, board: Scoreboard, answer: int | None) -> bool:
    """Whether an answer has a level of so many, or a run a rank, score or count by any measure.

    `found`: right answers that a run believed, of all right ones; `fooled`: wrong ones, of all wrong ones;
    `precise`: right ones, of all that it believed.
    """
    known = {board.name_of(run): run for run in board.runs}
    first, _, run = what.rpartition(" ")
    if first in {"found", "fooled", "precise"}:
        counts = board.counts(known[run], pairs=False)
        right, wrong = counts.yes_correct, counts.yes_incorrect
        pair = {
            "found": (right, counts.positives),
            "fooled": (wrong, counts.total - counts.positives),
            "precise": (right, right + wrong),
        }[first]
        return pair == tuple(map(int, value.split(" of ")))
    if first.startswith("by "):
        (row,) = (one for one in board.standing(measure(first.removeprefix("by "))) if one.name == run)
        return value in {score_text(row.score.value), f"rank {row.rank}"}
    if what == "level":
        level, _, highest = value.partition(" of ")
        assert answer is not None
        return int(board.levels[answer]) == int(level) and int(board.levels.max()) == int(highest)
    ranks = {row.name: row.rank or 0 for row in board.standing(measure(what.removeprefix("last on ")))}
    return ranks[value] == max(ranks.values()) and list(ranks.values()).count(ranks[value]) == 1


def assert_claimed(step: StoryStep, runs: set[str], where: str) -> None:
    """Every run and number that a caption names is in a claim of its step."""
    claims = [*step.leader, *(step.passes or ()), *(step.level or ()), *(step.leads or ()), *step.reads]
    claims += [*(step.scores or {}), *(step.scores or {}).values()]
    claims += [*(step.shares or {}), *(step.shares or {}).values()]
    said = " ".join(claims)
    words = set(re.findall(r"[\w-]+", said))
    # What a caption denies of a run ("heron-2 is only fourth") is a claim of `reads`.
    for run in runs:
        if re.search(rf"(?<![\w-]){re.escape(run)}(?![\w-])", step.caption) and run not in ORDINARY:
            assert run in words, f"{where}: {run} is in no claim"
    for number in re.findall(r"(?<![\w-])(?:\.\d+|\d+)(?![\w-])", step.caption):
        assert number in said, f"{where}: {number} is in no claim"


ORDINARY = {"time", "random"}
"""Runs whose names are words of the language."""


@pytest.mark.sweep
@pytest.mark.parametrize("name", NAMES)
def test_ten_copies_tell_the_same_story(name: str, tmp_path: Path) -> None:
    """Copies as `jurybox demo` makes them: answers come by name, and the ranks after each are the same."""
    told = set()
    for copy in range(10):
        with closing(open_session(build_demo(name, tmp_path / f"{copy}.jury"))) as session:
            replayed = Replayed(the_story(name), session)
            answers = [session.texts.answer(at).name for at in replayed.telling.answers if at is not None]
            ranks = [[(row.name, row.rank) for row in rows] for _, _, rows, _ in replayed.steps()]
            told.add(repr((answers, ranks)))
    assert len(told) == 1


def test_a_story_is_found_by_its_collection_and_told_only_once(tmp_path: Path) -> None:
    with closing(open_session(demo_file(tmp_path / "copy.jury", "series"))) as session:
        name, story = story_for(session)
        assert name == "series"
        session.execute(Telling(story, session).command(0))
        with pytest.raises(Refused, match="judged here already"):
            story_for(session)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("title =", "story.toml is not TOML"),
        ("title = " + "[" * 5_000, "story.toml is not TOML"),
        (HEAD, "story.toml has no steps"),
        ('title = "T"\n[[step]]\ncaption = "C"', "story.toml has no seat"),
        (HEAD + "step = [1]", "step 1 is not a table"),
        (HEAD + '[[step]]\nask = "A"', "step 1 has no caption"),
        (HEAD + '[[step]]\ncaption = "C"\nanswer = "V1"', "names only answer"),
        (HEAD + '[[step]]\ncaption = "C"\ncolor = "red"', "step 1: 'color' is not known here"),
        (HEAD + "[[step]]\ncaption = 3", "caption is not text"),
        (HEAD + '[[step]]\ncaption = "C"\nleader = "tarn-1"', "leader is a list of texts"),
        (HEAD + '[[step]]\ncaption = "C"\nscores = { a = 1 }', "scores are pairs"),
        (HEAD + '[[step]]\ncaption = "C"\nsweep = "yes"', "sweep is true or false"),
    ],
)
def test_a_bad_file_is_refused_in_one_sentence(text: str, sentence: str, tmp_path: Path) -> None:
    path = tmp_path / "story.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(Refused, match=re.escape(sentence)):
        read_story(path)


@pytest.mark.skipif(os.name != "posix", reason="pipes are files on POSIX systems only")
def test_a_pipe_is_refused_without_waiting(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "story.toml")
    with pytest.raises(Refused, match="it is a pipe, not a file"):
        read_story(tmp_path / "story.toml")


def test_a_story_of_another_collection_is_refused(tmp_path: Path) -> None:
    with (
        closing(open_session(demo_file(tmp_path / "copy.jury", "series"))) as session,
        pytest.raises(Refused, match="to another collection"),
    ):
        Telling(the_story("validation"), session)


def words_of(story: Story) -> list[str]:
    """Return all that a story says, in order."""
    said = [story.title, story.opening, story.ending]
    return said + [text for step in story.steps for text in (step.ask, step.caption, step.view)]


@pytest.mark.parametrize("language", [one for one in LANGUAGES if one != "en"])
@pytest.mark.parametrize("name", NAMES)
def test_a_story_says_the_same_in_every_language(name: str, language: str) -> None:
    english, told = story_of(name, "en"), story_of(name, language)
    assert english is not None
    assert told is not None
    claims = [replace(step, ask="", caption="", view="") for step in english.steps]
    assert [replace(step, ask="", caption="", view="") for step in told.steps] == claims
    for text, other in zip(words_of(english), words_of(told), strict=True):
        assert bool(text) == bool(other)
        assert text != other or not text or text in {"nuggets", "series"}, "not translated"
        named = set(re.findall(r"[a-z]+-\d\b|\.\d{3}|\b\d+\b", text))
        assert named <= set(re.findall(r"[a-z]+-\d|\.\d{3}|\d+", other)), other
    views = views_of(english), views_of(told)
    assert len(set(zip(*views, strict=True))) == len(set(views[0])) == len(set(views[1]))


def views_of(story: Story) -> list[str]:
    return [step.view for step in story.steps if step.view]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('title = "T"\n', "as many steps"),
        ('seat = "me"\n[[step]]\ncaption = "C"\n', "'seat' is not known here"),
        ('[[step]]\nask = "A"\ncaption = "C"\n', "step 1 needs the same"),
        ("[[step]]\nview = 3\n", "view is not text"),
        ("step = [1]\n", "step 1 is not a table"),
    ],
)
def test_words_that_are_not_those_of_the_story_are_refused(text: str, sentence: str, tmp_path: Path) -> None:
    (tmp_path / "story.toml").write_text(HEAD + '[[step]]\ncaption = "C"\n', encoding="utf-8")
    (tmp_path / "story.es.toml").write_text(text, encoding="utf-8")
    with pytest.raises(Refused, match=sentence):
        told_in(tmp_path / "story.es.toml", read_story(tmp_path / "story.toml"))
