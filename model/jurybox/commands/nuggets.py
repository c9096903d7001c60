"""Commands of the nugget board: nuggets and their wording, votes on their importance, matches."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from jurybox.collection.entries import STATES, Content, EntryKind, Subject, check_text
from jurybox.collection.nugget_state import CHECK, INTO
from jurybox.collection.nuggets import SOURCES, CurrentNugget, current_nuggets, given_by_line
from jurybox.commands.base import KEEP, CommandView, Keep, Statement, check_word, judged
from jurybox.commands.labels import stamp
from jurybox.errors import Refused
from jurybox.judging.sent_back import is_sent_back
from jurybox.kinds import KINDS
from jurybox.label_schemes import IMPORTANCE, SUPPORT
from jurybox.language import tr

_MARK = Content("check")


@dataclass(frozen=True, slots=True)
class AddNugget:
    """Add a nugget to an Other question, and with `importance` vote on it in the same step.

    Undone, it is gone from the board; its history stays in the log.
    """

    question: int
    text: str
    source: str = "added"
    importance: str | None = None
    assessor: int | None = None

    def statements(self, view: CommandView) -> Iterator[Statement]:
        """Yield the wording, and the vote."""
        known = view.catalog.questions[self.question]
        if KINDS[known.kind].is_labeled:
            raise Refused(
                tr(
                    "Question {known} is of kind {kind}; only Other questions have nuggets.",
                    known=known.name,
                    kind=known.kind,
                )
            )
        _check_words(self.text)
        check_word(self.source, SOURCES, tr("source of a nugget"))
        check_word(self.importance, IMPORTANCE.words, tr("importance of a nugget"))
        who = view.speaker(self.assessor)
        nugget = view.new_nugget(self.question, self.text, self.source, who)
        subject = Subject(self.question, nugget=nugget)
        yield Statement(who, "nugget", subject, Content(self.text))
        if self.importance:
            yield Statement(who, "importance", subject, Content(self.importance))


@dataclass(frozen=True, slots=True)
class EditNugget:
    """Word a nugget again. Its matches stay, and each is marked to be checked until it is given again."""

    nugget: int
    text: str
    assessor: int | None = None

    def statements(self, view: CommandView) -> Iterator[Statement]:
        """Yield the wording and the marks."""
        _check_words(self.text)
        line, who = _line(view, self.nugget), view.speaker(self.assessor)
        yield Statement(who, "nugget", _subject(view, self.nugget), Content(self.text))
        if line.text == self.text:
            return
        question = view.catalog.nuggets[self.nugget].question
        matches = view.ledger.board.matches_of(question)
        given = sorted({pair for part in line.parts for pair in matches.given(part)})
        for assessor, answer in given:
            yield Statement(who, "nugget", _mark(view, answer, self.nugget, assessor), _MARK)


@dataclass(frozen=True, slots=True)
class DeleteNugget:
    """Take a nugget off the board."""

    nugget: int
    assessor: int | None = None

    def statements(self, view: CommandView) -> Iterator[Statement]:
        """Yield that it has no wording any more."""
        _line(view, self.nugget)
        yield Statement(view.speaker(self.assessor), "nugget", _subject(view, self.nugget), Content())


@dataclass(frozen=True, slots=True)
class SplitNugget:
    """Replace one nugget by several, which start without votes and matches."""

    nugget: int
    texts: tuple[str, ...]
    assessor: int | None = None

    def statements(self, view: CommandView) -> Iterator[Statement]:
        """Yield the end of the old nugget and the new ones."""
        if len(self.texts) < 2:
            raise Refused(tr("A nugget is split into two or more; nothing was changed."))
        for text in self.texts:
            _check_words(text)
        yield from DeleteNugget(self.nugget, self.assessor).statements(view)
        question = view.catalog.nuggets[self.nugget].question
        for text in self.texts:
            yield from AddNugget(question, text, "edited", assessor=self.assessor).statements(view)


@dataclass(frozen=True, slots=True)
class MergeNuggets:
    """Make several nuggets one, the first, under its own wording or a new one.

    What matched one of them matches it: of an assessor's matches the best counts, and of their votes
    the one on the first, else the best.
    """

    nuggets: tuple[int, ...]
    text: str | None = None
    assessor: int | None = None

    def statements(self, view: CommandView) -> Iterator[Statement]:
        """Yield where each of the others went, and the new wording."""
        lines = [_line(view, nugget) for nugget in self.nuggets]
        questions = {view.catalog.nuggets[nugget].question for nugget in self.nuggets}
        if len(set(self.nuggets)) < 2 or len(questions) > 1:
            raise Refused(tr("Two or more nuggets of one question are merged; nothing was changed."))
        first, who = lines[0], view.speaker(self.assessor)
        name = view.catalog.nuggets[first.nugget].name
        for line in lines[1:]:
            yield Statement(who, "nugget", _subject(view, line.nugget, INTO), Content(name))
        if self.text is not None and self.text != first.text:
            yield from EditNugget(first.nugget, self.text, self.assessor).statements(view)


@dataclass(frozen=True, slots=True)
class Vote:
    """Call a nugget vital or okay, give a state, or take the vote back (neither given).

    `kind` "adjudication" settles it for everybody.
    """

    nugget: int
    label: str | None = None
    state: str | None = None
    note: str | Keep | None = KEEP
    seconds: float | None = None
    assessor: int | None = None
    kind: EntryKind = "importance"

    def statements(self, view: CommandView) -> Iterator[Statement]:
        """Yield the vote."""
        check_word(self.label, IMPORTANCE.words, tr("importance of a nugget"))
        check_word(self.state, STATES, tr("state of a judgment"))
        line = _line(view, self.nugget)
        who, subject = view.speaker(self.assessor), _subject(view, self.nugget)
        statement = judged(view, self, who, subject)
        if self.kind != "adjudication":
            yield from stamp(view, [statement])
        yield statement
        for part in line.parts[1:]:
            merged = replace(subject, nugget=part)
            if is_sent_back(view.catalog, view.ledger, self.kind, who, merged):
                yield Statement(who, self.kind, merged, view.content_in_force(self.kind, who, merged))


@dataclass(frozen=True, slots=True)
class Match:
    """Enter how far an answer contains a nugget: yes, partial, no; give a state; or clear it.

    The match replaces everything earlier: a mark to check it is removed, and so are the assessor's matches of
    nuggets merged into this one. `kind` "adjudication" decides it.
    """

    answer: int
    nugget: int
    label: str | None = None
    state: str | None = None
    note: str | Keep | None = KEEP
    seconds: float | None = None
    assessor: int | None = None
    kind: EntryKind = "match"

    def statements(self, view: CommandView) -> Iterator[Statement]:
        """Yield the match, and what it does away with."""
        check_word(self.label, SUPPORT.words, tr("match of a nugget"))
        check_word(self.state, STATES, tr("state of a judgment"))
        line = _line(view, self.nugget)
        question = view.catalog.nuggets[self.nugget].question
        if int(view.catalog.answer_question[self.answer]) != question:
            raise Refused(tr("This answer and this nugget belong to two questions; nothing was changed."))
        yield from _matched(view, self, line)


@dataclass(frozen=True, slots=True)
class MatchRest:
    """Match every nugget that the assessor has not matched with an answer as no, in one step.

    Skipped and deferred ones are included; *cannot tell* and *junk* stay. The matches share `seconds`.
    """

    answer: int
    label: str = "no"
    seconds: float | None = None
    assessor: int | None = None

    def statements(self, view: CommandView) -> Iterator[Statement]:
        """Yield a match for each nugget that has none."""
        who = view.speaker(self.assessor)
        question = int(view.catalog.answer_question[self.answer])
        board = view.ledger.board
        lines = current_nuggets(view.catalog.nuggets, board, question)
        if not lines:
            return
        given = given_by_line(board, question, lines, [self.answer], who)[0].tolist()
        rest = [line for line, is_given in zip(lines, given, strict=True) if not is_given]
        share = None if self.seconds is None else round(self.seconds / max(1, len(rest)), 2)
        for line in rest:
            match = Match(self.answer, line.nugget, self.label, seconds=share, assessor=who)
            yield from _matched(view, match, line)


def _matched(view: CommandView, command: Match, line: CurrentNugget) -> Iterator[Statement]:
    """Yield the match of an answer with a nugget in its present form, and what it clears."""
    who, question = view.speaker(command.assessor), view.catalog.nuggets[line.nugget].question
    statement = judged(view, command, who, Subject(question, command.answer, command.nugget))
    if command.kind != "adjudication":
        yield from stamp(view, [statement])
    yield statement
    for part in line.parts[1:]:
        subject = Subject(question, command.answer, part)
        if view.content_in_force(command.kind, who, subject).given:
            yield Statement(who, command.kind, subject, Content())
    mark = _mark(view, command.answer, command.nugget, who)
    if command.kind == "match" and view.content_in_force("nugget", who, mark).given:
        yield Statement(who, "nugget", mark, Content())


def _subject(view: CommandView, nugget: int, fact: str | None = None) -> Subject:
    return Subject(view.catalog.nuggets[nugget].question, nugget=nugget, fact=fact)


def _mark(view: CommandView, answer: int, nugget: int, assessor: int) -> Subject:
    code = view.catalog.assessors[assessor].code.hex()
    return Subject(view.catalog.nuggets[nugget].question, answer, nugget, f"{CHECK}{code}")


def _line(view: CommandView, nugget: int) -> CurrentNugget:
    """Return a nugget in its present form on the board; refuse one that no longer exists."""
    question = view.catalog.nuggets[nugget].question
    for line in current_nuggets(view.catalog.nuggets, view.ledger.board, question):
        if line.nugget == nugget:
            return line
    raise Refused(tr("This nugget is no longer on the board: it was deleted, split or merged. Nothing was changed."))


def _check_words(text: str) -> None:
    check_text(text)
    if not text.strip():
        raise Refused(tr("A nugget needs a wording; nothing was changed."))
