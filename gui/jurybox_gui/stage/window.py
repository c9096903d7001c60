"""The stage's window: no menus, no rail, no status line; keys and, while the mouse moves, buttons."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QEvent, QObject, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QGuiApplication, QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from jurybox.collection.entries import STATES
from jurybox.errors import Refused
from jurybox.language import tr
from jurybox.lists import sentences
from jurybox.stage.stories import Story
from jurybox_gui.core.bridge import Bridge
from jurybox_gui.core.garbage import keep_frames
from jurybox_gui.core.pending import Delay
from jurybox_gui.desks.label_schemes import Choices
from jurybox_gui.stage.buttons import StageButton
from jurybox_gui.stage.director import Director
from jurybox_gui.stage.picture import StagePicture
from jurybox_gui.stage.ranking import StageRanking
from jurybox_gui.stage.reveal_page import RevealPage
from jurybox_gui.stage.stage_replay import StageReplay
from jurybox_gui.stage.text import Passage, StageText
from jurybox_gui.stage.type_size import type_size
from jurybox_gui.stage.typed_label import TypedLabel
from jurybox_gui.stage.whole_text import WholeText
from jurybox_gui.theme.theme import theme
from jurybox_gui.widgets.flow import FlowLayout
from jurybox_gui.widgets.surface import Surface

_TYPING = "\0"
"""Returned instead of a label: the key was part of a label being typed."""
IDLE_MS = 3000
"""Milliseconds after which the buttons and a resting pointer hide."""
_SMALL_LABEL = 0.88
"""The size of labels, in type sizes, if they do not fit in one line otherwise."""
_LEAST_TOOL_PX = 6
_LONG_ANSWER = ((1.1, 3), (1.0, 4))
"""Sizes of an answer that does not fit in two lines, in type sizes, with the lines it may take then."""
_FOOT_LINES = 3
"""Lines reserved at the foot, so that ranking and picture stay in place when the effect of a label is shown.
"""
_SHARE_MS, _SHARES = 80, 100
"""A sweep of the share of correct answers: one step each 80 ms, from 1 % to 99 %."""


class StageWindow(Surface):
    """Shows a `Director` in large type. `hooks` has actions outside the stage, by name: start_over.

    `set_side_panel` puts a widget to the right of the picture, such as a QR code with the votes; the ranking
    and the picture make room for it. `add_key` gives a key of the stage to another object.
    """

    closed = Signal()
    resized = Signal(int)
    """Emitted with the type size, px, after a resize; a side panel adopts it."""

    def __init__(
        self, bridge: Bridge, story: Story | None = None, hooks: Mapping[str, Callable[[], object]] | None = None
    ) -> None:
        super().__init__("surf")
        self.setWindowFlag(Qt.WindowType.Window)
        self.setWindowTitle(tr("Stage - Jurybox"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.director = Director(bridge, story, self)
        self.hooks = dict(hooks or {})
        self.px = 28
        self.head = StageText(tr("Question and answer"))
        self.foot = StageText(tr("What happened"), keeps=_FOOT_LINES)
        self.prompt = StageText(tr("Label to type"))
        self.typed = TypedLabel()
        self.ranking = StageRanking()
        self.picture = StagePicture()
        self.reveal = RevealPage(self)
        self.whole = WholeText(self)
        self.replay = StageReplay(self.director)
        self.labels: list[StageButton] = []
        self.key_filter: Callable[[str], bool] | None = None
        """Asked first for each key, by name; True where it took the key."""
        self._panel: QWidget | None = None
        self._keys: dict[str, Callable[[], object]] = {}
        self._message, self._message_role = "", "bad"
        self._draw_later = Delay(self, 0, self._draw)
        self._idle = QTimer(self, singleShot=True, interval=IDLE_MS)
        self._idle.timeout.connect(self._hide_tools)
        self._sweep = QTimer(self, interval=_SHARE_MS)
        self._sweep.timeout.connect(self._sweep_on)
        self._sweep_at = 0
        self._shown_line = ""
        self._lay_out()
        self._tie_keys()
        self.reveal.more.clicked.connect(self.reveal.step)
        self.reveal.back.clicked.connect(self.reveal.hide)
        self.director.changed.connect(self._draw_later.start)
        self.director.refused.connect(self.say)
        theme().changed.connect(self._draw_later.start)
        self.setMouseTracking(True)
        for child in self.findChildren(QWidget):
            child.setMouseTracking(True)
            child.installEventFilter(self)
        bridge.closing.connect(self._let_go)
        keep_frames(self)
        self._draw()

    # --- for others ----------------------------------------------------------------------------

    def set_side_panel(self, panel: QWidget | None) -> None:
        """Put a widget to the right of the picture, replacing the one before; None removes it."""
        if self._panel is not None:
            self._middle.removeWidget(self._panel)
            self._panel.hide()
            self._panel.setParent(None)
        self._panel = panel
        if panel is not None:
            self._middle.addWidget(panel)
            panel.show()

    def add_key(self, key: str, do: Callable[[], object], name: str = "") -> None:
        """Assign a function to a key (`A`, `Ctrl+I`, as Qt names it); with a name it gets a button, too.

        Keys of labels and of the stage itself come first.
        """
        self._keys[key] = do
        if name:
            self._add_tool(name, key, do)

    def enter(self, label: str, *, assessor: str = "", note: str = "", answer: int | None = None) -> bool:
        """Give the answer on stage a label, as a key does; see `Director.enter`."""
        return self.director.enter(label, assessor=assessor, note=note, answer=answer)

    def say(self, sentence: str, role: str = "bad") -> None:
        """Show a sentence at the foot until the next key, in the color of a token."""
        self._message, self._message_role = sentence, role
        self._draw_later.start()

    @property
    def is_busy(self) -> bool:
        """Whether a label has still to be entered, or something to be drawn."""
        return self.director.is_waiting or self._draw_later.isActive() or self.ranking.is_moving

    # --- layout --------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        self._column = QVBoxLayout(self)
        self._label_row = FlowLayout()
        self._middle = QHBoxLayout()
        self._middle.addWidget(self.ranking, 10)
        self._middle.addWidget(self.picture, 12)
        self._column.addWidget(self.head)
        self._column.addLayout(self._label_row)
        self._column.addWidget(self.prompt)
        self._column.addLayout(self._middle, 1)
        self._column.addWidget(self.replay)
        self._column.addWidget(self.foot)
        self.tools = Surface("raised")
        self.tools.setParent(self)
        self._tool_row = QHBoxLayout(self.tools)
        self._tool_buttons: dict[str, StageButton] = {}
        self.tools.hide()

    def _add_tool(self, name: str, key: str, do: Callable[[], object]) -> None:
        button = StageButton(name, key, parent=self.tools)
        button.clicked.connect(lambda: self._do(do))
        button.set_px(self._tool_px)
        self._tool_row.addWidget(button)
        self._tool_buttons[key] = button
        button.setMouseTracking(True)
        button.installEventFilter(self)

    @property
    def _tool_px(self) -> int:
        return max(round(self.px * 0.62), 11)

    def _tie_keys(self) -> None:
        director = self.director
        self.add_key("N", self._next, tr("Next"))
        self.add_key("P", director.next_picture, tr("Picture"))
        self.add_key("G", self._play, tr("Play class balance"))
        self.add_key("H", self._write_handout, tr("Take home"))
        self.add_key("Y", self._toggle_replay, tr("Replay"))
        self.add_key("V", self._toggle_reveal, tr("Reveal"))
        self.add_key("T", self._toggle_whole, tr("Whole text"))
        self.add_key("Ctrl+Z", director.undo, tr("Undo"))
        if "start_over" in self.hooks:
            self.add_key("S", self.hooks["start_over"], tr("Start over"))
        self.add_key("F11", self._toggle_full, tr("Full screen"))
        self._keys |= {"Space": self._next, "Right": self._next, "PgDown": self._next}
        self._keys["Ctrl+D"] = theme().toggle
        self.add_key("Esc", self._leave, tr("Close"))

    def sizeHint(self) -> QSize:
        return QSize(1024, 768)

    def minimumSizeHint(self) -> QSize:
        return QSize(320, 240)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.px = type_size(self.width(), self.height(), self.devicePixelRatioF())
        px = self.px
        self._column.setContentsMargins(px, round(px * 0.6), px, round(px * 0.5))
        self._column.setSpacing(round(px * 0.4))
        self._label_row.set_gaps(round(px * 0.4), round(px * 0.25))
        self._middle.setSpacing(px)
        for text in (self.head, self.foot, self.prompt):
            text.set_px(px)
        self.ranking.set_px(px)
        self.picture.set_px(px)
        self.replay.set_px(px)
        for page in (self.reveal, self.whole):
            page.set_px(px)
            page.setGeometry(self.rect())
        self._draw_later.start()
        self._place_tools()
        self.resized.emit(px)

    def _place_tools(self) -> None:
        """Put the buttons at the foot, smaller if their names would be cut otherwise."""
        margins = self._tool_row.contentsMargins()
        room = self.width() - margins.left() - margins.right()
        room -= self._tool_row.spacing() * max(len(self._tool_buttons) - 1, 0)
        buttons = self._tool_buttons.values()
        sizes = range(self._tool_px, _LEAST_TOOL_PX, -1)
        px = next((px for px in sizes if sum(one.width_for(one.text(), px) for one in buttons) <= room), _LEAST_TOOL_PX)
        for button in buttons:
            button.set_px(px)
        self.tools.adjustSize()
        wide = min(self.tools.sizeHint().width(), self.width())
        high = self.tools.sizeHint().height()
        self.tools.setGeometry((self.width() - wide) // 2, self.height() - high, wide, high)

    # --- what is shown -------------------------------------------------------------------------

    def _draw(self) -> None:
        director = self.director
        self._draw_head()
        self._draw_labels()
        fresh = director.line != self._shown_line or bool(director.effect.rose)
        rose = None
        if fresh:
            rose = dict(director.effect.rose or {})
            director.effect = type(director.effect)()
        self._shown_line = director.line
        self.ranking.show_places(director.places(), director.head, director.aside, rose=rose, empty=director.why_empty)
        figure, why = director.figure()
        self.picture.show_figure(figure, why, trail=director.share is None)
        short = director.short_line if director.caption or director.rewind is not None else ""
        self.foot.show_passages(
            Passage(self._message, self._message_role, 600, 1.0, 2),
            Passage(director.session.saving.problem or "", "bad", 600, 1.0, 2),
            Passage(director.line, "accent", 600, 1.0, 2, shorter=short),
            Passage(_keys_after(self.hooks) if director.at_end else director.caption, "text", 400, 1.0, 3),
        )

    def _draw_head(self) -> None:
        director = self.director
        shown, here = director.shown, director.here
        if director.answer is not None or shown.question:
            smaller = () if shown.support else _LONG_ANSWER
            self.head.show_passages(
                Passage(shown.question, "text2", 500, 1.0, 2),
                Passage(shown.answer, "text", 650, 1.35, 2, smaller),
                Passage(_around(shown.support, shown.answer), "text2", 400, 1.0, 2),
            )
            return
        title = _why_no_answer(director) if director.telling is None else director.telling.story.title
        if director.at_end:
            self.head.show_passages(
                Passage(title, "text2", 500, 1.0, 1), Passage(director.caption, "text", 650, 1.2, 4)
            )
            return
        self.head.show_passages(
            Passage(title, "text", 650, 1.35, 2 if here is None else 1), Passage(director.whose, "text2", 500, 1.0, 1)
        )

    def _draw_labels(self) -> None:
        choices = self.director.choices
        wanted = () if choices is None else choices.labels
        if choices is not None and choices.is_long:
            wanted = tuple(label for label in wanted if label.word in STATES)
            self.prompt.show_passages(Passage(self.typed.prompt(choices), "accent", 600, 1.0, 1))
        self.prompt.setVisible(choices is not None and choices.is_long)
        if [one.name for one in self.labels] != [label.name for label in wanted]:
            for old in self.labels:
                self._label_row.removeWidget(old)
                old.hide()
                old.deleteLater()
            while self._label_row.count():
                self._label_row.takeAt(0)
            self.labels = []
            for label in wanted:
                key = (choices.digit_of(label.word) or label.letter) if choices else ""
                button = StageButton(label.name, key, choices.glyph(label.word) if choices else "", self)
                button.set_px(self.px)
                button.clicked.connect(lambda _=False, word=label.word: self._give(word))
                button.setMouseTracking(True)
                button.installEventFilter(self)
                self._label_row.addWidget(button)
                self.labels.append(button)
        self._shorten_labels([label.name for label in wanted], [label.word for label in wanted])
        given = self.director.shown.given
        for button, label in zip(self.labels, wanted, strict=True):
            button.given = bool(given) and label.word == given

    def _shorten_labels(self, names: Sequence[str], words: Sequence[str]) -> None:
        """Keep the labels in one line if possible: only glyphs for letters, then for states."""
        px, room = self.px, self.width() - 2 * self.px - round(self.px * 0.4) * max(len(names) - 1, 0)
        letters = [name if len(word) > 1 else "" for name, word in zip(names, words, strict=True)]
        fewest = ["" if word in STATES else name for name, word in zip(letters, words, strict=True)]
        small = max(1, round(px * _SMALL_LABEL))
        for said, size in ((names, px), (letters, px), (fewest, px), (fewest, small)):
            if sum(one.width_for(text, size) for one, text in zip(self.labels, said, strict=True)) <= room:
                break
        for button, text in zip(self.labels, said, strict=True):
            button.set_words(text)
            button.set_px(size)

    # --- keys and mouse ------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.isAutoRepeat():
            return
        name = key_name(event)
        if self.key_filter is not None and self.key_filter(name):
            return
        if self.whole.isVisible() and self.whole.take(name):
            return
        if self.replay.isVisible() and not self.reveal.isVisible() and self.replay.take(name):
            return
        word = "" if self.reveal.isVisible() else self._label_of(name)
        if word == _TYPING:
            self._draw_later.start()
        elif word:
            self._give(word)
        elif name in self._keys:
            self._do(self._keys[name])
        else:
            super().keyPressEvent(event)

    def _label_of(self, name: str) -> str:
        choices = self.director.choices
        if choices is None:
            return ""
        if choices.is_long and not self.replay.isVisible():
            if self.typed.take(name, choices):
                return _TYPING
            if name in {"Return", "Enter"} and self.typed.text:
                return self._typed_label(choices)
        digit = next((one for one in choices.labels if choices.digit_of(one.word) == name), None)
        found = digit or choices.lettered(name)
        return found.word if found else ""

    def _typed_label(self, choices: Choices) -> str:
        word, typed = self.typed.whole(choices), self.typed.text
        self.typed.clear()
        if not word:
            self.say(tr("{typed} is not a label here.", typed=typed))
        return word or _TYPING

    def _give(self, word: str) -> None:
        self._message = ""
        self.typed.clear()
        self.whole.hide()
        self.enter(word)
        self.setFocus()

    def _do(self, what: Callable[[], object]) -> None:
        self._message = ""
        what()

    @property
    def is_sweeping(self) -> bool:
        """Whether the share of correct answers is being swept."""
        return self._sweep.isActive()

    def _write_handout(self) -> None:
        """Write the handout beside the collection, and show its path."""
        from jurybox_gui.stage.handout import write_handout

        path = self.director.session.path
        try:
            made = write_handout(self.director, path.with_name(f"{path.stem}-handout.pdf"))
        except Refused as error:
            self.say(str(error))
            return
        self.say(tr("Saved: {path}", path=made), "good")

    def _toggle_replay(self) -> None:
        """Replay the judging, or show the present collection again."""
        self._stop_sweep()
        if self.replay.isVisible():
            self.replay.close_replay()
        else:
            self.replay.open()

    def _toggle_reveal(self) -> None:
        """Compare the assessor with the jury, or go back to the show."""
        if self.reveal.isVisible():
            self.reveal.hide()
            return
        found = self.director.reveal()
        if found is not None:
            self.reveal.show_reveal(found, self.director.session)

    def _toggle_whole(self) -> None:
        """Show the whole text of the answer on stage, or go back to the show."""
        shown = self.director.shown
        if self.whole.isVisible():
            self.whole.hide()
        elif shown.answer:
            self.whole.show_text(shown)

    def _next(self) -> None:
        self.whole.hide()
        self.typed.clear()
        if self.replay.isVisible():
            self.replay.take("Right")
            return
        if self.reveal.isVisible():
            self.reveal.step()
            return
        self._stop_sweep()
        self.ranking.clear_moves()
        self.director.next()
        here = self.director.here
        if here is not None and here.sweep and self.director.told:
            self._start_sweep()

    def _play(self) -> None:
        """Sweep the share of correct answers from end to end, or stop; only if runs decide on answers."""
        if self._sweep.isActive():
            self._stop_sweep()
        elif "precision-recall" in self.director.pictures():
            self.director.picture = "precision-recall"
            self._start_sweep()

    def _start_sweep(self) -> None:
        self._sweep_at = 0
        self._sweep.start()

    def _stop_sweep(self) -> None:
        self._sweep.stop()

    def _sweep_on(self) -> None:
        self._sweep_at += 1
        if self._sweep_at >= _SHARES:
            self._stop_sweep()
            return
        self.director.share = self._sweep_at / _SHARES
        self.director.changed.emit()

    def _leave(self) -> None:
        if self.whole.isVisible():
            self.whole.hide()
        elif self.reveal.isVisible():
            self.reveal.hide()
        elif self.replay.isVisible():
            self.replay.close_replay()
        elif self.isFullScreen():
            self.showNormal()
        else:
            self.close()

    def _toggle_full(self) -> None:
        if self.isFullScreen():
            self.showNormal()
        else:
            self.showFullScreen()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.MouseMove:
            self._show_tools()
        return super().eventFilter(watched, event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._show_tools()
        super().mouseMoveEvent(event)

    def _show_tools(self) -> None:
        self.unsetCursor()
        if self.tools.isHidden():
            self._place_tools()
            self.tools.show()
            self.tools.raise_()
        self._idle.start()

    def _hide_tools(self) -> None:
        if self.tools.underMouse():
            self._idle.start()
            return
        self.tools.hide()
        self.setCursor(Qt.CursorShape.BlankCursor)

    def _let_go(self) -> None:
        self._stop_sweep()
        self._draw_later.stop()
        self.close()

    def closeEvent(self, event: QCloseEvent) -> None:
        self._sweep.stop()
        super().closeEvent(event)
        self.closed.emit()


def show_on_stage(window: StageWindow, beside: QWidget | None = None) -> None:
    """Fill a screen with a stage, if possible one other than that of the window `beside`."""
    here = None if beside is None else beside.screen()
    others = [screen for screen in QGuiApplication.screens() if screen is not here]
    if beside is not None and others:
        window.setScreen(others[0])
    window.setGeometry(window.screen().geometry())  # without a window manager, nothing else would resize it
    window.showFullScreen()


def key_name(event: QKeyEvent) -> str:
    """Return a key in Qt's portable form, with Ctrl and Shift if they are held."""
    from PySide6.QtGui import QKeySequence

    modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
    if event.text().isalnum() and modifiers == Qt.KeyboardModifier.ShiftModifier:
        modifiers = Qt.KeyboardModifier.NoModifier
    return QKeySequence(event.key() | modifiers.value).toString(QKeySequence.SequenceFormat.PortableText)


def _around(support: str, answer: str, most: int = 260) -> str:
    """Return the part of a supporting text that contains the answer; a short text whole."""
    text = " ".join(support.split())
    at = text.casefold().find(answer.casefold())
    if len(text) <= most or at < 0:
        return text
    start = max(0, at - most // 4)  # so that two short lines contain it, even at the end of a text
    start = text.rfind(" ", 0, start) + 1 if start else 0
    return ("… " if start else "") + text[start:]


def _keys_after(hooks: Mapping[str, object]) -> str:
    """Return the keys available at the end of a story."""
    keys = tr("V: you and the jury. H: page to take home.")
    return sentences((tr("S: start over.") if "start_over" in hooks else "", keys))


def _why_no_answer(director: Director) -> str:
    if director.seat is None:
        return tr("No assessor is chosen. Choose who judges in the main window.")
    return tr("All your answers are labeled.")
