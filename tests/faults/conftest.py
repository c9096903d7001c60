"""People at the real program."""

from person import come

__all__ = ["come"]
