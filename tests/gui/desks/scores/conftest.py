"""People for the tests of the Scores desk."""

from person import come

__all__ = ["come"]
