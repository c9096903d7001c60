"""Who takes part at the hub: who is connected, who was last seen when, and what is waiting to be sent."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import final

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QTableView, QVBoxLayout, QWidget

from jurybox.errors import Refused
from jurybox.hub.status import HubStatus, Person, Standing
from jurybox.language import grouped, tr, trc
from jurybox.lists import clauses, sentences
from jurybox.results.writing import ShownTable
from jurybox.wording import count_of
from jurybox_gui.core.hub_sync import HubSync
from jurybox_gui.core.tasks import LatestTask
from jurybox_gui.desks.campaign.sheet import MARGIN, CampaignSheet
from jurybox_gui.desks.campaign.words import moment
from jurybox_gui.desks.table_page import dress
from jurybox_gui.tables.figure_table import FigureTable
from jurybox_gui.theme.tokens import Px
from jurybox_gui.widgets.buttons import PlainButton
from jurybox_gui.widgets.labels import PlainLabel

_HEAD = [tr("Assessor"), tr("access"), tr("last seen"), tr("on the way"), tr("entries"), tr("computer"), tr("version")]
_LOOK_MS = 3_000
_STANDINGS: dict[Standing, str] = {
    "not invited": tr("not invited"),
    "invited": tr("invited"),
    "expired": tr("expired"),
    "joined": tr("joined"),
    "withdrawn": trc("access", "withdrawn"),
}


@final
class HubSheet(CampaignSheet):
    """A table of everybody at the hub; the main button invites the selected assessor, Del withdraws them."""

    accepts_enter = True

    def __init__(
        self,
        window: QWidget,
        path: Path,
        hub: HubSync,
        invite: Callable[[str], object],
        withdraw: Callable[[str], object],
    ) -> None:
        super().__init__(window, tr("Hub of the campaign"), _address(hub), tr("Invite…"))
        self.refuse.setText(tr("Close"))
        self._path, self._hub, self._invite, self._withdraw = path, hub, invite, withdraw
        self.people: tuple[Person, ...] = ()
        self._status: HubStatus | None = None
        self.summary = PlainLabel(tr("Asking the hub…"), wrap=True)
        self.warning = PlainLabel("", px=Px.ASIDE, role="bad", wrap=True)
        self.warning.hide()
        self.withdraw_button = PlainButton(tr("Withdraw…"), "Del")
        self.withdraw_button.clicked.connect(lambda _: self.withdraw())
        self.table = QTableView(self)
        self._model = FigureTable()
        dress(self.table, self._model, tr("Assessors at the hub"))
        self.table.setSelectionBehavior(QTableView.SelectionBehavior.SelectRows)
        self.table.horizontalHeader().setStretchLastSection(True)
        column = QVBoxLayout()
        column.setContentsMargins(MARGIN, 12, MARGIN, 12)
        column.setSpacing(8)
        top = QHBoxLayout()
        top.addWidget(self.summary, 1)
        top.addWidget(self.withdraw_button, 0, Qt.AlignmentFlag.AlignTop)
        column.addLayout(top)
        column.addWidget(self.warning)
        column.addWidget(self.table, 1)
        self.fill(column)
        self._show_chosen()
        self._reading = LatestTask(self, refused=self._refused)
        self._turn = QTimer(self, interval=_LOOK_MS)
        self._turn.timeout.connect(self.look)
        self._turn.start()
        hub.changed.connect(self._show_summary)
        hub.wake()  # whoever opens the sheet wants the present state
        self.look()

    @classmethod
    def open_for(
        cls,
        window: QWidget,
        path: Path,
        hub: HubSync,
        invite: Callable[[str], object],
        withdraw: Callable[[str], object],
    ) -> HubSheet:
        """Show the sheet above a window; `invite` and `withdraw` are called with the name of an assessor."""
        made = cls(window, path, hub, invite, withdraw)
        made.open_over()
        return made

    def panel_size(self, room: QSize) -> QSize:
        """Return room for a table."""
        return QSize(940, 560).boundedTo(room)

    def first_focus(self) -> QWidget:
        """Focus the table, so that the arrow keys select a row."""
        return self.table

    @property
    def chosen(self) -> str:
        """The name of the selected assessor; "" if there is none."""
        row = self.table.currentIndex().row() - 1
        return self.people[row].name if 0 <= row < len(self.people) else ""

    def look(self) -> None:
        """Ask the hub on another thread, unless a request is under way."""
        if not self._reading.is_running:
            path = self._path
            self._reading.start(lambda _watch: _status_of(path), self._show)

    def do(self) -> None:
        """Invite the selected assessor, or ask for one."""
        name = self.chosen
        self.dismiss()
        self._invite(name)

    def withdraw(self) -> None:
        """Withdraw the selected assessor after a confirmation."""
        name = self.chosen
        if name:
            self.dismiss()
            self._withdraw(name)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Delete and not event.isAutoRepeat():
            self.withdraw()
            return
        super().keyPressEvent(event)

    def _show(self, status: HubStatus) -> None:
        name = self.chosen
        self.people = tuple(one for one in status.people if one.name != self._organizer())
        rows = [_row(one) for one in self.people]
        self._model.set_tables([ShownTable(_HEAD, rows, frozenset({0, 1, 2, 5, 6}))])
        names = [one.name for one in self.people]
        self.table.selectRow(1 + (names.index(name) if name in names else 0))
        misused = [one for one in self.people if one.misused]
        self.warning.setText(
            sentences(
                tr(
                    "Somebody tried {times} to use {name}'s invitation again.",
                    times=count_of(one.misused, "time"),
                    name=one.name,
                )
                for one in misused
            )
        )
        self.warning.setVisible(bool(misused))
        self._status = status
        self._show_summary()
        self._show_chosen()

    def _show_chosen(self) -> None:
        self.withdraw_button.setEnabled(bool(self.people))

    def _show_summary(self) -> None:
        status, state = self._status, self._hub.state
        if status is None:
            return
        connected = sum(one.connected for one in self.people)
        coming = sum(one.waiting for one in self.people) + (0 if state is None else state.arriving)
        parts = [
            tr(
                "{connected} of {assessors} connected",
                connected=connected,
                assessors=count_of(len(self.people), "assessor"),
            ),
            tr("{entries} at the hub", entries=count_of(status.entries, "entry", "entries")),
            tr("{count:,} on the way", count=coming) if coming else tr("nothing on the way"),
        ]
        if state is not None and state.last_contact is not None:
            parts.append(tr("last contact {moment}", moment=moment(state.last_contact)))
        self.summary.set_role("text")
        self.summary.setText(tr("{parts}.", parts=clauses(parts)))

    def _refused(self, error: Refused) -> None:
        """Show why the hub does not answer; the table keeps its earlier content."""
        self.summary.set_role("bad")
        self.summary.setText(str(error))

    def _organizer(self) -> str:
        return "" if self._hub.link is None else self._hub.link.name


def _status_of(path: Path) -> HubStatus:
    from jurybox.hub.status import read_status

    return read_status(path)


def _row(one: Person) -> list[str]:
    seen = tr("connected") if one.connected else tr("never") if one.seen is None else moment(one.seen)
    return [
        one.name,
        _STANDINGS[one.state],
        seen,
        grouped(one.waiting) if one.waiting else "",
        grouped(one.entries),
        one.machine,
        one.version,
    ]


def _address(hub: HubSync) -> str:
    return "" if hub.link is None else hub.link.url
