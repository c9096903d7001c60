"""The one object that listens to the session: a change record becomes one Qt signal.

Scores are brought up to date when a desk first asks for them after a change, so that the label of a key
is painted before anything is computed from it. In a collection in judging mode there are no scores here
at all: what is not computed cannot be seen.
"""

from dataclasses import dataclass, replace
from typing import Literal, Self

from PySide6.QtCore import QObject, Signal

from jurybox.campaign.seats import blind
from jurybox.changes import EVERYTHING, Changes
from jurybox.collection.catalog import Catalog
from jurybox.collection.facts import Facts, Unjudged
from jurybox.errors import Refused
from jurybox.gold import Gold, Panel, default_gold, gold_in_force, gold_named, good_questions
from jurybox.gold.dawid_skene import crowds_of
from jurybox.judging.filters import EVERYTHING_SHOWN, Filter
from jurybox.scoring import Scoreboard, unjudged_in_force, unjudged_under
from jurybox.session import Session
from jurybox.settings import Settings
from jurybox.watch import Watch
from jurybox_gui.core.measures import main_measure
from jurybox_gui.core.next_best import NextBestOrder
from jurybox_gui.core.tasks import LatestTask, cancel_under


@dataclass(frozen=True, eq=False)
class QueuePart:
    """The part to which the queues of all judging desks are restricted, and the search behind its hits."""

    filter: Filter = EVERYTHING_SHOWN
    query: str = ""


WHOLE_QUEUE = QueuePart()


@dataclass
class _ReadBoard:
    """A scoreboard, and what changed since it was last asked for."""

    board: Scoreboard
    late: Changes


@dataclass(frozen=True, eq=False)
class Opened:
    """A session opened on another thread, with its first scores read there; None if hidden.

    Reading the scores of a large collection for the first time takes a moment, and must not block the window.
    """

    session: Session
    board: Scoreboard | None
    entries: int

    @classmethod
    def of(cls, session: Session) -> Self:
        """Read the first scores of a session."""
        board = None
        if not blind(session):
            gold = gold_named(_usual_gold(session.catalog, session.facts), session.facts)
            try:
                made_from = session.collection
                board = Scoreboard(made_from, gold, unjudged=unjudged_under(gold, made_from))
                main = main_measure(board)
                for each in (board, board.bounding(main)):
                    each.standing(main)
                if board.has_decisions:
                    board.decided_rightly()
            except Refused:
                board = None
        return cls(session, board, len(session.ledger))

    def close(self) -> None:
        """Close it, if it came too late."""
        self.session.close()

    def first(self) -> Scoreboard | None:
        """Return the scores if nothing was entered since they were read."""
        return self.board if len(self.session.ledger) == self.entries else None


class Bridge(QObject):
    """The session for the window: signals for changes, the chosen run, an answer to go to, who differs.

    `board`: the scores under the gold standard in force, if they were read already.
    """

    changed = Signal(object, object)
    run_selected = Signal(object)
    answer_wanted = Signal(int)
    differing_wanted = Signal(int)
    rule_changed = Signal(str, str)
    """Another rule for unjudged answers came into force without being chosen: the one before, the one now."""
    schemes_changed = Signal(object, object)
    """Labels are others than before: the facts before, and who changed them, as in `changed`."""
    closing = Signal()

    def __init__(
        self, session: Session, settings: Settings, parent: QObject | None = None, board: Scoreboard | None = None
    ) -> None:
        super().__init__(parent)
        self.session = session
        self.settings = settings
        self._kept: dict[tuple[str, bool], _ReadBoard] = {}
        self.own_unjudged: Unjudged | Literal[""] = ""
        """What unjudged answers count as in this window; "" where it follows the collection."""
        self._set_unjudged = session.facts.unjudged
        self._facts = session.facts
        self.default_unjudged = self._suggested_unjudged()
        """What unjudged answers count as where nobody chose it for the collection."""
        self.selected_run: int | None = None
        self.queue_part = WHOLE_QUEUE
        """Which answers of the queue the judging desks show; hits of a search last until an import."""
        self._gold = ""
        self._usual: tuple[Catalog, Facts, str] | None = None
        self._questions: frozenset[int] | None = None
        self._follows_good = False
        self._ratings = 0  # number of entries about questions themselves when the good ones were chosen
        self._estimate = LatestTask(self)
        self._estimated = len(session.ledger)  # number of log entries that the last estimate includes
        self.next_best = NextBestOrder(session, lambda: self.scoreboard, self)
        self.changed.connect(self.next_best.on_changes)
        if board is None:
            self._build_scores()
        else:
            self._kept[self.gold, False] = _ReadBoard(board, Changes())
        session.texts.read_questions()
        self._stop_listening = session.subscribe(self._on_changes)

    @property
    def scoreboard(self) -> Scoreboard | None:
        """The present scores; None while the collection is being judged and hides them."""
        return self.board()

    @property
    def has_scores(self) -> bool:
        """Whether there are runs whose scores may be seen."""
        return self.scoreboard is not None and bool(self.scoreboard.runs)

    def board(self, gold: str | None = None, *, humans: bool = False) -> Scoreboard | None:
        """Return the scores under any gold standard, by default the one in force; None as for `scoreboard`.

        `humans`: with the judges and the asker as runs. A board is made when it is first needed, and follows
        the same changes as all others from then on. Refused for a gold standard that does not apply here.
        Under an estimate of what labels mean, scores remain those before a label until the next estimate has
        been made on another thread; then `changed` is emitted again.
        """
        if blind(self.session):
            return None
        key = (self.gold if gold is None else gold, humans)
        kept = self._kept.get(key)
        if kept is not None and kept.late and self._is_ready(self._named(key[0])):
            late, kept.late = kept.late, Changes()
            try:
                kept.board.update(late, self.session.collection)
            except Refused:
                # A label changed an implicit panel into one that the gold standard does not accept.
                del self._kept[key]
                if gold is None:
                    self._make_main()
                return self.board(gold, humans=humans)
        if kept is None:
            kept = self._kept[key] = _ReadBoard(self._scoreboard(self._named(key[0]), humans=humans), Changes())
        return kept.board

    def _is_ready(self, gold: Gold) -> bool:
        """Return whether scores under a gold standard can follow the labels now, without a new estimate."""
        if not gold.is_estimated or self._estimated == len(self.session.ledger):
            return True
        if not self._estimate.is_running:
            self._estimate_later(gold)
        return False

    def _estimate_later(self, gold: Gold) -> None:
        """Estimate on another thread what the present labels mean; boards find the result cached."""
        session, entries = self.session, len(self.session.ledger)
        collection = session.collection.frozen()

        def work(watch: Watch) -> None:
            del watch
            crowds_of(collection, Panel(collection, gold))

        def done(_: None) -> None:
            if entries != len(session.ledger):
                self._estimate_later(gold)
                return
            self._estimated = entries
            late = Changes()
            for kept in self._kept.values():
                late |= kept.late
            if late:
                self.changed.emit(late, None)

        self._estimate.start(work, done)

    def forget_boards(self, wanted: frozenset[tuple[str, bool]]) -> None:
        """Release further boards that are no longer shown; the one in force stays."""
        wanted |= {(self.gold, False)}
        self._kept = {key: kept for key, kept in self._kept.items() if key in wanted}

    @property
    def gold(self) -> str:
        """The gold standard in force, by name."""
        if self._gold:
            return self._gold
        catalog, facts = self.session.catalog, self.session.facts
        if self._usual is None or self._usual[0] is not catalog or self._usual[1] is not facts:
            self._usual = catalog, facts, _usual_gold(catalog, facts)
        return self._usual[2]

    def set_gold(self, name: str) -> None:
        """Score under another gold standard. Refused for an unknown name."""
        self._named(name)
        self._gold = name
        self._build_scores()
        self.changed.emit(Changes(EVERYTHING), None)

    @property
    def collection_unjudged(self) -> Unjudged:
        """What unjudged answers of ranked lists count as in the collection, by choice or by default."""
        return self.session.facts.unjudged or self.default_unjudged

    @property
    def unjudged(self) -> Unjudged:
        """What unjudged answers of ranked lists count as in all scores of this window."""
        return self.own_unjudged or self.collection_unjudged

    def set_unjudged(self, unjudged: Unjudged | Literal[""]) -> None:
        """Set what unjudged answers count as in this window; "" follows the collection again.

        The next choice made for the collection also replaces it.
        """
        self.own_unjudged = unjudged
        self._build_scores()
        self.changed.emit(Changes(EVERYTHING), None)

    @property
    def questions(self) -> frozenset[int] | None:
        """The questions that are scored; None for all."""
        return self._questions

    def select_questions(self, questions: frozenset[int] | None) -> None:
        """Score only some questions, such as those of a category; the good ones follow their ratings."""
        self._questions = questions
        self._follows_good = questions is not None and questions == self.good_questions()
        self._ratings = len(self.session.ledger.of_questions())
        for kept in self._kept.values():
            kept.board.select(questions)
        self.changed.emit(Changes(EVERYTHING), None)

    def good_questions(self) -> frozenset[int]:
        """Return the questions resolved as A, or rated A by the whole panel."""
        return good_questions(self.session.collection)

    def select_run(self, run: int | None) -> None:
        """Choose a run on all desks."""
        if run != self.selected_run:
            self.selected_run = run
            self.run_selected.emit(run)

    def goto(self, answer: int) -> None:
        """Show an answer at the desk where it is judged."""
        self.answer_wanted.emit(answer)

    def close(self) -> None:
        """Stop listening, after long work has ended; the session is closed by whoever opened it."""
        self.closing.emit()
        self.next_best.close()
        cancel_under(self)
        self._stop_listening()

    def _on_changes(self, changes: Changes, initiator: object) -> None:
        earlier, self._facts = self._facts, self.session.facts
        before = None
        if changes.what & {"catalog", "facts", "assignments"}:
            before = self.unjudged if self.session.facts.unjudged == self._set_unjudged else None
            self._follow_unjudged()
            self._build_scores()
        elif changes.what & {"labels", "adjudications"}:
            for kept in self._kept.values():
                kept.late |= changes
        if "catalog" in changes.what:
            self.session.texts.read_questions()
            self.queue_part = QueuePart(replace(self.queue_part.filter, hits=None))
        self.changed.emit(changes, initiator)
        if before is not None and before != self.unjudged:
            self.rule_changed.emit(before, self.unjudged)
        if earlier.schemes != self._facts.schemes:
            self.schemes_changed.emit(earlier, initiator)
        if self._follows_good and (
            changes.what & {"catalog", "facts", "assignments"}
            or len(self.session.ledger.of_questions()) != self._ratings
        ):
            good = self.good_questions()
            self._ratings = len(self.session.ledger.of_questions())
            if good != self._questions:
                self.select_questions(good)

    def _named(self, name: str) -> Gold:
        return gold_named(name, self.session.facts)

    def _scoreboard(self, gold: Gold, *, humans: bool = False) -> Scoreboard:
        made_from = self.session.collection
        unjudged = self.unjudged
        if gold.frozen and not self.own_unjudged:
            unjudged = unjudged_under(gold, made_from)
        board = Scoreboard(made_from, gold, unjudged=unjudged, humans=humans)
        if self._questions is not None:
            board.select(self._questions)
        return board

    def _suggested_unjudged(self) -> Unjudged:
        now = self.session.collection
        return unjudged_in_force(now._replace(facts=replace(now.facts, unjudged="")))

    def _follow_unjudged(self) -> None:
        """Read the default again; a choice for the collection replaces that of this window."""
        self.default_unjudged = self._suggested_unjudged()
        if self.session.facts.unjudged != self._set_unjudged:
            self._set_unjudged, self.own_unjudged = self.session.facts.unjudged, ""

    def _build_scores(self) -> None:
        self._kept = {}
        self._estimate.cancel()
        self._estimated = len(self.session.ledger)
        if not blind(self.session):
            self._make_main()

    def _make_main(self) -> None:
        """Make the board of the gold standard in force, or of the default one if that is impossible."""
        try:
            board = self._scoreboard(self._named(self.gold))
        except Refused:
            self._gold = str(default_gold(self.session.catalog, self.session.facts))
            board = self._scoreboard(self._named(self._gold))
        self._kept[self.gold, False] = _ReadBoard(board, Changes())


def _usual_gold(catalog: Catalog, facts: Facts) -> str:
    try:
        return str(gold_in_force(catalog, facts))
    except Refused:
        # The organizer's choice is not a gold standard here; the window must open all the same.
        return str(default_gold(catalog, facts))
