"""The Spaces desk: pictures that follow the judging; one run chosen, hovered or hidden in all of them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, final

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QVBoxLayout, QWidget

from jurybox.changes import Changes
from jurybox.errors import Refused
from jurybox.figures import Figure
from jurybox.language import tr
from jurybox.measures import measure
from jurybox.pictures import PictureOptions, move_name, moved_names
from jurybox_gui.core.bridge import Bridge
from jurybox_gui.core.pending import Pause
from jurybox_gui.desks.desk import Desk
from jurybox_gui.desks.export import PictureExport, ask_picture
from jurybox_gui.desks.question_choices import chosen_questions
from jurybox_gui.desks.spaces.drawing import (
    SPACES,
    BackgroundDraw,
    draw,
    first_choice,
    is_slow,
    measures_for,
    options_picture,
    timed_in,
    why_not,
)
from jurybox_gui.desks.spaces.one_picture import OnePicture
from jurybox_gui.desks.spaces.pages import Pages
from jurybox_gui.desks.spaces.toolbar import SpacesTools
from jurybox_gui.desks.spaces.two_spaces import SpaceOptions, TwoSpaces
from jurybox_gui.live_strip.snapshot import Snapshot, ranking, read_snapshot
from jurybox_gui.theme.theme import Theme

if TYPE_CHECKING:
    from jurybox_gui.plots.view import FigureView

_PAUSE_MS = 1500
_IMPORT = tr("Import files…"), "file.import"
_NEXT = tr("Next picture"), "spaces.next"
_NOT_HERE = tr("The picture shown does not have this.")


@final
class SpacesDesk(Desk):
    """Shows the two spaces or another picture; nothing here reads a file on the window's thread."""

    id: ClassVar[str] = "spaces"
    icon: ClassVar[str] = "spaces"

    def __init__(self, bridge: Bridge, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(bridge, theme, parent)
        self.snapshot: Snapshot | None = None
        self.hidden: frozenset[int] = frozenset()
        self.message = ""
        self._fallback: int | None = None
        self._on = {"candidates"}
        self._settled = False
        self.background = BackgroundDraw(self)
        self.pictures = PictureExport(self, bridge.settings)
        self._pause = Pause(self, _PAUSE_MS, self._draw)
        self.tools = SpacesTools()
        self.pages = Pages(self)
        self.spaces, self.one = self.pages.spaces, self.pages.one
        self.what_if = WhatIf(self.tools, self.spaces, self.one, self.nothing_done.emit)
        self._lay_out()
        self.connect_views()

    def activate(self) -> None:
        """Focus the picture."""
        self.pages.views(two=self._two)[0].setFocus()

    @property
    def choice(self) -> str:
        """The picture shown."""
        return self.tools.choice

    @property
    def chosen(self) -> int | None:
        """The run chosen on any desk if it is in the picture, else the best run of the two spaces."""
        if self.choice != SPACES:
            return self.bridge.selected_run
        if self.snapshot is None or not self.snapshot.points:
            return None
        if self.bridge.selected_run in self.snapshot.runs:
            return self.bridge.selected_run
        if self._fallback not in self.snapshot.runs:
            self._fallback = ranking(self.snapshot.points)[0].run
        return self._fallback

    @property
    def _two(self) -> bool:
        return self.choice == SPACES

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # Mark the pictures that cannot be drawn each time their list opens: it depends on the judgments.
        if event.type() == QEvent.Type.Show and watched is self.tools.picture.view():
            self.tools.mark_pictures(partial(why_not, self.bridge))
        return super().eventFilter(watched, event)

    def figures(self) -> list[Figure]:
        """Return the figures shown; none if words are shown instead."""
        return self.pages.figures(two=self._two)

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
        self._choose_first()
        self.tools.set_progress(snapshot.progress, thin=snapshot.is_thin)
        if not snapshot.sentence:
            self.spaces.balance.set_judged(snapshot.share)
        if is_slow(self.choice) and not changes.what - {"saving", "labels", "adjudications"}:
            self._pause.start()
        else:
            self._draw()

    # --- drawing -------------------------------------------------------------------------------

    def _choose_first(self) -> None:
        """Begin with the two spaces, or with another picture if no run decides about answers."""
        snapshot = self.snapshot
        if self._settled or snapshot is None or not snapshot.foreign:
            self._settled = self._settled or snapshot is not None
            return
        self._settled = True
        self.tools.choose(first_choice(self.bridge))

    def _draw(self) -> None:
        self.background.stop()
        if self.choice == SPACES:
            self._draw_spaces()
        else:
            self._draw_one()

    def _draw_spaces(self) -> None:
        snapshot = self.snapshot
        if snapshot is None:
            return
        if snapshot.sentence:
            offers = () if self.bridge.session.catalog.runs else (_IMPORT,)
            self.pages.say(snapshot.sentence, snapshot.aside, offers)
            return
        options = SpaceOptions(
            self.tools.iso_family, self.tools.orientation_chosen, self.is_on("area"), self.is_on("hull")
        )
        self.spaces.draw(self.bridge, snapshot, self.chosen, self.hidden, options)
        self._show_page()

    def _draw_one(self) -> None:
        choice = self.choice
        reason = why_not(self.bridge, choice)
        if reason:
            self.pages.say(f"{reason[:1].upper()}{reason[1:]}", tr("Choose another picture above."), (_NEXT,))
            return
        self.tools.set_measures(measures_for(self.bridge, choice))
        if is_slow(choice):
            self.background.start(self.bridge, choice, self._options())
            return
        try:
            self._show_figure(draw(self.bridge, choice, self._options()))
        except (Refused, ValueError) as error:
            self.pages.say(str(error))

    def _show_slow(self, figure: Figure) -> None:
        shown = self.snapshot or Snapshot()
        self.tools.set_progress(shown.progress, thin=shown.is_thin)
        self._show_figure(figure)

    def _refused(self, sentence: str) -> None:
        self.tools.set_progress("")
        self.pages.say(sentence)

    def _show_figure(self, figure: Figure) -> None:
        timed = options_picture(self.choice) == "answer-time"
        if timed:
            self.one.time.show_crossings(*timed_in(figure))
        moved = moved_names(self.bridge.settings, self.bridge.session.identity)
        figure = figure.with_names_at(moved.get(self.choice, {}))
        down = self.one.time.slider.isSliderDown()
        self.one.show_figure(figure, self.chosen, self.hidden, timed=timed, at_once=down)
        self._show_page()

    def _options(self) -> PictureOptions:
        name = options_picture(self.choice)
        iso = self.tools.estimators if name == "non-response" else self.tools.iso_family or ""
        return PictureOptions(
            iso=iso,
            orientation=self.tools.orientation_chosen,
            r=self.one.time.r,
            run=self.bridge.selected_run,
            areas=self.is_on("area"),
            hull=self.is_on("hull"),
            candidates=self.is_on("candidates"),
            measures=tuple(measure(one) for one in self.tools.measures),
        )

    def _show_page(self) -> None:
        self.pages.show_page(two=self._two, as_table=self.is_on("table"))

    # --- choosing, pointing, hiding ------------------------------------------------------------

    def hide_run(self, run: int | None) -> None:
        """Hide a run in every picture, or show it again."""
        if run is not None:
            self.hidden ^= {run}
            self._draw()

    def show_only(self, run: int | None) -> None:
        """Show only this run and the parts that belong to no run; if it is already alone, show all again."""
        if run is None:
            return
        others = self._everyone() - {run}
        self.hidden = frozenset() if self.hidden == others else frozenset(others)
        self._draw()

    def _everyone(self) -> set[int]:
        if self.choice == SPACES:
            return set(self.snapshot.runs) if self.snapshot else set()
        return set(self.one.rows.everyone())

    def step_run(self, rows: int) -> None:
        """Choose the run this many rows below; negative: above."""
        run = self.pages.neighbor(self.chosen, rows, two=self._two)
        if run is not None and run >= 0:
            self.bridge.select_run(run)

    def move_name(self, picture: str, run: int, place: tuple[float, float] | None) -> None:
        """Store where the name of a run was put in a picture; None: wherever there is room."""
        board = self.bridge.scoreboard
        if board is not None:
            identity = self.bridge.session.identity
            move_name(self.bridge.settings, identity, picture, board.name_of(run), place)
            self._draw()

    def nudge_name(self, right: float, down: float) -> None:
        """Move the chosen run's name by this many type sizes in the focused picture."""
        if self.chosen is not None:
            self._view().nudge_name(self.chosen, right, down)

    def free_name(self) -> None:
        """Put the chosen run's name back where there is room."""
        if self.chosen is not None:
            self._view().name_moved.emit(self.chosen, None)

    def _view(self) -> FigureView:
        views = self.pages.views(two=self._two)
        return next((view for view in views if view.hasFocus()), views[0])

    def zoom(self, factor: float | None) -> None:
        """Zoom in by a factor; None: show the whole picture."""
        self.pages.zoom(factor, two=self._two)

    def is_on(self, what: str) -> bool:
        """Return whether an option that a key toggles is on."""
        return what in self._on

    def switch(self, what: str) -> None:
        """Toggle an option."""
        self._on ^= {what}
        self._draw()

    def switch_mark(self, what: str) -> None:
        """Toggle an option that not every picture has; show a message if this one lacks it."""
        before = self.figures()
        self.switch(what)
        if not is_slow(self.choice) and self.figures() == before:
            self.nothing_done.emit(_NOT_HERE)

    def _choose_questions(self, choice: str) -> None:
        self.bridge.select_questions(chosen_questions(self.bridge, choice))

    def _redraw(self, _what: object = None) -> None:
        self._draw()

    # --- copy and export ---------------------------------------------------------------------------

    def export(self) -> None:
        """Ask for a file, and write the picture to it."""
        if self.figures():
            name = f"{self.choice.removeprefix('paper:')}.svg"
            ask_picture(self, self.bridge.settings, self._printed(), name, self.export_to)

    def export_to(self, path: Path) -> None:
        """Write the picture to a file, whose suffix sets the format, on another thread."""
        self.pictures.write(self._printed(), path)

    def _printed(self) -> list[Figure]:
        return [figure.emphasizing(self.bridge.selected_run) for figure in self.figures()]

    def copy(self) -> None:
        """Copy the picture to the clipboard, as an image and in words."""
        if self.figures():
            self.pictures.copy(self.spaces.plots if self.choice == SPACES else self.one.view, self.figures())

    def _report(self, sentence: str) -> None:
        """Show the result of an export above the desk: the row of choices has no room for a path."""
        self.message = sentence
        self.sentence.emit(sentence, "note")

    # --- layout --------------------------------------------------------------------------------

    def connect_views(self) -> None:
        """Connect the views with the bridge and with each other."""
        bridge = self.bridge
        self.tools.picture.view().installEventFilter(self)
        for source in (self.spaces, self.one):
            source.run_chosen.connect(bridge.select_run)
        self.spaces.name_moved.connect(self.move_name)
        self.one.view.name_moved.connect(lambda run, place: self.move_name(self.choice, run, place))
        for rows in (self.spaces.runs, self.one.rows):
            rows.hide_wanted.connect(self.hide_run)
            rows.only_wanted.connect(self.show_only)
        bridge.run_selected.connect(self._redraw)
        self.spaces.balance.share_changed.connect(self._redraw)
        self.spaces.balance.threshold.step_changed.connect(self._redraw)
        self.one.time.r_changed.connect(self._redraw)
        self.pictures.reported.connect(self._report)
        self.background.drawn.connect(self._show_slow)
        self.background.refused.connect(self._refused)
        self.background.progressed.connect(self.tools.set_progress)
        bridge.next_best.changed.connect(self.redraw_all)
        self.tools.look_chosen.connect(self._draw)
        self.tools.picture_chosen.connect(self._redraw)
        self.tools.gold_chosen.connect(bridge.set_gold)
        self.tools.questions_chosen.connect(self._choose_questions)

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.tools)
        column.addWidget(self.pages, 1)


class WhatIf:
    """What-if: another class balance or threshold in the two spaces, another weight of time in answer-time.

    The keys are the same for each; `tell` gets the reason where a picture has none of them.
    """

    def __init__(self, tools: SpacesTools, spaces: TwoSpaces, one: OnePicture, tell: Callable[[str], object]) -> None:
        self._tools, self._spaces, self._one, self._tell = tools, spaces, one, tell

    def step(self, direction: int) -> None:
        """Go a step up (1) or down (-1): class balance, or r."""
        if self._timed:
            self._one.time.step(direction)
        elif self._tools.choice == SPACES:
            self._spaces.balance.step(direction)
        else:
            self._tell(_NOT_HERE)

    def jump(self, direction: int) -> None:
        """Go to the next threshold, or to the next r at which runs swap."""
        if self._timed:
            before = self._one.time.r
            self._one.time.jump(direction)
            if self._one.time.r == before:
                self._tell(tr("No more runs swap on this scale."))
        elif self._tools.choice != SPACES:
            self._tell(_NOT_HERE)
        elif not self._spaces.balance.threshold.go(direction):
            self._tell(tr("There is no threshold: the chosen run gives no scores."))

    def as_judged(self) -> None:
        """Show the scores as judged."""
        time, balance = self._one.time, self._spaces.balance
        if self._timed:
            if time.r == 1.0:
                self._tell(tr("r is already 1."))
            time.set_r(1.0)
        elif self._tools.choice != SPACES:
            self._tell(_NOT_HERE)
        elif balance.share is None and balance.threshold.step is None:
            self._tell(tr("The picture shows the scores as judged."))
        else:
            balance.threshold.reset()
            balance.reset()

    @property
    def _timed(self) -> bool:
        return options_picture(self._tools.choice) == "answer-time"
