"""Every action of one window: menus, shortcuts, palette rows and key sheet are built from here."""

import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from operator import attrgetter
from typing import NamedTuple

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from jurybox.language import tr, tr_noop
from jurybox_gui.actions.chords import cap_text, chord, sequence
from jurybox_gui.actions.keymap import KeyMap
from jurybox_gui.actions.spec import EVERYWHERE, AnyAction, Binding, Question
from jurybox_gui.core.pending import Pause

_STATES_MS = 50
"""Delay, ms, after an action or a change before buttons ask what is possible: after the next painting."""
_MOST_LETTERS = 60
"""The most letters of the name of an action that is called after what is shown."""
LABELS = tr_noop("Label")
"""The group of actions that give labels: the key sheet lists those of its actions that are possible now."""


class KeyCollisionError(ValueError):
    """Two actions of one desk want the same key."""


class SheetRow(NamedTuple):
    """One row of the key sheet: what it does and the names of its keys."""

    text: str
    keys: tuple[str, ...]


class ActionRegistry(QObject):
    """The actions of one window and their keys as the user has set them.

    Plain keys (no Ctrl, Alt, Meta, no function key) are never shortcuts of Qt: they go through
    `key_map(desk)`, which knows layouts and key repeat. All others are shortcuts of QActions.
    """

    triggered = Signal(str)
    beginning = Signal()
    """Emitted before an action runs."""
    impossible = Signal(str)
    """Emitted with an action that a key or a menu called but that cannot be done now."""
    keys_changed = Signal()
    states_changed = Signal()
    """Emitted when available actions may have changed; once for many changes, and after the next painting."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._specs: dict[str, AnyAction] = {}
        self._bindings: dict[str, Binding] = {}
        self._actions: dict[str, QAction] = {}
        self._overrides: dict[str, tuple[str, ...]] = {}
        self._maps: dict[str, KeyMap] = {}
        self._shown: dict[str, str] = {}
        self._desk = EVERYWHERE
        self.is_question_open: Question = lambda: False
        """Whether a question to the user is open, which keys and menus must answer first."""
        self._asking = Pause(self, _STATES_MS, self.states_changed.emit)

    # --- contents -------------------------------------------------------------------------

    def add(self, specs: Iterable[AnyAction], target: object = None) -> None:
        """Add actions; with a target, also bind them to it.

        Raises ValueError for one without id or text and for a duplicate id, and KeyCollisionError if two
        actions that can meet on one desk want the same key; nothing is added then. A key that the user gave
        to another action stays there: a new action goes without it.
        """
        new = list(specs)
        added = dict(self._specs)
        for spec in new:
            if not spec.id or not spec.text:
                raise ValueError(f"action {spec.id!r}: it needs an id and a text")
            if spec.id in added:
                raise ValueError(f"action {spec.id!r} is there already")
            added[spec.id] = spec
        check_keys(added.values(), {})
        self._overrides = self._yielding(new)
        self._specs = added
        for spec in new:
            self._actions[spec.id] = self._make(spec)
        if target is not None:
            self._bind_to(target, new)
        self._reshortcut(new)

    def bind_desk(self, desk: str, target: object) -> None:
        """Bind the actions of a newly built desk to it."""
        self._bind_to(target, [action for action in self._specs.values() if action.desk == desk])

    def unbind_desk(self, desk: str) -> None:
        """Unbind the actions of a desk that is being deleted; they stay known."""
        for action_id in [one for one in self._bindings if self._specs[one].desk == desk]:
            del self._bindings[action_id]
            self._actions[action_id].setEnabled(False)
            self._actions[action_id].setChecked(False)

    def _bind_to(self, target: object, actions: Iterable[AnyAction]) -> None:
        found = {action.id: Binding.of(action, target) for action in actions}
        self._bindings |= {action_id: one for action_id, one in found.items() if one is not None}
        self.refresh(found)

    def knows(self, action_id: str) -> bool:
        """Whether there is an action with this id."""
        return action_id in self._specs

    def spec(self, action_id: str) -> AnyAction:
        """Return an action's data. ValueError for an unknown id."""
        if action_id not in self._specs:
            raise ValueError(f"there is no action {action_id!r}")
        return self._specs[action_id]

    def specs(self, desk: str | None = None) -> list[AnyAction]:
        """Return all actions in the order they were added, or those of one desk and of everywhere."""
        return [s for s in self._specs.values() if desk is None or s.desk in {desk, EVERYWHERE}]

    def name(self, action_id: str) -> str:
        """Return what an action is called for what is shown now; "" if menus and the palette leave it out."""
        binding = self._bindings.get(action_id)
        if binding is None or binding.named is None:
            return self.spec(action_id).text
        return _in_short(binding.named())

    def action(self, action_id: str) -> QAction:
        """Return the QAction, for menus and toolbars."""
        self.spec(action_id)
        return self._actions[action_id]

    def set_menu_text(self, action_id: str, text: str) -> None:
        """Set the text of an action in menus, for instance with & before its access letter."""
        self._shown[action_id] = text
        self._show_text(action_id)

    # --- running ---------------------------------------------------------------------------------

    def possible(self, action_id: str) -> bool:
        """Whether the action is bound, belongs to the desk in front and can be done now."""
        binding = self._bindings.get(action_id)
        if binding is None:
            self.spec(action_id)
            return False
        if self._specs[action_id].desk not in {self._desk, EVERYWHERE}:
            return False
        return binding.possible is None or binding.possible()

    def trigger(self, action_id: str) -> bool:
        """Run an action; return whether it was possible."""
        if not self.possible(action_id):
            return False
        binding = self._bindings[action_id]
        self.beginning.emit()
        binding.handler()
        self.triggered.emit(action_id)
        if binding.checked is None:
            self.ask_again()
        else:
            self.refresh([action_id])
        return True

    def take(self, action_id: str) -> bool:
        """Run what a menu or a key calls, unless an open question comes first."""
        if not self.spec(action_id).over and self.is_question_open():
            return False
        done = self.trigger(action_id)
        if not done:
            self.impossible.emit(action_id)
        return done

    def why_not(self, action_id: str) -> str:
        """Return why an action of this desk cannot be done now; "" for none."""
        if not self._works_here(action_id) or self.possible(action_id):
            return ""
        why = self._bindings[action_id].why_not
        return self.in_words(why if isinstance(why, str) else why())

    def set_desk(self, desk: str) -> None:
        """Set the desk in front; only its actions and those of everywhere work."""
        self._desk = desk
        self.refresh()

    @property
    def desk(self) -> str:
        """The desk in front."""
        return self._desk

    def refresh(self, ids: Iterable[str] | None = None) -> None:
        """Update which actions belong to the desk in front, and which are checked.

        An action of this desk stays enabled even while it is not possible: its shortcut must work the moment
        it becomes so, and `trigger` checks anyway. Open menus gray it.
        """
        for action_id in list(self._specs) if ids is None else ids:
            self._show_state(action_id, enabled=self._works_here(action_id))
        self.ask_again()

    def ask_again(self) -> None:
        """Let widgets that show whether an action can be done update themselves soon."""
        if not self._asking.isActive():
            self._asking.start()

    def show_possible(self, ids: Iterable[str]) -> None:
        """Gray impossible actions while a menu with these actions is open, and name them for what is shown."""
        for action_id in ids:
            self._show_text(action_id)
            self._show_state(action_id, enabled=self.possible(action_id))

    def _works_here(self, action_id: str) -> bool:
        return action_id in self._bindings and self._specs[action_id].desk in {self._desk, EVERYWHERE}

    def _show_state(self, action_id: str, *, enabled: bool) -> None:
        action = self._actions[action_id]
        action.setEnabled(enabled)
        binding = self._bindings.get(action_id)
        if binding is not None and binding.checked is not None:
            action.setChecked(binding.checked())

    # --- keys ----------------------------------------------------------------------------------

    def keys(self, action_id: str) -> tuple[str, ...]:
        """Return the key names of an action as the user has set them, the printed one first."""
        return self._overrides.get(action_id, self.spec(action_id).keys)

    def in_words(self, sentence: str) -> str:
        """Return a sentence with the key of every action that it names in braces, such as `{edit.undo}`.

        An action without a key is named by its menu and text; other names in braces stay as they are.
        """
        return re.sub(r"\{(\w+\.[\w.-]+)\}", lambda found: self._called(found[1]), sentence)

    def _called(self, action_id: str) -> str:
        if not self.knows(action_id):
            return f"{{{action_id}}}"
        names, spec = self.keys(action_id), self.spec(action_id)
        return cap_text(names[0]) if names else " \u203a ".join(filter(None, (tr(spec.menu), spec.text)))

    @property
    def own_keys(self) -> dict[str, tuple[str, ...]]:
        """The keys that differ from the printed ones, by action."""
        return dict(self._overrides)

    def override_keys(self, keys: Mapping[str, Sequence[str]]) -> None:
        """Replace all of the user's own keys; an action with an empty list has no key.

        Unknown ids are kept silently (a desk of another version). Raises ValueError for a name that is not a
        key and KeyCollisionError for two actions on one key; then nothing changes.
        """
        wanted = {action_id: tuple(names) for action_id, names in keys.items()}
        for names in wanted.values():
            for name in names:
                chord(name)
        check_keys(self._specs.values(), wanted)
        self._overrides = wanted
        self._reshortcut(self._specs.values())
        self.keys_changed.emit()

    def key_map(self, desk: str | None = None) -> KeyMap:
        """Return the keys that work on `desk` (default: the desk in front)."""
        wanted = self._desk if desk is None else desk
        if wanted not in self._maps:
            here = sorted(self.specs(wanted), key=attrgetter("yields"), reverse=True)
            keys, first = (
                {
                    name: spec.id
                    for spec in here
                    if spec.first is is_first
                    for name in self._overrides.get(spec.id, spec.keys)
                }
                for is_first in (False, True)
            )
            repeating = [spec.id for spec in here if spec.repeat]
            self._maps[wanted] = KeyMap(keys, repeating, first=first, possible=self.possible)
        return self._maps[wanted]

    # --- products -----------------------------------------------------------------

    def attach(self, window: QWidget) -> None:
        """Make the shortcuts work in `window`, including actions that no menu shows."""
        window.addActions(list(self._actions.values()))

    def sheet(self, desk: str) -> dict[str, list[SheetRow]]:
        """Return the key sheet of a desk: its columns in order of appearance, each with its rows.

        Actions with the same `row` share one row there; actions without a key are left out; those of
        everywhere come last, and only with a `row`: menus print the other keys.
        """
        columns: dict[str, dict[str, list[str]]] = {}
        for spec in sorted(self.specs(desk), key=lambda s: s.desk == EVERYWHERE):
            names = self.keys(spec.id)
            if not names or spec.id not in self._bindings or not self._is_offered(spec):
                continue
            column = tr("Everywhere") if spec.desk == EVERYWHERE else tr(spec.group) or tr("Other")
            row = columns.setdefault(column, {}).setdefault(tr(spec.row) or spec.text, [])
            row += names[:1] if spec.row else names[:2]
        return {
            column: [SheetRow(text, tuple(dict.fromkeys(names))) for text, names in rows.items()]
            for column, rows in columns.items()
        }

    # --- inside --------------------------------------------------------------------------------

    def _yielding(self, new: Sequence[AnyAction]) -> dict[str, tuple[str, ...]]:
        """Return the user's keys, with fewer keys for new actions whose printed ones the user gave away."""
        known, overrides = list(self._specs.values()), dict(self._overrides)
        if not overrides:
            return overrides
        for spec in new:
            known.append(spec)
            if _meet(known, overrides):
                wanted, overrides[spec.id] = overrides.get(spec.id, spec.keys), ()
                for name in wanted:
                    kept = overrides[spec.id]
                    overrides[spec.id] = (*kept, name)
                    if _meet(known, overrides):
                        overrides[spec.id] = kept
        return overrides

    def _is_offered(self, spec: AnyAction) -> bool:
        """Whether the key sheet shows it: what has a use here, and of the labels those of the question."""
        here = self._bindings[spec.id].here
        if here is not None and not here():
            return False
        if spec.desk == EVERYWHERE:
            return bool(spec.row)
        return spec.group != LABELS or not (spec.row or spec.types) or self.possible(spec.id)

    def _make(self, spec: AnyAction) -> QAction:
        action = QAction(self)  # its text comes with its keys
        action.setObjectName(spec.id)
        action.setCheckable(spec.checkable)
        action.setEnabled(False)
        action.triggered.connect(lambda: self.take(spec.id))
        return action

    def _reshortcut(self, specs: Iterable[AnyAction]) -> None:
        """Give actions the keys the user has set, printed after their texts."""
        self._maps.clear()
        for spec in specs:
            shortcuts = [name for name in self.keys(spec.id) if not chord(name).plain]
            self._actions[spec.id].setShortcuts([sequence(name) for name in shortcuts])
            self._show_text(spec.id)

    def _show_text(self, action_id: str) -> None:
        names = self.keys(action_id)
        shortcuts = [name for name in names if not chord(name).plain]
        called = self.name(action_id) or self._specs[action_id].text
        shown = self._shown.get(action_id) or called.replace("&", "&&")
        self._actions[action_id].setText(shown + _hint(names, shortcuts))


def registry_of(widget: QWidget) -> ActionRegistry | None:
    """Return the actions of the window that contains a widget; None if it has none."""
    found = widget.window().findChild(ActionRegistry, options=Qt.FindChildOption.FindDirectChildrenOnly)
    return found if isinstance(found, ActionRegistry) else None


def _in_short(name: str) -> str:
    """Return a name on one line, cut where a menu would get too wide."""
    line = " ".join(name.split())
    return line if len(line) <= _MOST_LETTERS else f"{line[: _MOST_LETTERS - 1]}…"


def _hint(names: Sequence[str], shortcuts: Sequence[str]) -> str:
    """Return the text a menu prints as the key of an action with only plain keys.

    On macOS, menus would turn it into a shortcut, which would fire while somebody types.
    """
    return f"\t{cap_text(names[0])}" if names and not shortcuts and sys.platform != "darwin" else ""


def _meet(specs: Iterable[AnyAction], overrides: Mapping[str, Sequence[str]]) -> bool:
    try:
        check_keys(specs, overrides)
    except KeyCollisionError:
        return True
    return False


def check_keys(specs: Iterable[AnyAction], overrides: Mapping[str, Sequence[str]]) -> None:
    """Raise KeyCollisionError if two actions that can meet on one desk want the same key.

    Actions that yield their key, or come first while they can be done, collide with none.
    """
    taken: dict[tuple[str, object], AnyAction] = {}
    everywhere: dict[object, AnyAction] = {}
    anywhere: dict[object, AnyAction] = {}
    for spec in specs:
        for name in () if spec.yields or spec.first else overrides.get(spec.id, spec.keys):
            key = chord(name)
            other = everywhere.get(key) or taken.get((spec.desk, key))
            if spec.desk == EVERYWHERE:
                other = other or anywhere.get(key)
                everywhere[key] = spec
            if other is not None and other.id != spec.id:
                raise KeyCollisionError(
                    tr("{key}: both “{one}” and “{other}” want it", key=name, one=other.text, other=spec.text)
                )
            taken[spec.desk, key] = spec
            anywhere[key] = spec
