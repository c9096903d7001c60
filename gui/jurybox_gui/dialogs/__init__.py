"""Overlays and dialogs of the window."""
