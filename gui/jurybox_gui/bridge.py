"""The one object that listens to the session: a change record becomes one Qt signal.

Scores are brought up to date when a desk first asks for them after a change, so that the label of a key
is painted before anything is computed from it. In a collection in judging mode there are no scores here
at all: what is not computed cannot be seen.
"""

from PySide6.QtCore import QObject, Signal

from jurybox.campaign.seats import blind
from jurybox.changes import EVERYTHING, Changes
from jurybox.errors import Refused
from jurybox.gold import Gold, default_gold, gold_in_force
from jurybox.scoring import Scoreboard
from jurybox.session import Session
from jurybox.settings import Settings


class Bridge(QObject):
    """The session for the window: signals for changes, for the chosen run and for an answer to go to."""

    changed = Signal(object, object)
    run_selected = Signal(object)
    answer_wanted = Signal(int)

    def __init__(self, session: Session, settings: Settings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.session = session
        self.settings = settings
        self._board: Scoreboard | None = None
        self._late = Changes()
        self.selected_run: int | None = None
        self._gold = ""
        self._questions: frozenset[int] | None = None
        self._build_scores()
        session.texts.read_questions()
        self._stop_listening = session.subscribe(self._on_changes)

    @property
    def scoreboard(self) -> Scoreboard | None:
        """The scores of this moment; None where the collection is being judged and hides them."""
        if self._late and self._board is not None:
            late, self._late = self._late, Changes()
            try:
                self._board.update(late, self.session)
            except Refused:
                # A label made a panel that nobody stored one that the gold standard does not take.
                self._build_scores()
        return self._board

    @property
    def gold(self) -> str:
        """The gold standard in force, by name."""
        if self._gold:
            return self._gold
        catalog, facts = self.session.catalog, self.session.facts
        try:
            return str(gold_in_force(catalog, facts))
        except Refused:
            # What the organiser chose is no gold standard here; the window must open all the same.
            return str(default_gold(catalog, facts))

    def set_gold(self, name: str) -> None:
        """Score against another gold standard; raises Refused if there is none of that name."""
        Gold.parse(name)
        self._gold = name
        self._build_scores()
        self.changed.emit(Changes(EVERYTHING), None)

    @property
    def questions(self) -> frozenset[int] | None:
        """The questions that are scored; None for all."""
        return self._questions

    def select_questions(self, questions: frozenset[int] | None) -> None:
        """Score only some questions, such as those of a category."""
        self._questions = questions
        board = self.scoreboard
        if board is not None:
            board.select(questions)
        self.changed.emit(Changes(EVERYTHING), None)

    def select_run(self, run: int | None) -> None:
        """Choose a run on all desks."""
        if run != self.selected_run:
            self.selected_run = run
            self.run_selected.emit(run)

    def goto(self, answer: int) -> None:
        """Ask for the Judge desk to show an answer."""
        self.answer_wanted.emit(answer)

    def close(self) -> None:
        """Stop listening; the session is closed by whoever opened it."""
        self._stop_listening()

    def _on_changes(self, changes: Changes, initiator: object) -> None:
        if changes.what & {"catalog", "facts", "assignments"}:
            self._build_scores()
        elif changes.what & {"labels", "adjudications"}:
            self._late |= changes
        if "catalog" in changes.what:
            self.session.texts.read_questions()
        self.changed.emit(changes, initiator)

    def _scoreboard(self, gold: Gold) -> Scoreboard:
        return Scoreboard(self.session.catalog, self.session.ledger, self.session.facts, gold)

    def _build_scores(self) -> None:
        session, self._late = self.session, Changes()
        if blind(session):
            self._board = None
            return
        try:
            self._board = self._scoreboard(Gold.parse(self.gold))
        except Refused:
            self._gold = str(default_gold(session.catalog, session.facts))
            self._board = self._scoreboard(Gold.parse(self._gold))
        if self._questions is not None:
            self._board.select(self._questions)
