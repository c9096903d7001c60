"""People for the tests of the boards."""

from person import come

__all__ = ["come"]
