"""The actions that several judging desks have, each declared once; a desk places them in its key sheet."""

from __future__ import annotations

from functools import partial
from typing import Generic, TypeVar

from jurybox.language import tr, tr_noop, tr_search
from jurybox_gui.actions.key_plan import Shared
from jurybox_gui.actions.spec import Action, ActionsOf
from jurybox_gui.desks.judging.board import BoardDesk
from jurybox_gui.desks.judging.desk import JudgingDesk

DeskT = TypeVar("DeskT", bound=JudgingDesk)
BoardT = TypeVar("BoardT", bound=BoardDesk)

_STATES = {
    "deferred": ("defer", tr("Defer: come back to it at the end"), Shared.DEFER, ("later",)),
    "skipped": ("skip", tr("Skip: leave it to others"), Shared.SKIP, ()),
    "junk": ("junk", tr("Junk: no answer at all"), Shared.JUNK, ("spam",)),
}
"""For each state: name and icon of its action, its text, its function, further words for the palette."""


def say(word: str, desk: JudgingDesk) -> None:
    """Give a label, match or state at a desk; "" clears it."""
    desk.say(word)


def clear(desk: JudgingDesk) -> None:
    """Clear a label or match at a desk."""
    desk.try_to(partial(desk.say, ""), tr("There is nothing to clear here."))


def may_judge(desk: JudgingDesk) -> bool:
    """Return whether the subject shown at a desk can be judged."""
    return desk.may_judge()


def why_nothing(desk: JudgingDesk) -> str:
    """Return why the subject shown at a desk cannot be judged."""
    return desk.why_nothing()


class JudgingActions(Generic[DeskT]):
    """Declares the actions of one judging desk.

    `action` and `judging` declare actions of this desk alone, the second those that judge the answer shown;
    the methods declare shared ones, in the part `group` of the key sheet. `joint` joins the words of an id:
    changed keys are stored under the ids that each desk had first.
    """

    def __init__(self, desk: type[DeskT], joint: str = "_") -> None:
        self.action = ActionsOf[DeskT](desk.id, menu=tr_noop("Judge"))
        self.judging = ActionsOf[DeskT](desk.id, menu=tr_noop("Judge"), judges=True)
        self._joint = joint

    def states(self, group: str, *states: str) -> tuple[Action[DeskT], ...]:
        """Return the actions that give a state instead of a label."""
        found = []
        for state in states:
            name, text, shares, words = _STATES[state]
            found.append(
                self.judging(
                    name,
                    text,
                    shares=shares,
                    do=partial(say, state),
                    when=may_judge,
                    why_not=why_nothing,
                    group=group,
                    icon=name,
                    words=words,
                )
            )
        return tuple(found)

    def clear(self, group: str, text: str) -> Action[DeskT]:
        """Return the action that clears a label or match; `text` says so."""
        return self.judging(
            "clear", text, shares=Shared.CLEAR, do=clear, when=may_judge, why_not=why_nothing, group=group
        )

    def undo(self, group: str, text: str) -> Action[DeskT]:
        """Return the action that undoes the last step."""
        return self.action(
            "undo",
            text,
            shares=Shared.UNDO,
            do=lambda desk: desk.labeling.undo(),
            when=lambda desk: desk.labeling.may_undo(),
            why_not=tr("There is nothing to undo."),
            group=group,
            icon="undo",
            menu="",
        )

    def notes(self, group: str, text: str, last: str) -> tuple[Action[DeskT], Action[DeskT]]:
        """Return the actions that open a note, here and to the `last` label or match."""
        return (
            self.action(
                "note",
                text,
                shares=Shared.NOTE,
                do=lambda desk: desk.write_note(),
                when=may_judge,
                why_not=why_nothing,
                group=group,
                icon="note",
            ),
            self.action(
                self._id("note-last"),
                last,
                shares=Shared.NOTE_LAST,
                do=lambda desk: desk.note_last(),
                when=lambda desk: desk.may_note_last(),
                why_not=tr("You have given no label yet that a note could be added to."),
                group=group,
                icon="note",
            ),
        )

    def next_open(self, name: str, text: str, group: str) -> Action[DeskT]:
        """Return the action that goes to the next open answer."""
        return self.action(name, text, shares=Shared.NEXT, do=lambda desk: desk.to_next_open(), group=group)

    def questions(
        self, group: str, previous: str, *, keys: tuple[str, ...], back: tuple[str, ...], repeat: bool = False
    ) -> tuple[Action[DeskT], Action[DeskT]]:
        """Return the actions that go to the next and to the `previous` question, by `keys` and `back`."""
        row = tr_noop("Next, previous question")
        return (
            self.action(
                self._id("next-question"),
                tr("Next question"),
                *keys,
                do=lambda desk: desk.to_question(1),
                group=group,
                row=row,
                repeat=repeat,
            ),
            self.action(
                previous,
                tr("Previous question"),
                *back,
                do=lambda desk: desk.to_question(-1),
                group=group,
                row=row,
                repeat=repeat,
            ),
        )

    def queue_part(self, group: str) -> Action[DeskT]:
        """Return the action that opens the menu of the parts of the queue."""
        return self.action(
            "filter",
            tr("Show a part of the queue"),
            shares=Shared.FILTER,
            do=lambda desk: desk.choose_part(),
            group=group,
            words=tr_search("filter", "category", "deferred"),
        )

    def queue_search(self, group: str) -> Action[DeskT]:
        """Return the action that searches the queue."""
        return self.action(
            "search",
            tr("Search the queue"),
            "Ctrl+F",
            do=lambda desk: desk.search_queue(),
            group=group,
            icon="search",
            words=tr_search("find"),
        )

    def pages(self, group: str) -> tuple[Action[DeskT], Action[DeskT]]:
        """Return the actions that scroll the text."""
        row = tr_noop("Scroll the text")
        return (
            self.action(
                self._id("page-down"),
                tr("Scroll down"),
                "PgDown",
                do=lambda desk: desk.pane.scroll_page(1),
                group=group,
                row=row,
                menu="",
                repeat=True,
            ),
            self.action(
                self._id("page-up"),
                tr("Scroll up"),
                "PgUp",
                do=lambda desk: desk.pane.scroll_page(-1),
                group=group,
                row=row,
                menu="",
                repeat=True,
            ),
        )

    def _id(self, name: str) -> str:
        return name.replace("-", self._joint)


class BoardActions(JudgingActions[BoardT]):
    """Declares the actions of a board: those of every judging desk, and those of both boards."""

    def keep_returned(self, group: str) -> Action[BoardT]:
        """Return the action that keeps returned answers as they are."""
        return self.judging(
            "keep",
            tr("Keep it as it is"),
            "Shift+K",
            do=lambda desk: desk.keep_returned(),
            when=lambda desk: desk.may_keep(),
            why_not=tr("Nothing of this question was sent back."),
            group=group,
        )

    def whole(self, group: str) -> Action[BoardT]:
        """Return the action that shows all of a long question, or less of it again."""
        return self.action(
            "whole",
            tr("Show or shorten the question"),
            "Shift+Q",
            do=lambda desk: desk.middle.toggle_whole(),
            when=lambda desk: desk.middle.can_open,
            why_not=tr("The whole question is shown."),
            group=group,
            words=tr_search("open", "more"),
        )

    def queue(self, group: str) -> tuple[Action[BoardT], ...]:
        """Return the actions of the queue beside the board."""
        fold = self.action(
            "queue",
            tr("Queue beside the board"),
            "Ctrl+B",
            do=lambda desk: desk.toggle_queue(),
            group=group,
            words=tr_search("sidebar"),
        )
        return fold, self.queue_part(group), self.queue_search(group)
