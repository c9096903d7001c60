"""The organizer's page: who judges what, how far they are, what is hidden and from whom."""

from jurybox_gui.desks.campaign.desk import ACTIONS, CampaignDesk

__all__ = ["ACTIONS", "CampaignDesk"]
