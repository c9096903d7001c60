"""The Campaign page: assessors with their progress on the left, settings of the collection on the right."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from datetime import date, timedelta
from typing import ClassVar, final

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from jurybox.analysis.disagreements.disputes import OpenDisputes, count_open
from jurybox.analysis.disagreements.overview import Overview, overview
from jurybox.analysis.kept_out import KeptOut, kept_out
from jurybox.campaign.merges import conflict_line, count_conflicts
from jurybox.campaign.people import removing
from jurybox.campaign.progress import AssessorPace, CampaignProgress, progress, read_days, read_paces
from jurybox.campaign.quality import CampaignQuality, campaign_quality
from jurybox.campaign.seats import organizes
from jurybox.changes import Changes
from jurybox.collection.collection import Collection
from jurybox.collection.organizer import ORGANIZER
from jurybox.commands import SetFact
from jurybox.errors import Refused
from jurybox.gold import gold_in_force
from jurybox.gold.freezing import GoldChange, change_since
from jurybox.judging.pace import PAUSE_SECONDS
from jurybox.kinds import ASSESSOR_KINDS
from jurybox.language import tr, tr_noop, tr_search, trn
from jurybox.lists import sentences
from jurybox.results.campaign import calibration_note, implausible_paces
from jurybox.scoring import scoreboard_of
from jurybox.watch import Watch
from jurybox_gui.actions.key_plan import Shared
from jurybox_gui.actions.spec import Action, ActionsOf
from jurybox_gui.core.bridge import Bridge
from jurybox_gui.core.hub_sync import HubSync
from jurybox_gui.core.pending import Pause
from jurybox_gui.core.tasks import LatestTask
from jurybox_gui.desks.campaign.facts_column import FactsColumn
from jurybox_gui.desks.campaign.figures import figures_of
from jurybox_gui.desks.campaign.next_step import NextStepRow, next_step
from jurybox_gui.desks.campaign.people import DAYS, PeopleHeads, PeopleModel, PeopleView, PersonRow, absent_columns
from jurybox_gui.desks.campaign.words import days_in_words
from jurybox_gui.desks.campaign.work_chart import PeopleArea
from jurybox_gui.desks.desk import Desk
from jurybox_gui.theme.palette import color
from jurybox_gui.theme.theme import Theme
from jurybox_gui.theme.theme import theme as themed
from jurybox_gui.theme.tokens import Grid, Px
from jurybox_gui.widgets.buttons import PlainButton
from jurybox_gui.widgets.combo import Combo
from jurybox_gui.widgets.flow import FlowLayout
from jurybox_gui.widgets.labels import PlainLabel
from jurybox_gui.widgets.summary import Summary
from jurybox_gui.widgets.tips import set_tip
from jurybox_gui.widgets.wrapped_text import WrappedText

_Read = tuple[
    dict[int, AssessorPace],
    dict[int, dict[date, int]],
    Overview | None,
    OpenDisputes,
    CampaignQuality | None,
    GoldChange | None,
    list[KeptOut] | None,
]

_LATE_MS = 1_500
_LOW = 620
"""Below this height, px, the figures take one line."""
_PEOPLE, _WORK, _ALL = tr_noop("Assessors"), tr_noop("Their work"), tr_noop("The collection")
_ROW = tr_noop("Choose an assessor")
_NAMED = 3
"""How many assessors who label too fast are named below the list; the tables name all of them."""
_RESTS = tr(
    "Time each: the median, pauses of more than {minutes:g} minutes left out. With "
    "others: labels of answers equal to a majority of the other judges. Bars: {days} days up "
    "to the last one.",
    minutes=PAUSE_SECONDS / 60,
    days=DAYS,
)


@final
class CampaignDesk(Desk):
    """The organizer's page. Everything it stores is a command, or bulk work after a backup."""

    id: ClassVar[str] = "campaign"
    icon: ClassVar[str] = "person"

    assessor_stored = Signal(object, object)
    """Emitted with the bulk work that stores an assessor, and what follows unless it is refused."""

    calibration_stored = Signal(object, object)
    """Emitted with the bulk work that stores a calibration set, and what follows unless it is refused."""

    all_out_asked = Signal()
    """Emitted to write the files of all assessors."""

    plan_asked = Signal()
    """Emitted to assign questions."""

    hand_out_asked = Signal(str)
    """Emitted with the name of the assessor whose file is to be written."""

    hub_asked = Signal()
    """Emitted to show the hub of the campaign."""

    merge_asked = Signal()
    """Emitted to merge files that came back."""

    withdrawal_asked = Signal(str, bool)
    """Emitted with the name of a run, and whether it is to be withdrawn or scored again."""

    def __init__(self, bridge: Bridge, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(bridge, theme, parent)
        self.model = PeopleModel(self)
        self.view = PeopleView(self.model)
        self._heads = PeopleHeads(self.view)
        self.area = PeopleArea(self.view)
        self.facts = FactsColumn()
        self.title_label = PlainLabel(px=Px.QUESTION, weight=600, elide=True)
        self.details = WrappedText(role="text2", lines=2)
        self.details.cut_changed.connect(lambda cut: set_tip(self.details, self.details.text if cut else ""))
        self.organize = PlainButton(tr("I organize this collection…"), action="campaign.organise", quiet=True)
        self.summary = Summary(ground="surf")
        self.next = NextStepRow()
        self.frozen = PlainLabel(px=Px.ASIDE, role="text2", wrap=True, keyed=True)
        self.rests = PlainLabel(px=Px.ASIDE, role="text2", wrap=True)
        self.conflicts = PlainLabel(px=Px.ASIDE, role="text2", wrap=True, keyed=True)
        self.buttons: dict[str, PlainButton] = {}
        self._paces: dict[int, AssessorPace] = {}
        self._days: dict[int, dict[date, int]] = {}
        self._overview: Overview | None = None
        self._disputed: OpenDisputes | None = None
        self._unsettled = (0, 0)
        self._kept: list[KeptOut] | None = None
        self._quality: CampaignQuality | None = None
        self._change: GoldChange | None = None
        self._reading = LatestTask(self)
        self._late = Pause(self, _LATE_MS, self._read_paces)
        self._lay_out()
        self.connect_views()

    def may_change(self) -> bool:
        """Return whether the collection can be written to."""
        return not self.bridge.session.saving.read_only

    def may_change_unjudged(self) -> bool:
        """Return whether unjudged answers can be set to count as something: only with ranked lists."""
        return self.may_change() and self.bridge.session.catalog.has_graded

    def why_no_change(self) -> str:
        """Return why nothing in the collection can be changed."""
        return self.bridge.session.saving.read_only or ""

    def why_no_unjudged(self) -> str:
        """Return why the handling of unjudged answers cannot be changed."""
        return self.why_no_change() or tr("Only ranked answers have this choice, and there are none here.")

    def why_no_labels(self) -> str:
        """Return why no labels can be chosen."""
        return self.why_no_change() or tr("There are no questions with labels yet.")

    def follow_hub(self, hub: HubSync) -> None:
        """Show the state of the collection at its hub, now and whenever that changes."""
        self.facts.follow_hub(hub)

    def activate(self) -> None:
        """Focus the list of assessors."""
        self.view.setFocus()

    def refresh(self, changes: Changes) -> None:
        """Show everybody's progress and the settings in force; the pace follows once it is read."""
        if changes.what - {"saving", "labels", "adjudications"}:
            self.facts.follow(self.bridge)
            self._show_people()
        if changes.what - {"saving"} and not self._late.isActive():
            # Labels arrive one by one, so progress is counted again only after a while.
            self._late.start(0 if not self._paces or "facts" in changes.what else _LATE_MS)

    def minimumSizeHint(self) -> QSize:
        return QSize(Grid.FOLD_QUEUE - Grid.RAIL, 320)

    def resizeEvent(self, event: QResizeEvent) -> None:
        # Fold the right column where there is no room for it; its keys still work, G in a sheet. In a low window the
        # figures take one line and the description is hidden.
        super().resizeEvent(event)
        self.facts.setVisible(self.width() >= Grid.FOLD_SIDE - Grid.RAIL)
        is_low = self.height() < _LOW
        self.summary.set_low(is_low)
        self.details.setVisible(bool(self.details.text) and not is_low)
        self._set_margins(low=is_low)

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        painter = QPainter(self)
        painter.fillRect(self.rect(), color(themed().tokens.surf))
        painter.end()

    # How it is made

    def connect_views(self) -> None:
        """Connect the settings column with what changes it."""
        self.facts.mode_chosen.connect(lambda mode: self._set("mode", mode))
        self.facts.gold_chosen.connect(lambda gold: self._set("gold", gold or None))
        self.facts.unjudged_chosen.connect(lambda way: self._set("unjudged", way or None))
        self.facts.labels_wanted.connect(self.choose_labels)
        self.facts.run_clicked.connect(self._toggle_run)

    def _lay_out(self) -> None:
        self._left, self._head = left, head = QVBoxLayout(), QVBoxLayout()
        self._set_margins(low=False)
        left.setSpacing(0)
        head.setSpacing(2)
        top = QHBoxLayout()
        top.addWidget(self.title_label, 1)
        top.addWidget(self.organize)
        head.addLayout(top)
        for label in (self.details, self.frozen, self.conflicts):
            head.addWidget(label)
        left.addLayout(head)
        left.addWidget(self.summary)
        left.addWidget(self.next)
        left.addLayout(self._button_row())
        left.addWidget(self._heads)
        left.addWidget(self.area, 1)
        self.rests.setContentsMargins(Grid.TABLE_MARGIN, 6, Grid.TABLE_MARGIN, 6)
        self.rests.hide()
        left.addWidget(self.rests)
        across = QHBoxLayout(self)
        across.setContentsMargins(0, 0, 0, 0)
        across.setSpacing(0)
        across.addLayout(left, 1)
        across.addWidget(self.facts)

    def _set_margins(self, *, low: bool) -> None:
        self._left.setContentsMargins(0, 8 if low else 14, 0, 0)
        self._head.setContentsMargins(Grid.TABLE_MARGIN, 0, Grid.TABLE_MARGIN, 0 if low else 8)

    def _button_row(self) -> FlowLayout:
        row = FlowLayout(gap=4)
        row.setContentsMargins(Grid.TABLE_MARGIN - 4, 4, Grid.TABLE_MARGIN, 8)
        named = {
            "people.plan": tr("Assign questions…"),
            "people.add": tr("Add assessor…"),
            "people.panel": tr("Choose panel…"),
            "people.out": tr("Hand out file…"),
            "people.back": tr("Merge returned files…"),
            "people.guidelines": tr("Edit guidelines…"),
            "people.quality": tr("Show quality"),
        }
        for action, text in named.items():
            button = PlainButton(text, action=action)
            self.buttons[action] = button
            row.addWidget(button)
        return row

    # What is shown

    def _show_people(self) -> None:
        session = self.bridge.session
        catalog, facts = session.catalog, session.facts
        found = progress(session.collection, self._paces, _now(), kinds=tuple(ASSESSOR_KINDS))
        by_person = {one.assessor: one for one in found}
        days = _last_days(self._paces) if self.view.quality else []
        bars = {who: tuple(pace.by_day.get(day, 0) for day in days) for who, pace in self._paces.items() if days}
        most = max((max(each) for each in bars.values()), default=0)
        quality = self._quality if self.view.quality else None
        free = catalog.answer_count > 0 and not len(catalog.assigned[0])
        rows = [
            PersonRow(
                at,
                who.name,
                tr(ASSESSOR_KINDS[who.kind].title),
                at in facts.panel,
                at == session.assessor,
                by_person.get(at),
                free and who.kind == "person",
                None if quality is None else quality.of(at),
                bars.get(at, ()),
                most,
            )
            for at, who in enumerate(catalog.assessors)
            if not who.removed and (who.name != ORGANIZER or at in by_person)
        ]
        chosen = self.view.currentIndex().row()
        self.view.absent = absent_columns(rows)
        self._heads.update()
        self.model.set_rows(rows)
        self.view.choose(max(0, chosen))
        people = [one for one in found if catalog.assessors[one.assessor].kind == "person"]
        self._say(people, found)
        self.area.show_work([(row.name, self._days.get(row.assessor, {})) for row in rows])

    def _say(self, people: Sequence[CampaignProgress], everybody: Sequence[CampaignProgress]) -> None:
        """Fill the head of the page with the sums over the rows of persons, column by column."""
        session = self.bridge.session
        self.title_label.setText(session.facts.name or session.path.stem)
        days, description = days_in_words(session.facts), " ".join(session.facts.description.split())
        both = tr("{days}. {description}", days=days, description=description)
        about = both if days and description else days or description
        self.details.set_text(f"{about[:1].upper()}{about[1:]}")
        self.details.setVisible(bool(about) and self.height() >= _LOW)
        change = self._change if session.facts.frozen else None
        self.frozen.setText("" if change is None else tr("{change} {{people.freeze}} shows more.", change=change.text))
        self.frozen.set_role("text2" if change is None or change.is_none else "bad")
        self.frozen.setVisible(change is not None)
        quality = self._quality if self.view.quality else None
        known = [*_too_fast(everybody), _RESTS, calibration_note(quality)] if quality else []
        self.rests.setText(sentences(known))
        self.rests.setVisible(quality is not None)
        self.organize.setVisible(not organizes(session))
        conflicts = count_conflicts(session)
        self.summary.show_figures(figures_of(people, conflicts, self._overview))
        self._unsettled = (
            sum(one.open + one.sent_back for one in people),
            0 if self._disputed is None else self._disputed.undecided,
        )
        kept = self._kept or ()
        step = next_step(session.catalog, session.facts, people, conflicts, self._disputed, session.assessor, kept)
        self.next.show_step(step)
        for action, button in self.buttons.items():
            button.setVisible(action != step.action)
        self.conflicts.setText(
            tr("{line} {{people.conflicts}} shows them.", line=conflict_line(conflicts, 0, session.facts.disputed))
            if conflicts
            else ""
        )
        self.conflicts.setVisible(bool(conflicts))

    def _read_paces(self) -> None:
        """Read everybody's pace from the log on another thread."""
        if self._reading.is_running:
            self._late.start()
            return
        session = self.bridge.session
        path, wanted, collection = session.path, self.view.quality, session.collection.frozen()
        complete = bool(self._paces) and not self._unsettled[0]  # else too many reasons, and labels are the next step

        def work(watch: Watch) -> _Read:
            from jurybox.collection.file import open_reading

            with closing(open_reading(path)) as db:
                paces, days = read_paces(db, watch, fast=wanted), read_days(db)
            return (
                paces,
                days,
                overview(collection) if collection.catalog.answer_count else None,
                count_open(collection),
                campaign_quality(collection) if wanted else None,
                _change_of(collection) if collection.facts.frozen else None,
                _kept_out(collection) if complete else None,
            )

        self._reading.start(work, self._taken_in)

    def _taken_in(self, found: _Read) -> None:
        self._paces, self._days, self._overview, self._disputed, self._quality, self._change, self._kept = found
        self._show_people()
        if self._kept is None and self._paces and not self._unsettled[0]:
            self._late.start(0)

    # What it changes

    def _try(self, change: Callable[[], object]) -> None:
        """Do something that may be refused, and show why if it is."""
        try:
            change()
        except Refused as error:
            self.sentence.emit(str(error), "error")

    def _set(self, name: str, value: object) -> None:
        session = self.bridge.session
        self._try(lambda: session.execute(SetFact(name, value)))
        self.facts.follow(self.bridge)

    def toggle_quality(self) -> None:
        """Show the quality of everybody's work instead of their progress, or the progress again."""
        self.view.quality = not self.view.quality
        self.buttons["people.quality"].setText(tr("Show progress") if self.view.quality else tr("Show quality"))
        self._heads.update()
        self.view.viewport().update()
        self._show_people()
        self._late.start(0)

    def show_work(self) -> None:
        """Open the tables of the campaign, to read, copy and export them."""
        from jurybox_gui.desks.campaign.work_sheet import WorkSheet

        WorkSheet.open_for(self.window(), self.bridge.session)

    def change_details(self) -> None:
        """Ask for title, description and days."""
        from jurybox_gui.desks.campaign.details_sheet import DetailsSheet

        DetailsSheet.open_for(self.window(), self.bridge.session)

    def freeze_gold(self) -> None:
        """Show what was frozen, and freeze the gold standard under a name."""
        from jurybox_gui.desks.campaign.freeze_sheet import FreezeSheet

        FreezeSheet.open_for(self.window(), self.bridge.session, *self._unsettled, kept=self._kept or ())

    def choose_calibration(self) -> None:
        """Pick the calibration questions by hand."""
        from jurybox_gui.desks.campaign.calibration_sheet import CalibrationSheet

        CalibrationSheet.open_for(self.window(), self.bridge.session, self.calibration_stored.emit)

    def toggle_mode(self) -> None:
        """Hide runs and scores from everybody who judges, or show them."""
        self._set("mode", "open" if self.bridge.session.facts.mode == "judging" else "judging")

    def choose_gold(self) -> None:
        """Choose the gold standard of the collection."""
        self._choose("gold", self.facts.gold, tr("Choose the gold standard of the collection"))

    def choose_unjudged(self) -> None:
        """Choose what unjudged answers in ranked lists count as."""
        self._choose("unjudged", self.facts.unjudged, tr("Choose what unjudged answers of ranked lists count as"))

    def _choose(self, fact: str, combo: Combo, question: str) -> None:
        """Open the choice in the settings column, or in a sheet while that is folded."""
        if combo.isVisible():
            combo.showPopup()
            return
        from jurybox_gui.dialogs.ask import Ask

        order = sorted(range(combo.count()), key=lambda at: at != combo.currentIndex())  # the first is chosen
        choices = {combo.itemText(at): str(combo.itemData(at)) for at in order}
        Ask.open_for(self.window(), question, "", list(choices), lambda words: self._set(fact, choices[words] or None))

    def choose_panel(self) -> None:
        """Ask who is on the panel."""
        from jurybox_gui.desks.campaign.panel_sheet import PanelSheet

        row = self.view.chosen
        PanelSheet.open_for(
            self.window(), self.bridge.session, self._store_panel, None if row is None else row.assessor
        )

    def _store_panel(self, members: tuple[int, ...]) -> None:
        from jurybox_gui.desks.campaign.panel_sheet import panel_words

        assessors = self.bridge.session.catalog.assessors
        self._set("panel", [assessors[at].code.hex() for at in members] or None)
        self.sentence.emit(panel_words([assessors[at].name for at in members]), "note")

    def add_assessor(self) -> None:
        """Ask for a new assessor."""
        from jurybox_gui.desks.campaign.person_sheet import PersonSheet

        PersonSheet.open_for(self.window(), self.bridge.session, self.assessor_stored.emit)

    def change_kind(self) -> None:
        """Ask for another kind of the assessor chosen."""
        from jurybox_gui.desks.campaign.person_sheet import PersonSheet

        row = self.view.chosen
        if row is not None:
            PersonSheet.open_for(self.window(), self.bridge.session, self.assessor_stored.emit, row.assessor)

    def remove_assessor(self) -> None:
        """Remove the chosen assessor, or say what depends on them."""
        row = self.view.chosen
        if row is None:
            return
        session = self.bridge.session

        def remove() -> None:
            session.execute(removing(session, row.name))
            self.sentence.emit(self.in_words(tr("{name} is removed; {{edit.undo}} undoes it.", name=row.name)), "note")

        self._try(remove)

    def hand_out(self) -> None:
        """Write the chosen assessor's own file."""
        row = self.view.chosen
        if row is not None:
            self.hand_out_asked.emit(row.name)

    def show_conflicts(self) -> None:
        """Show the conflicts."""
        from jurybox_gui.desks.campaign.conflicts_sheet import ConflictsSheet

        ConflictsSheet.open_for(self.window(), self.bridge)

    def show_left_out(self) -> None:
        """Show what keeps questions out of the scores, to settle it."""
        from jurybox_gui.desks.campaign.left_out_sheet import LeftOutSheet

        LeftOutSheet.open_for(self.window(), self.bridge)

    def show_guidelines(self) -> None:
        """Show the guidelines of the labels, to change them."""
        from jurybox_gui.desks.campaign.guidelines import GuidelinesSheet

        GuidelinesSheet.open_for(self.window(), self.bridge.session)

    def may_choose_labels(self) -> bool:
        """Return whether there are questions whose labels can be chosen."""
        return self.may_change() and any(kind.is_labeled for kind in self.bridge.session.catalog.kinds)

    def choose_labels(self) -> None:
        """Show the labels of each kind of question, to choose others."""
        from jurybox_gui.desks.campaign.labels_sheet import LabelsSheet

        LabelsSheet.open_for(self.window(), self.bridge.session)

    def ask_run(self) -> None:
        """Ask which run to withdraw or score again."""
        from jurybox_gui.dialogs.ask import Ask

        names = [run.name for run in self.bridge.session.catalog.runs]
        Ask.open_for(
            self.window(),
            tr("Choose the run to withdraw, or to score again"),
            tr("Name of the run"),
            names,
            self._turn_run,
            answers="known",
        )

    def _turn_run(self, name: str) -> None:
        named = self.bridge.session.catalog.run_named
        if name in named:
            self._toggle_run(named[name])
        else:
            self.sentence.emit(tr("There is no run {name!r}. Nothing was changed.", name=name), "error")

    def _toggle_run(self, run: int) -> None:
        session = self.bridge.session
        name, gone = session.catalog.runs[run].name, run in session.facts.withdrawn
        self.withdrawal_asked.emit(name, not gone)


def _change_of(collection: Collection) -> GoldChange | None:
    """Return how the gold standard in force differs from the frozen one; None also if none was frozen."""
    try:
        return change_since(collection, gold_in_force(collection.catalog, collection.facts))
    except Refused:
        return None


def _kept_out(collection: Collection) -> list[KeptOut]:
    """Return what keeps questions out of the scores; nothing where the gold standard in force cannot be."""
    try:
        return kept_out(scoreboard_of(collection))
    except Refused:
        return []


def _too_fast(listed: Sequence[CampaignProgress]) -> list[str]:
    """Return a sentence each for the first few assessors who label faster than anybody reads."""
    found = implausible_paces(listed)
    more = len(found) - _NAMED
    return [*found[:_NAMED], *([trn("{n} more is too fast.", "{n} more are too fast.", more)] if more > 0 else [])]


def _last_days(paces: Mapping[int, AssessorPace]) -> list[date]:
    """Return the last `DAYS` days up to the newest on which anybody judged, newest last."""
    newest = max((day for pace in paces.values() for day in pace.by_day), default=None)
    return [] if newest is None else [newest - timedelta(days=DAYS - 1 - at) for at in range(DAYS)]


def _now() -> int:
    return time.time_ns() // 1_000_000


# The ids that begin with `campaign.` are those of the menu, which every desk has.
action = ActionsOf[CampaignDesk](CampaignDesk.id, prefix="people")

ACTIONS: tuple[Action[CampaignDesk], ...] = (
    action("up", tr("Assessor above"), "Up", do=lambda desk: desk.view.step(-1), group=_PEOPLE, row=_ROW, repeat=True),
    action(
        "down", tr("Assessor below"), "Down", do=lambda desk: desk.view.step(1), group=_PEOPLE, row=_ROW, repeat=True
    ),
    action(
        "add",
        tr("Add assessor…"),
        "+",
        "Ins",
        do=CampaignDesk.add_assessor,
        when=CampaignDesk.may_change,
        why_not=CampaignDesk.why_no_change,
        group=_PEOPLE,
        menu=tr_noop("Campaign"),
    ),
    action(
        "kind",
        tr("Change name and kind of this assessor…"),
        "R",
        do=CampaignDesk.change_kind,
        when=CampaignDesk.may_change,
        why_not=CampaignDesk.why_no_change,
        group=_PEOPLE,
    ),
    action(
        "remove",
        tr("Remove this assessor"),
        "Del",
        do=CampaignDesk.remove_assessor,
        when=CampaignDesk.may_change,
        why_not=CampaignDesk.why_no_change,
        group=_PEOPLE,
        menu=tr_noop("Campaign"),
    ),
    action(
        "panel",
        tr("Choose panel…"),
        "P",
        do=CampaignDesk.choose_panel,
        when=CampaignDesk.may_change,
        why_not=CampaignDesk.why_no_change,
        group=_PEOPLE,
    ),
    action(
        "plan",
        tr("Assign questions…"),
        "A",
        do=lambda desk: desk.plan_asked.emit(),
        when=CampaignDesk.may_change,
        why_not=CampaignDesk.why_no_change,
        group=_WORK,
    ),
    action("out", tr("Hand out this assessor's file…"), "Shift+O", do=CampaignDesk.hand_out, group=_WORK),
    action(
        "back",
        tr("Merge returned files…"),
        "B",
        do=lambda desk: desk.merge_asked.emit(),
        when=CampaignDesk.may_change,
        why_not=CampaignDesk.why_no_change,
        group=_WORK,
    ),
    action("out_all", tr("Hand out all files…"), "Shift+H", do=lambda desk: desk.all_out_asked.emit(), group=_WORK),
    action(
        "calibration",
        tr("Choose calibration questions…"),
        "Shift+C",
        do=CampaignDesk.choose_calibration,
        when=CampaignDesk.may_change,
        why_not=CampaignDesk.why_no_change,
        group=_WORK,
        words=tr_search("pass mark"),
    ),
    action(
        "quality",
        tr("Show quality or progress"),
        "V",
        do=CampaignDesk.toggle_quality,
        group=_WORK,
        checked=lambda desk: desk.view.quality,
        words=tr_search("dashboard", "pace", "agreement"),
    ),
    action(
        "work",
        tr("Show tables of the campaign…"),
        shares=Shared.TABLES,
        do=CampaignDesk.show_work,
        group=_WORK,
        words=tr_search("dashboard", "labels per day", "export", "copy", "plan"),
    ),
    action(
        "hub",
        tr("Hub of the campaign…"),
        "I",
        do=lambda desk: desk.hub_asked.emit(),
        when=CampaignDesk.may_change,
        why_not=CampaignDesk.why_no_change,
        group=_WORK,
        words=tr_search("network", "invite", "connected"),
    ),
    action("conflicts", tr("Show conflicts…"), "C", do=CampaignDesk.show_conflicts, group=_WORK),
    action(
        "left_out",
        tr("Show what keeps questions out of the scores…"),
        "Shift+X",
        do=CampaignDesk.show_left_out,
        group=_WORK,
        words=tr_search("NIL", "drop", "undecided", "cannot tell", "first assessor", "majority", "settle"),
    ),
    action(
        "details",
        tr("Edit title, description and days…"),
        "Shift+T",
        do=CampaignDesk.change_details,
        when=CampaignDesk.may_change,
        why_not=CampaignDesk.why_no_change,
        group=_ALL,
    ),
    action(
        "freeze",
        tr("Freeze the gold standard…"),
        "Shift+F",
        do=CampaignDesk.freeze_gold,
        group=_ALL,
        words=tr_search("official", "digest", "publish"),
    ),
    action(
        "mode",
        tr("Hide or show runs and scores"),
        "Shift+M",
        do=CampaignDesk.toggle_mode,
        when=CampaignDesk.may_change,
        why_not=CampaignDesk.why_no_change,
        group=_ALL,
    ),
    action(
        "gold",
        tr("Choose the gold standard"),
        shares=Shared.GOLD,
        do=CampaignDesk.choose_gold,
        when=CampaignDesk.may_change,
        why_not=CampaignDesk.why_no_change,
        group=_ALL,
    ),
    action(
        "unjudged",
        tr("Choose what unjudged answers count as"),
        shares=Shared.UNJUDGED,
        do=CampaignDesk.choose_unjudged,
        when=CampaignDesk.may_change_unjudged,
        why_not=CampaignDesk.why_no_unjudged,
        group=_ALL,
    ),
    action(
        "guidelines",
        tr("Edit guidelines of the labels…"),
        "Shift+G",
        do=CampaignDesk.show_guidelines,
        when=CampaignDesk.may_change,
        why_not=CampaignDesk.why_no_change,
        group=_ALL,
    ),
    action(
        "labels",
        tr("Choose labels of answers…"),
        "Shift+L",
        do=CampaignDesk.choose_labels,
        when=CampaignDesk.may_choose_labels,
        why_not=CampaignDesk.why_no_labels,
        group=_ALL,
        words=tr_search("label scheme", "scale", "grades"),
    ),
    action(
        "withdraw",
        tr("Withdraw a run, or score it again…"),
        "W",
        do=CampaignDesk.ask_run,
        when=CampaignDesk.may_change,
        why_not=CampaignDesk.why_no_change,
        group=_ALL,
    ),
)
