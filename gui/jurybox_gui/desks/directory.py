"""The desks, and the module of each."""

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
"""The module of each desk, by id; a desk is loaded when first shown."""
START = "start"
"""What is in front while no collection is open."""
