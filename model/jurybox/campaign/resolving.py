"""Decisions of the organizer that bring questions into the scores: one by one or all at once, each one step."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from jurybox.analysis.disagreements.decisions import accept
from jurybox.analysis.disagreements.disputes import Dispute
from jurybox.analysis.disagreements.side_by_side import Source, accepting, side_by_side
from jurybox.analysis.kept_out import Decision, KeptOut, kept_out
from jurybox.collection.catalog import Catalog
from jurybox.collection.collection import Collection
from jurybox.collection.facts import DROPPED, NIL
from jurybox.commands import Command, CommandView, SetFact, Together, adjudicate
from jurybox.errors import Refused
from jurybox.gold import gold_for
from jurybox.kinds import KINDS
from jurybox.language import tr
from jurybox.scoring import Scoreboard


@dataclass(frozen=True)
class Decisions:
    """What one step decides, before it is done: its commands, and what it leaves open with the reason in one clause."""

    commands: tuple[Command, ...] = ()
    made: tuple[Decision, ...] = ()
    left: tuple[tuple[int, str], ...] = ()

    def command(self) -> Command:
        """Return all of it as one step."""
        return Together(self.commands)


def question_named(catalog: Catalog, name: str) -> int:
    """Return the position of a question; refused for an unknown one."""
    at = next((at for at, one in enumerate(catalog.questions) if one.name == name), None)
    if at is None:
        raise Refused(tr("There is no question {name!r}. Nothing was changed.", name=name))
    return at


def decide_nil(board: Scoreboard, said: str, question: int | None = None) -> Decisions:
    """Return the decisions that NIL is right or wrong, for one question or all that wait for it alone.

    Refused for a question of which a file states it, or whose kind has no NIL.
    """
    catalog = board.catalog
    if question is None:
        asked = [one.question for one in kept_out(board) if one.reason == "nil"]
    else:
        asked = [question]
        one = catalog.questions[question]
        if not KINDS[one.kind].nil:
            raise Refused(tr("Runs cannot answer {name} with NIL. Nothing was changed.", name=one.name))
        if one.nil_correct is not None and one.name not in board.collection.facts.nil:
            stated = tr("right") if one.nil_correct else tr("wrong")
            raise Refused(
                tr(
                    "The files state that NIL is {stated} for {name}. Nothing was changed.",
                    stated=stated,
                    name=one.name,
                )
            )
    names = [catalog.questions[at].name for at in asked]
    return Decisions(
        tuple(SetFact(NIL + name, said) for name in names), tuple(Decision(at, "NIL", said) for at in asked)
    )


def decide_cannot_tell(board: Scoreboard, label: str, question: int | None = None) -> Decisions:
    """Return the decisions that give a label to the answers kept out by somebody who cannot tell."""
    found = [one for one in kept_out(board) if one.reason == "cannot-tell" and question in (None, one.question)]
    here = [one for one in found if isinstance(one.answer, int)]
    fits = [one for one in here if label in _words(board, one)]
    if here and not fits:
        raise Refused(
            tr(
                "{label!r} is not a label of these answers; choose from {words}. Nothing was changed.",
                label=label,
                words=", ".join(_words(board, here[0])),
            )
        )
    other = tr("{label} is no label of its answers", label=label)
    return Decisions(
        tuple(adjudicate((int(one.answer),), label) for one in fits),
        tuple(Decision(one.question, one.answer, label) for one in fits),
        tuple(dict.fromkeys((one.question, other) for one in here if one not in fits)),
    )


def decide_answer(one: KeptOut, label: str) -> Decisions:
    """Return the decision that gives one answer a label."""
    return Decisions((adjudicate((int(one.answer),), label),), (Decision(one.question, one.answer, label),))


def _words(board: Scoreboard, one: KeptOut) -> tuple[str, ...]:
    return board.collection.facts.scheme_of(board.catalog.questions[one.question].kind).words


def decide_like_first(view: CommandView, board: Scoreboard, question: int | None = None) -> Decisions:
    """Return the decisions that follow the first assessor of a question, or of each, in the order of assignment."""
    who, answers = board.catalog.assigned
    first: dict[int, int] = {}
    for person, asked in zip(who.tolist(), board.catalog.answer_question[answers].tolist(), strict=True):
        first.setdefault(asked, person)
    return _like(view, board, question, lambda asked: first.get(asked, _NOBODY))


def decide_by_majority(view: CommandView, board: Scoreboard, question: int | None = None) -> Decisions:
    """Return the decisions that follow the majority of each open disagreement, of a question or of all."""
    return _like(view, board, question, lambda _asked: None)


_NOBODY = -1


def _like(view: CommandView, board: Scoreboard, only: int | None, source_of: Callable[[int], Source]) -> Decisions:
    """Return the decisions by which the open disagreements of a question, or of all, follow a source."""
    commands: list[Command] = []
    made: list[Decision] = []
    left: list[tuple[int, str]] = []
    for question in range(len(board.catalog.questions)) if only is None else (only,):
        table = side_by_side(board.collection, question)
        open_ = replace(table, rows=tuple(row for row in table.disputed if not row.settled and _waits(board, row)))
        if not open_.rows:
            continue
        source = source_of(question)
        if source == _NOBODY:
            left.append((question, tr("it is assigned to nobody")))
            continue
        one = accepting(open_, source, board.collection.ledger)
        if one.decided:
            commands.append(accept(view, one))
            made += [Decision(question, row.answer if row.answer >= 0 else row.what, word) for row, word in one.decided]
        left += dict.fromkeys((question, _WHY_LEFT[why]) for _, why in one.open)
    return Decisions(tuple(commands), tuple(made), tuple(left))


def _waits(board: Scoreboard, row: Dispute) -> bool:
    """Return whether scores wait for a decision: not where a majority settles it, or decisions do not count."""
    if row.kind.is_about_question:
        return False
    if not row.kind.is_answer_label:
        return not row.majority
    kind = board.catalog.questions[row.question].kind
    return gold_for(kind, board.gold, board.catalog, board.collection.facts).whose == "adjudicated"


_WHY_LEFT = {
    "no label": tr("its first assessor gave no label there"),
    "no majority": tr("no label has a majority"),
    "NIL": tr("NIL follows from the answers"),
    "decided group": tr("an answer of a group was decided before"),
}


def still_out(before: Sequence[KeptOut], after: Sequence[KeptOut], found: Decisions) -> list[tuple[int, str]]:
    """Return what was decided and is out for the same reason as before: this gold standard asks for no decisions."""
    why = {(one.question, one.answer): one.why for one in after}
    were = {(one.question, one.answer) for one in before}
    made = dict.fromkeys((one.question, one.answer) for one in found.made)
    return [(key[0], why[key]) for key in made if key in were and key in why]


def dropping(collection: Collection, question: int, because: str) -> SetFact:
    """Return the command that takes a question out of all scores. Refused without a reason, and if it is out."""
    name = collection.catalog.questions[question].name
    if not because.strip():
        raise Refused(tr("Say why {name} is dropped, with --because. Nothing was changed.", name=name))
    if name in collection.facts.dropped:
        raise Refused(tr("The question {name!r} is dropped already. Nothing was changed.", name=name))
    if collection.catalog.on_purpose[question]:
        raise Refused(tr("The files leave {name} unjudged already. Nothing was changed.", name=name))
    return SetFact(DROPPED + name, because.strip())


def taking_back(collection: Collection, question: int) -> SetFact:
    """Return the command that scores a dropped question again. Refused if it is not dropped."""
    name = collection.catalog.questions[question].name
    if name not in collection.facts.dropped:
        raise Refused(tr("The question {name!r} is not dropped. Nothing was changed.", name=name))
    return SetFact(DROPPED + name, None)
