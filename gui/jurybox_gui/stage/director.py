"""The content of the stage: the answer, the ranking and what makes it, and the effect of the last label."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import cast

from PySide6.QtCore import QObject, Signal

from jurybox.analysis.disagreements.disputes import differing_from, find_disputes
from jurybox.campaign.seats import blind
from jurybox.changes import Changes
from jurybox.commands import Judge
from jurybox.errors import Refused
from jurybox.figures import Figure, at_prevalence
from jurybox.gold import LEFT_OUT, Gold, gold_named
from jurybox.gold.why import listed
from jurybox.judging.order import queue_order
from jurybox.language import tr, trn
from jurybox.measures import Kind, Measure, measure
from jurybox.pictures import PICTURES, PictureOptions, PictureSource
from jurybox.scoring import Scoreboard
from jurybox.scoring.results import RunRow
from jurybox.stage.effects import Effect, changes_in_words, effect_in_words, effect_of
from jurybox.stage.reveal import Reveal, reveal
from jurybox.stage.rewind import Rewind
from jurybox.stage.stories import Story, StoryStep, Telling
from jurybox.wording import count_of
from jurybox_gui.core.bridge import Bridge
from jurybox_gui.core.measures import main_measure
from jurybox_gui.core.pending import Delay
from jurybox_gui.desks.label_schemes import Choices, choices_of, name_of
from jurybox_gui.live_strip.live import progress_text
from jurybox_gui.live_strip.snapshot import read_snapshot
from jurybox_gui.stage.ranking import StagePlace

SHOWN = ("roc", "precision-recall", "non-response", "answer-time")
"""The pictures that an audience can read: of points, one per run. Ranks over the labels come last."""
RANKS = "bump"
OWN_LABEL = tr("That is not the story's label; the line above shows what it does.")
OWN_ENDING = tr("You gave labels of your own, so the ending of the story may not fit.")
"""The text in place of captions and ending, once a label other than the story's was given."""


@dataclass(frozen=True, slots=True)
class AnswerOnStage:
    """The answer on stage: its texts, and its label from the assessor on stage."""

    question: str = ""
    answer: str = ""
    support: str = ""
    given: str = ""


class Director(QObject):
    """Holds the content of a stage and follows the session; emits `changed` when any of it changes.

    With a story it goes from step to step; else through the assessor's open answers, or, if another window
    judges, to the answers that `follow` names.
    """

    changed = Signal()
    answer_changed = Signal(object)
    """The answer on stage, by position, or None."""
    labeled = Signal(int, str)
    """Emitted when an answer got a label from the stage: the answer, the label."""
    refused = Signal(str)

    def __init__(self, bridge: Bridge, story: Story | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.bridge = bridge
        self.session = bridge.session
        self.telling = None if story is None else Telling(story, self.session)
        if self.telling is not None:
            self.session.sit(self.telling.story.seat)
        self.step = -1
        """The step of the story; -1 before the first one, as many as there are steps after the last."""
        self.told = False
        """Whether the caption of the step is shown: its label was given, or it needs none."""
        self.departed = False
        """Whether another label than the story's was given, so that its captions may not hold any more."""
        self.deputy: Callable[[str], bool] | None = None
        """Asked first about a label that the demonstrator gives; True where somebody judges in their place, such as
        an audience, and has seen to it."""
        self.is_waiting = False
        """Whether a label is still to be entered, once somebody has the seat to give it."""
        self.answer: int | None = None
        self.measure: Measure | None = None
        self.gold: str | None = None
        self.share: float | None = None
        self.rewind: Rewind | None = None
        """The judging that is played back, None where the stage shows the collection as it is now."""
        self.picture = ""
        self.line = ""
        self.short_line = ""
        """The line where there is room for less."""
        self.effect = Effect()
        self.count = 0
        self.judged: list[int] = []
        """The answers that were labeled while the stage was open, in the order of their first labels."""
        self.history: list[dict[int, float]] = []
        self._moments: list[int] = []
        """The places of a replay that were shown, one for each entry of the history."""
        self.views: list[tuple[str, dict[int, float]]] = []
        """The named views of a story so far, with the rank of each run in them."""
        self._problem: str | None = None
        self._before: tuple[RunRow, ...] = ()
        self._later = Delay(self, 0, self._read)
        self._changes: list[Changes] = []
        if self.telling is not None:
            self._view(self.telling.story.measure, self.telling.story.picture, "")
        self._before = self.standing()
        self._note_ranks()
        bridge.changed.connect(self._on_changes)
        if self.telling is None:
            self.answer = self._next_open()

    # --- scores --------------------------------------------------------------------------------

    @property
    def board(self) -> Scoreboard | None:
        """The scores under the gold standard of the stage; None if they are hidden."""
        if self.rewind is not None:
            return self.rewind.board
        return None if blind(self.session) else self.bridge.board(self.gold)

    def main(self, board: Scoreboard) -> Measure:
        """Return the measure that ranks."""
        if self.measure is not None:
            return self.measure
        if self.answer is None:
            return main_measure(board)
        catalog = self.session.catalog
        kind = catalog.questions[int(catalog.answer_question[self.answer])].kind
        return main_measure(board, cast("Kind", kind))

    def standing(self) -> tuple[RunRow, ...]:
        """Return the ranking, best first."""
        board = self.board
        return () if board is None or not board.runs else board.standing(self.main(board))

    def places(self) -> tuple[StagePlace, ...]:
        """Return the ranking as shown; with a hypothetical share of correct answers, by F at that share."""
        known = self.session.catalog.runs
        if self.share is not None:
            return self._places_at(self.share)
        return tuple(
            StagePlace(
                row.run,
                row.name,
                row.rank,
                row.score.value,
                row.run < len(known) and known[row.run].origin == "baseline",
            )
            for row in self.standing()
        )

    def _places_at(self, share: float) -> tuple[StagePlace, ...]:
        points = at_prevalence(read_snapshot(self.bridge).points, share)
        values = sorted(((p.f, p.run, p) for p in points), key=lambda one: (-one[0], one[1]))
        return tuple(
            StagePlace(p.run, p.name, 1 + sum(other > f for other, _, _ in values), f, p.baseline) for f, _, p in values
        )

    @property
    def head(self) -> str:
        """The measure of the ranking."""
        board = self.board
        if board is None:
            return ""
        return "F1" if self.share is not None else self.main(board).name

    @property
    def whose(self) -> str:
        """Whose labels the ranking uses, if not the gold standard of the collection."""
        if self.gold is None or self.board is None:
            return ""
        gold = gold_named(self.gold, self.session.facts)
        if gold.whose == "LOO":
            return tr("Gold standard without {assessor}", assessor=gold.assessor)
        return tr("Gold standard {gold}", gold=gold)

    @property
    def aside(self) -> str:
        """The number of units on which the ranking rests."""
        if self.share is not None:
            return tr("at {share:.0%} correct", share=self.share)
        rows = self.standing()
        board = self.board
        if board is None or not rows:
            return ""
        most = max((row.score for row in rows), key=lambda score: score.units)
        chosen = self.main(board)
        kind = board.kind_of(chosen)
        unit = chosen.unit_of(kind) if kind is not None else "series"
        return progress_text(most.units, most.waiting, most.left_out, unit)

    @property
    def why_empty(self) -> str:
        """Why there is no ranking, "" if there is one."""
        if self.board is None:
            return tr("Scores are hidden while judging.")
        return "" if self.standing() else tr("No runs yet.")

    # --- pictures ------------------------------------------------------------------------------

    def source(self) -> PictureSource | None:
        """Return the data that pictures are drawn from."""
        return None if self.board is None else PictureSource(self.board)

    def pictures(self) -> list[str]:
        """Return the pictures that can be shown here."""
        source = self.source()
        if source is None:
            return []
        known = {one.name: one for one in PICTURES}
        return [*(name for name in SHOWN if name in known and not known[name].why_not(source)), RANKS]

    def figure(self) -> tuple[Figure | None, str]:
        """Return the picture shown, or None and a sentence that says why there is none."""
        source, names = self.source(), self.pictures()
        if source is None:
            return None, tr("Scores are hidden while this collection is being judged.")
        name = self.picture if self.picture in names else names[0]
        if name == RANKS:
            return self._rank_lines(), ""
        known = next(one for one in PICTURES if one.name == name)
        try:
            return known.figure(source, PictureOptions(share=self.share)), ""
        except Refused as error:
            return None, str(error)

    def pictures_to_keep(self) -> list[Figure]:
        """Return the pictures of the handout: both spaces, or without them the picture on stage."""
        source = self.source()
        if source is None or not self.standing():
            return []
        known = {one.name: one for one in PICTURES}
        spaces = [known[name] for name in ("roc", "precision-recall")]
        if not any(one.why_not(source) for one in spaces):
            return [one.figure(source, PictureOptions(share=self.share)) for one in spaces]
        figure, _ = self.figure()
        return [] if figure is None else [figure]

    def next_picture(self) -> None:
        """Show the next picture."""
        names = self.pictures()
        if names:
            here = self.picture if self.picture in names else names[0]
            self.picture = names[(names.index(here) + 1) % len(names)]
            self.changed.emit()

    def _rank_lines(self) -> Figure:
        from jurybox.figures import Axis, rank_chart, rank_lines

        runs = [(row.name, row.run) for row in self.standing()]
        ranks = [[at.get(run, math.nan) for at in self.history] for _, run in runs]
        if self.rewind is not None:
            return _from_the_right(rank_chart(runs, ranks, name=tr("moments shown")))
        if len(self.views) > 1:
            places = [[-at.get(run, math.nan) for _, at in self.views] for _, run in runs]
            names = tuple(name for name, _ in self.views)
            figure = rank_lines(runs, names, places, title=tr("Ranks by view"))
            ticks = tuple(float(n) for n in range(len(names)))
            return figure.within(Axis("", 0.0, ticks[-1], ticks, names=names), figure.y)
        return _from_the_right(rank_chart(runs, ranks, first=max(0, self.count + 1 - len(self.history))))

    def _note_ranks(self) -> None:
        self.history.append({row.run: float(row.rank) for row in self.standing() if row.rank is not None})

    # --- the answer ----------------------------------------------------------------------------

    @property
    def seat(self) -> int | None:
        """The assessor on stage, by position."""
        return self.session.assessor

    @property
    def choices(self) -> Choices | None:
        """The labels of the answer on stage, best first; None without an answer."""
        if self.answer is None:
            return None
        catalog = self.session.catalog
        return choices_of(self.session.facts, catalog.questions[int(catalog.answer_question[self.answer])].kind)

    @property
    def shown(self) -> AnswerOnStage:
        """The texts of the answer on stage."""
        if self.answer is None:
            moment = None if self.rewind is None else self.rewind.moment
            asked = None if moment is None else moment.question
            return AnswerOnStage() if asked is None else AnswerOnStage(self.session.texts.question(asked).text)
        answer = self.session.texts.answer(self.answer)
        said = "" if self.seat is None else self.session.content_of(self.answer).label or ""
        if self.rewind is not None:
            said = self.rewind.moment.label if self.rewind.moment is not None else ""
        support = answer.support or answer.document_text or ""
        if support.strip() == answer.text.strip():
            support = ""
        return AnswerOnStage(self.asked(self.answer), answer.text, support, said)

    def asked(self, answer: int) -> str:
        """Return the question of an answer; with the target of its series, if its words do not contain it."""
        catalog = self.session.catalog
        at = int(catalog.answer_question[answer])
        text, series = self.session.texts.question(at).text, catalog.questions[at].series
        target = "" if series is None else catalog.series[series].target or ""
        if not target or target.casefold() in text.casefold():
            return text
        return f"{target[0].upper()}{target[1:]}: {text}"

    def follow(self, answer: int | None) -> None:
        """Show the current answer of another window."""
        if self.telling is None and self.rewind is None:
            self._go(answer)

    def _go(self, answer: int | None) -> None:
        if answer != self.answer:
            self.answer = answer
            self.answer_changed.emit(answer)
            if self.measure is None:
                self._before = self.standing()
        self.changed.emit()

    def _next_open(self) -> int | None:
        from jurybox.kinds import KINDS

        session = self.session
        if session.assessor is None:
            return None
        catalog, labels = session.catalog, session.ledger.labels[session.assessor]
        for answer in queue_order(catalog, session.assessor).answers.tolist():
            kind = catalog.questions[int(catalog.answer_question[answer])].kind
            if not labels[answer] and KINDS[kind].is_labeled:
                return int(answer)
        return None

    def note_judged(self) -> None:
        """Count everything that the assessor labeled as judged here, in the order of the log."""
        if self.seat is not None:
            said = [self.session.entry(at) for at in self.session.ledger.of_assessor(self.seat).tolist()]
            answers = [one.subject.answer for one in said if one.kind == "judgment"]
            self.judged = list(dict.fromkeys(answer for answer in answers if answer is not None))

    # --- replay --------------------------------------------------------------------------------

    def _gold_of_now(self, name: str) -> Gold:
        """Return a gold standard that follows the labels, also where it was frozen under this name."""
        return replace(gold_named(name, self.session.facts), frozen="")

    def start_replay(self) -> bool:
        """Replay the log from where something moves; return whether there is anything to play."""
        if blind(self.session):
            self.refused.emit(tr("Scores are hidden while this collection is being judged."))
            return False
        try:
            self.rewind = Rewind(self.session, self._gold_of_now(self.gold or self.bridge.gold))
        except Refused as error:
            self.refused.emit(str(error))
            return False
        self.share, self.picture = None, RANKS
        self.rewind.first_move(self.main(self.rewind.board))
        self._show_moment()
        self.history, self._moments = [], [self.rewind.at]
        self._note_ranks()
        self.changed.emit()
        return True

    def stop_replay(self) -> None:
        """Show the present collection."""
        self.rewind = None
        self.line, self.effect, self.history = "", Effect(), []
        self.answer = self._next_open() if self.telling is None else None
        if self.here is not None and self.telling is not None:
            self.answer = self.telling.answers[self.step]
        self._before = self.standing()
        self._note_ranks()
        self.answer_changed.emit(self.answer)
        self.changed.emit()

    def seek(self, place: int) -> None:
        """Go to another moment of the replay."""
        if self.rewind is None or place == self.rewind.at:
            return
        is_forward, before = place > self.rewind.at, self.standing()
        self.rewind.seek(place)
        self._show_moment()
        if is_forward:
            self.effect = effect_of(before, self.standing())
        else:
            earlier = sum(shown < self.rewind.at for shown in self._moments)
            self._moments, self.history, self.effect = (self._moments[:earlier], self.history[:earlier], Effect())
        self._moments.append(self.rewind.at)
        self._note_ranks()
        changes = changes_in_words(self.effect)
        if self.line and changes:
            self.short_line = tr("{about}; {changes}.", about=self.line, changes=changes_in_words(self.effect, most=1))
            self.line = tr("{about}; {changes}.", about=self.line, changes=changes)
        elif self.line:
            self.line = self.short_line = tr("{about}.", about=self.line)
        self.changed.emit()

    def _show_moment(self) -> None:
        moment = None if self.rewind is None else self.rewind.moment
        self.line = ""
        if moment is None:
            self.answer = None
            return
        self.answer = moment.answer
        if moment.answer is None:
            self.line = (
                tr("{name}: {label} on the question", name=moment.name, label=moment.label)
                if moment.label
                else tr("{name}: a note on the question", name=moment.name)
            )
            return
        said = self.label_name(moment.answer, moment.label)
        self.line = tr("{name}: {label}", name=moment.name, label=said or tr("no label"))

    # --- labels --------------------------------------------------------------------------------

    def enter(self, label: str, *, assessor: str = "", note: str = "", answer: int | None = None) -> bool:
        """Give the answer on stage, or another `answer`, a label; return whether it was entered, or will be.

        `assessor`: the name of who gives it, by default the assessor at this computer; a new name is added as
        a person. `note`: a note on it, such as the count of a vote.
        """
        if self.rewind is not None:
            self.refused.emit(tr("This is a replay: labels are shown, not entered."))
            return False
        answer = self.answer if answer is None else answer
        if answer is None:
            return False
        if self.deputy is not None and not assessor and not note and self.deputy(label):
            return True
        if self.session.saving.read_only is not None:
            self.refused.emit(self.session.saving.read_only)
            return False
        try:
            who = self._position(assessor)
            if who is None:
                self.refused.emit(tr("No assessor is chosen. Choose who judges in the main window."))
                return False
            if self._later.isActive():  # what came before is taken in now, so that the effect is that of this label
                self._later.stop()
                self._read()
            command = Judge((answer,), label=label, assessor=who)
            self.session.execute(replace(command, note=note) if note else command, self)
        except Refused as error:
            self.refused.emit(str(error))
            return False
        self.labeled.emit(answer, label)
        return True

    def _position(self, assessor: str) -> int | None:
        if not assessor:
            return self.seat
        known = self.session.catalog.assessor_named.get(assessor)
        if known is not None:
            return known
        mine = self.seat
        found = self.session.sit(assessor)
        if mine is not None:
            self.session.sit(self.session.catalog.assessors[mine].name)
        return found

    def undo(self) -> None:
        """Undo the assessor's last label."""
        if self.rewind is not None:
            return
        try:
            self.session.undo(self)
        except Refused as error:
            self.refused.emit(str(error))

    def reveal(self) -> Reveal | None:
        """Compare the assessor with the jury; None, with a sentence, if that is impossible."""
        board = self.board
        if board is None or self.seat is None:
            self.refused.emit(tr("There is nobody to compare with the jury."))
            return None
        try:
            return reveal(self.session, self.seat, self.main(board), self._gold_of_now(self.bridge.gold))
        except Refused as error:
            self.refused.emit(str(error))
            return None

    # --- next ------------------------------------------------------------------------------

    def next(self) -> None:
        """Go on: in a story to the caption, then to the next step; else to the next open answer."""
        if self.telling is None:
            self.line, self.effect = "", Effect()
            answer = self._next_open()
            self._go(answer)
            if answer is not None:
                self.bridge.goto(answer)
            return
        story = self.telling.story
        if 0 <= self.step < len(story.steps) and not self.told:
            if self.enter(story.steps[self.step].label):
                return
            self.told = True
        elif self.step < len(story.steps):
            self._to_step(self.step + 1)
        self.changed.emit()

    def _to_step(self, step: int) -> None:
        telling = self.telling
        if telling is None:
            return
        self.step, self.line, self.effect, self.share = step, "", Effect(), None
        if step >= len(telling.story.steps):
            self.answer = None
            self.answer_changed.emit(None)
            return
        here = telling.story.steps[step]
        answer = telling.answers[step]
        before = self.standing()
        self._view(here.measure, here.picture, here.gold)
        self.told = answer is None
        self._note_view()
        if answer is None and self.standing() != before:
            self.effect = effect_of(before, self.standing())
            self._before = self.standing()
        if answer is not None:
            self.answer = answer
            self._before = self.standing()
        else:
            self.answer = None
        self.answer_changed.emit(self.answer)

    def _note_view(self) -> None:
        """Store the ranks of a step that names its view, once the step is complete."""
        here = self.here
        if here is not None and here.view and self.told:
            ranks = {row.run: float(row.rank) for row in self.standing() if row.rank is not None}
            earlier = self.views if not here.answer else [one for one in self.views if one[0] != here.view]
            self.views = [*earlier, (here.view, ranks)]

    def _view(self, named: str, picture: str, gold: str) -> None:
        if named:
            self.measure = measure(named)
        if picture:
            self.picture = picture
        if gold:
            self.gold = None if gold == "usual" else gold

    @property
    def here(self) -> StoryStep | None:
        """The step of the story on stage."""
        if self.telling is None or not 0 <= self.step < len(self.telling.story.steps):
            return None
        return self.telling.story.steps[self.step]

    @property
    def caption(self) -> str:
        """The present text of the story; nothing about results once a label other than its own was given."""
        if self.telling is None or self.rewind is not None:
            return ""
        story = self.telling.story
        if self.step < 0:
            return story.opening
        here = self.here
        if here is None:
            return story.ending if not self.departed else OWN_ENDING
        if not self.told:
            return here.ask
        return OWN_LABEL if self.departed else here.caption

    @property
    def at_end(self) -> bool:
        """Whether the story is over."""
        return self.telling is not None and self.step >= len(self.telling.story.steps)

    # --- changes -------------------------------------------------------------------------

    def _on_changes(self, changes: Changes, _initiator: object) -> None:
        self._changes.append(changes)
        self._later.start()

    def _read(self) -> None:
        """Take in changes: once a frame, for all of them since the last one."""
        came, self._changes = self._changes, []
        if self.rewind is not None:
            if self.rewind.catch_up():
                self.changed.emit()
            return  # the replay shows the effects of labels given meanwhile when it reaches them
        what = frozenset().union(*(one.what for one in came))
        # If everything was read again, as after bulk work, no single label has a known effect.
        if what & {"labels", "adjudications"} and "catalog" not in what:
            self._tell_effect(came)
        elif what & {"catalog", "facts", "assignments"}:
            self._before = self.standing()
        problem, self._problem = self._problem, self.session.saving.problem
        if what - {"saving"} or problem != self._problem:
            self.changed.emit()

    def _tell_effect(self, came: Sequence[Changes]) -> None:
        after = self.standing()
        self.effect = effect_of(self._before, after)
        self._before = after
        answers = sorted({answer for one in came for answer in one.answers})
        acts = {one.act for one in came if one.what & {"labels", "adjudications"}}
        undone = acts == {"undo"}
        self.judged += [answer for answer in answers if answer not in self.judged]
        if len(answers) == 1:
            self.count += -1 if undone else 1
            about = self._about(answers[0], undone=undone)
            reason = self._why_nothing(answers[0])
            self.line = effect_in_words(self.effect, about, reason)
            self.short_line = effect_in_words(self.effect, about, reason, most=1)
        else:
            self.line = self.short_line = effect_in_words(self.effect, count_of(len(answers), "label"))
        self._note_ranks()
        here = self.here
        if here is not None and self.telling is not None and answers == [self.telling.answers[self.step]]:
            self.told = not undone
            self._note_view()
            self.departed |= not undone and self.shown.given != here.label

    def label_name(self, answer: int, label: str) -> str:
        """Return a label as sentences have it: its name in lower case, a letter as it is."""
        catalog = self.session.catalog
        kind = catalog.questions[int(catalog.answer_question[answer])].kind
        return name_of(self.session.facts, label, kind).lower() if len(label) > 1 else label

    def _about(self, answer: int, *, undone: bool) -> str:
        session = self.session
        number = self.count + 1 if undone else self.count
        if self.telling is not None and answer in self.telling.answers:
            known = [at for at in self.telling.answers if at is not None]
            number = known.index(answer) + 1
        if undone:
            return tr("Answer {number}: undone", number=number)
        said = "" if self.seat is None else session.content_of(answer).label or ""
        name = self.label_name(answer, said)
        return tr("Answer {number}: {label}", number=number, label=name or tr("labeled"))

    def _why_nothing(self, answer: int) -> str:
        """Return why a label does not count yet, "" if it counts."""
        board, session = self.board, self.session
        if board is None or session.assessor is None:
            return ""
        catalog, who = session.catalog, session.assessor
        question = int(catalog.answer_question[answer])
        truth = board.levels if catalog.is_graded[question] else board.truth
        if int(truth[answer]) != LEFT_OUT:
            return ""
        found = find_disputes(session.collection, (question,))
        disputes = found[question].disputes if question in found else ()
        mine = [one for one in disputes if one.answer == answer and differing_from(one, who)]
        names = [catalog.assessors[at].name for one in mine for at in sorted(differing_from(one, who))]
        if not names:
            return tr("left out until settled")
        return trn(
            "left out until settled: {names} disagrees",
            "left out until settled: {names} disagree",
            len(names),
            names=listed(names),
        )


def _from_the_right(figure: Figure) -> Figure:
    """Put the first ranks of a chart, which have no lines yet, at its right end, where lines come to end."""
    from jurybox.figures import Axis

    if any(len(line.x) > 1 for line in figure.curves):
        return figure
    at = figure.x.low
    return figure.within(Axis(figure.x.name, at - 1, at, (at,), figure.x.unit), figure.y)
