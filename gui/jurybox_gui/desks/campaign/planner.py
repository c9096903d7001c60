"""The planner of assignments: who judges how much, with a preview before anything is stored."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from functools import partial
from typing import TYPE_CHECKING, final

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QHBoxLayout, QWidget

from jurybox.campaign.assignments import Campaign, can_calibrate, preview
from jurybox.campaign.plan import Dealt, habits, pick
from jurybox.collection.judges import people
from jurybox.collection.organizer import ORGANIZER
from jurybox.errors import Refused
from jurybox.language import tr
from jurybox.lists import sentences
from jurybox.results.campaign import assignments, short_text
from jurybox.session import Session
from jurybox.watch import Watch
from jurybox.wording import count_of
from jurybox_gui.core.pending import Pause
from jurybox_gui.core.tasks import LatestTask
from jurybox_gui.desks.campaign.plan_form import PlanForm
from jurybox_gui.desks.campaign.plan_preview import PlanPreview
from jurybox_gui.desks.campaign.sheet import CampaignSheet
from jurybox_gui.desks.export import TableExport
from jurybox_gui.desks.question_choices import question_choices, questions_of

if TYPE_CHECKING:
    import pandas as pd


_WAIT_MS = 120
_WIDTH, _HEIGHT = 940, 620


@final
class Planner(CampaignSheet):
    """The plan on the left, its result on the right; `then` stores it (None: no plan)."""

    def __init__(self, window: QWidget, session: Session, then: Callable[[Campaign | None], object]) -> None:
        super().__init__(
            window,
            tr("Assign questions"),
            tr("Whole questions, evenly; judged answers stay with their assessor."),
            tr("Save assignments"),
        )
        self._session, self._then = session, then
        catalog = session.catalog
        self.names = [catalog.assessors[at].name for at in people(catalog)]
        has_series = any(one.series is not None for one in catalog.questions)
        self.form = PlanForm(self.names, question_choices(catalog), session.facts, self._asked(), has_series=has_series)
        self._show_present_plan()
        self._present = self.form.values() if len(catalog.assigned[0]) else None
        self.preview = PlanPreview(self.form.clear)
        self._dealt: tuple[Dealt, tuple[str, ...]] | None = None
        self.table_export = TableExport(self, self._tables)
        self.table_export.reported.connect(self.say)
        self.preview.export.clicked.connect(lambda _: self.table_export.export())
        self._task = LatestTask(self, refused=self._refused)
        self._turn = Pause(self, _WAIT_MS, self._preview)
        self.form.changed.connect(self._soon)
        self.form.everything.connect(self._everything)
        self.form.clear.setEnabled(bool(len(catalog.assigned[0])))
        across = QHBoxLayout()
        across.setContentsMargins(0, 0, 0, 0)
        across.setSpacing(0)
        across.addWidget(self.form, 1)
        across.addWidget(self.preview, 1)
        self.fill(across)
        self.accept.setEnabled(False)
        self._soon()

    def _show_present_plan(self) -> None:
        """Begin with what the present assignments follow."""
        catalog, calibration = self._session.catalog, self._session.facts.calibration
        who, answers = catalog.assigned
        pairs = set(zip(who.tolist(), catalog.answer_question[answers].tolist(), strict=True))
        positions = frozenset(at for at, question in enumerate(catalog.questions) if question.name in set(calibration))
        series = {at: one.series for at, one in enumerate(catalog.questions) if one.series is not None}
        overlap, together = habits(pairs, positions, series)
        if overlap:
            self.form.overlap.setValue(overlap)
        self.form.together.setChecked(together)

    def _asked(self) -> frozenset[str]:
        """Return who is checked at first: everybody but an organizer without assignments."""
        catalog = self._session.catalog
        organizer = catalog.assessor_named.get(ORGANIZER, -1)
        unasked = {ORGANIZER} if organizer not in catalog.assigned[0] else set()
        return frozenset(self.names) - unasked

    @classmethod
    def open_for(cls, window: QWidget, session: Session, then: Callable[[Campaign | None], object]) -> Planner:
        """Show it above a window."""
        made = cls(window, session, then)
        made.open_over()
        return made

    def panel_size(self, room: QSize) -> QSize:
        """Return room for both halves."""
        return QSize(_WIDTH, _HEIGHT).boundedTo(room)

    def first_focus(self) -> QWidget:
        """Return the number of judges of each question."""
        return self.form.overlap

    @property
    def busy(self) -> bool:
        """Whether the preview is still being computed."""
        return self._turn.isActive() or self._task.is_running

    def do(self) -> None:
        """Store the previewed plan."""
        self.dismiss()
        self._then(self._campaign())

    def _everything(self) -> None:
        self.dismiss()
        self._then(None)

    def _campaign(self) -> Campaign:
        """Return the plan in the form. Raises Refused if it is impossible.

        A form as it was opened takes nothing from anybody: only what no one judges yet is dealt.
        """
        form, catalog = self.form, self._session.catalog
        questions = questions_of(catalog, str(form.questions.currentData()))
        calibration = None
        if form.calibration.value() != len(self._session.facts.calibration):
            every = range(len(catalog.questions)) if questions is None else questions
            labeled = [question for question in every if can_calibrate(catalog, question)]
            calibration = pick(labeled, form.calibration.value(), form.seed.value())
        people = tuple(form.people())
        return Campaign(
            people,
            min(form.overlap.value(), max(1, len(people))),
            questions,
            calibration,
            form.repeats.value() / 100,
            form.seed.value(),
            form.keep.isChecked() or form.values() == self._present,
            form.most_questions.value() or None,
            form.most_answers.value() or None,
            form.together.isChecked(),
        )

    def _tables(self) -> list[pd.DataFrame]:
        return [] if self._dealt is None else [assignments(*self._dealt)]

    def _soon(self) -> None:
        self._task.cancel()
        self.accept.setEnabled(False)
        self._turn.start()

    def _preview(self) -> None:
        try:
            campaign = self._campaign()
        except Refused as error:
            self._refused(error)
            return
        self._task.start(partial(_work, self._session, campaign), self._show)

    def _show(self, found: tuple[Dealt, tuple[str, ...]]) -> None:
        self._dealt = dealt, names = found
        self.preview.show_dealt(dealt, names)
        self.accept.setEnabled(True)
        backup = tr("A backup is made first.")
        nobody = (
            tr("{questions} without an assessor.", questions=count_of(dealt.nobody, "question")) if dealt.nobody else ""
        )
        short = short_text(dealt) if dealt.short else ""
        self.say(sentences([nobody, short, backup]), bad=bool(dealt.nobody or dealt.short))

    def _refused(self, error: Exception) -> None:
        self._dealt = None
        self.preview.clear()
        self.say(str(error), bad=True)


def _work(session: Session, campaign: Campaign, _watch: Watch) -> tuple[Dealt, tuple[str, ...]]:
    from jurybox.collection.file import open_reading

    with closing(open_reading(session.path)) as db:
        return preview(db, campaign)
