"""The Spaces desk: pictures that move while people judge; one run chosen, pointed at or hidden in all."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from jurybox.errors import Refused
from jurybox.measures import measure
from jurybox.pictures import Options
from jurybox_gui.desks.base import Desk
from jurybox_gui.desks.choices import chosen_questions
from jurybox_gui.desks.spaces.actions import ACTIONS
from jurybox_gui.desks.spaces.data import Snapshot, ranking, read_snapshot
from jurybox_gui.desks.spaces.drawing import (
    SLOW,
    SPACES,
    base_name,
    draw,
    draw_from_file,
    first_choice,
    measures_for,
    timed_in,
    why_not,
)
from jurybox_gui.desks.spaces.export import TakeAway, ask_where
from jurybox_gui.desks.spaces.looks import SpacesTools
from jurybox_gui.desks.spaces.one_picture import OnePicture
from jurybox_gui.desks.spaces.panel import Ground
from jurybox_gui.desks.spaces.table_page import TablePage
from jurybox_gui.desks.spaces.two_spaces import Looks, TwoSpaces
from jurybox_gui.pieces.empty_state import EmptyState
from jurybox_gui.tasks import Task

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from jurybox.changes import Changes
    from jurybox.figures import Figure
    from jurybox_gui.actions.registry import Handler
    from jurybox_gui.actions.spec import ActionSpec, Question
    from jurybox_gui.bridge import Bridge
    from jurybox_gui.plots.view import FigureView
    from jurybox_gui.theme.theme import Theme

_CLOSER = 1.25
_PAUSE_MS = 1500
_TWO, _EMPTY, _ONE, _TABLE = range(4)


class SpacesDesk(Desk):
    """Shows the two spaces or another picture; nothing here asks a file on the window's thread."""

    id: ClassVar[str] = "spaces"
    title: ClassVar[str] = "Spaces"
    icon: ClassVar[str] = "spaces"

    def __init__(self, bridge: Bridge, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(bridge, theme, parent)
        self.snapshot: Snapshot | None = None
        self.hidden: frozenset[int] = frozenset()
        self.told = ""
        self._fallback: int | None = None
        self._area = self._hull = self._as_table = False
        self._candidates = True
        self._settled = False
        self._slow: Task | None = None
        self.away = TakeAway(self)
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE_MS)
        self._pause.timeout.connect(self._draw)
        self.tools = SpacesTools()
        self.spaces, self.one, self.table = TwoSpaces(), OnePicture(), TablePage()
        self.empty = EmptyState("")
        self._pages = QStackedWidget(self)
        self._lay_out()
        self._connect()

    @classmethod
    def action_specs(cls) -> Sequence[ActionSpec]:
        """Return the keys of this desk."""
        return ACTIONS

    def handlers(self) -> Mapping[str, Handler]:
        """Return what they do."""
        return {
            "spaces.up": lambda: self._step(-1),
            "spaces.down": lambda: self._step(1),
            "spaces.hide": lambda: self.hide_run(self.chosen),
            "spaces.only": lambda: self.show_only(self.chosen),
            "spaces.previous": lambda: self._other_picture(-1),
            "spaces.next": lambda: self._other_picture(1),
            "spaces.zoom-in": lambda: self._zoom(_CLOSER),
            "spaces.zoom-out": lambda: self._zoom(1 / _CLOSER),
            "spaces.zoom-reset": self._zoom_reset,
            "spaces.turn": self._turn_roc,
            "spaces.area": lambda: self._toggle("_area"),
            "spaces.hull": lambda: self._toggle("_hull"),
            "spaces.candidates": lambda: self._toggle("_candidates"),
            "spaces.table": lambda: self._toggle("_as_table"),
            "spaces.less": lambda: self._less_or_more(-1),
            "spaces.more": lambda: self._less_or_more(1),
            "spaces.judged": self._as_judged,
            "spaces.lower": lambda: self._lower_or_higher(-1),
            "spaces.higher": lambda: self._lower_or_higher(1),
            "spaces.export": self._export,
            "spaces.copy": self._copy,
        }

    def checked(self) -> Mapping[str, Question]:
        """Return whether what can be switched is on."""
        return {
            "spaces.area": lambda: self._area,
            "spaces.hull": lambda: self._hull,
            "spaces.candidates": lambda: self._candidates,
            "spaces.table": lambda: self._as_table,
        }

    def activate(self) -> None:
        """Give the keyboard to the picture."""
        views = self._views()
        (views[0] if views else self).setFocus()

    @property
    def choice(self) -> str:
        """The picture shown."""
        return self.tools.choice

    @property
    def chosen(self) -> int | None:
        """The run chosen on any desk if it is in the picture, else the first best one of the two spaces."""
        if self.choice != SPACES:
            return self.bridge.selected_run
        if self.snapshot is None or not self.snapshot.points:
            return None
        if self.bridge.selected_run in self.snapshot.runs:
            return self.bridge.selected_run
        if self._fallback not in self.snapshot.runs:
            self._fallback = ranking(self.snapshot.points)[0].run
        return self._fallback

    def figures(self) -> list[Figure]:
        """Return what is shown now."""
        return [view.figure for view in self._views() if view.figure is not None]

    def refresh(self, changes: Changes) -> None:
        """Read the scores again; draw only if a count moved. Slow pictures wait for a pause."""
        if not changes.what - {"saving"}:
            return
        if changes.what - {"saving", "labels", "adjudications"}:
            self.tools.follow(self.bridge)
        snapshot = read_snapshot(self.bridge)
        if snapshot == self.snapshot and self.choice == SPACES:
            return
        self.snapshot = snapshot
        self._settle()
        self.tools.set_progress(snapshot.progress)
        if not snapshot.sentence:
            self.spaces.balance.set_judged(snapshot.share)
        if self.choice in SLOW and not changes.what - {"saving", "labels", "adjudications"}:
            self._pause.start()
        else:
            self._draw()

    # --- drawing -------------------------------------------------------------------------------

    def _settle(self) -> None:
        """Begin with the two spaces, or with another picture where no run decides about answers."""
        snapshot = self.snapshot
        if self._settled or snapshot is None or not snapshot.foreign:
            self._settled = self._settled or snapshot is not None
            return
        self._settled = True
        self.tools.choose(first_choice(self.bridge))

    def _draw(self) -> None:
        if self._slow is not None:
            self._slow.cancel()
            self._slow = None
        if self.choice == SPACES:
            self._draw_spaces()
        else:
            self._draw_one()

    def _draw_spaces(self) -> None:
        snapshot = self.snapshot
        if snapshot is None:
            return
        if snapshot.sentence:
            self._say(snapshot.sentence, snapshot.aside)
            return
        looks = Looks(self.tools.iso_family, self.tools.facing, self._area, self._hull)
        self.spaces.draw(self.bridge, snapshot, self.chosen, self.hidden, looks)
        self._show_page(_TWO)

    def _draw_one(self) -> None:
        choice = self.choice
        reason = why_not(self.bridge, choice)
        if reason:
            self._say(f"{reason[:1].upper()}{reason[1:]}", "Choose another picture above, or with P.")
            return
        self.tools.set_measures(measures_for(self.bridge, choice))
        if choice in SLOW:
            self._draw_slowly(choice)
            return
        try:
            self._show_figure(draw(self.bridge, choice, self._options()))
        except (Refused, ValueError) as error:
            self._say(str(error))

    def _draw_slowly(self, choice: str) -> None:
        """Draw on another thread from the file; what is shown stays until it is done."""
        session, gold, questions = self.bridge.session, self.bridge.gold, self.bridge.questions
        options, path = self._options(), session.path
        self.tools.set_progress("Drawing…")
        task = Task(lambda task: draw_from_file(path, gold, questions, choice, options, task), self)
        task.progress.connect(self._tell_progress)
        task.done.connect(self._show_slow)
        task.failed.connect(self._failed)
        self._slow = task.start()

    def _show_slow(self, figure: Figure) -> None:
        self._slow = None
        self.tools.set_progress(self.snapshot.progress if self.snapshot else "")
        self._show_figure(figure)

    def _tell_progress(self, _text: str, done: int, total: int) -> None:
        self.tools.set_progress(f"Drawing… {100 * done // max(1, total)} %")

    def _failed(self, error: Exception) -> None:
        self._slow = None
        self.tools.set_progress("")
        if not isinstance(error, (Refused, ValueError)):
            raise error
        self._say(str(error))

    def _show_figure(self, figure: Figure) -> None:
        timed = base_name(self.choice) == "answer-time"
        if timed:
            self.one.time.show_crossings(*timed_in(figure))
        down = self.one.time.slider.isSliderDown()
        self.one.show_figure(figure, self.chosen, self.hidden, timed=timed, at_once=down)
        self._show_page(_ONE)

    def _options(self) -> Options:
        name = base_name(self.choice)
        iso = self.tools.estimators if name == "non-response" else self.tools.iso_family or ""
        return Options(
            iso=iso,
            orientation=self.tools.facing,
            r=self.one.time.r,
            run=self.bridge.selected_run,
            areas=self._area,
            hull=self._hull,
            candidates=self._candidates,
            measures=tuple(measure(one) for one in self.tools.measures),
        )

    def _show_page(self, page: int) -> None:
        if self._as_table:
            views = (self.spaces.roc, self.spaces.precision_recall) if page == _TWO else (self.one.view,)
            self.table.show_figures([view.figure for view in views if view.figure is not None])
            page = _TABLE
        self._pages.setCurrentIndex(page)

    def _say(self, sentence: str, aside: str = "") -> None:
        self.empty.set_text(sentence, aside)
        self._pages.setCurrentIndex(_EMPTY)

    def _views(self) -> list[FigureView]:
        if self.choice == SPACES:
            return [self.spaces.roc, self.spaces.precision_recall]
        return [self.one.view]

    # --- choosing, pointing, hiding ------------------------------------------------------------

    def hide_run(self, run: int | None) -> None:
        """Hide a run in every picture, or show it again."""
        if run is not None:
            self.hidden ^= {run}
            self._draw()

    def show_only(self, run: int | None) -> None:
        """Show only this run and what is no run's; if it is the only one already, show all again."""
        if run is None:
            return
        others = self._everyone() - {run}
        self.hidden = frozenset() if self.hidden == others else frozenset(others)
        self._draw()

    def _everyone(self) -> set[int]:
        if self.choice == SPACES:
            return set(self.snapshot.runs) if self.snapshot else set()
        return set(self.one.rows.everyone())

    def _step(self, rows: int) -> None:
        runs = self.spaces.runs if self.choice == SPACES else self.one.rows
        run = runs.neighbor(self.chosen, rows)
        if run is not None and run >= 0:
            self.bridge.select_run(run)

    def _hover(self, run: int | None) -> None:
        self.spaces.hover(run)
        self.one.hover(run)

    def _other_picture(self, step: int) -> None:
        at = (self.tools.picture.currentIndex() + step) % self.tools.picture.count()
        self.tools.picture.setCurrentIndex(at)

    def _zoom(self, factor: float) -> None:
        views = self._views()
        focused = [view for view in views if view.hasFocus()]
        for view in focused or views:
            view.zoom(factor)

    def _zoom_reset(self) -> None:
        for view in self._views():
            view.reset_zoom()

    def _turn_roc(self) -> None:
        combo = self.tools.orientation
        combo.setCurrentIndex(1 - combo.currentIndex())

    def _toggle(self, what: str) -> None:
        setattr(self, what, not getattr(self, what))
        self._draw()

    def _less_or_more(self, direction: int) -> None:
        if base_name(self.choice) == "answer-time":
            self.one.time.step(direction)
        elif self.choice == SPACES:
            self.spaces.balance.step(direction)

    def _lower_or_higher(self, direction: int) -> None:
        if base_name(self.choice) == "answer-time":
            self.one.time.jump(direction)
        elif self.choice == SPACES:
            self.spaces.balance.threshold.go(direction)

    def _as_judged(self) -> None:
        if base_name(self.choice) == "answer-time":
            self.one.time.set_r(1.0)
        else:
            self.spaces.balance.threshold.reset()
            self.spaces.balance.reset()

    def _choose_questions(self, choice: str) -> None:
        self.bridge.select_questions(chosen_questions(self.bridge, choice))

    def _draw_anew(self, _what: object = None) -> None:
        self._draw()

    # --- taking away ---------------------------------------------------------------------------

    def _export(self) -> None:
        if self.figures():
            ask_where(self, f"{self.choice.removeprefix('paper:')}.svg", self.export_to)

    def export_to(self, path: Path) -> None:
        """Write what is shown to a file, whose ending says the format, on another thread."""
        self.away.write([figure.emphasizing(self.bridge.selected_run) for figure in self.figures()], path)

    def _copy(self) -> None:
        if self.figures():
            self.away.copy(self.spaces.plots if self.choice == SPACES else self.one.view, self.figures())

    def _tell(self, sentence: str) -> None:
        self.told = sentence
        self.tools.set_progress(sentence)

    # --- layout --------------------------------------------------------------------------------

    def _connect(self) -> None:
        bridge = self.bridge
        for source in (self.spaces, self.one):
            source.run_chosen.connect(bridge.select_run)
        for rows in (self.spaces.runs, self.one.rows):
            rows.hide_wanted.connect(self.hide_run)
            rows.only_wanted.connect(self.show_only)
        bridge.run_selected.connect(self._draw_anew)
        self.spaces.balance.share_changed.connect(self._draw_anew)
        self.spaces.balance.threshold.step_changed.connect(self._draw_anew)
        self.one.time.r_changed.connect(self._draw_anew)
        self.away.told.connect(self._tell)
        self.tools.look_chosen.connect(self._draw)
        self.tools.picture_chosen.connect(self._draw_anew)
        self.tools.gold_chosen.connect(bridge.set_gold)
        self.tools.questions_chosen.connect(self._choose_questions)

    def _lay_out(self) -> None:
        ground = Ground("surf")
        inside = QVBoxLayout(ground)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.addWidget(self.empty)
        for page in (self.spaces, ground, self.one, self.table):
            self._pages.addWidget(page)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.tools)
        column.addWidget(self._pages, 1)
