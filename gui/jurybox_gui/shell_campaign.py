"""The organiser's actions on every desk: the Campaign page, whose turn it is, files out and back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jurybox.campaign.seats import blind, organises
from jurybox.collection.facts import ORGANISER
from jurybox_gui.actions.spec import ActionSpec

if TYPE_CHECKING:
    from collections.abc import Mapping

    from jurybox_gui.actions.spec import Handler, Question
    from jurybox_gui.window import Window

_ORGANISE = "campaign.organise"

CAMPAIGN_ACTIONS: tuple[ActionSpec, ...] = (
    ActionSpec("campaign.page", "Campaign", keys=("Ctrl+6",), menu="Campaign", group="page"),
    ActionSpec(
        _ORGANISE,
        "I organise this collection…",
        menu="Campaign",
        group="page",
        words=("organiser", "campaign"),
    ),
    ActionSpec("campaign.plan", "Assign questions…", keys=("Ctrl+Shift+A",), menu="Campaign", group="work"),
    ActionSpec("campaign.out", "Hand out somebody's own file…", menu="Campaign", group="files"),
    ActionSpec("campaign.merge", "Merge what came back…", keys=("Ctrl+M",), menu="Campaign", group="files"),
    ActionSpec("campaign.late", "Add late runs…", menu="Campaign", group="files"),
    ActionSpec("campaign.baseline", "Add a baseline run…", menu="Campaign", group="files", words=("random",)),
    ActionSpec("campaign.follow", "Follow a folder…", menu="Campaign", group="follow"),
)


class ShellOfCampaign:
    """What these actions do in one window, and from whom they are hidden."""

    def __init__(self, window: Window) -> None:
        self.window = window
        self.app = window.app

    def handlers(self) -> Mapping[str, Handler]:
        """Return what each action does."""
        work, window = self.app.organising, self.window
        return {
            "campaign.page": lambda: window.show_desk("campaign"),
            _ORGANISE: self.organise,
            "campaign.plan": lambda: work.plan(window),
            "campaign.out": lambda: work.hand_out(window),
            "campaign.merge": lambda: work.merge(window),
            "campaign.late": lambda: window.registry.trigger("file.import"),
            "campaign.baseline": lambda: work.ask_baseline(window),
            "campaign.follow": lambda: work.follow(window),
        }

    def possible(self) -> Mapping[str, Question]:
        """Return when each can be done."""
        ids = ("page", "plan", "out", "merge", "late", "baseline")
        writes = {"plan", "merge", "late", "baseline"}
        return {
            _ORGANISE: self._may_organise,
            **{f"campaign.{name}": (self._may_write if name in writes else self._may_see) for name in ids},
        }

    def show_or_hide(self) -> None:
        """Take out of the menus what the one who sits here may not know of."""
        bridge = self.app.bridge
        hidden = bridge is not None and blind(bridge.session)
        for spec in CAMPAIGN_ACTIONS:
            self.window.registry.action(spec.id).setVisible(not hidden or spec.id == _ORGANISE)
        self.window.registry.action(_ORGANISE).setVisible(self._may_organise() or bridge is None)

    def _may_see(self) -> bool:
        bridge = self.app.bridge
        return bridge is not None and not blind(bridge.session)

    def _may_write(self) -> bool:
        bridge = self.app.bridge
        return bridge is not None and self._may_see() and not bridge.session.saving.read_only

    def _may_organise(self) -> bool:
        bridge = self.app.bridge
        return bridge is not None and not organises(bridge.session)

    def organise(self) -> None:
        """Let the organiser sit down; an assessor at work is asked first, since they would see the runs."""
        from jurybox_gui.dialogs.message import Message

        bridge = self.app.bridge
        if bridge is None or not blind(bridge.session):
            self._sit()
            return
        asked = Message(self.window)
        asked.closed.connect(asked.deleteLater)
        asked.say(
            "Do you organise this collection?",
            "The organiser sees which run an answer came from, scores and everybody's labels. An assessor "
            "who has seen them no longer judges blind.",
            [("No, I judge", lambda: None), ("Yes, I organise it", self._sit)],
        )

    def _sit(self) -> None:
        self.app.sit(ORGANISER)
        if self._may_see():
            self.window.show_desk("campaign")
