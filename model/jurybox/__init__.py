"""Jurybox without a window: collections, measures, gold standards, scores."""

__version__ = "0.1.0"
