"""Ranking and spaces beside the answer, moving with every label."""
