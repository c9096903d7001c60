"""An action as data: what it is called, where it belongs and which keys call it."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Generic, NamedTuple, Self, TypedDict, TypeVar, Unpack

from jurybox_gui.actions.key_plan import Shared, planned_keys

T = TypeVar("T")

Handler = Callable[[], object]
Question = Callable[[], bool]
Reason = Callable[[], str]

EVERYWHERE = ""


class More(TypedDict, total=False):
    """What an action may have beside its name and its keys; see `Action`."""

    menu: str
    group: str
    row: str
    help: str
    icon: str
    checkable: bool
    palette: bool
    repeat: bool
    over: bool
    judges: bool
    types: bool
    yields: bool
    first: bool
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Action(Generic[T]):
    """One action of the window: all that is said of it, and what it does.

    `do(target)` does it, `when(target)` says whether it can be done now (None: always), `checked(target)`
    whether it is on; the target is the desk, or what else of the window the action belongs to.

    `why_not` is said where its key is pressed while it cannot be done: a sentence, in which actions in braces
    are their keys, or what gives one for the target; keys that merely move or leave may be without.

    `id` is unique and dotted (`judge.next`). `desk` is the desk it belongs to, `EVERYWHERE` for all.
    `keys` are portable key names (`Ctrl+K`, `Space`, `1`, `?`), the first one is printed on caps; a
    digit also means the same digit of the number pad. `menu` names the menu (`File`, `Edit` ...),
    empty for none; `group` is the column of the key sheet and, in a menu, the part between two
    lines. Actions with the same `row` share one row of the key sheet; what works everywhere is only there
    with one. `repeat` lets a held key
    fire again. `palette` is false for what cannot be chosen by name. `over` is true for what works also
    over an open question or sheet. `judges` is true for what says something of the answer shown: its key
    counts only once that answer is painted. `types` is true for what begins to type a label where labels are
    typed: its key counts before, and the Enter that gives the label waits for the painting. `yields` is true
    for what has its key only as long as no other action wants it; `first` for what has its key before the
    action that it belongs to, while it can be done. `menu`, `group` and `row` are in English, in `tr_noop`,
    and shown by `tr`; `text` is in the language in force. `shares` is the function that other desks have,
    too.
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
    judges: bool = False
    types: bool = False
    yields: bool = False
    first: bool = False
    words: tuple[str, ...] = field(default=())
    shares: Shared | None = None
    do: Callable[[T], object] | None = None
    when: Callable[[T], bool] | None = None
    checked: Callable[[T], bool] | None = None
    why_not: Callable[[T], str] | str = ""

    def __post_init__(self) -> None:
        if not self.id or not self.text:
            raise ValueError(f"action {self.id!r}: it needs an id and a text")


AnyAction = Action[Any]
"""An action of whatever target."""


class ActionsOf(Generic[T]):
    """Declares the actions of one desk: `action = ActionsOf[StudiesDesk]("studies")`, then `action(...)`.

    Their ids begin with the desk, or with a `prefix` of their own; `more` is what all of them share, such as
    the menu they are in.
    """

    def __init__(self, desk: str, *, prefix: str | None = None, **more: Unpack[More]) -> None:
        self._desk = desk
        self._prefix = desk if prefix is None else prefix
        self._shared = more

    def __call__(
        self,
        name: str,
        text: str,
        *keys: str,
        do: Callable[[T], object],
        when: Callable[[T], bool] | None = None,
        checked: Callable[[T], bool] | None = None,
        why_not: Callable[[T], str] | str = "",
        shares: Shared | None = None,
        **more: Unpack[More],
    ) -> Action[T]:
        """Return an action of the desk by its name there; one with `checked` can be on or off.

        What it `shares` with other desks gives it its key; ValueError for a key that is shared by others.
        """
        parts: More = {**self._shared, "checkable": checked is not None, **more}
        action_id = f"{self._prefix}.{name}" if self._prefix else name
        planned = planned_keys(action_id, shares, keys)
        return Action(
            action_id,
            text,
            self._desk,
            planned,
            shares=shares,
            do=do,
            when=when,
            checked=checked,
            why_not=why_not,
            **parts,
        )


class Binding(NamedTuple):
    """What an action does, when it is possible, whether it is on if it can be, and why it is not possible."""

    handler: Handler
    possible: Question | None = None
    checked: Question | None = None
    why_not: Reason | str = ""

    @classmethod
    def of(cls, action: AnyAction, target: object) -> Self | None:
        """Return what an action does with its target; None for one that does not say."""
        if action.do is None:
            return None
        when, checked = (
            None if one is None else partial(one, target) for one in (action.when, action.checked)
        )
        why = action.why_not
        return cls(
            partial(action.do, target), when, checked, why if isinstance(why, str) else partial(why, target)
        )
