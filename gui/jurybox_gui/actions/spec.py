"""An action as data: its name, where it belongs and which keys call it."""

from collections.abc import Callable
from functools import partial
from typing import Any, Generic, NamedTuple, Self, TypedDict, TypeVar, Unpack

from jurybox_gui.actions.key_plan import Shared, planned_keys

T = TypeVar("T")

Handler = Callable[[], object]
Question = Callable[[], bool]
Reason = Callable[[], str]

EVERYWHERE = ""


class More(TypedDict, total=False):
    """The optional fields of an action; see `Action`."""

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


class Action(NamedTuple, Generic[T]):
    """One action of the window: its description, and what it does.

    `do(target)` runs it, `when(target)` returns whether it can be done now (None: always), `checked(target)`
    whether it is on; the target is the desk, or the other part of the window to which the action belongs.

    `here(target)` returns whether it has a use for what the target shows, such as the kind of its question
    (None: always); the key sheet leaves it out otherwise.

    `named(target)` returns what it is called for what the target shows, such as the label that a digit gives there;
    "" if menus and the palette leave it out, because another action does the same. None: always `text`.

    `why_not` is shown if its key is pressed while it cannot be done: a sentence, in which actions in braces
    become their keys, or a function of the target that returns one; keys that merely move or close may be
    without.

    `id` is unique and dotted (`judge.next`). `desk` is the desk it belongs to, `EVERYWHERE` for all. `keys`
    are portable key names (`Ctrl+K`, `Space`, `1`, `?`), of which the first is printed on caps; a digit also
    means the same digit of the number pad. `menu` names the menu (`File`, `Edit` ...), empty for none;
    `group` is the column of the key sheet and, in a menu, the part between two lines. Actions with the same
    `row` share one row of the key sheet; actions of everywhere are only there with one. `repeat` lets a held
    key fire again. `palette` is false for actions that cannot be chosen by name. `over` is true for actions
    that also work over an open question or sheet. `judges` is true for actions that judge the answer shown:
    their keys count only once that answer is painted. `types` is true for actions that begin to type a label
    where labels are typed: their keys count earlier, and the Enter that gives the label waits for the
    painting. `yields` is true for an action that has its key only as long as no other action wants it;
    `first` for one that takes precedence over the owner of its key while it can be done. `menu`, `group` and
    `row` are in English, in `tr_noop`, and shown by `tr`; `text` is in the language in force. `shares` is the
    function that it shares with other desks.
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
    words: tuple[str, ...] = ()
    shares: Shared | None = None
    do: Callable[[T], object] | None = None
    when: Callable[[T], bool] | None = None
    checked: Callable[[T], bool] | None = None
    here: Callable[[T], bool] | None = None
    why_not: Callable[[T], str] | str = ""
    named: Callable[[T], str] | None = None


AnyAction = Action[Any]
"""An action with any target."""


class ActionsOf(Generic[T]):
    """Declares the actions of one desk: `action = ActionsOf[StudiesDesk]("studies")`, then `action(...)`.

    Their ids begin with the desk, or with a `prefix` of their own; `more` has the fields that all of them
    share, such as the menu.
    """

    def __init__(
        self, desk: str, *, prefix: str | None = None, here: Callable[[T], bool] | None = None, **more: Unpack[More]
    ) -> None:
        self._desk = desk
        self._here = here
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
        here: Callable[[T], bool] | None = None,
        why_not: Callable[[T], str] | str = "",
        named: Callable[[T], str] | None = None,
        shares: Shared | None = None,
        **more: Unpack[More],
    ) -> Action[T]:
        """Return an action of the desk by its name there; one with `checked` can be on or off.

        The function that it `shares` with other desks gives it its key; ValueError for a key of another
        shared function.
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
            here=here or self._here,
            why_not=why_not,
            named=named,
            **parts,
        )


class Binding(NamedTuple):
    """The functions of an action bound to its target: do, when, checked, here, why not and what it is called."""

    handler: Handler
    possible: Question | None = None
    checked: Question | None = None
    here: Question | None = None
    why_not: Reason | str = ""
    named: Reason | None = None

    @classmethod
    def of(cls, action: AnyAction, target: object) -> Self | None:
        """Return the functions of an action bound to its target; None for those it lacks."""
        if action.do is None:
            return None
        when, checked, here = (
            None if one is None else partial(one, target) for one in (action.when, action.checked, action.here)
        )
        named = None if action.named is None else partial(action.named, target)
        why = action.why_not
        reason = why if isinstance(why, str) else partial(why, target)
        return cls(partial(action.do, target), when, checked, here, reason, named)
