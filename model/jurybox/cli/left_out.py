"""The commands `left-out`, `resolve` and `drop`: what keeps questions out of scores, and what settles it."""

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import click

from jurybox import results
from jurybox.analysis.kept_out import FINAL, KeptOut, kept_out, questions_by_reason
from jurybox.campaign.resolving import (
    Decisions,
    decide_by_majority,
    decide_cannot_tell,
    decide_like_first,
    decide_nil,
    dropping,
    question_named,
    still_out,
    taking_back,
)
from jurybox.cli.asking import adjudicator_named
from jurybox.cli.common import FOUND, collection, formats, writing
from jurybox.cli.printing import objects_of, print_frame, print_json, say
from jurybox.collection.facts import NIL_WORDS
from jurybox.collection.file import open_reading
from jurybox.collection.state import State
from jurybox.collection.table_reads import answer_names
from jurybox.errors import Refused
from jurybox.language import tr
from jurybox.scoring import Scoreboard, scoreboard_of
from jurybox.session import Session


@click.command("left-out")
@collection
@click.option("--gold", help="The gold standard; default: that of the collection.")
@formats("table", "json", "csv", "latex", "markdown")
@click.pass_context
def left_out_command(ctx: click.Context, file: Path, gold: str | None, form: str) -> None:
    """List every question that is not scored, with the reason, who has to label it and what would settle it.

    Exit status 1 if a label or a decision could still bring one in.
    """
    with closing(State(file)) as state:
        board = scoreboard_of(state.collection, gold)
        found = kept_out(board)
        names = answer_names(state.reader)
        frame = results.left_out(board, found, names)
    if form == "json":
        questions = {one.question for one in found}
        by_reason = questions_by_reason(found)
        listed = _objects(board, found, names)
        print_json({"gold": board.gold_text, "questions": len(questions), "reasons": by_reason, "left_out": listed})
    else:
        print_frame(frame, form)
    ctx.exit(FOUND if any(one.reason not in FINAL for one in found) else 0)


def _objects(board: Scoreboard, found: Sequence[KeptOut], names: Sequence[str]) -> list[dict[str, object]]:
    return [
        {
            "question": board.catalog.questions[one.question].name,
            "kind": board.catalog.questions[one.question].kind,
            "answer": names[one.answer] if isinstance(one.answer, int) else one.answer or None,
            "reason": one.reason,
            "pending": one.is_pending,
            "why": one.why,
            "who": list(one.who),
            "settles": one.settles or None,
        }
        for one in found
    ]


@click.command("resolve")
@collection
@click.argument("what", type=click.Choice(["nil", "cannot-tell", "first-assessor", "majorities"]))
@click.argument("words", nargs=-1, metavar="[QUESTION] [right|wrong|LABEL]")
@click.option("--dry-run", is_flag=True, help="Only list the decisions.")
@click.option("--as", "adjudicator", metavar="NAME", help="Who decides; default: the organizer.")
@formats("table", "json")
@click.pass_context
def resolve_command(
    ctx: click.Context,
    file: Path,
    what: str,
    words: Sequence[str],
    *,
    dry_run: bool,
    adjudicator: str | None,
    form: str,
) -> None:
    """Decide what keeps questions out of the scores, in one step that Ctrl+Z undoes.

    nil [QUESTION] right|wrong: whether NIL is right, for one question or all that wait for nothing else.
    cannot-tell [QUESTION] LABEL: the label of answers that are out because somebody cannot tell. first-assessor: every
    open disagreement like the first assessor of its question, in the order of assignment. majorities: every open
    disagreement on which more than half agree. Exit status 1 if something was left.
    """
    question, last = _question_and(what, words)
    if what == "nil" and last not in NIL_WORDS:
        raise Refused(tr("NIL is right or wrong, not {said!r}. Nothing was changed.", said=last))
    with writing(file) as session:
        at = adjudicator_named(session.catalog, adjudicator)
        if at is not None:
            session.sit(session.catalog.assessors[at].name)
        before = kept_out(scoreboard_of(session.collection))
        found = _decisions(session, what, question, last)
        left, done = list(found.left), tr("Nothing was changed.")
        stored = bool(found.commands) and not dry_run
        if stored:
            session.execute(found.command())
            by = session.catalog.assessors[session.speaker(None)].name
            done = tr("Stored as one step by {by}; Ctrl+Z undoes it in the window.", by=by)
            left += still_out(before, kept_out(scoreboard_of(session.collection)), found)
        with closing(open_reading(file)) as db:
            frame = results.decisions(session.catalog, found.made, left, answer_names(db))
        asked = session.catalog.questions
    if form == "json":
        listed = [{"question": asked[at].name, "why": why} for at, why in left]
        print_json({"stored": stored, "decided": objects_of(frame), "left": listed})
    else:
        print_frame(frame, form)
        say(done)
    ctx.exit(FOUND if left else 0)


def _question_and(what: str, words: Sequence[str]) -> tuple[str | None, str]:
    """Return the question, None for all, and the last word, "" where none goes with it."""
    takes = {"nil": "[QUESTION] right|wrong", "cannot-tell": "[QUESTION] LABEL"}.get(what, "")
    if not takes and words:
        raise Refused(tr("{what} decides all questions: name none. Nothing was changed.", what=what))
    if takes and not 1 <= len(words) <= 2:
        raise Refused(tr("Write {what} {takes}. Nothing was changed.", what=what, takes=takes))
    return (words[0] if len(words) == 2 else None), (words[-1] if words else "")


def _decisions(session: Session, what: str, name: str | None, word: str) -> Decisions:
    board, question = scoreboard_of(session.collection), None if name is None else question_named(session.catalog, name)
    match what:
        case "nil":
            return decide_nil(board, word, question)
        case "cannot-tell":
            return decide_cannot_tell(board, word, question)
        case "first-assessor":
            return decide_like_first(session, board)
    return decide_by_majority(session, board)


@click.command("drop")
@collection
@click.argument("question", required=False)
@click.option("--because", metavar="TEXT", default="", help="Why; reports print it.")
@click.option("--back", is_flag=True, help="Score it again.")
@formats("table", "json")
def drop_command(file: Path, question: str | None, because: str, *, back: bool, form: str) -> None:
    """Take QUESTION out of all scores, or score it again; without QUESTION list what is dropped.

    Its labels stay. A series stays, without that question.
    """
    if question is not None:
        with writing(file) as session:
            at = question_named(session.catalog, question)
            taken = session.collection
            session.execute(taking_back(taken, at) if back else dropping(taken, at, because))
    elif back or because:
        raise Refused(tr("Name the question. Nothing was changed."))
    with closing(State(file)) as state:
        frame = results.dropped(state.collection)
    if form == "json":
        print_json({"dropped": objects_of(frame)})
    else:
        print_frame(frame, form)
