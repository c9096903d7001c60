"""Stories of the demos: a fixed order of answers with a caption for each step, and each caption's claims.

A story is a TOML file `story.toml` beside the tables of a demo. Its texts in another language are in
`story.es.toml` beside it and so on: title, opening and ending, and for each step, in the same order, its
`ask`, `caption` and `view`. A caption's statements on leaders, rank changes and scores are repeated in its
step as claims, which tests compare with the computed values.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jurybox.commands import Judge
from jurybox.demos import demo, demos
from jurybox.disk import open_regular
from jurybox.errors import Refused
from jurybox.gold.why import listed
from jurybox.language import LANGUAGE, tr
from jurybox.lists import comma_list

if TYPE_CHECKING:
    from jurybox.session import Session

FILE = "story.toml"
_TEXTS = ("question", "answer", "label", "measure", "picture", "gold", "view", "ask", "caption")
_LISTS = ("leader", "passes", "level", "leads", "reads")
_WORDS = ("view", "ask", "caption")
"""What of a step is in the language of the file."""
_VIEWS = ("measure", "picture", "gold", "sweep")


@dataclass(frozen=True, slots=True)
class StoryStep:
    """One step: an answer with the label that the story gives it, or only another view of the scores.

    `ask` is shown while the answer waits for its label, `caption` after that. `measure`, `picture` and
    `gold` change the view from this step on; `view` names it in the picture of ranks, which then goes from
    view to view; `sweep` moves the share of correct answers from end to end.
    Claims: `leader` (all that share rank 1), `passes`, `level` and `leads` (pairs `A > B`, all that there
    are), `scores` (as printed), `shares` (who leads at a supposed share of correct answers), `reads` (other
    facts of the caption, such as `rank A: 3` or `units: 47`).
    """

    caption: str
    question: str = ""
    answer: str = ""
    label: str = ""
    measure: str = ""
    picture: str = ""
    gold: str = ""
    view: str = ""
    sweep: bool = False
    ask: str = ""
    leader: tuple[str, ...] = ()
    passes: tuple[str, ...] | None = None
    level: tuple[str, ...] | None = None
    leads: tuple[str, ...] | None = None
    reads: tuple[str, ...] = ()
    scores: Mapping[str, str] | None = None
    shares: Mapping[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Story:
    """A story: its assessor, the first and last text, and its steps."""

    title: str
    seat: str
    opening: str
    ending: str
    steps: tuple[StoryStep, ...]
    measure: str = ""
    picture: str = ""

    @property
    def labels(self) -> int:
        """How many answers are judged in it."""
        return sum(bool(step.answer) for step in self.steps)


def story_of(name: str, language: str = LANGUAGE) -> Story | None:
    """Return the story of a demo, in a language where it speaks that; None where it has none."""
    path = demo(name).tables / FILE
    if not path.is_file():
        return None
    story, words = read_story(path), path.with_suffix(f".{language}.toml")
    return told_in(words, story) if words.is_file() else story


def told_in(path: Path, story: Story) -> Story:
    """Return a story with the words of another file; refused where these are not those of its steps."""
    data = _toml(path)
    steps = data.pop("step", [])
    head = _texts(data, ("title", "opening", "ending"), path.name)
    if not isinstance(steps, list) or len(steps) != len(story.steps):
        raise Refused(
            tr("{path} needs as many steps as the story has: {count}.", path=path.name, count=len(story.steps))
        )
    told = []
    for number, (step, words) in enumerate(zip(story.steps, steps, strict=True), start=1):
        where = tr("{path}, step {number}", path=path.name, number=number)
        texts: dict[str, Any] = _texts(_table(words, where), _WORDS, where)
        if {key for key in _WORDS if getattr(step, key)} != set(texts):
            raise Refused(tr("{where} needs the same {words} as the story.", where=where, words=comma_list(_WORDS)))
        told.append(replace(step, **texts))
    return replace(story, steps=tuple(told), **head)


def read_story(path: Path) -> Story:
    """Read a story. Refused, with what is wrong and where, for an invalid file."""
    data = _toml(path)
    steps = data.pop("step", None)
    if not isinstance(steps, list) or not steps:
        raise Refused(tr("{path} has no steps; add at least one [[step]].", path=path.name))
    head = _texts(data, ("title", "seat", "opening", "ending", "measure", "picture"), path.name)
    for need in ("title", "seat", "opening", "ending"):
        if not head.get(need):
            raise Refused(tr('{path} has no {need}; add {need} = "…" above the steps.', path=path.name, need=need))
    made = tuple(_step(one, tr("{path}, step {number}", path=path.name, number=n)) for n, one in enumerate(steps, 1))
    return Story(steps=made, **head)


def _toml(path: Path) -> dict[str, Any]:
    try:
        with open_regular(path) as file:
            return tomllib.load(file)
    except OSError as error:
        raise Refused(tr("{path} cannot be read: {strerror}.", path=path, strerror=error.strerror)) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Refused(tr("{path} is not TOML: {error}.", path=path.name, error=error)) from error


def _texts(data: Mapping[str, Any], known: tuple[str, ...], where: str) -> dict[str, str]:
    for key, value in data.items():
        if key not in known:
            raise Refused(
                tr(
                    "{where}: {key!r} is not known here; choose from {known}.",
                    where=where,
                    key=key,
                    known=comma_list(known),
                )
            )
        if not isinstance(value, str):
            raise Refused(tr("{where}: {key} is not text; put it in quotation marks.", where=where, key=key))
    return dict(data)


def _step(data: Any, where: str) -> StoryStep:  # noqa: ANN401 - whatever a file holds
    data = _table(data, where)
    known = tuple(one.name for one in fields(StoryStep))
    for key in data:
        if key not in known:
            raise Refused(
                tr(
                    "{where}: {key!r} is not known here; choose from {known}.",
                    where=where,
                    key=key,
                    known=comma_list(known),
                )
            )
    texts: dict[str, Any] = _texts({key: data[key] for key in _TEXTS if key in data}, _TEXTS, where)
    lists: dict[str, Any] = {key: _list(data[key], f"{where}: {key}") for key in _LISTS if key in data}
    pairs: dict[str, Any] = {key: data[key] for key in ("scores", "shares") if key in data}
    for key, value in pairs.items():
        if not isinstance(value, dict) or not all(isinstance(one, str) for one in value.values()):
            raise Refused(tr('{where}: {key} are pairs of texts such as {{"tarn-1" = ".648"}}.', where=where, key=key))
    if not texts.get("caption"):
        raise Refused(tr('{where} has no caption; add caption = "…".', where=where))
    named = [key for key in ("question", "answer", "label") if texts.get(key)]
    if named and len(named) < 3:
        raise Refused(
            tr(
                "{where} names only {named}; an answer needs question, answer and label.",
                where=where,
                named=listed(named),
            )
        )
    sweep = data.get("sweep", False)
    if not isinstance(sweep, bool):
        raise Refused(tr("{where}: sweep is true or false.", where=where))
    return StoryStep(sweep=sweep, **texts, **lists, **pairs)


def _table(value: Any, where: str) -> dict[str, Any]:  # noqa: ANN401 - whatever a file holds
    if not isinstance(value, dict):
        raise Refused(tr("{where} is not a table; write [[step]] above its lines.", where=where))
    return value


def _list(value: Any, where: str) -> tuple[str, ...]:  # noqa: ANN401 - whatever a file holds
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise Refused(tr('{where} is a list of texts such as ["tarn-1"].', where=where))
    return tuple(value)


class Telling:
    """A story in its collection: which answer each step is about, and the command that the story enters.

    Raises Refused for a story of another collection.
    """

    def __init__(self, story: Story, session: Session) -> None:
        self.story = story
        self.assessor = session.catalog.assessor_named.get(story.seat, -1)
        if self.assessor < 0:
            raise Refused(
                tr("There is no assessor {seat} here: the story belongs to another collection.", seat=story.seat)
            )
        self.answers = tuple(_answer(step, session) for step in story.steps)

    def command(self, step: int, label: str = "") -> Judge:
        """Return the command that gives the answer of a step a label, that of the story if none is named."""
        answer = self.answers[step]
        if answer is None:
            raise ValueError(f"step {step} is about no answer")
        return Judge((answer,), label=label or self.story.steps[step].label, assessor=self.assessor)

    def is_fresh(self, session: Session) -> bool:
        """Return whether none of the story's answers was judged from its seat yet."""
        labels = session.ledger.labels[self.assessor]
        return not any(labels[answer] for answer in self.answers if answer is not None)


def _answer(step: StoryStep, session: Session) -> int | None:
    if not step.answer:
        return None
    catalog = session.catalog
    question = catalog.question_named.get(step.question)
    found = [] if question is None else catalog.answers_of(question).tolist()
    for answer in found:
        if session.texts.answer(answer).name == step.answer:
            words = session.facts.scheme_of(catalog.questions[question or 0].kind).words
            if step.label not in words:
                raise Refused(
                    tr(
                        "{label!r} is not a label of question {question} of the story.",
                        label=step.label,
                        question=step.question,
                    )
                )
            return int(answer)
    raise Refused(
        tr(
            "Question {question} has no answer {answer}: the story belongs to another collection.",
            question=step.question,
            answer=step.answer,
        )
    )


def story_for(session: Session) -> tuple[str, Story]:
    """Return the demo whose story fits this collection, and the story. Refused if there is none."""
    for one in demos():
        story = story_of(one.name)
        if story is None:
            continue
        try:
            telling = Telling(story, session)
        except Refused:
            continue
        if not telling.is_fresh(session):
            raise Refused(tr("Answers of the story were judged here already. Open a fresh copy of the demo instead."))
        return one.name, story
    raise Refused(tr("This collection has no story: only the demos have one."))
