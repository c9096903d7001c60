"""The name of the organizer, in a module of its own: the window's first painting needs nothing else."""

ORGANIZER = "organiser"
"""The assessor of entries without a particular author: facts, and imported data without an assessor."""
