"""The help reader: the list of pages on the left, the page on the right, a search over all of them.

Pages contain the printed keys, so that they also read well in the repository. A comment such as `<!-- keys:
judge -->` names the desk of the keys that follow; keys before the first comment work everywhere, and keys
after `<!-- keys: fixed -->` cannot be changed, as in a text field.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from PySide6.QtCore import QSignalBlocker, QSize, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence, QTextCursor
from PySide6.QtWidgets import QHBoxLayout, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from jurybox.help import Page, pages
from jurybox.language import tr
from jurybox_gui.actions.chords import Chord, cap_text, chord
from jurybox_gui.actions.spec import EVERYWHERE, AnyAction
from jurybox_gui.dialogs.help.letters import searched
from jurybox_gui.dialogs.help.page_view import PageView
from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.tokens import Px
from jurybox_gui.widgets.fields import SearchField
from jurybox_gui.widgets.hairline import Hairline
from jurybox_gui.widgets.keycaps import KeyCap
from jurybox_gui.widgets.labels import PlainLabel
from jurybox_gui.widgets.overlay import Overlay

_WIDTH, _HEIGHT = 1040, 720
_LIST, _ROW = 306, 30
_OF_DESK = {
    "judge": "judging",
    "scores": "scores",
    "spaces": "pictures",
    "campaign": "campaign",
    "start": "first-steps",
}
"""The page opened first, by the desk in front."""
_PART = re.compile(r"(?m:^)<!-- keys: (?P<line>\w+) -->\n|<!-- keys: (?P<desk>\w+) -->|`(?P<name>[^`\n]+)`")
FIXED = "fixed"


_FOOT = 4
"""Space below the page, whose corners would otherwise cover the round ones of the sheet, px."""


class HelpReader(Overlay):
    """The overlay. Arrows choose a page, Page Up and Down scroll it, typing searches all pages.

    Alt+Left goes back to the previous page and the place in it. `put_keys` inserts the user's keys into the
    text of a page, see `with_keys`.
    """

    def __init__(self, window: QWidget, first: str, put_keys: Callable[[str], str]) -> None:
        super().__init__(window)
        self._pages = tuple(replace(one, text=put_keys(one.text)) for one in pages())
        self.setAccessibleName(tr("Help"))
        self.search = SearchField(tr("Find in the help"))
        self.search.textChanged.connect(self._list_pages)
        self.search.left.connect(self.dismiss)
        self.search.returnPressed.connect(self._next_hit)
        self.list = QListWidget()
        self.list.setAccessibleName(tr("Pages"))
        self.list.setFont(font(Px.BASE))
        self.list.setFrameShape(QListWidget.Shape.NoFrame)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setFixedWidth(_LIST)
        self.list.setViewportMargins(14, 12, 8, 0)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        for part in (self.list, self.list.viewport()):
            part.setAutoFillBackground(False)
        self.list.currentRowChanged.connect(self._show)
        self.view = PageView(self._text_of)
        self.view.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.view.sourceChanged.connect(lambda _: self.open_page(self.view.page))
        self.nothing = PlainLabel(tr("No page has these words."), px=Px.LEAD)
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        self.nothing.setContentsMargins(28, 22, 28, 22)
        self.nothing.hide()
        self._shown: list[Page] = []
        self._lay_out()
        self._list_pages()
        self.open_page(_OF_DESK.get(first, first))

    def open_page(self, name: str) -> None:
        """Show a page by name; ignore a name that is not a page."""
        wanted = next((one for one in self._pages if one.name == name), None)
        if wanted is None:
            return
        if wanted not in self._shown:
            self.search.clear()
        self.list.setCurrentRow(self._shown.index(wanted))

    @property
    def title(self) -> str:
        """The title of the page shown."""
        at = self.list.currentRow()
        return self._shown[at].title if 0 <= at < len(self._shown) else ""

    def panel_size(self, room: QSize) -> QSize:
        """Return a size that is comfortable to read in."""
        return QSize(_WIDTH, _HEIGHT).boundedTo(room)

    def first_focus(self) -> QWidget:
        """Focus the search field; arrows work from there too."""
        return self.search

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if event.matches(QKeySequence.StandardKey.Back):
            self.view.backward()
            return
        if event.matches(QKeySequence.StandardKey.Forward):
            self.view.forward()
            return
        pages_ = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
        reads = {Qt.Key.Key_PageUp: -1, Qt.Key.Key_PageDown: 1}
        if key in pages_ and self._shown:
            at = self.list.currentRow() + pages_[key]
            self.list.setCurrentRow(max(0, min(len(self._shown) - 1, at)))
        elif key in reads:
            bar = self.view.verticalScrollBar()
            bar.setValue(bar.value() + reads[key] * max(40, bar.pageStep() - 40))
        else:
            super().keyPressEvent(event)

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setContentsMargins(26, 14, 20, 14)
        head.setSpacing(24)
        head.addWidget(PlainLabel(tr("Help"), px=19, weight=600))
        head.addWidget(self.search, 1)
        for keys, says in ((("Up", "Down"), tr("page")), (("PgUp", "PgDn"), tr("read on"))):
            head.addWidget(KeyCap(keys, says))
        head.addWidget(KeyCap("Esc"))
        across = QHBoxLayout()
        across.setContentsMargins(0, 0, 0, 0)
        across.setSpacing(0)
        across.addWidget(self.list)
        across.addWidget(Hairline(upright=True, raised=True))
        across.addWidget(self.view, 1)
        across.addWidget(self.nothing, 1)
        column = QVBoxLayout(self.panel)
        column.setContentsMargins(1, 0, 1, _FOOT)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(Hairline(raised=True))
        column.addLayout(across, 1)

    def _list_pages(self) -> None:
        """List the pages that contain all the words typed."""
        words = searched(self.search.text()).split()
        before = self.title
        self._shown = [one for one in self._pages if all(word in searched(one.text) for word in words)]
        titles = [one.title for one in self._shown]
        with QSignalBlocker(self.list):
            self.list.clear()
            for title in titles:
                item = QListWidgetItem(title)
                item.setSizeHint(QSize(_LIST, _ROW))
                self.list.addItem(item)
            self.list.setCurrentRow(titles.index(before) if before in titles else 0 if titles else -1)
        self._show(self.list.currentRow())

    def _show(self, at: int) -> None:
        some = 0 <= at < len(self._shown)
        self.view.setVisible(some)
        self.nothing.setVisible(not some)
        if some:
            self.view.show_page(self._shown[at].name)
            self._mark()

    def _text_of(self, name: str) -> str:
        return next((one.text for one in self._pages if one.name == name), "")

    def _mark(self) -> None:
        words = self.search.text().strip()
        if words:
            self.view.moveCursor(QTextCursor.MoveOperation.Start)
        if words and not self.view.find_words(words):
            self.view.find_words(words.split()[0])

    def _next_hit(self) -> None:
        words = self.search.text().strip()
        if words:
            self.view.find_words(words)


def with_keys(text: str, specs: Iterable[AnyAction], own: Mapping[str, Sequence[str]]) -> str:
    """Return a page with the keys in `own` (by action) instead of the printed ones, without its comments.

    If an action no longer has a key, its printed key becomes the name of the action.
    """
    called = {(spec.desk, chord(name)): spec for spec in specs for name in spec.keys}
    desk = EVERYWHERE

    def put(found: re.Match[str]) -> str:
        nonlocal desk
        if found["line"] or found["desk"]:
            desk = found["line"] or found["desk"]
            return ""
        key = _chord(found["name"])
        spec = None if key is None or desk == FIXED else called.get((desk, key), called.get((EVERYWHERE, key)))
        if spec is None or spec.id not in own:
            return found[0]
        mine = own[spec.id]
        return f"`{cap_text(mine[0])}`" if mine else f"*{spec.text}*"

    return _PART.sub(put, text)


def _chord(name: str) -> Chord | None:
    try:
        return chord(name)
    except ValueError:
        return None
