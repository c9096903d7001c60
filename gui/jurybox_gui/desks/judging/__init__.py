"""The three desks where answers are judged, and what they share."""
