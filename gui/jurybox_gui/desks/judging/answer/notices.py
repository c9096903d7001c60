"""Messages of Judge: the notice above the answer, why there is none, how a round went."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from jurybox.campaign.seats import organizes
from jurybox.campaign.way_back import way_back_of
from jurybox.demos import demo_of
from jurybox.gold.why import listed
from jurybox.judging.calibration import CalibrationRound, calibration_questions, calibration_round
from jurybox.judging.queue import Queue
from jurybox.language import tr, trn
from jurybox.lists import sentences
from jurybox.session import Session
from jurybox.wording import count_of
from jurybox_gui.desks.judging.labeling import READ_ONLY_ASIDE, why_read_only
from jurybox_gui.desks.judging.queue_cursor import QueueCursor
from jurybox_gui.desks.judging.returned import asked_again, earlier_label
from jurybox_gui.desks.label_schemes import name_of
from jurybox_gui.widgets.banner import Choice, Kind

_LABEL = tr("Label it again; the same label is fine.")
_RATE = tr("Rate it again with {judge.question.a}, {judge.question.b} or {judge.question.c}; the same rating is fine.")
_THROUGH = tr("Press {judge.next-open} to go through them.")
_IMPORT = tr("Drop files on the window, or import them. The help names all formats (Files and formats).")
_IMPORTS = (
    (tr("Import files…"), "file.import-files"),
    (tr("Import a folder…"), "file.import"),
    (tr("Open help"), "help.read"),
)
_OTHER_NAME = tr("Choose another name…")


@dataclass(frozen=True, slots=True)
class Notice:
    """A sentence, what it means for the assessor (actions in braces are shown as their keys), the kind."""

    kind: Kind
    sentence: str
    aside: str = ""
    choices: tuple[Choice, ...] = ()


class EmptyPage(NamedTuple):
    """The message if there is nothing to judge, and the buttons that help: caption and action."""

    sentence: str
    aside: str
    offers: tuple[tuple[str, str], ...] = ()


def notice_of(
    cursor: QueueCursor, ways_on: Callable[[], tuple[Choice, ...]] = tuple, *, shows_check: bool
) -> Notice | None:
    """Return the most important notice; the check of the file only if it takes long.

    `ways_on` returns the buttons shown when everything is judged.
    """
    answer = cursor.answer
    said = () if answer is None or cursor.here != "conflict" else cursor.contradiction(answer)
    if said:
        names = listed([name_of(cursor.session.facts, word, cursor.kind) for word in said])
        return Notice(
            "warning",
            tr("This answer has two labels of yours: {names}.", names=names),
            tr("They come from two copies that were merged. Label it again; only the new label counts."),
        )
    back = None if answer is None else cursor.sent_back(answer)
    if back is not None:
        again = _LABEL if back.subject.answer is not None else _RATE
        aside = f"{earlier_label(cursor.session, back)} {again}".strip()
        return Notice("note", asked_again(cursor.session, back), aside)
    reason = why_read_only(cursor.session, shows_check=shows_check)
    if reason:
        return Notice("note", reason, READ_ONLY_ASIDE)
    return _done(cursor, ways_on)


def _done(cursor: QueueCursor, ways_on: Callable[[], tuple[Choice, ...]]) -> Notice | None:
    if cursor.queue is None or not len(cursor.queue):
        return None
    progress = cursor.queue.progress
    if progress.open or cursor.queue.first_open() is not None:
        return None
    if progress.deferred:
        return Notice(
            "note",
            trn("Only {n} deferred answer is left.", "Only {n} deferred answers are left.", progress.deferred),
            _THROUGH,
        )
    return Notice(
        "good",
        tr("All {total:,} answers are done.", total=progress.total),
        sentences((tr("You can still go back and change any label."), way_back_of(cursor.session))),
        ways_on(),
    )


def what_to_do(session: Session, queue: Queue | None) -> EmptyPage | None:
    """Return the content of the empty page, or None if there is something to judge.

    Actions in braces are shown as their keys.
    """
    if not session.catalog.questions:
        return EmptyPage(tr("This collection is empty."), _IMPORT, _IMPORTS)
    if not session.catalog.answer_count:
        return EmptyPage(tr("No answers yet."), tr("Import runs to judge their answers here."), _IMPORTS[:2])
    if queue is None:
        return EmptyPage(
            tr("Who is judging?"),
            tr("Choose your name to begin. If you are the organizer, choose Campaign, “I organize this collection”."),
            ((tr("Choose name…"), "file.join"),),
        )
    if not len(queue) and organizes(session):
        return EmptyPage(
            tr("You are the organizer."),
            tr("Assign questions on the Campaign page, or let an assessor judge."),
            ((tr("Open Campaign"), "campaign.page"), (tr("Choose assessor…"), "file.join")),
        )
    if not len(queue):
        name, seat = session.catalog.assessors[queue.assessor].name, session.facts.seat
        nothing = tr("Nothing is assigned to {name}.", name=name)
        if demo_of(session.path) is not None and seat and seat != name:
            return EmptyPage(
                nothing,
                tr("In this demo the questions are assigned to {seat}.", seat=seat),
                ((tr("Judge as {seat}", seat=seat), "file.demo-seat"), (_OTHER_NAME, "file.join")),
            )
        return EmptyPage(
            nothing,
            tr("The organizer assigns questions; they appear here by themselves."),
            ((_OTHER_NAME, "file.join"),),
        )
    return None


class CalibrationWatch:
    """Notices when the last answer of the calibration round is judged."""

    def __init__(self, cursor: QueueCursor) -> None:
        self._cursor = cursor
        self._left = 0

    def begin(self) -> None:
        """Count what is left of the round; a round that is already complete is not announced."""
        found = self._now()
        self._left = 0 if found is None else found.left

    def finished(self) -> tuple[str, str] | None:
        """Return a sentence and an aside the first time that nothing of the round is left, else None."""
        found = self._now()
        before, self._left = self._left, 0 if found is None else found.left
        return None if found is None or found.left or not before else result_in_words(found)

    def _now(self) -> CalibrationRound | None:
        session, queue = self._cursor.session, self._cursor.queue
        if not session.facts.calibration:
            return None
        questions = calibration_questions(session.catalog, session.facts)
        if queue is None or not questions:
            return None
        return calibration_round(session.catalog, session.ledger, queue.assessor, questions)


def result_in_words(result: CalibrationRound) -> tuple[str, str]:
    """Return the result of a round in numbers that reveal no person and no label."""
    sentence = tr("The first round is done: {answers}.", answers=count_of(result.total, "answer"))
    if result.agreement is None:
        return (sentence, tr("Others' labels are not in this file. The organizer compares them."))
    share = f"{result.agreement:.0%}".replace("%", " %")
    return sentence, (
        trn(
            "You agree with one other person in {same:,} of {comparisons} ({share}). Where you differ, the "
            "organizer adds examples to the guidelines, which get a new version.",
            "You agree with {n} others in {same:,} of {comparisons} ({share}). Where you differ, the "
            "organizer adds examples to the guidelines, which get a new version.",
            result.others,
            same=result.same,
            comparisons=count_of(result.compared, "comparison"),
            share=share,
        )
    )
