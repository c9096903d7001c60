"""People at the real program."""

from person import come, demo

__all__ = ["come", "demo"]
