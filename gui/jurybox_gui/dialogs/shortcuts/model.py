"""The actions and their keys as rows, and the effect of changing them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from jurybox.language import tr
from jurybox.lists import comma_list
from jurybox_gui.actions.chords import cap_text, chord
from jurybox_gui.actions.registry import ActionRegistry, KeyCollisionError, check_keys
from jurybox_gui.actions.spec import EVERYWHERE, AnyAction

Index = QModelIndex | QPersistentModelIndex
ROW = int(Qt.ItemDataRole.UserRole)
_ROOT = QModelIndex()
_PLACES = {
    EVERYWHERE: tr("everywhere"),
    "judge": tr("Judge"),
    "lists": tr("Lists"),
    "nuggets": tr("Nuggets"),
    "scores": tr("Scores"),
    "disagreements": tr("Disagreements"),
    "spaces": tr("Spaces"),
    "studies": tr("Studies"),
    "campaign": tr("Campaign"),
}


class KeyRow(NamedTuple):
    """An action: its name, where it works, its present keys, and whether they are the printed ones."""

    action: str
    text: str
    where: str
    keys: tuple[str, ...]
    own: bool


class KeyRows:
    """Every action of a window with its keys, those of the desk in front first, of everywhere last.

    `keys` is what a settings file stores. `names`: what actions are called here, where that is not what they
    are called in every collection.
    """

    def __init__(
        self,
        registry: ActionRegistry,
        keys: Mapping[str, Sequence[str]],
        names: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        front = registry.desk
        self._specs = [
            spec._replace(text=names.get(spec.id, spec.text))
            for spec in sorted(registry.specs(), key=lambda one: (one.desk != front, one.desk == EVERYWHERE))
        ]
        self.keys: dict[str, list[str]] = {action: list(names) for action, names in keys.items()}

    def rows(self, query: str = "") -> list[KeyRow]:
        """Return the actions that contain every word of the query, in name, place or keys."""
        found = [self._row(spec) for spec in self._specs]
        words = query.lower().split()
        return [row for row in found if all(word in self._spoken(row) for word in words)]

    def change(self, action: str, names: Sequence[str]) -> KeyCollisionError | None:
        """Give an action only these keys; return a collision, with nothing changed, if there is one."""
        wanted = {**self.keys, action: list(names)}
        if list(names) == list(self._spec(action).keys):
            wanted.pop(action)
        try:
            check_keys(self._specs, wanted)
        except KeyCollisionError as error:
            return error
        self.keys = wanted
        return None

    def take(self, action: str, name: str) -> None:
        """Give an action a key that others have; those lose it."""
        keys = dict(self.keys)  # a copy: the settings keep the object they were given last
        for spec in self._specs:
            now = self._now(spec)
            meets = EVERYWHERE in {spec.desk, self._spec(action).desk} or spec.desk == self._spec(action).desk
            if spec.id != action and meets and any(chord(key) == chord(name) for key in now):
                keys[spec.id] = [key for key in now if chord(key) != chord(name)]
        self.keys = {**keys, action: [name]}

    def reset(self, action: str) -> KeyCollisionError | None:
        """Restore the printed keys of an action, unless another one has them now."""
        return self.change(action, self._spec(action).keys)

    def _row(self, spec: AnyAction) -> KeyRow:
        where = _PLACES.get(spec.desk, spec.desk.capitalize())
        return KeyRow(spec.id, spec.text.rstrip("…"), where, self._now(spec), spec.id in self.keys)

    def _now(self, spec: AnyAction) -> tuple[str, ...]:
        return tuple(self.keys.get(spec.id, spec.keys))

    def _spec(self, action: str) -> AnyAction:
        return next(spec for spec in self._specs if spec.id == action)

    def _spoken(self, row: KeyRow) -> str:
        return " ".join((row.text, row.where, *map(cap_text, row.keys))).lower()


class KeysModel(QAbstractListModel):
    """The rows that are shown."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[KeyRow] = []

    def set_rows(self, rows: list[KeyRow]) -> None:
        """Show these."""
        self.beginResetModel()
        self._rows = rows
        self.endResetModel()

    def row(self, at: int) -> KeyRow | None:
        """Return a row, None outside."""
        return self._rows[at] if 0 <= at < len(self._rows) else None

    def place_of(self, action: str) -> int:
        """Return the row of an action, 0 if it is not shown."""
        return next((at for at, row in enumerate(self._rows) if row.action == action), 0)

    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        row = self.row(index.row())
        if row is None or role == ROW:
            return row
        if role in {Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole}:
            keys = comma_list(map(cap_text, row.keys)) or tr("no key")
            return tr("{action}, {place}: {keys}", action=row.text, place=row.where, keys=keys)
        return None
