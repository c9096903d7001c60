"""The name of the organizer: known to the window before its first painting, which waits for nothing else."""

ORGANIZER = "organiser"
"""The assessor who says what nobody in particular says: facts, and imported things without an assessor."""
