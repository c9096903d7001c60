"""The organizer's page: who judges what, their progress, and what is hidden from assessors."""

from jurybox_gui.desks.campaign.desk import ACTIONS, CampaignDesk

__all__ = ["ACTIONS", "CampaignDesk"]
