"""The three desks at which answers are judged, and what they have in common."""
