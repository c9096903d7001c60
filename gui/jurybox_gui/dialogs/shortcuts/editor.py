"""The editor of keys: all actions; Enter, then the new key. Collisions are shown before anything changes."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from PySide6.QtCore import QAbstractItemModel, QEvent, QObject, QPoint, QRectF, QSize, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import (
    QHBoxLayout,
    QListView,
    QMenu,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from jurybox.language import tr
from jurybox.settings import Settings
from jurybox_gui.actions.chords import cap_text
from jurybox_gui.actions.registry import ActionRegistry
from jurybox_gui.dialogs.shortcuts.key_edit import KeyEdit
from jurybox_gui.dialogs.shortcuts.model import ROW, Index, KeyRow, KeyRows, KeysModel
from jurybox_gui.dialogs.shortcuts.preset_choice import PresetChoice
from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Grid, Px
from jurybox_gui.widgets.buttons import PlainButton
from jurybox_gui.widgets.fields import SearchField
from jurybox_gui.widgets.hairline import Hairline
from jurybox_gui.widgets.keycaps import KeyCap, key_caps_width, paint_key_caps
from jurybox_gui.widgets.labels import PlainLabel
from jurybox_gui.widgets.overlay import Overlay
from jurybox_gui.widgets.painting import kept, paint_box, paint_text

_WIDTH, _HEIGHT = 720, 640
_YES = ("Return", "Enter")
_MARGIN = 26
_WHERE = 110
_FIELD = 150
_CHANGED = tr("changed")
_ALL = tr("Reset all")
_HINT = tr("Enter: change. Del: remove. F5: default.")


class KeysEditor(Overlay):
    """The overlay. What is changed is stored in the settings at once; windows follow the settings.

    `names`: what actions are called in the collection that is open, where that is not their usual name.
    """

    def __init__(
        self,
        window: QWidget,
        registry: ActionRegistry,
        settings: Settings,
        names: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        super().__init__(window)
        self.setAccessibleName(tr("Change keys"))
        self._settings, self._registry = settings, registry
        self.rows = KeyRows(registry, registry.own_keys, names)
        self.waiting: str | None = None
        self._refused: tuple[str, str] | None = None
        self._before_reset: dict[str, list[str]] = {}
        self.search = SearchField(tr("Find an action or a key"))
        self.search.textChanged.connect(self._list)
        self.search.left.connect(self.dismiss)
        self.presets = PresetChoice(registry, settings, registry.specs)
        registry.keys_changed.connect(self._take_over)
        self.model = KeysModel(self)
        self.view = self._make_view()
        self.hint = PlainLabel(_HINT, px=Px.ASIDE, role="text2", wrap=True)
        column = QVBoxLayout(self.panel)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(self._head())
        column.addWidget(Hairline(raised=True))
        column.addWidget(self.view, 1)
        column.addWidget(Hairline(raised=True))
        column.addLayout(self._foot())
        self._list()

    def panel_size(self, room: QSize) -> QSize:
        """Return a size that shows a good part of the list."""
        return QSize(_WIDTH, _HEIGHT).boundedTo(room)

    def first_focus(self) -> QWidget:
        """Focus the search field."""
        return self.search

    def event(self, event: QEvent) -> bool:
        # Keep F5 here: Qt would pass it to the window, where it opens the stage.
        is_own = isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_F5
        if is_own and event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        moves = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1, Qt.Key.Key_PageUp: -12, Qt.Key.Key_PageDown: 12}
        key = Qt.Key(event.key())
        if key in moves:
            self.setFocus()
            self._go(self.view.currentIndex().row() + moves[key])
        elif key in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and not isinstance(self.focusWidget(), PlainButton):
            self.wait_for_key()
        elif key == Qt.Key.Key_Delete:
            self._change([])
        elif key == Qt.Key.Key_F5:
            self.reset_one()
        else:
            super().keyPressEvent(event)

    @property
    def current(self) -> KeyRow | None:
        """The selected row."""
        return self.model.row(self.view.currentIndex().row())

    def wait_for_key(self) -> None:
        """Take the next key pressed as the new key of the selected action."""
        row = self.current
        if row is None:
            return
        self.waiting, self._refused = row.action, None
        self._say(tr("Press the new key of “{action}”; Esc leaves it as it is.", action=row.text), "accent")
        index = self.view.currentIndex()
        self.view.openPersistentEditor(index)
        self.view.indexWidget(index).setFocus()

    def leave(self) -> None:
        """Stop waiting for a key; the action keeps its keys."""
        if self.waiting is not None:
            self._done(self.waiting, "", store=False)

    def reset_one(self) -> None:
        """Restore the printed keys of the selected action."""
        row = self.current
        if row is not None:
            collision = self.rows.reset(row.action)
            self._done(row.action, str(collision) + "." if collision else "")

    def _take_over(self) -> None:
        """Show keys that were changed elsewhere, for instance by a preset."""
        if self.waiting is None and self.rows.keys != self._stored():
            self.rows.keys = self._stored()
            self._offer_undo({})
            self._list()

    def _stored(self) -> dict[str, list[str]]:
        return {action: list(names) for action, names in self._registry.own_keys.items()}

    def reset_all(self) -> None:
        """Restore the printed keys of every action; called again right after, restore the user's own."""
        before = self._before_reset
        self._offer_undo({} if before else self.rows.keys)
        self.rows.keys = before
        self._done(None, "")

    def _offer_undo(self, before: dict[str, list[str]]) -> None:
        """Let the button for all keys restore `before`; without any, let it reset them."""
        self._before_reset = before
        self.all.setText(tr("Undo") if before else _ALL)

    def take(self, name: str) -> None:
        """Give the waiting action a key.

        A key of another action must be pressed twice, or confirmed with Enter.
        """
        action = self.waiting
        if action is None:
            return
        refused = self._refused[1] if self._refused else ""
        if name == refused or (refused and name in _YES):
            self.rows.take(action, refused)
            self._done(action, "")
            return
        collision = self.rows.change(action, [name])
        if collision is None:
            self._done(action, "")
        else:
            self._refused = (action, name)
            again = tr(
                "Press {key} or Enter to give it to “{action}”.", key=cap_text(name), action=self._text_of(action)
            )
            self._say(f"{collision}. {again}", "bad")

    def _text_of(self, action: str) -> str:
        return self.current.text if self.current is not None and self.current.action == action else action

    def _change(self, names: list[str]) -> None:
        row = self.current
        if row is not None:
            self.rows.change(row.action, names)
            self._done(row.action, "")

    def _done(self, action: str | None, text: str, *, store: bool = True) -> None:
        if self.waiting is not None:
            self.waiting, self._refused = None, None
            if isinstance(self.focusWidget(), KeyEdit):
                self.setFocus()
        if store and not text:
            if action is not None:
                self._offer_undo({})  # what was changed since must not be undone with it
            self._settings["keys"] = self.rows.keys
        self._list()
        if action is not None:
            self._go(self.model.place_of(action))
        self._say(text or _HINT, "bad" if text else "text2")

    def _offer(self, spot: QPoint) -> None:
        """Show what can be done with the keys of the row under the pointer."""
        index = self.view.indexAt(spot)
        if not index.isValid():
            return
        self._go(index.row())
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for words, act in (
            (tr("Change key"), self.wait_for_key),
            (tr("Remove key"), lambda: self._change([])),
            (tr("Default key"), self.reset_one),
        ):
            menu.addAction(words).triggered.connect(act)
        menu.popup(self.view.viewport().mapToGlobal(spot))

    def _say(self, words: str, role: str) -> None:
        self.hint.setText(words)
        self.hint.set_role("bad" if role == "bad" else "accent" if role == "accent" else "text2")
        self.hint.setAccessibleName(words)
        self.hint.update()

    def _list(self) -> None:
        row = self.current
        self.model.set_rows(self.rows.rows(self.search.text()))
        self._go(self.model.place_of(row.action) if row else 0)

    def _go(self, at: int) -> None:
        at = max(0, min(self.model.rowCount() - 1, at))
        index = self.model.index(at)
        self.view.setCurrentIndex(index)
        self.view.scrollTo(index)

    def _make_view(self) -> QListView:
        view = QListView()
        view.setModel(self.model)
        view.setAccessibleName(tr("Actions and their keys"))
        view.setItemDelegate(_KeyDelegate(self))
        view.setUniformItemSizes(True)
        view.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        view.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        view.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        view.setProperty("ring", -1)
        view.setFrameShape(QListView.Shape.NoFrame)
        view.doubleClicked.connect(lambda _: self.wait_for_key())
        view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        view.customContextMenuRequested.connect(self._offer)
        return view

    def _head(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setContentsMargins(_MARGIN, 14, 20, 14)
        row.setSpacing(24)
        row.addWidget(PlainLabel(tr("Change keys"), px=19, weight=600))
        row.addWidget(self.search, 1)
        row.addWidget(KeyCap("Esc"))
        return row

    def _foot(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setContentsMargins(_MARGIN, 6, _MARGIN - 8, 6)
        row.setSpacing(12)
        row.addWidget(self.hint, 1)
        label = PlainLabel(tr("Keys for labels"), px=Px.ASIDE, role="text2")
        label.setBuddy(self.presets)
        row.addWidget(label)
        row.addWidget(self.presets)
        self.all = PlainButton(_ALL, quiet=True)
        self.all.clicked.connect(self.reset_all)
        row.addWidget(self.all)
        return row


class _KeyDelegate(QStyledItemDelegate):
    """Paints an action, where it works, and its caps; the user's own keys are marked."""

    def __init__(self, editor: KeysEditor) -> None:
        super().__init__(editor)
        self._editor = editor

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        del option, index
        return QSize(200, Grid.ROW_PALETTE)

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        del option, index
        field = KeyEdit(parent)
        field.taken.connect(self._editor.take)
        field.left.connect(self._editor.leave)
        return field

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        """Leave the field empty: it waits for a key."""

    def updateEditorGeometry(self, editor: QWidget, option: QStyleOptionViewItem, index: Index) -> None:
        del index
        box = option.rect
        editor.setGeometry(box.right() - _MARGIN - _FIELD, box.top() + 3, _FIELD, box.height() - 6)

    def editorEvent(self, event: QEvent, model: QAbstractItemModel, option: QStyleOptionViewItem, index: Index) -> bool:
        row = index.data(ROW)
        if (
            isinstance(event, QMouseEvent)
            and event.type() == QEvent.Type.MouseButtonRelease
            and event.button() == Qt.MouseButton.LeftButton
            and isinstance(row, KeyRow)
            and event.position().x() >= option.rect.right() - _MARGIN - max(_FIELD, key_caps_width(row.keys))
        ):
            self._editor.wait_for_key()
            return True
        return super().editorEvent(event, model, option, index)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # Leave Tab, Enter and Esc to the field: here they are keys like others.
        del watched, event
        return False

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row = index.data(ROW)
        if not isinstance(row, KeyRow):
            return
        tokens = theme().tokens
        box = QRectF(option.rect)
        with kept(painter):
            chosen = index.row() == self._editor.view.currentIndex().row()
            if chosen:
                painter.fillRect(box, tokens.accsoft)
                paint_box(painter, QRectF(box.left(), box.top() + 6, 3, box.height() - 12), 1.5, tokens.accent)
            left, middle = box.left() + _MARGIN, box.center().y()
            right = box.right() - _MARGIN
            if self._editor.waiting == row.action:
                right -= _FIELD + 10
            else:
                right = paint_key_caps(painter, right, middle, row.keys, tokens) - 10
            mark = QRectF(right - 70, box.top(), 66, box.height())
            if row.own:
                paint_text(painter, mark, _CHANGED, font(Px.ASIDE), tokens.mid)
                right -= 76
            where = QRectF(left + 300, box.top(), _WHERE, box.height())
            paint_text(painter, where, row.where, font(Px.ASIDE), tokens.text2)
            name = QRectF(left, box.top(), 290, box.height())
            paint_text(painter, name, row.text, font(Px.BASE, 600 if chosen else 400), tokens.text)
