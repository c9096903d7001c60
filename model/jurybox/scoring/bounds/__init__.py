"""The bounds: how far scores, and differences of scores, can still go."""
