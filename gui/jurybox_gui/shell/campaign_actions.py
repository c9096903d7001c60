"""The organizer's actions on every desk: the Campaign page, who is at work, files out and back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jurybox.campaign.seats import blind, organizes
from jurybox.collection.organizer import ORGANIZER
from jurybox.language import tr, tr_noop, tr_search
from jurybox_gui.actions.spec import EVERYWHERE, Action, ActionsOf

if TYPE_CHECKING:
    from jurybox_gui.desks.campaign import CampaignDesk
    from jurybox_gui.shell.application import Application
    from jurybox_gui.shell.window import Window

_ORGANIZE = "campaign.organise"


class CampaignActions:
    """The functions of `CAMPAIGN_ACTIONS` in one window, and when they are hidden."""

    def __init__(self, window: Window) -> None:
        self.window = window
        self.app: Application = window.app

    def serve(self, desk: CampaignDesk) -> None:
        """Carry out a request of the Campaign page."""
        files, window = self.app.campaign_files, self.window
        desk.assessor_stored.connect(lambda work, then: files.store(work, "assessor", lambda _: window.guard(then)))
        desk.calibration_stored.connect(lambda work, then: files.store(work, "assign", lambda _: window.guard(then)))
        desk.all_out_asked.connect(lambda: files.hand_out_all(window))
        desk.plan_asked.connect(lambda: files.plan(window))
        desk.hand_out_asked.connect(lambda name: files.hand_out(window, name))
        desk.follow_hub(self.app.hub)
        desk.hub_asked.connect(lambda: self.app.hub_files.show(window))
        desk.merge_asked.connect(lambda: files.merge(window))
        desk.withdrawal_asked.connect(lambda run, gone: files.set_withdrawn(run, withdrawn=gone))

    def show_or_hide(self) -> None:
        """Hide from the menus what the present assessor may not know of."""
        bridge = self.app.bridge
        hidden = bridge is not None and blind(bridge.session)
        for spec in CAMPAIGN_ACTIONS:
            self.window.registry.action(spec.id).setVisible(not hidden or spec.id == _ORGANIZE)
        self.window.registry.action(_ORGANIZE).setVisible(self.may_organize() or bridge is None)

    def may_see(self) -> bool:
        """Return whether a collection is open and runs are not hidden from the present assessor."""
        bridge = self.app.bridge
        return bridge is not None and not blind(bridge.session)

    def may_write(self) -> bool:
        """Return whether the present assessor may also change the collection."""
        bridge = self.app.bridge
        return bridge is not None and self.may_see() and not bridge.session.saving.read_only

    def why_not(self) -> str:
        """Return why nothing of the campaign can be shown or changed."""
        bridge = self.app.bridge
        if bridge is None:
            return tr("Open a collection first.")
        if blind(bridge.session):
            return tr("Only the organizer sees the campaign while answers are judged.")
        return bridge.session.saving.read_only or ""

    def may_organize(self) -> bool:
        """Return whether somebody other than the organizer is at work."""
        bridge = self.app.bridge
        return bridge is not None and not organizes(bridge.session)

    def organize(self) -> None:
        """Switch to the organizer; an assessor at work is asked first, since they would see the runs."""
        from jurybox_gui.dialogs.message import Message

        bridge = self.app.bridge
        if bridge is None or not blind(bridge.session):
            self._sit()
            return
        asked = Message(self.window)
        asked.closed.connect(asked.deleteLater)
        asked.say(
            tr("Do you organize this collection?"),
            tr(
                "The organizer sees which run an answer came from, scores and everybody's labels. An "
                "assessor who has seen them no longer judges blind."
            ),
            [(tr("No, I judge"), lambda: None), (tr("Yes, I organize it"), self._sit)],
        )

    def _sit(self) -> None:
        self.app.sit(ORGANIZER)
        if self.may_see():
            self.window.show_desk("campaign")


organizer = ActionsOf[CampaignActions](EVERYWHERE, menu=tr_noop("Campaign"))

CAMPAIGN_ACTIONS: tuple[Action[CampaignActions], ...] = (
    organizer(
        "campaign.page",
        tr("Campaign"),
        "Ctrl+6",
        do=lambda here: here.window.show_desk("campaign"),
        when=CampaignActions.may_see,
        why_not=CampaignActions.why_not,
        group="page",
        row=tr_noop("The desks"),
    ),
    organizer(
        _ORGANIZE,
        tr("I organize this collection…"),
        do=CampaignActions.organize,
        when=CampaignActions.may_organize,
        why_not=CampaignActions.why_not,
        group="page",
        words=tr_search("organizer", "organiser", "campaign"),
    ),
    organizer(
        "campaign.plan",
        tr("Assign questions…"),
        "Ctrl+Shift+A",
        do=lambda here: here.app.campaign_files.plan(here.window),
        when=CampaignActions.may_write,
        why_not=CampaignActions.why_not,
        group="work",
    ),
    organizer(
        "campaign.out",
        tr("Hand out somebody's own file…"),
        do=lambda here: here.app.campaign_files.hand_out(here.window),
        when=CampaignActions.may_see,
        why_not=CampaignActions.why_not,
        group="files",
    ),
    organizer(
        "campaign.out_all",
        tr("Hand out all files…"),
        do=lambda here: here.app.campaign_files.hand_out_all(here.window),
        when=CampaignActions.may_see,
        why_not=CampaignActions.why_not,
        group="files",
    ),
    organizer(
        "campaign.pages",
        tr("Hand out all pages for browsers…"),
        do=lambda here: here.app.campaign_files.hand_out_pages(here.window),
        when=CampaignActions.may_see,
        why_not=CampaignActions.why_not,
        group="files",
        words=tr_search("html", "browser", "phone"),
    ),
    organizer(
        "campaign.merge",
        tr("Merge returned files…"),
        "Ctrl+M",
        do=lambda here: here.app.campaign_files.merge(here.window),
        when=CampaignActions.may_write,
        why_not=CampaignActions.why_not,
        group="files",
    ),
    organizer(
        "campaign.late",
        tr("Add late runs…"),
        do=lambda here: here.window.registry.trigger("file.import"),
        when=CampaignActions.may_write,
        why_not=CampaignActions.why_not,
        group="files",
    ),
    organizer(
        "campaign.baseline",
        tr("Add a baseline run…"),
        do=lambda here: here.app.campaign_files.ask_baseline(here.window),
        when=CampaignActions.may_write,
        why_not=CampaignActions.why_not,
        group="files",
        words=tr_search("random"),
    ),
    organizer(
        "campaign.hub",
        tr("Hub of the campaign…"),
        do=lambda here: here.app.hub_files.show(here.window),
        when=CampaignActions.may_write,
        why_not=CampaignActions.why_not,
        group="follow",
        words=(*tr_search("network", "invite", "connected"), "PostgreSQL"),
    ),
    organizer(
        "campaign.follow",
        tr("Follow a folder…"),
        do=lambda here: here.app.campaign_files.follow(here.window),
        group="follow",
    ),
)
"""The organizer's actions on every desk."""
