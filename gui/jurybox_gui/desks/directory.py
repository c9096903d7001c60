"""The desks, and where each is found."""

DESKS: dict[str, str] = {
    "judge": "jurybox_gui.desks.judging.answer:JudgeDesk",
    "lists": "jurybox_gui.desks.judging.lists:ListDesk",
    "nuggets": "jurybox_gui.desks.judging.nuggets:NuggetDesk",
    "scores": "jurybox_gui.desks.scores:ScoresDesk",
    "disagreements": "jurybox_gui.desks.disagreements:DisagreementsDesk",
    "spaces": "jurybox_gui.desks.spaces:SpacesDesk",
    "studies": "jurybox_gui.desks.studies:StudiesDesk",
    "campaign": "jurybox_gui.desks.campaign:CampaignDesk",
}
"""Desks by id: where each is found; they are loaded when first shown."""
START = "start"
"""What is in front where no collection is open."""
