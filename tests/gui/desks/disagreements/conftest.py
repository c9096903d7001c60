"""People for the tests of the Disagreements desk."""

from person import come

__all__ = ["come"]
