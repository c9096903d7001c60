"""An action as data: what it is called, where it belongs and which keys call it."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple, Self, TypedDict, Unpack

Handler = Callable[[], object]
Question = Callable[[], bool]

EVERYWHERE = ""


class More(TypedDict, total=False):
    """What an action may have beside its name and its keys; see `ActionSpec`."""

    menu: str
    group: str
    row: str
    help: str
    icon: str
    checkable: bool
    palette: bool
    repeat: bool
    over: bool
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ActionSpec:
    """One action of the window.

    `id` is unique and dotted (`judge.next`). `desk` is the desk it belongs to, `EVERYWHERE` for all.
    `keys` are portable key names (`Ctrl+K`, `Space`, `1`, `?`), the first one is printed on caps; a
    digit also means the same digit of the number pad. `menu` names the menu (`File`, `Edit` ...),
    empty for none; `group` is the column of the key sheet and, in a menu, the part between two
    lines. Actions with the same `row` share one row of the key sheet. `repeat` lets a held key
    fire again. `palette` is false for what cannot be chosen by name. `over` is true for what works also
    over an open question or sheet.
    """

    id: str
    text: str
    desk: str = EVERYWHERE
    keys: tuple[str, ...] = ()
    menu: str = ""
    group: str = ""
    row: str = ""
    help: str = ""
    icon: str = ""
    checkable: bool = False
    palette: bool = True
    repeat: bool = False
    over: bool = False
    words: tuple[str, ...] = field(default=())

    @classmethod
    def of(cls, desk: str, name: str, text: str, *keys: str, **more: Unpack[More]) -> Self:
        """Return an action of a desk by its name there; `more` are its other parts, by name."""
        return cls(f"{desk}.{name}", text, desk, keys, **more)

    def __post_init__(self) -> None:
        if not self.id or not self.text:
            raise ValueError(f"action {self.id!r}: it needs an id and a text")


class Binding(NamedTuple):
    """What an action does, when it is possible and, if it can be checked, whether it is."""

    handler: Handler
    possible: Question | None = None
    checked: Question | None = None
